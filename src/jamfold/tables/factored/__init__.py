"""Sums over all hands without a class table: products with its factors R and G, built once and kept.

`load_factors` is the way in; `FactoredSums` answers the solver as a table does.
"""

from jamfold.tables.factored.build import build_factors, load_factors
from jamfold.tables.factored.engine import FactoredSums
from jamfold.tables.factored.factors import Factors, check_factored, open_factors, open_row_sums
from jamfold.tables.factored.footprint import factor_needs, factor_notice

__all__ = [
    "FactoredSums",
    "Factors",
    "build_factors",
    "check_factored",
    "factor_needs",
    "factor_notice",
    "load_factors",
    "open_factors",
    "open_row_sums",
]
