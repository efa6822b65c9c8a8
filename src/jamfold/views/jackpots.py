"""What a jackpot and fees do to a table: the sheet that is shown, and columns."""

from __future__ import annotations

from jamfold.spots.table.jackpot_effect import JackpotEffect, MovedNode
from jamfold.views.columns import Columns
from jamfold.views.sheet import Heads, Sheet, Table, text, words
from jamfold.views.table_words import table_title, within_words
from jamfold.views.terms import about_lines

_DECISION_HEADS: Heads = (
    *words("decision"), "plays without", "with the jackpot", text("hands moved most (bb)"),
)  # fmt: skip
_SEAT_HEADS: Heads = (
    *words("seat"), "ignoring it costs, bb", "fees", "jackpot", "fortune, bb in 100 hands",
)  # fmt: skip
_EXACT = "Every deal is counted."
_SAMPLED = (
    "Hands are chosen on other deals than they are told of, ± one standard error. Both searches end near an "
    "equilibrium, so some of what hands move, and of what ignoring the jackpot costs, is their own error."
)


def jackpot_sheet(answer: JackpotEffect) -> Sheet:
    """Return the decisions, the hands that are moved most, and the sums."""
    table = answer.table
    decisions = [
        [node.decision, f"{node.percent_without:.2f} %", f"{node.percent:.2f} %", _hands(node)]
        for node in answer.nodes
    ]
    per_100 = zip(answer.fees_per_100, answer.jackpot_per_100, answer.fortune_per_100, strict=True)
    losses = [
        f"{loss:.5f} ± {error:.5f}" if error else f"{loss:.5f}"
        for loss, error in zip(answer.ignoring, answer.ignoring_error, strict=True)
    ]
    seats = [
        [name, loss, *(f"{value:.3f}" for value in values)]
        for name, loss, values in zip(table.hand.names, losses, per_100, strict=True)
    ]
    exactness = [_EXACT] if table.is_counted else [f"{within_words(table)}.", _SAMPLED]
    return Sheet(
        table_title(table),
        parts=(Table(_DECISION_HEADS, decisions), *_crossing(answer), Table(_SEAT_HEADS, seats)),
        notes=[_result(answer), *exactness, *about_lines(table.hand.terms)],
    )


def _hands(node: MovedNode) -> str:
    return ", ".join(
        f"{one.hand} {one.moved:+.3f}" + (f" ± {one.moved_error:.3f}" if one.moved_error else "")
        for one in node.hands[:6]
    )


def _crossing(answer: JackpotEffect) -> list[str]:
    """From which size on hands are played, and from which pool, by decision."""
    lines = []
    for node in answer.nodes:
        sizes = sorted(
            (one.played_from, one.hand, "" if one.pool_from is None else f" (a pool of {one.pool_from:,.0f})")
            for one in node.hands
            if one.played_from is not None
        )
        if sizes:
            told = ", ".join(f"{hand} from {size:,.0f} bb{pool}" for size, hand, pool in sizes)
            lines.append(f"{node.decision}: {told} (on a straight line between both).")
    return lines


def _result(answer: JackpotEffect) -> str:
    """What is won in 100 hands, and the rakeback for that."""
    least = "" if answer.table.is_counted else "at least "
    won = f"{least}{answer.result_per_100:+.2f} bb in 100 hands"
    words = f"Who sits in every seat in turn and answers best wins {won}"
    if answer.rakeback_needed is None:
        if any(answer.fees_per_100):
            return f"{words}; the rakeback for that is told only of fees for every hand dealt."
        return f"{words}; no fee is paid."
    if not answer.rakeback_needed:
        return f"{words}: no rakeback is needed."
    most = "" if answer.table.is_counted else " at most"
    if answer.rakeback_needed > 100:
        return f"{words}: no rakeback makes up for that ({answer.rakeback_needed:.0f} % of the fees)."
    return f"{words}: a rakeback of {answer.rakeback_needed:.1f} % of the fees{most} makes up for it."


def jackpot_columns(answer: JackpotEffect) -> Columns:
    """A line per decision and hand."""
    rows = [(node.decision, one) for node in answer.nodes for one in node.hands]
    names = "hand size chance_without chance margin_without margin moved moved_error played_from pool_from"
    columns: Columns = {"decision": [decision for decision, _ in rows]}
    return columns | {name: [getattr(one, name) for _, one in rows] for name in names.split()}
