"""Stored tournaments and checkpoints of future hands.

The folder ``future-runs`` stores the values of the hands solved so far, with a record of game, rules, hand
and depth (see `jamfold.core.storage.checkpoints`); the same request resumes after the last of them.

The folder ``tournaments`` stores the strategies, W, and the other numbers of each `Tournament`, with a record
of game, rules, levels and method (see `jamfold.core.storage`), and the starting point of the next sweep of
one that is being solved.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jamfold.betting.hand import TableHand
from jamfold.betting.posts import FEWEST_SEATS, MOST_SEATS
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import GAMES, Game
from jamfold.class_tables.class_table import rules_of
from jamfold.class_tables.decomposition.orders import outcome_planes
from jamfold.core.arrays import FloatArray
from jamfold.core.progress import Progress, ignore_progress
from jamfold.core.storage.checkpoints import Checkpoint, ResumableWork, find_checkpoint
from jamfold.core.storage.drafts import load_or_build
from jamfold.core.storage.files import ArraySpec, check_room
from jamfold.core.storage.folder import data_folder
from jamfold.core.storage.items import BEGUN, Artifact
from jamfold.spots import solve
from jamfold.spots.nplayer.sampler import hand_text
from jamfold.spots.tournaments.blind_levels import Schedule, parse_levels
from jamfold.spots.tournaments.future import ERRORS, GAINS, STEERING, VALUES, Sampling, forms
from jamfold.spots.tournaments.heads_up import WINNING, certify, solve_schedule, steering
from jamfold.spots.tournaments.tournament import Tournament, chips_losses

METHOD = 2
"""The version of the solution; results and checkpoints of other versions are not read."""
FUTURES = ResumableWork(
    "future-runs",
    "begun future hands",
    "begun future hands of {seats} seats",
    "jamfold fgs",
    (VALUES, STEERING, ERRORS, GAINS),
    "{game}-{seats}-*",
    range(FEWEST_SEATS, MOST_SEATS + 1),
)
_PERIOD = 1.0
"""Seconds between writes of the checkpoint."""


def future_item(
    game: Game, hand: TableHand, depth: int, hands: int, sampling: Sampling | None = None
) -> Artifact:
    key = hand_text(hand)
    identity = {"game": game.name, "rules": rules_of(game), "method": METHOD, "hand": key, "depth": depth}
    text = f"{key} {depth}"
    if sampling is not None:
        identity |= {"seconds": sampling.seconds, "seed": sampling.seed}
        text += f" {sampling.seconds:g} {sampling.seed}"
    name = f"{game.name}-{hand.n}-{depth}"
    return FUTURES.item(name, text, identity, forms(hands, hand.n), hand.n)


def kept_future(
    game: Game, hand: TableHand, depth: int, hands: int, sampling: Sampling | None = None
) -> AbstractContextManager[Checkpoint]:
    """Open the checkpoint of future hands; `sampling` is for sampled deals."""
    return find_checkpoint(future_item(game, hand, depth, hands, sampling), period=_PERIOD)


STRATEGIES, DURATIONS, LOSSES, FIGURES = "strategies", "durations", "chips_losses", "figures"
_ARRAYS = (STRATEGIES, WINNING, DURATIONS, LOSSES, FIGURES)
_FIGURES = ("seconds", "sweeps", "change", "gain_small", "gain_big")
_MAPPED_BYTES = 1 << 26
_SOLVING = 0.8
"""The share of the work for solving; the rest is for hands in chips."""
_SWEEPS = 4
_SOLVE_SECONDS, _CLASS_SECONDS = 0.006, 2.5e-6
"""_SOLVE_SECONDS, _CLASS_SECONDS: Per solve, and per class in each table (margins and outcome planes)."""
_VALUES_PER_CLASS = 30
"""Numbers of 8 bytes per state and class: both strategies with products, margins, EVs, also for chips."""


def tournaments_folder() -> Path:
    return data_folder() / "tournaments"


def tournament_item(game: Game, schedule: Schedule) -> Artifact:
    levels = schedule.text()
    digest = hashlib.sha256(levels.encode()).hexdigest()[:8]
    steps, hands, n = schedule.steps, schedule.n_hands, hand_classes(game).n
    shapes = {
        STRATEGIES: (2, hands, steps - 1, n),
        WINNING: (hands, steps + 1),
        DURATIONS: (hands, steps + 1),
        LOSSES: (2, hands, steps + 1),
        FIGURES: (len(_FIGURES),),
    }
    return _item(
        game,
        f"{game.name}-{schedule.chips}-{schedule.unit}-{digest}",
        {
            "rules": rules_of(game),
            "method": METHOD,
            "chips": schedule.chips,
            "unit": schedule.unit,
            "levels": levels,
        },
        shapes,
        steering(steps, n),
    )


def _item(
    game: Game,
    name: str,
    identity: Mapping[str, Any],
    shapes: Mapping[str, tuple[int, ...]],
    steering_specs: Mapping[str, ArraySpec],
) -> Artifact:
    return Artifact(
        folder=tournaments_folder(),
        name=name,
        kind="tournament",
        title=f"tournament {name}",
        serves="tournament",
        identity={"game": game.name, **identity},
        array_specs={
            array: ArraySpec("<f8", shapes[array], mapped=_bytes(shapes[array]) > _MAPPED_BYTES)
            for array in _ARRAYS
        },
        steering=steering_specs,
    )


def _bytes(shape: tuple[int, ...]) -> int:
    return 8 * int(np.prod(shape, dtype=np.int64))


def kept_items(games: list[Game]) -> list[Artifact]:
    """Return the stored, interrupted and damaged tournaments of some games."""
    folder = tournaments_folder()
    names = {path.stem.removesuffix(f".{BEGUN}") for path in folder.glob("*.json")}
    items = (_item_of_record(folder, name) for name in sorted(names))
    return [
        item for item in items if item is not None and item.identity["game"] in {game.name for game in games}
    ]


def _item_of_record(folder: Path, name: str) -> Artifact | None:
    """Return the artifact of a record by its file name; of an unreadable record, one that matches none."""
    for path in (folder / f"{name}.json", folder / f"{name}.{BEGUN}.json"):
        with suppress(OSError, ValueError, KeyError, TypeError, ArithmeticError, RecursionError):
            noted = json.loads(path.read_text(encoding="utf-8"))
            schedule = Schedule(int(noted["chips"]), parse_levels(str(noted["levels"])), int(noted["unit"]))
            item = tournament_item(GAMES[noted["game"]], schedule)
            if item.name == name:
                return item
    game = next((rules for rules in GAMES.values() if name.rsplit("-", 3)[0] == rules.name), None)
    if game is None:
        return None
    return _item(game, name, {"levels": None}, dict.fromkeys(_ARRAYS, (1,)), steering(1, 1))


def memory_bytes(game: Game, schedule: Schedule) -> int:
    """Return the approximate memory to solve, without the tables: strategies and products of all states."""
    return 8 * schedule.n_states * hand_classes(game).n * _VALUES_PER_CLASS + 200 * schedule.steps**2


def check_memory(game: Game, schedule: Schedule) -> None:
    """Raise TableError if memory is too short to solve, before tables are built."""
    check_room(Path(), 0, memory_bytes(game, schedule))


def expected_seconds(game: Game, schedule: Schedule) -> float:
    """Return the estimated seconds to solve without the tables, on two cores of a 2024 server."""
    n, stacks = hand_classes(game).n, schedule.steps - 1
    solves = stacks * (_SWEEPS + schedule.n_hands - 1) + schedule.n_states / 2
    tables = 1 + len(outcome_planes(game))
    return solves * (_SOLVE_SECONDS + _CLASS_SECONDS * n * tables)


def solve_tournament(game: Game, schedule: Schedule, progress: Progress | None = None) -> Tournament:
    """Load a stored tournament, or solve and store it.

    The state of the search is stored after every sweep: an interrupted search resumes, and ends in the same
    numbers.  Raises TableError if the tables of the game cannot be built here, or memory is short;
    UnavailableError if it is stored, but cannot be opened now.
    """
    report = progress or ignore_progress
    item = tournament_item(game, schedule)
    artifact = load_or_build(
        item,
        lambda: _solve(game, schedule, item, report),
        memory_bytes=memory_bytes(game, schedule),
        progress=report,
    )
    item.tidy(finished=True)
    return _read(game, schedule, artifact.arrays)


def _solve(game: Game, schedule: Schedule, item: Artifact, report: Progress) -> dict[str, FloatArray]:
    payoffs = solve.load_payoffs(game, report, planes=True)
    started = time.perf_counter()
    solved = solve_schedule(
        payoffs,
        schedule,
        split=game.split_low,
        checkpoint=Checkpoint(item.checkpoint),
        progress=lambda stage, share: report(stage, _SOLVING * share),
    )
    report("best responses over the whole tournament", _SOLVING)
    certificate = certify(payoffs, solved)
    losses = chips_losses(
        payoffs, solved, lambda stage, share: report(stage, _SOLVING + (1 - _SOLVING) * share)
    )
    figures = [time.perf_counter() - started, solved.sweeps, solved.change, *certificate.gains]
    jams = [[hand.jamming.strategy for hand in level] for level in solved.hands]
    calls = [[hand.calling.strategy for hand in level] for level in solved.hands]
    return {
        STRATEGIES: np.array([jams, calls]),
        WINNING: solved.winning,
        DURATIONS: solved.durations,
        LOSSES: losses,
        FIGURES: np.array(figures),
    }


def _read(game: Game, schedule: Schedule, arrays: Mapping[str, NDArray[Any]]) -> Tournament:
    figures = dict(zip(_FIGURES, arrays[FIGURES].tolist(), strict=True))
    return Tournament(
        game=game,
        schedule=schedule,
        winning=arrays[WINNING],
        durations=arrays[DURATIONS],
        jam=arrays[STRATEGIES][0],
        call=arrays[STRATEGIES][1],
        gains=(figures["gain_small"], figures["gain_big"]),
        chips_losses=arrays[LOSSES],
        sweeps=int(figures["sweeps"]),
        change=figures["change"],
        seconds=figures["seconds"],
    )
