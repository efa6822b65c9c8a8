"""Winning chance and hand strength on a flop: text, JSON, HTML and the figure of the distribution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

from jamfold.calculator.flops.distribution import Spread, n_distinct
from jamfold.calculator.flops.winning_chance import Chance, Money, WinningChance
from jamfold.cards import format_cards
from jamfold.cards.games import HOLDEM, Game
from jamfold.cases.answers.chances import SpreadStrength
from jamfold.cases.flops import ChanceRequest, DistributionFileRequest, DistributionRequest
from jamfold.core.display import plural
from jamfold.views.figures import encoded, new_figure, write_figure
from jamfold.views.formats import to_text
from jamfold.views.html import Html, Line, element, faces_html, join_html, plot, table, tiles

_BINS, _LINES, _WIDTH = 100, 20, 60
_CURVE = 1_000


def text_histogram(spread: Spread, width: int = _WIDTH) -> str:
    """Draw bars of the share of states in each twentieth of hand strength, with cumulative shares."""
    counts = spread.histogram(_LINES).tolist()
    most, done = max(counts), 0
    lines = ["strength, %   states, %   up to here"]
    for i, count in enumerate(counts):
        done += count
        step = 100 // _LINES
        lines.append(
            f"{step * i:3d} to {step * (i + 1):3d}    {100 * count / spread.total:8.4f}  "
            f"{100 * done / spread.total:9.4f}   {'#' * round(width * count / most)}".rstrip()
        )
    return "\n".join(lines) + "\n"


def histogram_csv(spread: Spread) -> str:
    """Return states in each percent of hand strength, with cumulative shares, as CSV with a header."""
    lines, done = ["from_percent,to_percent,states,share,share_up_to_here"], 0
    for i, count in enumerate(spread.histogram(_BINS).tolist()):
        done += count
        lines.append(f"{i},{i + 1},{count},{count / spread.total!r},{done / spread.total!r}")
    return "\n".join(lines) + "\n"


def save_figure(spread: Spread, path: Path, marked: list[tuple[float, float]], game: Game = HOLDEM) -> Path:
    """Write histogram and cumulative curve as SVG or PNG, by the extension.

    ``marked`` are points (strength, share of the states below it) to point out.  Raises FigureError if the
    extension is unknown or the file cannot be written.
    """
    figure = new_figure(figsize=(8, 5), layout="constrained")
    bars = figure.add_subplot()
    shares = 100 * spread.histogram(_BINS) / spread.total
    edges = [100 * i / _BINS for i in range(_BINS)]
    bars.bar(
        edges, shares, width=100 / _BINS, align="edge", color="#9ecae1", edgecolor="white", linewidth=0.3
    )
    bars.set_xlabel("hand strength: equity against a random hand, %")
    bars.set_ylabel("states in each percent of strength, %")
    bars.set_xlim(0, 100)
    curve = bars.twinx()
    cuts = [spread.scale * i // _CURVE for i in range(_CURVE + 1)]
    up_to = [100 * spread.count_below(cut) / spread.total for cut in cuts]
    curve.plot([100 * cut / spread.scale for cut in cuts], up_to, color="#08519c", linewidth=1.5)
    curve.set_ylabel("states below this strength, %", color="#08519c")
    curve.set_ylim(0, 105)
    curve.set_yticks(range(0, 101, 20))
    curve.grid(visible=True, alpha=0.3)
    for strength, share in marked:
        x, y = 100 * strength, 100 * share
        curve.plot([x, x, 100], [0, y, y], color="#a50f15", linewidth=1, linestyle="--")
        side = "right" if x > 50 else "left"
        curve.annotate(
            f"{y:.2f}% below {x:.2f}%", (x, y), (-6 if side == "right" else 6, 6),
            textcoords="offset points", ha=side, color="#a50f15",
            bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 1},
        )  # fmt: skip
    distinct = f"{n_distinct(game):,} distinct"
    bars.set_title(f"{game.title}: all {spread.total:,} hands on flops ({distinct})")
    return write_figure(figure, path)


class ChanceLine(NamedTuple):
    """One line of an answer: its name, its number as text, and a note."""

    name: str
    value: str
    note: str


def chance_text(answer: WinningChance) -> str:
    lines = (f"{name:14} {value:>11}   {note}".rstrip() for name, value, note in chance_lines(answer))
    return "\n".join((f"{format_cards(answer.hand, ' ')} on {format_cards(answer.flop, ' ')}", *lines))


def chance_lines(answer: WinningChance) -> Iterator[ChanceLine]:
    """Yield the answer line by line; lines about opponents only if the request has any."""
    raw, answers, chance = answer.raw, answer.answers, answer.one
    yield _share("hand strength", raw.equity, f"win {raw.win:,}, tie {raw.tie:,}, lose {raw.lose:,}; exact")
    if answer.folding is not None:
        yield ChanceLine("opponents fold", "", answer.folding.text)
        if answer.observed is not None:
            yield ChanceLine("", "", answer.observed.text)
        yield _share("one folds", answers.folds, "exact, given your cards")
    if chance is None:
        yield ChanceLine("nobody stays", "", "the pot is yours")
    elif answer.folding is not None or answer.opponents > 1:
        yield _share("against one", chance.equity, _outcomes(chance))
    if answer.opponents > 1 and chance is not None:
        if answer.against is None:
            words = f"{answer.opponents} opponents can hardly ever all hold such hands"
            yield ChanceLine(f"against {answer.opponents}", "", words)
        else:
            yield _share(f"against {answer.opponents}", answer.against.equity, _outcomes(answer.against))
        yield _share("power rule", answer.power_rule or 0.0, f"against one, to the power {answer.opponents}")
    if answer.folding is not None and chance is not None:
        if answer.opponents > 1:
            yield _share("all fold", answers.everybody_folds, "sampled")
        yield _share("share of pot", answers.share, f"when each may fold{_error(answers.standard_error)}")
    if answer.money is not None:
        yield from _money_lines(answer.money)


def _money_lines(money: Money) -> Iterator[ChanceLine]:
    error = f"standard error {money.standard_error:.4f}" if money.standard_error else ""
    yield ChanceLine("folding", f"{0:+.4f}", f"pot {money.pot:g}, {money.call:g} to call")
    yield ChanceLine("calling", f"{money.go_on:+.4f}", error)
    if money.all_stay is not None and money.all_stay != money.go_on:
        yield ChanceLine("if all stay", f"{money.all_stay:+.4f}", "")
    yield _share("break-even", money.needed_share, f"of the pot; {_where(money)}")


def _where(money: Money) -> str:
    limit = money.threshold.limit
    if limit == 0:
        return "calling is profitable even if nobody folds"
    if limit > 1:
        return "calling is profitable only if everybody folds"
    strength, folds = 100 * money.threshold.threshold, 100 * money.threshold_folds
    return f"calling is profitable if they fold below {strength:.4f}% ({folds:.2f}% of holdings) or more"


def _share(name: str, share: float, note: str) -> ChanceLine:
    return ChanceLine(name, f"{100 * share:.4f}%", note)


def _outcomes(chance: Chance) -> str:
    parts = f"win {100 * chance.win:.4f}%, tie {100 * chance.tie:.4f}%, lose {100 * chance.lose:.4f}%"
    if chance.deals is None:
        return f"{parts}; exact"
    return f"{parts}; {plural(chance.deals, 'deal')}{_error(chance.standard_error)}"


def _error(error: float) -> str:
    return f", standard error {100 * error:.4f}%" if error else ""


def distribution_values(answer: SpreadStrength) -> dict[str, Any]:
    """Return the distribution for JSON, and how many states fold."""
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
        else {"folding": folding.text, "threshold": folding.threshold, "share": answer.share},
        "built_seconds": states.record.built_seconds,
    }


def distribution_lines(answer: SpreadStrength) -> list[str]:
    """Return the distribution in plain characters, and how much of it folds."""
    states, folding = answer.states, answer.folding
    lines = text_histogram(states.spread).splitlines()
    lines.append(f"{states.spread.total:,} states, {len(states.weights):,} distinct; quantiles:")
    lines += [f"{percent:3d}% are below {100 * strength:8.4f}%" for percent, strength in answer.quantiles]
    if folding is not None and answer.share is not None:
        lines.append(f"opponents fold {folding.text}: {100 * answer.share:.4f}% of all hands on flops")
    return lines


_CHANCE_BINS = 50


def chance_fragment(question: ChanceRequest, answer: WinningChance) -> Html:
    """Return the chance, every number behind it, and the hand's rank among all on this flop."""
    raw, answers = answer.raw, answer.answers
    facts = [("hand strength", _percent(raw.equity))]
    if answer.folding is not None:
        facts.append(("share of the pot when each may fold", _percent(answers.share)))
    if answer.against is not None and (answer.folding is not None or answer.opponents > 1):
        facts.append((f"against {answer.opponents} who stay", _percent(answer.against.equity)))
    if answer.money is not None:
        facts.append(("EV of calling", f"{answer.money.go_on:+.4f}"))
    marks = [("your hand", raw.equity)]
    if answer.folding is not None and answer.folding.threshold is not None:
        marks.append(("fold below", answer.folding.threshold))
    hand, flop = faces_html(format_cards(answer.hand)), faces_html(format_cards(answer.flop))
    about = (
        f"All {answer.holdings.total:,} holdings on this {answer.street} by hand strength: "
        f"{_percent(answer.weaker)} of them are weaker than your hand."
    )
    return element(
        "div",
        element("h2", hand, " on ", flop),
        tiles(facts),
        _all_numbers(list(chance_lines(answer))),
        _histogram(answer.holdings.histogram(_CHANCE_BINS).tolist(), marks),
        element("p", about, class_="note"),
        class_="result",
    )


def _all_numbers(lines: list[ChanceLine]) -> Html:
    """Return every number behind a chance; without opponents, only the counts."""
    if len(lines) == 1:
        return element("p", lines[0][-1], class_="note")
    return element("div", table(("", "", ""), lines, class_="numbers notes"), class_="scroll")


def distribution_fragment(question: DistributionRequest, answer: SpreadStrength) -> Html:
    """Return the distribution over all hands on all flops, and how much of it folds."""
    values = distribution_values(answer)
    rule = values["answer"]
    folds = (
        f" Opponents who fold {rule['folding']} fold {_percent(rule['share'], 4)} of them." if rule else ""
    )
    mean, lowest, highest = (_percent(values[name]) for name in ("mean", "lowest", "highest"))
    words = (
        f"{values['states']:,} hands on flops, {values['distinct']:,} of them distinct; mean {mean}, "
        f"from {lowest} to {highest}.{folds}"
    )
    marks = [("fold below", rule["threshold"])] if rule and rule["threshold"] is not None else []
    rows = [[_percent(row["share"], 0), _percent(row["strength"], 4)] for row in values["quantiles"]]
    heads = ("of all hands on flops", "are below this strength")
    return element(
        "div",
        element("p", words),
        _histogram([int(count) for count in values["histogram"]], marks),
        element("details", element("summary", "Quantiles as a table"), table(heads, rows)),
        class_="result",
    )


def _histogram(counts: Sequence[int], marks: Sequence[tuple[str, float]]) -> Html:
    """Draw counts in bins of equal width from 0 to 1, and cumulative counts; `marks` name strengths."""
    total, width = max(1, sum(counts)), 100 / len(counts)
    steps = [
        (place, 100 * count / total)
        for k, count in enumerate(counts)
        for place in (width * k, width * (k + 1))
    ]
    below = [(0.0, 0.0)]
    below += [(width * (k + 1), 100 * done / total) for k, done in enumerate(accumulate(counts))]
    named = [(name, 100 * strength) for name, strength in marks]
    x = "hand strength, %"
    return join_html(
        plot([Line("", steps)], x, "% of hands with about this strength", 0, marks=named),
        plot([Line("", below)], x, "% of hands below this strength", 0, 100, marks=named),
    )


def _percent(share: float, digits: int = 2) -> str:
    return f"{100 * share:.{digits}f}%"


def distribution_payload(question: DistributionFileRequest, answer: SpreadStrength) -> dict[str, str]:
    spread = answer.states.spread
    if question.format == "csv":
        return {"text": histogram_csv(spread)}
    if question.format == "json":
        return {"text": to_text(distribution_values(answer), indent=1) + "\n"}
    name = f"flops.{question.format}"
    return encoded(name, lambda path: save_figure(spread, path, answer.marks, answer.game))
