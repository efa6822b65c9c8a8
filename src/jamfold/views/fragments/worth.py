"""What stacks are worth, as HTML: what an all-in of every pair must win, then all numbers."""

from __future__ import annotations

from collections.abc import Sequence

from jamfold.questions.worth import IcmRequest
from jamfold.views.html import Html, element, join_html, shade, table
from jamfold.views.worth import (
    GROUP_HEADS,
    NEVER,
    cells_of,
    factor_text,
    group_cells,
    heads_of,
    icm_lines,
    premium_text,
)
from jamfold.worth.icm import Icm

_MOST_SHOWN = 30
"""Players whose matrix is shown; files have all."""
_DARKEST = 20.0
"""The risk premium, in percentage points, of the darkest shade."""
_HINT = "Point at a cell, or walk with the arrow keys: the row's player is all-in against the column's."


def icm_fragment(question: IcmRequest, answer: Icm) -> Html:
    """The pairs; folded away, all numbers."""
    names = names_of(question)
    rows = [[name, *row[1:]] for name, row in zip(names, cells_of(answer), strict=True)]
    notes = [element("p", line, class_="note") for line in icm_lines(answer)]
    numbers = element("div", table(heads_of(answer), rows), class_="scroll")
    field = (
        element("div", table(GROUP_HEADS, group_cells(answer)), class_="scroll") if answer.groups else None
    )
    return element(
        "div",
        _pairs(answer, names),
        element("details", element("summary", "All numbers"), numbers, field, _factors(answer, names), notes),
        class_="result",
    )


def names_of(question: IcmRequest) -> tuple[str, ...]:
    """The names of the players, numbers where there are none."""
    names = dict(enumerate(question.names))
    return tuple(names.get(k) or f"{k + 1}" for k in range(len(question.stacks)))


def _pairs(answer: Icm, names: Sequence[str]) -> Html:
    premiums = answer.risk_premiums_percent
    if premiums is None or len(premiums) < 2:
        return element("p", "Bubble factors are of two to 100 players.", class_="note")
    if len(premiums) > _MOST_SHOWN:
        return element("p", f"Shown for up to {_MOST_SHOWN} players; the files have all.", class_="note")
    rows = [
        element(
            "tr",
            element("th", name, scope="row"),
            [_cell(answer, names, k, other) for other in range(len(names))],
        )
        for k, name in enumerate(names)
    ]
    return join_html(
        element("h2", "All-in against: how much more than half they must win"),
        _square(names, rows, data_tip="pairs-tip", aria_label="Percentage points above 50 %"),
        element("p", _HINT, id="pairs-tip", class_="tip"),
    )


def _square(names: Sequence[str], rows: Sequence[Html], **attributes: object) -> Html:
    heads = [element("th", name, scope="col", title=name) for name in names]
    head = element("thead", element("tr", element("td"), heads))
    return element(
        "div", element("table", head, element("tbody", rows), class_="pairs", **attributes), class_="scroll"
    )


def _cell(answer: Icm, names: Sequence[str], k: int, other: int) -> Html:
    premiums, needed, factors = answer.risk_premiums_percent, answer.equity_needed, answer.bubble_factors
    assert premiums is not None
    assert needed is not None
    assert factors is not None
    premium, chance, factor = premiums[k][other], needed[k][other], factors[k][other]
    if k == other:
        return element("td", element("span", f"{answer.stacks[k]:,.6g}"))
    if premium is None or chance is None or factor is None:
        return element("td", element("span", "–"))
    text = premium_text(premium)
    if text == NEVER:
        words = f"{names[k]} against {names[other]}: never. Winning gains next to nothing."
    else:
        text = premium_text(round(premium, 1)).removesuffix("0")
        words = (
            f"{names[k]} against {names[other]}: needs {100 * chance:.1f} % to call. "
            f"Losing costs {factor:.2f} times what winning gains."
        )
    return element(
        "td",
        element(
            "button",
            text,
            type="button",
            class_=shade(premium / _DARKEST),
            data_words=words,
            aria_label=words,
        ),
    )


def _factors(answer: Icm, names: Sequence[str]) -> Html | None:
    """The same in full digits."""
    factors, premiums = answer.bubble_factors, answer.risk_premiums_percent
    if factors is None or premiums is None or not 1 < len(factors) <= _MOST_SHOWN:
        return None
    return join_html(
        element("h3", "Bubble factors, row all-in against column"),
        _matrix(names, [list(map(factor_text, row)) for row in factors]),
        element("h3", "Risk premiums, percentage points"),
        _matrix(names, [list(map(premium_text, row)) for row in premiums]),
    )


def _matrix(names: Sequence[str], texts: Sequence[Sequence[str]]) -> Html:
    rows = [[name, *row] for name, row in zip(names, texts, strict=True)]
    return element("div", table(["", *names], rows), class_="scroll")
