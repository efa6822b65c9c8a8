"""The state of a hand during parsing, and the validation of complete hands of all sites.

Every actor is dealt in, acts in turn and has the chips (`HandReplay` checks the last); the betting of every
street is complete; no card occurs twice; the hand is complete.  If the chips won and the rake do not add up
to the chips put in, that is only a warning: jackpots, cash-outs and bonuses are not in the pots.
"""

from __future__ import annotations

from functools import lru_cache

from jamfold.cards import Card, format_cards
from jamfold.core.errors import HistoryError
from jamfold.histories.records import PREFLOP, RIVER, Limit, Move, PostKind
from jamfold.histories.site_text import Coins


@lru_cache
def coins_with(decimals: int) -> Coins:
    """Return the shared parser of amounts with this precision."""
    return Coins(decimals)


class MissingInformationError(HistoryError):
    """The hand lacks information needed to grade it; the message is a reason in `records`."""


class TableState:
    """A hand during parsing: fields of the record, and the players' chips."""

    __slots__ = (
        "absent", "actions", "ante", "behind", "big_blind", "board", "board_untold", "button", "cancelled",
        "cap", "cards", "checks_untold", "closed", "coins", "collected", "currency", "day", "dead",
        "decimals", "digest", "fast", "flop_untold", "folded", "front", "game", "hand_id", "hero", "key",
        "level", "limit", "line", "names", "numbers", "paid", "played_at", "positions", "posts",
        "posts_tell", "rake", "site", "small_blind", "stacks", "street", "tells_winnings", "timed_out",
        "timed_out_later", "touched", "tournament", "untold",
    )  # fmt: skip

    def __init__(self, site: str, decimals: int | None = None) -> None:
        self.site = site
        self.hand_id = self.key = self.day = self.tournament = self.game = self.currency = ""
        self.limit: Limit = ""
        self.played_at: int | None = None
        self.small_blind = self.big_blind = self.ante = self.cap = self.button = 0
        self.rake: int | None = None
        self.hero: int | None = None
        self.cancelled = self.closed = self.fast = self.positions = self.posts_tell = self.flop_untold = False
        self.board_untold = self.checks_untold = False
        self.tells_winnings = True
        self.digest = b""
        self.untold = ""
        self.line = 0
        self.street = PREFLOP
        self.board: tuple[Card, ...] = ()
        self.decimals = decimals
        self.coins = coins_with(decimals or 0)
        self.names: dict[str, int] = {}
        self.numbers: list[int] = []
        self.stacks: list[int] = []
        self.behind: list[int] = []
        self.front: list[int] = []
        self.paid: list[int] = []
        self.dead: list[int] = []
        self.collected: list[int] = []
        self.cards: list[tuple[Card, ...]] = []
        self.touched: list[bool] = []
        self.folded: list[bool] = []
        self.level = 0
        self.absent: set[int] = set()
        self.timed_out: list[int] = []
        self.timed_out_later: list[int] = []
        self.posts: list[tuple[int, PostKind, int, bool]] = []
        self.actions: list[tuple[int, int, Move, int, int, bool]] = []

    def name_of(self, player: int) -> str:
        return next(name for name, other in self.names.items() if other == player)


def check_cards(hands: list[tuple[Card, ...]], board: tuple[Card, ...]) -> None:
    """Raise HistoryError if a card occurs twice."""
    cards = list(board)
    for hand in hands:
        cards += hand
    if len(cards) != len(set(cards)):
        twice = next(card for card in cards if cards.count(card) > 1)
        raise HistoryError(f"The card {format_cards([twice])} appears twice in the hand.")


def check_blinds(table: TableState) -> None:
    """Raise HistoryError if a posted blind is neither the level's nor the player's last chips.

    Fixed-limit games, which are named by their bets, are not checked.
    """
    if table.limit == "FL":
        return
    if not 0 <= table.small_blind <= table.big_blind or table.big_blind == 0:
        raise HistoryError("The small blind is not between zero and the big blind.")
    blinds = {"small blind": table.small_blind, "big blind": table.big_blind}
    for player, kind, chips, all_in in table.posts:
        blind = blinds.get(kind, chips)
        if chips > blind or (chips < blind and not all_in):
            raise HistoryError(
                f"'{table.name_of(player)[:40]}' posts a {kind} of {chips / table.coins.coin:.15g} instead "
                f"of {blind / table.coins.coin:.15g}."
            )


def check_order(table: TableState, ring: list[int]) -> None:
    """Raise HistoryError if somebody acts out of turn, or the betting of a street is incomplete.

    `ring` lists the players in the order of their seats.
    """
    places = len(ring)
    all_in = {post[0] for post in table.posts if post[3]}
    live = set(ring)
    street = PREFLOP
    pending = live - all_in
    place = _first_before_flop(table, ring)
    quiet = False
    for player, at, move, _, _, last in table.actions:
        if player in all_in and move == "fold":  # away, and all-in by posting
            live.discard(player)
            continue
        if at != street:
            _finished(table, live, all_in, set() if quiet else pending)
            if at > street + 1 and len(live - all_in) > 1 and not table.checks_untold:
                raise HistoryError("Nobody acts on a street where players could act.")
            street, pending, quiet = at, live - all_in, table.checks_untold
            place = _first_after_flop(table, ring)
        if place is None:
            place = ring.index(player)
        if len(live) < 2:
            raise HistoryError(f"'{table.name_of(player)[:40]}' acts after the hand is over.")
        if not pending:
            raise HistoryError(f"'{table.name_of(player)[:40]}' acts after the betting is over.")
        while (turn := ring[place]) not in pending:
            place = (place + 1) % places
        if turn == player:
            place = (place + 1) % places
        elif quiet and player in pending:
            place = (ring.index(player) + 1) % places
        elif not (table.fast and move == "fold" and player in pending):
            raise HistoryError(
                f"'{table.name_of(player)[:40]}' acts out of turn: '{table.name_of(turn)[:40]}' is next."
            )
        pending.discard(player)
        if last:
            all_in.add(player)
        if move == "fold":
            live.discard(player)
        elif move == "raise" or move == "bet":
            pending, quiet = live - all_in, False
            pending.discard(player)
    _finished(table, live, all_in, set() if quiet else pending)
    ends = table.street == RIVER or (table.board_untold and len(live - all_in) < 2)
    if len(live) > 1 and (
        not ends or (street != RIVER and len(live - all_in) > 1 and not table.checks_untold)
    ):
        raise HistoryError("The hand is incomplete.")


def _first_before_flop(table: TableState, ring: list[int]) -> int | None:
    """Return the index after the big blind; None with a straddle or without a big blind."""
    big = None
    for player, kind, _, _ in table.posts:
        if kind == "straddle" or kind == "button blind":
            return None
        if kind == "big blind" and big is None:
            big = player
    return None if big is None else (ring.index(big) + 1) % len(ring)


def _first_after_flop(table: TableState, ring: list[int]) -> int | None:
    """Return the index after the button; None if the button is unknown."""
    if not table.button:
        return None
    numbers, button = table.numbers, table.button
    for place, player in enumerate(ring):
        if numbers[player] > button:
            return place
    return 0


def _finished(table: TableState, live: set[int], all_in: set[int], pending: set[int]) -> None:
    """Raise HistoryError if a player who is left to act still faces a bet."""
    if not pending or len(live) < 2:
        return
    if len(live - all_in) > 1:
        raise HistoryError("The hand is incomplete: not all players have acted.")
    (alone,) = pending
    if _live_paid(table, alone) < max(_live_paid(table, player) for player in live if player != alone):
        raise HistoryError("The hand is incomplete: not all players have acted.")


def _live_paid(table: TableState, player: int) -> int:
    """Return the chips put in without antes and dead blinds."""
    return table.paid[player] - table.dead[player]


def check_chips(table: TableState) -> str:
    """Return a warning if chips won and rake differ from the chips put in; empty if they agree.

    The uncalled part of the last bet may be included in the chips won or not: sites differ.
    """
    total, won = sum(table.paid), sum(table.collected) + (table.rake or 0)
    if not table.tells_winnings:
        return ""
    stakes = sorted([paid - dead for paid, dead in zip(table.paid, table.dead, strict=True)])
    called = total - (stakes[-1] - stakes[-2] if len(stakes) > 1 else 0)
    if won in (total, called):
        table.rake = table.rake or 0
        return ""
    if table.rake is None and 0 < won < total:
        return ""
    coin = table.coins.coin
    return f"The players win {won / coin:.15g} chips with the rake, but put in {called / coin:.15g}."
