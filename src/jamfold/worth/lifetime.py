"""A yardstick for "does it matter": what nobody could notice in a lifetime of hands.

Who plays 200 hands an hour, 12 hours a day, for 70 years plays 61,320,000.  The mean of so many hands still
varies by the deviation of one hand over the root of their number; a strategy that loses less than 1.64 such
deviations a hand wins more than it should in one lifetime of twenty, so nobody can tell it from a perfect
one with 95 %.  The criterion by which two-player limit hold'em was called solved [1]_.

References
----------
.. [1] M. Bowling, N. Burch, M. Johanson, O. Tammelin, "Heads-up limit hold'em poker is solved", Science 347,
   2015, p. 145-149.
"""

from __future__ import annotations

import math

LIFETIME = "lifetime"
"""What a gain to stop at may be, in place of a number."""
LIFETIME_HANDS = 200 * 12 * 365 * 70
DEVIATIONS = 1.64


def lifetime_limit(deviation: float, hands: float = LIFETIME_HANDS) -> float:
    """The gain a hand that so many hands cannot tell from none, in the unit of one hand's deviation."""
    return DEVIATIONS * deviation / math.sqrt(hands)


def hands_to_notice(gain: float, deviation: float) -> float:
    """After how many hands a gain shows, by the same criterion; infinite for none."""
    return (DEVIATIONS * deviation / gain) ** 2 if gain > 0 else math.inf
