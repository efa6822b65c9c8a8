"""Equities as HTML, and what a player's text means."""

from __future__ import annotations

from jamfold.answers.equities import PlayerMeaning
from jamfold.calculator.results import EquityResult, outcome_lines
from jamfold.questions.equities import EquityRequest, PlayerRequest
from jamfold.shown import plural
from jamfold.views.faces import faces_html
from jamfold.views.fragments.plot import Line, plot
from jamfold.views.html import Html, bar, element, join_html, table

_LONGEST = 60


def equity_fragment(question: EquityRequest, answer: EquityResult) -> Html:
    """The shares of the pot as a table with bars, and how they were counted."""
    split = ["equity", "high", "low", "scoop", "quartered"]
    columns = split if answer.game.split_low else ["equity", "win", "tie"]
    heads = ["player", "", *columns]
    if not answer.exact:
        columns, heads = [*columns, "standard_error"], [*heads, "± (standard error)"]
    rows = [
        [
            join_html(faces_html(one.text[:_LONGEST]), element("small", f" {one.combinations:,}")),
            bar(one.equity),
            *(_percent(getattr(one, name)) for name in columns),
        ]
        for one in answer.players
    ]
    unknown = any(getattr(one, name) is None for one in answer.players for name in columns)
    notes = [element("p", text, class_="error") for text in answer.warnings]
    if answer.needs_outcomes:
        notes.append(_note("–: tick “Wins and ties of ranges” to have them told apart, after a build."))
    elif unknown:
        notes.append(_note("–: this exact method counts shares of the pot only; sampling tells more."))
    return element(
        "div",
        element("p", element("span", "exact" if answer.exact else "sampled", class_="badge")),
        element("div", table(heads, rows, class_="numbers equities"), class_="scroll"),
        notes,
        _counts(answer),
        _graph(answer),
        _note(_how(answer)),
        class_="result",
    )


def _counts(answer: EquityResult) -> Html | None:
    """Boards by outcome, in words."""
    lines = [element("li", line) for line in outcome_lines(answer.outcomes)]
    if not lines:
        return None
    what = "Deals" if answer.boards is None else "Boards"
    return join_html(
        element("h2", f"{what}, counted for the first player"), element("ul", lines, class_="why")
    )


def _graph(answer: EquityResult) -> Html | None:
    """What the hands of ranges win, the best first; of a hand, what it wins against the other's."""
    players = answer.players
    curves = {one.text[:_LONGEST]: one.curve for one in players if one.curve}
    if len(players) == 2 and len(curves) == 1:
        (hand,) = (one for one in players if not one.curve)
        (other,) = curves
        curves = {f"{hand.text[:_LONGEST]} against each hand of {other}": _turned(curves[other])}
    if not curves:
        return None
    lines = [
        Line(name, [(float(k), 100 * equity) for k, equity in enumerate(curve)])
        for name, curve in curves.items()
    ]
    heads = ["hands", "the best", *(f"{k} %" for k in _READ[1:-1]), "the worst"]
    rows = [[name, *(f"{100 * curve[k]:.1f} %" for k in _READ)] for name, curve in curves.items()]
    return join_html(
        element("h2", "Equity, hand by hand"),
        plot(lines, "% of hands, the best first", "equity, %", 0, 100),
        element("div", table(heads, rows, class_="numbers equities"), class_="scroll"),
    )


_READ = range(0, 101, 20)


def _turned(curve: tuple[float, ...]) -> tuple[float, ...]:
    """What the other wins against them, the best first."""
    return tuple(1 - equity for equity in curve[::-1])


def _how(answer: EquityResult) -> str:
    order = "" if answer.order is None else f" Percentages go by {answer.order}."
    seed = "" if answer.seed is None else f" Seed {answer.seed}."
    return f"{answer.method}.{order}{seed}"


def _note(words: str) -> Html:
    return element("p", words, class_="note")


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.4f} %"


def player_fragment(question: PlayerRequest, answer: PlayerMeaning) -> Html:
    """What a text means: how many hands, and what was probably not meant."""
    words = f"{plural(answer.combinations, 'combination')}, {100 * answer.share:.3f} % of all."
    if answer.combinations == 1:
        words = "One hand."
    return element(
        "p", words, [element("span", f" {one}", class_="warning") for one in answer.warnings], class_="note"
    )
