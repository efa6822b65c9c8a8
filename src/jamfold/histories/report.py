"""The report on a player: what their jam/fold decisions cost, where, and their dearest mistakes.

The rating is the error rate, as in backgammon: what the decisions lose against
the equilibrium, a decision, in thousandths of a big blind.  No result enters it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from math import fsum
from typing import Any

from jamfold.errors import HistoryError
from jamfold.games import find_game
from jamfold.histories.answers import Progress, Response, find_answers
from jamfold.histories.at_raises import AtRaises, judge_raises
from jamfold.histories.families import family_of
from jamfold.histories.habits import (
    ENOUGH_CHANCES,
    faced_by,
    find_responses,
    make_habit,
    read_tallies,
)
from jamfold.histories.judged_turns import RatedTurn, asked_of, holding_of, judge, loss_of, sort_out
from jamfold.histories.masks import mask_of
from jamfold.histories.prizes import judge_prizes
from jamfold.histories.results import Played, Results, make_results, read_played
from jamfold.histories.room_terms import NO_ROOMS, AtRoom, Rooms, find_room_answers, rooms_played
from jamfold.histories.statistics import MILLI, Cell, Count, by_number, cells_by, make_cell
from jamfold.histories.store import HistoryStore
from jamfold.histories.tables import MOST_SPOTS, AtTables, judge_tables, read_tables
from jamfold.histories.turns import BIG, SMALL, Known, Turn, condition, dealt_to, known_players, read_turns
from jamfold.histories.within import DEPTH_NAMES, EVERYTHING, Within, depth_of
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
    judged: tuple[RatedTurn, ...]
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
    turns, left_out = sort_out(read_turns(store, own, values, mask), within.max_s)

    @cache
    def build_of(game: str) -> str:
        return (sums_notice(find_game(game)) or "") if wanted.ready else ""

    waiting = _waiting(turns, build_of)
    turns = [turn for turn in turns if not build_of(turn.spot.game)]
    raised = read_turns(store, own, values, mask, raises=True)
    at_raises = [one for one in raised if not build_of(one.spot.game)]
    at_a_table = next(read_tables(store, players, within, mask, wanted.rooms), None)
    if not turns and at_a_table is None and not at_raises and not waiting:
        raise HistoryError(_nothing(players, left_out, wanted.rooms), field="player")
    faced = {faced_by(turn) for turn in turns}
    tallies = {
        key: some
        for key, some in read_tallies(store, mask, replace(within, seat=""), faced).items()
        if some.chances >= ENOUGH_CHANCES
    }
    holdings = asked_of(turns)

    def played() -> Iterator[Played]:
        return (hand for hand in read_played(store, players, within) if not build_of(hand.spot.game))

    for hand in played():
        holdings.setdefault(hand.spot, set()).add(hand.holding)
    for spot in {spot for some in tallies.values() for spot in some.spots}:
        holdings.setdefault(spot, set())
    answers = find_answers(store, holdings, progress)
    habits = {key: make_habit(key, some, answers) for key, some in tallies.items()}

    def share_faced(turn: Turn) -> float | None:
        habit = habits.get(faced_by(turn))
        return habit.mean if habit is not None and habit.known else None

    asked_against: dict[Response, Response] = {}
    for turn in turns:
        if (share := share_faced(turn)) is not None:
            response = turn.spot, holding_of(turn), share
            asked_against.setdefault(response, response)
    responses = find_responses(store, asked_against, progress)
    del asked_against
    with_terms = find_room_answers(store, turns, wanted.rooms, progress)
    judged, never = judge(turns, answers, responses, share_faced, with_terms)
    raises = judge_raises(store, at_raises, within.max_s, progress, wanted.rooms)
    if raises is not None:
        left_out -= raises.opens
    threes, larger = judge_tables(store, players, within, mask, wanted.rooms, wanted.tables, progress)
    hands, outside = _dealt(store, players, within, {one.game for one in waiting})
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
        hands=hands,
        lost=lost,
        results=make_results(store, played, answers, progress),
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


def _nothing(players: Sequence[Known], left_out: Counter[str], rooms: Rooms) -> str:
    room = " in hands of this room's table" if rooms.named else ""
    reasons = "; ".join(f"{one.reason}: {one.count:,}" for one in by_number(left_out))
    names = ", ".join(sorted({one.name[:40] for one in players})[:3]) + f" can be judged{room}"
    return f"No decision of {names}{f' ({reasons})' if reasons else ''}."


def _measures(judged: Sequence[RatedTurn]) -> dict[str, Any]:
    """All of a report that is counted from judged turns alone."""
    margins = fsum(abs(one.margin) for one in judged)
    games = {one.turn.spot.game for one in judged}
    total = make_cell("all", judged)
    return {
        "judged": tuple(judged),
        "total": total,
        "accuracy": 100.0 * (1.0 - 2.0 * total.loss_bb / margins) if margins else 100.0,
        "anchors": Anchors(
            _rate([abs(one.margin) / 2.0 for one in judged]),
            _rate([loss_of(one.margin, True) for one in judged]),
            _rate([one.chart_loss for one in judged]),
        ),
        "response_mbb": _rate([one.response_loss for one in judged]),
        "by_seat": cells_by(judged, lambda one: one.turn.seat, SEATS),
        "by_depth": cells_by(judged, lambda one: depth_of(one.turn.spot.s), DEPTH_NAMES),
        "by_stack": cells_by(judged, lambda one: depth_of(one.turn.stack_bb), DEPTH_NAMES),
        "by_family": cells_by(judged, lambda one: _told(one, games, family_of)),
        "by_hand": cells_by(judged, lambda one: _told(one, games, _label)),
        "leans": tuple(_lean(seat, judged) for seat in SEATS if any(one.turn.seat == seat for one in judged)),
        "leaks": _leaks(judged),
        "worst": tuple(sorted((one for one in judged if one.mistake), key=lambda one: -one.loss)[:WORST]),
    }


def _waiting(turns: Sequence[Turn], build_of: Callable[[str], str]) -> tuple[Waiting, ...]:
    """The turns of games that need a table first, counted."""
    counts = Counter(turn.spot.game for turn in turns if build_of(turn.spot.game))
    return tuple(Waiting(game, count, build_of(game)) for game, count in counts.most_common())


def _leaks(judged: Sequence[RatedTurn]) -> tuple[Leak, ...]:
    """By seat and stack, those that there are."""
    places: dict[tuple[str, str], list[RatedTurn]] = {}
    for one in judged:
        places.setdefault((one.turn.seat, depth_of(one.turn.stack_bb)), []).append(one)
    return tuple(
        Leak(**vars(_lean(seat, some)), stack=stack, loss_bb=fsum(one.loss for one in some))
        for seat in SEATS
        for stack in DEPTH_NAMES
        if (some := places.get((seat, stack)))
    )


def _rate(losses: Sequence[float]) -> float:
    return MILLI * fsum(losses) / len(losses) if losses else 0.0


@lru_cache(1 << 15)
def _label(game: str, class_id: int) -> str:
    return class_label(find_game(game), class_id)


def _told(one: RatedTurn, games: set[str], name: Callable[[str, int], str]) -> str:
    """A name of what is held, with the game where there are several."""
    game = one.turn.spot.game
    own = name(game, one.holding[1])
    return own if len(games) == 1 else f"{game}: {own}"


def _lean(seat: str, judged: Sequence[RatedTurn]) -> Lean:
    some = [one for one in judged if one.turn.seat == seat]
    loose = [one.loss for one in some if one.mistake and one.plays]
    tight = [one.loss for one in some if one.mistake and not one.plays]
    return Lean(
        seat,
        len(some),
        sum(one.plays for one in some) / len(some),
        fsum(one.played for one in some) / len(some),
        len(loose),
        fsum(loose),
        len(tight),
        fsum(tight),
    )


def _lost(judged: Sequence[RatedTurn]) -> tuple[Lost, ...]:
    """What was lost by money and chips."""
    sums: dict[str, list[float]] = {}
    for one in judged:
        turn, chips = one.turn, one.loss * one.turn.big_blind
        rake = (turn.rake or 0) / turn.coin
        cash = not turn.tournament and turn.currency
        _add(sums, turn.currency if cash else CHIPS, chips / turn.coin, rake)
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
