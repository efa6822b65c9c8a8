"""The exact return of a pay table, and how often every final hand comes."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from html import escape
from typing import Any

from nicegui import ui

from jamfold.questions.videopoker import PayTableQuestion
from jamfold.web.jobs import Job, JobBoard
from jamfold.web.pages.frame import html, numbers, panel, table
from jamfold.web.pages.jobline import JobLine

EDITED = " <span class='badge rough'>edited</span>"


class ReturnPanel(JobLine):
    """Return, frequencies and files of them; `on_done` hears when they are there."""

    def __init__(self, board: JobBoard, on_done: Callable[[], None]) -> None:
        self._on_done = on_done
        self._edited = False
        with panel("Return under perfect play"):
            super().__init__(board)
            self.status.classes("one-line")
            self._answer = html().props("id=return aria-live=polite")
            self._downloads = ui.element("div").classes("row-of noprint")

    def ask(self, question: PayTableQuestion, *, edited: bool) -> None:
        """Ask for the return of a table."""
        self._edited = edited
        self.start(question)

    def outdate(self) -> None:
        """What is shown belongs to a table that has been edited since; nothing moves below the pointer."""
        self._job = None
        self._answer.classes(add="old")
        self.status.set_content("<p class='note'>The table has changed: Analyse gives its return.</p>")

    def failed(self, job: Job) -> None:
        """Show the sentence alone."""
        self._answer.set_content("")
        self._downloads.clear()
        self.status.classes(remove="one-line")
        super().failed(job)

    def finished(self, result: Any) -> None:
        """Show the return and the frequencies."""
        self.status.classes(add="one-line")
        self._answer.classes(remove="old").set_content(return_html(result, edited=self._edited))
        self._downloads.clear()
        files = {"csv": analysis_csv(result), "json": json.dumps(result, indent=2)}
        with self._downloads:
            for ending, content in files.items():
                name = f"{file_name(result['name'])}.{ending}"
                ui.button(
                    ending.upper(),
                    on_click=lambda content=content, name=name: ui.download.content(content, name),
                ).props(f'outline no-caps dense aria-label="Download {ending.upper()}" id=save-{ending}')
        self._on_done()


def return_html(result: dict[str, Any], *, edited: bool) -> str:
    """The return, the frequencies, the exact fraction."""
    cost = result["cost_per_1000"]
    tiles = [
        ("return", f"{result['return_percent']:.8f} %"),
        ("variance per hand", f"{result['variance']:.4f}"),
        ("hands that pay", f"{result['hit_percent']:.4f} %"),
        ("coins lost per 1,000 bet" if cost >= 0 else "coins won per 1,000 bet", f"{abs(cost):.4f}"),
    ]
    rows = [
        [
            row["hand"],
            f"{row['pays']:,.12g}",
            f"{100 * row['share']:.6f} %",
            f"{1 / row['share']:,.2f}" if row["share"] else "never",
            f"{100 * row['of_return']:.4f} %",
        ]
        for row in result["rows"]
    ]
    first, second = result["fraction"]
    badges = f"{EDITED if edited else ''} <span class='badge exact'>exact</span>"
    return (
        f"<p><b>{escape(result['name'])}</b>{badges}</p>{numbers(tiles)}"
        f"{table(('final hand', 'pays', 'frequency', 'one in', 'of the return'), rows)}"
        f"<p class='note'>Return = {first:,} / {second:,}.</p>"
    )


def analysis_csv(result: dict[str, Any]) -> str:
    """The frequencies as CSV: counts are exact, out of the column beside them."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["hand", "pays", "count", "out_of", "frequency", "part_of_return"])
    for row in result["rows"]:
        _, draws = result["frequencies"][row["name"]]
        pays = f"{row['pays']:.12g}"
        writer.writerow([row["name"], pays, row["count"], draws, row["share"], row["of_return"]])
    return file.getvalue()


def file_name(name: str) -> str:
    """A table's name as that of a file, without its ending."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:60] or "pay-table"
