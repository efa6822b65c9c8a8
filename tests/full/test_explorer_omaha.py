"""The strategy page's data of Omaha games, and the file with four games."""

from __future__ import annotations

import base64
import json
import re

import numpy as np
import pytest

from jamfold.cards.games import OMAHA, OMAHA_HILO, Game, find_game
from jamfold.cases.answers import run_case
from jamfold.cases.answers.watch import Observer
from jamfold.cases.explorer import OutlineRequest, PageFileRequest
from jamfold.practice.point_rules.report import known_rule
from jamfold.ranges import parse_range
from jamfold.ranges.patterns import pattern_matrix
from jamfold.spots.charts import make_chart
from jamfold.spots.stack_grid import StackGrid
from jamfold.spots.strategy import Seat
from jamfold.views.explorer_page import page_file
from tests.unpacked import unpacked_curves
from tests.views.test_explorer import check


@pytest.mark.parametrize("game", [OMAHA, OMAHA_HILO], ids=lambda game: game.name)
def test_strategies_and_mean_gains_of_patterns(game: Game) -> None:
    chart = make_chart(game, StackGrid(1, 25, 2))
    data = check(chart)
    matrix, sizes = pattern_matrix(game), chart.classes.sizes
    cells = np.array(list(base64.b64decode(data.cells or "")))
    assert data.rows is not None
    assert data.columns is not None
    for told, seat in ((data.jam, Seat.SMALL_BLIND), (data.call, Seat.BIG_BLIND)):
        margins = unpacked_curves(told.margins, data.count) * data.quantum
        for place, (cell, one) in enumerate(zip(np.unique(cells), matrix.cells(), strict=True)):
            assert np.array_equal(np.flatnonzero(cells == cell), one.ids)
            row, column = divmod(int(cell), len(data.columns))
            assert one.name == f"{data.rows[row]}/{data.columns[column]}"
            mean = chart.margins(seat)[:, one.ids] @ sizes[one.ids] / sizes[one.ids].sum()
            assert np.abs(margins[place] - mean).max() <= data.quantum / 2 + 1e-12


def test_a_short_omaha_range_costs_what_it_says() -> None:
    outline = run_case(OutlineRequest(game="omaha", max_terms=8), Observer())
    for seat in outline.seats:
        assert seat.text is not None
        held = parse_range(seat.text, OMAHA)
        strategy = seat.strategy
        lost = (strategy.frequency - held.class_shares) * strategy.margin * strategy.reach_probability
        assert seat.cost == pytest.approx(lost @ strategy.classes.sizes / OMAHA.n_hands, abs=1e-9)
        assert 0 < strategy.measure.of(seat.cost) < 0.02
        assert sum(said is not None for _, said in seat.cells) > len(seat.cells) / 2
        for cell, said in seat.cells:
            if said is not None:
                meant = np.isin(cell.ids, said.ids)
                weights = strategy.classes.sizes[cell.ids]
                right = np.where(meant, strategy.frequency[cell.ids], 1 - strategy.frequency[cell.ids])
                assert said.accuracy == pytest.approx(right @ weights / weights.sum())


def test_four_games_in_one_file_below_a_megabyte() -> None:
    question = PageFileRequest(games=("holdem", "six-plus", "omaha", "omaha-hilo"))
    text = page_file(run_case(question, Observer()))
    assert len(text.encode()) < 1_000_000
    assert text.count('"count":241') == 4
    games = json.loads(re.findall(r'id="data">(.*?)</script>', text, re.DOTALL)[0])
    assert [one.get("hands_of") for one in games] == [None, None, None, "omaha"]
    for told in games:
        rule, shown = known_rule(find_game(told["game"])), told["rule"]
        scores = np.frombuffer(base64.b64decode(shown["scores"]), dtype=np.uint8).astype(int)
        assert (shown["least"] + scores == rule.scores).all()
        assert (shown["seen"] is None) == rule.game.has_many_classes
