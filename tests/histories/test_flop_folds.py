"""Folds to bets on the flop of imported hands, as an input to the winning chance."""

from __future__ import annotations

import json
import shlex
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import jamfold
from jamfold.calculator.flops.distribution import flop_strengths
from jamfold.calculator.flops.fold_rules import fit_curve
from jamfold.cards import format_cards
from jamfold.cards.games import HOLDEM
from jamfold.cases.flops import ChanceRequest
from jamfold.histories.flop_folds import find_folds
from jamfold.histories.importer import import_histories
from jamfold.histories.schema import find_flop_acts
from jamfold.histories.store import HistoryStore, repair_histories
from jamfold.web.pages.flop import PAGE
from tests.command_line import Runner
from tests.documents import ROOT
from tests.histories.samples import read_one

_TEXT = """PokerStars Hand #{number}: Hold'em No Limit ($1/$2 USD) - 2026/03/10 17:44:20 ET
Table 'T' 2-max Seat #1 is the button
Seat 1: {small} ($200 in chips)
Seat 2: {big} ($200 in chips)
{small}: posts small blind $1
{big}: posts big blind $2
*** HOLE CARDS ***
Dealt to Hero [{cards}]
{small}: calls $1
{big}: checks
*** FLOP *** [{flop}]
{big}: bets $4
{end}
*** SUMMARY ***
Total pot $4 | Rake $0
"""
_FOLD = """{small}: folds
Uncalled bet ($4) returned to {big}
{big} collected $4 from pot"""
_CALL = """{small}: calls $4
*** TURN *** [{flop}] [{turn}]
{big}: checks
{small}: checks
*** RIVER *** [{flop} {turn}] [{river}]
{big}: checks
{small}: checks
*** SHOW DOWN ***
{big}: shows [{shown}] (something)
{small}: mucks hand
{big} collected $12 from pot"""


def spaced(cards: list[int]) -> str:
    return format_cards(cards, " ")


@cache
def hands(count: int, small: str, big: str, *, first: int, limit: float = 0.5) -> tuple[list[str], int]:
    """Hands in which the small blind folds to a bet what is weaker than a limit; how many folds."""
    rng, texts, folds = np.random.default_rng(first), [], 0
    for k in range(count):
        deck = rng.permutation(np.array(HOLDEM.deck))[:9].tolist()
        strengths = flop_strengths(deck[4:7])
        strength = strengths.points[strengths.number(deck[:2])] / strengths.counts.scale
        folds += strength < limit
        words = {
            "small": small, "big": big, "cards": spaced(deck[:2] if small == "Hero" else deck[2:4]),
            "shown": spaced(deck[2:4]), "flop": spaced(deck[4:7]), "turn": spaced(deck[7:8]),
            "river": spaced(deck[8:]), "number": first + k,
        }  # fmt: skip
        end = (_FOLD if strength < limit else _CALL).format(**words)
        texts.append(_TEXT.format(end=end, **words))
    return texts, folds


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Runner:
    monkeypatch.setenv("JAMFOLD_DATA", str(tmp_path / "data"))
    runner = Runner(capsys)
    own, _ = hands(60, "Hero", "Bob", first=1000)
    others, _ = hands(40, "Bob", "Hero", first=2000)
    path = tmp_path / "hands.txt"
    path.write_text("\n\n\n".join(own + others), encoding="utf-8")
    runner.good("history", "import", path)
    return runner


def test_first_answers_to_a_bet_are_found() -> None:
    (text,), _ = hands(1, "Bob", "Hero", first=7, limit=1.1)
    hand = read_one(text)
    assert list(find_flop_acts(hand)) == [(0, True)]
    end = _FOLD.format(small="Bob", big="Hero")
    assert end in text
    raised = text.replace(
        end,
        "Bob: raises $4 to $8\nHero: folds\nUncalled bet ($4) returned to Bob\nBob collected $12 from pot",
    )
    assert list(find_flop_acts(read_one(raised))) == [(0, False)]  # who has bet before is not counted


@pytest.mark.long
def test_folds_are_a_share_and_with_known_cards_a_curve(run: Runner, tmp_path: Path) -> None:
    _, folds = hands(60, "Hero", "Bob", first=1000)
    _, unknown = hands(40, "Bob", "Hero", first=2000)
    with HistoryStore(tmp_path / "data" / "histories.db") as store:
        own, bob, everybody = (find_folds(store, name, "holdem") for name in ("Hero", "Bob", "all"))
    assert (own.decisions, own.folds, own.known) == (60, folds, 60)
    assert own.fold_curve is not None
    points = [tuple(map(float, point.split(":"))) for point in own.fold_curve.split(",")]
    assert all(abs(chance - (strength < 0.5)) < 0.5 for strength, chance in points)
    assert points[0][1] == 1.0
    assert points[-1][1] == 0.0
    assert (bob.decisions, bob.folds, bob.fold_curve) == (40, unknown, None)
    assert (everybody.decisions, everybody.folds) == (40, unknown)
    low, high = bob.interval
    assert low < unknown / 40 < high


def test_they_are_an_input_to_the_winning_chance(run: Runner) -> None:
    cards = ("AsKd", "--flop", "Kh7d2c")
    told = json.loads(run.good("winchance", *cards, "--folds-of", "Bob", "--json"))
    observed = told.pop("observed")
    share = json.loads(
        run.good("winchance", *cards, "--fold-share", observed["fold_share"], "--share-of", "flop", "--json")
    )
    assert share.pop("observed") is None
    assert told == share
    own = json.loads(run.good("winchance", *cards, "--folds-of", "Hero", "--json"))
    curve = json.loads(run.good("winchance", *cards, "--fold-curve", own["observed"]["fold_curve"], "--json"))
    assert own["answers"] == curve["answers"]
    assert "as Bob did in imported hands: " in run.good("winchance", *cards, "--folds-of", "Bob")
    found = jamfold.winchance(hand="As Kd", flop="Kh 7d 2c", folds_of="all")
    assert found.answers.share == pytest.approx(told["answers"]["share"])
    texts = PAGE.asked({"way": "folds_of", "folds_of": "all", "hand": "AsKd", "flop": "Kh7d2c"})
    question = PAGE.parts["chance"].question.from_strings(texts)
    assert isinstance(question, ChanceRequest)
    assert question.folds_of == "all"


def test_the_quoted_answer_is_that_of_these_hands(run: Runner) -> None:
    command = 'winchance "As Kd" --flop "Kh 7d 2c" --folds-of Bob'
    quoted = (ROOT / "docs" / "winning-chance.md").read_text(encoding="utf-8").splitlines()
    start = quoted.index(f"    $ jamfold {command}") + 1
    printed = [line.rstrip() for line in run.good(*shlex.split(command)).splitlines()]
    assert [line.removeprefix("    ") for line in quoted[start : start + len(printed)]] == printed


def test_bad_input_costs_a_sentence(run: Runner) -> None:
    cards = ("winchance", "AsKd", "--flop", "Kh7d2c")
    assert "No player 'Nobody' in your hands" in run.bad(*cards, "--folds-of", "Nobody")
    assert "Use either --folds-of or" in run.bad(*cards, "--folds-of", "Bob", "--fold-share", "30%")
    words = ("winchance", "AsKd", "--flop", "Kh7d9c", "--game", "six-plus", "--folds-of", "Bob")
    assert "0 decisions of 'Bob'" in run.bad(*words)


def test_a_repair_saves_them(tmp_path: Path) -> None:
    texts, folds = hands(25, "Bob", "Hero", first=3000)
    path, base = tmp_path / "hands.txt", tmp_path / "h.db"
    path.write_text("\n\n\n".join(texts), encoding="utf-8")
    with HistoryStore(base) as store:
        import_histories([path], store, processes=1)
        store.base.execute("PRAGMA user_version = 6")
    assert repair_histories(base).hands == 25
    with HistoryStore(base) as store:
        assert find_folds(store, "Bob", "holdem").folds == folds
        store.forget()
        assert store.base.execute("SELECT count(*) FROM flop_turn").fetchone() == (0,)


def test_the_curve_is_the_least_squares_fit_that_never_rises() -> None:
    strengths = np.linspace(0.2, 0.8, 60)
    folded = np.repeat([1.0, 0.0, 1.0, 0.0], 15)
    assert fit_curve(strengths, folded) == ",".join(
        f"{strengths[15 * k : 15 * k + 15].mean():.4f}:{chance:.4f}"
        for k, chance in enumerate((1, 0.5, 0.5, 0))
    )
