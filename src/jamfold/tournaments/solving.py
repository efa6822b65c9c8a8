"""A heads-up tournament in chips and blinds, solved or opened as it is kept."""

from __future__ import annotations

from jamfold.games import Game, game_of
from jamfold.progress import Progress
from jamfold.tournaments.kept_tournaments import solve_tournament
from jamfold.tournaments.levels import BlindLevel, make_schedule
from jamfold.tournaments.tournament import Tournament


def tournament(
    game: str | Game,
    chips: int,
    blinds: tuple[int, int] | None = None,
    ante: int = 0,
    unit: int | None = None,
    levels: str | tuple[BlindLevel, ...] | None = None,
    progress: Progress | None = None,
) -> Tournament:
    """Solve a heads-up tournament in which every hand is jam or fold.

    It is kept in the data folder, and opened the next time; work that is cut off goes on.  The outcome
    planes of the game are built first where this machine does not have them.

    Parameters
    ----------
    game
        ``omaha``, ``omaha-hilo``, ``holdem``, ``six-plus``, ``six-plus-trips``.
    chips
        Of both players together.
    blinds, ante
        Small and big blind, and the ante of each player, until the end.
    unit
        Chips of one step of the grid of stacks; else the largest that fits all amounts.
    levels
        In place of blinds and ante: ``4 x 1/2/0; rest x 2/4/0``, hands x small/big/ante.
    progress
        Called with what is being done and the share of the work that is done.

    Raises
    ------
    GameError, TournamentError
        If a word or a number makes no sense; the sentence names it.
    TableError
        If the tables of the game cannot be built here.
    """
    rules = game_of(game)
    return solve_tournament(rules, make_schedule(chips, blinds, ante, unit, levels), progress)
