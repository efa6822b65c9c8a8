"""A bot that plays two ranges: one to jam, one to call a jam."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np

from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game
from jamfold.core.arrays import FloatArray
from jamfold.core.display import DisplayableResult
from jamfold.core.errors import MatchError
from jamfold.practice.matches.game import Definition
from jamfold.practice.matches.no_limit_hand import HandState
from jamfold.practice.matches.protocol import (
    CALL,
    FOLD,
    SMALL,
    VERSION,
    MatchState,
    Peer,
    PeerError,
    ProtocolAction,
    connect,
    format_reply,
    is_comment,
    parse_state,
)


@dataclass(frozen=True, eq=False)
class BotPlayer:
    """A player with a fixed strategy; raises MatchError if the chances are invalid."""

    name: str
    game: Game
    jam: FloatArray
    call: FloatArray
    """jam, call: chances in [0, 1], shape (n,), by class, of jamming in the small blind and of calling a jam
    in the big blind."""

    def __post_init__(self) -> None:
        for chances in (self.jam, self.call):
            whole = chances.shape == (hand_classes(self.game).n,)
            if not whole or not np.all((chances >= 0) & (chances <= 1)):
                raise MatchError(f"The player '{self.name[:40]}' needs one frequency from 0 to 1 per class.")

    def chance(self, position: int, cards: tuple[int, ...]) -> float:
        """Return how often the bot jams, or calls a jam, with these cards."""
        chances = self.jam if position == SMALL else self.call
        return float(chances[hand_classes(self.game).index(cards)])


def is_outside_model(standing: HandState) -> bool:
    """Whether the small blind has limped or raised to less than L, so the hand is not jam or fold."""
    first = standing.betting[0][:1]
    return bool(first) and (
        first[0].verb == "c" or (first[0].verb == "r" and first[0].to < standing.definition.live)
    )


def choose(player: BotPlayer, standing: HandState, state: MatchState, seed: int) -> ProtocolAction:
    """Choose the action of the player to act.

    In the model the player jams or folds, calls or folds.  Outside it, they jam the calling range before the
    flop; with other hands, and on later streets, they check, or fold to a bet.  Mixed hands are decided by
    the seed and the hand's number.
    """
    position = state.position
    if len(standing.betting) == 1:
        chance = player.chance(position, state.holes[position])
        plays = random.Random(f"{player.name} {seed} {state.hand} {position}").random() < chance
        bounds = standing.raises(position)
        jam = CALL if bounds is None else ProtocolAction("r", bounds[1])
        if not standing.betting[0]:
            return jam if plays else FOLD
        if max(standing.spent) >= standing.definition.live:
            return CALL if plays else FOLD
        if plays:
            return jam
    return FOLD if standing.to_call(position) else CALL


@dataclass(frozen=True)
class BotRun(DisplayableResult):
    """The hands that a bot played."""

    hands: int
    off_model: int
    """Hands in which the opponent limped, or raised less than all-in."""


def run_bot(player: BotPlayer, definition: Definition, peer: Peer, seed: int = 0) -> BotRun:
    """Play until the dealer leaves; raises MatchError if the dealer sends an invalid line."""
    hands, off_model = 0, 0
    peer.send(VERSION)
    while (line := peer.receive(None)) is not None:
        if is_comment(line) or not line:
            continue
        state = parse_state(line)
        standing = HandState.after(definition, state.betting)
        _check(state, definition)
        if standing.over:
            hands += 1
            off_model += state.position != SMALL and is_outside_model(standing)
        elif standing.turn == state.position:
            peer.send(format_reply(state, choose(player, standing, state, seed)))
    return BotRun(hands, off_model)


def play_at(port: int, player: BotPlayer, definition: Definition, seed: int = 0) -> BotRun:
    """Connect to a dealer on this machine and play until it leaves.

    Raises MatchError if nobody listens, or the dealer sends an invalid line.
    """
    peer = connect(port)
    try:
        return run_bot(player, definition, peer, seed)
    except PeerError as error:
        raise MatchError(f"The dealer {error}.") from None
    finally:
        peer.close()


def _check(state: MatchState, definition: Definition) -> None:
    """Raise MatchError if the cards are not those of the game."""
    game, cards = definition.game, state.holes[state.position]
    seen_cards = (*state.holes[0], *state.holes[1], *(card for street in state.board for card in street))
    if len(cards) != game.hole_cards or not set(seen_cards) <= set(game.deck):
        raise MatchError(f"The cards of hand {state.hand} are not those of {game.title}.")
