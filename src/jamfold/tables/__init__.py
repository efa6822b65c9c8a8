"""Class tables: exact margins between all hand classes, built once and kept.

`load_table` is the way in: it gives the table of a game and builds it first
when it is missing or damaged.
"""

from jamfold.progress import Progress
from jamfold.tables.build import build_table, load_table
from jamfold.tables.class_table import ClassTable, check_supported, open_table
from jamfold.tables.needs import BuildNeeds, build_needs, build_notice

__all__ = [
    "BuildNeeds",
    "ClassTable",
    "Progress",
    "build_needs",
    "build_notice",
    "build_table",
    "check_supported",
    "load_table",
    "open_table",
]
