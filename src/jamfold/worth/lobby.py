"""What a tournament's lobby shows, as people paste or save it: players with stacks, and what places pay."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from jamfold.errors import WorthError
from jamfold.worth.numbers import normalize_number_text

MOST_PLAYERS = 1_000_000
"""In all groups together, so that a slip of the finger does not fill the memory."""
MOST_PLACES = 100_000
"""That pay."""
_NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_PLAYER = re.compile(
    rf"(?P<name>.*?)(?<![\d.])(?<!\d,)(?<![-−])(?P<stack>(?:{_NUMBER})k?)\s*(?P<unit>bb|chips)?\W*",
    re.IGNORECASE,
)
"""A rank perhaps, a name, the chips; commas are those of thousands."""
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
    """The players of a text with one on each line; lines that end in no stack are left out."""
    return [player for player in map(_player, text.splitlines()) if player is not None]


def _player(line: str) -> LobbyPlayer | None:
    """The player of a line, their stack as `read_number` and big blinds have it."""
    match = _PLAYER.fullmatch(line.strip())
    if match is None:
        return None
    name = _RANK.sub("", match["name"], count=1).strip(" \t:;|,")
    unit = "bb" if (match["unit"] or "").lower() == "bb" else ""
    return LobbyPlayer(name, normalize_number_text(match["stack"]) + unit)


def split_group(text: str, field: str = "field") -> tuple[int, str]:
    """How many equal ones, and what each is: ``1800x25bb``; one where no number stands before.

    Raises WorthError if there are none, or more than a million.
    """
    match = _GROUP.fullmatch(text)
    if match is None:
        return 1, text.strip()
    count = int(match[1].replace(",", "")[:12])
    if not 0 < count <= MOST_PLAYERS:
        raise WorthError(f"'{text[:40]}': a group has 1 to {MOST_PLAYERS:,}, not {count:,}.", field=field)
    return count, match[2]


def split_groups(texts: Sequence[str], field: str, most: int) -> list[tuple[int, str]]:
    """The groups of some texts, `split_group` each; WorthError if they are more than `most` together."""
    groups = [split_group(text, field) for text in texts]
    total = sum(count for count, _ in groups)
    if total > most:
        raise WorthError(f"There are {total:,} in the groups: {most:,} are the most.", field=field)
    return groups


def read_stacks(text: str) -> Iterator[str]:
    """The stacks of a file: a line for each player, with a name or without, or a group as ``1800x25bb``.

    Raises WorthError if a line has none, or several numbers and no name.
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
    """Whether it may be what a player is called: nothing, or not digits alone."""
    return not re.fullmatch(r"[\d\s.,:;|]+", text)


def read_payouts(text: str) -> list[str]:
    """What the places pay, from the first on: lines such as ``1st $5,000``, ``2-3: 12.5%`` or ``500``.

    Raises WorthError if a line pays nothing, or places are left out or come twice.
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
                f"Line {number} of the payouts is of place {first}, and place {len(amounts) + 1} comes next.",
                field="prizes",
            )
        amount = re.sub(r"[\s,$€£]", "", match["amount"])
        if not amount.strip("0.%"):
            raise WorthError(
                f"Line {number} of the payouts, '{line.strip()[:40]}', pays nothing.", field="prizes"
            )
        if last > MOST_PLACES:
            raise WorthError(
                f"Line {number} of the payouts: {MOST_PLACES:,} places pay at most.", field="prizes"
            )
        amounts += [amount] * (last - first + 1)
    return amounts
