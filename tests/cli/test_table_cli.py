"""``jamfold table``: its JSON contract, profiles, and bad input."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from jamfold.betting.hand import TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.cases import answers
from jamfold.cases.answers.table import packed
from jamfold.cases.answers.watch import Observer
from jamfold.cases.table import PRESETS, TableRequest
from jamfold.core.errors import JamfoldError
from jamfold.spots.nplayer.position_charts import packed_positions
from tests.command_line import Runner

HEADS_UP = ("--game", "holdem", "--stacks", "100", "100")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Runner:
    return Runner(capsys)


def test_json_contract(run: Runner) -> None:
    answer = json.loads(run.good("table", *HEADS_UP, "--json"))
    assert list(answer) == [
        "game", "seats", "blinds", "ante", "bb_ante", "dead", "table", "prizes", "prize_unit", "model",
        "bounties", "rake", "max_allin", "whole_chips", "seed", "tree", "nodes", "values", "values_error",
            "gains", "gains_error", "gains_least", "gains_bound", "model_gain_bb", "method",
            "exact", "counted", "deals", "unit", "seconds",
            "lifetime", "unnoticed", "starts", "terms", "fees_paid", "jackpot_won", "jackpot_error",
            "fortune_won",
        ]  # fmt: skip
    assert answer["seats"] == [{"seat": "sb", "stack": 100.0}, {"seat": "bb", "stack": 100.0}]
    assert [(node["seat"], node["after"]) for node in answer["nodes"]] == [("sb", []), ("bb", ["sb"])]
    assert (answer["exact"], answer["deals"], answer["unit"]) == (True, 0, "chips")
    assert sum(answer["values"]) == pytest.approx(200)
    assert max(answer["gains"]) < 1e-4
    assert answer["gains_error"] == [0, 0]


@pytest.mark.long
def test_json_repeats_what_was_asked(run: Runner) -> None:
    """Also what a format and words in big blinds stand for; beside every answer."""
    words = ("table", "--game", "six-plus", "--preset", "spin", "--stack", "8bb", "--ante", "0.1bb", "--json")
    more = ("--bb-ante", "1bb", "--dead", "3", "--whole-chips", "--seed", "7", "--model", "ben-roberts")
    spot = {
        "game": "six-plus",
        "seats": [{"seat": name, "stack": 80} for name in ("sb", "bb", "btn")],
        "blinds": [5, 10], "ante": 1, "bb_ante": 10, "dead": 3, "table": [], "prizes": [100],
        "prize_unit": "percent", "model": "ben-roberts", "bounties": None, "rake": None, "max_allin": 3,
        "whole_chips": True, "seed": None, "tree": None,
    }  # fmt: skip
    answer = json.loads(run.good(*words, *more))
    assert {name: answer[name] for name in spot} == spot
    for part in (("--node", "btn"), ("--hand", "AA"), ("--ranges", "btn: AA", "--respond", "bb")):
        assert json.loads(run.good(*words, *more, *part))["spot"] == spot
    raked = ("--rake", "5%", "--cap", "1bb", "--seconds", "0.2", "--seed", "7", "--json")
    sampled = json.loads(run.good("table", "--game", "holdem", "--preset", "aof", *raked))
    assert sampled["seed"] == 7
    assert (sampled["rake"]["percent"], sampled["rake"]["cap"], sampled["model"]) == (5, 10, None)


@pytest.mark.parametrize(
    "words",
    [
        ("--dead", "1.5bb"),
        ("--dead", "15", "--rake", "5", "--cap", "1bb"),
        ("--prizes", "50%", "30%", "20%", "--table", "60", "12bb"),
        ("--prizes", "50", "30", "--bounty", "10", "--dead", "5"),
        ("--prizes", "50", "30", "20", "--table", "60", "120", "--bounty", "10", "20", "5", "5",
         "--progressive", "0.5"),
        ("--prizes", "50", "--bounty", "10", "--heads", "none"),
    ],
)  # fmt: skip
def test_two_seats_are_heads_up(run: Runner, words: tuple[str, ...]) -> None:
    """Whatever the heads-up question takes, with the same strategies and values."""
    stacks = ("--game", "holdem", "--stacks", "100", "90")
    table = json.loads(run.good("table", *stacks, *words, "--json"))
    spot = json.loads(run.good("solve", *stacks, *words, "--json"))
    percents = [node["percent"] for node in table["nodes"]]
    assert percents == pytest.approx([spot["jam_percent"], spot["call_percent"]])
    if table["prizes"] is None:
        net = [value - seat["stack"] for value, seat in zip(table["values"], table["seats"], strict=True)]
        assert net == pytest.approx(spot["post_ev_chips"])
    else:
        assert table["values"] == pytest.approx(spot["value_money"])


def test_profiles_go_out_and_in(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "profile.json"
    solved = json.loads(run.good("table", *HEADS_UP, "--out", path, "--json"))
    profile = json.loads(path.read_text())
    assert [list(one) for one in profile] == [["seat", "after", "strategy"]] * 2
    again = json.loads(run.good("table", *HEADS_UP, "--profile", path, "--json"))
    assert again["values"] == pytest.approx(solved["values"], abs=1e-12)
    assert again["gains"] == pytest.approx(solved["gains"], abs=1e-12)
    ranges = [
        {"seat": "sb", "after": [], "range": "22+,A2+"},
        {"seat": "bb", "after": ["sb"], "range": "QQ+"},
    ]
    path.write_text(json.dumps(ranges))
    measured = json.loads(run.good("table", *HEADS_UP, "--profile", path, "--json"))
    assert measured["nodes"][1]["percent"] == pytest.approx(100 * 18 / 1326)
    assert measured["gains"][1] > 0.4


@pytest.mark.long
def test_a_modelled_table(run: Runner) -> None:
    words = ("--game", "holdem", "--preset", "aof", "--seconds", "0.5", "--rake", "5%", "--cap", "1bb")
    answer = json.loads(run.good("table", *words, "--json"))
    assert [seat["seat"] for seat in answer["seats"]] == ["sb", "bb", "co", "btn"]
    assert {seat["stack"] for seat in answer["seats"]} == {80.0}
    assert len(answer["nodes"]) == 14
    assert not answer["exact"]
    assert answer["method"] == "model"
    assert answer["deals"] > 0
    assert 320 - 10 < sum(answer["values"]) < 320
    assert all(error > 0 for error in answer["gains_error"])
    text = run.good("table", *words, "--full")
    assert "By a model of all seats" in text
    assert "(95%)" in text


@pytest.mark.parametrize("more", [(), ("--full",), ("--hand", "K7o")])
def test_a_table_without_decisions(run: Runner, more: tuple[str, ...]) -> None:
    """The small blind's post is all it has."""
    text = run.good("table", "3", "8bb", "--game", "holdem", *more)
    assert text.startswith("Nobody has a decision: all chips at risk are already in.\n")
    assert re.search(r"BB +80 +80\.0000", text)


@pytest.mark.parametrize("game", ["holdem", "omaha"])
def test_a_table_that_the_ante_puts_all_in(run: Runner, game: str) -> None:
    words = ("--stack", "0.5bb", "--ante", "1bb", "--game", game, "--seconds", "0.5")
    assert re.search(r"BTN +5 +5\.0000", run.good("table", "--seats", "4", *words))
    assert "At most 5 may be all-in" in run.bad("table", "--seats", "6", *words)


def test_a_seat_that_the_ante_puts_all_in(run: Runner) -> None:
    words = ("table", "8bb", "8bb", "0.1bb", "--ante", "0.2bb", "--game", "six-plus")
    assert run.good(*words).startswith("SB jams vs BTN 72.1%  first in\n")
    assert run.good(*words, "--hand", "A7o").startswith("JAM")


def test_a_seat_that_the_ante_puts_all_in_behind_others(run: Runner) -> None:
    """The small blind is first in against the button, whose post is all it has."""
    words = ("table", *["8bb"] * 4, "0.1bb", "--ante", "0.2bb", "--game", "six-plus", "--seconds", "1")
    text = run.good(*words)
    assert re.match(r"HJ jams [\d.]+%, CO [\d.]+%, SB vs BTN [\d.]+%  first in\n", text)
    assert re.search(r"SB vs BTN +[\d.]+% +−0\.\d\d", text)
    assert "SB vs BTN" in run.good(*words, "--hand", "A7o")


def test_tables_and_csv(run: Runner) -> None:
    text = " ".join(run.good("table", *HEADS_UP, "--full").split())
    assert "Exact: every deal is counted" in text
    assert "BB vs SB 37.38% 58.28%" in text
    text = run.good("table", *HEADS_UP)
    assert text.startswith("SB jams 58.3%  first in\nTexas Hold'em, 2 seats, 10 bb each\n")
    assert "\nExact, every deal counted. Other equilibria may exist.\n" in text
    assert re.search(r"BB vs SB +37\.4%", text)
    assert max(map(len, text.splitlines())) <= 80
    lines = run.good("table", *HEADS_UP, "--csv").splitlines()
    assert lines[0] == "seat,after,class_id,hand,combinations,chance,close"
    assert len(lines) == 1 + 2 * 169
    assert lines[1] == "sb,,0,AsAh,6,1.0,0"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "Enter stacks (8bb 10bb 12bb)"),
        (("--stacks", "100"), "2 to 10 seats, not 1 seat"),
        (("--seats", "11"), "at most 10"),
        (("--stacks", *["5"] * 11), "2 to 10 seats, not 11 seats"),
        (("--stacks", "100", "0"), "stack of bb must be above zero"),
        (("--stacks", "100", "x"), "'x'"),
        (("--seats", "2", "--prizes", "3", "2", "1"), "3 payouts for 2 players"),
        (("--preset", "nonsense"), "Unknown preset 'nonsense'"),
        (("--seats", "4", "--seconds", "0"), "time must be above zero"),
        (("--seats", "4", "--gain", "0"), "gain to stop at must be above zero"),
        (("--seats", "4", "--max-allin", "5"), "must be 2 to 4"),
        (("--seats", "4", "--stacks", "1", "2"), "either all stacks"),
        (("--seats", "3", "--profile", "no-such-file"), "Cannot read 'no-such-file'"),
        (("--seats", "3", "--rake", "200"), "more than all of it"),
        (("--seats", "2", "--bounty", "10"), "bounties need prizes"),
        (("--seats", "2", "--table", "10"), "other players need prizes"),
        (("--seats", "2", "--prizes", "50%", "--bounty", "10"), "payouts in money"),
        (("--seats", "2", "--prizes", "50", "--table", "9", "--bounty", "1", "2"), "2 bounties for 3"),
        (("--seats", "3", "--prizes", "50", "--bounty", "10", "20"), "2 bounties for 3 players"),
        (("--seats", "2", "--dead", "-1"), "dead money"),
    ],
)
def test_bad_input(run: Runner, words: tuple[str, ...], sentence: str) -> None:
    assert sentence in run.bad("table", "--game", "holdem", *words)


@pytest.mark.parametrize(
    ("entries", "sentence"),
    [
        ("{", "not JSON"),
        ("{}", "must be a list"),
        ([{"seat": "btn", "after": []}], "no seat 'btn'"),
        ([{"seat": "sb", "after": ["bb"], "range": "AA"}], "no decision of sb after bb"),
        ([{"seat": "sb", "after": [], "range": "AA"}], "no range for bb after sb"),
        ([{"seat": "sb", "after": [], "range": "AA"}] * 2, "two ranges for sb after folds"),
        ([{"seat": "sb", "after": [], "range": "AB"}], "range of sb after folds"),
        ([{"seat": "sb", "after": [], "strategy": [1, 2]}], "list of 169 chances"),
        ([{"seat": "sb", "after": [], "strategy": [2] * 169}], "from 0 to 1"),
        ([{"seat": "sb", "after": [], "strategy": ["x"] * 169}], "from 0 to 1"),
        ([{"seat": "sb", "after": "bb", "range": "AA"}], "list of seats"),
        ([{"seat": "sb", "after": [], "strategy": [10**400] * 169}], "from 0 to 1"),
        pytest.param(
            '[{"seat": "sb", "after": [], "strategy": [' + "1" * 5_000 + "]}]", "not JSON", id="digits"
        ),
        ([{"seat": "sb", "after": [], "strategy": [float("nan")] * 169}], "from 0 to 1"),
        ([{"seat": "sb", "after": [], "strategy": [float("inf")] * 169}], "from 0 to 1"),
        ([{"seat": "sb", "after": [], "strategy": [[0.5]] * 169}], "from 0 to 1"),
        ([{"seat": "sb", "after": [], "strategy": [True] * 169}], "from 0 to 1"),
        ([{"seat": "sb", "after": [], "strategy": ["1"] * 169}], "from 0 to 1"),
        ([{"seat": "sb", "after": [], "strategy": [0.5] * 100_000}], "list of 169 chances"),
        ([{"seat": 10**400, "after": [], "range": "AA"}], "no seat '1000"),
        ([{"seat": "sb", "after": [[[[]]]], "range": "AA"}], "no seat '[[[]]]'"),
        ([{"seat": "sb", "after": ["bb"] * 100_000, "range": "AA"}], "no decision of sb after bb bb."),
        ([{"seat": "sb", "after": [], "range": "AA," * 100_000}], "has 300,000 characters: at most 100,000"),
        ([{"seat": "sb", "after": [], "range": 10**400}], "list of 169 chances"),
        pytest.param("[" * 100_000, "not JSON", id="nested"),
        pytest.param("\0" * 1_000, "not JSON", id="zeros"),
    ],
)
def test_bad_profiles(run: Runner, tmp_path: Path, entries: object, sentence: str) -> None:
    path = tmp_path / "profile.json"
    path.write_text(entries if isinstance(entries, str) else json.dumps(entries))
    assert sentence in run.bad("table", *HEADS_UP, "--profile", path)


def test_presets_and_amounts() -> None:
    for name, preset in PRESETS.items():
        assert TableRequest(game="holdem", preset=name).hand.n == preset.seats
    texts = {"preset": "spin", "seats": "4", "stack": "15bb", "cap": "1bb", "rake": "0%"}
    question = TableRequest.from_strings(texts | {"blind_sb": "10", "blind_bb": "20"})
    assert question.hand.stacks == (300.0,) * 4
    assert (question.cap, question.rake) == (20.0, 0.0)
    hand = TableRequest(stacks=("14bb", "34bb", "33bb", "22bb"), prizes=(50, 30, 20)).hand
    assert isinstance(hand, TableHand)
    assert hand.stacks == (140.0, 340.0, 330.0, 220.0)


THREE = ("--game", "six-plus", "--seats", "3")


@pytest.mark.slow
def test_one_decision(run: Runner) -> None:
    text = run.good("table", *THREE, "--node", "bb after sb btn")
    assert text.startswith("BB vs BTN + SB CALLS ")
    assert "Big blind, facing a jam of the button, called by the small blind: calls " in text
    square = [line.split() for line in text.splitlines()[2:12]]
    assert square[0] == list("AKQJT9876")
    assert [len(line) for line in square[1:]] == [10] * 9
    assert {mark for line in square[1:] for mark in line[1:]} <= set("C½·")
    full = run.good("table", *THREE, "--node", "bb after sb btn", "--full")
    assert full.startswith("Big blind, facing a jam of the button, called by the small blind: calls ")
    assert [len(line.split()) for line in full.splitlines()[3:12]] == [10] * 9
    values = json.loads(run.good("table", *THREE, "--node", "btn", "--json"))
    assert (values["seat"], values["after"], values["reach"]) == ("btn", [], 1)
    assert len(values["strategy"]) == 81
    assert values["range"].startswith(("TT+", "99+", "88+"))
    lines = run.good("table", *THREE, "--node", "btn", "--csv").splitlines()
    assert len(lines) == 1 + 81
    assert [float(line.split(",")[5]) for line in lines[1:]] == values["strategy"]
    charts = run.good("table", *THREE, "--chart")
    assert charts.count("  A K Q") == 6
    assert run.good("table", *THREE, "--chart", "--full").count("  A   K   Q") == 6
    assert "Small blind, first in: jams " in charts


def test_a_hand_at_every_decision(run: Runner) -> None:
    values = json.loads(run.good("table", *THREE, "--hand", "AA", "--json"))
    assert len(values["decisions"]) == 6
    assert {one["chance"] for one in values["decisions"]} == {1.0}
    assert {one["hand"] for one in values["decisions"]} == {"AA"}
    for one in values["decisions"]:
        assert one["ev_play"] - one["ev_fold"] == pytest.approx(one["gain"])
        assert one["gain"] > 1
        assert one["gain_error"] == 0
    assert [one["ev_fold"] for one in values["decisions"]] == pytest.approx([100, 95, 95, 90, 90, 90])
    text = run.good("table", *THREE, "--hand", "76o", "--node", "btn")
    assert "Button, first in" in text
    assert re.search(r"BTN +0% +−\d\.\d\d +0\.00 ", text)  # folding costs the button nothing
    assert "Big blind" not in text


def test_a_decision_that_is_never_reached(run: Runner) -> None:
    """A button of 0.4 bb jams every hand for the big-blind ante: what others do after its fold is open."""
    spot = ("table", "--game", "six-plus", "--stacks", 100, 100, 4, "--bb-ante", 10)
    nodes = json.loads(run.good(*spot, "--json"))["nodes"]
    reach = {(node["seat"], *node["after"]): node["reach"] for node in nodes}
    assert [key for key, chance in reach.items() if not chance] == [("sb",), ("bb", "sb")]
    text = run.good(*spot)
    assert text.startswith("BTN jams 100.0%  first in")
    assert re.search(r"\n +SB +– .*never reached", text)
    assert re.search(r"\n +BB vs SB +– .*never reached", text)
    hand = run.good(*spot, "--hand", "AA")
    assert "JAM  in every seat" in hand
    assert re.search(r"\n +BB vs SB +– ", hand)
    assert "of hands; never reached" in run.good(*spot, "--node", "bb after sb")


def test_a_hand_is_the_same_in_every_form(run: Runner) -> None:
    words = ("table", *THREE, "--hand", "A9o")
    values = json.loads(run.good(*words, "--json"))["decisions"]
    lines = list(csv.DictReader(io.StringIO(run.good(*words, "--csv"))))
    assert len(lines) == 6
    for line, one in zip(lines, values, strict=True):
        assert (line["seat"], line["after"].split(), line["hand"]) == (one["seat"], one["after"], "A9o")
        for name in ("chance", "ev_fold", "ev_play", "gain", "gain_error"):
            assert float(line[name]) == one[name]
    (only,) = csv.DictReader(io.StringIO(run.good(*words, "--csv", "--node", "bb after btn")))
    assert only == next(line for line in lines if (line["seat"], line["after"]) == ("bb", "btn"))


@pytest.mark.long
def test_pictures(run: Runner, tmp_path: Path) -> None:
    sheet, one = tmp_path / "sheet.svg", tmp_path / "one.png"
    run.good("table", *THREE, "--plot", sheet)
    assert "Small blind, facing a jam of the button" in sheet.read_text().replace("&#xA0;", " ")
    run.good("table", *THREE, "--plot", one, "--node", "btn")
    assert one.read_bytes().startswith(b"\x89PNG")


@pytest.mark.long
@pytest.mark.parametrize(("seats", "pages"), [(3, 1), (4, 3), pytest.param(6, 7, marks=pytest.mark.slow)])
def test_pages_to_print(run: Runner, tmp_path: Path, seats: int, pages: int) -> None:
    """Six decisions a page: the 14 of four seats on three, more than a picture has on as many as it takes."""
    path = tmp_path / "chart.pdf"
    words = ("--seats", str(seats), "--stack", "8bb", "--seconds", "0.1", "--plot", path)
    run.good("table", "--game", "six-plus", *words)
    assert path.read_bytes().count(b"/Type /Page ") == pages


def test_the_answer_of_a_seat(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "profile.json"
    ranges = [
        {"seat": "sb", "after": [], "range": "22+,A2+"},
        {"seat": "bb", "after": ["sb"], "range": "QQ+"},
    ]
    path.write_text(json.dumps(ranges))
    measured = json.loads(run.good("table", *HEADS_UP, "--profile", path, "--json"))
    values = json.loads(run.good("table", *HEADS_UP, "--profile", path, "--respond", "bb", "--json"))
    assert values["seat"] == "bb"
    assert values["gain"] == pytest.approx(measured["gains"][1])
    assert values["gain"] > 0.4
    (node,) = values["nodes"]
    assert (node["seat"], node["after"]) == ("bb", ["sb"])
    assert node["percent"] > 10
    assert set(node["strategy"]) == {0.0, 1.0}
    answered = tmp_path / "answered.json"
    run.good("table", *HEADS_UP, "--profile", path, "--respond", "bb", "--out", answered)
    again = json.loads(run.good("table", *HEADS_UP, "--profile", answered, "--json"))
    assert again["gains"][1] == pytest.approx(0, abs=1e-9)  # nothing is better than a best answer
    assert again["values"][1] == pytest.approx(measured["values"][1] + values["gain"])
    text = run.good("table", *HEADS_UP, "--profile", path, "--respond", "bb")
    assert text.startswith("A best response by the big blind to these ranges gains ")


@pytest.mark.slow
def test_given_ranges(run: Runner, tmp_path: Path) -> None:
    """Ranges of some decisions as text; the others as in equilibrium: as the same profile has it."""
    path = tmp_path / "profile.json"
    given = ("--ranges", "btn: 66+,A6+; BB after sb: QQ+")
    measured = json.loads(run.good("table", *THREE, *given, "--json"))
    percents = {(one["seat"], *one["after"]): one["percent"] for one in measured["nodes"]}
    solved = json.loads(run.good("table", *THREE, "--out", path, "--json"))
    before = {(one["seat"], *one["after"]): one["percent"] for one in solved["nodes"]}
    assert {node for node in before if before[node] != percents[node]} == {("btn",), ("bb", "sb")}
    assert percents["bb", "sb"] == pytest.approx(100 * 18 / 630)
    entries = json.loads(path.read_text())
    for entry in entries:
        text = {("btn",): "66+,A6+", ("bb", "sb"): "QQ+"}.get((entry["seat"], *entry["after"]))
        if text is not None:
            del entry["strategy"]
            entry["range"] = text
    path.write_text(json.dumps(entries))
    same = json.loads(run.good("table", *THREE, "--profile", path, "--json"))
    assert measured["values"] == pytest.approx(same["values"], abs=1e-12)
    assert measured["gains"] == pytest.approx(same["gains"], abs=1e-12)
    assert measured["gains"][1] > 0.5  # the big blind folds too much
    as_json = json.dumps([entry for entry in entries if "range" in entry])
    assert json.loads(run.good("table", *THREE, "--ranges", as_json, "--json"))["gains"] == measured["gains"]
    answer = json.loads(run.good("table", *THREE, *given, "--respond", "bb", "--json"))
    assert answer["gain"] == pytest.approx(measured["gains"][1])
    assert {(node["seat"], *node["after"]) for node in answer["nodes"]} == {
        ("bb", "sb"), ("bb", "btn"), ("bb", "btn", "sb")
    }  # fmt: skip
    text = " ".join(run.good("table", *THREE, *given).split())
    assert "Evaluating your ranges; nothing is solved." in text
    assert "Other equilibria may exist" not in text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("66+", "'66+' names no decision: write 'bb after btn sb: 15%'."),
        (" ; ", "There are no ranges of decisions: write 'bb after btn sb: 15%'."),
        ("co: 66+", "no seat 'co': the seats are sb, bb, btn"),
        ("bb: 22+", "no decision 'bb'"),
        ("btn after sb: 22+", "no decision 'btn after sb'"),
        ("btn: 66+; btn after folds: AA", "two ranges for btn"),
        ("btn: AB", "The range of btn: "),
        ("btn:", "The range of btn: "),
        ("btn: AsAh", "The range of btn: It names suits"),
        ("[1]", "must be a list of"),
        ('[{"seat": "co", "range": "AA"}]', "no seat 'co'"),
    ],
)
def test_bad_ranges(run: Runner, text: str, sentence: str) -> None:
    assert sentence in run.bad("table", *THREE, "--ranges", text)
    with pytest.raises(JamfoldError) as caught:
        answers.run_case(TableRequest(game="six-plus", seats=3, ranges=text), Observer())
    assert caught.value.field == "ranges"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--ranges", "btn: AA", "--profile", "x.json"), "not both"),
        (("--node", "co"), "no seat 'co': the seats are sb, bb, btn"),
        (("--node", "bb"), "no decision 'bb'"),
        (("--node", "btn after sb"), "no decision 'btn after sb'"),
        (("--node", ""), "no decision ''"),
        (("--hand", "AKQ"), "AKQ"),
        (("--hand", "AK"), "Enter one hand"),
        (("--plot", "x.gif"), "must end in .svg or .png"),
        (("--csv", "--json"), "not both"),
        (("--hand", "AA", "--chart"), "Use one of them"),
        (("--respond", "bb"), "A best response needs ranges or a profile"),
        (("--profile", "x.json", "--respond", "co"), "no seat 'co'"),
        (("--profile", "x.json", "--respond", "bb", "--node", "btn"), "Remove --node"),
    ],
)
def test_bad_views(run: Runner, words: tuple[str, ...], sentence: str) -> None:
    assert sentence in run.bad("table", *THREE, *words)


def test_a_sheet_has_an_end(run: Runner) -> None:
    words = ("--game", "holdem", "--preset", "final", "--plot", "x.png")
    assert "at most 32 decisions" in run.bad("table", *words)


@pytest.mark.slow
def test_raises_before_the_all_in(run: Runner, tmp_path: Path) -> None:
    """JSON has the tree and its decisions, a hand every action; a profile comes back as it went."""
    words = ("table", "--game", "six-plus", "--stacks", "10bb", "12bb", "9bb", "--open", "2bb")
    profile = tmp_path / "raised.json"
    answer = json.loads(run.good(*words, "--out", str(profile), "--json"))
    assert answer["tree"] == {"open": [2.0], "raises": [], "limit": None, "jam": True}
    assert len(answer["nodes"]) == 14
    assert list(answer["nodes"][2]) == ["seat", "after", "actions", "percent", "reach", "ranges"]
    assert answer["nodes"][2]["after"] == ["sb raise 2"]
    assert max(answer["gains"]) < 1e-8  # chips: 1e-9 big blinds
    again = json.loads(run.good(*words, "--profile", str(profile), "--json"))
    assert again["nodes"] == answer["nodes"]
    hand = json.loads(run.good(*words, "--hand", "A7s", "--node", "btn", "--json"))
    assert [one["action"] for one in hand["decisions"]] == ["raise 2", "jam"]
    node = (*words, "--node", "bb after btn raise 2")
    assert "can gain more than" in " ".join(run.good(*node, "--full").split())
    assert "Exact, every deal counted. Other equilibria may exist." in run.good(*node)


# what comes with the program


def _at(stack: str, seats: int = 9, **more: Any) -> TableRequest:
    return TableRequest(game="holdem", seats=seats, stack=stack, **more)


@pytest.mark.parametrize("seats", [3, 5, 6, 7, 8, 9, 10])
def test_a_packed_spot_is_that_of_the_charts(data_folder: Path, seats: int) -> None:
    found = packed(_at("12.5bb", seats, bb_ante="1bb"))
    assert found is not None
    charts = packed_positions(found.game, seats, BlindLevel((5, 10), bb_ante=10))
    assert charts is not None
    at = charts.stacks.index(12.5)
    assert found.nodes == charts.nodes
    assert (found.strategy == charts.play[at]).all()
    assert set(found.nodes) <= set(_at("12.5bb", seats).hand.nodes)


@pytest.mark.parametrize(
    "question",
    [
        _at("10bb", 4),  # four all-in, three in the charts
        _at("10.25bb"),
        _at("26bb"),
        _at("10bb", ante="0.2bb"),
        _at("10bb", max_allin=2),
        _at("10bb", whole_chips=True),
        _at("10bb", rake="5", cap="1bb"),
        _at("10bb", prizes=("50", "30", "20")),
        _at("10bb", seconds=30.0),
        _at("10bb", seed=1),
        _at("10bb", ranges="btn: 88+"),
        _at("10bb", 2),
        TableRequest(game="holdem", stacks=("10bb",) * 5 + ("11bb",)),
        TableRequest(game="omaha", seats=6, stack="10bb"),
    ],
)
def test_another_spot_is_not_packed(data_folder: Path, question: TableRequest) -> None:
    assert packed(question) is None


def test_a_packed_spot_is_answered_before_anything_is_built(run: Runner, data_folder: Path) -> None:
    nine = ("table", "--game", "holdem", "--seats", "9", "--stack", "10bb")
    text = run.good(*nine)
    assert "UTG jams 9.4%, CO 24.4%, BTN 30.9%, SB 53.2%" in text
    assert "Approximate, by the model, precomputed: gains within 0.005 bb of the model." in text
    assert "jamfold table --game holdem --seats 9 --stack 100 --seconds 30" in text
    hand = run.good(*nine, "--hand", "K7o")
    assert "JAM  in the small blind, first in   K7o" in hand
    assert "BB vs SB" in hand
    assert "BB vs BTN   " in run.good(*nine, "--node", "bb after btn")
    three = run.good("table", "--game", "holdem", "--seats", "3", "--stack", "8bb")
    assert "Every deal counted, precomputed: gains within 0.005 bb." in three
    assert not any(path.suffix == ".npy" for path in data_folder.rglob("*"))
    assert not (data_folder / "tables").exists()
