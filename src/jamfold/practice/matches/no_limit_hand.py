"""One hand of heads-up no-limit: whose turn it is, the legal actions, and the chips won."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np

from jamfold.betting.two_seats import fold_chips, showdown_chips
from jamfold.cards import Card
from jamfold.cards.games import BOARD_CARDS, Game
from jamfold.cards.strength.boards import number_boards
from jamfold.cards.strength.showdown import POT, SHARE, deal_shares, number_hands
from jamfold.core.errors import MatchError
from jamfold.practice.matches.game import Definition
from jamfold.practice.matches.protocol import (
    BIG,
    ROUNDS,
    SMALL,
    STREETS,
    Betting,
    MatchState,
    ProtocolAction,
    format_action,
)

Cards = tuple[Card, ...]


@dataclass(frozen=True)
class Deal:
    """The cards of a hand: the small blind's, the big blind's and the board."""

    small: Cards
    big: Cards
    board: Cards

    def hole(self, position: int) -> Cards:
        return self.small if position == SMALL else self.big

    def streets(self, count: int) -> tuple[Cards, ...]:
        ends = [sum(STREETS[:k]) for k in range(count + 1)]
        return tuple(self.board[start:end] for start, end in pairwise(ends))


def draw_deal(game: Game, seed: int, number: int) -> Deal:
    """Return the deal of a number; it depends on the seed only, not on deals before."""
    generator = random.Random(f"deal {seed} {number}")
    hole = game.hole_cards
    cards = tuple(generator.sample(game.deck, 2 * hole + BOARD_CARDS))
    return Deal(cards[:hole], cards[hole : 2 * hole], cards[2 * hole :])


@dataclass(frozen=True)
class HandState:
    """The state of a hand after some actions; pairs are by position, the big blind's first."""

    definition: Definition
    betting: Betting
    spent: tuple[int, int]
    """Chips bet over the whole hand, including blinds but not antes."""
    least: int
    """The smallest legal raise, to a total; a shorter stack may go all-in."""
    folded: int | None = None
    """The position that folded; None if nobody did."""
    over: bool = False
    """Whether no more actions follow."""

    @classmethod
    def start(cls, definition: Definition) -> HandState:
        """Return the state with blinds and antes posted."""
        small, big = definition.blinds
        return cls(definition, ((),), (big, small), 2 * big)

    @classmethod
    def after(cls, definition: Definition, betting: Betting) -> HandState:
        """Return the state after a betting sequence; raises MatchError if it is not legal."""
        standing = cls.start(definition)
        for action in (action for street_actions in betting for action in street_actions):
            standing = standing.take(action)
        if standing.betting != betting:
            raise MatchError("The betting is not split into the game's rounds.")
        return standing

    @property
    def turn(self) -> int | None:
        """The position to act; None if the hand is over."""
        if self.over:
            return None
        first = SMALL if len(self.betting) == 1 else BIG
        return first if len(self.betting[-1]) % 2 == 0 else 1 - first

    @property
    def has_showdown(self) -> bool:
        """Whether the hand is over and nobody has folded."""
        return self.over and self.folded is None

    @property
    def all_in(self) -> bool:
        """Whether somebody has nothing behind."""
        return any(self.spent[position] == self.limit(position) for position in (BIG, SMALL))

    def limit(self, position: int) -> int:
        """Return the most that a position can bet over the hand."""
        return self.definition.limits[0 if position == SMALL else 1]

    def ante(self, position: int) -> int:
        return self.definition.antes[0 if position == SMALL else 1]

    def to_call(self, position: int) -> int:
        """Return the chips that a position must add to call, at most its stack."""
        return min(max(self.spent), self.limit(position)) - self.spent[position]

    def raises(self, position: int) -> tuple[int, int] | None:
        """Return the smallest and largest total that a position may raise to; None if it may not raise."""
        other, limit = 1 - position, self.limit(position)
        if self.spent[other] >= self.limit(other) or limit <= max(self.spent):
            return None
        return min(self.least, limit), limit

    def take(self, action: ProtocolAction) -> HandState:
        """Return the state after one more action; raises MatchError if it is not legal."""
        position = self.turn
        if position is None:
            raise MatchError(f"'{format_action(action)}' comes after the end of the hand.")
        rounds = (*self.betting[:-1], (*self.betting[-1], action))
        if action.verb == "f":
            return HandState(self.definition, rounds, self.spent, self.least, position, over=True)
        if action.verb == "r":
            return self._raised(position, action.to, rounds)
        spent = _with(self.spent, position, self.spent[position] + self.to_call(position))
        called = HandState(self.definition, rounds, spent, self.least)
        if len(rounds[-1]) == 1:
            return called
        if called.all_in or len(rounds) == ROUNDS:
            rest: Betting = ((),) * (ROUNDS - len(rounds))
            return HandState(self.definition, rounds + rest, spent, self.least, over=True)
        return HandState(self.definition, (*rounds, ()), spent, max(spent) + self.definition.blinds[1])

    def _raised(self, position: int, to: int, rounds: Betting) -> HandState:
        bounds = self.raises(position)
        if bounds is None:
            raise MatchError(f"'r{to}' raises when no raise is allowed.")
        least, most = bounds
        if not least <= to <= most:
            raise MatchError(f"'r{to}' is not a raise to {least} to {most} chips.")
        step = max(self.least, to + (to - max(self.spent)))
        return HandState(self.definition, rounds, _with(self.spent, position, to), step)

    def view(self, position: int, hand: int, deal: Deal) -> MatchState:
        holes = [deal.hole(seat) if seat == position or self.has_showdown else () for seat in (BIG, SMALL)]
        return MatchState(
            position, hand, self.betting, (holes[0], holes[1]), deal.streets(len(self.betting) - 1)
        )

    def won(self, deal: Deal) -> tuple[float, float]:
        """Return the net chips of small and big blind in a finished hand.

        Pots are split to a quarter of a chip, so these numbers are exact.
        """
        assert self.over
        antes = self.definition.antes
        if self.folded is not None:
            return fold_chips(0 if self.folded == SMALL else 1, self.spent[self.folded], antes)
        return showdown_chips(pot_share(self.definition.game, deal), min(self.spent), antes)


@lru_cache(1 << 12)
def pot_share(game: Game, deal: Deal) -> float:
    """Return the small blind's share of the pot at a showdown: a multiple of 1/2, or of 1/4 in Hi/Lo."""
    hands = number_hands(game, np.sort(np.array([deal.small, deal.big], dtype=np.uint8), axis=1))
    boards = number_boards(game, np.array([deal.board], dtype=np.uint8))
    shares = deal_shares(game, hands, np.array([[0, 1]], dtype=np.int64), boards)
    return int(shares[0, 0, SHARE]) / POT


def _with(spent: tuple[int, int], position: int, chips: int) -> tuple[int, int]:
    return (chips, spent[1]) if position == BIG else (spent[0], chips)
