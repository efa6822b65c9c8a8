"""Tournaments in which every hand is jam or fold, for two and three players, and future hands."""
