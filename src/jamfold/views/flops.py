"""Jam or fold on one flop and on all flops: terminal, columns and HTML."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nsmallest
from math import ceil, floor
from pathlib import Path
from typing import Any

import numpy as np

from jamfold.cards import format_cards
from jamfold.cards.counting.classes import hand_classes, hand_indices
from jamfold.cards.games import Game
from jamfold.cases.flops import FlopChartRequest, FlopRequest, FlopTableRequest
from jamfold.core.arrays import FloatArray
from jamfold.core.display import plural
from jamfold.core.storage.whole_files import write_atomically
from jamfold.ranges.grid import class_label
from jamfold.spots.flop import FlopChart, FlopChips, FlopHand, FlopSolution
from jamfold.spots.flop_nplayer import FlopTable
from jamfold.spots.nplayer.profile import node_text
from jamfold.views.formats import Columns, columns_csv, columns_of, format_two_digits, signed_text
from jamfold.views.html import Html, element, tile
from jamfold.views.range_grids import Cell, range_fragment
from jamfold.views.sentences import BOTH_SEATS, about_lines, chips_texts, terms_text
from jamfold.views.sheet import Cards, Folded, Heads, Note, OnPage, Sheet, Table, facts, on_terminal, words
from jamfold.views.table_sentences import deals_words, gain_text, table_title

_NEAR = 15
"""Number of close decisions listed for each player."""
_FLOPS = (
    "flop", "weight", "jam_percent", "call_percent", "value_bb", "bb_value_bb", "sb_gain_bb", "bb_gain_bb",
)  # fmt: skip
_COLUMNS = ("hand", "size", "sb_holds", "jam", "jam_gain_bb", "bb_holds", "call", "call_gain_bb")


def flop_text(answer: FlopSolution) -> str:
    return f"{format_cards(answer.board, ' ')}, {_chips_text(answer.game, answer.chips)}"


def _chips_text(game: Game, chips: FlopChips) -> str:
    situation = chips.situation
    parts = [game.title]
    if chips.pot is not None:
        behind = min(situation.stacks)
        parts.append(f"pot {chips.pot:g}, {behind:g} behind ({behind / chips.pot:.4g} pots)")
    else:
        parts += chips_texts(situation)
    if not chips.terms.plain:
        parts.append(terms_text(chips.terms, situation.big_blind))
    return ", ".join(parts)


def flop_rows(answer: FlopSolution) -> list[tuple[str, ...]]:
    """Return rows of name, small blind's number, big blind's number."""
    return [
        *mean_rows(answer),
        ("mixed hands", *(f"{count:,}" for count in answer.mixed)),
        ("indifferent hands", *(f"{count:,}" for count in answer.solution.free)),
    ]


def mean_rows(answer: FlopSolution | FlopChart) -> list[tuple[str, ...]]:
    return [
        ("jams / calls", f"{answer.jam_percent:.4f}%", f"{answer.call_percent:.4f}%"),
        ("EV, bb", *(f"{value:+.9f}" for value in answer.values_bb)),
        ("gain by deviating, bb", *(f"{gain:.3g}" for gain in answer.gains_bb)),
    ]


def certificate_text(answer: FlopSolution) -> str:
    """Say in a sentence how exact the strategies are, and for how many hands."""
    kind = "Equilibrium, exact to rounding" if answer.exact else "Not exact"
    first, second = answer.gains_bb
    hands, kinds = len(answer.sums.hands.places), answer.sums.shape[0]
    return (
        f"{kind}: by deviating, the small blind can gain {first:.3g} bb, the big blind {second:.3g} bb "
        f"(epsilon {answer.epsilon_bb:.3g} bb); {hands:,} hands of {kinds:,} kinds, every turn and river; "
        f"{plural(answer.iterations, 'iteration')} in {answer.seconds:.2f} s."
    )


def flop_sheet(_: FlopRequest, answer: FlopSolution) -> Sheet:
    """Return both players' numbers and how exact they are; on pages, both squares."""
    hands = answer.hands
    jams = [(hand, hand.jam, hand.jam_gain_bb) for hand in hands if hand.held[0]]
    calls = [(hand, hand.call, hand.call_gain_bb) for hand in hands if hand.held[1]]
    calls = [call for call in calls if call[2] is not None]
    numbers = facts(BOTH_SEATS, flop_rows(answer)), Note(certificate_text(answer))

    def page_parts() -> list[Any]:
        return [
            _picture(answer),
            _near("Closest decisions: jam or fold", "jams", jams),
            _near("Closest decisions: call or fold", "calls", calls),
            Folded("How exact", numbers, "flop-exact"),
        ]

    return Sheet(
        flop_text(answer),
        page_title=Cards(f"Jam or fold on {format_cards(answer.board)}"),
        parts=(on_terminal(*numbers), OnPage(page_parts)),
    )


def _picture(answer: FlopSolution) -> Html:
    """Return the flop, frequencies and EVs, and a square for each player."""
    tiles = (
        tile("Small blind jams", f"{answer.jam_percent:.1f}%", "", "of its hands"),
        tile("Big blind calls", f"{answer.call_percent:.1f}%", "", "of its hands"),
        tile("Small blind's EV", signed_text(answer.value_bb, 3), "bb", "per hand, blinds included"),
    )
    squares = [
        element("section", element("h2", title), _square(answer, seat), class_="card", aria_label=title)
        for seat, title in enumerate(("Small blind: jam or fold", "Big blind: call or fold"))
    ]
    return element("div", element("div", tiles, class_="sums many"), element("div", squares, class_="halves"))


def _square(answer: FlopSolution, seat: int) -> Html:
    """Return a square of how often each class is played and what it gains, averaged over its suits."""
    hands, classes, kinds = answer.sums.hands, hand_classes(answer.game), answer.sums.classes
    rows = classes.class_of[hand_indices(hands.cards[kinds.representatives[::-1]], classes.deck)]
    strategy = [
        (hand.call, hand.call_gain_bb) if seat else (hand.jam, hand.jam_gain_bb) for hand in answer.hands
    ]
    weights = np.array([hand.size * hand.held[seat] for hand in answer.hands])

    def mean(values: Sequence[float]) -> FloatArray:
        sums = np.bincount(rows, weights * np.array(values), len(classes.sizes))
        return sums / np.maximum(np.bincount(rows, weights, len(classes.sizes)), 1e-12)

    shares, gains = mean([share for share, _ in strategy]), mean([gain or 0.0 for _, gain in strategy])
    action = ("jam", "call")[seat]

    def cell(k: int) -> Cell:
        name, gain = class_label(answer.game, k), signed_text(float(gains[k]), 2)
        words = (
            f"{name}: {action}s {100 * shares[k]:.4g}%, {gain} bb over folding, on average over its suits."
        )
        return Cell(gain, words)

    return range_fragment(answer.game, shares, action, f"flop-tip-{seat}", cell)


def _near(title: str, plays: str, hands: Sequence[tuple[FlopHand, float, float | None]]) -> Folded:
    """Return the hands whose gains are nearest to zero, the best first."""
    close = nsmallest(_NEAR, hands, key=lambda row: abs(row[2] or 0.0))
    rows = [
        [Cards(hand.hand), f"{hand.size:,}", f"{100 * played:.2f}%", f"{gain or 0.0:+.6f}"]
        for hand, played, gain in sorted(close, key=lambda row: -(row[2] or 0.0))
    ]
    heads: Heads = (*words("hand"), "alike", plays, "worth more than folding, bb")
    return Folded(title, [Table(heads, rows)])


def flop_columns(answer: FlopSolution) -> Columns:
    rows = (
        (at.hand, at.size, at.held[0], at.jam, at.jam_gain_bb, at.held[1], at.call, at.call_gain_bb)
        for at in answer.hands
    )
    return columns_of(_COLUMNS, rows)


def flops_text(answer: FlopChart) -> str:
    """Say how many flops were solved, and how exactly."""
    kind = "All are exact, to rounding" if answer.exact else "Not all are exact"
    return (
        f"Means over all {answer.weight:,} flops, {answer.classes.n:,} of them up to suits. {kind}: "
        f"epsilon {answer.epsilon_bb:.3g} bb on average, "
        f"{max(sum(flop.gains_bb) for flop in answer.flops) / 2:.3g} on the flop where it is largest."
    )


def flops_sheet(_: FlopChartRequest, answer: FlopChart) -> Sheet:
    groups = [
        (group.name, f"{group.weight:,}", f"{group.jam_percent:.2f}%", f"{group.call_percent:.2f}%",
         f"{group.value_bb:+.6f}")
        for group in answer.groups
    ]  # fmt: skip
    heads = ("flops of", "count", "jams", "calls", "small blind's EV, bb")
    return Sheet(
        f"All flops, {_chips_text(answer.game, answer.chips)}",
        page_title="Jam or fold on all flops",
        parts=(facts(BOTH_SEATS, mean_rows(answer)), facts(heads, groups)),
        notes=[flops_text(answer)],
    )


def flops_columns(answer: FlopChart) -> Columns:
    rows = (
        (flop.flop, flop.weight, flop.jam_percent, flop.call_percent, *flop.values_bb, *flop.gains_bb)
        for flop in answer.flops
    )
    return columns_of(_FLOPS, rows)


def write_flops(answer: FlopChart, path: Path) -> None:
    write_atomically(path, columns_csv(flops_columns(answer)))


_SEAT_HEADS = ("seat", "stack", "expected stack", "min gain", "max gain")
_DECISION_HEADS = ("decision", "how often", "plays")


def seat_rows(answer: FlopTable) -> list[tuple[str, ...]]:
    hand, certificate = answer.hand, answer.certificate
    return [
        (
            name,
            f"{hand.stacks[seat]:,.12g}",
            f"{certificate.values[seat]:,.4f} ± {certificate.values_error[seat]:.4f}",
            f"{format_two_digits(certificate.least[seat], floor):.2g}",
            f"{format_two_digits(certificate.bounds[seat], ceil):.2g}",
        )
        for seat, name in enumerate(hand.names)
    ]


def decision_rows(answer: FlopTable) -> list[tuple[str, str, str]]:
    return [
        (node_text(answer.hand, node), f"{100 * decision.reach:.2f}%", f"{decision.percent:.2f}%")
        for node, decision in zip(answer.hand.nodes, answer.decisions, strict=True)
    ]


def flop_table_lines(answer: FlopTable) -> list[str]:
    """Say what is sampled, how exact that is, and what is assumed about a room."""
    worst = gain_text(answer.hand, float(answer.certificate.bounds.max()), ceil)
    sampled = (
        f"Sampled: {deals_words(answer.deals, answer.certificate.deals)} in {answer.seconds:.0f} s, "
        f"{answer.n_hands:,} hands of {len(answer.strategy[0]):,} kinds. No seat gains more than {worst} by "
        "deviating (95%)."
    )
    return [sampled, *about_lines(answer.hand.terms)]


def flop_table_sheet(_: FlopTableRequest, answer: FlopTable) -> Sheet:
    """Return seats and decisions on a flop, and how exact they are."""
    return Sheet(
        f"{format_cards(answer.board, ' ')}, {table_title(answer)}",
        parts=(facts(_SEAT_HEADS, seat_rows(answer)), facts(_DECISION_HEADS, decision_rows(answer))),
        notes=flop_table_lines(answer),
    )


def flop_table_columns(answer: FlopTable) -> Columns:
    """Return all classes of hands, with their frequency at each decision."""
    heads = ["hand", "size", *(node_text(answer.hand, node) for node in answer.hand.nodes)]
    return columns_of(heads, ((hand.hand, hand.size, *hand.strategy) for hand in answer.hands))
