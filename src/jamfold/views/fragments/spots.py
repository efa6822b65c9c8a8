"""Solved spots as HTML: the whole report, and what is built first."""

from __future__ import annotations

from math import log10

import numpy as np

from jamfold.questions.entries import CaseRequest
from jamfold.questions.spots import SolveRequest
from jamfold.shown import in_bb
from jamfold.spots.exploit import Exploit
from jamfold.spots.hand_list import list_hands
from jamfold.spots.solution import SpotSolution
from jamfold.spots.tree import TreeSpot
from jamfold.views.contracts.spots import AgainstContract
from jamfold.views.convergence import epsilons
from jamfold.views.fragments.plot import Line, plot
from jamfold.views.html import Html, element, join_html, table, tiles
from jamfold.views.range_text import played_text
from jamfold.views.solution_tables import NODE_HEADS, node_rows, solution_rows
from jamfold.views.words import (
    certificate_text,
    decision_text,
    effective_text,
    exploit_lines,
    spot_text,
    theory_text,
    tree_lines,
)

_FLOOR = 1e-12
_MOST_EPSILONS = 240
_AGAINST = {
    "best": "the best response earns against the range",
    "equilibrium_strategy": "the equilibrium strategy earns against it",
    "gain": "the best response gains",
    "cost_of_range": "the range costs its player",
    "risk": "given up if the other answers best in turn",
}
_MEANWHILE = {
    "/equity?game=omaha&p=AsAhKsKh&p=JdTd9c8c": "aces and kings against a rundown, on all boards",
    "/videopoker": "a trainer and every hold of video poker",
    "/flop": "the winning chance on a flop",
    "/icm": "what chips are worth in prizes",
}
"""Addresses that need no table, and are answered beside a build."""


def solve_fragment(question: SolveRequest, answer: SpotSolution | Exploit) -> Html:
    """A solution with every number and how it was found; of an answer to a range, first what that earns."""
    exploit, spot = (answer, answer.spot) if isinstance(answer, Exploit) else (None, answer)
    rows = [[_name(name), *both] for name, *both in solution_rows(spot)]
    notes = [element("p", text) for text in (effective_text(spot), decision_text(spot)) if text]
    how = element(
        "details",
        element("summary", "How it was computed"),
        element("p", _counted(spot)),
        _convergence(spot),
        id="how",
    )
    return element(
        "div",
        element("h2", spot_text(spot)),
        element("p", _badge(spot, exploit), " ", certificate_text(spot, "on average"), class_="note"),
        notes,
        _nodes(spot) if isinstance(spot, TreeSpot) else None,
        None if exploit is None else _against(exploit),
        tiles(_facts(spot)),
        element("div", table(("", "small blind", "big blind"), signed_rows(rows)), class_="scroll"),
        how,
        class_="result",
    )


def _counted(spot: SpotSolution) -> str:
    """What was computed, in players' words."""
    if isinstance(spot, TreeSpot) or not spot.solution.stakes.cancels:
        return theory_text(spot)
    live = spot.situation.effective_stack / spot.situation.big_blind
    return (
        "Computed over every deal of two hands and every board: each player can win or lose "
        f"{in_bb(live)} of the other's chips."
    )


def _nodes(spot: TreeSpot) -> Html:
    """The decisions of a tree, and what is to be known of it."""
    notes = [element("p", line, class_="note") for line in tree_lines(spot)]
    shown = table(NODE_HEADS, node_rows(spot), class_="numbers notes")
    return join_html(element("div", shown, class_="scroll"), notes)


def _name(name: str) -> str:
    """What a row of numbers is called where players read it."""
    return name.replace("PostEV", "a best response earns").replace("free (indifferent)", "indifferent")


def _badge(spot: SpotSolution, exploit: Exploit | None) -> Html:
    gains = sum(spot.payoffs.gains(spot.solution.gains)) / 2
    rough = f"not exact: within {spot.measure.text(gains, '.3g')}"
    words = "best response to a range" if exploit else "exact" if spot.exact else rough
    return element("span", words, class_="badge")


def _facts(spot: SpotSolution) -> list[tuple[str, str]]:
    facts = [
        ("small blind jams", f"{spot.jam_percent:.2f} %"),
        ("big blind calls", f"{spot.call_percent:.2f} %"),
    ]
    facts = [] if isinstance(spot, TreeSpot) else facts
    if spot.currency == "money":
        return [*facts, (f"small blind's value, {spot.measure.unit}", f"{spot.value_money[0]:.4f}")]
    value = f"{spot.value_bb:+.4f}".replace("-", "\u2212")
    return [*facts, ("small blind's value, bb", value)]


def signed_rows(rows: list[list[str]]) -> list[list[str]]:
    """Numbers with a real minus sign."""
    return [[row[0], *(cell.replace("-", "\u2212") for cell in row[1:])] for row in rows]


def _convergence(spot: SpotSolution) -> Html | None:
    """What both could still gain, by iteration, as a curve in powers of ten and as a table."""
    values = epsilons(spot)
    if len(values) < 2:
        return None
    spread = (
        np.geomspace(1, len(values), _MOST_EPSILONS)
        if len(values) > _MOST_EPSILONS
        else range(1, len(values) + 1)
    )
    places = np.unique(np.round(spread).astype(int))
    points = [(log10(place), log10(max(values[place - 1], _FLOOR))) for place in places.tolist()]
    rows = [[f"{place:,}", f"{values[place - 1]:.6g}"] for place in places.tolist()]
    words = f"could still gain on average, {spot.measure.unit}"
    return join_html(
        plot([Line("", points)], "iteration", words, powers=True),
        element(
            "details",
            element("summary", "As a table"),
            table(("iteration", words), rows),
        ),
    )


def _against(exploit: Exploit) -> Html:
    """What the best response to a range gains, costs and risks, and the response itself."""
    values, chips = AgainstContract.of(exploit), exploit.spot.currency == "chips"
    shown = ("chips", "bb") if chips else ("money",)
    rows = [
        [words, *(f"{getattr(values, f'{name}_{unit}'):+.6f}" for unit in shown)]
        for name, words in _AGAINST.items()
    ]
    strategy = exploit.spot.strategy(exploit.seat)
    text = played_text(list_hands(strategy, np.ones(strategy.classes.n, dtype=np.bool_)))
    lines = [element("li", line) for line in exploit_lines(exploit)]
    warnings = [element("p", one, class_="warning") for one in exploit.held.warnings]
    return join_html(
        element("ul", lines, class_="why"),
        warnings,
        element("div", table(("", *shown), signed_rows(rows)), class_="scroll", id="against"),
        element("p", f"The best response as a range. {text.words}", class_="note"),
        element("p", text.near, class_="range", id="response") if text.near else None,
    )


def signed(value: float | None, digits: int = 4) -> str:
    """A gain; what is not known was never asked."""
    if value is None or value != value:
        return "never asked"
    return f"{value:+.{digits}f}".replace("-", "\u2212")


def needs_fragment(question: CaseRequest, sentence: str) -> Html:
    """What a first build takes, and the ways to what needs no table; nothing where none is ahead."""
    if not sentence:
        return Html("")
    links = [element("li", element("a", words, href=there)) for there, words in _MEANWHILE.items()]
    return join_html(
        element("p", "Not built yet. ", sentence), element("p", "To look at meanwhile:"), element("ul", links)
    )
