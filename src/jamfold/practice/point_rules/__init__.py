"""Rules of thumb: one point score for both seats and all stacks, and a table of thresholds."""
