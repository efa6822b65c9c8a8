"""``jamfold videopoker``: pay tables, exact analysis, holds, strategy lists, training, simulation."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jamfold.cli.boundary import say
from jamfold.cli.common import JsonOption, console, print_json
from jamfold.errors import CardError, PayTableError
from jamfold.kept.whole import check_target

if TYPE_CHECKING:
    from jamfold.practice.trainer import Trainer, Verdict
    from jamfold.videopoker.analysis import Analysis
    from jamfold.videopoker.bankroll import Simulation
    from jamfold.videopoker.holds import DealReport, Hold
    from jamfold.videopoker.strategy import Strategy

app = typer.Typer(help="Video poker: exact analysis of any pay table.")

TableArgument = Annotated[
    str, typer.Argument(help="A pay table's name, or a TOML file.", metavar="NAME_OR_FILE")
]
BetOption = Annotated[int, typer.Option("--bet", help="Coins bet per hand.", metavar="COINS")]
SeedOption = Annotated[
    int | None, typer.Option("--seed", help="The same number gives the same hands.", metavar="N")
]
TableOption = Annotated[
    str, typer.Option("--table", help="A pay table's name, or a TOML file.", metavar="NAME_OR_FILE")
]
DEFAULT_TABLE = "Jacks or Better 9/6"
_LEAVE = {"q", "quit", "exit"}


@app.command("list")
def list_(as_json: JsonOption = False) -> None:
    """Show the pay tables that come with the program."""
    from jamfold.videopoker.paytable import shipped_pay_tables

    tables = shipped_pay_tables()
    if as_json:
        print_json([table.as_dict() for table in tables])
        return
    view = _grid("name", "deck", "also called")
    for table in tables:
        view.add_row(table.name, table.deck.text, ", ".join(table.aliases))
    console().print(view)


@app.command("show")
def show(name: TableArgument, as_json: JsonOption = False) -> None:
    """Show a pay table."""
    from jamfold.videopoker.paytable import load_pay_table

    table = load_pay_table(name)
    if as_json:
        print_json(table.as_dict())
        return
    typer.echo(f"{table.name}: {table.deck.text}; pays per coin bet")
    view = _grid("hand", ">pays")
    for hand, pay in zip(table.names, table.pays, strict=True):
        view.add_row(hand.title, _number(pay))
    console().print(view)


@app.command("analyse")
def analyse(name: TableArgument, as_json: JsonOption = False) -> None:
    """Exact return, variance and frequencies of a pay table under perfect play."""
    from jamfold.videopoker.analysis import analyse_pay_table

    found = analyse_pay_table(name)
    if as_json:
        print_json(found.as_dict())
    else:
        _print_analysis(found)


@app.command("hold")
def hold(
    deal: Annotated[str, typer.Argument(help='Five cards, such as "Ah Kh Qh 2c 2d"; a joker is "Joker".')],
    table: TableOption = DEFAULT_TABLE,
    as_json: JsonOption = False,
) -> None:
    """All 32 holds of a deal, best first, with what the others cost."""
    from jamfold.videopoker.holds import analyse_deal

    report = analyse_deal(table, deal)
    if as_json:
        print_json(report.as_dict())
    else:
        _print_deal(report)


@app.command("strategy")
def strategy(
    name: TableArgument,
    lines: Annotated[int, typer.Option("--lines", help="At most this many lines.", metavar="N")] = 40,
    as_json: JsonOption = False,
) -> None:
    """A strategy list to learn, with the exact return of playing by it."""
    from jamfold.videopoker.strategy import build_strategy

    found = build_strategy(name, lines)
    if as_json:
        print_json(found.as_dict())
    else:
        _print_strategy(found)


@app.command("train")
def train(
    name: Annotated[str, typer.Argument(help="A pay table's name, or a TOML file.")] = DEFAULT_TABLE,
    hands: Annotated[int | None, typer.Option("--hands", help="Stop after N hands.", metavar="N")] = None,
    bet: BetOption = 5,
    seed: SeedOption = None,
) -> None:
    """Practise: you say what to hold, and hear what it costs."""
    from jamfold.practice.trainer import Trainer

    if bet < 1 or (hands is not None and hands < 1):
        raise PayTableError("Hands and coins bet are whole numbers from 1.")
    trainer = Trainer(name, seed)
    typer.echo(f"{trainer.table.name}. Hold by place (1 3 5) or card (Ah Kh); Enter alone draws five cards.")
    typer.echo("all keeps the deal, ? shows the answer, q ends.")
    try:
        while hands is None or trainer.asked < hands:
            if not _ask(trainer, bet):
                break
    except KeyboardInterrupt:
        typer.echo("")
    share = f" ({100 * trainer.right / trainer.asked:.1f} %)" if trainer.asked else ""
    typer.echo(
        f"{trainer.right} of {trainer.asked} right{share}, "
        f"cost {float(bet * trainer.cost):.4f} of {bet * trainer.asked} coins bet."
    )


def _ask(trainer: Trainer, bet: int) -> bool:
    """Deal a hand and ask until there is an answer; False when the player leaves."""
    from jamfold.practice.trainer import parse_hold
    from jamfold.videopoker.deck import format_deal

    deal = trainer.deal()
    typer.echo(f"\n{trainer.asked + 1:3}.  {format_deal(deal)}")
    while True:
        typer.echo("hold> ", nl=False)
        line = sys.stdin.readline()
        words = line.strip().lower()
        if not line or words in _LEAVE:
            if not line:
                typer.echo("")
            return False
        if words == "?":
            best = trainer.report(deal).best
            typer.echo(f"  {_either(best)}: {float(bet * best[0].ev):.4f} coins. Not counted.")
            return True
        try:
            verdict = trainer.judge(deal, parse_hold(line, deal, trainer.table))
        except CardError as error:
            typer.echo(f"  {error}")
            continue
        typer.echo(f"  {_verdict_text(verdict, bet)}")
        return True


@app.command("simulate")
def simulate(
    name: TableArgument,
    bankroll: Annotated[int, typer.Option("--bankroll", help="Coins at the start.", metavar="COINS")] = 1000,
    bet: BetOption = 5,
    hands: Annotated[int, typer.Option("--hands", help="Hands per run.", metavar="N")] = 10_000,
    runs: Annotated[int, typer.Option("--runs", help="Runs.", metavar="N")] = 1_000,
    points: Annotated[int, typer.Option("--points", help="Points of the curves.", metavar="N")] = 10,
    seed: SeedOption = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="Draw the curves, .svg or .png.", metavar="FILE")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Bankroll curves under perfect play, and the risk of ruin.

    Every hand's pay is drawn from its exact law under perfect play; a run
    ends when a bet cannot be paid.
    """
    from jamfold.videopoker.bankroll import simulate as run_simulation
    from jamfold.views.figures import check_figure
    from jamfold.views.videopoker_figure import save_figure

    if out is not None:
        check_target(check_figure(out))

    found = run_simulation(name, bankroll=bankroll, bet=bet, hands=hands, runs=runs, points=points, seed=seed)
    if out is not None:
        save_figure(found, f"{found.table.name}: {runs:,} runs of perfect play", out)
        say(f"Wrote {out}.")
    if as_json:
        print_json(found.as_dict())
    else:
        _print_simulation(found, bet)


def _verdict_text(verdict: Verdict, bet: int) -> str:
    """Right or wrong, and what it costs in coins."""
    worth = f"{float(bet * verdict.hold.ev):.4f}"
    best = verdict.report.best
    if verdict.right:
        tied = "" if len(best) == 1 else f", as good as {len(best) - 1} other"
        return f"Right: {worth} coins{tied}."
    better = f"{_either(best)} is worth {float(bet * best[0].ev):.4f}"
    chosen = f"{_either([verdict.hold])} is worth {worth}"
    return f"Wrong, costs {float(bet * verdict.cost):.4f} coins: {chosen}, {better}."


def _either(holds: Sequence[Hold]) -> str:
    return " or ".join("drawing five" if hold.mask == 0 else hold.text for hold in holds)


def _print_analysis(found: Analysis) -> None:
    table, exact = found.table, found.expected_return
    typer.echo(f"{table.name}: {table.deck.text}, perfect play\n")
    typer.echo(f"return     {float(100 * exact):.10f} %")
    typer.echo(f"           = {exact.numerator:,} / {exact.denominator:,}")
    if found.denominator != exact.denominator:
        typer.echo(f"           = {found.numerator:,} / {found.denominator:,}")
    typer.echo(f"variance   {found.variance:.6f} per hand (standard deviation {found.variance**0.5:.4f})")
    typer.echo(f"hits       {float(100 * found.hit_fraction):.4f} % of hands pay something")
    word = "costs" if found.cost_per_1000 >= 0 else "gains"
    typer.echo(f"{word}      {abs(found.cost_per_1000):.6f} coins per 1,000 bet")
    headings = ("final hand", ">pays", ">frequency", ">one in", ">share of return")
    view = _grid(*headings, f">out of {found.draws:,}")
    titles = [*(name.title for name in table.names), "nothing"]
    pays = [*table.pays, Fraction(0)]
    for title, pay, count in zip(titles, pays, found.frequencies.values(), strict=True):
        view.add_row(
            title,
            _number(pay),
            f"{100 * count / found.draws:.6f} %",
            f"{found.draws / count:,.2f}" if count else "never",
            f"{float(100 * pay * count / found.draws):.4f} %",
            f"{count:,}",
        )
    console().print(view)
    typer.echo(f"Exact; {1000 * found.seconds:.0f} ms.")


def _print_deal(report: DealReport) -> None:
    from jamfold.videopoker.deck import format_deal

    made = f", as dealt {report.made.replace('-', ' ')}" if report.made != "nothing" else ""
    typer.echo(f"{format_deal(report.deal)}: {report.table.name}{made}")
    tied = len(report.best) > 1
    view = _grid("", "hold", ">EV per coin", ">cost", ">exact EV")
    for hold in report.holds:
        best = hold in report.best
        cost = report.cost(hold.mask)
        view.add_row(
            ("tied" if tied else "best") if best else "",
            hold.text,
            f"{float(hold.ev):.9f}",
            "" if best else f"{float(cost):.6f}",
            f"{hold.numerator:,}/{hold.denominator:,}",
        )
    console().print(view)
    if tied:
        typer.echo(f"{len(report.best)} holds are equally good.")


def _print_strategy(found: Strategy) -> None:
    from jamfold.videopoker.strategy import HIGH_CARDS, SEVERAL

    typer.echo(f"{found.table.name}: hold what fits the first line that fits")
    view = _grid(">", "hold", ">of deals", ">EV per coin")
    for number, line in enumerate(found.lines, 1):
        view.add_row(str(number), line.text, f"{100 * line.share:.3f} %", f"{line.ev:.4f}")
    console().print(view)
    typer.echo(SEVERAL)
    typer.echo(HIGH_CARDS)
    exact = found.expected_return
    typer.echo(f"\nplaying by the list  {float(100 * exact):.8f} %")
    typer.echo(f"                     = {exact.numerator:,} / {exact.denominator:,}")
    typer.echo(f"perfect play         {float(100 * found.perfect_return):.8f} %")
    typer.echo(f"the list costs       {float(100 * found.loss):.8f} % of the bet")


def _print_simulation(found: Simulation, bet: int) -> None:
    from jamfold.videopoker.bankroll import QUANTILES

    view = _grid(">hands", *(f">{100 * q:.0f} %" for q in QUANTILES), ">ruined")
    for row, hands in enumerate(found.hands.tolist()):
        coins = [f"{curve[row]:,.0f}" for curve in found.curves]
        view.add_row(f"{hands:,}", *coins, f"{100 * found.ruined[row]:.2f} %")
    typer.echo("Coins left: so many per cent of the runs have this much or less.")
    console().print(view)
    typer.echo(f"Mean at the end {found.mean:,.1f} coins; seed {found.seed}.")
    ruin = found.ruin
    typer.echo(f"Risk of ruin, playing on without end: {100 * ruin.probability:.6g} % ({ruin.method}).")
    if 0 < ruin.decay < float("inf"):
        needed = ", ".join(f"{100 * q:g} % {bet * ceil(ruin.bets_for(q)):,}" for q in (0.1, 0.05, 0.01))
        typer.echo(f"Coins for a risk of {needed}.")


def _grid(*headings: str) -> Any:
    """A table with headings; ">" marks columns of numbers."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    view = Table(box=SIMPLE_HEAD)
    for heading in headings:
        view.add_column(heading.lstrip(">"), justify="right" if heading.startswith(">") else "left")
    return view


def _number(value: Fraction | int) -> str:
    return f"{float(value):,g}" if value != int(value) else f"{int(value):,}"
