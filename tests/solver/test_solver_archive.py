"""Saved solutions: round trips, and every way a file can be wrong."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jamfold.core.errors import SolutionError
from jamfold.solver.archive import load_solution, save_solution
from jamfold.solver.exact import solve_exact
from jamfold.solver.fictitious_play import solve_fictitious_play
from jamfold.solver.solution import Solution
from jamfold.solver.stakes import chip_payoffs
from tests.mutations import forged_archives
from tests.solver.test_solver_naive import deck_game, make_payoffs, one_card_poker

METADATA = {"game": "toy", "situation": {"stacks": [3, 3.5], "note": "ä"}}


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    save_solution(solve_exact(one_card_poker(3), chip_payoffs(1.5, 0.5)), tmp_path / "toy.npz", METADATA)
    return tmp_path / "toy.npz"


def same(one: Solution, other: Solution) -> bool:
    return all(
        np.array_equal(getattr(one, field.name), getattr(other, field.name), equal_nan=True)
        if isinstance(getattr(one, field.name), np.ndarray)
        else getattr(one, field.name) == getattr(other, field.name)
        for field in fields(one)
    )


def rewrite(
    path: Path, edit: Callable[[dict[str, bytes]], None], compression: int = zipfile.ZIP_STORED
) -> None:
    """Unpack, edit the members, pack again with right checksums."""
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    edit(members)
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, data in members.items():
            archive.writestr(name, data)


def edit_header(path: Path, edit: Callable[[dict[str, Any]], Any]) -> None:
    def change(members: dict[str, bytes]) -> None:
        header = json.loads(members["header.json"])
        edit(header)
        members["header.json"] = json.dumps(header).encode()

    rewrite(path, change)


@pytest.mark.parametrize("never_asked", [False, True])
def test_round_trip(tmp_path: Path, never_asked: bool) -> None:
    p = np.array([[0, 1], [1, 0]])
    payoffs = (
        make_payoffs(np.array([1, 1]), p, np.array([[0, -1], [1, 0]]))
        if never_asked
        else deck_game(4, 2, 2, 10, 4)
    )
    for solution in (
        solve_exact(payoffs, chip_payoffs(4.0, 0.5)),
        solve_fictitious_play(payoffs, chip_payoffs(4.0, 0.5), 9),
    ):
        path = tmp_path / "solution.npz"
        save_solution(solution, path, METADATA)
        loaded, metadata, _ = load_solution(path)
        assert same(solution, loaded)
        assert metadata == METADATA
        assert loaded.history.flags.writeable
        assert [entry.name for entry in tmp_path.iterdir()] == ["solution.npz"]


def test_the_header_is_readable_and_numpy_opens_the_file(saved: Path) -> None:
    with zipfile.ZipFile(saved) as archive:
        header = json.loads(archive.read("header.json"))
    assert header["format"] == "jamfold solution"
    assert header["metadata"] == METADATA
    assert header["solution"]["mixed"] == [1, 1]
    with np.load(saved, allow_pickle=False) as arrays:
        assert arrays["x"].shape == (3,)


def test_a_cut_file_is_refused_at_every_length(saved: Path) -> None:
    data = saved.read_bytes()
    for length in (*range(0, len(data), 97), len(data) - 1):
        saved.write_bytes(data[:length])
        with pytest.raises(SolutionError):
            load_solution(saved)


@pytest.mark.slow
def test_a_flipped_byte_is_refused_or_harmless(saved: Path) -> None:
    whole, _, _ = load_solution(saved)
    data = saved.read_bytes()
    for place in range(0, len(data), 3):
        saved.write_bytes(data[:place] + bytes([data[place] ^ 0x41]) + data[place + 1 :])
        try:
            loaded, _, _ = load_solution(saved)
        except SolutionError as error:
            assert len(str(error).splitlines()) == 1  # noqa: PT017
        else:  # a byte of the zip's own bookkeeping, such as a date
            assert same(whole, loaded)


@pytest.mark.parametrize("content", [b"", b"no zip at all", b"PK\x03\x04", b"\x93NUMPY"])
def test_foreign_files(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "foreign.npz"
    path.write_bytes(content)
    with pytest.raises(SolutionError, match="not a saved solution"):
        load_solution(path)


def test_a_foreign_npz(tmp_path: Path) -> None:
    path = tmp_path / "foreign.npz"
    np.savez(path, x=np.zeros(3))
    with pytest.raises(SolutionError, match=r"not a saved solution: it has no 'header.json'"):
        load_solution(path)


def test_missing_files_and_folders(tmp_path: Path, saved: Path) -> None:
    with pytest.raises(SolutionError, match="cannot be read: No such file"):
        load_solution(tmp_path / "missing.npz")
    with pytest.raises(SolutionError, match="cannot be read"):
        load_solution(tmp_path)
    solution, _, _ = load_solution(saved)
    with pytest.raises(SolutionError, match=r"Cannot write .*: No such file"):
        save_solution(solution, tmp_path / "no" / "folder.npz", {})
    (tmp_path / "taken").mkdir()
    with pytest.raises(SolutionError, match=r"Cannot write .*: Is a directory"):
        save_solution(solution, tmp_path / "taken", {})
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["taken", "toy.npz"]


@pytest.mark.parametrize("metadata", [{"value": float("nan")}, {"path": Path()}])
def test_metadata_that_is_no_json(saved: Path, metadata: dict[str, Any]) -> None:
    solution, _, _ = load_solution(saved)
    with pytest.raises(SolutionError, match="JSON"):
        save_solution(solution, saved, metadata)
    assert same(solution, load_solution(saved)[0])


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda header: header.update(version=4), "format version 4, this program reads version 3"),
        (lambda header: header.update(version=2), "format version 2, this program reads version 3"),
        (lambda header: header.update(format="other"), "not a saved solution"),
        (lambda header: header.update(n_classes=4), "'x' has another shape or type"),
        (lambda header: header.update(n_classes=0), "number of classes"),
        (lambda header: header.update(n_classes=True), "number of classes"),
        (lambda header: header.update(metadata=[]), "header is incomplete"),
        (lambda header: header["solution"].pop("epsilon"), "header is incomplete"),
        (lambda header: header["solution"].update(more=1), "header is incomplete"),
        (lambda header: header["solution"].update(v1="1.5"), "'v1' is not a number"),
        (lambda header: header["solution"].update(values=[1]), "'values' is not a pair"),
        (lambda header: header["solution"].update(stakes=None), "stakes make no game"),
        (lambda header: header["solution"]["stakes"].update(first={"fold": 1}), "stakes make no game"),
        (lambda header: header["solution"]["stakes"].update(jam_forced=1), "stakes make no game"),
        (lambda header: header["solution"]["stakes"]["second"].update(steal="x"), "stakes make no game"),
        (
            lambda header: header["solution"]["stakes"]["second"].update(showdown=[1, 0]),
            "stakes make no game",
        ),
        (lambda header: header["solution"].update(epsilon=float("nan")), "'epsilon' is not a number"),
        (lambda header: header["solution"].update(mixed=[1]), "'mixed' is not a pair"),
        (lambda header: header["solution"].update(free=[1, -1]), "'free' is not a pair"),
        (lambda header: header["solution"].update(method="magic"), "method"),
        (lambda header: header["solution"].update(exact="yes"), "method"),
        (lambda header: header["solution"].update(iterations=1), "'history' has"),
        (lambda header: header["solution"].update(iterations=-1), "'iterations'"),
    ],
)
def test_wrong_headers(saved: Path, edit: Callable[[dict[str, Any]], Any], message: str) -> None:
    edit_header(saved, edit)
    with pytest.raises(SolutionError, match=message):
        load_solution(saved)


def npy(array: np.ndarray[Any, Any], path: Path) -> bytes:
    np.save(path, array, allow_pickle=True)
    return path.read_bytes()


@pytest.mark.parametrize(
    ("name", "array", "message"),
    [
        ("x", np.array([0.5, 0.5]), "another shape or type"),
        ("x", np.array([1, 0, 1]), "another shape or type"),
        ("x", np.array([None, 1, 2]), "another shape or type"),
        ("x", np.array([0.5, 1.5, 0.0]), "not a list of chances"),
        ("y", np.array([0.5, np.nan, 0.0]), "not numbers"),
        ("ev_jam", np.array([0.5, np.inf, 0.0]), "not numbers"),
        ("history", np.zeros((1, 6)), "another shape or type"),
    ],
)
def test_wrong_arrays(saved: Path, name: str, array: np.ndarray[Any, Any], message: str) -> None:
    data = npy(array, saved.parent / "array.npy")
    rewrite(saved, lambda members: members.update({f"{name}.npy": data}))
    with pytest.raises(SolutionError, match=message):
        load_solution(saved)


@pytest.mark.parametrize(
    "data", [b"", b"text", b"\x93NUMPY\x01\x00\x10\x00{'descr': '<f8'}", b"\x93NUMPY\x09\x00"]
)
def test_members_that_are_no_arrays(saved: Path, data: bytes) -> None:
    rewrite(saved, lambda members: members.update({"x.npy": data}))
    with pytest.raises(SolutionError, match="'x' is not an array"):
        load_solution(saved)


def test_missing_arrays_and_bad_headers(saved: Path) -> None:
    whole = saved.read_bytes()
    rewrite(saved, lambda members: members.__delitem__("y.npy"))
    with pytest.raises(SolutionError, match=r"no 'y.npy'"):
        load_solution(saved)
    for text in (b"{", b"[]", b"\xff\xfe", b'"text"', b" " * 2_000_000):
        saved.write_bytes(whole)
        rewrite(saved, lambda members, text=text: members.update({"header.json": text}))  # type: ignore[misc]
        with pytest.raises(SolutionError):
            load_solution(saved)


def test_a_compressed_file_is_refused(saved: Path) -> None:
    """So that no small file unpacks to a huge one."""
    rewrite(saved, lambda _: None, zipfile.ZIP_DEFLATED)
    with pytest.raises(SolutionError):
        load_solution(saved)


def test_any_damage_is_one_sentence(saved: Path) -> None:
    check_damaged_copies(saved, 300, seed=1)


def check_damaged_copies(path: Path, count: int, seed: int) -> None:
    """Copies that load are whole solutions; the others end in one sentence.  Also for tests/full."""
    sentences = []
    for copy in forged_archives(path.read_bytes(), count, seed):
        path.write_bytes(copy)
        try:
            load_solution(path)
        except SolutionError as error:
            sentences.append(str(error))
    assert len(sentences) > 0.8 * count
    assert all(sentence.endswith(".") and "\n" not in sentence for sentence in sentences)
    assert not any("cannot be read" in sentence for sentence in sentences)


@pytest.mark.parametrize("gains", [None, [1], [0, -1], [0, "1"], [0, True], {"0": 1}])
def test_damaged_gains(saved: Path, gains: Any) -> None:
    edit_header(saved, lambda header: header["solution"].__setitem__("gains", gains))
    with pytest.raises(SolutionError, match="gains"):
        load_solution(saved)
