"""Class tables: exact margins between all hand classes, built once and kept.

`load_table` is the way in: it gives the table of a game and builds it first
when it is missing or damaged.
"""

from jamfold.progress import Progress
from jamfold.tables.build import build_table, load_table
from jamfold.tables.class_table import ClassTable, check_supported, open_table
from jamfold.tables.needs import BuildCost, build_notice, estimate_build

# Former names, until 0.4.
BuildNeeds, build_needs = BuildCost, estimate_build

__all__ = [
    "BuildCost",
    "ClassTable",
    "Progress",
    "build_notice",
    "build_table",
    "check_supported",
    "estimate_build",
    "load_table",
    "open_table",
]
