"""The database of kept hands: its tables, and what no row of ours holds."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import get_args

from jamfold.cards import parse_cards
from jamfold.errors import CardError, HistoryError
from jamfold.hand.seats import FEWEST_SEATS, MOST_SEATS, seat_names
from jamfold.histories.decisions import JUDGED_GAMES, Choice, Reason, Status
from jamfold.histories.records import Limit, ProblemKind
from jamfold.histories.seats import BB, BTN, SB
from jamfold.kept.design import DatabaseSchema

_SCHEMA = """
CREATE TABLE file (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, hash BLOB NOT NULL,
    hands INTEGER NOT NULL, duplicates INTEGER NOT NULL, conflicts INTEGER NOT NULL,
    start_hash BLOB NOT NULL, start_size INTEGER NOT NULL, start_line INTEGER NOT NULL
) STRICT;
CREATE TABLE player (id INTEGER PRIMARY KEY, site TEXT NOT NULL, name TEXT NOT NULL, UNIQUE (site, name)) STRICT;
CREATE TABLE hand (
    id INTEGER PRIMARY KEY, site TEXT NOT NULL, key TEXT NOT NULL, hash BLOB NOT NULL, hand_id TEXT NOT NULL,
    file INTEGER NOT NULL REFERENCES file ON DELETE CASCADE, line INTEGER NOT NULL,
    played_at INTEGER, day TEXT NOT NULL, tournament TEXT NOT NULL, game TEXT NOT NULL, "limit" TEXT NOT NULL,
    currency TEXT NOT NULL, coin INTEGER NOT NULL, small_blind INTEGER NOT NULL, big_blind INTEGER NOT NULL,
    status TEXT NOT NULL, reason TEXT NOT NULL, players INTEGER NOT NULL,
    hero INTEGER REFERENCES player, sb INTEGER REFERENCES player, bb INTEGER REFERENCES player,
    sb_stack INTEGER NOT NULL, bb_stack INTEGER NOT NULL, sb_ante INTEGER NOT NULL, bb_ante INTEGER NOT NULL,
    dead INTEGER, live INTEGER, s REAL, b REAL, sb_decision TEXT NOT NULL, bb_decision TEXT NOT NULL,
    sb_cards TEXT NOT NULL, bb_cards TEXT NOT NULL, rake INTEGER, stacks TEXT NOT NULL, each_ante INTEGER NOT NULL,
    big_ante INTEGER NOT NULL, sb_won INTEGER NOT NULL, bb_won INTEGER NOT NULL, UNIQUE (site, key)
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
CREATE TABLE spot (
    edition INTEGER NOT NULL, id INTEGER PRIMARY KEY, game TEXT NOT NULL, s REAL NOT NULL, b REAL NOT NULL,
    value REAL NOT NULL, jams REAL NOT NULL, calls REAL NOT NULL, UNIQUE (game, s, b)
) STRICT;
CREATE TABLE answer (
    spot INTEGER NOT NULL REFERENCES spot ON DELETE CASCADE, seat TEXT NOT NULL, class INTEGER NOT NULL,
    played REAL NOT NULL, margin REAL, worth REAL NOT NULL, PRIMARY KEY (spot, seat, class)
) STRICT, WITHOUT ROWID;
CREATE TABLE showdown (
    edition INTEGER NOT NULL, game TEXT NOT NULL, cards TEXT NOT NULL, other TEXT NOT NULL, share REAL NOT NULL,
    PRIMARY KEY (game, cards, other)
) STRICT, WITHOUT ROWID;
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
CREATE TABLE raise_answer (
    edition INTEGER NOT NULL, game TEXT NOT NULL, chips TEXT NOT NULL, place INTEGER NOT NULL,
    class INTEGER NOT NULL, gain REAL NOT NULL, played REAL NOT NULL, margin REAL,
    PRIMARY KEY (game, chips, place, class)
) STRICT, WITHOUT ROWID;
CREATE TABLE room_answer (
    edition INTEGER NOT NULL, game TEXT NOT NULL, chips TEXT NOT NULL, seat TEXT NOT NULL,
    class INTEGER NOT NULL, played REAL NOT NULL, margin REAL, PRIMARY KEY (game, chips, seat, class)
) STRICT, WITHOUT ROWID;
CREATE TABLE table_spot (
    edition INTEGER NOT NULL, game TEXT NOT NULL, chips TEXT NOT NULL, gain REAL NOT NULL,
    played BLOB NOT NULL, margins BLOB NOT NULL, errors BLOB NOT NULL, seconds REAL NOT NULL,
    PRIMARY KEY (game, chips)
) STRICT, WITHOUT ROWID;
CREATE TABLE prize_answer (
    edition INTEGER NOT NULL, chips TEXT NOT NULL, seat TEXT NOT NULL, class INTEGER NOT NULL, margin REAL,
    PRIMARY KEY (chips, seat, class)
) STRICT, WITHOUT ROWID;
CREATE TABLE response (
    edition INTEGER NOT NULL, spot INTEGER NOT NULL REFERENCES spot ON DELETE CASCADE, seat TEXT NOT NULL, class INTEGER NOT NULL,
    share REAL NOT NULL, margin REAL, PRIMARY KEY (spot, seat, class, share)
) STRICT, WITHOUT ROWID;
"""  # noqa: E501 -- SQL reads better in long lines

RAISE_ACTS = ("raise", "jam", "call", "fold")
CHOICES = [choice.value for choice in Choice]
SEATS = (SB, BB, BTN)
TABLE_SEATS = tuple(sorted({name for n in range(FEWEST_SEATS, MOST_SEATS + 1) for name in seat_names(n)}))
ALL_DEAD = "dead + sb_ante + bb_ante"
"""D of a kept hand, in SQL."""
SPOT = "s NOT BETWEEN 0 AND 1e9 OR b NOT BETWEEN 0 AND 1"
_STACKS = re.compile(r"(\d+( \d+(-\d+)?)+\|(\d+( \d+)*)?)?")


def _whole_cards(text: str) -> bool:
    """Whether it is a text of different cards, or empty."""
    try:
        parse_cards(text)
    except CardError:
        return False
    return True


def _whole_seats(text: str) -> bool:
    """Whether it names seats of a table, or nobody."""
    return set(text.split()) <= set(TABLE_SEATS)


def _whole_stacks(text: str) -> bool:
    """Whether it is a text of `seats.stacks_text`."""
    return bool(_STACKS.fullmatch(text))


def _none_of(column: str, words: Iterable[str]) -> str:
    """SQL that is true where a column has none of these words."""
    quoted = ", ".join(f"'{word}'" for word in words)
    return f"{column} NOT IN ({quoted})"


DESIGN = DatabaseSchema(
    file="histories.db",
    content="kept hands",
    application=0x6A616D68,  # jamh: told by `file`, and what tells a foreign database
    version=7,
    tables=_SCHEMA,
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
        "table_spot": "length(played) <> length(margins) OR length(played) % 8 <> 0 "
        "OR length(errors) NOT IN (0, length(margins))",
    },
    functions={"whole_cards": _whole_cards, "whole_seats": _whole_seats, "whole_stacks": _whole_stacks},
)
