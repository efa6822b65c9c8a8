"""Solved spots and hands on the terminal: the verdict first, then pictures and numbers; outlines."""

from __future__ import annotations

import json
import shlex
from base64 import b64decode
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from gzip import decompress
from importlib.resources import files
from math import floor, isnan, log10, nan
from typing import Any

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from jamfold.cards.counting.classes import ClassId
from jamfold.cases.hands import HandRequest
from jamfold.cases.meant_game import meant_game
from jamfold.cases.spots import SolveRequest, SpotRequest
from jamfold.core.arrays import FloatArray
from jamfold.core.display import in_bb, plural
from jamfold.ranges.grid import class_label, has_grid
from jamfold.ranges.patterns import pattern_matrix
from jamfold.spots import solve as solving
from jamfold.spots.analysis import Exploit, explain
from jamfold.spots.hand_lists import HandList, LookupResult, RangeReport
from jamfold.spots.outline import MatrixPlay, Outline, SeatOutline
from jamfold.spots.solution import SpotSolution
from jamfold.spots.strategy import Advice, HandReport, Seat, class_report
from jamfold.spots.trees import TreeSpot
from jamfold.views.formats import signed_text
from jamfold.views.range_grids import Square, Squares, matrix_text
from jamfold.views.ranges import range_text
from jamfold.views.sentences import (
    BOTH_SEATS,
    DOING,
    NOT_IN_THE_TREE,
    PAST,
    SEAT_NAMES,
    about_lines,
    advice_text,
    answer_text,
    certificate_text,
    decision_text,
    effective_text,
    exactness_text,
    node_does,
    reason_lines,
    span_text,
    spot_text,
    terms_text,
    theory_text,
    tree_lines,
    whole_game_text,
)
from jamfold.views.sheet import Heads, Sheet, Table, facts, words
from jamfold.views.sheet_terminal import WIDTH, hint_line, narrow, option_words
from jamfold.views.spots import NODE_HEADS, hand_title, node_rows, solution_rows
from jamfold.views.terminal import VERDICT

_MARKS = (1, 5, 10, 15, 20, 25)
"""Stacks, in big blinds, below the bars."""
_WITH_GAPS = 255
"""Marks a hand with gaps, in place of a stack: it is folded at a stack below one at which it is played."""


def stack_bars(spot: SpotSolution, class_id: ClassId, seats: Iterable[Seat]) -> Text | None:
    """Return a bar for each seat, half a big blind per character; None if no chart is bundled."""
    is_plain = spot.terms.plain and not spot.situation.level.bb_text() and not isinstance(spot, TreeSpot)
    chart = _chart(spot.game.name) if is_plain and has_grid(spot.game) else None
    if chart is None:
        return None
    bars = Text()
    for seat in seats:
        played = _played(chart, chart[seat.action], class_id)
        cells = "".join("·█"[is_played] for is_played in played)
        bars.append(f"  {seat.action:4}   {cells}  {_end(chart, played)}\n")
    axis = [" "] * (len(played) + 2)
    for stack in _MARKS:
        place = round((stack - chart["low"]) / chart["step"])
        axis[place : place + len(f"{stack}")] = f"{stack}"
    return bars.append(f"         {''.join(axis).rstrip()}\n", "dim")


@cache
def _chart(game: str) -> dict[str, Any] | None:
    packed = files("jamfold.views").joinpath("box", f"{game}.json.gz")
    chart: dict[str, Any] | None = json.loads(decompress(packed.read_bytes())) if packed.is_file() else None
    return chart


def _played(chart: dict[str, Any], part: dict[str, Any], class_id: ClassId) -> list[bool]:
    """Return whether a hand is played, half of the time or more, at each stack of a chart."""
    top = b64decode(part["tops"])[class_id]
    spans = part["odd"][str(int(class_id))] if top == _WITH_GAPS else [(0, top - 1)]
    return [any(first <= place <= last for first, last in spans) for place in range(chart["count"])]


def _end(chart: dict[str, Any], played: list[bool]) -> str:
    """Say up to which stack a hand is played."""
    if not any(played):
        return "never"
    last = max(place for place, is_played in enumerate(played) if is_played)
    return f"up to {chart['low'] + chart['step'] * last:g} bb" + (" and more" if played[-1] else "")


_CLOSE = 0.015
"""Smaller differences, in big blinds, are negligible."""
_ROUNDED = 0.005
_USUAL_BLINDS = ((5.0, 10.0), (0.5, 1.0))
"""The default blinds, for which values in chips are not shown."""
_MONEY = {"money": "of prize money"}
_MOST_HANDS = 25
_HOW_OFTEN = ("called", "then wins", "needs")


def spot_line(spot: SpotSolution) -> str:
    situation = spot.situation
    big = situation.big_blind
    first, second = (in_bb(stack / big) for stack in situation.stacks)
    posted = [f"{text} bb" for text in situation.level.in_bb.extra_words(".6g")]
    parts = [
        spot.game.title,
        first if first == second else f"small blind {first}, big blind {second}",
        "" if situation.blinds in _USUAL_BLINDS else "blinds {:,g}/{:,g}".format(*situation.blinds),
        ", ".join(posted) or "no ante",
        terms_text(spot.terms, big),
        spot.raises.text(big) if isinstance(spot, TreeSpot) else "",
    ]
    return ", ".join(filter(None, parts))


def _amount(spot: SpotSolution, value: float, digits: int) -> str:
    """Format an amount with its sign, in big blinds or money."""
    if isnan(value):
        return "–"
    amount = spot.measure.of(value)
    if spot.currency == "money" and 0 < abs(amount) < 1:
        digits = max(digits, 1 - floor(log10(abs(amount))))
    return f"{signed_text(amount, digits)}{' bb' if spot.currency == 'chips' else ''}"


def _worth(spot: SpotSolution, value: float, digits: int) -> str:
    """Format an amount with sign and unit; in chips too if the blinds were typed in chips."""
    text, blinds = _amount(spot, value, digits), spot.situation.blinds
    if spot.currency == "money":
        return f"{text} {_MONEY.get(spot.measure.unit, spot.measure.unit)}"
    chips = signed_text(value, max(0, digits - floor(log10(blinds[1]))))
    return text if blinds in _USUAL_BLINDS else f"{text} ({chips} chip{'s' * (chips[1:] != '1')})"


def _percent(share: float, digits: int) -> str:
    """Format a share in [0, 1] as percent; none and all without decimals."""
    return "–" if isnan(share) else f"{100 * share:.{0 if share in (0.0, 1.0) else digits}f}%"


def hand_view(question: HandRequest | None, answer: LookupResult | RangeReport, full: bool = False) -> Sheet:
    """Return how to play a hand (of the small blind, in the big blind too) or a range."""
    digits = 6 if full else 2
    hand = ""
    if isinstance(answer, RangeReport):
        parts = _range_parts(answer, digits)
        hand = class_label(answer.spot.game, int(answer.hands.ids[0]))
    else:
        parts = _tree_parts(answer, digits) if answer.hand.nodes else _hand_parts(answer, digits)
    return narrow(*parts, None if full else _hand_hints(question, hand))


def _hand_parts(answer: LookupResult, digits: int) -> list[Any]:
    spot, hand = answer.spot, answer.hand
    hands = [hand]
    if hand.seat is Seat.SMALL_BLIND:
        hands.append(class_report(spot.strategy(Seat.BIG_BLIND), ClassId(hand.id), hand.cards))
    decided = [report for report in hands if report.advice not in (Advice.NO_DECISION, Advice.NEVER_ASKED)]
    rows = [(*_verdict(spot, report, digits), hand_title(spot, report)) for report in hands]
    rows[1:] = [(*row[:2], f"in the {SEAT_NAMES[Seat.BIG_BLIND]}") for row in rows[1:]]
    is_same = all(report.least == report.most is not None for report in decided)
    return [
        _verdicts(rows, spot),
        _evs(spot, decided, digits) if decided else None,
        stack_bars(spot, ClassId(hand.id), [report.seat for report in decided]) if decided else None,
        *(span_text(report) for report in decided if report.least != report.most),
        *filter(None, (effective_text(spot), decision_text(spot), *about_lines(spot.terms))),
        exactness_text(spot, is_same=is_same),
        whole_game_text(spot),
    ]


def _verdict(spot: SpotSolution, hand: HandReport, digits: int) -> tuple[str, str]:
    """Return the advice in capitals, and by how much it is better."""
    often = f"{PAST[hand.seat]} {_percent(hand.played, digits - 2)} of the time"
    if hand.advice is Advice.NO_DECISION:
        return "ALL-IN", "nothing to decide"
    if hand.advice is Advice.NEVER_ASKED:
        return "NEVER", "faces a jam"
    if hand.advice is Advice.INDIFFERENT:
        return "EITHER", f"{often}, both worth the same"
    worse = DOING[hand.seat] if hand.advice is Advice.FOLD else "folding"
    gain = f"{_worth(spot, abs(hand.difference), digits)} over {worse}"
    is_close = spot.currency == "chips" and abs(hand.difference_bb) < _CLOSE
    if is_close and digits == 2 and abs(hand.difference_bb) < _ROUNDED:
        return hand.advice.upper(), f"less than 0.01 bb over {worse}"
    mixed = f" ({often})" if 0.005 < hand.played < 0.995 else ""
    return hand.advice.upper(), f"{gain}{': next to nothing' if is_close else ''}{mixed}"


def _verdicts(rows: Sequence[tuple[str, str, str]], spot: SpotSolution) -> Text:
    """Return a line for each advice, gain and seat; below them, the spot."""
    wide = [max(len(row[place]) for row in rows) for place in (0, 1)]
    lines = [
        Text.assemble((f"{verdict:{wide[0]}}", VERDICT), f"  {gain:{wide[1]}}   ", (where, "dim"))
        for verdict, gain, where in rows
    ]
    return Text("\n").join([*lines, Text(spot_line(spot), "dim")])


def _evs(spot: SpotSolution, hands: Sequence[HandReport], digits: int) -> Table:
    """Return the EVs of jamming and folding, the probability of a call and the equity then."""
    rows = []
    for hand in hands:
        row = [hand.seat.action, *(_amount(spot, value, digits) for value in (hand.ev_allin, hand.ev_fold))]
        if spot.solution.approximate or solving.is_loaded(spot.game):
            why = explain(spot, hand)
            called = why.chance if hand.seat is Seat.SMALL_BLIND else nan
            shares = called, why.equity, why.break_even_equity
            row += [_percent(value, digits - 2) for value in shares]
        rows.append(row)
    unit = "" if spot.currency == "chips" else spot.measure.unit
    return facts((unit, "all-in", "fold", *_HOW_OFTEN)[: len(rows[0])], rows)


def _hand_hints(question: HandRequest | None, hand: str) -> Text | None:
    """Return commands to go on with: why a hand is played so, or one hand of a range."""
    if question is None or question.saved is not None or not question.cards:
        return None
    words = _words(question, hand or question.cards)
    hints = {"One_hand": f"jamfold hand {words}"} if hand else {"Why": f"jamfold explain {words}"}
    return hint_line(**hints, All_digits="--full")


def _words(question: SpotRequest, cards: str) -> str:
    """Return the arguments of a command about a hand of this spot."""
    first, second = (stack / question.level.big_blind for stack in question.situation.stacks)
    left_out = ["call_range", "jam_range"] + ["game"] * (meant_game([cards]) == question.game)
    left_out += ["stacks"] * (first == second)
    stack = f"{first:.12g}bb" if first == second else ""
    return " ".join(filter(None, (shlex.quote(cards), stack, option_words(question, *left_out))))


def _tree_parts(answer: LookupResult, digits: int) -> list[Any]:
    """Return one hand at all its decisions in a tree with raises."""
    spot, hand = answer.spot, answer.hand
    verdicts, rows = [], []
    for node in hand.nodes:
        after = ", ".join(node.after)
        evs = {name: nan if ev is None else ev for name, ev in node.evs.items()}
        best, fold = max((ev for ev in evs.values() if not isnan(ev)), default=nan), evs.get("fold", nan)
        gain = "" if isnan(best - fold) else f"{_worth(spot, best - fold, digits)} over folding"
        verdicts.append(
            (node_does(node).upper(), gain, f"after {after}" if after else hand_title(spot, hand))
        )
        rows += [
            [after, name, _percent(chance, digits - 2), _amount(spot, evs[name], digits)]
            for name, chance in node.chances.items()
        ]
    ev = "EV" if spot.currency == "chips" else f"EV, {spot.measure.unit}"
    heads: Heads = (*words("after", "action"), "chance", ev)
    ends = (*reason_lines(hand), f"{NOT_IN_THE_TREE}.", exactness_text(spot), whole_game_text(spot))
    return [_verdicts(verdicts, spot), Table(heads, rows, is_compact=True), *ends]


def _range_parts(report: RangeReport, digits: int) -> list[Any]:
    spot, seat, hand_range = report.spot, report.hands.strategy.seat, report.held
    title = f"{report.text} in the {SEAT_NAMES[seat]}: {plural(hand_range.combinations, 'combo')}"
    does = "PLAYS" if isinstance(spot, TreeSpot) else f"{seat.action}s".upper()
    left = len(report.hands.ids) - _MOST_HANDS
    return [
        _verdicts([(does, _percent(report.played, digits - 1), title)], spot),
        _hands(spot, report.hands.reports(0, _MOST_HANDS), digits),
        *([f"and {plural(left, 'hand')} more"] if left > 0 else []),
        exactness_text(spot),
    ]


def hands_view(hands: HandList, most: int | None) -> Sheet:
    """Return the first `most` hands of a list; 25 if None."""
    spot = SpotSolution.of(hands.strategy)
    rows = hands.reports(0, most or _MOST_HANDS)
    count = f"{len(rows):,} of {plural(len(hands.ids) + hands.left_out, 'hand')} shown."
    tree = f" {NOT_IN_THE_TREE}." if isinstance(spot, TreeSpot) else ""
    return narrow(
        Text(f"{spot_line(spot)}, {SEAT_NAMES[hands.strategy.seat]}", "dim"),
        _hands(spot, rows, 2),
        f"{count}{tree} {exactness_text(spot)}",
    )


def _hands(spot: SpotSolution, rows: Sequence[HandReport], digits: int) -> Table:
    tree = bool(rows and rows[0].nodes)
    evs = () if tree else ("all-in", "fold")
    heads: Heads = [*words("hand"), "combos", *words("play"), *evs]
    cells = [
        [
            class_label(spot.game, row.id),
            f"{row.size}",
            *([advice_text(row)] if tree else [" ".join(_verdict(spot, row, digits)).capitalize()]),
            *(_amount(spot, value, digits) for value in (row.ev_allin, row.ev_fold)[: len(evs)]),
        ]
        for row in rows
    ]
    return Table(heads, cells, is_compact=True)


def solve_view(question: SolveRequest | None, answer: SpotSolution | Exploit, full: bool = False) -> Sheet:
    """Return both players' strategies as pictures and ranges, and their values."""
    spot = answer.spot if isinstance(answer, Exploit) else answer
    value = ", ".join(
        f"{SEAT_NAMES[seat]} {_worth(spot, spot.values[seat.place], 9 if full else 3)}" for seat in Seat
    )
    notes = (effective_text(spot), decision_text(spot), *_extras(spot), *about_lines(spot.terms))
    return narrow(
        *(_exploit_parts(answer, 6 if full else 2) if isinstance(answer, Exploit) else ()),
        *_strategies(spot, 4 if full else 1),
        spot_line(spot),
        f"worth: {value}",
        *filter(None, notes),
        *_ranges(spot),
        facts(BOTH_SEATS, solution_rows(spot)) if full else None,
        answer_text(answer, full),
        whole_game_text(spot),
        theory_text(spot) if full else None,
        None if full else _solve_hints(question),
    )


def _exploit_parts(exploit: Exploit, digits: int) -> Iterator[Text]:
    """Yield what the best response to a range gains, costs and risks."""
    spot, seat = exploit.spot, exploit.seat
    share = _percent(spot.strategy(seat).played_percent / 100, digits - 1)
    gain, cost, risk = (
        _worth(spot, value, digits) for value in (exploit.gain, exploit.cost_of_range, exploit.risk)
    )
    yield Text.assemble(
        (f"{seat.action} {share}".upper(), VERDICT), f"  {gain} over equilibrium play   ",
        (f"best response of the {SEAT_NAMES[seat]}", "dim"),
    )  # fmt: skip
    yield Text(
        f"The range ({_percent(exploit.held.percent / 100, 1)}) costs the {SEAT_NAMES[seat.other]} "
        f"{cost.lstrip('+')}. Risk: against the best counter-strategy, this response earns "
        f"{risk.lstrip('+')} less than equilibrium."
    )
    yield Text()


def _strategies(spot: SpotSolution, digits: int) -> Iterator[RenderableType | Table | str]:
    """Yield how much both players play, then squares, matrices of patterns, or a tree's decisions."""
    if isinstance(spot, TreeSpot):
        shares = sorted(spot.nodes[0].percent.items(), key=lambda item: -item[1])
        does = ", ".join(f"{name} {share:.{digits}f}%" for name, share in shares if share)
        yield Text.assemble(("Small blind", "bold"), " ", (does.upper(), VERDICT))
        yield Table(NODE_HEADS, node_rows(spot, digits), is_compact=True)
        yield from tree_lines(spot)
        return
    plays = _plays(spot)
    titles = [
        (SEAT_NAMES[seat].capitalize(), f"{seat.action}s {_percent(share, digits)}")
        for seat, (share, _) in plays.items()
    ]
    chances = [played for _, played in plays.values()]
    if has_grid(spot.game):
        yield Squares(spot.game, list(map(Square, *zip(*titles, strict=True), chances)))
    else:
        yield Text("   ").join(Text.assemble((name, "bold"), " ", (does, VERDICT)) for name, does in titles)
        matrices = [MatrixPlay(spot.game, played, np.zeros_like(played)) for played in chances]
        yield from matrix_text(list(zip((name for name, _ in titles), matrices, strict=True)), WIDTH)
    yield Text()


def _plays(spot: SpotSolution) -> dict[Seat, tuple[float, FloatArray]]:
    solution = spot.solution
    return {
        Seat.SMALL_BLIND: (solution.jam_share, solution.x),
        Seat.BIG_BLIND: (solution.call_share, solution.y),
    }


def _ranges(spot: SpotSolution) -> Iterator[RenderableType]:
    """Yield both ranges as text, with frequencies in whole percent."""
    if isinstance(spot, TreeSpot) or not has_grid(spot.game):
        return
    table = RichTable.grid(padding=(0, 2, 0, 0))
    for seat, (_, chances) in _plays(spot).items():
        rounded = np.round(chances, 2)
        parts = [np.where(mask, rounded, 0) for mask in (rounded == 1, rounded < 1)]
        texts = [range_text(spot.game, part) for part in parts if part.any()]
        table.add_row(seat.action, Text(",".join(texts).replace(",", ", ") or "nothing"))
    yield from (Text(), table, Text())


def _extras(spot: SpotSolution) -> Iterator[str]:
    if spot.extras is not None:
        prizes = zip(spot.extras.jackpot_won, spot.extras.fortune_won, strict=True)
        for title, pair in (("Fees", spot.extras.fees_paid), ("Prizes won", map(sum, prizes))):
            first, second = (f"{value:.3f} bb" for value in pair)
            yield f"{title}: small blind {first}, big blind {second} per hand."


def _solve_hints(question: SolveRequest | None) -> Text | None:
    if question is None or question.saved is not None:
        return None
    hand = "K7o" if has_grid(question.rules) else "AsKsQhJh"
    return hint_line(One_hand=f"jamfold hand {_words(question, hand)}", All_digits="--full")


_PLAIN = ("all", "none")


def outline_view(outline: Outline) -> Group:
    """Return short ranges with their cost, and what decides within patterns that are played in part."""
    parts: list[Text | RichTable] = [Text(spot_text(outline.spot), style="bold")]
    for seat in outline.seats:
        name = SEAT_NAMES[seat.strategy.seat].capitalize()
        action = seat.strategy.seat.action
        parts.append(Text(f"\n{name} {action}s {seat.strategy.played_percent:.4f}% of hands:"))
        if seat.text is not None:
            parts += [Text(seat.text), Text(cost_text(seat), style="dim")]
        if seat.cells:
            parts.append(_mixed_cells(seat))
    parts.append(Text(certificate_text(outline.spot)))
    return Group(*parts)


def cost_text(seat: SeatOutline) -> str:
    """Say in a sentence how far a short range is from the strategy, and what that costs."""
    cost = seat.strategy.measure.text(seat.cost, ".6f")
    return f"{100 * seat.differs:.2f}% of hands differ from equilibrium; cost: {cost} per hand."


def _mixed_cells(seat: SeatOutline) -> RichTable:
    """Return the patterns that are played in part, with what decides within them."""
    table = RichTable(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for name in ("pattern", "played", "which"):
        table.add_column(name, justify="right" if name == "played" else "left")
    play, words_by_cell = MatrixPlay.of_strategy(seat.strategy), dict(seat.cells)
    for row in pattern_matrix(seat.strategy.game).rows:
        for cell in row.cells.values():
            words = words_by_cell[cell]
            if words is None or words.words not in _PLAIN:
                share = f"{100 * play.of(cell).played:.1f}%"
                table.add_row(cell.name, share, "" if words is None else words.words)
    return table
