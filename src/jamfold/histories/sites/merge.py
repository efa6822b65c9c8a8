"""Merge: a description of the game, then each hand as XML; events stand in their order.

Until 2010 raises tell the chips added, since then what is in front.  Tournaments of the form without a
version tell what is left behind antes and blinds, all others the chips before them.
"""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from jamfold.core.errors import HistoryError
from jamfold.histories.records import BLINDS_ALONE, CHIPS_UNTOLD, PostKind
from jamfold.histories.replay import HandReplay, read_cards
from jamfold.histories.site_text import currency_in, game_named
from jamfold.histories.sites.ipoker import parse_game, refuse_declarations
from jamfold.histories.sites.lines import name_stakes
from jamfold.histories.validation import MissingInformationError

SITE = "Merge"
START = r'<game id="\d'
START_HEAD = r"<description type="

_HEAD = re.compile(r'<description type="([^"]*)" stakes="([^"]*)"(?: version="([^"]*)")?')
_STAKES = re.compile(r"\(?([$€£]?\d[\d.,]*)/([$€£]?\d[\d.,]*)\)?")
_STREETS = {"POSTFLOP": 1, "POSTTURN": 2, "POSTRIVER": 3}
_POSTS: dict[str, PostKind] = {"ANTE": "ante", "SMALL_BLIND": "small blind", "BIG_BLIND": "big blind"}
_RETURNS = {"RETURN_BLIND", "INITIAL_BLIND"}
_IDLE = {
    "SHOW", "MUCK", "CHAT", "PLAYER_OUT", "LEAVE", "DISCONNECTED", "RECONNECTED", "SIT_OUT", "SIT_IN", "JOIN",
    "RABBIT",
}  # fmt: skip
_RAISED_TO = "2011"
"""The first year in which a raise is what is then in front."""


def read(text: str, table: HandReplay, head: str) -> None:
    """Read a text from ``<game`` to what follows ``</game>``; `head` is the description before it."""
    refuse_declarations(text)
    table.hand_id = text[10 : text.find('"', 10)][:60]
    end = text.rfind("</game>")
    if end < 0:
        raise HistoryError("The XML of the game is cut short.")
    game = parse_game(text, text[: end + 7], table)
    named = _HEAD.search(head)
    if named is None:
        raise HistoryError("The hand has no description of its game.")
    kind, stakes = named[1], game.get("stakes") or named[2]
    tournament = "Tournament" in kind
    table.game, table.limit = game_named(f"{kind} {re.sub(r'^Limit', 'Fixed Limit', stakes)}")
    table.tournament = table.hand_id.partition("-")[0] if tournament else ""
    table.set_coin_decimals(tournament=tournament)
    table.posts_tell = True
    match = _STAKES.search(stakes)
    if match is not None:
        table.small_blind, table.big_blind = table.coins[match[1]], table.coins[match[2]]
    if tournament:
        data = re.split(r"[|:]", game.get("data", ""))
        table.tournament = data[2] if len(data) > 2 else table.tournament
    elif match is not None:
        table.currency = currency_in(match[1]) if game.get("realmoney") == "true" else ""
    _read_time(table, game)
    _sit(table, game, after_posts=tournament and not (named[3] or game.get("version")))
    _play(table, game)
    table.closed = True


def _read_time(table: HandReplay, game: Element) -> None:
    start = game.get("starttime", "")
    if re.fullmatch(r"\d{14}", start):
        table.day = f"{start[:4]}-{start[4:6]}-{start[6:8]}"
    events = (entry.find("event") for entry in game.findall("round"))
    event = next((event for event in events if event is not None), None)
    stamp = "" if event is None else event.get("timestamp", "")
    if re.fullmatch(r"\d{12,13}", stamp):
        table.played_at = int(stamp) // 1000


def _sit(table: HandReplay, game: Element, *, after_posts: bool) -> None:
    """The seats, which count from 0; chips that were posted before they were told are given back."""
    posted: dict[str, int] = {}
    if after_posts:
        for event in game.findall("round[@id='BLINDS']/event"):
            seat = event.get("player", "")
            posted[seat] = posted.get(seat, 0) + table.coins[event.get("amount") or "0"]
    players = game.find("players")
    for entry in [] if players is None else players.findall("player"):
        seat = entry.get("seat", "")
        if not seat.isdecimal():
            raise HistoryError("A player has no seat number.")
        stack = table.coins[entry.get("balance", "")] + posted.get(seat, 0)
        table.sit(int(seat) + 1, entry.get("nickname", ""), stack)
    dealer = "" if players is None else players.get("dealer", "")
    table.button = int(dealer) + 1 if dealer.isdecimal() else 0
    if not table.numbers:
        raise HistoryError("The hand names no players.")


def _play(table: HandReplay, game: Element) -> None:
    rounds = game.findall("round")
    for entry in rounds:
        name = entry.get("id", "")
        if name == "GAME_CANCELLED":
            table.cancelled = True
        street = _STREETS.get(name, 0)
        board = [cards for cards in entry.findall("cards") if cards.get("type") == "COMMUNITY"]
        if street and board:
            table.deal(street, read_cards(board[-1].get("cards", ""))[table.street and table.street + 2 :])
        if name == "BLINDS":
            _post_all(table, entry)
            name_stakes(table)
            continue
        for event in entry.findall("event"):
            _do(table, event, game.get("starttime", "") < _RAISED_TO)
        _show(table, entry)
        for winner in entry.findall("winner"):
            table.collect(_player(table, winner), table.coins[winner.get("amount", "")])
    if len(rounds) < 2 and not table.cancelled:
        raise MissingInformationError(BLINDS_ALONE)


def _player(table: HandReplay, event: Element) -> int:
    """Return the event's player. Raises MissingInformationError if the seat came later, without chips."""
    seat = event.get("player", "")
    if not seat.isdecimal():
        raise HistoryError("An event has no seat number.")
    if int(seat) + 1 not in table.numbers:
        raise MissingInformationError(CHIPS_UNTOLD)
    return table.numbers.index(int(seat) + 1)


def _post_all(table: HandReplay, entry: Element) -> None:
    """Antes and blinds; who is all-in by a blind posts the one that nobody else does."""
    kinds = [event.get("type") for event in entry.findall("event") if table.coins[event.get("amount") or "0"]]
    missing = [kind for kind in ("SMALL_BLIND", "BIG_BLIND") if kind not in kinds]
    missing = missing[-1:] if kinds.count("ALL_IN") == 1 else missing
    for event in entry.findall("event"):
        kind = event.get("type", "")
        if kind in _IDLE:
            continue
        player, chips = _player(table, event), table.coins[event.get("amount") or "0"]
        if kind == "ALL_IN" and chips:
            kind = missing.pop(0) if missing else kind
        elif kind == "ALL_IN":
            continue  # by their ante
        if not table.stacks[player]:
            raise MissingInformationError(CHIPS_UNTOLD)
        if kind in _RETURNS:
            table.post_both(player, chips)
        elif kind not in _POSTS:
            raise HistoryError(f"'{kind[:40]}' is not a known ante or blind.")
        elif chips:
            table.post(player, _POSTS[kind], chips)


def _do(table: HandReplay, event: Element, raises_add: bool) -> None:
    kind = event.get("type", "")
    if kind in _IDLE or kind == "GAME_CANCELLED":
        return
    player = _player(table, event)
    if kind == "FOLD":
        table.fold(player)
        return
    if not table.behind[player] and (kind == "CHECK" or not event.get("amount")):
        return  # of a player without a chip behind, it is nothing
    if kind == "CHECK":
        table.check(player)
        return
    chips = table.coins[event.get("amount", "")]
    if kind == "CALL":
        table.call(player, chips)
    elif kind == "RAISE" and not raises_add:
        table.raise_to(player, chips)
    elif kind in {"BET", "RAISE", "ALL_IN"}:
        table.raise_by(player, chips)
    else:
        raise HistoryError(f"'{kind[:40]}' is not a known event.")


def _show(table: HandReplay, entry: Element) -> None:
    """Read hole cards; before the end, only the hero's are printed."""
    for cards in entry.findall("cards"):
        kind, text = cards.get("type", ""), cards.get("cards", "")
        if kind not in {"HOLE", "SHOWN", "MUCKED"} or "null" in text:
            continue
        player = _player(table, cards)
        table.show(player, read_cards(text))
        if kind == "HOLE":
            table.hero = player
