"""The calculator: what a player's text means, what a range is."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from jamfold.calculator.equity_games import ListedGame
from jamfold.calculator.listed_problem import parse_listed_player
from jamfold.calculator.problem import EquityPlayer, parse_known_cards, parse_player
from jamfold.cases.answers.hands import parse_held
from jamfold.cases.answers.spots import solved
from jamfold.cases.answers.watch import Observer
from jamfold.cases.equities import PaintedRequest, PlayerRequest, RangeRequest
from jamfold.class_tables.margins import kept_row_sums
from jamfold.core.arrays import IntArray
from jamfold.core.display import DisplayableResult, json_fields
from jamfold.core.errors import RangeError, error_field
from jamfold.ranges import HandRange, best_first, format_range, parse_range


@dataclass(frozen=True)
class PlayerMeaning(DisplayableResult):
    """What one player's text means beside the known cards."""

    combinations: int
    share: float
    warnings: tuple[str, ...]


@json_fields(
    "held.game held.combinations classes=held.n_classes held.percent canonical held.warnings "
    "class_union=held.is_class_union held.weighted_combinations order=order_used sample class_shares=classes",
    schema="RangeContract",
)
@dataclass(frozen=True)
class RangeMeaning(DisplayableResult):
    """What a range text means."""

    held: HandRange
    """The range."""
    canonical: str | None
    """Its shortest text; None if there is none."""
    order: str
    """What percentages go by, if there are any."""
    hands: tuple[str, ...]
    """Random hands of it, if asked for."""
    classes: tuple[tuple[int, float], ...] | None = None
    """Ids of its classes with the share of each that is meant, if asked for."""

    @property
    def order_used(self) -> str | None:
        """What percentages in it go by."""
        return self.order if self.held.uses_order else None

    @property
    def sample(self) -> tuple[str, ...] | None:
        """Random hands, if asked for."""
        return self.hands or None


def player_meaning(question: PlayerRequest, watch: Observer) -> PlayerMeaning:
    game = question.rules
    known: list[int] = []
    for name, what in (("board", "board"), ("dead", "dead cards")):
        with error_field(name):
            known += parse_known_cards(game, getattr(question, name), what)
    if isinstance(game, ListedGame):
        return _listed_meaning(game, question.text, known)
    with error_field("text"):
        player: EquityPlayer = parse_player(
            game, question.text, known, question.notation, order=lambda: best_first(kept_row_sums(game))
        )
    count = len(player.rows)
    return PlayerMeaning(count, count / game.n_hands, player.warnings)


def _listed_meaning(game: ListedGame, text: str, known: list[int]) -> PlayerMeaning:
    with error_field("text"):
        player = parse_listed_player(game, text, known)
    many = player.combinations(game, len(known))
    return PlayerMeaning(many, many / game.n_hands, ())


def range_meaning(question: RangeRequest, watch: Observer) -> RangeMeaning:

    def by_equilibrium() -> IntArray:
        return best_first(solved(question, watch).strategy(question.position).margin)

    if question.order == "equity":
        held = parse_held(question.text, question.rules, watch, question.notation)
    else:
        with error_field("text"):
            held = parse_range(question.text, question.rules, question.notation, by_equilibrium)
    canonical: str | None = None
    try:
        canonical = format_range(held, question.notation)
    except RangeError as error:
        held = held.with_notes((*held.warnings, str(error)), held.uses_order)
    hands = tuple(held.sample(question.sample, question.seed)) if question.sample else ()
    shares = held.class_shares
    classes = tuple((int(one), float(shares[one])) for one in shares.nonzero()[0])
    return RangeMeaning(held, canonical, question.order, hands, classes if question.list_classes else None)


def painted(question: PaintedRequest, watch: Observer) -> RangeMeaning:
    """The range, and its shortest text where there is one."""
    hand_range = parse_held(question.text, question.rules, watch)
    with suppress(RangeError):
        return RangeMeaning(hand_range, format_range(hand_range), "equity", ())
    return RangeMeaning(hand_range, None, "equity", ())
