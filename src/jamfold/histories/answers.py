"""The exact equilibrium at each spot of the kept hands, as far as hands were asked about; kept beside them.

Spots are solved in sorted order, each from its neighbour's solution.  Of a
solution what is kept is its value, how often both players play, and the hands
that occur: 16,432 classes of Omaha at every spot would be 100 MB in 400 spots.
What needs whole ranges is told each solution as it is found (`Visit`).
"""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

import numpy as np

from jamfold.counting.classes import hand_classes
from jamfold.games import Game, find_game
from jamfold.histories.store import HistoryStore
from jamfold.histories.turns import SMALL, SpotKey
from jamfold.solver.payoffs import Payoffs
from jamfold.solver.solution import Solution
from jamfold.solver.stakes import chip_stakes
from jamfold.solver.sweeps import SweepState, sweep
from jamfold.spots.solving import load_payoffs

EDITION = 1
"""Of the answers: kept ones of another edition are solved again."""

_MOST_RESPONSES = 1_000_000
"""Kept ones: shares change with every import, and old ones would pile up."""
_BATCH = 200
"""Spots solved between two transactions."""

Holding = tuple[str, int]
"""A seat and a class."""
Visit = Callable[[SpotKey, Payoffs, Solution], None]
Progress = Callable[[str, float], None]


class HandAnswer(NamedTuple):
    """What the equilibrium says about a class in a seat; EVs in the unit B."""

    played: float
    """Chance of jamming, or of calling a jam."""
    margin: float
    """EV of jamming less that of folding; of calling less folding, given the jam; nan if they are never
    asked."""
    worth: float
    """What the dealt hand is worth to its player before anybody acts."""


@dataclass(frozen=True, slots=True)
class SpotAnswer:
    """A solved spot."""

    value: float
    """For the small blind, in B."""
    jams: float
    calls: float
    """jams, calls: How often the small blind jams; how often the big blind calls once they have."""
    hands: dict[Holding, HandAnswer]
    """What was asked about."""

    def value_of(self, seat: str) -> float:
        """For a seat, in B; what one wins the other loses."""
        return self.value if seat == SMALL else -self.value


Answers = dict[SpotKey, SpotAnswer]


@lru_cache(1 << 16)
def class_of(game: str, cards: str) -> int:
    return int(hand_classes(find_game(game)).index(cards))


def find_answers(
    store: HistoryStore,
    wanted: Mapping[SpotKey, Collection[Holding]],
    progress: Progress,
    visits: Mapping[SpotKey, Visit] | None = None,
) -> Answers:
    """What the equilibrium says about hands at their spots; solved where it is not kept.

    Raises HistoryError if the answers cannot be written; TableError if a class table cannot be built here.

    Parameters
    ----------
    store
        Where answers are kept.
    wanted
        The hands by spot.
    progress
        Called with what is being done and the share of the work that is done.
    visits
        Called with the solutions of these spots, kept or not.
    """
    visits = visits or {}
    answers = _kept(store, wanted)
    missing = [
        key for key, hands in wanted.items() if key not in answers or set(hands) - answers[key].hands.keys()
    ]
    solved: Answers = {}
    new = set(missing)
    keys = sorted({*new, *visits}, key=lambda key: (key.game, key.b, key.s))
    for k, (key, payoffs, solution) in enumerate(solve_spots(keys, progress)):
        if key in new:  # what is only visited is kept as it is
            known = answers[key].hands if key in answers else {}
            solved[key] = _answer(payoffs, solution, {*known, *wanted[key]})
        if key in visits:
            visits[key](key, payoffs, solution)
        if solved and (len(solved) >= _BATCH or k + 1 == len(keys)):
            _keep(store, solved)
            answers |= solved
            solved = {}
    return answers


def solve_spots(keys: Iterable[SpotKey], progress: Progress) -> Iterable[tuple[SpotKey, Payoffs, Solution]]:
    """The exact solutions of spots, game after game, as `sweep` hands them out."""
    keys = list(keys)
    done = 0
    for name, some in groupby(keys, key=lambda key: key.game):
        game = find_game(name)
        payoffs = load_payoffs(game, progress)
        mine, before = list(some), done

        def heard(
            state: SweepState, game: Game = game, mine: list[SpotKey] = mine, before: int = before
        ) -> None:
            at = "" if state.solved is None else f", {mine[state.solved].s:.4g} bb"
            progress(f"{game.title}{at}", (before + state.share * state.points) / len(keys))

        with closing(sweep(payoffs, [chip_stakes(key.s, key.b) for key in mine], heard=heard)) as points:
            for point in points:
                done += 1
                yield mine[point.number], payoffs, point.solution


def given_jam(payoffs: Payoffs, solution: Solution) -> float:
    """How often the big blind calls once the small blind has jammed; 0 if they never jam."""
    weights = payoffs.counts * solution.jam_chance
    total = float(np.sum(weights))
    return float(np.sum(weights * solution.y)) / total if total > 0.0 else 0.0


def _answer(payoffs: Payoffs, solution: Solution, hands: Collection[Holding]) -> SpotAnswer:
    return SpotAnswer(
        solution.value,
        solution.jam_share,
        given_jam(payoffs, solution),
        {hand: _hand_answer(solution, *hand) for hand in sorted(hands)},
    )


def _hand_answer(solution: Solution, seat: str, one: int) -> HandAnswer:
    if seat == SMALL:
        played, margin = float(solution.x[one]), float(solution.margin_jam[one])
        return HandAnswer(played, margin, solution.stakes.first.fold + played * margin)
    played, ends = float(solution.y[one]), solution.stakes.second
    jammed = float(solution.jam_chance[one])
    worth = ends.fold * (1.0 - jammed) + ends.steal * jammed + played * float(solution.call_gain[one])
    return HandAnswer(played, float(solution.margin_call[one]), worth)


def _kept(store: HistoryStore, wanted: Mapping[SpotKey, Collection[Holding]]) -> Answers:
    base = store.base
    games: dict[str, dict[int, SpotAnswer]] = {}
    answers: Answers = {}
    for number, game, s, b, value, jams, calls in base.execute(
        "SELECT id, game, s, b, value, jams, calls FROM spot WHERE edition = ?", (EDITION,)
    ):
        key = SpotKey(game, s, b)
        if key in wanted:
            answers[key] = games.setdefault(game, {})[number] = SpotAnswer(value, jams, calls, {})
    for game, spots in games.items():
        rows = base.execute(
            "SELECT spot, seat, class, played, margin, worth FROM answer JOIN spot ON spot.id = spot "
            "WHERE game = ?",
            (game,),
        )
        for number, seat, one, played, margin, worth in rows:
            if number in spots:
                margin = math.nan if margin is None else margin
                spots[number].hands[seat, one] = HandAnswer(played, margin, worth)
    return answers


Response = tuple[SpotKey, Holding, float]
"""A spot, what is held there, and the share of their hands that the opponent plays."""


def kept_responses(store: HistoryStore, wanted: Mapping[Response, Response]) -> dict[Response, float]:
    """What playing gains over folding against ranges of these shares, in B, as far as it is kept.

    nan where the range never jams against the class.  Each wanted one stands for itself, so that a million
    answers are kept by the keys that are there already.
    """
    rows = store.base.execute(
        "SELECT game, s, b, seat, class, share, response.margin FROM response JOIN spot ON spot.id = spot "
        "WHERE edition = ?",
        (EDITION,),
    )
    responses: dict[Response, float] = {}
    for game, s, b, seat, one, share, margin in rows:
        key: Response = (SpotKey(game, s, b), (seat, one), share)
        if key in wanted:
            responses[wanted[key]] = math.nan if margin is None else margin
    return responses


def keep_responses(store: HistoryStore, responses: Mapping[Response, float]) -> None:
    """Keep responses at spots that are kept. Raises HistoryError if they cannot be written."""
    if not responses:
        return

    def write(base: sqlite3.Connection) -> None:
        (count,) = base.execute("SELECT count(*) FROM response").fetchone()
        if count + len(responses) > _MOST_RESPONSES:
            base.execute("DELETE FROM response")
        base.executemany(
            "INSERT OR REPLACE INTO response SELECT id, ?, ?, ?, ? FROM spot "
            "WHERE game = ? AND s = ? AND b = ?",
            [(*holding, share, margin, *spot) for (spot, holding, share), margin in responses.items()],
        )

    store.keep(write)


def _keep(store: HistoryStore, answers: Answers) -> None:
    def write(base: sqlite3.Connection) -> None:
        for key, answer in answers.items():
            base.execute("DELETE FROM spot WHERE game = ? AND s = ? AND b = ?", key)
            number = _insert(base, key, answer)
            base.executemany(
                "INSERT INTO answer VALUES (?, ?, ?, ?, ?, ?)",
                [(number, *holding, *hand) for holding, hand in answer.hands.items()],
            )

    store.keep(write)


def _insert(base: sqlite3.Connection, key: SpotKey, answer: SpotAnswer) -> int:
    cursor = base.execute(
        "INSERT INTO spot VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)",
        (EDITION, *key, answer.value, answer.jams, answer.calls),
    )
    return int(cursor.lastrowid or 0)


def chart_key(game: Game | str, stack: float = 10.0) -> SpotKey:
    """The spot of a stack without antes, the small blind half the big blind."""
    return SpotKey(game if isinstance(game, str) else game.name, stack, 0.5)
