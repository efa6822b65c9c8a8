"""What a hand makes on a board."""

from __future__ import annotations

from dataclasses import dataclass

from jamfold.calculator.equity_games import ListedGame
from jamfold.cards import format_cards
from jamfold.cards.games import Game
from jamfold.cards.strength.made_hands import MadeHand, made_hand
from jamfold.cards.strength.rankings import RainbowRanking
from jamfold.cases.answers.watch import Observer
from jamfold.cases.equities import StrengthRequest
from jamfold.core.display import DisplayableResult, json_fields


@json_fields("game=game.name hand board high low")
@dataclass(frozen=True)
class HandStrength(DisplayableResult):
    """What a hand makes on a board."""

    game: Game | ListedGame
    """The rules."""
    hand: str
    """The hole cards."""
    board: str
    """The board; empty in games without one."""
    high: MadeHand | None
    """The high hand; None in games for the lowest hand."""
    low: MadeHand | None
    """The low; None if the hand has none, and in games without one."""

    @property
    def lacks_low(self) -> bool:
        """Whether the game splits the pot and this hand has no low."""
        return self.low is None and self.game.split_low


def strength(question: StrengthRequest, watch: Observer) -> HandStrength:
    rules, (hole, board) = question.rules, question.cards
    hands: dict[bool, MadeHand | None] = {}
    for ranking, used in question.pots:
        is_low = isinstance(ranking, RainbowRanking) or ranking.lowest_wins
        hands[is_low] = made_hand(ranking, used, hole, board, rules.n_ranks)
    return HandStrength(rules, format_cards(hole), format_cards(board), hands.get(False), hands.get(True))
