"""Players for matches: one who plays at random, and some who do what a referee must survive."""

from __future__ import annotations

import random
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from jamfold.cards.games import HOLDEM, Game
from jamfold.practice.matches.game import Definition
from jamfold.practice.matches.no_limit_hand import Deal, HandState
from jamfold.practice.matches.player import BotPlayer, is_outside_model
from jamfold.practice.matches.protocol import (
    CALL,
    FOLD,
    SMALL,
    VERSION,
    Peer,
    PeerError,
    ProtocolAction,
    format_reply,
    parse_state,
)
from jamfold.practice.matches.referee import Match, PlayedHand, Referee
from tests.loose import solve

TEN_BLINDS = Definition(HOLDEM, (100, 100), (5, 10))


def solved_player(game: Game = HOLDEM) -> BotPlayer:
    """Who plays the equilibrium of ten big blinds."""
    solution = solve(game, (100, 100), (5, 10)).solution
    return BotPlayer("equilibrium", game, solution.x, solution.y)


def random_action(standing: HandState, rng: random.Random) -> ProtocolAction:
    """Any that is allowed."""
    position = standing.turn
    assert position is not None
    bounds = standing.raises(position)
    choices = [CALL, CALL, CALL, FOLD if standing.to_call(position) else CALL]
    if bounds is not None:
        choices += [ProtocolAction("r", rng.randint(*bounds)), ProtocolAction("r", bounds[rng.randrange(2)])]
    return rng.choice(choices)


def random_hand(definition: Definition, number: int, deal: Deal, rng: random.Random) -> PlayedHand:
    """A hand in which both play anything."""
    standing = HandState.start(definition)
    while not standing.over:
        standing = standing.take(random_action(standing, rng))
    return PlayedHand(
        number, number % 2, deal, standing.betting, standing.won(deal), is_outside_model(standing)
    )


Answer = Callable[[Peer, str, int], None]
"""What a player does with a line at which it is their turn; the number counts them from 0."""


def pair() -> tuple[Peer, Peer]:
    """Both ends of a connection of this machine."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        client = socket.create_connection(server.getsockname())
        connection, _ = server.accept()
    return Peer(client), Peer(connection)


def serve(definition: Definition, answer: Answer, hello: str = VERSION) -> Peer:
    """The referee's end of a connection to a player."""
    mine, theirs = pair()

    def run() -> None:
        count = 0
        with suppress(PeerError):
            mine.send(hello)
            while (line := mine.receive(30)) is not None:
                state = parse_state(line)
                standing = HandState.after(definition, state.betting)
                if standing.turn == state.position:
                    answer(mine, line, count)
                    count += 1
        mine.close()

    threading.Thread(target=run, daemon=True).start()
    return theirs


def folds(peer: Peer, line: str, count: int) -> None:
    """Fold, or check where nothing is asked."""
    state = parse_state(line)
    asked = HandState.after(TEN_BLINDS, state.betting).to_call(state.position)
    peer.send(format_reply(state, FOLD if asked else CALL))


def limps(peer: Peer, line: str, count: int) -> None:
    """Call everything."""
    peer.send(format_reply(parse_state(line), CALL))


def raises_small(peer: Peer, line: str, count: int) -> None:
    """Raise to two big blinds from the small blind, and fold what comes after."""
    state = parse_state(line)
    first = state.position == SMALL and state.betting == ((),)
    peer.send(format_reply(state, ProtocolAction("r", 20) if first else FOLD))


def after(turns: int, what: Answer) -> Answer:
    """Fold for some turns, then do something else."""

    def answer(peer: Peer, line: str, count: int) -> None:
        (folds if count < turns else what)(peer, line, count)

    return answer


def says(text: bytes) -> Answer:
    """Send these bytes in place of an answer."""

    def answer(peer: Peer, line: str, count: int) -> None:
        with suppress(OSError):
            peer._connection.sendall(text)

    return answer


def leaves(peer: Peer, line: str, count: int) -> None:
    """Close the connection."""
    peer.close()


def drips(peer: Peer, line: str, count: int) -> None:
    """Send a letter now and then."""
    with suppress(OSError):
        for letter in line:
            peer._connection.sendall(letter.encode())
            time.sleep(0.3)


def sleeps(peer: Peer, line: str, count: int) -> None:
    """Answer nothing for a while."""
    time.sleep(5.0)


def played(first: Peer, second: Peer, deals: int, *, seconds: float = 10.0, seed: int = 1) -> Match:
    """A match of ten big blinds between two connections."""
    try:
        referee = Referee(TEN_BLINDS, (first, second), ("Ann", "Bob"), seconds)
        return referee.run(deals, seed, lambda stage, share: None)
    finally:
        first.close()
        second.close()
