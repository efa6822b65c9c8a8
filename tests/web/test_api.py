"""The JSON API against its own document and against the command line."""

from __future__ import annotations

import json
from typing import Any

import pytest

from jamfold.cli.main import main
from tests.web.server import Server

JSON = {"Content-Type": "application/json"}


def command_line(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main(list(words))
    out, err = capsys.readouterr()
    return code, out, err.strip()


@pytest.fixture(scope="module")
def document(server: Server) -> dict[str, Any]:
    status, found = server.get("/api/openapi.json")
    assert status == 200
    return dict(found)


def finished(server: Server, path: str, values: Any) -> dict[str, Any]:
    """The job of a request, when it is done."""
    status, answer = server.post(path, values)
    while status in (200, 202) and answer["state"] in ("queued", "running"):
        status, answer = server.get(f"/api/jobs/{answer['job']}?wait=60")
    assert status == 200, answer
    assert answer["state"] == "done", answer
    return dict(answer)


def test_document(document: dict[str, Any]) -> None:
    assert document["openapi"].startswith("3.")
    assert {(path, method) for path, methods in document["paths"].items() for method in methods} == {
        ("/api/solve", "post"),
        ("/api/hand", "post"),
        ("/api/equity", "post"),
        ("/api/videopoker", "get"),
        ("/api/videopoker", "post"),
        ("/api/jobs/{job}", "get"),
        ("/api/jobs/{job}", "delete"),
    }
    for methods in document["paths"].values():
        for operation in methods.values():
            assert operation["summary"]
            assert "200" in operation["responses"]


def check_answer(document: dict[str, Any], answer: dict[str, Any]) -> None:
    """An answer has the fields of the document's job."""
    schema = document["components"]["schemas"]["JobAnswer"]
    assert set(answer) == set(schema["properties"]) == set(schema["required"])
    assert answer["state"] in schema["properties"]["state"]["enum"]


def test_solve(server: Server, document: dict[str, Any]) -> None:
    answer = finished(server, "/api/solve", {"game": "six-plus", "stacks": [80, 100], "ante": 1})
    check_answer(document, answer)
    result = answer["result"]
    assert result["exact"] is True
    assert result["effective_stack"] == 79
    assert sum(result["value_chips"]) == pytest.approx(0, abs=1e-9)
    again = finished(server, "/api/solve", {"game": "six-plus", "stacks": [80.0, 100.0], "ante": 1})
    assert again["job"] == answer["job"]


def test_hand(server: Server) -> None:
    spot = {"game": "six-plus", "stacks": [80, 100], "ante": 1}
    result = finished(server, "/api/hand", {**spot, "cards": "As Ah"})["result"]
    assert result["advice"] == "jam"
    assert result["words"]
    by_id = finished(server, "/api/hand", {**spot, "id": result["id"], "position": "bb"})["result"]
    assert by_id["representative"] == result["representative"]
    assert by_id["advice"] == "call"


def test_equity(server: Server) -> None:
    result = finished(server, "/api/equity", {"game": "holdem", "players": ["AsAh", "KsKh"]})["result"]
    assert result["exact"] is True
    assert sum(result["outcomes"]) == 1_712_304
    sampled = {"game": "holdem", "players": ["AsAh", "KsKh", "22+"], "deals": 1000, "seed": 7}
    assert finished(server, "/api/equity", sampled)["result"]["deals"] == 1000


def test_video_poker(server: Server) -> None:
    tables: list[dict[str, Any]] = server.get("/api/videopoker?wait=60")[1]["result"]
    assert "Jacks or Better 9/6" in [table["name"] for table in tables]
    result = finished(server, "/api/videopoker", {"table": "Jacks or Better 9/6"})["result"]
    assert (result["return_numerator"] * 1_661_102_543_100) == 1_653_526_326_983 * result[
        "return_denominator"
    ]
    for table in tables:
        if table["name"] in ("Jacks or Better 9/6", "Joker Poker, kings or better, 20/7/5"):
            own = finished(server, "/api/videopoker", {"toml": table["toml"]})["result"]
            named = finished(server, "/api/videopoker", {"table": table["name"]})["result"]
            assert own["frequencies"] == named["frequencies"]
    deal = finished(server, "/api/videopoker", {"table": "Jacks or Better 9/6", "deal": "Ah Kh Qh 2c 2d"})[
        "result"
    ]
    assert len(deal["holds"]) == 32
    assert deal["holds"][0]["cards"] == "Ah Kh Qh"


BAD_SPOTS = [
    ({"game": "chess"}, ["--game", "chess"], "game"),
    ({"stacks": [0, 100]}, ["--stacks", "0", "100"], "stack_sb"),
    ({"stacks": [100, -5]}, ["--stacks", "100", "-5"], "stack_bb"),
    ({"blinds": [20, 10]}, ["--blinds", "20", "10"], "blind_sb"),
    ({"ante": -1}, ["--ante", "-1"], "ante"),
    ({"bb_ante": -1}, ["--bb-ante", "-1"], "bb_ante"),
    ({"dead": -1}, ["--dead", "-1"], "dead"),
    ({"dead": 1e300}, ["--dead", "1e300"], "dead"),
    ({"stacks": [1e9, 1e9]}, ["--stacks", "1e9", "1e9"], "stack_sb"),
    ({"method": "magic"}, ["--method", "magic"], "method"),
    (
        {"method": "fictitious-play", "iterations": 0},
        ["--method", "fictitious-play", "--iterations", "0"],
        "iterations",
    ),
    ({"iterations": 50}, ["--iterations", "50"], "iterations"),
]


@pytest.mark.parametrize(("spot", "words", "field"), BAD_SPOTS)
def test_the_same_sentences(
    server: Server, capsys: pytest.CaptureFixture[str], spot: dict[str, Any], words: list[str], field: str
) -> None:
    status, answer = server.post("/api/solve", {"game": "holdem", **spot})
    code, _, sentence = command_line(capsys, "solve", "--game", "holdem", *words)
    assert (status, code) == (422, 2)
    assert answer == {"error": sentence, "field": field}


@pytest.mark.parametrize(
    ("path", "values", "words"),
    [
        ("/api/solve", {"stacks": 100}, "The stacks must be two numbers"),
        ("/api/solve", {"stacks": [1, 2, 3]}, "The stacks must be two numbers"),
        ("/api/solve", {"stacks": ["a", 2]}, "The small blind's stack must be a number of chips"),
        ("/api/solve", {"dead": {}}, "The dead money must be a number of chips"),
        ("/api/solve", {"iterations": "x"}, "The number of iterations must be a whole number"),
        ("/api/solve", {"colour": 1}, "Unknown entry 'colour'"),
        ("/api/hand", {"game": "holdem"}, "Give the cards of a hand or the id"),
        ("/api/hand", {"game": "holdem", "cards": "Ax"}, "'Ax' in 'Ax' is not a card"),
        (
            "/api/hand",
            {"game": "holdem", "cards": "AsKs", "position": "utg"},
            "The position must be sb or bb",
        ),
        ("/api/hand", {"game": "holdem", "id": 169}, ""),
        ("/api/equity", {}, "The entry 'players' is missing"),
        ("/api/equity", {"players": ["AsKs"], "game": "holdem"}, "An equity needs 2 to 9 players"),
        ("/api/equity", {"players": ["AsKs", "AsQs"], "game": "holdem"}, "'AsKs' and 'AsQs' both hold As"),
        ("/api/equity", {"players": ["AsKs", "zz"], "game": "holdem"}, ""),
        ("/api/equity", {"players": ["AsKs", "QsQh"], "game": "holdem", "seed": -1}, "The seed"),
        ("/api/videopoker", {}, "Give the name of a pay table"),
        ("/api/videopoker", {"toml": "name = 3"}, "In the pay table 'your table'"),
        ("/api/videopoker", {"toml": "x" * 20000}, "A pay table is a text"),
        ("/api/videopoker", {"table": "Jacks or Better 9/6", "deal": "Ah"}, ""),
    ],
)
def test_bad_values(server: Server, path: str, values: Any, words: str) -> None:
    status, answer = server.post(path, values)
    assert status == 422
    assert answer["error"].startswith(words)
    assert answer["error"].endswith(".")
    assert "\n" not in answer["error"]


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe", b"[1,2", b"stacks=1", b'{"game": "holdem"'])
def test_no_json(server: Server, body: bytes) -> None:
    status, _, content = server.ask("POST", "/api/solve", body, JSON)
    assert status in (400, 422)
    assert json.loads(content)["error"]


@pytest.mark.parametrize(
    "body", [b"null", b"[]", b"3", b'"x"', b"[" * 5000, b'{"ante": NaN}', b'{"dead": 1e999}']
)
def test_strange_json(server: Server, body: bytes) -> None:
    status, _, content = server.ask("POST", "/api/solve", body, JSON)
    assert status in (400, 422)
    assert json.loads(content)["error"]


def test_jobs(server: Server, document: dict[str, Any]) -> None:
    assert server.get("/api/jobs/nothing")[0] == 404
    assert server.ask("DELETE", "/api/jobs/nothing")[0] == 404
    status, job = server.post("/api/solve?wait=0", {"game": "six-plus", "stacks": [77, 77]})
    assert status in (200, 202)
    check_answer(document, job)
    done = server.get(f"/api/jobs/{job['job']}?wait=60")[1]
    assert done["state"] == "done"


def test_stop(server: Server) -> None:
    long = {"game": "six-plus", "method": "fictitious-play", "iterations": 1_000_000}
    status, job = server.post("/api/solve?wait=0.5", long)
    assert status == 202
    status, _, _ = server.ask("DELETE", f"/api/jobs/{job['job']}")
    assert status == 200
    stopped = server.get(f"/api/jobs/{job['job']}?wait=60")[1]
    assert stopped["state"] == "stopped"
    assert stopped["result"] is None
