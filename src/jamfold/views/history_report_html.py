"""Reports on played hands as HTML: three numbers, the worst mistakes, losses by seat and stack."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import accumulate
from pathlib import PurePath
from urllib.parse import parse_qs, urlencode

from jamfold.cases.histories import HistoryExplainRequest, HistoryReportRequest
from jamfold.core.display import plural
from jamfold.histories.filters import DEPTH_NAMES, depth_of
from jamfold.histories.pasted import Explained
from jamfold.histories.report import Report
from jamfold.views.formats import SEAT_WORDS, game_titles
from jamfold.views.history_import import printable
from jamfold.views.history_report import (
    CELL_HEADS,
    THREE_HEADS,
    action_words,
    cell_texts,
    dead_words,
    drill_address,
    drill_words,
    gain_words,
    larger_tables,
    leak_action,
    leak_words,
    reasons_text,
    room_lines,
    seat_words,
    stack_name,
    summary_lines,
    three_texts,
    waiting_words,
)
from jamfold.views.history_schemas import (
    MistakeContract,
    ReportContract,
    ThreeMistakeContract,
    ThreesContract,
)
from jamfold.views.html import Html, cards_html, element, join_html, shade, table, tile

_HEADS = (THREE_HEADS[0], "", *THREE_HEADS[1:])
_SHOWN = 6
"""Number of mistakes that are not folded away."""
_PAST_TENSE = {"jam": "jammed", "call": "called", "fold": "folded", "raise": "raised"}
_MOST = 0.8
"""The report counts the most expensive mistakes that make up this share of all losses."""


def report_fragment(question: HistoryReportRequest, answer: Report) -> Html:
    report = ReportContract.of(answer)
    among = {"game": report.game, "seat": report.seat, "stack": report.stack}
    mistakes = _practise(question, report, "Practise my mistakes", "act main", **among)
    return element(
        "div",
        _head(question, report),
        _tiles(question, answer, report),
        element(
            "div",
            element("section", _mistakes(question, report), class_="card", aria_label="Costliest mistakes"),
            element("div", _side(question, report), class_="cards-below"),
            class_="apart",
        ),
        _raises(report),
        *(_threes(seats, at) for seats, at in larger_tables(report)),
        element("p", mistakes, class_="acts") if mistakes else None,
        class_="result report",
    )


def _side(question: HistoryReportRequest, report: ReportContract) -> Html:
    """Return losses by seat and stack, how the player leans, and what is folded away."""
    cells = element(
        "details", element("summary", "Breakdown by seat, stack and hand"), _cells(question, report)
    )
    notes = element("details", element("summary", "How to read this report"), _notes(report))
    return join_html(
        element("section", _map(question, report), class_="card", aria_label="Loss by seat and stack"),
        element("section", _leaning(report), class_="card", aria_label="Your tendencies")
        if report.leans
        else None,
        element("section", cells, notes, class_="card", aria_label="More"),
    )


def _leaning(report: ReportContract) -> Html:
    """Return a table of how often each seat is played, how often is right, and what the difference costs."""
    heads = ("Seat", "You play", "Equilibrium", "Too loose", "Too tight")
    rows = [
        [
            SEAT_WORDS[lean.seat].capitalize(),
            f"{100 * lean.plays:.0f}%",
            f"{100 * lean.equilibrium_plays:.0f}%",
            f"{lean.loose:,}: {lean.loose_bb:.2f} bb",
            f"{lean.tight:,}: {lean.tight_bb:.2f} bb",
        ]
        for lean in report.leans
    ]
    return join_html(element("h2", "Your tendencies"), element("div", table(heads, rows), class_="scroll"))


def explained_fragment(question: HistoryExplainRequest, answer: Explained) -> Html:
    """Return the decisions in some hands, at most `_SHOWN` of two players, and those at larger tables."""
    graded = [MistakeContract.of(decision) for decision in answer.decisions[:_SHOWN]]
    rest = len(answer.decisions) - len(graded)
    left = reasons_text(answer.left_out)
    at_tables = [ThreeMistakeContract.of(at_table) for at_table in answer.at_tables]
    return element(
        "div",
        element("div", [_card(mistake, _drill(mistake)) for mistake in graded], class_="dear"),
        element("p", f"{plural(rest, 'more decision')} below.", class_="note") if rest else None,
        element("div", table(_HEADS, _linked(at_tables), class_="numbers words-last"), class_="scroll")
        if at_tables
        else None,
        element("p", gain_words(answer.largest_gain), class_="note") if answer.largest_gain else None,
        element("p", f"Not rated: {left}.", class_="note") if left else None,
        [element("p", line, class_="note") for line in room_lines(answer.rooms)],
        class_="result",
    )


def _linked(decisions: Iterable[ThreeMistakeContract]) -> list[list[Html | str]]:
    """Return rows of decisions at tables of three to ten, each with links to its spot and to a drill."""
    rows: list[list[Html | str]] = []
    for mistake in decisions:
        first, *rest = three_texts(mistake)
        drill = mistake.drill and element("a", "Practise", class_="chip", href=f"/train?{mistake.drill}")
        rows.append([element("a", first, href=f"/table?{mistake.link}"), drill, *rest])
    return rows


def _head(question: HistoryReportRequest, report: ReportContract) -> Html:
    hands = f"{plural(report.hands, 'hand')} · {plural(report.decisions, 'decision')} rated"
    within = [
        game_titles().get(report.game, report.game),
        SEAT_WORDS.get(report.seat, ""),
        f"{report.stack} bb" if report.stack else "",
        f"{report.depth} bb ante-adjusted" if report.depth else "",
    ]
    only = ", ".join(word for word in within if word)
    line = element("p", f"{hands}{f' · only {only}' if only else ''}", class_="note")
    return join_html(line, _waiting(question, report))


def _waiting(question: HistoryReportRequest, report: ReportContract) -> Html:
    """Return the decisions that need a table first, and how to build it."""
    lines = []
    for count in report.waiting:
        begin = urlencode({"table": count.game, "go": "build"})
        link = element(
            "a", "Build table", href=f"/histories?{begin}&{question.to_query_string()}", class_="chip"
        )
        lines.append(element("p", f"{waiting_words(count)}. ", link, f" {count.build}", class_="waiting"))
    return join_html(*lines)


def _tiles(question: HistoryReportRequest, answer: Report, report: ReportContract) -> Html:
    tiles = [
        tile("EV lost to mistakes", f"{report.per_100_hands_bb:.1f}", "bb per 100 hands", _interval(report)),
        tile(
            "Mistakes",
            f"{report.mistakes:,}",
            f"of {plural(report.decisions, 'decision')}",
            _concentration_text(answer),
        ),
    ]
    return element("div", tiles, _leak_tile(question, report), class_="sums")


def _per_100(report: ReportContract, mbb: float) -> str:
    """Format a loss in mbb per decision as bb per 100 hands."""
    return f"{mbb * report.decisions / report.hands / 10:.1f}" if report.hands else "0.0"


def _interval(report: ReportContract) -> str:
    if report.interval_mbb is None:
        return "Fewer than 30 decisions: too few to judge."
    low, high = (_per_100(report, end) for end in report.interval_mbb)
    return f"95% interval: {low}–{high} · random play: {_per_100(report, report.anchors.coin_flip)}"


def _concentration_text(answer: Report) -> str:
    """Say how few mistakes make up most of the loss; empty if there are fewer than two."""
    losses = sorted(answer.judged.losses[answer.judged.mistakes].tolist(), reverse=True)
    if len(losses) < 2:
        return ""
    most = _MOST * sum(losses)
    count = 1 + sum(so_far < most for so_far in accumulate(losses[:-1]))
    return f"the {count:,} costliest make up {100 * sum(losses[:count]) / sum(losses):.0f}% of the loss"


def _leak_tile(question: HistoryReportRequest, report: ReportContract) -> Html:
    leak = max(report.leaks, key=lambda cell: cell.loose_bb + cell.tight_bb, default=None)
    if leak is None or not leak.loose + leak.tight:
        return tile("Biggest leak", "None", "of 0.01 bb or more", "")
    action = leak_action(leak)
    sides = (leak.loose, "many", leak.loose_bb), (leak.tight, "few", leak.tight_bb)
    wrong = ", ".join(f"{plural(n, action)} too {side} ({cost:.2f} bb)" for n, side, cost in sides if n)
    note = (
        f"{action}s {100 * leak.plays:.0f}% of these hands (equilibrium "
        f"{100 * leak.equilibrium_plays:.0f}%) · {wrong} · costs "
        f"{100 * leak.loss_bb / report.hands:.1f} bb/100"
    )
    practise = _practise(question, report, "Practise these", seat=leak.seat, stack=leak.stack)
    return element(
        "section",
        element("h2", "Biggest leak"),
        element("p", element("b", leak_words(leak)), class_="big words"),
        element("p", note, class_="note"),
        element("p", practise, class_="row") if practise else None,
        class_="card tile leak",
        aria_label="Biggest leak",
    )


def _practise(
    question: HistoryReportRequest, report: ReportContract, words: str, class_: str = "chip", **among: str
) -> Html | None:
    """Return a link to the drill of the player's own mistakes, filtered by game, seat and stack.

    None if the hands, or their names, are not stored.
    """
    if question.sample or question.anonymise or not report.worst:
        return None
    seat = among.get("seat", "")
    game = among.get("game") or next(
        (mistake.game for mistake in report.worst if seat in ("", mistake.seat)), report.worst[0].game
    )
    values = among | {"game": game, "mode": "mistakes", "player": question.player}
    return element(
        "a",
        words,
        class_=class_,
        href=f"/train?{urlencode({name: value for name, value in values.items() if value})}",
    )


def _drill(mistake: MistakeContract) -> Html:
    """Return a link to a drill of close hands like this one, which need not be stored."""
    return element("a", "Practise", class_="chip", href=drill_address(drill_words(mistake)))


def _mistakes(question: HistoryReportRequest, report: ReportContract) -> Html:
    head = element("h2", "Costliest mistakes")
    if not report.worst:
        return join_html(head, element("p", "None of 0.01 bb or more."))
    cards = []
    for mistake in report.worst:
        stack = depth_of(mistake.stack_bb)
        drill = _practise(question, report, "Practise", game=mistake.game, seat=mistake.seat, stack=stack)
        cards.append(_card(mistake, drill))
    more = element(
        "details",
        element("summary", f"{len(cards) - _SHOWN} more"),
        element("div", cards[_SHOWN:], class_="dear"),
    )
    return join_html(
        head, element("div", cards[:_SHOWN], class_="dear"), more if len(cards) > _SHOWN else None
    )


def _card(mistake: MistakeContract, practise: Html | None = None) -> Html:
    """Return a decision: cards, seat and stack, what was done, what is right and by how much."""
    where = f"{mistake.site} #{mistake.hand_id} · {PurePath(mistake.file).name}, line {mistake.line}"
    against = f"vs. {mistake.opponent} · " if mistake.opponent else ""
    gain = (
        f"{mistake.right} {abs(mistake.margin_bb):+.2f} bb"
        if mistake.loss_bb
        else f"correct by {abs(mistake.margin_bb):.2f} bb"
    )
    gain = "indifferent" if mistake.right == "either" else gain
    label = f"Why: {mistake.cards}"
    words = {"href": f"/?{mistake.link}", "data_why": mistake.asked or None, "aria_label": label}
    return element(
        "article",
        element(
            "p",
            cards_html(mistake.cards),
            element(
                "span",
                f"{seat_words(mistake.seat, mistake.last_post)}, {mistake.stack_bb:.4g} bb{_antes(mistake)}",
                class_="spot",
            ),
            element("b", f"\u2212{mistake.loss_bb:.2f} bb" if mistake.loss_bb else "0.00 bb", class_="cost"),
        ),
        element(
            "p",
            element("span", f"you {_action_text(mistake)}, ", element("b", gain), class_="spot"),
            element("a", "Why", class_="chip", **words),
            practise,
        ),
        element("p", printable(f"{against}{where}"), class_="note"),
        class_="one",
    )


def _action_text(mistake: MistakeContract) -> str:
    """Return the action taken; with the size of the open if there was one that faced a jam."""
    words = _PAST_TENSE[mistake.action]
    return words if mistake.raised_bb is None else f"{words} ({action_words(mistake)})"


def _antes(mistake: MistakeContract) -> str:
    """Return what is posted besides the blinds, by name if the link says it."""
    posted = parse_qs(mistake.link)
    names = {"bb_ante": "big-blind ante", "ante": "antes"}
    named = [words for name, words in names.items() if name in posted]
    return f" with {' and '.join(named)}" if named else dead_words(mistake.dead_bb, mistake.dead_name)


def _map(question: HistoryReportRequest, report: ReportContract) -> Html:
    """Return losses by seat and stack; each cell links to its own decisions."""
    leaks = {(leak.seat, leak.stack): leak for leak in report.leaks}
    stacks = [name for name in DEPTH_NAMES if any(stack == name for _, stack in leaks)]
    seats = [name for name in SEAT_WORDS if any(seat == name for seat, _ in leaks)]
    most = max((leak.loss_bb for leak in report.leaks), default=0.0) or 1.0

    def cell(seat: str, stack: str) -> Html:
        leak = leaks.get((seat, stack))
        if leak is None:
            return element("span", "–")
        address = replace(question, seat=seat, stack=stack).to_query_string()
        words = f"{SEAT_WORDS[seat]}, {stack_name(stack)} bb: {plural(leak.decisions, 'decision')}"
        number, count = f"{100 * leak.loss_bb / report.hands:.1f}", element("small", f"{leak.decisions:,}")
        return element(
            "a", number, count, href=f"/histories?{address}", title=words, class_=shade(leak.loss_bb / most)
        )

    rows = [[SEAT_WORDS[seat].capitalize(), *(cell(seat, stack) for stack in stacks)] for seat in seats]
    square = table(("", *map(stack_name, stacks)), rows, class_="pairs where")
    return join_html(
        element("h2", "Loss by seat and stack"),
        element("p", "EV lost, bb/100, by stack; small: decisions. Click to see those alone.", class_="note"),
        element("div", square, class_="scroll"),
    )


def _raises(report: ReportContract) -> Html | None:
    """Return the costliest decisions about opens that faced a jam; None if there are none."""
    if report.raises is None or not report.raises.worst:
        return None
    return element(
        "section",
        element("h2", "Opens that faced a jam"),
        element(
            "p", "Each open is rated in a tree with its own size, without limps or flat calls.", class_="note"
        ),
        element("div", [_card(mistake) for mistake in report.raises.worst[:_SHOWN]], class_="dear"),
        class_="card",
    )


def _threes(seats: str, at: ThreesContract) -> Html:
    rows = _linked(at.worst)
    return element(
        "section",
        element("h2", f"At tables {seats}"),
        element("div", table(_HEADS, rows, class_="numbers words-last"), class_="scroll"),
        class_="card",
    )


def _cells(question: HistoryReportRequest, report: ReportContract) -> Html:
    """Return tables of leaks; seats and stacks link to their own decisions."""
    parts = []
    for name, title, field in (
        ("by_seat", "Seat", "seat"),
        ("by_stack", "Stack, bb", "stack"),
        ("by_family", "Hands", ""),
    ):
        rows = []
        for cell in getattr(report, name):
            first, *rest = cell_texts(cell)
            label = SEAT_WORDS.get(first, first) if field == "seat" else first
            address = replace(question, **{field: first}).to_query_string() if field else ""  # type: ignore[arg-type]
            rows.append([element("a", label, href=f"/histories?{address}") if field else label, *rest])
        parts += [
            element("h3", title),
            element("div", table(("", "decisions", *CELL_HEADS[1:]), rows), class_="scroll"),
        ]
    return join_html(*parts)


def _notes(report: ReportContract) -> Html:
    return join_html(*(element("p", line) for line in summary_lines(report)))
