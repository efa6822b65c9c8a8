"""The value of a hand's end: chips, rake, prizes by a stack model (ICM), bounties, settlement."""
