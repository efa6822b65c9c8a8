"""The pay table that the texts of a page mean, and what a form changes of it.

``table`` names a shipped one, ``toml`` is a text in its place, ``pays`` is what differs from either:
``full-house:8,flush:5``.  A form sends ``pay`` for every hand and the whole ``text`` besides; ``of`` and
``was`` say which table both belonged to.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple, TypeVar
from zlib import crc32

from jamfold.errors import PayTableError
from jamfold.questions.videopoker import USUAL_TABLE, OneTableRequest
from jamfold.videopoker.paytable import PayTable, find_shipped, parse_pay, parse_pay_table, pay_text
from jamfold.web.front.form import capital
from jamfold.web.front.page import Texts

FORM = ("pay", "of", "was", "text")
"""What only a form sends."""
_SOURCE = "your table"
_APART = re.compile(r",(?=[a-z0-9-]+:)")
"""Commas that part pays, not those in one."""


Asked = TypeVar("Asked", bound=OneTableRequest)


class Chosen(NamedTuple):
    """What the texts mean.

    Attributes
    ----------
    shipped
        The table that is named; the usual one where there is no such.
    table
        The pay table, with those of its pays that are numbers.
    typed
        Pays as they were typed, by hand, where they differ.
    errors
        What is wrong, by field.
    """

    shipped: PayTable
    table: PayTable
    typed: dict[str, str]
    errors: Texts

    @property
    def is_edited(self) -> bool:
        """Whether it is not as shipped."""
        return self.table != self.shipped or bool(self.errors)

    def ask(self, question: type[Asked], **more: str) -> Asked:
        """A question about it. Raises PayTableError at the first field that is wrong."""
        for field, sentence in self.errors.items():
            raise PayTableError(sentence, field=field)
        words = {"toml": self.table.toml} if self.is_edited else {"table": self.table.name}
        return question.from_strings({**more, **words})


def chosen(texts: Texts) -> Chosen:
    """The pay table of a page."""
    errors: Texts = {}
    shipped = find_shipped(texts["table"])
    if shipped is None:
        errors["table"] = f"There is no pay table '{texts['table'][:60]}' here."
        shipped = usual_table()
    table = shipped
    if texts["toml"]:
        try:
            table = parse_pay_table(texts["toml"], _SOURCE)
        except PayTableError as error:
            errors["toml"] = str(error)
    pairs = [pair.partition(":") for pair in _APART.split(texts["pays"]) if pair]
    typed = {name: text for name, _, text in pairs}
    pays = dict(zip((name.name for name in table.names), table.pays, strict=True))
    for name, text in typed.items():
        try:
            pays[name] = _pay(table, name, text)
        except PayTableError as error:
            errors[f"pay-{name}" if name in pays else "table"] = capital(str(error))
    try:
        table = table.priced(list(pays.values()))
    except PayTableError as error:
        errors[f"pay-{next(reversed(typed))}"] = capital(str(error))
    return Chosen(shipped, table, typed, errors)


def usual_table() -> PayTable:
    """The pay table that pages open with."""
    found = find_shipped(USUAL_TABLE)
    assert found is not None
    return found


def _pay(table: PayTable, name: str, text: str) -> Fraction:
    title = next((hand.title for hand in table.names if hand.name == name), "")
    if not title:
        raise PayTableError(f"{table.name} does not name '{name[:40]}'.")
    return parse_pay(title, text)


def read_form(given: Texts) -> Texts:
    """The texts with what a form has changed of the table: another one, its text, or its pays."""
    texts = {name: text for name, text in given.items() if name not in FORM}
    shipped = find_shipped(texts.get("table", USUAL_TABLE))
    if shipped is not None:
        texts["table"] = shipped.name
    if shipped is None or "of" not in given:
        return texts
    if given["of"] != shipped.name:
        return texts | {"toml": "", "pays": ""}
    text, lines = given.get("text", "").replace("\r\n", "\n"), given.get("pay", "").split("\n")
    try:
        shown = parse_pay_table(text, _SOURCE)
    except PayTableError:
        return texts | {"toml": text, "pays": ""}
    usual = [pay_text(pay) for pay in shown.pays]
    if mark(text) != given.get("was"):
        lines = usual
    if lines == usual and text != shown.toml:
        return texts | {"toml": text, "pays": ""}  # as it was written
    base = shipped if replace(shown, pays=shipped.pays) == shipped else shown
    return texts | {"toml": "" if base is shipped else base.toml, "pays": _differing(base, lines)}


def _differing(table: PayTable, lines: Sequence[str]) -> str:
    """The pays of a form that are not the table's."""
    pairs = zip(table.names, table.pays, lines, strict=False)
    return ",".join(
        f"{name.name}:{line.strip()}" for name, pay, line in pairs if line.strip() != pay_text(pay)
    )


def mark(text: str) -> str:
    """What tells a text from another."""
    return f"{crc32(text.encode()):x}"


def shown_text(texts: Texts, asked: Chosen) -> str:
    """The pay table as text: as it was written, where nothing has changed it since."""
    is_written = "toml" in asked.errors or (texts["toml"] and not texts["pays"])
    return texts["toml"] if is_written else asked.table.toml
