"""Names of games for people, and what the first use of one will cost; nothing slow is imported here."""

from __future__ import annotations

from jamfold.games import GAMES, Game


def game_titles() -> dict[str, str]:
    """Names and titles of all games, those with most cards first: Omaha leads."""
    games = sorted(GAMES.values(), key=lambda game: -game.hole_cards)
    return {game.name: game.title for game in games}


def build_text(game: Game) -> str:
    """What building the table of a game will write and use, in a sentence; empty where that is little.

    The one place of these figures.
    """
    if game.hole_cards < 4:
        return ""
    return (
        f"The first solve builds the tables of {game.title}, once: it writes 1.1 GB to the disk, uses "
        "4.3 GB of memory and takes about a minute."
    )
