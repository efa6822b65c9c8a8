"""Names of games for people."""

from __future__ import annotations

from jamfold.calculator.games import LISTED_GAMES
from jamfold.games import GAMES


def game_titles() -> dict[str, str]:
    """Names and titles of all games, those with most cards first: Omaha leads."""
    games = sorted(GAMES.values(), key=lambda game: -game.hole_cards)
    return {game.name: game.title for game in games}


def calculator_titles() -> dict[str, str]:
    """The same of the calculator's games: those with ranges first."""
    return game_titles() | {name: game.title for name, game in LISTED_GAMES.items()}
