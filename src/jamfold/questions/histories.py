"""Played hands: import histories, list what is kept and what could not be read, forget."""

from __future__ import annotations

from dataclasses import MISSING, dataclass
from typing import ClassVar

from jamfold.errors import QuestionError
from jamfold.questions.entries import Question
from jamfold.questions.fields import entry
from jamfold.questions.rooms import RoomNameQuestion

STATUSES = ("decision", "other", "none", "outside")
ALL = "all"


@dataclass(frozen=True, kw_only=True)
class HistoryImportQuestion(Question):
    """Read the hands of histories, and keep them."""

    name: ClassVar[str] = "history-import"
    lasting: ClassVar[bool] = False
    lane: ClassVar[str] = "reading"

    paths: tuple[str, ...] = entry(
        MISSING,
        "Histories of PokerStars, GGPoker, Winamax, 888poker, PartyPoker, Full Tilt, WPN, Ignition, iPoker, "
        "BetOnline, Unibet, KingsClub, Cake, Merge or PKR, or files in PHH or OHH; also packed (.zip, .tar, "
        ".gz, .bz2, .xz), and folders with all below them.",
        metavar="FILE",
        positional=True,
        local=True,
    )


@dataclass(frozen=True, kw_only=True)
class HistoryHandsQuestion(RoomNameQuestion):
    """The kept hands, and what each is for the jam/fold model."""

    name: ClassVar[str] = "history-hands"
    lasting: ClassVar[bool] = False

    status: str = entry(
        ALL,
        f"Hands of one kind: {', '.join(STATUSES)}, or {ALL}.",
        metavar="KIND",
        choices=(*STATUSES, ALL),
    )
    site: str = entry("", "Hands of one site, such as PokerStars.", metavar="SITE", longest=40)
    game: str = entry("", "Hands of one game, such as omaha.", metavar="GAME", longest=40)
    room: str = entry(
        "", "Hands of one room's table, as jamfold rooms lists them.", metavar="NAME", longest=60
    )
    most: int = entry(0, "At most so many hands; 0 for all.", metavar="N", least=0)


@dataclass(frozen=True, kw_only=True)
class HistoryPlayersQuestion(Question):
    """Players who can be rated, since all their cards are known, and how many of their decisions are kept."""

    name: ClassVar[str] = "history-players"
    lasting: ClassVar[bool] = False


@dataclass(frozen=True, kw_only=True)
class HistoryProblemsQuestion(Question):
    """What could not be read, by file and line."""

    name: ClassVar[str] = "history-problems"
    lasting: ClassVar[bool] = False


@dataclass(frozen=True, kw_only=True)
class HistoryForgetQuestion(Question):
    """Forget the hands of some files, or of all."""

    name: ClassVar[str] = "history-forget"
    lasting: ClassVar[bool] = False

    paths: tuple[str, ...] = entry(
        (), "Files or folders whose hands are forgotten; the files themselves stay.", metavar="FILE",
        positional=True, local=True,
    )  # fmt: skip
    all: bool = entry(False, "Forget the hands of all files.", local=True)

    def __post_init__(self) -> None:
        """Files or all, one of them."""
        super().__post_init__()
        if bool(self.paths) == self.all:
            raise QuestionError("Say whose hands are forgotten: name files, or --all.", field="paths")


@dataclass(frozen=True, kw_only=True)
class HistoryRepairQuestion(Question):
    """Save what is whole of damaged kept hands; the damaged file is kept under another name."""

    name: ClassVar[str] = "history-repair"
    lasting: ClassVar[bool] = False
    lane: ClassVar[str] = "reading"
