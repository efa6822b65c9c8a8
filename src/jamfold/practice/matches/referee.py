"""The referee of matches: deals every hand twice with seats swapped, and records the match as PHH.

A player who sends an invalid line, takes too long or leaves loses the match; the hands played until then
count.

PHH is the poker hand history format; `histories.sites.phh` reads it.  With two players it lists the button
second, and antes and blinds the other way round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from socket import socket
from threading import Thread

from jamfold.cards import format_cards
from jamfold.cards.games import HOLDEM, OMAHA, OMAHA_HILO, SIX_PLUS, Game
from jamfold.core.errors import MatchError
from jamfold.core.progress import Progress
from jamfold.practice.matches.game import Definition
from jamfold.practice.matches.no_limit_hand import Deal, HandState, draw_deal
from jamfold.practice.matches.player import BotPlayer, is_outside_model, run_bot
from jamfold.practice.matches.protocol import (
    ADDRESS,
    BIG,
    SMALL,
    VERSION,
    Betting,
    Peer,
    PeerError,
    accept,
    connect,
    format_state,
    listen,
    parse_action,
)

MOVE_SECONDS = 10.0
WAIT_SECONDS = 60.0


@dataclass(frozen=True)
class PlayedHand:
    """A hand of a match."""

    number: int
    """Number from 0; hands 2k and 2k + 1 have the cards of deal k."""
    small: int
    """The player, 0 or 1, who had the small blind."""
    deal: Deal
    betting: Betting
    won: tuple[float, float]
    """Net chips of the small blind and of the big blind; they sum to 0."""
    off_model: bool
    """Whether the small blind limped, or raised less than all-in."""

    @property
    def won_by_first(self) -> float:
        return self.won[self.small]

    @property
    def jammed(self) -> bool:
        return not self.off_model and self.betting[0][0].verb == "r"

    @property
    def called(self) -> bool:
        """Whether the big blind called a jam."""
        return self.jammed and self.betting[0][1].verb == "c"


@dataclass(frozen=True)
class Forfeit:
    """The loss of a match by a wrong line, by being too slow or by leaving."""

    player: int
    """0 or 1."""
    name: str
    """The name of that player."""
    hand: int | None
    """The hand's number; None before the first."""
    reason: str
    """What the player did: ``has not answered within 10 s``."""

    @property
    def sentence(self) -> str:
        when = "before the first hand" if self.hand is None else f"in hand {self.hand}"
        return f"{self.name} {self.reason}, and loses the match {when}."


@dataclass(frozen=True)
class Match:
    """A match that was played."""

    definition: Definition
    names: tuple[str, str]
    seed: int
    """The seed of the deals; null, like the next fields, if nothing was played."""
    hands: tuple[PlayedHand, ...]
    forfeit: Forfeit | None = None
    """The forfeit that ended the match; None if there was none."""

    @property
    def pairs(self) -> tuple[tuple[PlayedHand, PlayedHand], ...]:
        """The hands of deals played both ways round, in pairs."""
        return tuple(zip(self.hands[::2], self.hands[1::2], strict=False))

    @property
    def deals(self) -> int:
        """Number of deals played both ways round."""
        return len(self.pairs)

    @property
    def n_hands(self) -> int:
        return len(self.hands)

    @property
    def off_model(self) -> tuple[int, int]:
        """Number of hands in which the first, and the second, player limped or raised less than all-in."""
        small = [hand.small for hand in self.hands if hand.off_model]
        return small.count(0), small.count(1)

    @property
    def off_model_bb(self) -> float:
        """The first player's winnings in these hands together, in big blinds."""
        won = sum(hand.won_by_first for hand in self.hands if hand.off_model)
        return won / self.definition.situation.big_blind


class _LostError(Exception):
    """A player forfeits the match."""

    def __init__(self, player: int, reason: str) -> None:
        super().__init__(reason)
        self.player, self.reason = player, reason


@dataclass(frozen=True)
class Referee:
    """Two connections between which hands are played."""

    definition: Definition
    peers: tuple[Peer, Peer]
    names: tuple[str, str]
    """peers, names: the players' connections and names."""
    seconds: float = MOVE_SECONDS
    """Time limit of a player's action."""

    def run(self, deals: int, seed: int, progress: Progress) -> Match:
        """Play deals both ways round, until all are played or somebody forfeits."""
        hands: list[PlayedHand] = []
        forfeit = None
        number: int | None = None
        try:
            for player in (0, 1):
                if (line := self._hear(player)) != VERSION:
                    raise _LostError(player, f"has sent '{line[:40]}' where {VERSION} is due")
            for number in range(2 * deals):
                if number % 100 == 0:
                    progress("hands", number / (2 * deals))
                deal = draw_deal(self.definition.game, seed, number // 2)
                hands.append(self.play(number, number % 2, deal))
        except _LostError as lost:
            forfeit = Forfeit(lost.player, self.names[lost.player], number, lost.reason)
        return Match(self.definition, self.names, seed, tuple(hands), forfeit)

    def play(self, number: int, small: int, deal: Deal) -> PlayedHand:
        """Play a hand; `small` is the player with the small blind."""
        player_at = {SMALL: small, BIG: 1 - small}
        standing = HandState.start(self.definition)
        while True:
            lines = {
                position: format_state(standing.view(position, number, deal)) for position in (BIG, SMALL)
            }
            for position, line in lines.items():
                self._tell(player_at[position], line)
            if standing.turn is None:
                break
            standing = self._moved(standing, player_at[standing.turn], lines[standing.turn])
        return PlayedHand(
            number, small, deal, standing.betting, standing.won(deal), is_outside_model(standing)
        )

    def _moved(self, standing: HandState, player: int, line: str) -> HandState:
        answer = self._hear(player)
        start, _, words = answer.rpartition(":")
        try:
            if start != line:
                raise MatchError(f"'{answer[:60]}' does not answer the line that was sent.")
            return standing.take(parse_action(words))
        except MatchError as error:
            raise _LostError(player, f"has sent a wrong line ({str(error).rstrip('.')})") from None

    def _tell(self, player: int, line: str) -> None:
        try:
            self.peers[player].send(line, self.seconds)
        except PeerError as error:
            raise _LostError(player, str(error)) from None

    def _hear(self, player: int) -> str:
        try:
            line = self.peers[player].receive(self.seconds)
        except PeerError as error:
            raise _LostError(player, str(error)) from None
        if line is None:
            raise _LostError(player, "has closed the connection")
        return line


Side = BotPlayer | int
"""A bot of this program, or the port at which to wait for another program."""


def play_match(
    definition: Definition,
    sides: tuple[Side, Side],
    deals: int,
    seed: int,
    progress: Progress,
    notice: Callable[[str], None] = lambda sentence: None,
    *,
    seconds: float = MOVE_SECONDS,
    wait: float = WAIT_SECONDS,
) -> Match:
    """Play a match of two players over local connections, which this program's own bots use too.

    `notice` receives the ports at which other programs are awaited.  Raises MatchError if a port cannot be
    used, or nobody connects.
    """
    names = _names(sides)
    servers: list[socket] = []
    bots: list[Thread] = []
    peers: list[Peer] = []
    try:
        servers.extend(listen(side if isinstance(side, int) else 0) for side in sides)
        for side in sides:
            if isinstance(side, int):
                notice(f"A player may connect to {ADDRESS}:{side}.")
        for side, server in zip(sides, servers, strict=True):
            if isinstance(side, BotPlayer):
                bots.append(_start(side, definition, server.getsockname()[1], seed))
            else:
                progress(f"waiting at port {side}", 0.0)
            peers.append(accept(server, wait))
        return Referee(definition, (peers[0], peers[1]), names, seconds).run(deals, seed, progress)
    finally:
        for peer in peers:
            peer.close()
        for server in servers:
            server.close()
        for bot in bots:
            bot.join(seconds)


def _names(sides: tuple[Side, Side]) -> tuple[str, str]:
    """Return both players' names, made different."""
    first, second = (side.name if isinstance(side, BotPlayer) else f"port {side}" for side in sides)
    return (first, second) if first != second else (f"{first} 1", f"{second} 2")


def _start(player: BotPlayer, definition: Definition, port: int, seed: int) -> Thread:
    def run() -> None:
        peer = connect(port)
        try:
            run_bot(player, definition, peer, seed)
        except PeerError:
            pass  # the match ended within a hand
        finally:
            peer.close()

    thread = Thread(target=run, daemon=True)
    thread.start()
    return thread


_VARIANTS = {HOLDEM: "NT", SIX_PLUS: "NS", OMAHA: "NO", OMAHA_HILO: "NO/8"}
_P = {BIG: "p1", SMALL: "p2"}


def check_logged(game: Game) -> None:
    """Raise MatchError if PHH has no name for the game."""
    if game not in _VARIANTS:
        raise MatchError(f"PHH has no variant for {game.title}, so its hands cannot be logged.", field="log")


def log_lines(match: Match) -> Iterator[str]:
    """Yield all hands of a match in order; without a date, so that equal matches have equal logs."""
    for hand in match.hands:
        yield "\n".join(_hand_lines(match, hand)) + "\n\n"


def _hand_lines(match: Match, hand: PlayedHand) -> list[str]:
    definition = match.definition
    names = [match.names[1 - hand.small], match.names[hand.small]]
    stacks = list(definition.stacks[::-1])
    standing = HandState.after(definition, hand.betting)
    net = hand.won[::-1]
    paid = [standing.spent[place] + standing.ante(place) for place in (BIG, SMALL)]
    uncalled = [max(0, standing.spent[place] - min(standing.spent)) for place in (BIG, SMALL)]
    won = [result + put - back for result, put, back in zip(net, paid, uncalled, strict=True)]
    return [
        f"[{hand.number + 1}]",
        f"variant = '{_VARIANTS[definition.game]}'",
        f"antes = {list(definition.antes)}",
        f"blinds_or_straddles = {list(definition.blinds)}",
        f"min_bet = {definition.blinds[1]}",
        f"starting_stacks = {stacks}",
        f"actions = {_actions(definition, hand)}",
        f"venue = 'jamfold, seed {match.seed}'",
        f"hand = {hand.number + 1}",
        f"players = {_texts(names)}",
        f"finishing_stacks = {_numbers([stack + result for stack, result in zip(stacks, net, strict=True)])}",
        f"winnings = {_numbers(won)}",
    ]


def _actions(definition: Definition, hand: PlayedHand) -> list[str]:
    deal = hand.deal
    words = [f"d dh {_P[place]} {format_cards(deal.hole(place))}" for place in (BIG, SMALL)]
    standing = HandState.start(definition)
    streets = iter(deal.streets(3))
    before = 0
    for number, actions in enumerate(hand.betting):
        if number:
            before = max(standing.spent)
            words.append(f"d db {format_cards(next(streets))}")
        for action in actions:
            player = _P[BIG if standing.turn is None else standing.turn]
            # PHH counts a raise's total over the street, the match protocol over the hand.
            verb = f"cbr {action.to - before}" if action.verb == "r" else {"f": "f", "c": "cc"}[action.verb]
            words.append(f"{player} {verb}")
            standing = standing.take(action)
    if standing.has_showdown:
        words += [f"{_P[place]} sm {format_cards(deal.hole(place))}" for place in (BIG, SMALL)]
    return words


def _texts(names: list[str]) -> str:
    return "[" + ", ".join(f"'{''.join(map(_plain, name))}'" for name in names) + "]"


def _plain(letter: str) -> str:
    return letter if letter.isprintable() and letter != "'" else "?"


def _numbers(chips: list[float]) -> str:
    texts = (str(int(stack)) if stack == int(stack) else repr(float(stack)) for stack in chips)
    return f"[{', '.join(texts)}]"
