"""A spot is solved, from memory or now; a range is answered; fictitious play is watched."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import GAMES, Game
from jamfold.cases.answers.memory import ResultCache
from jamfold.cases.answers.watch import Observer
from jamfold.cases.spots import (
    APPROXIMATE,
    EXACT,
    FICTITIOUS_PLAY,
    MOST_SAVED_BYTES,
    SAVED,
    USUAL_ITERATIONS,
    ConvergeRequest,
    SavedSpotRequest,
    SeatRequest,
    SolveRequest,
    SpotRequest,
    TreeRequest,
)
from jamfold.class_tables.low_rank import has_low_rank
from jamfold.class_tables.margins import are_sums_stored, build_warning, equity_order, is_large_build
from jamfold.class_tables.outcome_build import outcome_notice
from jamfold.class_tables.rare_hands import check_pays
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.errors import JamfoldError, SolutionError, error_field
from jamfold.core.progress import Progress
from jamfold.core.storage.whole_files import read_limited
from jamfold.ranges import HandRange, parse_range
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.solution import Iteration
from jamfold.spots import solve as solving
from jamfold.spots.analysis import Exploit, evaluate, exploit_range
from jamfold.spots.payoffs import SpotPayoffs, spot_payoffs
from jamfold.spots.proof import proved
from jamfold.spots.solution import SpotSolution
from jamfold.spots.solve import solve_situation
from jamfold.spots.strategy import Seat
from jamfold.spots.tree_solve import load_solution, solve_raises

VERSION = 1


def saved_spot(path: Path) -> SpotSolution:
    """The solution of a file.

    One of the file that solves says its spot and how often every hand is played; values and gains are
    those that the package measures.  Raises SolutionError if the file is missing, damaged, of another
    version, or no saved spot; TableError if the class table cannot be built here.
    """
    if path.suffix.lower() != ".json":
        return load_solution(path)
    text = read_limited(path, SolutionError, field="from", most=MOST_SAVED_BYTES)
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        raise _bad(path, "it is not JSON, or it is cut short") from None
    if not isinstance(values, dict) or values.get("format") != SAVED:
        raise SolutionError(f"The file '{path}' is not a saved solution.", field="from")
    if values.get("version") != VERSION:
        version = str(values.get("version"))[:20]
        raise SolutionError(f"The file '{path}' has another version: {version}, not {VERSION}.", field="from")
    try:
        if "prizes_file" in values["question"]:
            raise ValueError  # a file names no other file
        question = SpotRequest.from_json(values["question"])
        jam, call = _chances(question.rules, values["hands"])
    except (AttributeError, JamfoldError, LookupError, OverflowError, TypeError, ValueError) as error:
        why = f": {error}" if isinstance(error, JamfoldError) else "."
        raise SolutionError(f"The file '{path}' has no complete spot{why}", field="from") from None
    return evaluate(question.rules, jam, call, question.situation, question.terms)


def _chances(game: Game, rows: list[dict[str, Any]]) -> tuple[FloatArray, FloatArray]:
    """Return both blinds' frequencies, shape (n,). Raises ValueError if one is not in [0, 1]."""
    by_seat = {seat: np.full(hand_classes(game).n, np.nan) for seat in ("sb", "bb")}
    for row in rows:
        by_seat[row["position"]][hand_classes(game).check(row["id"])] = float(row["played"])
    if not all(((chances >= 0) & (chances <= 1)).all() for chances in by_seat.values()):
        raise ValueError
    return by_seat["sb"], by_seat["bb"]


def _bad(path: Path, reason: str) -> SolutionError:
    return SolutionError(f"The saved solution '{path}' cannot be used: {reason}.", field="from")


_spots: ResultCache[SpotRequest, SpotSolution] = ResultCache(24)


def solved(question: SpotRequest, watch: Observer) -> SpotSolution:
    """Return the solution of the spot, from its file, from memory, or solved now.

    Raises TableError if the class table cannot be built here.
    """
    if isinstance(question, SavedSpotRequest) and question.saved is not None:
        return saved_spot(question.saved)
    spot = _with_method(question.spot, watch)
    if _spots.get_if_present(spot) is None:
        _ready(spot, watch)  # reports the progress of a build, even one that another request waits for
    return _spots.get(spot, lambda: _solve(spot, watch), watch)


def solved_exactly(question: SpotRequest, watch: Observer) -> SpotSolution:
    """Return the exact solution; build the table if it is missing."""
    return solved(replace(question, method=question.method or EXACT), watch)


def _with_method(question: SpotRequest, watch: Observer) -> SpotRequest:
    method = chosen_method(question.method, question.rules, watch, is_linear=_is_linear(question))
    return replace(question, method=method)


def chosen_method(method: str, game: Game, watch: Observer, *, is_linear: bool) -> str:
    """Return the named method, or the usual one, with a notice if it is approximate."""
    if method:
        return method
    method = usual_method(game, is_linear=is_linear)
    if method == APPROXIMATE:
        watch.on_notice(
            f"The table of {game.title} is not built, so answers are approximate. For exact ones, run: "
            f"jamfold tables build --game {game.name}"
        )
    return method


def usual_method(game: Game, *, is_linear: bool) -> str:
    """Return approximate if the table is missing and the payoffs are linear; else exact."""
    is_quick = is_linear and _is_approximable(game) and not are_sums_stored(game)
    return APPROXIMATE if is_quick else EXACT


def _is_approximable(game: Game) -> bool:
    return has_low_rank(game) and not solving.is_loaded(game)


def _is_linear(question: SpotRequest) -> bool:
    if isinstance(question, TreeRequest) and question.sizes:
        return False
    return spot_payoffs(question.situation, question.terms, split=question.rules.split_low).stakes.is_linear


def _solve(question: SpotRequest, watch: Observer) -> SpotSolution:
    count = None if question.method != FICTITIOUS_PLAY else question.iterations or USUAL_ITERATIONS
    played = _ready(question, watch)
    terms = question.terms

    def hear(iteration: Iteration) -> None:
        watch.on_iteration(iteration, played, count)

    if isinstance(question, TreeRequest) and question.sizes:
        return proved(solve_raises(question.rules, question.situation, question.sizes, terms, progress=hear))
    spot = solve_situation(
        question.rules,
        question.situation,
        terms,
        method=question.method,
        iterations=question.iterations,
        progress=hear,
    )
    return proved(spot)


def _ready(question: SpotRequest, watch: Observer) -> SpotPayoffs:
    """The spot as the solver takes it, its table loaded, or built now where the method needs it."""
    if question.terms.jackpot is not None:
        check_pays(question.rules)  # before a table is built
    played = spot_payoffs(question.situation, question.terms, split=question.rules.split_low)
    if question.method != APPROXIMATE:
        covered = question.method == EXACT and _is_approximable(question.rules) and _is_linear(question)
        meanwhile = partial(_approximately, question) if covered else None
        load_table(question.rules, watch, planes=played.stakes.needs_planes, meanwhile=meanwhile)
    return played


def _approximately(question: SpotRequest) -> str:
    """What is known of a spot before its table is built."""
    spot = solve_situation(question.rules, question.situation, question.terms, method=APPROXIMATE)
    return (
        f"Until then, approximately: the small blind jams {spot.jam_percent:.2f}%, the big blind calls "
        f"{spot.call_percent:.2f}%, {spot.bound_text}."
    )


def load_table(
    game: Game, watch: Observer, *, planes: bool = False, meanwhile: Callable[[], str] | None = None
) -> ClassGame:
    """What the solver needs of a game, built first where it is missing, by one thread at a time.

    With `planes`, also the outcomes between losing and winning.  `meanwhile` is asked before a build.
    """
    with _turns[game].taken(watch, f"waiting for the table of {game.title}, which is being built or read"):
        if not solving.is_loaded(game, planes=planes):
            warning = build_warning(game)
            for notice in (warning, outcome_notice(game) if planes else None):
                if notice:
                    watch.on_notice(notice)
            if warning and meanwhile is not None:
                watch.on_notice(meanwhile())
            if is_large_build(game):
                watch.confirm(f"Build the factors of {game.title} now?")
        return solving.load_payoffs(game, _turns[game].progress_for(watch), planes=planes)


class Needs(NamedTuple):
    """What has to be built for a spot."""

    sentence: str
    """A sentence for each table; empty if they are there, built in seconds, or not wanted."""
    is_approximable: bool = False
    """Whether there is an approximate answer without them."""
    short_link: str = ""
    """Where the offline file, and the page before anything is built, hold the very hand: how the address
    ends."""


class _Turn:
    """A lock whose waiting requests see the holder's progress, and may be stopped."""

    def __init__(self) -> None:
        self._lock, self._share = threading.Lock(), 0.0

    @contextmanager
    def taken(self, watch: Observer, waiting: str) -> Iterator[None]:
        """Acquire the lock, with `waiting` as the stage meanwhile."""
        patience = 0.0
        while not self._lock.acquire(timeout=patience):
            watch.on_stage(waiting, self._share)
            patience = _PATIENCE
        try:
            yield
        finally:
            self._share = 0.0
            self._lock.release()

    def progress_for(self, watch: Observer) -> Progress:

        def tell(stage: str, share: float) -> None:
            self._share = share
            watch.on_stage(stage, share)

        return tell


_PATIENCE = 0.2  # seconds between two progress reports of a waiting request
_turns = {game: _Turn() for game in GAMES.values()}


def solve(question: SolveRequest, watch: Observer) -> SpotSolution | Exploit:
    if not question.answers_range:
        return solved(question, watch)

    seat = Seat.SMALL_BLIND if question.call_range is not None else Seat.BIG_BLIND
    field = "call_range" if question.call_range is not None else "jam_range"
    text = question.call_range or question.jam_range or ""
    hand_range = parse_held(text, question.rules, watch, field=field)
    with error_field(field):
        spot = _with_method(question, watch)
        _ready(spot, watch)
        return exploit_range(
            question.rules,
            question.situation,
            hand_range,
            seat,
            watch.on_stage,
            terms=question.terms,
            method=spot.method,
        )


def parse_held(
    text: str, game: Game, watch: Observer, notation: str | None = None, field: str = "text"
) -> HandRange:
    """Parse the range of entry `field`; shares of hands need the table if the order is not packed."""

    def order() -> IntArray:
        if not has_low_rank(game):
            load_table(game, watch)
        return equity_order(game)

    with error_field(field):
        return parse_range(text, game, notation, order)


def converge(question: ConvergeRequest, watch: Observer) -> SpotSolution:
    """The solution by fictitious play, with its history."""
    return solved(SpotRequest.of(question, method=FICTITIOUS_PLAY, cluster=None), watch)


def seat_of(question: SeatRequest) -> Seat:
    return Seat(question.position)
