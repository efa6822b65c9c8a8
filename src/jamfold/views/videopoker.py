"""Video poker: words, terminal tables, the figure of bankroll curves, and HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import ceil
from pathlib import Path
from urllib.parse import quote

from jamfold.calculator.videopoker.analysis import Analysis
from jamfold.calculator.videopoker.bankroll import QUANTILES, Simulation
from jamfold.calculator.videopoker.deck import format_deal
from jamfold.calculator.videopoker.holds import CostedHold, DealReport, Hold
from jamfold.calculator.videopoker.paytable import PayTable
from jamfold.calculator.videopoker.strategy import HIGH_CARDS, SEVERAL, Strategy
from jamfold.cases.answers.videopoker import JudgedHold
from jamfold.cases.videopoker import HoldsRequest, PayStrategyRequest, SimulationRequest, TrainHoldRequest
from jamfold.practice.training.video_poker import HoldScore
from jamfold.views.figures import new_figure, write_figure
from jamfold.views.html import Html, element, faces_html, join_html, table, tiles
from jamfold.views.sheet import Heads, Sheet, Table, words
from jamfold.views.terminal import plain_text

LIST_RULE = "hold the first line that matches your hand"
ENDINGS = "how many draws end in each hand"
_RISKS = (0.1, 0.05, 0.01)


def pay_tables_view(tables: Iterable[PayTable]) -> Sheet:
    rows = [(table.name, table.deck.text, ", ".join(table.aliases)) for table in tables]
    return Sheet(parts=[Table(words("name", "deck", "also called"), rows)])


def pay_table_view(table: PayTable) -> Sheet:
    rows = [(hand.title, _number(pay)) for hand, pay in zip(table.names, table.pays, strict=True)]
    title = f"{table.name}: {table.deck.text}; pays per coin bet"
    return Sheet(parts=(title, Table((*words("hand"), "pays"), rows)))


def analysis_view(analysis: Analysis) -> Sheet:
    table, exact, draws = analysis.table, analysis.expected_return, analysis.draws
    deviation = analysis.variance**0.5
    lines = [f"{table.name}: {table.deck.text}, perfect play", ""]
    lines += [f"return     {float(100 * exact):.10f}%", f"           = {_fraction(exact)}"]
    if analysis.denominator != exact.denominator:
        lines.append(f"           = {analysis.numerator:,} / {analysis.denominator:,}")
    lines.append(f"variance   {analysis.variance:.6f} per hand (standard deviation {deviation:.4f})")
    lines.append(f"hits       {float(100 * analysis.hit_fraction):.4f}% of hands pay something")
    word = "costs" if analysis.cost_per_1000 >= 0 else "gains"
    lines.append(f"{word}      {abs(analysis.cost_per_1000):.6f} coins per 1,000 bet")
    titles = [*(name.title for name in table.names), "nothing"]
    pays = [*table.pays, Fraction(0)]
    rows = [
        (
            title,
            _number(pay),
            f"{100 * count / draws:.6f}%",
            f"{draws / count:,.2f}" if count else "never",
            f"{float(100 * pay * count / draws):.4f}%",
            f"{count:,}",
        )
        for title, pay, count in zip(titles, pays, analysis.frequencies.values(), strict=True)
    ]
    heads: Heads = (
        *words("final hand"),
        "pays",
        "frequency",
        "one in",
        "share of return",
        f"out of {draws:,}",
    )
    return Sheet(parts=(*lines, Table(heads, rows), f"Exact; {1000 * analysis.seconds:.0f} ms."))


def deal_view(report: DealReport) -> Sheet:
    dealt = f", as dealt {report.made.replace('-', ' ')}" if report.made != "nothing" else ""
    is_tied = len(report.best) > 1
    rows = [
        (
            ("tied" if is_tied else "best") if hold in report.best else "",
            hold.text,
            f"{float(hold.ev):.9f}",
            "" if hold in report.best else f"{float(report.cost(hold.mask)):.6f}",
            f"{hold.numerator:,}/{hold.denominator:,}",
        )
        for hold in report.holds
    ]
    holds = Table((*words("", "hold"), "EV per coin", "cost", "exact EV"), rows)
    draws = Table(words("hold", ENDINGS), [(hold.text, draws_text(hold)) for hold in report.holds])
    ties = f"{len(report.best)} holds are equally good." if is_tied else None
    return Sheet(parts=(f"{format_deal(report.deal)}: {report.table.name}{dealt}", holds, ties, draws))


def draws_text(hold: Hold) -> str:
    """Count a hold's draws by final hand: ``1 royal flush, 46 nothing; 47 in all``."""
    parts = [f"{number:,} {name.replace('-', ' ')}" for name, number in hold.draws.items()]
    return f"{', '.join(parts)}; {sum(hold.draws.values()):,} in all" if len(parts) > 1 else ", ".join(parts)


def strategy_view(strategy: Strategy) -> Sheet:
    exact = strategy.expected_return
    lines = [SEVERAL, HIGH_CARDS, "", f"playing by the list  {float(100 * exact):.8f}%"]
    lines.append(f"                     = {_fraction(exact)}")
    lines.append(f"perfect play         {float(100 * strategy.perfect_return):.8f}%")
    lines.append(f"the list costs       {float(100 * strategy.loss):.8f}% of the bet")
    holds = Table(("", *words("hold"), *_LINE_HEADS), _strategy_rows(strategy))
    return Sheet(parts=(f"{strategy.table.name}: {LIST_RULE}", holds, *lines))


_LINE_HEADS = ("of deals", "EV per coin")


def _strategy_rows(strategy: Strategy) -> list[tuple[str, str, str, str]]:
    """Return number, hold and `_LINE_HEADS` of each line."""
    return [
        (str(number), line.text, f"{100 * line.share:.3f}%", f"{line.ev:.4f}")
        for number, line in enumerate(strategy.lines, 1)
    ]


def simulation_view(simulation: Simulation, bet: int) -> Sheet:
    """Return the course of bankrolls, and the risk of ruin."""
    rows = [
        [f"{hands:,}", *(f"{curve[row]:,.0f}" for curve in simulation.curves), f"{100 * ruined:.2f}%"]
        for row, (hands, ruined) in enumerate(zip(simulation.hands.tolist(), simulation.ruined, strict=True))
    ]
    ruin = simulation.ruin
    lines = [f"Mean at the end {simulation.mean:,.1f} coins; seed {simulation.seed}."]
    lines.append(f"Risk of ruin, playing on without end: {100 * ruin.probability:.6g}% ({ruin.method}).")
    if 0 < ruin.decay < float("inf"):
        needed = ", ".join(f"{100 * q:g}% {bet * ceil(ruin.bets_for(q)):,}" for q in _RISKS)
        lines.append(f"Coins for a risk of {needed}.")
    title = "Coins left: the given percentage of the runs have this much or less."
    heads = ("hands", *(f"{100 * q:.0f}%" for q in QUANTILES), "ruined")
    return Sheet(parts=(title, Table(heads, rows), *lines))


def verdict_text(report: DealReport, mask: int, bet: int) -> str:
    """Say whether a hold is right, and its cost in coins."""
    hold, best = report.find(mask), report.best
    worth = f"{float(bet * hold.ev):.4f}"
    if hold in best:
        tied = "" if len(best) == 1 else f", as good as {len(best) - 1} other"
        return f"Right: {worth} coins{tied}."
    better = f"{_either(best)} is worth {float(bet * best[0].ev):.4f}"
    chosen = f"{_either([hold])} is worth {worth}"
    return f"Wrong, costs {float(bet * report.cost(mask)):.4f} coins: {chosen}, {better}."


def answer_text(report: DealReport, bet: int) -> str:
    """Return the best holds, for a player who gives up."""
    return f"{_either(report.best)}: {float(bet * report.best[0].ev):.4f} coins. Not counted."


def score_text(score: HoldScore, bet: int) -> str:
    share = f" ({100 * score.right / score.asked:.1f}%)" if score.asked else ""
    cost = f"cost {float(bet * score.cost):.4f} of {bet * score.asked} coins bet"
    return f"{score.right} of {score.asked} right{share}, {cost}."


def _either(holds: Sequence[Hold]) -> str:
    return " or ".join("drawing five" if hold.mask == 0 else hold.text for hold in holds)


def _number(value: Fraction | int) -> str:
    return f"{float(value):,g}" if value != int(value) else f"{int(value):,}"


def _fraction(value: Fraction) -> str:
    return f"{value.numerator:,} / {value.denominator:,}"


_COLOUR = "#08519c"


def save_figure(question: SimulationRequest, simulation: Simulation, path: Path) -> Path:
    """Write the quantiles of the bankroll, and the share of ruined runs, over the hands played.

    Raises FigureError if the extension is unknown or the file cannot be written.
    """
    figure = new_figure(figsize=(8, 5), layout="constrained")
    coins = figure.add_subplot()
    middle = len(QUANTILES) // 2
    for i in range(middle):
        low, high = QUANTILES[i], QUANTILES[-1 - i]
        label = f"{100 * low:.0f}% to {100 * high:.0f}% of the runs"
        coins.fill_between(
            simulation.hands,
            simulation.curves[i],
            simulation.curves[-1 - i],
            color=_COLOUR,
            alpha=0.2 + 0.2 * i,
            label=label,
        )
    coins.plot(simulation.hands, simulation.curves[middle], color=_COLOUR, label="median")
    coins.set_xlabel("hands")
    coins.set_ylabel("bankroll, coins")
    coins.set_xlim(0, simulation.hands[-1])
    coins.set_ylim(bottom=0)
    coins.set_title(f"{simulation.table.name}: {question.runs:,} runs of perfect play")
    ruined = coins.twinx()
    ruined.plot(simulation.hands, 100 * simulation.ruined, color="#a50f15", linestyle="--", label="ruined")
    ruined.set_ylabel("ruined runs, %", color="#a50f15")
    ruined.set_ylim(0, 100)
    coins.legend(loc="upper left")
    return write_figure(figure, path)


_FIRST = 5
"""Number of holds shown at first; the rest is folded away."""


def holds_fragment(question: HoldsRequest, report: DealReport) -> Html:
    """Return the deal, its best hold, and all holds with their cost."""
    dealt = "" if report.made == "nothing" else f", as dealt {report.made.replace('-', ' ')}"
    best = element("b", _either_html(report.best))
    first = element(
        "p", faces_html(report.deal_text), dealt, ". Best: ", best, f", worth {_ev(report.best[0])} per coin."
    )
    return element("div", first, _holds(report), class_="result")


def verdict_fragment(question: TrainHoldRequest, report: JudgedHold) -> Html:
    """Say whether a hold is right and what it costs, then list the holds of the deal."""
    hold = report.find(question.mask)
    better = [best for best in report.best if best is not hold]
    if hold in report.best:
        also = join_html("; equally good: ", _either_html(better)) if better else ""
        words = join_html(element("b", "Right"), ": ", _ev(hold, 4), " per coin", also, ".")
    else:
        cost = float(report.cost(hold.mask))
        words = join_html(
            element("b", "Wrong"),
            f", costs {cost:.4f} per coin: ", _either_html(better), f" is worth {_ev(better[0], 4)}, ",
            _cards(hold), f" {_ev(hold, 4)}.",
        )  # fmt: skip
    return element(
        "div",
        element("p", words, class_="judged" if hold in report.best else "judged wrong"),
        element("p", report.notice, class_="error") if report.notice else None,
        _holds(report),
        class_="result",
    )


def strategy_fragment(question: PayStrategyRequest, strategy: Strategy) -> Html:
    facts = [
        ("playing by the list", f"{strategy.return_percent:.8f}%"),
        ("perfect play", f"{strategy.perfect_percent:.8f}%"),
        ("the list costs, of the bet", f"{strategy.loss_percent:.8f}%"),
    ]
    heads, rows = ("line", "hold", *_LINE_HEADS), _strategy_rows(strategy)
    text = quote(plain_text(strategy_view(strategy)))
    name = re.sub(r"[^a-z0-9]+", "-", strategy.table.name.lower()).strip("-")[:60] or "pay-table"
    link = f"data:text/plain;charset=utf-8,{text}"
    file = element("a", "As text", class_="chip", href=link, download=f"{name}-strategy.txt")
    return element(
        "div",
        element("p", element("b", strategy.table.name), f": {LIST_RULE}."),
        tiles(facts),
        element("div", table(heads, rows, class_="numbers list"), class_="scroll"),
        [element("p", note, class_="note") for note in (SEVERAL, HIGH_CARDS)],
        element("p", file),
        class_="result",
    )


def _holds(report: DealReport) -> Html:
    first, rest = report.costed[:_FIRST], report.costed[_FIRST:]
    return join_html(
        _table(report, first),
        element("details", element("summary", "All 32 holds"), _table(report, rest)),
        element("details", element("summary", f"{ENDINGS[0].upper()}{ENDINGS[1:]}"), _draws(report)),
    )


def _draws(report: DealReport) -> Html:
    rows = [(_cards(hold), draws_text(hold)) for hold in report.holds]
    return element("div", table(("hold", "draws"), rows, class_="holds"), class_="scroll")


def _table(report: DealReport, listed: Sequence[CostedHold]) -> Html:
    rows, best = [], {}
    for place, costed in enumerate(listed):
        hold, cost = costed.hold, f"{costed.cost:.6f}"
        if hold in report.best:
            best[place] = cost = "best"
        rows.append((_cards(hold), _ev(hold), cost, f"{hold.numerator:,}/{hold.denominator:,}"))
    heads = ("hold", "EV per coin", "cost", "exact EV")
    inside = table(heads, rows, row_classes=best, class_="numbers holds")
    return element("div", inside, class_="scroll")


def _either_html(holds: Sequence[Hold]) -> Html:
    """Join holds that are equally good."""
    return join_html(*(join_html(" or " if k else "", _cards(hold)) for k, hold in enumerate(holds)))


def _cards(hold: Hold) -> Html:
    return faces_html(hold.text if hold.mask else "draw five")


def _ev(hold: Hold, digits: int = 6) -> str:
    return f"{float(hold.ev):.{digits}f}"
