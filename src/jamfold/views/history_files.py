"""Played hands as files: PHH and OHH hand formats, reports and exports as CSV and HTML, page files.

PHH is TOML (PokerKit's), OHH 1.4 is JSON.  PHH lists players from the small blind round, of two the button
second, with blinds and antes swapped; it has no seats without cards, no caps and no order of posts.

The HTML page of a report needs no network.  Player names are arbitrary: in HTML they are escaped, and in
CSV a text that a spreadsheet would take for a formula (``=``, ``+``, ``-``, ``@`` first) gets an apostrophe
before it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from jamfold.cards import format_cards
from jamfold.cards.games import GAMES
from jamfold.cases.answers.histories import Export
from jamfold.cases.histories import DECISIONS, HistoryOpponentsFileRequest, HistoryReportFileRequest
from jamfold.core.display import plural
from jamfold.core.errors import HistoryError
from jamfold.core.storage.whole_files import write_atomically
from jamfold.histories.opponents import Opponent
from jamfold.histories.records import PREFLOP, RIVER, Hand, Problem, RecordedAction
from jamfold.histories.report import Report
from jamfold.views.formats import Columns, Contract, columns_csv, columns_of, csv_text, to_text, to_values
from jamfold.views.history_import import HistoryHandContract
from jamfold.views.history_report import whole_report
from jamfold.views.history_schemas import DecisionContract, MistakeContract, ReportContract
from jamfold.views.opponents import AdviceContract, OpponentContract
from jamfold.views.sheet_html import sheet_file

_VARIANTS = {("holdem", "NL"): "NT", ("six-plus", "NL"): "NS", ("omaha", "PL"): "PO"}
"""PHH's codes of variants by game and limit; fixed limit has none here."""
_TOLD = {"ante", "small blind", "big blind", "dead blind", "returning blind"}
_STREETS = ("Preflop", "Flop", "Turn", "River")
_GAMES = {"holdem": "Holdem", "omaha": "Omaha", "omaha-hilo": "OmahaHiLo", "six-plus": "ShortDeck"}
_POSTS = {
    "ante": "Post Ante",
    "small blind": "Post SB",
    "big blind": "Post BB",
    "dead blind": "Post Dead",
    "returning blind": "Post Extra Blind",
    "straddle": "Straddle",
}


def phh_text(hand: Hand, number: int) -> str:
    """Format a hand as the numbered table of a .phhs file; empty if the format cannot express it."""
    ring = _ring(hand)
    variant = _VARIANTS.get((hand.game, hand.limit))
    if not ring or variant is None or hand.cap or hand.cancelled:
        return ""
    blinds = [Decimal(0)] * len(ring)
    blinds[:2] = _chips(hand, hand.small_blind), _chips(hand, hand.big_blind)
    antes = [0] * len(ring)
    for post in hand.posts:
        place = ring.index(post.seat)
        if post.kind in {"ante", "dead blind"}:
            antes[place] += post.chips
        elif post.kind == "returning blind":
            blinds[place] = -_chips(hand, post.chips)
    if len(ring) == 2:
        ring.reverse()
    fields: dict[str, object] = {
        "variant": variant,
        "antes": [_chips(hand, ante) for ante in antes],
        "blinds_or_straddles": blinds,
        "min_bet": _chips(hand, hand.big_blind),
        "starting_stacks": [_chips(hand, hand.seats[k].stack) for k in ring],
        "actions": _actions(hand, ring),
        "venue": hand.site,
        "event": f"Tournament {hand.tournament}" if hand.tournament else "",
        **_moment(hand),
        "hand": hand.hand_id,
        "seats": [hand.seats[k].number for k in ring],
        "players": [hand.seats[k].name for k in ring],
        "winnings": [_chips(hand, hand.collected[k]) for k in ring] if any(hand.collected) else "",
        "currency": hand.currency,
        "_hero": "" if hand.hero not in ring else f"p{ring.index(hand.hero) + 1}",
        **_import_keys(hand),
        **_extra_fields(hand, lambda seat: f"p{ring.index(seat) + 1}"),
    }
    lines = (f"{name} = {_toml(value)}" for name, value in fields.items() if value != "")
    return "\n".join([f"[{number}]", *lines, "", ""])


def _import_keys(hand: Hand) -> dict[str, str]:
    """Return user-defined fields that identify the hand when it is imported again; empty without names."""
    return {"_site": hand.site, "_key": hand.key, "_digest": hand.digest.hex()} if hand.key else {}


def _extra_fields(hand: Hand, name_of: Callable[[int], object]) -> dict[str, object]:
    """Return user-defined fields: whether names are positions, and which players timed out."""
    away = {"_timed_out": hand.timed_out, "_timed_out_later": hand.timed_out_later}
    values: dict[str, object] = {name: list(map(name_of, seats)) for name, seats in away.items() if seats}
    return {"_positions": True, **values} if hand.positions else values


def _ring(hand: Hand) -> list[int]:
    """Return the seats dealt in, from the small blind on; empty if PHH cannot express who posts."""
    kinds = {post.kind: post.seat for post in hand.posts}
    small, big = kinds.get("small blind"), kinds.get("big blind")
    ring = sorted(
        (k for k, seat in enumerate(hand.seats) if seat.dealt_in), key=lambda k: hand.seats[k].number
    )
    if set(kinds) - _TOLD or small is None or any(post.seat not in ring for post in hand.posts):
        return []
    if len(ring) == 2 and hand.button and hand.button != hand.seats[small].number:
        return []  # heads-up the button posts the small blind; here somebody who left had the button
    start = ring.index(small)
    ring = ring[start:] + ring[:start]
    return ring if ring[1:2] == [big] else []


def _chips(hand: Hand, coins: int) -> Decimal:
    whole, rest = divmod(coins, hand.coin)
    return Decimal(coins) / hand.coin if rest else Decimal(whole)


def _moment(hand: Hand) -> dict[str, object]:
    """Return the day and, if known, the time in UTC."""
    if hand.played_at is None:
        parts = hand.day.split("-")
        is_date = len(parts) == 3 and all(part.isdecimal() for part in parts)
        return dict(zip(("year", "month", "day"), map(int, parts), strict=True)) if is_date else {}
    at = datetime.fromtimestamp(hand.played_at, UTC)
    return {
        "time": at.time(), "time_zone": "UTC", "year": at.year, "month": at.month, "day": at.day,
    }  # fmt: skip


def _actions(hand: Hand, ring: Sequence[int]) -> list[str]:
    hidden = "??" * GAMES[hand.game].hole_cards
    names = {seat: f"p{place}" for place, seat in enumerate(ring, 1)}
    lines = [f"d dh {names[k]} {_joined(hand, k) or hidden}" for k in ring]
    for street in range(RIVER + 1):
        if street and len(hand.board) >= street + 2:
            cut = (0, 0, 3, 4)[street]
            lines.append(f"d db {format_cards(hand.board[cut : street + 2])}")
        for action in (item for item in hand.actions if item.street == street):
            verb = {"fold": "f", "check": "cc", "call": "cc"}.get(action.move)
            lines.append(f"{names[action.seat]} {verb or f'cbr {_chips(hand, action.total)}'}")
    folded = {action.seat for action in hand.actions if action.move == "fold"}
    live = [k for k in ring if k not in folded]
    if len(live) > 1:
        lines += [f"{names[k]} sm {_joined(hand, k) or '-'}" for k in live]
    return lines


def _joined(hand: Hand, seat: int) -> str:
    return format_cards(hand.cards[seat])


def _toml(value: object) -> str:
    if isinstance(value, str | bool):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
    return f"[{', '.join(map(_toml, value))}]" if isinstance(value, list) else str(value)


def ohh_text(hand: Hand, number: int) -> str:
    """Format a hand as a JSON object of an .ohh file; empty if the format cannot express it."""
    if hand.cancelled or hand.game not in _GAMES or any(post.kind not in _POSTS for post in hand.posts):
        return ""
    at = None if hand.played_at is None else datetime.fromtimestamp(hand.played_at, UTC)
    values: dict[str, Any] = {
        "spec_version": "1.4.7",
        "site_name": hand.site,
        "network_name": hand.site,
        "internal_version": "1",
        "tournament": bool(hand.tournament),
        **({"tournament_info": {"tournament_number": hand.tournament}} if hand.tournament else {}),
        "game_number": hand.hand_id,
        **_import_keys(hand),
        **_extra_fields(hand, lambda seat: seat),
        **({} if at is None else {"start_date_utc": f"{at:%Y-%m-%dT%H:%M:%SZ}"}),
        "table_name": hand.tournament or hand.site,
        "game_type": _GAMES[hand.game],
        "bet_limit": {"bet_type": hand.limit, "bet_cap": hand.chips(hand.cap)},
        "table_size": max(len(hand.seats), *(seat.number for seat in hand.seats)),
        "currency": hand.currency,
        "dealer_seat": hand.button,
        "small_blind_amount": hand.chips(hand.small_blind),
        "big_blind_amount": hand.chips(hand.big_blind),
        "ante_amount": hand.chips(hand.ante),
        "players": [
            {"id": k, "seat": seat.number, "name": seat.name, "starting_stack": hand.chips(seat.stack)}
            for k, seat in enumerate(hand.seats)
        ],
        "rounds": _rounds(hand),
        "pots": _pots(hand),
    }
    if hand.hero is not None:
        values["hero_player_id"] = hand.hero
    return json.dumps({"ohh": values}, ensure_ascii=False) + "\n\n"


def _rounds(hand: Hand) -> list[dict[str, Any]]:
    """Return the streets and the showdown; hole cards are in the first round, unknown cards as ``X``."""
    cards = {k: [format_cards([card]) for card in hole_cards] for k, hole_cards in enumerate(hand.cards)}
    hidden = ["X"] * GAMES[hand.game].hole_cards
    folded = {action.seat for action in hand.actions if action.move == "fold"}
    showdown = [k for k, seat in enumerate(hand.seats) if cards[k] and seat.dealt_in and k not in folded]
    posts: list[dict[str, Any]] = [
        {
            "player_id": post.seat,
            "action": _POSTS[post.kind],
            "amount": hand.chips(post.chips),
            "is_allin": post.all_in,
        }
        for post in hand.posts
    ]
    dealt: list[dict[str, Any]] = [
        {"player_id": k, "action": "Dealt Cards", "cards": cards[k] or hidden}
        for k, seat in enumerate(hand.seats)
        if seat.dealt_in
    ]
    shows: list[dict[str, Any]] = [
        {"player_id": k, "action": "Shows Cards", "cards": cards[k]} for k in showdown
    ]
    rounds: list[dict[str, Any]] = []
    count = 0
    for street, name in enumerate((*_STREETS, "Showdown")):
        if PREFLOP < street <= RIVER and len(hand.board) < street + 2:
            continue
        bets = [_action_values(hand, action) for action in hand.actions if action.street == street]
        actions = {PREFLOP: [*posts, *dealt, *bets], RIVER + 1: shows}.get(street, bets)
        board = hand.board[(0, 0, 3, 4)[street] : street + 2] if PREFLOP < street <= RIVER else ()
        values = {"cards": [format_cards([card]) for card in board]} if board else {}
        numbered = [{"action_number": count + k, **action} for k, action in enumerate(actions, 1)]
        count += len(actions)
        if actions or board:
            rounds.append({"id": len(rounds), "street": name, **values, "actions": numbered})
    return rounds


def _action_values(hand: Hand, action: RecordedAction) -> dict[str, Any]:
    """Return an action; its amount is the chips it adds."""
    values: dict[str, Any] = {"player_id": action.seat, "action": action.move.capitalize()}
    if action.move in {"fold", "check"}:
        return values
    return {**values, "amount": hand.chips(action.added), "is_allin": action.all_in}


def _pots(hand: Hand) -> list[dict[str, Any]]:
    """Return a single pot, as the record does not separate side pots; empty if nobody won."""
    won = sum(hand.collected) + (hand.rake or 0)
    wins = [
        {"player_id": k, "win_amount": hand.chips(chips)} for k, chips in enumerate(hand.collected) if chips
    ]
    return [
        {"number": 0, "amount": hand.chips(won), "rake": hand.chips(hand.rake or 0), "player_wins": wins}
    ] if won else []  # fmt: skip


def report_columns(report: Report) -> Columns:
    """Return all graded decisions, the costliest first."""
    names = [field.name for field in fields(MistakeContract)]
    rows = [to_values(MistakeContract.of(decision)) for decision in report.judged.costliest()]
    return {name: [row[name] for row in rows] for name in names}


def write_report(answer: Report, path: Path) -> None:
    write_atomically(path, sheet_file(whole_report(ReportContract.of(answer))))


def opponents_columns(answer: Iterable[Opponent]) -> Columns:
    """Return a line for each opponent's habit; the last columns say how to exploit it."""
    names = [field.name for field in fields(OpponentContract) if field.name != "advice"]
    advised = [field.name for field in fields(AdviceContract)]
    rows = []
    for opponent in answer:
        values = to_values(OpponentContract.of(opponent))
        advice = values["advice"] or {}
        low, high = values["interval"]
        cells = [f"{low:g} {high:g}" if name == "interval" else values[name] for name in names]
        rows.append([*cells, *(advice.get(name) for name in advised)])
    return columns_of([*names, *(f"advice_{name}" for name in advised)], rows)


def export_lines(export: Export, form: str, tell: Callable[[str], None]) -> Iterator[str]:
    """Yield an export as CSV or JSON line by line, or as PHH or OHH hand by hand, in constant memory.

    `tell` receives a message about hands that are left out.
    """
    if form in {"phh", "ohh"}:
        yield from _whole_hands(export, phh_text if form == "phh" else ohh_text, tell)
        return
    rows: Iterable[Contract]
    if export.what == DECISIONS:
        kind: type[Contract] = DecisionContract
        rows = map(DecisionContract.of, export.decisions())
    else:
        kind, rows = HistoryHandContract, map(HistoryHandContract.of, export.hands())
    if form == "csv":
        names = [field.name for field in fields(kind)]
        yield csv_text([names])
        for row in rows:
            yield csv_text([[getattr(row, name) for name in names]])
        return
    before = "["
    for row in rows:
        yield f"{before}\n{to_text(row, indent=None)}"
        before = ","
    yield "[]\n" if before == "[" else "\n]\n"


def _whole_hands(
    export: Export, text_of: Callable[[Hand, int], str], tell: Callable[[str], None]
) -> Iterator[str]:
    number = untold = 0
    for hand in export.whole_hands():
        if isinstance(hand, Problem):
            tell(hand.sentence)
        elif text := text_of(hand, number + 1):
            number += 1
            yield text
        else:
            untold += 1
    if untold:
        left = f"{plural(untold, 'hand')} {'is' if untold == 1 else 'are'} left out"
        tell(f"{left}: the format has no words for what was played or posted there.")


MOST_LINES = 200_000
"""The most decisions sent to a browser in one file, 60 MB."""


def report_payload(question: HistoryReportFileRequest, answer: Report) -> dict[str, str]:
    if question.format == "html":
        return {"text": sheet_file(whole_report(ReportContract.of(answer)))}
    if answer.total.decisions > MOST_LINES:
        raise HistoryError(
            f"{answer.total.decisions:,} decisions are too many for a browser: choose a game, a seat or "
            "stacks, or run 'jamfold history report', which writes them all."
        )
    return {"text": columns_csv(report_columns(answer))}


def opponents_payload(question: HistoryOpponentsFileRequest, answer: tuple[Opponent, ...]) -> dict[str, str]:
    return {"text": columns_csv(opponents_columns(answer))}
