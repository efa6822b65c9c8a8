"""Spots with rake, prizes and bounties: ends by hand, and what must hold of every solution."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jamfold.betting.posts import BlindLevel
from jamfold.betting.terms import CHIPS, PayoffTerms
from jamfold.betting.two_seats import Situation
from jamfold.cards.games import HOLDEM
from jamfold.cases import answers
from jamfold.cases.answers.hands import ComparedSpots
from jamfold.cases.answers.watch import Observer
from jamfold.cases.charts import ChartRequest
from jamfold.cases.hands import CompareRequest
from jamfold.cases.spots import SolveRequest, SpotRequest
from jamfold.cases.table import TableRequest
from jamfold.core.errors import JamfoldError, SituationError, SolutionError, UnsupportedError
from jamfold.solver.exact import solve_exact
from jamfold.solver.respond import strategy_sums
from jamfold.solver.stakes import chip_payoffs
from jamfold.spots import solve as solving
from jamfold.spots.analysis import evaluate, explain
from jamfold.spots.charts import make_chart
from jamfold.spots.payoffs import spot_payoffs
from jamfold.spots.solution import SpotSolution
from jamfold.spots.stack_grid import StackGrid
from jamfold.spots.strategy import Seat
from jamfold.spots.tree_solve import load_solution
from jamfold.valuation.bounties import Bounties
from jamfold.valuation.fees import Rake
from jamfold.valuation.models import stack_values
from jamfold.valuation.prizes import Prizes
from jamfold.valuation.utility import PrizeUtility
from jamfold.views.comparison import compare_sheet
from jamfold.views.formats import to_values
from jamfold.views.sentences import certificate_text, explanation_lines, spot_text, theory_text
from jamfold.views.sheet_html import sheet_html
from jamfold.views.spot_schemas import SolveContract
from tests.command_line import Runner
from tests.loose import exploit, solve
from tests.toy_table import toy_payoffs

TEN = Situation((100, 100), (5, 10))
BUBBLE = PayoffTerms(utility=PrizeUtility(Prizes((50, 30, 20)), (100.0, 100.0)))


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Runner:
    return Runner(capfd)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solve with the made-up table."""
    monkeypatch.setattr("jamfold.spots.solve.load_payoffs", toy_payoffs)


def test_nothing_taken_and_chips_are_today_s_game() -> None:
    for situation in (TEN, Situation((70, 100), (5, 10), (1, 3), 4), Situation((8, 100), (5, 10))):
        for split in (False, True):
            for terms in (
                CHIPS,
                PayoffTerms(Rake(percent=0, drop=0, always=True)),
                PayoffTerms(Rake(percent=5, cap=0)),
            ):
                played = spot_payoffs(situation, terms, split=split)
                assert played.stakes == chip_payoffs(situation.s, situation.b)
                assert played.of(0, 1.0) == situation.chips(0, 1.0)
                assert played.of(1, -0.25) == situation.chips(1, -0.25)
                first, second = played.ends
                assert (first.fold, second.fold) == situation.small_blind_folds()
                assert (first.opponent_folds, second.opponent_folds) == situation.big_blind_folds()
                assert (first.showdown[-1], second.showdown[0]) == situation.showdown(1.0)


def test_ends_with_rake_by_hand() -> None:
    """Pot 203 with 3 dead chips: 5% but at most 8, 2 more, 1 for the jackpot; a third comes back."""
    situation = Situation((100, 100), (5, 10), dead=3)
    rake = Rake(percent=5, cap=8, drop=2, jackpot=1, rakeback=30)
    played = spot_payoffs(situation, PayoffTerms(rake), split=False)
    back = 0.3 * 10 * 100 / 203
    first, second = played.ends
    assert first.showdown == pytest.approx((-100 + back, (203 - 11) / 2 - 100 + back, 92 + back))
    assert second.showdown == pytest.approx(first.showdown)
    assert (first.fold, second.fold) == (-5, 8)
    assert (first.opponent_folds, second.opponent_folds) == (13, -10)
    assert played.stakes.n_planes == 0  # rake is linear in the pot share
    always = spot_payoffs(situation, PayoffTerms(replace(rake, always=True)), split=False)
    small_pot, big_pot = 13.0, 23.0
    assert always.ends[0].fold == pytest.approx(-5 + 0.3 * (0.05 * small_pot + 2) * 5 / small_pot)
    assert always.ends[0].opponent_folds == pytest.approx(
        13 - (0.05 * big_pot + 3) + 0.3 * (0.05 * big_pot + 2) * 10 / big_pot
    )


def test_ends_with_prizes_by_hand() -> None:
    situation = Situation((90, 120), (5, 10), (1, 1), 4)
    others, prizes = (70.0, 40.0), (50.0, 30.0, 20.0)
    played = spot_payoffs(situation, PayoffTerms(utility=PrizeUtility(Prizes(prizes), others)), split=True)

    def worth(mine: float, theirs: float) -> tuple[float, ...]:
        return stack_values([mine, theirs, *others], prizes)[:2]

    assert (played.ends[0].fold, played.ends[1].fold) == pytest.approx(worth(84, 130))
    assert (played.ends[0].opponent_folds, played.ends[1].opponent_folds) == pytest.approx(worth(105, 109))
    pot = 2 * 89 + 6
    for k, share in enumerate((0.25, 0.5, 0.75), 1):
        mine, theirs = worth(share * pot, 30 + (1 - share) * pot)
        assert played.ends[0].showdown[k] == pytest.approx(mine)
        assert played.ends[1].showdown[4 - k] == pytest.approx(theirs)
    # The small blind is broke: fourth of four, nothing; the others share what three can win.
    assert played.ends[0].showdown[0] == 0.0
    assert played.ends[1].showdown[4] == pytest.approx(stack_values([214, *others], prizes)[0])
    assert played.stakes.exchange is None


def test_two_players_and_one_prize_are_chips_to_the_last_byte() -> None:
    plain = solve("holdem", (90, 120), ante=1)
    prize = solve("holdem", (90, 120), ante=1, terms=PayoffTerms(utility=PrizeUtility(Prizes((100.0,)))))
    assert plain.solution.x.tobytes() == prize.solution.x.tobytes()
    assert plain.solution.y.tobytes() == prize.solution.y.tobytes()
    assert prize.value_chips == pytest.approx(plain.value_chips, abs=1e-12)
    assert prize.value_money[0] == pytest.approx((90 + plain.value_chips[0]) / 210 * 100)
    assert sum(prize.value_money) == pytest.approx(100)


def test_the_winner_takes_all_among_many_too() -> None:
    """With one prize the model is the share of chips, however many there are."""
    utility = PrizeUtility(Prizes((100.0,)), (50.0, 60.0, 70.0))
    spot = solve("holdem", terms=PayoffTerms(utility=utility))
    assert spot.solution.x.tobytes() == solve("holdem").solution.x.tobytes()


@pytest.mark.parametrize("always", [False, True])
def test_more_rake_fewer_all_ins(always: bool) -> None:
    """Calls fall; jams too where every pot is raked (else fewer calls make up for them)."""
    spots = [solve("holdem", terms=PayoffTerms(Rake(drop=drop, always=always))) for drop in (0, 0.5, 1, 2, 4)]
    for spot in spots:
        assert max(spot.gains_bb) < 1e-12
    calls, jams = [spot.call_percent for spot in spots], [spot.jam_percent for spot in spots]
    assert calls == sorted(calls, reverse=True)
    assert calls[-1] < calls[0] - 1
    if always:
        assert jams == sorted(jams, reverse=True)
    both = [sum(spot.value_chips) for spot in spots]
    assert both == sorted(both, reverse=True)
    assert both[0] == 0.0


def test_a_bubble_calls_less_and_jams_more() -> None:
    """Four equal stacks, three prizes: the known effect, certified."""
    chips, bubble = solve("holdem"), solve("holdem", terms=BUBBLE)
    assert bubble.exact
    assert max(bubble.gains_money) < 1e-9 * 100
    assert bubble.call_percent < chips.call_percent / 2
    assert bubble.jam_percent > chips.jam_percent
    assert sum(bubble.value_money) < 50  # every all-in pays those who are not in it
    assert bubble.value_chips[0] == -bubble.value_chips[1]
    tie = bubble.payoffs.ends[0]
    assert (tie.showdown[1] - tie.showdown[0]) / (tie.showdown[2] - tie.showdown[0]) == pytest.approx(
        0.6522, abs=5e-5
    )


def test_a_head_makes_calls_right() -> None:
    prizes, others = Prizes((50.0, 30.0, 20.0)), (100.0, 100.0)
    spots = [
        solve("holdem", terms=PayoffTerms(utility=PrizeUtility(prizes, others, bounties=bounties)))
        for bounties in (None, Bounties((10.0,) * 4, future="none"), Bounties((30.0,) * 4, 0.5))
    ]
    calls = [spot.call_percent for spot in spots]
    assert calls == sorted(calls)
    assert calls[2] > calls[0] + 5
    assert all(max(spot.gains_money) < 1e-9 * 100 for spot in spots)


@settings(max_examples=15, deadline=None)
@given(
    st.lists(st.integers(20, 400), min_size=2, max_size=6),
    st.lists(st.integers(1, 50), min_size=1, max_size=6),
    st.sampled_from(["malmuth-harville", "malmuth-weitzman", "ben-roberts"]),
)
def test_any_table_is_certified(stacks: list[int], steps: list[int], model: str) -> None:
    prizes = np.cumsum(steps[: len(stacks)])[::-1].astype(float)
    utility = PrizeUtility(Prizes(tuple(prizes.tolist())), tuple(map(float, stacks[2:])), model)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solving, "load_payoffs", toy_payoffs)
        spot = solving.solve_situation(
            HOLDEM, Situation((stacks[0], stacks[1]), (5, 10)), PayoffTerms(utility=utility)
        )
    assert spot.exact
    assert max(spot.gains_money) < 1e-9 * prizes.sum()
    first, second = spot.payoffs.ends
    for one in (first, second):
        assert min(one.values) - 1e-12 <= spot.value_money[one is second] <= max(one.values) + 1e-12


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize(
    "terms",
    [
        PayoffTerms(Rake(percent=5, cap=3)),
        BUBBLE,
        PayoffTerms(
            utility=PrizeUtility(
                Prizes((50.0, 25.0)), (30.0,), "ben-roberts", Bounties((5.0, 6.0, 7.0), 0.5, "none")
            )
        ),
        PayoffTerms(utility=PrizeUtility(Prizes((60.0, 40.0), percent=True), (80.0,))),
    ],
)
def test_saved_and_loaded(tmp_path: Path, terms: PayoffTerms) -> None:
    spot = solving.solve_situation(HOLDEM, TEN, terms)
    spot.save(tmp_path / "spot.npz")
    again = load_solution(tmp_path / "spot.npz")
    assert again.terms == terms
    assert to_values(SolveContract.of(again)) == to_values(SolveContract.of(spot))
    assert PayoffTerms.from_dict(json.loads(json.dumps(terms.as_dict()))) == terms


@pytest.mark.usefixtures("toy")
def test_a_file_of_other_terms_is_refused(tmp_path: Path) -> None:
    spot = solving.solve_situation(HOLDEM, TEN, BUBBLE)
    wrong = replace(spot, terms=PayoffTerms(utility=PrizeUtility(Prizes((50.0, 30.0)), (100.0, 100.0))))
    wrong.save(tmp_path / "spot.npz")
    with pytest.raises(SolutionError, match="does not fit"):
        load_solution(tmp_path / "spot.npz")


@pytest.mark.usefixtures("toy")
def test_explanations_add_up() -> None:
    for terms in (BUBBLE, PayoffTerms(Rake(percent=10))):
        spot = solving.solve_situation(HOLDEM, TEN, terms)
        measure, ends = spot.measure, spot.payoffs.ends
        for seat in Seat:
            for class_id in range(0, 169, 12):
                found = explain(spot, class_id, seat)
                ev = found.ev_called
                if seat is Seat.SMALL_BLIND:
                    steal = measure.of(ends[0].opponent_folds)
                    ev = (1 - found.chance) * steal + (
                        found.chance * found.ev_called if found.chance else 0.0
                    )
                if found.chance:
                    assert ev == pytest.approx(measure.of(found.hand.ev_allin), abs=1e-9)
                right = found.equity >= found.break_even_equity
                if found.chance and abs(found.equity - found.break_even_equity) > 0.02:
                    assert right == (found.hand.difference > 0)
                words = " ".join(explanation_lines(found))
                assert "nan" not in words
                assert "stack of" not in words
    assert "bb" not in certificate_text(solving.solve_situation(HOLDEM, TEN, BUBBLE))


@pytest.mark.usefixtures("toy")
def test_answers_to_ranges_and_given_pairs() -> None:
    answer = exploit("holdem", terms=BUBBLE, call_range="22+,A2+")
    assert answer.gain > 0
    pair = evaluate("holdem", "22+", "22+,A2+", Situation((100, 100), (5, 10)), BUBBLE)
    assert answer.best >= pair.value_money[0]
    assert pair.gains_money[0] == pytest.approx(answer.best - pair.value_money[0])
    payoffs = toy_payoffs(planes=True)
    assert strategy_sums(payoffs, answer.spot.solution.x).planes[0].shape == (169,)


@pytest.mark.usefixtures("toy")
def test_a_chart_is_its_spots() -> None:
    level = BlindLevel((5, 10))
    chart = make_chart(HOLDEM, StackGrid(2, 12, 2.5), level, BUBBLE)
    for k, stack in enumerate(chart.stacks):
        spot = solving.solve_situation(HOLDEM, Situation.at((10 * stack,) * 2, level), BUBBLE)
        assert chart.points[k].value == pytest.approx(spot.value_money[0], abs=1e-9)
        assert max(chart.points[k].gains) < 1e-9
        assert np.isnan(chart.points[k].delta)
    assert chart.in_money


@pytest.mark.parametrize(
    "terms", [CHIPS, PayoffTerms(Rake(5, 0)), PayoffTerms(utility=PrizeUtility(Prizes((100,))))]
)
def test_a_straight_line_among_curved_ones_has_their_planes(terms: PayoffTerms) -> None:
    """Points of a chart share their planes, and a straight one is worth the same with them."""
    for situation in (TEN, Situation((70, 100), (5, 10), (1, 3), 4)):
        straight = spot_payoffs(situation, terms, split=False)
        played = spot_payoffs(situation, terms, split=False, curved=True)
        assert (straight.stakes.n_planes, played.stakes.n_planes) == (0, 1)
        assert spot_payoffs(situation, terms, split=True, curved=True).stakes.n_planes == 3
        plain = solve_exact(toy_payoffs(), straight.stakes)
        curved = solve_exact(toy_payoffs(planes=True), played.stakes)
        assert played.of_both(curved.values) == pytest.approx(straight.of_both(plain.values))


def test_questions_keep_terms_through_links() -> None:
    question = SolveRequest(
        game="holdem", prizes=(50, 30, 20), table=("12bb", 100), bounty=(5,), progressive=0.5
    )
    assert question.table == (120.0, 100.0)
    assert SpotRequest.from_strings(dict(parse_qsl(question.spot.to_query_string()))) == question.spot
    raked = ChartRequest(game="holdem", rake=5, cap="3bb", drop_always=True)
    assert raked.terms.rake == Rake(percent=5, cap=30.0, always=True)
    assert ChartRequest.from_strings(raked.to_strings()) == raked
    assert raked.level == BlindLevel((5, 10))
    assert SolveRequest(game="holdem").terms == CHIPS


@pytest.mark.usefixtures("toy")
def test_compared_values_have_their_units() -> None:
    money = answers.run_case(SolveRequest(game="holdem", prizes=(50, 30, 20), table=(100, 100)), Observer())
    chips = answers.run_case(SolveRequest(game="holdem"), Observer())
    assert isinstance(money, SpotSolution)
    assert isinstance(chips, SpotSolution)
    question = CompareRequest(game="holdem", jam="22+")
    shown = sheet_html(compare_sheet(question, ComparedSpots(money, chips, ())))
    assert f"{money.value_money[0]:+.9f} money" in shown
    assert f"{chips.value_bb:+.9f} bb".replace("-", "\u2212") in shown


@pytest.mark.parametrize(
    "words",
    [
        {"room": "aof", "other": {"stacks": ["12bb", "12bb"]}},
        {"rake": 5, "fee": 1, "fee_on": "all-in", "jam": "22+"},
    ],
    ids=["room", "fee"],
)
def test_spots_with_fees_are_compared_as_they_are_solved(words: dict[str, Any]) -> None:
    compared = answers.run_case(CompareRequest.from_json({"game": "holdem", **words}), Observer())
    alone = {name: value for name, value in words.items() if name not in ("other", "jam")}
    solved = answers.run_case(SolveRequest.from_json({"game": "holdem", **alone}), Observer())
    assert isinstance(compared, ComparedSpots)
    assert isinstance(solved, SpotSolution)
    assert (compared.first.jam_percent, compared.first.terms) == (solved.jam_percent, solved.terms)


def test_one_source_is_compared() -> None:
    with pytest.raises(JamfoldError, match="Enter one source to compare with"):
        CompareRequest.from_json({"game": "holdem", "jam": "22+", "other": {"stacks": ["9bb", "9bb"]}})


@pytest.mark.parametrize(
    ("values", "names"),
    [
        ({"cap": 3}, ["cap"]),
        ({"rake": 0, "cap": 3, "rakeback": 30}, ["cap", "rakeback"]),
        ({"rake": 5, "cap": 3, "rakeback": 30}, []),
        ({"drop": 1, "rakeback": 30}, []),
        ({"fee": 1, "fee_on": "dealt", "rakeback": 30}, []),
        ({"cap": 0, "rakeback": 0}, []),
        ({"drop_always": True}, ["drop_always"]),
        ({"drop_always": True, "jackpot": 1}, []),
    ],
)
def test_what_changes_nothing_without_a_rake_is_mentioned(values: dict[str, Any], names: list[str]) -> None:
    question = SolveRequest(game="holdem", **values)
    assert list(question.warnings) == names
    assert all("without a rake" in sentence for sentence in question.warnings.values())


def test_a_model_without_what_it_values() -> None:
    models = SolveRequest(model="ben-roberts", heads="none")
    assert list(models.warnings) == ["model", "heads"]
    with_prizes = replace(models, prizes=(50, 30), table=(5,))
    assert list(with_prizes.warnings) == ["heads"]
    assert replace(with_prizes, bounty=(10,)).warnings == {}
    assert SolveRequest(game="holdem").warnings == {}


@pytest.mark.usefixtures("toy")
def test_the_contract_of_money() -> None:
    answer = answers.run_case(
        SolveRequest(game="holdem", prizes=("50%", "30%", "20%"), table=(100, 100)), Observer()
    )
    values = to_values(SolveContract.of(answer))
    assert values["gains_bb"] == [None, None]
    assert values["epsilon_bb"] is None
    assert max(values["gains_money"]) < 1e-7
    assert values["utility"]["name"] == "prizes"
    assert values["rake"] is None
    assert len(values["value_money"]) == 2
    assert values["value_chips"][0] == -values["value_chips"][1]
    plain = to_values(SolveContract.of(answers.run_case(SolveRequest(game="holdem"), Observer())))
    assert plain["utility"] == {"name": "chips"}
    assert plain["value_money"] == [None, None]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--prizes 50 30 20", "3 payouts for 2 players"),
        ("--prizes 50 -30", "negative"),
        ("--prizes nan", "nan"),
        ("--prizes 50% 30", "mix"),
        ("--table 100", "prizes"),
        ("--bounty 5", "prizes"),
        ("--prizes 5 --table 0", "Other player 1 has no chips"),
        ("--rake 101", "101"),
        ("--rake -1", "at least 0"),
        ("--drop x", "drop"),
        ("--prizes 5 --rake 5", "cannot be combined"),
        ("--prizes 5 --progressive 0.5", "bounties"),
        ("--rake 100 --rakeback 200", "rakeback"),
    ],
)
def test_bad_terms(run: Runner, options: str, message: str) -> None:
    result = run("solve", "--game", "holdem", *options.split())
    assert result.code == 2
    assert message in result.err
    assert len(result.err.strip().splitlines()) == 1


def test_all_of_the_pot_taken(run: Runner) -> None:
    """Whoever is called loses their stack whatever happens: nobody calls, and that is no fault."""
    values = json.loads(run.good("solve", "--game", "holdem", "--rake", "100", "--json"))
    assert values["call_percent"] == 0.0
    assert values["jam_percent"] == 100.0


def test_words(run: Runner) -> None:
    text = run.good(
        "solve", "--full", "--game", "holdem", "--prizes", "50", "30", "20", "--table", "100", "100"
    )
    for words in ("prizes 50 30 20 by malmuth-harville", "others 100 100", "EV, money", "ties included"):
        assert words in " ".join(text.split())
    raked = " ".join(run.good("solve", "--full", "--game", "holdem", "--rake", "5", "--cap", "3").split())
    assert "rake 5%, at most 3 from pots with a showdown" in raked
    spot = solve("holdem", terms=PayoffTerms(Rake(drop=1, jackpot=1, always=True, rakeback=20)))
    assert "drop 1, jackpot drop 1 from every pot, 20% back" in spot_text(spot)
    assert "the game is zero-sum" in theory_text(spot)  # the house takes the same from all pots
    spot = solve("holdem", terms=PayoffTerms(Rake(percent=5)))
    assert "the game is not zero-sum" in theory_text(spot)


def test_rake_and_prizes_do_not_meet() -> None:
    with pytest.raises(SituationError, match="cannot be combined"):
        PayoffTerms(Rake(percent=5), PrizeUtility(Prizes((5.0,))))
    with pytest.raises(JamfoldError):
        PayoffTerms.from_dict({"rake": Rake(percent=5).as_dict(), "utility": {"name": "magic"}})


def test_a_jackpot_of_five_cards_is_refused_before_anything_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "load_payoffs", lambda *_, **__: pytest.fail("a table is built"))
    asked: dict[str, Any] = {"game": "omaha-5-short", "jackpot_rule": "royal", "jackpot_size": "30bb"}
    for question in (SolveRequest(**asked), TableRequest(**asked, seats=2)):
        with pytest.raises(UnsupportedError, match="counted with two or four hole cards"):
            answers.run_case(question, Observer())
