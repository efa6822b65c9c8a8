"""Solve a spot from Python and look at some hands.

    python examples/solve_a_spot.py [GAME]

The class table of the game is built first if this machine does not have it:
seconds for Hold'em, minutes for Omaha.
"""

from __future__ import annotations

import sys

import jamfold
from jamfold.spots.hand_lists import HandFilter, list_hands
from jamfold.views.sentences import certificate_text


def main(game: str = "omaha") -> None:
    """Solve, print the certificate, and list what is nearest to the edge."""
    spot = jamfold.solve(game, stacks=(100, 100), blinds=(5, 10))
    print(f"The small blind jams {spot.jam_percent:.4f}%, the big blind calls {spot.call_percent:.4f}%.")
    print(f"Value for the small blind: {spot.value_chips[0]:+.6f} chips.")
    print(certificate_text(spot))

    print("\nThe closest decisions of the big blind after a jam:")
    everything = HandFilter().chosen(spot.game)
    for hand in list_hands(spot.strategy("bb"), everything, "close").reports(0, 5):
        print(f"{hand.cards}: calling gains {hand.difference:+.6f} chips, so {hand.advice}")


if __name__ == "__main__":
    main(*sys.argv[1:])
