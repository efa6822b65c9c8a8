"""Video poker: every deal, every hold and every substitution of the wild cards, half a minute per table."""

from __future__ import annotations

import random

import pytest

from jamfold.calculator.videopoker import analyse_pay_table, load_pay_table
from tests.naive_videopoker import NaiveTable
from tests.videopoker.test_videopoker_holds import holds_by_brute_force
from tests.videopoker.test_videopoker_strategy import plays_by_the_list


@pytest.mark.parametrize(
    "name",
    ["DDB 9/6", "Deuces Full Pay", "Double Joker 9/5/4", "Joker K+ 20/7/5"],
)
def test_classes_give_the_return_of_all_deals(name: str) -> None:
    table = load_pay_table(name)
    pays = {hand.name: int(pay) for hand, pay in zip(table.names, table.pays, strict=True)}
    naive = NaiveTable(pays, table.deck.jokers, table.deck.deuces_wild)
    assert analyse_pay_table(table).numerator == naive.all_deals(table.deck.unit)


@pytest.mark.parametrize("name", ["Joker K+ 20/7/5", "DDB 9/6", "Double Joker 9/5/4"])
def test_the_kernel_plays_by_the_list(name: str) -> None:
    plays_by_the_list(name)


def test_all_draws_by_brute_force() -> None:
    table = load_pay_table("DDB 9/6")
    draw = random.Random("DDB 9/6")
    for _ in range(2):
        holds_by_brute_force(table, draw.sample(range(table.deck.n_cards), 5), least=0)
