"""Questions about the flop: jam or fold on one that is dealt first; winning chances, and strength by flop."""

from __future__ import annotations

import re
from typing import Any

from jamfold.cards.games import GAMES, Game, find_game
from jamfold.cases.chips import ChipsRequest
from jamfold.cases.entries import CaseRequest
from jamfold.cases.fields import Amount, request_field
from jamfold.cases.table import SeatsRequest
from jamfold.cases.view_spec import RESULT, FileOption, ViewSpec
from jamfold.core.display import in_bb
from jamfold.core.errors import ChanceError, SituationError, UnsupportedError, WorthError

_STACK = re.compile(r"(?<!\S)\d+(?:\.\d+)?bb(?!\S)", re.IGNORECASE)


class FlopChipsRequest(ChipsRequest):
    """A question about what is played for on a flop."""

    game: str = request_field(
        "holdem", "The game: holdem, six-plus, six-plus-trips, omaha, omaha-hilo.", metavar="GAME"
    )
    pot: Amount | None = request_field(
        None, "Pot before the decision; the stacks are then the chips behind.", metavar="CHIPS"
    )

    def __post_init__(self) -> None:
        """Require payoffs in chips; a given pot excludes blinds, antes and dead money."""
        super().__post_init__()
        if self.terms.currency == "money":
            raise WorthError(
                "Flops are solved in chips. Two players' prizes change no decision; other prizes and "
                "bounties are not supported. Remove them.",
                field="prizes",
            )
        if self.pot is None:
            return
        pot = self._amount("pot")
        if pot <= 0:
            raise SituationError(f"The pot must be above zero, but it is {pot:g}.", field="pot")
        self._set(pot=pot)
        besides: dict[str, Any] = {"ante": self.ante, "bb_ante": self.bb_ante, "dead": self.dead}
        for name, value in besides.items():
            if value:
                raise SituationError(f"The pot includes everything posted. Remove the {name}.", field=name)

    @property
    def _behind(self) -> str:
        """The game, and what is behind."""
        behind = min(map(float, self.stacks)) / float(self.blinds[1])
        return f"{self.rules.title}, {in_bb(behind)}"


class FlopRequest(FlopChipsRequest):
    """Solve heads-up jam or fold on a given flop, exactly.

    The small blind jams or folds with the flop on the table, the big blind calls or folds; turn and
    river follow.

    --pot is the pot before the decision: nobody posts, the stacks are the chips behind, and the first
    player jams or gives up.
    """

    queue = "solving"
    positional_field = "flop"
    answered_by = "cases.answers.flops:flop"
    title_text = "{0.flop}, {0._behind}"
    view_spec = ViewSpec(
        contract=RESULT,
        sheet="views.flops:flop_sheet",
        columns="views.flops:flop_columns(answer)",
        csv_help="Print every class of hands as CSV.",
        examples=({"flop": "Kh 7d 2c", "stacks": ["5bb", "5bb"]},),
    )

    flop: str = request_field("", 'The flop, such as "Kh 7d 2c".', metavar="FLOP")
    sb_range: str | None = request_field(
        None,
        "Small blind's range on the flop; all hands if omitted.",
        label="Small blind's range",
        metavar="R",
    )
    bb_range: str | None = request_field(
        None,
        "Big blind's range on the flop; all hands if omitted.",
        label="Big blind's range",
        metavar="R",
    )

    def __post_init__(self) -> None:
        """For two players: a third stack, or one without its option, is taken for a part of the flop."""
        super().__post_init__()
        stack = _STACK.search(self.flop)
        if stack:
            raise SituationError(
                f"'{stack[0]}' is not a card. Write the flop first, then --stacks and at most two stacks. "
                "For three or more seats, use `jamfold flop-table`.",
                field="flop",
            )


class FlopChartRequest(FlopChipsRequest):
    """Solve jam or fold on every distinct flop, with average EVs.

    Like `flop`, on every flop and with all hands: how much is jammed and called, and the EV.
    An interrupted run continues when you repeat the command.
    """

    queue = "searching"
    answered_by = "cases.answers.flops:flop_chart"
    title_text = "all flops of {0._behind}"
    view_spec = ViewSpec(
        contract=RESULT,
        sheet="views.flops:flops_sheet",
        columns="views.flops:flops_columns(answer)",
        csv_help="Print all flops as CSV, full precision.",
        files=(
            FileOption("--out", "Write all flops to a CSV file.", "views.flops:write_flops(answer, path)"),
        ),
    )

    game: str = request_field("holdem", "The game: holdem, six-plus, six-plus-trips.", metavar="GAME")

    def __post_init__(self) -> None:
        """Only games of two hole cards: a flop of four takes a minute."""
        super().__post_init__()
        if not self.rules.ranks_all_holdings:
            other = (
                "solve one flop with `jamfold flop`" if self.rules.has_class_table else "choose another game"
            )
            raise UnsupportedError(
                f"All flops are solved for two hole cards, not for {self.rules.title}: {other}.", field="game"
            )


class FlopTableRequest(SeatsRequest):
    """Solve jam or fold on a given flop with three or more players.

    Seats are in order from the button's left: sb, bb, ..., co, btn. They act in preflop order and jam or
    fold, or call or fold. Deals are sampled; the answer bounds what every seat can gain by deviating.
    """

    positional_field = "flop"
    queue = "searching"
    on_flop = True
    answered_by = "cases.answers.flops:flop_table"
    view_spec = ViewSpec(
        contract=RESULT,
        sheet="views.flops:flop_table_sheet",
        columns="views.flops:flop_table_columns(answer)",
        csv_help="Print every class of hands as CSV.",
    )

    flop: str = request_field("", 'The flop, such as "Kh 7d 2c".', metavar="FLOP")
    game: str = request_field("holdem", "The game.", metavar="GAME")
    gain: Amount | None = request_field(
        None, "Stop when no seat can gain more than this (95%), in chips or money.", metavar="GAIN"
    )

    def __post_init__(self) -> None:
        """Three seats or more, who jam or fold without a jackpot."""
        super().__post_init__()
        hand = self.hand
        if hand.n == 2:
            raise SituationError("Use `jamfold flop` for two seats: it solves them exactly.", field="stacks")
        if hand.raises:
            raise SituationError("Flops are solved for jam or fold only. Remove the raises.", field="open")
        if hand.terms.jackpot is not None:
            raise SituationError(
                "Jackpots are not supported on a flop. Remove the jackpot.", field="jackpot_rule"
            )
        if self.gain is not None:
            self._set(gain=self._amount("gain"))
        if self.gain == 0:
            raise SituationError("The gain to stop at must be above zero.", field="gain")

    @property
    def title(self) -> str:
        return f"{self.flop}, {super().title}"


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
