"""Cards as faces: signs in the colours of four suits, which are letters again where they are copied."""

from __future__ import annotations

import re
from html import escape

from jamfold.views.html import Html, element

_SYMBOLS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_WORDS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
_RANK_WORDS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten"}
_CARDS = re.compile(r"(?<![0-9A-Za-z$@&#])(?:[2-9TJQKA][cdhs])+(?![0-9A-Za-z+@-])")


def card_face(card: str) -> tuple[str, str, str]:
    """What a card, such as ``Ah``, or a joker looks like: its signs, its words, its class."""
    rank, suit = card[:-1] or card, card[-1]
    if suit not in _SYMBOLS or len(card) != 2:
        return "★", "joker", ""
    return f"{rank}{_SYMBOLS[suit]}", f"{_RANK_WORDS.get(rank, rank)} of {_WORDS[suit]}", f"s-{suit}"


def drawn(cards: str) -> Html:
    """Cards as they lie on a table: 5♦ 5♠."""
    faces = [
        element("span", f"{cards[k]}{_SYMBOLS[cards[k + 1]]}", class_=f"face suit-{cards[k + 1]}")
        for k in range(0, len(cards), 2)
    ]
    return element("span", faces, class_="cards")


def faces_html(text: str) -> Html:
    """A text with its cards (``AhKd``) as faces; copied, they are letters as before."""
    return Html(_CARDS.sub(lambda found: _faces(found[0]), escape(text)))


def _faces(cards: str) -> str:
    faces = []
    for k in range(0, len(cards), 2):
        _, words, colour = card_face(cards[k : k + 2])
        shown = f"{cards[k]}<i>{cards[k + 1]}</i>"
        faces.append(f'<span class="card {colour}" role="img" aria-label="{words}">{shown}</span>')
    return "".join(faces)
