"""Payouts that have a name: common ones, and those of rooms, by the multiplier where one is drawn.

Dated data files, as those of `hand.rooms`: what stands at the top of a file holds for all of its
``[[payout]]`` entries.  Multipliers that pay the same shares are one entry; each has its name, as
``pokerstars-spin-240x``.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from jamfold.errors import WorthError, near_words

_FOLDER = Path(__file__).parent / "payout_files"
_WORD = re.compile(r"(?!nan$|inf)[a-z][a-z0-9_ -]*")


class Payout(NamedTuple):
    """What the places pay, by a name."""

    name: str
    words: str
    """What it is, in a player's words."""
    players: int
    prizes: tuple[str, ...]
    """From the first place on, such as ``80%``."""
    house: str
    source: str
    date: str
    """house, source, date: Whose it is, where that is known from, and when."""
    assumed: tuple[str, ...] = ()


@cache
def payouts() -> dict[str, Payout]:
    """All payouts by name."""
    texts = [path.read_text("utf-8") for path in sorted(_FOLDER.glob("*.toml"))]
    return {one.name: one for text in texts for one in _read(text)}


def _read(text: str) -> list[Payout]:
    top = tomllib.loads(text)
    found = []
    for entry in top.pop("payout"):
        values = top | entry
        times = values.pop("times", [])
        for name in [re.sub(r"\d+x$", f"{one}x", values["name"]) for one in times] or [values["name"]]:
            lists = {key: tuple(values.get(key, ())) for key in ("prizes", "assumed")}
            found.append(Payout(**(values | lists | {"name": name, "date": str(values["date"])})))
    return found


def named_prizes(text: str) -> tuple[str, ...]:
    """The prizes of a name; the text itself where it is none, but numbers.

    Raises WorthError if it is a word that is no name; near ones are told.
    """
    word = text.strip().lower()
    if not _WORD.fullmatch(word):
        return (text,)
    wanted = word.replace("_", "-").replace(" ", "-")
    if wanted in payouts():
        return payouts()[wanted].prizes
    near = near_words(wanted, payouts(), 3)
    told = f"did you mean {' or '.join(near)}?" if near else f"it is one of {', '.join(payouts())}."
    raise WorthError(f"Unknown prizes '{text[:40]}': {told}", field="prizes")
