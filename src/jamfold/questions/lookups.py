"""Questions about hands of a solved spot: look one up, list those of a name or a range, explain one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from jamfold.errors import ClassError
from jamfold.games import HOLDEM, OMAHA
from jamfold.questions.fields import entry
from jamfold.questions.spots import SeatQuestion, TreeQuestion

_TWO_CARDS = re.compile(
    r"(?P<rank>10|[2-9TJQKA])\s*((?P=rank)|-?\s*(10|[2-9TJQKA])[\s-]*(s|o|(un|off)?suited|off(suit)?))"
    r"|((10|[2-9TJQKA])\s*[cdhs♣♦♥♠]\s*,?\s*){2}",
    re.IGNORECASE,
)
_PAIR = re.compile(r"(10|[2-9TJQKA])\s*\1", re.IGNORECASE)
_BESIDE = re.compile(
    r"((10|[2-9TJQKA]){2}[so]?(\+|-(10|[2-9TJQKA]){2}[so]?)?|(top\s+)?[\d.]+\s*%|[a-z]{3}[a-z ]*|\*)",
    re.IGNORECASE,
)
_END = re.compile(r"\+|(?<=[so])-", re.IGNORECASE)
"""Where a range of hands ends its first: ``A2s+``, ``A5s-A2s``."""
_TWO_RANKS = re.compile(r"(10|[2-9TJQKA])\s*(10|[2-9TJQKA])", re.IGNORECASE)

_STACKS = re.compile(r"(?:^|\s)(?P<stacks>\d+(\.\d+)?\s?bb)(?=\s|$)", re.IGNORECASE)
_SEAT = re.compile(r"(?:\s|^)(?P<position>sb|bb)\s*$", re.IGNORECASE)
"""How deep both players are, and the seat, beside a hand."""
_CHIPS = re.compile(r"(?P<hand>.*\S)\s+(?P<chips>\d+(\.\d+)?)", re.DOTALL)


def is_of_two_cards(text: str) -> bool:
    """Whether a text is a hand of two cards: a pair, two ranks with s or o, or two cards."""
    return bool(_TWO_CARDS.fullmatch(text.strip()))


def are_of_two_cards(texts: Sequence[str], *, pairs: bool = True) -> bool:
    """Whether some hands or ranges can only be of two cards; `pairs`: so are pairs, which Omaha has, too.

    Beside one of two cards stand ranges of them (``22+``, ``A2s+``), words and percentages.
    """
    pieces = [piece.strip() for text in texts for piece in text.split(",")]
    sure = [one for one in pieces if is_of_two_cards(_END.split(one)[0]) and (pairs or not _PAIR.match(one))]
    return bool(sure) and all(is_of_two_cards(one) or _BESIDE.fullmatch(one) for one in pieces)


@dataclass(frozen=True, kw_only=True)
class HandQuestion(TreeQuestion, SeatQuestion):
    """Look up one hand: how often it is played, EV all-in, EV fold, what to do.

    A hand is its cards (6hQd6cAc) or its name (K7o); a part of a hand or a range (K7, AKQJ,
    AA$ds) is answered with its list and how much of it is played.  EVs are net results from
    the start of the hand; for the big blind they are those after the small blind has jammed.
    """

    name: ClassVar[str] = "hand"
    typed: ClassVar[str] = ""

    cards: str | None = entry(
        None,
        "The cards, a name or a range: '6h Qd 6c Ac', K7o, AKQJ, AA$ds.",
        metavar="HAND",
        positional=True,
    )
    id: int | None = entry(None, "A class by its id instead.", metavar="ID")

    def __post_init__(self) -> None:
        """One hand, and a seat."""
        object.__setattr__(self, "cards", self.cards or None)
        super().__post_init__()
        number = self._id_in_text()
        if number is not None and self.id is None:
            object.__setattr__(self, "id", number)
            object.__setattr__(self, "cards", None)
        if (self.id is None) == (self.cards is None):
            raise ClassError(
                "Give the cards of a hand, such as K7o, or the id of a class, one of them.", field="hand"
            )

    @classmethod
    def of_command(cls, values: Mapping[str, Any]) -> Self:
        """As every question; stacks and seat may stand beside the hand, and two cards are Hold'em's."""
        for words in (_SEAT, _STACKS):
            cards = str(values.get("cards") or "")
            found = words.search(cards)
            if found and not values.keys() & {*found.groupdict(), "saved"}:
                rest = f"{cards[: found.start()]} {cards[found.end() :]}".strip()
                values = {
                    **values,
                    "cards": rest,
                    **{name: text.lower() for name, text in found.groupdict().items()},
                }
        cards = str(values.get("cards") or "").strip()
        if not values.keys() & {"game", "saved"}:
            beside = _CHIPS.fullmatch(cards)
            if beside and "stacks" not in values and are_of_two_cards([beside["hand"]], pairs=False):
                raise ClassError(
                    f"Did you mean {beside['hand']} {beside['chips']}bb? A stack beside a hand is in big "
                    "blinds; --stacks takes chips, too.",
                    field="hand",
                )
            if are_of_two_cards([cards], pairs=bool(_PAIR.fullmatch(cards))):
                values = {**values, "game": HOLDEM.name}
            elif _TWO_RANKS.fullmatch(cards):
                ranks = "".join(cards.split()).upper().replace("10", "T")
                raise ClassError(
                    f"Did you mean {ranks}s, suited, or {ranks}o, offsuit? All hands of Omaha with both: "
                    f"add --game {OMAHA.name}.",
                    field="hand",
                )
        return super().of_command(values)

    def _id_in_text(self) -> int | None:
        """The id in place of cards, ``#37`` or ``37``; digits that name a hand, as 77 does, are none."""
        text = (self.cards or "").strip()
        digits = text.removeprefix("#")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
            return None
        names_ranks = text == digits and len(digits) == self.rules.hole_cards and not set(digits) & set("01")
        return None if names_ranks else int(digits)


@dataclass(frozen=True, kw_only=True)
class LookUpQuestion(HandQuestion):
    """Look up one hand: how often it is played, EV all-in, EV fold, what to do."""


@dataclass(frozen=True, kw_only=True)
class ExplainQuestion(HandQuestion):
    """Explain one hand: chance to be called, equity, EVs, where it breaks even."""

    name: ClassVar[str] = "explain"
    typed: ClassVar[str] = "cards"
    lane: ClassVar[str] = "solving"

    cards: str | None = entry(None, "The cards or the name of the hand.", option="--hand", metavar="HAND")
    sweep: bool | None = entry(
        None,
        "Solve all stacks from 1 to 25 too, for those at which the hand is played.",
        option="--sweep/--no-sweep",
        shown="two-card games only",
    )
