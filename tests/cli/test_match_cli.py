"""``jamfold match``, ``bot`` and ``play``: what they print, what they refuse, two programs and a referee."""

from __future__ import annotations

import io
import json
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import TypeVar

import jsonschema
import pytest
from pydantic import TypeAdapter

from jamfold.cases import answers
from jamfold.cases.answers.watch import Observer
from jamfold.cases.match import BotRequest, PlayRequest
from jamfold.core.errors import MatchError
from jamfold.histories.records import Hand
from jamfold.practice.matches.no_limit_hand import HandState
from jamfold.practice.matches.player import BotRun
from jamfold.practice.matches.protocol import CALL, connect, format_reply, listen, parse_state
from jamfold.practice.matches.results import MatchResult
from jamfold.views.matches import session_line
from jamfold.web.schemas import schema_of
from tests.command_line import Runner
from tests.histories.samples import read_file
from tests.match_players import TEN_BLINDS

T = TypeVar("T")
HOLDEM = ("--game", "holdem")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Runner:
    return Runner(capsys)


def free_port() -> int:
    with listen(0) as server:
        port: int = server.getsockname()[1]
    return port


def test_two_known_players_get_the_exact_value(run: Runner) -> None:
    assert run.good("match", *HOLDEM).endswith(
        "the first player wins 0.000000 bb per hand, alternating seats.\n"
    )
    assert "the first player loses 0.0" in run.good("match", *HOLDEM, "--jam", "25%")
    answer = json.loads(run.good("match", *HOLDEM, "--opponent-call", "25%", "--json"))
    assert answer["exact_bb"] == pytest.approx(0.0216366, abs=1e-7)
    assert (answer["hands"], answer["raw"], answer["lost_by"]) == (None, None, None)
    jsonschema.validate(answer, TypeAdapter(schema_of(MatchResult)).json_schema())


def test_a_match_of_bots_its_json_and_its_log(run: Runner, tmp_path: Path) -> None:
    log, definition = tmp_path / "x.phhs", tmp_path / "x.game"
    words = ("match", *HOLDEM, "--deals", 15, "--jam", "22+,A2+", "--seed", 4)
    answer = json.loads(run.good(*words, "--log", log, "--save-definition", definition, "--json"))
    jsonschema.validate(answer, TypeAdapter(schema_of(MatchResult)).json_schema())
    assert (answer["hands"], answer["deals"], answer["seed"]) == (30, 15, 4)
    assert (answer["first"], answer["second"]) == ("jam 22+,A2+", "equilibrium")
    assert answer["exact_bb"] < 0
    assert "numHoleCards = 2" in definition.read_text()
    hands = list(read_file(log))
    assert len(hands) == 30
    assert all(isinstance(hand, Hand) for hand in hands)
    first = log.read_bytes()
    text = run.good(*words, "--log", log)
    assert log.read_bytes() == first
    assert "luck-adjusted" in text
    assert "30 hands: 15 deals, each played from both seats, seed 4" in text


def once_listening(act: Callable[[], T]) -> T:
    """Try until a dealer listens."""
    for _ in range(2000):
        try:
            return act()
        except MatchError:
            time.sleep(0.01)
    raise AssertionError("nobody listens")


def test_two_programs_and_a_referee(run: Runner, tmp_path: Path) -> None:
    ports, definition = (free_port(), free_port()), tmp_path / "x.game"
    run.good("match", *HOLDEM, "--save-definition", definition)
    first = BotRequest(game="holdem", port=ports[0])
    second = BotRequest.from_json({"file": definition, "port": ports[1]})
    assert second.definition == first.definition
    runs: list[BotRun] = []
    threads = [
        Thread(target=lambda one=one: runs.append(once_listening(lambda: answers.run_case(one, Observer()))))
        for one in (first, second)
    ]
    for thread in threads:
        thread.start()
    words = ("--first-port", ports[0], "--port", ports[1], "--deals", 10, "--json")
    answer = json.loads(run.good("match", *HOLDEM, *words))
    for thread in threads:
        thread.join()
    assert runs == [BotRun(20, 0)] * 2
    assert (answer["hands"], answer["exact_bb"], answer["off_model"]) == (20, None, [0, 0])
    assert (answer["first"], answer["second"]) == (f"port {ports[0]}", f"port {ports[1]}")


def test_a_program_that_does_wrong_loses_with_exit_code_2(run: Runner) -> None:
    port = free_port()

    def program() -> None:
        peer = once_listening(lambda: connect(port))
        peer.send("VERSION:2.0.0")
        peer.send("nonsense")
        peer.receive(10)

    thread = Thread(target=program)
    thread.start()
    result = run("match", *HOLDEM, "--port", port, "--deals", 5)
    thread.join()
    assert result.code == 2
    assert f"equilibrium against port {port}" in result.out
    assert f"port {port} " in result.err
    assert "and loses the match in hand" in result.err
    assert "Traceback" not in result.err


def test_a_program_that_limps_is_counted_apart(run: Runner) -> None:
    port = free_port()

    def program() -> None:
        peer = once_listening(lambda: connect(port))
        peer.send("VERSION:2.0.0")
        while (line := peer.receive(30)) is not None:
            state = parse_state(line)
            if HandState.after(TEN_BLINDS, state.betting).turn == state.position:
                peer.send(format_reply(state, CALL))
        peer.close()

    thread = Thread(target=program)
    thread.start()
    text = run.good("match", *HOLDEM, "--port", port, "--deals", 8)
    thread.join()
    assert "Limps and small raises: 0 by the first player, 8 by the second. The first player won" in text


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("match", "--stacks", 9, 100), "so one player has no decision"),
        (("match", "--blinds", "2.5", 5), "whole chips, not 2.5"),
        (("match", "--log", "x.phhs"), "Add --deals"),
        (("match", "--deals", 1, "--log", "x.log"), "The file 'x.log' must end in .phhs."),
        (("match", "--deals", 1, "--log", "missing/x.phhs"), "missing"),
        (("match", "--game", "six-plus-trips", "--deals", 1, "--log", "x.phhs"), "PHH has no variant"),
        (("match", "--jam", "AK", "--first-port", 9001), "ranges or a port, not both"),
        (("match", "--jam", "nonsense"), "nonsense"),
        (("match", "--jam", "AsKs"), "one class differently"),
        (("match", "--port", 70000), "at most 65,535"),
        (("match", "--port", "{free}", "--wait", "0.1"), "No player has connected to port"),
        (("match", "--port", "{taken}"), "cannot be used"),
        (("bot", "--port", "{free}"), "No dealer listens at port"),
        (("bot", "--port", "{free}", "--definition", "missing.game"), "Cannot read"),
        (("bot", "--port", "{free}", "--definition", "{damaged}"), "END GAMEDEF"),
        (
            ("bot", "--port", "{free}", "--definition", "{damaged}", "--stacks", 50, 50),
            "Remove those options",
        ),
        (("play", "--hands", 0), "at least 1"),
        (("play", "--call", "25%25%"), "25%25%"),
    ],
)
def test_bad_input_is_one_sentence(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[object, ...], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "damaged.game").write_text("GAMEDEF\nnolimit\n")
    with listen(0) as server:
        texts = {"{taken}": server.getsockname()[1], "{free}": free_port(), "{damaged}": "damaged.game"}
        given = [texts.get(str(word), word) for word in words]
        game = () if "--game" in words or "--definition" in words else HOLDEM
        result = run(*given, *game)
    assert result.code == 2
    assert sentence in result.err
    told = [line for line in result.err.splitlines() if not line.startswith("A player may connect")]
    assert len(told) == 1
    assert "Traceback" not in result.err
    assert result.out == ""


def test_playing_by_keys(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("j\nwhat\nf\nfold\nq\n"))
    text = run.good("play", *HOLDEM, "--seed", 1)
    assert (
        "1.  small blind: 8h4d\nj/f>   The opponent has 5d5c; the board is 7cQsJcAh4c.\n  You lose 10.00 bb."
        in text
    )
    assert "c calls, f folds, q ends." in text
    assert "4 hands: -11.00 bb" in text  # where the opponent folds there is nothing to press
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert "0 hands: 0.00 bb, 0.00 luck-adjusted" in run.good("play", *HOLDEM)
    session = answers.run_case(PlayRequest(game="holdem", seed=1), Observer())
    outcome = session.act(plays=False)._replace(won_bb=-0.001, luckless_bb=-0.0)
    assert session_line([outcome]).startswith("1 hand: 0.00 bb, 0.00 luck-adjusted;")
    deals = {answers.run_case(PlayRequest(game="holdem"), Observer()).turn().cards for _ in range(20)}
    assert len(deals) > 1


def test_a_player_by_the_rule_loses_what_the_rule_loses(run: Runner) -> None:
    told = json.loads(run.good("rule", "--game", "holdem", "--known", "--json"))
    row = next(one for one in told["thresholds"] if one["s"] == 10)
    match = json.loads(run.good("match", "--game", "holdem", "--jam", "rule", "--call", "rule", "--json"))
    assert match["first"] == "jam rule, call rule"
    assert match["exact_bb"] == pytest.approx(-row["loss_bb"] / 2, abs=1e-9)
    deep = json.loads(
        run.good("match", "--game", "holdem", "--opponent-jam", "rule", "--opponent-call", "RULE", "--stacks",
                 "15bb", "15bb", "--json")
    )  # fmt: skip
    row = next(one for one in told["thresholds"] if one["s"] == 15)
    assert deep["exact_bb"] == pytest.approx(row["loss_bb"] / 2, abs=1e-9)
