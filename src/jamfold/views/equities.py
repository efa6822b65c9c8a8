"""Equities and ranges on the terminal."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.console import Group
from rich.table import Table
from rich.text import Text

from jamfold.answers.equities import RangeMeaning
from jamfold.calculator.games import ListedGame
from jamfold.calculator.results import EquityResult, outcome_lines
from jamfold.questions.equities import ORDERS
from jamfold.ranges.grid import class_label

_CANONICAL_SHOWN = 2_000


def equity_view(result: EquityResult) -> Group:
    """The shares of the pot as a table."""
    names = (
        ["equity", "high", "low", "scoop", "quartered"] if result.game.split_low else ["equity", "win", "tie"]
    )
    columns = {name: name for name in names}
    if not result.exact:
        columns["standard_error"] = "+-"
    table = Table(box=SIMPLE_HEAD)
    table.add_column("player", overflow="fold")
    table.add_column("hands", justify="right")
    for heading in columns.values():
        table.add_column(heading, justify="right")
    for player in result.players:
        cells = [getattr(player, name) for name in columns]
        texts = ["" if value is None else f"{100 * value:.4f} %" for value in cells]
        table.add_row(player.text, f"{player.combinations:,}", *texts)
    lines = outcome_lines(result.outcomes)
    if isinstance(result.game, ListedGame) and result.game.note:
        lines.append(result.game.note)
    if result.needs_outcomes:
        lines.append("--outcomes tells wins and ties apart; what that needs is built first, once.")
    if result.order is not None:
        lines.append(f"Percentages go by {result.order}.")
    if result.seed is not None:
        lines.append(f"Seed {result.seed}.")
    return Group(Text(f"{result.game.title}: {result.method}."), table, *map(Text, lines))


def range_lines(meaning: RangeMeaning) -> list[tuple[str, str]]:
    held, canonical = meaning.held, meaning.canonical
    union = "" if held.is_class_union else ", some in part"
    lines = [
        ("game", held.game.title),
        ("combinations", f"{held.combinations:,} of {held.game.n_hands:,}"),
        ("percent", f"{held.percent:.4f} %"),
        ("classes", f"{held.n_classes:,} of {held.classes.n:,}{union}"),
    ]
    if held.is_weighted:
        lines.insert(2, ("weighted", f"{held.weighted_combinations:,.4f} combinations"))
    if held.uses_order:
        lines.append(("ordering", ORDERS[meaning.order]))
    if canonical is not None:
        more = len(canonical) - _CANONICAL_SHOWN
        cut = canonical if more <= 0 else f"{canonical[:_CANONICAL_SHOWN]}... ({more:,} more; --json has all)"
        lines.append(("canonical", cut))
    if meaning.hands:
        lines.append(("sample", " ".join(meaning.hands)))
    return lines


def range_text_view(meaning: RangeMeaning) -> str:
    """What a range is, line by line, and its classes if they are asked for."""
    held = meaning.held
    lines = [f"{name:13} {value}" for name, value in range_lines(meaning)]
    lines += [
        f"{class_label(held.game, class_id)}{'' if share == 1 else f':{share:g}'}"
        for class_id, share in meaning.classes or ()
    ]
    return "\n".join(lines)
