"""Tables with raises before the all-in by sampled deals: against those that are counted, and cut off."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from jamfold.betting.hand import TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.betting.raises import Raises
from jamfold.cards import Rank
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import GAMES, OMAHA_HILO, SIX_PLUS
from jamfold.core.errors import SituationError
from jamfold.spots.nplayer.exact_trees import evaluate_raised
from jamfold.spots.nplayer.result import table_result
from jamfold.spots.nplayer.search import AVERAGE, GAINS, SearchProgress, kept_run, measure_table, sample_table
from jamfold.views.tables import profile_text

SMALL = replace(SIX_PLUS, name="small-six-plus", lowest_rank=Rank(7))
OPEN = Raises(open=(2.0,))


@pytest.fixture(autouse=True)
def _small_game(monkeypatch: pytest.MonkeyPatch, counted_clock: None) -> None:
    monkeypatch.setitem(GAMES, SMALL.name, SMALL)


def hand_of(*stacks: float, raises: Raises = OPEN) -> TableHand:
    return TableHand(stacks, BlindLevel((0.5, 1.0)), raises=raises)


@pytest.mark.long
@pytest.mark.parametrize("raises", [OPEN, Raises(open=(2.0, 3.0), later=(6.0,)), Raises(limit="pot")])
def test_sampled_measures_are_those_of_all_deals(raises: Raises) -> None:
    """Values, sequential gains, what comes where: of chances at random, within the errors that are told."""
    stacks = (12.0,) * 3 if raises.limit else (12.0, 15.0, 9.0)
    hand, rng = hand_of(*stacks, raises=raises), np.random.default_rng(3)
    strategy = rng.random((len(hand.nodes), hand_classes(SMALL).n)) / 3
    whole = evaluate_raised(SMALL, hand, strategy)
    found = measure_table(SMALL, hand, strategy, seconds=3).certificate
    assert (abs(found.values - whole.values) < 5 * found.values_error).all()
    assert (found.least <= whole.gains).all()
    assert (whole.gains <= found.bounds).all()
    assert found.reach == pytest.approx(whole.reach, abs=0.02)
    assert found.percent == pytest.approx(whole.percent)
    often = whole.reach > 0.1
    apart = abs(found.margins - whole.margins)[often]
    assert np.nanmean(apart) < 0.3


@pytest.mark.long
def test_a_search_comes_near_to_the_exact_one() -> None:
    hand = hand_of(12.0, 12.0, 12.0)
    found = sample_table(SMALL, hand, seconds=4)
    whole = evaluate_raised(SMALL, hand, found.strategy)
    assert whole.gains.max() < 0.05
    assert (whole.gains <= found.certificate.bounds + 1e-9).all()


@pytest.mark.long
def test_four_seats() -> None:
    heard: list[SearchProgress] = []
    hand = hand_of(10.0, 10.0, 10.0, 10.0)
    found = table_result(SMALL, hand, seconds=1, on_search=heard.append)
    assert not found.exact
    assert found.deals > 0
    assert found.gains.max() < 1.0
    assert found.values.sum() == pytest.approx(40.0)
    assert heard
    assert len(heard[0].percent) == len(hand.nodes)
    again = table_result(SMALL, hand, profile=found.strategy, seconds=0.1)
    assert profile_text(again) == profile_text(found)


@pytest.mark.long
def test_a_split_pot_with_raises() -> None:
    found = table_result(OMAHA_HILO, hand_of(6.0, 6.0, 6.0), seconds=0.3)
    assert found.values.sum() == pytest.approx(18.0)


def test_too_many_all_in() -> None:
    hand = TableHand((10.0,) * 7, BlindLevel((0.5, 1.0)), max_allin=6, raises=OPEN)
    with pytest.raises(SituationError, match="At most 5 may be all-in where deals are sampled"):
        table_result(SMALL, hand, seconds=1)


def test_a_search_that_is_cut_off_goes_on_with_the_same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut off once or never: the same averages after the same steps, to the last bit."""
    hand = hand_of(10.0, 10.0, 10.0, 10.0)

    def steps(count: int) -> None:
        monkeypatch.setattr("jamfold.spots.nplayer.search._MOST_STEPS", count)
        told = 0

        def cut(stage: str, share: float) -> None:
            nonlocal told
            told += stage == "playing deals"
            if share >= 0.6 or stage == "measuring on fresh deals":
                raise KeyboardInterrupt

        with kept_run(SMALL, hand, 5) as keeper, pytest.raises(KeyboardInterrupt):
            sample_table(SMALL, hand, seconds=1000, seed=5, keeper=keeper, progress=cut)

    def kept() -> tuple[bytes, bytes]:
        with kept_run(SMALL, hand, 5) as keeper:
            assert keeper.is_kept
            found = keeper.load()
            assert found is not None
            keeper.forget()
            return found[AVERAGE].tobytes(), found[GAINS].tobytes()

    steps(6)
    once = kept()
    steps(3)
    steps(6)
    assert kept() == once
