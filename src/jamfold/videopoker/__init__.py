"""Video poker: exact values of any pay table, holds, strategy lists, training, simulation.

>>> from jamfold import videopoker
>>> videopoker.analyse_pay_table("Jacks or Better 9/6").expected_return  # doctest: +SKIP
Fraction(1653526326983, 1661102543100)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jamfold.videopoker.analysis import Analysis as Analysis
    from jamfold.videopoker.analysis import analyse_pay_table as analyse_pay_table
    from jamfold.videopoker.bankroll import Ruin as Ruin
    from jamfold.videopoker.bankroll import Simulation as Simulation
    from jamfold.videopoker.bankroll import risk_of_ruin as risk_of_ruin
    from jamfold.videopoker.bankroll import simulate as simulate
    from jamfold.videopoker.holds import DealReport as DealReport
    from jamfold.videopoker.holds import analyse_deal as analyse_deal
    from jamfold.videopoker.paytable import PayTable as PayTable
    from jamfold.videopoker.paytable import load_pay_table as load_pay_table
    from jamfold.videopoker.paytable import shipped_pay_tables as shipped_pay_tables
    from jamfold.videopoker.strategy import Strategy as Strategy
    from jamfold.videopoker.strategy import build_strategy as build_strategy

_HOMES = {
    "Analysis": "analysis",
    "DealReport": "holds",
    "PayTable": "paytable",
    "Ruin": "bankroll",
    "Simulation": "bankroll",
    "Strategy": "strategy",
    "analyse_deal": "holds",
    "analyse_pay_table": "analysis",
    "build_strategy": "strategy",
    "load_pay_table": "paytable",
    "risk_of_ruin": "bankroll",
    "shipped_pay_tables": "paytable",
    "simulate": "bankroll",
}

__all__ = [
    "Analysis",
    "DealReport",
    "PayTable",
    "Ruin",
    "Simulation",
    "Strategy",
    "analyse_deal",
    "analyse_pay_table",
    "build_strategy",
    "load_pay_table",
    "risk_of_ruin",
    "shipped_pay_tables",
    "simulate",
]


def __getattr__(name: str) -> Any:
    """Load a public name on first use: a list of pay tables needs no compiled code."""
    if name not in _HOMES:
        raise AttributeError(f"module 'jamfold.videopoker' has no attribute {name!r}")
    value = getattr(import_module(f"jamfold.videopoker.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names, loaded or not."""
    return sorted({*globals(), *_HOMES})
