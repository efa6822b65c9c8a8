"""The calculator: what a player's text means, what a range is."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from jamfold.calculator.equity_games import ListedGame
from jamfold.calculator.listed_problem import parse_listed_player
from jamfold.calculator.problem import EquityPlayer, parse_known_cards, parse_player
from jamfold.cases.answers.spots import parse_held, solved
from jamfold.cases.answers.watch import Observer
from jamfold.cases.equities import PaintedRequest, PlayerRequest, RangeRequest
from jamfold.class_tables.margins import kept_row_sums
from jamfold.core.arrays import IntArray
from jamfold.core.display import DisplayableResult, json_fields
from jamfold.core.errors import RangeError, error_field
from jamfold.ranges import HandRange, best_first, format_range, parse_range


@dataclass(frozen=True)
class PlayerMeaning(DisplayableResult):
    """A player's range, given the known cards."""

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
    """A parsed range."""

    held: HandRange
    """The range."""
    canonical: str | None
    """Its shortest text; None if none exists."""
    order: str
    """Order of hands for percentages."""
    hands: tuple[str, ...]
    """Random hands of the range, if requested."""
    classes: tuple[tuple[int, float], ...] | None = None
    """Class ids and the share of each in the range, if requested."""

    @property
    def order_used(self) -> str | None:
        """Order of hands for percentages; None if the text has none."""
        return self.order if self.held.uses_order else None

    @property
    def sample(self) -> tuple[str, ...] | None:
        """Random hands, if requested."""
        return self.hands or None


def player_meaning(question: PlayerRequest, watch: Observer) -> PlayerMeaning:
    game = question.rules
    known_cards: list[int] = []
    for name, kind in (("board", "board"), ("dead", "dead cards")):
        with error_field(name):
            known_cards += parse_known_cards(game, getattr(question, name), kind)
    if isinstance(game, ListedGame):
        return _listed_meaning(game, question.text, known_cards)
    with error_field("text"):
        player: EquityPlayer = parse_player(
            game, question.text, known_cards, question.notation, order=lambda: best_first(kept_row_sums(game))
        )
    count = len(player.rows)
    return PlayerMeaning(count, count / game.n_hands, player.warnings)


def _listed_meaning(game: ListedGame, text: str, known_cards: list[int]) -> PlayerMeaning:
    with error_field("text"):
        player = parse_listed_player(game, text, known_cards)
    many = player.combinations(game, len(known_cards))
    return PlayerMeaning(many, many / game.n_hands, ())


def range_meaning(question: RangeRequest, watch: Observer) -> RangeMeaning:

    def by_equilibrium() -> IntArray:
        return best_first(solved(question, watch).strategy(question.position).margin)

    if question.order == "equity":
        hand_range = parse_held(question.text, question.rules, watch, question.notation)
    else:
        with error_field("text"):
            hand_range = parse_range(question.text, question.rules, question.notation, by_equilibrium)
    canonical: str | None = None
    try:
        canonical = format_range(hand_range, question.notation)
    except RangeError as error:
        hand_range = hand_range.with_notes((*hand_range.warnings, str(error)), hand_range.uses_order)
    hands = tuple(hand_range.sample(question.sample, question.seed)) if question.sample else ()
    shares = hand_range.class_shares
    classes = tuple((int(class_id), float(shares[class_id])) for class_id in shares.nonzero()[0])
    return RangeMeaning(
        hand_range, canonical, question.order, hands, classes if question.list_classes else None
    )


def painted(question: PaintedRequest, watch: Observer) -> RangeMeaning:
    """Return the range, and its shortest text if it has one."""
    hand_range = parse_held(question.text, question.rules, watch)
    with suppress(RangeError):
        return RangeMeaning(hand_range, format_range(hand_range), "equity", ())
    return RangeMeaning(hand_range, None, "equity", ())
