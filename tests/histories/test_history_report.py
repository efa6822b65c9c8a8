"""Reports on played hands: simulated players lose what exact computation says; what is left out is said."""

from __future__ import annotations

import sqlite3
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import jamfold
from jamfold.cards.games import HOLDEM
from jamfold.core.errors import HistoryError
from jamfold.histories import all_in_ev, spot_solver
from jamfold.histories.all_in_ev import PlayedSpot, equities
from jamfold.histories.decisions import SpotKey, rated_players
from jamfold.histories.filters import DecisionFilter
from jamfold.histories.importer import import_histories
from jamfold.histories.leaks import Leak
from jamfold.histories.records import Hand
from jamfold.histories.report import Report, ReportScope, make_report
from jamfold.histories.spot_finder import Status, find_jam_fold_spot
from jamfold.histories.statistics import Count
from jamfold.histories.store import HistoryStore
from jamfold.practice.training.exercises import asked_again
from jamfold.solver.respond import solve_response
from jamfold.solver.stakes import chip_payoffs
from jamfold.spots.solve import load_payoffs
from jamfold.spots.strategy import SeatStrategy
from jamfold.valuation.prizes import Prizes
from jamfold.views.history_report import leak_words
from tests.histories.samples import FOLDER, hands_of, synthetic
from tests.history_players import Dealt, Strategy, always, as_text, played_hands
from tests.loose import solve

STACKS = (3.0, 7.5, 10.0, 14.0)


@cache
def side(stack: float, seat: str) -> SeatStrategy:
    return solve("holdem", (stack, stack), (0.5, 1)).strategy(seat)


def class_of(cards: str) -> int:
    return int(side(10.0, "sb").classes.index(cards))


def equilibrium(seat: str, stack: float, cards: str, chance: float) -> bool:
    return bool(chance < side(stack, seat).frequency[class_of(cards)])


def chart_of_10(seat: str, stack: float, cards: str, chance: float) -> bool:
    return bool(side(10.0, seat).frequency[class_of(cards)] >= 0.5)


def margin(dealt: Dealt) -> float:
    return float(side(dealt.stack, dealt.seat).margin_bb[class_of(dealt.hero_cards)])


def imported(folder: Path, text: str, name: str = "hands.txt") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    with HistoryStore(folder / "h.db") as store:
        found = import_histories([path], store, processes=1)
    assert found.counts.unreadable == 0, found.problems
    assert not found.counts.warnings, found.problems
    return folder / "h.db"


def simulated(
    folder: Path, hero: Strategy, villain: Strategy = equilibrium, count: int = 200, seed: int = 1
) -> tuple[Report, list[Dealt]]:
    hands = list(played_hands(hero, villain, STACKS, count, seed))
    base = imported(folder, "\n\n\n".join(as_text(*hand, number) for number, hand in enumerate(hands, 1)))
    with HistoryStore(base) as store:
        return make_report(store, ReportScope(), silent), [dealt for dealt, _ in hands]


def silent(stage: str, share: float) -> None:
    """Progress that nobody hears."""


@pytest.mark.parametrize("hero", [always, chart_of_10, lambda *_: False], ids=["always", "chart", "never"])
def test_losses_are_those_of_exact_computation(hero: Strategy, tmp_path: Path) -> None:
    report, hands = simulated(tmp_path, hero)
    faced = [dealt for dealt in hands if dealt.decides]
    losses = [max(0.0, -margin(one) if one.plays else margin(one)) for one in faced]
    assert report.total.decisions == len(faced)
    assert report.total.loss_bb == pytest.approx(sum(losses), abs=1e-9)
    assert report.total.mistakes == sum(loss >= 0.01 for loss in losses)
    assert report.hands == len(hands)
    rate = 1000 * sum(losses) / len(faced)
    assert report.total.rate_mbb == pytest.approx(rate)
    assert report.total.interval_mbb is not None
    assert report.total.interval_mbb[0] <= rate <= report.total.interval_mbb[1]
    if hero in (always, chart_of_10):
        anchor = report.anchors.always if hero is always else report.anchors.chart_10bb
        assert anchor == pytest.approx(rate)
    flip = 500 * sum(abs(margin(one)) for one in faced) / len(faced)
    assert report.anchors.coin_flip == pytest.approx(flip, abs=1e-6)
    assert report.accuracy == pytest.approx(100 * (1 - rate / flip))


def test_who_plays_the_equilibrium_loses_nothing(tmp_path: Path) -> None:
    report, _ = simulated(tmp_path, equilibrium)
    assert (report.total.mistakes, report.total.loss_bb, report.worst) == (0, 0.0, ())
    assert report.total.interval_mbb is not None
    assert report.total.interval_mbb[0] == 0.0
    assert 0.0 < report.total.interval_mbb[1] < 20.0
    assert report.accuracy == 100.0


def test_cells_hold_every_decision_once(tmp_path: Path) -> None:
    report, _ = simulated(tmp_path, always)
    for cells in (report.by_seat, report.by_depth, report.by_family, report.by_hand):
        assert sum(cell.decisions for cell in cells) == report.total.decisions
        assert sum(cell.mistakes for cell in cells) == report.total.mistakes
        assert sum(cell.loss_bb for cell in cells) == pytest.approx(report.total.loss_bb)
        assert all((cell.interval_mbb is None) == (cell.decisions < 30) for cell in cells)
    assert [cell.name for cell in report.by_depth] == ["0-3", "5-8", "8-12", "12-20"]
    losses = [one.loss for one in report.worst]
    assert losses == sorted(losses, reverse=True)
    assert len(losses) == 20
    for lean in report.leans:
        assert (lean.plays, lean.tight, lean.tight_bb) == (1.0, 0, 0.0)
        assert 0 < lean.equilibrium_plays < 1


def test_a_second_report_is_the_same_and_solves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = simulated(tmp_path, always, count=40)  # so few that nothing is known of the opponent
    monkeypatch.setattr(spot_solver, "load_payoffs", None)
    monkeypatch.setattr(all_in_ev, "pair_outcomes", None)
    with HistoryStore(tmp_path / "h.db") as store:
        calm = make_report(store, ReportScope(within=DecisionFilter(max_s=8.0)), silent)
    assert calm.total.decisions == sum(one.turn.spot.s <= 8.0 for one in first.judged)
    deeper = first.total.decisions - calm.total.decisions
    assert Count("stack too deep for this report", deeper) in calm.left_out
    assert {(one.turn.hand_id, one.loss) for one in calm.judged} <= {
        (one.turn.hand_id, one.loss) for one in first.judged
    }


def test_known_opponents_are_answered_beside_the_equilibrium(tmp_path: Path) -> None:
    """Against one who jams everything, calling more than the equilibrium is no loss in the second column."""
    report, _ = simulated(tmp_path, always, always, count=400)
    calls = [one for one in report.judged if one.turn.seat == "bb"]
    assert sum(one.response_loss for one in calls) < sum(one.loss for one in calls)
    for one in calls:
        exact = float(margins_against_loose(one.turn.spot.s)[one.holding[1]])
        assert one.response_loss == pytest.approx(max(0.0, -exact), abs=1e-9)


def test_a_second_report_does_not_solve_opponents_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = simulated(tmp_path, always, always, count=400)
    monkeypatch.setattr(spot_solver, "load_payoffs", None)
    monkeypatch.setattr(all_in_ev, "pair_outcomes", None)
    with HistoryStore(tmp_path / "h.db") as store:
        again = make_report(store, ReportScope(), silent)
    assert again == first
    assert again.response_mbb < again.total.rate_mbb


def test_raw_results_are_what_was_won(tmp_path: Path) -> None:
    """The simulated hands give every pot that is shown down to the small blind."""
    report, hands = simulated(tmp_path, always, count=200)
    won = [
        (1 if dealt.hero_small else -1) * (dealt.stack if dealt.call else 1.0 if dealt.jam else -0.5)
        for dealt in hands
    ]
    assert report.results is not None
    assert report.results.raw == pytest.approx(sum(won) / len(won))
    assert report.results.deviation_raw is not None
    assert report.results.deviation_raw > report.results.deviation_at_equity > report.results.deviation
    base = sqlite3.connect(tmp_path / "h.db")
    base.execute("UPDATE hand SET sb_won = 0, bb_won = 0 WHERE bb_decision = 'call'")
    base.commit()
    base.close()
    with HistoryStore(tmp_path / "h.db") as store:
        unknown = make_report(store, ReportScope(), silent).results
    assert unknown is not None
    assert (unknown.raw, unknown.without_luck) == (None, report.results.without_luck)


def test_won_is_what_was_won_of_dead_money_too(tmp_path: Path) -> None:
    """From 800 to 1,000 chips at 50/100 in each of 40 hands, 80 chips of others' antes in the pot."""
    text = (FOLDER / "reports" / "dead_money.txt").read_text(encoding="utf-8")
    with HistoryStore(imported(tmp_path, text)) as store:
        found = make_report(store, ReportScope("Hero"), silent).results
    assert found is not None
    assert (found.hands, found.raw, found.at_equity, found.rake) == (40, 2.0, 2.0, 0.0)
    solved = solve("holdem", (800, 900), (50, 100), ante=20, dead=80).value_bb
    assert found.equilibrium == pytest.approx(solved)


def test_a_cashed_out_split_pot_counts_by_its_share(tmp_path: Path) -> None:
    """Both get half of 10 for the 5 they put in, less rake; the cash-out is no part of the pot."""
    text = (FOLDER / "reports" / "ps_cashout_chop.txt").read_text(encoding="utf-8")
    hands = "\n\n\n".join(text.replace("900000001", f"{900000001 + k}") for k in range(2))
    with HistoryStore(imported(tmp_path, hands)) as store:
        found = make_report(store, ReportScope(), silent).results
    assert found is not None
    assert (found.raw, found.rake) == (0.0, 0.5)


def net(hand: Hand, seat: int) -> int | None:
    """Coins won less coins put in, by the text's own amounts; None where these do not add up."""
    paid, live = [0] * len(hand.seats), [0] * len(hand.seats)
    for post in hand.posts:
        paid[post.seat] += post.chips
        live[post.seat] += 0 if post.kind in ("ante", "dead blind") else post.chips
    for action in hand.actions:
        paid[action.seat] += action.added
        live[action.seat] += action.added
    second, first = sorted(live)[-2:]
    uncalled = first - second if live[seat] == first else 0
    missing = sum(paid) - sum(hand.collected) - (hand.rake or 0)
    if missing not in (0, first - second):
        return None
    return hand.collected[seat] - paid[seat] + (uncalled if missing else 0)


def test_won_is_what_the_texts_of_all_sites_say() -> None:
    """Of both blinds in every hand that is read, dead money included, and less the rake."""
    compared = 0
    for hand in (one for path in synthetic() for one in hands_of(path)):
        spot = find_jam_fold_spot(hand)
        if spot.status is not Status.DECISION:
            continue
        rake = -1 if hand.rake is None else hand.rake
        for seat, own, other in (("sb", spot.small, spot.big), ("bb", spot.big, spot.small)):
            assert own is not None
            assert other is not None
            one = all_in_ev.played_of(
                SpotKey(hand.game, spot.s, spot.b), seat, "", "", spot.sb_choice.value, spot.bb_choice.value,
                spot.live, *spot.blinds, *spot.antes, spot.dead, rake, hand.collected[own],
                hand.collected[other],
            )  # fmt: skip
            won = net(hand, own)
            if won is None or (one.called and one.share is None):
                continue
            share = 1.0 if one.share is None else one.share
            paid = one.base_bb + share * (one.pot_bb - one.rake_bb)
            assert paid * spot.blinds[1] == pytest.approx(won), hand.hand_id
            compared += 1
    assert compared == 204


def test_results_are_before_the_rake_which_is_said(tmp_path: Path) -> None:
    """100 of 2,000 chips of rake: who wins a pot of two stacks of 10 bb wins 10 before it, and pays 1."""
    dealt = Dealt(10.0, True, ("AsAd", "7c2h"), True, True)
    text = as_text(dealt, "9h8h7h6c2d", 1).replace("Rake 0", "Rake 100")
    lost = as_text(replace(dealt, hero_small=False), "9h8h7h6c2d", 2).replace("Rake 0", "Rake 100")
    both = f"{text}\n\n\n{lost}".replace("collected 2000", "collected 1900")
    with HistoryStore(imported(tmp_path, both)) as store:
        found = make_report(store, ReportScope(), silent).results
    assert found is not None
    assert found.raw == pytest.approx(0.0)
    assert found.rake == pytest.approx((1.0 + 0.0) / 2)
    assert found.at_equity == pytest.approx(0.0)
    assert found.equilibrium == pytest.approx(0.0, abs=1e-12)


@cache
def margins_against_loose(stack: float) -> NDArray[np.float64]:
    """Calling against one who jammed 50 of 50 hands: with the prior, their best hands up to a share."""
    strategy = side(stack, "sb")
    left = (10 * strategy.solution.jam_share + 50) / 60 * 1326
    jams = np.zeros(strategy.classes.n)
    for one in sorted(range(strategy.classes.n), key=lambda k: (-strategy.margin[k], k)):
        size = int(strategy.classes.sizes[one])
        jams[one] = min(1.0, max(0.0, left / size))
        left -= size
    pair = solve_response(load_payoffs(HOLDEM), chip_payoffs(stack, 0.5), jamming=jams)
    return pair.margin_call


def test_limps_antes_and_pots_that_others_enter_are_counted(tmp_path: Path) -> None:
    (hand,) = played_hands(always, always, (10.0,), 1, 2)
    text = "\n\n\n".join(
        [as_text(*hand, 1, ante=10), as_text(*hand, 2, limp=True), as_text(*hand, 3, limp=True)]
    )
    with HistoryStore(imported(tmp_path, text)) as store:
        report = make_report(store, ReportScope(), silent)
    (one,) = report.judged
    assert report.left_out == (Count("limp", 2),)
    assert one.turn.spot.s == pytest.approx(10.0 / 1.1)
    assert one.turn.unit_bb == pytest.approx(1.1)
    exact = solve("holdem", (1000, 1000), (50, 100), ante=10).strategy("sb")
    assert one.margin == pytest.approx(float(exact.margin_bb[one.holding[1]]))


def test_a_mistake_that_is_asked_again_names_its_file_without_its_folder(tmp_path: Path) -> None:
    """Of pages it is a folder that is gone."""
    report, _ = simulated(tmp_path, always, count=20)
    one = report.worst[0]
    note = asked_again(one).note
    assert note == f"PokerStars, hand {one.turn.hand_id}, hands.txt:{one.turn.line}"


@pytest.mark.parametrize(
    ("plays", "right", "loose_bb", "tight_bb", "words"),
    [
        (0.48, 0.66, 0.0, 1.9, "Small blind folds too much"),
        (0.80, 0.66, 1.9, 0.5, "Small blind jams too much"),
        (0.67, 0.67, 4.1, 1.9, "Small blind jams with the wrong hands"),
        (0.674, 0.668, 4.1, 1.9, "Small blind jams with the wrong hands"),
        (0.67, 0.67, 1.9, 4.1, "Small blind jams with the wrong hands"),
        (0.60, 0.67, 4.1, 1.9, "Small blind jams with the wrong hands"),
        (0.75, 0.67, 1.9, 4.1, "Small blind jams with the wrong hands"),
    ],
)
def test_a_leak_is_named_by_money_and_frequency(
    plays: float, right: float, loose_bb: float, tight_bb: float, words: str
) -> None:
    leak = Leak("sb", 60, plays, right, 9, loose_bb, 8, tight_bb, stack="5-8", loss_bb=6.0)
    assert leak_words(leak) == f"{words} at 5–8 bb"


def test_filters_leave_the_decisions_of_their_cells(tmp_path: Path) -> None:
    report, _ = simulated(tmp_path, always)
    with HistoryStore(tmp_path / "h.db") as store:
        for name, cells in (("seat", report.by_seat), ("depth", report.by_depth)):
            for cell in cells:
                within = DecisionFilter(**{name: cell.name})  # type: ignore[arg-type]
                own = make_report(store, ReportScope(within=within), silent)
                assert own.total.decisions == cell.decisions
                assert own.total.loss_bb == pytest.approx(cell.loss_bb)
                assert own.hands == report.hands
        seat = make_report(store, ReportScope(within=DecisionFilter(seat="bb", depth="5-8")), silent)
        assert {one.turn.seat for one in seat.judged} == {"bb"}
        assert {one.turn.spot.s for one in seat.judged} == {7.5}
        assert seat.results is not None
        assert seat.results.hands == sum(
            s == 7.5
            for (s,) in store.base.execute(
                "SELECT s FROM hand JOIN player ON bb = player.id WHERE name = 'Hero'"
            )
        )


def test_players_who_can_be_rated_are_listed(tmp_path: Path) -> None:
    simulated(tmp_path, always, count=60)
    with HistoryStore(tmp_path / "h.db") as store:
        ((site, name, decisions),) = rated_players(store)
        turns = store.base.execute(
            "SELECT count(*) FROM decision JOIN player ON player.id = player WHERE name = 'Hero'"
        )
        assert (site, name, decisions) == ("PokerStars", "Hero", turns.fetchone()[0])
    with HistoryStore(tmp_path / "empty.db") as store:
        assert rated_players(store) == ()


def test_money_is_told_where_prizes_are(tmp_path: Path) -> None:
    hands = list(played_hands(always, always, (10.0,), 60, 3))
    text = "\n\n\n".join(as_text(*hand, number) for number, hand in enumerate(hands, 1))
    with HistoryStore(imported(tmp_path, text)) as store:
        chips = make_report(store, ReportScope(), silent).lost
        money = make_report(store, ReportScope(prizes=Prizes((65.0, 35.0))), silent)
    assert [(one.unit, one.decisions) for one in chips] == [("chips", 60)]
    assert chips[0].amount == pytest.approx(100 * money.total.loss_bb)
    (prizes,) = (one for one in money.lost if one.unit == "prizes")
    assert prizes.amount == pytest.approx(chips[0].amount * 30 / 2000)


def test_few_decisions_get_no_verdict(tmp_path: Path) -> None:
    report, _ = simulated(tmp_path, always, count=20)
    assert report.total.decisions < 30
    assert report.total.interval_mbb is None


def test_results_without_luck_are_unbiased_and_quieter(tmp_path: Path) -> None:
    report, _ = simulated(tmp_path, equilibrium, count=600)
    found = report.results
    assert found is not None
    assert found.hands == 600
    assert found.deviation < found.deviation_at_equity
    error = found.deviation / 600**0.5
    assert abs(found.without_luck - found.equilibrium) < 4 * error


def test_equities_are_those_of_the_calculator() -> None:
    pairs = [
        ("holdem", "AsKs", "QdQc"), ("holdem", "QdQc", "AhKh"), ("six-plus", "As6s", "7d7c"),
        ("omaha-hilo", "AsAh2s3h", "KdKcQd5c"), ("omaha", "8s7h6d5c", "AsAh9d9c"),
    ]  # fmt: skip
    spots = [PlayedSpot(SpotKey(game, 5.0, 0.5), "sb", one, two, True, 1.0) for game, one, two in pairs]
    found = equities({one.showdown for one in spots}, silent)
    for (game, one, two), spot in zip(pairs, spots, strict=True):
        assert found[spot.showdown] == pytest.approx(jamfold.equity(game, [one, two]).players[0].equity)
    assert found[spots[0].showdown] == pytest.approx(1 - found[spots[1].showdown])


def test_only_players_whose_cards_are_known_are_rated(tmp_path: Path) -> None:
    simulated(tmp_path, always, count=40)
    with HistoryStore(tmp_path / "h.db") as store:
        with pytest.raises(HistoryError, match="'Villain' cannot be rated"):
            make_report(store, ReportScope(player="Villain"), silent)
        with pytest.raises(HistoryError, match="No decision of Hero can be judged"):
            make_report(store, ReportScope(player="Hero", within=DecisionFilter("omaha")), silent)
    with (
        HistoryStore(tmp_path / "empty.db") as store,
        pytest.raises(HistoryError, match="Import some with"),
    ):
        make_report(store, ReportScope(), silent)


def test_pseudonyms_are_stable_and_hide_everything(tmp_path: Path) -> None:
    plain, _ = simulated(tmp_path, always, count=60)
    reports = []
    for _ in range(2):
        with HistoryStore(tmp_path / "h.db") as store:
            reports.append(make_report(store, ReportScope(anonymise=True), silent))
    assert reports[0] == reports[1]
    assert [one.loss for one in reports[0].judged] == [one.loss for one in plain.judged]
    shown, whole = (str(asdict(one)) for one in (reports[0], plain))
    for word in ("Hero", "Villain", "hands.txt", "2026-", "'77'"):
        assert word in whole
        assert word not in shown
    with HistoryStore(tmp_path / "h.db") as store:
        store.forget()
        assert not store.base.execute("SELECT count(*) FROM secret").fetchone()[0]
        assert not store.base.execute("SELECT count(*) FROM solved").fetchone()[0]
