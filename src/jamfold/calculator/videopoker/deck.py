"""Deck and hand names of video poker: jokers, wild cards, and the final hands of pay tables.

The deck has 52 cards and up to two jokers.  Cards are those of `jamfold.cards`; the jokers are the cards 52
and 53 and are always wild.  Which joker is which makes no difference to any result.

>>> deck = Deck(jokers=1, deuces_wild=False)
>>> parse_deal("Ah Kh Joker 2c 2d", deck)
(50, 46, 52, 0, 1)
>>> format_deal((50, 46, 52))
'Ah Kh Joker'

Plain names are royal-flush, four-deuces, wild-royal-flush, five-of-a-kind,
straight-flush, four-of-a-kind, full-house, flush, straight, three-of-a-kind,
two-pair and pair.  Some name part of a class of hands:

- ``four-aces``, ``four-2-4``, ``four-j-k``, ``five-aces``: quads or five of a
  kind of one rank, or of a range of ranks, low to high;
- ``four-aces-with-2-4``, ``four-2-4-with-a-4``: quads with a certain fifth card;
- ``jacks-or-better``, ``kings-or-better``: pairs of a rank or higher.

A hand belongs to the narrowest name that fits, whatever the names pay: four
aces to ``four-aces`` when the table has it, to ``four-of-a-kind`` otherwise;
T to A of a suit to ``royal-flush``, with a wild card to ``wild-royal-flush``,
never to ``straight-flush``.  Ranks are digits, the
letters t j q k a, or words; the ace may be the low end of a range.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import combinations
from math import comb, lcm

from jamfold.cards import N_CARDS, N_RANKS, N_SUITS, RANK_NAMES, Card, format_cards, parse_cards
from jamfold.core.errors import CardError, PayTableError

HAND = 5
MAX_JOKERS = 2
JOKER_NAME = "Joker"
_JOKER = re.compile(r"(jokers?|jkr?|jo)(?![a-z])", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True)
class Deck:
    """What is dealt from, and which cards are wild."""

    jokers: int
    """0, 1 or 2."""
    deuces_wild: bool
    """Whether the four deuces are wild too."""

    @property
    def n_cards(self) -> int:
        """Cards in the deck: 52, 53 or 54."""
        return N_CARDS + self.jokers

    @property
    def n_deals(self) -> int:
        """Five-card deals: 2,598,960 from 52 cards."""
        return comb(self.n_cards, HAND)

    @property
    def has_wild(self) -> bool:
        return self.deuces_wild or self.jokers > 0

    @cached_property
    def draws(self) -> tuple[int, ...]:
        """Ways to draw j = 0..5 cards from what the deal leaves: 1, 47, 1,081 ... from 52 cards."""
        return tuple(comb(self.n_cards - HAND, j) for j in range(HAND + 1))

    @cached_property
    def unit(self) -> int:
        """The least common multiple of `draws`: every EV times this is an integer when pays are."""
        return lcm(*self.draws)

    def is_wild(self, card: int) -> bool:
        return card >= N_CARDS or (self.deuces_wild and card < N_SUITS)

    @property
    def text(self) -> str:
        """The deck in words."""
        jokers = ("", ", one joker", ", two jokers")[self.jokers]
        return f"{self.n_cards} cards{jokers}{', deuces wild' if self.deuces_wild else ''}"


def hold_masks() -> tuple[int, ...]:
    """The 32 holds of a deal written high to low, the one to take first when several are equally good.

    More cards come before fewer, then higher cards before lower ones.  Bit i
    is the i-th card of the deal.
    """
    sizes = range(HAND, -1, -1)
    return tuple(sum(1 << i for i in chosen) for size in sizes for chosen in combinations(range(HAND), size))


def parse_deal(text: str, deck: Deck, size: int | None = HAND) -> tuple[Card, ...]:
    """Cards of a deal as written, in the written order; a joker is ``Joker``, ``Jkr``, ``Jk`` or ``Jo``.

    Raises CardError if a part of the text is no card of the deck, a card occurs twice, or there are not
    `size` cards (None: any number).
    """
    cards: list[Card] = []
    for part in re.split(r"[\s,]+", text):
        position = 0
        for match in _JOKER.finditer(part):
            cards += [*parse_cards(part[position : match.start()]), Card(N_CARDS + _jokers_in(cards))]
            position = match.end()
        cards += parse_cards(part[position:])
    if _jokers_in(cards) > deck.jokers:
        jokers = ("no joker", "one joker", "two jokers")[deck.jokers]
        raise CardError(f"There are more jokers in '{text[:60]}' than in the deck, which has {jokers}.")
    for card in cards:
        if cards.count(card) > 1:
            raise CardError(f"The card {format_deal([card])} appears twice in '{text[:60]}'.")
    if size is not None and not cards:
        raise CardError("Enter five cards, such as Ah Kh Qh 2c 2d.")
    if size is not None and len(cards) != size:
        raise CardError(f"A deal has {size} cards, and '{text[:60]}' has {len(cards)}.")
    return tuple(cards)


def format_deal(cards: Iterable[Card | int]) -> str:
    """Cards as text, in the given order."""
    return " ".join(JOKER_NAME if card >= N_CARDS else format_cards([card]) for card in cards)


def _jokers_in(cards: Iterable[int]) -> int:
    return sum(card >= N_CARDS for card in cards)


class Kind(Enum):
    """The kinds of final hands, strongest first as usually printed."""

    ROYAL = "royal-flush"
    FOUR_DEUCES = "four-deuces"
    WILD_ROYAL = "wild-royal-flush"
    FIVE = "five-of-a-kind"
    STRAIGHT_FLUSH = "straight-flush"
    QUADS = "four-of-a-kind"
    FULL_HOUSE = "full-house"
    FLUSH = "flush"
    STRAIGHT = "straight"
    TRIPS = "three-of-a-kind"
    TWO_PAIR = "two-pair"
    PAIR = "pair"


NOTHING = "nothing"
ALL_RANKS = frozenset(range(N_RANKS))
_WORDS = (
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
_PLURAL = {word: ("sixes" if word == "six" else f"{word}s") for word in _WORDS}
_RANKS = {
    spelled: rank
    for rank, word in enumerate(_WORDS)
    for spelled in (word, _PLURAL[word], RANK_NAMES[rank].lower(), f"{RANK_NAMES[rank].lower()}s")
} | {"10": 8, "10s": 8, "two": 0, "twos": 0}
_ACE = N_RANKS - 1
_QUADS = re.compile(r"(four|five)-(.+?)(?:-with-(.+))?")


@dataclass(frozen=True)
class HandName:
    """One name of a pay table."""

    name: str
    """As written in the file, in lower case with hyphens."""
    kind: Kind
    """The kind of hand."""
    ranks: frozenset[int] = ALL_RANKS
    """Ranks of the quads, the five of a kind or the pair that count."""
    kickers: frozenset[int] = ALL_RANKS
    """Ranks of the fifth card of quads that count."""

    def fits(self, kind: Kind, rank: int | None = None, kicker: int | None = None) -> bool:
        """Whether a hand belongs to this name, narrower names aside."""
        return (
            kind is self.kind
            and (rank is None or rank in self.ranks)
            and (kicker is None or kicker in self.kickers)
        )

    @property
    def width(self) -> int:
        """How many combinations of rank and fifth card count: less is narrower."""
        return len(self.ranks) * len(self.kickers)

    @property
    def title(self) -> str:
        """The name for people."""
        if self.kind in (Kind.QUADS, Kind.FIVE) and self.ranks != ALL_RANKS:
            word = "four" if self.kind is Kind.QUADS else "five"
            with_ = "" if self.kickers == ALL_RANKS else f" with {_range_text(self.kickers, 'a ')}"
            return f"{word} {_range_text(self.ranks, '', plural=True)}{with_}"
        return self.name.replace("-", " ")


def parse_name(text: str) -> HandName:
    """The hand of a name. Raises PayTableError if no hand has that name."""
    name = re.sub(r"[\s_-]+", "-", text.strip().lower())
    for kind in Kind:
        if name == kind.value:
            return HandName(name, kind)
    if name.endswith("-or-better") and (lowest := _RANKS.get(name.removesuffix("-or-better"))) is not None:
        return HandName(name, Kind.PAIR, frozenset(range(lowest, N_RANKS)))
    if match := _QUADS.fullmatch(name):
        word, ranks, kickers = match.groups()
        ranks_meant = _rank_range(ranks)
        kickers_meant = ALL_RANKS if kickers is None else _rank_range(kickers)
        if ranks_meant and kickers_meant and (word == "four" or kickers is None):
            kind = Kind.QUADS if word == "four" else Kind.FIVE
            return HandName(name, kind, ranks_meant, kickers_meant)
    raise PayTableError(
        f"'{text[:40]}' is not a hand. Hands are {', '.join(kind.value for kind in Kind)}, or variants such "
        "as jacks-or-better, four-aces, four-2-4 and four-aces-with-2-4."
    )


def check_overlap(names: Sequence[HandName]) -> None:
    """Raise PayTableError if two names share hands and neither contains the other."""
    for i, first in enumerate(names):
        for second in names[:i]:
            if first.kind is not second.kind:
                continue
            common = (first.ranks & second.ranks, first.kickers & second.kickers)
            if all(common) and common not in (
                (first.ranks, first.kickers),
                (second.ranks, second.kickers),
            ):
                raise PayTableError(f"'{second.name}' and '{first.name}' share hands; name them apart.")
            if (first.ranks, first.kickers) == (second.ranks, second.kickers):
                raise PayTableError(f"'{second.name}' and '{first.name}' are the same hand.")


def narrowest(
    names: Iterable[HandName], kind: Kind, rank: int | None = None, kicker: int | None = None
) -> HandName | None:
    """The name a natural hand belongs to, None if the table does not name it."""
    fitting = [name for name in names if name.fits(kind, rank, kicker)]
    return min(fitting, key=lambda name: name.width) if fitting else None


def plural(rank: int) -> str:
    """A rank as a word: aces."""
    return _PLURAL[_WORDS[rank]]


def _rank_range(text: str) -> frozenset[int]:
    """Ranks of ``aces``, ``2-4`` or ``a-4``; empty if it is neither."""
    first, dash, last = text.partition("-")
    if first.isdigit() and first.startswith("0"):
        return frozenset()
    low, high = _RANKS.get(first), _RANKS.get(last)
    if low is None or (dash and high is None):
        return frozenset()
    if high is None:
        return frozenset({low})
    if low == _ACE and high != _ACE:
        return frozenset({_ACE, *range(high + 1)})
    return frozenset(range(low, high + 1))


def _range_text(ranks: frozenset[int], article: str, *, plural: bool = False) -> str:
    """Ranks as ``aces``, ``2-4`` or ``A-4``."""
    if len(ranks) == 1:
        (rank,) = ranks
        return _PLURAL[_WORDS[rank]] if plural else f"{article}{_WORDS[rank]}"
    rest = sorted(ranks - {_ACE})
    if _ACE in ranks and rest[-1] != _ACE - 1:
        return f"A-{RANK_NAMES[rest[-1]]}"
    return f"{RANK_NAMES[min(ranks)]}-{RANK_NAMES[max(ranks)]}"
