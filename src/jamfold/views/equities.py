"""Equities, ranges and made hands: terminal tables, and HTML with the meaning of a player's text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jamfold.calculator.equity_games import ListedGame
from jamfold.calculator.results import EquityResult, outcome_lines
from jamfold.cards.strength.made_hands import MadeHand
from jamfold.cases.equities import ORDERS, EquityRequest, PaintedRequest, PlayerRequest
from jamfold.core.display import plural
from jamfold.ranges.grid import class_label
from jamfold.views.html import Html, Line, bar, element, faces_html, join_html, plot, table
from jamfold.views.sheet import Sheet, Table, words

if TYPE_CHECKING:  # their modules load all that solves spots
    from jamfold.cases.answers.equities import PlayerMeaning, RangeMeaning
    from jamfold.cases.answers.strengths import HandStrength

_CANONICAL_SHOWN = 2_000


def equity_view(result: EquityResult) -> Sheet:
    names = (
        ["equity", "high", "low", "scoop", "quartered"] if result.game.split_low else ["equity", "win", "tie"]
    )
    heads = names if result.exact else [*names, "+-"]
    columns = names if result.exact else [*names, "standard_error"]
    rows = []
    for player in result.players:
        cells = [getattr(player, name) for name in columns]
        texts = ["" if value is None else f"{100 * value:.4f}%" for value in cells]
        rows.append([player.text, f"{player.combinations:,}", *texts])
    lines = outcome_lines(result.outcomes)
    if isinstance(result.game, ListedGame) and result.game.note:
        lines.append(result.game.note)
    if result.needs_outcomes:
        lines.append("--outcomes shows wins and ties separately; the table for that is built once.")
    if result.order is not None:
        lines.append(f"Percentages are ranked by {result.order}.")
    if result.seed is not None:
        lines.append(f"Seed {result.seed}.")
    shares = Table((*words("player"), "hands", *heads), rows)
    return Sheet(parts=(f"{result.game.title}: {result.method}.", shares, *lines))


def range_lines(meaning: RangeMeaning) -> list[tuple[str, str]]:
    hand_range, canonical = meaning.held, meaning.canonical
    union = "" if hand_range.is_class_union else ", some in part"
    lines = [
        ("game", hand_range.game.title),
        ("combinations", f"{hand_range.combinations:,} of {hand_range.game.n_hands:,}"),
        ("percent", f"{hand_range.percent:.4f}%"),
        ("classes", f"{hand_range.n_classes:,} of {hand_range.classes.n:,}{union}"),
    ]
    if hand_range.is_weighted:
        lines.insert(2, ("weighted", f"{hand_range.weighted_combinations:,.4f} combinations"))
    if hand_range.uses_order:
        lines.append(("ordering", ORDERS[meaning.order]))
    if canonical is not None:
        more = len(canonical) - _CANONICAL_SHOWN
        cut = canonical if more <= 0 else f"{canonical[:_CANONICAL_SHOWN]}... ({more:,} more; --json has all)"
        lines.append(("canonical", cut))
    if meaning.hands:
        lines.append(("sample", " ".join(meaning.hands)))
    return lines


def range_text_view(meaning: RangeMeaning) -> str:
    """Return a range line by line, and its classes if the request wants them."""
    hand_range = meaning.held
    lines = [f"{name:13} {value}" for name, value in range_lines(meaning)]
    lines += [
        f"{class_label(hand_range.game, class_id)}{'' if share == 1 else f':{share:g}'}"
        for class_id, share in meaning.classes or ()
    ]
    return "\n".join(lines)


_LONGEST = 60


def equity_fragment(question: EquityRequest, answer: EquityResult) -> Html:
    """Return the shares of the pot as a table with bars, and how they were counted."""
    split = ["equity", "high", "low", "scoop", "quartered"]
    columns = split if answer.game.split_low else ["equity", "win", "tie"]
    heads = ["player", "", *columns]
    if not answer.exact:
        columns, heads = [*columns, "standard_error"], [*heads, "± (standard error)"]
    rows = [
        [
            join_html(
                faces_html(player.text[:_LONGEST]),
                element("small", f" {player.combinations:,}") if player.combinations > 1 else None,
            ),
            bar(player.equity),
            *(_percent(getattr(player, name)) for name in columns),
        ]
        for player in answer.players
    ]
    unknown = any(getattr(player, name) is None for player in answer.players for name in columns)
    notes = [element("p", text, class_="error") for text in answer.warnings]
    if answer.needs_outcomes:
        notes.append(_note("–: tick “Separate wins and ties”; that may build a table."))
    elif unknown:
        notes.append(_note("–: this exact method counts pot shares only. Sampling shows more."))
    return element(
        "div",
        _note(_how(answer)),
        element("div", table(heads, rows, class_="numbers equities"), class_="scroll"),
        notes,
        _counts(answer),
        _graph(answer),
        class_="result",
    )


def _counts(answer: EquityResult) -> Html | None:
    """Return the numbers of boards (or deals) by outcome; None if they were not counted."""
    lines = [element("li", line) for line in outcome_lines(answer.outcomes)]
    if not lines:
        return None
    unit = "Deals" if answer.boards is None else "Boards"
    return join_html(
        element("h2", f"{unit}, counted for the first player"), element("ul", lines, class_="why")
    )


def _graph(answer: EquityResult) -> Html | None:
    """Plot the equity of each range's hands, the best first; a single hand's against the other range."""
    players = answer.players
    curves = {player.text[:_LONGEST]: player.curve for player in players if player.curve}
    if len(players) == 2 and len(curves) == 1:
        (hand,) = (player for player in players if not player.curve)
        (other,) = curves
        turned = tuple(1 - equity for equity in curves[other][::-1])  # the best first
        curves = {f"{hand.text[:_LONGEST]} against each hand of {other}": turned}
    if not curves:
        return None
    lines = [
        Line(name, [(float(k), 100 * equity) for k, equity in enumerate(curve)])
        for name, curve in curves.items()
    ]
    heads = ["hands", "the best", *(f"{k}%" for k in _READ[1:-1]), "the worst"]
    rows = [[name, *(f"{100 * curve[k]:.1f}%" for k in _READ)] for name, curve in curves.items()]
    return join_html(
        element("h2", "Equity, hand by hand"),
        plot(lines, "% of hands, the best first", "equity, %", 0, 100),
        element("div", table(heads, rows, class_="numbers equities"), class_="scroll"),
    )


_READ = range(0, 101, 20)


def _how(answer: EquityResult) -> str:
    order = "" if answer.order is None else f" Percentages are ranked by {answer.order}."
    seed = "" if answer.seed is None else f" Seed {answer.seed}."
    return f"{answer.method}.{order}{seed}"


def _note(text: str) -> Html:
    return element("p", text, class_="note")


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.2f}%"


def player_fragment(question: PlayerRequest, answer: PlayerMeaning) -> Html:
    """Return how many hands a text means, and warnings of what was probably not meant."""
    meaning = f"{plural(answer.combinations, 'combo')}, {100 * answer.share:.3f}% of all hands."
    if answer.combinations == 1:
        meaning = "One hand."
    return element(
        "p",
        meaning,
        [element("span", f" {text}", class_="warning") for text in answer.warnings],
        class_="note",
    )


def strength_text(answer: HandStrength) -> str:
    board = f" on {answer.board}" if answer.board else ""
    lines = [f"{answer.game.title}: {answer.hand}{board}"]
    lines += _lines("high", answer.high) + _lines("low", answer.low)
    if answer.lacks_low:
        lines.append("low    none")
    return "\n".join(lines)


def _lines(label: str, hand: MadeHand | None) -> list[str]:
    if hand is None:
        return []
    better = "no rank is better" if not hand.better else f"{hand.better:,} better"
    return [
        f"{label:6} {hand.name}: {hand.cards}",
        f"       rank {hand.rank:,} of {hand.ranks:,} from the best, {better}",
    ]


def painted_payload(question: PaintedRequest, answer: RangeMeaning) -> dict[str, Any]:
    """Return the range as text, and the share of each class in it, without those at 0."""
    shares = answer.held.class_shares.tolist()
    cells = {class_label(question.rules, index): share for index, share in enumerate(shares) if share}
    return {"text": answer.canonical or question.text, "cells": cells}
