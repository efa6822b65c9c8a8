"""The jamming range of a solved spot as text, and what it shares with a range of one's own.

python examples/range_of_a_spot.py [GAME]
"""

from __future__ import annotations

import sys

import numpy as np

import jamfold
from jamfold.cards.games import find_game
from jamfold.ranges import HandRange, format_classes, parse_range
from jamfold.views.sentences import certificate_text


def main(game: str = "holdem") -> None:
    """Solve, print the range, and compare it with the hands that have an ace."""
    spot = jamfold.solve(game, stacks=(100, 100), blinds=(5, 10))
    print(certificate_text(spot))
    rules = find_game(game)
    played = np.clip(spot.strategy("sb").frequency, 0, 1)
    print(f"The small blind jams: {format_classes(rules, played)[:500]}")

    aces = parse_range("A", rules, notation="generic")
    both = HandRange.from_classes(rules, np.minimum(played, aces.class_weights))
    print(f"{both.weighted_combinations:.1f} of {aces.combinations} hands with an ace are jammed.")
    print("Ten of them:", " ".join(both.sample(10, seed=1)))


if __name__ == "__main__":
    main(*sys.argv[1:])
