"""The report on a player: losses of their jam/fold decisions, leaks, and costliest mistakes.

The rating is the error rate, as in backgammon: the mean loss per decision against the equilibrium, in
thousandths of a big blind.  It does not depend on results.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from jamfold.cards.games import find_game
from jamfold.class_tables.margins import build_warning
from jamfold.core.arrays import FloatArray
from jamfold.core.display import DisplayableResult, former_name, json_fields
from jamfold.core.errors import HistoryError
from jamfold.core.progress import Progress
from jamfold.histories.all_in_ev import PlayedHands, Results, make_results, read_played
from jamfold.histories.decision_columns import Coded, Turns
from jamfold.histories.decisions import (
    PlayerDecision,
    RatedHero,
    dealt_hands_sql,
    known_players,
    rated_hands_sql,
    read_turns,
)
from jamfold.histories.filters import NO_FILTER, DecisionFilter
from jamfold.histories.grading import GradedDecisions, RatedDecision, judge, partition_gradable, request_hands
from jamfold.histories.leaks import Leak, LossTotal, ReferenceLosses, Tendency, lost_in, measures_of
from jamfold.histories.multiway_solver import MOST_SPOTS, TableReport, judge_tables, read_tables
from jamfold.histories.opponent_ranges import (
    ENOUGH_CHANCES,
    HabitKey,
    Tallies,
    faced_by,
    find_responses,
    make_habit,
    read_tallies,
)
from jamfold.histories.prize_solver import judge_prizes
from jamfold.histories.pseudonyms import mask_of
from jamfold.histories.raise_solver import RaiseReport, judge_raises
from jamfold.histories.room_solver import NO_ROOMS, RoomReport, Rooms, find_room_answers, rooms_played
from jamfold.histories.spot_solver import RequestedHands, SolvedHands, solve_missing
from jamfold.histories.statistics import Cell, Count, by_number
from jamfold.histories.store import HistoryStore
from jamfold.valuation.prizes import Prizes

PRIZES = "prizes"


@dataclass(frozen=True)
class ReportScope:
    """The scope of a report."""

    player: str = ""
    """A name; empty for all heroes."""
    within: DecisionFilter = NO_FILTER
    prizes: Prizes | None = None
    """Prizes of the first places; None without."""
    tables: int = MOST_SPOTS
    """Limit of three-player spots to solve, in addition to stored ones."""
    anonymise: bool = False
    """Whether to replace names, numbers and files."""
    ready: bool = False
    """Whether to count, not grade, decisions that need a large table first."""
    rooms: Rooms = NO_ROOMS


@json_fields(schema="WaitingContract")
@dataclass(frozen=True)
class UnbuiltCount:
    """Decisions that cannot be graded before a table is built."""

    game: str
    decisions: int
    build: str
    """Cost of the build, in a sentence."""


@dataclass(frozen=True)
class Report(DisplayableResult):
    """Losses of a player's decisions, as defined in `RatedDecision`."""

    scope: ReportScope
    players: tuple[str, ...]
    hands: int
    """Stored hands dealt to the player, without games that wait for a table."""
    total: Cell
    """All decisions."""
    accuracy: float
    """100 (1 - 2 loss / sum of all margins): 100 is perfect, 0 a coin flip."""
    anchors: ReferenceLosses
    """Losses of simple strategies."""
    response_mbb: float
    """Loss per decision against the opponents' own ranges, where known."""
    lost: tuple[LossTotal, ...]
    """Losses by currency and chips."""
    results: Results | None
    """Results without luck; None with fewer than two hands."""
    by_seat: tuple[Cell, ...]
    by_depth: tuple[Cell, ...]
    by_stack: tuple[Cell, ...]
    by_family: tuple[Cell, ...]
    by_hand: tuple[Cell, ...]
    """by_seat, by_depth, by_stack, by_family, by_hand: Depth is s; stack is in big blinds before posting."""
    leans: tuple[Tendency, ...]
    """Too loose or too tight, by seat."""
    worst: tuple[RatedDecision, ...]
    """Largest mistakes, costliest first."""
    judged: GradedDecisions
    """All graded decisions."""
    left_out: tuple[Count, ...]
    """Number of decisions without a grade by reason."""
    outside: tuple[Count, ...]
    """Number of dealt hands outside jam/fold spots by reason."""
    without_prizes: tuple[Count, ...]
    """Number of tournament decisions without a loss in prizes by reason."""
    waiting: tuple[UnbuiltCount, ...]
    """Decisions that need a table first; empty unless `ReportScope.ready`."""
    leaks: tuple[Leak, ...]
    """Tendencies by seat and stack in big blinds."""
    raises: RaiseReport | None = None
    """Decisions around opens that were jammed over, not counted above; None without any."""
    threes: TableReport | None = None
    larger: TableReport | None = None
    """threes, larger: Decisions at tables of three, and of four to ten; None without any."""
    rooms: tuple[RoomReport, ...] = ()
    """Tables of rooms that the hands were played at."""

    @property
    def stored_decisions(self) -> int:
        """Number of stored decisions in the blinds, graded or not."""
        left_out = sum(count.count for count in self.left_out)
        return self.total.decisions + left_out + (self.raises.stored_decisions if self.raises else 0)

    known = former_name("stored_decisions")

    @property
    def per_100_hands_bb(self) -> float:
        """Loss in big blinds per 100 hands dealt."""
        return 100.0 * self.total.loss_bb / self.hands if self.hands else 0.0


def make_report(store: HistoryStore, scope: ReportScope, progress: Progress) -> Report:
    """Report on a player.

    Raises HistoryError if nobody of that name can be rated, or none of their decisions can be graded;
    TableError if a class table cannot be built here.
    """
    progress("reading stored hands", 0.0)
    players = known_players(store, scope.player)
    mask = mask_of(store, scope.anonymise)
    within = scope.within
    where, values = within.to_sql()
    own = f"{rated_hands_sql(players)} AND {where}"

    @cache
    def build_of(game: str) -> str:
        return (build_warning(find_game(game)) or "") if scope.ready else ""

    turns, faced, left_out, waiting = _read(read_turns(store, own, values, mask), within.max_s, build_of)
    raised = read_turns(store, own, values, mask, raises=True)
    at_raises = Turns(turn for turn in raised if not build_of(turn.spot.game))
    at_a_table = next(read_tables(store, players, within, mask, scope.rooms), None)
    if not turns and at_a_table is None and not at_raises and not waiting:
        raise HistoryError(_nothing(players, left_out, scope.rooms), field="player")
    tallies = read_tallies(store, mask, replace(within, seat=""), set(faced.values))
    hands = RequestedHands()
    own_hands = request_hands(turns, hands)
    played_hands = (hand for hand in read_played(store, players, within) if not build_of(hand.spot.game))
    played = PlayedHands(played_hands)
    played_rows = played.ask(hands)
    for _, tally in tallies.items(ENOUGH_CHANCES):
        for spot in tally.spots:
            hands.spot(spot)
    answers = solve_missing(store, hands, progress)
    shares = _shares(tallies, answers, faced)
    del tallies
    answered = np.flatnonzero(~np.isnan(shares))
    responses = np.full(len(turns), np.nan)
    if answered.size:
        responses[answered] = find_responses(
            store, hands.spots, own_hands[answered], shares[answered], progress
        )
    terms = find_room_answers(store, turns, scope.rooms, progress)
    graded, never = judge(turns, hands, answers, responses, terms)
    del own_hands, shares, responses
    raises = judge_raises(store, at_raises, within.max_s, progress, scope.rooms)
    if raises is not None:
        left_out -= raises.opens
    threes, larger = judge_tables(store, players, within, mask, scope.rooms, scope.tables, progress)
    dealt, outside = _dealt(store, players, within, {count.game for count in waiting})
    for at in (threes, larger):
        if at is not None:
            outside -= at.reasons
    lost = lost_in(graded)
    in_prizes = None if scope.prizes is None else judge_prizes(store, graded, scope.prizes, progress)
    if in_prizes is not None and in_prizes.losses:
        graded.prize_losses = in_prizes.losses
        lost = (*lost, LossTotal(PRIZES, sum(in_prizes.losses.values()), len(in_prizes.losses), 0.0))
    return Report(
        scope=scope,
        players=tuple(sorted({mask.player(player.site, player.name) for player in players})),
        hands=dealt,
        lost=lost,
        results=make_results(store, played, played_rows, answers, progress),
        left_out=by_number(left_out + never),
        outside=by_number(outside),
        without_prizes=by_number(Counter() if in_prizes is None else in_prizes.left_out),
        waiting=waiting,
        raises=raises,
        threes=threes,
        larger=larger,
        rooms=rooms_played(store, scope.rooms, dealt_hands_sql(players), within.hands, within.game),
        **measures_of(graded),
    )


def _read(
    turns: Iterable[PlayerDecision], max_s: float, build_of: Callable[[str], str]
) -> tuple[Turns, Coded[HabitKey], Counter[str], tuple[UnbuiltCount, ...]]:
    """Return gradable decisions, the opponents' habits they face, and the number of others by reason."""
    gradable, faced, unbuilt = Turns(), Coded[HabitKey](), Counter[str]()

    def keep(turn: PlayerDecision) -> None:
        if build_of(turn.spot.game):
            unbuilt[turn.spot.game] += 1
        else:
            gradable.append(turn)
            faced.append(faced_by(turn))

    left_out = partition_gradable(turns, max_s, keep)
    waiting = tuple(UnbuiltCount(game, count, build_of(game)) for game, count in unbuilt.most_common())
    return gradable, faced, left_out, waiting


def _nothing(players: Sequence[RatedHero], left_out: Counter[str], rooms: Rooms) -> str:
    room = " in hands of this room's table" if rooms.named else ""
    reasons = "; ".join(f"{count.reason}: {count.count:,}" for count in by_number(left_out))
    names = ", ".join(sorted({player.name[:40] for player in players})[:3]) + f" can be judged{room}"
    return f"No decision of {names}{f' ({reasons})' if reasons else ''}."


def _shares(tallies: Tallies, answers: SolvedHands, faced: Coded[HabitKey]) -> FloatArray:
    """Return the shares of hands that opponents play, by decision; NaN if little is known, shape (n,)."""
    means = np.full(len(faced.values), np.nan)
    for key, tally in tallies.items(ENOUGH_CHANCES):
        means[faced.number(key)] = make_habit(key, tally, answers).mean
    return means[faced.codes]


def _dealt(
    store: HistoryStore, players: Sequence[RatedHero], within: DecisionFilter, waiting: Collection[str]
) -> tuple[int, Counter[str]]:
    """Count the hands dealt to players, and by reason those outside jam/fold spots.

    Leaves out games that wait for a table, as their losses are unknown.
    """
    query = f"""SELECT CASE WHEN s IS NULL THEN reason ELSE '' END, count(*) FROM hand
        WHERE ({dealt_hands_sql(players)}) AND {within.hands} AND ? IN ('', game)
        AND coalesce(game, '') NOT IN ({", ".join("?" * len(waiting))})
        GROUP BY 1"""
    counts = Counter(dict(store.base.execute(query, (within.game, *waiting)).fetchall()))
    return counts.total(), Counter({name: count for name, count in counts.items() if name})
