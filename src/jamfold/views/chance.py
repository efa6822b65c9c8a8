"""The winning chance and the distribution of strength, as lines to read and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from jamfold.answers.chances import SpreadStrength
from jamfold.cards import format_cards
from jamfold.flops.answers import Chance, Money, WinningChance
from jamfold.shown import plural
from jamfold.views.flop_figure import text_histogram


class Line(NamedTuple):
    """One line of an answer: what it is, its number as text, and what to know of it."""

    name: str
    value: str
    note: str


def chance_title(answer: WinningChance) -> str:
    return f"{format_cards(answer.hand, ' ')} on {format_cards(answer.flop, ' ')}"


def chance_text(answer: WinningChance) -> str:
    lines = (f"{name:14} {value:>11}   {note}".rstrip() for name, value, note in chance_lines(answer))
    return "\n".join((chance_title(answer), *lines))


def chance_lines(answer: WinningChance) -> Iterator[Line]:
    """The answer line by line; lines about opponents only where they are asked about."""
    raw, answers, one = answer.raw, answer.answers, answer.one
    yield _share("hand strength", raw.equity, f"win {raw.win:,}, tie {raw.tie:,}, lose {raw.lose:,}; exact")
    if answer.folding is not None:
        yield Line("opponents fold", "", answer.folding.text)
        if answer.observed is not None:
            yield Line("", "", answer.observed.text)
        yield _share("one folds", answers.folds, "exact, given your cards")
    if one is None:
        yield Line("nobody stays", "", "the pot is yours")
    elif answer.folding is not None or answer.opponents > 1:
        yield _share("against one", one.equity, _outcomes(one))
    if answer.opponents > 1 and one is not None:
        if answer.against is None:
            words = f"{answer.opponents} opponents cannot all hold such holdings, or hardly ever do"
            yield Line(f"against {answer.opponents}", "", words)
        else:
            yield _share(f"against {answer.opponents}", answer.against.equity, _outcomes(answer.against))
        yield _share("power rule", answer.power_rule or 0.0, f"against one, to the power {answer.opponents}")
    if answer.folding is not None and one is not None:
        if answer.opponents > 1:
            yield _share("all fold", answers.everybody_folds, "sampled")
        yield _share("share of pot", answers.share, f"when each may fold{_error(answers.standard_error)}")
    if answer.money is not None:
        yield from _money_lines(answer.money)


def _money_lines(money: Money) -> Iterator[Line]:
    error = f"standard error {money.standard_error:.4f}" if money.standard_error else ""
    yield Line("folding", f"{0:+.4f}", f"pot {money.pot:g}, {money.call:g} to call")
    yield Line("going on", f"{money.go_on:+.4f}", error)
    if money.all_stay is not None and money.all_stay != money.go_on:
        yield Line("if all stay", f"{money.all_stay:+.4f}", "")
    yield _share("break-even", money.needed_share, f"of the pot; {_where(money)}")


def _where(money: Money) -> str:
    limit = money.threshold.limit
    if limit == 0:
        return "going on pays even if nobody folds"
    if limit > 1:
        return "going on pays only if everybody folds"
    strength, folds = 100 * money.threshold.threshold, 100 * money.threshold_folds
    return f"going on pays if they fold below {strength:.4f} % ({folds:.2f} % of holdings) or more"


def _share(name: str, share: float, note: str) -> Line:
    return Line(name, f"{100 * share:.4f} %", note)


def _outcomes(chance: Chance) -> str:
    parts = f"win {100 * chance.win:.4f} %, tie {100 * chance.tie:.4f} %, lose {100 * chance.lose:.4f} %"
    if chance.deals is None:
        return f"{parts}; exact"
    return f"{parts}; {plural(chance.deals, 'deal')}{_error(chance.standard_error)}"


def _error(error: float) -> str:
    return f", standard error {100 * error:.4f} %" if error else ""


def distribution_values(answer: SpreadStrength) -> dict[str, Any]:
    """The distribution as JSON, and how many states fold."""
    states, folding = answer.states, answer.folding
    spread = states.spread
    lowest, highest = spread.ends
    return {
        "game": states.game.name,
        "states": spread.total,
        "distinct": len(states.weights),
        "mean": spread.mean,
        "lowest": lowest,
        "highest": highest,
        "quantiles": [{"share": percent / 100, "strength": value} for percent, value in answer.quantiles],
        "histogram": answer.histogram,
        "answer": None
        if folding is None
        else {
            "folding": folding.text,
            "threshold": folding.threshold,
            "share": answer.share,
        },
        "built_seconds": states.record.built_seconds,
    }


def distribution_lines(answer: SpreadStrength) -> list[str]:
    """The distribution in plain characters, and how much of it folds."""
    states, folding = answer.states, answer.folding
    lines = text_histogram(states.spread).splitlines()
    lines.append(f"{states.spread.total:,} states, {len(states.weights):,} distinct; quantiles:")
    lines += [f"{percent:3d} % are below {100 * strength:8.4f} %" for percent, strength in answer.quantiles]
    if folding is not None and answer.share is not None:
        lines.append(f"opponents fold {folding.text}: {100 * answer.share:.4f} % of all hands on flops")
    return lines
