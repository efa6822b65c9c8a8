"""A second reader, written the obvious way: folded to the small blind, what they did, what the big blind did.

It knows no room, checks nothing and counts no chips: names of the seats, and the first word behind a name.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_SEAT = re.compile(
    r"seat \+?\d+: (.+?)(?: ?\[ME\])? ?\( ?[^()]*\d[^()]*\)(?:,? is sitting out|\.)?$", re.IGNORECASE
)
_END = re.compile(
    r"\*\* ?dealing (?:the )?flop|\*\*\* (?:first )?(?:flop|summary)|-+ ?summary|\*\* ?summary",
    re.IGNORECASE,
)
_WORDS = (
    ("fold", r"folds?\b"),
    ("check", r"checks?\b"),
    ("call", r"calls?\b"),
    ("raise", r"(?:raises?|bets?|all-?in|caps|is all-in)\b"),
)


class Told(NamedTuple):
    """What stands in a text: folded to the small blind or not, and the first words of the two."""

    folded: bool
    small: str
    big: str


def told(text: str) -> Told | None:
    """What the lines of one hand say; nothing where no small or no big blind is posted."""
    names: list[str] = []
    blinds: dict[str, str] = {}
    dealt = False
    acts: list[tuple[str, str]] = []
    for line in (line.strip() for line in text.splitlines()):
        seat = _SEAT.match(line)
        if seat and not acts and not blinds:
            names.append(seat[1].strip())
            continue
        if names and _END.match(line):
            break
        dealt = dealt or "hole cards" in line.lower()
        name, deed = _whose(line.removeprefix("Player "), names)
        if not name:
            continue
        if re.match(r"(?:posts |has )?(?:the )?(?:ante/)?small blind", deed) and "small" not in blinds:
            blinds["small"] = name
        elif re.match(r"(?:posts |has )?(?:the )?big blind", deed) and "dead" not in deed:
            blinds.setdefault("big", name)
        elif deed.startswith("all-in") and not dealt:  # Ignition: a blind, or an ante
            kind = "big" if name == "Big Blind" else "small"
            if name in {"Big Blind", "Small Blind"} or len(names) == 2:
                blinds.setdefault(kind, name)
        else:
            act = next((word for word, pattern in _WORDS if re.match(pattern, deed)), "")
            if act:
                acts.append((name, act))
    if len(blinds) < 2:
        return None
    small = next((k for k, (name, _) in enumerate(acts) if name == blinds["small"]), len(acts))
    folded = all(act == "fold" for _, act in acts[:small])
    firsts = dict(reversed(acts))
    return Told(folded, firsts.get(blinds["small"], ""), firsts.get(blinds["big"], ""))


def _whose(line: str, names: list[str]) -> tuple[str, str]:
    for name in sorted(names, key=len, reverse=True):
        rest = line.removeprefix(name)
        if rest != line and re.match(r"(?: *\[ME\])? ?:? ", rest):
            return name, re.sub(r"^(?: *\[ME\])? ?:? +", "", rest).lower()
    return "", ""
