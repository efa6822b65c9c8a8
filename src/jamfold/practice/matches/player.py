"""A bot that plays two ranges: what it jams, and what it calls a jam with."""

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
    """A player whose strategy is known.

    Raises MatchError if they are no such chances.
    """

    name: str
    """In logs and results."""
    game: Game
    """The game."""
    jam: FloatArray
    call: FloatArray
    """jam, call: Chances in [0, 1], shape (n,), by class: of jamming in the small blind, of calling a jam in
    the big blind."""

    def __post_init__(self) -> None:
        for chances in (self.jam, self.call):
            whole = chances.shape == (hand_classes(self.game).n,)
            if not whole or not np.all((chances >= 0) & (chances <= 1)):
                raise MatchError(
                    f"The player '{self.name[:40]}' has not one chance in [0, 1] for each class."
                )

    def chance(self, position: int, cards: tuple[int, ...]) -> float:
        """How often they jam, or call a jam, with these cards."""
        chances = self.jam if position == SMALL else self.call
        return float(chances[hand_classes(self.game).index(cards)])


def is_outside_model(standing: HandState) -> bool:
    """Whether the small blind has limped or raised to less than L: jam or fold is no longer the game."""
    first = standing.betting[0][:1]
    return bool(first) and (
        first[0].verb == "c" or (first[0].verb == "r" and first[0].to < standing.definition.live)
    )


def choose(player: BotPlayer, standing: HandState, state: MatchState, seed: int) -> ProtocolAction:
    """What the player does where it is their turn.

    In the model they jam or fold, call or fold.  Off it, with their calling range they jam; with the
    rest, and on later streets, they check, or fold where chips are asked for.  Hands that are
    played sometimes are drawn by the seed and the hand's number.
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
    """What a bot has seen."""

    hands: int
    """Hands that were played to their end."""
    off_model: int
    """Those in which the opponent limped, or raised less than all-in."""


def run_bot(player: BotPlayer, definition: Definition, peer: Peer, seed: int = 0) -> BotRun:
    """Play until the dealer leaves. Raises MatchError if the dealer sends what is no line of this game."""
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
    """Connect to a dealer of this machine, and play until they leave.

    Raises MatchError if nobody listens, or the dealer sends what is no line of this game.
    """
    peer = connect(port)
    try:
        return run_bot(player, definition, peer, seed)
    except PeerError as error:
        raise MatchError(f"The dealer {error}.") from None
    finally:
        peer.close()


def _check(state: MatchState, definition: Definition) -> None:
    """The line holds this game's cards."""
    game, cards = definition.game, state.holes[state.position]
    seen_cards = (*state.holes[0], *state.holes[1], *(card for street in state.board for card in street))
    if len(cards) != game.hole_cards or not set(seen_cards) <= set(game.deck):
        raise MatchError(f"The cards of hand {state.hand} are not those of {game.title}.")
