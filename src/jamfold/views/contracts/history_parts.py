"""The contracts that reports on played hands are made of: tables of three to ten."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from itertools import starmap
from typing import Self
from urllib.parse import urlencode

from jamfold.games import find_game
from jamfold.hand.extras import ExtraTerms, terms_contract
from jamfold.hand.hand import MOST_COUNTED
from jamfold.histories.judged_turns import GradedDecision
from jamfold.histories.room_terms import RoomReport
from jamfold.histories.statistics import Cell, Count
from jamfold.histories.tables import TableReport, TableTurn
from jamfold.ranges.grid import class_label
from jamfold.views.contracts.base import Contract, Pair


@dataclass(frozen=True, kw_only=True)
class ThreeMistakeContract(Contract):
    """A decision at a table of three to ten beside an equilibrium of its own stacks."""

    file: str
    line: int
    site: str
    hand_id: str
    day: str
    player: str
    game: str
    decision: str
    """Who decides, behind whom: btn, or bb after btn sb."""
    stacks: tuple[float, ...]
    """Chips of sb, bb, ..., btn before anything is posted."""
    stacks_bb: tuple[float, ...]
    """The same in big blinds."""
    s: float
    cards: str
    hand_class: str
    action: str
    right: str
    """The better action; either where both are right."""
    margin_bb: float
    loss_bb: float
    explain: str
    """The command that shows it."""
    link: str
    """The words of the address of the page of tables that show its spot."""
    drill: str
    """The words of the address of a drill of hands like it; empty where there is none."""

    @classmethod
    def of(cls, one: GradedDecision[TableTurn]) -> Self:
        """The contract of a judged turn."""
        turn = one.turn
        return cls.pick(
            turn,
            stacks=tuple(stack / turn.coin for stack in turn.hand.stacks),
            stacks_bb=tuple(stack / turn.hand.big_blind for stack in turn.hand.stacks),
            hand_class=class_label(find_game(turn.game), one.holding[1]),
            action=turn.act,
            right=one.right,
            margin_bb=one.margin,
            loss_bb=one.loss,
            explain=table_command(turn),
            link=table_link(turn),
            drill=drill_link(turn),
        )


def _table_words(turn: TableTurn) -> dict[str, list[str]]:
    """A spot in the words of its question."""

    def chips(*coins: float) -> list[str]:
        return [f"{one / turn.coin:.12g}" for one in coins]

    level = turn.hand.level
    words = {"game": [turn.game], "stacks": chips(*turn.hand.stacks), "blinds": chips(*level.blinds)}
    return words | {name.replace("_", "-"): chips(ante) for name, ante in level.extras.items()}


def table_command(turn: TableTurn) -> str:
    """The command that shows a decision at a table of three to ten."""
    options = " ".join(f"--{name} {' '.join(words)}" for name, words in _table_words(turn).items())
    room = "" if turn.room is None or turn.room.terms.deciding.plain else f" {turn.room.words}"
    return f'jamfold table {options} --node "{turn.decision}" --hand {turn.cards}{room}'


def table_link(turn: TableTurn) -> str:
    """The words of the table page's address for a spot."""
    return _link(_table_words(turn))


def _link(words: dict[str, list[str]]) -> str:
    small, big = words.pop("blinds", ("", ""))
    blinds = {"blind_sb": small, "blind_bb": big} if big else {}
    return urlencode({name.replace("-", "_"): " ".join(texts) for name, texts in words.items()} | blinds)


def _drill_words(turn: TableTurn) -> dict[str, list[str]]:
    """A drill of close hands like a decision; none in a game that has none.

    At tables of three one of equal stacks, at larger ones the same decision; where the house decides, too,
    what was sampled of spots with as many seats, for a drill is told no terms.
    """
    game = find_game(turn.game)
    if game.has_many_classes or (turn.hand.n == MOST_COUNTED and not game.has_threeway_table):
        return {}
    words = {"game": [turn.game], "mode": ["close"]}
    if turn.hand.n == MOST_COUNTED or not (turn.room is None or turn.room.terms.deciding.plain):
        return words | {"seats": [f"{turn.hand.n}"]}
    return words | _table_words(turn) | {"node": [turn.decision]}


def drill_command(turn: TableTurn) -> str:
    """The command that asks hands like a decision; empty where there is no drill."""
    words = _drill_words(turn)
    if not words:
        return ""
    return f"jamfold train {shlex.join(one for name, some in words.items() for one in (f'--{name}', *some))}"


def drill_link(turn: TableTurn) -> str:
    """The words of the same drill on its page, where a table is a choice of its seats."""
    words = _drill_words(turn)
    if not words:
        return ""
    if turn.hand.n == MOST_COUNTED:
        words |= {"seat": ["three"]}
        del words["seats"]
        return _link(words)
    return _link(words | {"seat": ["table"]})


@dataclass(frozen=True, kw_only=True)
class ThreesContract(Contract):
    """Decisions at tables of three, or of four to ten, apart from the rating: another equilibrium may be."""

    decisions: int
    mistakes: int
    loss_bb: float
    error_rate_mbb: float
    interval_mbb: Pair | None
    spots: int
    """Different ones."""
    largest_gain: float
    """What any seat gains at most by leaving the equilibrium, big blinds; of four to ten seats with 95 % for
    each spot."""
    sampled: int
    """How many of the spots were searched by sampled deals, as the model does not cover them."""
    seconds: float
    """How long each of these was sampled at least; 0 where none was."""
    by_seat: tuple[Cell, ...]
    worst: tuple[ThreeMistakeContract, ...]
    left_out: tuple[Count, ...]

    @classmethod
    def of(cls, tables: TableReport) -> Self:
        """The contract of decisions at these tables."""
        return cls.pick(
            tables,
            tables.total,
            error_rate_mbb=tables.total.rate_mbb,
            worst=tuple(ThreeMistakeContract.of(one) for one in tables.worst),
            left_out=tuple(starmap(Count, tables.left_out.most_common())),
        )


@dataclass(frozen=True, kw_only=True)
class RoomHandsContract(Contract):
    """A player's hands at a room's table."""

    room: str
    """Empty where nothing is known of such a table: chips alone count there."""
    hands: int
    """Dealt to them."""
    terms: ExtraTerms | None
    """What the room charges and pays, big blinds."""
    fees_bb: float | None
    """Paid in these hands; null where not every hand is charged alike."""
    assumed: tuple[str, ...]
    """What is assumed, and what is not known and counts as nothing."""

    @classmethod
    def of(cls, one: RoomReport) -> Self:
        """The contract of such hands."""
        terms = None if one.terms is None else terms_contract(one.terms, 1.0)
        return cls.pick(one, terms=terms)
