"""Bounds of the whole game: sentences, sheet, columns; bounds are rounded outward."""

from __future__ import annotations

from math import ceil, floor

from jamfold.cards.counting.classes import hand_classes
from jamfold.cases.charts import BoundsRequest
from jamfold.core.display import in_bb, plural
from jamfold.spots.whole_game import DEEPEST, PROVED, Bounds, BoundsAt, UpperHand
from jamfold.spots.whole_game_flops import FlopBound
from jamfold.views.formats import Columns, RoundingRule, columns_of, signed_text
from jamfold.views.sentences import whole_game_sentence
from jamfold.views.sheet import Heads, Note, Sheet, Table, facts

CHART_HEADS: Heads = ("stack, bb", "at least", "at most", "gap", "without limps", "gap")
_DIGITS = 5
_ROUNDING = 1e-6
_MOST_NAMED = 12
"""At most this many open hands are listed by name."""
HOW = (
    "Lower bound: against jam or fold the big blind can only call or fold. Upper bound: the big blind "
    "answers any raise by jamming or folding, and a limp by jamming or giving up the pot. Both are exact "
    "fractions."
)
HOW_WITH_FLOPS = (
    "Lower bound: against jam or fold the big blind can only call or fold. Upper bound with limps: the big "
    "blind jams over a limp or checks; it folds to the smallest raise, jams over it or calls; then it jams "
    "the flop or gives up the pot. It answers larger raises by jamming or folding. Both are exact fractions."
)


def bounds_sheet(question: BoundsRequest, answer: Bounds) -> Sheet:
    """Return the verdict, both intervals, thresholds, hands and answers, and the chart if there is one."""
    at = answer.at
    rows = [
        ["with limps", *_interval(at.lower_bb, at.upper_bb, at.gap_bb)],
        ["without limps", *_interval(at.lower_bb, at.upper_without_limps_bb, at.gap_without_limps_bb)],
    ]
    heads = ("small blind earns, bb", "at least", "at most", "gap")
    chart = [Table(CHART_HEADS, map(_chart_row, answer.chart))] if answer.chart else []
    parts = [
        facts(heads, rows),
        _threshold_text(answer),
        _hands_text(answer),
        *_answers(answer),
        *_sampled(answer),
        *chart,
    ]
    stack = in_bb(at.stack_bb)
    return Sheet(
        f"{answer.game.title}, {stack} effective: jam or fold in the whole game",
        whole_game_sentence(answer.game.title, at.gap_bb),
        [*parts, Note(HOW_WITH_FLOPS if isinstance(answer.solved.upper[0], FlopBound) else HOW)],
    )


def _interval(lower: float, upper: float, gap: float) -> list[str]:
    return [_outward(lower, floor), _outward(upper, ceil), _outward(gap, ceil).lstrip("+")]


def _outward(value: float, rounding: RoundingRule) -> str:
    scale = 10.0**_DIGITS
    nearest = round(value * scale)
    exact = abs(value * scale - nearest) < _ROUNDING and bool(nearest) == bool(value)
    return signed_text((nearest if exact else rounding(value * scale)) / scale, _DIGITS)


def _chart_row(row: BoundsAt) -> list[str]:
    with_limps = _interval(row.lower_bb, row.upper_bb, row.gap_bb)
    without = _interval(row.lower_bb, row.upper_without_limps_bb, row.gap_without_limps_bb)
    return [f"{row.stack_bb:g}", *with_limps, *without[1:]]


def _threshold_text(answer: Bounds) -> str:
    first, second = (
        f"at all stacks up to {DEEPEST} bb" if stack is None else f"up to {stack:.6g} bb"
        for stack in (answer.threshold_bb, answer.threshold_without_limps_bb)
    )
    return (
        f"With these blinds and antes, jam or fold is an equilibrium of the whole game {first}, and without "
        f"limps {second} (effective stacks after antes)."
    )


def _hands_text(answer: Bounds) -> str:
    hands = answer.hands
    still_open = [hand.label for hand in hands if hand.status != PROVED]
    if len(still_open) == len(hands):
        return "No hand is proved here: an equally good strategy may fold it or play it."
    few = 0 < len(still_open) <= _MOST_NAMED
    names = ", ".join(still_open) if few else plural(len(still_open), "hand")
    return (
        f"Proved for {len(hands) - len(still_open)} of {plural(len(hands), 'hand')}: no strategy that is as "
        f"good ever folds a hand jammed here or plays a hand folded here. Open: {names}."
    )


def _answers(answer: Bounds) -> list[str]:
    sizes, total = hand_classes(answer.game).sizes, answer.game.n_hands
    bound = answer.solved.upper[0]
    names = {"jam": "calls {} of jams", "raise": "jams {} over a raise", "limp": "jams {} over a limp"}
    if isinstance(bound, FlopBound):
        names |= {"raise": "jams {} over the smallest raise", "call": "calls it with {}"}
        names |= {"other": "jams {} over larger ones", "limp": names.pop("limp")}
    shares = {
        name: f"{100.0 * float(sizes @ chances.chances()) / total:.1f}%"
        for name, chances in bound.answers.items()
    }
    parts = [text.format(shares[name]) for name, text in names.items() if name in shares]
    if isinstance(bound, FlopBound):
        parts += [
            f"leads on {100.0 * share:.1f}% of flops after a {name}" for name, share in bound.leads.items()
        ]
    return [f"The big blind strategy that proves the upper bound {', '.join(parts)}."] if parts else []


def _sampled(answer: Bounds) -> list[str]:
    bound = answer.sampled
    if bound is None:
        return []
    if bound.gap_bb >= answer.at.gap_bb:
        return [f"On {plural(bound.flops, 'random flop')}, jams of the flop do not lower the upper bound."]
    text = (
        f"If the big blind also jams flops, the small blind earns at most {signed_text(bound.upper_bb, 4)} "
        f"bb, {bound.gap_bb:.4f} bb above jam or fold: within {bound.within_bb:.4f} bb (95%, sampled on "
        f"{plural(bound.flops, 'flop')})."
    )
    return [text]


def bounds_columns(answer: Bounds) -> Columns:
    """Return a line for each stack of the chart, or for each hand if there is no chart."""
    if answer.chart:
        return columns_of(list(BoundsAt._fields), [list(row) for row in answer.chart])
    heads = ["hand", "jam", "status", "otherwise", "status_without_limps"]
    heads += UpperHand._fields[1 : None if answer.flops else 4]
    pairs = zip(answer.hands, answer.upper_strategy, strict=True)
    return columns_of(heads, [[*hand, *reply[1:]][: len(heads)] for hand, reply in pairs])
