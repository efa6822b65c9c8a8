"""Sets of cells as short texts.

`shortest_cells` covers a set of cells with conditions on ranks and suits, the
one that covers most per character first, and leaves over what would cost more
than it is worth.  Terms that slide into one another become spans.  One
condition with exceptions (``AA!AAA``), or everything with exceptions, is taken
where it is shorter.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import RANK_NAMES
from jamfold.ranges.reading.vocabulary import Vocabulary

Cells = NDArray[np.bool_]
"""A set of cells, shape (multisets, suit patterns)."""

_WORTH = 3
"""Cells that a condition must add; fewer are better listed one by one."""
_MOST_TERMS = 60
_LISTED = 7
"""Characters of a cell in a list."""
_BASES = 8
"""Conditions with exceptions that are tried."""


def shortest_cells(words: Vocabulary, target: Cells, top: int, lowest: int) -> tuple[list[str], Cells]:
    """Texts whose union lies within the target, and the cells they leave over."""
    if not target.any():
        return [], target
    texts, rest = _cover(words, target, target, _WORTH)
    best, left = _join_spans(texts, top, lowest), rest
    length = _length(best) + _LISTED * int(rest.sum())
    if len(best) == 1 and not rest.any():
        return best, left
    for base, exceptions in _with_exceptions(words, target):
        room = length - len(words.text(*base)) - 1
        names, missing = _cover(words, exceptions, exceptions | ~_cells_of(words, base), 1, room)
        names = _join_spans(names, top, lowest)
        text = words.text(*base) + "!" + (names[0] if len(names) == 1 else f"({','.join(names)})")
        if not missing.any() and len(text) < length:
            best, left, length = [text], np.zeros_like(target), len(text)
    return best, left


def quick_cover(words: Vocabulary, chosen: NDArray[np.bool_], most: int) -> int:
    """About how many parts the text of a set of classes, bool of shape (n,), has.

    It is meant to tell short texts from long ones: it gives up after ``most``
    conditions, and takes terms like ``AxKx`` for one part together.
    """
    usable = ~np.any(words.class_members & ~chosen, axis=1)
    rest = chosen & ~words.class_members[usable].any(axis=0)
    shape = words.cell_sizes.shape
    counts = np.bincount(words.cell_of[chosen], minlength=words.cell_sizes.size).reshape(shape)
    needed = np.bincount(words.cell_of[rest], minlength=words.cell_sizes.size).reshape(shape) > 0
    whole = counts == words.cell_sizes
    texts, left = _cover(words, whole & needed, whole, 1, most)
    single = rest & ~whole.ravel()[words.cell_of]
    return int(usable.any()) + len(texts) + int(left.sum()) + int(single.sum())


def _cells_of(words: Vocabulary, choice: tuple[int, int]) -> Cells:
    ranks, suits = words.rank_members[choice[0]] > 0, words.suit_members[choice[1]] > 0
    return np.asarray(ranks[:, None] & suits[None, :] & (words.cell_sizes > 0))


def _cover(
    words: Vocabulary, target: Cells, allowed: Cells, worth: int, room: float = np.inf
) -> tuple[list[str], Cells]:
    """Conditions within ``allowed`` that cover the target greedily, and what is left of it.

    It gives up when the texts are longer than ``room`` even if they were all spans.
    """
    exists = words.cell_sizes > 0
    outside = words.rank_members @ (exists & ~allowed).astype(np.float32) @ words.suit_members.T
    lengths = np.add.outer([len(t) + 1 for t in words.rank_texts], [len(t) for t in words.suit_texts])
    left = target & exists
    gains = words.rank_members @ left.astype(np.float32) @ words.suit_members.T
    texts: list[str] = []
    while left.any() and len(texts) < min(_MOST_TERMS, room):
        gains[outside > 0] = 0
        best = int(np.argmax(gains / lengths))
        rank, suit = divmod(best, gains.shape[1])
        if gains[rank, suit] < min(worth, left.sum()):
            break
        if gains.max() * (room - len(texts)) < left.sum():
            break  # gains only fall: no room is enough
        texts.append(words.text(rank, suit))
        covered = left & _cells_of(words, (rank, suit))
        rows = np.flatnonzero(covered.any(axis=1))
        gains -= words.rank_members[:, rows] @ covered[rows].astype(np.float32) @ words.suit_members.T
        left &= ~covered
    return texts, left


def _with_exceptions(words: Vocabulary, target: Cells) -> list[tuple[tuple[int, int], Cells]]:
    """Conditions that hold all of the target, with the cells to take out, fewest first."""
    exists = (words.cell_sizes > 0).astype(np.float32)
    totals = words.rank_members @ exists @ words.suit_members.T
    held = words.rank_members @ target.astype(np.float32) @ words.suit_members.T
    extra = np.where(held == target.sum(), totals - held, np.inf)
    order = np.argsort(extra, axis=None, kind="stable")[:_BASES]
    found = []
    for flat in order:
        rank, suit = np.unravel_index(int(flat), extra.shape)
        base = (int(rank), int(suit))
        # An "!" in the base would take its own exceptions for more of the same.
        if 0 < extra[base] < np.inf and "!" not in words.suit_texts[suit]:
            found.append((base, _cells_of(words, base) & ~target))
    return found


def _length(texts: Sequence[str]) -> int:
    return sum(len(text) + 1 for text in texts)


def _join_spans(texts: list[str], top: int, lowest: int) -> list[str]:
    """The texts with terms that slide into one another joined, in order of first appearance."""
    shapes: dict[tuple[tuple[int, ...], str], dict[int, str]] = defaultdict(dict)
    result: list[str | tuple[tuple[int, ...], str]] = []
    for text in texts:
        n = next((i for i, c in enumerate(text) if c not in RANK_NAMES), len(text))
        if n == 0 or "!" in text:
            result.append(text)
            continue
        ranks = [RANK_NAMES.index(c) for c in text[:n]]
        key = (tuple(rank - ranks[0] for rank in ranks), text[n:])
        if key not in shapes:
            result.append(key)
        shapes[key][ranks[0]] = text[:n]
    joined: list[str] = []
    for entry in result:
        joined += [entry] if isinstance(entry, str) else _spans(shapes[entry], entry, top, lowest)
    return joined


def _spans(names: dict[int, str], key: tuple[tuple[int, ...], str], top: int, lowest: int) -> list[str]:
    """The runs of one shape, highest first: single terms or spans."""
    offsets, suffix = key
    positions = sorted(names, reverse=True)
    breaks = [i for i in range(1, len(positions)) if positions[i] != positions[i - 1] - 1]
    found = []
    for start, end in zip([0, *breaks], [*breaks, len(positions)], strict=True):
        first, last = positions[start], positions[end - 1]
        variables = next((i for i, c in enumerate(suffix) if not c.isalpha()), len(suffix))
        shape, behind = suffix[:variables], suffix[variables:]
        high, low = names[first] + shape, names[last] + shape
        if first == last:
            found.append(high + behind)
        elif first + max(offsets) == top:
            found.append(f"{low}+{behind}")
        elif last + min(offsets) == lowest:
            found.append(f"{high}-{behind}")
        elif end - start > 2 or behind:
            found.append(f"{high}-{low}{behind}")
        else:
            found += [high, low]
    return found
