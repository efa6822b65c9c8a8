"""Tournaments of two and of three players as HTML: what stacks are worth, and what is played at some."""

from __future__ import annotations

from typing import Any

import numpy as np

from jamfold.answers.tournaments import ThreeNeeds, time_text
from jamfold.games import Game
from jamfold.questions.tournaments import (
    ThreeNeedsRequest,
    ThreeStateRequest,
    ThreeTournamentRequest,
    TournamentRequest,
    TournamentStateRequest,
)
from jamfold.tournaments.three_keeping import ThreeTournament
from jamfold.tournaments.tournament import CERTIFIED, Tournament
from jamfold.views.fragments.plot import Line, plot
from jamfold.views.fragments.ranges import range_fragment, side_by_side
from jamfold.views.html import Html, element, join_html, table, tiles
from jamfold.views.tournament import (
    HEADS,
    cells_of,
    shown_stacks,
    sure_text,
    three_lines,
    three_state,
    three_title,
    title_text,
    tournament_lines,
)

_MOST_ROWS = 300
_SEEN = 9
"""Digits of what is drawn: rounding would fill a picture in which nothing differs."""


def tournament_fragment(question: TournamentRequest, answer: Tournament) -> Html:
    """The certificate, the curves of every hand, and all numbers."""
    certificate = "exact, to rounding" if answer.epsilon < CERTIFIED else "not exact"
    wins = answer.equal_stacks
    facts = [("small blind wins with equal stacks", f"{100 * wins:.4f} %")] if wins is not None else []
    facts += [
        ("farthest from the chip share, percentage points", f"{100 * answer.distance:.3f}"),
        ("lost by playing for chips, percentage points", f"{100 * answer.chips_cost:.4f}"),
    ]
    hands = [_curves(answer, hand) for hand in range(1, len(answer.winning) + 1)]
    notes = [element("p", line, class_="note") for line in tournament_lines(answer)]
    how = element("details", element("summary", f"How exact: {certificate}"), notes)
    return element("div", element("h2", title_text(answer)), tiles(facts), hands, how, class_="result")


def _curves(answer: Tournament, hand: int) -> Html:
    """Winning chances and ranges over the small blind's chips, in one hand."""
    row, unit = hand - 1, answer.schedule.unit
    stacks = range(1, answer.schedule.steps)
    apart = (100 * answer.from_chip_share[row]).round(_SEEN)
    more = Line("", [(k * unit, float(apart[k])) for k in stacks])
    played = [
        Line(name, [(k * unit, float(shares[row, k - 1])) for k in stacks])
        for name, shares in (
            ("small blind jams", answer.jam_percent),
            ("big blind calls", answer.call_percent),
        )
    ]
    chips = "chips of the small blind"
    rows = cells_of(answer, hand, shown_stacks(answer, _MOST_ROWS))
    numbers = element(
        "details",
        element("summary", "All numbers"),
        element("div", table(HEADS, rows), class_="scroll"),
    )
    pictures = side_by_side(
        [
            plot([more], chips, "wins more than its share of the chips, percentage points"),
            plot(played, chips, "% of hands", 0, 100),
        ]
    )
    if len(answer.winning) == 1:
        return join_html(pictures, numbers)
    return element("details", element("summary", f"Hand {hand}"), pictures, numbers, open=hand == 1)


def state_fragment(question: TournamentStateRequest, answer: Tournament) -> Html:
    """One state in a sentence, then both ranges."""
    row, k = answer.place(question.hand, question.sb_chips)
    words = join_html(
        "Small blind ",
        element("b", f"{question.sb_chips:,}"),
        ", big blind ",
        element("b", f"{answer.schedule.chips - question.sb_chips:,}"),
        ": the small blind wins ",
        element("b", f"{100 * float(answer.winning[row, k]):.4f} %"),
        ".",
    )
    ranges = [
        join_html(
            element("h2", f"{seat} {action}s {float(shares[row, k - 1]):.2f} %"),
            range_fragment(answer.game, played[row, k - 1], action, f"{action}-tip"),
        )
        for seat, action, shares, played in (
            ("Small blind", "jam", answer.jam_percent, answer.jam),
            ("Big blind", "call", answer.call_percent, answer.call),
        )
    ]
    return element("div", element("p", words, class_="advice"), side_by_side(ranges), class_="result")


def three_fragment(question: ThreeTournamentRequest, answer: ThreeTournament) -> Html:
    """What has been solved, and how exactly."""
    notes = [element("p", line, class_="note") for line in three_lines(answer)]
    return element(
        "div",
        element("h2", three_title(answer)),
        element("p", sure_text(answer)),
        element("details", element("summary", "How exact: to rounding"), notes),
        class_="result",
    )


def needs_fragment(question: ThreeNeedsRequest, answer: ThreeNeeds) -> Html:
    """The same as a line; nothing where it opens at once."""
    return Html("") if answer.kept else element("p", needs_text(answer), class_="note")


def needs_text(answer: ThreeNeeds) -> str:
    """States and time in a sentence, then what is built first."""
    states = f"{answer.states:,} states" if answer.states > 1 else "1 state"
    if answer.kept:
        return f"{states}, solved already: opened at once."
    return " ".join((f"{states}, solved in about {time_text(answer.seconds)}.", *answer.notices))


def three_state_fragment(question: ThreeStateRequest, answer: ThreeTournament) -> Html:
    """One state: what the seats are worth, and every decision with its range, one of them open."""
    state = three_state(answer, answer.equal if question.row is None else question.row)
    folds = [
        _decision(answer.game, decision, f"tip-{k}", is_open=k == 0)
        for k, decision in enumerate(state["decisions"])
    ]
    nobody = None if folds else element("p", "Nobody has a decision with these stacks.")
    seats = element("div", table(state["heads"], state["seats"]), class_="scroll")
    return element("div", seats, nobody, folds, class_="result")


def _decision(game: Game, decision: dict[str, Any], tip: str, *, is_open: bool) -> Html:
    strategy = np.zeros(len(decision["square"]))
    for cell in decision["square"]:
        strategy[cell["id"]] = cell["played"]
    played = element("b", f"{decision['action']}s {decision['percent']:.2f} %")
    return element(
        "details",
        element("summary", decision["words"], played),
        range_fragment(game, strategy, decision["action"], tip),
        element("p", decision["range"], class_="range"),
        class_="decision",
        name="decision",
        open=is_open,
        data_node=decision["node"],
    )
