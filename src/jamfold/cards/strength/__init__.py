"""The only evaluator: how strong hands are, high and low, on any board."""
