"""Write the charts of positions that come with the program.

``python -m tools.positions`` makes the files that are missing, one after the other, so it goes on where it
was ended; ``python -m tools.positions holdem-9 six-plus`` makes those whose names
begin so; ``--again`` makes them anew.
The same sources give the same bytes.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import astuple
from pathlib import Path

import numpy as np

from jamfold.betting.posts import BlindLevel
from jamfold.cards.games import GAMES, Game
from jamfold.class_tables.class_table import rules_of
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.storage.bundled import encode_planes
from jamfold.core.storage.whole_files import write_atomically
from jamfold.spots.nplayer.position_charts import (
    CHANCE_PARTS,
    COARSE_STEP,
    FINE_STEP,
    NO_DECISION,
    PACKED_GRID,
    SMALL_GAIN,
    PositionCharts,
    file_name,
    solve_positions,
)

BOX = Path(__file__).parents[1] / "src" / "jamfold" / "core" / "storage" / "box"
LEVELS = BlindLevel(), BlindLevel(bb_ante=1.0), BlindLevel(ante=0.1), BlindLevel(ante=0.125)
SEATS = 9, 6, 2, 3, 8, 5, 7, 4, 10
"""In the order of need."""
CONFIGURATIONS: tuple[tuple[str, int, BlindLevel], ...] = (
    *(("holdem", seats, level) for level in LEVELS for seats in SEATS),
    ("six-plus", 6, BlindLevel()),
)


def make(game: Game, seats: int, level: BlindLevel) -> bytes:
    """The file of one configuration; tells how far it is."""
    begun = time.monotonic()

    def tell(stage: str, share: float) -> None:
        if stage.startswith("stack") and share > 0:
            left = (time.monotonic() - begun) * (1 - share) / share
            sys.stderr.write(f"\r{game.name} {seats} seats, {stage}, {left / 60:.1f} minutes left    ")

    found = solve_positions(game, seats, level, PACKED_GRID, progress=tell)
    sys.stderr.write("\n")
    return pack_positions(found)


def pack_positions(charts: PositionCharts) -> bytes:
    """Return the content of the file of charts over `PACKED_GRID`."""
    gains, play = (values.transpose(1, 0, 2) for values in (charts.gain_bb, charts.play))
    is_present = ~np.isnan(gains)
    levels = np.where(is_present, _levels(np.nan_to_num(gains)), 0)
    steps = np.diff(np.diff(levels, axis=1, prepend=0), axis=2, prepend=0)
    zigzag = np.where(steps < 0, -2 * steps - 1, 2 * steps).astype("<u2")
    chances = np.where(play == (levels > 0), 0, 1 + np.rint(CHANCE_PARTS * play)).astype(np.uint8)
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
        np.where(is_present, chances, NO_DECISION).astype(np.uint8),
        np.packbits(charts.close.transpose(1, 0, 2)),
    )
    return encode_planes(head, planes)


def _levels(gains: FloatArray) -> IntArray:
    """Return gains as signed integers; only 0 becomes 0."""
    size = np.abs(gains)
    steps = np.where(
        size < SMALL_GAIN, size / FINE_STEP, SMALL_GAIN / FINE_STEP + (size - SMALL_GAIN) / COARSE_STEP
    )
    whole = np.maximum(np.rint(steps), size > 0) * np.sign(gains)
    return whole.astype(np.int64)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=[""], help="How the names of the files begin.")
    parser.add_argument("--again", action="store_true", help="Make those that are there, too.")
    given = parser.parse_args()
    for name, seats, level in CONFIGURATIONS:
        path = BOX / file_name(GAMES[name], seats, level)
        wanted = path.name.removeprefix("positions-").removesuffix(".gz")
        if not any(wanted == one or wanted.startswith(one) for one in given.names):
            continue
        if given.again or not path.exists():
            begun = time.process_time()
            write_atomically(path, make(GAMES[name], seats, level))
            cpu = time.process_time() - begun
            sys.stderr.write(f"{path.name}: {path.stat().st_size:,} bytes, {cpu:.0f} CPU seconds\n")


if __name__ == "__main__":
    main()
