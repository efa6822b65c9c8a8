"""How jam or fold on a flop is shown, and on all flops."""

from __future__ import annotations

from pathlib import Path

from jamfold.core.storage.whole_files import write_atomically
from jamfold.questions.flops import FlopChartRequest, FlopRequest, FlopTableRequest
from jamfold.spots.flop import FlopChart, FlopSolution
from jamfold.spots.flop_nplayer import FlopTable
from jamfold.views.flops import (
    flop_columns,
    flop_sheet,
    flop_table_columns,
    flop_table_sheet,
    flops_columns,
    flops_sheet,
)
from jamfold.views.formats import columns_csv
from jamfold.views.rows import FileOption, ViewSpec


def _write(_: FlopChartRequest, answer: FlopChart, path: Path) -> None:
    write_atomically(path, columns_csv(flops_columns(answer)))


ROWS = (
    ViewSpec(
        FlopRequest,
        FlopSolution,
        sheet=flop_sheet,
        columns=lambda _, answer: flop_columns(answer),
        csv_help="Print all kinds of hands as CSV.",
        examples=({"flop": "Kh 7d 2c", "stacks": ["5bb", "5bb"]},),
    ),
    ViewSpec(
        FlopChartRequest,
        FlopChart,
        sheet=flops_sheet,
        columns=lambda _, answer: flops_columns(answer),
        csv_help="Print all flops as CSV, full precision.",
        files=(FileOption("--out", "Write all flops to a CSV file.", _write),),
    ),
    ViewSpec(
        FlopTableRequest,
        FlopTable,
        sheet=flop_table_sheet,
        columns=lambda _, answer: flop_table_columns(answer),
        csv_help="Print all kinds of hands as CSV.",
    ),
)
