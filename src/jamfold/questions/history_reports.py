"""What played hands cost: the report on a player, opponents, and what is kept as a file for others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from jamfold.games import find_game
from jamfold.histories.within import DEPTH_NAMES, MAX_S, Within
from jamfold.questions.entries import Question
from jamfold.questions.fields import AmountList, entry
from jamfold.questions.histories import ALL, KeptHand
from jamfold.questions.watching import Watch
from jamfold.worth.prizes import Prizes

if TYPE_CHECKING:
    from jamfold.histories.opponents import Opponent
    from jamfold.histories.report import Report, Wanted
    from jamfold.histories.turns import Turn

SEATS = ("sb", "bb", "btn")


@dataclass(frozen=True, kw_only=True)
class JudgedQuestion(Question):
    """A question about decisions of kept hands beside the equilibrium."""

    lane: ClassVar[str] = "solving"
    lasting: ClassVar[bool] = False

    player: str = entry("", "A player's name.", metavar="NAME", longest=200)
    game: str = entry("", "Hands of one game, such as omaha; else of all.", metavar="GAME", longest=40)
    seat: str = entry(ALL, f"One seat: {' or '.join(SEATS)}; else {ALL}.", choices=(ALL, *SEATS))
    depth: str = entry(
        ALL,
        f"One group of stacks, s: {', '.join(DEPTH_NAMES)}; else {ALL}.",
        label="stacks",
        choices=(ALL, *DEPTH_NAMES),
    )
    max_s: float = entry(
        MAX_S,
        "Stacks, in big blinds with their share of the antes, up to which decisions are judged.",
        label="deepest stack",
        metavar="S",
        least=1,
        most=1000,
    )
    anonymise: bool = entry(
        False,
        "Replace names, hand numbers, days and files by pseudonyms.",
        label="pseudonyms",
        option="--anonymise",
    )

    def __post_init__(self) -> None:
        """The game is one of those that are solved."""
        super().__post_init__()
        if self.game:
            object.__setattr__(self, "game", find_game(self.game).name)

    @property
    def scope(self) -> Within:
        """Which decisions are meant."""
        seat, depth = ("" if word == ALL else word for word in (self.seat, self.depth))
        return Within(self.game, self.max_s, seat, depth)


@dataclass(frozen=True, kw_only=True)
class HistoryReportQuestion(JudgedQuestion):
    """What a player's jam/fold decisions cost: his rating, leaks and dearest mistakes."""

    name: ClassVar[str] = "history-report"

    player: str = entry(
        "", "The player; those whose histories are kept unless given.", metavar="NAME", longest=200
    )
    prizes: AmountList = entry(
        (),
        "What the first places of the tournaments pay, to tell losses in money; or percentages as 50%.",
        metavar="PRIZE",
    )
    tables: int = entry(
        40,
        "Spots of tables of three, a second or two each, that are solved at most besides kept ones.",
        label="tables of three",
        metavar="N",
        least=0,
        most=100_000,
    )

    def __post_init__(self) -> None:
        """Prizes are read at once."""
        super().__post_init__()
        if self.prizes:
            self.wanted()

    def wanted(self) -> Wanted:
        """What the report is about.

        Raises
        ------
        WorthError
            If the prizes are none.
        """
        from jamfold.histories.report import Wanted

        prizes = Prizes.read(self.prizes) if self.prizes else None
        return Wanted(self.player, self.scope, prizes, self.tables, self.anonymise)

    def answer(self, watch: Watch) -> Report:
        """The report.

        Raises
        ------
        HistoryError
            If nobody of that name can be rated, or nothing of his can be judged.
        """
        from jamfold.histories.report import make_report
        from jamfold.histories.store import HistoryStore

        with HistoryStore() as store:
            return make_report(store, self.wanted(), watch.stage)


FORMATS = ("html", "csv")


@dataclass(frozen=True, kw_only=True)
class HistoryReportFileQuestion(HistoryReportQuestion):
    """The report on a player, as a file."""

    name: ClassVar[str] = "history-report-file"

    format: str = entry(
        "html", "The format: one page that needs no network, or every decision.", choices=FORMATS
    )


LEAST_CHANCES = 20


@dataclass(frozen=True, kw_only=True)
class HistoryOpponentsQuestion(JudgedQuestion):
    """How often opponents jam and call, beside the equilibrium, and what to play against them."""

    name: ClassVar[str] = "history-opponents"

    player: str = entry("", "One opponent; all unless given.", metavar="NAME", longest=200)
    least: int = entry(
        LEAST_CHANCES,
        f"Chances in a seat at some stacks from which an opponent is shown; below {LEAST_CHANCES} he is "
        "taken to play the equilibrium.",
        metavar="N",
        least=1,
    )

    def answer(self, watch: Watch) -> tuple[Opponent, ...]:
        """Those from whom most can be won first.

        Raises
        ------
        HistoryError
            If there is nobody.
        """
        from jamfold.histories.opponents import find_opponents
        from jamfold.histories.store import HistoryStore

        with HistoryStore() as store:
            return find_opponents(
                store,
                watch.stage,
                self.scope,
                player=self.player,
                least=self.least,
                anonymise=self.anonymise,
            )


@dataclass(frozen=True, kw_only=True)
class HistoryOpponentsFileQuestion(HistoryOpponentsQuestion):
    """Opponents, as a file of CSV."""

    name: ClassVar[str] = "history-opponents-file"


DECISIONS, HANDS = "decisions", "hands"


@dataclass(frozen=True)
class Export:
    """Kept decisions or hands, read while they are written: there may be millions."""

    what: str
    anonymise: bool

    def decisions(self) -> Iterator[Turn]:
        """Every decision of everybody, limps among them, by file and line.

        Raises
        ------
        HistoryError
            If the kept hands cannot be opened.
        """
        from jamfold.histories.masks import mask_of
        from jamfold.histories.store import HistoryStore
        from jamfold.histories.turns import read_turns

        with HistoryStore() as store:
            yield from read_turns(store, mask=mask_of(store, self.anonymise))

    def hands(self) -> Iterator[KeptHand]:
        """Every hand, by file and line.

        Raises
        ------
        HistoryError
            If the kept hands cannot be opened.
        """
        from jamfold.histories.masks import mask_of
        from jamfold.histories.store import HistoryStore

        with HistoryStore() as store:
            mask = mask_of(store, self.anonymise)
            for path, row in store.hands():
                yield KeptHand(mask.file(path), mask.row(row))


@dataclass(frozen=True, kw_only=True)
class HistoryExportQuestion(Question):
    """Write kept decisions, or hands, for other programs."""

    name: ClassVar[str] = "history-export"
    lasting: ClassVar[bool] = False

    what: str = entry(
        DECISIONS,
        f"What is written: {DECISIONS} (of everybody, a line each) or {HANDS}.",
        metavar="WHAT",
        choices=(DECISIONS, HANDS),
    )
    anonymise: bool = entry(False, "Replace names, hand numbers, days and files by pseudonyms.")

    def answer(self, watch: Watch) -> Export:
        """What is to be written."""
        watch.stage("reading kept hands", 0.0)
        return Export(self.what, self.anonymise)
