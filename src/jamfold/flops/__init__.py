"""Hand strength on the flop: a holding's exact equity against one random holding.

`strength` has all holdings of one flop, `distribution` all (hand, flop) states,
built once and kept.  docs/winning-chance.md explains it at length.
"""
