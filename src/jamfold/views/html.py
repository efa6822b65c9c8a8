"""HTML made of Python values: what is no HTML yet is escaped, so nothing typed can be more than text.

No template library: fragments are shown in notebooks as well, where the packages of the page are missing, and
one way of making HTML is enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files

_VOID = frozenset({"br", "hr", "img", "input", "link", "meta"})
_LITERAL = frozenset({"textarea", "code", "pre", "script", "style", "option"})
_SPOKEN = frozenset({"aria-label", "data-words", "title"})
_EXPONENT = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)e([+-]\d{1,3})(?![\w.]*\w)")
_WEIGHT = re.compile(r"(?<=\w)@(\d+\.\d{3,})")
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
ALWAYS = 0.995
"""A hand that is played more often than so is shown as played always."""
Inside = str | Iterable[str] | None


class Html(str):
    """A text that is HTML already: texts of users in it have been escaped."""

    __slots__ = ()


def element(name: str, /, *inside: Inside, **attributes: object) -> Html:
    """An element; texts are escaped, lists are put in one after the other, None is nothing.

    Attributes are written with ``_`` for ``-`` and at the end of Python's own words; those that are None or
    False are left out, True has no value.

    >>> element("td", "1 < 2", class_="best", data_hand="AKs", hidden=None)
    '<td class="best" data-hand="AKs">1 &lt; 2</td>'
    """
    words = "".join(_attribute(key, value) for key, value in attributes.items())
    start = f"<{name}{words}>"
    if name in _VOID:
        return Html(start)
    return Html(f"{start}{join_html(*inside) if name in _LITERAL else ''.join(map(_plain, inside))}</{name}>")


def readable(text: str) -> str:
    """Return a text without the raw numbers of a program.

    >>> readable("up to 1.25e-05 bb, K5o@87.03829547231612, 1.87e-20")
    'up to 1.2 × 10⁻⁵ bb, K5o@87.04, <10⁻⁹'
    """
    text = _WEIGHT.sub(lambda found: f"@{round(float(found[1]), 2):g}", text)
    return _EXPONENT.sub(_power, text)


def _power(found: re.Match[str]) -> str:
    factor, exponent = float(found[1]), int(found[2])
    if exponent < -9 and found[1] != "1":
        factor, exponent, below = 1.0, -9, "<"
    else:
        below = ""
    power = f"10{str(exponent).translate(_RAISED)}"
    return f"{below}{power}" if factor == 1 else f"{factor:.2g} × {power}"


def _plain(part: Inside) -> str:
    """Return parts one after the other, with texts for people."""
    if part is None or isinstance(part, Html):
        return part or ""
    return escape(readable(part)) if isinstance(part, str) else "".join(map(_plain, part))


def join_html(*parts: Inside) -> Html:
    """Parts one after the other."""
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


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], **attributes: object) -> Html:
    """A table of numbers; the first cell of a row names it."""
    first = [element("th", head, scope="col") if head else element("td") for head in heads]
    body = [
        element("tr", element("th", row[0], scope="row"), [element("td", cell) for cell in row[1:]])
        for row in rows
    ]
    line = element("thead", element("tr", first)) if any(heads) else None
    return element("table", line, element("tbody", body), **({"class_": "numbers"} | attributes))


def choose(name: str, label: str, choices: Mapping[str, str], text: str) -> Html:
    """A choice of a page's own, which no question asks for."""
    options = [element("option", words, value=word, selected=word == text) for word, words in choices.items()]
    control = element("select", options, id=name, name=name)
    return element("div", element("label", label, for_=name), control, class_="field", id=f"{name}-field")


def tiles(facts: Iterable[tuple[str, str]]) -> Html:
    """The few numbers that matter, each with its name."""
    return element(
        "div",
        [element("div", element("b", value), element("span", name)) for name, value in facts],
        class_="tiles",
    )


def bar(share: float) -> Html:
    """A share as a bar; it says nothing that does not stand beside it as a number."""
    width = f"{100 * min(1.0, max(0.0, share)):.2f}%"
    return element(
        "svg", element("rect", width=width, height="100%", rx="5"), class_="bar", aria_hidden="true"
    )


def shade(place: float) -> str:
    """The class of a cell on the one scale of "how much", 0 palest to 9 darkest."""
    return f"shade-{min(9, max(0, round(9 * place)))}"


def part(share: float) -> str:
    """The class of a cell that is filled as far as a hand is played, 0 not at all to 10 always."""
    step = round(10 * share)
    return f"part-{0 if share <= 1 - ALWAYS else 10 if share >= ALWAYS else min(9, max(1, step))}"


def with_style(fragment: Html) -> Html:
    """A fragment that stands alone, as in a notebook: with its style, which ends where it does."""
    return element(
        "div", element("style", Html(_style())), Html(fragment.replace("<details>", "<details open>"))
    )


def asset(name: str) -> str:
    """Return the text of a style or script of the pages."""
    return files("jamfold.views").joinpath("assets", name).read_text(encoding="utf-8")


@cache
def _style() -> str:
    """The style of fragments and the colours that it needs, for the element around it."""
    look, result = map(asset, ("look.css", "result.css"))
    colours = "".join(re.findall(r"^:root \{.*\}$", look, re.MULTILINE)).replace(":root", ":scope")
    return f"@scope {{ {colours} {result} }}"
