"""``jamfold videopoker``: pay tables, exact analysis, holds, strategy lists, training, simulation."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jamfold.cli.common import JsonOption, console, print_json

if TYPE_CHECKING:
    from jamfold.videopoker.analysis import Analysis
    from jamfold.videopoker.holds import DealReport
    from jamfold.videopoker.paytable import PayTable

app = typer.Typer(help="Video poker: exact analysis of any pay table.")

TableArgument = Annotated[
    str, typer.Argument(help="A pay table's name, or a TOML file.", metavar="NAME_OR_FILE")
]
TableOption = Annotated[
    str, typer.Option("--table", help="A pay table's name, or a TOML file.", metavar="NAME_OR_FILE")
]
DEFAULT_TABLE = "Jacks or Better 9/6"


@app.command("list")
def list_(as_json: JsonOption = False) -> None:
    """Show the pay tables that come with the program."""
    from jamfold.videopoker.paytable import shipped_pay_tables

    tables = shipped_pay_tables()
    if as_json:
        print_json([_table_values(table) for table in tables])
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
        print_json(_table_values(table))
        return
    typer.echo(f"{table.name}: {table.deck.text}; pays per coin bet")
    view = _grid("hand", ">pays")
    for hand, pay in zip(table.names, table.pays, strict=True):
        view.add_row(hand.title, _number(pay))
    console().print(view)


@app.command("analyse")
def analyse(name: TableArgument, as_json: JsonOption = False) -> None:
    """Exact return, variance and frequencies of a pay table under perfect play."""
    from jamfold.videopoker.analysis import analyse as analyse_table

    found = analyse_table(name)
    if as_json:
        print_json(_analysis_values(found))
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
        print_json(_deal_values(report))
    else:
        _print_deal(report)


def _table_values(table: PayTable) -> dict[str, Any]:
    return {
        "name": table.name,
        "aliases": list(table.aliases),
        "cards": table.deck.n_cards,
        "deuces_wild": table.deck.deuces_wild,
        "pays": {hand.name: _json_number(pay) for hand, pay in zip(table.names, table.pays, strict=True)},
    }


def _analysis_values(found: Analysis) -> dict[str, Any]:
    return {
        "name": found.table.name,
        "cards": found.table.deck.n_cards,
        "return_numerator": found.numerator,
        "return_denominator": found.denominator,
        "return_percent": float(100 * found.expected_return),
        "variance": found.variance,
        "hit_percent": float(100 * found.hit_fraction),
        "cost_per_1000": found.cost_per_1000,
        "frequencies": {name: [count, found.draws] for name, count in found.frequencies.items()},
        "seconds": found.seconds,
    }


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


def _deal_values(report: DealReport) -> dict[str, Any]:
    from jamfold.videopoker.deck import format_deal

    return {
        "table": report.table.name,
        "deal": format_deal(report.deal),
        "made": report.made,
        "best": [hold.mask for hold in report.best],
        "holds": [
            {
                "mask": hold.mask,
                "cards": format_deal(hold.cards),
                "numerator": hold.numerator,
                "denominator": hold.denominator,
                "ev": float(hold.ev),
            }
            for hold in report.holds
        ],
    }


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


def _json_number(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else float(value)
