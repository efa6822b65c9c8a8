"""Forms of pages, made from the fields of a question; decks to click for cards, hands to paint for ranges.

A field has its label, choices, help, and the sentence of an error.  A range has a share, hands or patterns
to paint, presets and examples: the page script writes what is clicked or painted into its field, as if it had
been typed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from jamfold.betting.raises import POT
from jamfold.calculator.videopoker.deck import JOKER_NAME, MAX_JOKERS, Deck, format_deal, parse_deal
from jamfold.cards import RANK_NAMES, SUIT_NAMES
from jamfold.cards.games import Game
from jamfold.cases.entries import CaseRequest
from jamfold.cases.equities import Rules
from jamfold.cases.fields import AmountList, FieldSpec
from jamfold.core.display import capitalized
from jamfold.core.errors import CardError
from jamfold.views.formats import HEADS, MODEL_NAMES, game_titles
from jamfold.views.html import Html, Inside, card_face, element, join_html, part
from jamfold.views.range_examples import range_examples, range_presets, range_shapes, range_suits

LABELS = {
    "bounty": "Bounty per player",
    "envelopes": "Mystery envelopes left, e.g. 1x1000 5x200",
    "gain to stop at": "Target accuracy",
    "given ranges": "Ranges, one per line, e.g. btn: 88+,A9+",
    "players all-in at most": "Max players all-in",
    "prizes": "Payouts",
    "rest of the field": "Players at other tables, e.g. 1800x25bb 40x60bb",
    "seat that responds": "Best response for seat",
    "seconds of sampling": "Sampling time, s",
    "seed": "Random seed",
    "spread of the field": "Stacks within a group",
    "stack of every seat": "Stack per player",
    "unit of the stacks": "Chip unit",
    "whole chips only": "Split pots in whole chips",
}
"""Labels of fields where the noun of their error sentences says too little."""
CHOICES = {
    "model": MODEL_NAMES,
    "heads": HEADS,
    "limit": {"": "No limit", POT: "Pot limit"},
    "spread": {"equal": "Equal", "exponential": "Spread out"},
}
"""Words of a field's choices that are not those of the command line."""
_HINT = "Click or drag to paint hands; with keys: arrows and the space bar."
_ALWAYS = 0.9999
_OPTION = re.compile(r"--[a-z][a-z-]*")
_MODES = {int: "numeric", str: "text", AmountList: "text", tuple[str, ...]: "text"}


def field(
    spec: FieldSpec,
    texts: Mapping[str, str],
    errors: Mapping[str, str],
    label: str = "",
    choices: Mapping[str, str] | None = None,
) -> list[Html]:
    """The input of a request's field; two inputs for a pair of numbers."""
    if choices is None:
        choices = game_titles() if spec.name == "game" else CHOICES.get(spec.name)
    if choices is None and spec.entry.choices:
        choices = {
            word: capitalized(word.replace("-", " ") or spec.entry.default_text or "")
            for word in spec.entry.choices
        }
    parts = spec.entry.part_names or ((spec.name, label or LABELS.get(spec.label, spec.label)),)
    return [
        _field(spec, name, capitalized(words), texts.get(name, ""), errors.get(name, ""), choices)
        for name, words in parts
    ]


def _field(
    spec: FieldSpec, name: str, label: str, text: str, error: str, choices: Mapping[str, str] | None
) -> Html:
    control = {
        "id": name,
        "name": name,
        "title": spec.help,
        **invalid(name, error),
    }
    head, tail = element("label", label, for_=name), error_line(name, error)
    place = f"{name}-field"  # fields before it come and go: it keeps what is typed
    if spec.kind is bool:
        on = text.lower() in ("1", "true", "yes")
        box = element("input", type="checkbox", value="1", checked=on, **control)
        return element("div", box, head, tail, class_="field flag", id=place)
    if choices:
        options = [
            element("option", words, value=word, selected=word == text) for word, words in choices.items()
        ]
        return element(
            "div", head, element("select", options, **control), tail, class_=f"field {name}", id=place
        )
    if spec.entry.multiline:
        area = element("textarea", text, spellcheck="false", rows="6", **control)
        return element("div", head, area, tail, class_="field wide", id=place)
    mode = "decimal" if spec.entry.part_names else _MODES.get(spec.kind, "decimal")
    metavar = spec.entry.metavar
    hint = spec.entry.default_text or (metavar.lower() if len(metavar) > 1 and metavar.isupper() else "")
    line = line_input(name, text, error, title=spec.help, inputmode=mode, placeholder=hint)
    return element("div", head, line, tail, class_="field", id=place)


def hidden(name: str, value: object, **more: object) -> Html:
    """An input that is sent and not shown."""
    return element("input", type="hidden", name=name, value=value, **more)


def chip(words: str, href: str | Html, *, is_current: bool = False, **more: object) -> Html:
    """A link that looks like a button, marked where it leads to what is shown."""
    current = "true" if is_current else None
    return element("a", words, **{"class_": "chip", "href": href, "aria_current": current, **more})


def card(label: str, *inside: Inside, **more: object) -> Html:
    """A part of a page in a frame of its own."""
    return element("section", *inside, **{"class_": "card", "aria_label": label, **more})


def slider(name: str, label: str, low: float, high: float, step: float, value: object) -> Html:
    """A labelled slider."""
    track = element(
        "input", type="range", id=name, name=name, min=low, max=high, step=step, value=value, class_="slider"
    )
    return element("div", element("label", label, for_=name), track, class_="field wide")


def invalid(name: str, error: str) -> dict[str, str]:
    """Return the attributes of an input whose error is shown as `error_line` does; none without an error."""
    return {"aria_invalid": "true", "aria_describedby": f"{name}-error"} if error else {}


def line_input(name: str, value: str, error: str = "", /, **more: object) -> Html:
    """An input of one line that the browser neither completes nor corrects."""
    usual = {"id": name, "name": name, "autocomplete": "off", "spellcheck": "false", **invalid(name, error)}
    return element("input", value=value, **usual | more)


def chooser(name: str, words: str, **more: object) -> Html:
    """The words that open the files of the posted form."""
    field = element("input", type="file", id=name, name="files", form="posted", multiple=True, **more)
    return element("label", words, " ", field, class_="chooser")


def drop_area(name: str, label: str, *inside: Inside) -> Html:
    """The place where files can be dropped, with the fields of the posted form."""
    return element(
        "div", *inside, id=name, class_="drop card", data_drop=True, data_later=True, role="group",
        aria_label=label,
    )  # fmt: skip


def error_line(name: str, sentence: str) -> Html | None:
    """An error sentence, which the field names as its description."""
    return element("p", sentence, class_="error", id=f"{name}-error") if sentence else None


def in_labels(sentence: str, question: type[CaseRequest]) -> str:
    """Return a sentence with options such as ``--call-range`` replaced by the labels of their fields.

    An option without a field keeps its name, in words.
    """
    fields = {
        spec.entry.option or f"--{name.replace('_', '-')}": spec
        for name, spec in question.field_specs().items()
    }
    labels = {option: LABELS.get(spec.label, spec.label) for option, spec in fields.items()}
    return _OPTION.sub(
        lambda match: f"“{capitalized(labels.get(match[0], match[0][2:].replace('-', ' ')))}”", sentence
    )


def deck(
    label: str,
    field: str,
    text: str,
    most: int,
    lowest_rank: int = 0,
    jokers: int = 0,
    *,
    always: bool = False,
) -> Html:
    """A deck whose cards the script adds to a field or removes from it.

    A deck that is `always` open starts over when one more card than the field takes is clicked.
    """
    remaining = picked(text)
    ranks = RANK_NAMES[lowest_rank:][::-1]
    lines = [[rank + suit for rank in ranks] for suit in SUIT_NAMES[::-1]] + [[JOKER_NAME] * jokers]
    rows = [element("div", [_card(card, remaining) for card in line]) for line in lines if line]
    group = element(
        "div",
        rows,
        class_="deck",
        role="group",
        aria_label=label,
        data_picks=field,
        data_most=most,
        data_anew=always,
    )
    if always:
        return group
    return element("details", element("summary", label), group, id=f"deck-{field}", class_="field wide")


def _card(card: str, remaining: list[str]) -> Html:
    """A button, pressed if its card is `remaining`; the card is removed, since jokers share a name."""
    pressed = card in remaining
    if pressed:
        remaining.remove(card)
    face, words, colour = card_face(card)
    return element(
        "button",
        face,
        type="button",
        data_card=card,
        class_=colour,
        aria_label=words,
        aria_pressed=str(pressed).lower(),
    )


def picked(text: str) -> list[str]:
    """The cards of a text; empty if it is no list of cards."""
    try:
        return [format_deal([card]) for card in parse_deal(text, Deck(MAX_JOKERS, deuces_wild=False), None)]
    except CardError:
        return []


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
