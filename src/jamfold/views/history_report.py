"""The report on played hands: terminal and sentences, with card-room terms and tables still to build."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import PurePath
from urllib.parse import urlencode

from jamfold.core.display import plural
from jamfold.histories import multiway_solver, prize_solver
from jamfold.histories.all_in_ev import Results
from jamfold.histories.filters import depth_of
from jamfold.histories.grading import CLOSE
from jamfold.histories.leaks import Tendency
from jamfold.histories.pasted import Explained
from jamfold.histories.report import UnbuiltCount
from jamfold.histories.statistics import MILLI, Cell, Count
from jamfold.valuation.spread import LIFETIME_HANDS, hands_to_notice, lifetime_limit
from jamfold.views.formats import format_two_digits, game_titles
from jamfold.views.history_import import printable, problem_line
from jamfold.views.history_schemas import (
    MistakeContract,
    RaisesContract,
    ReportContract,
    RoomHandsContract,
    ThreeMistakeContract,
    ThreesContract,
    drill_command,
)
from jamfold.views.history_sentences import CELL_HEADS, LIMITS, SEAT_WORDS, seat_words
from jamfold.views.sentences import NOT_IN_THE_TREE, terms_words
from jamfold.views.sheet import Table, words

REMEDIES = {
    multiway_solver.NOT_BUILT: "To rate three-handed decisions, run: jamfold tables build --threeway",
    multiway_solver.NOT_SOLVED: "To solve more three-handed spots, run the report again, or use --tables N.",
    prize_solver.NOT_BUILT: "To show losses in money, run: jamfold tables build --outcomes",
    prize_solver.NOT_SOLVED: "Run the report again to solve more tournament spots.",
}
"""What the command line suggests, by the reason why decisions are not graded."""


def remedy_lines(report: ReportContract) -> list[str]:
    """Return the commands after which more decisions can be graded."""
    build = "jamfold tables build --game"
    lines = [f"{waiting_words(count)}: {build} {count.game}. {count.build}" for count in report.waiting]
    left = [*(report.threes.left_out if report.threes else ()), *report.prizes_left_out]
    return lines + [REMEDIES[count.reason] for count in left if count.reason in REMEDIES]


def waiting_words(count: UnbuiltCount) -> str:
    """Say how many decisions of a game need a table."""
    title = game_titles().get(count.game, count.game)
    return (
        f"{plural(count.decisions, f'{title} decision')} {'needs' if count.decisions == 1 else 'need'} an "
        "equity table"
    )


def room_lines(rooms: Sequence[RoomHandsContract]) -> list[str]:
    """Say by which rooms' terms hands are graded, and what is assumed about the rooms."""
    lines = []
    for room in rooms:
        hands = plural(room.hands, "hand")
        if room.terms is None:
            lines.append(f"All-in-or-fold tables with unknown fees, rated by chips only: {hands}.")
            continue
        fees = "" if not room.fees_bb else f"; {room.fees_bb:,.2f} bb of fees in these hands"
        terms = terms_words(room.terms)
        lines.append(f"At {room.room} ({room.terms.date}): {hands}, rated with {terms}{fees}.")
        lines += [f"Assumed at {room.room}: {sentence}." for sentence in room.assumed]
    return lines


def limits_of(rooms: Sequence[RoomHandsContract]) -> str:
    """Say what the rating covers and what it does not."""
    if all(room.terms is None for room in rooms):
        return LIMITS
    return LIMITS.replace("Rake and bounties", "Except for the fees of room tables, rake and bounties")


ENOUGH = 30
_NOTHING = 1e-9
_ROUNDED = 1e-12
"""Smaller gains are rounding, which differs between machines."""
_PAGE_OPENS = (2.0, 2.5)
"""The open sizes, in big blinds, of the drill's page."""
LARGER_WORDS = "of four to ten"


def summary_lines(report: ReportContract) -> list[str]:
    """Return the report in sentences: the rating, comparisons, what was left out."""
    lines = [_counts_line(report)]
    if report.interval_mbb is None:
        lines.append(f"Fewer than {ENOUGH} decisions: too few to judge.")
    else:
        lines += _rating_lines(report, *report.interval_mbb)
        if report.results is not None:
            lines.append(_lifetime_line(report.error_rate_mbb / MILLI, report.results))
    if report.lost:
        lines.append(lost_line(report))
    if report.results is not None:
        lines.append(_results_line(report.results))
    lines += extra_lines(report)
    if report.left_out or report.outside:
        lines.append(f"Not rated: {reasons_text((*report.left_out, *report.outside))}.")
    return [printable(line) for line in (*lines, *room_lines(report.rooms), limits_of(report.rooms))]


def extra_lines(report: ReportContract) -> list[str]:
    """Return lines on what is rated separately: opens, and tables of three and more."""
    lines = [] if report.raises is None else _raises_lines(report.raises, report)
    for seats, threes in (("of three", report.threes), (LARGER_WORDS, report.larger)):
        lines += [] if threes is None else _threes_lines(seats, threes)
    return lines


def reasons_text(counts: Iterable[Count]) -> str:
    """Return why decisions are not rated, each reason with its count."""
    return "; ".join(f"{count.reason} ({count.count:,})" for count in counts)


def filter_text(report: ReportContract) -> str:
    """Return the filters on seat and stack in brackets; empty if there are none."""
    depth = report.depth and f"{report.depth} bb ante-adjusted"
    words = filter(None, (SEAT_WORDS.get(report.seat), depth, report.stack and f"{report.stack} bb"))
    filters = ", ".join(words)
    return f" ({filters})" if filters else ""


def _counts_line(report: ReportContract) -> str:
    decisions, hands = plural(report.decisions, "decision"), plural(report.hands, "hand")
    return (
        f"{report.player}{filter_text(report)}: {decisions} rated in {hands}, "
        f"{plural(report.mistakes, 'mistake')} (0.01 bb or more)."
    )


def _rating_lines(report: ReportContract, low: float, high: float) -> list[str]:
    anchors = report.anchors
    rating = (
        f"EV lost: {_per_100(report.error_rate_mbb)} bb per 100 decisions (95% interval {_per_100(low)} "
        f"to {_per_100(high)}), {report.per_100_hands_bb:.2f} bb/100 hands, {report.loss_bb:.2f} bb in "
        f"total. Score {report.accuracy:.1f} (100 = perfect, 0 = random)."
    )
    comparison = (
        f"For comparison, per 100 of the same decisions: random play loses {_per_100(anchors.coin_flip)} "
        f"bb, always jamming or calling {_per_100(anchors.always)}, the 10 bb chart at every stack "
        f"{_per_100(anchors.chart_10bb)}."
    )
    own = (
        "Against your opponents' estimated ranges (where there are enough hands): "
        f"{_per_100(report.response_rate_mbb)} bb per 100 decisions."
    )
    return [rating, comparison, own]


def _lifetime_line(loss: float, results: Results) -> str:
    """Say after how many decisions a loss, in big blinds per decision, exceeds the variance."""
    raw = results.deviation_raw
    deviation = results.deviation_at_equity if raw is None else raw
    if deviation < _NOTHING:
        return "All these hands won the same amount, so they cannot show how soon this loss is noticed."
    limit = lifetime_limit(deviation)
    if loss <= limit:
        return f"This loss is too small to notice in a lifetime of {LIFETIME_HANDS:,} hands."
    after = int(max(1, format_two_digits(hands_to_notice(loss, deviation), round)))
    return (
        f"Results would show this loss after {plural(after, 'decision')} (standard deviation {deviation:.2g} "
        f"bb). A loss below {limit:.1g} bb is too small to notice in a lifetime of {LIFETIME_HANDS:,} hands."
    )


def _per_100(mbb: float) -> str:
    """Format a loss in mbb per decision as bb per 100 decisions."""
    return f"{mbb / 10:.2f}"


def _results_line(results: Results) -> str:
    low, high = results.interval
    raw = "" if results.raw is None else f"{results.raw:+.3f} bb/hand, "
    worth = round(results.equilibrium, 3) + 0.0  # no minus before 0
    rake = f", all before {results.rake:.3f} bb/hand of rake" if results.rake >= _NOTHING else ""
    return (
        f"Results over {plural(results.hands, 'hand')}: {raw}luck-adjusted {results.without_luck:+.3f} "
        f"bb/hand (95% interval {low:+.3f} to {high:+.3f}); equilibrium EV of these spots "
        f"{worth:+.3f}{rake}. Results are not skill."
    )


def _raises_lines(raises: RaisesContract, report: ReportContract) -> list[str]:
    mistakes, gain = plural(raises.mistakes, "mistake"), max(raises.largest_gain, _ROUNDED)
    first = (
        "Opens that faced a jam, each in a tree with its own size (not included above): "
        f"{plural(raises.decisions, 'decision')} at {plural(raises.spots, 'spot')}, {mistakes} of 0.01 bb "
        f"or more, {raises.loss_bb:.2f} bb lost; no deviation gains more than {gain:.1g} bb there. "
        f"{NOT_IN_THE_TREE}."
    )
    now = report.decisions + raises.decisions
    lines = [first] if raises.decisions else []
    if report.known:
        before, total = report.decisions, report.known
        lines.append(
            f"Rated: {now:,} of {plural(total, 'decision')} in the blinds ({now / total:.1%}); {before:,} "
            f"({before / total:.1%}) without opens."
        )
    if raises.left_out:
        lines.append(f"Not rated around opens: {reasons_text(raises.left_out)}.")
    return lines


def _threes_lines(seats: str, threes: ThreesContract) -> list[str]:
    mistakes, gain = (
        plural(threes.mistakes, "mistake"),
        f"no seat gains more than {threes.largest_gain:.1g} bb",
    )
    how = f"Every deal is counted, {gain}; other equilibria may exist."
    if seats == LARGER_WORDS:
        covered = "Solved by the model"
        if threes.sampled:
            covered += f", {threes.sampled:,} sampled, at least {threes.seconds:g} s each"
        how = f"{covered}: {gain} (95% for each spot); other equilibria may exist."
    first = (
        f"Tables {seats} (not included above): {plural(threes.decisions, 'decision')} in "
        f"{plural(threes.spots, 'spot')}, {mistakes} of 0.01 bb or more, {threes.loss_bb:.2f} bb lost. "
        f"{how}"
    )
    lines = [first] if threes.decisions else []
    if threes.left_out:
        lines.append(f"Not rated at tables {seats}: {reasons_text(threes.left_out)}.")
    return lines


def larger_tables(report: ReportContract) -> list[tuple[str, ThreesContract]]:
    """Return tables of three and of more, with their words, if there are mistakes at them."""
    at = (("of three", report.threes), (LARGER_WORDS, report.larger))
    return [(seats, threes) for seats, threes in at if threes is not None and threes.worst]


def three_texts(mistake: ThreeMistakeContract) -> list[str]:
    """Return the columns of a mistake at a table of three or more."""
    stacks = " ".join(f"{stack:.4g}" for stack in mistake.stacks_bb)
    cells = (mistake.cards, f"{mistake.loss_bb:.3f}", mistake.decision, stacks, mistake.action, mistake.right)
    return [printable(cell) for cell in (*cells, f"{mistake.site} {mistake.hand_id}")]


THREE_HEADS = ("hand", "bb lost", "decision", "stacks, bb (SB, BB … BTN)", "did", "right", "where")


def lost_line(report: ReportContract) -> str:
    """Say what was lost in money and chips."""
    parts = [f"{total.amount:,.2f} {total.unit}" for total in report.lost]
    raked = [f"{total.rake:,.2f} {total.unit}" for total in report.lost if total.rake]
    text = f"EV lost: {' and '.join(parts)}"
    text += f"; rake of these pots, not included: {', '.join(raked)}" if raked else ""
    if report.without_prizes:
        text += f"; {plural(report.without_prizes, 'tournament decision')} without prizes: "
        text += reasons_text(report.prizes_left_out)
    return f"{text}."


def lean_line(lean: Tendency) -> str:
    """Say whether the player is too loose or too tight in a seat."""
    action = "jam" if lean.seat == "sb" else "call"
    plays = f"you {action} {lean.plays:.1%}, equilibrium {lean.equilibrium_plays:.1%} of these hands"
    return (
        f"{SEAT_WORDS[lean.seat].capitalize()}: {plays}; too loose {lean.loose:,} times "
        f"({lean.loose_bb:.2f} bb), too tight {lean.tight:,} times ({lean.tight_bb:.2f} bb)."
    )


def seat_cells(report: ReportContract) -> list[Cell]:
    """Return the cells of the seats under their names."""
    return [replace(cell, name=SEAT_WORDS[cell.name]) for cell in report.by_seat]


def cells_table(title: str, cells: Sequence[Cell]) -> Table:
    """Return a table of cells, those with few decisions dimmed."""
    few = [place for place, cell in enumerate(cells) if cell.interval_mbb is None]
    return Table((*words(title), *CELL_HEADS), list(map(cell_texts, cells)), is_flush=True, quiet=few)


def cell_texts(cell: Cell) -> tuple[str, ...]:
    interval = "" if cell.interval_mbb is None else " to ".join(map(_per_100, cell.interval_mbb))
    return (
        printable(cell.name),
        f"{cell.decisions:,}",
        f"{cell.mistakes:,}",
        f"{cell.loss_bb:.2f}",
        _per_100(cell.rate_mbb),
        interval,
    )


def explained_lines(answer: Explained) -> list[str]:
    """Say what was decided in some hands, what was right, and where to look further."""
    lines = []
    for mistake in map(MistakeContract.of, answer.decisions):
        seat = seat_words(mistake.seat, mistake.last_post)
        text = f"{mistake.player}, {seat}, {mistake.cards} at {stack_words(mistake)}"
        lines += [
            f"{mistake.site} {mistake.hand_id}: {text}: {action_words(mistake)}, {_cost_text(mistake)}.",
            f"  EV to {playing_of(mistake)}, compared with a fold: {mistake.margin_bb:+.3f} bb.",
            f"  {mistake.explain}",
            *([] if mistake.room else [f"  in the web interface: /?{mistake.link}"]),
        ]
        words = drill_words(mistake)
        command = shlex.join(word for name, value in words.items() for word in (f"--{name}", value))
        lines.append(_drill_line(f"jamfold train {command}", drill_address(words)))
    for decision in answer.at_tables:
        at = ThreeMistakeContract.of(decision)
        lines += [
            f"{at.site} {at.hand_id}: {at.player}, {at.decision}, {at.cards}: {at.action}, {_cost_text(at)}.",
            f"  EV to {decision.turn.play_action}, compared with a fold: {at.margin_bb:+.3f} bb.",
            f"  {at.explain}",
            f"  in the web interface: /table?{at.link}",
            *([_drill_line(drill, f"/train?{at.drill}")] if (drill := drill_command(decision.turn)) else []),
        ]
    if answer.largest_gain:
        lines.append(gain_words(answer.largest_gain))
    lines += room_lines(list(map(RoomHandsContract.of, answer.rooms)))
    if answer.left_out:
        lines.append(f"Not rated: {reasons_text(answer.left_out)}.")
    if any(decision.turn.raised for decision in answer.decisions):
        lines.append(f"{NOT_IN_THE_TREE}: an open is rated where it faced a jam.")
    return [printable(line) for line in [*lines, *map(problem_line, answer.problems)]]


def _cost_text(mistake: MistakeContract | ThreeMistakeContract) -> str:
    right = f"{mistake.right} is right, {mistake.loss_bb:.3f} bb lost"
    return "which is right" if mistake.loss_bb < CLOSE else right


def gain_words(gain: float) -> str:
    """Say how far from equilibrium the spots of pasted hands at larger tables are."""
    most = f"no seat gains more than {gain:.2g} bb (95% for each spot)"
    return f"Tables {LARGER_WORDS}: {most}; other equilibria may exist."


def drill_words(mistake: MistakeContract) -> dict[str, str]:
    """Return options of a drill of close hands like this one; after an open, all stacks of its tree."""
    words = {"game": mistake.game, "mode": "close", "seat": mistake.seat}
    if mistake.raised_bb is not None:
        return words | {"open": f"{mistake.raised_bb:.6g}bb"}
    return words | {"stack": depth_of(mistake.stack_bb)}


def drill_address(words: dict[str, str]) -> str:
    """Return the address of a two-seat drill, with the page's nearest open size."""
    on_page = dict(words)
    if "open" in words:
        size = float(words["open"].removesuffix("bb"))
        on_page["open"] = f"{min(_PAGE_OPENS, key=lambda page_open: abs(page_open - size)):g}bb"
    return f"/train?{urlencode(on_page)}"


def _drill_line(command: str, address: str) -> str:
    return f"  hands like it: {command}; in the web interface: {address}"


def action_words(mistake: MistakeContract) -> str:
    """Return the action taken; with the size of the open if there was one that faced a jam."""
    if mistake.raised_bb is None:
        return mistake.action
    size = f"{mistake.raised_bb:.4g} bb"
    if mistake.action == "raise":
        return f"raise to {size} (faced a jam)"
    spot = f"over an open to {size}" if mistake.seat == "bb" else f"(open to {size}, jam)"
    return f"{mistake.action} {spot}"


def playing_of(mistake: MistakeContract) -> str:
    """Return the verb for playing at this decision: jam, call or raise."""
    if mistake.raised_bb is not None:
        return "jam" if mistake.seat == "bb" else "raise" if mistake.action == "raise" else "call"
    return "jam" if mistake.seat == "sb" else "call"


def stack_words(mistake: MistakeContract) -> str:
    """Return the stack before posting, and antes and dead blinds."""
    return f"{mistake.stack_bb:.4g} bb{dead_words(mistake.dead_bb, mistake.dead_name)}"


def dead_words(dead_bb: float, name: str) -> str:
    """Return the antes and dead blinds; empty if there are none."""
    return f" with {dead_bb:.4g} bb of {name}" if dead_bb > _NOTHING else ""


def place(mistake: MistakeContract) -> str:
    """Return the hand, its file and line."""
    return f"{PurePath(mistake.file).name}:{mistake.line}: {mistake.site} {mistake.hand_id}"
