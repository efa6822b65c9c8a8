"""What is known of a hand while it is read: `table` fills it, `check` looks at it."""

from __future__ import annotations

from functools import lru_cache

from jamfold.cards import Card
from jamfold.errors import HistoryError
from jamfold.histories.money import Coins
from jamfold.histories.records import PREFLOP, Limit, Move, PostKind


@lru_cache
def coins_with(decimals: int) -> Coins:
    """The reader of amounts with so many decimals; one for all hands."""
    return Coins(decimals)


class MissingInformationError(HistoryError):
    """The room has not written what a hand needs to be judged; the sentence is one of `records`."""


class TableState:
    """A hand while it is read: the words of its record, and what all have in front and behind."""

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
        """A seated player's name."""
        return next(name for name, other in self.names.items() if other == player)
