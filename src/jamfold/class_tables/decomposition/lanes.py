"""Counting over lanes of bytes, in LLVM's vector types.

Sums stay in registers over all rows of a list, which the loop vectoriser does not
do: for `lane_counter` it took 2.5 times as long.  One byte per lane is counted in,
widened to 16 bits before it can overflow.  `plain_lanes` has kernels that do the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from inspect import Parameter, Signature
from types import SimpleNamespace
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from jamfold.core.numba_private import alloca_once_value, for_range_slice, get_or_insert_function

_BYTE_ITEMS = 127  # counts of at most 2 fit into a byte that often
_BYTE_RELATIONS = 255
_BYTE, _SHORT, _WORD = ir.IntType(8), ir.IntType(16), ir.IntType(64)


def lane_counter(widths: Sequence[int]) -> Any:
    """An intrinsic that compares the lanes of many rows with one threshold each.

    The widths are those of its vectors, the largest first, each a multiple of the next, down to 1.
    For lanes l in 0..lanes-1: counts[counts_at + l] += sign x sum over i in at..at+n-1 of
    min(max(sheet[sheet_at + starts[i] + l] - thresholds[i], 0), cap).
    """

    def count(builder: Any, values: Any, lane: Any, width: int) -> None:
        bytes_, shorts = ir.VectorType(_BYTE, width), ir.VectorType(_SHORT, width)
        cap = _splat(builder, builder.trunc(values.cap, _BYTE), bytes_)
        sign = _splat(builder, builder.trunc(values.sign, _SHORT), shorts)
        operation = ir.FunctionType(bytes_, [bytes_, bytes_])
        subtract, smaller = (
            get_or_insert_function(builder.module, operation, f"llvm.{name}.v{width}i8")
            for name in ("usub.sat", "umin")
        )
        sums = alloca_once_value(builder, ir.Constant(shorts, None))
        with _pieces(builder, values, _BYTE_ITEMS) as (begin, stop):
            partial = alloca_once_value(builder, ir.Constant(bytes_, None))
            builder.store(ir.Constant(bytes_, None), partial)
            with for_range_slice(builder, begin, stop, ir.Constant(_WORD, 1), _WORD) as (i, _):
                row = _row(builder, values, values.starts, lane, i, bytes_)
                level = _level(builder, values.thresholds, i, bytes_)
                ahead = builder.call(smaller, [builder.call(subtract, [row, level]), cap])
                builder.store(builder.add(builder.load(partial), ahead), partial)
            _widen(builder, partial, sums, shorts)
        target = _vector_at(builder, values.counts, builder.add(values.counts_at, lane), shorts)
        signed = builder.mul(builder.load(sums), sign)
        builder.store(builder.add(builder.load(target, align=2), signed), target, align=2)

    return _counter("sheet sheet_at starts thresholds at n cap sign counts counts_at lanes", widths, count)


def relation_counter(widths: Sequence[int], numbers: Sequence[int]) -> Any:
    """An intrinsic that compares the lanes of many rows with one threshold each; widths as above.

    Sets, for lanes l in 0..lanes-1 and relations k in ``numbers``, counts[k lanes + l] to the number of
    rows i in at..at+n-1 that are

    0. level: sheet[sheet_at + starts[i] + l] == thresholds[i];
    1. and 2. level, and in the low ahead, and level: the same row by low_starts against low_thresholds;
    3. ahead: sheet[..] > thresholds[i];
    4. and 5. ahead, and in the low ahead, and level.
    """
    with_low = any(k % 3 for k in numbers)

    def relations(builder: Any, values: Any, lane: Any, i: Any, bytes_: Any) -> list[Any]:
        row = _row(builder, values, values.starts, lane, i, bytes_)
        threshold = _level(builder, values.thresholds, i, bytes_)
        holds = [builder.icmp_unsigned(sign, row, threshold) for sign in ("==", ">")]
        if not with_low:
            return [holds[k // 3] for k in numbers]
        low = _row(builder, values, values.low_starts, lane, i, bytes_)
        my_low = _level(builder, values.low_thresholds, i, bytes_)
        lows = [builder.icmp_unsigned(sign, low, my_low) for sign in (">", "==")]
        tests = [hold for high in holds for hold in (high, *(builder.and_(high, test) for test in lows))]
        return [tests[k] for k in numbers]

    names = "sheet sheet_at starts thresholds low_starts low_thresholds at n counts lanes"
    return _counter(names, widths, _row_counts(numbers, relations))


def threshold_counter(widths: Sequence[int]) -> Any:
    """An intrinsic that compares the lanes of many rows with two thresholds each; widths as above.

    Sets, for lanes l in 0..lanes-1, counts[k lanes + l] to the number of rows i in at..at+n-1
    whose sheet[sheet_at + starts[i] + l] is (k = 0) > first[i]; (1) >= first[i]; (2) > second[i];
    (3) >= second[i].
    """

    def relations(builder: Any, values: Any, lane: Any, i: Any, bytes_: Any) -> list[Any]:
        row = _row(builder, values, values.starts, lane, i, bytes_)
        levels = [_level(builder, thresholds, i, bytes_) for thresholds in (values.first, values.second)]
        return [builder.icmp_unsigned(sign, row, level) for level in levels for sign in (">", ">=")]

    names = "sheet sheet_at starts first second at n counts lanes"
    return _counter(names, widths, _row_counts(range(4), relations))


def _counter(names: str, widths: Sequence[int], count: Callable[..., None]) -> Any:
    """An intrinsic of these parameters, arrays and integers; `count` writes its code for one vector."""
    parameters = names.split()

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = (
            context.make_array(kind)(context, builder, value).data if isinstance(kind, types.Array) else value
            for kind, value in zip(signature.args, args, strict=True)
        )
        values = SimpleNamespace(**dict(zip(parameters, data, strict=True)))
        for lane, width in _vectors(builder, values.lanes, widths):
            count(builder, values, lane, width)
        return context.get_dummy_value()

    def typed(typing_context: Any, *kinds: Any) -> Any:
        signature = (kind if isinstance(kind, types.Array) else types.int64 for kind in kinds)
        return types.void(*signature), codegen

    vars(typed)["__signature__"] = Signature(
        [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD) for name in ("typing_context", *parameters)]
    )
    return intrinsic(typed)


def _row_counts(numbers: Sequence[int], relations: Callable[..., list[Any]]) -> Callable[..., None]:
    """The code that sets counts[k lanes + l] to the number of rows for which the relation k holds."""

    def count(builder: Any, values: Any, lane: Any, width: int) -> None:
        bytes_, shorts = ir.VectorType(_BYTE, width), ir.VectorType(_SHORT, width)
        zeros = ir.Constant(bytes_, None)
        sums = [alloca_once_value(builder, ir.Constant(shorts, None)) for _ in numbers]
        with _pieces(builder, values, _BYTE_RELATIONS) as (begin, stop):
            partial = [alloca_once_value(builder, zeros) for _ in numbers]
            for count_of in partial:
                builder.store(zeros, count_of)
            with for_range_slice(builder, begin, stop, ir.Constant(_WORD, 1), _WORD) as (i, _):
                for count_of, hold in zip(partial, relations(builder, values, lane, i, bytes_), strict=True):
                    builder.store(builder.sub(builder.load(count_of), builder.sext(hold, bytes_)), count_of)
            for count_of, total in zip(partial, sums, strict=True):
                _widen(builder, count_of, total, shorts)
        for k, total in zip(numbers, sums, strict=True):
            place = builder.add(lane, builder.mul(values.lanes, ir.Constant(_WORD, k)))
            builder.store(builder.load(total), _vector_at(builder, values.counts, place, shorts), align=2)

    return count


def _vectors(builder: Any, lanes: Any, widths: Sequence[int]) -> Iterator[tuple[Any, int]]:
    """Loops over all lanes: the first lane of a vector and its width, once for each width."""
    begin: Any = ir.Constant(_WORD, 0)
    for width in widths:
        end = builder.and_(lanes, ir.Constant(_WORD, -width))
        with for_range_slice(builder, begin, end, ir.Constant(_WORD, width), _WORD) as (lane, _):
            yield lane, width
        begin = end


def _vector_at(builder: Any, pointer: Any, index: Any, kind: Any) -> Any:
    return builder.bitcast(builder.gep(pointer, [index]), kind.as_pointer())


def _splat(builder: Any, value: Any, kind: Any) -> Any:
    number = ir.IntType(32)
    vector = builder.insert_element(ir.Constant(kind, ir.Undefined), value, ir.Constant(number, 0))
    mask = ir.Constant(ir.VectorType(number, kind.count), [0] * kind.count)
    return builder.shuffle_vector(vector, ir.Constant(kind, ir.Undefined), mask)


def _row(builder: Any, values: Any, starts: Any, lane: Any, i: Any, kind: Any) -> Any:
    first = builder.add(values.sheet_at, lane)  # the same in all rows: LLVM takes it out of the loop
    start = builder.zext(builder.load(builder.gep(starts, [i])), _WORD)
    return builder.load(_vector_at(builder, values.sheet, builder.add(first, start), kind), align=1)


def _level(builder: Any, thresholds: Any, i: Any, kind: Any) -> Any:
    return _splat(builder, builder.load(builder.gep(thresholds, [i])), kind)


@contextmanager
def _pieces(builder: Any, values: Any, most: int) -> Iterator[tuple[Any, Any]]:
    """A loop over at..at+n-1 in pieces of at most ``most``, whose begin and end it gives."""
    end = builder.add(values.at, values.n)
    with for_range_slice(builder, values.at, end, ir.Constant(_WORD, most), _WORD) as (begin, _):
        stop = builder.add(begin, ir.Constant(_WORD, most))
        yield begin, builder.select(builder.icmp_signed("<", stop, end), stop, end)


def _widen(builder: Any, partial: Any, sums: Any, shorts: Any) -> None:
    widened = builder.zext(builder.load(partial), shorts)
    builder.store(builder.add(builder.load(sums), widened), sums)
