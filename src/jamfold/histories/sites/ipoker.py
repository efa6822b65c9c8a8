"""iPoker: one XML document per session; every ``<game>`` is read by itself.

The actions of a game are numbered, not ordered.  A document that declares
types or entities is refused: they are never expanded.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from html import unescape
from xml.etree.ElementTree import Element

from jamfold.cards import Card
from jamfold.core.errors import HistoryError
from jamfold.histories.records import BLINDS_ALONE, PostKind
from jamfold.histories.replay import CARDS, HandReplay
from jamfold.histories.site_text import currency_in, game_named
from jamfold.histories.validation import MissingInformationError

SITE = "iPoker"
START = r"(?:^|(?<=>))[ \t]*<game\s(?!id=)"
START_SESSION = r"(?:^|(?<=>))[ \t]*(?:<\?xml\b|<!DOCTYPE|<session\b)"

_DECLARES = re.compile(r"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_STAKES = re.compile(r"\S*\d[\d.,]*/\S*\d")
_POSTS: dict[int, PostKind] = {1: "small blind", 2: "big blind", 15: "ante"}
_FOLD, _CHECK, _LEAVES = 0, 4, 9
_BETS = {
    3: HandReplay.call, 5: HandReplay.raise_by, 6: HandReplay.raise_by, 7: HandReplay.raise_by,
    23: HandReplay.raise_to,
}  # fmt: skip
"""Calls, bets, raises by an amount, all-ins, and raises to an amount."""
_IDLE = {8, _LEAVES}
"""Sits out; does not post."""


def refuse_declarations(text: str) -> None:
    """No document type, no entities. Raises HistoryError if the text declares some."""
    if "<!" in text and _DECLARES.search(text):
        raise HistoryError("The XML declares a document type or entities, which is refused.")


def parse_game(text: str, xml: str, table: HandReplay) -> Element:
    """Return the game of a part of the text. Raises HistoryError if it is damaged."""
    try:
        return ET.fromstring(xml)
    except ET.ParseError as error:
        table.line = min(text.count("\n"), max(0, error.position[0] - 1))
        raise HistoryError("The XML of the game is damaged.") from None


def read(text: str, table: HandReplay, session: str) -> None:
    """Read a text from ``<game`` to what follows ``</game>``; `session` is the text before its first game."""
    refuse_declarations(text)
    if "\\x80" in text:  # the euro sign of Windows-1252 by its number
        text, session = text.replace("\\x80", "€"), session.replace("\\x80", "€")
    end = text.rfind("</game>")
    if end < 0:
        text = text.rstrip()
        if not text.endswith("</round>"):
            raise HistoryError("The XML of the game is cut short.")
        text, end = f"{text}</game>", len(text)  # whether all is there, the checker tells
    game = parse_game(text, text[: end + 7].strip(), table)
    table.hand_id = game.get("gamecode", "")
    kind = _inner(session, "gametype")
    tournament = _inner(session, "tournamentname")
    table.tournament = tournament
    table.set_coin_decimals(tournament=bool(tournament))
    table.game, table.limit = game_named(re.sub(r"\bL\b", "Limit", _STAKES.sub("", kind)))
    if not tournament:
        table.currency = _inner(session, "tablecurrency") or _inner(session, "currency") or currency_in(kind)
    day = game.findtext("general/startdate", "")[:10]
    table.day = day if re.fullmatch(r"\d{4}-\d\d-\d\d", day) else ""
    stakes = _STAKES.search(kind)
    if stakes is not None:
        table.small_blind, table.big_blind = (table.coins[text] for text in stakes[0].split("/"))
    _sit(game, table)
    table.hero = table.names.get(_inner(session, "nickname"))
    _play(game, table)
    table.closed = True


def _inner(session: str, tag: str) -> str:
    match = re.search(rf"<{tag}>([^<]*)</{tag}>", session)
    return _unescape(match[1].strip()) if match else ""


def _unescape(text: str) -> str:
    return unescape(text) if "&" in text else text


def _sit(game: Element, table: HandReplay) -> None:
    for entry in game.findall("general/players/player"):
        number = entry.get("seat", "")
        if not number.isdecimal():
            raise HistoryError("A player has no seat number.")
        if not (entry.get("name") or table.coins[entry.get("chips", "")]):
            continue  # a seat without anybody
        player = table.sit(int(number), entry.get("name", ""), table.coins[entry.get("chips", "")])
        if entry.get("dealer") == "1":
            table.button = int(number)
        table.collect(player, table.coins[entry.get("win") or "0"])
    if not table.numbers:
        raise HistoryError("The game names no players.")


def _play(game: Element, table: HandReplay) -> None:
    for entry in game.findall("round"):
        number = entry.get("no", "")
        street = int(number) - 1 if number.isdecimal() else -2
        for cards in entry.findall("cards"):
            parsed = _cards(cards.text or "")
            if cards.get("type") == "Pocket":
                player = table.player(cards.get("player", ""))
                table.touched[player] = True
                if parsed:
                    table.show(player, parsed)
            elif street >= 1:
                table.deal(street, parsed)
        for action in sorted(entry.findall("action"), key=_number):
            _do(action, table)
    if (
        {entry.get("no") for entry in game.findall("round")} == {"0"}
        and table.posts
        and not any(table.collected)
    ):
        raise MissingInformationError(BLINDS_ALONE)


def _number(action: Element) -> int:
    number = action.get("no", "")
    if not number.isdecimal():
        raise HistoryError("An action has no number.")
    return int(number)


def _do(action: Element, table: HandReplay) -> None:
    text = action.get("type", "")
    kind = int(text) if text.isdecimal() else -1
    name = action.get("player", "")
    if kind == _LEAVES and any(post[:2] == (table.names.get(name), "ante") for post in table.posts):
        table.fast, kind = True, _FOLD  # in turn or not: their ante stays
        table.time_out(table.player(name))
    if kind in _IDLE:
        return
    player = table.player(name)
    if kind in (_FOLD, _CHECK):
        (table.fold if kind == _FOLD else table.check)(player)
        return
    chips = table.coins[action.get("sum", "")]
    if kind in _POSTS:
        _post(table, player, _POSTS[kind], chips)
    elif kind in _BETS:
        _BETS[kind](table, player, chips)
    else:
        raise HistoryError(f"Unknown action type '{text[:20]}'.")


def _post(table: HandReplay, player: int, kind: PostKind, chips: int) -> None:
    """Blinds that the session does not name are those posted; one all-in may ask for more than they have.

    More than the big blind is that of one who returns, with a dead small blind.
    """
    if kind == "big blind" and 0 < table.big_blind < chips and any(post[1] == kind for post in table.posts):
        table.post_both(player, chips)
        return
    table.post(player, kind, chips)
    short = table.behind[player] == 0
    if kind == "small blind" and not table.small_blind:
        table.small_blind = chips
    elif kind == "big blind" and (not table.big_blind or chips > table.big_blind):
        table.big_blind = max(chips, 2 * table.small_blind) if short else chips


def _cards(text: str) -> tuple[Card, ...]:
    """Parse ``H10 C4``, suit first; empty if a card is hidden, ``X X``."""
    cards = []
    for word in text.split():
        if word.upper() == "X":
            return ()
        card = CARDS.get(word[1:] + word[:1].lower())
        if card is None:
            raise HistoryError(f"'{word[:20]}' is not a card.")
        cards.append(card)
    return tuple(cards)
