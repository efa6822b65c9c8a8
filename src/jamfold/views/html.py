"""HTML made of Python values, with line plots as SVG and playing cards as faces.

Everything that is not HTML yet is escaped, so what users type is only ever text.  There is no template
library: notebooks show fragments too, without the packages of the pages.

Plots have no script, and no style except classes; a table next to a plot has its numbers.  Card faces are
signs in the colours of four suits, which become letters again when they are copied.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from math import floor, log10
from typing import NamedTuple

_VOID = frozenset({"br", "hr", "img", "input", "link", "meta"})
_LITERAL = frozenset({"textarea", "code", "pre", "script", "style", "option"})
_SPOKEN = frozenset({"aria-label", "data-words", "title"})
_EXPONENT = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)e([+-]\d{1,3})(?![\w.]*\w)")
_MINUS = re.compile(r"(?<![\w.'])-(?=\d)|(?<=bb )-(?= \d)")
_WEIGHT = re.compile(r"(?<=\w)@(\d+\.\d{3,})")
FONT_FILE = files("jamfold.views").joinpath("assets", "inter-jf.woff2")
"""Inter, cut to the letters of the pages; its licence is in the same folder."""
ALWAYS = 0.995
"""A hand that is played more often than this is shown as always played."""
Inside = str | Iterable[str] | None


class Html(str):
    """A text that is HTML already, with users' texts escaped."""

    __slots__ = ()


def element(name: str, /, *inside: Inside, **attributes: object) -> Html:
    """Return an element; texts are escaped, lists are joined, None is left out.

    Names of attributes have ``_`` for ``-``, and at the end if they are Python keywords; attributes that are
    None or False are left out, True has no value.

    >>> element("td", "1 < 2", class_="best", data_hand="AKs", hidden=None)
    '<td class="best" data-hand="AKs">1 &lt; 2</td>'
    """
    words = "".join(_attribute(key, value) for key, value in attributes.items())
    start = f"<{name}{words}>"
    if name in _VOID:
        return Html(start)
    return Html(f"{start}{join_html(*inside) if name in _LITERAL else ''.join(map(_plain, inside))}</{name}>")


def readable(text: str) -> str:
    """Return a text with numbers rounded for readers and with real minus signs.

    >>> readable("up to 1.25e-05 bb, K5o@87.03829547231612, 1.87e-20, at -0.5, 10-12, 2 bb - 0.5 bb")
    'up to 0.000013 bb, K5o@87.04, <0.000000001, at −0.5, 10-12, 2 bb − 0.5 bb'
    """
    text = _WEIGHT.sub(lambda match: f"@{round(float(match[1]), 2):g}", text)
    return _MINUS.sub("\u2212", _EXPONENT.sub(_decimal, text))


def _decimal(match: re.Match[str]) -> str:
    """Return two digits of a number with an exponent, without one; less than 1e-9 is not told apart."""
    value, exponent = float(match[0]), int(match[2])
    if value < 1e-9:
        return "<0.000000001"
    text = f"{value:,.{max(0, 1 - exponent)}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _plain(part: Inside) -> str:
    """Join parts, with texts made readable."""
    if part is None or isinstance(part, Html):
        return part or ""
    return escape(readable(part)) if isinstance(part, str) else "".join(map(_plain, part))


def join_html(*parts: Inside) -> Html:
    return Html("".join(map(_html, parts)))


def _html(part: Inside) -> str:
    if part is None:
        return ""
    if isinstance(part, str):
        return part if isinstance(part, Html) else escape(part)
    return "".join(map(_html, part))


def _attribute(key: str, value: object) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    if value is True:
        return f" {name}"
    text = readable(str(value)) if name in _SPOKEN else str(value)
    return f' {name}="{escape(text)}"'


def table(
    heads: Sequence[str],
    rows: Iterable[Sequence[str]],
    texts: Collection[int] = (),
    row_classes: Mapping[int, str] | None = None,
    **attributes: object,
) -> Html:
    """Return a table of numbers; the first cell of a row is its heading.

    `texts` are the columns of longer texts; columns and rows count from 0.
    """
    classes = row_classes or {}
    kinds = ["words" if place in texts else None for place in range(len(heads))]
    first = [
        element("th", head, scope="col", class_=kind) if head else element("td")
        for head, kind in zip(heads, kinds, strict=True)
    ]
    body = [
        element(
            "tr",
            element("th", row[0], scope="row"),
            [element("td", cell, class_=kind) for cell, kind in zip(row[1:], kinds[1:], strict=True)],
            class_=classes.get(place),
        )
        for place, row in enumerate(rows)
    ]
    line = element("thead", element("tr", first)) if any(heads) else None
    return element("table", line, element("tbody", body), **({"class_": "numbers"} | attributes))


def choose(name: str, label: str, choices: Mapping[str, str], text: str) -> Html:
    """Return a select element of a page's own, which is not a field of a request."""
    options = [element("option", words, value=word, selected=word == text) for word, words in choices.items()]
    control = element("select", options, id=name, name=name)
    return element("div", element("label", label, for_=name), control, class_="field", id=f"{name}-field")


def tiles(facts: Iterable[tuple[str, str]]) -> Html:
    """Return the few numbers that matter, each with its name."""
    return element(
        "div",
        [element("div", element("b", value), element("span", name)) for name, value in facts],
        class_="tiles",
    )


def tile(name: str, number: str, unit: str, note: Html | str) -> Html:
    """Return a card with one number in the largest type."""
    return element(
        "section",
        element("h2", name),
        element("p", element("b", number), f" {unit}", class_="big"),
        note if isinstance(note, Html) else element("p", note, class_="note"),
        class_="card tile",
        aria_label=name,
    )


def cell_button(words: str, kind: str, *inside: Inside, **attributes: object) -> Html:
    """Return a cell that shows its words when it is pointed at; screen readers read them."""
    common = {"type": "button", "class_": kind, "data_words": words, "aria_label": words}
    return element("button", *inside, **common, **attributes)


def bar(share: float, more: float = 0.0) -> Html:
    """Draw a share as a bar, with a second one behind it; the numbers must be next to it as text."""
    ends = [f"{100 * min(1.0, max(0.0, end)):.2f}%" for end in (share + more, share)]
    bars = zip(ends, ("more", None), strict=True) if more > 0 else [(ends[1], None)]
    parts = [element("rect", width=width, height="100%", rx="5", class_=kind) for width, kind in bars]
    return element("svg", parts, class_="bar", aria_hidden="true")


def shade(place: float) -> str:
    """Return the CSS class of a cell's shade, from 0, palest, to 9, darkest."""
    return f"shade-{min(9, max(0, round(9 * place)))}"


def part(share: float) -> str:
    """Return the CSS class of a cell filled by how often a hand is played, from 0, never, to 10, always."""
    step = round(10 * share)
    return f"part-{0 if share <= 1 - ALWAYS else 10 if share >= ALWAYS else min(9, max(1, step))}"


def with_style(fragment: Html) -> Html:
    """Return a fragment for a notebook, with a style that is scoped to it."""
    return element(
        "div", element("style", Html(_style())), Html(fragment.replace("<details>", "<details open>"))
    )


def asset(name: str) -> str:
    return files("jamfold.views").joinpath("assets", name).read_text(encoding="utf-8")


def file_head(title: str, policy: str, style: str) -> Html:
    """Return the head of a file that loads nothing, with its content-security policy."""
    return element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("title", title),
        element("style", Html(style)),
    )


def embedded_font() -> str:
    """Return a style with the font embedded, for a file that loads nothing."""
    data = b64encode(FONT_FILE.read_bytes()).decode("ascii")
    source = f"src: url(data:font/woff2;base64,{data})"
    return f'@font-face {{ font-family: "Inter JF"; {source}; font-weight: 400 700; }}\n'


@cache
def _style() -> str:
    """Return the style of fragments and the colours it needs, scoped to the element around it."""
    look, result = map(asset, ("look.css", "result.css"))
    colours = "".join(re.findall(r"^(?::root|.*\.suit-).*\}$", look, re.MULTILINE)).replace(":root", ":scope")
    return f"@scope {{ {colours} {result} }}"


_WIDTH, _HEIGHT = 640, 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 12, 26, 40
_TICKS = 5
_MOST_POINTS = 600
"""The most points of a line; more would be invisible."""


class Line(NamedTuple):
    """A line with its name; its points have ascending x."""

    name: str
    points: Sequence[tuple[float, float]]


def plot(
    lines: Sequence[Line],
    x_name: str,
    y_name: str,
    low: float | None = None,
    high: float | None = None,
    marks: Sequence[tuple[str, float]] = (),
    *,
    powers: bool = False,
) -> Html:
    """Draw lines in one picture, and mark named places of x in it.

    `low` and `high` bound y; None takes the bound from the points.  With `powers` all numbers are base-10
    logarithms and the axes show powers of ten.
    """
    xs = [x for line in lines for x, _ in line.points] or [0.0]
    ys = [y for line in lines for _, y in line.points] or [0.0]
    bottom, top = min(ys) if low is None else low, max(ys) if high is None else high
    text = _axis_power if powers else _text
    across = _Scale(min(xs), max(xs), _LEFT, _WIDTH - _RIGHT)
    up = _Scale(bottom, top, _HEIGHT - _BOTTOM, _TOP)
    rulers = [
        join_html(
            element("line", x1=_LEFT, x2=_WIDTH - _RIGHT, y1=up.at(y), y2=up.at(y), class_="grid"),
            element("text", text(y), x=_LEFT - 6, y=up.at(y), class_="y"),
        )
        for y in up.ticks()
    ]
    below = [
        element("text", text(x), x=across.at(x), y=_HEIGHT - _BOTTOM + 16, class_="x") for x in across.ticks()
    ]
    paths = [_path(line, across, up, k) for k, line in enumerate(lines)]
    names = [
        element("span", element("i", class_=f"line-{k}"), line.name)
        for k, line in enumerate(lines)
        if line.name
    ]
    words = f"{', '.join(line.name for line in lines)}: {y_name} over {x_name}"
    picture = element(
        "svg",
        rulers,
        below,
        element("text", y_name, x=4, y=10, class_="name"),
        element("text", x_name, x=_WIDTH - _RIGHT, y=_HEIGHT - 6, class_="name end"),
        paths,
        [_mark(name, across.at(place), k) for k, (name, place) in enumerate(marks)],
        class_="plot",
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        role="img",
        aria_label=words,
    )
    return element("figure", element("p", names, class_="legend"), picture, class_="plot")


class _Scale(NamedTuple):
    """A linear scale that maps `low` to `begin` and `high` to `end`."""

    low: float
    high: float
    begin: float
    end: float

    def at(self, value: float) -> str:
        share = (value - self.low) / ((self.high - self.low) or 1.0)
        return f"{self.begin + share * (self.end - self.begin):.1f}"

    def ticks(self) -> list[float]:
        """Return round numbers between both ends."""
        span = (self.high - self.low) or 1.0
        power: float = 10.0 ** floor(log10(span / _TICKS))
        step = next(power * k for k in (1, 2, 5, 10) if span / (power * k) <= _TICKS)
        first = -floor(-self.low / step + 1e-9)
        return [k * step for k in range(first, floor(self.high / step + 1e-9) + 1)]


def _path(line: Line, across: _Scale, up: _Scale, k: int) -> Html:
    step = 1 + len(line.points) // _MOST_POINTS
    places = " ".join(f"{across.at(x)},{up.at(y)}" for x, y in line.points[::step])
    return element("polyline", points=places, class_=f"line-{k}")


def _mark(name: str, place: str, k: int) -> Html:
    line = element("line", x1=place, x2=place, y1=_TOP, y2=_HEIGHT - _BOTTOM, class_="mark")
    return join_html(line, element("text", name, x=place, dx=4, y=_TOP + 12 + 14 * k, class_="named"))


def _axis_power(value: float) -> str:
    return "" if value % 1 else f"{10**value:,.0f}" if 0 <= value < 5 else f"{10**value:.0e}"


def _text(value: float) -> str:
    return f"{value:,.6g}"


_SYMBOLS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_WORDS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
_RANK_WORDS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten"}
_CARDS = re.compile(r"(?<![0-9A-Za-z$@&#])(?:[2-9TJQKA][cdhs])+(?![0-9A-Za-z+@-])")


def card_face(card: str) -> tuple[Html, str, str]:
    """Return a card's (such as ``Ah``), or a joker's, signs, words and CSS class."""
    rank, suit = card[:-1] or card, card[-1]
    if suit not in _SYMBOLS or len(card) != 2:
        return Html("★"), "joker", ""
    words = f"{_RANK_WORDS.get(rank, rank)} of {_WORDS[suit]}"
    return Html(f"{rank}<i>{_SYMBOLS[suit]}</i>"), words, f"suit-{suit}"


def cards_html(cards: str) -> Html:
    """Draw cards face up: 5♦ 5♠."""
    faces = [card_face(cards[k : k + 2]) for k in range(0, len(cards), 2)]
    spans = [element("span", signs, class_=f"face {colour}") for signs, _, colour in faces]
    return element("span", spans, class_="cards")


def faces_html(text: str) -> Html:
    """Return a text with its cards (``AhKd``) as faces, which become letters again when they are copied."""
    return Html(_CARDS.sub(lambda match: _faces(match[0]), escape(text)))


def _faces(cards: str) -> str:
    faces = []
    for k in range(0, len(cards), 2):
        _, words, colour = card_face(cards[k : k + 2])
        letters = f"{cards[k]}<i>{cards[k + 1]}</i>"
        faces.append(f'<span class="card {colour}" role="img" aria-label="{words}">{letters}</span>')
    return "".join(faces)
