"""Hands between a person and a bot, one decision at a time."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isnan
from typing import NamedTuple

from jamfold.cards import Card
from jamfold.cards.counting.classes import hand_classes
from jamfold.core.display import DisplayableResult
from jamfold.core.errors import MatchError
from jamfold.practice.matches.game import Definition
from jamfold.practice.matches.no_limit_hand import Deal, HandState, draw_deal
from jamfold.practice.matches.player import BotPlayer, choose
from jamfold.practice.matches.protocol import BIG, CALL, FOLD, SMALL, ProtocolAction
from jamfold.practice.matches.referee import PlayedHand
from jamfold.practice.matches.results import Baseline, reduce_variance

PLAYS, FOLDS, WAITS = "pf-"
"""Letters of a person's actions: jam or call, fold, nothing to decide."""


class PendingDecision(NamedTuple):
    """The person's view of a hand before their decision."""

    number: int
    position: int
    cards: tuple[Card, ...]
    standing: HandState
    """The state before the person acts."""

    @property
    def decides(self) -> bool:
        return self.standing.turn is not None

    @property
    def jammed(self) -> bool:
        """Whether the person faces a jam."""
        return self.position == BIG and self.decides


class Outcome(NamedTuple):
    """The end of a hand."""

    hand: PlayedHand
    """The hand; the person is the first player."""
    standing: HandState
    won_bb: float
    luckless_bb: float
    """The same, luck-adjusted."""
    chance: float | None
    """How often the equilibrium plays the person's hand; None if they had no decision."""
    cost_bb: float
    """What the person's action loses against the equilibrium; 0 if the decision is never reached."""


@dataclass
class Session(DisplayableResult):
    """Hands against a bot with alternating seats, each with new cards."""

    definition: Definition
    opponent: BotPlayer
    baseline: Baseline
    seed: int
    outcomes: list[Outcome] = field(default_factory=list)
    done: str = ""
    """The person's actions in them, a letter each."""

    def after(self, done: str) -> Session:
        """Return the session after these actions, continuing this one if its actions are a prefix.

        Raises MatchError if a letter is not legal in its hand.
        """
        if not done.startswith(self.done):
            self.outcomes, self.done = [], ""
        for letter in done[len(self.done) :]:
            if (letter in (PLAYS, FOLDS)) is not self.turn().decides:
                hand, words = len(self.outcomes) + 1, f"{PLAYS} or {FOLDS}" if letter == WAITS else WAITS
                raise MatchError(f"Hand {hand} takes {words}, not '{letter}'.", field="done")
            self.act(plays=letter == PLAYS)
        return self

    def turn(self) -> PendingDecision:
        """The next hand, up to the person's decision; it stays the same until they act."""
        number, deal = len(self.outcomes), self._deal()
        standing = HandState.start(self.definition)
        if number % 2 == 0:
            return PendingDecision(number, SMALL, deal.small, standing)
        return PendingDecision(number, BIG, deal.big, self._answered(standing))

    def act(self, *, plays: bool) -> Outcome:
        """Jam or call if `plays`, else fold; if there is nothing to decide, end the hand."""
        turn, deal = self.turn(), self._deal()
        standing = turn.standing
        if turn.position == SMALL:
            jam = ProtocolAction("r", self.definition.limits[0])
            standing = standing.take(jam if plays else FOLD)
            standing = standing if standing.over else self._answered(standing)
        elif turn.jammed:
            standing = standing.take(CALL if plays else FOLD)
        hand = PlayedHand(
            turn.number, turn.number % 2, deal, standing.betting, standing.won(deal), off_model=False
        )
        outcome = self._outcome(hand, turn, standing, plays)
        self.outcomes.append(outcome)
        self.done += (PLAYS if plays else FOLDS) if turn.decides else WAITS
        return outcome

    def _outcome(self, hand: PlayedHand, turn: PendingDecision, end: HandState, plays: bool) -> Outcome:
        bb = self.definition.situation.big_blind
        chance, cost = None, 0.0
        if turn.decides:
            solution = self.baseline.spot.solution
            class_id = hand_classes(self.definition.game).index(turn.cards)
            small = turn.position == SMALL
            chance = float((solution.x if small else solution.y)[class_id])
            margin = float((solution.margin_jam if small else solution.margin_call)[class_id])
            if not isnan(margin):
                cost = max(margin, 0.0) - (margin if plays else 0.0)
        cost *= self.definition.situation.unit / bb
        return Outcome(
            hand, end, hand.won_by_first / bb, reduce_variance(hand, self.baseline) / bb, chance, cost
        )

    def _deal(self) -> Deal:
        return draw_deal(self.definition.game, self.seed, len(self.outcomes))

    def _answered(self, standing: HandState) -> HandState:
        position = SMALL if standing.turn == SMALL else BIG
        state = standing.view(position, len(self.outcomes), self._deal())
        return standing.take(choose(self.opponent, standing, state, self.seed))
