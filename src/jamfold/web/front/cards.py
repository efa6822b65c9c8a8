"""A deck to click beside a field in which cards are typed."""

from __future__ import annotations

from jamfold.cards import RANK_NAMES, SUIT_NAMES
from jamfold.errors import CardError
from jamfold.videopoker.deck import JOKER_NAME, MAX_JOKERS, Deck, format_deal, parse_deal
from jamfold.views.faces import card_face
from jamfold.views.html import Html, element


def deck(
    label: str,
    field: str,
    text: str,
    most: int,
    lowest_rank: int = 0,
    jokers: int = 0,
    *,
    always: bool = False,
) -> Html:
    """A deck that puts cards into a field, and takes them out: the script does it, the field says which.

    One that is `always` open begins anew where a card more is clicked than the field takes.
    """
    there = picked(text)
    ranks = RANK_NAMES[lowest_rank:][::-1]
    lines = [[rank + suit for rank in ranks] for suit in SUIT_NAMES[::-1]] + [[JOKER_NAME] * jokers]
    rows = [element("div", [_card(card, there) for card in line]) for line in lines if line]
    group = element(
        "div",
        rows,
        class_="deck",
        role="group",
        aria_label=label,
        data_picks=field,
        data_most=most,
        data_anew=always,
    )
    if always:
        return group
    return element("details", element("summary", label), group, id=f"deck-{field}", class_="field wide")


def _card(card: str, there: list[str]) -> Html:
    """A button; of cards with one name those are pressed that are still `there`, which lose it."""
    pressed = card in there
    if pressed:
        there.remove(card)
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
        return [format_deal([card]) for card in parse_deal(text, Deck(MAX_JOKERS, deuces_wild=False), None)]
    except CardError:
        return []
