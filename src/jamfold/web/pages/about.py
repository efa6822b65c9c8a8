"""What this is, and the JSON API."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape

from nicegui import ui

from jamfold.web.jobs import JobBoard
from jamfold.web.pages.frame import frame, html, panel

Requests = Callable[[], Iterable[tuple[str, str, str]]]
_OTHER_REQUESTS = (
    ("GET", "/api/videopoker", "the pay tables"),
    ("POST", "/api/videopoker", "a pay table, or the 32 holds of a deal"),
    ("GET", "/api/jobs/{job}", "a job as it stands"),
    ("DELETE", "/api/jobs/{job}", "stops a job"),
)
_API = """<p>The same answers as JSON; the document is <a href="/api/openapi.json">/api/openapi.json</a>.</p>
<div class="scroll"><table class="plain notes">
<thead><tr><th scope="col">request</th><th scope="col">gives</th></tr></thead>
<tbody>ROWS</tbody></table></div>"""
_WORDS = """<p><b>Jam</b>: go all-in as the small blind. <b>Call</b>: call that jam as the big blind.
<b>Value</b>: what the strategies earn against each other. <b>PostEV</b>: what a best response earns against
the other's strategy. <b>Epsilon</b>: half of what both players together could gain by playing otherwise; one
of them alone gains at most twice that, and what each could gain stands beside it. An exact solution has all
of them at rounding. <b>Free</b> hands may do either.</p>
<p><b>bb</b> are chips divided by the big blind, also where there are antes. The unit of the theory, and its s
and b, stand under “How it was computed”. Chips can be written as 100 or as 12.5bb.</p>
<p>All-in-or-fold is exact for all-in-or-fold tables and a good model for very short stacks in no-limit games.
In pot-limit games without antes a heads-up small blind cannot open for more than 3 big blinds, so deeper
stacks are a model there ("commit or fold"), not a legal action.</p>"""


def add(board: JobBoard, requests: Requests) -> None:
    """Register the page; `requests` tells method, path and words of what the API answers."""

    @ui.page("/about", title="About")
    def about_page() -> None:
        with frame("/about", "About", "What the words mean, what is exact, and how programs ask."):
            with panel("Words and limits"):
                html(_WORDS)
            with panel("JSON API"):
                html(_API.replace("ROWS", _rows(requests())))


def _rows(asked: Iterable[tuple[str, str, str]]) -> str:
    return "".join(
        f'<tr><th scope="row"><code>{method} {path}</code></th><td>{escape(words)}</td></tr>'
        for method, path, words in (*asked, *_OTHER_REQUESTS)
    )
