"""Played hands: one reader per site makes one canonical record; decisions are found in it.

``reading.read_history(path)`` gives the hands and problems of a file, in their
order; ``decisions.find_decision(hand)`` says whether a hand is a jam/fold spot.
"""
