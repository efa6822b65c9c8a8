"""The report on played hands in sentences and on the terminal, with card-room terms and tables to build."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import Any
from urllib.parse import parse_qsl, urlencode

from rich.text import Text

from jamfold.cases.answers import run_case
from jamfold.cases.answers.watch import Observer
from jamfold.cases.hands import ExplainRequest
from jamfold.cases.histories import HistoryReportRequest
from jamfold.core.display import plural
from jamfold.core.errors import HistoryError
from jamfold.histories import multiway_solver, prize_solver
from jamfold.histories.all_in_ev import Results
from jamfold.histories.filters import depth_of
from jamfold.histories.grading import CLOSE
from jamfold.histories.leaks import Leak, Tendency
from jamfold.histories.pasted import Explained
from jamfold.histories.report import Report, UnbuiltCount
from jamfold.histories.room_solver import RoomReport
from jamfold.histories.statistics import MILLI, Cell, Count
from jamfold.valuation.spread import LIFETIME_HANDS, hands_to_notice, lifetime_limit
from jamfold.views.formats import SEAT_WORDS, format_two_digits, game_titles, per_100
from jamfold.views.history_import import printable, problem_line
from jamfold.views.history_schemas import (
    MistakeContract,
    RaisesContract,
    ReportContract,
    ThreeMistakeContract,
    ThreesContract,
    drill_command,
)
from jamfold.views.sentences import NOT_IN_THE_TREE, terms_words
from jamfold.views.sheet import (
    Bullets,
    Heading,
    Heads,
    Sheet,
    Table,
    on_page,
    on_terminal,
    text,
    whole,
    words,
)
from jamfold.views.sheet_terminal import hint_line, narrow
from jamfold.views.table_verdicts import explained_sheet
from jamfold.views.terminal import VERDICT

REMEDIES = {
    multiway_solver.NOT_BUILT: "To rate three-handed decisions, run: jamfold tables build --threeway",
    multiway_solver.NOT_SOLVED: "To solve more three-handed spots, run the report again, or use --tables N.",
    prize_solver.NOT_BUILT: "To show losses in money, run: jamfold tables build --outcomes",
    prize_solver.NOT_SOLVED: "Run the report again to solve more tournament spots.",
}
"""What the command line suggests, by the reason why decisions are not graded."""


CELL_HEADS = ("n", "mistakes", "bb lost", "bb/100", "95%")
LIMITS = (
    "Each decision is rated against the jam/fold equilibrium at its actual stacks; results do not count. "
    "In the small blind, limping or a smaller raise may be better still, so the true loss can be larger. "
    "Rake and bounties are ignored."
)


def seat_words(seat: str, last_post: str) -> str:
    """Return the name of one of the last two seats, which a straddle or button blind makes no blinds."""
    if not last_post:
        return SEAT_WORDS[seat]
    return last_post if seat == "bb" else f"before the {last_post}"


def remedy_lines(report: ReportContract) -> list[str]:
    """Return the commands after which more decisions can be graded."""
    build = "jamfold tables build --game"
    lines = [f"{waiting_words(count)}: {build} {count.game}. {count.build}" for count in report.waiting]
    left = [*(report.threes.left_out if report.threes else ()), *report.prizes_left_out]
    return lines + [REMEDIES[count.reason] for count in left if count.reason in REMEDIES]


def waiting_words(count: UnbuiltCount) -> str:
    title = game_titles().get(count.game, count.game)
    return (
        f"{plural(count.decisions, f'{title} decision')} {'needs' if count.decisions == 1 else 'need'} an "
        "equity table"
    )


def room_lines(rooms: Sequence[RoomReport]) -> list[str]:
    """Say by which rooms' terms hands are graded, and what is assumed about the rooms."""
    lines = []
    for room in rooms:
        hands = plural(room.hands, "hand")
        if room.extra_terms is None:
            lines.append(f"All-in-or-fold tables with unknown fees, rated by chips only: {hands}.")
            continue
        fees = "" if not room.fees_bb else f"; {room.fees_bb:,.2f} bb of fees in these hands"
        terms = terms_words(room.extra_terms)
        lines.append(f"At {room.room} ({room.extra_terms.date}): {hands}, rated with {terms}{fees}.")
        lines += [f"Assumed at {room.room}: {sentence}." for sentence in room.assumed]
    return lines


def limits_of(rooms: Sequence[RoomReport]) -> str:
    """Say what the rating covers and what it does not."""
    if all(room.extra_terms is None for room in rooms):
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
        f"EV lost: {per_100(report.error_rate_mbb)} bb per 100 decisions (95% interval {per_100(low)} "
        f"to {per_100(high)}), {report.per_100_hands_bb:.2f} bb/100 hands, {report.loss_bb:.2f} bb in "
        f"total. Score {report.accuracy:.1f} (100 = perfect, 0 = random)."
    )
    comparison = (
        f"For comparison, per 100 of the same decisions: random play loses {per_100(anchors.coin_flip)} "
        f"bb, always jamming or calling {per_100(anchors.always)}, the 10 bb chart at every stack "
        f"{per_100(anchors.chart_10bb)}."
    )
    own = (
        "Against your opponents' estimated ranges (where there are enough hands): "
        f"{per_100(report.response_rate_mbb)} bb per 100 decisions."
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
    stacks = " ".join(f"{stack:.4g}" for stack in mistake.stacks_bb)
    cells = (mistake.cards, f"{mistake.loss_bb:.3f}", mistake.decision, stacks, mistake.action, mistake.right)
    return [printable(cell) for cell in (*cells, f"{mistake.site} {mistake.hand_id}")]


THREE_HEADS = ("hand", "bb lost", "decision", "stacks, bb (SB, BB … BTN)", "did", "right", "where")


def lost_line(report: ReportContract) -> str:
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


def leak_words(leak: Leak) -> str:
    """Say in words what a leak is: playing or folding too much only if both EV and frequency say so.

    >>> leak_words(Leak("sb", 60, 0.48, 0.66, 0, 0.0, 12, 1.9, stack="5-8", loss_bb=1.9))
    'Small blind folds too much at 5–8 bb'
    >>> leak_words(Leak("bb", 60, 0.667, 0.672, 9, 4.1, 8, 1.9, stack="5-8", loss_bb=6.0))
    'Big blind calls with the wrong hands at 5–8 bb'
    """
    action, tight = leak_action(leak), leak.tight_bb >= leak.loose_bb
    less = round(100 * leak.equilibrium_plays) - round(100 * leak.plays)
    habit = "folds too much" if tight else f"{action}s too much"
    if less <= 0 if tight else less >= 0:
        habit = f"{action}s with the wrong hands"
    return f"{SEAT_WORDS[leak.seat].capitalize()} {habit} at {stack_name(leak.stack)} bb"


def leak_action(leak: Leak) -> str:
    return "jam" if leak.seat == "sb" else "call"


def stack_name(name: str) -> str:
    return name.replace("-", "–")


def seat_cells(report: ReportContract) -> list[Cell]:
    return [replace(cell, name=SEAT_WORDS[cell.name]) for cell in report.by_seat]


def cells_table(cells: Sequence[Cell]) -> Table:
    """Return a table of cells, those with few decisions dimmed."""
    few = [place for place, cell in enumerate(cells) if cell.interval_mbb is None]
    return Table((*words(""), *CELL_HEADS), list(map(cell_texts, cells)), is_flush=True, quiet=few)


def cell_texts(cell: Cell) -> tuple[str, ...]:
    interval = "" if cell.interval_mbb is None else " to ".join(map(per_100, cell.interval_mbb))
    return (
        printable(cell.name),
        f"{cell.decisions:,}",
        f"{cell.mistakes:,}",
        f"{cell.loss_bb:.2f}",
        per_100(cell.rate_mbb),
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
    lines += room_lines(answer.rooms)
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


_COSTLIEST = 5
_BAR = 12
_CLASSES = 40
"""The most classes of hands in a whole report; JSON has all."""
_MISTAKE_HEADS: Heads = (
    "bb lost", *words("hand", "game", "seat", "stack", "did", "right", "against"), text("where"),
    text("explained by"),
)  # fmt: skip


def report_brief(question: HistoryReportRequest, answer: Report, full: bool = False) -> Sheet:
    """Return the cost of mistakes per 100 hands, the worst, and where they are; or one with reasons."""
    if question.why is not None:
        return _why(answer, question.why)
    report = ReportContract.of(answer)
    hints = hint_line(
        Why_one="--why 1" if report.worst else "", All_of_them="--all", Another_player="--player NAME"
    )
    if full:
        return Sheet(parts=[on_terminal(_verdict(report)), *whole_report(report).parts, on_terminal(hints)])
    left = reasons_text((*report.left_out, *report.outside))
    more = [*extra_lines(report), *remedy_lines(report), *room_lines(report.rooms)]
    more += [f"Not rated: {left}."] if left else []
    decisions = answer.judged.costliest(report.mistakes if question.all else min(report.mistakes, _COSTLIEST))
    return narrow(
        _verdict(report),
        *map(printable, _lines(report)),
        *(_costliest(report, list(map(MistakeContract.of, decisions))) if report.worst else ()),
        _where(report) if report.decisions else None,
        *map(printable, more),
        "Exact jam or fold at each decision's own stacks; results do not count.",
        hints,
    )


def _why(answer: Report, number: int) -> Sheet:
    """Return a mistake, by its place among the most expensive, with the reasons."""
    if number > answer.total.mistakes:
        raise HistoryError(
            f"There is no mistake {number}: the report has {plural(answer.total.mistakes, 'mistake')}.",
            field="why",
        )
    *_, decision = answer.judged.costliest(number)
    mistake = MistakeContract.of(decision)
    verdict = f"{mistake.player}: {action_words(mistake)}, {mistake.right} is right"
    lost = f"  {mistake.loss_bb:.2f} bb lost   "
    parts: list[Any] = [Text.assemble((verdict, VERDICT), lost), place(mistake)]
    if mistake.asked:
        words = dict(parse_qsl(mistake.asked))
        question = ExplainRequest.from_strings(words)
        parts += explained_sheet(question, run_case(question, Observer())).parts
    return narrow(*parts, hint_line(Explain=mistake.explain))


def whole_report(report: ReportContract) -> Sheet:
    """Return the whole report, for files and for terminals with ``--full``."""
    groups = {"Seat": seat_cells(report), "Stack, bb": report.by_stack, "Families of hands": report.by_family}
    parts: list[Any] = [*summary_lines(report), Bullets(list(map(lean_line, report.leans)))]
    parts += [on_terminal(*remedy_lines(report))]
    for title, cells in groups.items():
        parts += [Heading(title), cells_table(cells)]
    around = () if report.raises is None else report.raises.worst
    for where, mistakes in (("", report.worst), (" around opens that faced a jam", around)):
        rows = [list(map(printable, _mistake_texts(mistake))) for mistake in mistakes]
        parts += _listed(where, _MISTAKE_HEADS, rows) if rows else []
    for seats, at in larger_tables(report):
        rows = [[*three_texts(mistake), printable(mistake.explain)] for mistake in at.worst]
        heads = (*words(*THREE_HEADS), text("shown by"))
        parts += _listed(f" at tables {seats}", heads, rows)
    parts += [Heading("Hands"), cells_table(report.by_hand[:_CLASSES])]
    return Sheet(f"Played hands of {printable(report.player)}", parts=parts)


def _listed(where: str, heads: Heads, rows: list[list[str]]) -> list[Any]:
    """Return mistakes under their heading; only files have the commands of the last column."""
    on_screen = on_terminal(Table(heads[:-1], [row[:-1] for row in rows]))
    return [Heading(f"Costliest mistakes{where}"), on_page(Table(heads, rows)), on_screen]


def _verdict(report: ReportContract) -> Text:
    counts = f"   {plural(report.hands, 'hand')}, {plural(report.decisions, 'decision')} rated"
    player, filters = printable(report.player), filter_text(report)
    if not report.decisions:
        return Text.assemble(f"{player}{filters}: ", ("nothing to rate", VERDICT), (counts, "dim"))
    lose, lost = "lose" if ", " in player else "loses", f"{report.per_100_hands_bb:.1f} bb per 100 hands"
    return Text.assemble(f"{player} {lose} ", (lost, VERDICT), f" to mistakes{filters}", (counts, "dim"))


def _lines(report: ReportContract) -> list[str]:
    """Return the number of mistakes, the worst ones' share of the loss, and the biggest leak."""
    few, share = report.worst[:3], 0.0
    if report.loss_bb:
        share = sum(mistake.loss_bb for mistake in few) / report.loss_bb
    count = f"{plural(report.mistakes, 'mistake')} (0.01 bb or more)"
    lines = [f"{count}; the {len(few)} costliest are {100 * share:.0f}% of the loss." if few else f"{count}."]
    leak = max(report.leaks, key=lambda cell: cell.loose_bb + cell.tight_bb, default=None)
    if leak is not None and leak.loose + leak.tight:
        lines.append(f"Biggest leak: {leak_words(leak)[0].lower()}{leak_words(leak)[1:]}.")
    if report.interval_mbb is None:
        lines.append(f"Fewer than {ENOUGH} decisions: too few to judge.")
    return lines


def _costliest(report: ReportContract, mistakes: list[MistakeContract]) -> list[Table | str]:
    """Return mistakes with what they cost, and what the others cost together."""
    most = max(report.worst[0].loss_bb, 1e-9)
    rows = [
        [
            printable(mistake.cards),
            mistake.seat.upper(),
            f"{mistake.stack_bb:.4g} bb",
            action_words(mistake),
            mistake.right,
            f"{mistake.loss_bb:.2f} bb",
            "█" * round(_BAR * mistake.loss_bb / most),
        ]
        for mistake in mistakes
    ]
    heads: Heads = (*words("costliest", "seat", "stack", "you", "right"), "lost", whole(""))
    rest = report.mistakes - len(mistakes)
    lost = max(0.0, report.loss_bb - sum(mistake.loss_bb for mistake in mistakes))
    return [Table(heads, rows, is_compact=True), *([f"and {rest:,} more: {lost:.2f} bb"] if rest else [])]


def _mistake_texts(mistake: MistakeContract) -> tuple[str, ...]:
    seat = f"{mistake.seat} ({mistake.last_post})" if mistake.last_post else mistake.seat
    prizes = "" if mistake.loss_prizes is None else f" ({mistake.loss_prizes:.4g} of the prizes)"
    return (
        f"{mistake.loss_bb:.3f}{prizes}", mistake.cards, mistake.game, seat, stack_words(mistake),
        action_words(mistake), mistake.right, mistake.opponent, place(mistake), mistake.explain,
    )  # fmt: skip


def _where(report: ReportContract) -> Table:
    """Return what is lost per 100 decisions by seat, and by stack."""
    cells: list[Any] = [*seat_cells(report), *report.by_stack]
    heads: Heads = (*words("lost"), "decisions", "mistakes", "bb", "bb/100")
    return Table(heads, list(map(_cell, cells)), is_compact=True)


def _cell(cell: Cell) -> list[str]:
    name = f"{cell.name} bb" if cell.name[:1].isdigit() or cell.name.startswith("over") else cell.name
    rate = f"{cell.rate_mbb / 10:.1f}"
    return [printable(name), f"{cell.decisions:,}", f"{cell.mistakes:,}", f"{cell.loss_bb:.2f}", rate]
