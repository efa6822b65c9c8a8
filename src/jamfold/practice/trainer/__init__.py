"""A trainer: what is asked next, what an answer cost, when it is asked again, and the score."""
