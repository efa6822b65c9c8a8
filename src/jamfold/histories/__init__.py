"""Played hands: one reader per site makes one canonical record; decisions are found in it.

``reader.read_pieces(pieces, name)`` gives the hands and problems of a text, in their
order; ``decisions.find_decision(hand)`` says whether a hand is a jam/fold spot.
"""
