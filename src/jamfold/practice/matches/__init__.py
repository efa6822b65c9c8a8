"""Matches: a bot that knows its ranges, a referee over plain lines, and what the hands say."""
