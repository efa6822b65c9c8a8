"""What a jackpot does: what is known of it, and what is only noise."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from jamfold.betting.hand import TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.betting.terms import PayoffTerms
from jamfold.cards import Rank
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import GAMES, SIX_PLUS
from jamfold.spots.nplayer import sampler
from jamfold.spots.nplayer.jackpot_effect import (
    JackpotEffect,
    _hand,
    _moved,
    jackpot_effect,
    without_jackpot,
)
from jamfold.spots.nplayer.result import table_result
from jamfold.spots.nplayer.sampler import Purpose, stream
from jamfold.valuation.fees import STRAIGHT_FLUSH, Fees, Jackpot
from jamfold.views.rooms import jackpot_sheet
from jamfold.views.sheet_terminal import sheet_view

SMALL = replace(SIX_PLUS, name="small-six-plus", lowest_rank=Rank(7))
LEVEL = BlindLevel((0.5, 1.0))


@pytest.fixture(autouse=True)
def _small_game(monkeypatch: pytest.MonkeyPatch, shared_tables: Path, counted_clock: None) -> None:
    monkeypatch.setitem(GAMES, SMALL.name, SMALL)


def effect_of(seats: int, fees: Fees, size: float, seconds: float = 0.3) -> JackpotEffect:
    hand = TableHand((6.0,) * seats, LEVEL, PayoffTerms(fees=fees, jackpot=Jackpot(STRAIGHT_FLUSH, size)))
    table = table_result(SMALL, hand, seconds=seconds)
    without = table_result(SMALL, without_jackpot(hand), seconds=seconds)
    return jackpot_effect(table, without, table, 12)


def printed(effect: JackpotEffect) -> str:
    console = Console(width=400)
    with console.capture() as capture:
        console.print(sheet_view(jackpot_sheet(effect)))
    return capture.get()


def test_rakeback_is_told_of_fees_for_every_hand_alone() -> None:
    """All-in or at showdowns a player who answers best pays more or less than the others do."""
    dealt = effect_of(2, Fees(dealt=0.1), 1.0)
    assert dealt.rakeback_needed == pytest.approx(-100 * dealt.result_per_100 / 10)
    for fees in (Fees(all_in=0.1), Fees(showdown=0.1), Fees(dealt=0.1, showdown=0.1)):
        effect = effect_of(2, fees, 1.0)
        assert effect.rakeback_needed is None
        assert "no fee is paid" not in printed(effect)


def test_the_pool_from_which_a_hand_is_played() -> None:
    """Where the jackpot is a share of a pool, that share of the pool told is the size told."""
    hand = TableHand((40.0,) * 2, LEVEL, PayoffTerms(jackpot=Jackpot(STRAIGHT_FLUSH, 400.0)))
    table, without = table_result(SMALL, hand), table_result(SMALL, without_jackpot(hand))
    plain, effect = (jackpot_effect(table, without, table, 100, pool=pool) for pool in (None, 5000.0))
    told = [one for node in effect.nodes for one in node.hands if one.played_from is not None]
    assert told
    for one in told:
        assert one.pool_from == pytest.approx((one.played_from or 0) * 5000 / 400)
    assert f"(a pool of {told[0].pool_from:,.0f})" in printed(effect)
    assert "a pool of" not in printed(plain)


@pytest.mark.long
def test_a_jackpot_of_next_to_nothing_moves_hands_by_noise_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chosen by chance, and told of on the same deals, all would be beyond two standard errors."""
    monkeypatch.setattr(sampler, "_BATCHES", (20, 20))
    hand = TableHand((6.0,) * 4, LEVEL, PayoffTerms(jackpot=Jackpot(STRAIGHT_FLUSH, 1e-4)))
    strategy = np.full((len(hand.nodes), hand_classes(SMALL).n), 0.5)
    table, without = (
        table_result(SMALL, one, profile=strategy, seconds=0.01) for one in (hand, without_jackpot(hand))
    )
    effect = jackpot_effect(table, without, table, 36, 0.01)
    told = [one for node in effect.nodes for one in node.hands]
    assert len(told) > 5
    beyond = sum(abs(one.moved) > 2 * one.moved_error for one in told)
    assert beyond < len(told) / 2
    for one in told:
        assert np.isfinite([one.margin, one.margin_without, one.moved, one.moved_error]).all()
        assert one.moved_error > 0
    assert "measured on others" in printed(effect)


def test_searches_with_and_without_a_jackpot_draw_the_same_deals() -> None:
    hand = TableHand((6.0,) * 4, LEVEL, PayoffTerms(jackpot=Jackpot(STRAIGHT_FLUSH, 40.0)))
    other = without_jackpot(hand)
    assert stream(SMALL, hand, 0, Purpose.SEARCH) == stream(SMALL, other, 0, Purpose.SEARCH)
    assert stream(SMALL, hand, 0, Purpose.MEASUREMENT) != stream(SMALL, other, 0, Purpose.MEASUREMENT)


def test_a_size_is_told_where_both_sides_are_sure() -> None:
    counted = effect_of(2, Fees(), 40.0).table
    without = table_result(SMALL, without_jackpot(counted.hand))
    margins = np.full_like(counted.margins, 1.0)
    sizes = []
    for doubt in (0.0, 0.4, 0.6):
        errors = np.full_like(margins, doubt)
        told = (
            replace(counted, margins=margins, margins_error=errors),
            replace(without, margins=-margins, margins_error=errors),
        )
        assert not _moved(
            (counted, counted), told, 0, 1, None
        ).hands  # nothing moves on the deals that choose
        sizes.append(_hand(told, (0, 0), None).played_from)
    assert sizes == [pytest.approx(20.0), pytest.approx(20.0), None]
