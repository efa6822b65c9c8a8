"""What is asked of the calculator: players' hands or ranges, board and dead cards, checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import card_mask, format_cards, parse_cards
from jamfold.counting.classes import hand_classes
from jamfold.errors import CardError, EquityError
from jamfold.games import BOARD_CARDS, Game
from jamfold.ranges import HandRange, Notation, parse_range
from jamfold.ranges.weights import Order
from jamfold.strength.showdown import MOST_PLAYERS
from jamfold.tables import Progress
from jamfold.tables.ordering import equity_order

_BOARD_SIZES = (0, 3, 4, BOARD_CARDS)


@dataclass(frozen=True, eq=False)
class Player:
    """One player's holding.

    Attributes
    ----------
    text
        As it was written.
    held
        The range.
    weights
        float64, shape (K1,): weight of every hand, 0 where a known card blocks it.
    """

    text: str
    held: HandRange
    weights: NDArray[np.float64]

    @property
    def rows(self) -> NDArray[np.int64]:
        """The hands with a weight, as rows of ``hand_classes(game).hands``."""
        return np.flatnonzero(self.weights)


def known_cards(game: Game, text: str, what: str, sizes: Sequence[int] | None = None) -> tuple[int, ...]:
    """The cards of a board or of the dead cards.

    Raises
    ------
    CardError, EquityError
        If the text is no list of different cards of the deck, or their number is not allowed.
    """
    cards = parse_cards(text)
    for card in cards:
        if card not in game.deck:
            raise EquityError(
                f"The card {format_cards([card])} of the {what} is not in the deck of {game.title}."
            )
    if sizes is not None and len(cards) not in sizes:
        raise EquityError(
            f"The {what} '{text[:40]}' has {len(cards)} cards: it can have 0, 3, 4 or {BOARD_CARDS}."
        )
    return tuple(int(card) for card in cards)


def read_player(
    game: Game,
    given: str | HandRange,
    known: Sequence[int],
    notation: Notation | str | None = None,
    order: Order | None = None,
) -> Player:
    """A player's holding: a hand, part of a hand, or a range.

    Raises
    ------
    RangeError, CardError, EquityError
        If the text describes no hands, or none is left beside the known cards.
    """
    held = given if isinstance(given, HandRange) else _read_range(game, given, notation, order)
    text = f"{held.combinations:,} combinations" if isinstance(given, HandRange) else given.strip()
    if held.game != game:
        raise EquityError(f"The range '{text[:60]}' is one of {held.game.name}, not of {game.name}.")
    free = hand_classes(game).masks & np.uint64(card_mask(known)) == 0
    weights = np.where(free, held.hand_weights, 0.0)
    if not weights.any():
        reason = "no hand fits it" if not held.weights.any() else "the known cards leave none of its hands"
        raise EquityError(f"The range '{text[:60]}' is empty: {reason}.")
    return Player(text, held, weights)


def _read_range(game: Game, text: str, notation: Notation | str | None, order: Order | None) -> HandRange:
    try:
        cards = parse_cards(text)
    except CardError as error:
        if "twice" in str(error) and "," not in text:
            raise
        return parse_range(text, game, notation, order)
    classes = hand_classes(game)
    if len(cards) == game.hole_cards:
        chosen = classes.index(cards)
        rows = slice(int(classes.starts[chosen]), int(classes.starts[chosen + 1]))
        weights = np.zeros(len(classes.hands))
        weights[rows] = (classes.hands[rows] == np.sort(np.array(cards))).all(axis=1)
        return HandRange.from_hands(game, weights)
    if 0 < len(cards) < game.hole_cards:
        # Part of a hand: the rest is free, which is what generic notation says.
        return parse_range(format_cards(cards), game, Notation.GENERIC, order)
    if len(cards) > game.hole_cards and "," not in text:
        raise EquityError(f"'{text[:60]}' has {len(cards)} cards: a hand has {game.hole_cards}.")
    return parse_range(text, game, notation, order)


@dataclass(frozen=True, eq=False)
class Question:
    """A checked calculation."""

    game: Game
    players: tuple[Player, ...]
    board: tuple[int, ...]
    dead: tuple[int, ...]
    report: Progress

    @property
    def n_boards(self) -> int:
        """Boards per combination of hands."""
        known = len(self.board) + len(self.dead) + len(self.players) * self.game.hole_cards
        return comb(max(0, len(self.game.deck) - known), BOARD_CARDS - len(self.board))

    @property
    def n_hands(self) -> int:
        """Hands of all players together."""
        return sum(len(player.rows) for player in self.players)

    @property
    def n_tuples(self) -> int:
        """Combinations of hands, at most."""
        return prod(len(player.rows) for player in self.players)


def read_question(
    game: Game,
    players: Sequence[str | HandRange],
    board: str,
    dead: str,
    notation: str | None,
    progress: Progress | None,
) -> Question:
    """Check what is asked.

    Raises
    ------
    JamfoldError
        If a text or a number makes no sense; one sentence names it.
    """
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise EquityError(f"An equity needs 2 to {MOST_PLAYERS} players, not {len(players)}.")
    on_board = known_cards(game, board, "board", _BOARD_SIZES)
    dead_cards = known_cards(game, dead, "dead cards")
    both = set(on_board) & set(dead_cards)
    if both:
        raise EquityError(f"The card {format_cards(sorted(both))} is on the board and dead.")
    report = progress or (lambda stage, share: None)

    def order() -> NDArray[np.int64]:
        return equity_order(game, progress)

    chosen = None if notation is None else Notation.parse(notation)
    read = tuple(read_player(game, one, (*on_board, *dead_cards), chosen, order) for one in players)
    needed = len(read) * game.hole_cards + BOARD_CARDS + len(dead_cards)
    if needed > len(game.deck):
        raise EquityError(f"{len(read)} players, the board and the dead cards need {needed} cards.")
    singles = [player for player in read if len(player.rows) == 1]
    for k, one in enumerate(singles):
        for other in singles[k + 1 :]:
            _check_disjoint(game, one, other)
    return Question(game, read, on_board, dead_cards, report)


def _check_disjoint(game: Game, one: Player, other: Player) -> None:
    hands = hand_classes(game).hands
    shared = sorted(set(hands[one.rows[0]].tolist()) & set(hands[other.rows[0]].tolist()))
    if shared:
        raise EquityError(f"'{one.text}' and '{other.text}' both hold {format_cards(shared)}.")
