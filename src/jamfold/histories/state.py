"""What is known of a hand while it is read: `table` fills it, `check` looks at it."""

from __future__ import annotations

from jamfold.cards import Card
from jamfold.histories.money import Coins
from jamfold.histories.records import PREFLOP, Limit, Move, PostKind

_COINS: dict[int, Coins] = {}


def coins_with(decimals: int) -> Coins:
    """The reader of amounts with so many decimals; one for all hands."""
    return _COINS.setdefault(decimals, Coins(decimals))


class TableState:
    """A hand while it is read: the words of its record, and what all have in front and behind."""

    def __init__(self, site: str, decimals: int | None = None) -> None:
        self.site = site
        self.hand_id = self.key = self.day = self.tournament = self.game = self.currency = ""
        self.limit: Limit = ""
        self.played_at: int | None = None
        self.small_blind = self.big_blind = self.ante = self.cap = self.button = 0
        self.rake: int | None = None
        self.hero: int | None = None
        self.cancelled = self.closed = self.fast = self.positions = self.posts_tell = self.flop_untold = False
        self.tells_winnings = True
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
        self.posts: list[tuple[int, PostKind, int, bool]] = []
        self.actions: list[tuple[int, int, Move, int, int, bool]] = []

    def name_of(self, player: int) -> str:
        """A seated player's name."""
        return next(name for name, other in self.names.items() if other == player)
