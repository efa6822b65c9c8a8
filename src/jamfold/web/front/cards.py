"""A deck to click beside a field in which cards are typed."""

from __future__ import annotations

from jamfold.cards import RANK_NAMES, SUIT_NAMES, format_cards, parse_cards
from jamfold.errors import CardError
from jamfold.views.faces import card_face
from jamfold.views.html import Html, element


def deck(label: str, field: str, text: str, most: int, lowest_rank: int = 0) -> Html:
    """A deck that puts cards into a field, and takes them out: the script does it, the field says which."""
    there = picked(text)
    ranks = RANK_NAMES[lowest_rank:][::-1]
    rows = [
        element("div", [_card(rank + suit, pressed=rank + suit in there) for rank in ranks])
        for suit in SUIT_NAMES[::-1]
    ]
    group = element(
        "div", rows, class_="deck", role="group", aria_label=label, data_picks=field, data_most=most
    )
    return element("details", element("summary", label), group, id=f"deck-{field}", class_="field wide")


def _card(card: str, *, pressed: bool) -> Html:
    shown, words, colour = card_face(card)
    return element(
        "button",
        shown,
        type="button",
        data_card=card,
        class_=colour,
        aria_label=words,
        aria_pressed=str(pressed).lower(),
    )


def picked(text: str) -> list[str]:
    """The cards of a text; none if it holds something else."""
    try:
        return [format_cards([card]) for card in parse_cards(text)]
    except CardError:
        return []
