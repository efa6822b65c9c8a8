"""`jamfold tournament`: the contract, files, what is kept, work that is cut off, bad input in a sentence."""

from __future__ import annotations

import csv
import io
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from jamfold.cards.games import GAMES, HOLDEM
from jamfold.cases.answers import run_case
from jamfold.cases.answers.watch import Observer
from jamfold.cases.tournaments import TournamentRequest
from jamfold.ranges import parse_range
from jamfold.spots import solve
from jamfold.spots.tournaments import stored_tournaments
from jamfold.spots.tournaments.blind_levels import make_schedule
from jamfold.spots.tournaments.stored_tournaments import kept_items, solve_tournament, tournament_item
from jamfold.spots.tournaments.tournament import Tournament
from jamfold.views.tournaments import shown_stacks, tournament_lines
from tests.command_line import Runner
from tests.damage import damage
from tests.memories import forget_everything
from tests.toy_table import toy_payoffs

SMALL = ("--game", "holdem", "--chips", 12, "--blinds", 1, 2)
LEVELS = ("--game", "holdem", "--chips", 8, "--levels", "2 x 1/2/0; rest x 2/4/1")
SCHEDULE = make_schedule(12, (1, 2))


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch, data_folder: Path) -> None:
    monkeypatch.setattr(solve, "load_payoffs", toy_payoffs)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Runner:
    return Runner(capsys)


def same(first: Tournament, second: Tournament) -> bool:
    arrays = ("winning", "jam", "call", "chips_losses")
    numbers = ("game", "schedule", "gains", "sweeps", "change", "seconds")
    return all(np.array_equal(getattr(first, name), getattr(second, name)) for name in arrays) and all(
        getattr(first, name) == getattr(second, name) for name in numbers
    )


# what it prints


def test_json(run: Runner) -> None:
    values = json.loads(run.good("tournament", *SMALL, "--json"))
    assert (values["game"], values["chips"], values["unit"]) == ("holdem", 12, 1)
    assert values["levels"] == "rest x 1/2/0"
    assert values["certified"] is True
    assert values["epsilon"] == max(values["gains"]) < 1e-12
    assert values["seconds"] > 0
    states = values["states"]
    assert [one["sb_chips"] for one in states] == list(range(1, 12))
    assert {one["hand"] for one in states} == {1}
    assert values["equal_stacks_winning_chance_sb"] == states[5]["winning_chance_sb"]
    solved = solve_tournament(HOLDEM, SCHEDULE)
    for k, one in enumerate(states, 1):
        assert one["winning_chance_sb"] == solved.winning[0, k]
        assert one["seat_value"] == pytest.approx(
            one["winning_chance_sb"] - (1 - states[11 - k]["winning_chance_sb"])
        )
        for seat in ("jam", "call"):
            held = parse_range(one[f"{seat}_range"] or "AA:0", HOLDEM)
            assert held.percent == pytest.approx(one[f"{seat}_percent"], abs=1e-6)
    farthest = max(states, key=lambda one: abs(one["winning_chance_sb"] - one["chip_share"]))
    assert values["largest_distance_at"] == {"hand": 1, "sb_chips": farthest["sb_chips"]}
    costs = {("sb", one["sb_chips"]): one["chips_cost_sb"] for one in states}
    costs |= {("bb", one["sb_chips"]): one["chips_cost_bb"] for one in states}
    place = values["chips_cost_at"]
    assert values["chips_cost"] == max(costs.values()) == costs[place["seat"], place["sb_chips"]]


def test_nothing_but_json_on_stdout(run: Runner) -> None:
    result = run("tournament", *SMALL, "--json")
    assert json.loads(result.out)["game"] == "holdem"
    assert run("tournament", *SMALL, "--json").err == ""  # it is kept


def test_table_and_sentences(run: Runner) -> None:
    text = run.good("tournament", *SMALL)
    for words in (
        "heads-up tournament, 12 chips, blinds 1/2",
        "Equal stacks, 6 each: the small blind wins",
        "Largest difference from the chip share: ",
        "Exact, to rounding: over the whole tournament",
        "This covers jam/fold strategies only.",
        "Playing each hand for chips (cash-game strategy) costs at most",
    ):
        assert words in " ".join(text.split())
    assert text.count("%") > 11 * 4
    levels = run.good("tournament", *LEVELS, "--hand", 3)
    assert "2 x 1/2/0; rest x 2/4/1: hand 3" in levels
    assert "in hand" in levels
    assert "All 21 states: --format csv." in levels


def test_an_epsilon_that_is_too_large_is_said() -> None:
    from dataclasses import replace

    worse = replace(solve_tournament(HOLDEM, SCHEDULE), gains=(1e-9, 0.0))
    assert any(line.startswith("Not exact to 1e-12") for line in tournament_lines(worse))


def test_many_stacks_are_shown_in_part() -> None:
    solved = solve_tournament(HOLDEM, make_schedule(60, (2, 4), unit=1))
    stacks = shown_stacks(solved)
    assert len(stacks) == 21
    assert {1, 30, 59} <= set(stacks)


@pytest.mark.parametrize("words", [SMALL, LEVELS])
def test_csv_and_ranges(run: Runner, words: tuple[object, ...]) -> None:
    values = json.loads(run.good("tournament", *words, "--json"))
    rows = list(csv.DictReader(io.StringIO(run.good("tournament", *words, "--format", "csv"))))
    ranges = list(csv.DictReader(io.StringIO(run.good("tournament", *words, "--format", "ranges"))))
    assert len(rows) == len(ranges) == len(values["states"])
    for row, held, one in zip(rows, ranges, values["states"], strict=True):
        assert float(row["winning_chance_sb"]) == one["winning_chance_sb"]
        assert (held["hand"], held["sb_chips"]) == (row["hand"], row["sb_chips"])
        assert (held["jam_range"], held["call_range"]) == (one["jam_range"], one["call_range"])


def test_files(run: Runner, tmp_path: Path) -> None:
    files = ("--plot", tmp_path / "w.png", "--out", tmp_path / "w.csv")
    run.good("tournament", *SMALL, *files, "--format", "csv")
    with Image.open(tmp_path / "w.png") as picture:
        assert picture.width > 800
    assert (tmp_path / "w.csv").read_text() == run.good("tournament", *SMALL, "--format", "csv")
    for name in ("1.svg", "2.svg"):
        run.good("tournament", *LEVELS, "--plot", tmp_path / name)
    assert (tmp_path / "1.svg").read_bytes() == (tmp_path / "2.svg").read_bytes()
    assert "last level" in (tmp_path / "1.svg").read_text()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ("--levels", "4 x 1/2/0"),
            "The levels end before the tournament does (last: 4 x 1/2/0)",
        ),
        (("--levels", "rest x 1/2", "--ante", 1), "Enter blinds and an ante, or levels, not both."),
        (("--levels", "rest x 1/2", "--blinds", 1, 2), "Enter blinds and an ante, or levels, not both."),
        (("--levels", "rest 1/2"), "'rest 1/2' is not a level: write hands x small/big/ante"),
        (("--chips", 1_000_000, "--unit", 1), "999,999 states, more than the 20,000 that can be solved"),
        (("--chips", 10_000, "--unit", 1), "9,999 stacks, more than the 2,999 that can be solved at once"),
        (("--chips", 100, "--unit", 3), "The number of chips (100) is not a multiple of the unit (3)."),
        (
            ("--chips", 8000, "--blinds", 300, 650, "--unit", 100),
            "The big blind (650) is not a multiple",
        ),
        (("--chips", "many"), "The number of chips must be a whole number, not 'many'."),
        (("--chips", "manybb"), "The number of chips must be a whole number, not 'manybb'."),
        (("--chips", "1e400"), "The number of chips must be a whole number, not 'inf'."),
        (("--chips", -5), "-5 chips"),
        (("--chips", 5), "leave no stack for two players"),
        (("--blinds", 10, 5), "The small blind (10) is larger than the big blind (5)."),
        (("--blinds", 0.5, 1), "The small blind must be a whole number, not '0.5'."),
        (("--ante", -5), "The ante must not be negative, but it is -5."),
        (("--unit", 0), "The unit must be at least 1 chip, not 0."),
        (("--game", "stud"), "Unknown game 'stud'"),
        (("--format", "pdf"), "Unknown format 'pdf'"),
        (("--every-class",), "--every-class goes with --format json"),
        (("--hand", 0), "there is no hand 0"),
        (("--hand", 5), "--hand must be at most 1, not 5: later hands have the same blinds."),
        (("--hand", 4, "--levels", "2 x 1/2; rest x 2/4"), "--hand must be at most 3, not 4"),
        (("--plot", "w.pdf"), "must end in .svg or .png"),
        (("--plot", "nowhere/w.png"), "folder 'nowhere' does not exist"),
        (("--out", "nowhere/w.csv"), "folder 'nowhere' does not exist"),
    ],
)
def test_bad_input(run: Runner, words: tuple[object, ...], sentence: str) -> None:
    game = () if "--game" in words else ("--game", "holdem")
    assert sentence in run.bad("tournament", *game, *words)


# the question


def test_questions_by_other_spellings() -> None:
    question = TournamentRequest(chips="10bb", blinds=(5, 10))
    assert question == TournamentRequest(chips=100.0) == TournamentRequest(chips="100")
    assert TournamentRequest(chips="8,000", blinds=("300", 600.0)).schedule == make_schedule(8000, (300, 600))
    levels = TournamentRequest(chips="5 bb", levels="4 X 1/2 ; rest x 2/4")
    assert levels.levels == "4 x 1/2/0; rest x 2/4/0"
    assert levels.chips == 10
    assert TournamentRequest.from_strings(levels.to_strings()) == levels


class _Listening(Observer):
    def __init__(self) -> None:
        self.notices: list[str] = []

    def on_notice(self, sentence: str) -> None:
        self.notices.append(sentence)


def test_large_work_is_told_before_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_tournaments, "solve_tournament", lambda *_: None)
    monkeypatch.setattr(stored_tournaments, "check_memory", lambda *_: None)
    monkeypatch.setattr("jamfold.cases.answers.tournaments.load_table", lambda *_, **__: None)
    watch = _Listening()
    run_case(TournamentRequest(game="holdem", chips=2000, blinds=(1, 2)), watch)
    (sentence,) = watch.notices
    assert sentence.startswith("Solving 1,999 states (1,999 stacks) takes about ")
    forget_everything()
    run_case(TournamentRequest(game="omaha", chips=400, levels="20 x 1/2; rest x 2/4"), watch)
    assert "(399 stacks, 21 hands)" in watch.notices[1]
    run_case(TournamentRequest(game="holdem"), watch)
    assert len(watch.notices) == 2


def test_notebooks_show_the_table() -> None:
    shown = solve_tournament(HOLDEM, SCHEDULE)._repr_html_()
    assert "heads-up tournament, 12 chips" in shown
    assert "Exact, to rounding" in shown


# keeping


def test_kept_and_opened() -> None:
    assert not tournament_item(HOLDEM, SCHEDULE).has_record()
    first = solve_tournament(HOLDEM, SCHEDULE)
    assert tournament_item(HOLDEM, SCHEDULE).has_record()
    told: list[str] = []
    second = solve_tournament(HOLDEM, SCHEDULE, lambda stage, share: told.append(stage))
    assert told == []
    assert same(first, second)
    assert not tournament_item(HOLDEM, make_schedule(12, (1, 2), unit=1, ante=1)).has_record()
    assert not tournament_item(GAMES["six-plus"], SCHEDULE).has_record()


def test_another_method_is_solved_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    solve_tournament(HOLDEM, SCHEDULE)
    monkeypatch.setattr(stored_tournaments, "METHOD", stored_tournaments.METHOD + 1)
    assert not tournament_item(HOLDEM, SCHEDULE).has_record()
    solve_tournament(HOLDEM, SCHEDULE)
    assert tournament_item(HOLDEM, SCHEDULE).has_record()


@pytest.mark.parametrize("after", [1, 13, 25, 34])
def test_what_is_cut_off_goes_on(data_folder: Path, after: int) -> None:
    """Cut off after some states, 11 are a sweep: the same bytes, as from an undisturbed solve."""
    done = 0

    def cut(stage: str, share: float) -> None:
        nonlocal done
        done += 1
        if done == after:
            raise KeyboardInterrupt

    item = tournament_item(HOLDEM, SCHEDULE)
    begun = item.folder / f"{item.name}.begun.json"
    with pytest.raises(KeyboardInterrupt):
        solve_tournament(HOLDEM, SCHEDULE, cut)
    assert not tournament_item(HOLDEM, SCHEDULE).has_record()
    assert begun.exists() is (after > 11)
    again = solve_tournament(HOLDEM, SCHEDULE)
    assert not begun.exists()
    item.remove()
    whole = solve_tournament(HOLDEM, SCHEDULE)
    assert same(replace(again, seconds=whole.seconds), whole)
    assert again.epsilon < 1e-13


def test_what_was_cut_off_is_removed(run: Runner, data_folder: Path) -> None:
    def cut(stage: str, share: float) -> None:
        if stage.startswith("sweep 2"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve_tournament(HOLDEM, SCHEDULE, cut)
    assert len(kept_items([HOLDEM])) == 1
    assert json.loads(run.good("tables", "list", "--json")) == []
    assert run("tables", "verify").code == 0
    run.good("tables", "remove", "--game", "holdem")
    assert {one.suffix for one in (data_folder / "tournaments").iterdir()} <= {".lock"}


def test_interrupt_is_quiet(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(stored_tournaments, "certify", interrupt)
    result = run("tournament", *SMALL)
    assert (result.code, result.out) == (130, "")
    assert result.err.endswith("Interrupted.\n")
    assert "Traceback" not in result.err


def test_a_folder_that_cannot_be_written_is_no_obstacle(
    data_folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (data_folder / "tournaments").write_text("a file")
    solved = solve_tournament(HOLDEM, SCHEDULE)
    assert solved.epsilon < 1e-12
    assert "is used, but not saved" in caplog.text
    assert same(solve_tournament(HOLDEM, SCHEDULE), solved)
    assert kept_items([HOLDEM]) == []


def test_list_verify_remove(run: Runner, data_folder: Path) -> None:
    for words in (SMALL, LEVELS):
        run.good("tournament", *words, "--json")
    rows = json.loads(run.good("tables", "list", "--json"))
    assert [(row["game"], row["kind"]) for row in rows] == [("holdem", "tournament")] * 2
    assert all(Path(row["path"]).stat().st_size == row["bytes"] for row in rows)
    assert run.good("tables", "verify").count(": good") == 2
    path = Path(rows[0]["path"])
    content = path.read_bytes()
    path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    result = run("tables", "verify")
    assert result.code == 1
    assert result.out.count(": good") == 1
    assert "cannot be used: the file is damaged" in result.err
    run.good("tables", "remove", "--game", "six-plus")
    assert len(kept_items([HOLDEM])) == 2
    run.good("tables", "remove", "--game", "holdem")
    assert {one.suffix for one in (data_folder / "tournaments").iterdir()} <= {".lock"}


def test_damaged_files_are_never_used(data_folder: Path, run: Runner) -> None:
    good = solve_tournament(HOLDEM, SCHEDULE)
    rng = random.Random(4)
    for _ in range(12):
        what = damage(rng, data_folder / "tournaments")
        items = kept_items([HOLDEM])
        found = solve_tournament(HOLDEM, SCHEDULE)
        assert found.winning == pytest.approx(good.winning, abs=1e-13), what
        assert found.epsilon < 1e-13, what
        assert len(items) <= 2, what
        assert run("tables", "list", "--json").code == 0, what


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"chips": 1e999}', '{"game": "holdem", "chips": "x"}', "\0"]
)
def test_records_that_are_none(data_folder: Path, run: Runner, text: str) -> None:
    folder = data_folder / "tournaments"
    folder.mkdir()
    (folder / "holdem-12-1-abcdef01.json").write_text(text)
    (folder / "stud-12-1-abcdef01.json").write_text(text)
    (item,) = kept_items([HOLDEM])
    assert item.name == "holdem-12-1-abcdef01"
    assert json.loads(run.good("tables", "list", "--json")) == []
    result = run("tables", "verify")
    assert result.code == 1
    assert "damaged" in result.err
    run.good("tables", "remove", "--game", "holdem")
    assert [path.name for path in folder.glob("*.json")] == ["stud-12-1-abcdef01.json"]


def test_short_memory_is_told(monkeypatch: pytest.MonkeyPatch, run: Runner) -> None:
    monkeypatch.setattr("jamfold.core.storage.files.available_memory", lambda: 1000)
    assert "Not enough memory" in run.bad("tournament", *SMALL)


def _values(question: TournamentRequest) -> Any:
    from jamfold.views.render import respond

    return respond(question, run_case(question, Observer()))


def test_what_pages_get() -> None:
    from jamfold.cases.tournaments import TournamentFileRequest, TournamentStateRequest

    given: dict[str, Any] = {"game": "holdem", "chips": 12, "blinds": (1, 2)}
    values = _values(TournamentRequest(**given))
    assert values["html"].count("<figure") == 2
    shown = _values(TournamentStateRequest(**given, sb_chips=5))
    assert shown["html"].count("data-words=") == 2 * 169
    state = shown["summary"]
    one = values["summary"]["states"][4]
    assert state["winning"] == one["winning_chance_sb"]
    assert (state["sb_chips"], state["bb_chips"], state["families"]) == (5, 7, None)
    assert len(state["squares"]["jam"]) == 169
    assert _values(TournamentFileRequest(**given, format="csv"))["text"].startswith("hand,sb_chips,winning")
    assert _values(TournamentFileRequest(**given, format="png")).keys() == {"base64"}
