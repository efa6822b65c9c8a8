"""Tournament prizes by place: checked values, named payouts of card rooms, and pasted lobby texts.

Payouts are in dated data files, like those of `betting.rooms`: the top of a file is valid for all of its
``[[payout]]`` entries.  Multipliers that pay the same shares are one entry; each has its name, as
``pokerstars-spin-240x``.  A lobby text gives players with stacks, and the prizes of the places.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import fsum
from pathlib import Path
from typing import NamedTuple

from jamfold.core.errors import WorthError, near_words
from jamfold.valuation.numbers import check_number, normalize_number_text, read_number

_FOLDER = Path(__file__).parent / "payout_files"
_WORD = re.compile(r"(?!nan$|inf)[a-z][a-z0-9_ -]*")


class Payout(NamedTuple):
    """Prizes by place with a name."""

    name: str
    words: str
    """The description."""
    players: int
    prizes: tuple[str, ...]
    """Prizes by place, such as ``80%``."""
    house: str
    source: str
    date: str
    """house, source, date: The card room, and the source with its date."""
    assumed: tuple[str, ...] = ()


@cache
def payouts() -> dict[str, Payout]:
    """Return all payouts by name."""
    texts = [path.read_text("utf-8") for path in sorted(_FOLDER.glob("*.toml"))]
    return {payout.name: payout for text in texts for payout in _read(text)}


def _read(text: str) -> list[Payout]:
    top = tomllib.loads(text)
    payouts_read = []
    for entry in top.pop("payout"):
        values = top | entry
        times = values.pop("times", [])
        for name in [re.sub(r"\d+x$", f"{time}x", values["name"]) for time in times] or [values["name"]]:
            lists = {key: tuple(values.get(key, ())) for key in ("prizes", "assumed")}
            payouts_read.append(Payout(**(values | lists | {"name": name, "date": str(values["date"])})))
    return payouts_read


def named_prizes(text: str) -> tuple[str, ...]:
    """Return the prizes of a name, or a text of numbers as it is.

    Raises WorthError, with near names, if the name is unknown.
    """
    word = text.strip().lower()
    if not _WORD.fullmatch(word):
        return (text,)
    spelling = word.replace("_", "-").replace(" ", "-")
    if spelling in payouts():
        return payouts()[spelling].prizes
    near = near_words(spelling, payouts(), 3)
    message = (
        f"Did you mean {' or '.join(near)}?"
        if near
        else "Enter amounts (50 30 20), percentages (50% 30% 20%) or a preset such as sng."
    )
    raise WorthError(f"'{text[:40]}' is not a payout. {message}", field="prizes")


_FIELD = "prizes"


@dataclass(frozen=True)
class Prizes:
    """Prizes by place, from the first on.

    Raises WorthError if there are none, one is negative or not finite, or percentages sum to more than 100.
    """

    amounts: tuple[float, ...]
    """Money, or percentages of the prize pool; all zero if only bounties are played for."""
    percent: bool = False
    """Whether amounts, and values by them, are percentages."""

    @property
    def unit(self) -> str:
        """The unit of amounts and values: money, or percent of the prize pool."""
        return "percent" if self.percent else "money"

    def __post_init__(self) -> None:
        if not self.amounts:
            raise WorthError(
                "There are no prizes. Enter the payouts from first place down, such as --prizes 50 30 20.",
                field=_FIELD,
            )
        for place, amount in enumerate(self.amounts, 1):
            check_number(amount, f"prize of place {place}", _FIELD)
        if self.percent and self.pool > 100 * (1 + 1e-12):
            raise WorthError(f"Payouts add up to {self.pool:g}% of the prize pool.", field=_FIELD)

    @classmethod
    def read(cls, values: Sequence[object], *, heads: float = 0.0) -> Prizes:
        """Parse prizes from numbers and texts: money, or percentages as ``50%``.

        Raises WorthError as the class does, or if one is no number, money and percentages are mixed, or all
        are zero and so are bounties (`heads`).
        """
        marked = [isinstance(value, str) and value.strip().endswith("%") for value in values]
        if any(marked) and not all(marked):
            money, share = values[marked.index(False)], values[marked.index(True)]
            raise WorthError(
                f"Payouts mix money ({money}) and percentages ({share}). Use one or the other.", field=_FIELD
            )
        bare = [
            str(value).strip()[:-1] if mark else value for value, mark in zip(values, marked, strict=True)
        ]
        amounts = (read_number(value, f"prize of place {k}", _FIELD) for k, value in enumerate(bare, 1))
        prizes = cls(tuple(amounts), percent=any(marked))
        prizes.check_players(len(values), heads=heads)
        return prizes

    @property
    def pool(self) -> float:
        return fsum(self.amounts)

    @property
    def warning(self) -> str:
        """A warning about prizes that rise with the place; empty if there are none."""
        for place, (better, worse) in enumerate(pairwise(self.amounts), 2):
            if worse > better:
                return f"Place {place} pays more than place {place - 1}: {worse:g}, not {better:g} or less."
        return ""

    def check_players(self, players: int, *, heads: float = 0.0) -> None:
        """Raise `WorthError` if there are more prizes than players, or no prizes and bounties above zero."""
        if self.pool + heads == 0:
            raise WorthError("All payouts are zero. Enter at least one positive payout.", field=_FIELD)
        if len(self.amounts) > players:
            raise WorthError(
                f"{len(self.amounts)} payouts for {players} player{'s'[: players != 1]}. "
                "Enter only the payouts still to be won.",
                field=_FIELD,
            )


MOST_PLAYERS = 1_000_000
"""In all groups together, so that a typing error does not fill the memory."""
MOST_PLACES = 100_000
_NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_PLAYER = re.compile(
    rf"(?P<name>.*?)(?<![\d.])(?<!\d,)(?<![-−])(?P<stack>(?:{_NUMBER})k?)\s*(?P<unit>bb|chips)?\W*",
    re.IGNORECASE,
)
"""An optional rank, a name, and chips with commas between thousands."""
_RANK = re.compile(r"\W*(?:(\d+)[.):]\s*)?")
_GROUP = re.compile(r"\s*(\d{1,3}(?:,\d{3})+|\d+)\s*[x×*]\s*(\S.*?)\s*", re.ASCII | re.IGNORECASE)
_ORDINAL = r"(?:st|nd|rd|th)?"
_PAYOUT = re.compile(
    rf"\W*(?:(?P<first>\d{{1,6}}){_ORDINAL}(?:\s*(?:-|–|to)\s*(?P<last>\d{{1,6}}){_ORDINAL})?(?:\s*[.:)|;]\s*|\s+))?"
    rf"(?:place\b\s*:?\s*)?(?P<amount>[$€£]?\s*(?:{_NUMBER})\s*%?)[^\w%]*",
    re.ASCII | re.IGNORECASE,
)


class LobbyPlayer(NamedTuple):
    """A line of a lobby."""

    name: str
    stack: str


def find_players(text: str) -> list[LobbyPlayer]:
    """Return the players of a text with one on each line, without lines that do not end in a stack."""
    return [player for player in map(_player, text.splitlines()) if player is not None]


def _player(line: str) -> LobbyPlayer | None:
    """Return the player of a line; None if it does not end in a stack."""
    match = _PLAYER.fullmatch(line.strip())
    if match is None:
        return None
    name = _RANK.sub("", match["name"], count=1).strip(" \t:;|,")
    unit, stack = "bb" if (match["unit"] or "").lower() == "bb" else "", match["stack"]
    with suppress(WorthError):  # a point that may separate thousands: who reads the stack asks what is meant
        stack = normalize_number_text(stack)
    return LobbyPlayer(name, stack + unit)


def split_group(text: str, field: str = "field") -> tuple[int, str]:
    """Return the number of equal stacks (1 if there is none) and the stack of ``1800x25bb``.

    Raises WorthError if the number is 0 or above a million.
    """
    match = _GROUP.fullmatch(text)
    if match is None:
        return 1, text.strip()
    count = int(match[1].replace(",", "")[:12])
    if not 0 < count <= MOST_PLAYERS:
        raise WorthError(f"'{text[:40]}': a group has 1 to {MOST_PLAYERS:,}, not {count:,}.", field=field)
    return count, match[2]


def split_groups(texts: Sequence[str], field: str, most: int) -> list[tuple[int, str]]:
    """Return the groups of some texts; raises WorthError if they have more than `most` players together."""
    groups = [split_group(text, field) for text in texts]
    total = sum(count for count, _ in groups)
    if total > most:
        raise WorthError(f"The groups have {total:,} players: {most:,} are the most.", field=field)
    return groups


def read_stacks(text: str) -> Iterator[str]:
    """Yield the stacks of a file: a player with or without a name on each line, or a group ``1800x25bb``.

    Raises WorthError if a line has no stack, or several numbers and no name.
    """
    players = 0
    for number, line in enumerate(filter(None, map(str.strip, text.splitlines())), 1):
        if _GROUP.fullmatch(line):
            count, stack = split_groups([line], "stacks_file", MOST_PLAYERS - players)[0]
            players += count
            yield from [stack] * count
            continue
        player = _player(line)
        if player is not None and (_is_name(player.name) or player.name == f"{players + 1}"):
            players += 1
            yield player.stack
        elif number > 1 or re.search(r"\d", line):  # the first may be a heading
            raise WorthError(
                f"Line {number} of the stacks, '{line[:40]}': write one player a line, a name and chips, or "
                "a group such as 1800x25bb.",
                field="stacks_file",
            )


def _is_name(text: str) -> bool:
    """Return whether a text can be a player's name: not of digits alone."""
    return not re.fullmatch(r"[\d\s.,:;|]+", text)


def read_payouts(text: str) -> list[str]:
    """Parse prizes by place from lines such as ``1st $5,000``, ``2-3: 12.5%`` or ``500``.

    Raises WorthError if a line has no prize, or places are missing or come twice.
    """
    amounts: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or (number == 1 and not re.search(r"\d", line)):
            continue
        match = _PAYOUT.fullmatch(line.strip())
        if match is None:
            raise WorthError(
                f"Line {number} of the payouts, '{line.strip()[:40]}': write a place and what it pays, such "
                "as '1st $5,000' or '4-6 12.5%'.",
                field="prizes",
            )
        first = int(match["first"] or len(amounts) + 1)
        last = int(match["last"] or first)
        if first != len(amounts) + 1 or last < first:
            raise WorthError(
                f"Line {number} of the payouts has place {first}, but place {len(amounts) + 1} is next.",
                field="prizes",
            )
        amount = re.sub(r"[\s,$€£]", "", match["amount"])
        if not amount.strip("0.%"):
            raise WorthError(
                f"Line {number} of the payouts, '{line.strip()[:40]}', pays nothing.", field="prizes"
            )
        if last > MOST_PLACES:
            raise WorthError(
                f"Line {number} of the payouts: at most {MOST_PLACES:,} places can pay.", field="prizes"
            )
        amounts += [amount] * (last - first + 1)
    return amounts
