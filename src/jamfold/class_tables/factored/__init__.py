"""Sums over all hands without a class table: products with its factors R and G, built once and stored.

`factors.load_factors` opens or builds the factors; `engine.FactoredSums` answers the solver as a table does.
"""
