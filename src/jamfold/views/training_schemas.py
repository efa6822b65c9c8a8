"""JSON contracts and sentences of the trainer: heads-up, tables of three to ten, and trees of raises."""

from __future__ import annotations

from math import isnan
from typing import Literal, Self

from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import GAMES, find_game
from jamfold.cases.chips import SizesRequest
from jamfold.core.display import in_bb, json_fields
from jamfold.practice.training.answers import DAY
from jamfold.practice.training.exercises import Exercise, TableSpot
from jamfold.practice.training.grading import Decision, GradedDecision, GradedRange, RuleAdvice, WrongClass
from jamfold.spots.strategy import Seat
from jamfold.views.explorer_data import ExplorerContract, decision_data, square_data
from jamfold.views.formats import Contract, Pair
from jamfold.views.sentences import decision_lines, explanation_lines
from jamfold.views.table_sentences import decision_words

Mode = Literal["repeat", "random", "close", "mistakes", "range"]
Position = Literal["sb", "bb"]


class TrainNextContract(Contract):
    """The next exercise; chips in big blinds.  An answer sends the same fields back."""

    game: str
    mode: Mode
    stacks: Pair
    blinds: Pair
    ante: float
    bb_ante: float
    dead: float
    position: Position
    stack: float
    """The smaller of both stacks, in big blinds."""
    id: int | None
    """The class of the hand; null if a whole range is to be marked."""
    hand: str | None
    """The name of that class."""
    cards: str | None
    """Cards of that class; the actual hole cards if it is a played hand."""
    actions: tuple[str, str]
    """The legal actions."""
    words: str
    """The spot in words."""
    due: int
    """Number of cards that are due now, in the mode repeat."""
    new: int
    """Number of cards never shown before, in the mode repeat."""
    note: str
    """The source of a played hand; else empty."""
    notice: str
    """A remark about the training file; usually empty."""

    @classmethod
    def of(cls, exercise: Exercise) -> Self:
        classes = hand_classes(GAMES[exercise.game])
        index = exercise.class_id
        cards = None if index is None else exercise.cards or classes.name(classes.check(index))
        return cls.pick(
            exercise,
            exercise.level,
            position=exercise.seat.value,
            stack=min(exercise.stacks),
            id=index,
            hand=exercise.hand or None,
            cards=cards,
            actions=(exercise.seat.action.value, "fold"),
            words=spot_words(exercise),
        )


class DecisionContract(Contract):
    """A decision of a drill, chips in big blinds; `json_fields` gives the order of its fields."""

    game: str
    mode: Literal["random", "close"]
    stack: float
    """The stack of the seat that decides, in big blinds; if stacks are equal, that of every seat."""
    id: int
    """The class of the hand."""
    hand: str
    cards: str
    actions: tuple[str, ...]
    """The legal actions, folding last."""
    words: str
    """The decision in words."""


class GradedContract(Contract):
    """A graded decision, in big blinds; `json_fields` gives the order of its fields."""

    id: int
    """The class of the hand."""
    hand: str
    action: str
    right: bool
    """Whether no action is better."""
    loss_bb: float
    """The EV of the best action less that of the answer."""
    words: str
    """The verdict in one sentence."""
    notice: str


@json_fields(
    "game position id hand cards action right free best ev_play_bb ev_fold_bb loss_bb played exact "
    "epsilon_bb rating days rule why words notice"
)
class VerdictContract(GradedContract):
    """A graded answer, in big blinds; all EVs of the big blind are those after the jam."""

    game: str
    position: Position
    cards: str
    free: bool
    """Whether both actions are equally good."""
    best: str
    """jam, call or fold; either if both are equally good."""
    ev_play_bb: float
    """EV of jamming or calling, from the start of the hand."""
    ev_fold_bb: float
    played: float
    """The equilibrium's frequency of jamming or calling."""
    exact: bool
    epsilon_bb: float
    """Half the sum of both players' gains by best responses."""
    rating: Literal["again", "hard", "good", "easy"]
    days: float | None
    """Days until the card is due again; null if it is not a card of the deck."""
    rule: RuleAdvice | None
    """Null if no point rule of the game is bundled."""
    why: tuple[str, ...]
    """The reasons, in sentences."""

    @classmethod
    def of(cls, answer: GradedDecision) -> Self:
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


class MarkedContract(Contract):
    """A marked range compared with the equilibrium, in percent of the exercise's hands."""

    game: str
    position: Position
    percent: float
    """Percent marked."""
    right_percent: float
    """Percent played in equilibrium."""
    wrong_percent: float
    """Percent marked or left out wrongly; indifferent hands are right either way."""
    loss_bb: float
    """Loss per hand of the exercise."""
    wrong: tuple[WrongClass, ...]
    """The wrong classes, most expensive first."""
    words: str
    notice: str

    @classmethod
    def of(cls, marked: GradedRange) -> Self:
        return cls.pick(
            marked,
            game=marked.spot.game.name,
            position=marked.seat.value,
            loss_bb=marked.loss,
            words=marked_words(marked),
        )


@json_fields("game mode stack blinds ante bb_ante node id hand cards actions words")
class ThreeAskedContract(DecisionContract):
    """A decision at a table of three; chips in big blinds.  An answer sends the same fields back."""

    blinds: Pair
    ante: float
    bb_ante: float
    node: str
    """The decision: ``bb after btn``."""
    actions: tuple[str, str]
    """The legal actions."""

    @classmethod
    def of(cls, decision: Decision) -> Self:
        return cls.pick(
            decision, decision.spot.hand.level, node=decision.key.seat, words=three_words(decision)
        )


@json_fields("id hand action right free ev_play_bb ev_fold_bb loss_bb played gain_bb words picture notice")
class ThreeVerdictContract(GradedContract):
    """A graded decision at a table of three, in big blinds, given that the hand reached it."""

    free: bool
    """Whether both actions are equally good, within 1e-5 bb."""
    ev_play_bb: float
    """EV of jamming or calling, from the start of the hand."""
    ev_fold_bb: float
    played: float
    """The equilibrium's frequency of jamming or calling."""
    gain_bb: float
    """The largest gain of a seat by deviating: the certificate, over all deals."""
    picture: ExplorerContract
    """The whole range of the decision as the strategy page draws it, for both seats."""

    @classmethod
    def of(cls, answer: GradedDecision) -> Self:
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
class TableAskedContract(DecisionContract):
    """A decision at a table of four to ten; chips in big blinds.  An answer sends the same fields back."""

    spot: str
    """The key of the stored spot: stacks by seat, the small blind, antes, rake and fees."""
    node: str
    """The decision: ``bb after btn``."""
    stacks: tuple[float, ...]
    """Stacks of sb, bb, ..., btn."""
    actions: tuple[str, str]
    """The legal actions."""
    sampled_seconds: float
    """The seconds of sampling; 0 if the model solved the spot."""
    gain_bb: float
    """The largest gain of a seat by deviating, with 95%."""
    note: str
    """The stacks, and how far from equilibrium the profile is, in words."""

    @classmethod
    def of(cls, decision: Decision) -> Self:
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
class TableVerdictContract(GradedContract):
    """A graded decision at a table of four to ten, in big blinds, given that the hand reached it."""

    right: bool
    """Whether no action is known to be better."""
    free: bool
    """Whether it is too close to call."""
    margin_bb: float | None
    """EV of jamming or calling less that of folding; null if the hand never reaches the decision."""
    doubt_bb: float | None
    """Margins up to this are too close to call."""
    loss_bb: float
    """The loss of the answer against the other action; 0 if that is too close to call."""
    played: float
    """The profile's frequency of jamming or calling."""
    gain_bb: float
    """The largest gain of a seat by deviating, with 95%."""
    picture: ExplorerContract
    """The whole range of the decision as the strategy page draws it, for both seats."""

    @classmethod
    def of(cls, answer: GradedDecision) -> Self:
        decision = answer.decision
        game, solved, row = find_game(decision.game), decision.spot.answer, decision.row
        sizes = hand_classes(game).sizes
        margin = decision.gains[decision.playing]
        is_known = margin == margin
        return cls.pick(
            answer,
            decision,
            margin_bb=margin if is_known else None,
            doubt_bb=decision.doubt if is_known else None,
            loss_bb=answer.loss,
            played=float(solved.played[row, decision.id]),
            gain_bb=solved.gain,
            words=table_verdict_words(answer),
            picture=square_data(
                game,
                decision.stack,
                solved.played[row],
                solved.margins[row],
                100 * float(solved.played[row] @ sizes) / float(sizes.sum()),
                f"No seat gains more than {solved.gain:.1g} bb (95%)",
            ),
        )


@json_fields(
    "game mode stack blinds ante bb_ante open raises limit jam position after id hand cards actions words"
)
class TreeAskedContract(DecisionContract):
    """A decision of a tree, in the request's chips.  An answer sends the same fields back."""

    blinds: Pair
    ante: float
    bb_ante: float
    open: tuple[float | str, ...]
    raises: tuple[float | str, ...]
    limit: Literal["pot"] | None
    jam: bool
    """open, raises, limit, jam: the raises of the tree, in chips."""
    position: Literal["sb", "bb"]
    after: str
    """The actions before: ``sb raise 2, bb jam``."""

    @classmethod
    def of_question(cls, question: SizesRequest, decision: Decision) -> Self:
        node = decision.spot.node
        return cls.pick(
            decision,
            question,
            position=decision.spot.report.seat.value,
            after=", ".join(node.after),
            words=tree_words(decision),
        )


@json_fields("id hand action right best evs_bb loss_bb chances exact epsilon_bb why words notice")
class TreeVerdictContract(GradedContract):
    """A graded decision of a tree, in big blinds."""

    best: tuple[str, ...]
    """The best actions, within 1e-5 bb."""
    evs_bb: dict[str, float]
    """EV of each action, from the start of the hand, with best play after it."""
    chances: dict[str, float]
    """The equilibrium's frequency of each action."""
    exact: bool
    epsilon_bb: float | None
    """Half the sum of both players' gains by best responses."""
    why: tuple[str, ...]
    """The EV of every action at every decision of the hand."""

    @classmethod
    def of(cls, answer: GradedDecision) -> Self:
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


SEAT_WORDS = {Seat.SMALL_BLIND: "Small blind", Seat.BIG_BLIND: "Big blind"}


def spot_words(exercise: Exercise) -> str:
    """Return the spot in words: ``Small blind, 9.5 bb``."""
    stack = min(exercise.stacks)
    message = "" if exercise.seat is Seat.SMALL_BLIND else ", the small blind jams"
    level = exercise.level.bb_text()
    return f"{SEAT_WORDS[exercise.seat]}, {in_bb(stack)}{f', {level}' if level else ''}{message}"


def tree_words(decision: Decision) -> str:
    """Return a decision of a tree in words: ``Big blind, 15 bb, after sb raise 2``."""
    spot, report, node = decision.spot
    level = spot.situation.level.bb_text()
    after = f", after {', '.join(node.after)}" if node.after else ", first in"
    return f"{SEAT_WORDS[report.seat]}, {in_bb(decision.stack)}{f', {level}' if level else ''}{after}"


def tree_verdict_words(answer: GradedDecision) -> str:
    """Say right or wrong, what it cost, and the EV of every action, the best first."""
    ordered = sorted(answer.decision.evs.items(), key=lambda item: -item[1])
    evs = ", ".join(f"{name} {round(ev, 9) + 0.0:+.4f}" for name, ev in ordered)
    if not answer.right:
        return f"Wrong, costs {answer.loss:.4f} bb: {evs} bb."
    equal = [name for name in answer.best if name != answer.action]
    also = f" ({' and '.join(equal)} are as good)" if equal else ""
    return f"Right{also}: {evs} bb."


def verdict_words(answer: GradedDecision) -> str:
    """Say right or wrong, both EVs, and what it cost."""
    decision = answer.decision
    playing = decision.playing
    play, fold = (round(decision.evs[name], 9) + 0.0 for name in decision.actions)  # no minus before 0
    evs = f"{playing} {play:+.4f} bb, fold {fold:+.4f}"
    if answer.free:
        return f"Right: {playing} and fold are equally good ({evs})."
    if answer.right:
        return f"Right: {evs}; it gains {abs(decision.gains[playing]):.4f} bb."
    return f"Wrong, costs {answer.loss:.4f} bb: {evs}."


def three_words(decision: Decision) -> str:
    """Return a decision at a table of three in words: ``Button, first in, 8 bb each``."""
    hand = decision.spot.hand
    return f"{decision_words(hand, hand.nodes[decision.row])}, {in_bb(decision.stack)} each"


def table_spot_words(decision: Decision) -> str:
    """Return a decision of a spot in words: ``Cutoff, first in, 6.5 bb, 5 seats``."""
    table = decision.spot.key.hand
    level = table.level.bb_text()
    seat = decision_words(table, table.nodes[decision.row])
    return f"{seat}, {decision.stack:.4g} bb, {table.n} seats{f', {level}' if level else ''}"


def table_sample_words(spot: TableSpot) -> str:
    """Return the stacks of a spot, and how far from equilibrium its solution is."""
    key, answer = spot
    stacks = " / ".join(f"{stack:.4g}" for stack in key.hand.stacks)
    how = "By the model" if answer.is_modelled else f"Deals are sampled, {answer.seconds:g} s"
    return f"Stacks of sb, bb .. btn: {stacks} bb. {how}: no seat gains more than {answer.gain:.2g} bb (95%)."


def table_verdict_words(answer: GradedDecision) -> str:
    """Say right or wrong and what it cost, unless it is too close to call."""
    decision = answer.decision
    margin, doubt = decision.gains[decision.playing], decision.doubt
    if isnan(margin):
        return "Too close to call: the hand never gets here."
    about = f"to {decision.playing} is worth {margin:+.3f} bb compared with a fold, give or take {doubt:.3f}"
    if answer.free:
        return f"Too close to call: {about}."
    return f"Right: {about}." if answer.right else f"Wrong, costs {answer.loss:.3f} bb: {about}."


def marked_words(marked: GradedRange) -> str:
    return (
        f"You marked {marked.percent:.2f}% (equilibrium {marked.right_percent:.2f}%); "
        f"{marked.wrong_percent:.2f}% of hands are wrong, costing {100 * marked.loss:.2f} bb/100."
    )
