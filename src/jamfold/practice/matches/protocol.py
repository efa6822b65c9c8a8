"""The match protocol of bots and dealers: lines of the ACPC format 2.0.0, and their local connections.

A dealer sends every player, after every action, all that they may know (Annual Computer Poker Competition):

    MATCHSTATE:<position>:<hand>:<betting>:<cards>

Position 0 has the big blind, 1 the small blind and the button; hands count from 0.
Betting is `f`, `c` (call or check) and `r<chips>` (raise until that many chips are in front
over the whole hand, blinds counted, antes not), with `/` between the rounds.  Cards are
both players' hole cards with `|` between, those that are hidden left out, then
`/` and the cards of each street.  The player to act answers with the line and `:<action>`.
The competition's dealer knows at most three hole cards; here there may be four.

>>> state = parse_state("MATCHSTATE:1:7::|AsKs")
>>> format_reply(state, ProtocolAction("r", 100))
'MATCHSTATE:1:7::|AsKs:r100'
"""

from __future__ import annotations

import os
import re
import socket
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal, NamedTuple

from jamfold.cards import Card, format_cards, parse_cards
from jamfold.core.errors import CardError, MatchError

VERSION = "VERSION:2.0.0"
"""The first line that a player sends."""
BIG, SMALL = (0, 1)
"""The positions of big and small blind."""
ROUNDS = 4
STREETS = (3, 1, 1)
"""Cards of flop, turn and river."""
MOST_HOLE_CARDS = 4

_CARDS = r"(?:[2-9TJQKA][cdhs])*"
_NUMBER = r"(?:0|[1-9][0-9]{0,12})"
_STATE = re.compile(
    rf"MATCHSTATE:(?P<position>[01]):(?P<hand>{_NUMBER}):(?P<betting>[^:]*)"
    rf":(?P<big>{_CARDS})\|(?P<small>{_CARDS})(?P<board>(?:/{_CARDS})*)"
)
_ACTION = re.compile(rf"(?P<verb>[fc])|r(?P<to>{_NUMBER})")
_ROUND = re.compile(rf"(?:[fc]|r{_NUMBER})*")

Verb = Literal["f", "c", "r"]


class ProtocolAction(NamedTuple):
    """An action: fold, call or check, or raise to a number of chips over the whole hand."""

    verb: Verb
    to: int = 0


FOLD, CALL = ProtocolAction("f"), ProtocolAction("c")
Betting = tuple[tuple[ProtocolAction, ...], ...]
"""The actions, round by round; the last round is the current one."""


@dataclass(frozen=True)
class MatchState:
    """A player's view of a hand."""

    position: int
    hand: int
    betting: Betting
    """At least one round."""
    holes: tuple[tuple[Card, ...], tuple[Card, ...]]
    """Hole cards by position, empty if they are hidden."""
    board: tuple[tuple[Card, ...], ...] = ()
    """The cards dealt, by street."""


def parse_state(line: str) -> MatchState:
    """Parse a line; raises MatchError if it is invalid."""
    match = _STATE.fullmatch(line)
    if match is None:
        raise MatchError(f"'{line[:60]}' is not a line of a match.")
    rounds = match["betting"].split("/")
    if len(rounds) > ROUNDS or not all(map(_ROUND.fullmatch, rounds)):
        raise MatchError(f"'{match['betting'][:40]}' is not betting over {ROUNDS} rounds.")
    streets = [*map(_cards, match["board"].split("/")[1:])]
    holes = _cards(match["big"]), _cards(match["small"])
    if tuple(map(len, streets)) != STREETS[: len(streets)]:
        raise MatchError(f"'{match['board'][:40]}' is not a board of {STREETS} cards.")
    if max(map(len, holes)) > MOST_HOLE_CARDS:
        raise MatchError(f"A player holds more than {MOST_HOLE_CARDS} cards in '{line[:60]}'.")
    _cards("".join((match["big"], match["small"], match["board"].replace("/", ""))))  # none is repeated
    return MatchState(
        int(match["position"]), int(match["hand"]), tuple(map(_actions, rounds)), holes, tuple(streets)
    )


def format_state(state: MatchState) -> str:
    """Format a state as a line, which `parse_state` reads."""
    cards = "|".join(map(format_cards, state.holes)) + "".join(
        f"/{format_cards(street)}" for street in state.board
    )
    return f"MATCHSTATE:{state.position}:{state.hand}:{format_betting(state.betting)}:{cards}"


def format_reply(state: MatchState, action: ProtocolAction) -> str:
    """Format a reply, a state's line with the action as last field."""
    return f"{format_state(state)}:{format_action(action)}"


def parse_action(text: str) -> ProtocolAction:
    """Parse ``f``, ``c`` or ``r100``; raises MatchError for any other text."""
    match = _ACTION.fullmatch(text)
    if match is None:
        raise MatchError(f"'{text[:40]}' is not an action. Actions are f, c, and r with a number of chips.")
    return _action(match)


def format_action(action: ProtocolAction) -> str:
    return f"r{action.to}" if action.verb == "r" else action.verb


def format_betting(betting: Betting) -> str:
    """Format a betting sequence as in lines: ``cr300c/cr600f``."""
    return "/".join("".join(map(format_action, street)) for street in betting)


def is_comment(line: str) -> bool:
    """Whether players skip the line."""
    return line[:1] in ("#", ";")


def _action(match: re.Match[str]) -> ProtocolAction:
    if match["to"] is not None:
        return ProtocolAction("r", int(match["to"]))
    return FOLD if match["verb"] == "f" else CALL


def _actions(text: str) -> tuple[ProtocolAction, ...]:
    return tuple(map(_action, _ACTION.finditer(text)))


def _cards(text: str) -> tuple[Card, ...]:
    try:
        return parse_cards(text)
    except CardError as error:
        raise MatchError(str(error)) from None


ADDRESS = "127.0.0.1"
LONGEST_LINE = 1024
"""The most bytes of a line without its end, as in the competition's dealer."""
_LINES = 65536
_ENDS = b"\r\n"


class PeerError(MatchError):
    """A fault of the other end; the sentence has no subject: ``has closed the connection``."""


class Peer:
    """One end of a connection; lines end in CR LF, or in LF alone."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._buffer = b""

    def send(self, line: str, seconds: float = 10.0) -> None:
        """Send a line; raises PeerError if the other end has left or does not read."""
        try:
            self._connection.settimeout(seconds)
            self._connection.sendall(line.encode("ascii") + _ENDS)
        except TimeoutError:
            raise PeerError(f"has not read its lines for {seconds:g} s") from None
        except OSError:
            raise PeerError("has closed the connection") from None

    def receive(self, seconds: float | None) -> str | None:
        """Return the next line; None if the other end has closed between two lines.

        `seconds` limit the whole line; None waits forever.  Raises PeerError if the line takes longer, is too
        long, breaks off or is not plain text.
        """
        until = None if seconds is None else time.monotonic() + seconds
        while b"\n" not in self._buffer:
            if len(self._buffer) > LONGEST_LINE + 1:
                raise PeerError(f"has sent more than {LONGEST_LINE:,} bytes without a line end")
            more = self._more(until, seconds)
            if not more:
                if self._buffer:
                    raise PeerError("has closed the connection within a line")
                return None
            self._buffer += more
        line, _, self._buffer = self._buffer.partition(b"\n")
        line = line.removesuffix(b"\r")
        if len(line) > LONGEST_LINE:
            raise PeerError(f"has sent a line of more than {LONGEST_LINE:,} bytes")
        try:
            return line.decode("ascii")
        except UnicodeDecodeError:
            raise PeerError("has sent a line that is not plain text") from None

    def _more(self, until: float | None, seconds: float | None) -> bytes:
        left = None if until is None else until - time.monotonic()
        if left is not None and left <= 0:
            raise PeerError(f"has not answered within {seconds:g} s")
        try:
            self._connection.settimeout(left)
            return self._connection.recv(_LINES)
        except TimeoutError:
            raise PeerError(f"has not answered within {seconds:g} s") from None
        except OSError:
            return b""

    def close(self) -> None:
        """Close the connection; lines sent before still arrive."""
        with suppress(OSError):
            self._connection.shutdown(socket.SHUT_RDWR)
        self._connection.close()


def listen(port: int) -> socket.socket:
    """Return a listening socket on this machine; port 0 takes a free port.

    Raises MatchError if the port is taken or not allowed.
    """
    server = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name == "posix":
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        server.bind((ADDRESS, port))
        server.listen(1)
    except (OSError, OverflowError) as error:
        server.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise MatchError(
            f"Port {port} cannot be used ({reason}). Choose another one.", field="port"
        ) from None
    return server


def accept(server: socket.socket, seconds: float) -> Peer:
    """Accept the first connection; raises MatchError if there is none in time."""
    server.settimeout(seconds)
    try:
        connection, _ = server.accept()
    except TimeoutError:
        port = server.getsockname()[1]
        raise MatchError(
            f"No player has connected to port {port} within {seconds:g} s.", field="port"
        ) from None
    return Peer(connection)


def connect(port: int, seconds: float = 10.0) -> Peer:
    """Connect to a port on this machine; raises MatchError if nobody listens there."""
    try:
        connection = socket.create_connection((ADDRESS, port), timeout=seconds)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise MatchError(f"No dealer listens at port {port} ({reason}).", field="port") from None
    return Peer(connection)
