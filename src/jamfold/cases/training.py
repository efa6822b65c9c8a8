"""The drills: what is asked next, an answer, a whole range, a session; two seats, three to ten, and trees."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Any

from jamfold.betting.hand import MOST_COUNTED, TableHand
from jamfold.betting.posts import MOST_SEATS, POSTED
from jamfold.betting.raises import raise_tree
from jamfold.betting.two_seats import Situation
from jamfold.cases.chips import GameRequest, LevelRequest, SizesRequest
from jamfold.cases.fields import Amount, AmountList, Amounts, request_field
from jamfold.cases.histories import ALL
from jamfold.cases.spots import SEATS, SpotRequest, TreeRequest
from jamfold.cases.view_spec import ViewSpec
from jamfold.core.errors import TrainingError
from jamfold.histories.filters import DEPTH_NAMES, DecisionFilter
from jamfold.spots.nplayer.node_names import find_node
from jamfold.valuation.numbers import read_number

BOTH = "both"
MODES = ("repeat", "random", "close", "mistakes", "range")
ACTIONS = ("jam", "call", "fold")
SLOWEST = 86_400.0
"""Seconds."""
MOST_ANTE = 2.0
MOST_SEED = 2**53
_SEED: dict[str, Any] = {"metavar": "N", "minimum": 0, "maximum": MOST_SEED}
_NUMBER: dict[str, Any] = {
    "help": "Number of questions asked before, with the same seed.",
    "minimum": 0,
    "maximum": MOST_SEED,
}
TIME: dict[str, Any] = {
    "help": "How long the answer took.",
    "label": "time",
    "minimum": 0,
    "maximum": SLOWEST,
    "metavar": "S",
}


class TrainLevelRequest(LevelRequest):
    """A question about cards of a game: its blinds and antes."""

    is_cacheable = False

    def __post_init__(self) -> None:
        """Convert amounts to chips; refuse antes that leave nothing to play for."""
        super().__post_init__()
        level = self._keep_level()
        Situation.at((1.0, 1.0), level)  # any stacks: the rest is checked
        for name in level.extras:
            if getattr(level, name) > MOST_ANTE * level.big_blind and name in POSTED:
                raise TrainingError(
                    f"The trainer takes antes of at most {MOST_ANTE:g} big blinds.", field=name
                )


class TrainNextRequest(TrainLevelRequest):
    """Get the trainer's next question: a due card, a dealt hand, a close one, a mistake, or a range."""

    answered_by = "cases.answers.training:train_next"
    view_spec = ViewSpec(
        contract="views.training_schemas:TrainNextContract",
        examples=({"game": "holdem", "mode": "random", "seed": 1}, {"game": "six-plus", "seed": 1}),
    )

    mode: str = request_field(
        "repeat",
        "repeat: due cards, near each hand's threshold; random: hands as dealt; close: margins of 0.02 to "
        "0.4 bb; mistakes: yours in imported histories; range: mark a whole range.",
        choices=MODES,
        metavar="MODE",
    )
    seat: str = request_field(BOTH, "sb, bb, or both.", choices=(BOTH, *SEATS), metavar="SEAT")
    stack: str = request_field(
        ALL,
        f"Stack group before posting, bb: {', '.join(DEPTH_NAMES)}; else {ALL}. For repeated cards, the "
        "threshold counts.",
        label="stacks, bb",
        choices=(ALL, *DEPTH_NAMES),
    )
    player: str = request_field(
        "",
        "Player whose mistakes to practise; otherwise the owners of your histories.",
        metavar="NAME",
        max_length=200,
    )
    seed: int | None = request_field(
        None,
        "Random seed; the same number asks the same hands. The mode repeat also depends on earlier answers.",
        **_SEED,
    )
    number: int = request_field(0, **_NUMBER, web_only=True, metavar="N")

    @property
    def scope(self) -> DecisionFilter:
        """The decisions that it is about, where played ones are asked again."""
        return DecisionFilter(game=self.game, stack="" if self.stack == ALL else self.stack)


class TrainSpotRequest(TrainLevelRequest):
    """A question about one spot of the trainer, as `train-next` gave it."""

    stacks: Amounts = request_field(
        MISSING,
        "Chips of small and big blind before anything is posted; 12.5bb for big blinds.",
        metavar="SB BB",
        part_names=(("stack_sb", "Small blind's stack"), ("stack_bb", "Big blind's stack")),
    )
    dead: Amount = request_field(
        0.0, "Dead money from folded players, e.g. 1.5bb or chips.", label="Dead money", metavar="CHIPS"
    )
    position: str = request_field(
        "sb", "Who decides: sb or bb.", label="seat", choices=SEATS, metavar="sb|bb"
    )
    seconds: float | None = request_field(None, **TIME)
    mode: str = request_field("random", "How it was chosen.", choices=MODES)

    def __post_init__(self) -> None:
        super().__post_init__()
        spot = self.spot
        self._set(stacks=spot.stacks, dead=spot.dead)

    @property
    def spot(self) -> SpotRequest:
        return SpotRequest.of(self)


class TrainAnswerRequest(TrainSpotRequest):
    """Grade and store an answer: both EVs, its cost, why, and when the hand comes again."""

    hand_texts = ("hand",)
    answered_by = "cases.answers.training:train_answer"
    view_spec = ViewSpec(
        contract="views.training_schemas:VerdictContract",
        examples=(
            {"game": "holdem", "stacks": ["10bb", "10bb"], "hand": "K7o", "action": "jam", "seconds": 3.5},
        ),
    )

    hand: str = request_field(MISSING, "The hand: its name or cards.", metavar="HAND", max_length=100)
    action: str = request_field(MISSING, "jam, call or fold.", choices=ACTIONS, metavar="ACTION")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.action == ("call" if self.position == "sb" else "jam"):
            other = "jam" if self.position == "sb" else "call"
            raise TrainingError(f"Choose {other} or fold, not {self.action}.", field="action")
        self._set(hand=self.hand.strip())
        if not self.hand:
            raise TrainingError("Enter a hand.", field="hand")


class TrainRangeRequest(TrainSpotRequest):
    """Compare a marked range with the equilibrium, and store its cost; costliest hands first."""

    hand_texts = ("range",)
    answered_by = "cases.answers.training:train_range"
    view_spec = ViewSpec(
        contract="views.training_schemas:MarkedContract",
        examples=({"game": "holdem", "stacks": ["10bb", "10bb"], "position": "bb", "range": "22+,A2+,K9+"},),
    )

    range: str = request_field("", "The range marked; empty for no hand.", metavar="R")


THREE_MODES = ("random", "close")


class TrainThreeRequest(TrainLevelRequest):
    """Get the trainer's next question at a table of three, Hold'em or Six-Plus."""

    answered_by = "cases.answers.training:train_three"
    view_spec = ViewSpec(
        contract="views.training_schemas:ThreeAskedContract",
        examples=({"game": "six-plus", "mode": "close", "seed": 1},),
    )

    mode: str = request_field(
        "random", "random: hands as dealt; close: margins of 0.02 to 0.4 bb.", choices=THREE_MODES
    )
    seed: int | None = request_field(None, "Random seed; the same number asks the same hands.", **_SEED)
    number: int = request_field(0, **_NUMBER)


class TrainThreeAnswerRequest(TrainLevelRequest):
    """Grade and store a decision at a table of three: both EVs, its cost, the whole range."""

    hand_texts = ("hand",)
    answered_by = "cases.answers.training:train_three_answer"
    view_spec = ViewSpec(
        contract="views.training_schemas:ThreeVerdictContract",
        examples=({"game": "six-plus", "stack": 8, "node": "bb after btn", "hand": "KQo", "action": "call"},),
    )

    stack: float = request_field(
        MISSING, "Stack of every seat, in big blinds.", metavar="BB", minimum=1, maximum=100
    )
    node: str = request_field(
        MISSING, "Who decides, behind whose jams: bb after btn.", label="decision", max_length=40
    )
    hand: str = request_field(MISSING, "The hand: its name or cards.", metavar="HAND", max_length=100)
    action: str = request_field(MISSING, "jam, call or fold.", choices=ACTIONS, metavar="ACTION")
    seconds: float | None = request_field(None, **TIME)
    mode: str = request_field("random", "How it was chosen.", choices=THREE_MODES)


FEWEST = MOST_COUNTED + 1
"""Seats from which on not every deal is counted."""
USUAL_SEATS = 6
SAMPLED = 5.0
"""Seconds of deals for a spot that is not kept, unless others are given."""


class LargerTableRequest(TrainLevelRequest):
    """A question about hands of a spot of four to ten seats."""

    stacks: AmountList = request_field(
        (),
        "Four to ten seats: chips of sb, bb, ..., co, btn before posting; else 5 to 15 bb each, and stored "
        "spots of your hands (jamfold history tables).",
        metavar="CHIPS",
    )
    node: str = request_field(
        "",
        "One decision at these stacks, such as 'bb after btn'; else all, as often as they occur.",
        label="decision",
        metavar="DECISION",
        max_length=60,
    )
    seconds: float | None = request_field(
        None,
        f"Most sampling time for a spot that is not stored, {SAMPLED:g} s if omitted: to certify it, or to "
        "search it where the model does not cover it.",
        label="seconds of sampling",
        metavar="T",
        minimum=0.5,
        maximum=3600,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.stacks:
            if self.node:
                raise TrainingError("A decision needs stacks. Enter those of its table.", field="stacks")
            return
        chips = (read_number(self._chips(value), "stack", "stacks") for value in self.stacks)
        self._set(stacks=tuple(chips))
        if not FEWEST <= len(self.stacks) <= MOST_SEATS:
            raise TrainingError(
                f"Stacks are for {FEWEST} to {MOST_SEATS} seats, not {len(self.stacks)}. Remove them for "
                "two or three seats.",
                field="stacks",
            )
        check_sampled(self)
        if self.node:
            find_node(self.hand, self.node)

    @property
    def hand(self) -> TableHand:
        """The spot, in chips."""
        return TableHand(self.stacks, self.level)  # type: ignore[arg-type]


def check_sampled(question: GameRequest) -> None:
    """Refuse games of many classes: their spots are not solved for the trainer."""
    if question.rules.has_many_classes:
        raise TrainingError(
            f"{question.rules.title} is not trained at tables of four to ten. Choose Hold'em or Six-Plus.",
            field="game",
        )


class TrainTableRequest(LargerTableRequest):
    """Get the trainer's next question at a table of four to ten, Hold'em or Six-Plus."""

    queue = "solving"
    answered_by = "cases.answers.training:train_table"
    view_spec = ViewSpec(
        contract="views.training_schemas:TableAskedContract",
        examples=(
            {
                "game": "six-plus",
                "stacks": ["9bb", "10bb", "7bb", "6.5bb"],
                "mode": "close",
                "seconds": 0.5,
                "seed": 1,
            },
        ),
    )

    seats: int | None = request_field(
        None,
        f"Number of seats, if stacks are omitted; else any stored spot, or {USUAL_SEATS} seats.",
        metavar="N",
        minimum=FEWEST,
        maximum=MOST_SEATS,
    )
    mode: str = request_field(
        "random",
        "random: hands as dealt; close: margins up to 0.4 bb that are not too close to call.",
        choices=THREE_MODES,
    )
    seed: int | None = request_field(
        None, "Random seed; the same number asks the same hands of the same stored spots.", **_SEED
    )
    number: int = request_field(0, **_NUMBER)

    def __post_init__(self) -> None:
        """Seats are those of the stacks, where there are any."""
        super().__post_init__()
        check_sampled(self)
        if self.stacks and self.seats not in (None, len(self.stacks)):
            raise TrainingError(
                f"There are {len(self.stacks)} stacks, not {self.seats}. Remove the number of seats.",
                field="seats",
            )


class TrainTableAnswerRequest(GameRequest):
    """Grade and store a decision at a table of four to ten: its cost, if it is not too close to call."""

    hand_texts = ("hand",)
    queue = "solving"
    is_cacheable = False
    answered_by = "cases.answers.training:train_table_answer"
    view_spec = ViewSpec(contract="views.training_schemas:TableVerdictContract", examples=())

    spot: str = request_field(MISSING, "The spot, as the question names it.", max_length=2_000)
    node: str = request_field(
        MISSING, "Who decides, behind whose jams: bb after btn.", label="decision", max_length=60
    )
    hand: str = request_field(MISSING, "The hand: its name or cards.", metavar="HAND", max_length=100)
    action: str = request_field(MISSING, "jam, call or fold.", choices=ACTIONS, metavar="ACTION")
    seconds: float | None = request_field(None, **TIME)
    mode: str = request_field("random", "How it was chosen.", choices=THREE_MODES)


TREE_STACKS = (8.0, 10.0, 12.0, 15.0, 20.0, 25.0)
"""Big blinds of both seats: each is solved when it is first asked."""


def check_trained(question: SizesRequest) -> None:
    """Refuse what no tree has at the largest stack, and a question without raises."""
    if not question.sizes:
        raise TrainingError("Enter an open or a limit. Without raises, all jam or fold.", field="open")
    level = question.level
    high = TREE_STACKS[-1] * level.big_blind
    raise_tree(Situation.at((high, high), level), question.sizes)


def tree_spot(question: SizesRequest, stack: float) -> TreeRequest:
    """Return the spot with both stacks at `stack` big blinds.

    Raises SituationError if the sizes make no tree there.
    """
    return TreeRequest.of(question, stacks=(stack * question.level.big_blind,) * 2)


class TrainTreeRequest(SizesRequest, TrainLevelRequest):
    """Get the trainer's next question with raises: any decision of the tree, solved at 8 to 25 bb."""

    answered_by = "cases.answers.training:train_tree"
    view_spec = ViewSpec(
        contract="views.training_schemas:TreeAskedContract",
        values_of="views.training_schemas:TreeAskedContract.of_question",
        examples=({"game": "holdem", "open": ["2bb"], "mode": "close", "seed": 1},),
    )

    mode: str = request_field(
        "random",
        "random: hands as dealt; close: the best action is 0.02 to 0.4 bb better than another.",
        choices=THREE_MODES,
    )
    seat: str = request_field(BOTH, "sb, bb, or both.", choices=(BOTH, *SEATS), metavar="SEAT")
    seed: int | None = request_field(None, "Random seed; the same number asks the same hands.", **_SEED)
    number: int = request_field(0, **_NUMBER)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_trained(self)


class TrainTreeAnswerRequest(SizesRequest, TrainLevelRequest):
    """Grade and store a decision of a tree: the EV of every action, and the cost of the answer."""

    hand_texts = ("hand",)
    answered_by = "cases.answers.training:train_tree_answer"
    view_spec = ViewSpec(
        contract="views.training_schemas:TreeVerdictContract",
        examples=(
            {
                "game": "holdem",
                "open": ["2bb"],
                "stack": 15,
                "after": "sb raise 2, bb jam",
                "hand": "K7o",
                "action": "call",
            },
        ),
    )

    stack: float = request_field(
        MISSING, "Stacks of both seats, in big blinds.", metavar="BB", minimum=1, maximum=100
    )
    after: str = request_field(
        "",
        "The actions before, such as 'sb raise 2, bb jam'; empty for the first decision.",
        max_length=200,
    )
    hand: str = request_field(MISSING, "The hand: its name or cards.", metavar="HAND", max_length=100)
    action: str = request_field(
        MISSING, "The action, as the question names it: fold, raise 2, jam, call.", metavar="ACTION",
        max_length=40,
    )  # fmt: skip
    seconds: float | None = request_field(None, **TIME)
    mode: str = request_field("random", "How it was chosen.", choices=THREE_MODES)

    def __post_init__(self) -> None:
        """Legal raises, at this stack."""
        super().__post_init__()
        if not self.sizes:
            check_trained(self)
        self._set(after=", ".join(part.strip() for part in self.after.split(",")))
        assert self.spot is not None

    @property
    def spot(self) -> TreeRequest:
        return tree_spot(self, self.stack)


class TrainRequest(SizesRequest, LargerTableRequest, TrainNextRequest):
    """Practise jam/fold and call/fold decisions with spaced repetition.

    With --open: any decision of the tree, in the modes random and close; r raises. With --stacks, or
    --seats 4 to 10: a table of that size.

    Answers are stored, and missed hands come again sooner. If both actions are equally good, either is
    right.
    """

    name = "train"
    answered_by = "cases.answers.training:train_next"

    questions: int | None = request_field(
        None,
        "Number of questions.",
        label="number of questions",
        metavar="N",
        minimum=1,
        maximum=1_000_000,
    )
    seats: int = request_field(
        2,
        "Seats at the table: 2; or 3 to 10 in Hold'em and Six-Plus, in the modes random and close. Stacks "
        "are equal; from 4 seats on, also stored spots of your hands, unless --stacks is given.",
        metavar="N",
        minimum=2,
        maximum=MOST_SEATS,
    )
    rule: bool = request_field(False, "Also show what the built-in rule of thumb says and costs.")

    def __post_init__(self) -> None:
        """Tables of three and more take two modes, and games of few classes; trees take two modes."""
        super().__post_init__()
        if self.stacks and self.seats not in (2, len(self.stacks)):
            raise TrainingError(
                f"There are {len(self.stacks)} stacks, not {self.seats}. Remove --seats.", field="seats"
            )
        if self.stacks:
            self._set(seats=len(self.stacks))
        if self.sizes:
            self._check_tree()
        if self.seats == 2:
            return
        self._check_table()

    @property
    def is_sampled(self) -> bool:
        return self.seats >= FEWEST

    def _check_table(self) -> None:
        """Only what tables of three and more have."""
        if self.is_sampled:
            check_sampled(self)
            if self.mode == "repeat":
                self._set(mode=THREE_MODES[0])
        size = "four to ten" if self.is_sampled else "three"
        if self.mode not in THREE_MODES:
            raise TrainingError(f"Tables of {size} take only the modes random and close.", field="mode")
        if self.rules.has_many_classes:
            raise TrainingError(f"{self.rules.title} is not solved for three seats.", field="seats")
        if self.seat != BOTH:
            raise TrainingError(f"Tables of {size} use all seats. Remove the seat.", field="seat")
        if self.stack != ALL:
            raise TrainingError(f"Tables of {size} use all stacks. Remove the stack group.", field="stack")

    def _check_tree(self) -> None:
        """Nothing comes again in a tree: what would is dealt."""
        if self.seats != 2:
            raise TrainingError("Raises are trained with two seats only.", field="seats")
        if self.mode == "repeat":
            self._set(mode=THREE_MODES[0])
        if self.mode not in THREE_MODES:
            raise TrainingError("Raises take only the modes random and close.", field="mode")
        if self.stack != ALL:
            raise TrainingError("Raises are asked at all stacks. Remove the stack group.", field="stack")
        check_trained(self)
