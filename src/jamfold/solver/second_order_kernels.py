"""Kernels of the second-order model: sums over classes of two, three and four hands and of folders."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from jamfold.core.arrays import BoolArray, FloatArray, IntArray
from jamfold.core.jit import kernel

Float32Array = NDArray[np.float32]
_OF_THREE = 2 / 3
"""Of the relative change of a share against one of two others: as of three alike in Luce's model of choice.

Without it classes of six seats of 10 big blinds gain 0.06 too much behind two all-ins, with 1 in its place
0.04 too little (339,000 deals); first in 0.005 too much, and 0.0004.
"""


@kernel
def fill_marginals(
    prior: FloatArray, pair: FloatArray, strategy: FloatArray, in1: FloatArray, both_in: FloatArray
) -> None:
    """Fill in1 (nodes, n), the chance to go in given a class; both_in (nodes, nodes), that two nodes do."""
    nodes, n = strategy.shape
    in1[:] = 0.0
    for node in range(nodes):
        for c in range(n):
            chance = strategy[node, c]
            if chance != 0.0:
                for h in range(n):
                    in1[node, h] += chance * pair[c, h]
    for node in range(nodes):
        for other in range(node + 1):
            total = 0.0
            for h in range(n):
                total += prior[h] * strategy[node, h] * in1[other, h]
            both_in[node, other] = total
            both_in[other, node] = total


@kernel
def add_folders(
    pair: FloatArray,
    means: FloatArray,
    triples: Float32Array,
    dead: Float32Array,
    target: FloatArray,
    first: int,
    step: int,
    applied: FloatArray,
    in2: Float32Array,
    fold2: Float32Array,
    shifts: Float32Array,
) -> None:
    """Bring every step-th folder's sums from the applied strategy to the wanted one.

    in2[f, q, c, h] is the sum over d of Pr(c, d | h) times s(d), times function q of h against c where q > 0;
    fold2[f, c, h] the chance to fold; shifts[f, q - 1, c, h] how that changes the mean of function q.
    """
    functions, n = len(means), len(pair)
    for folder in range(first, len(target), step):
        changed = False
        for d in range(n):
            change = np.float32(target[folder, d] - applied[folder, d])
            if change != 0.0:
                changed = True
                applied[folder, d] += change
                _add_scaled(in2[folder, 0], change, triples[0, d])
                for q in range(1, functions):
                    _add_scaled(in2[folder, q], change, dead[q - 1, d])
        if changed:
            for c in range(n):
                for h in range(n):
                    pair_chance = pair[c, h] if pair[c, h] > 0.0 else 1.0
                    goes = in2[folder, 0, c, h] / pair_chance
                    stays = max(1.0 - goes, 0.0)
                    fold2[folder, c, h] = stays
                    for q in range(1, functions):
                        lost = means[q, c, h] * goes - in2[folder, q, c, h] / pair_chance
                        shifts[folder, q - 1, c, h] = lost / stays if stays > 1e-6 else 0.0


@kernel
def _add_scaled(total: Float32Array, factor: np.float32, values: Float32Array) -> None:
    for c in range(total.shape[0]):
        for h in range(total.shape[1]):
            total[c, h] += factor * values[c, h]


@kernel
def meet_two(
    pair: FloatArray,
    means: FloatArray,
    strategy: FloatArray,
    nodes: IntArray,
    folders: IntArray,
    fold2: Float32Array,
    shifts: Float32Array,
    first: int,
    step: int,
    out: FloatArray,
) -> None:
    """Fill out (ends, 2, functions, n) of every step-th end: sums of functions over the other's hands."""
    n, functions = len(pair), len(means)
    weight, shift = np.empty(n), np.empty((functions, n))
    for end in range(first, len(nodes), step):
        for view in range(2):
            other = strategy[nodes[end, 1 - view]]
            for c in range(n):
                if other[c] == 0.0:
                    continue
                for h in range(n):
                    weight[h] = other[c] * pair[c, h]
                for q in range(1, functions):
                    for h in range(n):
                        shift[q, h] = means[q, c, h]
                for place in range(folders.shape[1]):
                    folder = folders[end, place]
                    if folder < 0:
                        break
                    for h in range(n):
                        weight[h] *= fold2[folder, c, h]
                    for q in range(1, functions):
                        for h in range(n):
                            shift[q, h] += shifts[folder, q - 1, c, h]
                for h in range(n):
                    out[end, view, 0, h] += weight[h]
                for q in range(1, functions):
                    for h in range(n):
                        out[end, view, q, h] += weight[h] * shift[q, h]


@kernel
def meet_three(
    triples: Float32Array,
    means: FloatArray,
    contests: BoolArray,
    strategy: FloatArray,
    nodes: IntArray,
    folders: IntArray,
    shifts: Float32Array,
    weights: Float32Array,
    first: int,
    step: int,
    out: Float32Array,
) -> None:
    """Fill out (ends, 3, functions, n) of every step-th end: sums of functions over the others' hands."""
    n, views = strategy.shape[1], 3 * len(range(first, len(nodes), step))
    lefts, rights = np.empty((n, views), dtype=np.float32), np.empty((n, views), dtype=np.float32)
    changes = np.ones((2, n, n), dtype=np.float32)
    changing = folders.shape[1] > 0
    for number in range(views):
        end, view = first + step * (number // 3), number % 3
        first_node, second_node = nodes[end, 1 if view == 0 else 0], nodes[end, 1 if view == 2 else 2]
        for c in range(n):
            lefts[c, number] = strategy[first_node, c] * weights[end, c]
            rights[c, number] = strategy[second_node, c] * weights[end, c]
    for q in range(len(triples)):
        if not changing or not (contests[q, 0] or contests[q, 1]):
            _contract_all(triples[q], lefts, rights, first, step, q, out)
    if changing:
        for number in range(views):
            end, view = first + step * (number // 3), number % 3
            left, right = lefts[:, number], rights[:, number]
            _fill_changes(means[1], shifts, folders[end], left, changes[0])
            _fill_changes(means[1], shifts, folders[end], right, changes[1])
            for q in range(len(triples)):
                if not (contests[q, 0] or contests[q, 1]):
                    continue
                for c in range(n):
                    for d in range(n):
                        weight = left[c] * right[d]
                        if weight == 0.0:
                            continue
                        sums, shares = out[end, view, q], triples[q, c, d]
                        if contests[q, 0] and contests[q, 1]:
                            change, other_change = changes[0, c], changes[1, d]
                            for h in range(n):
                                sums[h] += weight * (shares[h] * change[h] * other_change[h])
                        else:
                            change = changes[0, c] if contests[q, 0] else changes[1, d]
                            for h in range(n):
                                sums[h] += weight * (shares[h] * change[h])


@kernel
def _contract_all(
    tensor: Float32Array,
    lefts: Float32Array,
    rights: Float32Array,
    first: int,
    step: int,
    q: int,
    out: Float32Array,
) -> None:
    """Contract a tensor for all views (n, views): each of its rows is loaded once for all of them."""
    n, views = lefts.shape
    playing = np.empty(views, dtype=np.int64)
    for c in range(n):
        count = 0
        for number in range(views):
            if lefts[c, number] != 0.0:
                playing[count] = number
                count += 1
        for d in range(n):
            for k in range(count):
                number = playing[k]
                weight = lefts[c, number] * rights[d, number]
                if weight != 0.0:
                    sums = out[first + step * (number // 3), number % 3, q]
                    for h in range(n):
                        sums[h] += weight * tensor[c, d, h]


@kernel
def _fill_changes(
    means: FloatArray, shifts: Float32Array, folders: IntArray, played: Float32Array, out: Float32Array
) -> None:
    """Fill out[c, h] for classes that are played: by what factor folders change the share of h against c."""
    n = len(played)
    for c in range(n):
        if played[c] == 0.0:
            continue
        for h in range(n):
            out[c, h] = 0.0
        for folder in folders:
            if folder >= 0:
                for h in range(n):
                    out[c, h] += shifts[folder, 0, c, h]
        for h in range(n):
            change = 1.0 + _OF_THREE * out[c, h] / means[c, h] if means[c, h] > 0.0 else 1.0
            out[c, h] = max(change, 0.0)


@kernel
def meet_folders(
    triples: Float32Array, strategy: FloatArray, nodes: IntArray, first: int, step: int, out: Float32Array
) -> None:
    """Fill out (pairs, n) of every step-th pair of nodes: the chance that both go in, given a class."""
    n = strategy.shape[1]
    left, right = np.empty(n, dtype=np.float32), np.empty(n, dtype=np.float32)
    for number in range(first, len(nodes), step):
        for c in range(n):
            left[c] = strategy[nodes[number, 0], c]
            right[c] = strategy[nodes[number, 1], c]
        _contract(triples, left, right, out[number])


@kernel
def _contract(tensor: Float32Array, left: Float32Array, right: Float32Array, out: Float32Array) -> None:
    """Add to out (n,) the sum over c and d of tensor[c, d, h] left[c] right[d]."""
    n = len(out)
    for c in range(n):
        if left[c] == 0.0:
            continue
        for d in range(n):
            weight = left[c] * right[d]
            if weight != 0.0:
                for h in range(n):
                    out[h] += weight * tensor[c, d, h]


@kernel
def meet_four(
    classes: IntArray,
    places: IntArray,
    chances: FloatArray,
    seatings: IntArray,
    played: FloatArray,
    values: FloatArray,
    out: FloatArray,
) -> None:
    """Add to out (4, 2, n) the chances that the others go in, and these times the values of four players."""
    goes = np.empty((4, 4))
    for deal in range(len(classes)):
        able = 0
        for hand in range(4):
            going = 0.0
            for player in range(4):
                goes[player, hand] = played[player, classes[deal, hand]]
                going += goes[player, hand]
            able += going > 0.0
        if able < 3:
            continue
        chance = chances[deal] / len(seatings)
        for seating in range(len(seatings)):
            first, second, third, fourth = seatings[seating]
            early, late = goes[0, first] * goes[1, second], goes[2, third] * goes[3, fourth]
            if early == 0.0 and late == 0.0:
                continue
            code = places[deal, first] + 4 * places[deal, second] + 16 * places[deal, third]
            code += 64 * places[deal, fourth]
            others_in = (
                goes[1, second] * late, goes[0, first] * late, early * goes[3, fourth], early * goes[2, third]
            )  # fmt: skip
            for player in range(4):
                likely = chance * others_in[player]
                class_ = classes[deal, seatings[seating, player]]
                out[player, 0, class_] += likely
                out[player, 1, class_] += likely * values[player, code]
