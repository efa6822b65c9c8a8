"""Many solved spots as a file: CSV, JSON, Parquet."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from jamfold.errors import BatchError
from jamfold.kept.whole import check_target, write_whole
from jamfold.questions.batch import Batch
from jamfold.views.contracts.batch import RESULTS, BatchLineContract
from jamfold.views.history_files import csv_text
from jamfold.views.json import to_text, to_values

ENDINGS = (".csv", ".json", ".parquet")


def check_batch(path: Path, columns: tuple[str, ...] = ()) -> Path:
    """The path itself, if results can be written there; asked before long work.

    Raises
    ------
    BatchError
        If its ending is unknown, or the package for Parquet is missing.
    """
    if path.suffix.lower() not in ENDINGS:
        raise BatchError(f"The results '{path.name[:60]}' must end in .csv, .json or .parquet.", field="out")
    if path.suffix.lower() == ".parquet":
        _parquet()
    check_target(path, BatchError)
    return path


def write_batch(batch: Batch, path: Path) -> None:
    """Write results in the format of the file's ending; columns of the file first.

    Raises
    ------
    BatchError
        If they cannot be written.
    """
    kind = check_batch(path).suffix.lower()
    lines = [BatchLineContract.of(line) for line in batch.lines]
    if kind == ".json":
        write_whole(path, to_text(lines) + "\n", BatchError)
        return
    values = [to_values(line) for line in lines]
    heads = [*batch.columns, *(f"solved_{name}" if name in batch.columns else name for name in RESULTS)]
    rows = [
        [*(one["spot"].get(name, "") for name in batch.columns), *(one[name] for name in RESULTS)]
        for one in values
    ]
    if kind == ".csv":
        write_whole(path, csv_text([heads, *rows]), BatchError)
        return
    arrow, parquet = _parquet()
    columns = {name: [row[k] for row in rows] for k, name in enumerate(heads)}
    stream = io.BytesIO()
    parquet.write_table(arrow.table(columns), stream)
    write_whole(path, stream.getvalue(), BatchError)


def _parquet() -> tuple[Any, Any]:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise BatchError(
            "Parquet needs the package pyarrow: pip install 'jamfold[parquet]'.", field="out"
        ) from None
    return pa, parquet


def batch_line(batch: Batch, path: Path) -> str:
    """What was done, in a sentence."""
    wrong = sum(bool(line.error) for line in batch.lines)
    solved = len(batch.lines) - wrong
    told = f"{solved:,} spots solved, {wrong:,} lines that are none (column error)" if wrong else ""
    carried = f" Carried over: {', '.join(batch.carried)}." if batch.carried else ""
    return f"{told or f'{solved:,} spots solved'}; saved to {path}.{carried}"
