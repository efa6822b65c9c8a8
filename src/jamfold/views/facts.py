"""Constants of the package for the scripts of pages, as a JavaScript module, ``facts.js``."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from jamfold.betting.posts import FEWEST_SEATS, MOST_SEATS, SEAT_TITLES, acting_order, seat_names
from jamfold.betting.raises import MOST_RAISES, MOST_SIZES, ORDINALS
from jamfold.betting.two_seats import MAX_STACK_IN_UNITS
from jamfold.cases.explorer import MOST_STACKS
from jamfold.ranges.reading.spoken import HAND_WORDS
from jamfold.valuation.prizes import payouts
from jamfold.views.html import asset
from jamfold.views.sentences import NOT_IN_THE_TREE, PROVED, WHOLE_GAME


def read_module(name: str) -> str:
    """Return a module of the pages by file name; ``facts.js`` is generated."""
    return facts_script() if name == "facts.js" else asset(name)


@cache
def facts_script() -> str:
    return f"export const FACTS = {json.dumps(_facts(), separators=(',', ':'))};\n"


def _facts() -> dict[str, Any]:
    seats = range(FEWEST_SEATS, MOST_SEATS + 1)
    return {
        "acting": {n: [seat_names(n)[seat] for seat in acting_order(n)] for n in seats},
        "seatTitles": SEAT_TITLES,
        "notInTheTree": NOT_IN_THE_TREE,
        "proved": PROVED,
        "wholeGame": WHOLE_GAME,
        "mostStacks": MOST_STACKS,
        "mostUnits": MAX_STACK_IN_UNITS,
        "raises": {"mostSizes": MOST_SIZES, "mostRaises": MOST_RAISES, "ordinals": ORDINALS},
        "payouts": {name: payout.prizes for name, payout in payouts().items()},
        "words": HAND_WORDS,
    }
