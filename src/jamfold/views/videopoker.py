"""Video poker in words and rich tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import ceil

from rich.box import SIMPLE_HEAD
from rich.console import Group
from rich.table import Table
from rich.text import Text

from jamfold.practice.trainer.holds import HoldGrade, Trainer
from jamfold.videopoker.analysis import Analysis
from jamfold.videopoker.bankroll import QUANTILES, Simulation
from jamfold.videopoker.deck import format_deal
from jamfold.videopoker.holds import DealReport, Hold
from jamfold.videopoker.paytable import PayTable
from jamfold.videopoker.strategy import HIGH_CARDS, SEVERAL, Strategy

LIST_RULE = "hold what fits the first line that fits"
ENDINGS = "how many draws end in each hand"
_RISKS = (0.1, 0.05, 0.01)


def pay_tables_view(tables: Iterable[PayTable]) -> Table:
    grid = _grid("name", "deck", "also called")
    for table in tables:
        grid.add_row(table.name, table.deck.text, ", ".join(table.aliases))
    return grid


def pay_table_view(table: PayTable) -> Group:
    grid = _grid("hand", ">pays")
    for hand, pay in zip(table.names, table.pays, strict=True):
        grid.add_row(hand.title, _number(pay))
    return Group(Text(f"{table.name}: {table.deck.text}; pays per coin bet"), grid)


def analysis_view(analysis: Analysis) -> Group:
    """A pay table under perfect play."""
    table, exact, draws = analysis.table, analysis.expected_return, analysis.draws
    deviation = analysis.variance**0.5
    lines = [f"{table.name}: {table.deck.text}, perfect play", ""]
    lines += [f"return     {float(100 * exact):.10f} %", f"           = {_fraction(exact)}"]
    if analysis.denominator != exact.denominator:
        lines.append(f"           = {analysis.numerator:,} / {analysis.denominator:,}")
    lines.append(f"variance   {analysis.variance:.6f} per hand (standard deviation {deviation:.4f})")
    lines.append(f"hits       {float(100 * analysis.hit_fraction):.4f} % of hands pay something")
    word = "costs" if analysis.cost_per_1000 >= 0 else "gains"
    lines.append(f"{word}      {abs(analysis.cost_per_1000):.6f} coins per 1,000 bet")
    grid = _grid("final hand", ">pays", ">frequency", ">one in", ">share of return", f">out of {draws:,}")
    titles = [*(name.title for name in table.names), "nothing"]
    pays = [*table.pays, Fraction(0)]
    for title, pay, count in zip(titles, pays, analysis.frequencies.values(), strict=True):
        grid.add_row(
            title,
            _number(pay),
            f"{100 * count / draws:.6f} %",
            f"{draws / count:,.2f}" if count else "never",
            f"{float(100 * pay * count / draws):.4f} %",
            f"{count:,}",
        )
    return Group(_text(lines), grid, Text(f"Exact; {1000 * analysis.seconds:.0f} ms."))


def deal_view(report: DealReport) -> Group:
    made = f", as dealt {report.made.replace('-', ' ')}" if report.made != "nothing" else ""
    is_tied = len(report.best) > 1
    grid = _grid("", "hold", ">EV per coin", ">cost", ">exact EV")
    for hold in report.holds:
        is_best = hold in report.best
        grid.add_row(
            ("tied" if is_tied else "best") if is_best else "",
            hold.text,
            f"{float(hold.ev):.9f}",
            "" if is_best else f"{float(report.cost(hold.mask)):.6f}",
            f"{hold.numerator:,}/{hold.denominator:,}",
        )
    title = Text(f"{format_deal(report.deal)}: {report.table.name}{made}")
    draws = _grid("hold", ENDINGS)
    for hold in report.holds:
        draws.add_row(hold.text, draws_text(hold))
    ties = [Text(f"{len(report.best)} holds are equally good.")] if is_tied else []
    return Group(title, grid, *ties, draws)


def draws_text(hold: Hold) -> str:
    """Return how many draws of a hold end in each hand: ``1 royal flush, 46 nothing; 47 in all``."""
    parts = [f"{number:,} {name.replace('-', ' ')}" for name, number in hold.draws.items()]
    return f"{', '.join(parts)}; {sum(hold.draws.values()):,} in all" if len(parts) > 1 else ", ".join(parts)


def strategy_view(strategy: Strategy) -> Group:
    """A list to learn, and what it costs."""
    grid = _grid(">", "hold", ">of deals", ">EV per coin")
    for number, line in enumerate(strategy.lines, 1):
        grid.add_row(str(number), line.text, f"{100 * line.share:.3f} %", f"{line.ev:.4f}")
    exact = strategy.expected_return
    lines = [SEVERAL, HIGH_CARDS, "", f"playing by the list  {float(100 * exact):.8f} %"]
    lines.append(f"                     = {_fraction(exact)}")
    lines.append(f"perfect play         {float(100 * strategy.perfect_return):.8f} %")
    lines.append(f"the list costs       {float(100 * strategy.loss):.8f} % of the bet")
    title = Text(f"{strategy.table.name}: {LIST_RULE}")
    return Group(title, grid, _text(lines))


def simulation_view(simulation: Simulation, bet: int) -> Group:
    """What bankrolls went through, and the risk of ruin."""
    grid = _grid(">hands", *(f">{100 * q:.0f} %" for q in QUANTILES), ">ruined")
    for row, hands in enumerate(simulation.hands.tolist()):
        coins = [f"{curve[row]:,.0f}" for curve in simulation.curves]
        grid.add_row(f"{hands:,}", *coins, f"{100 * simulation.ruined[row]:.2f} %")
    ruin = simulation.ruin
    lines = [f"Mean at the end {simulation.mean:,.1f} coins; seed {simulation.seed}."]
    lines.append(f"Risk of ruin, playing on without end: {100 * ruin.probability:.6g} % ({ruin.method}).")
    if 0 < ruin.decay < float("inf"):
        needed = ", ".join(f"{100 * q:g} % {bet * ceil(ruin.bets_for(q)):,}" for q in _RISKS)
        lines.append(f"Coins for a risk of {needed}.")
    title = Text("Coins left: so many per cent of the runs have this much or less.")
    return Group(title, grid, _text(lines))


def verdict_text(verdict: HoldGrade, bet: int) -> str:
    """Right or wrong, and what it costs in coins."""
    worth = f"{float(bet * verdict.hold.ev):.4f}"
    best = verdict.report.best
    if verdict.right:
        tied = "" if len(best) == 1 else f", as good as {len(best) - 1} other"
        return f"Right: {worth} coins{tied}."
    better = f"{_either(best)} is worth {float(bet * best[0].ev):.4f}"
    chosen = f"{_either([verdict.hold])} is worth {worth}"
    return f"Wrong, costs {float(bet * verdict.cost):.4f} coins: {chosen}, {better}."


def answer_text(report: DealReport, bet: int) -> str:
    """The best holds, for a player who gives up."""
    return f"{_either(report.best)}: {float(bet * report.best[0].ev):.4f} coins. Not counted."


def score_text(trainer: Trainer, bet: int) -> str:
    share = f" ({100 * trainer.right / trainer.asked:.1f} %)" if trainer.asked else ""
    cost = f"cost {float(bet * trainer.cost):.4f} of {bet * trainer.asked} coins bet"
    return f"{trainer.right} of {trainer.asked} right{share}, {cost}."


def _either(holds: Sequence[Hold]) -> str:
    return " or ".join("drawing five" if hold.mask == 0 else hold.text for hold in holds)


def _grid(*headings: str) -> Table:
    """A table with headings; ">" marks columns of numbers."""
    grid = Table(box=SIMPLE_HEAD)
    for heading in headings:
        grid.add_column(heading.lstrip(">"), justify="right" if heading.startswith(">") else "left")
    return grid


def _text(lines: Iterable[str]) -> Text:
    return Text("\n".join(lines))


def _number(value: Fraction | int) -> str:
    return f"{float(value):,g}" if value != int(value) else f"{int(value):,}"


def _fraction(value: Fraction) -> str:
    return f"{value.numerator:,} / {value.denominator:,}"
