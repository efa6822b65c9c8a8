"""Tables of low rank: whole numbers that mirror, bounds that hold, files that are refused by name."""

from __future__ import annotations

import base64
import gzip
import json
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import minimize

import jamfold
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import OMAHA, OMAHA_5, OMAHA_HILO, Game
from jamfold.class_tables import low_rank
from jamfold.class_tables.low_rank import bound_gain, class_basis, load_low_rank, read_low_rank
from jamfold.core.errors import JamfoldError, TableError
from jamfold.core.storage.bundled import BOX
from jamfold.ranges import best_first
from jamfold.spots import solve
from tests.command_line import Runner
from tools.low_rank import pack_low_rank

both = pytest.mark.parametrize("game", [OMAHA, OMAHA_HILO], ids=lambda game: game.name)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Runner:
    return Runner(capsys)


@both
def test_rows_mirror_and_sums_are_those_of_blocks(game: Game) -> None:
    table, rng = load_low_rank(game), np.random.default_rng(7)
    sizes, n = hand_classes(game).sizes, table.margins.shape[0]
    some = np.sort(rng.choice(n, 60, replace=False))
    block = table.margins.block(some, some).astype(np.int64) * sizes[some][:, None]
    assert np.array_equal(block, -block.T)
    factors, sums = rng.integers(1, 1000, 60) * sizes[some], np.zeros(n, dtype=np.int64)
    table.margins.add_rows(some, factors, sums)
    everything = table.margins.block(some, np.arange(n)).astype(object)
    assert sums.tolist() == (factors.astype(object) @ everything).tolist()
    assert table.row_sums[some].tolist() == everything.sum(axis=1).tolist()


@both
def test_margins_against_a_range_lie_in_the_basis(game: Game) -> None:
    table, rng, basis = load_low_rank(game), np.random.default_rng(8), class_basis(game)
    assert basis is not None
    assert basis.T @ basis == pytest.approx(np.eye(basis.shape[1]), abs=1e-9)
    sizes, sums = table.classes.sizes, np.zeros(table.classes.n, dtype=np.int64)
    some = rng.choice(table.classes.n, 900, replace=False)
    table.margins.add_rows(some, sizes[some], sums)
    values = sums / np.sqrt(sizes)
    assert np.abs(values - basis @ (basis.T @ values)).max() < 1e-9 * np.abs(values).max()


@pytest.mark.long
@both
def test_it_agrees_with_the_exact_charts_that_are_packed(game: Game, data_folder: Path) -> None:
    """At every fourth stack from 1 to 25 bb; no table is built."""
    packed = json.loads(
        gzip.decompress(files("jamfold.views").joinpath("box", f"{game.name}.json.gz").read_bytes())
    )
    for k, stack in list(enumerate(packed["stacks"]))[::4]:
        found = jamfold.solve(game.name, stacks=(stack, stack), blinds=(0.5, 1), method="approximate")
        exact = packed["jam"]["percent"][k], packed["call"]["percent"][k]
        assert (found.jam_percent, found.call_percent) == pytest.approx(exact, abs=0.1)
        assert found.value_bb == pytest.approx(packed["values"][k], abs=1e-5)
        assert not found.exact
        assert max(found.gains_bb) < 4e-4
    assert not any(data_folder.rglob("*.npy"))


@pytest.mark.long
def test_no_errors_of_the_size_gain_more_than_the_bound() -> None:
    """Few classes, and the worst errors that a search finds."""
    rng = np.random.default_rng(3)
    for _ in range(20):
        weights = rng.dirichlet(np.ones(6))
        slack, error = rng.exponential(0.3, 6) * rng.integers(0, 2, 6), rng.uniform(0.01, 0.5)

        def lost(free: np.ndarray, weights=weights, slack=slack, error=error) -> float:  # type: ignore[no-untyped-def]
            errors = np.abs(free) * error / np.sqrt(weights @ free**2)
            return -float(weights @ np.maximum(errors - slack, 0.0))

        worst = min(minimize(lost, rng.uniform(0.1, 1, 6), method="Nelder-Mead").fun for _ in range(5))
        assert -worst <= bound_gain(weights, slack, error) + 1e-12


def test_a_file_is_read_as_it_was_packed() -> None:
    rng, n = np.random.default_rng(5), load_low_rank(OMAHA).margins.shape[0]
    left, right = rng.integers(-9999, 9999, (2, n, 3))
    sketch = rng.standard_normal((4, n))
    sums = rng.integers(-(1 << 50), 1 << 50, n)
    found = read_low_rank(OMAHA, pack_low_rank(OMAHA, left, right, 1 << 24, sketch, 1.5, sums))
    rows = np.arange(5)
    hands = left[:5] @ right[:5].T - right[:5] @ left[:5].T
    assert np.array_equal(found.margins.block(rows, rows), hands * hand_classes(OMAHA).sizes[:5])
    assert found.sketch * found.unit == pytest.approx(sketch, abs=found.unit)
    assert (found.margin_scale, found.quantile) == (1 << 24, 1.5)
    assert np.array_equal(found.equity_sums, sums)


@pytest.mark.long
def test_damaged_and_foreign_files_are_refused_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = BOX.joinpath(low_rank.file_name(OMAHA)).read_bytes()
    foreign = BOX.joinpath(low_rank.file_name(OMAHA_HILO)).read_bytes()
    text, _, data = gzip.decompress(whole).partition(b"\n")
    short = gzip.compress(text + b"\n" + data[:-1])
    bare = gzip.compress(json.dumps({"rules": json.loads(text)["rules"]}).encode() + b"\n")
    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 1
    monkeypatch.setattr(low_rank, "BOX", tmp_path)
    for content in (foreign, whole[:1000], b"", bytes(flipped), short, bare):
        load_low_rank.cache_clear()
        (tmp_path / low_rank.file_name(OMAHA)).write_bytes(content)
        with pytest.raises(TableError, match=r"low-rank-omaha\.gz"):
            load_low_rank(OMAHA)
    load_low_rank.cache_clear()


def test_what_the_method_cannot_do_is_one_sentence(run: Runner, data_folder: Path) -> None:
    assert "jamfold has no approximate table of Texas Hold'em" in run.bad(
        "solve", "--game", "holdem", "--method", "approximate"
    )
    approximate = "--game", "omaha", "--method", "approximate"
    assert "ties" in run.bad("solve", *approximate, "--prizes", "50", "30", "20", "--table", "80")
    assert "Only fictitious-play takes" in run.bad("solve", *approximate, "--iterations", "5")
    with pytest.raises(JamfoldError):
        jamfold.solve("omaha", method="approximate", iterations=5)


def test_commands_answer_without_a_table(run: Runner, data_folder: Path, tmp_path: Path) -> None:
    approximate = "10bb", "--game", "omaha", "--method", "approximate"
    text = run.good("solve", *approximate)
    assert "Approximate: within 0.0000" in text
    result = json.loads(run.good("solve", *approximate, "--json"))
    assert (result["method"], result["exact"], result["proved"]) == ("approximate", False, False)
    assert result["error_from"] == "bound"
    assert result["error_bb"] == max(result["gains_bb"])
    assert result["jam_percent"] == pytest.approx(69.2947, abs=0.02)
    saved = tmp_path / "spot.npz"
    run.good("solve", *approximate, "--save", saved)
    again = json.loads(run.good("solve", "--from", saved, "--json"))
    assert (again["method"], again["gains_bb"]) == ("approximate", result["gains_bb"])
    explained = run.good("explain", *approximate[1:], "--stacks", "10bb", "--hand", "KsQh7s6h", "--no-sweep")
    assert "When called" in explained
    assert not any(data_folder.rglob("*.npy"))


@pytest.mark.long
def test_without_a_table_the_usual_answer_is_approximate(
    run: Runner, data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And so long only: with the table, the same words are answered exactly."""
    monkeypatch.setattr(solve, "_loaded", {})
    words = "10.1bb", "--game", "omaha", "--json"
    first = run("solve", *words)
    assert (
        "The table of Omaha is not built, so answers are approximate. For exact ones, run: jamfold tables "
        "build --game omaha" in first.err
    )
    assert json.loads(first.out)["method"] == "approximate"
    assert run("solve", *words, "--approximate").err == ""
    assert "JAM   +2.0" in run.good("hand", "AsKsQhJh", *words[:3])
    assert json.loads(run.good("hands", *words[1:], "10.1bb"))
    assert jamfold.solve("omaha", stacks="10.1bb").solution.approximate
    assert not any(data_folder.rglob("*.npy"))
    assert json.loads(run.good("solve", "10bb", "--game", "holdem", "--exact", "--json"))["method"] == "exact"


def test_a_build_begins_with_the_approximate_answer(
    run: Runner, data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise TableError("No room.")

    monkeypatch.setattr(solve, "_loaded", {})
    monkeypatch.setattr(solve, "load_sums", refuse)
    for words, is_told in (
        (("--exact",), True),
        (("--open", "2bb"), False),
        (("--method", "fictitious-play"), False),
    ):
        result = run("solve", "10bb", "--game", "omaha", *words)
        assert result.code == 2
        assert ("the small blind jams 69.30%" in result.err) == is_told
        assert "Building the table of Omaha" in result.err


@pytest.mark.long
def test_ranges_charts_and_answers_to_ranges_need_no_table(
    run: Runner, data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The order of percentages is exact, packed; what is computed carries its bound."""
    monkeypatch.setattr(solve, "_loaded", {})
    answered = json.loads(run.good("solve", "10bb", "--game", "omaha", "--call-range", "30%", "--json"))
    assert answered["method"] == "approximate"
    assert answered["error_bb"] == answered["gains_bb"][0] < 1e-4
    assert answered["against"]["range_percent"] == pytest.approx(30, abs=0.02)
    text = run.good("solve", "10bb", "--game", "omaha", "--jam-range", "40%")
    assert "of the best response to the range" in " ".join(text.split())
    compared = run.good("compare", "10bb", "--game", "omaha-hilo", "--jam", "30%")
    assert "Approximate, within 0.0000" in " ".join(compared.split())
    stacks = "--from", "8", "--to", "10", "--step", "1"
    shown = run.good("chart", "--game", "omaha", *stacks)
    assert "approximate equilibrium at 3 stacks" in " ".join(shown.split())
    listed = json.loads(run.good("chart", "--game", "omaha", *stacks, "--json"))
    assert (listed["method"], listed["error_from"]) == ("approximate", "bound")
    assert listed["error_bb"] == max(max(point["gains_bb"]) for point in listed["points"]) < 1e-4
    assert not any(data_folder.rglob("*.npy"))
    assert "no method" in run.bad("chart", "--game", "omaha", "--approximate", "--open", "2bb")


@both
def test_packed_order_is_that_of_the_charts(game: Game) -> None:
    """Which were made from the whole table."""
    packed = json.loads(
        gzip.decompress(files("jamfold.views").joinpath("box", f"{game.name}.json.gz").read_bytes())
    )
    planes = np.frombuffer(base64.b64decode(packed["order"]), dtype=np.uint8).reshape(2, -1)
    places = np.cumsum(np.ascontiguousarray(planes.T).view("<u2").ravel(), dtype=np.uint16)
    assert np.array_equal(np.argsort(places), best_first(load_low_rank(game).equity_sums))


FIVE_CARDS = {
    "omaha-5": {5: (83.1354, 94.9112, 0.041420), 10: (71.5287, 67.5652, 0.069092)},
    "omaha-5-hilo": {5: (84.2703, 95.6813, 0.036857), 10: (71.4346, 65.0781, 0.063089)},
}
"""Jams and calls in percent, the small blind's value in bb: the exact charts of docs/factors.md."""


@pytest.mark.long
@pytest.mark.parametrize("name", FIVE_CARDS)
def test_five_cards_agree_with_the_exact_charts(name: str, data_folder: Path) -> None:
    for stack, (jams, calls, value) in FIVE_CARDS[name].items():
        found = jamfold.solve(name, stacks=(stack, stack), blinds=(0.5, 1))
        assert found.method == "approximate"
        assert (found.jam_percent, found.call_percent) == pytest.approx((jams, calls), abs=0.3)
        assert found.value_bb == pytest.approx(value, abs=5e-4)
        assert 1e-4 < max(found.gains_bb) < 0.02
    assert not any(data_folder.rglob("*.npy"))


@pytest.mark.long
def test_five_cards_have_their_bytes_and_weights(tmp_path: Path) -> None:
    """What is packed in bytes is what products are made of, and mirrors to the last digit."""
    game, rng = OMAHA_5, np.random.default_rng(3)
    sizes = hand_classes(game).sizes
    left, right = rng.integers(-127, 128, (2, sizes.size, 2))
    weights, sums = np.array([7, 1]), rng.integers(0, 1 << 17, sizes.size)
    sketch = rng.standard_normal((2, sizes.size))
    packed = pack_low_rank(game, left, right, 1 << 20, sketch, 2.0, sums, weights=weights, steps=31)
    found, rows = read_low_rank(game, packed), np.arange(50)
    hands = (left[rows] * weights) @ right[rows].T - right[rows] @ (left[rows] * weights).T
    assert np.array_equal(found.margins.block(rows, rows), hands * sizes[rows])
    assert np.array_equal(found.equity_sums, sums)
    assert found.sketch * found.unit == pytest.approx(sketch, abs=found.unit)
