"""Inputs for a range field: a share, hands or patterns to paint, presets, examples.

The page script writes what is painted or picked into the field, as if it had been typed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from jamfold.cards import RANK_NAMES
from jamfold.cards.games import Game
from jamfold.cases.equities import Rules
from jamfold.views.html import Html, element, join_html, part
from jamfold.views.range_examples import range_examples, range_presets, range_shapes, range_suits
from jamfold.web.page.form import hidden
from jamfold.web.page.layout import PageState

_HINT = "Click or drag to paint hands; with keys: arrows and the space bar."
_ALWAYS = 0.9999


def picked_range(game: Game, field: str, text: str, cells: Mapping[str, float] | None) -> Html:
    """A slider, and the square of two-card classes or patterns of larger hands, showing a field's text."""
    square = paint(game, field, cells) if game.has_square_of_classes else patterns(game, field, text)
    return element("div", _share(field), square, class_="range-help")


def presets(game: Rules | None, field: str, whose: str = "", *, is_one_of_many: bool = False) -> Html | None:
    """A menu of presets and saved ranges; the script fills it when it is opened.

    A field that holds several ranges takes one more where the caret is.  None for no game, and where hands
    are written card by card.
    """
    if not isinstance(game, Game):
        return None
    values = {"name": game.name, "presets": range_presets(game), "many": is_one_of_many}
    return element(
        "details",
        element("summary", f"Presets and saved ranges{whose and ': '}{whose}"),
        id=f"presets-{game.name}-{field}",
        class_="presets scripted",
        data_later=True,
        data_presets=json.dumps(values),
        data_for=field,
    )


def painted_mark(view: PageState, part: str = "painted") -> Html:
    """The field that names the painted range while its shortest text is computed."""
    job = view.jobs.get(part)
    is_open = job is not None and job.open
    value = view.texts["painted"] if is_open else ""
    return hidden("painted", value, id="painted", data_follow=is_open)


def _share(field: str) -> Html:
    label = "The best hands, in percent of all, by equity against a random hand"
    slider = element(
        "input", type="range", id=f"share-{field}", min="0", max="100", step="0.5", value="0",
        class_="slider", data_percent_of=field,
    )  # fmt: skip
    return element("div", element("label", label, for_=f"share-{field}"), slider, class_="field")


def names_of_square(game: Rules) -> list[list[str]]:
    """Names of two-card classes in their square: pairs on the diagonal, suited above, offsuit below."""
    ranks = RANK_NAMES[game.lowest_rank :][::-1]
    return [
        [
            high + low if row == column else f"{high}{low}s" if row < column else f"{low}{high}o"
            for column, low in enumerate(ranks)
        ]
        for row, high in enumerate(ranks)
    ]


def paint(game: Rules, field: str, cells: Mapping[str, float] | None) -> Html:
    """The square as buttons that are pressed, half pressed or not pressed."""
    rows = [
        element("tr", [element("td", _cell(name, (cells or {}).get(name, 0.0))) for name in names])
        for names in names_of_square(game)
    ]
    return _painted(game, field, element("tbody", rows), data_hold=cells is None)


def _painted(game: Rules, field: str, *inside: Html, **more: object) -> Html:
    """A table of buttons that are painted, and how."""
    tip = f"paint-tip-{field}"
    usual = {"id": f"paint-{game.name}-{field}", "class_": "range-of paint", "data_paints": field}
    table = element("table", *inside, **{**usual, "data_tip": tip, **more})
    return join_html(table, element("p", _HINT, id=tip, class_="tip"))


def patterns(game: Game, field: str, text: str) -> Html:
    """Patterns as buttons, pressed if they are parts of the text; its other parts stay."""
    weights = {name: _weight(weight) for name, _, weight in (part.partition("@") for part in parts_of(text))}
    heads = [element("th", words, scope="col") for words in ("ranks", *range_suits(game).values())]
    rows = [
        element(
            "tr",
            element("th", means, scope="row"),
            [
                element("td", _cell(name, weights.get(name, 0.0), f"{name}: {means}, {words}"))
                for name, words in ((f"{ranks}{suits}", words) for suits, words in range_suits(game).items())
            ],
        )
        for ranks, means in range_shapes(game)
    ]
    head, body = element("thead", element("tr", heads)), element("tbody", rows)
    return _painted(game, field, head, body, class_="range-of paint patterns", data_beside=True)


def parts_of(text: str) -> list[str]:
    """The parts of a range; commas inside brackets do not separate."""
    depth, marked = 0, ""
    for letter in text:
        depth += (letter in "([") - (letter in ")]")
        marked += "\n" if letter == "," and not depth else letter
    return [token.strip() for token in marked.split("\n") if token.strip()]


def _weight(text: str) -> float:
    """The weight in a text as a share; 0 if invalid."""
    try:
        weight = float(text or 100)
    except ValueError:
        return 0.0
    return weight / 100 if 0 <= weight <= 100 else 0.0  # which infinity and what is no number are not


def _cell(name: str, share: float, words: str = "") -> Html:
    pressed = "true" if share > _ALWAYS else "mixed" if share else "false"
    return element(
        "button",
        name,
        type="button",
        class_=part(share),
        data_hand=name,
        data_words=words or name,
        data_weight=f"{100 * share:.6g}",
        aria_pressed=pressed,
    )


def examples(game: Rules, field: str) -> Html:
    """Examples of ranges and what they mean; a click fills one in."""
    rows = [
        element(
            "tr",
            element(
                "th",
                element("button", text, type="button", class_="range", data_fills=field, data_text=text),
                scope="row",
            ),
            element("td", meaning, class_="words"),
        )
        for text, meaning in range_examples(game)
    ]
    return element(
        "details",
        element("summary", "Range syntax"),
        element("table", element("tbody", rows), class_="numbers"),
        class_="examples",
    )
