"""Decisions of Holdem Resources Calculator: the JSON files of its exported strategies, one for each.

Such a file tells its ``player`` (0 acts first, the last one is the big blind), what has happened before
(``sequence``), what can be done (``actions``: F folds, C calls, R raises or is all-in), and of each of the
``hands`` how often that is ``played``, in the order of the actions.  Read is what can be done besides
folding in a hand that is jam or fold.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from jamfold.arrays import FloatArray
from jamfold.counting.classes import hand_classes
from jamfold.errors import SituationError
from jamfold.games import Game
from jamfold.hand.hand import TableHand
from jamfold.hand.seats import acting_order
from jamfold.ranges.grid import class_label

BESIDES = {"settings.json", "equity.json"}
"""Files of an export that have no decision."""
_ROUNDING = 1e-3


def is_hrc(text: str) -> bool:
    """Whether a text is a decision of such an export."""
    first = text.lstrip("\ufeff \t\r\n")
    return first.startswith("{") and all(f'"{name}"' in first for name in ("sequence", "actions", "hands"))


def hrc_ranges(game: Game, hand: TableHand, text: str) -> dict[int, FloatArray]:
    """The chance of every class by the row of the decision.

    Raises SituationError if the text is damaged, or of another hand.
    """
    try:
        values = json.loads(text.lstrip("\ufeff"), parse_constant=int)  # NaN is a ValueError
        return {_row(hand, values): _chances(game, values)}
    except SituationError:
        raise
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        raise _bad("The decision of HRC is damaged.") from None


def _row(hand: TableHand, values: Mapping[str, Any]) -> int:
    """The decision, by who acts and who is all-in before."""
    order = acting_order(hand.n)
    played = [one for one in values["sequence"] if one["type"] != "F"]
    numbers = [*(one["player"] for one in played), values["player"]]
    if not all(type(one) is int and 0 <= one < hand.n for one in numbers):
        raise _bad(f"The decision of HRC is of another number of players: this hand has {hand.n}.")
    besides = [one["type"] for one in values["actions"] if one["type"] != "F"]
    limped = bool(played) and played[0]["type"] != "R"
    if hand.raises or len(set(numbers)) < len(numbers) or len(besides) != 1 or limped:
        raise _bad("Of HRC hands of jam or fold are read, without smaller raises, limps and flat calls.")
    *after, seat = (order[one] for one in numbers)
    for row, node in enumerate(hand.nodes):
        if (node.seat, node.all_in_before) == (seat, tuple(after)):
            return row
    told = " ".join(hand.names[one] for one in after) or "folds"
    raise _bad(f"This hand does not have the decision of {hand.names[seat]} after {told}.")


def _chances(game: Game, values: Mapping[str, Any]) -> FloatArray:
    """How often each class is played."""
    (place,) = (k for k, one in enumerate(values["actions"]) if one["type"] != "F")
    chances = np.empty(hand_classes(game).n)
    for number in range(len(chances)):
        label = class_label(game, number)
        if label not in values["hands"]:
            raise _bad(f"There is no chance for {label}.")
        chance = float(values["hands"][label]["played"][place])
        if not -_ROUNDING <= chance <= 1 + _ROUNDING:
            raise _bad(f"The weight {chance:g} of {label} is not from 0 to 1.")
        chances[number] = min(max(chance, 0.0), 1.0)
    return chances


def _bad(sentence: str) -> SituationError:
    return SituationError(sentence, field="files")
