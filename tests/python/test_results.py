"""What functions give: the values of ``--json``, a text of few lines, columns of equal length, HTML."""

from __future__ import annotations

import json
import pickle
import shlex
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

import jamfold
from jamfold.cases.answers import result_types
from jamfold.cases.python.names import HOMES, question_of
from jamfold.cases.view_spec import view_spec_of
from jamfold.cli.commands import PANELS, load_command
from jamfold.core.display import DisplayableResult, ResultTuple
from jamfold.practice.matches.player import BotRun
from jamfold.views.html import Html, with_style
from jamfold.views.render import is_drawn, respond
from tests.cli.test_match_cli import free_port, once_listening
from tests.command_line import Runner

SHAPES = Path(__file__).parent / "shapes.json"
HISTORIES = Path(__file__).parents[1] / "published/histories/synthetic/winamax.txt"
CASES: list[tuple[str, list[Any], dict[str, Any], str]] = [
    ("solve", ["holdem"], {"stacks": "10bb"}, "solve --game holdem --stacks 10bb"),
    ("solve", ["six-plus", (80, 90)], {"call_range": "TT+"},
     "solve --game six-plus --stacks 80 90 --call-range TT+"),
    ("converge", ["holdem"], {"iterations": 20}, "converge --game holdem --iterations 20"),
    ("hand", ["holdem", "K7o"], {"position": "bb"}, "hand K7o --game holdem --as bb"),
    ("hand", ["holdem", "K7"], {}, "hand K7 --game holdem"),
    ("explain", ["holdem", "K7o"], {"sweep": False}, "explain --hand K7o --game holdem --no-sweep"),
    ("hands", ["six-plus"], {"top": 5}, "hands --game six-plus --top 5 --format json"),
    ("chart", ["six-plus"], {"low": 8, "high": 9, "step": 0.5},
     "chart --game six-plus --from 8 --to 9 --step .5 --json"),
    ("outline", ["six-plus"], {}, "outline --game six-plus"),
    ("compare", ["holdem"], {"other": {"stacks": "12bb"}, "top": 3},
     "compare --game holdem --other-stacks 12bb 12bb --top 3"),
    ("bounds", ["six-plus"], {"stacks": "6bb"}, "bounds --game six-plus --stacks 6bb"),
    ("table", ["six-plus"], {"stacks": ["8bb", 100]}, "table --game six-plus --stacks 8bb 100"),
    ("rooms", [], {"search": "omaha"}, "rooms omaha"),
    (
        "audit",
        [],
        {"game": "six-plus", "stacks": ["8bb", 100], "ranges": "sb: 66+,A9+"},
        "audit --game six-plus --stacks 8bb 100 --ranges 'sb: 66+,A9+'",
    ),
    ("jackpot", ["holdem"], {"room": "gg-holdem-0.10", "pool": 1_000_000, "seats": 2},
     "jackpot --game holdem --room gg-holdem-0.10 --pool 1000000 --seats 2"),
    ("tournament", ["six-plus"], {"chips": 8, "blinds": (1, 2)},
     "tournament --game six-plus --chips 8 --blinds 1 2"),
    ("tournament_three", ["six-plus"], {"chips": 40, "blinds": (10, 20), "prizes": ("60%", "40%")},
     "tournament-three --game six-plus --chips 40 --blinds 10 20 --prizes 60% 40%"),
    ("icm", [[5, 3, 2]], {"prizes": [3, 2]}, "icm --stacks 5 3 2 --prizes 3 2"),
    ("deal", [[5, 3, 2]], {"prizes": [3, 2], "keep": 0.5}, "deal 5 3 2 --prizes 3 2 --keep .5"),
    ("fgs", ["six-plus"], {"stacks": "6bb 4bb", "prizes": (2, 1), "depth": 1},
     "fgs --game six-plus --stacks 6bb 4bb --prizes 2 1 --depth 1"),
    ("models", ["six-plus"], {"stacks": "6bb 4bb", "prizes": (2, 1), "depth": 1},
     "models --game six-plus --stacks 6bb 4bb --prizes 2 1 --depth 1"),
    ("equity", ["holdem", ["AKs", "QQ"]], {}, "equity AKs QQ --game holdem"),
    ("strength", ["JsTh8c3c", "9c2d7d9s9d"], {}, "strength JsTh8c3c 9c2d7d9s9d"),
    ("range", ["holdem", "22+, A2s+"], {}, "range 22+,A2s+ --game holdem"),
    ("winchance", ["holdem", "As Kd"], {"flop": "Kh 7d 2c"}, "winchance AsKd --flop Kh7d2c"),
    ("tables_list", [], {}, "tables list"),
    ("clean", ["training"], {}, "clean training"),
    ("tables_show", ["holdem", ["AsKs", "QdQc"]], {}, "tables show AsKs QdQc --game holdem"),
    ("rule", ["six-plus"], {"features": 2, "stacks": [5, 10]},
     "rule --game six-plus --features 2 --stacks 5 10"),
    ("rule_check", ["{rule}"], {}, "rule check {rule}"),
    ("rule_features", ["holdem"], {}, "rule features --game holdem"),
    ("match", ["holdem"], {"opponent_call": "25%"}, "match --game holdem --opponent-call 25%"),
    ("history_import", [HISTORIES], {}, f"history import {HISTORIES}"),
    ("history_hands", [], {"most": 3}, "history hands --most 3"),
    ("history_players", [], {}, "history players"),
    ("history_problems", [], {}, "history problems"),
    ("history_report", [], {"game": "holdem"}, "history report --game holdem"),
    ("history_tables", [], {"seconds": 0.5}, "history tables --seconds 0.5"),
    ("flop", ["holdem", "9s8s2s"], {"stacks": "5bb"}, "flop 9s8s2s --stacks 5bb"),
    ("history_opponents", [], {"least": 1, "game": "holdem"}, "history opponents --least 1 --game holdem"),
    ("history_explain", ["{hands}"], {}, "history explain {hands}"),
    ("history_repair", [], {}, "history repair"),
    ("history_forget", [], {"all": True}, "history forget --all"),
    ("train_score", [], {}, "train score"),
    ("train_import", ["{answers}"], {}, "train import {answers}"),
    ("train_repair", [], {}, "train repair"),
    ("train_reset", [], {"all": True}, "train reset --all"),
    ("videopoker_list", [], {}, "videopoker list"),
    ("videopoker_show", ["JoB 9/6"], {}, "videopoker show JoB 9/6"),
    ("videopoker_simulate", ["JoB 9/6"], {"hands": 50, "runs": 20, "seed": 3},
     "videopoker simulate 'JoB 9/6' --hands 50 --runs 20 --seed 3"),
    ("videopoker_analyse", ["JoB 9/6"], {}, "videopoker analyse 'JoB 9/6'"),
    ("videopoker_strategy", ["JoB 9/6"], {}, "videopoker strategy 'JoB 9/6'"),
    ("videopoker_hold", ["Ah Kh Qh 2c 2d"], {}, "videopoker hold AhKhQh2c2d"),
]  # fmt: skip
"""Functions with what they are given, and the command that asks the same; in braces the names of `FILES`."""
FILES = {
    "{rule}": """
game = "six-plus"
[score]
ranks-ace-20 = 1
pair = 20
[[thresholds]]
s = 10
jam_from = 17
call_from = "any"
""",
    "{answers}": '{"format": "jamfold-training", "version": 1, "answers": []}',
    "{hands}": HISTORIES.read_text(encoding="utf-8").split("\n\n\n")[0],
}
NO_DOOR = {"bot", "flop-chart", "flop-table", "info"}
"""Commands with JSON that no case has: a bot is tested with its dealer below, a chart of all flops takes
minutes, deals on a flop are as many as there is time, and what is stored changes beside a test."""
PROMISED = json.loads(SHAPES.read_text())
"""By command the entries of its JSON and what they are; entries may be added, nothing else may change."""


@pytest.mark.parametrize(("name", "words", "values", "command"), CASES, ids=[one[3][:40] for one in CASES])
def test_values_are_the_json_of_the_command(
    name: str, words: list[Any], values: dict[str, Any], command: str,
    capsys: pytest.CaptureFixture[str], shared_tables: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    run = Runner(capsys)
    if name == "tables_list":  # other tests build in the folder that they share
        monkeypatch.setenv("JAMFOLD_DATA", str(shared_tables / "own"))
        jamfold.build("six-plus")
    promised = PROMISED[command.removesuffix(str(HISTORIES))]
    as_json = () if "json" in command else ("--json",)
    for place, content in FILES.items():
        if place in command:
            file = shared_tables / "file.toml"
            file.write_text(content, encoding="utf-8")
            words, command = [str(file)], command.replace(place, str(file))
    if name.startswith("history_") and name != "history_import":
        jamfold.history_import(HISTORIES)
    result = jamfold.ask(name, *words, **values)
    if name == "history_forget":
        jamfold.history_import(HISTORIES)
    if name == "history_import":
        jamfold.history_forget(all=True)
    printed = run.good(*shlex.split(command), *as_json)
    assert timeless(result.to_dict()) == timeless(json.loads(printed))
    assert keeps(promised, shape(result.to_dict()))
    read = pickle.loads(pickle.dumps(result))  # noqa: S301 -- its own bytes
    assert read.to_dict() == result.to_dict()
    assert repr(read) == repr(result)
    assert isinstance(read == result, bool)
    text = repr(result)
    assert 0 < len(text.splitlines()) < 100  # two tables of 32 holds are the longest
    assert "array(" not in text
    assert text == "\n".join(line.rstrip() for line in text.splitlines())
    assert len({len(column) for column in result.to_columns().values()}) <= 1
    html, row = result._repr_html_(), view_spec_of(question_of(name))
    markdown = result.to_markdown()
    assert "</" not in markdown
    assert markdown == f"```text\n{text}\n```\n" or row.sheet
    assert html.startswith("<div>")
    if row.has_html and not is_drawn(result):  # as on the page
        assert with_style(Html(respond(result._question, result)["html"])) == html


def commands_with_json() -> Iterator[str]:
    """The words of all commands of the program that print JSON, by the lists that its help shows."""
    for name in " ".join(PANELS.values()).split():
        loaded = load_command(name)
        for one, command in {"": loaded, **getattr(loaded, "commands", {})}.items():
            if any("--json" in parameter.opts for parameter in command.params):
                yield f"{name} {one}".strip()


@pytest.mark.parametrize("command", [*commands_with_json()])
def test_every_command_with_json_is_compared(command: str) -> None:
    name = command.replace(" ", "_").replace("-", "_")
    assert (command in NO_DOOR) or name in {case[0] for case in CASES}


def test_a_bot_tells_in_python_what_it_prints(
    capsys: pytest.CaptureFixture[str], shared_tables: Path
) -> None:
    run, port = Runner(capsys), free_port()
    told: list[BotRun] = []

    def play() -> None:
        told.append(once_listening(lambda: jamfold.bot("holdem", port=port)))

    player = Thread(target=play)
    player.start()
    jamfold.match("holdem", port=port, deals=3)
    player.join()
    dealer = Thread(target=lambda: jamfold.match("holdem", port=port, deals=3))
    dealer.start()
    printed = run("bot", "--game", "holdem", "--port", port, "--json")
    while "No dealer listens" in printed.err:
        printed = run("bot", "--game", "holdem", "--port", port, "--json")
    dealer.join()
    assert told[0].to_dict() == json.loads(printed.out)


def timeless(values: Any) -> Any:
    """JSON values without what a clock says."""
    if isinstance(values, dict):
        return {name: timeless(value) for name, value in values.items() if name != "seconds"}
    return [timeless(one) for one in values] if isinstance(values, list) else values


def shape(values: Any) -> Any:
    """The entries of JSON values, and what they are; of a list, every shape that is in it."""
    if isinstance(values, dict):
        return {name: shape(value) for name, value in values.items()}
    if isinstance(values, list):
        shapes = {json.dumps(one): one for one in map(shape, values)}
        return [shapes[text] for text in sorted(shapes)]
    return type(values).__name__


def keeps(promised: Any, now: Any) -> bool:
    """Whether what was promised is there as it was; dictionaries may have more entries."""
    if isinstance(promised, dict):
        same = isinstance(now, dict) and [name for name in now if name in promised] == list(promised)
        return same and all(keeps(promised[name], now[name]) for name in promised)
    if isinstance(promised, list):
        return isinstance(now, list) and all(any(keeps(one, some) for one in promised) for some in now)
    return bool(promised == now)


def test_one_answer_knows_its_question_and_another_its_own() -> None:
    """The solution of a spot is kept in memory, so both are made of the same one."""
    first, second = (jamfold.solve("holdem", stacks="9bb") for _ in range(2))
    assert first is not second
    assert first.solution is second.solution
    few = jamfold.compare("holdem", stacks="9bb", jam="22+", top=2)
    assert (
        few.to_dict()["top"]
        if "top" in few.to_dict()
        else len(repr(few)) < len(repr(jamfold.compare("holdem", stacks="9bb", jam="22+", top=9)))
    )


def test_html_of_a_best_response_says_what_it_gains() -> None:
    answer = jamfold.solve("holdem", call_range="20%")
    shown = respond(answer._question, answer)["html"]
    assert "The best response gains 1.837957 chips over the equilibrium strategy." in shown
    assert "Exact best response to the range" in shown
    assert "neither player can gain" not in shown  # the pair is no equilibrium


def test_what_is_made_without_a_question_shows_itself_too(tmp_path: Path) -> None:
    spot = jamfold.solve("holdem", stacks="9bb")
    spot.save(tmp_path / "spot.npz")
    again = jamfold.load_solution(tmp_path / "spot.npz")
    assert timeless(again.to_dict()) == timeless(spot.to_dict())
    assert "9 bb" in repr(again)
    assert repr(spot.strategy("sb")).startswith("<SeatStrategy")
    with pytest.raises(jamfold.JamfoldError, match="SeatStrategy has no JSON by itself"):
        spot.strategy("sb").to_dict()


def test_several_results_are_a_tuple() -> None:
    tables = jamfold.videopoker_list()
    assert isinstance(tables, ResultTuple)
    assert [one["name"] for one in tables.to_dict()] == [one.name for one in tables]
    assert tables.to_columns()["name"][0] == tables[0].name


def test_all_results_of_questions_show_themselves() -> None:
    kinds = {kind for name in HOMES for kind in result_types(question_of(name)) if isinstance(kind, type)}
    assert {kind.__name__ for kind in kinds if not issubclass(kind, DisplayableResult)} == {"str", "Needs"}
