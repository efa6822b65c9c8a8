"""Simulated players: hands as they would play them, written as PokerStars would, for the real reader.

The cards are dealt at random; who wins a showdown is not worked out (the first player collects
every pot), for nothing that is judged looks at it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from jamfold.cards import format_cards
from jamfold.cards.games import HOLDEM, find_game

HERO, VILLAIN = "Hero", "Villain"
Strategy = Callable[[str, float, str, float], bool]
"""Whether a player plays: seat, stack in big blinds, cards, and a random number in [0, 1)."""

_TEXT = """PokerStars Hand #{number}: Tournament #77, $9+$1 USD {title} No Limit - Level V (50/100) - {day} 18:00:00 ET
Table '77 1' 2-max Seat #1 is the button
Seat 1: {small} ({stack} in chips)
Seat 2: {big} ({stack} in chips)
{antes}{small}: posts small blind 50
{big}: posts big blind 100
*** HOLE CARDS ***
Dealt to {hero} [{cards}]
{play}
*** SUMMARY ***
Total pot {pot} | Rake 0
"""  # noqa: E501 -- as the site writes it
_FOLD = """{small}: folds
Uncalled bet (50) returned to {big}
{big} collected {pot} from pot"""
_STEAL = """{small}: raises {more} to {live} and is all-in
{big}: folds
Uncalled bet ({more}) returned to {small}
{small} collected {pot} from pot"""
_CALL = """{small}: raises {more} to {live} and is all-in
{big}: calls {more} and is all-in
*** FLOP *** [{flop}]
*** TURN *** [{flop}] [{turn}]
*** RIVER *** [{flop} {turn}] [{river}]
*** SHOW DOWN ***
{small}: shows [{small_cards}] (something)
{big}: shows [{big_cards}] (something)
{small} collected {pot} from pot"""
_LIMP = """{small}: calls 50
{big}: checks
*** FLOP *** [{flop}]
{big}: checks
{small}: bets 100
{big}: folds
Uncalled bet (100) returned to {small}
{small} collected {pot} from pot"""
_TITLES = {"holdem": "Hold'em", "six-plus": "6+ Hold'em"}


@dataclass(frozen=True)
class Dealt:
    """A hand that was played: the stack in big blinds, who sat where, the cards, what was done."""

    stack: float
    hero_small: bool
    cards: tuple[str, str]
    jam: bool
    call: bool

    @property
    def seat(self) -> str:
        """The hero's."""
        return "sb" if self.hero_small else "bb"

    @property
    def decides(self) -> bool:
        """Whether the hero had a choice."""
        return self.hero_small or self.jam

    @property
    def hero_cards(self) -> str:
        """The hero's cards."""
        return self.cards[0 if self.hero_small else 1]

    @property
    def plays(self) -> bool:
        """Whether the hero jammed, or called."""
        return self.jam if self.hero_small else self.call


def always(seat: str, stack: float, cards: str, chance: float) -> bool:
    """Plays every hand."""
    return True


def played_hands(
    hero: Strategy, villain: Strategy, stacks: Sequence[float], count: int, seed: int
) -> Iterator[tuple[Dealt, str]]:
    """Hands of Hold'em between two players at these stacks, seats changing, and their boards."""
    rng = np.random.default_rng(seed)
    for number in range(count):
        deck = rng.permutation(np.array(HOLDEM.deck))[:9].tolist()
        cards = format_cards(deck[:2]), format_cards(deck[2:4])
        stack, hero_small = stacks[number // 2 % len(stacks)], number % 2 == 0
        small, big = (hero, villain) if hero_small else (villain, hero)
        jam = small("sb", stack, cards[0], rng.random())
        call = jam and big("bb", stack, cards[1], rng.random())
        yield Dealt(stack, hero_small, cards, jam, call), format_cards(deck[4:])


def as_text(
    dealt: Dealt,
    board: str,
    number: int,
    *,
    hero: str = HERO,
    villain: str = VILLAIN,
    day: str = "2026/03/01",
    ante: int = 0,
    limp: bool = False,
    game: str = "holdem",
) -> str:
    """A hand as PokerStars writes it, blinds 50/100."""
    find_game(game)
    stack = round(100 * dealt.stack)
    live = stack - ante
    small, big = (hero, villain) if dealt.hero_small else (villain, hero)
    form = _LIMP if limp else _CALL if dealt.call else _STEAL if dealt.jam else _FOLD
    pot = 2 * ante + (2 * live if form is _CALL else 100 if form is _FOLD else 200)
    spaced = [" ".join(text[k : k + 2] for k in range(0, len(text), 2)) for text in (*dealt.cards, board)]
    words = {
        "small": small, "big": big, "stack": stack, "live": live, "pot": pot, "flop": spaced[2][:8],
        "turn": spaced[2][9:11], "river": spaced[2][12:], "small_cards": spaced[0], "big_cards": spaced[1],
        "more": live - 100 if form in (_STEAL, _CALL) else 0,
    }  # fmt: skip
    antes = f"{small}: posts the ante {ante}\n{big}: posts the ante {ante}\n" if ante else ""
    shown = {name: words[name] for name in ("small", "big", "stack", "pot")}
    return _TEXT.format(
        number=number, title=_TITLES[game], day=day, hero=hero, cards=spaced[0 if dealt.hero_small else 1],
        antes=antes, play=form.format(**words), **shown,
    )  # fmt: skip
