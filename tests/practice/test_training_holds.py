"""Video poker in the trainer: the same progress, and missed deals that come again."""

from __future__ import annotations

import io
import json
import random
import re
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import jamfold
from jamfold.calculator.videopoker.analysis import lay_out
from jamfold.calculator.videopoker.deck import format_deal, parse_deal
from jamfold.calculator.videopoker.holds import deal_report
from jamfold.calculator.videopoker.paytable import PayTable, load_pay_table, parse_pay_table
from jamfold.cards import Card
from jamfold.cases import answers
from jamfold.cases.answers.watch import Observer
from jamfold.cases.videopoker import CLOSE_COST, TrainDealRequest, TrainHoldRequest
from jamfold.practice.training.answers import DAY
from jamfold.practice.training.log import TrainingStore
from jamfold.practice.training.video_poker import (
    GAME,
    answer_of,
    due_deal,
    is_close,
    key_of,
    level_of,
    new_deal,
    parse_hold,
    store_answer,
)
from tests.command_line import Runner

WHEN = 1_700_000_000_000
JACKS = load_pay_table("Jacks or Better 9/6")
PAID = lay_out(JACKS)
JOKERS = load_pay_table("Joker Two Pair 20/10/6 RF1000")


@given(st.permutations(range(4)), st.sets(st.integers(0, 51), min_size=5, max_size=5), st.randoms())
def test_deals_that_differ_by_their_suits_are_one_card(
    suits: list[int], deal: set[int], rng: random.Random
) -> None:
    cards = [Card(card) for card in deal]
    renamed = [Card(card - card % 4 + suits[card % 4]) for card in deal]
    rng.shuffle(renamed)
    assert key_of(JACKS, tuple(cards)) == key_of(JACKS, tuple(renamed))


def test_other_deals_and_other_tables_are_other_cards() -> None:
    suited, offsuit = (parse_deal(text, JACKS.deck) for text in ("Ah Kh 7c 5d 2s", "Ah Kd 7c 5d 2s"))
    assert key_of(JACKS, suited) != key_of(JACKS, offsuit)
    assert level_of(JACKS) == "Jacks or Better 9/6"
    own = parse_pay_table(JACKS.toml.replace("800", "900"), "own")
    assert level_of(own).startswith("Jacks or Better 9/6 #")
    deal = parse_deal("Joker As Ks 4d 2c", JOKERS.deck)
    assert "Joker" in key_of(JOKERS, deal).hand


def test_only_missed_deals_come_again(tmp_path: Path) -> None:
    rng = random.Random(3)
    with TrainingStore(tmp_path / "training.db") as store:
        deals = [new_deal(PAID, rng) for _ in range(4)]
        for k, deal in enumerate(deals):
            report = deal_report(PAID, deal)
            wrong = report.holds[-1].mask
            store_answer(store, answer_of(report, wrong if k == 2 else report.best[0].mask, WHEN + k, 30.0))
        known = store.cards(GAME, level_of(JACKS))
        assert set(known) == {key_of(JACKS, deals[2])}
        assert due_deal(known, JACKS, WHEN, random.Random(1)) is None
        again = due_deal(known, JACKS, WHEN + DAY, random.Random(1))
        assert again is not None
        assert key_of(JACKS, again) == key_of(JACKS, deals[2])
        report = deal_report(PAID, again)
        assert report.holds[0].ev == deal_report(PAID, deals[2]).holds[0].ev
        card = store_answer(store, answer_of(report, report.best[0].mask, WHEN + DAY, 30.0))
        assert card is not None
        assert card.due > WHEN + DAY


def test_equally_good_holds_are_free_and_right() -> None:
    report = deal_report(PAID, "2c 2d 2h 2s 3c")
    for mask in (31, 15):
        answer = answer_of(report, mask, WHEN)
        assert answer.free
        assert answer.right
    wrong = answer_of(report, 0, WHEN)
    assert not wrong.free
    assert wrong.loss == pytest.approx(float(report.cost(0)))


def test_the_page_asks_through_questions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAMFOLD_DATA", str(tmp_path))
    deal = "2c 2d 2h 2s 3c"
    assert answers.run_case(TrainDealRequest(table=JACKS.name), Observer()).deal == ""
    report = answers.run_case(TrainHoldRequest(table=JACKS.name, deal=deal, mask=1, seconds=2), Observer())
    assert report.holds[0].mask in (15, 31)
    monkeypatch.setattr("jamfold.cases.answers.videopoker.now", lambda: WHEN * 2)
    again = answers.run_case(TrainDealRequest(table=JACKS.name), Observer()).deal
    assert sorted(again.replace(" ", "")[::2]) == list("22223")
    with pytest.raises(ValueError, match="hold"):
        TrainHoldRequest(table=JACKS.name, deal=deal, mask=32)


def test_close_deals() -> None:
    rng = random.Random(5)

    def close(text: str) -> bool:
        return is_close(deal_report(PAID, text), CLOSE_COST)

    assert close("Kc Ah 8c 6d Td")  # the two high cards or the ace alone: 0.0105
    assert not close("Ah Kh Qh Jh Th")
    assert not close("2c 2d 2h 2s 3c")  # two are equal, the next one is far
    assert all(is_close(deal_report(PAID, new_deal(PAID, rng, CLOSE_COST)), CLOSE_COST) for _ in range(5))
    nothing = parse_pay_table(re.sub(r"(?m)= \d+$", "= 0", JACKS.toml.replace("cards = 52\n", "")), "own")
    assert not is_close(deal_report(lay_out(nothing), "Ah Kh Qh Jh Th"), CLOSE_COST)  # all are equal


@pytest.mark.parametrize("table", [JACKS, JOKERS], ids=["no joker", "a joker"])
def test_every_card_of_the_deck_is_dealt(table: PayTable) -> None:
    paid, rng = lay_out(table), random.Random(7)
    deals = [new_deal(paid, rng) for _ in range(1000)]
    assert all(len(set(deal)) == 5 for deal in deals)
    assert {card for deal in deals for card in deal} == set(range(table.deck.n_cards))


def test_the_next_deal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAMFOLD_DATA", str(tmp_path))
    deal = jamfold.videopoker_train("JoB 9/6", seed=4).deal
    assert deal == format_deal(new_deal(PAID, random.Random(4)))
    close = jamfold.train_deal(JACKS.name, deals="close").deal
    assert is_close(deal_report(PAID, close), CLOSE_COST)
    assert jamfold.videopoker_train(deals="due").deal == ""


def test_no_deal_is_due(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("JAMFOLD_DATA", str(tmp_path))
    assert "0 of 0 right" in Runner(capsys).good("videopoker", "train", "--deals", "due")


def test_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("JAMFOLD_DATA", str(tmp_path))
    run = Runner(capsys)
    deal = new_deal(PAID, random.Random(4))
    report = deal_report(PAID, deal)
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{report.best[0].text}\n{'all'}\nq\n"))
    assert report.best[0].mask == parse_hold(report.best[0].text, deal, JACKS)
    run.good("videopoker", "train", "JoB 9/6", "--seed", 4)
    score = json.loads(run.good("train", "score", "--game", "videopoker", "--json"))
    assert score["total"]["decisions"] == 2
    assert score["right"] >= 1
    assert json.loads(run.good("train", "score", "--json"))["total"]["decisions"] == 0  # bets are no blinds


def test_missed_deals_alone_with_a_seed_and_one_that_is_looked_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A seed dealt new cards where only missed ones were asked for, and ? asked the same deal for ever."""
    monkeypatch.setenv("JAMFOLD_DATA", str(tmp_path))
    for deal in ("2c 2d 2h 2s 3c", "Ah Kh Qh Jh Th"):
        answers.run_case(TrainHoldRequest(table=JACKS.name, deal=deal, mask=1, seconds=2), Observer())
    monkeypatch.setattr("jamfold.cases.answers.videopoker.now", lambda: 2 * WHEN)
    command = ("videopoker", "train", JACKS.name, "--deals", "due", "--seed", 4)
    told = []
    for _ in range(2):
        monkeypatch.setattr(sys, "stdin", io.StringIO("?\n?\n"))
        told.append(Runner(capsys).good(*command))
    assert told[0] == told[1]
    dealt = re.findall(r"1\.  (.*)", told[0])
    assert sorted("".join(sorted(deal.replace(" ", "")[::2])) for deal in dealt) == ["22223", "AJKQT"]
    one = TrainDealRequest(table=JACKS.name, deals="due", seed=4)
    assert answers.run_case(one, Observer()).deal == answers.run_case(one, Observer()).deal != ""
