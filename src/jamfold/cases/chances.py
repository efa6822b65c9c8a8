"""Questions about the flop: a hand's winning chance, and how strength is spread over all flops."""

from __future__ import annotations

from jamfold.cards.games import GAMES, Game, find_game
from jamfold.cases.entries import CaseRequest
from jamfold.cases.fields import request_field
from jamfold.cases.view_spec import RESULT, FileOption, ViewSpec
from jamfold.core.errors import ChanceError

_DEALS = 200_000


class FoldingRequest(CaseRequest):
    """A question about opponents who fold weak holdings."""

    game: str = request_field(
        "holdem", "A game with two hole cards: holdem, six-plus, six-plus-trips.", metavar="GAME"
    )

    fold_below: str | None = request_field(
        None, "Holdings below this strength fold: 0.45 or 45%.", label="Hand strength below", metavar="T"
    )
    fold_share: str | None = request_field(
        None,
        "The weakest holdings, this share, fold: 0.3 or 30%.",
        label="Weakest share",
        metavar="Q",
    )
    share_of: str | None = request_field(
        None,
        "Basis of the share: all (default, every hand on every flop) or flop (this one); on a turn or "
        "river always the holdings there.",
        metavar="all|flop",
    )
    fold_curve: str | None = request_field(
        None,
        "Probability of folding by hand strength, linear between points: 0.3:1,0.5:0.5,0.7:0.",
        label="Curve",
        metavar="F",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        self._set(game=find_game(self.game).name)

    @property
    def rules(self) -> Game:
        return GAMES[self.game]


class ChanceRequest(FoldingRequest):
    """Calculate your win probability on a flop when opponents fold weak hands."""

    name = "winchance"
    queue = "counting"
    answered_by = "cases.answers.chances:chance"
    title_text = "{0.hand} on {0.flop}"
    view_spec = ViewSpec(
        contract=RESULT,
        view="views.winning_chance:chance_text(answer)",
        fragment="views.winning_chance:chance_fragment",
        examples=(
            {"hand": "As Kd", "flop": "Kh 7d 2c"},
            {"hand": "As Kd", "flop": "Kh 7d 2c", "fold_below": "45%"},
        ),
    )

    hand: str = request_field(
        "", 'Two cards, such as "As Kd".', label="Your cards", metavar="HAND", positional=True
    )
    flop: str = request_field(
        "", 'Three cards, such as "Kh 7d 2c"; four on a turn, five on a river.', metavar="CARDS"
    )
    folds_of: str | None = request_field(
        None,
        "Opponents fold as this player of your hands did to flop bets, or as all opponents did (all).",
        label="Player",
        metavar="NAME",
        max_length=200,
    )
    opponents: int = request_field(1, "Opponents, 1 to 8.", label="number of opponents", metavar="N")
    pot: float | None = request_field(None, "Pot, all bets included.", metavar="P")
    call: float | None = request_field(None, "Price of a call.", metavar="C")
    deals: int = request_field(
        _DEALS, "Deals to sample with two or more opponents.", label="number of deals", metavar="N"
    )
    seed: int = request_field(0, "Seed of the sample.", metavar="S")

    def __post_init__(self) -> None:
        super().__post_init__()
        if (self.pot is None) != (self.call is None):
            raise ChanceError("The pot and the call go together. Enter both or neither.", field="pot")
        if self.folds_of and (self.fold_below or self.fold_share or self.fold_curve):
            raise ChanceError(
                "Use either --folds-of or a folding rule of your own, not both.",
                field="folds_of",
            )

    @property
    def is_cacheable(self) -> bool:  # type: ignore[override]
        """Whether the answer stays the same: not of kept hands, which come and go."""
        return self.folds_of is None


class DistributionRequest(FoldingRequest):
    """Show how hand strength is distributed over all hands and flops."""

    queue = "counting"
    answered_by = "cases.answers.chances:distribution"
    title_text = "strength of all hands of {0.rules.title} on all flops"
    view_spec = ViewSpec(
        values_of="views.winning_chance:distribution_values(answer)",
        view="views.winning_chance:distribution_lines(answer)",
        files=(
            FileOption(
                "--out",
                "Plot the distribution, .svg or .png.",
                "views.winning_chance:save_figure(answer.states.spread, path, answer.marks, answer.game)",
                "views.figures:check_picture(path)",
            ),
        ),
        fragment="views.winning_chance:distribution_fragment",
    )


class DistributionFileRequest(DistributionRequest):
    """The distribution as a file."""

    queue = "asking"
    view_spec = ViewSpec(payload="views.winning_chance:distribution_payload")

    format: str = request_field("csv", "The format.", choices=("csv", "json", "png", "svg"))
