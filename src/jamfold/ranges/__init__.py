"""Range notation: texts to ranges and back.

>>> from jamfold.cards.games import HOLDEM
>>> jacks_or_better = parse_range("JJ+,AK", HOLDEM)
>>> jacks_or_better.combinations
40
>>> str(parse_range("AKs, AA, AKo, KK-JJ", HOLDEM))
'JJ+,AK'
"""

from jamfold.ranges.hand_range import HandRange, Notation
from jamfold.ranges.reading.parse import parse_range
from jamfold.ranges.weights import Order, best_first
from jamfold.ranges.writing.format import format_classes, format_range
from jamfold.ranges.writing.nearest import NearRange, near_range

# A range does not know how it is written; here, where both are known, str() learns it.
HandRange.__str__ = format_range  # type: ignore[method-assign, assignment]

__all__ = [
    "HandRange",
    "NearRange",
    "Notation",
    "Order",
    "best_first",
    "format_classes",
    "format_range",
    "near_range",
    "parse_range",
]
