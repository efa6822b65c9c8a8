"""Many solved spots as a file: CSV, JSON, Parquet."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

from jamfold.answers import run_case
from jamfold.answers.batch import Batch, forget_journal
from jamfold.answers.watch import Observer
from jamfold.errors import BatchError
from jamfold.kept.whole import check_target, write_atomically
from jamfold.questions.batch import BatchRequest
from jamfold.shown import plural
from jamfold.views.columns import NUMBER, Columns, columns_csv
from jamfold.views.contracts.batch import RESULTS, BatchLineContract
from jamfold.views.json import to_text, to_values

_CODE = re.compile(r"[+-]?0\d|\+")
"""What would not be the same text again."""
_WHOLE = re.compile(r"-?\d{1,18}")

ENDINGS = (".csv", ".json", ".parquet")


def check_batch(path: Path, columns: tuple[str, ...] = ()) -> Path:
    """The path itself, if results can be written there; asked before long work.

    Raises BatchError if its ending is unknown, or the package for Parquet is missing.
    """
    if path.suffix.lower() not in ENDINGS:
        raise BatchError(f"The results '{path.name[:60]}' must end in .csv, .json or .parquet.", field="out")
    if path.suffix.lower() == ".parquet":
        _parquet()
    check_target(path, BatchError)
    return path


def perform(question: BatchRequest, watch: Observer) -> Batch:
    """Solve the spots of a file and write what comes of them."""
    check_batch(question.out)
    solved: Batch = run_case(question, watch)
    write_batch(solved, question.out)
    forget_journal(question)
    return solved


def write_batch(batch: Batch, path: Path) -> None:
    """Write results in the format of the file's ending; columns of the file first.

    Raises BatchError if they cannot be written.
    """
    kind = check_batch(path).suffix.lower()
    if kind == ".json":
        write_atomically(
            path, to_text([BatchLineContract.of(line) for line in batch.lines]) + "\n", BatchError
        )
        return
    columns = batch_columns(batch)
    if kind == ".csv":
        write_atomically(path, columns_csv(columns), BatchError)
        return
    arrow, parquet = _parquet()
    stream = io.BytesIO()
    parquet.write_table(arrow.table({name: _typed(cells) for name, cells in columns.items()}), stream)
    write_atomically(path, stream.getvalue(), BatchError)


def batch_columns(batch: Batch) -> Columns:
    """The columns of the file, then those of the results."""
    values = [to_values(BatchLineContract.of(line)) for line in batch.lines]
    spots = {name: [one["spot"].get(name, "") for one in values] for name in batch.columns}
    heads = {name: f"solved_{name}" if name in batch.columns else name for name in RESULTS}
    return spots | {head: [one[name] for one in values] for name, head in heads.items()}


def _typed(cells: list[Any]) -> list[Any]:
    """A column of texts as numbers, if all that are not empty are written as plain ones (``007`` is none)."""
    texts = [cell for cell in cells if cell not in ("", None)]
    if not texts or not all(isinstance(cell, str) and NUMBER.fullmatch(cell) for cell in texts):
        return cells
    if any(_CODE.match(cell) for cell in texts):
        return cells
    whole = all(_WHOLE.fullmatch(cell) for cell in texts)
    return [None if cell in ("", None) else int(cell) if whole else float(cell) for cell in cells]


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
    told = f"{plural(solved, 'spot')} solved, {wrong:,} lines that are none (column error)" if wrong else ""
    carried = f" Carried over: {', '.join(batch.carried)}." if batch.carried else ""
    return f"{told or plural(solved, 'spot') + ' solved'}; saved to {path}.{carried}"
