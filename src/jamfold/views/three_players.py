"""Tournaments of three players on the terminal, and as CSV."""

from __future__ import annotations

from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Group
from rich.table import Table
from rich.text import Text

from jamfold.cards import RANK_NAMES
from jamfold.hand.seats import seat_names
from jamfold.ranges.grid import class_label, grid_cells
from jamfold.spots.table.profile import node_text
from jamfold.tournaments.before import SEATS
from jamfold.tournaments.three_keeping import ThreeTournament
from jamfold.tournaments.three_players import decisions, percents
from jamfold.views.columns import Columns, columns_of
from jamfold.views.range_text import range_text
from jamfold.views.table_words import change_text, decision_words, seat_title
from jamfold.worth.models import stack_values

_HALF = 0.5


def three_lines(answer: ThreeTournament) -> list[str]:
    """The certificate, and what is meant by the values."""
    solved, prizes = answer.solved, answer.grid.prizes
    unit = "% of the prizes" if prizes.percent else "money"
    certificate = (
        f"{len(answer.grid.states):,} states, {solved.sweeps} sweeps. One player's best response over the "
        f"whole tournament gains at most {solved.epsilon:.2g} {unit}, at any state and seat."
    )
    rules = (
        "The big blind moves on to the next player who is left; with two left it is the heads-up tournament. "
        f"Pots are divided in whole units of {answer.unit:,}."
    )
    return [certificate, rules, "One equilibrium of perhaps many."]


def three_title(answer: ThreeTournament) -> str:
    """Game, chips, blinds and prizes in a line."""
    grid, unit = answer.grid, answer.unit
    blinds = f"blinds {grid.level.small * unit:,}/{grid.level.big * unit:,}"
    ante = f", ante {grid.level.ante * unit:,}" if grid.level.ante else ""
    percent = " %" if grid.prizes.percent else ""
    prizes = " / ".join(f"{amount:g}" for amount in grid.prizes.amounts)
    chips = f"{grid.steps * unit:,} chips in steps of {unit:,}"
    return f"{answer.game.title}, three players, {chips}, {blinds}{ante}, prizes {prizes}{percent}"


def sure_text(answer: ThreeTournament) -> str:
    """The certificate in a few words."""
    pool = answer.grid.prizes.pool
    return (
        "Nobody who alone plays otherwise, in all hands to come, gains more than "
        f"{100 * answer.solved.epsilon / pool:.2g} % of the prizes, from any stacks."
    )


def three_state(answer: ThreeTournament, row: int) -> dict[str, Any]:
    """One state as the page shows it: what the seats are worth, and every decision with its square."""
    solved, grid, game = answer.solved, answer.grid, answer.game
    hand = grid.hand(grid.states[row])
    model = stack_values(grid.states[row], grid.amounts, grid.model)
    played = percents(game, grid, solved.strategies[row], row)
    cells = [class_id for _, class_id in sorted(grid_cells(game).items())]
    shown = list(zip(decisions(), solved.strategies[row], played, strict=True))
    return {
        "stacks": [f"{chips:,.12g}" for chips in answer.chips(row)],
        "heads": ["seat", "stack", "by the model", "worth", "more", "gains at most"],
        "seats": [
            [
                _capital(seat_title(hand, seat)),
                f"{answer.chips(row)[seat]:,.12g}",
                f"{model[seat]:,.4f}",
                f"{solved.values[row, seat]:,.4f}",
                change_text(hand, float(solved.values[row, seat]) - float(model[seat])),
                f"{max(0.0, float(solved.gains[row, seat])):.2g}",
            ]
            for seat in range(SEATS)
        ],
        "ranks": RANK_NAMES[::-1][: game.n_ranks],
        "decisions": [
            {
                "node": node_text(hand, node),
                "words": decision_words(hand, node),
                "action": node.action,
                "percent": percent,
                "range": range_text(game, strategy) or "nothing",
                "square": [
                    {"id": one, "hand": class_label(game, one), "played": float(strategy[one])}
                    for one in cells
                ],
            }
            for node, strategy, percent in shown
            if percent is not None
        ],
    }


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def three_view(answer: ThreeTournament, row: int) -> Group:
    """One state: what the seats are worth, and the decisions."""
    solved, grid = answer.solved, answer.grid
    hand = grid.hand(grid.states[row])
    model = stack_values(grid.states[row], grid.amounts, grid.model)
    seats = Table(box=SIMPLE_HEAD)
    for heading in ("seat", "stack", "model", "value", "gains at most"):
        seats.add_column(heading, justify="left" if heading == "seat" else "right")
    for seat, name in enumerate(seat_names(SEATS)):
        seats.add_row(
            name,
            f"{answer.chips(row)[seat]:,.12g}",
            f"{model[seat]:,.4f}",
            f"{solved.values[row, seat]:,.4f}",
            f"{max(0.0, float(solved.gains[row, seat])):.2g}",
        )
    table = Table(box=SIMPLE_HEAD)
    for heading in ("decision", "plays", "range"):
        table.add_column(heading, justify="right" if heading == "plays" else "left")
    played = percents(answer.game, grid, solved.strategies[row], row)
    for node, strategy, percent in zip(decisions(), solved.strategies[row], played, strict=True):
        if percent is not None:
            held = range_text(answer.game, (strategy >= _HALF).astype(float)) or "nothing"
            table.add_row(node_text(hand, node), f"{percent:.2f} %", held)
    return Group(seats, table, *map(Text, three_lines(answer)))


def three_columns(answer: ThreeTournament) -> Columns:
    """One line per state."""
    names, grid, solved = seat_names(SEATS), answer.grid, answer.solved
    heads = [f"{what}_{name}" for what in ("stack", "value", "gain") for name in names]
    heads += ["percent_" + "_".join(names[seat] for seat in (node.seat, *node.after)) for node in decisions()]
    rows = [
        [
            *answer.chips(row),
            *solved.values[row].tolist(),
            *solved.gains[row].clip(0).tolist(),
            *percents(answer.game, grid, solved.strategies[row], row),
        ]
        for row in range(len(grid.states))
    ]
    return columns_of(heads, rows)
