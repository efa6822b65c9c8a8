"""Tournaments of three players beside their solving: what they take, one of their states, files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from jamfold.questions.fields import entry
from jamfold.questions.tournaments import ThreeTournamentQuestion


@dataclass(frozen=True, kw_only=True)
class ThreeNeedsQuestion(ThreeTournamentQuestion):
    """What a tournament of three takes before it is solved."""

    name: ClassVar[str] = "tournament-three-needs"
    lane: ClassVar[str] = "asking"
    lasting: ClassVar[bool] = False


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
