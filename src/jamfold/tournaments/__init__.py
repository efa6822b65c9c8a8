"""Hands after hands: tournaments in which every hand is jam or fold."""
