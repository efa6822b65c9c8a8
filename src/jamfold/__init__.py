"""Exact jam/fold (push/fold) equilibria in poker.

>>> import jamfold
>>> spot = jamfold.solve("holdem", stacks="10bb")
>>> print(f"{spot.jam_percent:.2f}%")
58.28%
>>> print(spot.hand("K7o", "sb").advice)
jam
>>> print(jamfold.parse_range("AKs, AA, AKo, KK-JJ", jamfold.GAMES["holdem"]))
JJ+,AK

Every question of the command line and of the page is a function; `jamfold.cases.python.names` lists them in
the order of tasks, and the stub next to this file tells editors and type checkers what they take and give.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

from jamfold.core.display import set_display_module
from jamfold.core.former_modules import FormerModules
from jamfold.core.version import __version__ as __version__

# Loaded on first use: nothing heavy at import, and no layer below imports upward through here.
# Each name with the module it lives in; the questions come besides.
_HOMES = {
    "Chart": "jamfold.spots.charts",
    "GAMES": "jamfold.cards.games",
    "HandRange": "jamfold.ranges",
    "JamfoldError": "jamfold.core.errors",
    "Situation": "jamfold.betting.two_seats",
    "SpotSolution": "jamfold.spots.solution",
    "Tournament": "jamfold.spots.tournaments.tournament",
    "ask": "jamfold.cases.python.functions",
    "evaluate": "jamfold.spots.analysis",
    "load_pay_table": "jamfold.calculator.videopoker.paytable",
    "load_solution": "jamfold.spots.tree_solve",
    "load_table": "jamfold.class_tables",
    "on_cluster": "jamfold.class_tables.margins",
    "parse_range": "jamfold.ranges",
}
_NAMES = "jamfold.cases.python.names"
_PACKAGES = ("hand", "strength")  # packages with the name of a function
_BUILTINS = ("list", "range")  # functions of a name that a star import must not take away


def _names() -> tuple[str, ...]:
    """The names of all questions."""
    return tuple(import_module(_NAMES).HOMES)


sys.meta_path.insert(0, FormerModules())
set_display_module(lambda: import_module("jamfold.views.render"))


def __getattr__(name: str) -> Any:
    """Load a public name on first use."""
    if name == "__all__":
        return sorted({*_HOMES, *_names()} - {*_BUILTINS})
    if name in _HOMES:
        value = getattr(import_module(_HOMES[name]), name)
    elif not name.startswith("_") and name in _names():
        value = import_module("jamfold.cases.python.functions").function_of(name)
        if name in _PACKAGES:  # `jamfold.betting.two_seats` is found through the function, too
            package = vars(import_module(f"jamfold.{name}"))
            package |= vars(value)
            value.__dict__ = package
    else:
        raise AttributeError(f"module 'jamfold' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names, loaded or not; what imports leave here stays out."""
    return sorted({*_HOMES, *_names(), *(name for name in globals() if name.startswith("__"))})


class _Package(ModuleType):
    """The package, in which no package of `_PACKAGES` hides the function of its name."""

    def __setattr__(self, name: str, value: Any) -> None:
        if not (isinstance(value, ModuleType) and name in _PACKAGES):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
