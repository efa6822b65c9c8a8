"""Pay tables: those of ``pay_tables.toml``, which come with the program, or TOML files of the user.

A file names its table, the deck and what every final hand pays per coin bet:

    name = "Joker Poker, kings or better, 20/7/5"
    aliases = ["Joker K+ 20/7/5"]
    cards = 53            # 52, or 53 and 54 with one and two jokers
    wild = "none"         # or "deuces"; jokers are always wild

    [pays]
    royal-flush = 800     # natural, no wild card
    five-of-a-kind = 200
    ...

Names of hands: see `jamfold.calculator.videopoker.deck`.  Of names that pay a hand the
same, the first in the file is credited.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cache, cached_property
from importlib import resources
from math import lcm
from os import PathLike
from pathlib import Path
from typing import Any

from jamfold.calculator.videopoker.deck import (
    ALL_RANKS,
    MAX_JOKERS,
    Deck,
    HandName,
    Kind,
    check_overlap,
    parse_name,
)
from jamfold.cards import N_CARDS
from jamfold.core.display import DisplayableResult, json_fields
from jamfold.core.errors import PayTableError, check_kind, near_words

SUFFIX = ".toml"
MAX_CHARACTERS = 10_000
MAX_NAMES = 62  # what a hand can claim is kept as bits of an int64
MAX_PAY = 10**6
MAX_UNITS = 10**9
"""The largest pay in units of the common denominator.  A signed sum of 32 counts of at most
C(54, 5) hands then stays below 1.1e17, an EV times `Deck.unit` below 8.6e15: both fit into int64."""

_KEYS = {"name", "aliases", "cards", "wild", "pays"}
_WILD = {"none": False, "deuces": True}
_EVERYWHERE = [
    Kind.ROYAL, Kind.STRAIGHT_FLUSH, Kind.QUADS, Kind.FULL_HOUSE, Kind.FLUSH, Kind.STRAIGHT, Kind.TRIPS,
]  # fmt: skip
_WITH_WILD = [Kind.WILD_ROYAL, Kind.FIVE]


@json_fields("name aliases cards=deck.n_cards deck.deuces_wild deck=deck.text pays=pays_by_hand toml")
@dataclass(frozen=True)
class PayTable(DisplayableResult):
    """What a machine pays."""

    name: str
    """The usual name."""
    deck: Deck
    """The cards, and which of them are wild."""
    names: tuple[HandName, ...]
    """The final hands that the table names, in its order."""
    pays: tuple[Fraction, ...]
    """What each of them pays per coin bet."""
    aliases: tuple[str, ...] = ()
    """Other names of the table."""

    @cached_property
    def scale(self) -> int:
        """The least integer that makes every pay whole."""
        return lcm(*(pay.denominator for pay in self.pays))

    @cached_property
    def units(self) -> tuple[int, ...]:
        """The pays times `scale`."""
        return tuple(int(pay * self.scale) for pay in self.pays)

    def pay(self, name: str) -> Fraction:
        """The pay of a hand by its name. Raises PayTableError if the table does not name the hand."""
        hand_name = parse_name(name)
        for hand, pay in self._pairs:
            if hand == hand_name:
                return pay
        raise PayTableError(f"{self.name} does not name '{name[:40]}'.")

    def priced(self, pays: Sequence[Fraction]) -> PayTable:
        """The table with other pays, in the order of its hands.

        Raises PayTableError if the pays have too many decimals to be counted exactly.
        """
        table = replace(self, pays=tuple(pays))
        if max(table.units) > MAX_UNITS:
            raise PayTableError("the pays have too many decimals to be counted exactly.")
        return table

    @property
    def pays_by_hand(self) -> dict[str, float]:
        """Coins per coin bet, by hand."""
        return {hand.name: _json_number(pay) for hand, pay in self._pairs}

    @property
    def toml(self) -> str:
        """The table as a text that can be edited and sent back: `parse_pay_table` makes it again."""
        lines = [f"name = {_quoted(self.name)}"]
        if self.aliases:
            lines.append(f"aliases = [{', '.join(map(_quoted, self.aliases))}]")
        lines.append(f"cards = {self.deck.n_cards}")
        if self.deck.deuces_wild:
            lines.append('wild = "deuces"')
        lines += ["", "[pays]", *(f"{hand.name} = {pay_text(pay)}" for hand, pay in self._pairs)]
        return "\n".join(lines) + "\n"

    @property
    def _pairs(self) -> list[tuple[HandName, Fraction]]:
        return list(zip(self.names, self.pays, strict=True))


def load_pay_table(name_or_path: str | Path) -> PayTable:
    """A shipped pay table by its name, or one from a TOML file.

    Case, spaces and hyphens do not matter in a name, nor whether the numbers
    come first: ``9/6 jacks or better``.  Anything that ends in .toml or names
    a folder is a path.  Raises PayTableError if there is no such table or file, or the file is not a complete
    table.
    """
    check_kind(name_or_path, (str, PathLike), "name_or_path", "a pay table such as '9/6 jacks or better'")
    text = str(name_or_path)
    path = Path(name_or_path)
    if isinstance(name_or_path, Path) or text.lower().endswith(SUFFIX):
        return _read_file(path)
    shipped = find_shipped(text)
    if shipped is not None:
        return shipped
    with suppress(OSError):  # a name too long for the system
        if path.is_file():
            return _read_file(path)
    near = near_words(_key(text), _by_key(), 3)
    names = list(dict.fromkeys(_by_key()[key].name for key in near))
    hint = f"nearest names: {', '.join(names)}" if names else "`jamfold videopoker list` shows all names"
    raise PayTableError(f"Unknown pay table '{text[:60]}', and no such file; {hint}.", field="table")


def find_shipped(name: str) -> PayTable | None:
    """The shipped pay table of a name, spelled as `load_pay_table` takes it; no file is read for it."""
    return _by_key().get(_key(name))


@cache
def shipped_pay_tables() -> tuple[PayTable, ...]:
    """All pay tables that come with the program, by deck and name."""
    text = resources.files(__package__).joinpath("pay_tables.toml").read_text(encoding="utf-8")
    entries = tomllib.loads(text, parse_float=_parse_decimal)["table"]
    tables = [_from_values(entry, "") for entry in entries]
    return tuple(sorted(tables, key=lambda table: (table.deck.n_cards, table.deck.deuces_wild, table.name)))


def parse_pay_table(text: str, source: str) -> PayTable:
    """A pay table from the text of a TOML file; `source` names it in errors.

    Raises PayTableError if the text is too long or not TOML, has an unknown key or hand, a pay that is no
    number from 0 to 1,000,000, or leaves out a hand that the deck needs.
    """
    if len(text) > MAX_CHARACTERS:
        raise PayTableError(f"A pay table has at most {MAX_CHARACTERS:,} characters.", field="toml")
    try:
        values = tomllib.loads(text, parse_float=_parse_decimal)
    except (ValueError, RecursionError) as error:
        is_syntax = isinstance(error, tomllib.TOMLDecodeError)
        reason = error if is_syntax else "a number is too long, or brackets are nested too deeply"
        raise PayTableError(f"'{source}' is not a TOML file: {reason}.", field="toml") from None
    try:
        return _from_values(values, Path(source).stem)
    except PayTableError as error:
        raise PayTableError(f"In the pay table '{source}': {error}", field="toml") from None


def parse_pay(name: str, text: str) -> Fraction:
    """What a hand pays, as typed into a form; `name` is the hand in errors.

    Raises PayTableError if the text is no number that a file could hold.
    """
    return _checked_pay(name, _parse_decimal(text.strip()))


def pay_text(pay: Fraction) -> str:
    """A pay as files and forms write it: ``9`` or ``4.5``."""
    return f"{Decimal(pay.numerator) / Decimal(pay.denominator):f}"


def _read_file(path: Path) -> PayTable:
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(MAX_CHARACTERS + 1)
    except OSError as error:
        reason = error.strerror or error
        raise PayTableError(f"Cannot read the pay table '{path}': {reason}.", field="table") from None
    except ValueError:
        reason = "it is not a text file"
        raise PayTableError(f"Cannot read the pay table '{path}': {reason}.", field="table") from None
    return parse_pay_table(text, str(path))


def _from_values(values: Mapping[str, Any], stem: str) -> PayTable:
    for key in values:
        if key not in _KEYS:
            raise PayTableError(f"unknown entry '{key[:40]}'; the entries are {', '.join(sorted(_KEYS))}.")
    name, aliases = values.get("name", stem), values.get("aliases", [])
    if not isinstance(name, str) or not name.strip():
        raise PayTableError("the name must be text.")
    if not isinstance(aliases, list) or not all(isinstance(alias, str) for alias in aliases):
        raise PayTableError("aliases must be a list of texts.")
    pays = values.get("pays")
    if not isinstance(pays, dict) or not pays:
        raise PayTableError("there is no section [pays].")
    deck = _deck(values)
    pay_of = {parse_name(key): _checked_pay(key, pay) for key, pay in pays.items()}
    if len(pay_of) < len(pays):
        raise PayTableError("a hand appears twice in [pays].")
    if len(pay_of) > MAX_NAMES:
        raise PayTableError(f"a table names at most {MAX_NAMES} hands.")
    names = tuple(pay_of)
    check_overlap(names)
    _check_complete(deck, names)
    checked = tuple(pay_of.values())
    return PayTable(name.strip(), deck, names, checked, tuple(aliases)).priced(checked)


def _deck(values: Mapping[str, Any]) -> Deck:
    cards, wild = values.get("cards", N_CARDS), values.get("wild", "none")
    jokers = cards - N_CARDS if type(cards) is int else -1
    if not 0 <= jokers <= MAX_JOKERS:
        raise PayTableError("cards must be 52, 53 or 54.")
    if not isinstance(wild, str) or wild not in _WILD:
        raise PayTableError('wild must be "none" or "deuces".')
    return Deck(jokers, _WILD[wild])


def _parse_decimal(text: str) -> Decimal | None:
    """A number as files and forms write it; None if it is none, or beyond what `Decimal` can hold."""
    try:
        return Decimal(text)
    except ArithmeticError:
        return None


def _checked_pay(name: str, pay: object) -> Fraction:
    if isinstance(pay, bool) or not isinstance(pay, (int, Decimal)):
        raise PayTableError(f"the pay of '{name[:40]}' is not a number.")
    if not Decimal(pay).is_finite() or not 0 <= pay <= MAX_PAY:
        raise PayTableError(
            f"'{name[:40]}' pays {Decimal(pay):.12g}; a pay is a number from 0 to {MAX_PAY:,}."
        )
    if isinstance(pay, Decimal) and -int(pay.as_tuple().exponent) > len(str(MAX_UNITS)):
        raise PayTableError(f"the pay of '{name[:40]}' has too many decimals.")
    return Fraction(pay) if pay else Fraction(0)  # 0e999999999 would be worked out


def _check_complete(deck: Deck, names: tuple[HandName, ...]) -> None:
    """Refuse a table without a hand that the deck needs, or with one that it cannot give."""
    needed = list(_EVERYWHERE)
    if deck.has_wild:
        needed += _WITH_WILD
    if deck.deuces_wild:
        needed.append(Kind.FOUR_DEUCES)
    else:
        needed += [Kind.TWO_PAIR, Kind.PAIR]
    for kind in needed:
        named = [name for name in names if name.kind is kind]
        # Quads and five of a kind may be named in parts, but the rest of them needs a name too.
        whole = kind not in (Kind.QUADS, Kind.FIVE) or _covers(named)
        if not named or not whole:
            example = "pair, or jacks-or-better" if kind is Kind.PAIR else kind.value
            raise PayTableError(f"'{example}' is missing; if it pays nothing, set it to 0.")
    for name in names:
        for wild, kinds in ((deck.has_wild, _WITH_WILD), (deck.deuces_wild, [Kind.FOUR_DEUCES])):
            if not wild and name.kind in kinds:
                raise PayTableError(f"'{name.name}' cannot be made with {deck.text}; set cards or wild.")


def _covers(names: list[HandName]) -> bool:
    """Whether names of quads, or of five of a kind, leave none unnamed."""
    hands = {(rank, kicker) for name in names for rank in name.ranks for kicker in name.kickers}
    return all((r, k) in hands for r in ALL_RANKS for k in ALL_RANKS if r != k)


def _quoted(text: str) -> str:
    """A text as TOML writes it: as JSON does, except for the character 127."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _json_number(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else float(value)


def _key(name: str) -> str:
    """What of a name matters: its words, then its numbers."""
    parts = re.findall(r"[a-z]+|\d+", name.lower().replace("'", ""))
    return " ".join([*(p for p in parts if p.isalpha()), *(p for p in parts if p.isdigit())])


@cache
def _by_key() -> dict[str, PayTable]:
    return {_key(name): table for table in shipped_pay_tables() for name in (table.name, *table.aliases)}
