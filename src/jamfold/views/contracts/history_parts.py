"""The contracts that reports on played hands are made of: tables of three."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import starmap
from typing import Self
from urllib.parse import urlencode

from jamfold.games import find_game
from jamfold.histories.judged_turns import JudgedTurn
from jamfold.histories.statistics import Cell, Count
from jamfold.histories.tables import AtTables, TableTurn
from jamfold.ranges.grid import class_label
from jamfold.views.contracts.base import Contract, Pair


@dataclass(frozen=True, kw_only=True)
class ThreeMistakeContract(Contract):
    """A decision at a table of three beside an equilibrium of its own stacks."""

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
    """Chips of sb, bb and btn before anything is posted."""
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

    @classmethod
    def of(cls, one: JudgedTurn[TableTurn]) -> Self:
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
        )


def _table_words(turn: TableTurn) -> dict[str, list[str]]:
    """A spot of three in the words of its question."""

    def chips(*coins: float) -> list[str]:
        return [f"{one / turn.coin:.12g}" for one in coins]

    level = turn.hand.level
    words = {"game": [turn.game], "stacks": chips(*turn.hand.stacks), "blinds": chips(*level.blinds)}
    return words | {name.replace("_", "-"): chips(ante) for name, ante in level.extras.items()}


def table_command(turn: TableTurn) -> str:
    """The command that shows a decision at a table of three."""
    options = " ".join(f"--{name} {' '.join(words)}" for name, words in _table_words(turn).items())
    return f'jamfold table {options} --node "{turn.decision}" --hand {turn.cards}'


def table_link(turn: TableTurn) -> str:
    """The words of the table page's address for a spot of three."""
    words = _table_words(turn)
    words |= dict(zip(("blind_sb", "blind_bb"), ([word] for word in words.pop("blinds")), strict=True))
    return urlencode({name.replace("-", "_"): " ".join(texts) for name, texts in words.items()})


@dataclass(frozen=True, kw_only=True)
class ThreesContract(Contract):
    """Decisions at tables of three, apart from the rating: their equilibrium need not be the only one."""

    decisions: int
    mistakes: int
    loss_bb: float
    error_rate_mbb: float
    interval_mbb: Pair | None
    spots: int
    """Different ones."""
    largest_gain: float
    """What any seat could gain in any of them by leaving the equilibrium, in big blinds."""
    by_seat: tuple[Cell, ...]
    worst: tuple[ThreeMistakeContract, ...]
    left_out: tuple[Count, ...]

    @classmethod
    def of(cls, tables: AtTables) -> Self:
        """The contract of decisions at tables of three."""
        return cls.pick(
            tables,
            tables.total,
            error_rate_mbb=tables.total.rate_mbb,
            worst=tuple(ThreeMistakeContract.of(one) for one in tables.worst),
            left_out=tuple(starmap(Count, tables.left_out.most_common())),
        )
