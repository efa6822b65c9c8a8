"""Tournaments of three players beside their solving: what they take, one of their states, files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from jamfold.questions.fields import entry
from jamfold.questions.tournaments import ThreeTournamentQuestion
from jamfold.questions.watching import Watch


@dataclass(frozen=True)
class ThreeNeeds:
    """What a tournament of three takes before it is solved.

    Attributes
    ----------
    states
        How many hands are solved in every sweep.
    kept
        Whether it is solved already, and opened at once.
    seconds
        About how long solving takes.
    notices
        What is built first, in a sentence each.
    """

    states: int
    kept: bool
    seconds: float
    notices: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class ThreeNeedsQuestion(ThreeTournamentQuestion):
    """What a tournament of three takes before it is solved."""

    name: ClassVar[str] = "tournament-three-needs"
    lane: ClassVar[str] = "asking"
    lasting: ClassVar[bool] = False

    def answer(self, watch: Watch) -> ThreeNeeds:  # type: ignore[override]
        """States, and about how long they take."""
        from jamfold.tournaments.three_keeping import expected_seconds, is_kept

        kept = is_kept(self.rules, self.grid)
        seconds = 0.0 if kept else expected_seconds(self.rules, self.grid)
        return ThreeNeeds(len(self.grid.states), kept, seconds, () if kept else self.notices)


@dataclass(frozen=True, kw_only=True)
class ThreeStateQuestion(ThreeTournamentQuestion):
    """One state of a solved tournament of three."""

    name: ClassVar[str] = "tournament-three-state"
    lane: ClassVar[str] = "asking"


@dataclass(frozen=True, kw_only=True)
class ThreeFileQuestion(ThreeTournamentQuestion):
    """A solved tournament of three as a file."""

    name: ClassVar[str] = "tournament-three-file"
    lane: ClassVar[str] = "asking"

    format: str = entry("csv", "The format.", choices=("csv", "json"))
