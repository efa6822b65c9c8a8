"""The inputs of a spot: texts of a form, JSON of a request, words of an address.

Sentences about bad inputs are those of the command line; `field_of` says at
which field of the form a sentence belongs.  Nothing here is slow to import: the
page's own process uses it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from typing import Any
from urllib.parse import parse_qsl, urlencode

from jamfold.errors import GameError, JamfoldError, SolverError
from jamfold.games import GAMES, Game, find_game
from jamfold.spots.situation import Situation

METHODS = ("exact", "fictitious-play")
_LONGEST = 60

_STARTS = {
    "Unknown game": "game",
    "The small blind's stack": "stack_sb",
    "The big blind's stack": "stack_bb",
    "The stacks": "stack_sb",
    "The small blind's ante": "ante",
    "The big blind's ante": "ante",
    "The small blind": "blind_sb",
    "The big blind": "blind_bb",
    "The blinds": "blind_sb",
    "The ante": "ante",
    "The big-blind ante": "bb_ante",
    "The dead money": "dead",
    "Unknown method": "method",
    "The number of iterations": "iterations",
    "A number of iterations": "iterations",
}


def field_of(sentence: str) -> str | None:
    """The field of the form that a sentence is about, if it is about one."""
    for start, field in _STARTS.items():
        if sentence.startswith(start):
            return field
    return None


class FieldError(JamfoldError):
    """Bad input that is known to come from one field."""

    def __init__(self, sentence: str, field: str) -> None:
        super().__init__(sentence)
        self.field = field


@contextmanager
def at_field(name: str) -> Iterator[None]:
    """What is read inside comes from this field, and so do its errors.

    Raises
    ------
    FieldError
        For a `JamfoldError`.
    """
    try:
        yield
    except JamfoldError as error:
        raise FieldError(str(error), name) from error


@dataclass(frozen=True)
class SpotInputs:
    """What describes a spot, as written: numbers or texts.  Checked by `check`."""

    game: str = "omaha"
    stack_sb: Any = "100"
    stack_bb: Any = "100"
    blind_sb: Any = "5"
    blind_bb: Any = "10"
    ante: Any = "0"
    bb_ante: Any = "0"
    dead: Any = "0"
    method: str = "exact"
    iterations: Any = ""

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> SpotInputs:
        """Inputs from a form or an address; unknown names are left out, missing ones are the defaults."""
        known = {field.name for field in fields(cls)}
        given = {name: str(value)[:_LONGEST] for name, value in values.items() if name in known}
        if given.get("method", cls.method) == METHODS[0]:
            given.pop("iterations", None)
        return cls(**given)

    def rules(self) -> Game:
        """The game.

        Raises
        ------
        GameError
            If there is no such game.
        """
        return find_game(self.game)

    def situation(self) -> Situation:
        """The chips.

        Raises
        ------
        SituationError
            If they describe no game.
        """
        return Situation.from_antes(
            (self.stack_sb, self.stack_bb),
            (self.blind_sb, self.blind_bb),
            _or_zero(self.ante),
            _or_zero(self.bb_ante),
            _or_zero(self.dead),
        )

    def check(self) -> SpotInputs:
        """The inputs as a solve takes them, with numbers for texts.

        The number of iterations is None where none is given.

        Raises
        ------
        JamfoldError
            With the sentence that the command line gives.
        """
        rules, chips = self.rules(), self.situation()
        if self.method not in METHODS:
            raise SolverError(
                f"Unknown method '{str(self.method)[:40]}': the methods are {' and '.join(METHODS)}."
            )
        text = str(self.iterations).strip() if self.iterations is not None else ""
        iterations: Any = None
        if text and self.method == METHODS[0]:
            raise SolverError(
                "A number of iterations is for fictitious-play: exact takes as many as it needs."
            )
        if text:
            iterations = int(text) if text.isascii() and text.isdigit() else text
        return replace(
            self,
            game=rules.name,
            stack_sb=chips.stacks[0],
            stack_bb=chips.stacks[1],
            blind_sb=chips.blinds[0],
            blind_bb=chips.blinds[1],
            ante=_number(self.ante),
            bb_ante=_number(self.bb_ante),
            dead=chips.dead,
            iterations=iterations,
        )

    def as_dict(self) -> dict[str, Any]:
        """All inputs by name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def query(self) -> str:
        """The inputs as the words of an address, the usual ones left out."""
        usual = SpotInputs()
        values = {name: _plain(value) for name, value in self.as_dict().items()}
        return urlencode({name: text for name, text in values.items() if text != getattr(usual, name)})

    def address(self) -> str:
        """The inputs as one text that names a spot; `of_address` reads it."""
        return self.query() or f"game={self.game}"

    @classmethod
    def of_address(cls, text: str) -> SpotInputs:
        """The inputs of a text that `address` gave, not checked."""
        return cls.of(dict(parse_qsl(text)))

    def same_hands(self, other: SpotInputs) -> bool:
        """Whether both games are played with the same hands."""
        one, two = self.rules(), other.rules()
        return (one.deck, one.hole_cards) == (two.deck, two.hole_cards)

    def differs_from(self, other: SpotInputs) -> str:
        """What is different from another spot, in words; both are checked."""
        words = [
            (("game",), title_of(self.game)),
            (("stack_sb", "stack_bb"), f"stacks {_plain(self.stack_sb)}/{_plain(self.stack_bb)}"),
            (("blind_sb", "blind_bb"), f"blinds {_plain(self.blind_sb)}/{_plain(self.blind_bb)}"),
            (("ante",), f"ante {_plain(self.ante)}"),
            (("bb_ante",), f"big-blind ante {_plain(self.bb_ante)}"),
            (("dead",), f"dead money {_plain(self.dead)}"),
            (("method", "iterations"), method_text(self.method, self.iterations)),
        ]
        changed = [text for names, text in words if any(getattr(self, n) != getattr(other, n) for n in names)]
        return ", ".join(changed) or "the same spot"


def method_text(method: str, iterations: int | None) -> str:
    """A method in words."""
    return "exact" if method == METHODS[0] else f"{iterations or 100:,} iterations of fictitious play"


def title_of(game: str) -> str:
    """The game's name for people; the name itself if there is no such game."""
    try:
        return find_game(game).title
    except GameError:
        return game


def game_titles() -> dict[str, str]:
    """Names and titles of all games, Omaha first."""
    names = ["omaha", "omaha-hilo", *(name for name in GAMES if not name.startswith("omaha"))]
    return {name: GAMES[name].title for name in names}


def _or_zero(value: Any) -> Any:
    return 0 if value is None or not str(value).strip() else value


def _number(value: Any) -> float:
    return float(_or_zero(value))


def _plain(value: Any) -> str:
    """A value as people write it: 100 for 100.0, nothing for None."""
    if value is None:
        return ""
    return f"{value:.12g}" if isinstance(value, float) else str(value).strip()
