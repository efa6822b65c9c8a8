"""Exact jam/fold (push/fold) equilibria for heads-up poker.

>>> import jamfold
>>> spot = jamfold.solve("omaha", stacks=(100, 100), blinds=(5, 10))  # doctest: +SKIP
>>> spot.hand("6h Qd 6c Ac", "sb").advice  # doctest: +SKIP
'jam'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from jamfold._version import __version__ as __version__

if TYPE_CHECKING:
    from jamfold.calculator.calculate import equity as equity
    from jamfold.ranges import parse_range as parse_range
    from jamfold.spots.situation import Situation as Situation
    from jamfold.spots.solution import SpotSolution as SpotSolution
    from jamfold.spots.solution import load_solution as load_solution
    from jamfold.spots.solving import solve as solve
    from jamfold.tables import load_table as load_table
    from jamfold.videopoker.analysis import analyse_pay_table as analyse_pay_table
    from jamfold.videopoker.holds import analyse_deal as analyse_deal
    from jamfold.videopoker.paytable import load_pay_table as load_pay_table

# Loaded on first use: nothing heavy at import, and no layer below imports upward through here.
_HOMES = {
    "Situation": "jamfold.spots.situation",
    "SpotSolution": "jamfold.spots.solution",
    "analyse_deal": "jamfold.videopoker.holds",
    "analyse_pay_table": "jamfold.videopoker.analysis",
    "equity": "jamfold.calculator.calculate",
    "load_pay_table": "jamfold.videopoker.paytable",
    "load_solution": "jamfold.spots.solution",
    "load_table": "jamfold.tables",
    "parse_range": "jamfold.ranges",
    "solve": "jamfold.spots.solving",
}

__all__ = [
    "Situation",
    "SpotSolution",
    "analyse_deal",
    "analyse_pay_table",
    "equity",
    "load_pay_table",
    "load_solution",
    "load_table",
    "parse_range",
    "solve",
]


def __getattr__(name: str) -> Any:
    """Load a public name on first use."""
    if name not in _HOMES:
        raise AttributeError(f"module 'jamfold' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names, loaded or not."""
    return sorted({*globals(), *_HOMES})
