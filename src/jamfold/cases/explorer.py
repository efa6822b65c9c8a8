"""What the strategy page asks, and the page and the solver as one file each."""

from __future__ import annotations

from dataclasses import replace
from math import comb

from jamfold.cards.games import GAMES, Game, find_game
from jamfold.cases.charts import ChartRequest
from jamfold.cases.chips import GameRequest
from jamfold.cases.entries import CaseRequest
from jamfold.cases.fields import request_field
from jamfold.cases.spots import SpotRequest
from jamfold.cases.view_spec import RESULT, ViewSpec
from jamfold.core.errors import ChartError, error_field
from jamfold.spots.stack_grid import StackGrid

MOST_STACKS = 254
"""A place on the grid is one byte of the page."""


def names_of_games(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Every game once, by its own name. Raises an error at `games` if one is unknown or there is none."""
    names = " ".join(texts).replace(",", " ").split()
    if not names:
        raise ChartError("The file has no game. Name at least one.", field="games")
    with error_field("games"):
        return tuple(dict.fromkeys(find_game(name).name for name in names))


def check_picture(game: Game, field: str) -> None:
    """Refuse a game whose hands the strategy page could not show."""
    if not game.is_on_pages:
        raise ChartError(
            f"The strategy page cannot draw the hands of {game.name} yet. Use `chart` and `hands`.",
            field=field,
        )


class ExplorerRequest(ChartRequest):
    """A chart for the strategy page: exact strategies at every stack, packed."""

    answered_by = "cases.answers.explorer:explorer_chart"
    view_spec = ViewSpec(
        contract="views.explorer_data:ExplorerContract",
        values_of="views.explorer_data:explorer_data(answer)",
        examples=(
            {"game": "holdem", "low": 8, "high": 12, "step": 1},
            {"game": "six-plus", "low": 8, "high": 12, "step": 1, "blinds": [5, 10], "ante": 1.25},
        ),
    )

    also: float | None = request_field(
        None, "One more stack, in big blinds.", label="one more stack", metavar="BB"
    )

    @property
    def grid(self) -> StackGrid:
        return replace(super().grid, also=self.also)

    def __post_init__(self) -> None:
        """Not too many stacks, and hands that there is a picture of."""
        super().__post_init__()
        check_picture(self.rules, "game")
        if self.seats is not None:
            raise ChartError("This chart is heads-up. Remove seats.", field="seats")
        if len(self.grid.stacks) > MOST_STACKS:
            raise ChartError(
                f"The strategy page takes {MOST_STACKS} stacks; {self.grid.words()} are "
                f"{len(self.grid.stacks):,}.",
                field="step",
            )


class PositionsRequest(ChartRequest):
    """Show what every seat plays first in and facing an all-in, at equal stacks."""

    view_spec = ViewSpec(
        contract="views.explorer_data:PositionsContract",
        values_of="views.position_charts:positions_dict(answer)",
        examples=({"game": "holdem", "seats": 2, "low": 10, "high": 10, "step": 1},),
    )

    seats: int = request_field(9, "Seats at the table.", metavar="N", minimum=2, maximum=10)


class OutlineRequest(SpotRequest):
    """Summarise a spot: a short range per player and what it costs."""

    answered_by = "cases.answers.explorer:outline_spot"
    view_spec = ViewSpec(
        contract=RESULT,
        view="views.verdicts:outline_view(answer)",
        examples=({"game": "holdem", "stacks": [100, 100]}, {"game": "six-plus", "stacks": ["8bb", "8bb"]}),
    )

    max_terms: int | None = request_field(
        None,
        "Also show short ranges for four-card games, with at most this many terms.",
        label="number of terms",
        metavar="N",
        minimum=1,
        maximum=200,
    )


class PageFileRequest(ExplorerRequest):
    """Write the strategy page with all stacks as one HTML file.

    The file works offline in any browser, also on a phone.
    """

    answered_by = "cases.answers.explorer:page_file"
    view_spec = ViewSpec(
        contract="views.formats:FileContract",
        values_of="views.explorer_page:page_contract",
        omitted_fields=("cluster",),
        examples=({"games": ["holdem"], "low": 8, "high": 12, "step": 1},),
    )

    game: str = "holdem"  # not asked: `games` is
    games: tuple[str, ...] = request_field(
        ("holdem", "six-plus"), "Games in the file.", metavar="GAME", default_text="holdem six-plus"
    )

    def __post_init__(self) -> None:
        """Every game once, by its own name, with a chart that there can be."""
        super().__post_init__()
        self._set(games=names_of_games(self.games))
        for name in self.games:
            check_picture(find_game(name), "games")
        assert self.charts

    @property
    def file_name(self) -> str:
        return f"jamfold-{'-'.join(self.games)}.html"

    @property
    def charts(self) -> tuple[ExplorerRequest, ...]:
        return tuple(ExplorerRequest.of(self, game=name) for name in self.games)


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

    answered_by = "cases.answers.explorer:app"
    view_spec = ViewSpec(
        contract="views.formats:FileContract",
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

    is_cacheable = False
    answered_by = "cases.answers.explorer:planes"
    view_spec = ViewSpec(payload="views.offline_app:planes_payload")

    def __post_init__(self) -> None:
        """Of two cards, as classes fill a square there."""
        super().__post_init__()
        if not self.rules.has_square_of_classes:
            raise ChartError(f"{self.rules.title} is not solved in the browser.", field="game")
