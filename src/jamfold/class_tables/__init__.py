"""Class tables: exact margins, outcomes and three-way orders of all hand classes, built and stored.

`load_table` gives the class table of a game and builds it first when it is missing or damaged.
"""

from jamfold.class_tables.blocks import BuildCost
from jamfold.class_tables.build import build_notice, build_table, estimate_build, load_table
from jamfold.class_tables.class_table import ClassTable, check_supported, open_table
from jamfold.core.progress import Progress

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
