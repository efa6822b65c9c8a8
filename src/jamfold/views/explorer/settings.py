"""What the strategy page asks of a spot besides game and stack: its form, and what its program knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from jamfold.games import GAMES
from jamfold.questions.charts import ChartRequest
from jamfold.questions.chips import ChipsRequest
from jamfold.questions.fields import Amount, AmountList, FieldSpec, format_value
from jamfold.questions.prizes import PANEL
from jamfold.questions.raises import PANEL as RAISES
from jamfold.questions.spots import SolveRequest
from jamfold.views.range_examples import range_presets
from jamfold.views.worth import HEADS, MODEL_NAMES

SHORT_TITLES = {
    "holdem": "Hold'em",
    "omaha": "Omaha",
    "omaha-hilo": "Omaha Hi/Lo",
    "six-plus": "Six-Plus",
    "six-plus-trips": "Six-Plus, trips first",
}
_WORDS = MODEL_NAMES | HEADS | {"pot": "pot limit"}
"""How a choice is called."""
_LEFT_OUT = ("game", "low", "high", "step", "blind", "cluster", "seats", "overcalls")


def level_form(left_out: Sequence[str] = ()) -> str:
    """The form's fields, under the headings of their panels."""
    plain, raised, worth = _groups(left_out)
    stacks = ChipsRequest.field_specs()["stacks"]
    form = _fields([stacks, *plain], empty=("stack_sb", "stack_bb"))
    for title, asked in ((RAISES, raised), (PANEL, worth)):
        form += f"<h3>{title}</h3>{_fields(asked)}" if asked else ""
    return form


def settings(games: Iterable[str] = SHORT_TITLES, left_out: Sequence[str] = ()) -> dict[str, Any]:
    """What the program must know of games and questions."""
    usual = ChipsRequest()
    fields = {}
    for one in [one for group in _groups(left_out) for one in group]:
        for place, (name, _) in enumerate(one.entry.part_names or ((one.name, ""),)):
            whole = {"whole": one.name, "place": place} if one.entry.part_names else {}
            fields[name] = {"kind": _kind(one), "usual": SolveRequest.default_strings()[name], **whole}
    return {
        "games": [
            {
                "name": name,
                "title": SHORT_TITLES[name],
                "many": GAMES[name].has_many_classes,
                "positions": GAMES[name].has_threeway_table,
                "presets": range_presets(GAMES[name]),
            }
            for name in games
            if name in GAMES
        ],
        "fields": fields,
        "usual": {"game": usual.game, "stacks": usual.stacks, "blinds": usual.blinds},
    }


def _groups(left_out: Sequence[str]) -> list[list[FieldSpec]]:
    """What is asked, by panel."""
    asked: Mapping[str, FieldSpec] = ChartRequest.field_specs()
    return [
        [asked[name] for name in ChartRequest.fields_in_panel(panel) if name not in (*_LEFT_OUT, *left_out)]
        for panel in ("", RAISES, PANEL)
    ]


def _kind(one: FieldSpec) -> str:
    """How the program makes a value of the text of a field."""
    if one.entry.part_names:
        return "pair"
    kinds: dict[Any, str] = {
        AmountList: "list",
        tuple[str, ...]: "list",
        bool: "flag",
        float: "number",
        int: "number",
        Amount: "text",
    }
    return kinds.get(one.kind, "text")


def _fields(asked: list[FieldSpec], empty: tuple[str, ...] = ()) -> str:
    """Labelled fields of a form."""
    usual = SolveRequest.default_strings()
    found = []
    for one in asked:
        for name, label in one.entry.part_names or ((one.name, one.label),):
            text = "" if name in empty else format_value(usual[name])
            words = escape(label[:1].upper() + label[1:])
            found.append(f'<div><label for="level-{name}">{words}</label>{_input(one, name, text)}</div>')
    return f'<div class="fields">{"".join(found)}</div>'


def _input(one: FieldSpec, name: str, text: str) -> str:
    if one.kind is bool:
        return f'<input type="checkbox" id="level-{name}" name="{name}"{" checked" if text == "1" else ""}>'
    if one.entry.choices:
        options = "".join(
            f'<option value="{escape(choice)}"{" selected" if choice == text else ""}>'
            f"{escape(_WORDS.get(choice, choice))}</option>"
            for choice in (*(("",) if one.optional else ()), *one.entry.choices)
        )
        return f'<select id="level-{name}" name="{name}">{options}</select>'
    hint = escape(one.entry.default_text or one.entry.metavar)
    where = f'id="level-{name}" name="{name}"'
    return f'<input {where} value="{escape(text)}" placeholder="{hint}" autocomplete="off">'
