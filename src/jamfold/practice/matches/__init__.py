"""Matches: a bot with fixed ranges, a referee over plain-text lines, and variance-reduced results."""
