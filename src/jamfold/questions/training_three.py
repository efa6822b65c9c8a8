"""The trainer at tables of three equal stacks: what is asked next, and what an answer costs."""

from __future__ import annotations

import random
from dataclasses import MISSING, dataclass
from typing import TYPE_CHECKING, ClassVar

from jamfold.errors import SituationError, TrainingError, at_field
from jamfold.questions.fields import entry
from jamfold.questions.memory import Memory
from jamfold.questions.training import ACTIONS, MOST_SEED, SLOWEST, TrainLevelQuestion, draws, now
from jamfold.questions.watching import Watch

if TYPE_CHECKING:
    from jamfold.practice.trainer.three import ThreeAsked, ThreeVerdict
    from jamfold.spots.table.exact import TableSolution
    from jamfold.spots.table.hand import TableHand

THREE_MODES = ("random", "close")

_tables: Memory[tuple[str, TableHand], TableSolution] = Memory(12)


def solved_three(question: TrainLevelQuestion, stack: float, watch: Watch) -> TableSolution:
    """Three equal stacks in big blinds at the blinds and antes of a question, solved once.

    Raises
    ------
    TrainingError
        If the game is not solved for three seats.
    """
    from jamfold.spots.table.exact import solve_table
    from jamfold.spots.table.hand import TableHand

    level, game = question.level, question.rules
    if game.has_many_classes:
        raise TrainingError(f"{game.title} is not solved for three seats.", field="game")
    hand = TableHand((stack,) * 3, level.blinds, level.ante, level.bb_ante)
    return _tables.get((game.name, hand), lambda: solve_table(game, hand, watch.stage))


def draw_three(question: TrainLevelQuestion, mode: str, rng: random.Random, watch: Watch) -> ThreeAsked:
    """A decision at a table of three."""
    from jamfold.practice.trainer.three import STACKS, ask_three

    return ask_three(solved_three(question, rng.choice(STACKS), watch), mode, rng)


def judged_three(asked: ThreeAsked, *, plays: bool, seconds: float | None) -> ThreeVerdict:
    """The verdict on a decision at a table of three, which is kept."""
    from jamfold.practice.trainer.store import TrainingStore
    from jamfold.practice.trainer.three import judge_three, three_answer

    verdict = judge_three(asked, plays=plays, seconds=seconds)
    with TrainingStore() as store:
        store.add(three_answer(asked, verdict, now(), seconds), card=False)
    return verdict


@dataclass(frozen=True, kw_only=True)
class TrainThreeQuestion(TrainLevelQuestion):
    """What the trainer asks next at a table of three, Hold'em or Six-Plus."""

    name: ClassVar[str] = "train-three"

    mode: str = entry(
        "random", "random: hands as dealt; close: margins of 0.02 to 0.4 bb.", choices=THREE_MODES
    )
    seed: int | None = entry(
        None, "The same number asks the same hands.", metavar="N", least=0, most=MOST_SEED
    )
    number: int = entry(0, "How many were asked before, with the same seed.", least=0, most=MOST_SEED)

    def answer(self, watch: Watch) -> ThreeAsked:
        """The next decision.

        Raises
        ------
        TrainingError
            If the game is not solved for three seats.
        """
        return draw_three(self, self.mode, draws(self.seed, self.number), watch)


@dataclass(frozen=True)
class ThreeJudged:
    """A judged decision at a table of three."""

    asked: ThreeAsked
    verdict: ThreeVerdict


@dataclass(frozen=True, kw_only=True)
class TrainThreeAnswerQuestion(TrainLevelQuestion):
    """Judge a decision at a table of three and keep it: both EVs, what it cost, the whole range."""

    name: ClassVar[str] = "train-three-answer"

    stack: float = entry(MISSING, "Of every seat, in big blinds.", metavar="BB", least=1, most=100)
    node: str = entry(MISSING, "Who decides, behind whose jams: bb after btn.", label="decision", longest=40)
    hand: str = entry(MISSING, "The hand: its name or cards.", metavar="HAND", longest=100)
    action: str = entry(MISSING, "jam, call or fold.", choices=ACTIONS, metavar="ACTION")
    seconds: float | None = entry(
        None, "How long the answer took.", label="time", least=0, most=SLOWEST, metavar="S"
    )
    mode: str = entry("random", "How it was chosen.", choices=THREE_MODES)

    def answer(self, watch: Watch) -> ThreeJudged:
        """The verdict; the answer is kept.

        Raises
        ------
        TrainingError
            If the game is not solved for three seats, or the answer cannot be kept.
        SituationError
            If there is no such decision, or it does not take the action.
        """
        from jamfold.practice.trainer.three import ThreeAsked
        from jamfold.spots.lookup import find_class
        from jamfold.spots.table.naming import find_node

        with at_field("hand"):
            class_id, _ = find_class(self.rules, self.hand)
        solution = solved_three(self, self.stack, watch)
        node = find_node(solution.hand, self.node)
        asked = ThreeAsked(solution, solution.nodes.index(node), class_id, self.mode)
        if self.action not in (asked.playing, "fold"):
            raise SituationError(
                f"Here one {asked.playing}s or folds, and does not {self.action}.", field="action"
            )
        return ThreeJudged(asked, judged_three(asked, plays=self.action != "fold", seconds=self.seconds))
