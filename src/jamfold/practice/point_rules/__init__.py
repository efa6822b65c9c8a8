"""Rules to carry in the head: one point score for both seats and all stacks, and a table of thresholds."""
