"""What stands around every page: the bar of seven places, the tabs of a place, the foot."""

from __future__ import annotations

from importlib.resources import files
from urllib.parse import quote

from jamfold.views.html import Html, element, join_html

PLACES: dict[str, dict[str, str]] = {
    "Strategy": {"/": "Strategies", "/charts": "Charts", "/report": "Report"},
    "Tables": {"/table": "Tables", "/audit": "Audit"},
    "Tournaments": {
        "/icm": "What chips are worth",
        "/tournament": "Heads-up to the end",
        "/tournament/three": "Three players",
    },
    "Equity": {"/equity": "Equity", "/flop": "Flop chance"},
    "My hands": {"/histories": "My hands"},
    "Practice": {"/train": "Drill", "/play": "Play"},
    "Video poker": {"/videopoker": "Pay tables and holds", "/videopoker/practice": "Practice"},
}
"""The pages of each place; the first is where the bar leads."""
ICON = "data:image/svg+xml," + quote(
    files("jamfold.web").joinpath("static", "favicon.svg").read_text("utf-8").strip(), " =:/'"
)
"""The picture of a tab stands in the page: a file of its own weighs twice as much on its way."""
ASSETS = "/assets"
STYLES = (f"{ASSETS}/look.css", f"{ASSETS}/result.css", "/static/page.css")
_FOOT = (
    "A study tool: many card rooms forbid such help during play. "
    "Everything is computed on this machine; nothing leaves it. "
)


def bar(path: str, *end: Html) -> Html:
    """Brand, the seven places and what stands at the end, as in every page's header."""
    links = [
        element("a", name, href=next(iter(pages)), aria_current="page" if path in pages else None)
        for name, pages in PLACES.items()
    ]
    return join_html(
        element("a", "jamfold", class_="brand", href="/"),
        element("nav", links, id="places", popover="auto", aria_label="Places"),
        *end,
        element("button", "Menu", class_="menu", type="button", popovertarget="places"),
    )


def tabs(path: str, *end: str) -> Html:
    """The pages of the place of a path, and what stands at the end of their row."""
    pages = next((pages for pages in PLACES.values() if path in pages), {})
    links = [
        element("a", name, class_="chip", href=there, aria_current="page" if there == path else None)
        for there, name in pages.items()
    ]
    return element(
        "div", links if len(pages) > 1 else None, element("span", *end, class_="end"), class_="tabs"
    )


def foot() -> Html:
    """The foot of every page."""
    theme = element("button", "Light / dark", class_="theme", type="button")
    links = element("a", "About", href="/about"), " · ", element("a", "API", href="/api"), theme
    return element("footer", _FOOT, links, class_="foot")


def document(
    path: str, title: str, main: Html, *, again: str = "", head: Html | None = None, picture: str = ""
) -> str:
    """A whole page around its `main` element; where no script runs it goes to `again` after a second.

    `head` holds styles and scripts of a page that is a program; the keyboard skips to the id `picture`.
    """
    refresh = element("meta", http_equiv="refresh", content=f"1;url={again}") if again else None
    whole = join_html(
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", f"{title} · jamfold"),
        element("link", rel="icon", href=ICON),
        [element("link", rel="stylesheet", href=style) for style in STYLES],
        element("script", src="/static/page.js"),
        element("noscript", refresh),
        head,
    )
    body = join_html(
        element(
            "a",
            "Skip to the answer" if picture else "Skip to the content",
            class_="skip",
            href=f"#{picture or 'content'}",
        ),
        element("header", bar(path), class_="top"),
        main,
        foot(),
    )
    return f'<!doctype html>\n<html lang="en-US"><head>{whole}</head><body>{body}</body></html>'
