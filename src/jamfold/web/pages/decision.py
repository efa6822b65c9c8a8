"""One decision of a table as HTML: in a list, in a sentence, as a square or a matrix of patterns."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from jamfold.web.pages import heat
from jamfold.web.pages.frame import percent
from jamfold.web.pages.patterns import matrix_html

HINT = "Point at a hand, or walk with the arrow keys."


def choice_html(decision: dict[str, Any]) -> str:
    """A decision in a list: what has happened, how much is played, how often it comes."""
    return (
        f"<span>{escape(decision['facing'])}</span> "
        f"<b>{decision['action']}s {decision['percent']:.1f} %</b> "
        f"<small>{often(decision['reach'])}</small>"
    )


def often(reach: float) -> str:
    """How often a decision comes."""
    return "in every deal" if reach > 1 - 1e-9 else f"in {percent(reach, 1)} of deals"


def decision_html(decision: dict[str, Any]) -> str:
    """The decision that is shown, in a sentence."""
    return (
        f"<p class='advice'>{escape(decision['words'])}</p><p>{decision['action'].capitalize()}s "
        f"<b>{decision['percent']:.2f} %</b> of hands. This comes up {often(decision['reach'])}.</p>"
    )


def range_html(decision: dict[str, Any]) -> str:
    """A square of hands, or the matrix of patterns of four-card hands."""
    action = decision["action"]
    if decision["patterns"] is not None:
        shades = heat.scale("some", "all of the pattern is played", "none")
        past = {"jam": "jammed", "call": "called"}[action]
        note = "<p class='note'>Per cent of the hands of each pattern that are played.</p>"
        return f"{shades}{note}{matrix_html(decision['patterns'], 0, past)}"
    cells = square_cells(decision["square"])
    return heat.legend(action) + heat.square(cells, len(decision["ranks"]), decision["words"], hint=HINT)


def square_cells(cells: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Cells of a square: filled as far as the hand is played."""
    return [
        cell
        | {
            "fill": cell["played"],
            "small": f"{100 * cell['played']:.0f}%" if 0.005 < cell["played"] < 0.995 else "",
        }
        for cell in cells
    ]
