"""Tables with raises before the all-in: two and three seats, exactly."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from jamfold.betting.hand import TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.betting.raises import Raises
from jamfold.betting.terms import CHIPS, PayoffTerms
from jamfold.cards import Rank
from jamfold.cards.games import GAMES, SIX_PLUS
from jamfold.core.errors import SituationError
from jamfold.spots.nplayer import exact_trees
from jamfold.spots.nplayer.profile import given_ranges, parse_profile
from jamfold.spots.nplayer.result import RaiseDecision, TableResult, table_result
from jamfold.spots.nplayer.seat_decisions import with_response
from jamfold.spots.nplayer.tree import fitted, with_smallest_open
from jamfold.spots.tree_solve import solve_raises
from jamfold.valuation.fees import Rake
from jamfold.valuation.prizes import Prizes
from jamfold.views.tables import profile_text
from tests.prize_terms import prize_terms

SMALL = replace(SIX_PLUS, name="small-six-plus", lowest_rank=Rank(7))
OPEN = Raises(open=(2.0,))


@pytest.fixture(autouse=True)
def _small_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, SMALL.name, SMALL)


def hand_of(
    *stacks: float, raises: Raises = OPEN, terms: PayoffTerms = CHIPS, ante: float = 0.0
) -> TableHand:
    return TableHand(stacks, BlindLevel((0.5, 1.0), ante=ante), terms, raises=raises)


def solved(hand: TableHand) -> TableResult:
    return table_result(SMALL, hand)


@pytest.mark.parametrize("raises", [OPEN, Raises(open=(2.0,), later=(5.0,)), Raises(limit="pot")])
def test_two_seats_are_what_solve_finds(raises: Raises) -> None:
    hand = hand_of(9.0, 14.0, raises=raises)
    found, spot = solved(hand), solve_raises(SMALL, hand.situation, raises, CHIPS)
    assert tuple(found.values - hand.stacks) == pytest.approx(
        spot.payoffs.of_both(spot.solved.evaluation.values)
    )
    assert found.gains.max() < 1e-9
    told = found.decisions
    for mine, theirs in zip(told, spot.nodes, strict=True):
        assert isinstance(mine, RaiseDecision)
        assert (mine.seat, mine.after, mine.actions) == (theirs.seat, theirs.after, theirs.actions)
        assert mine.percent == pytest.approx(theirs.percent, abs=1e-9)
        assert mine.reach == pytest.approx(theirs.reach)


@pytest.mark.parametrize("stacks", [(6.0, 6.0), (6.0, 4.0, 6.0)])
@pytest.mark.parametrize("size", [6.0, 9.0, "20x"])
def test_sizes_of_the_stack_or_more_are_jam_or_fold(stacks: tuple[float, ...], size: float | str) -> None:
    """To the last bit: the hand has no raises, so everything is as ever."""
    hand, plain = hand_of(*stacks, raises=Raises(open=(size,))), hand_of(*stacks, raises=Raises())
    assert hand == plain
    assert hand.nodes == plain.nodes
    assert solved(hand).id == solved(plain).id


def test_short_stacks_jam() -> None:
    """With 4 big blinds to raise to 2 and to jam are the same, and the jam is shown."""
    found, plain = solved(hand_of(4.0, 4.0, 4.0)), solved(hand_of(4.0, 4.0, 4.0, raises=Raises()))
    assert found.values == pytest.approx(plain.values, abs=1e-4)
    first = found.decisions[0]
    assert isinstance(first, RaiseDecision)
    assert first.actions == ("fold", "raise 2", "jam")
    assert first.percent["raise 2"] == 0
    assert sum(first.percent.values()) == pytest.approx(100)


TERMS = (
    hand_of(15.0, 15.0, 15.0),
    hand_of(9.0, 30.0, 14.0, ante=0.1, raises=Raises(open=(2.0, 3.0))),
    hand_of(12.0, 3.0, 9.0, raises=Raises(open=(2.0,), jam=False)),
    hand_of(15.0, 15.0, 15.0, terms=PayoffTerms(Rake(percent=5, cap=1))),
    hand_of(15.0, 10.0, 12.0, terms=prize_terms(3, Prizes((50.0, 30.0, 20.0)))),
)


@pytest.mark.parametrize("number", range(len(TERMS)))
def test_three_seats_are_solved(number: int) -> None:
    hand = TERMS[number]
    found = solved(hand)
    assert found.is_counted
    assert found.gains.max() < (1e-5 if hand.pool is None else 1e-5 * hand.pool)
    if hand.terms.plain:
        assert found.values.sum() == pytest.approx(sum(hand.stacks))
    for row, node in enumerate(hand.nodes):
        assert found.percent[row] <= 100 + 1e-9
        assert node.action.split()[0] in ("raise", "jam", "call")


@pytest.mark.parametrize(
    ("stacks", "raises", "small"),
    [
        ((15.0,) * 3, Raises(open=(3.0, "2x")), ("2x",)),
        ((15.0,) * 3, Raises(open=("pot", "4x")), ("pot",)),
        ((15.0,) * 3, Raises(open=("pot", "3.2x")), None),  # the small blind's pot is 3, the button's 3.5
        ((15.0,) * 3, Raises(open=(2.0,), later=(5.0,)), (2.0,)),
        ((15.0,) * 3, Raises(open=(2.0, 3.0), later=(6.0,)), None),
        ((15.0,) * 5, Raises(open=(2.0,)), None),  # three may be all-in, so no jam covers another
    ],
)
def test_the_smallest_open_is_that_of_every_seat(
    stacks: tuple[float, ...], raises: Raises, small: tuple[str, ...] | None
) -> None:
    found = with_smallest_open(hand_of(*stacks, raises=raises))
    assert (None if found is None else found.raises.open) == small


def test_the_jam_beside_the_last_raise_is_left_out_and_answered() -> None:
    hand = hand_of(12.0, 12.0, 12.0, raises=Raises(open=(2.0,), later=(5.0,)))
    small = with_smallest_open(hand)
    assert small is not None
    kinds = {len(point.after): {action.kind for action in point.actions} for point in small.points}
    assert kinds[0] == {"fold", "raise", "jam"}  # an open can be raised: it covers no jam
    again = [point for point in small.points if point.after and point.after[-1][1].kind == "raise"]
    assert any([one.kind for one in point.actions] == ["fold", "raise"] for point in again)
    found = solved(hand)
    assert found.gains.max() < 1e-5
    whole = exact_trees.evaluate_raised(SMALL, hand, found.strategy)
    assert whole.gains == pytest.approx(found.gains, abs=1e-9)


def test_a_cover_that_misses_gives_way_to_the_whole_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = hand_of(6.0, 6.0, 6.0)
    large = replace(hand, raises=Raises(open=(5.0,), jam=False))
    monkeypatch.setattr(exact_trees, "with_smallest_open", lambda hand: large)
    assert solved(hand).gains.max() < 1e-5


def test_profiles_go_out_and_in() -> None:
    hand = hand_of(9.0, 12.0, 15.0)
    found = solved(hand)
    profile = parse_profile(SMALL, hand, profile_text(found))
    assert (profile == found.strategy).all()
    measured = table_result(SMALL, hand, profile=profile)
    assert measured.gains == pytest.approx(found.gains, abs=1e-12)
    assert profile_text(measured) == profile_text(found)


def test_the_best_answer_is_sequential() -> None:
    """The button raises everything and folds it all to a jam: the best answers take that."""
    hand = hand_of(15.0, 15.0, 15.0)
    found = solved(hand)
    given = given_ranges(SMALL, hand, "btn raise 2: 100%; btn call after btn raise 2, bb jam: AA")
    strategy = found.strategy.copy()
    for node, chances in given.items():
        strategy[hand.nodes.index(node)] = chances
    strategy = fitted(hand, strategy, [hand.nodes.index(node) for node in given])
    measured = table_result(SMALL, hand, profile=strategy)
    assert measured.gains[1] > 0.1  # the big blind jams far more
    answered = table_result(SMALL, hand, profile=with_response(measured, 1).strategy)
    assert answered.values[1] == pytest.approx(measured.values[1] + measured.gains[1])
    assert answered.gains[1] == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(
    ("stacks", "raises", "field", "words"),
    [
        ((20.0, 1.0, 20.0), Raises(open=(2.0,)), "open", "as bb is. Enter a larger stack"),
        ((0.4, 20.0, 20.0), Raises(open=(2.0,), later=(6.0,)), "open", "as sb is. Enter a larger stack"),
        ((20.0, 20.0, 0.1), Raises(limit="pot"), "limit", "as btn is. Enter a larger stack"),
        ((20.0, 12.0, 20.0), Raises(limit="pot"), "limit", "equal chips behind the antes"),
    ],
)
def test_stacks_that_allow_no_raises(
    stacks: tuple[float, ...], raises: Raises, field: str, words: str
) -> None:
    with pytest.raises(SituationError, match=words) as told:
        hand_of(*stacks, raises=raises, ante=0.1)
    assert told.value.field == field


def test_bad_input() -> None:
    hand = hand_of(9.0, 12.0, 15.0)
    with pytest.raises(SituationError, match="The minimum is 2 bb"):
        hand_of(9.0, 12.0, 15.0, raises=Raises(open=(1.5,)))
    with pytest.raises(SituationError, match="Several actions are possible at 'btn'"):
        given_ranges(SMALL, hand, "btn: 50%")
    with pytest.raises(SituationError, match="no decision 'btn raise 3'"):
        given_ranges(SMALL, hand, "btn raise 3: 50%")
    with pytest.raises(SituationError, match="'bb after sb raise 3': as in 'bb jam after sb raise 2'"):
        given_ranges(SMALL, hand, "bb after sb raise 3: 50%")
    with pytest.raises(SituationError, match="above 1 together"):
        table_result(SMALL, hand, profile=np.ones((len(hand.nodes), solved(hand).strategy.shape[1])))
