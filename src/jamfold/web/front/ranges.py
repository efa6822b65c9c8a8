"""Help with a field in which a range is typed: a share to slide, a square to paint, examples to take.

What is slid, painted or taken is written into the field by the script of all pages, as if it had been typed.
"""

from __future__ import annotations

from collections.abc import Mapping

from jamfold.cards import RANK_NAMES
from jamfold.games import Game
from jamfold.questions.equities import Rules
from jamfold.views.html import Html, element, joined, part
from jamfold.views.range_examples import range_examples
from jamfold.web.front.page import View

_HINT = "Click or drag to paint hands; with keys: arrows and the space bar."
_ALWAYS = 0.9999


def range_help(game: Rules, field: str, cells: Mapping[str, float] | None) -> Html:
    """Slider, square and examples for a field; `cells` is what its text holds, None if that is not known."""
    return element(
        "div",
        _share(field) if isinstance(game, Game) else None,  # else hands are written card by card
        paint(game, field, cells) if game.has_square_of_classes else None,
        examples(game, field),
        class_="range-help",
    )


def painted_mark(view: View) -> Html:
    """Says that a range was painted, until it has been said in its shortest words; that is followed."""
    job = view.jobs.get("painted")
    is_open = job is not None and job.open
    value = view.texts["painted"] if is_open else ""
    return element("input", type="hidden", name="painted", value=value, id="painted", data_follow=is_open)


def _share(field: str) -> Html:
    label = "The best hands, in percent of all, by equity against a random hand"
    slider = element(
        "input", type="range", id="share", min="0", max="100", step="0.5", value="0", class_="slider",
        data_percent_of=field,
    )  # fmt: skip
    return element("div", element("label", label, for_="share"), slider, class_="field")


def names_of_square(game: Rules) -> list[list[str]]:
    """Names of two-card hands in their square: pairs on the diagonal, suited above, offsuit below."""
    ranks = RANK_NAMES[game.lowest_rank :][::-1]
    return [
        [
            high + low if row == column else f"{high}{low}s" if row < column else f"{low}{high}o"
            for column, low in enumerate(ranks)
        ]
        for row, high in enumerate(ranks)
    ]


def paint(game: Rules, field: str, cells: Mapping[str, float] | None) -> Html:
    """The square as buttons that are pressed, half pressed, or not."""
    rows = [
        element("tr", [element("td", _cell(name, (cells or {}).get(name, 0.0))) for name in names])
        for names in names_of_square(game)
    ]
    square = element(
        "table",
        element("tbody", rows),
        id=f"paint-{game.name}",
        class_="range-of paint",
        data_paints=field,
        data_tip="paint-tip",
        data_hold=cells is None,
    )
    return joined(square, element("p", _HINT, id="paint-tip", class_="tip"))


def _cell(name: str, share: float) -> Html:
    pressed = "true" if share > _ALWAYS else "mixed" if share else "false"
    return element(
        "button",
        name,
        type="button",
        class_=part(share),
        data_hand=name,
        data_words=name,
        data_weight=f"{100 * share:.6g}",
        aria_pressed=pressed,
    )


def examples(game: Rules, field: str) -> Html:
    """Texts of ranges and what they mean; a click takes one."""
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
        element("summary", "How a range is written"),
        element("table", element("tbody", rows), class_="numbers"),
        class_="examples",
    )
