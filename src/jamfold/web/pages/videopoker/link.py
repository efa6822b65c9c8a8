"""A pay table in an address: the name of a shipped one, and the pays in which it differs.

A table with other hands or another deck stands there whole, as its text, unless that is long.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from jamfold.errors import PayTableError
from jamfold.videopoker.paytable import PayTable, find_shipped, parse_pay, parse_pay_table, pay_text

DEFAULT = "Jacks or Better 9/6"
LONGEST = 6_000
"""Characters of a text in an address."""


class Linked(NamedTuple):
    """What an address says.

    Attributes
    ----------
    chosen
        The shipped table.
    table
        The table as edited.
    error
        What is wrong with the address, in a sentence; empty if nothing is.
    """

    chosen: PayTable
    table: PayTable
    error: str


def link_words(table: PayTable, chosen: PayTable) -> dict[str, str]:
    """The words of an address for a table that was edited from a shipped one."""
    words = {} if chosen.name == DEFAULT else {"table": chosen.name}
    if table == chosen:
        return words
    if replace(table, pays=chosen.pays) == chosen:
        pairs = zip(table.names, table.pays, chosen.pays, strict=True)
        edited = [f"{name.name}:{pay_text(pay)}" for name, pay, usual in pairs if pay != usual]
        return words | {"pays": ",".join(edited)}
    toml = table.toml
    return words | {"toml": toml} if len(toml) <= LONGEST else words


def read_link(words: Mapping[str, str]) -> Linked:
    """The table of an address; what is wrong there is told, and the shipped table taken."""
    name = words.get("table", DEFAULT)
    chosen, error = find_shipped(name), ""
    if chosen is None:
        chosen, error = find_shipped(DEFAULT), f"There is no pay table '{name[:60]}' here."
        assert chosen is not None
    try:
        if words.get("toml"):
            return Linked(chosen, parse_pay_table(words["toml"][:LONGEST], "the link"), error)
        return Linked(chosen, _priced(chosen, words.get("pays", "")), error)
    except PayTableError as wrong:
        return Linked(chosen, chosen, f"The link has no good pay table: {wrong}")


def _priced(chosen: PayTable, text: str) -> PayTable:
    """A table with some other pays, ``full-house:8,flush:5``."""
    pays = dict(zip((name.name for name in chosen.names), chosen.pays, strict=True))
    for part in filter(None, text.split(",")):
        name, _, pay = part.partition(":")
        if name not in pays:
            raise PayTableError(f"{chosen.name} does not name '{name[:40]}'.")
        pays[name] = parse_pay(name, pay)
    return chosen.priced(list(pays.values()))
