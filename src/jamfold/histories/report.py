"""The report on a player: what their jam/fold decisions cost, where, and their dearest mistakes.

The rating is the error rate, as in backgammon: what the decisions lose against
the equilibrium, a decision, in thousandths of a big blind.  No result enters it.
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
from jamfold.core.display import DisplayableResult, json_fields
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
    """What a report is about."""

    player: str = ""
    """A name; empty for those whose histories are kept."""
    within: DecisionFilter = NO_FILTER
    """Which decisions."""
    prizes: Prizes | None = None
    """What the first places of the tournaments pay; none without."""
    tables: int = MOST_SPOTS
    """Spots of three players that may be solved; kept ones are looked up besides."""
    anonymise: bool = False
    """Whether names, numbers and files are replaced."""
    ready: bool = False
    """Whether decisions that need a large table first are counted, not judged."""
    rooms: Rooms = NO_ROOMS
    """By whose terms hands are judged."""


@json_fields(schema="WaitingContract")
@dataclass(frozen=True)
class UnbuiltCount:
    """Decisions that cannot be judged before a table is built."""

    game: str
    decisions: int
    build: str
    """What building it takes, in a sentence."""


@dataclass(frozen=True)
class Report(DisplayableResult):
    """What the decisions of a player cost; `RatedDecision` says how a turn is measured."""

    wanted: ReportScope
    players: tuple[str, ...]
    """The player's names."""
    hands: int
    """Kept hands that they were dealt, without those of games that wait for a table."""
    total: Cell
    """All decisions together."""
    accuracy: float
    """100 (1 - 2 loss / sum of all margins): 100 is perfect, 0 a coin flip."""
    anchors: ReferenceLosses
    """What others would lose."""
    response_mbb: float
    """What is lost against the opponents' own ranges, where they are known, a decision."""
    lost: tuple[LossTotal, ...]
    """By money and chips."""
    results: Results | None
    """Without luck; none of fewer than two hands."""
    by_seat: tuple[Cell, ...]
    by_depth: tuple[Cell, ...]
    by_stack: tuple[Cell, ...]
    by_family: tuple[Cell, ...]
    by_hand: tuple[Cell, ...]
    """by_seat, by_depth, by_stack, by_family, by_hand: Cells: those by depth go by s, those by stack by big
    blinds before anything is posted."""
    leans: tuple[Tendency, ...]
    """Too loose or too tight, by seat."""
    worst: tuple[RatedDecision, ...]
    """The dearest mistakes, the dearest first."""
    judged: GradedDecisions
    """All of them."""
    left_out: tuple[Count, ...]
    """Their decisions that are not judged, by reason."""
    outside: tuple[Count, ...]
    """Hands they were dealt that are no such spots, by reason."""
    without_prizes: tuple[Count, ...]
    """Decisions in tournaments of which no prizes could be told, by reason."""
    waiting: tuple[UnbuiltCount, ...]
    """Those that need a table first, where such are left out."""
    leaks: tuple[Leak, ...]
    """As leans, by seat and big blinds."""
    raises: RaiseReport | None = None
    """Decisions around opens that were jammed over, not in any of the above either; none likewise."""
    threes: TableReport | None = None
    larger: TableReport | None = None
    """threes, larger: Decisions at tables of three, and of four to ten, likewise."""
    rooms: tuple[RoomReport, ...] = ()
    """The rooms' tables that were played at."""

    @property
    def known(self) -> int:
        """Decisions of the player in the blinds that the kept hands tell, judged or not."""
        left_out = sum(count.count for count in self.left_out)
        return self.total.decisions + left_out + (self.raises.known if self.raises else 0)

    @property
    def per_100_hands_bb(self) -> float:
        """Big blinds lost in 100 hands dealt."""
        return 100.0 * self.total.loss_bb / self.hands if self.hands else 0.0


def make_report(store: HistoryStore, wanted: ReportScope, progress: Progress) -> Report:
    """The report on a player.

    Raises HistoryError if nobody of that name can be rated, or none of their decisions can be judged;
    TableError if a class table cannot be built here.
    """
    progress("reading stored hands", 0.0)
    players = known_players(store, wanted.player)
    mask = mask_of(store, wanted.anonymise)
    within = wanted.within
    where, values = within.to_sql()
    own = f"{rated_hands_sql(players)} AND {where}"

    @cache
    def build_of(game: str) -> str:
        return (build_warning(find_game(game)) or "") if wanted.ready else ""

    turns, faced, left_out, waiting = _read(read_turns(store, own, values, mask), within.max_s, build_of)
    at_raises = Turns()
    for turn in read_turns(store, own, values, mask, raises=True):
        if not build_of(turn.spot.game):
            at_raises.append(turn)
    at_a_table = next(read_tables(store, players, within, mask, wanted.rooms), None)
    if not turns and at_a_table is None and not at_raises and not waiting:
        raise HistoryError(_nothing(players, left_out, wanted.rooms), field="player")
    tallies = read_tallies(store, mask, replace(within, seat=""), set(faced.values))
    hands = RequestedHands()
    own_hands = request_hands(turns, hands)
    played = PlayedHands()
    for hand in read_played(store, players, within):
        if not build_of(hand.spot.game):
            played.append(hand)
    played_hands = played.ask(hands)
    for _, some in tallies.items(ENOUGH_CHANCES):
        for spot in some.spots:
            hands.spot(spot)
    answers = solve_missing(store, hands, progress)
    shares = _shares(tallies, answers, faced)
    del tallies
    known = np.flatnonzero(~np.isnan(shares))
    responses = np.full(len(turns), np.nan)
    if known.size:
        responses[known] = find_responses(store, hands.spots, own_hands[known], shares[known], progress)
    terms = find_room_answers(store, turns, wanted.rooms, progress)
    judged, never = judge(turns, hands, answers, responses, terms)
    del own_hands, shares, responses
    raises = judge_raises(store, at_raises, within.max_s, progress, wanted.rooms)
    if raises is not None:
        left_out -= raises.opens
    threes, larger = judge_tables(store, players, within, mask, wanted.rooms, wanted.tables, progress)
    dealt, outside = _dealt(store, players, within, {count.game for count in waiting})
    for at in (threes, larger):
        if at is not None:
            outside -= at.reasons
    lost = lost_in(judged)
    in_prizes = None if wanted.prizes is None else judge_prizes(store, judged, wanted.prizes, progress)
    if in_prizes is not None and in_prizes.losses:
        judged.prize_losses = in_prizes.losses
        lost = (*lost, LossTotal(PRIZES, sum(in_prizes.losses.values()), len(in_prizes.losses), 0.0))
    return Report(
        wanted=wanted,
        players=tuple(sorted({mask.player(player.site, player.name) for player in players})),
        hands=dealt,
        lost=lost,
        results=make_results(store, played, played_hands, answers, progress),
        left_out=by_number(left_out + never),
        outside=by_number(outside),
        without_prizes=by_number(Counter() if in_prizes is None else in_prizes.left_out),
        waiting=waiting,
        raises=raises,
        threes=threes,
        larger=larger,
        rooms=rooms_played(store, wanted.rooms, dealt_hands_sql(players), within.hands, within.game),
        **measures_of(judged),
    )


def _read(
    turns: Iterable[PlayerDecision], max_s: float, build_of: Callable[[str], str]
) -> tuple[Turns, Coded[HabitKey], Counter[str], tuple[UnbuiltCount, ...]]:
    """The turns that are judged, whose habits they face, and why how many others are not."""
    kept, faced, unbuilt = Turns(), Coded[HabitKey](), Counter[str]()

    def keep(turn: PlayerDecision) -> None:
        if build_of(turn.spot.game):
            unbuilt[turn.spot.game] += 1
        else:
            kept.append(turn)
            faced.append(faced_by(turn))

    left_out = partition_gradable(turns, max_s, keep)
    waiting = tuple(UnbuiltCount(game, count, build_of(game)) for game, count in unbuilt.most_common())
    return kept, faced, left_out, waiting


def _nothing(players: Sequence[RatedHero], left_out: Counter[str], rooms: Rooms) -> str:
    room = " in hands of this room's table" if rooms.named else ""
    reasons = "; ".join(f"{count.reason}: {count.count:,}" for count in by_number(left_out))
    names = ", ".join(sorted({player.name[:40] for player in players})[:3]) + f" can be judged{room}"
    return f"No decision of {names}{f' ({reasons})' if reasons else ''}."


def _shares(tallies: Tallies, answers: SolvedHands, faced: Coded[HabitKey]) -> FloatArray:
    """Which share of their hands turns' opponents play; nan where little is known of them, shape (n,)."""
    means = np.full(len(faced.values), np.nan)
    for key, some in tallies.items(ENOUGH_CHANCES):
        means[faced.number(key)] = make_habit(key, some, answers).mean
    return means[faced.codes]


def _dealt(
    store: HistoryStore, players: Sequence[RatedHero], within: DecisionFilter, waiting: Collection[str]
) -> tuple[int, Counter[str]]:
    """How many hands the players were dealt, and how many of them are no jam/fold spot, by reason.

    Those of games that wait for a table are left out: what they lose is not known.
    """
    query = f"""SELECT CASE WHEN s IS NULL THEN reason ELSE '' END, count(*) FROM hand
        WHERE ({dealt_hands_sql(players)}) AND {within.hands} AND ? IN ('', game)
        AND coalesce(game, '') NOT IN ({", ".join("?" * len(waiting))})
        GROUP BY 1"""
    counts = Counter(dict(store.base.execute(query, (within.game, *waiting)).fetchall()))
    return counts.total(), Counter({name: count for name, count in counts.items() if name})
