"""Video poker: exact values of any pay table, holds, strategy lists, training, simulation.

>>> from jamfold.calculator import videopoker
>>> videopoker.analyse_pay_table("Jacks or Better 9/6").expected_return  # doctest: +SKIP
Fraction(1653526326983, 1661102543100)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jamfold.calculator.videopoker.analysis import Analysis, analyse_pay_table
    from jamfold.calculator.videopoker.bankroll import Ruin, Simulation, risk_of_ruin, simulate
    from jamfold.calculator.videopoker.holds import DealReport, analyse_deal
    from jamfold.calculator.videopoker.paytable import PayTable, load_pay_table, shipped_pay_tables
    from jamfold.calculator.videopoker.strategy import Strategy, build_strategy

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
        raise AttributeError(f"module 'jamfold.calculator.videopoker' has no attribute {name!r}")
    value = getattr(import_module(f"jamfold.calculator.videopoker.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names, loaded or not."""
    return sorted({*globals(), *_HOMES})
