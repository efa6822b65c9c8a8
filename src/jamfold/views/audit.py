"""Audits of strategies: sentences, terminal, columns, HTML and a printable page.

HTML has each seat's loss, squares with the wrong hands, and the most expensive hands.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from math import ceil, floor
from pathlib import Path
from typing import Any

from jamfold.betting.hand import Node
from jamfold.cases.audit import AuditRequest
from jamfold.core.display import capitalized, plural
from jamfold.core.storage.whole_files import write_atomically
from jamfold.ranges.grid import class_label, has_grid
from jamfold.spots.nplayer.audit import FOLD, Audit, AuditHand, Loss
from jamfold.spots.nplayer.exact import settled_gain
from jamfold.spots.nplayer.node_names import node_words
from jamfold.views.formats import Columns, columns_of
from jamfold.views.html import Html, bar, cell_button, element, join_html, tile
from jamfold.views.range_grids import square_html
from jamfold.views.sheet import Folded, Heads, Note, OnPage, Sheet, Table, on_terminal, words
from jamfold.views.sheet_html import sheet_file
from jamfold.views.table_sentences import (
    amount_text,
    change_text,
    decision_words,
    given_words,
    lifetime_words,
    plays,
    seat_title,
    small_change,
    table_title,
    the_seat,
)

SEAT_HEADS: Heads = (*words("seat"), "could gain", "loses to the solver", "solver's exploitability")
DECISION_HEADS: Heads = (*words("decision"), "plays", "our answer", "costs", *words("range from"))
HAND_HEADS: Heads = (*words("hand", "decision", "better"), "done", "costs a hand")


def is_equilibrium(audit: Audit) -> bool:
    """Return whether every deal is counted, and no gain exceeds rounding or a search's tolerance."""
    table = audit.table
    left = settled_gain(audit.measured.own.hand)
    return table.exact or (table.is_counted and float(table.gains.max()) <= left)


def verdict(audit: Audit) -> str:
    """Return the gain against the ranges, how soon it would be noticed, and the most expensive hand."""
    if is_equilibrium(audit):
        return "Nobody can gain anything against these ranges: they are an equilibrium."
    losses = [hand for hand in audit.hands[:1] if hand.cost > 0]
    costliest = f" The costliest hand is {_costliest(audit, losses[0])}." if losses else ""
    return f"{given_words(audit.table, None)}. {lifetime_words(audit.table)}{costliest}"


def _costliest(audit: Audit, hand: AuditHand) -> str:
    table = audit.table
    loss = audit.measured.losses[0]
    node = table.nodes[loss.row]
    done = f"{100 * hand.chance:.4g}% of the time"
    spot = decision_words(table.hand, node)
    return (
        f"{hand.hand} ({spot[:1].lower()}{spot[1:]}): the best action, {hand.best}, is taken {done}, which "
        f"costs {change_text(table.hand, hand.cost, hand.cost_error).lstrip('+')} per hand dealt"
    )


def audit_lines(audit: Audit) -> list[str]:
    """Say how exact the audit is, which ranges were filled in and what was left out."""
    table, hand = audit.table, audit.table.hand
    lines = [
        "Every deal is counted, including folded cards."
        if table.is_counted
        else f"Sampled: {table.deals:,} fresh deals (95%). Best responses are chosen on some deals and "
        "valued on others."
    ]
    filled = [node for node, has_range in zip(hand.nodes, audit.measured.given, strict=True) if not has_range]
    if filled:
        several = {node.seat for node in filled}
        how = "like the solver" if hand.raises and len(several) > 1 else "with best play"
        lines.append(f"Decisions without a range, filled in {how}: {_named(audit, filled)}.")
    if hand.most_allin < hand.n:
        lines.append(f"At most {hand.most_allin} players go all-in; the others fold behind them.")
    if hand.raises:
        lines.append("The tree has no limps or flat calls. Percentages count all hands of a seat.")
    if not audit.measured.own.converged:
        bound = amount_text(hand, float(audit.measured.own.bounds.max()), ceil)
        lines.append(f"The solver's own answer is not exact: a seat could gain up to {bound}.")
    lines += [f"Left out: {problem}" for problem in audit.problems]
    return lines


def _named(audit: Audit, nodes: Sequence[Node]) -> str:
    return "; ".join(node_words(audit.table.hand, node) for node in nodes)


def seat_rows(audit: Audit) -> list[list[str]]:
    table, hand = audit.table, audit.table.hand
    rows = []
    for seat, name in enumerate(hand.names):
        gain = amount_text(hand, max(0.0, float(table.gains[seat])))
        if not table.is_counted:
            least, most = float(table.least[seat]), float(table.bounds[seat])
            gain = f"{amount_text(hand, least, floor)} to {amount_text(hand, most, ceil)}"
        behind = change_text(
            hand, float(audit.measured.behind[seat]), float(audit.measured.behind_error[seat])
        )
        own = amount_text(hand, float(audit.measured.own.bounds[seat]), ceil)
        rows.append([name, gain, behind.lstrip("+"), own])
    return rows


def decision_rows(audit: Audit) -> list[list[str]]:
    hand, rows = audit.table.hand, []
    for node, decision in zip(hand.nodes, audit.decisions, strict=True):
        cost = (
            amount_text(hand, max(0.0, decision.cost)) if decision.given and decision.cost is not None else ""
        )
        source = f"{decision.file}, line {decision.line}" if decision.given else "filled in"
        if decision.named and decision.named not in (decision.file, node_words(hand, node)):
            source += f" ('{decision.named}')"
        percents = (f"{percent:.2f}%" for percent in (decision.percent, decision.own_percent))
        rows.append([node_words(hand, node), *percents, cost, source])
    return rows


def hand_rows(audit: Audit) -> list[list[str]]:
    hand = audit.table.hand
    return [
        [
            audit_hand.hand,
            node_words(hand, audit.table.nodes[loss.row]),
            audit_hand.best,
            f"{100 * audit_hand.chance:.4g}%",
            change_text(hand, audit_hand.cost, audit_hand.cost_error).lstrip("+")
            if audit_hand.cost_error
            else amount_text(hand, audit_hand.cost),
        ]
        for audit_hand, loss in zip(audit.hands, audit.measured.losses, strict=False)
    ]


def audit_sheet(question: AuditRequest, audit: Audit) -> Sheet:
    seats, decisions = Table(SEAT_HEADS, seat_rows(audit)), Table(DECISION_HEADS, decision_rows(audit))
    hands = [Table(HAND_HEADS, hand_rows(audit))] if audit.hands else []
    notes, more, n = list(map(Note, audit_lines(audit))), audit.more_hands, len(audit.hands)
    rest = f"{more:,} more hands cost something. Show more with --hands."

    def page_parts() -> list[Any]:
        listed = f"{n} of {n + more:,} wrong hands" if more else f"All {n} wrong hands"
        folded = {listed: hands, "Exploitability by seat": [seats], "All decisions": [decisions]}
        return [
            audit_picture(audit, None if is_equilibrium(audit) else lifetime_words(audit.table)),
            *(Folded(name, parts) for name, parts in folded.items() if parts),
            *notes,
        ]

    return Sheet(
        f"Audit: {table_title(audit.table)}",
        parts=(
            on_terminal(verdict(audit), seats, decisions, *hands, *notes, *([rest] if more else [])),
            OnPage(page_parts),
        ),
    )


def audit_columns(audit: Audit) -> Columns:
    """Return a line for each hand with a cost, the most expensive first."""
    between = ", " if audit.table.hand.raises else " "
    rows = []
    for loss in audit.measured.losses:
        hand = audit.hand_of(loss)
        rows.append(
            [hand.seat, between.join(hand.after), loss.class_id, hand.hand, hand.size, hand.best, hand.chance,
             hand.cost, hand.cost_error, hand.cost_bb]
        )  # fmt: skip
    heads = ["seat", "after", "class_id", "hand", "combinations", "best", "chance", "cost", "cost_error"]
    return columns_of([*heads, "cost_bb"], rows)


def write_page(question: AuditRequest, answer: Audit, path: Path) -> None:
    write_atomically(path, sheet_file(audit_sheet(question, answer)))


_SQUARES = 4
"""The most decisions with a square; the most expensive have one."""
_LISTED = 9
"""The number of hands listed."""
_MOSTLY = 2 / 3
"""From this share of a loss on, the advice is to play more hands, or fewer."""
_SHADES = 3


def audit_picture(audit: Audit, sentence: str | None) -> Html:
    """Return costs and advice, then squares of the most expensive decisions, then such hands.

    The sentence is None if nothing can be gained.
    """
    by_row = defaultdict[int, list[Loss]](list)
    losses = audit.measured.losses if sentence else ()
    for loss in losses:
        by_row[loss.row].append(loss)
    rows = sorted(by_row, key=lambda row: -_cost(by_row[row]))
    seats = [_seat(audit, seat) for seat in range(audit.table.hand.n)]
    advice = element("h2", _advice(audit, by_row[rows[0]]) if rows else "An equilibrium", class_="large")
    tiles = (*seats, element("section", advice, element("p", sentence or _NOTHING), class_="card tile leak"))
    squares = [_square(audit, by_row[row]) for row in rows[:_SQUARES] if has_grid(audit.table.game)]
    listed = [element("span", _hand(audit, loss), class_="chip") for loss in losses[:_LISTED]]
    costliest = element("section", element("h2", _HEAD), element("div", listed, class_="row"), class_="card")
    return join_html(
        element("div", tiles, class_="sums many"),
        element("div", squares, class_="halves") if squares else None,
        element("p", *_LEGEND, class_="legend") if squares else None,
        costliest if listed else None,
    )


_NOTHING = "Nobody can gain anything against these ranges."
_HEAD = "Costliest hands, per 100 hands"
_LEGEND = (
    element("i", class_="right"), "played, correctly", element("i", class_="part-0"),
    "folded, correctly", element("i", class_="wrong"), "+ should be played",
    element("i", class_="wrong less"), "\u2212 should be folded. Number: lost per 100 hands",
)  # fmt: skip


def _cost(losses: list[Loss]) -> float:
    return sum(loss.cost for loss in losses)


def _hundred(audit: Audit, loss: float) -> str:
    return amount_text(audit.table.hand, 100 * max(0.0, loss))


def _seat(audit: Audit, seat: int) -> Html:
    """Return a seat's loss as a tile; two bounds if deals are sampled."""
    table, hand = audit.table, audit.table.hand
    title = f"{seat_title(hand, seat).split(',')[0]} gives away"
    gains = [max(0.0, float(gain)) for gain in table.gains]
    if table.is_counted:
        number, note = _hundred(audit, gains[seat]), element("p", bar(gains[seat] / (max(gains) or 1.0)))
    else:
        least, most = (100 * float(bounds[seat]) for bounds in (table.least, table.bounds))
        number = amount_text(hand, max(0.0, least), floor)
        note = element("p", f"at least; at most {amount_text(hand, most, ceil)} (95%)", class_="note")
    number, _, unit = number.removeprefix("< ").partition(" ")
    text = "0" if amount_text(hand, 100 * gains[seat])[0] == "<" else number
    return tile(capitalized(title), text, f"{unit} per 100 hands".strip(), note)


def _advice(audit: Audit, losses: list[Loss]) -> str:
    hand, node = audit.table.hand, audit.table.nodes[losses[0].row]
    too_few = _cost([loss for loss in losses if loss.best != FOLD]) / (_cost(losses) or 1.0)
    how = "more" if too_few > _MOSTLY else "fewer" if too_few < 1 - _MOSTLY else "other"
    verb = node.action.split()[0].capitalize()
    where = f" in {the_seat(hand, node.seat)}" if hand.n == 2 else f": {decision_words(hand, node)}"
    return f"{verb} {how} hands{where}"


def _square(audit: Audit, losses: list[Loss]) -> Html:
    """Return the square of a decision: what is played, and the wrong hands in red."""
    table, row = audit.table, losses[0].row
    node, most = table.nodes[row], max(loss.cost for loss in losses)
    wrong = {loss.class_id: loss for loss in losses if loss.cost > 0}
    tip = f"audit-tip-{row}"
    title = decision_words(table.hand, node)
    percent = f"{plays(node).capitalize()} {table.percent[row]:.1f}%; equilibrium "
    own = f"{audit.measured.own.percent[row]:.1f}%"
    # With two seats, what a decision costs is what its seat gives away.
    cost = f", costing {_hundred(audit, _cost(losses))} per 100 hands" if table.hand.n > 2 else ""
    facts = plural(len(wrong), "wrong hand") + cost
    head = join_html(element("h2", title), element("p", percent, own, class_="note"))
    first = max(losses, key=lambda loss: loss.cost)
    cell = partial(_cell, audit, row, wrong, most)
    return element(
        "section",
        element("div", head, class_="headline"),
        element("p", facts, class_="note"),
        square_html(table.game, cell, tip, "range-of gains"),
        element("p", _words(audit, first), id=tip, class_="tip first-large"),
        class_="card",
        aria_label=title,
    )


def _cell(audit: Audit, row: int, wrong: dict[int, Loss], most: float, class_id: int) -> Html:
    name = class_label(audit.table.game, class_id)
    loss, played = wrong.get(class_id), float(audit.table.played[row][class_id])
    if loss is None:
        words = f"{name}\n{100 * played:.4g}% played, and right."
        kind = f"right part-{0 if played < 0.5 else 10}"
        return cell_button(words, kind, name)
    less = " less" if loss.best == FOLD else ""
    number = small_change(audit.table.hand, (-100 if less else 100) * loss.cost)
    kind = f"wrong wrong-{min(_SHADES, 1 + int(_SHADES * loss.cost / most))}{less}"
    words = _words(audit, loss)
    small = element("small", number)
    return cell_button(words, kind, name, small, data_first=loss.cost == most)


def _words(audit: Audit, loss: Loss) -> str:
    """Return the right action of a hand, then on a second line what the range loses with it."""
    hand = audit.hand_of(loss)
    often = f"does so {100 * hand.chance:.4g}% of the time" if hand.chance else "never does"
    return f"{hand.hand}: {hand.best}\nYour range {often}: costs {_hundred(audit, loss.cost)} per 100 hands."


def _hand(audit: Audit, loss: Loss) -> Html:
    hand = audit.hand_of(loss)
    cost = _hundred(audit, loss.cost)
    return join_html(element("b", hand.hand), f" {hand.best} {cost}")
