"""The winning chance on a flop, and how strength is spread, as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from jamfold.answers.chances import SpreadStrength
from jamfold.cards import format_cards
from jamfold.flops.answers import WinningChance
from jamfold.questions.chances import ChanceRequest, DistributionRequest
from jamfold.views.chance import chance_lines, distribution_values
from jamfold.views.faces import faces_html
from jamfold.views.fragments.plot import Line, plot
from jamfold.views.html import Html, element, join_html, table, tiles

_BINS = 50


def chance_fragment(question: ChanceRequest, answer: WinningChance) -> Html:
    """The chance, every number behind it, and where the hand stands among all on this flop."""
    raw, answers = answer.raw, answer.answers
    facts = [("hand strength", _percent(raw.equity))]
    if answer.folding is not None:
        facts.append(("share of the pot when each may fold", _percent(answers.share)))
    if answer.against is not None and (answer.folding is not None or answer.opponents > 1):
        facts.append((f"against {answer.opponents} who stay", _percent(answer.against.equity)))
    if answer.money is not None:
        facts.append(("going on is worth", f"{answer.money.go_on:+.4f}"))
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
        element("div", table(("", "", ""), chance_lines(answer), class_="numbers notes"), class_="scroll"),
        _histogram(answer.holdings.histogram(_BINS).tolist(), marks),
        element("p", about, class_="note"),
        class_="result",
    )


def distribution_fragment(question: DistributionRequest, answer: SpreadStrength) -> Html:
    """The distribution over all hands on all flops, and how much of it folds."""
    values = distribution_values(answer)
    said = values["answer"]
    folds = (
        f" Opponents who fold {said['folding']} fold {_percent(said['share'], 4)} of them." if said else ""
    )
    mean, lowest, highest = (_percent(values[name]) for name in ("mean", "lowest", "highest"))
    words = (
        f"{values['states']:,} hands on flops, {values['distinct']:,} of them distinct; mean {mean}, "
        f"from {lowest} to {highest}.{folds}"
    )
    marks = [("fold below", said["threshold"])] if said and said["threshold"] is not None else []
    rows = [[_percent(one["share"], 0), _percent(one["strength"], 4)] for one in values["quantiles"]]
    heads = ("of all hands on flops", "are below this strength")
    return element(
        "div",
        element("p", words),
        _histogram([int(count) for count in values["histogram"]], marks),
        element("details", element("summary", "Quantiles as a table"), table(heads, rows)),
        class_="result",
    )


def _histogram(counts: Sequence[int], marks: Sequence[tuple[str, float]]) -> Html:
    """Counts in bins of equal width from 0 to 1, and how many are below; named strengths are marked."""
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
    return f"{100 * share:.{digits}f} %"
