"""The counts of `lanes` as plain kernels, for versions of Numba that have no place for LLVM's code.

Arguments and results are those of the intrinsics.  Arrays are read in the order of memory.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from jamfold.core.jit import kernel


@kernel
def count_lanes(
    sheet: NDArray[np.uint8],
    sheet_at: int,
    starts: NDArray[np.uint32],
    thresholds: NDArray[np.uint8],
    at: int,
    n: int,
    cap: int,
    sign: int,
    counts: NDArray[np.int16],
    counts_at: int,
    lanes: int,
) -> None:
    """Do what `lanes.lane_counter` does."""
    cells, rows, levels, sums = sheet.ravel(), starts.ravel(), thresholds.ravel(), counts.ravel()
    for i in range(at, at + n):
        for lane in range(lanes):
            above = np.int64(cells[sheet_at + rows[i] + lane]) - np.int64(levels[i])
            if above > 0:
                sums[counts_at + lane] += sign * (cap if above > cap else above)


@kernel
def count_relations(
    sheet: NDArray[np.uint8],
    sheet_at: int,
    starts: NDArray[np.uint32],
    thresholds: NDArray[np.uint8],
    low_starts: NDArray[np.uint32],
    low_thresholds: NDArray[np.uint8],
    at: int,
    n: int,
    counts: NDArray[np.int16],
    lanes: int,
) -> None:
    """Do what `lanes.relation_counter` does, for all six relations."""
    cells, rows, levels, sums = sheet.ravel(), starts.ravel(), thresholds.ravel(), counts.ravel()
    low_rows, low_levels = low_starts.ravel(), low_thresholds.ravel()
    sums[: 6 * lanes] = 0
    for i in range(at, at + n):
        for lane in range(lanes):
            cell, low = cells[sheet_at + rows[i] + lane], cells[sheet_at + low_rows[i] + lane]
            if cell >= levels[i]:
                first = 0 if cell == levels[i] else 3
                sums[first * lanes + lane] += 1
                if low >= low_levels[i]:
                    which = first + 1 if low > low_levels[i] else first + 2
                    sums[which * lanes + lane] += 1


@kernel
def count_thresholds(
    sheet: NDArray[np.uint8],
    sheet_at: int,
    starts: NDArray[np.uint32],
    first: NDArray[np.uint8],
    second: NDArray[np.uint8],
    at: int,
    n: int,
    counts: NDArray[np.int16],
    lanes: int,
) -> None:
    """Do what `lanes.threshold_counter` does."""
    cells, rows, sums = sheet.ravel(), starts.ravel(), counts.ravel()
    levels = first.ravel(), second.ravel()
    sums[: 4 * lanes] = 0
    for i in range(at, at + n):
        for lane in range(lanes):
            cell = cells[sheet_at + rows[i] + lane]
            for side in range(2):
                sums[2 * side * lanes + lane] += cell > levels[side][i]
                sums[(2 * side + 1) * lanes + lane] += cell >= levels[side][i]
