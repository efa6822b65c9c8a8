"""Outcome planes: exact against brute force, pairs of hands and published rows; kept, resumed, checked."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from jamfold.calculator import methods
from jamfold.calculator.calculate import equity
from jamfold.calculator.problem import parse_problem
from jamfold.cards import Rank, parse_cards
from jamfold.cards.counting.removal import CardRemoval
from jamfold.cards.games import GAMES, HOLDEM, OMAHA, OMAHA_HILO, SIX_PLUS, SIX_PLUS_TRIPS, Game
from jamfold.cases.answers import run_case
from jamfold.cases.answers.watch import Observer
from jamfold.cases.hands import NeedsRequest
from jamfold.class_tables import blocks, load_table, outcome_build
from jamfold.class_tables.blocks import outcome_store
from jamfold.class_tables.decomposition import assembly
from jamfold.class_tables.decomposition.orders import outcome_planes
from jamfold.class_tables.decomposition.outcome_terms import LEVEL, OVERTAKEN, OVERTAKES, plane_changes
from jamfold.class_tables.outcome_build import (
    Outcomes,
    load_outcomes,
    outcome_needs,
    outcome_notice,
    outcomes_item,
    share_parts,
)
from jamfold.core.errors import UnavailableError, UnsupportedError, UnusableError
from tests import naive
from tests.damage import damage, restore
from tests.published_values import Row, class_hand, hand_outcomes, joint_outcomes, rows

SMALL_OMAHA = replace(OMAHA, name="small-omaha", lowest_rank=Rank(7))
SMALL_SIX_PLUS = replace(SIX_PLUS, name="small-six-plus", lowest_rank=Rank(7))
SMALL_THREE = replace(OMAHA, name="small-three", lowest_rank=Rank(7), hole_cards=3)
# Lows need the low cards; both must play in one, and in the other the board may.
TWO_HILO = replace(OMAHA_HILO, name="two-hilo", hole_cards=2)
HOLDEM_HILO = replace(HOLDEM, name="holdem-hilo", split_low=True)
SMALL = (SMALL_OMAHA, SMALL_SIX_PLUS, SMALL_THREE)
SPLIT = (TWO_HILO, HOLDEM_HILO)


@pytest.fixture(autouse=True)
def _small_games(monkeypatch: pytest.MonkeyPatch) -> None:
    for game in (*SMALL, *SPLIT):
        monkeypatch.setitem(GAMES, game.name, game)


@pytest.fixture
def in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game is built as the large ones are: in blocks that are kept."""
    monkeypatch.setattr(outcome_build, "_MAPPED_BYTES", 0)


# Shares by joint outcomes, high win, tie, lose x no low, low win, tie, lose.
_FIFTHS = np.array([[4, 4, 3, 2], [2, 3, 2, 1], [0, 2, 1, 0]])


def shares_of(game: Game, joint: NDArray[np.int64]) -> list[int]:
    """The boards at every pot share from joint outcomes (3, 4)."""
    counts = [int(joint[fifth == _FIFTHS].sum()) for fifth in range(5)]
    return counts if game.split_low else counts[::2]


def cell(
    outcomes: Outcomes, i: int, j: int, count: Callable[[Game, list[int], list[int]], list[int]]
) -> list[int]:
    """The shares of a cell, hand by hand."""
    classes = outcomes.table.classes
    hand1 = classes.representatives[i].tolist()
    others = [hand for hand in classes.combinations(j).tolist() if not set(hand1) & set(hand)]
    parts = [count(outcomes.game, hand1, hand2) for hand2 in others]
    nothing = [0] * len(share_parts(outcomes.game)[0])
    return [sum(part) for part in zip(nothing, *parts, strict=True)]


def _by_all_boards(game: Game, hand1: list[int], hand2: list[int]) -> list[int]:
    counts = naive.shares(game, hand1, hand2)
    return counts if game.split_low else counts[::2]


def pair_shares(game: Game, hand1: list[int], hand2: list[int]) -> list[int]:
    joint = hand_outcomes(game, hand1, hand2)
    if not game.split_low:
        joint = joint * np.array([1, 0, 0, 0])
    return shares_of(game, joint)


@pytest.mark.long
@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.name)
def test_small_decks_against_all_boards(game: Game, data_folder: Path) -> None:
    outcomes = load_outcomes(game)
    rng = np.random.default_rng(11)
    for i, j in rng.integers(0, outcomes.table.classes.n, (3, 2)).tolist():
        assert list(outcomes.shares(i, j)) == cell(outcomes, i, j, _by_all_boards)


@pytest.mark.long
@pytest.mark.parametrize("game", [*SPLIT, SIX_PLUS, SMALL_THREE], ids=lambda game: game.name)
def test_random_cells_are_sums_of_hands_against_hands(game: Game) -> None:
    compare_random_cells(game, seed=12, count=15)


def compare_random_cells(game: Game, seed: int, count: int) -> None:
    """Cells of a game's planes beside sums over hands against hands."""
    outcomes = load_outcomes(game)
    rng = np.random.default_rng(seed)
    for i, j in rng.integers(0, outcomes.table.classes.n, (count, 2)).tolist():
        assert list(outcomes.shares(i, j)) == cell(outcomes, i, j, pair_shares)


@pytest.mark.long
def test_a_published_split_pot_where_the_board_may_play() -> None:
    outcomes = load_outcomes(HOLDEM_HILO)
    for row in rows("holdem_hilo_matchups.csv"):
        published_pair(outcomes, row, shares_of(HOLDEM_HILO, joint_outcomes(row)))


@pytest.mark.parametrize(
    ("game", "file", "prefix"),
    [
        (HOLDEM, "holdem_classes.csv", ""),
        (SIX_PLUS, "sixplus_classes.csv", "S_"),
        (SIX_PLUS_TRIPS, "sixplus_classes.csv", "T_"),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_published_class_rows(game: Game, file: str, prefix: str) -> None:
    outcomes = load_outcomes(game)

    def check(row: Row) -> None:
        i, j = (outcomes.table.classes.index(class_hand(row[name])) for name in ("class1", "class2"))
        assert list(outcomes.shares(i, j)) == [int(row[f"{prefix}{n}_sum"]) for n in ("lose", "tie", "win")]

    for row in rows(file):
        check(row)


@pytest.mark.parametrize(
    ("game", "file", "columns"),
    [
        (HOLDEM, "holdem_matchups.csv", ("win2", "tie", "win1")),
        (SIX_PLUS, "sixplus_matchups.csv", ("S_win2", "S_tie", "S_win1")),
        (SIX_PLUS_TRIPS, "sixplus_matchups.csv", ("T_win2", "T_tie", "T_win1")),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_published_pairs_are_in_their_cells(game: Game, file: str, columns: tuple[str, ...]) -> None:
    """A cell is the published pair and the other hands of the second class."""
    outcomes = load_outcomes(game)
    for row in rows(file):
        published_pair(outcomes, row, [int(row[column]) for column in columns])


def published_pair(outcomes: Outcomes, row: Row, expected: list[int]) -> None:
    """Check the cell of a row's classes against the row and, for other hands of class 2, `hand_outcomes`."""
    classes, game = outcomes.table.classes, outcomes.game
    hand1, hand2 = ([int(card) for card in parse_cards(row[name])] for name in ("hand1", "hand2"))
    i, j = classes.index(hand1), classes.index(hand2)
    rest = [
        pair_shares(game, hand1, hand)
        for hand in classes.combinations(j).tolist()
        if not set(hand) & set(hand1) and set(hand) != set(hand2)
    ]
    assert list(outcomes.shares(i, j)) == np.sum([expected, *rest], axis=0).tolist()


@pytest.mark.long
@pytest.mark.parametrize("game", [HOLDEM, SMALL_OMAHA, *SPLIT], ids=lambda game: game.name)
def test_identities_of_whole_planes(game: Game) -> None:
    outcomes = load_outcomes(game)
    classes = outcomes.table.classes
    every = np.arange(classes.n)
    boards = CardRemoval(classes).block(every, every) * game.n_boards
    for plane in outcomes.planes:
        weighted = classes.sizes[:, None] * plane.values.astype(np.int64)
        assert np.array_equal(weighted, weighted.T if plane.symmetric else -weighted.T)
        assert np.array_equal(plane.row_sums, plane.values.sum(axis=1, dtype=np.int64))
        assert (abs(plane.values) <= boards).all()
    parts, whole = share_parts(game)
    sums = np.stack([boards, outcomes.table.margins, *(plane.values for plane in outcomes.planes)])
    counts = np.tensordot(parts, sums.astype(np.int64), axes=1)
    assert not (counts % whole).any()
    assert (counts >= 0).all()
    assert np.array_equal(counts.sum(axis=0), whole * boards)
    weights = np.linspace(-1, 1, len(parts))
    mean = np.tensordot(weights, counts // whole, axes=1)
    assert np.array_equal(np.rint(mean * game.margin_unit), outcomes.table.margins)


def test_small_planes_are_read_again_and_replaced_when_damaged(data_folder: Path) -> None:
    ties = load_outcomes(SIX_PLUS).planes[0].values
    path = outcomes_item(SIX_PLUS).path
    written = path.stat().st_mtime_ns
    assert np.array_equal(load_outcomes(SIX_PLUS).planes[0].values, ties)
    assert path.stat().st_mtime_ns == written
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    assert np.array_equal(load_outcomes(SIX_PLUS).planes[0].values, ties)
    outcomes_item(SIX_PLUS).verify()


def _bytes(game: Game) -> list[bytes]:
    item = outcomes_item(game)
    return [item.array_path(name).read_bytes() for name in item.array_specs]


@pytest.mark.long
@pytest.mark.parametrize("game", [TWO_HILO, SMALL_OMAHA], ids=lambda game: game.name)
@pytest.mark.usefixtures("in_blocks")
def test_an_interrupted_build_goes_on_and_ends_in_the_same_bytes(game: Game, data_folder: Path) -> None:
    planes = load_outcomes(game).planes
    assert isinstance(planes[0].values, np.memmap)
    expected = _bytes(game)

    class StopError(Exception):
        pass

    for limit in (0.3, 0.8, 0.95):
        outcomes_item(game).remove()

        def stop(stage: str, share: float, limit: float = limit) -> None:
            if share > limit:
                raise StopError

        with pytest.raises(StopError):
            load_outcomes(game, stop)
        work = outcome_store(game).folder
        kept = sorted(work.glob("*.npy"))
        assert kept
        kept[0].write_bytes(kept[0].read_bytes()[:-7])  # cut off: made again
        stages: list[tuple[str, float]] = []
        load_outcomes(game, lambda stage, share, seen=stages: seen.append((stage, share)))  # type: ignore[misc]
        assert _bytes(game) == expected
        assert stages[1][1] > 0.1  # the kept blocks count as done
        assert not work.exists()


_BUILD = """
import sys
from jamfold.cards.games import SIX_PLUS
from jamfold.class_tables import outcome_build
from jamfold.class_tables.outcome_build import load_outcomes
from tests.published_values import hand_outcomes
outcome_build._MAPPED_BYTES = 0
load_outcomes(SIX_PLUS)
"""


@pytest.mark.long
@pytest.mark.usefixtures("in_blocks")
def test_killed_builds_end_in_the_same_bytes(data_folder: Path) -> None:
    expected = [np.array(plane.values) for plane in load_outcomes(SIX_PLUS).planes]
    item = outcomes_item(SIX_PLUS)
    item.remove()
    environment = {**os.environ, "JAMFOLD_DATA": str(data_folder)}
    for delay in (0.6, 0.9, 1.2):
        process = subprocess.Popen([sys.executable, "-c", _BUILD], env=environment)
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
        process.wait()
    found = load_outcomes(SIX_PLUS).planes
    assert all(np.array_equal(one.values, other) for one, other in zip(found, expected, strict=True))
    item.verify()
    assert not outcome_store(SIX_PLUS).folder.exists()
    assert not list(item.folder.glob("*.tmp"))


@pytest.mark.long
@pytest.mark.usefixtures("in_blocks")
def test_damaged_planes_and_blocks_are_built_anew(data_folder: Path) -> None:
    game, rng = TWO_HILO, random.Random(5)

    class StopError(Exception):
        pass

    def stop(stage: str, share: float) -> None:
        if stage == "summing up classes":
            raise StopError

    load_table(game)
    with pytest.raises(StopError):
        load_outcomes(game, stop)
    shutil.copytree(data_folder / "tables", data_folder / "unfinished")
    load_outcomes(game)
    expected = _bytes(game)
    shutil.copytree(data_folder / "tables", data_folder / "finished")
    for attempt in range(4):
        restore(data_folder / "tables", data_folder / ("finished" if attempt % 2 else "unfinished"))
        what = damage(rng, data_folder / "tables")
        try:
            load_outcomes(game)
            outcomes_item(game).verify()
        except UnusableError:  # `jamfold tables build --outcomes` does this
            outcomes_item(game).invalidate()
            load_outcomes(game)
        assert _bytes(game) == expected, what


@pytest.mark.long
@pytest.mark.parametrize("game", [SIX_PLUS, TWO_HILO], ids=lambda game: game.name)
def test_planes_that_are_no_counts_are_refused(
    game: Game, data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One board too many in one cell, or in a cell and its mirror image."""
    right = assembly.class_sums

    def wrong(*given: object) -> object:
        sums, placements = right(*given)  # type: ignore[arg-type]
        sums[-1, -1] += 1
        return sums, placements

    load_table(game)
    monkeypatch.setattr(blocks, "class_sums", wrong)
    with pytest.raises(AssertionError, match="no counts of boards"):
        load_outcomes(game)


def test_what_a_build_needs_is_told_before(data_folder: Path) -> None:
    for game, planes in ((OMAHA, 1), (OMAHA_HILO, 3)):
        taken = outcome_needs(game)
        assert taken.kept_bytes == outcomes_item(game).total_bytes > 4 * planes * 16_432**2
        assert taken.disk_bytes > taken.kept_bytes + 4 * planes * 19_253**2 // 2
        assert 4 * 19_253**2 < taken.memory_bytes < 5 * 10**9
    assert outcome_notice(OMAHA_HILO) is not None
    assert str(outcome_notice(OMAHA)).startswith("Building the ties of Omaha, once: about 1.1 GB on disk")
    assert outcome_notice(HOLDEM) is None  # a second of work
    with pytest.raises(UnsupportedError):
        load_outcomes(replace(OMAHA, name="omaha-5", hole_cards=5))


def test_planes_that_cannot_be_opened_now_are_not_built_anew(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch, in_blocks: None
) -> None:
    load_outcomes(SMALL_SIX_PLUS)

    def no_memory(*_: object, **__: object) -> None:
        raise OSError(12, "Cannot allocate memory")

    with monkeypatch.context() as patch:
        patch.setattr(np, "memmap", no_memory)
        patch.setattr(outcome_build, "_make_blocks", lambda *_: pytest.fail("built anew"))
        for work in (load_outcomes, outcome_notice):
            with pytest.raises(UnavailableError, match="It is unchanged"):
                work(SMALL_SIX_PLUS)
    outcomes_item(SMALL_SIX_PLUS).verify()


@pytest.mark.parametrize("texts", [("AA@50,K2@100", "54s"), ("As2s", "A3"), ("QQ", "AsKs")])
@pytest.mark.parametrize("game", [HOLDEM, HOLDEM_HILO], ids=lambda game: game.name)
def test_ranges_by_the_planes_are_ranges_by_pairs(game: Game, texts: tuple[str, str]) -> None:
    """Also the part that only the planes tell: the whole pot, a part, a quarter."""
    problem = parse_problem(game, list(texts))
    for one, other in zip(
        methods.by_class_table(problem, outcomes=True).players, methods.by_pairs(problem).players, strict=True
    ):
        names = ("equity", "win", "tie", "scoop", "quartered") if game.split_low else ("equity", "win", "tie")
        for name in names:
            assert getattr(one, name) == pytest.approx(getattr(other, name), abs=1e-12), name


def test_a_build_that_takes_long_is_asked_for(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As Omaha, here with Six-Plus: the equity without, a hint, and all of it once the ties are there."""
    monkeypatch.setattr(blocks, "_NOTABLE_BYTES", 0)
    told: list[str] = []
    plain = equity(SIX_PLUS, ["88+", "*"], notice=told.append)
    assert plain.needs_outcomes
    assert [player.win for player in plain.players] == [None, None]
    assert [sentence.split(",")[0] for sentence in told] == [
        f"Building the table of {SIX_PLUS.title.split(',')[0]}"
    ]
    asked = equity(SIX_PLUS, ["88+", "*"], outcomes=True, notice=told.append)
    assert told[1].startswith("Building the ties of Six-Plus")
    again = equity(SIX_PLUS, ["88+", "*"], notice=told.append)
    assert len(told) == 2
    for result in (asked, again):
        assert not result.needs_outcomes
        assert result.players[0].equity == plain.players[0].equity
        assert result.players[0].win is not None
        assert 0 < result.players[0].win < result.players[0].equity
    equity(SIX_PLUS, ["8s8h", "AsKs"], outcomes=True, notice=told.append)  # no table needed, none announced
    assert len(told) == 2


def test_changes_that_are_not_counted_are_none() -> None:
    """Where hand 1 has no low, the kernel counts three of the six relations alone."""
    changes = plane_changes(outcome_planes(OMAHA_HILO) + outcome_planes(OMAHA))
    for kind in (OVERTAKES, OVERTAKEN):
        assert not changes[2 * kind][:, [2, 3, 5]].any()
        assert changes[2 * kind][:, [0, 1, 4]].any()
        assert changes[2 * kind - 1].any(axis=0).all()
    assert not changes[LEVEL][:, 1:].any()


def test_what_a_spot_for_prizes_needs_besides(data_folder: Path) -> None:
    for_chips = run_case(NeedsRequest(game="omaha"), Observer())
    for_prizes = run_case(NeedsRequest(game="omaha", prizes=(50, 30, 20), table=(50,)), Observer())
    assert for_chips.sentence.startswith("Building the table of Omaha, once: about 1.1 GB on disk")
    assert for_prizes.sentence.startswith(f"{for_chips.sentence} Building the ties of Omaha, once: ")
    assert (for_chips.is_approximable, for_prizes.is_approximable) == (True, False)
    assert run_case(NeedsRequest(game="holdem", prizes=(70, 30)), Observer())[:2] == ("", False)
    assert not list(data_folder.rglob("omaha*"))
