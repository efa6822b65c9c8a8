"""Counting over lanes of bytes, in LLVM's vector types.

Sums stay in registers over all rows of a list, which the loop vectoriser does not
do: for `lane_counter` it took 2.5 times as long.  One byte per lane is counted in,
widened to 16 bits before it can overflow.  `plain_lanes` has kernels that do the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
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

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        for lane, width in _vectors(builder, args[10], widths):
            count(context, builder, signature, args, lane, width)
        return context.get_dummy_value()

    def count(context: Any, builder: Any, signature: Any, args: Any, lane: Any, width: int) -> None:
        bytes_, shorts = ir.VectorType(_BYTE, width), ir.VectorType(_SHORT, width)
        sheet, starts, thresholds, counts = (
            _data(context, builder, signature, args, i) for i in (0, 2, 3, 8)
        )
        at, n = args[4], args[5]
        sheet_at, counts_at = (builder.add(args[i], lane) for i in (1, 9))
        cap = _splat(builder, builder.trunc(args[6], _BYTE), bytes_)
        sign = _splat(builder, builder.trunc(args[7], _SHORT), shorts)
        operation = ir.FunctionType(bytes_, [bytes_, bytes_])
        subtract, smaller = (
            get_or_insert_function(builder.module, operation, f"llvm.{name}.v{width}i8")
            for name in ("usub.sat", "umin")
        )
        sums = alloca_once_value(builder, ir.Constant(shorts, None))
        with _pieces(builder, at, n, _BYTE_ITEMS) as (begin, stop):
            partial = alloca_once_value(builder, ir.Constant(bytes_, None))
            builder.store(ir.Constant(bytes_, None), partial)
            with for_range_slice(builder, begin, stop, ir.Constant(_WORD, 1), _WORD) as (i, _):
                row = _row(builder, sheet, sheet_at, starts, i, bytes_)
                level = _splat(builder, builder.load(builder.gep(thresholds, [i])), bytes_)
                ahead = builder.call(smaller, [builder.call(subtract, [row, level]), cap])
                builder.store(builder.add(builder.load(partial), ahead), partial)
            _widen(builder, partial, sums, shorts)
        target = _vector_at(builder, counts, counts_at, shorts)
        signed = builder.mul(builder.load(sums), sign)
        builder.store(builder.add(builder.load(target, align=2), signed), target, align=2)

    @intrinsic
    def count_lanes(
        typing_context: Any,
        sheet: Any,
        sheet_at: Any,
        starts: Any,
        thresholds: Any,
        at: Any,
        n: Any,
        cap: Any,
        sign: Any,
        counts: Any,
        counts_at: Any,
        lanes: Any,
    ) -> Any:
        integer = types.int64
        signature = types.void(
            sheet, integer, starts, thresholds, integer, integer, integer, integer, counts, integer, integer
        )
        return signature, codegen

    return count_lanes


def relation_counter(widths: Sequence[int], wanted: Sequence[int]) -> Any:
    """An intrinsic that counts how the lanes of many rows stand to one threshold each; widths as above.

    Sets, for lanes l in 0..lanes-1 and wanted relations k, counts[k lanes + l] to the number of rows i in
    at..at+n-1 that are

    0. level: sheet[sheet_at + starts[i] + l] == thresholds[i];
    1. and 2. level, and in the low ahead, and level: the same row by low_starts against low_thresholds;
    3. ahead: sheet[..] > thresholds[i];
    4. and 5. ahead, and in the low ahead, and level.
    """
    with_low = any(k % 3 for k in wanted)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        for lane, width in _vectors(builder, args[9], widths):
            count(context, builder, signature, args, lane, width)
        return context.get_dummy_value()

    def count(context: Any, builder: Any, signature: Any, args: Any, lane: Any, width: int) -> None:
        bytes_, shorts = ir.VectorType(_BYTE, width), ir.VectorType(_SHORT, width)
        sheet, starts, thresholds, low_starts, low_thresholds, counts = (
            _data(context, builder, signature, args, i) for i in (0, 2, 3, 4, 5, 8)
        )
        sheet_at, at, n, lanes = builder.add(args[1], lane), args[6], args[7], args[9]
        none = ir.Constant(bytes_, None)
        sums = [alloca_once_value(builder, ir.Constant(shorts, None)) for _ in wanted]
        with _pieces(builder, at, n, _BYTE_RELATIONS) as (begin, stop):
            partial = [alloca_once_value(builder, none) for _ in wanted]
            for one in partial:
                builder.store(none, one)
            with for_range_slice(builder, begin, stop, ir.Constant(_WORD, 1), _WORD) as (i, _):
                row = _row(builder, sheet, sheet_at, starts, i, bytes_)
                mine = _splat(builder, builder.load(builder.gep(thresholds, [i])), bytes_)
                holds = [builder.icmp_unsigned(sign, row, mine) for sign in ("==", ">")]
                if with_low:
                    low = _row(builder, sheet, sheet_at, low_starts, i, bytes_)
                    my_low = _splat(builder, builder.load(builder.gep(low_thresholds, [i])), bytes_)
                    lows = [builder.icmp_unsigned(sign, low, my_low) for sign in (">", "==")]
                    holds = [
                        each for high in holds for each in (high, *(builder.and_(high, one) for one in lows))
                    ]
                else:
                    holds = [holds[0], None, None, holds[1]]
                for one, k in zip(partial, wanted, strict=True):
                    builder.store(builder.sub(builder.load(one), builder.sext(holds[k], bytes_)), one)
            for one, total in zip(partial, sums, strict=True):
                _widen(builder, one, total, shorts)
        for k, total in zip(wanted, sums, strict=True):
            place = builder.add(lane, builder.mul(lanes, ir.Constant(_WORD, k)))
            builder.store(builder.load(total), _vector_at(builder, counts, place, shorts), align=2)

    @intrinsic
    def count_relations(
        typing_context: Any,
        sheet: Any,
        sheet_at: Any,
        starts: Any,
        thresholds: Any,
        low_starts: Any,
        low_thresholds: Any,
        at: Any,
        n: Any,
        counts: Any,
        lanes: Any,
    ) -> Any:
        integer = types.int64
        signature = types.void(
            sheet, integer, starts, thresholds, low_starts, low_thresholds, integer, integer, counts, integer
        )
        return signature, codegen

    return count_relations


def threshold_counter(widths: Sequence[int]) -> Any:
    """An intrinsic that compares the lanes of many rows with two thresholds each; widths as above.

    Sets, for lanes l in 0..lanes-1, counts[k lanes + l] to the number of rows i in at..at+n-1
    whose sheet[sheet_at + starts[i] + l] is (k = 0) > first[i]; (1) >= first[i]; (2) > second[i];
    (3) >= second[i].
    """

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        for lane, width in _vectors(builder, args[8], widths):
            count(context, builder, signature, args, lane, width)
        return context.get_dummy_value()

    def count(context: Any, builder: Any, signature: Any, args: Any, lane: Any, width: int) -> None:
        bytes_, shorts = ir.VectorType(_BYTE, width), ir.VectorType(_SHORT, width)
        sheet, starts, first, second, counts = (
            _data(context, builder, signature, args, i) for i in (0, 2, 3, 4, 7)
        )
        sheet_at, at, n, lanes = builder.add(args[1], lane), args[5], args[6], args[8]
        none = ir.Constant(bytes_, None)
        sums = [alloca_once_value(builder, ir.Constant(shorts, None)) for _ in range(4)]
        with _pieces(builder, at, n, _BYTE_RELATIONS) as (begin, stop):
            partial = [alloca_once_value(builder, none) for _ in range(4)]
            for one in partial:
                builder.store(none, one)
            with for_range_slice(builder, begin, stop, ir.Constant(_WORD, 1), _WORD) as (i, _):
                row = _row(builder, sheet, sheet_at, starts, i, bytes_)
                levels = [_splat(builder, builder.load(builder.gep(a, [i])), bytes_) for a in (first, second)]
                holds = [builder.icmp_unsigned(sign, row, level) for level in levels for sign in (">", ">=")]
                for one, hold in zip(partial, holds, strict=True):
                    builder.store(builder.sub(builder.load(one), builder.sext(hold, bytes_)), one)
            for one, total in zip(partial, sums, strict=True):
                _widen(builder, one, total, shorts)
        for k, total in enumerate(sums):
            place = builder.add(lane, builder.mul(lanes, ir.Constant(_WORD, k)))
            builder.store(builder.load(total), _vector_at(builder, counts, place, shorts), align=2)

    @intrinsic
    def count_thresholds(
        typing_context: Any,
        sheet: Any,
        sheet_at: Any,
        starts: Any,
        first: Any,
        second: Any,
        at: Any,
        n: Any,
        counts: Any,
        lanes: Any,
    ) -> Any:
        integer = types.int64
        signature = types.void(sheet, integer, starts, first, second, integer, integer, counts, integer)
        return signature, codegen

    return count_thresholds


def _vectors(builder: Any, lanes: Any, widths: Sequence[int]) -> Iterator[tuple[Any, int]]:
    """Loops over all lanes: the first lane of a vector and its width, once for each width."""
    begin: Any = ir.Constant(_WORD, 0)
    for width in widths:
        end = builder.and_(lanes, ir.Constant(_WORD, -width))
        with for_range_slice(builder, begin, end, ir.Constant(_WORD, width), _WORD) as (lane, _):
            yield lane, width
        begin = end


def _data(context: Any, builder: Any, signature: Any, args: Any, i: int) -> Any:
    """The first value of an array that is argument i."""
    return context.make_array(signature.args[i])(context, builder, args[i]).data


def _vector_at(builder: Any, pointer: Any, index: Any, kind: Any) -> Any:
    return builder.bitcast(builder.gep(pointer, [index]), kind.as_pointer())


def _splat(builder: Any, value: Any, kind: Any) -> Any:
    number = ir.IntType(32)
    vector = builder.insert_element(ir.Constant(kind, ir.Undefined), value, ir.Constant(number, 0))
    mask = ir.Constant(ir.VectorType(number, kind.count), [0] * kind.count)
    return builder.shuffle_vector(vector, ir.Constant(kind, ir.Undefined), mask)


def _row(builder: Any, sheet: Any, sheet_at: Any, starts: Any, i: Any, kind: Any) -> Any:
    start = builder.zext(builder.load(builder.gep(starts, [i])), _WORD)
    return builder.load(_vector_at(builder, sheet, builder.add(sheet_at, start), kind), align=1)


@contextmanager
def _pieces(builder: Any, at: Any, n: Any, most: int) -> Iterator[tuple[Any, Any]]:
    """A loop over at..at+n-1 in pieces of at most ``most``, whose begin and end it gives."""
    end = builder.add(at, n)
    with for_range_slice(builder, at, end, ir.Constant(_WORD, most), _WORD) as (begin, _):
        stop = builder.add(begin, ir.Constant(_WORD, most))
        yield begin, builder.select(builder.icmp_signed("<", stop, end), stop, end)


def _widen(builder: Any, partial: Any, sums: Any, shorts: Any) -> None:
    widened = builder.zext(builder.load(partial), shorts)
    builder.store(builder.add(builder.load(sums), widened), sums)
