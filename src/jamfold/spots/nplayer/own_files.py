"""Parsing of files that jamfold writes: table strategies, hand lists, charts, and the bundled table.

The bundled table has three seats of 10 big blinds and no antes.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from jamfold.betting.hand import TableHand
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game
from jamfold.class_tables.class_table import rules_of
from jamfold.core.arrays import FloatArray
from jamfold.core.errors import JamfoldError, SituationError
from jamfold.core.storage.bundled import encode_bundled, load_bundled
from jamfold.ranges.grid import class_label
from jamfold.spots.hand_lists import parse_strategy_csv
from jamfold.spots.nplayer.node_names import find_rows
from jamfold.spots.nplayer.profile import parse_entries
from jamfold.spots.nplayer.result import COUNTED, TableResult
from jamfold.spots.nplayer.sampler import hand_text
from jamfold.spots.strategy import Seat

_NEAR = 1e-6
_TABLE = {"seat", "after", "class_id", "chance"}
_CHART = {"jam_to", "call_to"}
_HANDS = {"position", "played"}


def is_own(text: str) -> bool:
    """Return whether a text is in one of the formats that jamfold writes."""
    first = text.lstrip("\ufeff \t\r\n")
    if first.startswith("["):
        return '"seat"' in first or '"position"' in first
    if first.startswith("{"):
        return '"nodes"' in first or '"hands"' in first
    heads = {cell.strip().strip('"').lower() for cell in first.partition("\n")[0].split(",")}
    return any(columns <= heads for columns in (_TABLE, _CHART, _HANDS)) or {"hand", "jam", "call"} <= heads


def own_ranges(game: Game, hand: TableHand, text: str) -> dict[int, FloatArray]:
    """Parse the ranges of a text: frequencies by class, under the row of the hand.

    Raises JamfoldError if the text is damaged or belongs to another hand.
    """
    try:
        return _own(game, hand, text.lstrip("\ufeff"))
    except JamfoldError:
        raise
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, csv.Error):
        raise _bad("The file is damaged.") from None


def _own(game: Game, hand: TableHand, text: str) -> dict[int, FloatArray]:
    if text.lstrip().startswith(("[", "{")):
        try:
            values = json.loads(text, parse_constant=int)  # NaN is a ValueError
        except (ValueError, RecursionError):
            raise _bad("The JSON is damaged: it cannot be read.") from None
        return _of_values(game, hand, values)
    heads = {cell.strip().strip('"').lower() for cell in text.lstrip().partition("\n")[0].split(",")}
    if heads >= _TABLE:
        return _of_table(game, hand, text)
    if heads >= _CHART:
        return _of_chart_csv(game, hand, text)
    return _of_seats(hand, parse_strategy_csv(text, game))


def _of_values(game: Game, hand: TableHand, values: Any) -> dict[int, FloatArray]:
    if isinstance(values, Mapping) and "question" in values:  # a saved spot
        values = values.get("hands")
    if isinstance(values, Mapping) and "hands" in values:
        return _of_chart(game, hand, values)
    entries = values.get("nodes") if isinstance(values, Mapping) else values
    if not isinstance(entries, list) or not all(isinstance(entry, Mapping) for entry in entries):
        raise _bad("The JSON has no decisions.")
    if entries and "position" in entries[0]:
        return _of_list(game, hand, entries)
    flat = [part for entry in entries for part in _actions(entry)]
    ranges = parse_entries(game, hand, json.dumps(flat))
    return {hand.nodes.index(node): chances for node, chances in ranges.items()}


def _actions(entry: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the entries of a decision. Raises SituationError if it is from ``--json`` with raises."""
    ranges = entry.get("ranges")
    if not isinstance(ranges, Mapping):
        return [entry]
    raise _bad("With raises, a --json file is not enough. Use --out x.profile.json or --csv.")


def _of_list(game: Game, hand: TableHand, entries: list[Mapping[str, Any]]) -> dict[int, FloatArray]:
    """Parse a JSON list of hands of two players."""
    chances_by_seat: dict[Seat, FloatArray] = {}
    for entry in entries:
        seat, chance, class_id = Seat.parse(str(entry.get("position"))), entry.get("played"), entry.get("id")
        if type(chance) not in (int, float) or type(class_id) is not int:
            raise _bad("The list of hands has an entry without id or chance.")
        row = chances_by_seat.setdefault(seat, np.full(hand_classes(game).n, np.nan))
        row[hand_classes(game).check(class_id)] = chance
    _check(game, chances_by_seat, "list of hands")
    return _of_seats(hand, chances_by_seat)


def _check(game: Game, chances: Mapping[Seat, FloatArray], source: str) -> None:
    """Raise SituationError if classes are missing (NaN), or a frequency is not in [0, 1]."""
    for seat, row in chances.items():
        missing = np.flatnonzero(np.isnan(row))
        if missing.size:
            first = class_label(game, int(missing[0]))
            raise _bad(f"The {source} lacks {missing.size:,} of {row.size:,} classes, the first is {first}.")
        wrong = np.flatnonzero((row < 0) | (row > 1))
        if wrong.size:
            hand = class_label(game, int(wrong[0]))
            raise _bad(f"The {source} has {row[wrong[0]]:g} for {seat.action} with {hand}: write 0 to 1.")


def _of_seats(hand: TableHand, chances: Mapping[Seat, FloatArray]) -> dict[int, FloatArray]:
    if hand.n > len(Seat) or hand.raises:
        raise _bad("This list is for two players who jam or fold. This hand is not.")
    words = {Seat.SMALL_BLIND: "sb", Seat.BIG_BLIND: "bb after sb"}
    return {find_rows(hand, words[seat])[0]: row for seat, row in chances.items()}


def _of_table(game: Game, hand: TableHand, text: str) -> dict[int, FloatArray]:
    """Parse the CSV of a table, with a line for each decision and class."""
    n = hand_classes(game).n
    chances_by_row: dict[int, FloatArray] = {}
    for number, line in enumerate(csv.DictReader(io.StringIO(text)), 2):
        try:
            after = f" after {line['after']}" if line["after"] else ""
            words = f"{line['seat']} {line.get('action') or ''}".strip() + after
            rows = find_rows(hand, words)
            class_id, chance = int(line["class_id"]), float(line["chance"])
            if not (0 <= class_id < n and 0 <= chance <= 1):
                raise ValueError
        except (KeyError, TypeError, ValueError) as error:
            raise _bad(
                str(error) if isinstance(error, SituationError) else f"Line {number} is damaged."
            ) from None
        chances_by_row.setdefault(rows[0], np.full(n, np.nan))[class_id] = chance
    if any(np.isnan(row).any() for row in chances_by_row.values()):
        raise _bad("A decision lacks classes.")
    return chances_by_row


def _stack(hand: TableHand) -> float:
    """Return the effective stack of two players, in bb. Raises SituationError for other hands."""
    if hand.n > len(Seat) or hand.raises:
        raise _bad("A chart is for two players who jam or fold. This hand is not.")
    return min(hand.stacks) / hand.big_blind


def _of_chart(game: Game, hand: TableHand, values: Mapping[str, Any]) -> dict[int, FloatArray]:
    """Parse a chart as JSON at the stack of the hand."""
    stack, n = _stack(hand), hand_classes(game).n
    jam, call = np.full(n, np.nan), np.full(n, np.nan)
    try:
        if values["game"] != game.name:
            raise _bad(f"The chart is of {str(values['game'])[:40]}, not of {game.name}.")
        if not any(abs(entry - stack) < _NEAR for entry in values["stacks"]):
            raise _bad(f"The chart has no stack of {stack:g} bb.")
        for entry in values["hands"]:
            for name, row in (("jam", jam), ("call", call)):
                inside = any(low - _NEAR <= stack <= high + _NEAR for low, high in entry[name])
                mixed = [chance for at, chance in entry[f"mixed_{name}"] if abs(at - stack) < _NEAR]
                row[_class_id(game, entry["id"])] = mixed[0] if mixed else float(inside)
    except (KeyError, TypeError, IndexError):
        raise _bad("The chart is damaged.") from None
    chances_by_seat = {Seat.SMALL_BLIND: jam, Seat.BIG_BLIND: call}
    _check(game, chances_by_seat, "chart")
    return _of_seats(hand, chances_by_seat)


def _class_id(game: Game, value: Any) -> int:
    """Return a class id. Raises TypeError if it is no integer, ClassError if the game does not have it."""
    if type(value) is not int:
        raise TypeError
    return hand_classes(game).check(value)


def _of_chart_csv(game: Game, hand: TableHand, text: str) -> dict[int, FloatArray]:
    """Parse a chart as CSV at the stack of the hand; classes are played always or never."""
    stack, n = _stack(hand), hand_classes(game).n
    chances_by_seat = {Seat.SMALL_BLIND: np.full(n, np.nan), Seat.BIG_BLIND: np.full(n, np.nan)}
    ends: list[float] = []
    for number, line in enumerate(csv.DictReader(io.StringIO(text)), 2):
        try:
            for seat, row in chances_by_seat.items():
                spans = [[float(end) for end in span.split("-")] for span in line[seat.action].split()]
                ends += [end for span in spans for end in span]
                row[_class_id(game, int(line["id"]))] = any(
                    min(span_) - _NEAR <= stack <= max(span_) + _NEAR for span_ in spans
                )
        except (KeyError, TypeError, ValueError, IndexError, AttributeError):
            raise _bad(f"Line {number} of the chart is damaged.") from None
    _check(game, chances_by_seat, "chart")
    if not ends or not min(ends) - _NEAR <= stack <= max(ends) + _NEAR:
        raise _bad(f"The chart has no stack of {stack:g} bb.")
    return _of_seats(hand, chances_by_seat)


def _bad(sentence: str) -> SituationError:
    return SituationError(sentence, field="files")


_DEVIATIONS = "deviations"


def boxed_table(game: Game, hand: TableHand) -> TableResult | None:
    """The bundled solution of a hand; None if there is none."""
    if not hand.terms.plain or hand.terms.about is not None:
        return None
    arrays = load_bundled(table_box(game, hand), _identity(game, hand))
    return None if arrays is None else TableResult.counted(game, hand, arrays, deviations=arrays[_DEVIATIONS])


def table_box(game: Game, hand: TableHand) -> str:
    """Return the file name of the bundled solution."""
    return f"table-{game.name}-{hand.n}"


def packed_table(answer: TableResult) -> bytes:
    """Encode an exact solution for `boxed_table`."""
    arrays = {name: getattr(answer, name) for name in COUNTED}
    arrays[_DEVIATIONS] = answer.lifetime.deviations
    return encode_bundled(_identity(answer.game, answer.hand), arrays)


def _identity(game: Game, hand: TableHand) -> dict[str, Any]:
    return {"game": game.name, "rules": rules_of(game), "hand": hand_text(hand)}
