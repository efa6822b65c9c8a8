"""The pages: words, numbers and events; what is computed comes from the job board."""

from __future__ import annotations

from jamfold.web.jobs import JobBoard


def add_pages(board: JobBoard) -> None:
    """Register all pages."""
    from jamfold.web.pages import about, chance, charts, equity, solve, videopoker

    for page in (solve, charts, equity, chance, videopoker, about):
        page.add(board)
