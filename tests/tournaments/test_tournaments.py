"""The heads-up tournament: published values, plain twins, certificates, properties, bad input."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from jamfold.betting.terms import PayoffTerms
from jamfold.cards.games import GAMES, SIX_PLUS
from jamfold.core.errors import JamfoldError, TournamentError
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.respond import strategy_sums
from jamfold.spots.strategy import Seat
from jamfold.spots.tournaments.blind_levels import (
    MAX_STATES,
    MAX_STEPS,
    Schedule,
    ScheduledLevel,
    make_schedule,
    parse_levels,
)
from jamfold.spots.tournaments.hand_sums import end_chances
from jamfold.spots.tournaments.heads_up import (
    PlayedHand,
    SolvedSchedule,
    _durations,
    _stationary,
    best_responses,
    certify,
    solve_schedule,
)
from jamfold.spots.tournaments.tournament import Tournament, chips_losses
from tests.loose import solve, tournament
from tests.naive_tournament import NaiveGame, best_winning_chances, durations, make_game, winning_chances
from tests.published_values import rows
from tests.toy_table import toy_payoffs

Floats = NDArray[np.float64]
PUBLISHED = sorted({(row["game"], int(row["chips"]), row["levels"]) for row in rows("hu_tournament.csv")})


def _silent(stage: str, share: float) -> None:
    pass


# published values


@pytest.fixture(scope="module")
def solved() -> dict[tuple[str, int, str], Tournament]:
    return {case: tournament(case[0], case[1], levels=case[2]) for case in PUBLISHED}


@pytest.mark.long
@pytest.mark.parametrize("case", PUBLISHED)
def test_published_chances(
    solved: dict[tuple[str, int, str], Tournament], case: tuple[str, int, str]
) -> None:
    answer = solved[case]
    published = [
        row for row in rows("hu_tournament.csv") if (row["game"], int(row["chips"]), row["levels"]) == case
    ]
    assert len(published) == answer.schedule.n_states
    apart = []
    for row in published:
        hand, k = answer.place(int(row["hand"]), int(row["sb_chips"]))
        assert answer.winning[hand, k] == pytest.approx(float(row["winning_chance_sb"]), abs=2e-13)
        apart += [
            abs(percents[hand, k - 1] - float(row[name]))
            for name, percents in (("jam_percent", answer.jam_percent), ("call_percent", answer.call_percent))
            if row[name]
        ]
    assert answer.epsilon < 1e-12
    assert not apart or np.mean(np.array(apart) < 6e-4) > 0.9  # free hands are played as one likes


def test_sentences_of_the_specification(solved: dict[tuple[str, int, str], Tournament]) -> None:
    """10 big blinds on the table: distance from the chip share, and what playing for chips costs."""
    answer = solved["holdem", 20, "rest x 1/2/0"]
    assert f"{100 * answer.distance:.3f}" == "0.540"
    assert answer.farthest == (1, 12)
    assert f"{answer.chips_cost:.5f}" == "0.00012"
    assert answer.costliest == (1, 10, Seat.SMALL_BLIND)


@pytest.mark.parametrize(("hand", "chips"), [(1, 10), (1, 7), (4, 5), (5, 16)])
def test_a_hand_solved_for_what_follows_is_the_state(
    solved: dict[tuple[str, int, str], Tournament], hand: int, chips: int
) -> None:
    """Through chips, terms and a spot, the other way to the same game."""
    answer = solved["holdem", 20, "4 x 1/2/0; rest x 2/4/0"]
    blinds = (1, 2) if hand < 5 else (2, 4)
    terms = PayoffTerms(utility=answer.utility(hand))
    spot = solve("holdem", (chips, 20 - chips), blinds, terms=terms)
    wins = 100 * answer.winning[hand - 1, chips]
    assert spot.value_money == pytest.approx((wins, 100 - wins), abs=1e-11)
    assert spot.jam_percent == pytest.approx(answer.jam_percent[hand - 1, chips - 1], abs=0.01)


@pytest.mark.slow
def test_eighty_states() -> None:
    answer = tournament("holdem", 8000, (300, 600), unit=100)
    assert answer.equal_stacks is not None
    assert f"{100 * answer.equal_stacks:.4f}" == "50.0311"
    assert answer.epsilon < 1e-12
    assert answer.jam.shape == (1, 79, 169)


# plain twins


@pytest.fixture(scope="module", params=[False, True], ids=["undivided", "split"])
def naive(request: pytest.FixtureRequest) -> tuple[NaiveGame, bool]:
    split: bool = request.param
    return make_game(SIX_PLUS, np.random.default_rng(5), split=split), split


def _hands(
    payoffs: ClassGame, schedule: Schedule, jam: Floats, call: Floats, *, split: bool
) -> tuple[PlayedHand, ...]:
    """Given strategies at every stack of the only level."""
    from jamfold.spots.tournaments.hand_sums import GridHand

    unknown: Any = None
    return tuple(
        PlayedHand(
            GridHand(x, schedule.steps, schedule.levels[0], schedule.unit, split),
            strategy_sums(payoffs, jam[x - 1]),
            strategy_sums(payoffs, call[x - 1]),
            unknown,
        )
        for x in range(1, schedule.steps)
    )


@pytest.mark.parametrize("blinds", [(1, 2, 0), (2, 3, 1), (1, 1, 3)])
def test_fixed_strategies_and_best_responses(
    naive: tuple[NaiveGame, bool], blinds: tuple[int, int, int]
) -> None:
    """Strategies at random, which no equilibrium is near: more chips may be worth less against them."""
    game, split = naive
    small, big, ante = blinds
    schedule = Schedule(13, (ScheduledLevel(None, small, big, ante),), 1)
    rng = np.random.default_rng(sum(blinds))
    jam, call = rng.choice([0.0, 1.0, 0.3], (2, 12, game.counts.size))
    for x in range(1, 13):
        live = min(x, 13 - x) - ante
        jam[x - 1][...] = jam[x - 1] if live > small else 1.0
        call[x - 1][...] = call[x - 1] if live > big else 1.0
    hands = _hands(game.payoffs, schedule, jam, call, split=split)
    winning = _stationary(game.payoffs, hands)
    assert winning == pytest.approx(winning_chances(game, 13, blinds, jam, call, split=split), abs=1e-12)
    lasts = durations(game, 13, blinds, jam, call, split=split)
    assert _durations(game.payoffs, [hands])[0] == pytest.approx(lasts, rel=1e-10)
    best = best_responses(game.payoffs, [hands], winning)
    small_best, big_best = best_winning_chances(game, 13, blinds, jam, call, split=split)
    assert best.small[0] == pytest.approx(small_best, abs=1e-12)
    assert best.big[0] == pytest.approx(big_best, abs=1e-12)
    assert best.left < 1e-13
    assert (best.small[0] >= winning - 1e-15).all()


@pytest.mark.parametrize("levels", ["rest x 1/2/0", "2 x 1/2/0; rest x 2/4/1"])
def test_equilibria_of_made_up_games(naive: tuple[NaiveGame, bool], levels: str) -> None:
    game, split = naive
    schedule = Schedule(11, parse_levels(levels), 1)
    found = solve_schedule(game.payoffs, schedule, split=split)
    assert found.change <= 1e-14
    assert certify(game.payoffs, found).epsilon < 1e-13
    assert found.durations.shape == found.winning.shape
    assert (found.durations[:, [0, -1]] == 0).all()
    for hand, level in enumerate(found.hands[:-1]):  # an early hand counts one, then the next ones follow
        for one in level:
            chances = end_chances(game.payoffs, one.jamming.strategy, one.calling)
            follows = found.durations[hand + 1, 11 - np.array(one.hand.next_stacks)]
            assert found.durations[hand, one.hand.stack] == pytest.approx(1 + chances @ follows)


# certificate


@pytest.fixture(scope="module")
def toy() -> tuple[ClassGame, SolvedSchedule]:
    payoffs = toy_payoffs(planes=True)
    return payoffs, solve_schedule(payoffs, make_schedule(12, (1, 2)), split=False)


@pytest.mark.parametrize("seat", ["jamming", "calling"])
@pytest.mark.parametrize("k", [3, 5, 8])
def test_a_spoiled_strategy_is_seen(toy: tuple[ClassGame, SolvedSchedule], seat: str, k: int) -> None:
    payoffs, found = toy
    assert certify(payoffs, found).epsilon < 1e-14
    one = found.hands[0][k]
    strategy = getattr(one, seat).strategy.copy()
    strategy[0] = 0.0  # aces are folded, at one stack
    sums = strategy_sums(payoffs, strategy)
    spoiled = replace(one, jamming=sums) if seat == "jamming" else replace(one, calling=sums)
    hands = (*found.hands[0][:k], spoiled, *found.hands[0][k + 1 :])
    worse = replace(found, hands=(hands,), winning=_stationary(payoffs, hands)[None])
    assert certify(payoffs, worse).epsilon > 1e-5


def test_a_wrong_chance_is_seen(toy: tuple[ClassGame, SolvedSchedule]) -> None:
    payoffs, found = toy
    winning = found.winning.copy()
    winning[0, 5] -= 1e-9
    assert certify(payoffs, replace(found, winning=winning)).epsilon > 9e-10


def test_playing_for_chips_costs_nothing_where_chips_are_all_that_counts(
    toy: tuple[ClassGame, SolvedSchedule],
) -> None:
    """With a blind as large as all chips the next hand ends it: what follows is worth the chip share."""
    payoffs, _ = toy
    found = solve_schedule(payoffs, make_schedule(4, (2, 4)), split=False)
    assert chips_losses(payoffs, found, _silent).max() < 1e-14
    longer = solve_schedule(payoffs, make_schedule(12, (1, 2)), split=False)
    losses = chips_losses(payoffs, longer, _silent)
    assert losses.shape == (2, 1, 13)
    assert losses.min() == 0.0
    assert losses.max() > 1e-6


# properties


@st.composite
def schedules(draw: st.DrawFn) -> Schedule:
    steps = draw(st.integers(2, 14))
    early = draw(st.lists(st.integers(1, 2), max_size=2))
    found = []
    for hands in [*early, None]:
        big = draw(st.integers(1, steps))
        found.append(ScheduledLevel(hands, draw(st.integers(1, big)), big, draw(st.integers(0, 2))))
    return Schedule(steps, tuple(found), 1)


@settings(max_examples=25)
@given(schedules())
def test_properties(schedule: Schedule) -> None:
    payoffs = _toy()
    found = solve_schedule(payoffs, schedule, split=False)
    assert (np.diff(found.winning, axis=1) > 0.0).all()  # more chips win more often
    assert (found.winning[:, 0] == 0.0).all()
    assert (found.winning[:, -1] == 1.0).all()
    assert certify(payoffs, found).epsilon < 1e-13


@settings(max_examples=5)
@given(schedules(), st.integers(2, 50))
def test_the_same_tournament_in_other_units(schedule: Schedule, factor: int) -> None:
    levels = tuple(
        ScheduledLevel(one.hands, one.small * factor, one.big * factor, one.ante * factor)
        for one in schedule.levels
    )
    scaled = Schedule(schedule.chips * factor, levels, factor)
    payoffs = _toy()
    first, second = (solve_schedule(payoffs, one, split=False).winning for one in (schedule, scaled))
    assert np.array_equal(first, second)


_made: list[ClassGame] = []


def _toy() -> ClassGame:
    if not _made:
        _made.append(toy_payoffs(planes=True))
    return _made[0]


def test_the_last_level_alone_is_the_end_of_a_longer_schedule() -> None:
    payoffs = _toy()
    alone = solve_schedule(payoffs, make_schedule(10, unit=1, levels="rest x 2/4/0"), split=False)
    longer = solve_schedule(payoffs, make_schedule(10, levels="3 x 1/2/0; rest x 2/4/0"), split=False)
    assert np.array_equal(longer.winning[-1], alone.winning[0])
    assert len(longer.winning) == 4
    same = solve_schedule(payoffs, make_schedule(10, unit=1, levels="2 x 2/4/0; rest x 2/4/0"), split=False)
    assert same.winning[0] == pytest.approx(alone.winning[0], abs=1e-13)


def test_progress_rises_and_ends() -> None:
    told: list[tuple[str, float]] = []
    schedule = make_schedule(10, levels="2 x 1/2/0; rest x 2/4/0")
    solve_schedule(_toy(), schedule, split=False, progress=lambda stage, share: told.append((stage, share)))
    shares = [share for _, share in told]
    assert shares == sorted(shares)
    assert 0 < shares[0] < 0.1
    assert shares[-1] == 0.99
    assert {stage for stage, _ in told} >= {
        "sweep 1 over 9 stacks",
        "hand 2 of the first 2",
        "hand 1 of the first 2",
    }


# schedules


@given(schedules())
def test_levels_go_through_text(schedule: Schedule) -> None:
    assert parse_levels(schedule.text()) == schedule.levels


def test_levels_by_other_spellings() -> None:
    assert parse_levels(" 4 X 1/2 ;REST x 2/4/0") == parse_levels("4 x 1/2/0; rest x 2/4/0")


def test_the_unit_fits_all_amounts() -> None:
    assert make_schedule(8000, (300, 600)).unit == 100
    assert make_schedule(8000, (300, 600), ante=25).unit == 25
    assert make_schedule(13_500, levels="9 x 150/300; rest x 600/900").unit == 150
    assert make_schedule(8000, (300, 600), unit=50).n_states == 159


@pytest.mark.parametrize(
    ("values", "field", "words"),
    [
        ({"levels": "4 x 1/2/0"}, "levels", "end before the tournament does (last: 4 x 1/2/0)"),
        ({"levels": "rest x 1/2; 3 x 2/4"}, "levels", "end before"),
        ({"levels": "rest x 1/2; rest x 2/4"}, "levels", "Only the last level"),
        ({"levels": "forever x 1/2"}, "levels", "'forever x 1/2' is not a level"),
        ({"levels": ";"}, "levels", "'' is not a level"),
        ({"levels": "0 x 1/2; rest x 2/4"}, "levels", "has no hands"),
        ({"levels": "rest x 0/2"}, "blind_sb", "above zero, not 0/2"),
        ({"blinds": (2, 0)}, "blind_bb", "above zero, not 2/0"),
        ({"blinds": (4, 2)}, "blind_sb", "larger than the big blind"),
        ({"blinds": (1, 2), "ante": -1}, "ante", "negative"),
        ({"blinds": (1, 2), "chips": 1}, "chips", "leave no stack for two"),
        ({"blinds": (1, 2), "chips": 0}, "chips", "leave no stack for two"),
        ({"blinds": (1, 2), "chips": -20}, "chips", "leave no stack for two"),
        ({"blinds": (1, 2), "chips": 20.5}, "chips", "whole number, not '20.5'"),
        ({"blinds": (1, 2), "chips": float("nan")}, "chips", "whole number"),
        ({"blinds": (1, 2), "chips": float("inf")}, "chips", "whole number"),
        ({"blinds": (1, 2), "chips": 10**13}, "chips", "at most 1,000,000,000,000"),
        ({"blinds": (1, 2), "chips": True}, "chips", "whole number"),
        ({"blinds": (1, 2), "chips": 15, "unit": 2}, "chips", "(15) is not a multiple of the unit (2)"),
        ({"blinds": (1, 2), "chips": 20, "unit": 2}, "blind_sb", "(1) is not a multiple of the unit (2)"),
        ({"blinds": (2, 4), "ante": 1, "unit": 2}, "ante", "(1) is not a multiple"),
        ({"blinds": (1, 2), "unit": 0}, "unit", "at least 1"),
        ({"blinds": (1, 2), "chips": 30_000}, "unit", "29,999 states, more than the 20,000"),
        ({"blinds": (1, 2), "chips": 10_000}, "unit", "9,999 stacks, more than the 2,999"),
        ({"levels": "999999 x 1/2; rest x 2/4"}, "unit", "(19 stacks times 1,000,000 hands)"),
        ({}, "levels", "Enter blinds, such as 5 10, or levels."),
        ({"blinds": (1, 2), "levels": "rest x 1/2"}, "levels", "not both"),
    ],
)
def test_bad_schedules(values: dict[str, Any], field: str, words: str) -> None:
    given_values: dict[str, Any] = {"chips": 20, **values}
    with pytest.raises(TournamentError) as caught:
        make_schedule(**given_values)
    assert words in str(caught.value)
    assert caught.value.field == field
    assert str(caught.value).endswith(".")


def test_bad_words_of_the_public_function() -> None:
    with pytest.raises(JamfoldError, match="Unknown game 'stud'"):
        tournament("stud", 20, (1, 2))


def test_the_largest_grid_is_taken() -> None:
    assert Schedule(MAX_STEPS, parse_levels("rest x 1/2"), 1).n_states == MAX_STEPS - 1 < MAX_STATES


def test_states_that_there_are(solved: dict[tuple[str, int, str], Tournament]) -> None:
    answer = solved["holdem", 20, "4 x 1/2/0; rest x 2/4/0"]
    assert answer.place(1, 7) == (0, 7)
    assert answer.place(99, 7) == (4, 7)
    for hand, chips in ((0, 7), (1, 0), (1, 20), (1, -1)):
        with pytest.raises(TournamentError):
            answer.place(hand, chips)
    assert answer.winning + answer.winning_big[:, ::-1] == pytest.approx(1.0)
    assert answer.seat_value[0, 10] == pytest.approx(2 * answer.winning[0, 10] - 1)
    assert answer.game is GAMES["holdem"]
