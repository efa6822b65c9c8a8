"""ICM on the terminal, as CSV, and in words."""

from __future__ import annotations

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Group as Lines
from rich.table import Table
from rich.text import Text

from jamfold.views.columns import Columns
from jamfold.worth.harville import FEW
from jamfold.worth.icm import Icm
from jamfold.worth.models import MALMUTH_HARVILLE
from jamfold.worth.pairs import MOST_PLAYERS

MATRIX_SHOWN = 12
"""Most players whose bubble factors a terminal is wide enough for."""
PLAYERS_SHOWN = 100
"""Most players whom a terminal lists."""
GROUP_HEADS = ("players", "stack", "worth each")
_LONGEST_FRACTION = 20
NEVER = "never"
_MOST_FACTOR, _MOST_PREMIUM = 1e6, 49.9999
"""Above these an all-in never pays: it needs more than 99.9999 %."""
MODEL_NAMES = {
    MALMUTH_HARVILLE: "Malmuth-Harville",
    "malmuth-weitzman": "Malmuth-Weitzman",
    "ben-roberts": "Ben Roberts",
}
HEADS = {"chip-share": "Count by chips", "none": "Count nothing"}
"""What bounties still on the table are worth."""


def icm_lines(answer: Icm) -> list[str]:
    """What is exact, what is a model, and how to read the matrix."""
    name = MODEL_NAMES[answer.model]
    lines = [f"{name}, computed exactly: a model that knows stacks and prizes, not skill, seats or blinds."]
    if answer.bounties is not None:
        future = {
            "chip-share": "those still on the table are worth their money by chips",
            "none": "those still on the table are worth nothing",
        }
        lines.append(f"Bounties: {future[answer.bounties.future]} (a model, too).")
    if answer.bubble_factors is None and answer.stacks:
        most = f"{FEW} at a table inside a field" if answer.groups else f"{MOST_PLAYERS} players"
        lines.append(f"Bubble factors are computed for up to {most}.")
    elif len(answer.stacks) > 1:
        lines.append(
            "Bubble factor f: what a lost all-in against the other costs, over what a won one gains. "
            "It takes a chance of f/(1 + f) to win; the risk premium is that above 50 %."
        )
        if any(factor_text(one) == NEVER for row in answer.bubble_factors or () for one in row):
            lines.append(
                "Never: a won all-in gains nothing, or less than a millionth of what a lost one costs."
            )
    return lines


def heads_of(answer: Icm) -> list[str]:
    """The names of the columns of `cells_of`."""
    unit = " %" if answer.prizes.percent else ""
    heads = ["player", "stack", "chips", f"value{unit}", "prizes"]
    if _fractions_shown(answer):
        heads.append("exactly")
    return heads if answer.head_values is None else [*heads, "heads"]


def cells_of(answer: Icm) -> list[list[str]]:
    """Each player's stack, share of chips, value, share of the prizes, and what else there is."""
    rows = []
    of_chips, of_prizes = answer.chip_shares, answer.prize_shares
    for k, stack in enumerate(answer.stacks):
        row = [
            f"{k + 1}",
            f"{stack:,.12g}",
            f"{100 * of_chips[k]:.4f} %",
            f"{answer.values[k]:,.4f}",
            f"{100 * of_prizes[k]:.4f} %",
        ]
        if _fractions_shown(answer) and answer.fractions is not None:
            row.append(str(answer.fractions[k]))
        if answer.head_values is not None:
            row.append(f"{answer.head_values[k]:,.4f}")
        rows.append(row)
    return rows


def group_cells(answer: Icm) -> list[list[str]]:
    """The groups of the field: players, stack, what each stack is worth, by `GROUP_HEADS`."""
    return [[f"{group.players:,}", f"{group.stack:,.12g}", f"{group.value:,.6g}"] for group in answer.groups]


def _fractions_shown(answer: Icm) -> bool:
    return answer.fractions is not None and max(map(len, map(str, answer.fractions))) <= _LONGEST_FRACTION


def factor_text(factor: float | None) -> str:
    """Return a bubble factor, "never" where no chance is enough; a dash where there is none."""
    return "–" if factor is None else NEVER if factor > _MOST_FACTOR else f"{factor:.3f}"


def premium_text(premium: float | None) -> str:
    """Return a risk premium in percentage points."""
    return (
        "–"
        if premium is None
        else NEVER
        if premium > _MOST_PREMIUM
        else f"{premium:+.2f}".replace("-", "\u2212")
    )


def icm_view(answer: Icm) -> Lines:
    """Players, the rest of the field, then bubble factors and risk premiums."""
    parts: list[Text | Table] = []
    if answer.stacks:
        parts.append(_table(heads_of(answer), cells_of(answer)[:PLAYERS_SHOWN]))
    if len(answer.stacks) > PLAYERS_SHOWN:
        parts.append(Text(f"The first {PLAYERS_SHOWN} of {len(answer.stacks):,}; all: --csv or --json."))
    if answer.groups:
        parts += [Text("The rest of the field:"), _table(GROUP_HEADS, group_cells(answer))]
    factors, premiums = answer.bubble_factors, answer.risk_premiums_percent
    if factors is not None and premiums is not None and 1 < len(answer.stacks) <= MATRIX_SHOWN:
        parts += [
            Text("Bubble factors, row all-in against column:"),
            _matrix([[factor_text(one) for one in row] for row in factors]),
            Text("Risk premiums, percentage points:"),
            _matrix([[premium_text(one) for one in row] for row in premiums]),
        ]
    elif factors is not None and len(answer.stacks) > MATRIX_SHOWN:
        parts.append(Text("Bubble factors of every pair: --csv or --json."))
    return Lines(*parts, *map(Text, icm_lines(answer)))


def _matrix(rows: list[list[str]]) -> Table:
    numbers = [f"{k}" for k in range(1, len(rows) + 1)]
    return _table(["", *numbers], [[number, *row] for number, row in zip(numbers, rows, strict=True)])


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    table = Table(box=SIMPLE_HEAD)
    for name in heads:
        table.add_column(name, justify="right")
    for row in rows:
        table.add_row(*row)
    return table


def icm_columns(answer: Icm) -> Columns:
    """One line per player; bubble factors and risk premiums against each of the others in columns."""
    players = range(1, len(answer.stacks) + 1)
    none = [None] * len(answer.stacks)
    columns: Columns = {
        "player": list(players),
        "stack": list(answer.stacks),
        "chip_share": list(answer.chip_shares),
        "value": list(answer.values),
        "fraction": none if answer.fractions is None else list(map(str, answer.fractions)),
        "prize_share": list(answer.prize_shares),
        "bounty_value": none if answer.head_values is None else list(answer.head_values),
    }
    if answer.chip_values is not None:
        columns["chip_value"] = list(answer.chip_values)
    matrices = {
        "bubble_factor": answer.bubble_factors,
        "risk_premium_percent": answer.risk_premiums_percent,
    }
    for name, matrix in matrices.items():
        if matrix is not None:
            columns |= {f"{name}_{k}": [row[k - 1] for row in matrix] for k in players}
    return columns
