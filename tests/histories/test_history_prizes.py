"""What decisions lose in prizes: as `solve` says for each spot by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from jamfold.betting.terms import PayoffTerms
from jamfold.histories import prize_solver as prized
from jamfold.histories.decisions import SMALL
from jamfold.histories.prize_solver import judge_prizes
from jamfold.histories.report import PRIZES, Report, ReportScope, make_report
from jamfold.histories.spot_solver import class_of
from jamfold.histories.store import HistoryStore
from jamfold.valuation.prizes import Prizes
from jamfold.valuation.utility import PrizeUtility
from jamfold.views.history_files import report_columns
from tests.histories.test_history_tables import kept, text_of
from tests.loose import solve

_STEAL = (
    "Btn: folds\nSmall: raises 790 to 890 and is all-in\nBig: folds\nUncalled bet (790) returned to Small\n"
    "Small collected 230 from pot"
)
_FOLD = "Btn: folds\nSmall: folds\nUncalled bet (50) returned to Big\nBig collected 130 from pot"
PAID = (65.0, 35.0, 0.0)


def small_blind(number: int, cards: str, jams: bool) -> str:
    text = text_of(number, "fold", "Small", cards)
    return text.replace(_FOLD, _STEAL).replace("Total pot 130", "Total pot 230") if jams else text


HANDS = (("Ks 9d", True), ("7s 6d", True), ("Ah Ad", False), ("Th 9h", False), ("8h 6c", True))


def report_of(base: Path, paid: tuple[float, ...] = PAID) -> Report:
    with HistoryStore(base) as store:
        return make_report(store, ReportScope(prizes=Prizes(paid), tables=0), lambda *_: None)


def exact_loss(cards: str, jams: bool, paid: tuple[float, ...]) -> float:
    terms = PayoffTerms(utility=PrizeUtility(Prizes(paid), (790,)))
    spot = solve("six-plus", (900, 1000), (50, 100), ante=10, dead=10, terms=terms)
    margin = float(spot.strategy("sb").margin[class_of("six-plus", cards.replace(" ", ""))])
    return max(0.0, -margin if jams else margin)


@pytest.mark.parametrize("paid", [PAID, (50.0, 30.0, 20.0), (1.0,)])
def test_losses_are_those_of_the_spot_in_prizes(tmp_path: Path, paid: tuple[float, ...]) -> None:
    base = kept(tmp_path, *(small_blind(k, *hand) for k, hand in enumerate(HANDS, 1)))
    report = report_of(base, paid)
    (found,) = (one for one in report.lost if one.unit == PRIZES)
    assert (found.decisions, report.without_prizes) == (len(HANDS), ())
    assert found.amount == pytest.approx(sum(exact_loss(*hand, paid) for hand in HANDS), abs=1e-9)
    assert found.amount > 0
    by_cards = {turn.turn.cards: turn.prize_loss for turn in report.judged.costliest()}
    exact = {cards.replace(" ", ""): exact_loss(cards, jams, paid) for cards, jams in HANDS}
    assert by_cards == pytest.approx(exact, abs=1e-9)
    assert report_columns(report)["loss_prizes"] == list(by_cards.values())
    assert report.worst[0].prize_loss == by_cards[report.worst[0].turn.cards]


def test_places_that_cannot_be_reached_are_left_out_and_answers_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = kept(tmp_path, *(small_blind(k, *hand) for k, hand in enumerate(HANDS, 1)))
    four = report_of(base, (50.0, 30.0, 20.0, 10.0))  # who came fourth has their prize
    three = report_of(base, (50.0, 30.0, 20.0))
    assert four.lost == three.lost
    monkeypatch.setattr(prized, "_solve", None)
    assert report_of(base, (50.0, 30.0, 20.0)).lost == three.lost


def test_what_has_no_prizes_is_counted(tmp_path: Path) -> None:
    base = kept(tmp_path, *(small_blind(k, *hand) for k, hand in enumerate(HANDS, 1)))
    report = report_of(base)
    with HistoryStore(base) as store:
        none = judge_prizes(store, report.judged, Prizes((9.0, 1.0)), lambda *_: None, most=0)
    assert (none.losses, dict(none.left_out)) == ({}, {prized.NOT_SOLVED: len(HANDS)})


def test_who_has_folded_keeps_his_chips_without_the_ante(tmp_path: Path) -> None:
    base = kept(tmp_path, small_blind(1, "Ks 9d", True))
    (one,) = report_of(base).judged
    key = prized.prize_key(one.turn, Prizes(PAID))
    assert isinstance(key, prized.PrizeKey)
    assert (key.chips, key.others, one.turn.seat) == ("900 1000 50 100 10 10 10", "790", SMALL)
