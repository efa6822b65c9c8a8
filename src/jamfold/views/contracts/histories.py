"""The contracts of played hands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from jamfold.answers.histories import KeptHand
from jamfold.histories.importer import Imported
from jamfold.histories.records import Problem
from jamfold.histories.turns import Rated
from jamfold.views.contracts.base import Contract


@dataclass(frozen=True, kw_only=True)
class ProblemContract(Contract):
    """Something that is not read, or not sure."""

    file: str
    line: int
    """0 where it is about the whole file."""
    kind: str
    """unreadable, conflict, chips (those won are not those put in), empty, or file (it cannot be opened)."""
    sentence: str

    @classmethod
    def of(cls, problem: Problem) -> Self:
        """The contract of a problem."""
        return cls.pick(problem, kind=problem.kind.value)


@dataclass(frozen=True, kw_only=True)
class ImportContract(Contract):
    """What came of an import."""

    files: int
    hands: int
    """New ones, those outside the model among them."""
    duplicates: int
    """Hands that were kept before, or stand twice in the files."""
    conflicts: int
    """Hands whose number is kept with other content; the first stays."""
    unreadable: int
    outside: int
    """New hands with a fixed limit, another game, a straddle or a button blind."""
    decisions: int
    """New hands in which the small blind jammed or folded."""
    choices: int
    """Decisions of both players in them."""
    warnings: int
    """Hands whose chips won are not those put in."""
    problems: tuple[ProblemContract, ...]

    @classmethod
    def of(cls, answer: Imported) -> Self:
        """The contract of an import."""
        return cls.pick(answer.counts, answer, problems=tuple(map(ProblemContract.of, answer.problems)))


@dataclass(frozen=True, kw_only=True)
class HistoryHandContract(Contract):
    """A kept hand; amounts in chips or money, as the site wrote them."""

    file: str
    line: int
    hand_id: str
    site: str
    game: str
    limit: str
    status: str
    """decision, other (he limped or raised less), none, or outside."""
    reason: str
    """Why it is no decision; empty if it is one."""
    players: int
    day: str
    tournament: str
    currency: str
    hero: str
    sb_name: str
    bb_name: str
    sb_stack: float | None
    bb_stack: float | None
    """Before anything is posted; null where nobody posted the blind."""
    small_blind: float
    big_blind: float
    sb_ante: float
    bb_ante: float
    """Posted, dead blinds of the two among them."""
    dead: float | None
    """d: posted by those who folded; null, as the next three, where there is no spot."""
    live: float | None
    """L: what each of the two can still win or lose after the antes."""
    s: float | None
    b: float | None
    sb_decision: str
    bb_decision: str
    sb_cards: str
    bb_cards: str

    @classmethod
    def of(cls, kept: KeptHand) -> Self:
        """The contract of a kept hand."""
        row = kept.row

        def chips(coins: int | None) -> float | None:
            if coins is None:
                return None
            return coins / row.coin if coins % row.coin else coins // row.coin

        amounts = {
            name: chips(getattr(row, name))
            for name in ("small_blind", "big_blind", "sb_ante", "bb_ante", "dead", "live")
        }
        return cls.pick(
            row,
            file=kept.file,
            sb_stack=chips(row.sb_stack) if row.sb_name else None,
            bb_stack=chips(row.bb_stack) if row.bb_name else None,
            **amounts,
        )


@dataclass(frozen=True, kw_only=True)
class RatedContract(Contract):
    """A player who can be rated."""

    player: str
    site: str
    decisions: int
    """Kept ones, judged or not."""

    @classmethod
    def of(cls, one: Rated) -> Self:
        """The contract of a player."""
        return cls.pick(one, player=one.name)
