"""Class tables: exact margins between all hand classes, built once and kept.

`load_table` is the way in: it gives the table of a game and builds it first
when it is missing or damaged.
"""

from jamfold.equities.tables.build import Progress, build_table, load_table
from jamfold.equities.tables.store import ClassTable

__all__ = ["ClassTable", "Progress", "build_table", "load_table"]
