"""Hands that a generator plays: what happened, seat by seat, for texts in the form of any room."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from jamfold.cards import RANK_NAMES, SUIT_NAMES

NAMES = ("Ann", "Bob B", "calls 100", "o.O", "Cid: x", "Zoë_9", "folds", "Dan (2)")
"""Some that hold what rooms print behind a name."""


Act = tuple[int, int, str, int, int, bool]
"""Player, street, move, chips added, chips then in front, all-in."""


@dataclass
class Played:
    """One hand of no limit; chips are whole numbers, cents where it is a cash game.

    `posts` are (player, kind, chips, all-in).
    """

    number: int
    cash: bool
    names: list[str]
    stacks: list[int]
    button: int
    blinds: tuple[int, int]
    ante: int
    cards: list[list[str]]
    board: list[str]
    posts: list[tuple[int, str, int, bool]] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)
    paid: list[int] = field(default_factory=list)
    live: list[int] = field(default_factory=list)
    winner: int = 0
    uncalled: int = 0
    pot: int = 0

    @property
    def order(self) -> list[int]:
        """Seats from the small blind round."""
        n, start = len(self.names), self.button + (len(self.names) > 2)
        return [(start + k) % n for k in range(n)]

    @property
    def highest(self) -> int:
        """The player to whom what nobody called goes back."""
        return max(range(len(self.names)), key=self.paid.__getitem__)

    @property
    def shown(self) -> bool:
        """Whether there is a showdown."""
        return len(self.live) > 1

    def on(self, street: int) -> list[Act]:
        """What was done on a street."""
        return [act for act in self.acts if act[1] == street]

    def said(self) -> tuple[bool, str, str]:
        """Folded to the small blind or not, and the first moves of the blinds."""
        small, big = self.order[:2]
        firsts: dict[int, str] = {}
        folded = True
        for player, _, move, *_ in self.on(0):
            folded = folded and (small in firsts or player == small or move == "fold")
            firsts.setdefault(player, move)
        return folded, firsts.get(small, ""), firsts.get(big, "")


def play(seed: int, cash: bool = False, ante: bool | None = None) -> Played:
    """A hand of two to six players, most of them short: random, the same for the same seed."""
    random = Random(seed)
    n = random.randint(2, 6)
    deck = [rank + suit for rank in RANK_NAMES for suit in SUIT_NAMES]
    random.shuffle(deck)
    blinds = (5, 10) if cash else random.choice([(10, 20), (50, 100), (1500, 3000)])
    has_ante = random.random() < 0.5 if ante is None else ante
    hand = Played(
        number=70_000_000 + seed,
        cash=cash,
        names=random.sample(NAMES, n),
        stacks=[random.choice([1, 8, 14, 25, 60, 160, 400]) * blinds[1] // 8 for _ in range(n)],
        button=random.randrange(n),
        blinds=blinds,
        ante=max(1, blinds[1] // 8) if has_ante and not cash else 0,
        cards=[[deck.pop(), deck.pop()] for _ in range(n)],
        board=[deck.pop() for _ in range(5)],
    )
    hand.stacks = [max(stack, 1) for stack in hand.stacks]
    hand.paid = [0] * n
    _bet(hand, random)
    hand.winner = random.choice(hand.live)
    highest, second = sorted(hand.paid, reverse=True)[:2]
    hand.uncalled = highest - second
    hand.pot = sum(hand.paid) - hand.uncalled
    return hand


def _bet(hand: Played, random: Random) -> None:
    n, front = len(hand.names), [0] * len(hand.names)

    def put(player: int, chips: int) -> tuple[int, bool]:
        chips = min(chips, hand.stacks[player] - hand.paid[player])
        hand.paid[player] += chips
        return chips, hand.paid[player] == hand.stacks[player]

    if hand.ante:
        for player in range(n):
            hand.posts.append((player, "ante", *put(player, hand.ante)))
    for player, kind, blind in zip(hand.order, ("small blind", "big blind"), hand.blinds, strict=False):
        if hand.paid[player] < hand.stacks[player]:
            chips, last = put(player, blind)
            front[player] += chips
            hand.posts.append((player, kind, chips, last))
    hand.live = list(range(n))
    first = hand.order[2:] + hand.order[:2]
    for street in range(4):
        if street:
            front, first = [0] * n, hand.order if n > 2 else hand.order[::-1]
        level = max(*front, 0 if street else hand.blinds[1])
        able = [player for player in first if player in hand.live and hand.paid[player] < hand.stacks[player]]
        waiting = list(able)
        while waiting and len(hand.live) > 1:
            player = waiting.pop(0)
            others = [front[k] for k in hand.live if k != player]
            owed = (min(level, others[0]) if len(others) == 1 else level) - front[player]
            alone = sum(1 for k in hand.live if hand.paid[k] < hand.stacks[k]) == 1
            if owed <= 0 and alone:
                continue
            move, added = _choose(hand, random, street, owed, level, front[player], player, alone)
            added, last = put(player, added)
            front[player] += added
            if move == "fold":
                hand.live.remove(player)
            if front[player] > level:
                level = front[player]
                start = first.index(player) + 1
                waiting = [
                    k for k in first[start:] + first[: start - 1]
                    if k in hand.live and hand.paid[k] < hand.stacks[k]
                ]  # fmt: skip
            elif move == "raise":
                move = "call"
            hand.acts.append((player, street, move, added, front[player], last))
        if len(hand.live) < 2:
            return


def _choose(
    hand: Played, random: Random, street: int, owed: int, level: int, front: int, player: int, alone: bool
) -> tuple[str, int]:
    """A move and the chips for it; behind the flop nobody bets."""
    left = hand.stacks[player] - hand.paid[player]
    if street:
        return "check", 0
    kind = random.choice(["fold", "fold", "fold", "jam", "jam", "call", "raise"])
    if owed <= 0:
        return ("raise", left) if kind == "jam" and left > 0 and not alone else ("check", 0)
    if kind == "fold":
        return "fold", 0
    if kind == "jam" and left > owed and not alone:
        return "raise", left
    if kind == "raise" and left > 2 * level + hand.blinds[1] and level < 4 * hand.blinds[1] and not alone:
        return "raise", 2 * level + hand.blinds[1] - front
    return "call", min(owed, left)
