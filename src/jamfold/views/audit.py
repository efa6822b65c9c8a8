"""Audits of strategies: sentences, terminal, columns, HTML and a printable page.

HTML has the verdict, what every seat could gain and the most expensive hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor
from pathlib import Path
from typing import Any

from jamfold.betting.hand import Node
from jamfold.cases.audit import AuditRequest
from jamfold.core.storage.whole_files import write_atomically
from jamfold.spots.nplayer.audit import Audit, AuditHand
from jamfold.spots.nplayer.exact import settled_gain
from jamfold.spots.nplayer.node_names import node_words
from jamfold.views.audit_html import audit_picture
from jamfold.views.formats import Columns, columns_of
from jamfold.views.sheet import Folded, Heads, Note, OnPage, Sheet, Table, on_terminal, words
from jamfold.views.sheet_html import sheet_file
from jamfold.views.table_sentences import (
    amount_text,
    change_text,
    decision_words,
    given_words,
    lifetime_words,
    table_title,
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
    """Return the verdict, then seats, decisions and the most expensive hands."""
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
    """Write the audit as one HTML file."""
    write_atomically(path, sheet_file(audit_sheet(question, answer)))
