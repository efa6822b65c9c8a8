"""Calculators: pot shares of two to nine players, chances and strength on flops, and video poker.

Equities are exact wherever that takes seconds.
"""
