"""Sums over all hands without a class table: products with its factors R and G, built once and stored.

`load_factors` opens or builds the factors; `FactoredSums` answers the solver as a table does.
"""

from jamfold.class_tables.factored.engine import FactoredSums
from jamfold.class_tables.factored.factors import (
    Factors,
    are_factors_stored,
    build_factors,
    check_factored,
    factor_needs,
    factor_notice,
    load_factors,
    open_factors,
    open_row_sums,
)

__all__ = [
    "FactoredSums",
    "Factors",
    "are_factors_stored",
    "build_factors",
    "check_factored",
    "factor_needs",
    "factor_notice",
    "load_factors",
    "open_factors",
    "open_row_sums",
]
