"""What this is, and the JSON API."""

from __future__ import annotations

from nicegui import ui

from jamfold.web.jobs import JobBoard
from jamfold.web.pages.frame import frame, html, panel

_API = """<p>The same answers as JSON; the document is <a href="/api/openapi.json">/api/openapi.json</a>.</p>
<div class="scroll"><table class="plain notes">
<thead><tr><th scope="col">request</th><th scope="col">gives</th></tr></thead>
<tbody>
<tr><th scope="row"><code>POST /api/solve</code></th><td>a solved spot</td></tr>
<tr><th scope="row"><code>POST /api/hand</code></th><td>one hand of a spot, and why</td></tr>
<tr><th scope="row"><code>POST /api/equity</code></th><td>equities of two to nine players</td></tr>
<tr><th scope="row"><code>GET /api/videopoker</code></th><td>the pay tables</td></tr>
<tr><th scope="row"><code>POST /api/videopoker</code></th><td>a pay table, or 32 holds</td></tr>
<tr><th scope="row"><code>GET /api/jobs/{job}</code></th><td>a job as it stands</td></tr>
<tr><th scope="row"><code>DELETE /api/jobs/{job}</code></th><td>stops a job</td></tr>
</tbody></table></div>"""
_WORDS = """<p><b>Jam</b>: go all-in as the small blind. <b>Call</b>: call that jam as the big blind.
<b>Value</b>: what the strategies earn against each other. <b>PostEV</b>: what a best response earns against
the other's strategy. <b>Epsilon</b>: half the sum of both PostEVs in the zero-sum game, a bound on what
anybody can gain by changing; an exact solution has it at rounding. <b>Free</b> hands may do either.</p>
<p>All-in-or-fold is exact for all-in-or-fold tables and a good model for very short stacks in no-limit games.
In pot-limit games without antes a heads-up small blind cannot open for more than 3 big blinds, so deeper
stacks are a model there ("commit or fold"), not a legal action.</p>"""


def add(board: JobBoard) -> None:
    """Register the page."""

    @ui.page("/about", title="About")
    def about_page() -> None:
        with frame("/about", "About", "What the words mean, what is exact, and how programs ask."):
            with panel("Words and limits"):
                html(_WORDS)
            with panel("JSON API"):
                html(_API)
