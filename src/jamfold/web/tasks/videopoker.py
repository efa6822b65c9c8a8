"""Tasks of video poker.  Pay tables come by the name of a shipped one or as TOML text, never as a path."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from jamfold.errors import PayTableError
from jamfold.web.worker import Report

if TYPE_CHECKING:
    from jamfold.videopoker.analysis import Paid
    from jamfold.videopoker.paytable import PayTable

_LONGEST = 10_000
_KEPT = 8
_laid_out: dict[PayTable, Paid] = {}


def pay_tables(params: dict[str, Any], report: Report) -> list[dict[str, Any]]:
    """The shipped pay tables, each with its TOML text to edit."""
    from jamfold.cli.videopoker import table_values
    from jamfold.videopoker.paytable import shipped_pay_tables

    return [
        table_values(table) | {"deck": table.deck.text, "toml": toml_text(table)}
        for table in shipped_pay_tables()
    ]


def toml_text(table: PayTable) -> str:
    """A pay table as the text of a file."""
    lines = [f'name = "{table.name}"', f"cards = {table.deck.n_cards}"]
    if table.deck.deuces_wild:
        lines.append('wild = "deuces"')
    lines += ["", "[pays]"]
    lines += [f"{hand.name} = {_number(pay)}" for hand, pay in zip(table.names, table.pays, strict=True)]
    return "\n".join(lines) + "\n"


def find_table(params: dict[str, Any]) -> PayTable:
    """The pay table that the parameters name or spell out.

    Raises
    ------
    PayTableError
        If there is no such table, or the text is none.
    """
    from jamfold.videopoker.paytable import load_pay_table, parse_pay_table, shipped_pay_tables

    toml, name = params.get("toml"), params.get("table")
    if toml:
        if not isinstance(toml, str) or len(toml) > _LONGEST:
            raise PayTableError(f"A pay table is a text of at most {_LONGEST:,} characters.")
        return parse_pay_table(toml, "your table")
    known = {one: table for table in shipped_pay_tables() for one in (table.name, *table.aliases)}
    if not isinstance(name, str) or name not in known:
        raise PayTableError(f"There is no pay table '{str(name)[:60]}' here; GET /api/videopoker lists them.")
    return load_pay_table(known[name].name)


def analyse(params: dict[str, Any], report: Report) -> dict[str, Any]:
    """Exact return and frequencies, as ``jamfold videopoker analyse --json`` gives them."""
    from jamfold.cli.videopoker import analysis_values
    from jamfold.videopoker.analysis import analyse_pay_table

    table = find_table(params)
    report({"stage": "analysing", "share": 0.0})
    found = analyse_pay_table(table)
    exact = found.expected_return
    rows: list[dict[str, Any]] = [
        {"hand": name.title, "name": name.name, "pays": float(pay), "count": found.frequencies[name.name]}
        for name, pay in zip(table.names, table.pays, strict=True)
    ]
    rows.append({"hand": "nothing", "name": "nothing", "pays": 0.0, "count": found.frequencies["nothing"]})
    for row in rows:
        row["share"] = row["count"] / found.draws
        row["of_return"] = row["share"] * row["pays"]
    fraction = [exact.numerator, exact.denominator]
    return analysis_values(found) | {"rows": rows, "fraction": fraction, "deck": table.deck.text}


def holds(params: dict[str, Any], report: Report) -> dict[str, Any]:
    """All 32 holds of a deal, as ``jamfold videopoker hold --json`` gives them, with costs."""
    from jamfold.cli.videopoker import deal_values
    from jamfold.videopoker.analysis import lay_out
    from jamfold.videopoker.deck import parse_deal
    from jamfold.videopoker.holds import deal_report

    table = find_table(params)
    deal = parse_deal(str(params.get("deal", ""))[:100], table.deck)
    key = table
    if key not in _laid_out:
        while len(_laid_out) >= _KEPT:
            _laid_out.pop(next(iter(_laid_out)))
        _laid_out[key] = lay_out(table)
    found = deal_report(_laid_out[key], deal)
    values = deal_values(found)
    for hold, shown in zip(found.holds, values["holds"], strict=True):
        shown["cost"] = float(found.cost(hold.mask))
    return values


def strategy(params: dict[str, Any], report: Report) -> dict[str, Any]:
    """A strategy list, as ``jamfold videopoker strategy --json`` gives it."""
    from jamfold.cli.videopoker import strategy_values
    from jamfold.videopoker.strategy import build_strategy

    table = find_table(params)
    report({"stage": "making the list", "share": 0.0})
    return strategy_values(build_strategy(table, 40))


def _number(pay: Fraction) -> str:
    return str(int(pay)) if pay.denominator == 1 else f"{float(pay):g}"
