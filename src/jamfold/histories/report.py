"""The report on a player: what their jam/fold decisions cost, where, and their dearest mistakes.

The rating is the error rate, as in backgammon: what the decisions lose against
the equilibrium, a decision, in thousandths of a big blind.  No result enters it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from math import fsum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.errors import HistoryError
from jamfold.games import find_game
from jamfold.histories.answers import Answers, Progress, Wanted, find_answers
from jamfold.histories.at_raises import AtRaises, judge_raises
from jamfold.histories.columns import Coded
from jamfold.histories.families import family_of
from jamfold.histories.habits import ENOUGH_CHANCES, HabitKey, Tallies, faced_by, make_habit, read_tallies
from jamfold.histories.judged_columns import Judged, asked_of, judge, losses_of
from jamfold.histories.judged_turns import RatedTurn, sort_out
from jamfold.histories.masks import mask_of
from jamfold.histories.prizes import judge_prizes
from jamfold.histories.responses import find_responses
from jamfold.histories.results import PlayedHands, Results, make_results, read_played
from jamfold.histories.room_terms import NO_ROOMS, AtRoom, Rooms, find_room_answers, rooms_played
from jamfold.histories.statistics import MILLI, Cell, Count, by_number, cells_of
from jamfold.histories.store import HistoryStore
from jamfold.histories.tables import MOST_SPOTS, AtTables, judge_tables, read_tables
from jamfold.histories.turn_columns import Turns
from jamfold.histories.turns import BIG, SMALL, Known, Turn, condition, dealt_to, known_players, read_turns
from jamfold.histories.within import DEPTH_NAMES, EVERYTHING, Within
from jamfold.ranges.grid import class_label
from jamfold.shown import Shown
from jamfold.tables.margins import sums_notice
from jamfold.worth.prizes import Prizes

WORST = 20
SEATS = (SMALL, BIG)
CHIPS, PRIZES = "chips", "prizes"


@dataclass(frozen=True)
class ReportScope:
    """What a report is about."""

    player: str = ""
    """A name; empty for those whose histories are kept."""
    within: Within = EVERYTHING
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


@dataclass(frozen=True)
class Anchors:
    """What others would lose on the same decisions, mbb a decision."""

    coin_flip: float
    """Who plays every hand half of the time."""
    always: float
    """Who always jams and always calls."""
    chart_10bb: float
    """Who plays the chart of 10 big blinds at all stacks."""


@dataclass(frozen=True)
class Lost:
    """What decisions lost in one kind of money or chips."""

    unit: str
    """A currency's code; ``chips`` (of tournaments, or where no currency is printed); or ``prizes``."""
    amount: float
    """Lost."""
    decisions: int
    """In how many decisions."""
    rake: float
    """Taken from the pots of these hands, and left out of the judgement; 0 where it is not printed."""


@dataclass(frozen=True)
class Lean:
    """Whether a player is too loose or too tight in a seat."""

    seat: str
    """Where."""
    decisions: int
    """How many."""
    plays: float
    equilibrium_plays: float
    """plays, equilibrium_plays: How often they played their hands, and how often the equilibrium plays the
    same hands; shares."""
    loose: int
    loose_bb: float
    """loose, loose_bb: Mistakes by playing, and what they cost."""
    tight: int
    tight_bb: float
    """tight, tight_bb: Mistakes by folding, and what they cost."""


@dataclass(frozen=True)
class Leak(Lean):
    """The same in a seat at some stacks."""

    stack: str
    """Big blinds, before anything is posted."""
    loss_bb: float
    """Lost by all of them."""


@dataclass(frozen=True)
class Waiting:
    """Decisions that cannot be judged before a table is built."""

    game: str
    decisions: int
    build: str
    """What building it takes, in a sentence."""


@dataclass(frozen=True)
class Report(Shown):
    """What the decisions of a player cost; `RatedTurn` says how a turn is measured."""

    wanted: ReportScope
    players: tuple[str, ...]
    """The player's names."""
    hands: int
    """Kept hands that they were dealt, without those of games that wait for a table."""
    total: Cell
    """All decisions together."""
    accuracy: float
    """100 (1 - 2 loss / sum of all margins): 100 is perfect, 0 a coin flip."""
    anchors: Anchors
    """What others would lose."""
    response_mbb: float
    """What is lost against the opponents' own ranges, where they are known, a decision."""
    lost: tuple[Lost, ...]
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
    leans: tuple[Lean, ...]
    """Too loose or too tight, by seat."""
    worst: tuple[RatedTurn, ...]
    """The dearest mistakes, the dearest first."""
    judged: Judged
    """All of them."""
    left_out: tuple[Count, ...]
    """Their decisions that are not judged, by reason."""
    outside: tuple[Count, ...]
    """Hands they were dealt that are no such spots, by reason."""
    without_prizes: tuple[Count, ...]
    """Decisions in tournaments of which no prizes could be told, by reason."""
    waiting: tuple[Waiting, ...]
    """Those that need a table first, where such are left out."""
    leaks: tuple[Leak, ...]
    """As leans, by seat and big blinds."""
    raises: AtRaises | None = None
    """Decisions around opens that were jammed over, not in any of the above either; none likewise."""
    threes: AtTables | None = None
    larger: AtTables | None = None
    """threes, larger: Decisions at tables of three, and of four to ten beside sampled profiles, likewise."""
    rooms: tuple[AtRoom, ...] = ()
    """The rooms' tables that were played at."""

    @property
    def known(self) -> int:
        """Decisions of the player in the blinds that the kept hands tell, judged or not."""
        left_out = sum(one.count for one in self.left_out)
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
    progress("reading kept hands", 0.0)
    players = known_players(store, wanted.player)
    mask = mask_of(store, wanted.anonymise)
    within = wanted.within
    where, values = within.condition()
    own = f"{condition(players)} AND {where}"

    @cache
    def build_of(game: str) -> str:
        return (sums_notice(find_game(game)) or "") if wanted.ready else ""

    turns, faced, left_out, waiting = _read(read_turns(store, own, values, mask), within.max_s, build_of)
    at_raises = Turns()
    for turn in read_turns(store, own, values, mask, raises=True):
        if not build_of(turn.spot.game):
            at_raises.append(turn)
    at_a_table = next(read_tables(store, players, within, mask, wanted.rooms), None)
    if not turns and at_a_table is None and not at_raises and not waiting:
        raise HistoryError(_nothing(players, left_out, wanted.rooms), field="player")
    tallies = read_tallies(store, mask, replace(within, seat=""), set(faced.values))
    hands = Wanted()
    own_hands = asked_of(turns, hands)
    played = PlayedHands()
    for hand in read_played(store, players, within):
        if not build_of(hand.spot.game):
            played.append(hand)
    played_hands = played.ask(hands)
    for _, some in tallies.items(ENOUGH_CHANCES):
        for spot in some.spots:
            hands.spot(spot)
    answers = find_answers(store, hands, progress)
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
    dealt, outside = _dealt(store, players, within, {one.game for one in waiting})
    for at in (threes, larger):
        if at is not None:
            outside -= at.reasons
    lost = _lost(judged)
    in_prizes = None if wanted.prizes is None else judge_prizes(store, judged, wanted.prizes, progress)
    if in_prizes is not None and in_prizes.decisions:
        lost = (*lost, Lost(PRIZES, in_prizes.amount, in_prizes.decisions, 0.0))
    return Report(
        wanted=wanted,
        players=tuple(sorted({mask.player(one.site, one.name) for one in players})),
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
        rooms=rooms_played(store, wanted.rooms, dealt_to(players), within.hands, within.game),
        **_measures(judged),
    )


class _Turns(NamedTuple):
    """The turns that are judged, whose habits they face, and why how many others are not."""

    turns: Turns
    faced: Coded[HabitKey]
    left_out: Counter[str]
    waiting: tuple[Waiting, ...]


def _read(turns: Iterable[Turn], max_s: float, build_of: Callable[[str], str]) -> _Turns:
    kept, faced, unbuilt = Turns(), Coded[HabitKey](), Counter[str]()

    def keep(turn: Turn) -> None:
        if build_of(turn.spot.game):
            unbuilt[turn.spot.game] += 1
        else:
            kept.append(turn)
            faced.append(faced_by(turn))

    left_out = sort_out(turns, max_s, keep)
    waiting = tuple(Waiting(game, count, build_of(game)) for game, count in unbuilt.most_common())
    return _Turns(kept, faced, left_out, waiting)


def _nothing(players: Sequence[Known], left_out: Counter[str], rooms: Rooms) -> str:
    room = " in hands of this room's table" if rooms.named else ""
    reasons = "; ".join(f"{one.reason}: {one.count:,}" for one in by_number(left_out))
    names = ", ".join(sorted({one.name[:40] for one in players})[:3]) + f" can be judged{room}"
    return f"No decision of {names}{f' ({reasons})' if reasons else ''}."


def _shares(tallies: Tallies, answers: Answers, faced: Coded[HabitKey]) -> NDArray[np.float64]:
    """Which share of their hands turns' opponents play; nan where little is known of them, shape (n,)."""
    means = np.full(len(faced.values), np.nan)
    for key, some in tallies.items(ENOUGH_CHANCES):
        means[faced.number(key)] = make_habit(key, some, answers).mean
    return means[faced.codes]


def _measures(judged: Judged) -> dict[str, Any]:
    """All of a report that is counted from judged turns alone."""
    turns, costs, margins = judged.turns, judged.costs, judged.margins
    by_margin = _sum(np.abs(margins))
    seat = turns.coded("seat")
    seats = judged.codes(seat)
    total = costs.cell("all")
    families, hands = (_told(judged, name) for name in (family_of, _label))
    return {
        "judged": judged,
        "total": total,
        "accuracy": 100.0 * (1.0 - 2.0 * total.loss_bb / by_margin) if by_margin else 100.0,
        "anchors": Anchors(
            _rate(np.abs(margins) / 2.0),
            _rate(losses_of(margins, np.ones(margins.size, dtype=bool))),
            _rate(judged.chart_losses),
        ),
        "response_mbb": _rate(judged.response_losses),
        "by_seat": cells_of(costs, seat.values, seats, SEATS),
        "by_depth": cells_of(costs, turns.depth.values, judged.codes(turns.depth), DEPTH_NAMES),
        "by_stack": cells_of(costs, turns.stack.values, judged.codes(turns.stack), DEPTH_NAMES),
        "by_family": cells_of(costs, *families),
        "by_hand": cells_of(costs, *hands),
        "leans": tuple(
            _lean(one, judged, rows)
            for one in SEATS
            if (rows := np.flatnonzero(seats == seat.number(one))).size
        ),
        "leaks": _leaks(judged),
        "worst": tuple(one for one in judged.dearest(WORST) if one.mistake),
    }


def _leaks(judged: Judged) -> tuple[Leak, ...]:
    """By seat and stack, those that there are."""
    seat, stack = judged.turns.coded("seat"), judged.turns.stack
    seats, stacks = judged.codes(seat), judged.codes(stack)
    return tuple(
        Leak(**vars(_lean(one, judged, rows)), stack=name, loss_bb=_sum(judged.losses[rows]))
        for one in SEATS
        for name in DEPTH_NAMES
        if (rows := np.flatnonzero((seats == seat.number(one)) & (stacks == stack.number(name)))).size
    )


def _sum(values: NDArray[np.float64]) -> float:
    """Rounded once."""
    return fsum(values.tolist())


def _rate(losses: NDArray[np.float64]) -> float:
    return MILLI * _sum(losses) / losses.size if losses.size else 0.0


@lru_cache(1 << 15)
def _label(game: str, class_id: int) -> str:
    return class_label(find_game(game), class_id)


def _told(judged: Judged, name: Callable[[str, int], str]) -> tuple[list[str], NDArray[np.int64]]:
    """Names of what is held, with the game where there are several, and their numbers by row."""
    spots = judged.turns.spots
    games = Coded[str]()
    games.extend(spot.game for spot in spots.values)
    of = games.codes[judged.codes(spots)].astype(np.int64)
    pairs, codes = np.unique(of << 32 | judged.turns.classes[judged.rows], return_inverse=True)
    several = np.unique(of).size > 1
    names = []
    for pair in pairs.tolist():
        game = games.values[pair >> 32]
        own = name(game, pair & 0xFFFFFFFF)
        names.append(f"{game}: {own}" if several else own)
    return names, codes


def _lean(seat: str, judged: Judged, rows: NDArray[np.int64]) -> Lean:
    losses, mistakes, plays = judged.losses[rows], judged.mistakes[rows], judged.plays[rows]
    loose, tight = losses[mistakes & plays], losses[mistakes & ~plays]
    return Lean(
        seat,
        rows.size,
        int(plays.sum()) / rows.size,
        _sum(judged.played[rows]) / rows.size,
        loose.size,
        _sum(loose),
        tight.size,
        _sum(tight),
    )


def _lost(judged: Judged) -> tuple[Lost, ...]:
    """What was lost by money and chips."""
    sums: dict[str, list[float]] = {}
    names = ("big_blind", "coin", "rake", "tournament", "currency")
    columns = [judged.turns.coded(name) for name in names]
    for row, loss in zip(judged.rows.tolist(), judged.losses.tolist(), strict=True):
        blind, coin, rake, tournament, currency = (column[row] for column in columns)
        unit = currency if currency and not tournament else CHIPS
        _add(sums, unit, loss * blind / coin, (rake or 0) / coin)
    return tuple(Lost(unit, amount, int(n), rake) for unit, (amount, n, rake) in sums.items())


def _add(sums: dict[str, list[float]], unit: str, amount: float, rake: float) -> None:
    one = sums.setdefault(unit, [0.0, 0, 0.0])
    one[0] += amount
    one[1] += 1
    one[2] += rake


def _dealt(
    store: HistoryStore, players: Sequence[Known], within: Within, waiting: Collection[str]
) -> tuple[int, Counter[str]]:
    """How many hands the players were dealt, and how many of them are no jam/fold spot, by reason.

    Those of games that wait for a table are left out: what they lose is not known.
    """
    query = f"""SELECT CASE WHEN s IS NULL THEN reason ELSE '' END, count(*) FROM hand
        WHERE ({dealt_to(players)}) AND {within.hands} AND ? IN ('', game)
        AND coalesce(game, '') NOT IN ({", ".join("?" * len(waiting))})
        GROUP BY 1"""
    counts = Counter(dict(store.base.execute(query, (within.game, *waiting)).fetchall()))
    return counts.total(), Counter({name: count for name, count in counts.items() if name})
