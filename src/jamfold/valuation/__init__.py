"""What an end of a hand is worth: chips, rake, prizes by a stack model (ICM), bounties, settlement."""
