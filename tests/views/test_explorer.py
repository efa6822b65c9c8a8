"""What the strategy page and its file hold: the same strategies and gains as the chart, class for class."""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jamfold.betting.posts import BlindLevel
from jamfold.betting.terms import PayoffTerms
from jamfold.cards.games import HOLDEM, SIX_PLUS, Game
from jamfold.cases.answers import run_case
from jamfold.cases.answers.watch import Observer
from jamfold.cases.explorer import ExplorerRequest, OutlineRequest, PageFileRequest
from jamfold.ranges import best_first, parse_range
from jamfold.spots.charts import Chart, make_chart
from jamfold.spots.solve import load_payoffs
from jamfold.spots.stack_grid import StackGrid
from jamfold.spots.strategy import Seat
from jamfold.valuation.prizes import Prizes
from jamfold.valuation.utility import PrizeUtility
from jamfold.views.explorer_data import (
    ODD,
    ExplorerContract,
    explorer_data,
    packed_bytes,
    packed_curves,
    packed_places,
)
from jamfold.views.explorer_page import level_form, page_file
from tests.app_answers import write_modules
from tests.command_line import Runner
from tests.unpacked import unpacked_curves


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Runner:
    return Runner(capsys)


@given(
    st.integers(1, 5).flatmap(
        lambda points: st.lists(
            st.lists(st.integers(-(2**40), 2**40), min_size=points, max_size=points), min_size=1, max_size=4
        )
    )
)
def test_curves_unpack_to_what_was_packed(rows: list[list[int]]) -> None:
    packed = packed_curves(np.array(rows))
    assert unpacked_curves(packed, len(rows[0])).tolist() == rows


def test_smooth_curves_are_a_byte_a_point() -> None:
    curve = np.rint(1000 * np.sin(np.arange(241) / 50))[None, :].astype(np.int64)
    assert len(base64.b64decode(packed_curves(curve))) < 250


@pytest.mark.parametrize(("pack", "most"), [(packed_bytes, 255), (packed_places, 65535)])
def test_what_does_not_fit_is_refused(pack: Any, most: int) -> None:
    assert base64.b64decode(pack(np.array([0, most])))
    for bad in (-1, most + 1):
        with pytest.raises(ValueError, match="do not fit"):
            pack(np.array([bad]))


def numbers(text: str) -> list[int]:
    return list(base64.b64decode(text))


def chances(data: ExplorerContract, seat: Any, k: int) -> list[float]:
    """What the page reads, class by class: as game.js does."""
    found = []
    for one, top in enumerate(numbers(seat.tops)):
        runs = seat.odd[str(one)] if top == ODD else ((0, top - 1),)
        mixed = dict(seat.mixed.get(str(one), ()))
        found.append(mixed.get(k, float(any(first <= k <= last for first, last in runs))))
    return found


def check(chart: Chart) -> ExplorerContract:
    """The data hold the chart."""
    data = explorer_data(chart)
    assert (data.count, data.exact) == (len(chart.points), True)
    for name, seat in (("jam", Seat.SMALL_BLIND), ("call", Seat.BIG_BLIND)):
        told = getattr(data, name)
        for k in range(data.count):
            assert chances(data, told, k) == chart.chances(seat)[k].tolist()
        free = np.zeros_like(chart.indifferent(seat))
        for one, runs in told.free.items():
            for first, last in runs:
                free[first : last + 1, int(one)] = True
        assert np.array_equal(free, chart.indifferent(seat))
    return data


@pytest.mark.parametrize("game", [HOLDEM, SIX_PLUS], ids=lambda game: game.name)
def test_two_card_games(game: Game) -> None:
    chart = make_chart(game, StackGrid(1, 25, 0.5))
    data = check(chart)
    for told, seat in ((data.jam, Seat.SMALL_BLIND), (data.call, Seat.BIG_BLIND)):
        margins = unpacked_curves(told.margins, data.count) * data.quantum
        assert np.abs(margins.T - chart.margins(seat)).max() <= data.quantum / 2 + 1e-12
    low, high = np.frombuffer(base64.b64decode(data.order), dtype=np.uint8).reshape(2, -1).astype("<u2")
    places = np.cumsum(low + 256 * high, dtype="<u2")
    assert np.array_equal(np.argsort(places), best_first(load_payoffs(game).row_sums))
    assert data.names is not None
    assert sorted(data.places or ()) == list(range(len(data.names)))


def test_prizes_are_in_money() -> None:
    terms = PayoffTerms(utility=PrizeUtility(Prizes.read((50, 30, 20)), (100.0, 30.0)))
    chart = make_chart(SIX_PLUS, StackGrid(2, 8, 2), BlindLevel((5, 10)), terms)
    data = check(chart)
    assert data.unit == "money"
    margins = unpacked_curves(data.jam.margins, data.count) * data.quantum
    largest = np.abs(chart.jam_margin).max()
    assert np.abs(margins.T - chart.jam_margin).max() <= largest / 10_000


def test_too_many_stacks_are_refused_before_they_are_solved() -> None:
    with pytest.raises(Exception, match=r"takes 254 stacks; from 1 to 25 in steps of 0\.05 are 481") as error:
        ExplorerRequest(game="holdem", step=0.05)
    assert error.value.field == "step"  # type: ignore[attr-defined]


def test_a_stack_beside_the_others_is_exact() -> None:
    question = ExplorerRequest(game="holdem", low=8, high=10, step=1, also=8.57)
    told = explorer_data(run_case(question, Observer()))
    alone = explorer_data(run_case(ExplorerRequest(game="holdem", low=8.57, high=8.57), Observer()))
    assert told.stacks == (8.0, 8.57, 9.0, 10.0)
    assert told.count == 4
    assert told.values[1] == alone.values[0]
    assert (told.jam.percent[1], told.call.percent[1]) == (alone.jam.percent[0], alone.call.percent[0])


def test_an_outline_costs_what_it_says() -> None:
    question = OutlineRequest(game="holdem", stacks=("10bb", "10bb"))
    outline = run_case(question, Observer())
    for seat in outline.seats:
        assert seat.text is not None
        held = parse_range(seat.text, HOLDEM).class_shares
        apart = abs(held - seat.strategy.frequency) @ seat.strategy.classes.sizes / HOLDEM.n_hands
        assert seat.differs_percent == pytest.approx(100 * apart)
        assert apart < 0.01
        assert 0 <= seat.cost_in_unit < 1e-3
        assert seat.cells == ()


def test_a_page_file_holds_its_games_once() -> None:
    question = PageFileRequest(games=("holdem six-plus", "Holdem"), low=9, high=11, step=1)
    assert question.games == ("holdem", "six-plus")
    assert question.file_name == "jamfold-holdem-six-plus.html"
    text = page_file(run_case(question, Observer()))
    data = json.loads(re.search(r'id="data">(.*?)</script>', text, re.DOTALL)[1])  # type: ignore[index]
    assert [one["game"] for one in data] == ["holdem", "six-plus"]
    assert "http://" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "unsafe" not in text
    assert "import " not in text.split('<script type="module">')[1]


def test_the_command_writes_the_file(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "sent.html"
    words = ["export", "page", "--games", "holdem", "six-plus", "--from", "9", "--to", "11", "--step", "1"]
    result = run(*words, "--out", path)
    assert (result.code, result.out) == (0, "")
    assert f"Saved to {path}" in result.err.replace("\n", "")
    assert path.read_text(encoding="utf-8").count('"title":') == 2


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--games", "holdem", "chess"], "Unknown game 'chess'"),
        (["--games", " "], "The file has no game. Name at least one."),
        (["--step", "0.01"], "takes 254 stacks"),
        (["--games", "holdem", "--out", "strategies.pdf"], "must end in .html"),
        (["--games", "holdem", "--out", "/nowhere/at/all.html"], "/nowhere"),
    ],
)
def test_bad_input_is_one_sentence(run: Runner, words: list[str], sentence: str) -> None:
    assert sentence in run.bad("export", "page", *words)


@pytest.mark.parametrize("games", ["", " ", ","])
def test_offline_file_without_a_game(run: Runner, games: str, tmp_path: Path) -> None:
    path = tmp_path / "app.html"
    error = run.bad("export", "app", "--games", games, "--out", path)
    assert "The file has no game. Name at least one." in error
    assert not path.exists()


def test_classes_of_a_range(run: Runner) -> None:
    told = json.loads(run.good("range", "KK+:1,A2s:0.5", "--game", "holdem", "--list-classes", "--json"))
    held = parse_range("KK+:1,A2s:0.5", HOLDEM)
    assert dict(told["class_shares"]) == {
        one: held.class_shares[one] for one in held.class_shares.nonzero()[0].tolist()
    }
    assert json.loads(run.good("range", "KK+", "--game", "holdem", "--json"))["class_shares"] is None


def test_its_form_speaks_as_other_pages_do() -> None:
    form = level_form()
    assert '<option value="malmuth-harville" selected>Malmuth-Harville</option>' in form
    assert '<option value="chip-share" selected>By chips</option>' in form
    assert ">Value of remaining bounties</label>" in form
    assert "cluster" not in form.lower()


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
def test_everybody_who_waits_for_an_answer_hears_of_it(tmp_path: Path) -> None:
    write_modules(tmp_path)
    run = ["node", str(Path(__file__).with_name("check_answers.mjs")), str(tmp_path / "live.js")]
    assert subprocess.run(run, capture_output=True, text=True, check=True).stdout == "first second yes 2\n"
