"""The matrix of hands of four and five cards: every hand in one cell, where a reader looks for it."""

from __future__ import annotations

import csv
import io
import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jamfold.betting.posts import BlindLevel
from jamfold.cards import parse_cards
from jamfold.cards.counting.classes import hand_classes, suit_pattern
from jamfold.cards.games import GAMES, HOLDEM, OMAHA, OMAHA_HILO, Game
from jamfold.core.errors import ChartError
from jamfold.ranges.patterns import SUITS, pattern_matrix
from jamfold.spots.charts import Chart, ChartPoint
from jamfold.spots.hand_lists import HandFilter
from jamfold.spots.outline import MatrixPlay, pattern_curve
from jamfold.spots.stack_grid import StackGrid
from jamfold.spots.strategy import Seat
from jamfold.views.chart_files import chart_text
from jamfold.views.charts import edge_hands, matrix_view, point_at, top_text
from jamfold.views.range_grids import percent_text

WITH_FAMILIES = [game for game in GAMES.values() if game.hole_cards in (4, 5) and game.n_ranks == 13]
N_HANDS = 270_725  # 52 over 4
by_game = pytest.mark.parametrize("game", WITH_FAMILIES, ids=lambda game: game.name)


def naive_row(ranks: list[int], game: Game) -> str:
    """The row of a hand of ranks 2..14, as a player would look for it."""
    five = len(ranks) == 5
    name = naive_row_of_four(ranks, game)
    return name.replace("xx", "xxx") if five and not name.startswith("A23") else name


def naive_row_of_four(ranks: list[int], game: Game) -> str:
    """The same, of five cards with as many x as of four."""
    counts = Counter(ranks)
    cards = len(ranks)
    if max(counts.values()) >= 3:
        return "trips and quads"
    pair = max((rank for rank, count in counts.items() if count == 2), default=0)
    ace, low, wheel = 14 in counts, len({2, 3, 4, 5, 6, 7, 8} & set(counts)), len({2, 3, 4, 5} & set(counts))
    if pair == 14:
        return "AAxx"
    if game.split_low:
        if cards == 5 and {14, 2, 3} <= set(counts):
            return "A23xx"
        return naive_low_row(pair, counts, low, wheel)
    broadway = sum(rank >= 10 for rank in ranks)
    if pair:
        band = (
            "KKxx" if pair == 13 else "QQxx-TTxx" if pair >= 10 else "99xx-66xx" if pair >= 6 else "55xx-22xx"
        )
        side = "ace" if ace else "broadway" if broadway else "others"
        return band if pair >= 10 else f"{band}, {side}"
    if ace and broadway < cards:
        return {4: "A, three broadway", 3: "A, two broadway", 2: "A, one broadway"}.get(
            broadway, "A, wheel cards" if wheel >= 2 else "A, others"
        )
    span = max(ranks) - min(ranks)
    if broadway < cards and span <= cards + 1:
        return f"rundown, {('no gap', 'one gap', 'two gaps')[span - cards + 1]}"
    if broadway <= 2 and 13 in counts:
        return "K, one broadway" if broadway == 2 else f"K, {'three' if cards == 4 else 'four'} of 9-2"
    if broadway == cards:
        return "broadway"
    return ("9 high or lower", "one of Q-T", "two of Q-T", "three broadway", "four broadway")[broadway]


def naive_low_row(pair: int, counts: Counter[int], low: int, wheel: int) -> str:
    """The same in a split-pot game."""
    if 14 in counts:
        if 2 in counts or 3 in counts:
            return "A2xx" if 2 in counts else "A3xx"
        return f"A, {('no', 'one', 'two')[min(low, 2)]} low"
    if pair == 13:
        return "KKxx"
    if pair >= 10:
        return f"QQxx-TTxx, {'two low' if low >= 2 else 'others'}"
    if pair:
        return f"{'99xx-66xx' if pair >= 6 else '55xx-22xx'}, {'two wheel' if wheel >= 2 else 'others'}"
    if wheel >= 3:
        return "three wheel"
    if wheel == 2:
        return "two wheel, 8-6" if low > 2 else "two wheel, no 8-6"
    if wheel == 1 and low >= 2:
        return f"one wheel, {('one', 'two')[min(low, 3) - 2]} of 8-6"
    if low >= 3:
        return "one wheel, two of 8-6"
    return "two of 8-6" if low == 2 else "one low or none"


@pytest.mark.long
@by_game
def test_every_class_stands_in_exactly_one_cell(game: Game) -> None:
    matrix, classes = pattern_matrix(game), hand_classes(game)
    for patterns in (matrix.rows, matrix.columns, list(matrix.cells())):
        ids = np.concatenate([one.ids for one in patterns])
        np.testing.assert_array_equal(np.sort(ids), np.arange(classes.n))
        assert sum(int(classes.sizes[one.ids].sum()) for one in patterns) == game.n_hands
    for row in matrix.rows:
        np.testing.assert_array_equal(np.sort(np.concatenate([c.ids for c in row.cells.values()])), row.ids)


@pytest.mark.long
@by_game
def test_each_hand_stands_where_a_player_looks(game: Game) -> None:
    classes = hand_classes(game)
    names = {suits: name for name, patterns in SUITS.items() for suits in patterns}
    cells = {int(i): cell.name for cell in pattern_matrix(game).cells() for i in cell.ids}
    for i, cards in enumerate(classes.representatives.tolist()):
        ranks = [card // 4 + 2 for card in cards]
        assert cells[i] == f"{naive_row(ranks, game)}/{names[suit_pattern(cards)]}"


@pytest.mark.slow
@by_game
def test_few_rows_the_rarest_last(game: Game) -> None:
    matrix, sizes = pattern_matrix(game), hand_classes(game).sizes
    more = game.hole_cards - 2
    assert 15 <= len(matrix.rows) <= 26
    assert matrix.rows[0].name == "AA" + "x" * more
    assert matrix.rows[-1].name == "trips and quads"
    of_a_rank = sum(math.comb(4, k) * math.comb(48, more + 2 - k) for k in (3, 4))
    assert sizes[matrix.rows[-1].ids].sum() == 13 * of_a_rank
    others = math.comb(48, more) - (12 * 4 if more == 3 else 0)  # of three others no three are alike
    assert sizes[matrix.rows[0].ids].sum() == 6 * others  # two aces of four


@by_game
def test_names_parse_back(game: Game) -> None:
    matrix = pattern_matrix(game)
    for pattern in (*matrix.rows, *matrix.columns, *matrix.cells()):
        assert matrix.find(pattern.name) is pattern
        assert matrix.find(f"  {pattern.name.upper()} ") is pattern
        np.testing.assert_array_equal(
            np.flatnonzero(HandFilter(family=pattern.name).chosen(game)), pattern.ids
        )


@given(st.text(max_size=20))
def test_no_other_names(name: str) -> None:
    known = {one.name.lower() for one in (*pattern_matrix(OMAHA).rows, *pattern_matrix(OMAHA).columns)}
    if " ".join(name.split()).lower() not in known:
        with pytest.raises(ChartError, match="Unknown family '"):
            pattern_matrix(OMAHA).find(name)


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("AsAhKsKh", "AAxx/double-suited"),
        ("AsAh7s7d", "AAxx/single-suited"),
        ("AsAhAdKs", "trips and quads/single-suited"),
        ("KsKhTsTd", "KKxx/single-suited"),
        ("6h Qd 6c Ac", "99xx-66xx, ace/single-suited"),
        ("AsKsQhJh", "broadway/double-suited"),
        ("KsQhJdTc", "broadway/rainbow"),
        ("JsTs9h8h", "rundown, no gap/double-suited"),
        ("JsTs9h7h", "rundown, one gap/double-suited"),
        ("JsTs9h6h", "rundown, two gaps/double-suited"),
        ("KsQhJd9c", "rundown, one gap/rainbow"),
        ("As5s4h3h", "A, wheel cards/double-suited"),
        ("As9s8s7s", "A, others/one suit"),
        ("2s4s3c9c", "9 high or lower/double-suited"),
    ],
)
def test_omaha_hands(hand: str, name: str) -> None:
    assert hand_classes(OMAHA).index(hand) in pattern_matrix(OMAHA).find(name).ids


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("AsAh2s3h", "AAxx/double-suited"),
        ("As2s2hKh", "A2xx/double-suited"),
        ("As3s8h7h", "A3xx/double-suited"),
        ("As8s7hKh", "A, two low/double-suited"),
        ("As8s8hKh", "A, one low/double-suited"),
        ("8s7s6h5h", "one wheel, two of 8-6/double-suited"),
        ("9s9h5s2h", "99xx-66xx, two wheel/double-suited"),
        ("5s5h9s2h", "55xx-22xx, two wheel/double-suited"),
        ("KsQhJd8c", "one low or none/rainbow"),
    ],
)
def test_hilo_hands(hand: str, name: str) -> None:
    assert hand_classes(OMAHA_HILO).index(hand) in pattern_matrix(OMAHA_HILO).find(name).ids


def test_families_are_of_four_and_five_cards() -> None:
    with pytest.raises(ChartError, match="have 2 cards: families are of four or five"):
        pattern_matrix(HOLDEM)
    with pytest.raises(ChartError, match="have 2 cards"):
        MatrixPlay(HOLDEM, np.ones(169), np.ones(169))


def made_up_chart(stacks: int = 4) -> Chart:
    """A chart in which class i is played up to stack 1 + i % stacks, or 0.3 of the time above."""
    n = hand_classes(OMAHA).n
    grid = StackGrid(1, stacks, 1)
    tops = 1 + np.arange(n) % stacks
    played = np.where(np.array(grid.stacks)[:, None] <= tops[None, :], 1.0, 0.3)
    point = ChartPoint(1, 1, 0.5, 0, 1, 1, 0, (0, 0), True, (0, 0), (0, 0), (0, 0), True)
    points = tuple(ChartPoint(**{**point.__dict__, "stack": stack, "s": stack}) for stack in grid.stacks)
    margin, free = played - 0.5, np.zeros(played.shape, dtype=np.bool_)
    return Chart(OMAHA, grid, BlindLevel(), points, played, played, margin, margin, free, free)


@pytest.mark.parametrize("seat", list(Seat))
def test_cells_are_weighted_by_hands(seat: Seat) -> None:
    chart = made_up_chart()
    sizes = hand_classes(OMAHA).sizes
    for k in range(4):
        play = MatrixPlay.of_chart(chart, seat, k)
        whole = sum(int(sizes[i]) * chart.jam[k, i] for i in range(len(sizes))) / N_HANDS
        for parts in (play.rows, play.cells):
            assert sum(one.hands for one in parts) == N_HANDS
            assert sum(one.share for one in parts) == pytest.approx(1)
            assert sum(one.share * one.played for one in parts) == pytest.approx(whole, abs=1e-12)
            assert sum(one.share * one.margin for one in parts) == pytest.approx(whole - 0.5, abs=1e-12)


def test_margins_of_a_player_who_is_never_asked() -> None:
    never = np.full(hand_classes(OMAHA).n, np.nan)
    assert all(math.isnan(cell.margin) for cell in MatrixPlay(OMAHA, never * 0, never).cells)


def test_a_cell_over_the_stacks() -> None:
    chart, sizes = made_up_chart(), hand_classes(OMAHA).sizes
    for cell in pattern_matrix(OMAHA).cells():
        curve = pattern_curve(chart, Seat.SMALL_BLIND, cell)
        hands = sum(int(sizes[i]) for i in cell.ids)
        for k in range(4):
            assert curve.played[k] == pytest.approx(
                sum(int(sizes[i]) * chart.jam[k, i] for i in cell.ids) / hands
            )
        deep = [k for k in range(4) if curve.played[k] >= 0.5]
        assert curve.threshold == chart.stacks[deep[-1]] if deep else math.isnan(curve.threshold)


def test_the_matrix_fits_on_a_screen() -> None:
    chart = made_up_chart()
    both = [line.plain for line in matrix_view(chart, list(Seat), 1, 110)]
    assert len(both) <= 30
    assert max(map(len, both)) <= 110
    rows = {line[:21].strip(): line[21:] for line in both}
    for row in pattern_matrix(OMAHA).rows:
        cells = [MatrixPlay.of_chart(chart, seat, 1).of(cell) for seat in Seat for cell in row.cells.values()]
        numbers = [word for word in rows[row.name].split() if word[0] in "0123456789<>"]
        assert numbers[1:] == [percent_text(cell.played) for cell in cells]
    narrow = [line.plain for line in matrix_view(chart, list(Seat), 1, 80)]
    assert max(map(len, narrow)) <= 80
    assert sum(line.startswith("AAxx") for line in narrow) == 2


def test_nearly_all_is_not_all() -> None:
    assert [percent_text(share) for share in (1.0, 0.9999, 0.994, 0.0, 0.0001, 0.5)] == [
        "100",
        ">99",
        "99",
        "0",
        "<1",
        "50",
    ]


@pytest.mark.long
def test_a_chart_file_names_the_family() -> None:
    rows = list(csv.DictReader(io.StringIO(chart_text(made_up_chart(), "csv"))))
    matrix = pattern_matrix(OMAHA)
    for row in rows[::97]:
        assert int(row["id"]) in matrix.find(row["family"]).ids
    assert sum(int(row["combinations"]) for row in rows if row["family"].startswith("AAxx/")) == 6768


def test_hands_next_to_the_edge() -> None:
    chart = made_up_chart()
    found = edge_hands(chart, Seat.BIG_BLIND, point_at(chart, 2), 3)
    assert [top for _, top in found] == ["2", "2", "2", "1", "1", "1"]
    assert len({hand for hand, _ in found}) == 6
    assert all(len(parse_cards(hand)) == 4 for hand, _ in found)
    deepest = edge_hands(chart, Seat.BIG_BLIND, point_at(chart, 4), 2)
    assert [top for _, top in deepest] == ["4+", "4+", "3", "3"]
    assert top_text(chart, 0.0) == "-"


def test_the_usual_stack() -> None:
    chart = made_up_chart()
    assert chart.stacks[point_at(chart, None)] == 4  # the nearest to 10
    with pytest.raises(ChartError, match=r"The chart has no stack 2\.5: it goes from 1 to 4 in steps of 1"):
        point_at(chart, 2.5)
