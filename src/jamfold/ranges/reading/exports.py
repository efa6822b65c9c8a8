"""A range as other programs write it, with weights, on several lines or in a square.

Formats in addition to the game's own notation; commas, semicolons, blanks or lines separate parts:

- weights ``AA:1,AKs:0.45``, ``AKs: 45%``, ``AKs@45``; 1 without a weight
- parts between ``[45]`` and ``[/45]``, in per cent
- a share before the hands, ``35.3% 22+ A2s+``: it is only compared with them
- single hands (``AhKs:0.45``), where all suits of a class have the same weight
- lines of a hand and a chance (``AKs,0.45``), with or without heads
- squares of chances, aces first, suited hands above the diagonal, with or without names at the edges
- 1,326 numbers, by cards from the deuce of clubs up, the higher card of a hand first to count
- a JSON object of hands and chances
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from itertools import combinations
from typing import NamedTuple

import numpy as np

from jamfold.cards import N_SUITS, RANK_NAMES
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game
from jamfold.core.arrays import FloatArray
from jamfold.core.errors import JamfoldError, RangeError
from jamfold.ranges.grid import class_label, grid_cells, hand_table, has_grid
from jamfold.ranges.hand_range import HandRange
from jamfold.ranges.reading.classic import GROUP
from jamfold.ranges.reading.parse import parse_range
from jamfold.ranges.reading.spoken import PLAIN_WORDS
from jamfold.ranges.weights import Order, format_weight

_LEADING = re.compile(r"\s*\(?\s*(\d{1,3}(?:[.,]\d+)?)\s*%\s*\)?\s*[,:;]?\s*(?=\S)")
_TIGHT = re.compile(r"[ \t]*([:@=-])[ \t]*")
_TOP = re.compile(r"\btop\s+(?=\d)", re.IGNORECASE)
_PART = re.compile(r"[^,;\s]+")
_NUMBER = re.compile(r"(\d+\.?\d*|\.\d+)(e-?\d+)?", re.IGNORECASE)
_NOTHING = {"none", "nothing", "empty", "-", "0%"}
_SHARE = 0.6
"""Percentage points that a stated share may be off by rounding."""
_FEW_LINES = 3
_CHANCES = ("chance", "frequency", "freq", "weight", "played", "jam", "push", "shove", "call", "raise")
"""Names of columns of frequencies, the likeliest first."""
_HEAD = re.compile(r"[#a-z ._]*")
_HAND = re.compile(r"(10|[2-9tjqka]){2}")
_LEAST_PERCENT = 2.0
_LONGEST_WORD = 40


class ExportError(RangeError):
    """An error in a line of an export; `line` counts from 1."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(sentence)
        self.line = line


class _Part(NamedTuple):
    """Hands with a weight, and their line."""

    hands: str
    weight: float
    line: int


def read_export(text: str, game: Game, order: Order | None = None) -> FloatArray:
    """Parse the weights of a range by class, shape (n,).

    Raises ExportError if the text is not a range of the game; the sentence names the fault and a suggestion.

    Parameters
    ----------
    order
        For percentages, as in `parse_range`.
    """
    text = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise ExportError(1, "There is no range.")
    if not has_grid(game):
        return _classes(game, parse_at(1, lambda: parse_range(text.strip(), game, order=order)))
    rows = _cells(text)
    if text.lstrip().startswith("{"):
        return _chances(game, _of_json(text), order)
    if _is_square(game, rows):
        return _square(game, rows)
    numbers = text.split()
    if len(numbers) == game.n_hands and all(map(_NUMBER.fullmatch, numbers)):
        return _by_cards(game, np.array(numbers, dtype=np.float64))
    listed = _listed(rows)
    if listed is not None:
        return _chances(game, listed, order)
    label = _LEADING.match(text)
    if label is None or "," in label[0].replace(label[1], ""):
        return _chances(game, list(_grouped(text)), order)
    lines = "\n" * text.count("\n", 0, label.end())
    chances = _chances(game, list(_grouped(lines + text[label.end() :])), order)
    _check_share(game, float(label[1].replace(",", ".")), chances)
    return chances


def _check_share(game: Game, stated: float, chances: FloatArray) -> None:
    """Raise ExportError if a stated share differs from that of the hands."""
    sizes = hand_classes(game).sizes
    share = 100 * float(chances @ sizes) / float(sizes.sum())
    if abs(share - stated) > _SHARE:
        raise ExportError(1, f"The label says {stated:g}% but the range is {share:.1f}% of hands.")


def parse_at(line: int, read: Callable[[], HandRange]) -> HandRange:
    """Call a parser; its errors become an ExportError of the line."""
    try:
        return read()
    except JamfoldError as error:
        raise ExportError(line, str(error)) from None


def _cells(text: str) -> list[tuple[int, list[str]]]:
    """Split nonempty lines into cells, with the line numbers."""
    lines = [(k, line.strip()) for k, line in enumerate(text.split("\n"), 1) if line.strip()]
    apart = next((sign for sign in ("\t", ";", ",") if any(sign in line for _, line in lines)), None)
    return [(k, [cell.strip().strip('"') for cell in line.split(apart)]) for k, line in lines]


def _chance(cell: str) -> float | None:
    """Parse a frequency; NaN for an empty cell, None if the cell is something else."""
    if not cell:
        return np.nan
    number = cell.removesuffix("%").strip()
    if not _NUMBER.fullmatch(number):
        return None
    return float(number) / (100.0 if cell.endswith("%") else 1.0)


def _is_square(game: Game, rows: list[tuple[int, list[str]]]) -> bool:
    """Return whether most lines consist of numbers, nearly as many as ranks."""
    wide = [
        cells for _, cells in rows if sum(_chance(cell) is not None for cell in cells) >= game.n_ranks - 3
    ]
    return len(wide) >= game.n_ranks - 3 and len(rows) <= game.n_ranks + 1


def _square(game: Game, rows: list[tuple[int, list[str]]]) -> FloatArray:
    """Parse a square of frequencies, without names at its edges."""
    names = RANK_NAMES[::-1][: game.n_ranks]
    if any(cell and cell.upper() in "AKQJT" for cell in rows[0][1][1:]):
        rows = rows[1:]
    if len(rows) != game.n_ranks:
        raise ExportError(
            rows[-1][0] if rows else 1,
            f"The grid has {len(rows)} rows; {game.n_ranks} are needed, aces first.",
        )
    table = np.empty((game.n_ranks, game.n_ranks))
    numbers = []
    for row, (line, cells) in enumerate(rows):
        cells = cells[1:] if len(cells) == game.n_ranks + 1 else cells
        if len(cells) != game.n_ranks:
            raise ExportError(
                line,
                f"The line of {names[row]} has {len(cells)} hands, not {game.n_ranks}, one for each rank.",
            )
        for column, cell in enumerate(cells):
            chance = _chance(cell)
            if chance is None or np.isnan(chance):
                message = f"'{cell[:_LONGEST_WORD]}' is not a frequency" if cell else "There is no frequency"
                raise ExportError(line, f"{message} for {_named(game, (row, column))}: write 0 to 1.")
            table[row, column] = chance
        numbers.append(line)
    table = table / 100.0 if _in_percent(table) else table
    chances = np.empty(hand_classes(game).n)
    for cell_at, class_id in grid_cells(game).items():
        chances[class_id] = _checked(float(table[cell_at]), numbers[cell_at[0]], class_label(game, class_id))
    return chances


def _in_percent(values: FloatArray) -> bool:
    """Return whether frequencies are percentages: some are above 1, and none in (0, 1]."""
    return bool((values > 1).any() and not ((values > 0) & (values <= 1)).any())


def _named(game: Game, cell: tuple[int, int]) -> str:
    return class_label(game, grid_cells(game)[cell])


def _checked(weight: float, line: int, label: str) -> float:
    """Return a weight from 0 to 1. Raises ExportError otherwise."""
    if 0 <= weight <= 1:
        return weight
    is_percent = _LEAST_PERCENT <= weight <= 100
    guess = f"write {weight / 100:g} or {weight:g}%" if is_percent else "write 0 to 1"
    raise ExportError(line, f"The weight {weight:g} of {label[:_LONGEST_WORD]} is above 1: {guess}.")


def _listed(rows: list[tuple[int, list[str]]]) -> list[_Part] | None:
    """Parse lines of a hand and a frequency; None if the lines are something else."""
    if len(rows) < _FEW_LINES:
        return None
    heads = [cell.lower() for cell in rows[0][1]]
    has_heads = len(heads) > 1 and all(_chance(cell) is None for cell in heads)
    lines = rows[1:] if has_heads else rows
    column = 1
    if has_heads:
        plain = [head.strip(" %()") for head in heads]
        column = next((plain.index(name) for name in _CHANCES if name in plain), 0)
        if not column and _has_unknown_heads(heads, lines):
            message = ", ".join(f"'{head[:_LONGEST_WORD]}'" for head in heads[1:6])
            raise ExportError(
                rows[0][0], f"No column has frequencies. The columns are {message}. Name one frequency."
            )
        if not column:
            return None
    if not all(len(cells) > column and cells[0] and _chance(cells[column]) is not None for _, cells in lines):
        return None
    values = np.array([_chance(cells[column]) for _, cells in lines], dtype=np.float64)
    if np.isnan(values).any():
        line, cells = lines[int(np.isnan(values).argmax())]
        raise ExportError(line, f"There is no frequency for {cells[0][:_LONGEST_WORD]}: write 0 to 1.")
    values = values / 100.0 if _in_percent(values) else values
    return [
        _Part(cells[0], _checked(float(value), line, cells[0]), line)
        for (line, cells), value in zip(lines, values, strict=True)
    ]


def _has_unknown_heads(heads: list[str], lines: list[tuple[int, list[str]]]) -> bool:
    """Return whether the first line names columns, not hands, with numbers below."""
    is_hand = _HAND.match(heads[0]) or heads[0] in {*PLAIN_WORDS, *_NOTHING}
    numbers = all(
        len(cells) == len(heads) and any(cell and _chance(cell) is not None for cell in cells[1:])
        for _, cells in lines
    )
    return not is_hand and _HEAD.fullmatch(heads[0]) is not None and numbers


def _of_json(text: str) -> list[_Part]:
    """Parse an object of hands and frequencies."""
    try:
        values = json.loads(text, object_pairs_hook=list)
    except (ValueError, RecursionError):
        raise ExportError(1, "This is not JSON.") from None
    if not values or not all(type(value) in (int, float) for _, value in values):
        raise ExportError(1, 'The JSON must map hands to frequencies, such as {"AA": 1, "AKs": 0.45}.')
    # as text: whole numbers of JSON may be too large for floats
    return [_Part(hands, _checked(float(str(value)), 1, hands), 1) for hands, value in values]


def _grouped(text: str) -> Iterator[_Part]:
    """Yield the parts in brackets with their weight, then all others."""
    line_of = _line_counter(text)
    rest = list(text)
    for group in GROUP.finditer(text):
        rest[group.start() : group.end()] = [
            character if character == "\n" else " " for character in group[0]
        ]
        weight = float(group[1]) / 100
        for part in _PART.finditer(group[2]):
            line = line_of(group.start(2) + part.start())
            yield _Part(part[0], _checked(weight, line, part[0]), line)
    tight = _TIGHT.sub(r"\1", _TOP.sub("", "".join(rest)))
    line_of = _line_counter(tight)
    for part in _PART.finditer(tight):
        yield _weighted(part[0].strip("\"'"), line_of(part.start()))


def _line_counter(text: str) -> Callable[[int], int]:
    return lambda at: text.count("\n", 0, at) + 1


def _weighted(word: str, line: int) -> _Part:
    """Parse a part with its weight: ``AKs:0.45``, ``AKs:45%``, ``AKs@45``, ``AKs=0.45``."""
    hands, sign, number = _split(word)
    if not sign:
        return _Part(hands, 1.0, line)
    weight = _chance(number)
    if not number or weight is None:
        raise ExportError(line, f"There is no weight after '{sign}' in '{word[:_LONGEST_WORD]}'.")
    if sign == "@" and not number.endswith("%"):
        weight /= 100
    return _Part(hands, _checked(weight, line, hands), line)


def _split(word: str) -> tuple[str, str, str]:
    for sign in ":@=":
        hands, separator, number = word.partition(sign)
        if separator:
            return hands, separator, number
    return word, "", ""


def _chances(game: Game, parts: list[_Part], order: Order | None) -> FloatArray:
    """Return the weights of parts, the largest where they overlap."""
    return _classes(game, _read(game, parts, order))


def _read(game: Game, parts: list[_Part], order: Order | None) -> HandRange:
    """Parse parts into a range. Raises ExportError at the first invalid one."""
    words = [_word(part) for part in parts]
    try:
        return parse_range(",".join(filter(None, words)) or "none", game, order=order)
    except JamfoldError as error:
        for part, word in zip(parts, words, strict=True):
            if not word:
                continue
            try:
                parse_range(part.hands, game, order=order)
            except JamfoldError as wrong:
                raise ExportError(part.line, f"{wrong}{_guess(game, part.hands)}") from None
        raise ExportError(parts[0].line, str(error)) from None


def _word(part: _Part) -> str:
    """Return a part in our notation; empty without hands."""
    if part.hands.lower() in _NOTHING or not part.weight:
        return ""
    hands = "*" if part.hands.lower() == "anytwo" else part.hands
    return hands + format_weight(part.weight)


def _guess(game: Game, hands: str) -> str:
    """Return a question that suggests the nearest hand."""
    names = [class_label(game, index) for index in range(hand_classes(game).n)]
    names += [name[:2] for name in names if name.endswith("s")]
    plain = hands.rstrip("+")
    near = get_close_matches(plain[:1].upper() + plain[1:2].upper() + plain[2:3].lower(), names, 1, 0.5)
    return f" Did you mean {near[0]}{hands[len(plain) :]}?" if near and near[0] != plain else ""


def _classes(game: Game, hands: HandRange) -> FloatArray:
    """Return weights by class. Raises ExportError if the weights within a class differ."""
    if hands.is_class_union:
        return np.asarray(hands.class_weights, dtype=np.float64)
    table = hand_table(game)
    classes = hand_classes(game)
    least, most = np.ones(classes.n), np.zeros(classes.n)
    np.minimum.at(least, table.class_of_row, hands.hand_weights)
    np.maximum.at(most, table.class_of_row, hands.hand_weights)
    name = class_label(game, int((most > least).argmax()))
    raise ExportError(
        1, f"The suits of {name} have different weights: a decision takes whole classes, such as {name}:0.5."
    )


def _by_cards(game: Game, values: FloatArray) -> FloatArray:
    """Parse weights of all hands by cards: clubs, diamonds, hearts, spades, from the lowest rank up."""
    for place, value in enumerate(values.tolist()):
        _checked(value, 1, f"hand {place + 1:,}")
    lowest = game.lowest_rank
    cards = [
        f"{RANK_NAMES[lowest + k // N_SUITS]}{'cdhs'[k % N_SUITS]}" for k in range(game.n_ranks * N_SUITS)
    ]
    names = sorted(combinations(range(len(cards)), 2), key=lambda pair: (pair[1], pair[0]))
    table, out = hand_table(game), np.empty(game.n_hands)
    for (low, high), value in zip(names, values, strict=True):
        out[table.row(cards[high] + cards[low])] = value
    return _classes(game, HandRange.from_hands(game, out))
