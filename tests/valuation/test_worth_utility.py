"""What ends of a hand are worth: who goes broke, prizes, bounties, rake; saved and made again."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jamfold.betting.terms import PayoffTerms
from jamfold.core.errors import WorthError
from jamfold.valuation.bounties import FUTURES, NO_FUTURE, Bounties
from jamfold.valuation.fees import Rake
from jamfold.valuation.icm import icm
from jamfold.valuation.models import MODELS, stack_values
from jamfold.valuation.prizes import Prizes
from jamfold.valuation.settlement import settle_after_hand
from jamfold.valuation.utility import ChipUtility, PrizeUtility, TournamentUtility, Utility, utility_of
from tests.command_line import Runner
from tests.loose import solve

FOUR = PrizeUtility(Prizes((50, 30, 20)), (1, 1))


# ends of a hand


def test_a_tie_is_worth_more_than_half_a_win() -> None:
    win, lose = FOUR.values((1, 1), (2, 0))
    tie = FOUR.values((1, 1), (1, 1))[0]
    assert [win, lose] == pytest.approx([115 / 3, 0])
    assert round(100 * tie / win, 2) == 65.22


def test_who_goes_broke_has_his_prize() -> None:
    utility = PrizeUtility(Prizes((50, 30, 20)), (30,))
    first, second = utility.values((40, 30), (70, 0))
    assert second == 20
    assert first == pytest.approx(30 + 20 * 0.7)  # two left: linear between 30 and 50


def test_players_broke_in_one_hand() -> None:
    """The larger stack before the hand has the better place; equal stacks share."""
    prizes = (40, 30, 20, 10)
    assert settle_after_hand((5, 9, 7, 3), (0, 24, 0, 0), prizes) == (20, 40, 30, 10)
    assert settle_after_hand((5, 9, 5, 3), (0, 22, 0, 0), prizes) == (25, 40, 25, 10)
    assert settle_after_hand((5, 5, 5, 3), (0, 0, 0, 18), prizes) == (20, 20, 20, 40)
    assert settle_after_hand((4, 6), (0, 0), (7,)) == (0, 7)  # a rake that takes all
    assert settle_after_hand((8, 4, 4), (8, 8, 0), (50, 30, 20))[2] == 20


@given(
    st.lists(st.tuples(st.integers(1, 50), st.integers(0, 50)), min_size=2, max_size=6),
    st.lists(st.integers(1, 90), min_size=1, max_size=6),
)
def test_settled_money_sums_to_the_prizes(chips: list[tuple[int, int]], prizes: list[int]) -> None:
    before, after = [list(side) for side in zip(*chips, strict=True)]
    paid = sorted(prizes[: len(before)], reverse=True)
    values = settle_after_hand(before, after, paid)
    assert sum(values) == pytest.approx(sum(paid))
    assert min(values) >= -1e-12


def test_chips_are_worth_chips() -> None:
    utility = ChipUtility()
    assert utility.values((10, 20), (12.5, 17.5)) == (12.5, 17.5)
    assert (utility.currency, utility.pool) == ("chips", None)


@given(st.floats(0, 100), st.integers(1, 10**6), st.integers(0, 10**6))
def test_two_players_are_linear_in_chips(chips: float, first: int, second: int) -> None:
    if second > first:
        first, second = second, first
    values = PrizeUtility(Prizes((first, second))).values((50, 50), (chips, 100 - chips))
    assert values[0] == pytest.approx(second + (first - second) * chips / 100)
    assert sum(values) == pytest.approx(first + second)


def test_the_others_share_the_prizes() -> None:
    after = FOUR.values((1, 1), (1.5, 0.5))
    assert after == pytest.approx(stack_values((1.5, 0.5, 1, 1), (50, 30, 20))[:2])
    assert (FOUR.currency, FOUR.pool) == ("money", 100)


def test_what_rounding_leaves_is_broke() -> None:
    assert FOUR.values((1, 1), (2, 1e-15)) == FOUR.values((1, 1), (2, 0))
    assert FOUR.values((1, 1), (2, -1e-15))[1] == 0
    with pytest.raises(WorthError, match="stack after the hand must not be negative"):
        FOUR.values((1, 1), (3, -1))
    with pytest.raises(WorthError, match="Player 2 has no chips"):
        FOUR.values((1, 0), (1, 0))


# bounties


def test_bounties_alone_are_a_game_for_chips() -> None:
    """No prizes, heads by chips: linear in chips heads-up, so its equilibrium is that for chips."""
    utility = PrizeUtility(Prizes((0,)), bounties=Bounties((5, 5)))
    found = solve("holdem", (100, 100), (5, 10), terms=PayoffTerms(utility=utility))
    plain = solve("holdem", (100, 100), (5, 10))
    assert found.jam_percent == pytest.approx(plain.jam_percent, abs=1e-6)
    assert found.value_money == pytest.approx([5 + one / 20 for one in plain.value_chips])
    answer = icm((100, 50, 50), ("0",), bounties=Bounties((5, 5, 5)))
    assert answer.values == pytest.approx((0, 0, 0))
    assert answer.prize_shares == pytest.approx((0, 0, 0))
    assert answer.head_values == pytest.approx((7.5, 3.75, 3.75))


@pytest.mark.parametrize("heads", [None, Bounties((0, 0))])
def test_nothing_to_play_for(heads: Bounties | None) -> None:
    with pytest.raises(WorthError, match="All payouts are zero") as caught:
        PrizeUtility(Prizes((0, 0)), bounties=heads)
    assert caught.value.field == "prizes"


def test_bounties_alone_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    run, words = Runner(capsys), ("--game", "holdem", "--stacks", "100", "60", "--blinds", "5", "10")
    told = json.loads(run.good("solve", *words, "--prizes", "0", "--bounty", "5", "--json"))
    assert sum(told["value_money"]) == pytest.approx(10)
    table = json.loads(run.good("table", *words, "--prizes", "0", "--bounty", "5", "--json"))
    assert table["values"] == pytest.approx(told["value_money"], abs=1e-6)
    run.good("icm", "100", "60", "--prizes", "0", "--bounty", "5")
    for command in ("solve", "table"):
        assert "All payouts are zero" in run.bad(command, *words, "--prizes", "0")
        assert "All payouts are zero" in run.bad(command, *words, "--prizes", "0", "--bounty", "0")


def test_a_plain_bounty_is_cash() -> None:
    bounties = Bounties((10, 20, 5), future=NO_FUTURE)
    utility = PrizeUtility(Prizes((100,)), (50,), bounties=bounties)
    without = PrizeUtility(Prizes((100,)), (50,))
    (win, lose), (plain_win, plain_lose) = (one.values((30, 20), (50, 0)) for one in (utility, without))
    assert (win - plain_win, lose - plain_lose) == (20, 0)
    assert utility.values((30, 20), (25, 25)) == without.values((30, 20), (25, 25))


def test_a_progressive_bounty_goes_on_the_winners_head() -> None:
    bounties = Bounties((10, 20, 5), progressive=0.5)
    values = bounties.after_hand((50, 0, 50))
    assert list(values) == [10 + (10 + 10 + 5) * 0.5, 0, (10 + 10 + 5) * 0.5]  # half in cash
    assert bounties.standing((30, 20, 50)) == pytest.approx((10.5, 7.0, 17.5))


@pytest.mark.parametrize("future", FUTURES)
def test_the_last_one_has_his_own_head(future: str) -> None:
    bounties = Bounties((10, 20), 0.5, future)
    assert bounties.after_hand((0, 40)) == (0, 30)
    assert bounties.after_hand((0, 0)) == (0, 0)


@given(
    st.lists(st.integers(0, 100), min_size=3, max_size=6),
    st.floats(0, 1),
    st.floats(0, 1),
)
def test_heads_by_chips_sum_to_their_money(heads: list[int], progressive: float, share: float) -> None:
    bounties = Bounties(tuple(heads), progressive)
    others = [1.0] * (len(heads) - 2)
    first, second, *_ = bounties.after_hand((2 * share, 2 - 2 * share, *others))
    cash_too = [bounties.standing([1.0] * len(heads))[0]] * len(others)
    if 0 < share < 1:
        assert first + second + sum(cash_too) == pytest.approx(sum(heads))


@pytest.mark.parametrize(
    ("values", "field", "words"),
    [
        ({"heads": (5, -1)}, "bounty", "player 2 must not be negative"),
        ({"heads": (5, float("nan"))}, "bounty", "finite"),
        ({"heads": (5, 5), "progressive": 1.5}, "progressive", "must be 0 to 1"),
        ({"heads": (5, 5), "future": "luck"}, "heads", "Unknown value of remaining bounties 'luck'"),
    ],
)
def test_bad_bounties(values: dict[str, Any], field: str, words: str) -> None:
    with pytest.raises(WorthError, match=words) as caught:
        Bounties(**values)
    assert caught.value.field == field


# prizes


def test_prizes_are_read() -> None:
    assert Prizes.read(("50%", "30%", 20.0, "10")[:2]) == Prizes((50, 30), percent=True)
    assert Prizes.read(("1,000", 500, "250.5")).amounts == (1000, 500, 250.5)
    assert Prizes((3, 3, 0)).pool == 6


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ((), "There are no prizes"),
        ((50, -1), "place 2 must not be negative"),
        ((float("nan"),), "finite"),
        ((float("inf"),), "finite"),
        (("many",), "must be a number, not 'many'"),
        (("50%", 30), r"mix money \(30\) and percentages \(50%\)"),
        (("60%", "50%"), "110% of the prize pool"),
        ((0, 0), "All payouts are zero"),
        ((True,), "must be a number"),
    ],
)
def test_bad_prizes(values: tuple[Any, ...], words: str) -> None:
    with pytest.raises(WorthError, match=words) as caught:
        Prizes.read(values)
    assert caught.value.field == "prizes"


@pytest.mark.parametrize(
    ("values", "field", "words"),
    [
        ({"prizes": Prizes((3, 2, 1))}, "prizes", "3 payouts for 2 players"),
        ({"prizes": Prizes((3,)), "others": (1, 0)}, "table", "Other player 2 has no chips"),
        ({"prizes": Prizes((3,)), "model": "luck"}, "model", "Unknown model"),
        ({"prizes": Prizes((3,)), "others": (1.0,) * 8, "model": "ben-roberts"}, "model", "at most 9"),
        ({"prizes": Prizes((3,)), "bounties": Bounties((1, 1, 1))}, "bounty", "3 bounties for 2 players"),
        ({"prizes": Prizes((3,), percent=True), "bounties": Bounties((1, 1))}, "prizes", "in money"),
    ],
)
def test_bad_utilities(values: dict[str, Any], field: str, words: str) -> None:
    with pytest.raises(WorthError, match=words) as caught:
        PrizeUtility(**values)
    assert caught.value.field == field


# rake


def test_rake_by_hand() -> None:
    rake = Rake(percent=5, cap=3, drop=1, jackpot=0.5, rakeback=40)
    assert rake.taken(40, showdown=True) == 2 + 1 + 0.5
    assert rake.taken(400, showdown=True) == 3 + 1 + 0.5
    assert rake.taken(400, showdown=False) == 0
    assert rake.returned(400, showdown=True, contributed=200) == pytest.approx(0.4 * 4 / 2)
    assert rake.returned(400, showdown=False, contributed=200) == 0
    assert Rake(percent=5, always=True).taken(40, showdown=False) == 2
    assert rake.taken(1, showdown=True) == 1  # never more than the pot
    assert Rake(drop=9, rakeback=100).returned(4, showdown=True, contributed=2) == 2
    assert rake.taken(0, showdown=True) == rake.returned(0, showdown=True, contributed=0) == 0


@pytest.mark.parametrize("values", [{}, {"percent": 5, "cap": 0}, {"cap": 3, "rakeback": 50, "always": True}])
def test_no_rake(values: dict[str, Any]) -> None:
    rake = Rake(**values)
    assert rake.is_free
    assert rake.taken(100, showdown=True) == 0


@given(
    st.floats(0, 100),
    st.none() | st.floats(0, 50),
    st.floats(0, 9),
    st.floats(0, 9),
    st.floats(0, 100),
    st.floats(0.01, 1000),
)
def test_rake_takes_no_more_than_there_is(
    percent: float, cap: float | None, drop: float, jackpot: float, rakeback: float, pot: float
) -> None:
    rake = Rake(percent, cap, drop, jackpot, rakeback=rakeback)
    taken = rake.taken(pot, showdown=True)
    back = sum(rake.returned(pot, showdown=True, contributed=part * pot) for part in (0.25, 0.75))
    assert 0 <= back <= taken * (1 + 1e-12)
    assert taken <= pot
    assert (taken > 0) == (not rake.is_free) or taken < 1e-9
    assert Rake(**json.loads(json.dumps(rake.as_dict()))) == rake


@pytest.mark.parametrize(
    ("values", "field", "words"),
    [
        ({"percent": 101}, "rake", "A rake of 101% is more than all of it"),
        ({"percent": -1}, "rake", "negative"),
        ({"percent": float("nan")}, "rake", "finite"),
        ({"cap": -1}, "cap", "negative"),
        ({"drop": -1}, "drop", "negative"),
        ({"jackpot": float("inf")}, "jackpot", "finite"),
        ({"rakeback": 120}, "rakeback", "A rakeback of 120%"),
    ],
)
def test_bad_rake(values: dict[str, Any], field: str, words: str) -> None:
    with pytest.raises(WorthError, match=words) as caught:
        Rake(**values)
    assert caught.value.field == field


# kept


@st.composite
def utilities(draw: st.DrawFn) -> Utility:
    if draw(st.booleans()):
        return ChipUtility()
    others = draw(st.lists(st.floats(0.1, 1e6), max_size=4))
    amounts = sorted(draw(st.lists(st.integers(1, 90), min_size=1, max_size=len(others) + 2)), reverse=True)
    percent = draw(st.booleans()) and sum(amounts) <= 100
    heads = st.lists(st.integers(0, 9), min_size=len(others) + 2, max_size=len(others) + 2)
    bounties = None
    if not percent and draw(st.booleans()):
        share, future = draw(st.floats(0, 1)), draw(st.sampled_from(FUTURES))
        bounties = Bounties(tuple(draw(heads)), share, future)
    model = draw(st.sampled_from(MODELS))
    return PrizeUtility(Prizes(tuple(amounts), percent), tuple(others), model, bounties)


@given(utilities())
def test_utilities_are_made_again_from_json(utility: Utility) -> None:
    assert utility_of(json.loads(json.dumps(utility.as_dict()))) == utility


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"name": "luck"},
        {"name": "prizes"},
        FOUR.as_dict() | {"prizes": [1, -2]},
        FOUR.as_dict() | {"others": 5},
        FOUR.as_dict() | {"others": ["x"]},
        FOUR.as_dict() | {"prizes": None},
        FOUR.as_dict() | {"bounties": {"heads": [1, 2, 3, 4], "luck": 1}},
        FOUR.as_dict() | {"bounties": 7},
        FOUR.as_dict() | {"model": None},
    ],
)
def test_damaged_utilities(values: dict[str, Any]) -> None:
    with pytest.raises(WorthError):
        utility_of(values)


def test_a_solved_tournament_by_hand() -> None:
    """The big blind of this hand is the small blind of the next; on the grid and between."""
    utility = TournamentUtility((0.0, 0.2, 0.55, 1.0), 10.0)
    assert utility.values((10, 20), (20, 10)) == pytest.approx((80, 20))
    assert utility.values((10, 20), (30, 0)) == (100, 0)
    assert utility.values((10, 20), (0, 30)) == (0, 100)
    assert utility.values((10, 20), (15, 15)) == pytest.approx((62.5, 37.5))
    money = TournamentUtility((0.0, 0.2, 0.55, 1.0), 10.0, Prizes((70.0, 30.0)))
    assert money.values((10, 20), (20, 10)) == pytest.approx((62, 38))
    assert utility_of(json.loads(json.dumps(money.as_dict()))) == money


@pytest.mark.parametrize(
    ("winning", "unit", "message"),
    [
        ((0.0, 1.0), 1.0, "rise from 0 to 1"),
        ((0.0, 0.6, 0.5, 1.0), 1.0, "rise from 0 to 1"),
        ((0.1, 0.5, 1.0), 1.0, "rise from 0 to 1"),
        ((0.0, 2.0, 1.0), 1.0, "chance to win"),
        ((0.0, 0.5, 1.0), 0.0, "above zero"),
    ],
)
def test_bad_tournaments(winning: tuple[float, ...], unit: float, message: str) -> None:
    with pytest.raises(WorthError, match=message):
        TournamentUtility(winning, unit)


def test_other_chips_than_the_tournament_has() -> None:
    with pytest.raises(WorthError, match="3 chips, not 4"):
        TournamentUtility((0.0, 0.2, 0.55, 1.0)).values((1, 3), (2, 2))
