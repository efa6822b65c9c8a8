"""Cards to click, next to a field to type in."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import count

from nicegui import ui
from nicegui.events import GenericEventArguments

from jamfold.cards import RANK_NAMES, SUIT_NAMES, format_cards, parse_cards
from jamfold.errors import CardError
from jamfold.views.faces import card_face

_CLICK = "(e) => { const b = e.target.closest('button[data-card]'); if (b) emit(b.dataset.card); }"
_numbers = count()


def card_button(card: str, *, pressed: bool = False) -> str:
    """A button of a card, such as ``Ah``, or a joker."""
    shown, words, colour = card_face(card)
    return (
        f'<button type="button" data-card="{escape(card)}" class="{colour}" aria-label="{words}" '
        f'aria-pressed="{str(pressed).lower()}">{shown}</button>'
    )


def deck_html(lowest_rank: int = 0, jokers: int = 0, pressed: Sequence[str] = ()) -> str:
    """The deck as buttons, spades first, aces first, some of them pressed."""
    ranks = RANK_NAMES[lowest_rank:][::-1]
    cards = [rank + suit for suit in SUIT_NAMES[::-1] for rank in ranks]
    cards += [f"Joker{k + 1}" if jokers > 1 else "Joker" for k in range(jokers)]
    return "".join(card_button(card, pressed=card in pressed) for card in cards)


class CardPicker:
    """A deck of buttons that puts cards into a text field and takes them out.

    Attributes
    ----------
    largest
        How many cards the field takes.
    box
        What is opened to see the deck.
    """

    def __init__(
        self, field: ui.input | ui.select, largest: int, label: str = "Pick cards", lowest_rank: int = 0
    ) -> None:
        self._field, self.largest = field, largest
        self._id = f"deck{next(_numbers)}"
        self.box = ui.expansion(label).classes("wide").props("dense")
        with self.box:
            self._deck = ui.html(sanitize=False).classes("deck")
            self._deck.props(f'id={self._id} role=group aria-label="{label}"')
        self.show(lowest_rank)
        self._deck.on("click", self._clicked, js_handler=_CLICK)
        field.on_value_change(lambda: mark(self._id, self._picked()))

    def show(self, lowest_rank: int) -> None:
        """Show the deck from this rank on."""
        self._deck.set_content(deck_html(lowest_rank, pressed=self._picked()))
        self._deck.style(f"--columns:{len(RANK_NAMES) - lowest_rank}")

    def _picked(self) -> list[str]:
        """The cards in the field."""
        return picked(str(self._field.value or ""))

    def _clicked(self, event: GenericEventArguments) -> None:
        card = str(event.args)
        if len(card) != 2:
            return
        cards = self._picked()
        if card in cards:
            cards.remove(card)
        elif len(cards) < self.largest:
            cards.append(card)
        else:
            ui.notify(f"{self.largest} cards are picked already: click one of them to take it back.")
            return
        self._field.set_value(" ".join(cards))


def mark(deck_id: str, cards: Sequence[str]) -> None:
    """Mark buttons of a deck on the page."""
    names = ",".join(f'"{card}"' for card in cards if card.isalnum())
    ui.run_javascript(f'window.jamfoldMark && jamfoldMark("{deck_id}", [{names}])')


def picked(text: str) -> list[str]:
    """The cards of a text; none if it holds something else."""
    try:
        return [format_cards([card]) for card in parse_cards(text)]
    except CardError:
        return []
