"""The trainer: what is asked next, what an answer costs, a whole range, and the score."""

from __future__ import annotations

import random
import secrets
import time
from dataclasses import MISSING, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from jamfold.errors import TrainingError, at_field
from jamfold.questions.charts import make_chart
from jamfold.questions.chips import LevelQuestion
from jamfold.questions.fields import Amount, Amounts, entry
from jamfold.questions.hands import parse_held
from jamfold.questions.memory import Memory
from jamfold.questions.spots import SEATS, SpotQuestion
from jamfold.questions.watching import Watch

if TYPE_CHECKING:
    from jamfold.games import Game
    from jamfold.histories.judging import Judged
    from jamfold.practice.trainer.asking import Asked
    from jamfold.practice.trainer.deck import Deck
    from jamfold.practice.trainer.judging import MarkedRange, Verdict
    from jamfold.practice.trainer.repetition import Remembered
    from jamfold.spots.charts import Chart
    from jamfold.spots.solution import SpotSolution
    from jamfold.spots.stacks import Level
    from jamfold.spots.strategy import Seat

BOTH = "both"
MODES = ("repeat", "random", "close", "mistakes", "range")
ACTIONS = ("jam", "call", "fold")
SLOWEST = 86_400.0
"""Seconds."""
MOST_ANTE = 2.0
MOST_SEED = 2**53

_decks: Memory[tuple[Game, Level], Deck] = Memory(4)
_mistakes: Memory[tuple[str, str, str, int], tuple[Judged, ...]] = Memory(4)


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def draws(seed: int | None, number: int) -> random.Random:
    """Draws of one question of a session; new ones every time without a seed."""
    return random.Random(secrets.randbits(64) if seed is None else f"{seed}/{number}")


def load_deck(game: Game, level: Level, watch: Watch) -> Deck:
    """The cards of a game at blinds and antes, from memory or made now."""
    from jamfold.practice.trainer.deck import GRID, Deck

    return _decks.get((game, level), lambda: Deck(make_chart(game, GRID, level, watch)))


@dataclass(frozen=True, kw_only=True)
class TrainLevelQuestion(LevelQuestion):
    """A question about cards of a game: its blinds and antes."""

    lasting: ClassVar[bool] = False

    def __post_init__(self) -> None:
        """Keep amounts in chips; antes that leave nothing to play for are told at once."""
        from jamfold.spots.situation import Situation

        super().__post_init__()
        blinds: Any = self.blinds
        if isinstance(blinds, tuple | list):
            blinds = tuple(map(self._chips, blinds))
        ante, bb_ante = self._chips(self.ante), self._chips(self.bb_ante)
        spot = Situation.from_antes((1.0, 1.0), blinds, ante, bb_ante)  # any stacks: the rest is checked
        values = {"blinds": spot.blinds, "ante": float(ante), "bb_ante": float(bb_ante)}
        for name, value in values.items():
            object.__setattr__(self, name, value)
        for name in ("ante", "bb_ante"):
            if getattr(self, name) > MOST_ANTE * spot.big_blind:
                raise TrainingError(
                    f"Antes of more than {MOST_ANTE:g} big blinds are not trained.", field=name
                )

    @property
    def level(self) -> Level:
        """Blinds and antes in big blinds."""
        from jamfold.spots.stacks import Level

        small, big = map(float, self.blinds)
        ante, extra = float(self.ante) / big, float(self.bb_ante) / big
        return Level((small / big, 1.0), (ante, ante + extra))


@dataclass(frozen=True)
class NextAsked:
    """What is asked next.

    Attributes
    ----------
    asked
        It.
    notice
        Something to know of the file in which training is kept; mostly empty.
    """

    asked: Asked
    notice: str = ""


@dataclass(frozen=True, kw_only=True)
class TrainNextQuestion(TrainLevelQuestion):
    """What the trainer asks next: a card that is due, a dealt hand, a close one, a mistake, or a range."""

    name: ClassVar[str] = "train-next"

    mode: str = entry(
        "repeat",
        "repeat: what is due, near each hand's threshold; random: hands as dealt; close: margins of 0.02 to "
        "0.4 bb; mistakes: those of imported histories; range: mark a whole range.",
        choices=MODES,
        metavar="MODE",
    )
    seat: str = entry(BOTH, "sb, bb, or both.", choices=(BOTH, *SEATS), metavar="SEAT")
    player: str = entry(
        "",
        "Whose mistakes; of those whose histories are kept unless given.",
        metavar="NAME",
        longest=200,
    )
    seed: int | None = entry(
        None,
        "The same number asks the same hands; repeat also goes by what was answered, and when.",
        metavar="N",
        least=0,
        most=MOST_SEED,
    )
    number: int = entry(
        0,
        "How many were asked before, with the same seed.",
        least=0,
        most=MOST_SEED,
        remote=True,
        metavar="N",
    )

    @property
    def only(self) -> Seat | None:
        """The seat that is asked alone."""
        from jamfold.spots.strategy import Seat

        return None if self.seat == BOTH else Seat(self.seat)

    def rng(self, number: int) -> random.Random:
        """Draws of one question."""
        return draws(self.seed, number)

    def answer(self, watch: Watch) -> NextAsked:
        """The next question.

        Raises
        ------
        TrainingError
            If there is nothing to ask.
        HistoryError
            If there are no histories of that player.
        """
        return self.ask(self.number, watch)

    def ask(self, number: int, watch: Watch) -> NextAsked:
        """The question that comes after so many."""
        from jamfold.practice.trainer.asking import ask
        from jamfold.practice.trainer.mistakes import ask_mistake

        if self.mode == "mistakes":
            return NextAsked(ask_mistake(self._mistakes(watch), self.rng(number), self.only))
        deck = load_deck(self.rules, self.level, watch)
        known: dict[Any, Remembered] = {}
        notice = ""
        if self.mode == "repeat":
            from jamfold.practice.trainer.store import TrainingStore

            with TrainingStore() as store:
                known, notice = store.cards(self.game, deck.level), store.set_aside
        return NextAsked(
            ask(deck, self.mode, self.rng(number), known=known, now=now(), seat=self.only), notice
        )

    def _mistakes(self, watch: Watch) -> tuple[Judged, ...]:
        """The mistakes of the kept hands, judged anew when hands come or go."""
        from jamfold.histories.store import HistoryStore
        from jamfold.practice.trainer.mistakes import find_mistakes
        from jamfold.questions.spots import load_table

        load_table(self.rules, watch)
        with HistoryStore() as store:
            (hands,) = store.base.execute("SELECT count(*) + coalesce(max(id), 0) FROM hand").fetchone()
            key = (self.game, self.player, str(store.path), int(hands))
            return _mistakes.get(key, lambda: find_mistakes(store, self.game, self.player, watch.stage))


@dataclass(frozen=True, kw_only=True)
class TrainSpotQuestion(TrainLevelQuestion):
    """A question about one spot of the trainer, as `train-next` gave it."""

    stacks: Amounts = entry(
        MISSING,
        "Chips of small and big blind before anything is posted; 12.5bb for big blinds.",
        metavar="SB BB",
        parts=(("stack_sb", "Small blind's stack"), ("stack_bb", "Big blind's stack")),
    )
    dead: Amount = entry(
        0.0, "Blinds and antes of players who have folded.", label="Dead money", metavar="CHIPS"
    )
    position: str = entry("sb", "Who decides: sb or bb.", label="seat", choices=SEATS, metavar="sb|bb")
    seconds: float | None = entry(
        None, "How long the answer took.", label="time", least=0, most=SLOWEST, metavar="S"
    )
    mode: str = entry("random", "How it was chosen.", choices=MODES)

    def __post_init__(self) -> None:
        """The spot makes sense."""
        super().__post_init__()
        spot = self.spot
        for name in ("stacks", "dead"):
            object.__setattr__(self, name, getattr(spot, name))

    @property
    def spot(self) -> SpotQuestion:
        """The spot."""
        names = ("game", "stacks", "blinds", "ante", "bb_ante", "dead")
        return SpotQuestion(**{name: getattr(self, name) for name in names})

    @property
    def who(self) -> Seat:
        """Whose hand it is."""
        from jamfold.spots.strategy import Seat

        return Seat(self.position)

    @property
    def level_words(self) -> str:
        """Blinds and antes in words, as cards have them."""
        from jamfold.practice.trainer.answers import level_text

        big = float(self.blinds[1])
        return level_text(*(float(one) / big for one in (self.blinds[0], self.ante, self.bb_ante, self.dead)))

    def _stack(self, spot: SpotSolution) -> float:
        return min(spot.situation.stacks) / spot.situation.big_blind

    def _chart(self, watch: Watch) -> Chart | None:
        """The chart that says at which stacks a hand is played, where one was made for the cards."""
        if self.mode == "mistakes" or self.dead:
            return None
        return load_deck(self.rules, self.level, watch).chart


@dataclass(frozen=True)
class TrainJudged:
    """A judged answer, and when its card comes again; None if it is no card of the deck."""

    verdict: Verdict
    card: Remembered | None
    at: int
    notice: str = ""


@dataclass(frozen=True, kw_only=True)
class TrainAnswerQuestion(TrainSpotQuestion):
    """Judge an answer and keep it: both EVs, what it cost, why, and when the hand comes again."""

    name: ClassVar[str] = "train-answer"

    hand: str = entry(MISSING, "The hand: its name or cards.", metavar="HAND", longest=100)
    action: str = entry(MISSING, "jam, call or fold.", choices=ACTIONS, metavar="ACTION")

    def __post_init__(self) -> None:
        """The small blind jams, the big blind calls."""
        super().__post_init__()
        if self.action == ("call" if self.position == "sb" else "jam"):
            other = "jams" if self.position == "sb" else "calls"
            raise TrainingError(f"Here one {other} or folds, and does not {self.action}.", field="action")
        object.__setattr__(self, "hand", self.hand.strip())
        if not self.hand:
            raise TrainingError("Give the hand.", field="hand")

    def answer(self, watch: Watch) -> TrainJudged:
        """The verdict; the answer is kept.

        Raises
        ------
        TrainingError
            If nobody decides here, or the answer cannot be kept.
        """
        from jamfold.practice.trainer.answers import Answer, CardKey
        from jamfold.practice.trainer.judging import judge
        from jamfold.practice.trainer.store import TrainingStore
        from jamfold.spots.lookup import find_class

        with at_field("hand"):
            class_id, _ = find_class(self.rules, self.hand)
        spot = self.spot.solved(watch)
        plays = self.action != "fold"
        verdict = judge(spot, self.who, class_id, plays=plays, seconds=self.seconds, chart=self._chart(watch))
        key = CardKey(self.game, self.level_words, self.position, verdict.explanation.name)
        rule_loss = None if verdict.rule is None else verdict.rule.loss
        given = Answer(
            now(), key, self.mode, self._stack(spot), spot.s, self.action, verdict.loss, verdict.free,
            self.seconds, rule_loss,
        )  # fmt: skip
        with TrainingStore() as store:
            card = store.add(given, card=self.mode == "repeat" or not self.rules.has_many_classes)
            return TrainJudged(verdict, card, given.at, store.set_aside)


@dataclass(frozen=True)
class TrainMarked:
    """A marked range beside the equilibrium."""

    marked: MarkedRange
    notice: str = ""


@dataclass(frozen=True, kw_only=True)
class TrainRangeQuestion(TrainSpotQuestion):
    """Compare a marked range with the equilibrium, and keep what it cost; dearest hands first."""

    name: ClassVar[str] = "train-range"

    range: str = entry("", "What was marked; nothing for no hand.", metavar="R")

    def answer(self, watch: Watch) -> TrainMarked:
        """The difference; it is kept.

        Raises
        ------
        RangeError
            If the text is no range.
        """
        import numpy as np

        from jamfold.practice.trainer.answers import RANGE, Answer, CardKey
        from jamfold.practice.trainer.judging import mark
        from jamfold.practice.trainer.store import TrainingStore

        none = not self.range.strip()
        held = None if none else parse_held(self.range, self.rules, watch, field="range").class_weights
        spot = self.spot.solved(watch)
        marked = mark(spot, self.who, np.zeros(spot.classes.n) if held is None else held)
        given = Answer(
            now(), CardKey(self.game, self.level_words, self.position, ""), RANGE, self._stack(spot), spot.s,
            self.range, marked.loss, False, self.seconds,
        )  # fmt: skip
        with TrainingStore() as store:
            store.add(given, card=False)
            return TrainMarked(marked, store.set_aside)
