"""The database of played hands: tables, row types, players by id, and folds to flop bets.

A row is a hand as plain values, as workers send it and a table stores it.  Folds to flop bets count a
player's first response to a bet, unless they bet on the flop before.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple, get_args, get_type_hints

from jamfold.betting.posts import FEWEST_SEATS, MOST_SEATS, seat_names
from jamfold.cards import N_CARDS, Card, format_cards, parse_cards
from jamfold.core.errors import CardError, HistoryError
from jamfold.core.storage.database import DatabaseSchema
from jamfold.histories.reading import Work, read_chunk
from jamfold.histories.records import FLOP, Hand, Limit, Problem, ProblemKind
from jamfold.histories.spot_finder import (
    BB,
    BTN,
    JUDGED_GAMES,
    SB,
    Choice,
    Reason,
    SeatTurn,
    Status,
    find_jam_fold_spot,
    find_raises,
    find_table,
    stacks_text,
)


class StoredHandRow(NamedTuple):
    """A stored hand; amounts are in coins, `coin` coins per chip.

    Names are empty if nobody posted the blind; dead, live, s and b are None if there is no spot.  In a spot,
    the blinds are those of its two players: with a straddle, the big blind is the straddle.  `stacks` is
    `spot_finder.stacks_text`, for tournaments and tables of three.  Turns are plain `SeatTurn`.
    """

    site: str
    key: str
    digest: bytes
    hand_id: str
    line: int
    played_at: int | None
    day: str
    tournament: str
    game: str
    limit: str
    currency: str
    coin: int
    small_blind: int
    big_blind: int
    status: str
    reason: str
    players: int
    hero: str
    sb_name: str
    bb_name: str
    sb_stack: int
    bb_stack: int
    sb_ante: int
    bb_ante: int
    dead: int | None
    live: int | None
    s: float | None
    b: float | None
    sb_decision: str
    bb_decision: str
    sb_cards: str
    bb_cards: str
    rake: int | None
    stacks: str
    each_ante: int
    big_ante: int
    sb_won: int
    bb_won: int
    turns: tuple[tuple[str, str, str, str, str], ...] = ()
    raises: tuple[tuple[int, str, str, int, str, str], ...] = ()
    """Decisions around an open that was jammed over: place, seat, player, open, cards, action."""
    flops: tuple[tuple[int, str, str, str, int], ...] = ()
    """First responses to a bet on the flop: seat, player, flop, cards, whether folded."""


HAND_COLUMNS = {
    name: {"digest": "hash", "sb_name": "sb", "bb_name": "bb"}.get(name, name)
    for name in StoredHandRow._fields[:-3]
}
"""Columns of table `hand` by field of the row; turns, raises and flops have their own tables."""
PLAYER_FIELDS = ("hero", "sb_name", "bb_name")
"""Fields stored as player ids."""
_KINDS = {int: "INTEGER", float: "REAL", str: "TEXT", bytes: "BLOB"}


def _hand_columns() -> Iterator[str]:
    """Yield the SQL columns of a hand in field order, with the file before the line."""
    hints = get_type_hints(StoredHandRow)
    for name, column in HAND_COLUMNS.items():
        if name == "line":
            yield "file INTEGER NOT NULL REFERENCES file ON DELETE CASCADE"
        kind, *optional = get_args(hints[name]) or (hints[name],)
        if name in PLAYER_FIELDS:
            yield f"{column} INTEGER REFERENCES player"
        else:
            yield f'"{column}" {_KINDS[kind]}{"" if optional else " NOT NULL"}'


_SCHEMA = """
CREATE TABLE file (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, hash BLOB NOT NULL,
    hands INTEGER NOT NULL, duplicates INTEGER NOT NULL, conflicts INTEGER NOT NULL,
    start_hash BLOB NOT NULL, start_size INTEGER NOT NULL, start_line INTEGER NOT NULL
) STRICT;
CREATE TABLE player (id INTEGER PRIMARY KEY, site TEXT NOT NULL, name TEXT NOT NULL, UNIQUE (site, name)) STRICT;
CREATE TABLE hand (
    id INTEGER PRIMARY KEY, {hand}, UNIQUE (site, key)
) STRICT;
CREATE TABLE decision (
    hand INTEGER NOT NULL REFERENCES hand ON DELETE CASCADE, player INTEGER NOT NULL REFERENCES player,
    seat TEXT NOT NULL, game TEXT NOT NULL, s REAL NOT NULL, b REAL NOT NULL, cards TEXT NOT NULL, act TEXT NOT NULL,
    PRIMARY KEY (hand, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX decision_player ON decision (player);
CREATE INDEX hand_file ON hand (file);
CREATE TABLE problem (
    file INTEGER NOT NULL REFERENCES file ON DELETE CASCADE, line INTEGER NOT NULL, kind TEXT NOT NULL,
    text TEXT NOT NULL
) STRICT;
CREATE INDEX problem_file ON problem (file);
CREATE TABLE secret (key BLOB NOT NULL) STRICT;
CREATE TABLE seat_turn (
    hand INTEGER NOT NULL REFERENCES hand ON DELETE CASCADE, seat TEXT NOT NULL,
    player INTEGER NOT NULL REFERENCES player, after TEXT NOT NULL, cards TEXT NOT NULL, act TEXT NOT NULL,
    PRIMARY KEY (hand, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seat_turn_player ON seat_turn (player);
CREATE TABLE flop_turn (
    hand INTEGER NOT NULL REFERENCES hand ON DELETE CASCADE, seat INTEGER NOT NULL,
    player INTEGER NOT NULL REFERENCES player, flop TEXT NOT NULL, cards TEXT NOT NULL, folded INTEGER NOT NULL,
    PRIMARY KEY (hand, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX flop_turn_player ON flop_turn (player);
CREATE TABLE raise_turn (
    hand INTEGER NOT NULL REFERENCES hand ON DELETE CASCADE, place INTEGER NOT NULL, seat TEXT NOT NULL,
    player INTEGER NOT NULL REFERENCES player, game TEXT NOT NULL, s REAL NOT NULL, b REAL NOT NULL,
    raised INTEGER NOT NULL, cards TEXT NOT NULL, act TEXT NOT NULL, PRIMARY KEY (hand, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX raise_turn_player ON raise_turn (player);
"""  # noqa: E501 -- SQL reads better in long lines
_SOLVED = """
CREATE TABLE solved (
    kind TEXT NOT NULL, key TEXT NOT NULL, edition INTEGER NOT NULL, gain REAL NOT NULL,
    seconds REAL NOT NULL, numbers BLOB NOT NULL, PRIMARY KEY (kind, key)
) STRICT;
"""
_FROM_7 = f"""{_SOLVED}
INSERT INTO solved SELECT 'table', game || ' ' || chips, edition, gain, seconds,
    CAST(played || margins || errors AS BLOB) FROM table_spot;
DROP TABLE answer; DROP TABLE response; DROP TABLE spot; DROP TABLE showdown; DROP TABLE raise_answer;
DROP TABLE room_answer; DROP TABLE prize_answer; DROP TABLE table_spot;
"""
"""Version 8 keeps only solved tables: everything else is quick to solve again."""

RAISE_ACTS = ("raise", "jam", "call", "fold")
CHOICES = [choice.value for choice in Choice]
SEATS = (SB, BB, BTN)
TABLE_SEATS = tuple(sorted({name for n in range(FEWEST_SEATS, MOST_SEATS + 1) for name in seat_names(n)}))
ALL_DEAD = "dead + sb_ante + bb_ante"
"""D of a stored hand, in SQL."""
SPOT = "s NOT BETWEEN 0 AND 1e9 OR b NOT BETWEEN 0 AND 1"
_STACKS = re.compile(r"(\d+( \d+(-\d+)?)+\|(\d+( \d+)*)?)?")
"""As `spot_finder.stacks_text` writes them."""


def _whole_cards(text: str) -> bool:
    """Return whether a text is empty or lists different cards."""
    try:
        parse_cards(text)
    except CardError:
        return False
    return True


def _none_of(column: str, words: Iterable[str]) -> str:
    """Return the SQL condition that a column has none of the words."""
    quoted = ", ".join(f"'{word}'" for word in words)
    return f"{column} NOT IN ({quoted})"


DESIGN = DatabaseSchema(
    file="histories.db",
    content="your hands",
    application=0x6A616D68,  # "jamh": printed by `file`, identifies our databases
    version=8,
    tables=_SCHEMA.replace("{hand}", ", ".join(_hand_columns())) + _SOLVED,
    upgrades={7: _FROM_7},
    error=HistoryError,
    repair="jamfold history repair",
    unsound={
        "hand": " OR ".join(
            (
                _none_of("status", [status.value for status in Status]),
                _none_of("reason", ["", *(reason.value for reason in Reason)]),
                _none_of("sb_decision", CHOICES),
                _none_of("bb_decision", CHOICES),
                _none_of('"limit"', get_args(Limit)),
                f"s IS NOT NULL AND ({_none_of('game', JUDGED_GAMES)} OR {SPOT} OR big_blind <= 0)",
                "s IS NOT NULL AND (dead IS NULL OR live IS NULL OR sb_stack IS NULL OR bb_stack IS NULL)",
                "NOT (whole_cards(sb_cards) AND whole_cards(bb_cards) AND whole_stacks(stacks))",
                "(s IS NULL) <> (b IS NULL) OR coin <= 0 OR line < 0 OR players < 0",
                "min(small_blind, big_blind, sb_stack, bb_stack, sb_ante, bb_ante) < 0",
            )
        ),
        "problem": _none_of("kind", [kind.value for kind in ProblemKind]),
        "decision": f"{_none_of('seat', SEATS)} OR {_none_of('act', CHOICES)} OR NOT whole_cards(cards) "
        f"OR {_none_of('game', JUDGED_GAMES)} OR {SPOT}",
        "seat_turn": f"{_none_of('seat', TABLE_SEATS)} OR {_none_of('act', CHOICES)} "
        "OR NOT (whole_cards(cards) AND whole_seats(after))",
        "raise_turn": f"{_none_of('seat', SEATS)} OR {_none_of('act', RAISE_ACTS)} OR NOT whole_cards(cards) "
        f"OR {_none_of('game', JUDGED_GAMES)} OR {SPOT} OR place NOT BETWEEN 0 AND 2 OR raised <= 0",
        "flop_turn": "NOT whole_cards(flop || cards) OR length(flop) <> 6 OR length(cards) NOT IN (0, 4) "
        "OR folded NOT IN (0, 1)",
        "solved": "length(numbers) % 8 <> 0",
    },
    functions={
        "whole_cards": _whole_cards,
        "whole_seats": lambda text: set(text.split()) <= set(TABLE_SEATS),
        "whole_stacks": lambda text: bool(_STACKS.fullmatch(text)),
    },
)


GAMES = ("holdem", "six-plus")
"""Games of two hole cards."""


def find_flop_acts(hand: Hand) -> Iterator[tuple[int, bool]]:
    """Yield the seats that faced a bet on the flop, and whether they folded."""
    if hand.game not in GAMES or hand.cancelled or len(hand.board) < 3:
        return
    is_bet, done = False, set[int]()
    for seat, street, move, *_ in hand.actions:
        if street != FLOP:
            continue
        if is_bet and seat not in done:
            yield seat, move == "fold"
        if move in {"bet", "raise"}:
            is_bet = True
        if is_bet:
            done.add(seat)


_NAMES = [format_cards([card]) for card in range(N_CARDS)]


HERO = "Hero"
"""Name of the hero in rooms that print no names."""


def row_of(hand: Hand) -> StoredHandRow:
    return StoredHandRow._make(_values(hand))


def _values(hand: Hand) -> tuple[Any, ...]:
    spot = find_jam_fold_spot(hand)
    (sb_name, sb_stack, sb_cards, sb_won), (bb_name, bb_stack, bb_cards, bb_won) = blinds = (
        _blind(hand, spot.small), _blind(hand, spot.big)
    )  # fmt: skip
    level: tuple[int, int] = (hand.small_blind, hand.big_blind)
    dead = live = s = b = None
    if spot.s > 0:
        level, dead, live, s, b = spot.blinds, spot.dead, spot.live, spot.s, spot.b
    table = find_table(hand, spot)
    turns = _turns(hand, table.turns) if table.turns else ()
    raises: tuple[tuple[int, str, str, int, str, str], ...] = ()
    if spot.reason is Reason.RAISE:
        raises = tuple(
            [
                (turn.place, turn.seat, blind[0], turn.raised, blind[2], turn.act)
                for turn in find_raises(hand, spot)
                if (blind := blinds[turn.seat == BB])[0]
            ]
        )
    stacks = stacks_text(hand, spot) if hand.tournament or turns else ""
    flops = tuple(
        [
            (seat, name, _text(hand.board[:3]), _text(hand.cards[seat]), int(folded))
            for seat, folded in find_flop_acts(hand)
            if (name := _player(hand, seat))
        ]
    )
    return (
        hand.site, hand.key, hand.digest, hand.hand_id, hand.line, hand.played_at, hand.day,
        hand.tournament, hand.game, hand.limit, hand.currency, hand.coin, *level,
        spot.status._value_, "" if spot.reason is None else spot.reason._value_, spot.players,
        "" if hand.hero is None else _player(hand, hand.hero),
        sb_name, bb_name, sb_stack, bb_stack, *spot.antes, dead, live, s, b,
        spot.sb_choice._value_, spot.bb_choice._value_, sb_cards, bb_cards, hand.rake,
        stacks, *table.antes, sb_won, bb_won, turns, raises, flops,
    )  # fmt: skip


def _blind(hand: Hand, seat: int | None) -> tuple[str, int, str, int]:
    """Return name, stack, cards and winnings of the player who posts a blind."""
    if seat is None:
        return "", 0, "", 0
    return _player(hand, seat), hand.seats[seat].stack, _text(hand.cards[seat]), hand.collected[seat]


def _turns(hand: Hand, turns: Iterable[SeatTurn]) -> tuple[tuple[str, str, str, str, str], ...]:
    """Return plain decisions of players who have a name and did not time out."""
    seats = hand.seats
    away = [seats[seat].name for seat in hand.timed_out]
    if hand.positions:
        hero = "" if hand.hero is None else seats[hand.hero].name
        away += [seat.name for seat in seats if seat.name != hero]
    return tuple(
        [
            (seat, HERO if hand.positions else name, after, _text(cards), act)
            for seat, name, after, cards, act in turns
            if name and name not in away
        ]
    )


def _player(hand: Hand, seat: int) -> str:
    """Return the player's name; if names are positions, only the hero has one."""
    if not hand.positions:
        return hand.seats[seat].name
    return HERO if seat == hand.hero else ""


@lru_cache(maxsize=1 << 14)
def _text(cards: tuple[Card, ...]) -> str:
    return "".join([_NAMES[card] for card in cards])


def read_works(works: Iterable[Work], name: str) -> list[tuple[Any, ...]]:
    """Parse located hands into rows and problems of plain values; a hand with a warning yields both.

    The values of a problem are file, line, kind and sentence.
    """
    results: list[tuple[Any, ...]] = []
    for chunk, opening in works:
        result = read_chunk(chunk, name, opening)
        if isinstance(result, Problem):
            results.append((name, result.line, result.kind.value, result.sentence))
            continue
        results.append(_values(result))
        if result.warning:
            sentence = f"Hand {result.hand_id}: {result.warning}"
            results.append((name, result.line, ProblemKind.CHIPS.value, sentence))
    return results


_MOST = 50_000
"""Limit of cached names, 5 MB; a million hands of many rooms have hundreds of thousands."""


_NUMBER = """INSERT INTO player VALUES (NULL, ?, ?)
    ON CONFLICT (site, name) DO UPDATE SET name = excluded.name RETURNING id"""
"""One statement for new and stored players: a file of many names spends a third of its writing on them."""


class Players(dict[tuple[str, str], int | None]):
    """Ids of players by site and name, created on access; None for an empty name.

    A dict with `__missing__`, like `site_text.Coins`, as nearly all names repeat.
    """

    def __init__(self, base: sqlite3.Connection) -> None:
        super().__init__()
        self._base = base

    def __missing__(self, player: tuple[str, str]) -> int | None:
        ((number,),) = self._base.execute(_NUMBER, player).fetchall() if player[1] else ((None,),)
        self[player] = number
        return self[player]

    def trim(self) -> None:
        """Clear the cache if it holds more than `_MOST` names."""
        if len(self) > _MOST:
            self.clear()
