"""JSON contracts of the trainer: heads-up, tables of four to ten, and trees of raises."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self

from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import GAMES, find_game
from jamfold.cases.raises import SizesRequest
from jamfold.core.display import json_fields
from jamfold.practice.training.answers import DAY
from jamfold.practice.training.exercises import Exercise
from jamfold.practice.training.grading import Decision, GradedDecision, GradedRange, RuleAdvice, WrongClass
from jamfold.views.explorer_data import ExplorerContract, decision_data, square_data
from jamfold.views.schema import Contract, Pair
from jamfold.views.sentences import decision_lines, explanation_lines
from jamfold.views.training_sentences import (
    marked_words,
    spot_words,
    table_sample_words,
    table_spot_words,
    table_verdict_words,
    three_words,
    tree_verdict_words,
    tree_words,
    verdict_words,
)

Mode = Literal["repeat", "random", "close", "mistakes", "range"]
Position = Literal["sb", "bb"]


@dataclass(frozen=True, kw_only=True)
class TrainNextContract(Contract):
    """What is asked next; chips in big blinds. An answer gives the same entries back."""

    game: str
    mode: Mode
    stacks: Pair
    blinds: Pair
    ante: float
    bb_ante: float
    dead: float
    position: Position
    stack: float
    """The smaller of both stacks, big blinds."""
    id: int | None
    """The class of the hand; null where a whole range is to be marked."""
    hand: str | None
    """What players call it."""
    cards: str | None
    """Cards of that class; those that were held where a played hand is asked again."""
    actions: tuple[str, str]
    """What can be done."""
    words: str
    """The spot in words."""
    due: int
    """Cards that are due now, in the mode repeat."""
    new: int
    """Cards that were never asked, in the mode repeat."""
    note: str
    """Where a played hand comes from; else empty."""
    notice: str
    """What is said of the file in which training is kept; mostly empty."""

    @classmethod
    def of(cls, asked: Exercise) -> Self:
        """The contract of a question."""
        classes = hand_classes(GAMES[asked.game])
        cards = None if asked.class_id is None else asked.cards or classes.name(classes.check(asked.class_id))
        return cls.pick(
            asked,
            asked.level,
            position=asked.seat.value,
            stack=min(asked.stacks),
            id=asked.class_id,
            hand=asked.hand or None,
            cards=cards,
            actions=(asked.seat.action.value, "fold"),
            words=spot_words(asked),
        )


@dataclass(frozen=True, kw_only=True)
class DecisionContract(Contract):
    """Entries of a decision of a drill, chips in big blinds; `json_fields` gives them their order."""

    game: str
    mode: Literal["random", "close"]
    stack: float
    """Of the seat that decides, in big blinds; equal stacks are those of every seat."""
    id: int
    """The class of the hand."""
    hand: str
    cards: str
    actions: tuple[str, ...]
    """What can be done; folding last."""
    words: str
    """The decision in words."""


@dataclass(frozen=True, kw_only=True)
class GradedContract(Contract):
    """Entries of a graded decision, big blinds; `json_fields` gives them their order."""

    id: int
    """The class of the hand."""
    hand: str
    action: str
    right: bool
    """Whether nothing is better."""
    loss_bb: float
    """What the answer earns less than the best."""
    words: str
    """The verdict in one sentence."""
    notice: str


@json_fields(
    "game position id hand cards action right free best ev_play_bb ev_fold_bb loss_bb played exact "
    "epsilon_bb rating days rule why words notice"
)
@dataclass(frozen=True, kw_only=True)
class VerdictContract(GradedContract):
    """A judged answer; big blinds. For the big blind all EVs are those after the jam."""

    game: str
    position: Position
    cards: str
    free: bool
    """Whether both actions are equally good."""
    best: str
    """jam, call or fold; either where both are equally good."""
    ev_play_bb: float
    """EV of jamming or calling, from the start of the hand."""
    ev_fold_bb: float
    played: float
    """Chance with which the equilibrium jams or calls."""
    exact: bool
    epsilon_bb: float
    """Half of what both players together could still gain."""
    rating: Literal["again", "hard", "good", "easy"]
    days: float | None
    """Until the card comes again; null if it is none of the deck."""
    rule: RuleAdvice | None
    """Null where no rule of the game comes with the program."""
    why: tuple[str, ...]
    """In sentences."""

    @classmethod
    def of(cls, answer: GradedDecision) -> Self:
        """The contract of a judged answer."""
        decision = answer.decision
        explanation = decision.spot
        return cls.pick(
            answer,
            decision,
            explanation.hand,
            explanation.spot,
            position=decision.key.seat,
            best="either" if answer.free else answer.best[0],
            ev_play_bb=decision.evs[decision.playing],
            loss_bb=answer.loss,
            rating=answer.answer.rating.name.lower(),
            days=None if answer.card is None else (answer.card.due - answer.at) / DAY,
            why=tuple(explanation_lines(explanation)),
            words=verdict_words(answer),
        )


@dataclass(frozen=True, kw_only=True)
class MarkedContract(Contract):
    """A marked range beside the equilibrium; shares of the hands that are asked."""

    game: str
    position: Position
    percent: float
    """Marked."""
    right_percent: float
    """Played in equilibrium."""
    wrong_percent: float
    """Marked or left out wrongly; hands for which both are equally good are right either way."""
    loss_bb: float
    """A hand that is asked."""
    wrong: tuple[WrongClass, ...]
    """Dearest first."""
    words: str
    notice: str

    @classmethod
    def of(cls, marked: GradedRange) -> Self:
        """The contract of a marked range."""
        return cls.pick(
            marked,
            game=marked.spot.game.name,
            position=marked.seat.value,
            loss_bb=marked.loss,
            words=marked_words(marked),
        )


@json_fields("game mode stack blinds ante bb_ante node id hand cards actions words")
@dataclass(frozen=True, kw_only=True)
class ThreeAskedContract(DecisionContract):
    """A decision at a table of three; chips in big blinds. An answer gives the same entries back."""

    blinds: Pair
    ante: float
    bb_ante: float
    node: str
    """Who decides, behind whose jams: ``bb after btn``."""
    actions: tuple[str, str]
    """What can be done."""

    @classmethod
    def of(cls, decision: Decision) -> Self:
        """The contract of a decision."""
        return cls.pick(
            decision,
            decision.spot.hand.level,
            node=decision.key.seat,
            words=three_words(decision),
        )


@json_fields("id hand action right free ev_play_bb ev_fold_bb loss_bb played gain_bb words picture notice")
@dataclass(frozen=True, kw_only=True)
class ThreeVerdictContract(GradedContract):
    """A judged decision at a table of three; big blinds, the hand having come to it."""

    free: bool
    """Whether both actions are equally good, within 1e-5 bb."""
    ev_play_bb: float
    """EV of jamming or calling, from the start of the hand."""
    ev_fold_bb: float
    played: float
    """Chance with which the equilibrium jams or calls."""
    gain_bb: float
    """What any one seat could still gain by another strategy: the certificate, over all deals."""
    picture: ExplorerContract
    """The whole range of the decision, as the strategy page draws it, in both seats' places."""

    @classmethod
    def of(cls, answer: GradedDecision) -> Self:
        """The contract of a judged decision."""
        decision = answer.decision
        solution, row = decision.spot, decision.row
        return cls.pick(
            answer,
            decision,
            ev_play_bb=decision.evs[decision.playing],
            ev_fold_bb=decision.evs["fold"],
            loss_bb=answer.loss,
            played=float(solution.strategy[row, decision.id]),
            gain_bb=solution.largest_gain,
            words=verdict_words(answer),
            picture=decision_data(solution, row),
        )


@json_fields("game mode spot node stacks stack id hand cards actions sampled_seconds gain_bb words note")
@dataclass(frozen=True, kw_only=True)
class TableAskedContract(DecisionContract):
    """A decision at a table of four to ten; chips in big blinds. An answer gives the same entries back."""

    spot: str
    """Stacks by seat, the small blind, antes, and what the house takes, as the spot is kept."""
    node: str
    """Who decides, behind whose jams: ``bb after btn``."""
    stacks: tuple[float, ...]
    """Of sb, bb, ..., btn."""
    actions: tuple[str, str]
    """What can be done."""
    sampled_seconds: float
    """How long deals were searched; 0 where the model has solved the spot."""
    gain_bb: float
    """What any seat gains at most by leaving the profile, 95%."""
    note: str
    """The stacks, and how far from equilibrium the profile is, in words."""

    @classmethod
    def of(cls, decision: Decision) -> Self:
        """The contract of a decision."""
        key, answer = decision.spot
        return cls.pick(
            decision,
            spot=key.chips,
            node=decision.key.seat,
            stacks=key.hand.stacks,
            sampled_seconds=answer.seconds,
            gain_bb=answer.gain,
            words=table_spot_words(decision),
            note=table_sample_words(decision.spot),
        )


@json_fields("id hand action right free margin_bb doubt_bb loss_bb played gain_bb words picture notice")
@dataclass(frozen=True, kw_only=True)
class TableVerdictContract(GradedContract):
    """A judged decision at a table of four to ten; big blinds, the hand having come to it."""

    right: bool
    """Whether nothing is known to be better."""
    free: bool
    """Whether it is too close to call."""
    margin_bb: float | None
    """What jamming or calling is worth more than a fold; null where the hand does not come here."""
    doubt_bb: float | None
    """Margins up to it are too close to call."""
    loss_bb: float
    """What the answer earns less than the other one; 0 where that is too close to call."""
    played: float
    """Chance with which the profile jams or calls."""
    gain_bb: float
    """What any seat gains at most by leaving that profile, 95%."""
    picture: ExplorerContract
    """The whole range of the decision, as the strategy page draws it, in both seats' places."""

    @classmethod
    def of(cls, answer: GradedDecision) -> Self:
        """The contract of a judged decision."""
        decision = answer.decision
        game, known, row = find_game(decision.game), decision.spot.answer, decision.row
        sizes = hand_classes(game).sizes
        margin = decision.gains[decision.playing]
        is_known = margin == margin
        return cls.pick(
            answer,
            decision,
            margin_bb=margin if is_known else None,
            doubt_bb=decision.doubt if is_known else None,
            loss_bb=answer.loss,
            played=float(known.played[row, decision.id]),
            gain_bb=known.gain,
            words=table_verdict_words(answer),
            picture=square_data(
                game,
                decision.stack,
                known.played[row],
                known.margins[row],
                100 * float(known.played[row] @ sizes) / float(sizes.sum()),
                f"No seat gains more than {known.gain:.1g} bb (95%)",
            ),
        )


@json_fields(
    "game mode stack blinds ante bb_ante open raises limit jam position after id hand cards actions words"
)
@dataclass(frozen=True, kw_only=True)
class TreeAskedContract(DecisionContract):
    """A decision of a tree. An answer gives the same entries back; chips as they were asked for."""

    blinds: Pair
    ante: float
    bb_ante: float
    open: tuple[float | str, ...]
    raises: tuple[float | str, ...]
    limit: Literal["pot"] | None
    jam: bool
    """open, raises, limit, jam: The raises that are listed, in chips."""
    position: Literal["sb", "bb"]
    after: str
    """The actions before: ``sb raise 2, bb jam``."""

    @classmethod
    def of_question(cls, question: SizesRequest, decision: Decision) -> Self:
        """The contract of a decision."""
        node = decision.spot.node
        return cls.pick(
            decision,
            question,
            position=decision.spot.report.seat.value,
            after=", ".join(node.after),
            words=tree_words(decision),
        )


@json_fields("id hand action right best evs_bb loss_bb chances exact epsilon_bb why words notice")
@dataclass(frozen=True, kw_only=True)
class TreeVerdictContract(GradedContract):
    """A judged decision of a tree; big blinds."""

    best: tuple[str, ...]
    """The actions of which none is better, within 1e-5 bb."""
    evs_bb: dict[str, float]
    """What each action earns, from the start of the hand, with best play behind it."""
    chances: dict[str, float]
    """How often the equilibrium takes each action."""
    exact: bool
    epsilon_bb: float | None
    """Half of what both players together could still gain."""
    why: tuple[str, ...]
    """What every action earns at every decision of the hand."""

    @classmethod
    def of(cls, answer: GradedDecision) -> Self:
        """The contract of a judged decision."""
        decision = answer.decision
        spot, report, node = decision.spot
        return cls.pick(
            answer,
            decision,
            spot,
            evs_bb=decision.evs,
            loss_bb=answer.loss,
            chances=node.chances,
            why=tuple(decision_lines(report)),
            words=tree_verdict_words(answer),
        )
