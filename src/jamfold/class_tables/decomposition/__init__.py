"""Exact showdown counts without enumerating boards.

A board has at most one suit T with three or more cards.  So for two disjoint
hands the sum over all boards of sign(strength1 - strength2) is

    R(ranks of hand 1, ranks of hand 2) + sum over the suits T of G(view 1, view 2)

- R (`rank_term`) is the showdown by ranks alone, flushes ignored;
- G (`suit_term`) corrects it on the boards with three or more cards in T;
- the view of a hand in T is its ranks in T (a set) and its other ranks (a
  multiset), numbered in `cards.counting.suit_views`.

`orders` says which integers are summed: the high showdown, and for a split pot
what the low changes.  `assembly` adds the terms up for classes of hands.
docs/decomposition.md explains it at length.
"""
