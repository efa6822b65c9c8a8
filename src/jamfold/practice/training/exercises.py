"""The choice of exercises: due cards, hands as dealt, close decisions, and the player's own mistakes.

Mistakes are decisions of imported histories that lost EV.  At tables of four to ten a margin within the
model's error is too close to call and costs nothing; in a sampled spot, so is one within the margin's error
plus what any seat gains by deviating.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from math import inf
from pathlib import PurePath
from typing import Any, NamedTuple

import numpy as np

from jamfold.betting.hand import MOST_COUNTED, Node, TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.cards.counting.classes import ClassId, hand_classes
from jamfold.cards.games import GAMES, Game, find_game
from jamfold.core.arrays import BoolArray, FloatArray, IntArray
from jamfold.core.display import DisplayableResult
from jamfold.core.errors import SituationError, TrainingError
from jamfold.core.progress import Progress, ignore_progress
from jamfold.histories.decision_columns import Turns
from jamfold.histories.decisions import known_players, rated_hands_sql, read_turns
from jamfold.histories.filters import MAX_S, DecisionFilter
from jamfold.histories.grading import RatedDecision, judge, partition_gradable, request_hands
from jamfold.histories.multiway_solver import FREE, TableAnswer, TableKey
from jamfold.histories.spot_solver import RequestedHands, solve_missing
from jamfold.histories.store import HistoryStore
from jamfold.practice.training.answers import RANGE, CardKey, MemoryState
from jamfold.practice.training.cards import STACKS, FlashcardDeck
from jamfold.practice.training.grading import Decision
from jamfold.ranges.grid import class_label
from jamfold.solver.tree import chances_at
from jamfold.spots.nplayer.exact import TableSolution
from jamfold.spots.nplayer.node_names import node_words
from jamfold.spots.strategy import HandAtNode, HandReport, Seat, class_report
from jamfold.spots.trees import TreeSpot
from jamfold.valuation.numbers import Pair

REPEAT, RANDOM, CLOSE, MISTAKES = "repeat", "random", "close", "mistakes"
CLOSE_BB = (0.02, 0.4)
"""Bounds of the margin of close hands, in big blinds."""

TABLE_STACKS = (5.0, 8.0, 10.0, 12.0, 15.0)
"""Stacks at tables of three, in big blinds; each is solved at its first exercise in a second or two."""
THREE_SEATS = "three seats"
"""The level of answers at tables of three, followed by their antes."""


@dataclass(frozen=True)
class Exercise(DisplayableResult):
    """One heads-up exercise, whose spot is solved when it is answered; chips in big blinds."""

    game: str
    stacks: Pair
    level: BlindLevel
    seat: Seat
    class_id: int | None
    """seat, class_id: the seat to act and the class of its hand; None if a whole range is to be marked."""
    mode: str
    due: int = 0
    new: int = 0
    """due, new: numbers of cards that are due now, and that are new, if cards are repeated."""
    note: str = ""
    """The source of a played hand, in words; else empty."""
    cards: str = ""
    """The actual hole cards of a played hand; else empty."""
    notice: str = ""
    """A remark about the training file; usually empty."""

    @property
    def hand(self) -> str:
        """The name of the class; empty if a whole range is to be marked."""
        return "" if self.class_id is None else class_label(GAMES[self.game], self.class_id)

    @property
    def entries(self) -> dict[str, Any]:
        """The fields by which an answer identifies the spot."""
        spot = {"game": self.game, "stacks": self.stacks, "mode": self.mode, "position": self.seat.value}
        return spot | asdict(self.level)

    @classmethod
    def at(
        cls,
        deck: FlashcardDeck,
        place: int,
        seat: Seat,
        class_id: int | None,
        mode: str,
        due: int = 0,
        new: int = 0,
    ) -> Exercise:
        chart, stack = deck.chart, deck.chart.stacks[place]
        return cls(chart.game.name, (stack, stack), chart.level.in_bb, seat, class_id, mode, due, new)


def next_exercise(
    deck: FlashcardDeck,
    mode: str,
    rng: random.Random,
    *,
    memory: Mapping[CardKey, MemoryState] | None = None,
    now: int = 0,
    seat: Seat | None = None,
    within: Pair | None = None,
) -> Exercise:
    """Choose the next exercise of a mode; the same state of `rng` gives the same exercise.

    Raises TrainingError if there is no exercise.

    Parameters
    ----------
    mode
        ``repeat``, ``random``, ``close`` or ``range``.
    memory, now
        The scheduler's state of cards, and the time in milliseconds; for ``repeat``.
    within
        Only stacks above the first and up to the second, in big blinds.
    """
    if mode == REPEAT:
        return _repeat(deck, rng, memory or {}, now, seat, within)
    seats = [seat] if seat else list(Seat)
    rng.shuffle(seats)
    low, high = within or STACKS
    for position in seats:
        places = np.flatnonzero((deck.stacks > low) & (deck.stacks <= high)).tolist()
        fitting = _first_fitting(places, deck.margins(position), deck.chart.classes.sizes, mode, rng)
        if fitting is not None:
            place, hands = fitting
            hand_class = None if mode == RANGE else draw_class(hands, rng)
            return Exercise.at(deck, place, position, hand_class, mode)
    raise TrainingError("There is no such hand at these stacks, blinds and antes.", field="mode")


def _repeat(
    deck: FlashcardDeck,
    rng: random.Random,
    memory: Mapping[CardKey, MemoryState],
    now: int,
    seat: Seat | None,
    within: Pair | None,
) -> Exercise:
    """Return the card that has been due longest; else a new one; else the next to be due.

    The card answered last waits while there is another.  `within` bounds thresholds.
    """
    low, high = within or (0.0, inf)
    cards = [
        card
        for card in deck.cards
        if (seat is None or card.key.seat == seat.value) and low < card.threshold <= high
    ]
    if not cards:
        raise TrainingError("There is no card of this seat at these stacks, blinds and antes.", field="seat")
    seen = sorted((memory[card.key].due, card.key) for card in cards if card.key in memory)
    last = max(memory.values(), key=lambda state: state.last, default=None)
    rest = [(due, key) for due, key in seen if memory[key] is not last] or seen
    due = [key for when, key in rest if when <= now]
    new = [card for card in cards if card.key not in memory]
    if due:
        card = deck.by_key[due[0]]
    elif new:
        card = rng.choice(new)
    else:
        card = deck.by_key[rest[0][1]]
    below, above = deck.near(card)
    sides = [side for side in (below, above) if side.size]
    place = int(rng.choice(rng.choice(sides).tolist()))
    return Exercise.at(deck, place, Seat(card.key.seat), card.class_id, REPEAT, len(due), len(new))


def _first_fitting(
    rows: list[int], margins: FloatArray, sizes: IntArray, mode: str, rng: random.Random
) -> tuple[int, IntArray] | None:
    """Draw a row with hands whose margins suit the mode; None if there is none.

    Also returns cumulative counts of these hands by class.
    """
    rng.shuffle(rows)
    for row in rows:
        gains = np.abs(margins[row])
        fits = ~np.isnan(gains)
        if mode == CLOSE:
            fits &= (gains >= CLOSE_BB[0]) & (gains <= CLOSE_BB[1])
        if fits.any():
            return row, np.cumsum(np.where(fits, sizes, 0))
    return None


def draw_class(hands: IntArray, rng: random.Random) -> int:
    """Draw a class as often as it is dealt; `hands` are cumulative counts of suitable hands."""
    return int(np.searchsorted(hands, rng.randrange(int(hands[-1])), side="right"))


def seat_decision(
    spot: Any, game: Game, hand: TableHand, row: int, class_id: int, mode: str,
    margin: float, doubt: float, fold: float | None = None,
) -> Decision:  # fmt: skip
    """Return decision `row` at a table of three to ten; EV of folding is None if unknown; big blinds."""
    node, words = hand.nodes[row], hand.level.bb_text()
    seats = THREE_SEATS if hand.n == MOST_COUNTED else f"{hand.n} seats"
    level = f"{seats}, {words}" if words else seats
    stack, playing = hand.stacks[node.seat], node.action
    return Decision(
        spot=spot,
        row=row,
        id=class_id,
        key=CardKey(game.name, level, node_words(hand, node), class_label(game, class_id)),
        mode=mode,
        actions=(playing, "fold"),
        gains={playing: margin, "fold": 0.0},
        doubt=doubt,
        stack=stack,
        s=stack,
        evs={} if fold is None else {playing: fold + margin, "fold": fold},
    )


def three_decision(solution: TableSolution, row: int, class_id: int, mode: str) -> Decision:
    """Return a decision of a table of three, whose chips are big blinds."""
    game, hand, place = solution.game, solution.hand, (row, class_id)
    fold = float(solution.folds[place]) - hand.stacks[hand.nodes[row].seat]
    margin = float(solution.margins[place])
    return seat_decision(solution, game, hand, row, class_id, mode, margin, FREE, fold)


def draw_three_decision(solution: TableSolution, mode: str, rng: random.Random) -> Decision:
    """Draw a decision of a table, all with equal chance, and a hand as often as it is dealt.

    Raises TrainingError if no decision has a suitable hand.
    """
    rows, sizes = list(range(len(solution.nodes))), hand_classes(solution.game).sizes
    fitting = _first_fitting(rows, solution.margins, sizes, mode, rng)
    if fitting is None:
        raise TrainingError("There is no such hand at this table.", field="mode")
    return three_decision(solution, fitting[0], draw_class(fitting[1], rng), mode)


def find_mistakes(
    store: HistoryStore,
    within: DecisionFilter,
    player: str = "",
    progress: Progress = ignore_progress,
    load: Callable[[], object] = lambda: None,
) -> tuple[RatedDecision, ...]:
    """Return the mistakes of a player among filtered decisions, as in the report, by file and line.

    `load` is called before decisions are graded, to build the table of their game.

    Raises HistoryError if nobody of that name can be rated; TrainingError if there are no mistakes.
    """
    players = known_players(store, player)
    where, values = within.to_sql()
    turns, requested = Turns(), RequestedHands()
    partition_gradable(
        read_turns(store, f"{rated_hands_sql(players)} AND {where}", values), MAX_S, turns.append
    )
    mistakes: tuple[RatedDecision, ...] = ()
    if turns:
        load()
        request_hands(turns, requested)
        graded, _ = judge(turns, requested, solve_missing(store, requested, progress))
        mistakes = tuple(map(graded.row, np.flatnonzero(graded.mistakes).tolist()))
    if not mistakes:
        raise TrainingError(
            "No matching mistakes in the stored hands. Import hands with 'jamfold history import', or "
            "change the stacks or the mode.",
            field="mode",
        )
    return mistakes


def ask_mistake(
    mistakes: tuple[RatedDecision, ...], rng: random.Random, seat: Seat | None = None
) -> Exercise:
    """Draw a mistake, costlier ones more often; raises TrainingError if the seat has none."""
    chosen = [mistake for mistake in mistakes if seat is None or mistake.turn.seat == seat.value]
    if not chosen:
        raise TrainingError("There are no mistakes in this seat.", field="seat")
    return asked_again(rng.choices(chosen, [decision.loss for decision in chosen])[0])


def asked_again(decision: RatedDecision) -> Exercise:
    """Return a decision of a played hand as an exercise, with chips in big blinds."""
    turn = decision.turn
    stacks, level = turn.posted(turn.big_blind)
    return Exercise(
        turn.spot.game, stacks, level, Seat(turn.seat), decision.holding[1], MISTAKES,
        note=f"{turn.site}, hand {turn.hand_id}, {PurePath(turn.file).name}:{turn.line}", cards=turn.cards,
    )  # fmt: skip


class TableSpot(NamedTuple):
    """A solved spot of four to ten seats; chips are big blinds."""

    key: TableKey
    answer: TableAnswer


def table_decision(spot: TableSpot, row: int, class_id: int, mode: str) -> Decision:
    """Return a decision of a solved spot; a margin within the error is too close to call."""
    key, answer = spot
    margin = float(answer.margins[row, class_id])
    doubt = math.nan if math.isnan(margin) else float(answer.error_margins[row, class_id])
    game = find_game(key.game)
    return seat_decision(spot, game, key.hand, row, class_id, mode, margin, doubt)


def draw_table_decision(spot: TableSpot, mode: str, rng: random.Random, node: Node | None = None) -> Decision:
    """Draw a decision as often as it is reached, and a hand as often as it is dealt.

    Close margins are within 0.4 big blinds of being too close to call.  Raises TrainingError if no hand is
    suitable.
    """
    key, answer = spot
    table, sizes = key.hand, hand_classes(find_game(key.game)).sizes
    rows = range(len(table.nodes)) if node is None else (table.nodes.index(node),)
    fitting = {row: np.cumsum(np.where(_fits(answer, row, mode), sizes, 0)) for row in rows}
    candidates = [row for row in rows if fitting[row][-1]]
    if not candidates:
        raise TrainingError(
            "Every hand here is too clear or too close to call. Use the mode random.", field="mode"
        )
    chances = _arrivals(table, answer.played, sizes)
    (row,) = rng.choices(candidates, [chances[row] for row in candidates])
    return table_decision(spot, row, draw_class(fitting[row], rng), mode)


def _fits(answer: TableAnswer, row: int, mode: str) -> BoolArray:
    margins, doubts = np.abs(answer.margins[row]), answer.error_margins[row]
    fits: BoolArray = ~np.isnan(margins)
    if mode == CLOSE:
        fits &= (margins > doubts) & (margins <= doubts + CLOSE_BB[1])
    return fits


_LEAST = 1e-6
"""The chance assumed for decisions that the profile never reaches."""


def _arrivals(table: TableHand, played: FloatArray, sizes: IntArray) -> list[float]:
    """Return approximate reach probabilities of decisions, as if all players had decks of their own."""
    shares = played @ sizes / sizes.sum()
    rows = {node: row for row, node in enumerate(table.nodes)}
    chances = []
    for node in table.nodes:
        chance = 1.0
        after: tuple[int, ...] = ()
        for seat in table.order[: table.order.index(node.seat)]:
            share = float(shares[rows[before]]) if (before := Node(seat, after)) in rows else None
            is_in = seat in node.all_in_before
            chance *= 1.0 if share is None else share if is_in else 1.0 - share
            after = (*after, seat) if is_in else after
        chances.append(max(chance, _LEAST))
    return chances


class HandInTree(NamedTuple):
    """A hand at one decision of a solved tree."""

    spot: TreeSpot
    report: HandReport
    """The hand at all decisions of its seat."""
    node: HandAtNode
    """The hand at this decision."""


def tree_decision(spot: TreeSpot, number: int, class_id: int, mode: str) -> Decision:
    """Return a decision of a solved tree; EVs assume best play after each action.

    Raises TrainingError if the hand never reaches the decision.
    """
    situation, after = spot.situation, spot.before(number)
    seat = list(Seat)[spot.points[number].seat]
    report = class_report(spot.strategy(seat), ClassId(class_id))
    node = next(node for node in report.nodes if node.after == after)
    evs = {name: ev for name, ev in node.evs_bb.items() if ev is not None}
    if not evs:
        raise TrainingError("No decision here: the hand never gets to act.", field="after")
    fold, *plays = spot.action_names(number)
    level = (spot.raises.text(situation.big_blind), situation.level.bb_text())
    return Decision(
        spot=HandInTree(spot, report, node),
        row=number,
        id=class_id,
        key=CardKey(
            spot.game.name,
            ", ".join(part for part in level if part),
            f"{seat.value} after {', '.join(after)}" if after else seat.value,
            class_label(spot.game, class_id),
        ),
        mode=mode,
        actions=(*plays, fold),
        gains=evs,
        doubt=FREE,
        stack=min(situation.stacks) / situation.big_blind,
        s=spot.s,
        evs=evs,
    )


def draw_tree_decision(spot: TreeSpot, mode: str, rng: random.Random, seat: Seat | None = None) -> Decision:
    """Draw a decision of a tree, all with equal chance, and a hand as often as it reaches the decision.

    Raises TrainingError if no decision has a suitable hand.
    """
    numbers = [number for number, point in enumerate(spot.points) if seat is None or point.seat == seat.place]
    rng.shuffle(numbers)
    for number in numbers:
        weights = _weights(spot, number, mode)
        total = float(weights.sum())
        if total > 0.0:
            place = int(np.searchsorted(np.cumsum(weights), rng.random() * total, side="right"))
            return tree_decision(spot, number, min(place, weights.size - 1), mode)
    raise TrainingError("There is no such hand at this stack.", field="mode")


def _weights(spot: TreeSpot, number: int, mode: str) -> FloatArray:
    """Return how often each class reaches a decision, 0 if it is not suitable, shape (n,)."""
    turn, let_in = spot.solved.tree.turns[number], spot.let_in(number)
    weights = spot.classes.sizes * chances_at(turn, spot.solved.plans[turn.seat]) * let_in
    if mode != CLOSE:
        return np.asarray(weights)
    turns = [place for place, infoset in enumerate(spot.solved.tree.turns) if infoset.seat == turn.seat]
    added = spot.solved.evaluation.best[turn.seat].actions[turns.index(number)]
    unit = spot.payoffs.factors[turn.seat] / spot.situation.big_blind
    gains = np.divide(unit * added, let_in, out=np.zeros_like(added), where=let_in > 0.0)
    gains = np.vstack([np.zeros(gains.shape[1]), gains])
    behind = gains.max(axis=0) - gains
    nearest = np.where(behind > FREE, behind, np.inf).min(axis=0)
    return np.where((nearest >= CLOSE_BB[0]) & (nearest <= CLOSE_BB[1]), weights, 0.0)


def find_decision(spot: TreeSpot, after: str) -> int:
    """Return the number of a decision, given the actions before it.

    Raises SituationError if the tree has no such decision.
    """
    for number in range(len(spot.points)):
        if ", ".join(spot.before(number)) == after:
            return number
    raise SituationError(f"This tree has no decision after '{after[:60]}'.", field="after")
