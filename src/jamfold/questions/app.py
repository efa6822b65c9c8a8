"""The file that solves: what is asked for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from jamfold.errors import ChartError
from jamfold.games import GAMES, Game
from jamfold.questions.chips import GameQuestion
from jamfold.questions.entries import Question
from jamfold.questions.explorer import check_picture, names_of_games
from jamfold.questions.fields import entry


@dataclass(frozen=True, kw_only=True)
class AppQuestion(Question):
    """Write one HTML file that solves: any stack, antes, rake, prizes, in the browser, without a network.

    Games of two cards are solved in the file; of Omaha it has the charts that come with jamfold.
    """

    name: ClassVar[str] = "app"

    games: tuple[str, ...] = entry(
        ("holdem", "six-plus", "six-plus-trips", "omaha", "omaha-hilo"),
        "The games that it holds.",
        metavar="GAME",
        shown="holdem six-plus six-plus-trips omaha omaha-hilo",
    )

    def __post_init__(self) -> None:
        """Every game once, by its own name, and one at least that is solved."""
        super().__post_init__()
        object.__setattr__(self, "games", names_of_games(self.games))
        if not any(game.has_square_of_classes for game in self.rules):
            raise ChartError("The file solves games of two cards: name one, such as holdem.", field="games")
        for game in self.rules:
            check_picture(game, "games")

    @property
    def rules(self) -> tuple[Game, ...]:
        """The games."""
        return tuple(GAMES[name] for name in self.games)

    @property
    def file_name(self) -> str:
        """What the file may be called."""
        return "jamfold.html"


@dataclass(frozen=True, kw_only=True)
class PlanesQuestion(GameQuestion):
    """What the solver in a browser must know of a game."""

    name: ClassVar[str] = "planes"
    lasting: ClassVar[bool] = False

    def __post_init__(self) -> None:
        """Of two cards, as classes fill a square there."""
        super().__post_init__()
        if not self.rules.has_square_of_classes:
            raise ChartError(f"{self.rules.title} is not solved in the browser.", field="game")
