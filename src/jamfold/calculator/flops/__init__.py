"""Hand strength, showdowns, fold rules and winning chances on the flop.

A holding's hand strength is its exact equity against one random holding.  `distribution` has all holdings
of one flop and all (hand, flop) states of a game, built once and stored.  docs/winning-chance.md explains
it at length.
"""
