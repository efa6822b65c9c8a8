"""Names of games for people."""

from __future__ import annotations

from jamfold.calculator.games import LISTED_GAMES
from jamfold.games import GAMES


def game_titles() -> dict[str, str]:
    """Names and titles of the games of the pages, those with most cards first: Omaha leads.

    Games without a picture of their hands, and with gigabytes to build first, are not among them.
    """
    shown = [game for game in GAMES.values() if game.is_on_pages]
    games = sorted(shown, key=lambda game: -game.hole_cards)
    return {game.name: game.title for game in games}


def calculator_titles() -> dict[str, str]:
    """The same of the calculator's games: those with ranges first."""
    return game_titles() | {name: game.title for name, game in LISTED_GAMES.items()}
