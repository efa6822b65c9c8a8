"""The request for the file that solves offline."""

from __future__ import annotations

from math import comb

from jamfold.cards.games import GAMES, Game
from jamfold.cases.chips import GameRequest
from jamfold.cases.entries import CaseRequest
from jamfold.cases.explorer import check_picture, names_of_games
from jamfold.cases.fields import request_field
from jamfold.cases.view_spec import ViewSpec
from jamfold.core.errors import ChartError

_GAMES = {
    2: ("holdem", "six-plus", "six-plus-trips", "omaha", "omaha-hilo"),
    3: ("six-plus", "six-plus-trips"),
}
"""The games of a file, by the seats that it solves."""
_MOST_SEATS = max(_GAMES)
_TRIPLE_BYTES = 30
"""What a triple of classes takes in the file, packed: 30.3 in Six-Plus, 29 to 32 in Hold'em."""
_MOST_BYTES = 12_000_000
"""Of the packed counts of three hands of one game."""


class AppRequest(CaseRequest):
    """Write an HTML file that solves spots offline in the browser.

    Spots of Omaha are approximate in the file, each with a bound; charts that come with jamfold are exact.
    """

    name = "app"
    answered_by = "cases.answers.explorer:app"
    view_spec = ViewSpec(
        contract="views.schema:FileContract",
        values_of="views.offline_app:app_contract",
        examples=({"games": ["holdem"]},),
    )

    games: tuple[str, ...] = request_field(
        (),
        "The games that it holds.",
        metavar="GAME",
        default_text="holdem six-plus six-plus-trips omaha omaha-hilo; three seats: six-plus six-plus-trips",
    )
    seats: int = request_field(
        2, "Seats that it solves: 2, or in Six-Plus 3 as well.", metavar="N", minimum=2, maximum=_MOST_SEATS
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        self._set(games=names_of_games(self.games or _GAMES[self.seats]))
        for game in self.rules:
            check_picture(game, "games")
            if self.seats == _MOST_SEATS:
                _check_three(game)

    @property
    def rules(self) -> tuple[Game, ...]:
        return tuple(GAMES[name] for name in self.games)

    @property
    def file_name(self) -> str:
        return "jamfold.html" if self.seats == min(_GAMES) else f"jamfold-{self.seats}.html"


def _check_three(game: Game) -> None:
    """Raise ChartError if three seats of a game cannot be in the file."""
    remedy = f"name {' or '.join(_GAMES[_MOST_SEATS])}, or leave the three seats out"
    if not game.has_threeway_table:
        raise ChartError(
            f"Three seats of {game.title} are not counted deal by deal: {remedy}.", field="games"
        )
    size = comb(game.n_ranks**2 + 2, 3) * _TRIPLE_BYTES
    if size > _MOST_BYTES:
        raise ChartError(
            f"Three seats of {game.title} would take {size / 1e6:.0f} MB in the file, which takes "
            f"{_MOST_BYTES / 1e6:.0f} MB of a game: {remedy}.",
            field="games",
        )


class PlanesRequest(GameRequest):
    """Data of a game for the solver in the browser."""

    name = "planes"
    is_cacheable = False
    answered_by = "cases.answers.explorer:planes"
    view_spec = ViewSpec(payload="views.offline_app:planes_payload")

    def __post_init__(self) -> None:
        """Of two cards, as classes fill a square there."""
        super().__post_init__()
        if not self.rules.has_square_of_classes:
            raise ChartError(f"{self.rules.title} is not solved in the browser.", field="game")
