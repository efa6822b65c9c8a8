"""The strategy page as one HTML file that loads nothing: scripts, settings form, drill, strategies."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from html import escape
from typing import Any

from jamfold.betting.posts import FEWEST_SEATS, MOST_SEATS, SEAT_TITLES, acting_order, seat_names
from jamfold.betting.raises import MOST_RAISES, MOST_SIZES, ORDINALS
from jamfold.betting.two_seats import MAX_STACK_IN_UNITS
from jamfold.cards.games import GAMES
from jamfold.cases.answers.explorer import PagePart
from jamfold.cases.charts import ChartRequest
from jamfold.cases.chips import RAISES, ChipsRequest
from jamfold.cases.explorer import MOST_STACKS, AppRequest, PageFileRequest
from jamfold.cases.fields import Amount, AmountList, FieldSpec, format_value
from jamfold.cases.prizes import PANEL
from jamfold.cases.spots import SolveRequest
from jamfold.core.display import capitalized
from jamfold.core.version import __version__
from jamfold.histories.filters import DEPTH_NAMES
from jamfold.ranges.reading.spoken import HAND_WORDS
from jamfold.spots.tree_charts import TreeChart
from jamfold.valuation.prizes import payouts
from jamfold.views.explorer_data import explorer_data, rule_card
from jamfold.views.formats import HEADS, MODEL_NAMES, FileContract, to_values
from jamfold.views.html import Html, asset, choose, element, embedded_font, join_html
from jamfold.views.range_examples import range_presets
from jamfold.views.sentences import NOT_IN_THE_TREE, PROVED, WHOLE_GAME

_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([^"]+)";\n', re.MULTILINE)
_COMMENT = re.compile(r"^ *//.*\n", re.MULTILINE)
_LATER = re.compile(r'\bimport\("\./([^"]+)"\)')
_EXPORT = re.compile(r"^export (async function|function|const|class) (\w+)", re.MULTILINE)
_LOADER = """const parts = {};
const made = {};
function load(name) {
  if (!(name in made)) parts[name]((made[name] = {}));
  return made[name];
}
"""


def bundle(first: str, read: Callable[[str], str]) -> str:
    """Bundle a module and all that it imports into one script; each runs when it is first imported.

    A dynamic ``import("./name.js")`` resolves at once.
    """
    texts: dict[str, str] = {}
    pending = [first]
    while pending:
        name = pending.pop()
        if name not in texts:
            texts[name] = _COMMENT.sub("", read(name))
            pending += [match[2] for match in _IMPORT.finditer(texts[name])]
            pending += _LATER.findall(texts[name])
    return f'{_LOADER}{"".join(map(_part, texts, texts.values()))}load("{first}");\n'


def _part(name: str, text: str) -> str:
    exported = ", ".join(match[2] for match in _EXPORT.finditer(text))
    inside = _EXPORT.sub(r"\1 \2", _LATER.sub(r'load("\1")', _IMPORT.sub(_taken, text)))
    return f'parts["{name}"] = (out) => {{\n{inside}Object.assign(out, {{ {exported} }});\n}};\n'


def _taken(match: re.Match[str]) -> str:
    return f'const {{{match[1].replace(" as ", ": ")}}} = load("{match[2]}");\n'


def read_module(name: str) -> str:
    """Return a module of the pages by file name; ``facts.js`` is generated."""
    return facts_script() if name == "facts.js" else asset(name)


@cache
def facts_script() -> str:
    return f"export const FACTS = {json.dumps(_facts(), separators=(',', ':'))};\n"


def _facts() -> dict[str, Any]:
    seats = range(FEWEST_SEATS, MOST_SEATS + 1)
    return {
        "acting": {n: [seat_names(n)[seat] for seat in acting_order(n)] for n in seats},
        "seatTitles": SEAT_TITLES,
        "notInTheTree": NOT_IN_THE_TREE,
        "proved": PROVED,
        "wholeGame": WHOLE_GAME,
        "mostStacks": MOST_STACKS,
        "mostUnits": MAX_STACK_IN_UNITS,
        "raises": {"mostSizes": MOST_SIZES, "mostRaises": MOST_RAISES, "ordinals": ORDINALS},
        "payouts": {name: payout.prizes for name, payout in payouts().items()},
        "words": HAND_WORDS,
    }


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{what}: {titles}</title>
<style>{style}</style>
</head>
<body>
<header class="lead"><h1>{what}, heads-up: {titles}</h1></header>
<main id="explorer"></main>
<footer class="foot"><p>{level}. Made by jamfold {version}: exact equilibria of small blind against big blind,
{played}. Strategies are exact; gains are rounded to a thousandth of a big blind. This file needs no
network and sends nothing.</p></footer>
<script type="application/json" id="data">{data}</script>
<script type="module">{script}</script>
</body>
</html>
"""


def page_contract(question: PageFileRequest, parts: Sequence[PagePart]) -> FileContract:
    return FileContract(name=question.file_name, text=page_file(parts))


def page_file(parts: Sequence[PagePart]) -> str:
    """Return the file of charts with their rules, one game each."""
    style = embedded_font() + asset("look.css") + asset("explorer.css")
    script = bundle("file.js", read_module)
    charts = [part.chart for part in parts]
    games = _share_hands([_game_data(part) for part in parts])
    data = json.dumps(games, separators=(",", ":"))
    hashes = f"style-src '{csp_hash(style)}'; script-src '{csp_hash(script)}'"
    policy = f"default-src 'none'; font-src data:; img-src data:; {hashes}"
    level, first = charts[0].level.text(), charts[0]
    played, choice = "all-in or fold", "Jam or fold"
    if isinstance(first, TreeChart):
        played, choice = first.raises.text(first.level.big_blind), "Raise, jam or fold"
        played = f"{played}. {NOT_IN_THE_TREE}, so the EV shown for small raises is an upper bound"
    return _PAGE.format(
        policy=policy,
        played=escape(played),
        what=choice,
        titles=escape(", ".join(chart.game.title for chart in charts)),
        style=style,
        version=__version__,
        level=escape(capitalized(level)),
        data=data.replace("<", "\\u003c"),
        script=script,
    )


def _game_data(part: PagePart) -> dict[str, Any]:
    """Return a game with its rule; if it has many classes, without the parts of scores (0.1 MB)."""
    values: dict[str, Any] = to_values(explorer_data(part.chart))
    if part.rule is None:
        return {**values, "rule": {"error": "Rules of thumb are for jam or fold."}}
    rule = rule_card(part.rule, parts=not part.chart.game.has_many_classes)
    return {**values, "rule": to_values(rule)}


def _share_hands(games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Let a game with the hands of an earlier one name that instead: both Omaha games have the same 88 kB."""
    first: dict[str, str] = {}
    for game in games:
        owner = first.setdefault(game["hands"], game["game"])
        if owner != game["game"]:
            game |= {"hands": None, "hands_of": owner}
    return games


def csp_hash(text: str) -> str:
    """Return the source expression of a script or style in a content-security policy."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")


SHORT_TITLES = {
    "holdem": "Hold'em",
    "omaha": "Omaha",
    "omaha-hilo": "Omaha Hi/Lo",
    "six-plus": "Six-Plus",
    "six-plus-trips": "Six-Plus, trips first",
}
_WORDS = MODEL_NAMES | HEADS | {"pot": "pot limit"}
"""The label of each choice."""
_LEFT_OUT = ("game", "low", "high", "step", "blind", "cluster", "seats", "overcalls", "method")


def level_form(left_out: Sequence[str] = ()) -> str:
    plain, raised, worth = _groups(left_out)
    stacks = ChipsRequest.field_specs()["stacks"]
    form = _fields([stacks, *plain], empty=("stack_sb", "stack_bb"))
    for title, fields in ((RAISES, raised), (PANEL, worth)):
        form += f"<h3>{title}</h3>{_fields(fields)}" if fields else ""
    return form


def settings(games: Iterable[str] = SHORT_TITLES, left_out: Sequence[str] = ()) -> dict[str, Any]:
    """Return what the scripts need to know about games and request fields."""
    usual = ChipsRequest()
    fields = {}
    for field in [field_spec for group in _groups(left_out) for field_spec in group]:
        for place, (name, _) in enumerate(field.entry.part_names or ((field.name, ""),)):
            whole = {"whole": field.name, "place": place} if field.entry.part_names else {}
            fields[name] = {"kind": _kind(field), "usual": SolveRequest.default_strings()[name], **whole}
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
        "file": AppRequest().file_name,
    }


def _groups(left_out: Sequence[str]) -> list[list[FieldSpec]]:
    """Return the request's fields by panel."""
    fields: Mapping[str, FieldSpec] = ChartRequest.field_specs()
    return [
        [fields[name] for name in ChartRequest.fields_in_panel(panel) if name not in (*_LEFT_OUT, *left_out)]
        for panel in ("", RAISES, PANEL)
    ]


def _kind(field: FieldSpec) -> str:
    """Return how the script parses the text of a field."""
    if field.entry.part_names:
        return "pair"
    kinds: dict[Any, str] = {
        AmountList: "list",
        tuple[str, ...]: "list",
        bool: "flag",
        float: "number",
        int: "number",
        Amount: "text",
    }
    return kinds.get(field.kind, "text")


def _fields(fields: list[FieldSpec], empty: tuple[str, ...] = ()) -> str:
    """Return the labelled fields of a form."""
    usual = SolveRequest.default_strings()
    inputs = []
    for field in fields:
        for name, label in field.entry.part_names or ((field.name, field.label),):
            text = "" if name in empty else format_value(usual[name])
            words = escape(capitalized(label))
            inputs.append(f'<div><label for="level-{name}">{words}</label>{_input(field, name, text)}</div>')
    return f'<div class="fields">{"".join(inputs)}</div>'


def _input(field: FieldSpec, name: str, text: str) -> str:
    if field.kind is bool:
        return f'<input type="checkbox" id="level-{name}" name="{name}"{" checked" if text == "1" else ""}>'
    if field.entry.choices:
        options = "".join(
            f'<option value="{escape(choice)}"{" selected" if choice == text else ""}>'
            f"{escape(_WORDS.get(choice, choice))}</option>"
            for choice in (*(("",) if field.optional else ()), *field.entry.choices)
        )
        return f'<select id="level-{name}" name="{name}">{options}</select>'
    hint = escape(field.entry.default_text or field.entry.metavar)
    where = f'id="level-{name}" name="{name}"'
    return f'<input {where} value="{escape(text)}" placeholder="{hint}" autocomplete="off">'


_MODES = {
    "repeat": "Due for review",
    "random": "Dealt hands",
    "close": "Close hands",
    "mistakes": "My mistakes",
    "range": "Mark the range",
}
_NUMBERS = ("Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")
_TWO_SEATS = ("both", "sb", "bb")
_SEATS = {
    "both": "Both seats",
    "sb": "Small blind",
    "bb": "Big blind",
    "three": "Three seats",
    **{f"table-{seats}": f"{word} seats" for seats, word in enumerate(_NUMBERS, 4)},
    "table": "Tables of played hands",
}
_ANTES = {"": "No ante", "ante=0.1": "Ante 10%", "ante=0.125": "Ante 12.5%", "bb_ante=1": "Big-blind ante"}
"""Labels of antes, in big blinds."""
_RAISES = {
    "": "Jam or fold",
    "open=2bb": "Open to 2 bb",
    "open=2.5bb": "Open to 2.5 bb",
    "limit=pot": "Pot-limit",
}
"""Labels of raises before the all-in."""
_STACKS = {"all": "All stacks"} | {name: f"{name.replace('-', '–')} bb" for name in DEPTH_NAMES}


def drill(games: Iterable[str] = SHORT_TITLES, modes: Iterable[str] = _MODES, *, alone: bool = False) -> Html:
    """Return the whole drill; `alone` is without a server: two seats, jam or fold, no links to send."""
    fragment = _region("asked", "Question", class_="card asked", aria_live="polite")
    left = element(
        "div",
        fragment,
        element(
            "p",
            _button("raise", main=True),
            _button("play", main=True),
            _button("fold"),
            _button("compare", main=True),
            _button("next", main=True),
            class_="acts",
        ),
        _region("verdict", "Verdict", aria_live="polite", hidden=True),
        element("div", id="train-picture"),
        class_="left",
    )
    side = element(
        "div",
        _region("train-score", "Score", class_="card"),
        _settings(games, modes, alone=alone),
        class_="side",
    )
    return element("section", left, side, id="train", class_="both-sides", aria_label="Drill")


def _region(name: str, label: str, **attributes: object) -> Html:
    return element("section", id=name, aria_label=label, **attributes)


def _button(name: str, *, main: bool = False) -> Html:
    return element(
        "button", type="button", id=f"train-{name}", class_="act main" if main else "act", hidden=True
    )


def _settings(games: Iterable[str], modes: Iterable[str], *, alone: bool) -> Html:
    """Return the settings; the script reads them and keeps them in the address."""
    seats = {name: words for name, words in _SEATS.items() if not alone or name in _TWO_SEATS}
    fields = join_html(
        choose("train-game", "Game", {name: SHORT_TITLES[name] for name in games}, "holdem"),
        choose("train-mode", "Questions", {name: _MODES[name] for name in modes}, "repeat"),
        choose("train-seat", "Seats", seats, "both"),
        choose("train-stack", "Stacks", _STACKS, "all"),
        choose("train-antes", "Antes", _ANTES, ""),
        None if alone else choose("train-raises", "Raises before the all-in", _RAISES, ""),
    )
    rule = element(
        "div",
        element("input", type="checkbox", id="train-rule"),
        element("label", "Show the rule of thumb", for_="train-rule"),
        class_="field flag",
    )
    button = element(
        "button", "Copy link to these ten questions", id="train-send", type="button", class_="chip"
    )
    note = element(
        "p", "Anyone who opens the link gets the same ten questions.", class_="note", id="train-sent"
    )
    left_out = None if alone else element("p", f"With raises: {NOT_IN_THE_TREE.lower()}.", class_="note")
    send = None if alone else join_html(element("p", button), note)
    inside = join_html(element("div", fields, rule, class_="fields"), left_out, send)
    words = "Game, seats, stacks" if alone else "Game, seats, stacks, a link to send"
    folded = element("details", element("summary", words), inside)
    return element("section", folded, id="train-settings", class_="card", aria_label="Questions")
