"""Products from the factors: equal to class tables, to all boards and to known equilibria; kept, resumed."""

from __future__ import annotations

import random
import re
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from jamfold.cards import Rank
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.counting.combinations import multisets
from jamfold.cards.counting.removal import CardRemoval
from jamfold.cards.games import GAMES, HOLDEM, OMAHA, OMAHA_5, OMAHA_5_HILO, OMAHA_HILO, SIX_PLUS, Game
from jamfold.class_tables import load_table
from jamfold.class_tables.factored import blocks as suit_blocks
from jamfold.class_tables.factored import engine
from jamfold.class_tables.factored.blocks import block_list
from jamfold.class_tables.factored.engine import FactoredSums
from jamfold.class_tables.factored.factors import (
    build_factors,
    exact_margin,
    factor_notice,
    factors_item,
    load_factors,
    open_factors,
    work_store,
)
from jamfold.class_tables.factored.links import rank_links
from jamfold.class_tables.factored.product import add_rank_rows, rank_grid
from jamfold.class_tables.margins import load_sums
from jamfold.class_tables.matchup import pair_outcomes
from jamfold.core.errors import TableError, UnsupportedError, UnusableError, UnwritableError
from jamfold.core.storage import files
from jamfold.solver.exact import ExactSolver, solve_exact
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.pure import PureSolver
from jamfold.solver.stakes import chip_payoffs
from jamfold.solver.sweeps import RowSum, SweepState, runs, sweep
from jamfold.spots.solve import load_payoffs
from tests import naive
from tests.class_matchup import class_matchup
from tests.command_line import Runner

# Six ranks: 24 cards; seven: 28.  The same rules on decks that brute force can manage.
SMALL_OMAHA = replace(OMAHA, name="small-omaha", lowest_rank=Rank(7))
SMALL_THREE = replace(OMAHA, name="small-three", lowest_rank=Rank(7), hole_cards=3)
TWO_HILO = replace(OMAHA_HILO, name="two-hilo", hole_cards=2)
SMALL_FIVE = replace(OMAHA_5, name="small-five", lowest_rank=Rank(6))
TABLED = (HOLDEM, SIX_PLUS, SMALL_OMAHA, SMALL_THREE, TWO_HILO)
_NAMED = pytest.mark.parametrize("game", TABLED, ids=lambda game: game.name)


@pytest.fixture(autouse=True)
def _small_games(monkeypatch: pytest.MonkeyPatch) -> None:
    for game in (*TABLED, SMALL_FIVE):
        monkeypatch.setitem(GAMES, game.name, game)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Runner:
    return Runner(capsys)


@pytest.fixture(scope="module")
def five(tmp_path_factory: pytest.TempPathFactory) -> FactoredSums:
    """The sums of five cards out of 28."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JAMFOLD_DATA", str(tmp_path_factory.mktemp("five")))
        return load_factors(SMALL_FIVE).sums


def _weights(rng: np.random.Generator, n: int) -> NDArray[np.int64]:
    """Dense ones and ones of 1, 2 and a few classes, one y in each row."""
    weights = np.zeros((6, n), dtype=np.int64)
    weights[:3] = rng.integers(-9, 10, (3, n))
    for row, used in zip(weights[3:], (1, 2, 7), strict=True):
        row[rng.permutation(n)[:used]] = rng.integers(1, 10, used)
    return weights


@pytest.mark.long
@_NAMED
def test_products_are_those_of_the_class_table(game: Game, shared_tables: Path) -> None:
    table, factors = load_table(game), load_factors(game)
    margins = table.margins.astype(np.int64)
    weights = _weights(np.random.default_rng(16), table.classes.n)
    assert np.array_equal(factors.sums.product(weights), weights @ margins.T)
    assert np.array_equal(factors.row_sums, table.row_sums)


@pytest.mark.long
@_NAMED
def test_the_solver_cannot_tell_which_it_has(game: Game, shared_tables: Path) -> None:
    table, factors = load_table(game), load_factors(game)
    n, rng = table.classes.n, np.random.default_rng(5)
    everything, some = np.arange(n), np.sort(rng.permutation(n)[:5])
    for rows, columns in ((some, everything), (everything, some), (some, some[:2]), (some[:0], everything)):
        assert np.array_equal(factors.sums.block(rows, columns), table.margins[np.ix_(rows, columns)])
    factors_of = table.classes.sizes[some] * rng.integers(-3, 4, 5)
    sums = np.arange(n)
    factors.sums.add_rows(some, factors_of, sums)
    assert np.array_equal(sums, np.arange(n) + factors_of @ table.margins[some].astype(np.int64))
    by_table = load_payoffs(game)
    by_factors = replace(by_table, margins=factors.sums)
    stakes = chip_payoffs(8.0, 0.5)
    one, other = solve_exact(by_table, stakes), solve_exact(by_factors, stakes)
    assert np.array_equal(one.x, other.x)
    assert np.array_equal(one.y, other.y)
    assert (one.value, one.epsilon) == (other.value, other.epsilon)


@pytest.mark.long
def test_five_cards_against_all_boards(five: FactoredSums) -> None:
    classes, rng = hand_classes(SMALL_FIVE), np.random.default_rng(2016)
    done = 0
    while done < 2:
        i, j = rng.integers(0, classes.n, 2).tolist()
        hand = classes.representatives[i].tolist()
        hands = [other for other in classes.combinations(j).tolist() if not set(hand) & set(other)]
        if len(hands) not in range(1, 5):
            continue
        expected = sum(naive.margin(SMALL_FIVE, hand, other) for other in hands)
        assert five.block(np.array([i]), np.array([j])).tolist() == [[expected]]
        done += 1


@pytest.mark.long
def test_five_cards_are_antisymmetric_and_bounded_by_placements(five: FactoredSums) -> None:
    classes, rng = hand_classes(SMALL_FIVE), np.random.default_rng(7)
    x, y = rng.integers(-50, 51, (2, classes.n))
    by_x, by_y = five.product(np.stack([x, y]))
    assert int((x * classes.sizes) @ by_y) == -int((y * classes.sizes) @ by_x) != 0
    everything, some = np.arange(classes.n), np.sort(rng.permutation(classes.n)[:9])
    columns, placements = five.block(everything, some), CardRemoval(classes).block(everything, some)
    assert (abs(columns) <= SMALL_FIVE.n_boards * placements).all()
    assert (columns != 0).any(axis=0).all()


def test_few_and_many_classes_go_different_ways_to_the_same_sums(five: FactoredSums) -> None:
    n, rng = five.shape[0], np.random.default_rng(3)
    few = np.zeros((1, n), dtype=np.int64)
    few[0, rng.permutation(n)[:12]] = rng.integers(-5, 6, 12)
    rest = rng.integers(-5, 6, (1, n))
    assert np.array_equal(five.product(few) + five.product(rest), five.product(few + rest))


def test_sums_asked_for_together_are_those_asked_for_alone(five: FactoredSums) -> None:
    """Whatever goes on a pass, by itself, or from rows that are kept."""
    n, rng, sizes = five.shape[0], np.random.default_rng(8), hand_classes(SMALL_FIVE).sizes
    asked: list[RowSum] = []
    for rows in (1, 2, 3, 40, n // 3, 900, n, 1, n // 2, n // 2, n, n, n, n, 2 * n // 3, 500, 0):
        chosen = np.sort(rng.permutation(n)[:rows])
        asked.append(RowSum(chosen, sizes[chosen] * rng.choice([-1, 1], rows), rng.integers(-9, 10, n)))
    alone = [one.sums.copy() for one in asked]
    for one, sums in zip(asked, alone, strict=True):
        weights = np.zeros((1, n), dtype=np.int64)
        weights[0, one.rows] = one.factors // sizes[one.rows]
        sums -= sizes * five.product(weights)[0]
    five.add_each(asked)
    for one, sums in zip(asked, alone, strict=True):
        assert np.array_equal(one.sums, sums)


@given(st.lists(st.integers(0, 300), max_size=9), st.integers(50, 5_000))
def test_what_goes_on_a_pass_is_least_work(sizes: list[int], n: int) -> None:
    """By all ways to choose; a side of nearly no classes never waits for a pass."""

    def work(chosen: tuple[int, ...]) -> float:
        passes = -(-len(chosen) // engine._SIDES)
        on_passes = (passes * (engine._FEW - engine._FEW_BESIDE) + len(chosen) * engine._FEW_BESIDE) * n
        return on_passes + sum(sizes) - sum(sizes[k] for k in chosen)

    found = engine._best_on_passes(sizes, n)
    ways = (chosen for k in range(len(sizes) + 1) for chosen in combinations(range(len(sizes)), k))
    assert work(tuple(found)) == pytest.approx(min(map(work, ways)))


def test_a_pass_ends_early_when_it_is_interrupted(
    five: FactoredSums, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No block is begun after an error in one."""
    begun: list[int] = []

    def fail(*_: object) -> None:
        begun.append(1)
        raise KeyboardInterrupt

    monkeypatch.setattr(suit_blocks, "add_piece", fail)
    with pytest.raises(KeyboardInterrupt):
        five.product(np.ones((1, five.shape[0]), dtype=np.int64))
    assert len(begun) < len(block_list(SMALL_FIVE))


@pytest.mark.long
def test_stacks_in_step_are_those_of_each_run_alone(five: FactoredSums) -> None:
    payoffs = _payoffs(five)
    points = [chip_payoffs(s, 0.5) for s in (4.0, 5.0, 6.0, 7.5, 9.0, 10.0, 11.0, 12.0, 14.0, 16.0)]
    heard: list[SweepState] = []
    found = {point.number: point for point in sweep(payoffs, points, pure=True, on_progress=heard.append)}
    for numbers in runs(len(points), five.sides):
        solver, pure, start = ExactSolver(payoffs), PureSolver(payoffs), None
        for number in numbers:
            start = solver.solve(points[number], start=start)
            assert np.array_equal(found[number].solution.x, start.x)
            assert np.array_equal(found[number].solution.y, start.y)
            assert found[number].solution.value == start.value
            assert found[number].solution.epsilon == start.epsilon
            best = found[number].pure
            assert best is not None
            assert best.delta == pure.solve(start).delta
    assert len(found) == len(points)
    assert heard[-1].passes > 0
    assert {point.solution.exact for point in found.values()} == {True}


def test_sums_that_could_overflow_are_refused(five: FactoredSums) -> None:
    weights = np.zeros((1, five.shape[0]), dtype=np.int64)
    weights[0, 0] = 2**50
    with pytest.raises(OverflowError, match="weights above"):
        five.product(weights)
    with pytest.raises(AssertionError, match="multiples of the class sizes"):
        five.add_rows(np.array([1]), np.array([1]), np.zeros(five.shape[0], dtype=np.int64))


def test_placements_are_the_rank_part_of_ones() -> None:
    """The sums p y, and p 1 = K2, by the same links as R, all S of a whole hand among them."""
    classes, n_ranks, hole = hand_classes(SMALL_FIVE), SMALL_FIVE.n_ranks, SMALL_FIVE.hole_cards
    links = rank_links(classes, n_ranks, hole)
    grid, parts = rank_grid(n_ranks, hole, links)
    weights = np.stack([np.ones(classes.n, dtype=np.int64), np.arange(classes.n) % 11])
    every = np.arange(classes.n)
    given = np.stack([links.push(every, row) for row in weights])
    sums = np.zeros(given.shape, dtype=np.int64)
    size = len(multisets(n_ranks, hole))
    add_rank_rows(np.ones((size, size), dtype=np.int32), 0, size, grid, parts, given, sums)
    assert set(links.pull(sums[0]).tolist()) == {SMALL_FIVE.n_opponent_hands}
    expected = CardRemoval(classes).block(every[:40], every) @ weights[1]
    assert np.array_equal(links.pull(sums[1])[:40], expected)


def _payoffs(five: FactoredSums) -> ClassGame:
    classes = hand_classes(SMALL_FIVE)
    return ClassGame(
        counts=classes.sizes,
        n_hands=SMALL_FIVE.n_hands,
        n_opponent_hands=SMALL_FIVE.n_opponent_hands,
        margins=five,
        margin_scale=SMALL_FIVE.n_boards,
        row_sums=five.product(np.ones((1, classes.n), dtype=np.int64))[0],
        placements=CardRemoval(classes),
    )


def test_equilibrium_of_28_cards(five: FactoredSums) -> None:
    """Pure and exact; known from an independent program."""
    payoffs = _payoffs(five)
    solution = solve_exact(payoffs, chip_payoffs(10.0, 0.5))
    assert solution.exact
    assert solution.epsilon == 0.0
    assert round(100 * payoffs.share(solution.x), 4) == 67.8103
    assert round(100 * payoffs.share(solution.y), 4) == 63.1787
    assert round(solution.value, 9) == 0.069764781


@pytest.mark.long
@pytest.mark.parametrize(
    ("hand1", "hand2", "margin", "placements"),
    [("AsKsQh7h2d", "Ts9s9h8h8d", 20_676, 24), ("As5s4h3d2c", "KsQsJs6h6d", -845_016, 12)],
)
def test_known_cells_of_52_cards(hand1: str, hand2: str, margin: int, placements: int) -> None:
    """By the boards of every pair of hands: what the check of a build compares the factors with."""
    classes = hand_classes(OMAHA_5)
    i, j = classes.index(hand1), classes.index(hand2)
    assert exact_margin(OMAHA_5, classes, i, j) == margin
    assert CardRemoval(classes).block([i], [j])[0, 0] == placements


def test_class_against_class_of_a_game_without_a_table(data_folder: Path) -> None:
    table = load_sums(SMALL_FIVE)
    found = class_matchup(table, 17, 900)
    hand = np.sort(table.classes.representatives[17])
    hands = [one for one in table.classes.combinations(900) if not np.isin(one, hand).any()]
    outcomes = pair_outcomes(SMALL_FIVE, np.tile(hand, (len(hands), 1)), np.array(hands))
    assert found.placements == len(hands)
    assert found.margin == int((outcomes[:, 0] - outcomes[:, 2]).sum())


def _bytes(game: Game) -> dict[str, bytes]:
    item = factors_item(game)
    return {name: item.array_path(name).read_bytes() for name in item.array_specs}


def test_an_interrupted_build_goes_on_and_ends_in_the_same_bytes(data_folder: Path) -> None:
    build_factors(SMALL_OMAHA)
    expected = _bytes(SMALL_OMAHA)
    item = factors_item(SMALL_OMAHA)
    item.remove()
    assert [path.name for path in item.folder.iterdir()] == ["small-omaha.factors.lock"]

    class StopError(Exception):
        pass

    def stop_early(stage: str, share: float) -> None:
        if share > 0.5:
            raise StopError

    with pytest.raises(StopError):
        build_factors(SMALL_OMAHA, stop_early)
    work = work_store(SMALL_OMAHA).folder
    kept = sorted(work.glob("*.npy"))
    assert len(kept) > 4
    kept[0].write_bytes(kept[0].read_bytes()[:-7])  # cut off: made again
    changed = bytearray(kept[1].read_bytes())
    changed[-5] ^= 1
    kept[1].write_bytes(changed)  # of the right size: its checksum tells
    (work / "block-9999.npz").write_text("foreign")
    stages: list[tuple[str, float]] = []
    assert build_factors(SMALL_OMAHA, lambda stage, share: stages.append((stage, share)))
    assert _bytes(SMALL_OMAHA) == expected
    assert not work.exists()
    assert [share for _, share in stages] == sorted(share for _, share in stages)
    assert not build_factors(SMALL_OMAHA)


@pytest.mark.parametrize("links", [True, False], ids=["links", "copies"])
def test_blocks_become_the_files(links: bool, data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a second name, or by copying where a file has one name only."""

    def refuse(*_: object) -> None:
        raise OSError("no second names here")

    if not links:
        monkeypatch.setattr("os.link", refuse)
    build_factors(SMALL_THREE)
    factors_item(SMALL_THREE).verify()
    assert not work_store(SMALL_THREE).folder.exists()


@pytest.mark.long
def test_damaged_factors_are_named_and_built_anew(data_folder: Path) -> None:
    build_factors(SMALL_THREE)
    item, expected = factors_item(SMALL_THREE), _bytes(SMALL_THREE)
    for name in ("ranks", "row_sums", "suit-0003"):
        path = item.array_path(name)
        path.write_bytes(path.read_bytes()[:-1])
        with pytest.raises(UnusableError, match=re.escape(path.name)):
            open_factors(SMALL_THREE)
        load_factors(SMALL_THREE)
        assert _bytes(SMALL_THREE) == expected
        path.unlink()
        with pytest.raises(UnusableError, match="missing"):
            open_factors(SMALL_THREE)
        load_factors(SMALL_THREE)
    changed = bytearray(expected["suit-0002"])
    changed[-9] ^= 4
    item.array_path("suit-0002").write_bytes(changed)
    with pytest.raises(UnusableError, match=r"suit-0002\.npy cannot be used"):
        item.verify()


_BUILD = """
import sys
from dataclasses import replace
from itertools import pairwise
from jamfold.cards import Rank
from jamfold.cards.games import OMAHA_5
from jamfold.class_tables.factored.factors import build_factors
build_factors(replace(OMAHA_5, name="small-five", lowest_rank=Rank(6)))
"""


@pytest.mark.long
def test_killed_builds_end_in_the_same_bytes(
    data_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """SIGKILL at a few moments of the same build; then one that may finish."""
    build_factors(SMALL_FIVE)
    expected = _bytes(SMALL_FIVE)
    factors_item(SMALL_FIVE).remove()
    rng, killed = random.Random(16), 0
    for _ in range(2):
        process = subprocess.Popen([sys.executable, "-c", _BUILD])
        deadline = time.monotonic() + 60
        blocks = len(list(work_store(SMALL_FIVE).folder.glob("*.npy")))
        while process.poll() is None and time.monotonic() < deadline:
            if len(list(work_store(SMALL_FIVE).folder.glob("*.npy"))) > blocks + 2:
                break
            time.sleep(0.002)
        time.sleep(rng.random() / 20)
        process.send_signal(signal.SIGKILL)
        killed += process.wait() == -signal.SIGKILL
    assert killed
    subprocess.run([sys.executable, "-c", _BUILD], check=True)
    assert _bytes(SMALL_FIVE) == expected
    names = {path.name for path in factors_item(SMALL_FIVE).folder.iterdir()}
    files = {factors_item(SMALL_FIVE).array_path(name).name for name in factors_item(SMALL_FIVE).array_specs}
    assert names == files | {"small-five.factors.json", "small-five.factors.lock"}


@pytest.mark.long
def test_what_it_takes_is_said_and_checked_before(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = factor_notice(OMAHA_5)
    assert told is not None
    assert re.search(r"set of factors for omaha-5, once: about 12\.8 GB on disk", told)
    hilo = factor_notice(OMAHA_5_HILO)
    assert hilo is not None
    assert "12.8 GB on disk" in hilo
    assert factor_notice(SMALL_THREE) is None  # nobody will notice
    monkeypatch.setattr(files, "available_memory", lambda: 1_000_000)
    with pytest.raises(TableError, match=r"Not enough memory: .* GB needed, 0\.00 GB free"):
        build_factors(SMALL_THREE)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(10, 0, 10))
    with pytest.raises(UnwritableError, match="Not enough disk space"):
        build_factors(SMALL_THREE)


def test_games_that_have_no_factors_are_refused() -> None:
    six = replace(OMAHA, name="omaha-6", hole_cards=6)
    with pytest.raises(UnsupportedError, match="no factors of omaha-6"):
        load_factors(six)


def test_planes_of_outcomes_come_from_tables_alone(data_folder: Path) -> None:
    with pytest.raises(UnsupportedError, match="no class table of omaha-5: with 5 hole cards"):
        load_payoffs(OMAHA_5, planes=True)
    assert not list(data_folder.iterdir())


def test_blocks_hold_every_pair_of_sets_once() -> None:
    for game in (HOLDEM, SMALL_FIVE, OMAHA_5):
        blocks = block_list(game)
        assert [block.number for block in blocks] == list(range(len(blocks)))
        pieces = [piece for block in blocks for piece in block.pieces]
        assert pieces == sorted(pieces, key=lambda piece: (piece.set2, piece.first1))
        for one, other in pairwise(pieces):
            assert one.set2 < other.set2 or one.last1 <= other.first1
    assert sum(block.values for block in block_list(OMAHA_5)) * 4 == 12_614_330_508


def test_no_module_but_games_knows_a_number_of_hole_cards() -> None:
    source = Path(sys.modules["jamfold"].__file__ or "").parent
    knows = re.compile(r"hole_cards\s*(?:[<>]=?|[!=]=)\s*\d|\d\s*(?:[<>]=?|[!=]=)\s*\w*\.?hole_cards")
    found = [path.name for path in source.rglob("*.py") if knows.search(path.read_text(encoding="utf-8"))]
    assert found == ["games.py"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("export", "page", "--games", "omaha-5"), "cannot draw the hands of omaha-5 yet"),
        (("tournament", "--game", "omaha-5"), "no class table of omaha-5: with 5 hole cards"),
        (("tables", "build", "--game", "omaha-5", "--outcomes"), "no class table of omaha-5"),
        (("tables", "build", "--game", "omaha-5", "--threeway"), "no three-way table of omaha-5"),
        (("hand", "AsKsQhJhAs", "--game", "omaha-5-short"), "The card As appears twice"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else None,
)
def test_what_is_not_possible_yet_is_said_before_any_work(
    words: tuple[str, ...], sentence: str, data_folder: Path, run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("no factors are wanted here")

    monkeypatch.setattr("jamfold.class_tables.factored.factors._build", refuse)
    assert sentence in run.bad(*words)


@pytest.mark.parametrize(
    ("game", "asks"), [pytest.param("omaha-5", True, marks=pytest.mark.long), ("omaha-5-short", False)]
)
def test_gigabytes_are_asked_for_on_a_terminal(
    game: str, asks: bool, data_folder: Path, run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Said with their number, and asked; who says no gets a sentence and no file."""
    asked: list[str] = []

    def refuse(question: str, **_: object) -> bool:
        asked.append(question)
        return False

    def build(*_: object) -> None:
        raise TableError("The build begins.")

    monkeypatch.setattr("jamfold.views.terminal.someone_is_there", lambda: True)
    monkeypatch.setattr("typer.confirm", refuse)
    monkeypatch.setattr("jamfold.class_tables.factored.factors._build", build)
    told = run("solve", "--game", game, "--exact")
    assert told.code == 2
    assert bool(asked) == asks
    assert ("Cancelled. Nothing was built." if asks else "The build begins.") in told.err
    assert ("12.8 GB on disk" if asks else "0.3 GB on disk") in told.err
    assert not list(data_folder.rglob("*.npy"))
