"""Decisions at tables of three to ten seats, graded by an equilibrium at their own stacks.

They are reported apart from the rating: a game of three seats may have several equilibria and only one is
found.  A spot takes seconds, so a report solves only some; solved spots are stored.  Four to ten seats are
solved by the model; a decision within its error is too close to call.  Spots outside the model are solved
by sampled deals, and the profile's own gain counts as an error, too.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from jamfold.betting.hand import MOST_COUNTED, Node, TableHand
from jamfold.betting.posts import ANTES, MOST_SEATS, BlindLevel
from jamfold.betting.terms import CHIPS, PayoffTerms
from jamfold.betting.two_seats import reduced
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import find_game
from jamfold.class_tables.threeway_build import threeway_item
from jamfold.core.arrays import FloatArray
from jamfold.core.display import DisplayableResult
from jamfold.core.progress import Progress
from jamfold.histories.decisions import MARKED, RatedHero, rated_hands_sql
from jamfold.histories.filters import LARGER_NOT_SOLVED, DecisionFilter
from jamfold.histories.grading import DEEPER, NEVER_ASKED, UNKNOWN, GradedDecision, holding_in, loss_of
from jamfold.histories.pseudonyms import Mask
from jamfold.histories.room_solver import NO_ROOMS, Rooms, RoomTerms, terms_of, terms_text
from jamfold.histories.solved_answers import SolvedAnswer, store_answers, stored_answers, stored_seconds
from jamfold.histories.statistics import Cell, Costs, cells_by
from jamfold.histories.store import HistoryStore
from jamfold.spots.nplayer.exact import solve_table
from jamfold.spots.nplayer.model import is_modelled
from jamfold.spots.nplayer.result import table_result

_SURE = 1.96
_ERRORS_OF_MODEL = 2.0
"""Also in `TableResult.close`."""


class TableKey(NamedTuple):
    """A spot: the game; stacks by seat, the small blind and all antes of its level, in big blinds; terms."""

    game: str
    chips: str

    @classmethod
    def of(cls, game: str, hand: TableHand, terms: PayoffTerms) -> TableKey:
        level = hand.level
        chips = (*hand.stacks, level.blinds[0], *(getattr(level, name) for name in ANTES))
        words = " ".join(f"{amount / level.big_blind:.12g}" for amount in chips)
        return cls(game, f"{words} {terms_text(terms)}".strip())

    @property
    def hand(self) -> TableHand:
        """The hand, in big blinds."""
        words, terms = terms_of(self.chips)
        chips = [float(word) for word in words.split()]
        *stacks, small = chips[: -len(ANTES)]
        antes = dict(zip(ANTES, chips[-len(ANTES) :], strict=True))
        return TableHand(tuple(stacks), BlindLevel((small, 1.0), **antes), terms)


class TableAnswer(NamedTuple):
    """A solved spot; arrays of shape (decisions, classes), big blinds."""

    gain: float
    """Upper bound on a seat's gain; at 95% confidence if deals were sampled."""
    played: FloatArray
    margins: FloatArray
    errors: FloatArray | None
    """Errors of the margins: the model's, or standard errors; None if every deal was counted."""
    seconds: float
    """Duration of a search by sampled deals; 0 without one."""

    @property
    def is_modelled(self) -> bool:
        """Whether the margins come from the model."""
        return self.errors is not None and not self.seconds

    @property
    def error_margins(self) -> FloatArray:
        """Sizes up to which margins cannot be told from 0, of all decisions and classes; NaN if unknown.

        The model's errors measure its distance from the game, whatever gain a few deals certify.
        """
        if self.errors is None:
            return np.zeros_like(self.margins)
        return _ERRORS_OF_MODEL * self.errors if self.is_modelled else self.gain + _SURE * self.errors


def kept_answers(store: HistoryStore, keys: Iterable[TableKey]) -> dict[TableKey, TableAnswer]:
    """Return the stored answers of spots."""
    by_text = {" ".join(key): key for key in keys}
    answers: dict[TableKey, TableAnswer] = {}
    for text, numbers, gain, seconds in stored_answers(store.base, "table", by_text):
        key = by_text[text]
        shape = -1, len(key.hand.nodes), hand_classes(find_game(key.game)).n
        played, margins, *errors = numbers.reshape(shape)
        answers[key] = TableAnswer(gain, played, margins, errors[0] if errors else None, seconds)
    return answers


def kept_answer(store: HistoryStore, key: TableKey) -> TableAnswer | None:
    return kept_answers(store, (key,)).get(key)


def kept_seconds(store: HistoryStore) -> dict[TableKey, float]:
    """Return the search times of stored spots by sampled deals; 0 if exact or modelled."""
    stored = stored_seconds(store.base, "table")
    return {TableKey(*key.split(" ", 1)): seconds for key, seconds in stored.items()}


def keep_answers(store: HistoryStore, answers: Mapping[TableKey, TableAnswer]) -> None:
    rows = []
    for key, answer in answers.items():
        parts = [part for part in (answer.played, answer.margins, answer.errors) if part is not None]
        rows.append(SolvedAnswer(" ".join(key), np.stack(parts), answer.gain, answer.seconds))
    store.keep(lambda base: store_answers(base, "table", rows))


MOST_SPOTS = 40
"""Default limit of spots solved for a report: about a minute."""
WORST = 20
FREE = 1e-5
"""Big blinds: smaller margins count as 0 in three-seat solutions."""

NOT_JAM = "limp, raise or call, not all-in"
NOBODY = "nobody behind can raise it"
NOT_BUILT = "table of three hands not built"
NOT_SOLVED = "spot not solved yet"
TOO_CLOSE = "too close to call"
_BATCH = 5
_SEED = 1
"""Different from `jamfold table`, whose resumable searches are its own."""
FEWEST_SEATS = 3
LARGER = MOST_COUNTED + 1, MOST_SEATS
"""Seats of tables that are solved by the model or by sampled deals."""
_CERTIFIED = 0.02
"""Big blinds: certification of a model solution ends at this bound on gains; no grade depends on it."""


@dataclass(frozen=True)
class TableTurn:
    """One player's decision at a table of three to ten."""

    file: str
    line: int
    site: str
    hand_id: str
    day: str
    player: str
    game: str
    coin: int
    """Coins per chip."""
    hand: TableHand
    """Stacks and level, in coins."""
    room: RoomTerms | None
    """Room whose terms grade it; None for chips alone."""
    seat: str
    after: str
    """seat, after: The player to act, and those all-in before: ``bb``, ``btn sb``."""
    cards: str
    act: str
    """``jam``, ``call``, ``fold``, or ``other``."""
    reason: str
    """Why the hand is not a heads-up spot; empty if it is."""

    @property
    def key(self) -> TableKey:
        return TableKey.of(self.game, self.hand, CHIPS if self.room is None else self.room.terms)

    @cached_property
    def node(self) -> Node:
        return _node(self.hand.names, self.seat, self.after)

    @property
    def play_action(self) -> str:
        """Name of playing a hand: call after a jam."""
        return self.node.action

    @property
    def stack_bb(self) -> float:
        """Effective stack against those in or still to act, in big blinds."""
        return self._at_risk(self.hand.stacks) / self.hand.big_blind

    @cached_property
    def s(self) -> float:
        """Amount at risk against those in or still to act, in the unit B of heads-up spots."""
        hand = self.hand
        return reduced(self._at_risk(hand.stacks_behind), hand.level.blinds, hand.dead_total)[0]

    def _at_risk(self, chips: Sequence[float]) -> float:
        """Return the chips at risk, given chips by seat."""
        return min(chips[self.node.seat], max(chips[seat] for seat in self.hand.rivals(self.node)))

    @property
    def decision(self) -> str:
        """The node in the format of `jamfold table --node`: ``bb after btn sb``."""
        return f"{self.seat} after {self.after}" if self.after else self.seat


@lru_cache(1 << 10)
def _node(names: tuple[str, ...], seat: str, after: str) -> Node:
    return Node(names.index(seat), tuple(map(names.index, after.split())))


@lru_cache(1 << 10)
def _level(small: int, big: int, *antes: int) -> BlindLevel:
    """Return a level in coins, cached: validated once, and equal levels are one object."""
    return BlindLevel((small, big), *antes)


@dataclass(frozen=True)
class TableReport:
    """Losses at tables of three, or of four to ten."""

    total: Cell
    by_seat: tuple[Cell, ...]
    spots: int
    """Number of different spots."""
    sampled: int
    """Number of spots solved by sampled deals."""
    seconds: float
    """Shortest search by sampled deals; 0 without one."""
    largest_gain: float
    """Largest gain of any seat in any spot by leaving the equilibrium, big blinds."""
    judged: tuple[GradedDecision[TableTurn], ...]
    """All graded decisions, costliest first."""
    left_out: Counter[str]
    """Number of decisions without a grade by reason."""

    @property
    def worst(self) -> tuple[GradedDecision[TableTurn], ...]:
        return tuple(decision for decision in self.judged[:WORST] if decision.mistake)

    @property
    def reasons(self) -> Counter[str]:
        """Number of graded decisions outside heads-up spots by reason."""
        return Counter(decision.turn.reason for decision in self.judged if decision.turn.reason)


_TURNS = """
SELECT path, line, hand.site, hand_id, day, player.name, game, coin, stacks, {marked}, small_blind, big_blind,
    each_ante, big_ante, seat, after, cards, act, reason
FROM seat_turn JOIN hand ON hand.id = seat_turn.hand JOIN file ON file.id = hand.file
JOIN player ON player.id = seat_turn.player
WHERE {players} AND {hands} AND ? IN ('', game) AND ? IN ('', seat) AND players BETWEEN ? AND ?
ORDER BY path, line, after
"""


def read_tables(
    store: HistoryStore,
    players: Sequence[RatedHero] | None,
    within: DecisionFilter,
    mask: Mask,
    rooms: Rooms = NO_ROOMS,
    seats: tuple[int, int] = (FEWEST_SEATS, MOST_SEATS),
) -> Iterator[TableTurn]:
    """Read decisions of players, or of everybody if None, at tables within `seats`, one at a time.

    A decision with its hand takes 2.5 kB.
    """
    condition = "1" if players is None else rated_hands_sql(players, "seat_turn.player")
    query = _TURNS.format(players=condition, hands=within.hands, marked=MARKED)
    (low, high), (least, most) = within.bounds, within.stack_bounds
    at_any_depth = not within.depth and not within.stack
    for (
        file, line, site, hand_id, day, player, game, coin, stacks, marked, small, big, *rest
    ) in store.base.execute(query, (within.game, within.seat, *seats)):  # fmt: skip
        antes, words = rest[: len(ANTES)], rest[len(ANTES) :]
        chips = tuple(int(word.partition("-")[0]) for word in stacks.partition("|")[0].split())
        turn = TableTurn(
            mask.file(file), line, site, mask.hand(site, hand_id), mask.day(day), mask.player(site, player),
            game, coin, TableHand(chips, _level(small, big, *antes)),
            rooms.of(bool(marked), game, (small, big), coin), *words,
        )  # fmt: skip
        if at_any_depth or (low < turn.s <= high and least < turn.stack_bb <= most):
            yield turn


@dataclass
class _DecisionGroup:
    """Decisions at tables of three, or of four to ten: those at stored spots, and counts of others."""

    gradable: dict[TableKey, list[TableTurn]] = field(default_factory=dict)
    missing: Counter[TableKey] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)


def judge_tables(
    store: HistoryStore,
    players: Sequence[RatedHero] | None,
    within: DecisionFilter,
    mask: Mask,
    rooms: Rooms,
    most: int,
    progress: Progress,
) -> tuple[TableReport | None, TableReport | None]:
    """Grade decisions at tables of three, and of four to ten; None if there are none.

    Only gradable decisions are held in memory.  Raises HistoryError if the answers cannot be written.

    Parameters
    ----------
    players, within, mask, rooms
        Select the decisions; `max_s` of `within` is the deepest stack that is graded, in B.
    most
        Limit of spots to solve now; those with most decisions come first.
    """
    searched_seconds = kept_seconds(store)
    groups = threes, larger = _DecisionGroup(), _DecisionGroup()
    for turn in read_tables(store, players, within, mask, rooms):
        is_larger = turn.hand.n > MOST_COUNTED
        group = larger if is_larger else threes
        if reason := _ungradable_reason(turn, within.max_s):
            group.left_out[reason] += 1
        elif (searched_seconds or not is_larger) and (key := turn.key) in searched_seconds:
            group.gradable.setdefault(key, []).append(turn)
        elif is_larger:
            group.left_out[LARGER_NOT_SOLVED] += 1
        else:
            group.missing[key] += 1
    new = _solve(store, threes, most, progress)
    if new:
        for turn in read_tables(store, players, within, mask, rooms, (MOST_COUNTED, MOST_COUNTED)):
            if not _ungradable_reason(turn, within.max_s) and turn.key in new:
                threes.gradable.setdefault(turn.key, []).append(turn)
    at_threes, at_larger = (_grade_group(store, group) for group in groups)
    return at_threes, at_larger


def _grade_group(store: HistoryStore, group: _DecisionGroup) -> TableReport | None:
    if not group.gradable and not group.left_out:
        return None
    answers = kept_answers(store, group.gradable)
    graded = []
    for key, answer in answers.items():
        for turn in group.gradable[key]:
            result = _judge(turn, answer)
            if isinstance(result, str):
                group.left_out[result] += 1
            else:
                graded.append(result)
    graded.sort(key=lambda decision: (-decision.loss, decision.turn.file, decision.turn.line))
    sampled = [answer.seconds for answer in answers.values() if answer.seconds]
    return TableReport(
        Costs.of(graded).cell("all"),
        cells_by(graded, lambda decision: decision.turn.decision),
        len(answers),
        len(sampled),
        min(sampled, default=0.0),
        max((answer.gain for answer in answers.values()), default=0.0),
        tuple(graded),
        group.left_out,
    )


def _ungradable_reason(turn: TableTurn, max_s: float) -> str:
    """Return why a decision cannot be graded at any solved spot; empty if it can."""
    reason = NOT_JAM if turn.act == "other" else DEEPER if turn.s > max_s else ""
    return reason or ("" if turn.cards else UNKNOWN)


@dataclass(frozen=True)
class TablesSampled(DisplayableResult):
    """Spots of four to ten seats that were solved."""

    spots: int
    """Number solved now."""
    decisions: int
    """Decisions at these spots."""
    left: int
    """Number of spots not solved yet."""
    largest_gain: float
    """Bound on any seat's gain at the spots solved now, big blinds; 95% for each spot."""
    sampled: int = 0
    """Number of spots outside the model, solved by sampled deals."""


def sample_tables(
    store: HistoryStore,
    turns: Iterable[TableTurn],
    max_s: float,
    most: int,
    seconds: float,
    progress: Progress,
) -> TablesSampled:
    """Solve and store spots of four to ten seats, one by one.

    At most `most` spots are solved, those with most decisions first, and none in a read-only store; `seconds`
    as in `solve_spot`.  Skips spots that the model has solved, or that were sampled for as long.
    Raises HistoryError if the answers cannot be written.
    """
    decisions_by_key = Counter(turn.key for turn in turns if not _ungradable_reason(turn, max_s))
    solved = {key for key, sampled in kept_seconds(store).items() if not 0 < sampled < seconds}
    missing = sorted(set(decisions_by_key) - solved, key=lambda key: (-decisions_by_key[key], key))
    gain, decisions, sampled, new = 0.0, 0, 0, missing[: 0 if store.read_only else most]
    of = f"{len(new):,} of {len(missing):,}" if len(new) < len(missing) else f"{len(new):,}"
    stage = f"rating {of} table{'s'[: len(missing) != 1]} of four to ten"
    for k, key in enumerate(new):
        answer = solve_spot(
            key,
            seconds,
            lambda _, share, k=k: progress(stage, (k + share) / len(new)),  # type: ignore[misc]
        )
        keep_answers(store, {key: answer})
        gain, decisions = max(gain, answer.gain), decisions + decisions_by_key[key]
        sampled += not answer.is_modelled
    return TablesSampled(len(new), decisions, len(missing) - len(new), gain, sampled)


def solve_spot(key: TableKey, seconds: float, progress: Progress) -> TableAnswer:
    """Solve a spot of four to ten seats.

    Sampled deals certify the model's solution until no seat gains more than `_CERTIFIED`, or for `seconds` of
    two slow cores; spots outside the model are sampled for `seconds`.
    """
    game, hand = find_game(key.game), key.hand
    gain = _CERTIFIED if is_modelled(game, hand) else None
    result = table_result(game, hand, seconds=seconds, gain=gain, seed=_SEED, progress=progress)
    return TableAnswer(
        float(result.bounds.max()),
        result.strategy,
        result.margins,
        result.margins_error,
        seconds if result.method == "sampled" else 0.0,
    )


def _judge(turn: TableTurn, answer: TableAnswer) -> GradedDecision[TableTurn] | str:
    """Grade a decision by its spot's answer, or return why it has no grade."""
    nodes = turn.key.hand.nodes
    if turn.node not in nodes:
        return NOBODY
    holding = holding_in(turn.seat, turn.game, turn.cards)
    place = nodes.index(turn.node), holding[1]
    margin = float(answer.margins[place])
    if math.isnan(margin):
        return TOO_CLOSE if answer.seconds else NEVER_ASKED
    if abs(margin) <= answer.error_margins[place]:
        return TOO_CLOSE
    margin = 0.0 if abs(margin) <= FREE else margin
    return GradedDecision(
        turn, holding, margin, float(answer.played[place]), loss_of(margin, turn.act != "fold")
    )


def _solve(store: HistoryStore, threes: _DecisionGroup, most: int, progress: Progress) -> set[TableKey]:
    """Solve and store spots of three, those with most decisions first; count the others as left out."""
    missing = sorted(threes.missing, key=lambda key: (-threes.missing[key], key))
    built = {name: threeway_item(find_game(name)).is_there() for name in {key.game for key in missing}}
    new: list[TableKey] = []
    for key in missing:
        if built[key.game] and len(new) < most:
            new.append(key)
        else:
            threes.left_out[NOT_SOLVED if built[key.game] else NOT_BUILT] += threes.missing[key]
    fresh: dict[TableKey, TableAnswer] = {}
    for k, key in enumerate(new):
        progress("tables of three", k / len(new))
        solved = solve_table(find_game(key.game), key.hand)
        fresh[key] = TableAnswer(solved.largest_gain, solved.strategy, solved.margins, None, 0.0)
        if len(fresh) >= _BATCH or k + 1 == len(new):
            keep_answers(store, fresh)
            fresh = {}
    return set(new)
