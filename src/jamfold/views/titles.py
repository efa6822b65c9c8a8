"""Names of games for people."""

from __future__ import annotations

from jamfold.games import GAMES


def game_titles() -> dict[str, str]:
    """Names and titles of all games, those with most cards first: Omaha leads."""
    games = sorted(GAMES.values(), key=lambda game: -game.hole_cards)
    return {game.name: game.title for game in games}
