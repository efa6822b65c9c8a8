"""Streams of random deals that never meet, kept apart by what they are for and by what they measure.

A best answer is chosen on deals, written down, and measured later: on the same deals it would look better
than it is, and the same seed would draw them.  So the stream of a measurement starts from a hash of the
strategies measured, too.  What was chosen on deals of other strategies, or of a search, is never measured on
them, whatever the seed; the same strategies and seed still give the same deals.

One hash over everything, and no list of numbers: `numpy.random.SeedSequence` pads short lists with zeros and
takes large numbers apart, so that lists of different seeds and purposes may be one.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, replace
from enum import StrEnum
from typing import Any

import numpy as np

from jamfold.arrays import FloatArray
from jamfold.games import Game
from jamfold.hand.hand import TableHand
from jamfold.worth.models import MALMUTH_HARVILLE
from jamfold.worth.utility import PrizeUtility

_NO_PRIZES = {"prizes": None, "model": MALMUTH_HARVILLE, "others": (), "bounties": None}


class Purpose(StrEnum):
    """What deals are drawn for."""

    SEARCH = "search"
    MEASUREMENT = "measurement"
    DEVIATION = "deviation"
    ALL_HANDS = "all-hands"


def stream(
    game: Game,
    hand: TableHand,
    seed: int,
    purpose: Purpose,
    strategy: FloatArray | None = None,
    flop: str = "",
) -> list[int]:
    """The entropy of a stream: eight numbers, to be followed by the number of a batch.

    Parameters
    ----------
    strategy
        What is measured, by node of the hand and class; None where nothing is yet.
    flop
        The cards that lie there before anybody acts.
    """
    if purpose is Purpose.SEARCH:  # the same without a jackpot: less of what it does is luck
        hand = replace(hand, terms=replace(hand.terms, jackpot=None))
    digest = hashlib.sha256(f"{purpose}\n{seed}\n{game.name}\n{hand_text(hand)}\n{flop}".encode())
    if strategy is not None:
        digest.update(np.ascontiguousarray(strategy + 0.0, dtype="<f8").tobytes())  # -0 is 0
    return [int(word) for word in np.frombuffer(digest.digest(), dtype="<u4")]


def hand_text(hand: TableHand) -> str:
    """A hand as one text, for hashes and records; 5 chips are 5.0 chips.

    What the ends of a hand before others are worth is a function, and no part of the text.  Searches that
    were cut off are kept under it: a hand's text stays what it was, whatever its parts are called.
    """
    utility, level = hand.terms.utility, asdict(hand.level)
    prizes = asdict(utility) if isinstance(utility, PrizeUtility) else _NO_PRIZES
    values = {
        "stacks": hand.stacks,
        "folded": level.pop("dead"),
        "rake": asdict(hand.terms.rake),
        "max_allin": hand.max_allin,
        "whole_chips": hand.whole_chips,
        **level,
        **{name: prizes[name] for name in _NO_PRIZES},
        **({"raises": asdict(hand.raises)} if hand.raises else {}),
        **({} if hand.terms.fees.is_free else {"fees": asdict(hand.terms.fees)}),
        **({} if hand.terms.jackpot is None else {"jackpot": asdict(hand.terms.jackpot)}),
    }
    return json.dumps(_as_floats(values), sort_keys=True)


def _as_floats(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _as_floats(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_as_floats(part) for part in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value
