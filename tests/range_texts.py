"""Random texts of ranges, by a seed: every operator of both notations, for every game."""

from __future__ import annotations

import random
from collections.abc import Callable

from jamfold.cards import RANK_NAMES
from jamfold.cards.games import Game

SUITS, RANK_VARIABLES = "shdc", "RON"
FILTERS = ("$ds", "$ss", "$np", "$nt", "$0g", "$1g", "$2g")
LISTS = ("$B", "$M", "$Z", "$L", "$W", "$R", "$F", "$N")
MUTANTS = (
    "AKQJT9872akqjt10sohdcxyzRON*,:;!()[]-+@%$. \n\t\x00\xa0\u0130\u0131\u017f\u212a\u0661\u2660\u2212\ud800"
)


class Generator:
    """Random expressions of one game; most of them can be read."""

    def __init__(self, game: Game, seed: int) -> None:
        self.rng = random.Random(seed)
        self.game = game
        # Texts that name suits make long lists: one in nine does.
        self.suits = self.rng.choice((*["xyzw", "xxyw"] * 4, "xysh"))
        self.ranks = RANK_NAMES[game.lowest_rank :]

    def generic(self) -> str:
        """A range in generic notation."""
        parts = [self._expression(2) for _ in range(self.rng.choice((1, 1, 1, 2, 3)))]
        if self.rng.random() < 0.25:
            parts = [f"({part})@{self.rng.choice(('50', '33.3', '0.5', '100', '7'))}" for part in parts]
        return ",".join(parts)

    def classic(self) -> str:
        """A range in classic notation."""
        weight = self.rng.random() < 0.3
        parts = [self._two_cards() for _ in range(self.rng.randint(1, 6))]
        weights = ["@50", ":0.25", "@33.3", ":1"]
        return ",".join(part + (self.rng.choice(weights) if weight else "") for part in parts)

    def mutant(self, text: str) -> str:
        """A text with a few characters changed, put in, taken out, or moved."""
        for _ in range(self.rng.randint(1, 4)):
            i, j = sorted(self.rng.randint(0, len(text)) for _ in range(2))
            text = self.rng.choice(
                (
                    text[:i] + self.rng.choice(MUTANTS) + text[i + 1 :],
                    text[:i] + self.rng.choice(MUTANTS) + text[i:],
                    text[:i] + text[j:],
                    text[:j] + text[i:],
                )
            )
        return text

    def _expression(self, depth: int) -> str:
        if not depth or self.rng.random() < 0.3:
            return self._leaf()
        operator = self.rng.choice(",:!!")
        parts = [self._expression(depth - 1) for _ in range(self.rng.choice((2, 2, 3)))]
        text = operator.join(part if self.rng.random() < 0.3 else f"({part})" for part in parts)
        return f"({text}){self._filters()}" if self.rng.random() < 0.3 else text

    def _leaf(self) -> str:
        kinds: list[Callable[[], str]] = [self._term, self._term, self._term, self._span, self._percent]
        return self.rng.choice(kinds)() + self._filters()

    def _filters(self) -> str:
        filters = FILTERS if self.game.hole_cards > 2 else FILTERS[1:]
        return "".join(self.rng.sample(filters, self.rng.choice((0, 0, 0, 1, 2))))

    def _percent(self) -> str:
        low, high = sorted(self.rng.sample(range(101), 2))
        return self.rng.choice((f"{high}%", f"top {high}%", f"{low}%-{high}%", f"{low}.5%", "random", "*"))

    def _term(self) -> str:
        return "".join(self._card() for _ in range(self.rng.randint(1, self.game.hole_cards)))

    def _card(self) -> str:
        suit = self.rng.choice(("", "", "", *self.suits))
        first, last = (self.rng.choice(self.ranks) for _ in range(2))
        choices = [f"[{first}-{last}]", f"[{first},{last}]", self.rng.choice(LISTS)]
        if "s" in self.suits:
            choices += [f"[{first},{last}s]", f"[{first}s-{last}s,h]"]
        return self.rng.choice(
            (first, first, first, self.rng.choice(RANK_VARIABLES), "*", "", self.rng.choice(choices))
        ) + (suit or self.rng.choice(("", "", "x")))

    def _span(self) -> str:
        low = self.rng.choice(self.ranks[:-4])
        near = self.ranks[self.ranks.index(low) :][:4]
        names = self.rng.sample(near, min(2, self.game.hole_cards))
        tail = "R" if self.game.hole_cards > 2 and self.rng.random() < 0.3 else ""
        moved = [self.ranks[self.ranks.index(name) + 1] for name in names]
        first, last = "".join(names) + tail, "".join(moved) + tail
        return self.rng.choice((first + "+", first + "-", f"{first}-{last}", f"{last}-{first}"))

    def _two_cards(self) -> str:
        high, low, other = (self.rng.choice(self.ranks) for _ in range(3))
        kind = self.rng.choice(("s", "o", "")) if high != low else ""
        name = high + low + kind
        share = self.rng.randint(1, 100)
        cards = high + self.rng.choice(SUITS[:2]) + low + self.rng.choice(SUITS[2:])
        span = f"{name}-{high}{other}{kind}" if len({high, low, other}) == 3 else f"{low}{low}-{other}{other}"
        return self.rng.choice((name, name + "+", span, cards, f"{share}%", f"0%-{share}%", "*", "none"))
