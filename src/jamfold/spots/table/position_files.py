"""Charts of positions that come with the program: one file for each game, number of seats and level.

A file is gzip of a line of JSON and three planes of bytes over nodes, stacks and classes:

    gains   steps of 0.001 bb up to 0.005 bb, beyond of 0.01 bb; differences along stacks, then along
            classes, as 2n or -2n - 1, all low bytes before all high bytes
    play    0 where only a hand that gains is played, else 1 + 200 times the chance; 255 without a decision
    close   one bit each

``python -m tools.positions`` makes them.
"""

from __future__ import annotations

import gzip
import json
from dataclasses import astuple, replace
from functools import lru_cache

import numpy as np

from jamfold.arrays import FloatArray, IntArray
from jamfold.games import Game
from jamfold.hand.hand import Node
from jamfold.hand.posts import BlindLevel
from jamfold.hand.terms import CHIPS, PayoffTerms
from jamfold.kept.boxed import BOX
from jamfold.progress import Progress, ignore_progress
from jamfold.spots.stacks import StackGrid
from jamfold.spots.table.positions import PositionCharts, solve_positions
from jamfold.tables.class_table import rules_of

PACKED_GRID = StackGrid(1.0, 25.0, 0.5)
_FINE, _COARSE, _SMALL = 0.001, 0.01, 0.005
_CHANCES, _NONE = 200, 255
_SAME = 1e-9


def position_charts(
    game: Game,
    seats: int,
    level: BlindLevel,
    grid: StackGrid,
    terms: PayoffTerms = CHIPS,
    *,
    overcalls: bool = False,
    progress: Progress = ignore_progress,
) -> PositionCharts:
    """The charts that come with the program where they have all stacks of the grid, else solved now.

    Raises TableError as `solve_positions`.
    """
    packed = None if overcalls or not terms.plain else packed_positions(game, seats, level)
    numbers = {stack: number for number, stack in enumerate(PACKED_GRID.stacks)}
    if packed is None or not set(grid.stacks) <= set(numbers):
        return solve_positions(game, seats, level, grid, terms, overcalls=overcalls, progress=progress)
    rows = [numbers[stack] for stack in grid.stacks]
    return replace(
        packed,
        grid=grid,
        level=level,
        play=packed.play[rows],
        gain_bb=packed.gain_bb[rows],
        close=packed.close[rows],
    )


def packed_positions(game: Game, seats: int, level: BlindLevel) -> PositionCharts | None:
    """All stacks of what comes with the program; None where nothing does."""
    return _read(
        game, seats, tuple(round(one, 9) for one in (level.in_bb.blinds[0], *astuple(level.in_bb)[1:]))
    )


@lru_cache(maxsize=4)
def _read(game: Game, seats: int, posts: tuple[float, ...]) -> PositionCharts | None:
    small, *extras = posts
    level = BlindLevel((small, 1.0), *extras)
    path = BOX.joinpath(file_name(game, seats, level))
    return read_positions(game, path.read_bytes()) if path.is_file() else None


def file_name(game: Game, seats: int, level: BlindLevel) -> str:
    """The name of a file: ``positions-holdem-9-ante-0.1.gz``."""
    extras = "".join(f"-{name.replace('_', '-')}-{chips:.6g}" for name, chips in level.in_bb.extras.items())
    small = level.in_bb.blinds[0]
    blind = "" if abs(small - 0.5) < _SAME else f"-blind-{small:.6g}"
    return f"positions-{game.name}-{seats}{blind}{extras}.gz"


def pack_positions(charts: PositionCharts) -> bytes:
    """The file of charts over the packed grid."""
    gains, play = (values.transpose(1, 0, 2) for values in (charts.gain_bb, charts.play))
    there = ~np.isnan(gains)
    levels = np.where(there, _levels(np.nan_to_num(gains)), 0)
    steps = np.diff(np.diff(levels, axis=1, prepend=0), axis=2, prepend=0)
    zigzag = np.where(steps < 0, -2 * steps - 1, 2 * steps).astype("<u2")
    chances = np.where(play == (levels > 0), 0, 1 + np.rint(_CHANCES * play)).astype(np.uint8)
    head = {
        "game": charts.game.name,
        "rules": rules_of(charts.game),
        "level": astuple(charts.level.in_bb),
        "seats": charts.seats,
        "nodes": charts.nodes,
    }
    planes = (
        (zigzag & 255).astype(np.uint8),
        (zigzag >> 8).astype(np.uint8),
        np.where(there, chances, _NONE).astype(np.uint8),
        np.packbits(charts.close.transpose(1, 0, 2)),
    )
    text = json.dumps(head, separators=(",", ":")).encode()
    return gzip.compress(b"\n".join([text, b"".join(plane.tobytes() for plane in planes)]), 9, mtime=0)


def read_positions(game: Game, content: bytes) -> PositionCharts | None:
    """The charts of a file; None if they are of other rules."""
    text, _, data = gzip.decompress(content).partition(b"\n")
    head = json.loads(text)
    if head["rules"] != json.loads(json.dumps(rules_of(game))):
        return None
    nodes = tuple(Node(seat, tuple(after)) for seat, after, *_ in head["nodes"])
    shape = len(nodes), len(PACKED_GRID.stacks), -1
    cells = 8 * len(data) // 25
    low, high, chances = np.frombuffer(data[: 3 * cells], dtype=np.uint8).reshape(3, *shape)
    zigzag = low.astype(np.int64) | high.astype(np.int64) << 8
    levels = np.cumsum(np.cumsum(np.where(zigzag & 1, -(zigzag + 1 >> 1), zigzag >> 1), axis=2), axis=1)
    gains = np.where(chances == _NONE, np.nan, _gains(levels))
    listed = (chances > 0) & (chances < _NONE)
    play = np.where(listed, (chances - 1.0) / _CHANCES, (levels > 0) | (chances == _NONE))
    bits = np.unpackbits(np.frombuffer(data[3 * cells :], dtype=np.uint8), count=cells)
    play, gains, close = (
        np.ascontiguousarray(values.reshape(gains.shape).transpose(1, 0, 2))
        for values in (play, gains, bits.astype(np.bool_))
    )
    (blinds, *extras) = head["level"]
    level = BlindLevel(tuple(blinds), *extras)
    return PositionCharts(game, PACKED_GRID, level, head["seats"], nodes, play, gains, close, packed=True)


def _levels(gains: FloatArray) -> IntArray:
    """Gains as whole numbers; none but 0 becomes 0, so that the sign stays."""
    size = np.abs(gains)
    steps = np.where(size < _SMALL, size / _FINE, _SMALL / _FINE + (size - _SMALL) / _COARSE)
    whole = np.maximum(np.rint(steps), size > 0) * np.sign(gains)
    return whole.astype(np.int64)


def _gains(levels: IntArray) -> FloatArray:
    """The gains of `_levels`."""
    size, small = np.abs(levels), round(_SMALL / _FINE)
    return np.sign(levels) * np.where(size < small, size * _FINE, _SMALL + (size - small) * _COARSE)
