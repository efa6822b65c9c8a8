"""The game that hands and ranges mean where none is named: Hold'em for those of two cards, else Omaha."""

from __future__ import annotations

import re
from collections.abc import Iterable

from jamfold.cards.games import HOLDEM, OMAHA
from jamfold.core.errors import JamfoldError

_CARD = r"(?:10|[2-9TJQKA])[cdhs♣♦♥♠]"
_CARDS = re.compile(rf"(?:{_CARD}[\s,]*){{3,}}", re.IGNORECASE)
_TWO = re.compile(rf"\s*{_CARD}\s*{_CARD}\s*", re.IGNORECASE)
_DECISION = re.compile(r"(?:^|;|\n)\s*(?:sb|bb|btn|bu|co|hj|lj|mp|utg|ep)\b[^:\n;]*:", re.IGNORECASE)


def meant_game(texts: Iterable[str]) -> str:
    """Return the name of the game of some hands or ranges: Hold'em if all of them can be of two cards."""
    parts = [part for text in texts for part in _DECISION.sub("\n", text).split("\n") if part.strip()]
    return HOLDEM.name if parts and all(map(is_of_two_cards, parts)) else OMAHA.name


def names_decision(text: str) -> bool:
    """Whether a text begins with a seat and a colon: ``sb: 22+``."""
    return bool(_DECISION.match(text))


def is_of_two_cards(text: str) -> bool:
    """Whether a text is a hand or a range of Hold'em; three cards or more in a row are no hand of it."""
    if _CARDS.fullmatch(text.strip()) and not all(map(_TWO.fullmatch, text.split(","))):
        return False
    from jamfold.ranges import parse_range

    try:
        parse_range(text, HOLDEM, order=range(169))
    except JamfoldError:
        return False
    return True
