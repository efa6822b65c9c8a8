"""Class tables: exact margins between all hand classes, built once and kept.

`load_table` is the way in: it gives the table of a game and builds it first
when it is missing or damaged.
"""

from jamfold.kept.store import ClassTable
from jamfold.tables.build import Progress, build_table, load_table

__all__ = ["ClassTable", "Progress", "build_table", "load_table"]
