"""Batches of solved spots as one file (CSV, JSON, Parquet), and its JSON contract."""

from __future__ import annotations

import io
import re
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Self

from jamfold.cases.answers import run_case
from jamfold.cases.answers.batch import Batch, BatchLine, forget_journal, spot_columns
from jamfold.cases.answers.watch import Observer
from jamfold.cases.batch import BatchRequest
from jamfold.core.display import plural
from jamfold.core.errors import BatchError
from jamfold.core.storage.whole_files import check_target, write_atomically
from jamfold.views.formats import NUMBER, Columns, Contract, columns_csv, to_text, to_values


class BatchLineContract(Contract):
    """A solved line of a file of spots; all numbers are null if `error` says why it was not solved."""

    spot: dict[str, str]
    """The cells of the line, by column."""
    s: float | None
    b: float | None
    jam_percent: float | None
    call_percent: float | None
    value_bb: float | None
    """The small blind's EV, in chips divided by the big blind."""
    value_sb_chips: float | None
    value_bb_chips: float | None
    value_sb_money: float | None
    """The value of the small blind's stack after the hand; null unless prizes are at stake."""
    value_bb_money: float | None
    gain_sb: float | None
    """The small blind's gain by a best response, in money if prizes are at stake, otherwise in big blinds."""
    gain_bb: float | None
    """The big blind's gain by a best response."""
    exact: bool | None
    mixed_jams: int | None
    """The number of classes that jam at times."""
    mixed_calls: int | None
    open_percent: float | None
    """Percent of all hands that the small blind raises first without going all-in; null without raises.
    With raises jam_percent and call_percent are for the jam without a raise before it, and for its calls."""
    sb_plays_percent: float | None
    """Percent of all hands that the small blind does not fold first; null without raises."""
    bb_plays_percent: float | None
    """Percent of all hands that the big blind does not fold at its first decision; null without raises."""
    error: str

    @classmethod
    def of(cls, line: BatchLine) -> Self:
        spot = line.solved
        if spot is None:
            nothing = dict.fromkeys(RESULTS)
            return cls(spot=line.texts, **nothing | {"error": line.error})  # type: ignore[arg-type]
        money = spot.value_money or (None, None)
        plays = spot.plays_percent or (None, None)
        return cls.pick(
            spot,
            spot=line.texts,
            value_sb_chips=spot.value_chips[0],
            value_bb_chips=spot.value_chips[1],
            value_sb_money=money[0],
            value_bb_money=money[1],
            gain_sb=spot.gains[0],
            gain_bb=spot.gains[1],
            mixed_jams=spot.mixed[0],
            mixed_calls=spot.mixed[1],
            sb_plays_percent=plays[0],
            bb_plays_percent=plays[1],
            error="",
        )


RESULTS = tuple(name for name in BatchLineContract.__annotations__ if name != "spot")
"""The columns of results, in order."""


_CODE = re.compile(r"[+-]?0\d|\+")
"""Texts that do not survive as numbers: leading zeros and plus signs."""
_WHOLE = re.compile(r"-?\d{1,18}")

ENDINGS = (".csv", ".json", ".parquet")


def check_batch(path: Path) -> Path:
    """Return the path if results can be written there; checked before long work.

    Raises BatchError if its ending is unknown or the package for Parquet is missing.
    """
    if path.suffix.lower() not in ENDINGS:
        raise BatchError(f"The results '{path.name[:60]}' must end in .csv, .json or .parquet.", field="out")
    if path.suffix.lower() == ".parquet":
        _parquet()
    check_target(path, BatchError)
    return path


def perform(question: BatchRequest, watch: Observer) -> Batch:
    """Solve the spots of a file and write the results."""
    check_batch(question.out)
    solved: Batch = run_case(question, watch)
    write_batch(solved, question.out)
    forget_journal(question)
    return solved


def write_batch(batch: Batch, path: Path) -> None:
    """Write results in the format of the path's ending; raises BatchError if that fails."""
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
    values = [to_values(BatchLineContract.of(line)) for line in batch.lines]
    spots = {name: [value["spot"].get(name, "") for value in values] for name in batch.columns}
    heads = {name: _head(name, batch) for name in RESULTS}
    return spots | {head: [value[name] for value in values] for name, head in heads.items()}


def _typed(cells: list[Any]) -> list[Any]:
    """Turn a column of texts into numbers if all are plain numbers or empty (``007`` is not plain)."""
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


def _head(name: str, batch: Batch) -> str:
    """The column of a result, which the file of spots may have already."""
    return f"solved_{name}" if name in batch.columns else name


def line_contracts(batch: Batch) -> list[BatchLineContract]:
    return list(map(BatchLineContract.of, batch.lines))


def _carried(name: str) -> str:
    """Return the name of a column that says nothing of a spot, and that of a spot's column much like it."""
    near = get_close_matches(name, sorted(spot_columns()), 1, 0.76)
    return f"{name} (did you mean {near[0]}?)" if near else name


def batch_line(batch: Batch, path: Path) -> str:
    """Say in a sentence how many spots were solved and where they were saved."""
    wrong = sum(bool(line.error) for line in batch.lines)
    solved = len(batch.lines) - wrong
    text = plural(solved, "spot") + " solved"
    text += f", {plural(wrong, 'invalid line')} (see the column {_head('error', batch)})" if wrong else ""
    carried = f" Carried over: {', '.join(map(_carried, batch.carried))}." if batch.carried else ""
    return f"{text}; saved to {path}.{carried}"
