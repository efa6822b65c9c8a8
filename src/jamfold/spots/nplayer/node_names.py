"""Names of a table's decisions: format, parse, and recognise in file names, ``SB_jam``, ``BB vs SB``."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import NamedTuple

from jamfold.betting.hand import Node, TableHand
from jamfold.betting.posts import FEWEST_SEATS, MOST_SEATS, seat_names
from jamfold.core.errors import SituationError
from jamfold.core.storage.folder import FOLDER_SIGN


def find_rows(hand: TableHand, text: str, field: str = "node") -> list[int]:
    """Return the rows of the decision that a text names: ``btn``, ``bb after btn sb``.

    With raises, ``bb after btn raise 2`` names a row for each action, ``bb jam after btn raise 2`` one of
    them.  Raises SituationError if a seat is unknown, or the hand has no such decision.
    """
    first, _, after = " ".join(text.lower().replace(",", " ").split()).partition(" after ")
    words = first.split() if hand.raises else f"{first} {after if after != 'folds' else ''}".split()
    for name in words[:1] if hand.raises else words:
        if name not in hand.names:
            raise SituationError(
                f"There is no seat '{name[:40]}': the seats are {', '.join(hand.names)}.", field=field
            )
    if hand.raises:
        rows = [
            row
            for row, node in enumerate(hand.nodes)
            if " ".join(node.before(hand.names)) == after
            and first in (hand.names[node.seat], f"{hand.names[node.seat]} {node.action_text}")
        ]
    else:
        place = {seat: at for at, seat in enumerate(hand.order)}
        seats = [hand.names.index(name) for name in words]
        target = Node(seats[0], tuple(sorted(seats[1:], key=place.__getitem__))) if seats else None
        rows = [row for row, node in enumerate(hand.nodes) if node == target]
    if not rows:
        own = [node for node in hand.nodes if hand.raises and [hand.names[node.seat]] == words[:1]]
        example = next(iter(own or hand.nodes[::-1]), None)  # with raises, an example with a size
        hint = "" if example is None else f": as in '{node_words(hand, example)}'"
        raise SituationError(f"This hand has no decision '{text.strip()[:60]}'{hint}.", field=field)
    return rows


def find_node(hand: TableHand, text: str, field: str = "node") -> Node:
    """Return the first node of the decision that a text names. Raises SituationError as `find_rows`."""
    return hand.nodes[find_rows(hand, text, field)[0]]


def node_words(hand: TableHand, node: Node) -> str:
    """Return the name of a row, as `find_rows` reads it."""
    between = ", " if hand.raises else " "
    after = between.join(node.before(hand.names))
    seat = f"{hand.names[node.seat]} {node.action_text}".strip()
    return f"{seat} after {after}" if after else seat


_SEATS = {
    "smallblind": "sb",
    "small": "sb",
    "bigblind": "bb",
    "big": "bb",
    "bu": "btn",
    "button": "btn",
    "dealer": "btn",
    "cutoff": "co",
    "hijack": "hj",
    "lojack": "lj",
    "ep": "utg",
    "utg+1": "utg1",
    "utg+2": "utg2",
    "mp1": "mp",
}
_ALL = {name for seats in range(FEWEST_SEATS, MOST_SEATS + 1) for name in seat_names(seats)}
_JAM = {"jam", "jams", "push", "pushes", "shove", "shoves", "allin", "ai", "rejam", "reshove", "3bet"}
_CALL = {"call", "calls", "overcall", "overcalls", "calling"}
_RAISE = {"open", "opens", "raise", "raises", "rfi", "minraise", "or"}
_ACTS = _JAM | _CALL | _RAISE
_AFTER = {"vs", "versus", "after", "against", "facing", "behind", "over", "v"}
_ENDINGS = re.compile(r"\.(txt|csv|json|rng|range|tsv)$", re.IGNORECASE)
_STACK = re.compile(
    rf"(?<![a-z\d+.,])\d+(?:[.,]\d+)?(?:-?bbs?\b|[ -]+bbs?\b(?! +(?:{'|'.join(_ACTS | _AFTER)})\b))"
)
"""10bb, 12.5 BB: a stack, not a seat; but in ``10 BB call`` the big blind acts."""
_UNIT = re.compile(r"\( *bb *\)|\b(?:ev|in) *bb\b")
_UNSURE = re.compile(rf"\d +bb +(?:{'|'.join(_JAM | _RAISE)})\b")
"""``10 BB jam``: ambiguous, an action of the big blind, or with a stack of 10 big blinds."""
_TITLES = {"range", "ranges", "hands", "strategy"}


class _Act(NamedTuple):
    """A seat, and its action; empty if the name has none."""

    seat: str
    does: str


def guess_rows(hand: TableHand, name: str) -> list[int]:
    """Return the rows that a name may mean, the most likely first; empty if it names no seat.

    The seat before ``vs`` decides; the seats after it have acted.  Without such a word the last seat decides
    if another one goes in before it, ``UTG push BB call``; otherwise the first.
    """
    acts, own = _read(hand, name)
    if not acts:
        return []
    decides = acts[own]
    before = [action for k, action in enumerate(acts) if k != own and action.seat != decides.seat]
    matches = [
        (misses, len(node.all_in_before), row)
        for row, node in enumerate(hand.nodes)
        if hand.names[node.seat] == decides.seat
        and (misses := _misses(hand, node, decides, before)) is not None
    ]
    return [row for _, _, row in sorted(matches)]


def _misses(hand: TableHand, node: Node, decides: _Act, before: list[_Act]) -> int | None:
    """Return the number of parts of a name that do not fit a decision; None if it is another decision."""
    all_in = {hand.names[seat] for seat in node.all_in_before if seat != node.seat}
    named = {acted.seat for acted in before}
    if named - all_in:
        return None
    misses = len(all_in - named)
    kind = node.action.split()[0]
    if decides.does and decides.does != kind:
        if node.action_text or (decides.does == "raise"):
            return None
        misses += decides.does == "call"  # a jam after a jam is usually named a call
    elif node.action_text and not decides.does and kind == "raise":
        misses += bool(named)
    if node.action_text:
        did = {
            hand.names[seat]: act.split()[0]
            for seat, act in zip(node.all_in_before, node.history, strict=True)
        }
        misses += sum(bool(acted.does) and did[acted.seat] != acted.does for acted in before)
    return misses


def guess_row(hand: TableHand, name: str) -> int | None:
    """Return the row that a name means; None if no row or several rows fit."""
    rows = guess_rows(hand, name)
    if not rows:
        return None
    acts, own = _read(hand, name)
    decides = acts[own]
    before = [action for k, action in enumerate(acts) if k != own and action.seat != decides.seat]
    fits = {row: _misses(hand, hand.nodes[row], decides, before) for row in rows}
    exact = [row for row in rows if fits[row] == 0]
    if exact:
        return exact[0]
    return rows[0] if len(rows) == 1 and not before else None


def _read(hand: TableHand, name: str) -> tuple[list[_Act], int]:
    """Return the seats of a name with their actions, in order, and the index of the seat that decides."""
    acts: list[_Act] = []
    after = -1
    for word in _words(_plain(name)):
        seat = _seat(hand, word)
        if not seat and _SEATS.get(word, word) in _ALL:
            return [], 0  # a seat that this table does not have
        if seat and not (acts and acts[-1].seat == seat and not acts[-1].does):
            acts.append(_Act(seat, ""))
        elif word in _AFTER and after < 0:
            after = len(acts)
        does = "jam" if word in _JAM else "call" if word in _CALL else "raise" if word in _RAISE else ""
        if does and acts and not acts[-1].does:
            acts[-1] = acts[-1]._replace(does=does)
    if not acts or after == 0 or _UNSURE.search(_spaced(_plain(name))):
        return [], 0
    if after < 0 and len(acts) > 1 and acts[0].does in ("jam", "raise") and acts[-1].does:
        return acts, len(acts) - 1
    return acts, 0


def _plain(name: str) -> str:
    """Return a file name without its folder and extension."""
    return _ENDINGS.sub("", re.split(rf"[/\\{FOLDER_SIGN}]", name)[-1])


def _spaced(text: str) -> str:
    """Return a text in lower case, with spaces, and with each seat and action as one word."""
    text = text.lower().replace("_", " ").replace("all-in", "allin").replace("all in", "allin")
    text = text.replace("utg+", "utg").replace("3-bet", "3bet")
    return text.replace("small blind", "sb").replace("big blind", "bb")


def _words(text: str) -> list[str]:
    """Return the words of a text, without stacks (``10bb``) and units (``EV (bb)``)."""
    return re.findall(r"3bet|[a-z]+\d?", _UNIT.sub(" ", _STACK.sub(" ", _spaced(text))))


def _seat(hand: TableHand, word: str) -> str:
    """Return the seat that a word names, empty if none; heads-up the button is the small blind."""
    name = _SEATS.get(word, word)
    if hand.n == 2 and name == "btn":
        name = "sb"
    return name if name in hand.names else ""


def sounds_like_decision(words: str) -> bool:
    """Return whether a text names a seat, and so is a decision rather than a range."""
    return any(_SEATS.get(word, word) in _ALL for word in _words(words))


def is_heading(words: str) -> bool:
    """Return whether a line names a decision: a seat, alone or with its action or the seats before it.

    A line with commas must begin with a seat and say after whom it acts; others are column headers.
    """
    plain = _words(words)
    seats = [_SEATS.get(word, word) in _ALL for word in plain]
    if not any(seats) or "\t" in words or ";" in words:
        return False
    if "," in words:
        return seats[0] and not _AFTER.isdisjoint(plain)
    rest = {word for word, is_seat in zip(plain, seats, strict=True) if not is_seat}
    return rest <= _TITLES or not rest.isdisjoint(_ACTS | _AFTER)


def nearest(hand: TableHand, name: str) -> str:
    """Return the name of the decision closest to a name; empty if none is similar."""
    rows = guess_rows(hand, name)
    if rows:
        return node_words(hand, hand.nodes[rows[0]])
    words = [node_words(hand, node) for node in hand.nodes]
    near = get_close_matches(_plain(name).lower().replace("_", " "), words, 1, 0.6)
    return near[0] if near else ""
