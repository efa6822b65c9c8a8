"""Stored three-player tournaments, opened and resumed like heads-up ones (`stored_tournaments`)."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import GAMES, Game
from jamfold.class_tables.class_table import rules_of
from jamfold.core.arrays import FloatArray
from jamfold.core.display import DisplayableResult
from jamfold.core.progress import Progress, ignore_progress
from jamfold.core.storage.bundled import encode_bundled, load_bundled
from jamfold.core.storage.checkpoints import Checkpoint
from jamfold.core.storage.drafts import load_or_build
from jamfold.core.storage.files import ArraySpec
from jamfold.core.storage.folder import data_folder
from jamfold.core.storage.items import Artifact
from jamfold.spots.tournaments.blind_levels import ScheduledLevel
from jamfold.spots.tournaments.three_players import NODES, SolvedGrid, solve_three, steering
from jamfold.spots.tournaments.tournament_hands import MOST_STEPS, SEATS, Grid
from jamfold.valuation.numbers import as_fraction
from jamfold.valuation.prizes import Prizes

METHOD = 1
"""The version of the solution; stored tournaments of other versions are not read."""
_VALUES, _BEST, _STRATEGIES, _FIGURES = "values", "best", "strategies", "figures"
_ARRAYS = (_VALUES, _BEST, _STRATEGIES, _FIGURES)
_PERIOD = 10.0
"""Seconds between checkpoints within a sweep."""
_STATE_SECONDS = 2.5
"""Seconds per state of Hold'em in all sweeps and the certificate: 3.5 s of processor time with 946."""


@dataclass(frozen=True, eq=False)
class ThreeTournament(DisplayableResult):
    """A solved three-player tournament."""

    game: Game
    unit: int
    """game, unit: The rules, and the chips in a unit."""
    solved: SolvedGrid
    """Strategies, values and those of best responses; stacks in units."""
    seconds: float
    """The time to solve; after an interruption, that of the last run."""
    boxed: bool = False
    """Whether it is bundled."""

    @property
    def grid(self) -> Grid:
        """Stacks, blinds and prizes in units."""
        return self.solved.grid

    @property
    def equal(self) -> int:
        """The row of the state with the most equal stacks."""
        return min(range(len(self.grid.states)), key=lambda row: max(self.grid.states[row]))

    def chips(self, row: int) -> tuple[float, ...]:
        """Return the stacks of a state in chips: small blind, big blind, button."""
        return tuple(units * self.unit for units in self.grid.states[row])


def three_folder() -> Path:
    return data_folder() / "three-player"


def _in_percent(grid: Grid) -> Grid:
    """Return the grid with its prizes in percent of all: scaled money is the same game."""
    amounts = [as_fraction(amount) for amount in grid.prizes.amounts]
    shares = tuple(float(100 * amount / sum(amounts)) for amount in amounts)
    return replace(grid, prizes=Prizes(shares, percent=True))


def three_item(game: Game, grid: Grid) -> Artifact:
    """Return the artifact that stores a tournament, the same for all units of chips and prizes."""
    grid = _in_percent(grid)
    noted = {
        "steps": grid.steps,
        "level": grid.level.text(),
        "prizes": [int(amount) if float(amount).is_integer() else amount for amount in grid.prizes.amounts],
        "percent": grid.prizes.percent,
        "model": grid.model,
    }
    digest = hashlib.sha256(json.dumps(noted).encode()).hexdigest()[:12]
    name, states = f"{game.name}-{grid.steps}-{digest}", len(grid.states)
    shapes = {
        _VALUES: (states, SEATS),
        _BEST: (states, SEATS),
        _STRATEGIES: (states, NODES, hand_classes(game).n),
        _FIGURES: (4,),
    }
    return Artifact(
        folder=three_folder(),
        name=name,
        kind="tournament of three",
        title=f"tournament of three {name}",
        serves="tournament-three",
        identity={"game": game.name, "rules": rules_of(game), "method": METHOD, **noted},
        array_specs={array: ArraySpec("<f8", shapes[array]) for array in _ARRAYS},
        steering=steering(shapes[_VALUES], shapes[_STRATEGIES]),
    )


def kept_three(games: list[Game]) -> list[Artifact]:
    """Return the stored and interrupted tournaments of some games, without unreadable records."""
    items: dict[str, Artifact] = {}
    for path in sorted(three_folder().glob("*.json")):
        with suppress(OSError, ValueError, KeyError, TypeError):
            noted = json.loads(path.read_text(encoding="utf-8"))
            small, big, ante = (int(part) for part in str(noted["level"]).split(" x ")[1].split("/"))
            prizes = Prizes(tuple(noted["prizes"]), bool(noted["percent"]))
            level = ScheduledLevel(None, small, big, ante)
            grid, game = Grid(int(noted["steps"]), level, prizes, noted["model"]), GAMES[noted["game"]]
            if game in games and grid.steps <= MOST_STEPS:
                item = three_item(game, grid)
                items[item.name] = item
    return list(items.values())


def expected_seconds(game: Game, grid: Grid) -> float:
    """Return the estimated seconds to solve, on two busy cores of a 2024 server."""
    share = float((hand_classes(game).n / 169) ** 1.5)
    return len(grid.states) * _STATE_SECONDS * share


def solve_three_tournament(
    game: Game, grid: Grid, unit: int, progress: Progress | None = None
) -> ThreeTournament:
    """Load a stored three-player tournament, or solve and store it.

    The state of the search is stored too: an interrupted search resumes, and ends in the same numbers.
    Raises TableError if the tables of the game cannot be built here, or memory is short; UnavailableError if
    it is stored, but cannot be opened now.
    """
    report = progress or ignore_progress
    item = three_item(game, grid)
    arrays: Mapping[str, NDArray[Any]] | None = None if item.has_record() else _bundled(item)
    is_boxed = arrays is not None
    if arrays is None:
        arrays = _kept_arrays(game, grid, item, report)
    left, sweeps, change, seconds = arrays[_FIGURES].tolist()
    money = grid.prizes.pool / 100
    values, best = money * arrays[_VALUES], money * arrays[_BEST]
    solved = SolvedGrid(grid, arrays[_STRATEGIES], values, best, money * left, int(sweeps), money * change)
    return ThreeTournament(game, unit, solved, seconds, is_boxed)


def is_at_hand(game: Game, grid: Grid) -> bool:
    """Return whether a three-player tournament is stored or bundled, so that it opens at once."""
    item = three_item(game, grid)
    return item.has_record() or _bundled(item) is not None


def packed_three(answer: ThreeTournament) -> tuple[str, bytes]:
    """Return the name and content of the file that bundles it."""
    item, solved = three_item(answer.game, answer.grid), answer.solved
    money = answer.grid.prizes.pool / 100
    arrays = {_VALUES: solved.values / money, _BEST: solved.best / money, _STRATEGIES: solved.strategies}
    figures = np.array([solved.left / money, solved.sweeps, solved.change / money, 0.0])
    return _box(item), encode_bundled(item.identity, {**arrays, _FIGURES: figures})


def _box(item: Artifact) -> str:
    return f"tournament-three-{item.name}"


def _bundled(item: Artifact) -> dict[str, FloatArray] | None:
    """Return the arrays of a bundled tournament; None if it is not bundled."""
    return load_bundled(_box(item), item.identity)


def _kept_arrays(game: Game, grid: Grid, item: Artifact, report: Progress) -> Mapping[str, NDArray[Any]]:
    memory = 8 * (SEATS * len(grid.states)) ** 2 * 3 + 6 * item.total_bytes
    artifact = load_or_build(
        item, lambda: _solve(game, _in_percent(grid), item, report), memory_bytes=memory, progress=report
    )
    item.tidy(finished=True)
    return artifact.arrays


def _solve(game: Game, grid: Grid, item: Artifact, report: Progress) -> dict[str, FloatArray]:
    started = time.perf_counter()
    checkpoint = Checkpoint(item.checkpoint, period=_PERIOD)
    solved = solve_three(game, grid, checkpoint=checkpoint, progress=report)
    figures = [solved.left, solved.sweeps, solved.change, time.perf_counter() - started]
    return {
        _VALUES: solved.values,
        _BEST: solved.best,
        _STRATEGIES: solved.strategies,
        _FIGURES: np.array(figures),
    }
