"""A second reader, written the obvious way: folded to the small blind, what they did, what the big blind did.

It knows no room, checks nothing and counts no chips: names of the seats, and the first word behind a name.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_SEAT = re.compile(
    r"seat \+?\d+: (.+?)(?: ?\[ME\])? ?(?:\( ?[^()]*\d[^()]*\)|- [$€]?\d[\d.,]*)"
    r"(?:,? is sitting out|\.| DEALER| \[hero\]| - [A-Z].*)?$",
    re.IGNORECASE,
)
_END = re.compile(
    r"\*\* ?dealing (?:the )?flop|\*\*\* (?:first )?(?:flop|summary)|-+ ?summary|\*\* ?summary",
    re.IGNORECASE,
)
_WORDS = (
    ("fold", r"folds?\b"),
    ("check", r"checks?\b"),
    ("call", r"calls?\b"),
    ("raise", r"(?:raises?|bets?|all-?in|caps|is all[- ]in)\b"),
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


def told_of_game(text: str) -> Told | None:
    """The same of a game of iPoker's XML: actions by their numbers, whose codes are 0 fold, 3 call."""
    tags = re.findall(r"<action [^>]*>", text.partition('<round no="2"')[0])
    tags.sort(key=lambda tag: int(_of(tag, "no")))
    acts = [(_of(tag, "player"), int(_of(tag, "type"))) for tag in tags]
    blinds = {code: name for name, code in reversed(acts) if code in {1, 2}}
    if len(blinds) < 2:
        return None
    words = {0: "fold", 3: "call", 4: "check", 5: "raise", 6: "raise", 7: "raise", 23: "raise"}
    deeds = [(name, words[code]) for name, code in acts if code in words]
    small = next((k for k, (name, _) in enumerate(deeds) if name == blinds[1]), len(deeds))
    firsts = dict(reversed(deeds))
    folded = all(act == "fold" for _, act in deeds[:small])
    return Told(folded, firsts.get(blinds[1], ""), firsts.get(blinds[2], ""))


def told_of_events(text: str) -> Told | None:
    """The same of the events of Merge's XML, which stand in their order."""
    before = text.partition('<round id="POSTFLOP"')[0].partition('<round id="END')[0]
    posts, _, rest = before.partition('<round id="PREFLOP"')
    tags = [(_of(tag, "type"), _of(tag, "player")) for tag in re.findall(r"<event [^>]*>", posts)]
    blinds = [player for kind, player in tags if kind in {"SMALL_BLIND", "BIG_BLIND", "ALL_IN"}]
    if len(blinds) < 2:
        return None
    words = {"ALL_IN": "raise"}
    acts = [(_of(tag, "player"), _of(tag, "type")) for tag in re.findall(r"<event [^>]*>", rest)]
    deeds = [(player, words.get(kind, kind.lower())) for player, kind in acts]
    small = next((k for k, (player, _) in enumerate(deeds) if player == blinds[0]), len(deeds))
    firsts = dict(reversed(deeds))
    folded = all(act == "fold" for _, act in deeds[:small])
    return Told(folded, firsts.get(blinds[0], ""), firsts.get(blinds[1], ""))


def _of(tag: str, name: str) -> str:
    match = re.search(rf'{name}="([^"]*)"', tag)
    return match[1] if match else ""


def _whose(line: str, names: list[str]) -> tuple[str, str]:
    for name in sorted(names, key=len, reverse=True):
        rest = line.removeprefix(name)
        if rest != line and re.match(r"(?: *\[ME\])? ?:? ", rest):
            return name, re.sub(r"^(?: *\[ME\])? ?:? +", "", rest).lower()
    return "", ""
