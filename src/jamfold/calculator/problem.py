"""One equity to calculate: players' hands or ranges, board and dead cards, read and checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from itertools import combinations
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from jamfold.calculator.equity_games import ListedGame
from jamfold.cards import card_mask, format_cards, parse_cards
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import BOARD_CARDS, Game
from jamfold.cards.strength.showdown import MOST_PLAYERS
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.display import plural
from jamfold.core.errors import CardError, EquityError, error_field
from jamfold.core.progress import Progress
from jamfold.ranges import HandRange, Notation, parse_range
from jamfold.ranges.weights import Order

NO_DEAL = "No deal is possible: the ranges and known cards block one another."
_BOARD_SIZES = (0, 3, 4, BOARD_CARDS)


@dataclass(frozen=True, eq=False)
class EquityPlayer:
    """One player's holding: the hands that the known cards leave, with weights.

    The weights of all hands are computed only if a method needs them: in Omaha each pass over 270,725 of
    them took longer than the comparison of two hands.
    """

    text: str
    """As it was written."""
    game: Game
    """The rules."""
    rows: IntArray
    """int64, shape (k,): the hands as rows of ``hand_classes(game).hands``."""
    row_weights: FloatArray
    """float64, shape (k,): their weights."""
    source: HandRange | None = None
    """The range; None: one hand."""

    @cached_property
    def weights(self) -> FloatArray:
        """The weight of every hand, float64 (K1,), 0 where a known card blocks it."""
        weights = np.zeros(self.game.n_hands)
        weights[self.rows] = self.row_weights
        return weights

    @cached_property
    def hand_range(self) -> HandRange:
        return HandRange.from_hands(self.game, self.weights) if self.source is None else self.source

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warnings about probable mistakes in the range."""
        return () if self.source is None else self.source.warnings

    @property
    def uses_order(self) -> bool:
        """Whether the range depends on an ordering of the hands."""
        return self.source is not None and self.source.uses_order


def parse_known_cards(
    game: Game | ListedGame, text: str, noun: str, sizes: Sequence[int] | None = None
) -> tuple[int, ...]:
    """The cards of a board or of the dead cards.

    Raises CardError or EquityError if the text is no list of different cards of the deck, or their number is
    not allowed.
    """
    cards = parse_cards(text)
    for card in cards:
        if card not in game.deck:
            raise EquityError(
                f"The card {format_cards([card])} of the {noun} is not in the deck of {game.title}."
            )
    if sizes is not None and len(cards) not in sizes:
        many = "1 card" if len(cards) == 1 else f"{len(cards)} cards"
        allowed = f"{', '.join(map(str, sizes[:-1]))} or {sizes[-1]}"
        raise EquityError(f"The {noun} '{text[:40]}' has {many}: it can have {allowed}.")
    return tuple(int(card) for card in cards)


def parse_table_cards(
    game: Game | ListedGame, board: str, dead: str, sizes: Sequence[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The board, of one of these sizes, and the dead cards.

    Raises CardError or EquityError with the ``field`` "board" or "dead".
    """
    with error_field("board"):
        on_board = parse_known_cards(game, board, "board", sizes)
    with error_field("dead"):
        dead_cards = parse_known_cards(game, dead, "dead cards")
    if shared := set(on_board) & set(dead_cards):
        raise EquityError(f"The card {format_cards(sorted(shared))} is on the board and dead.", field="dead")
    return on_board, dead_cards


def parse_player(
    game: Game,
    source: str | HandRange,
    blockers: Sequence[int],
    notation: Notation | str | None = None,
    order: Order | None = None,
) -> EquityPlayer:
    """A player's holding: a hand, part of a hand, or a range.

    Raises RangeError, CardError or EquityError if the text describes no hands, or ``blockers`` leave none.
    """
    if isinstance(source, HandRange):
        hand_range, text = source, f"{plural(source.combinations, 'combination')}"
    else:
        text = source.strip()
        holding = _parse_holding(game, source, notation, order)
        if isinstance(holding, int):
            if hand_classes(game).masks[holding] & np.uint64(card_mask(blockers)):
                raise EquityError(
                    f"The range '{text[:60]}' is empty: the known cards leave none of its hands."
                )
            return EquityPlayer(text, game, np.array([holding]), np.ones(1))
        hand_range = holding
    if hand_range.game != game:
        raise EquityError(f"The range '{text[:60]}' is for {hand_range.game.name}, not for {game.name}.")
    free = hand_classes(game).masks & np.uint64(card_mask(blockers)) == 0
    weights = np.where(free, hand_range.hand_weights, 0.0)
    rows = np.flatnonzero(weights)
    if not len(rows):
        reason = (
            "no hand fits it" if not hand_range.weights.any() else "the known cards leave none of its hands"
        )
        raise EquityError(f"The range '{text[:60]}' is empty: {reason}.")
    return EquityPlayer(text, game, rows, weights[rows], hand_range)


def _parse_holding(
    game: Game, text: str, notation: Notation | str | None, order: Order | None
) -> HandRange | int:
    try:
        cards = parse_cards(text)
    except CardError as error:
        if "twice" in str(error) and "," not in text:
            raise
        return parse_range(text, game, notation, order)
    classes = hand_classes(game)
    if len(cards) == game.hole_cards:
        chosen = classes.index(cards)
        alike = classes.combinations(chosen) == np.sort(np.array(cards))
        return int(classes.starts[chosen] + np.flatnonzero(alike.all(axis=1))[0])
    if 0 < len(cards) < game.hole_cards:
        # Part of a hand: the rest is free, which is what generic notation says.
        return parse_range(format_cards(cards), game, Notation.GENERIC, order)
    if len(cards) > game.hole_cards and "," not in text:
        raise EquityError(
            f"'{text[:60]}' has {plural(len(cards), 'card')}. A hand in this game has {game.hole_cards}."
        )
    return parse_range(text, game, notation, order)


@dataclass(frozen=True, eq=False)
class EquityProblem:
    """A checked calculation; ``progress`` is called with a text and the share of the work that is done."""

    game: Game
    players: tuple[EquityPlayer, ...]
    board: tuple[int, ...]
    dead: tuple[int, ...]
    progress: Progress

    @property
    def n_boards(self) -> int:
        """Boards per combination of hands."""
        n_taken = len(self.board) + len(self.dead) + len(self.players) * self.game.hole_cards
        return comb(max(0, len(self.game.deck) - n_taken), BOARD_CARDS - len(self.board))

    @property
    def combinations(self) -> list[int]:
        """The number of hands of each player."""
        return [len(player.rows) for player in self.players]

    @property
    def n_hands(self) -> int:
        return sum(self.combinations)

    @property
    def n_tuples(self) -> int:
        """Combinations of hands, at most."""
        return prod(self.combinations)


def parse_problem(
    game: Game,
    players: Sequence[str | HandRange],
    board: str = "",
    dead: str = "",
    notation: str | None = None,
    progress: Progress | None = None,
) -> EquityProblem:
    """Read and check what is to be calculated.

    Raises JamfoldError if a text makes no sense or the cards do not go round; one sentence names it, and its
    ``field`` is "players", "board", "dead", "notation", or "player1", "player2", ...
    """
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise EquityError(
            f"An equity needs 2 to {MOST_PLAYERS} players, not {len(players)}. Put spaces between: AA KK.",
            field="players",
        )
    on_board, dead_cards = parse_table_cards(game, board, dead, _BOARD_SIZES)
    with error_field("notation"):
        chosen = None if notation is None else Notation.parse(notation)
    holdings: list[EquityPlayer] = []
    for k, text in enumerate(players, 1):
        with error_field(f"player{k}"):
            blockers = (*on_board, *dead_cards)
            holdings.append(parse_player(game, text, blockers, chosen, lambda: _equity_order(game, progress)))
    needed = len(holdings) * game.hole_cards + BOARD_CARDS + len(dead_cards)
    if needed > len(game.deck):
        raise EquityError(f"{len(holdings)} players, the board and the dead cards need {needed} cards.")
    hands = hand_classes(game).hands
    check_single_hands(
        (k, player.text, hands[player.rows[0]].tolist())
        for k, player in enumerate(holdings, 1)
        if len(player.rows) == 1
    )
    silent = progress or (lambda stage, share: None)
    return EquityProblem(game, tuple(holdings), on_board, dead_cards, silent)


def check_single_hands(hands: Iterable[tuple[int, str, Sequence[int]]]) -> None:
    """Check that no card is in two of the hands, each with the number and the text of its player."""
    for (_, text, cards), (k, other, more) in combinations(hands, 2):
        if shared := sorted(set(cards) & set(more)):
            raise EquityError(f"'{text}' and '{other}' both hold {format_cards(shared)}.", field=f"player{k}")


def disjoint_tuples(
    masks: Iterable[NDArray[np.uint64]], weights: Iterable[FloatArray]
) -> tuple[IntArray, FloatArray]:
    """Combinations of the players' hands that share no card, int64 (t, players), and products of weights.

    A hand is its place among those of the player, given as sets of cards (k,) and weights (k,).  Raises
    EquityError if there is none.
    """
    tuples, used = np.zeros((1, 0), dtype=np.int64), np.zeros(1, dtype=np.uint64)
    products = np.ones(1)
    for hands, weight in zip(masks, weights, strict=True):
        left, right = np.nonzero((used[:, None] & hands[None, :]) == 0)
        tuples = np.hstack([tuples[left], right[:, None]])
        used, products = used[left] | hands[right], products[left] * weight[right]
    if not len(tuples):
        raise EquityError(NO_DEAL)
    return tuples, products


def _equity_order(game: Game, progress: Progress | None) -> IntArray:
    """The order of percentages; hands without them do not wait for what it loads, 0.1 s."""
    order: IntArray = import_module("jamfold.class_tables.margins").equity_order(game, progress)
    return order
