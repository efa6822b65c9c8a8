"""Kept training: kill -9, damage, other versions, files there and back, the command line."""

from __future__ import annotations

import csv
import io
import json
import random
import signal
import sqlite3
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from jamfold.cases.answers import run_case as reply
from jamfold.cases.answers.training import TrainScore
from jamfold.cases.answers.watch import Observer
from jamfold.cases.training import TrainTableAnswerRequest, TrainTableRequest
from jamfold.cases.videopoker import TrainDealRequest
from jamfold.cases.view_spec import ViewSpec, all_view_specs
from jamfold.core.errors import TrainingError
from jamfold.practice.training.answers import CardKey, GivenAnswer
from jamfold.practice.training.log import DESIGN, FORMATS, TrainingStore, parse_answers, write_lines
from jamfold.views.formats import FileContract, to_values
from jamfold.views.training_schemas import TableAskedContract
from jamfold.web.schemas import schema_of
from tests.command_line import Runner
from tests.shared_tables import share_tables

WHEN = 1_700_000_000_000


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Runner:
    """Commands with a training of their own, and the tables of all tests."""
    monkeypatch.setenv("JAMFOLD_DATA", str(share_tables(tmp_path)))
    return Runner(capsys)


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def answer(k: int, loss: float = 0.0, game: str = "holdem", mode: str = "repeat") -> GivenAnswer:
    return GivenAnswer(
        WHEN + 1000 * k, CardKey(game, "", "sb", f"hand {k % 7}"), mode, 9.5, 9.5, "jam", loss, False, 3.0
    )


# ---- The file.


def test_answers_stay_and_cards_follow_from_them(tmp_path: Path) -> None:
    path = tmp_path / "training.db"
    rng = random.Random(5)
    given_answers = [answer(k, rng.choice([0.0, 0.01, 0.3])) for k in range(60)]
    with TrainingStore(path) as store:
        for one in given_answers:
            store.add(one)
        cards = store.cards("holdem", "")
    with TrainingStore(path) as store, TrainingStore(tmp_path / "other.db") as other:
        assert list(store.answers()) == given_answers
        assert store.cards("holdem", "") == cards
        assert len(cards) == 7
        for one in reversed(given_answers[30:]):  # another machine, another order
            other.add(one)
        assert other.take(given_answers) == 30
        assert other.take(given_answers) == 0
        assert list(other.answers()) == given_answers
        assert other.cards("holdem", "") == cards  # made anew, in the order of time


def test_two_answers_in_one_millisecond_are_two(tmp_path: Path) -> None:
    with TrainingStore(tmp_path / "training.db") as store:
        for _ in range(3):
            store.add(answer(1))
        assert [one.at for one in store.answers()] == [WHEN + 1000, WHEN + 1001, WHEN + 1002]


def test_reset_of_a_game_leaves_the_others_and_wipes_the_disk(tmp_path: Path) -> None:
    path = tmp_path / "training.db"
    with TrainingStore(path) as store:
        for k in range(8):
            store.add(answer(k, game="six-plus" if k % 2 else "holdem"))
        assert store.reset("six-plus") == 4
        assert {one.key.game for one in store.answers()} == {"holdem"}
        assert store.cards("six-plus", "") == {}
        assert b"six-plus" not in path.read_bytes()
        assert store.reset() == 4
        assert list(store.answers()) == []


_WRITER = """
from pathlib import Path
from jamfold.practice.training.answers import CardKey, GivenAnswer
from jamfold.practice.training.log import TrainingStore
store, k = TrainingStore(Path(sys.argv[1])), 0
while True:
    key = CardKey("holdem", "", "sb", f"hand {k % 50}")
    store.add(GivenAnswer(k, key, "repeat", 9.5, 9.5, "jam", 0.0, False))
    print(k, flush=True)
    k += 1
"""


def test_kill_9_loses_no_answer_that_was_judged(tmp_path: Path) -> None:
    path = tmp_path / "training.db"
    source = f"import sys; sys.path[:0] = {sys.path!r}\n{_WRITER}"
    writer = subprocess.Popen([sys.executable, "-c", source, str(path)], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    for _ in range(40):
        last = int(writer.stdout.readline())
    writer.send_signal(signal.SIGKILL)
    said = writer.stdout.read().split()
    writer.wait()
    last = int(said[-1]) if said else last
    with TrainingStore(path) as store:
        assert store.set_aside == ""
        kept = list(store.answers())
        assert len(kept) in (last + 1, last + 2)  # one may have been kept and not yet told
        assert len(store.cards("holdem", "")) == min(50, len(kept))
        store.add(answer(999))


_SAVED = {"version": 300, "foreign": 300, "noise": 0, "cut": 150, "tables": 300, "flipped": 0}
"""At least so many of 300 answers are whole."""


@pytest.mark.parametrize("way", _SAVED)
def test_what_cannot_be_used_is_kept_aside_and_never_written_to(tmp_path: Path, way: str) -> None:
    path = tmp_path / "training.db"
    given_answers = [answer(k) for k in range(300)]
    with TrainingStore(path) as store:
        for one in given_answers:
            store.add(one, card=False)
    with sqlite3.connect(path) as base:
        base.execute("PRAGMA journal_mode = DELETE")
        if way == "version":
            base.execute(f"PRAGMA user_version = {DESIGN.version + 1}")
        elif way == "foreign":
            base.execute(f"PRAGMA application_id = {DESIGN.application + 1}")
        elif way == "tables":
            base.execute("DROP TABLE card")
    base.close()
    whole = path.read_bytes()
    if way == "noise":
        path.write_bytes(random.Random(1).randbytes(5000))
    elif way == "cut":
        path.write_bytes(whole[: len(whole) // 2])
    elif way == "flipped":
        path.write_bytes(whole[:8192] + bytes(len(whole) - 8192))
    before = path.read_bytes()
    words = {
        "version": "has another version (format 2, not 1)",
        "foreign": "is a database of another program",
    }
    with TrainingStore(path) as store:
        assert words.get(way, "is damaged") in store.set_aside
        assert "training-aside-1.db" in store.set_aside
        saved = list(store.answers())
        assert _SAVED[way] <= len(saved) <= 300
        assert set(saved) <= set(given_answers)
        assert f"its {len(saved)} intact answers" in store.set_aside
        store.add(answer(999))
    aside = tmp_path / "training-aside-1.db"
    assert aside.read_bytes() == before
    path.write_bytes(b"again")
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    with TrainingStore(path) as store:
        assert "training-aside-2.db" in store.set_aside
    assert aside.read_bytes() == before
    assert (tmp_path / "training-aside-2.db").read_bytes() == b"again"


_DRILLS = [
    pytest.param(
        row,
        example,
        id=f"{row.question.name}-{k}",
        marks=[pytest.mark.long] if row.question.name == "train-table" else [],
    )
    for row in all_view_specs()
    if row.question.name.startswith("train-")
    for k, example in enumerate(row.examples or ())
]
_TABLE: dict[str, Any] = {"game": "six-plus", "stacks": ["9bb", "10bb", "7bb", "6.5bb"], "seconds": 0.5}


@pytest.mark.parametrize(("row", "example"), _DRILLS)
def test_every_drill_says_that_a_damaged_file_was_set_aside(
    row: ViewSpec, example: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that do not open it leave it as it is."""
    monkeypatch.setenv("JAMFOLD_DATA", str(share_tables(tmp_path)))
    path = tmp_path / "training.db"
    path.write_bytes(b"no database")
    question = row.question.from_json(example)
    found = reply(question, Observer())
    if path.read_bytes() == b"no database":
        assert row.question.name in {"train-next", "train-three", "train-tree", "train-table", "train-deal"}
        return
    assert "training-aside-1.db" in found.notice
    if row.value_type is not FileContract:
        assert to_values(row.values(question, found))["notice"] == found.notice


@pytest.mark.long
def test_a_drill_of_four_seats_and_of_due_deals_says_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JAMFOLD_DATA", str(share_tables(tmp_path)))
    path = tmp_path / "training.db"
    path.write_bytes(b"no database")
    assert (
        "training-aside-1.db"
        in reply(TrainDealRequest(table="Jacks or Better 9/6", deals="due"), Observer()).notice
    )
    asked = TableAskedContract.of(reply(TrainTableRequest(**_TABLE), Observer()))
    path.write_bytes(b"no database")
    judged = TrainTableAnswerRequest(
        game="six-plus", spot=asked.spot, node=asked.node, hand=asked.hand, action="fold"
    )
    assert "training-aside-2.db" in reply(judged, Observer()).notice


def test_a_file_that_cannot_be_opened_stays(tmp_path: Path) -> None:
    path = tmp_path / "training.db"
    path.mkdir()
    with pytest.raises(TrainingError, match="cannot be opened"):
        TrainingStore(path)
    assert path.is_dir()


# ---- Files.


_texts = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=20)
_numbers = st.floats(0, 1e6)
_answers = st.builds(
    GivenAnswer,
    at=st.integers(0, 10**14),
    key=st.builds(CardKey, _texts, _texts, _texts, _texts),
    mode=_texts,
    stack=_numbers,
    s=_numbers,
    act=_texts,
    loss=_numbers,
    free=st.booleans(),
    seconds=st.none() | _numbers,
    rule_loss=st.none() | _numbers,
)


@pytest.mark.parametrize("form", FORMATS)
@given(answers=st.lists(_answers, max_size=5))
def test_files_there_and_back(form: str, answers: list[GivenAnswer]) -> None:
    text = "".join(write_lines(answers, form))
    assert parse_answers(text, "file") == answers


def test_cells_of_csv_are_no_formulas() -> None:
    one = GivenAnswer(1, CardKey("holdem", "", "sb", "=1+1"), "@x", 1.0, 1.0, "-A", 0.0, False)
    row = list(csv.reader(io.StringIO("".join(write_lines([one], "csv")))))[1]
    assert [row[k] for k in (4, 5, 8)] == ["'=1+1", "'@x", "'-A"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "has no training answers: its first line is different"),
        ("{", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ('{"format": "jamfold-training", "version": 2, "answers": []}', "has another version: 2, not 1"),
        ('{"format": "other", "answers": []}', "has no training answers"),
        ("a,b\n1,2\n", "its first line is different"),
    ],
)
def test_what_is_no_file_of_answers(text: str, words: str) -> None:
    with pytest.raises(TrainingError, match=words):
        parse_answers(text, "'x.json'")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"loss": -1}, "answer 1: 'loss' must be a number, 0 or more"),
        ({"loss": "much"}, "'loss' must be a number"),
        ({"loss": float("nan")}, "'loss' must be a number"),
        ({"at": 1.5}, "'at' must be milliseconds"),
        ({"at": 10**16}, "'at' must be milliseconds"),
        ({"hand": 3}, "'hand' must be text"),
        ({"free": 2}, "'free' must be true or false"),
    ],
)
def test_one_bad_answer_and_none_is_taken(
    tmp_path: Path, run: Runner, change: dict[str, object], words: str
) -> None:
    good = json.loads("".join(write_lines([answer(1), answer(2)], "json")))
    good["answers"][0] |= change
    path = tmp_path / "x.json"
    path.write_text(json.dumps(good), encoding="utf-8")
    assert words in run.bad("train", "import", path)
    assert json.loads(run.good("train", "score", "--json"))["total"]["decisions"] == 0


# ---- The command line.


def test_a_session_is_kept_told_exported_and_imported(
    run: Runner, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    session = ("train", "--game", "holdem", "--mode", "random", "--seed", 4, "--seat", "sb", "--rule")
    typed(monkeypatch, "j", "w", "f", "what", "j", "q")
    out = run.good(*session)
    assert "  1.  Small blind, " in out
    assert out.count("The rule says ") == 3
    assert "what" not in out
    assert "j jams, f folds; w explains the last hand, q ends." in out
    assert "of 3 right, " in out
    assert "[#]" in out or "[.]" in out or "[+]" in out
    score = json.loads(run.good("train", "score", "--json"))
    jsonschema.validate(score, TypeAdapter(schema_of(TrainScore)).json_schema())
    assert (score["total"]["decisions"], score["rule_decisions"], score["cards"]) == (3, 3, 3)
    typed(monkeypatch, "f", "f", "f")
    assert "  3.  " in run.good(*session, "--questions", 3)
    for form in FORMATS:
        run.good("train", "export", "--format", form, "--out", tmp_path / f"x.{form}")
    assert run.good("train", "reset", "--all") == "Deleted 6 answers.\n"
    assert run.good("train", "score") == "No answers yet.\n"
    assert run.good("train", "import", tmp_path / "x.csv") == "6 of 6 answers are new.\n"
    assert run.good("train", "import", tmp_path / "x.json") == "0 of 6 answers are new.\n"
    assert json.loads(run.good("train", "score", "--json", "--game", "holdem"))["cards"] == score["cards"] + 0


def test_a_range_is_typed(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "what", "22+,A2+,K2+,Q2+", "q")
    out = run.good("train", "--game", "holdem", "--mode", "range", "--seed", 1)
    assert "Small blind, " in out or "Big blind, " in out
    assert "% of hands are wrong, costing " in out
    score = json.loads(run.good("train", "score", "--json"))
    assert (score["total"]["decisions"], score["ranges"]) == (0, 1)


def test_no_more_input_ends_it(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch)
    assert run.good("train", "--game", "holdem", "--mode", "close").endswith("f> \n")


def test_a_damaged_file_is_said_once(run: Runner, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "training.db").write_bytes(b"nonsense" * 1000)
    typed(monkeypatch, "q")
    result = run("train", "--game", "holdem")
    assert result.code == 0
    assert result.err.count("is damaged. It is now") == 1


def test_an_anki_deck(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "deck.zip"
    run.good("train", "anki", "--game", "six-plus", "--out", path)
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        lines = archive.read("deck.csv").decode().splitlines()
        head, rows = lines[:5], list(csv.reader(lines[5:]))
        assert head[:2] == ["#separator:Comma", "#html:true"]
        assert head[2:4] == [
            "#deck:jamfold::Six-Plus Hold'em, straight beats trips",
            "#columns:Id,Front,Back,Tags",
        ]
        assert len(rows) == len({row[0] for row in rows}) == 162
        pictures = {name for name in archive.namelist() if name.startswith("media/")}
        assert pictures == {"media/" + row[2].split("'")[1] for row in rows}
        assert archive.read(sorted(pictures)[0]).startswith(b"<svg ")
    first = path.read_bytes()
    run.good("train", "anki", "--game", "six-plus", "--out", path)
    assert path.read_bytes() == first


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("train", "--mode", "hard"), "mode"),
        (("train", "--game", "chess"), "chess"),
        (("train", "--game", "holdem", "--seat", "btn"), "seat"),
        (("train", "--game", "holdem", "--mode", "mistakes"), "history"),
        (("train", "--ante", "1000"), "antes of at most 2 big blinds"),
        (("train", "reset"), "Nothing selected"),
        (("train", "reset", "--all", "--game", "holdem"), "Nothing selected"),
        (("train", "import", "/no/such/file"), "Cannot read"),
        (("train", "anki", "--out", "x.apkg"), "must end in .zip"),
        (("train", "score", "--game", "chess"), "chess"),
        (("train", "export", "--format", "xml"), "xml"),
    ],
)
def test_bad_words(run: Runner, words: tuple[str, ...], sentence: str) -> None:
    assert sentence in run.bad(*words)


def test_mistakes_of_played_hands_are_asked_again(
    run: Runner, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from tests.history_players import always, as_text, played_hands

    hands = tmp_path / "hands.txt"
    played = played_hands(always, always, (10.0,), 40, 3)
    texts = [as_text(*one, number=k + 1) for k, one in enumerate(played)]
    hands.write_text("\n\n".join(texts) + "\n", encoding="utf-8")
    run.good("history", "import", hands)
    report = json.loads(run.good("history", "report", "--game", "holdem", "--json"))
    typed(monkeypatch, *["j", "c"] * 8)
    out = run.good("train", "--game", "holdem", "--mode", "mistakes", "--questions", 4)
    assert out.count("Wrong, costs ") == 4  # who always jams and calls is wrong again by playing
    costs = [float(line.split("costs ")[1].split(" bb")[0]) for line in out.splitlines() if "Wrong" in line]
    losses = [round(one["loss_bb"], 4) for one in report["worst"]]
    assert set(costs) <= set(losses) or len(losses) == 20
    assert f" {hands.name}:" in out
    assert str(tmp_path) not in out
    among = ("train", "--game", "holdem", "--mode", "mistakes", "--questions", 1, "--stack")
    assert "Wrong, costs " in run.good(*among, "8-12")
    assert "No matching mistakes" in run.bad(*among, "3-5")


def test_help_loads_no_library() -> None:
    source = (
        f"import sys; sys.path[:0] = {sys.path!r}; from jamfold.cli.main import main; main(['--help']); "
        "assert not {'fsrs', 'numpy', 'sqlite3'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", source], check=True)
