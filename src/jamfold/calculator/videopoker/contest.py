"""Which kinds of holds compete in the deals, and the order of them that gains most.

Deals in which the same shapes compete are thrown together, with the EV of
each shape added up, so that an order is valued in microseconds.  It is made
by taking one shape after another out of the list and putting it back where
the whole list gains most, until nothing moves.  While the list is too long,
the line that is missed least is left out, or joined to another of its stem,
and the others move again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.calculator.videopoker.analysis import Paid
from jamfold.calculator.videopoker.classes import ALL_HELD
from jamfold.calculator.videopoker.deck import HAND, hold_masks
from jamfold.calculator.videopoker.shapes import DEALT, NO_CARD, Shape, ShapeReader
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.jit import kernel

_FIRST_PRICE = 1e-9  # of the bet, per line: no lines for nothing
_NO_NEW_LINE = -1.0
_ROUNDS = 30
_NEGLIGIBLE = 2e-7  # of the bet
_LEAST_GAIN = 1e-14  # of the bet; less is rounding


class Groups(NamedTuple):
    """Deals in which the same shapes compete.

    starts, members, evs: group g has the shapes members[starts[g]:starts[g + 1]], with
    the EVs of all its deals added up (int64, int16, float64 in bets).
    rows, slots: shape a is offered in the groups rows[slots[a]:slots[a + 1]] (int64).
    """

    starts: IntArray
    members: NDArray[np.int16]
    evs: FloatArray
    rows: IntArray
    slots: IntArray


@dataclass(frozen=True)
class Contest:
    """Shapes that compete in the deals, and their EVs.

    labels: int16 (deal classes, 32), number of the shape of every hold, -1 for none.
    sizes: float64 (groups,), share of all deals.
    """

    paid: Paid
    shapes: list[Shape]
    labels: NDArray[np.int16]
    groups: Groups
    sizes: FloatArray


def find_contest(paid: Paid) -> Contest:
    """The shapes of stems that are best in some deal, and where they compete."""
    shapes, labels = _labels(paid)
    evs = paid.all_holds()
    best, _ = paid.best_holds()
    winners = np.unique(labels[np.arange(len(labels)), best])
    stems = {NO_CARD, *(shapes[label].stem for label in winners.tolist() if label >= 0)}
    contenders = [i for i, shape in enumerate(shapes) if shape.stem in stems]
    renumber = np.full(len(shapes) + 1, -1, dtype=np.int16)
    renumber[contenders] = np.arange(len(contenders))
    labels = renumber[labels]
    order = np.array(hold_masks(), dtype=np.int64)
    words = np.zeros((len(labels), len(contenders) // 63 + 1), dtype=np.int64)
    _mark_labels(labels, words)
    patterns, group = np.unique(words, axis=0, return_inverse=True)
    sums = np.zeros((len(patterns), len(contenders)))
    unit = 1.0 / (paid.table.deck.unit * paid.table.scale * paid.table.deck.n_deals)
    weights = paid.counts.classes.weights
    _add_evs(labels, evs, weights, group.ravel().astype(np.int64), order, unit, sums)
    bits = patterns[:, np.arange(len(contenders)) // 63] >> (np.arange(len(contenders)) % 63) & 1
    rows, members = np.nonzero(bits)
    starts = np.searchsorted(rows, np.arange(len(patterns) + 1))
    sizes = np.zeros(len(patterns))
    np.add.at(sizes, group.ravel(), weights / weights.sum())
    by_member = np.argsort(members, kind="stable")
    slots = np.searchsorted(members[by_member], np.arange(len(contenders) + 1))
    groups = Groups(starts, members.astype(np.int16), sums[rows, members], rows[by_member], slots)
    return Contest(paid, [shapes[i] for i in contenders], labels, groups, sizes)


def _labels(paid: Paid) -> tuple[list[Shape], NDArray[np.int16]]:
    """All shapes, and the number of the shape of every hold of every deal class, -1 for none."""
    classes, table = paid.counts.classes, paid.table
    reader = ShapeReader(table)
    numbers: dict[Shape, int] = {}
    by_class = [
        numbers.setdefault(reader.shape(cards), len(numbers))
        for k in range(HAND)
        for cards in classes.members[k].tolist()
    ]
    dealt = []
    for name in paid.best_name.tolist():
        pays = name < len(table.names) and table.units[name] > 0
        shape = Shape(DEALT, table.names[name].title, (-name,)) if pays else None
        dealt.append(-1 if shape is None else numbers.setdefault(shape, len(numbers)))
    labels = np.empty((len(classes.deals), ALL_HELD + 1), dtype=np.int16)
    labels[:, :ALL_HELD] = np.array(by_class, dtype=np.int16)[classes.parts]
    labels[:, ALL_HELD] = np.array(dealt, dtype=np.int16)[paid.counts.final]
    return list(numbers), labels


def find_lines(contest: Contest, max_lines: int) -> list[list[int]]:
    """The shapes in lines, down to drawing five cards: the best order, put as a player would put it."""
    return by_value(contest, tidy(contest, find_order(contest, max_lines)))


def find_order(contest: Contest, max_lines: int) -> list[list[int]]:
    """The shapes in lines, up to and with drawing five cards."""
    shapes, n = contest.shapes, len(contest.shapes)
    stem_numbers = {stem: i for i, stem in enumerate(dict.fromkeys(shape.stem for shape in shapes))}
    stems = np.array([stem_numbers[shape.stem] for shape in shapes], dtype=np.int64)
    draw = next(i for i, shape in enumerate(shapes) if shape.stem == NO_CARD)
    total = np.zeros(n)
    np.add.at(total, contest.groups.members, contest.groups.evs)
    order = np.argsort(-total / _presence(contest), kind="stable")

    def settle(order: IntArray, price: float) -> list[list[int]]:
        """Improve the order in place until nothing moves; its lines."""
        for _ in range(_ROUNDS):
            if not _improve(order, contest.groups, stems, draw, price):
                break
        return as_runs(contest, order[: order.tolist().index(draw) + 1].tolist())

    runs = settle(order, _FIRST_PRICE)
    while len(runs) > max_lines:
        runs = max(_shorter(contest, runs), key=lambda tried: worth(contest, tried))
        live = [label for run in runs for label in run]
        order = np.array([*live, *(label for label in range(n) if label not in live)])
        runs = settle(order, _NO_NEW_LINE)
    return runs


def _shorter(contest: Contest, runs: list[list[int]]) -> Iterator[list[list[int]]]:
    """The runs with one of them left out, or joined to another one of its stem."""
    for i in range(len(runs) - 1):
        rest = [*runs[:i], *runs[i + 1 :]]
        yield as_runs(contest, [label for run in rest for label in run])
        for j, other in enumerate(rest):
            if contest.shapes[other[0]].stem == contest.shapes[runs[i][0]].stem:
                joined = [*runs[i], *other] if i <= j else [*other, *runs[i]]
                yield [*rest[:j], joined, *rest[j + 1 :]]


def _presence(contest: Contest) -> FloatArray:
    offered = np.zeros(len(contest.shapes), dtype=np.float64)
    weights = contest.paid.counts.classes.weights
    for hold in range(ALL_HELD + 1):
        chosen = contest.labels[:, hold]
        np.add.at(offered, chosen[chosen >= 0], weights[chosen >= 0])
    offered /= weights.sum()
    return offered


def as_runs(contest: Contest, order: list[int]) -> list[list[int]]:
    """The order in lines: neighbours of one stem stand in one line."""
    runs: list[list[int]] = []
    for label in order:
        if runs and contest.shapes[runs[-1][-1]].stem == contest.shapes[label].stem:
            runs[-1].append(label)
        else:
            runs.append([label])
    return runs


def tidy(contest: Contest, runs: list[list[int]]) -> list[list[int]]:
    """The runs; those that cover a stem take the order that needs no words.

    A run also takes in shapes of its stem that are in no line, if that costs next to nothing.
    """
    shapes = contest.shapes
    for number, run in enumerate(runs):
        stem = shapes[run[0]].stem
        family = [label for label, shape in enumerate(shapes) if shape.stem == stem]
        if len([other for other in runs if shapes[other[0]].stem == stem]) > 1:
            continue
        whole = sorted(family, key=lambda label: shapes[label].rank_key, reverse=True)
        for tried in (whole, [*run, *(label for label in whole if label not in run)]):
            changed = [*runs[:number], tried, *runs[number + 1 :]]
            if worth(contest, changed) >= worth(contest, runs) - _NEGLIGIBLE:
                runs = changed
                break
    return runs


def by_value(contest: Contest, runs: list[list[int]]) -> list[list[int]]:
    """The runs by falling value, where the order does not change the play."""
    values = _line_values(contest, runs)  # computed once: ties could swap for ever
    moved = True
    while moved:
        moved = False
        for i in range(len(runs) - 2):
            swapped = [*runs[:i], runs[i + 1], runs[i], *runs[i + 2 :]]
            if values[i + 1] > values[i] and worth(contest, swapped) >= worth(contest, runs):
                runs = swapped
                values[i], values[i + 1] = values[i + 1], values[i]
                moved = True
    return as_runs(contest, [label for run in runs for label in run])


def _line_values(contest: Contest, runs: list[list[int]]) -> list[float]:
    """Mean EV of the deals that each run plays; 0 if it plays none."""
    flat = [label for run in runs for label in run]
    place = np.full(len(contest.shapes), len(flat), dtype=np.int64)
    place[flat] = np.arange(len(flat))
    starts, members, evs = contest.groups[:3]
    places = place[members]
    first = np.minimum.reduceat(places, starts[:-1])
    run_of = np.repeat(np.arange(len(runs)), [len(run) for run in runs])[first]
    played = evs[places == np.repeat(first, np.diff(starts))]
    pay = np.bincount(run_of, weights=played, minlength=len(runs))
    share = np.bincount(run_of, weights=contest.sizes, minlength=len(runs))
    return [float(p / s) if s else 0.0 for p, s in zip(pay, share, strict=True)]


def worth(contest: Contest, runs: list[list[int]]) -> float:
    """Expected pay per coin bet when playing by the runs."""
    flat = [label for run in runs for label in run]
    place = np.full(len(contest.shapes), len(contest.shapes), dtype=np.int64)
    place[flat] = np.arange(len(flat))
    return float(_value(contest.groups, place))


@kernel
def _mark_labels(labels: NDArray[np.int16], words: IntArray) -> None:
    """Set bit label % 63 of words[deal, label // 63] for every label of every deal."""
    for i in range(len(labels)):
        for hold in range(32):
            label = labels[i, hold]
            if label >= 0:
                words[i, label // 63] |= np.int64(1) << (label % 63)


@kernel
def _add_evs(
    labels: NDArray[np.int16],
    evs: IntArray,
    weights: IntArray,
    group: IntArray,
    order: IntArray,
    unit: float,
    sums: FloatArray,
) -> None:
    """Add to sums (groups, shapes) the weighted EV of the first hold of each shape in the order (32,)."""
    seen = np.full(sums.shape[1], -1)
    for i in range(len(labels)):
        for hold in order:
            label = labels[i, hold]
            if label >= 0 and seen[label] != i:
                seen[label] = i
                sums[group[i], label] += evs[i, hold] * unit * weights[i]


@kernel
def _value(groups: Groups, place: IntArray) -> float:
    """The EVs of the first shape of every group, added up; place is (shapes,)."""
    starts, members, total = groups.starts, groups.members, 0.0
    for group in range(len(starts) - 1):
        chosen = starts[group]
        for i in range(starts[group] + 1, starts[group + 1]):
            if place[members[i]] < place[members[chosen]]:
                chosen = i
        total += groups.evs[chosen]
    return total


@kernel
def _take_out(order: IntArray, a: int, rest: IntArray, place: IntArray) -> int:
    """Fill rest (shapes - 1,) with the order without a, place (shapes,) with its inverse; a's old place."""
    count = 0
    now = 0
    for i in range(len(order)):
        if order[i] == a:
            now = i
        else:
            place[order[i]] = count
            rest[count] = order[i]
            count += 1
    return now


@kernel
def _fill_gains(a: int, place: IntArray, groups: Groups, gains: FloatArray) -> None:
    """Fill gains (shapes,): entry p is what shape a gains when put at place p of the order without it.

    A deal whose first other shape has place r and EV v is worth v without a; with a at
    place p it is worth a's EV if p <= r, v otherwise.  One run over the groups that
    offer a therefore values all places.
    """
    gains[:] = 0.0
    starts, members, evs = groups.starts, groups.members, groups.evs
    for group in groups.rows[groups.slots[a] : groups.slots[a + 1]]:
        first = len(place)
        value = 0.0
        own = 0.0
        for i in range(starts[group], starts[group + 1]):
            if members[i] == a:
                own = evs[i]
            elif place[members[i]] < first:
                first = place[members[i]]
                value = evs[i]
        gains[first] += own - value
    for p in range(len(gains) - 2, -1, -1):
        gains[p] += gains[p + 1]


@kernel
def _lines_made(p: int, stem: int, rest: IntArray, stems: IntArray) -> int:
    """The lines that a shape of the stem adds at place p: its own, and the one it cuts in two."""
    before = stems[rest[p - 1]] if p > 0 else -1
    after = stems[rest[p]]
    if stem in (before, after):
        return 0
    return 2 if before == after else 1


@kernel
def _improve(
    order: IntArray,
    groups: Groups,
    stems: IntArray,
    draw: int,
    price: float,
) -> bool:
    """Put every shape where the list gains most, order (shapes,) in place; True if any moved.

    Shapes after `draw`, which every deal offers, are in no line and cost nothing;
    a negative price forbids moves that make the list longer.
    """
    n = len(order)
    place = np.zeros(n, dtype=np.int64)
    rest = np.empty(n - 1, dtype=np.int64)
    gains = np.empty(n)
    moved = False
    for a in range(n):
        if a == draw:
            continue
        now = _take_out(order, a, rest, place)
        _fill_gains(a, place, groups, gains)
        lines_now = _lines_made(now, stems[a], rest, stems) if now <= place[draw] else 0
        for p in range(place[draw] + 1):
            lines = _lines_made(p, stems[a], rest, stems)
            if price >= 0:
                gains[p] -= lines * price
            elif lines > lines_now:
                gains[p] = -np.inf
        best = n - 1 - np.argmax(gains[::-1])
        if gains[best] > gains[now] + _LEAST_GAIN:
            moved = True
            order[:best] = rest[:best]
            order[best] = a
            order[best + 1 :] = rest[best:]
    return moved
