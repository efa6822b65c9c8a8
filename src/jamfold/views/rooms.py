"""Tables of card rooms, and the effect of jackpots and fees on a table: terminal and columns."""

from __future__ import annotations

from collections.abc import Sequence

from jamfold.betting.rooms import RoomTable
from jamfold.cases.rooms import RoomsRequest
from jamfold.spots.nplayer.jackpot_effect import JackpotEffect, MovedNode
from jamfold.views.formats import Columns
from jamfold.views.sentences import about_lines
from jamfold.views.sheet import Heads, Sheet, Table, text, whole, words
from jamfold.views.table_sentences import table_title, within_words

_HEADS: Heads = (
    whole("name"), *words("game", "blinds"), "seats", "stack", "fee, bb", *words("charged"),
    whole("jackpot"), "share", *words("rake"),
)  # fmt: skip
_NOT_KNOWN = "not known"


def rooms_sheet(_: RoomsRequest, rooms: Sequence[RoomTable]) -> Sheet:
    """Return a line for each table; below, what is assumed, what is unknown, and the sources."""
    return Sheet(parts=[Table(_HEADS, map(_cells, rooms))], notes=_notes(rooms))


def _cells(room: RoomTable) -> list[str]:
    blinds = "any" if room.blinds is None else "{:g}/{:g}".format(*room.blinds)
    share = "" if room.jackpot_rule is None else _NOT_KNOWN
    if room.jackpot_share is not None:
        share = f"{room.jackpot_share:g}%"
    rake = _NOT_KNOWN if "rake" in room.needs else f"{room.rake_percent:g}%" if room.rake_percent else ""
    return [
        room.name,
        f"{room.game or 'any'}{', flop first' if room.flop_first else ''}",
        blinds,
        str(room.seats),
        f"{room.stack:g} bb",
        f"{room.fee:g}" if room.fee else "",
        room.fee_on or "",
        room.jackpot_rule or "",
        share,
        rake,
    ]


def _notes(rooms: Sequence[RoomTable]) -> list[str]:
    """Return notes on the tables, each sentence once."""
    lines: dict[str, list[str]] = {}
    for room in rooms:
        sentences = [f"{room.house}, {room.date}: {room.source}."]
        sentences += [f"Assumed: {text}." for text in room.assumed]
        sentences += [f"Not known: {text}." for text in not_known(room)]
        for line in sentences:
            lines.setdefault(line, []).append(room.name)
    by_house = {room.house: sum(table.house == room.house for table in rooms) for room in rooms}
    homes = {room.name: room.house for room in rooms}
    return [
        line if len(names) == by_house[homes[names[0]]] else f"{', '.join(names)}. {line}"
        for line, names in lines.items()
    ]


def not_known(room: RoomTable) -> list[str]:
    """Return what the user has to provide, or counts as zero."""
    lines = list(room.unknown)
    if room.jackpot_rule is not None and room.jackpot_size is None:
        share = "" if room.jackpot_share is not None else " and the share that is paid (--share)"
        lines.append(f"the jackpot's pool (--pool){share}")
    if room.fee_parts.get("fortune") and room.fortune is None:
        lines.append("what being all-in wins (--fortune)")
    if "rake" in room.needs:
        lines.append("its rake, which has to be given (--rake or --fee)")
    return lines


def rooms_columns(rooms: Sequence[RoomTable]) -> Columns:
    names = ("name", "house", "game", "seats", "stack", "fee", "fee_on", "jackpot_rule", "jackpot_share")
    columns: Columns = {name: [getattr(room, name) for room in rooms] for name in (*names, "date")}
    return columns


_DECISION_HEADS: Heads = (
    *words("decision"), "plays without", "with the jackpot", text("hands moved most (bb)"),
)  # fmt: skip
_SEAT_HEADS: Heads = (
    *words("seat"), "ignoring it costs, bb", "fees", "jackpot", "fortune, bb/100 hands",
)  # fmt: skip
_EXACT = "Every deal is counted."
_SAMPLED = (
    "Hands are chosen on some deals and measured on others, ± one standard error. Both searches end near an "
    "equilibrium, so part of each move, and of the cost of ignoring the jackpot, is search error."
)


def jackpot_sheet(answer: JackpotEffect) -> Sheet:
    """Return the decisions, the hands whose play changes most, and the totals."""
    table = answer.table
    decisions = [
        [node.decision, f"{node.percent_without:.2f}%", f"{node.percent:.2f}%", _hands(node)]
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
        f"{hand.hand} {hand.moved:+.3f}" + (f" ± {hand.moved_error:.3f}" if hand.moved_error else "")
        for hand in node.hands[:6]
    )


def _crossing(answer: JackpotEffect) -> list[str]:
    """Return by decision the jackpot size, and the pool, from which on hands are played."""
    lines = []
    for node in answer.nodes:
        sizes = sorted(
            (at.played_from, at.hand, "" if at.pool_from is None else f" (a pool of {at.pool_from:,.0f})")
            for at in node.hands
            if at.played_from is not None
        )
        if sizes:
            message = ", ".join(f"{hand} from {size:,.0f} bb{pool}" for size, hand, pool in sizes)
            lines.append(f"{node.decision}: {message} (by linear interpolation).")
    return lines


def _result(answer: JackpotEffect) -> str:
    """Say what is won per 100 hands, and the rakeback that equals."""
    least = "" if answer.table.is_counted else "at least "
    won = f"{least}{answer.result_per_100:+.2f} bb per 100 hands"
    words = f"A best response, played from every seat in turn, wins {won}"
    if answer.rakeback_needed is None:
        if any(answer.fees_per_100):
            return f"{words}; the break-even rakeback is known only for fees on every hand dealt."
        return f"{words}; no fee is paid."
    if not answer.rakeback_needed:
        return f"{words}: no rakeback is needed."
    most = "" if answer.table.is_counted else " at most"
    if answer.rakeback_needed > 100:
        return f"{words}: no rakeback covers that (needed: {answer.rakeback_needed:.0f}% of the fees)."
    return f"{words}: a rakeback of {answer.rakeback_needed:.1f}% of the fees{most} covers that."


def jackpot_columns(answer: JackpotEffect) -> Columns:
    """Return a line per decision and hand."""
    rows = [(node.decision, hand) for node in answer.nodes for hand in node.hands]
    names = "hand size chance_without chance margin_without margin moved moved_error played_from pool_from"
    columns: Columns = {"decision": [decision for decision, _ in rows]}
    return columns | {name: [getattr(hand, name) for _, hand in rows] for name in names.split()}
