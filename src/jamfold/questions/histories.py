"""Played hands: import histories, list what is kept and what could not be read, forget."""

from __future__ import annotations

from dataclasses import MISSING, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from jamfold.errors import QuestionError
from jamfold.questions.entries import Question
from jamfold.questions.fields import entry
from jamfold.questions.watching import Watch

if TYPE_CHECKING:
    from jamfold.histories.importing import Imported
    from jamfold.histories.records import Problem
    from jamfold.histories.rows import Row
    from jamfold.histories.turns import Rated

STATUSES = ("decision", "other", "none", "outside")
ALL = "all"


@dataclass(frozen=True)
class KeptHand:
    """A kept hand, and the file it stands in."""

    file: str
    row: Row


@dataclass(frozen=True)
class KeptHands:
    """Kept hands by file and line, as many as were asked for."""

    hands: tuple[KeptHand, ...]


@dataclass(frozen=True)
class Forgotten:
    """How many hands are kept no longer."""

    hands: int


@dataclass(frozen=True, kw_only=True)
class HistoryImportQuestion(Question):
    """Read the hands of histories, and keep them."""

    name: ClassVar[str] = "history-import"
    lasting: ClassVar[bool] = False
    lane: ClassVar[str] = "counting"

    paths: tuple[str, ...] = entry(
        MISSING,
        "Histories of PokerStars, GGPoker, Winamax, 888poker, PartyPoker, Full Tilt, WPN, Ignition or "
        "iPoker, or files in PHH or OHH.",
        metavar="FILE",
        positional=True,
        local=True,
    )

    def answer(self, watch: Watch) -> Imported:
        """What came of it; problems are in it, not raised.

        Raises
        ------
        HistoryError
            If the kept hands cannot be opened or written.
        """
        from jamfold.histories.importing import import_histories
        from jamfold.histories.store import HistoryStore

        with HistoryStore() as store:
            return import_histories(map(Path, self.paths), store, watch.stage)


@dataclass(frozen=True, kw_only=True)
class HistoryHandsQuestion(Question):
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
    most: int = entry(0, "At most so many hands; 0 for all.", metavar="N", least=0)

    def answer(self, watch: Watch) -> KeptHands:
        """The hands.

        Raises
        ------
        HistoryError
            If the kept hands cannot be opened.
        """
        from itertools import islice

        from jamfold.histories.store import HistoryStore

        watch.stage("reading kept hands", 0.0)
        status = "" if self.status == ALL else self.status
        with HistoryStore() as store:
            hands = store.hands(status, self.site, self.game)
            return KeptHands(tuple(KeptHand(*hand) for hand in islice(hands, self.most or None)))


@dataclass(frozen=True, kw_only=True)
class HistoryPlayersQuestion(Question):
    """Who can be rated, for all his cards are known, and how many of his decisions are kept."""

    name: ClassVar[str] = "history-players"
    lasting: ClassVar[bool] = False

    def answer(self, watch: Watch) -> tuple[Rated, ...]:
        """Those with most decisions first.

        Raises
        ------
        HistoryError
            If the kept hands cannot be opened.
        """
        from jamfold.histories.store import HistoryStore
        from jamfold.histories.turns import rated_players

        watch.stage("reading kept hands", 0.0)
        with HistoryStore() as store:
            return rated_players(store)


@dataclass(frozen=True, kw_only=True)
class HistoryProblemsQuestion(Question):
    """What could not be read, by file and line."""

    name: ClassVar[str] = "history-problems"
    lasting: ClassVar[bool] = False

    def answer(self, watch: Watch) -> tuple[Problem, ...]:
        """The problems.

        Raises
        ------
        HistoryError
            If the kept hands cannot be opened.
        """
        from jamfold.histories.store import HistoryStore

        watch.stage("reading kept problems", 0.0)
        with HistoryStore() as store:
            return tuple(store.problems())


@dataclass(frozen=True, kw_only=True)
class HistoryForgetQuestion(Question):
    """Forget the hands of some files, or of all."""

    name: ClassVar[str] = "history-forget"
    lasting: ClassVar[bool] = False

    paths: tuple[str, ...] = entry(
        (), "Files whose hands are forgotten; the files themselves stay.", metavar="FILE", positional=True,
        local=True,
    )  # fmt: skip
    all: bool = entry(False, "Forget the hands of all files.", local=True)

    def __post_init__(self) -> None:
        """Files or all, one of them."""
        super().__post_init__()
        if bool(self.paths) == self.all:
            raise QuestionError("Say whose hands are forgotten: name files, or --all.", field="paths")

    def answer(self, watch: Watch) -> Forgotten:
        """How many were forgotten.

        Raises
        ------
        HistoryError
            If the kept hands cannot be opened or written.
        """
        import os

        from jamfold.histories.store import HistoryStore

        watch.stage("forgetting", 0.0)
        with HistoryStore() as store:
            return Forgotten(store.forget(os.fspath(Path(path).resolve()) for path in self.paths))
