"""Played hands: readers of all sites, one canonical record, the store, and the decisions found.

``reading.read_pieces(pieces, name)`` gives the hands and problems of a text, in their
order; ``spot_finder.find_jam_fold_spot(hand)`` says whether a hand is a jam/fold spot.
"""
