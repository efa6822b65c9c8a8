"""Exact jam/fold (push/fold) equilibria in poker.

>>> import jamfold
>>> spot = jamfold.solve("holdem", stacks=(100, 100), blinds=(5, 10))
>>> print(spot.hand("K7o", "sb").advice)
jam
>>> print(jamfold.parse_range("AKs, AA, AKo, KK-JJ", jamfold.GAMES["holdem"]))
JJ+,AK
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from jamfold._version import __version__ as __version__

if TYPE_CHECKING:
    from jamfold.calculator.calculate import equity as equity
    from jamfold.errors import JamfoldError as JamfoldError
    from jamfold.flop.winning_chance import winning_chance as winning_chance
    from jamfold.games import GAMES as GAMES
    from jamfold.ranges import HandRange as HandRange
    from jamfold.ranges import parse_range as parse_range
    from jamfold.spots.charts import Chart as Chart
    from jamfold.spots.charts import chart as chart
    from jamfold.spots.evaluate import evaluate as evaluate
    from jamfold.spots.explain import explain as explain
    from jamfold.spots.exploit import exploit as exploit
    from jamfold.spots.situation import Situation as Situation
    from jamfold.spots.solution import SpotSolution as SpotSolution
    from jamfold.spots.solution import load_solution as load_solution
    from jamfold.spots.solving import solve as solve
    from jamfold.spots.terms import Terms as Terms
    from jamfold.tables import load_table as load_table
    from jamfold.tables.sums import on_cluster as on_cluster
    from jamfold.tournaments.solving import tournament as tournament
    from jamfold.tournaments.tournament import Tournament as Tournament
    from jamfold.videopoker.analysis import analyse_pay_table as analyse_pay_table
    from jamfold.videopoker.holds import analyse_deal as analyse_deal
    from jamfold.videopoker.paytable import load_pay_table as load_pay_table
    from jamfold.worth.icm import icm as icm

# Loaded on first use: nothing heavy at import, and no layer below imports upward through here.
# Each name with the module it lives in.
_HOMES = {
    "Chart": "jamfold.spots.charts",
    "GAMES": "jamfold.games",
    "HandRange": "jamfold.ranges",
    "JamfoldError": "jamfold.errors",
    "Situation": "jamfold.spots.situation",
    "SpotSolution": "jamfold.spots.solution",
    "Terms": "jamfold.spots.terms",
    "Tournament": "jamfold.tournaments.tournament",
    "analyse_deal": "jamfold.videopoker.holds",
    "analyse_pay_table": "jamfold.videopoker.analysis",
    "chart": "jamfold.spots.charts",
    "equity": "jamfold.calculator.calculate",
    "evaluate": "jamfold.spots.evaluate",
    "explain": "jamfold.spots.explain",
    "exploit": "jamfold.spots.exploit",
    "icm": "jamfold.worth.icm",
    "load_pay_table": "jamfold.videopoker.paytable",
    "load_solution": "jamfold.spots.solution",
    "load_table": "jamfold.tables",
    "on_cluster": "jamfold.tables.sums",
    "parse_range": "jamfold.ranges",
    "solve": "jamfold.spots.solving",
    "tournament": "jamfold.tournaments.solving",
    "winning_chance": "jamfold.flop.winning_chance",
}

__all__ = [
    "GAMES",
    "Chart",
    "HandRange",
    "JamfoldError",
    "Situation",
    "SpotSolution",
    "Terms",
    "Tournament",
    "analyse_deal",
    "analyse_pay_table",
    "chart",
    "equity",
    "evaluate",
    "explain",
    "exploit",
    "icm",
    "load_pay_table",
    "load_solution",
    "load_table",
    "on_cluster",
    "parse_range",
    "solve",
    "tournament",
    "winning_chance",
]


def __getattr__(name: str) -> Any:
    """Load a public name on first use."""
    if name not in _HOMES:
        raise AttributeError(f"module 'jamfold' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names, loaded or not; what imports leave here stays out."""
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
