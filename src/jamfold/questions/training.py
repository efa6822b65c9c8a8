"""The trainer: what is asked next, what an answer costs, a whole range, and the score."""

from __future__ import annotations

from dataclasses import MISSING, dataclass
from typing import ClassVar

from jamfold.betting.posts import POSTED
from jamfold.betting.two_seats import Situation
from jamfold.core.errors import TrainingError
from jamfold.histories.filters import DEPTH_NAMES, DecisionFilter
from jamfold.questions.chips import LevelRequest
from jamfold.questions.fields import Amount, Amounts, request_field
from jamfold.questions.histories import ALL
from jamfold.questions.spots import SEATS, SpotRequest

BOTH = "both"
MODES = ("repeat", "random", "close", "mistakes", "range")
ACTIONS = ("jam", "call", "fold")
SLOWEST = 86_400.0
"""Seconds."""
MOST_ANTE = 2.0
MOST_SEED = 2**53


@dataclass(frozen=True, kw_only=True)
class TrainLevelRequest(LevelRequest):
    """A question about cards of a game: its blinds and antes."""

    is_cacheable: ClassVar[bool] = False

    def __post_init__(self) -> None:
        """Keep amounts in chips; antes that leave nothing to play for are told at once."""
        super().__post_init__()
        level = self._keep_level()
        Situation.at((1.0, 1.0), level)  # any stacks: the rest is checked
        for name in level.extras:
            if getattr(level, name) > MOST_ANTE * level.big_blind and name in POSTED:
                raise TrainingError(
                    f"Antes of more than {MOST_ANTE:g} big blinds are not trained.", field=name
                )


@dataclass(frozen=True, kw_only=True)
class TrainNextRequest(TrainLevelRequest):
    """What the trainer asks next: a card that is due, a dealt hand, a close one, a mistake, or a range."""

    name: ClassVar[str] = "train-next"

    mode: str = request_field(
        "repeat",
        "repeat: what is due, near each hand's threshold; random: hands as dealt; close: margins of 0.02 to "
        "0.4 bb; mistakes: those of imported histories; range: mark a whole range.",
        choices=MODES,
        metavar="MODE",
    )
    seat: str = request_field(BOTH, "sb, bb, or both.", choices=(BOTH, *SEATS), metavar="SEAT")
    stack: str = request_field(
        ALL,
        f"One group of stacks in big blinds, before posting: {', '.join(DEPTH_NAMES)}; else {ALL}. Of cards "
        "that are repeated it is the threshold that counts.",
        label="stacks, bb",
        choices=(ALL, *DEPTH_NAMES),
    )
    player: str = request_field(
        "",
        "Whose mistakes; of those whose histories are kept unless given.",
        metavar="NAME",
        max_length=200,
    )
    seed: int | None = request_field(
        None,
        "The same number asks the same hands; repeat also goes by what was answered, and when.",
        metavar="N",
        minimum=0,
        maximum=MOST_SEED,
    )
    number: int = request_field(
        0,
        "How many were asked before, with the same seed.",
        minimum=0,
        maximum=MOST_SEED,
        web_only=True,
        metavar="N",
    )

    @property
    def scope(self) -> DecisionFilter:
        """The decisions that it is about, where played ones are asked again."""
        return DecisionFilter(game=self.game, stack="" if self.stack == ALL else self.stack)


@dataclass(frozen=True, kw_only=True)
class TrainSpotRequest(TrainLevelRequest):
    """A question about one spot of the trainer, as `train-next` gave it."""

    stacks: Amounts = request_field(
        MISSING,
        "Chips of small and big blind before anything is posted; 12.5bb for big blinds.",
        metavar="SB BB",
        part_names=(("stack_sb", "Small blind's stack"), ("stack_bb", "Big blind's stack")),
    )
    dead: Amount = request_field(
        0.0, "Blinds and antes of players who have folded.", label="Dead money", metavar="CHIPS"
    )
    position: str = request_field(
        "sb", "Who decides: sb or bb.", label="seat", choices=SEATS, metavar="sb|bb"
    )
    seconds: float | None = request_field(
        None, "How long the answer took.", label="time", minimum=0, maximum=SLOWEST, metavar="S"
    )
    mode: str = request_field("random", "How it was chosen.", choices=MODES)

    def __post_init__(self) -> None:
        """The spot makes sense."""
        super().__post_init__()
        spot = self.spot
        for name in ("stacks", "dead"):
            object.__setattr__(self, name, getattr(spot, name))

    @property
    def spot(self) -> SpotRequest:
        """The spot."""
        names = ("game", "stacks", *POSTED, "dead")
        return SpotRequest(**{name: getattr(self, name) for name in names})

    @property
    def level_words(self) -> str:
        """Blinds and antes in words, as cards have them."""
        return self.level.bb_text()


@dataclass(frozen=True, kw_only=True)
class TrainAnswerRequest(TrainSpotRequest):
    """Judge an answer and keep it: both EVs, what it cost, why, and when the hand comes again."""

    name: ClassVar[str] = "train-answer"
    hand_texts: ClassVar[tuple[str, ...]] = ("hand",)

    hand: str = request_field(MISSING, "The hand: its name or cards.", metavar="HAND", max_length=100)
    action: str = request_field(MISSING, "jam, call or fold.", choices=ACTIONS, metavar="ACTION")

    def __post_init__(self) -> None:
        """The small blind jams, the big blind calls."""
        super().__post_init__()
        if self.action == ("call" if self.position == "sb" else "jam"):
            other = "jams" if self.position == "sb" else "calls"
            raise TrainingError(f"Here one {other} or folds, and does not {self.action}.", field="action")
        object.__setattr__(self, "hand", self.hand.strip())
        if not self.hand:
            raise TrainingError("Give the hand.", field="hand")


@dataclass(frozen=True, kw_only=True)
class TrainRangeRequest(TrainSpotRequest):
    """Compare a marked range with the equilibrium, and keep what it cost; dearest hands first."""

    name: ClassVar[str] = "train-range"
    hand_texts: ClassVar[tuple[str, ...]] = ("range",)

    range: str = request_field("", "What was marked; nothing for no hand.", metavar="R")


THREE_MODES = ("random", "close")


@dataclass(frozen=True, kw_only=True)
class TrainThreeRequest(TrainLevelRequest):
    """What the trainer asks next at a table of three, Hold'em or Six-Plus."""

    name: ClassVar[str] = "train-three"

    mode: str = request_field(
        "random", "random: hands as dealt; close: margins of 0.02 to 0.4 bb.", choices=THREE_MODES
    )
    seed: int | None = request_field(
        None, "The same number asks the same hands.", metavar="N", minimum=0, maximum=MOST_SEED
    )
    number: int = request_field(
        0, "How many were asked before, with the same seed.", minimum=0, maximum=MOST_SEED
    )


@dataclass(frozen=True, kw_only=True)
class TrainThreeAnswerRequest(TrainLevelRequest):
    """Judge a decision at a table of three and keep it: both EVs, what it cost, the whole range."""

    name: ClassVar[str] = "train-three-answer"
    hand_texts: ClassVar[tuple[str, ...]] = ("hand",)

    stack: float = request_field(
        MISSING, "Of every seat, in big blinds.", metavar="BB", minimum=1, maximum=100
    )
    node: str = request_field(
        MISSING, "Who decides, behind whose jams: bb after btn.", label="decision", max_length=40
    )
    hand: str = request_field(MISSING, "The hand: its name or cards.", metavar="HAND", max_length=100)
    action: str = request_field(MISSING, "jam, call or fold.", choices=ACTIONS, metavar="ACTION")
    seconds: float | None = request_field(
        None, "How long the answer took.", label="time", minimum=0, maximum=SLOWEST, metavar="S"
    )
    mode: str = request_field("random", "How it was chosen.", choices=THREE_MODES)
