"""The published tables of jam and call percentages beside fictitious play and the exact equilibrium.

Published: tables 4 and 5 of a bachelor thesis on Omaha jam/fold (HSE, 2014),
blinds 1/2 and 1, no ante; 50 iterations of fictitious play.  Its window printed
two decimals, and its Omaha tables round those to one: 77.24744 is 77.25, then 77.3.
Its Hold'em numbers are rounded at once: 54.44869 is 54.4.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from jamfold.cards.games import Game, find_game
from jamfold.solver.exact import ExactSolver
from jamfold.solver.fictitious_play import solve_fictitious_play
from jamfold.solver.solution import Solution
from jamfold.solver.stakes import chip_payoffs
from jamfold.spots import solve

ITERATIONS = 50
SMALL_BLIND = 0.5
STACKS = (2.0, 4.0, 6.0, 8.0, 10.0, 15.0, 20.0)

PUBLISHED: dict[str, tuple[tuple[str, str], ...]] = {
    "holdem": (
        ("89.4", "100.0"), ("73.8", "74.1"), ("68.3", "54.4"), ("61.9", "45.0"),
        ("58.3", "37.4"), ("45.7", "28.5"), ("40.2", "21.7"),
    ),
    "omaha": (
        ("98.8", "100.0"), ("85.3", "98.1"), ("76.4", "84.9"), ("71.6", "70.4"),
        ("67.9", "59.6"), ("59.8", "44.1"), ("53.6", "35.3"),
    ),
    "omaha-hilo": (
        ("99.3", "99.9"), ("91.2", "99.1"), ("83.7", "93.2"), ("77.3", "85.1"),
        ("73.2", "74.1"), ("68.7", "49.3"), ("58.5", "38.9"),
    ),
}  # fmt: skip
"""Jam and call percentages as printed, one pair per stack of STACKS."""

_HEADINGS = (
    "s",
    "published",
    f"{ITERATIONS} iterations here",
    "their epsilon, bb",
    "exact",
    "exact minus published",
    "EV, bb",
)
_CENT, _TENTH = Decimal("0.01"), Decimal("0.1")


@dataclass(frozen=True)
class StackRow:
    """One stack of one game, three times; pairs are jam and call, percentages of all hands."""

    game: Game
    s: float
    """game, s: The game and the effective stack."""
    published: tuple[str, str]
    """As printed."""
    played: tuple[float, float]
    """After 50 iterations of fictitious play here."""
    played_epsilon: float
    """How far those are from optimal, bb."""
    exact: tuple[float, float]
    """In the exact equilibrium."""
    value: float
    """Value of the equilibrium for the small blind, bb."""
    epsilon: float
    """The certificate of the equilibrium, bb."""

    @property
    def agrees(self) -> bool:
        """Whether 50 iterations here give both published numbers to the printed digit."""
        return _agree(self.published, self.played)

    @property
    def exact_agrees(self) -> bool:
        """Whether the equilibrium gives both published numbers to the printed digit."""
        return _agree(self.published, self.exact)

    @property
    def difference(self) -> tuple[float, float]:
        """Exact minus published, percentage points."""
        jam, call = (exact - float(text) for exact, text in zip(self.exact, self.published, strict=True))
        return jam, call

    def as_dict(self) -> dict[str, Any]:
        """The row as JSON keeps it."""
        return {
            "game": self.game.name,
            "s": self.s,
            "b": SMALL_BLIND,
            "published_percent": [float(text) for text in self.published],
            f"fictitious_play_{ITERATIONS}_percent": list(self.played),
            f"fictitious_play_{ITERATIONS}_epsilon_bb": self.played_epsilon,
            "exact_percent": list(self.exact),
            "exact_minus_published": list(self.difference),
            "value_bb": self.value,
            "epsilon_bb": self.epsilon,
            "published_is_fictitious_play": self.agrees,
            "published_is_exact": self.exact_agrees,
        }


def is_print_of(text: str, percent: float) -> bool:
    """Whether a number with one decimal is this percentage, rounded at once or by way of two decimals."""
    exact = Decimal(percent)
    ways = (exact, exact.quantize(_CENT, ROUND_HALF_UP))
    return text in (str(way.quantize(_TENTH, ROUND_HALF_UP)) for way in ways)


def stack_report(
    games: Sequence[str] = tuple(PUBLISHED), *, progress: Callable[[str, float], None] | None = None
) -> list[StackRow]:
    """Solve every published spot twice, by 50 iterations and exactly.

    Raises TableError if a class table cannot be built here.

    Parameters
    ----------
    games
        Names of published games.
    progress
        Called with what is being done and the share of the work that is done.
    """
    rows: list[StackRow] = []
    for name in games:
        game = find_game(name)
        payoffs = solve.load_payoffs(game)
        solver = ExactSolver(payoffs)
        for s, published in zip(STACKS, PUBLISHED[name], strict=True):
            played = solve_fictitious_play(payoffs, chip_payoffs(s, SMALL_BLIND), ITERATIONS)
            exact = solver.solve(chip_payoffs(s, SMALL_BLIND))
            rows.append(_row(game, s, published, played, exact))
            if progress is not None:
                progress(f"{name}, s = {s:g}", len(rows) / (len(games) * len(STACKS)))
    return rows


def as_markdown(rows: Sequence[StackRow]) -> str:
    """The report as Markdown, one table per game."""
    lines: list[str] = []
    for name in dict.fromkeys(row.game for row in rows):
        mine = [row for row in rows if row.game == name]
        lines += [
            f"### {name.title}",
            "",
            f"| {' | '.join(_HEADINGS)} |",
            "|---:|---:|---:|---:|---:|---:|---:|",
            *(_markdown_row(row) for row in mine),
            "",
        ]
    return "\n".join(lines)


def _agree(published: tuple[str, str], percent: tuple[float, float]) -> bool:
    return all(is_print_of(text, value) for text, value in zip(published, percent, strict=True))


def _row(game: Game, s: float, published: tuple[str, str], played: Solution, exact: Solution) -> StackRow:
    return StackRow(
        game=game,
        s=s,
        published=published,
        played=_percent(played),
        played_epsilon=played.epsilon,
        exact=_percent(exact),
        value=exact.value,
        epsilon=exact.epsilon,
    )


def _percent(solution: Solution) -> tuple[float, float]:
    return 100 * solution.jam_share, 100 * solution.call_share


def _markdown_row(row: StackRow) -> str:
    cells = [
        f"{row.s:g}",
        " / ".join(row.published),
        "{:.2f} / {:.2f}".format(*row.played),
        f"{row.played_epsilon:.1e}",
        "{:.2f} / {:.2f}".format(*row.exact),
        "{:+.2f} / {:+.2f}".format(*row.difference),
        f"{row.value:+.6f}",
    ]
    return f"| {' | '.join(cells)} |"
