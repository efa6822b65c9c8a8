"""The equity calculator: a field for each player, answered while the user types."""

from __future__ import annotations

from functools import partial
from typing import Any

from jamfold.calculator.equity_games import CALCULATOR_GAMES, find_calculator_game
from jamfold.cards.games import Game, canonical_name
from jamfold.cases.equities import EquityRequest, PaintedRequest, PlayerRequest, Rules
from jamfold.cases.meant_game import meant_game
from jamfold.core.errors import EquityError, JamfoldError
from jamfold.views.formats import calculator_titles, columns_csv, to_text
from jamfold.views.html import Html, choose, element, join_html
from jamfold.web.jobs import FAILED
from jamfold.web.page.form import card, deck, examples, hidden, line_input, picked_range, presets
from jamfold.web.page.layout import Page, PageRequest, PageState, Texts, always

FEWEST, MOST = 2, 9
_NUMBERS = set("123456789")
_HOW = {"auto": "Exact if fast", "exact": "Always exact", "sampled": "Sampled"}
_EXACT = {"auto": "", "exact": "1", "sampled": "0"}
"""The value of `exact` for each method."""


def tidy(texts: Texts) -> Texts:
    """The texts with a field for each player; unchanged examples follow the game."""
    texts = dict(texts)
    lines = texts.get("p", "").split("\n")[:MOST] if texts.get("p", "").strip() else []
    texts["game"] = canonical_name(texts.get("game") or (meant_game(lines) if lines else "holdem"))
    if not lines and "p" in texts and "\n" in texts["p"]:
        lines = texts["p"].split("\n")  # emptied, unlike a missing parameter
    game = _rules(texts)
    own = (game.example_hand, game.example_range)
    examples = [{rules.example_hand, rules.example_range} for rules in CALCULATOR_GAMES.values()]
    for k, example in enumerate(own):
        if k >= len(lines):
            lines.append(example if "p" not in texts else "")
        elif any(lines[k] in two for two in examples) and lines[k] not in own:
            lines[k] = example
    opened = (texts.get("tab", "").split("\n") + [""] * MOST)[:MOST]
    number, _, name = texts.pop("show", "").partition(" ")
    if number in _NUMBERS:
        opened[int(number) - 1] = name
    if texts.pop("more", ""):
        lines.append("")
    gone = texts.pop("less", "")
    if gone in _NUMBERS and 0 < int(gone) <= len(lines):
        lines.pop(int(gone) - 1)
        opened.pop(int(gone) - 1)
        lines += [""] * (FEWEST - len(lines))
    texts["p"], texts["tab"] = "\n".join(lines[:MOST]), "\n".join(opened)
    return texts


def _tabs(game: Rules) -> dict[str, str]:
    """Ways to enter a player's hands; ranges are painted only in games with classes."""
    return {
        "cards": "Cards",
        **({"range": "Range"} if isinstance(game, Game) else {}),
        "text": "Text",
    }


def _tab(texts: Texts, k: int) -> str:
    name = texts["tab"].split("\n")[k - 1 : k]
    return name[0] if name and name[0] in _tabs(_rules(texts)) else "text"


def _rules(texts: Texts) -> Rules:
    """The game; Omaha if the name is unknown, which the request reports."""
    try:
        return find_calculator_game(texts["game"])
    except JamfoldError:
        return find_calculator_game("omaha")


def settled(texts: Texts) -> Texts:
    """The texts without empty players; without any player if they are the game's examples."""
    lines = [line.strip() for line in texts["p"].split("\n")]
    game = _rules(texts)
    if lines == [game.example_hand, game.example_range]:
        lines = []
    more = {} if texts["how"] == "sampled" else {"deals": "1000000", "error": "", "seed": "1"}
    return texts | more | {"p": "\n".join(filter(None, lines)), "tab": "", "painted": ""}


def _equity(texts: Texts) -> EquityRequest:
    how, sampled = texts["how"], texts["how"] == "sampled"
    players = "\n".join(line.strip() for line in texts["p"].split("\n") if line.strip())
    if not players:
        raise EquityError("No players. Enter two to nine hands or ranges.", field="player1")
    deals = "" if texts["error"].strip() else texts["deals"].strip() or "1000000"
    return EquityRequest.from_strings(
        {
            "game": texts["game"],
            "players": players,
            "board": texts["board"] if _rules(texts).has_board else "",
            "dead": texts["dead"],
            "exact": _EXACT.get(how, ""),
            "outcomes": "" if sampled else texts["outcomes"],
        }
        | ({"deals": deals, "error": texts["error"], "seed": texts["seed"] or "1"} if sampled else {})
    )


def _is_quick(question: EquityRequest) -> bool:
    return not (question.exact or question.outcomes or question.error)


def _player(k: int, texts: Texts) -> PlayerRequest | None:
    lines = texts["p"].split("\n")
    if k > len(lines) or not lines[k - 1].strip():
        return None
    board = texts["board"] if _rules(texts).has_board else ""
    shared = {"game": texts["game"], "board": board, "dead": texts["dead"]}
    return PlayerRequest.from_strings(shared | {"text": lines[k - 1].strip()})


def _painted(k: int, texts: Texts) -> PaintedRequest | None:
    """The range of a player as cells of the open square."""
    lines, has_square = texts["p"].split("\n"), _rules(texts).has_square_of_classes
    if k > len(lines) or not lines[k - 1].strip() or not has_square or _tab(texts, k) != "range":
        return None
    return PaintedRequest(game=texts["game"], text=lines[k - 1].strip())


def _row(texts: Texts, field: str) -> str:
    """The row of the player that an error counts among the non-empty rows."""
    rows = [k for k, line in enumerate(texts["p"].split("\n"), 1) if line.strip()]
    number = field.removeprefix("player")
    is_player = number.isdecimal() and 0 < int(number) <= len(rows)
    return f"player{rows[int(number) - 1]}" if is_player else field


def _take_answers(view: PageState) -> None:
    """Show errors at their rows, and write a painted range into its field in its shortest form."""
    job = view.jobs.get("equity")
    if job is not None and job.state == FAILED and job.field in view.errors:
        del view.errors[job.field]
        view.errors.setdefault(_row(view.texts, job.field), job.error)
    name = view.texts["painted"]
    result = view.result(f"painted-{name}")
    if result is not None:
        lines = view.texts["p"].split("\n")
        lines[int(name.removeprefix("player")) - 1] = result["text"]
        view.texts["p"] = "\n".join(lines)


def _body(view: PageState) -> Html:
    form = join_html(
        element("div", view.choice("equity", "game", "Game", calculator_titles()), class_="fields"),
        [_player_row(view, k) for k in range(1, len(view.texts["p"].split("\n")) + 1)],
        _painted_mark(view),
        element("button", "Add a player", id="add-player", class_="chip", name="more", value="1"),
        element("div", _rest(view), class_="fields"),
        element("div", view.button("equity", "Calculate"), class_="row", id="calculate"),
    )
    files = None if view.result("equity") is None else view.file_row(csv="CSV", json="JSON")
    cards = card("The players", form), card("The answer", view.outcome("equity"), files)
    return element("div", [element("div", column) for column in cards], class_="columns turned")


def _painted_mark(view: PageState) -> Html:
    """The field that names the painted range while its shortest text is computed."""
    job = view.jobs.get(f"painted-{view.texts['painted']}")
    is_open = job is not None and job.open
    value = view.texts["painted"] if is_open else ""
    return hidden("painted", value, id="painted", data_follow=is_open)


def _player_row(view: PageState, k: int) -> Html:
    """A player's field, the meaning of its text, and tabs of inputs that need a script."""
    name, text = f"player{k}", view.texts["p"].split("\n")[k - 1]
    label = element("label", f"Player {k}: hand or range", for_=name)
    field = line_input(name, text, view.errors.get(name, ""), name="p")
    take = element("button", "×", class_="chip", name="less", value=str(k), aria_label="Remove this player")
    inside = join_html(
        element("div", label, _tablist(view, k), class_="heading"),
        element("div", field, take, class_="line"),
        view.error(name),
        view.answer(name),
        _panel(view, k, text),
    )
    return element("div", inside, class_="field player", id=f"row-{k}")


def _tablist(view: PageState, k: int) -> Html:
    opened = _tab(view.texts, k)
    buttons = [
        element(
            "button",
            words,
            id=f"tab-{k}-{name}",
            class_="chip",
            name="show",
            value=f"{k} {name}",
            role="tab",
            aria_selected=str(name == opened).lower(),
            aria_controls=f"panel-{k}-{name}" if name == opened else None,
            tabindex=0 if name == opened else -1,
        )
        for name, words in _tabs(_rules(view.texts)).items()
    ]
    label = f"Ways to give the hands of player {k}"
    return element("div", buttons, class_="scripted", role="tablist", aria_label=label)


def _panel(view: PageState, k: int, text: str) -> Html:
    """The content of a player's open tab."""
    game, name, opened = _rules(view.texts), f"player{k}", _tab(view.texts, k)
    painted = view.result(f"painted-{name}")
    cells: Any = {} if not text.strip() else None if painted is None else painted["cells"]
    if opened == "cards":
        inside = deck(f"Cards of player {k}", name, text, game.hole_cards, game.lowest_rank, always=True)
    elif opened == "range" and isinstance(game, Game):
        inside = join_html(presets(game, name), picked_range(game, name, text, cells))
    else:
        inside = join_html(presets(game, name), examples(game, name))
    return element(
        "div",
        hidden("tab", "" if opened == "text" else opened),
        inside,
        class_=None if opened == "text" else "scripted",
        id=f"panel-{k}-{opened}",
        role="tabpanel",
        aria_labelledby=f"tab-{k}-{opened}",
    )


def _rest(view: PageState) -> Html:
    """Known cards, and the method."""
    game, how = _rules(view.texts), view.texts["how"]
    cards = [("board", 5, "Pick the board")] * game.has_board + [("dead", 20, "Pick dead cards")]
    inputs = [
        join_html(view.fields("equity", name), deck(label, name, view.texts[name], most, game.lowest_rank))
        for name, most, label in cards
    ]
    more = (
        view.fields("equity", "deals", "error", "seed")
        if how == "sampled"
        else view.fields("equity", "outcomes", outcomes="Separate wins and ties (may build a table)")
    )
    return join_html(inputs, choose("how", "Method", _HOW, how), more)


def _csv(summary: dict[str, Any]) -> str:
    players = summary["players"]
    return columns_csv({name: [player[name] for player in players] for name in players[0]})


PAGE = Page(
    path="/equity",
    title="Equity",
    parts={
        "equity": PageRequest(EquityRequest, quick=_is_quick, read=_equity),
        **{
            f"player{k}": PageRequest(
                PlayerRequest, quick=always, read=partial(_player, k), at={"text": f"player{k}"}
            )
            for k in range(1, MOST + 1)
        },
        **{
            f"painted-player{k}": PageRequest(
                PaintedRequest, quick=always, read=partial(_painted, k), hides_errors=True
            )
            for k in range(1, MOST + 1)
        },
    },
    picture="equity-answer",
    body=_body,
    usual={"game": "", "how": "auto", "deals": "1000000", "seed": "1"},
    own=("p", "how", "tab", "painted"),
    written={"csv": _csv, "json": lambda summary: to_text(summary, indent=1) + "\n"},
    tidy=tidy,
    settled=settled,
    on_answers=_take_answers,
)
