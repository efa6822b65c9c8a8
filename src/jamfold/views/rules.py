"""Rules to carry in the head: their words, and the card on the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Group
from rich.table import Table
from rich.text import Text

from jamfold.counting.classes import hand_classes
from jamfold.practice.rules.features import Feature, find_feature
from jamfold.practice.rules.find import RuleReport, RuleScore
from jamfold.ranges.grid import class_label

NOTE = (
    "Stacks in big blinds, small blind 1/2, no ante; take the nearest stack. Gain: what both best responses "
    "together gain, big blinds per 100 hands, exact."
)
_LOSS = "Loss: what it loses against the equilibrium."


def title(rule: RuleReport) -> str:
    """The game and how many numbers it takes."""
    count = len(rule.score)
    return f"{rule.rule.game.title}: jam or fold by {count} number{'' if count == 1 else 's'}"


def score_lines(rule: RuleReport) -> list[tuple[str, str]]:
    return [(points_text(one), one.words) for one in rule.score]


def points_text(one: RuleScore) -> str:
    """Points with their sign, ``+3``, ``−2``; as a factor of what is a number itself, ``2 ×``."""
    if one.words.startswith(("the ", "2 for ", "3 for ")):
        return f"{one.weight} ×".replace("-", "−")
    return f"{one.weight:+d}".replace("-", "−")


def example_line(rule: RuleReport) -> str:
    game = rule.rule.game
    classes = hand_classes(game)
    class_id = classes.index(game.example_hand)
    parts = [one.weight * int(find_feature(game, one.feature).values[class_id]) for one in rule.score]
    summed = " + ".join(map(str, parts)).replace("+ -", "− ")
    return f"Example {class_label(game, class_id)}: {summed} = {sum(parts)} points."


def per_100(value: float) -> str:
    """Big blinds a hand as big blinds per 100 hands."""
    return f"{100 * value:.2f}"


def mean_line(rule: RuleReport) -> str:
    """The mean gain, beside those of published orderings."""
    count = len(rule.rows)
    stacks = f"{count} stack{'' if count == 1 else 's'}"
    line = f"Mean gain over {stacks}: {per_100(rule.mean_gain_bb)} bb per 100 hands"
    for one in rule.compared:
        mean = sum(row.gain_bb for row in one.rows) / count
        line += f"; {one.name}'s order {per_100(mean)}"
    return line + "."


def rule_lines(rule: RuleReport) -> list[str]:
    """What stands below the thresholds."""
    lines = [example_line(rule), mean_line(rule), f"{NOTE} {_LOSS}"]
    if rule.compared:
        names = " and ".join(one.name for one in rule.compared)
        lines.append(
            f"{names}: the published points as an order of the hands, thresholds tuned as the rule's are."
        )
    if rule.cut:
        lines.append("Time was up before the search was through: more --seconds may find a better rule.")
    return lines


def features_view(features: Sequence[Feature]) -> Table:
    """What a rule can give points for."""
    table = Table(box=SIMPLE_HEAD)
    table.add_column("feature", no_wrap=True)
    table.add_column("from", justify="right")
    table.add_column("to", justify="right")
    table.add_column("points for")
    for one in features:
        table.add_row(one.name, str(one.least), str(one.most), one.words)
    return table


def rule_view(rule: RuleReport) -> Group:
    """The points, and thresholds with what they cost."""
    score = Table(box=SIMPLE_HEAD)
    score.add_column("points", justify="right")
    score.add_column("for")
    for points, words in score_lines(rule):
        score.add_row(points, words)
    stacks = Table(box=SIMPLE_HEAD)
    orders = [one.name for one in rule.compared]
    for heading in ("stack", "jam from", "call from", "gain, bb/100", "loss, bb/100", *orders):
        stacks.add_column(heading, justify="right")
    for k, row in enumerate(rule.rows):
        others = (per_100(one.rows[k].gain_bb) for one in rule.compared)
        cells = (
            f"{row.s:g}",
            str(row.threshold.jam_points),
            str(row.threshold.call_points),
            per_100(row.gain_bb),
            per_100(row.loss_bb),
        )
        stacks.add_row(*cells, *others)
    return Group(Text(title(rule), style="bold"), score, stacks, *map(Text, rule_lines(rule)))
