"""What all pages share: head, navigation, foot, and small pieces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import escape
from math import isfinite

from nicegui import ui

from jamfold.views.html import Html
from jamfold.web.front.document import bar, foot, tabs

HEAD = """<link rel="stylesheet" href="/static/page.css">
<link rel="stylesheet" href="/static/jamfold.css">
<script src="/static/jamfold.js" defer></script>"""
SKIP = '<a class="skip" href="#content">Skip to the content</a>'


@contextmanager
def frame(path: str, heading: str, lead: str) -> Iterator[None]:
    """A page with its head and foot; the body goes inside."""
    ui.add_head_html(HEAD)
    ui.colors(primary="#0e6f86")
    ui.page_title(f"{heading} · jamfold")
    ui.html(SKIP, sanitize=False)
    ui.html(bar(path), sanitize=False, tag="header").classes("top")
    with ui.element("div").classes("content").props("id=content tabindex=-1"):
        with ui.element("div"):
            html(tabs(path))
            ui.html(escape(heading), sanitize=False, tag="h1")
            ui.html(escape(lead), sanitize=False, tag="p").classes("lead")
        yield
    ui.html(foot(), sanitize=False)


@contextmanager
def panel(heading: str, level: str = "h2") -> Iterator[ui.element]:
    """A box with a heading."""
    with ui.element("section").classes("panel") as box:
        box.props(f'aria-label="{escape(heading)}"')
        ui.html(escape(heading), sanitize=False, tag=level)
        yield box


def html(content: str = "", tag: str = "div") -> ui.html:
    """HTML that the program has made; texts of users in it must have been escaped."""
    return ui.html(content, sanitize=False, tag=tag)


def status_line(element_id: str = "") -> ui.html:
    """A line that screen readers read out when it changes."""
    line = html().props("role=status aria-live=polite")
    return line.props(f"id={element_id}") if element_id else line


def numbers(pairs: Sequence[tuple[str, str]]) -> str:
    """Numbers with their names, as tiles."""
    tiles = "".join(
        f'<div class="number"><b>{escape(value)}</b><span>{escape(name)}</span></div>'
        for name, value in pairs
    )
    return f'<div class="numbers">{tiles}</div>'


def table(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    best: frozenset[int] = frozenset(),
    *,
    notes: bool = False,
) -> str:
    """A table; the first column names the row, rows of `best` are marked.

    With `notes` the last column is text, not a number.  Without any heads there is no line of them.
    """
    head = "".join(f'<th scope="col">{escape(name)}</th>' if name else "<td></td>" for name in heads)
    body = []
    for k, row in enumerate(rows):
        first, *rest = (cell if isinstance(cell, Html) else escape(cell) for cell in row)
        cells = "".join(f"<td>{cell}</td>" for cell in rest)
        mark = ' class="best"' if k in best else ""
        body.append(f'<tr{mark}><th scope="row">{first}</th>{cells}</tr>')
    line = f"<thead><tr>{head}</tr></thead>" if any(heads) else ""
    kind = "plain notes" if notes else "plain"
    return f'<div class="scroll"><table class="{kind}">{line}<tbody>{"".join(body)}</tbody></table></div>'


def copy_text(text: str) -> None:
    """Put a text into the clipboard."""
    ui.clipboard.write(text)
    ui.notify("It is in the clipboard.")


def copy_link() -> None:
    """Put the address of the page into the clipboard."""
    ui.run_javascript("navigator.clipboard.writeText(location.href)")
    ui.notify("The link to this is in the clipboard.")


def error_text(sentence: str) -> str:
    """A sentence about what went wrong."""
    return f'<p class="error" role="alert">{escape(sentence)}</p>' if sentence else ""


def warning_text(warnings: Sequence[str]) -> str:
    """What was probably not meant, behind other words."""
    return "".join(f" <span class='warning'>{escape(warning)}</span>" for warning in warnings)


def signed(value: float | None, digits: int = 4) -> str:
    """A number with its sign; a dash if it is not known."""
    if value is None or not isfinite(value):
        return "–"
    return f"{value:+.{digits}f}".replace("-", "\u2212")


def percent(share: float | None, digits: int = 2) -> str:
    """A share in [0, 1] as a percentage."""
    return "–" if share is None else f"{100 * share:.{digits}f} %"


def number_of(count: int, one: str, many: str) -> str:
    """A number of things."""
    return f"{count:,} {one if count == 1 else many}"


def duration(seconds: float) -> str:
    """Seconds as people say them."""
    if seconds < 90:
        return f"{max(0.0, seconds):.0f} s"
    return f"{seconds / 60:.0f} min"
