"""Many spots from a file, solved by several processes; an interrupted batch resumes."""

from __future__ import annotations

import os
from dataclasses import MISSING
from pathlib import Path

from jamfold.cases.entries import CaseRequest
from jamfold.cases.fields import request_field
from jamfold.cases.view_spec import ViewSpec
from jamfold.core.errors import BatchError


class BatchRequest(CaseRequest):
    """Solve every spot in a CSV file and write the results.

    Columns are named as in a link: game, stack_sb, stack_bb (or stack for both), blind_sb,
    blind_bb, ante, dead, rake, cap, prizes, open, raises, limit and so on; missing ones take the defaults.
    Other columns are carried over. The column error says why a line is not a spot; the others are solved.
    An interrupted run resumes when the same file is solved into the same results again.
    """

    queue = "searching"
    is_cacheable = False
    answered_by = "cases.answers.batch:batch"
    view_spec = ViewSpec(
        values_of="views.batch:line_contracts(answer)",
        view="views.batch:batch_line(answer, question.out)",
        columns="views.batch:batch_columns(answer)",
    )

    file: str = request_field(
        MISSING,
        "CSV file of spots, with column names in the first line.",
        positional=True,
        metavar="FILE",
        cli_only=True,
        reads=True,
    )
    out: Path = request_field(MISSING, "Results: .csv, .json or .parquet.", metavar="FILE", cli_only=True)
    processes: int | None = request_field(
        None,
        "Number of solver processes.",
        metavar="N",
        minimum=1,
        maximum=512,
        default_text="one per core",
        cli_only=True,
    )
    cluster: str | None = request_field(
        None,
        "Solve on a Dask cluster instead of processes, tcp://HOST:PORT.",
        metavar="ADDRESS",
        cli_only=True,
    )

    def __post_init__(self) -> None:
        """Require either processes or a cluster, and results in another file."""
        super().__post_init__()
        if os.path.realpath(self.out) == os.path.realpath(self.file):
            raise BatchError("The results would replace the spots: name another file.", field="out")
        if self.cluster is not None and self.processes is not None:
            raise BatchError("Use processes or a cluster, not both.", field="processes")
