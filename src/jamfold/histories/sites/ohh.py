"""OHH, the Open Hand History format 1.4: one JSON object per hand; amounts are chips added."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import Any

from jamfold.core.errors import HistoryError
from jamfold.histories.records import Limit, PostKind
from jamfold.histories.replay import CARDS, HandReplay, read_cards
from jamfold.histories.site_text import game_named, seconds

SITE = "OHH"
START = r"(?:^|(?<=[}\[,]))[ \t]*\{\s{0,200}\"ohh\"\s{0,20}:"

_TIME = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?Z?$")
_LIMITS: dict[str, Limit] = {"NL": "NL", "PL": "PL", "FL": "FL"}
_POSTS: dict[str, PostKind] = {
    "post ante": "ante",
    "post sb": "small blind",
    "post bb": "big blind",
    "post dead": "dead blind",
    "post extra blind": "returning blind",
    "straddle": "straddle",
}
_BETS = {"call": HandReplay.call, "bet": HandReplay.raise_by, "raise": HandReplay.raise_by}
_STREETS = {"preflop": 0, "flop": 1, "turn": 2, "river": 3}
_DECODER = json.JSONDecoder(parse_float=Decimal)


def read(text: str, table: HandReplay, opening: str = "") -> None:
    start = text.find("{")
    try:
        outer, _ = _DECODER.raw_decode(text, start)
    except json.JSONDecodeError as error:
        table.line = text.count("\n", 0, error.pos)
        raise HistoryError("The JSON of the hand is damaged.") from None
    except (RecursionError, ValueError):
        raise HistoryError("The JSON of the hand is damaged.") from None
    hand = outer.get("ohh")
    if not isinstance(hand, dict):
        raise HistoryError("The JSON has no hand.")
    _identify(hand, table)
    table.copy_of(hand)
    seats = _sit(hand, table)
    table.hero = seats.get(_whole(hand.get("hero_player_id")))
    table.read_export_extras(hand, lambda number: seats[_whole(number)])
    for entry in _list(hand, "rounds"):
        _round(_object(entry), table, seats)
    _pots(hand, table, seats)
    table.closed = True


def _identify(hand: dict[str, Any], table: HandReplay) -> None:
    table.hand_id = _text(hand.get("game_number", ""))
    if not table.hand_id:
        raise HistoryError("The hand has no number.")
    table.key = f"{_text(hand.get('network_name') or hand.get('site_name') or '')}|{table.hand_id}"
    information = hand.get("tournament_info")
    if hand.get("tournament") or isinstance(information, dict):
        number = information.get("tournament_number") if isinstance(information, dict) else ""
        table.tournament = _text(number or hand.get("table_name") or "tournament")
    table.set_coin_decimals(tournament=bool(table.tournament))
    limit = _object(hand.get("bet_limit") or {})
    table.game, named = game_named(str(hand.get("game_type", "")))
    table.limit = _LIMITS.get(str(limit.get("bet_type", "")).upper(), named)
    table.small_blind = table.coins.of_number(hand.get("small_blind_amount"))
    table.big_blind = table.coins.of_number(hand.get("big_blind_amount"))
    table.ante = table.coins.of_number(hand.get("ante_amount") or 0)
    table.cap = table.coins.of_number(limit.get("bet_cap") or 0)
    table.button = _whole(hand.get("dealer_seat"), 0)
    if not table.tournament:
        table.currency = _text(hand.get("currency", ""))[:10]
    time = _TIME.match(str(hand.get("start_date_utc", "")))
    if time is not None:
        table.day = f"{time[1]}-{time[2]}-{time[3]}"
        table.played_at = seconds(*(int(time[k]) for k in range(1, 7)))


def _text(value: Any) -> str:
    """A short text; JSON can hold halves of characters, which no other file can."""
    return str(value)[:60].encode("utf-8", "replace").decode()


def _whole(value: Any, otherwise: int = -1) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else otherwise


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise HistoryError("A part of the hand is not in the format.")
    return value


def _list(parent: dict[str, Any], name: str) -> list[Any]:
    value = parent.get(name) or []
    if not isinstance(value, list):
        raise HistoryError(f"The field {name} is not a list.")
    return value


def _sit(hand: dict[str, Any], table: HandReplay) -> dict[int, int]:
    """Seats the players; their indices by the players' numbers."""
    seats: dict[int, int] = {}
    for entry in _list(hand, "players"):
        player = _object(entry)
        stack = table.coins.of_number(player.get("starting_stack"))
        number = _whole(player.get("id"))
        if number in seats:
            raise HistoryError("Two players have the same number.")
        seats[number] = table.sit(_whole(player.get("seat")), _text(player.get("name", "")), stack)
    if not seats:
        raise HistoryError("The hand names no players.")
    return seats


def _round(entry: dict[str, Any], table: HandReplay, seats: dict[int, int]) -> None:
    street = _STREETS.get(str(entry.get("street", "")).lower(), -1)
    if street > 0:
        table.deal(street, _cards(entry))
    actions = [_object(action) for action in _list(entry, "actions")]
    for action in sorted(actions, key=lambda action: _whole(action.get("action_number"), 0)):
        number = _whole(action.get("player_id"))
        if number not in seats:
            raise HistoryError(f"Player {number} acts but has no seat at the table.")
        _do(action, table, seats[number])


def _cards(entry: dict[str, Any]) -> tuple[Any, ...]:
    return read_cards(" ".join(str(card) for card in _list(entry, "cards")))


def _do(action: dict[str, Any], table: HandReplay, player: int) -> None:
    verb = str(action.get("action", "")).lower()
    if verb == "fold":
        table.fold(player)
    elif verb == "check":
        table.check(player)
    elif verb in {"dealt cards", "shows cards", "mucks cards"}:
        table.touched[player] = table.touched[player] or verb == "dealt cards"
        cards = _list(action, "cards")
        if cards and all(isinstance(card, str) and card in CARDS for card in cards):
            table.show(player, _cards(action))
        elif cards and not all("x" in str(card).lower() or "?" in str(card) for card in cards):
            _cards(action)
    elif verb in _POSTS:
        table.post(player, _POSTS[verb], table.coins.of_number(action.get("amount")))
    elif verb in _BETS:
        _BETS[verb](table, player, table.coins.of_number(action.get("amount")))
    elif verb not in {"sits down", "stands up", "added chips", "added to pot"}:
        raise HistoryError(f"Unknown action '{verb[:40]}'.")


def _pots(hand: dict[str, Any], table: HandReplay, seats: dict[int, int]) -> None:
    rake = 0
    for entry in _list(hand, "pots"):
        pot = _object(entry)
        rake += table.coins.of_number(pot.get("rake") or 0) + table.coins.of_number(pot.get("jackpot") or 0)
        for win in _list(pot, "player_wins"):
            player = seats.get(_whole(_object(win).get("player_id")))
            if player is not None:
                table.collect(player, table.coins.of_number(win.get("win_amount")))
    table.rake = rake
