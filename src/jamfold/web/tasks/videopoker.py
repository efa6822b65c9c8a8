"""Tasks of video poker.  Pay tables come by the name of a shipped one or as TOML text, never as a path."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from jamfold.errors import PayTableError
from jamfold.web.worker import Report

if TYPE_CHECKING:
    from jamfold.videopoker.analysis import Paid
    from jamfold.videopoker.paytable import PayTable

_LONGEST = 10_000
_KEPT = 8


def pay_tables(params: dict[str, Any], report: Report) -> list[dict[str, Any]]:
    """The shipped pay tables, each with its TOML text to edit."""
    from jamfold.videopoker.paytable import shipped_pay_tables

    return [
        table.as_dict() | {"deck": table.deck.text, "toml": table.as_toml()} for table in shipped_pay_tables()
    ]


def find_table(params: dict[str, Any]) -> PayTable:
    """The pay table that the parameters name or spell out.

    Raises
    ------
    PayTableError
        If there is no such table, or the text is none.
    """
    from jamfold.videopoker.paytable import find_shipped, parse_pay_table

    toml, name = params.get("toml"), params.get("table")
    if toml:
        if not isinstance(toml, str) or len(toml) > _LONGEST:
            raise PayTableError(f"A pay table is a text of at most {_LONGEST:,} characters.")
        return parse_pay_table(toml, "your table")
    found = find_shipped(name) if isinstance(name, str) else None
    if found is None:
        raise PayTableError(f"There is no pay table '{str(name)[:60]}' here; GET /api/videopoker lists them.")
    return found


def analyse(params: dict[str, Any], report: Report) -> dict[str, Any]:
    """Exact return and frequencies, as ``jamfold videopoker analyse --json`` gives them."""
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
    return found.as_dict() | {"rows": rows, "fraction": fraction, "deck": table.deck.text}


def holds(params: dict[str, Any], report: Report) -> dict[str, Any]:
    """All 32 holds of a deal, as ``jamfold videopoker hold --json`` gives them, with costs."""
    from jamfold.videopoker.deck import parse_deal
    from jamfold.videopoker.holds import deal_report

    table = find_table(params)
    deal = parse_deal(str(params.get("deal", ""))[:100], table.deck)
    found = deal_report(_laid_out(table), deal)
    values = found.as_dict()
    for hold, shown in zip(found.holds, values["holds"], strict=True):
        shown["cost"] = float(found.cost(hold.mask))
    return values


@lru_cache(maxsize=_KEPT)
def _laid_out(table: PayTable) -> Paid:
    """A pay table laid out over all hands; the last ones are kept."""
    from jamfold.videopoker.analysis import lay_out

    return lay_out(table)


def strategy(params: dict[str, Any], report: Report) -> dict[str, Any]:
    """A strategy list, as ``jamfold videopoker strategy --json`` gives it."""
    from jamfold.videopoker.strategy import HIGH_CARDS, SEVERAL, build_strategy

    table = find_table(params)
    report({"stage": "making the list", "share": 0.0})
    return build_strategy(table).as_dict() | {"notes": [SEVERAL, HIGH_CARDS]}
