"""What played hands cost: the report on a player, opponents, and what is kept as a file for others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from jamfold.games import find_game
from jamfold.histories.within import DEPTH_NAMES, MAX_S, DecisionFilter
from jamfold.questions.entries import Question
from jamfold.questions.fields import AmountList, entry
from jamfold.questions.histories import ALL
from jamfold.questions.rooms import HandsAtRoomQuestion
from jamfold.worth.prizes import Prizes

SEATS = ("sb", "bb", "btn")


@dataclass(frozen=True, kw_only=True)
class JudgedQuestion(Question):
    """A question about decisions of kept hands beside the equilibrium."""

    lane: ClassVar[str] = "reading"
    lasting: ClassVar[bool] = False

    player: str = entry("", "A player's name.", metavar="NAME", longest=200)
    game: str = entry("", "Hands of one game, such as omaha; else of all.", metavar="GAME", longest=40)
    seat: str = entry(ALL, f"One seat: {' or '.join(SEATS)}; else {ALL}.", choices=(ALL, *SEATS))
    depth: str = entry(
        ALL,
        f"One group of stacks in big blinds, antes shared out: {', '.join(DEPTH_NAMES)}; else {ALL}.",
        label="stacks, s",
        choices=(ALL, *DEPTH_NAMES),
    )
    stack: str = entry(
        ALL,
        f"One group of stacks in big blinds, before posting: {', '.join(DEPTH_NAMES)}; else {ALL}.",
        label="stacks, bb",
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
    ready: bool = entry(
        True,
        "Judge what can be judged at once, and count decisions that need a large table; or build it first.",
        label="without building",
        option="--ready/--build",
    )
    sample: bool = entry(False, "Hands that come with the program instead of kept ones: to see what is told.")

    def __post_init__(self) -> None:
        """The game is one of those that are solved."""
        super().__post_init__()
        if self.game:
            object.__setattr__(self, "game", find_game(self.game).name)

    @property
    def scope(self) -> DecisionFilter:
        """Which decisions are meant."""
        words = (self.seat, self.depth, self.stack)
        return DecisionFilter(self.game, self.max_s, *("" if word == ALL else word for word in words))


@dataclass(frozen=True, kw_only=True)
class HistoryReportQuestion(HandsAtRoomQuestion, JudgedQuestion):
    """What a player's jam/fold decisions cost: their rating, leaks and dearest mistakes."""

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
            Prizes.read(self.prizes)


@dataclass(frozen=True, kw_only=True)
class HistoryTablesQuestion(HandsAtRoomQuestion):
    """Solve the tables of four to ten in a player's hands, and keep what is found: reports judge by it."""

    name: ClassVar[str] = "history-tables"
    lane: ClassVar[str] = "judging"
    lasting: ClassVar[bool] = False

    player: str = entry(
        "", "The player; those whose histories are kept unless given.", metavar="NAME", longest=200
    )
    seconds: float = entry(
        20.0,
        "How long deals are sampled at most for each spot: to certify it, or to search it where the model "
        "does not cover it. Spots that were searched for as long before are passed over.",
        label="seconds a spot",
        metavar="T",
        least=0.5,
        most=86_400,
    )
    spots: int = entry(
        30,
        "Spots that are solved at most, those with most decisions first.",
        metavar="N",
        least=1,
        most=100_000,
    )
    max_s: float = entry(
        MAX_S,
        "Stacks, in big blinds with their share of the antes, up to which decisions are judged.",
        label="deepest stack",
        metavar="S",
        least=1,
        most=1000,
    )


@dataclass(frozen=True, kw_only=True)
class HistoryExplainQuestion(HandsAtRoomQuestion):
    """What everybody should have done in some hands, and what it cost; nothing is kept."""

    name: ClassVar[str] = "history-explain"
    lane: ClassVar[str] = "reading"
    lasting: ClassVar[bool] = False

    paths: tuple[str, ...] = entry(
        ("-",), "The hands' files; - for what is pasted or piped in.", metavar="FILE", positional=True,
        local=True,
    )  # fmt: skip
    ready: bool = entry(
        True,
        "Leave out decisions that need a large table first; or build it.",
        label="without building",
        option="--ready/--build",
    )
    seconds: float = entry(
        3.0,
        "How long deals are sampled at most for each table of four to ten, of five at most; 0 leaves these "
        "tables out. Solving six seats takes about 2 s besides, nine seats 10 s.",
        label="seconds a spot",
        metavar="T",
        least=0,
        most=3600,
    )


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
        f"Chances in a seat at some stacks from which an opponent is shown; below {LEAST_CHANCES} they are "
        "taken to play the equilibrium.",
        metavar="N",
        least=1,
    )


@dataclass(frozen=True, kw_only=True)
class HistoryOpponentsFileQuestion(HistoryOpponentsQuestion):
    """Opponents, as a file of CSV."""

    name: ClassVar[str] = "history-opponents-file"


DECISIONS, HANDS = "decisions", "hands"


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
