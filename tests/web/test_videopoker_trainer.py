"""What the trainer deals, and how it judges."""

from __future__ import annotations

import random
from typing import Any

import pytest

from jamfold.answers import answer
from jamfold.answers.watch import Watch
from jamfold.cards import N_CARDS
from jamfold.questions.videopoker import HoldsQuestion
from jamfold.videopoker.deck import Deck
from jamfold.views.responses import respond
from jamfold.web.pages.videopoker.holds import best_text, button_names
from jamfold.web.pages.videopoker.trainer import Score, draw_cards, is_hard, verdict

JACKS = "Jacks or Better 9/6"


def holds_of(table: str, deal: str) -> dict[str, Any]:
    """What the worker answers."""
    question = HoldsQuestion(table=table, deal=deal)
    return dict(respond(question, answer(question, Watch())))


def test_equally_good_holds_are_all_right() -> None:
    found = holds_of(JACKS, "2c 2d 2h 2s 3c")
    holds = {hold["mask"]: hold for hold in found["holds"]}
    score = Score()
    for mask in (31, 15):
        assert verdict(holds[mask], found).startswith("Right: 25.0000 per coin; equally good: ")
        score.add(holds[mask]["cost"])
    assert (score.asked, score.right, score.row, score.cost) == (2, 2, 2, 0)
    assert verdict(holds[7], found).startswith("Wrong, costs ")
    score.add(holds[7]["cost"])
    assert (score.asked, score.right, score.row) == (3, 2, 0)
    assert score.cost == 25 - holds[7]["ev"]
    assert "2 of 3 right" in score.html()


def test_hard_hands() -> None:
    assert is_hard(holds_of(JACKS, "Kc Ah 8c 6d Td"))  # the two high cards or the ace alone: 0.0105
    assert not is_hard(holds_of(JACKS, "Ah Kh Qh Jh Th"))
    assert not is_hard(holds_of(JACKS, "2c 2d 2h 2s 3c"))  # two are equal, the next one is far
    assert best_text(holds_of(JACKS, "2c 4d 6h 8s Tc")) == "draw five"


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_every_card_of_the_deck_is_dealt(jokers: int) -> None:
    deck, chance = Deck(jokers, deuces_wild=False), random.Random(7)
    deals = [draw_cards(chance, deck) for _ in range(1000)]
    assert all(len(set(deal)) == 5 for deal in deals)
    assert {card for deal in deals for card in deal} == set(range(N_CARDS + jokers))
    assert len(button_names(deck)) == N_CARDS + jokers
