"""The JSON API against its own document and against the command line."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

from jamfold.cli.main import main
from jamfold.web.routes import HOLD_EXAMPLES, ROUTES, UnicodeResponse
from jamfold.web.security import MAX_BODY
from tests.web.schema import Document
from tests.web.server import PATIENCE, Server


def command_line(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main(list(words))
    out, err = capsys.readouterr()
    return code, out, err.strip()


@pytest.fixture(scope="module")
def document(server: Server) -> Document:
    return Document(server)


@pytest.mark.long
def test_document(document: Document) -> None:
    assert document.values["openapi"].startswith("3.1")
    operations = {(path, method): operation for path, method, operation in document.operations()}
    assert len(operations) > 45
    routes = {(f"/api/{row.question.name}", "post") for row in ROUTES}
    routes |= {("/api/videopoker", "get"), ("/api/videopoker", "post")}
    assert set(operations) == routes | {("/api/jobs/{job}", "get"), ("/api/jobs/{job}", "delete")}
    for operation in operations.values():
        assert operation["summary"]
        assert {"200", "403", "422"} <= set(operation["responses"])


def test_schemas_allow_nothing_else(document: Document) -> None:
    schemas = document.schemas()
    assert len(schemas) > 20
    for name, schema in schemas.items():
        jsonschema.Draft202012Validator.check_schema(schema)
        if name not in ("HTTPValidationError", "ValidationError"):  # of the framework, never answered
            assert schema["additionalProperties"] is False, name


def test_a_wrong_answer_does_not_fit(document: Document) -> None:
    answer = document.finished("/api/solve", {"game": "six-plus"})
    schema = {"$ref": "#/components/schemas/SolveJob"}
    document.validate(schema, answer)
    for wrong in (
        answer | {"result": answer["result"] | {"surprise": 1}},
        answer | {"state": "lost"},
        answer | {"result": {name: value for name, value in answer["result"].items() if name != "s"}},
        answer | {"result": answer["result"] | {"jam_percent": "all"}},
    ):
        with pytest.raises(jsonschema.ValidationError):
            document.validate(schema, wrong)


TAKE_SECONDS = ("/app", "/audit", "/tournament-three", "/train-table")


def _examples() -> Iterator[Any]:
    """Requests of the document, but for those of Omaha's table, which are in tests/full."""
    paths = {f"/{row.question.name}": row.examples or () for row in ROUTES} | {"/videopoker": HOLD_EXAMPLES}
    for path, examples in paths.items():
        for number, example in enumerate(examples):
            tabled = path in ("/solve", "/hand", "/compare")
            if tabled and "omaha" in example.get("game", "omaha"):
                continue
            searches = path in ("/table", "/jackpot") and "seconds" in example  # on all cores
            yield pytest.param(
                f"/api{path}",
                example,
                id=f"{path} {number}",
                marks=pytest.mark.long if searches or path in TAKE_SECONDS else (),
            )


@pytest.mark.parametrize(("path", "example"), [*_examples()])
def test_examples_work_as_they_stand(document: Document, path: str, example: dict[str, Any]) -> None:
    body = document.operation("POST", path)["requestBody"]["content"]["application/json"]["schema"]
    assert example in document.schemas()[body["$ref"].rsplit("/", 1)[1]]["examples"]
    document.finished(path, example)


@pytest.mark.parametrize("game", ["holdem", "six-plus", "six-plus-trips"])
@pytest.mark.parametrize(
    "spot",
    [
        {},
        {"stacks": [80, 100], "ante": 1},
        {"stacks": [100, 80.5], "blinds": [1, 10], "bb_ante": 10, "dead": 7.5},
        {"stacks": [6, 9], "ante": 5},
        {"stacks": [3, 9]},
        {"stacks": [100, 6]},
        {"method": "fictitious-play", "iterations": 3},
    ],
)
def test_solve(document: Document, game: str, spot: dict[str, Any]) -> None:
    values = {"game": game, **spot}
    answer = document.finished("/api/solve", values)
    result = answer["result"]
    assert result["game"] == game
    assert sum(result["value_chips"]) == pytest.approx(result["dead"], abs=1e-9)
    assert result["exact"] is (result["epsilon_bb"] < 1e-9)
    assert document.finished("/api/solve", values)["job"] == answer["job"]
    for position in ("sb", "bb"):
        for hand in ({"cards": "As Ah"}, {"cards": "7s6d"}, {"id": 3}):
            found = document.finished("/api/hand", {**values, **hand, "position": position})["result"]
            assert found["position"] == position
            assert found["words"]


def test_solve_as_documented(document: Document) -> None:
    result = document.finished("/api/solve", {"game": "six-plus", "stacks": [80, 100], "ante": 1})["result"]
    assert result["exact"] is True
    assert result["effective_stack"] == 79


def test_hand(document: Document) -> None:
    spot = {"game": "six-plus", "stacks": [80, 100], "ante": 1}
    result = document.finished("/api/hand", {**spot, "cards": "As Ah"})["result"]
    assert result["advice"] == "jam"
    by_id = document.finished("/api/hand", {**spot, "id": result["id"], "position": "bb"})["result"]
    assert by_id["representative"] == result["representative"]
    assert by_id["advice"] == "call"


@pytest.mark.parametrize(
    "asked",
    [
        {"game": "holdem", "players": ["AsAh", "KsKh", "22+"], "deals": 1000, "seed": 7},
        {"game": "holdem", "players": ["22+", "A2+"], "board": "As Kd 2c"},
        {"game": "holdem", "players": ["22+", "A2+"]},
        {"game": "holdem", "players": ["As", "KK"], "dead": "Ac", "exact": False, "seed": 1},
        {"game": "six-plus", "players": ["AsAh", "KsKh", "7s6s"], "board": "9d Td Jc Qc"},
        {"game": "omaha", "players": ["AsAhKsKh", "7d6d5c4c"]},
        {"game": "omaha", "players": ["AA$ds", "QJT9"], "board": "2c3c4d", "deals": 500},
        {"game": "omaha-hilo", "players": ["AsAh2s3h", "8s7h6d5c"]},
        {"game": "omaha-hilo", "players": ["AsAh2s3h", "8s7h6d5c", "KKQJ"], "board": "4d9cKd", "error": 0.02},
        {"game": "omaha-hilo", "players": ["A2", "KK"], "board": "4d9cKd3s5s", "exact": True},
    ],
)
def test_equity(document: Document, asked: dict[str, Any]) -> None:
    result = document.finished("/api/equity", asked)["result"]
    assert sum(player["equity"] for player in result["players"]) == pytest.approx(1)
    assert result["exact"] is not any(name in asked for name in ("deals", "error")) or "exact" in asked


def test_equity_of_two_hands(document: Document) -> None:
    result = document.finished("/api/equity", {"game": "holdem", "players": ["AsAh", "KsKh"]})["result"]
    assert result["exact"] is True
    assert result["outcomes"] == [1_410_336, 9_308, 292_660]


def test_video_poker(document: Document) -> None:
    _, answer = document.ask("GET", "/api/videopoker?wait=60")
    tables: list[dict[str, Any]] = answer["result"]
    assert "Jacks or Better 9/6" in [table["name"] for table in tables]
    result = document.finished("/api/videopoker", {"table": "Jacks or Better 9/6"})["result"]
    assert (result["return_numerator"] * 1_661_102_543_100) == 1_653_526_326_983 * result[
        "return_denominator"
    ]
    for table in tables:
        if table["name"] in ("Jacks or Better 9/6", "Joker Poker, kings or better, 20/7/5"):
            own = document.finished("/api/videopoker", {"toml": table["toml"]})["result"]
            named = document.finished("/api/videopoker", {"table": table["name"]})["result"]
            assert own["frequencies"] == named["frequencies"]
    deal = {"table": "Jacks or Better 9/6", "deal": "Ah Kh Qh 2c 2d"}
    holds = document.finished("/api/videopoker", deal)["result"]["holds"]
    assert len(holds) == 32
    assert holds[0]["cards"] == "Ah Kh Qh"
    joker = {"table": "Joker Poker, kings or better, 20/7/5", "deal": "Ah Kh Qh 2c Joker"}
    assert document.finished("/api/videopoker", joker)["result"]["holds"][0]["cost"] == 0


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
    document: Document, capsys: pytest.CaptureFixture[str], spot: dict[str, Any], words: list[str], field: str
) -> None:
    status, answer = document.ask("POST", "/api/solve", {"game": "holdem", **spot})
    code, _, sentence = command_line(capsys, "solve", "--game", "holdem", *words)
    assert (status, code) == (422, 2)
    assert answer == {"error": sentence, "field": field}


@pytest.mark.parametrize(
    ("path", "values", "words"),
    [
        ("/api/solve", {"stacks": 100}, "The stacks must be two amounts"),
        ("/api/solve", {"stacks": [1, 2, 3]}, "The stacks must be two amounts"),
        ("/api/solve", {"stacks": ["a", 2]}, "The small blind's stack must be a number of chips"),
        ("/api/solve", {"dead": {}}, "The dead money must be a number of chips"),
        ("/api/solve", {"iterations": "x"}, "The number of iterations must be a whole number"),
        ("/api/solve", {"stacks": ["xbb", 100]}, "The small blind's stack must be a number of chips"),
        ("/api/solve", {"blinds": [5, True]}, "The big blind must be a number of chips"),
        ("/api/solve", {"ante": "1b"}, "The ante must be a number of chips"),
        ("/api/solve", {"colour": 1}, "Unknown entry 'colour'"),
        ("/api/hand", {"game": "holdem"}, "Enter a hand, such as K7o, or a hand ID."),
        ("/api/hand", {"game": "holdem", "cards": "Ay"}, "'Ay' in the range 'Ay' is not understood. Try TT+"),
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
        (
            "/api/equity",
            {"players": ["AsKs", "QsQh"], "seed": False},
            "The seed must be a whole number, not 'False'.",
        ),
        ("/api/icm", {}, "No players"),
        ("/api/icm", {"stacks": 5, "prizes": [3]}, "The stacks must be a list of numbers."),
        ("/api/icm", {"stacks": [5, None], "prizes": [3]}, "The stacks must be a list of numbers."),
        ("/api/icm", {"stacks": [5, "x"], "prizes": [3]}, "The stack of player 2 must be a number"),
        ("/api/deal", {"stacks": [5, 3], "prizes": [3, 2], "keep": 9}, "9 cannot be left to play for"),
        ("/api/icm", {"stacks": [5, 3], "prizes": ["50%", 4]}, "Payouts mix money (4) and percentages"),
        (
            "/api/icm",
            {"stacks": [5, 3], "prizes": [3], "heads": "luck"},
            "Unknown value of remaining bounties 'luck'. Choose from",
        ),
        (
            "/api/match",
            {"stacks": [100]},
            "The stacks must be two amounts, for small and big blind, such as '10bb",
        ),
        ("/api/solve", {"blinds": ["5"]}, "The blinds must be two amounts, for small and big blind."),
        ("/api/app", {"games": 3}, "The games must be a list of texts, not '3'."),
        ("/api/icm", {"envelopes": [1]}, "The envelopes must be a list of texts, not '1'."),
        ("/api/train-tree", {"jam": "none"}, "The jams next to raises must be true or false"),
        ("/api/winchance", {"hand": "AsKd", "flop": "\ud800"}, "The entry 'flop' has half of a pair"),
        ("/api/equity", {"players": ["AA", "\udfff"]}, "The entry 'players' has half of a pair"),
        ("/api/videopoker", {}, "Enter the name of a pay table"),
        ("/api/videopoker", {"deal": 3}, "The deal must be text, not '3'."),
        ("/api/videopoker", [], "The body must be a JSON object."),
        ("/api/solve", [{"game": "holdem"}], "The body must be a JSON object."),
        ("/api/solve", "x", "The body must be a JSON object."),
        ("/api/videopoker", {"toml": "name = 3"}, "In the pay table 'your table'"),
        ("/api/videopoker", {"toml": "x" * 20001}, "Too many characters in the toml: at most 20,000."),
        ("/api/videopoker", {"table": "Jacks or Better 9/6", "deal": "Ah"}, ""),
    ],
)
def test_bad_values(document: Document, path: str, values: Any, words: str) -> None:
    status, answer = document.ask("POST", path, values)
    assert status == 422
    assert answer["error"].startswith(words)
    assert answer["error"].endswith(".")
    assert "\n" not in answer["error"]


@pytest.mark.parametrize(
    "stacks",
    [["10bb"], [], ["10bb", "9bb", "8bb"]],
)
def test_stacks_of_a_wrong_number(document: Document, stacks: list[str]) -> None:
    """The error names an entry of the request."""
    answer = document.ask("POST", "/api/solve", {"game": "holdem", "stacks": stacks})
    form = "such as '10bb 12bb'; the text '10bb' is both."
    sentence = f"The stacks must be two amounts, for small and big blind, {form}"
    assert answer == (422, {"error": sentence, "field": "stacks"})


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"players": ["AsKs"]}, "players"),
        ({"players": ["AsKs", "QsQh"], "board": "2c"}, "board"),
        ({"players": ["AsKs", "QsQh"], "board": "2c3c4x"}, "board"),
        ({"players": ["AsKs", "QsQh"], "dead": "Zz"}, "dead"),
        ({"players": ["AsKs", "zz"]}, "player2"),
        ({"players": ["AsKs", "AsQs"]}, "player2"),
    ],
)
def test_the_field_of_an_equity(document: Document, values: dict[str, Any], field: str) -> None:
    status, answer = document.ask("POST", "/api/equity", {"game": "holdem", **values})
    assert (status, answer["field"]) == (422, field)


def test_icm_as_on_the_command_line(document: Document, capsys: pytest.CaptureFixture[str]) -> None:
    asked = {"stacks": [5000, 3000, 2000], "prizes": ["50%", "30%", "20%"]}
    words = ("--stacks", "5000", "3000", "2000", "--prizes", "50%", "30%", "20%")
    code, out, _ = command_line(capsys, "icm", *words, "--json")
    assert code == 0
    assert document.finished("/api/icm", asked)["result"] == json.loads(out)


def test_a_rake_is_read_as_on_the_command_line(document: Document) -> None:
    spot = {"game": "holdem", "stacks": ["10bb", "10bb"], "cap": "1bb"}
    number, text = (document.finished("/api/solve", {**spot, "rake": rake}) for rake in (5, "5%"))
    assert number["result"]["rake"]["percent"] == 5
    assert text["result"] == number["result"]


@pytest.mark.parametrize("prizes", ["sng", ["sng"], "50%, 30%, 20%", "50% 30% 20%"])
def test_lists_are_read_as_on_the_command_line(document: Document, prizes: Any) -> None:
    answer = document.finished("/api/icm", {"stacks": "5000 3000 2000", "prizes": prizes})["result"]
    assert (
        answer
        == document.finished("/api/icm", {"stacks": [5000, 3000, 2000], "prizes": ["50%", "30%", "20%"]})[
            "result"
        ]
    )


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe", b"[1,2", b"stacks=1", b'{"game": "holdem"'])
def test_no_json(document: Document, body: bytes) -> None:
    status, answer = document.ask("POST", "/api/solve", body=body)
    assert status in (400, 422)
    assert answer["error"]


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded"])
def test_json_that_is_sent_as_another_type(server: Server, kind: str) -> None:
    status, _, content = server.ask("POST", "/api/solve", b'{"game": "holdem"}', {"Content-Type": kind})
    sentence = "The request must be JSON, sent with the header Content-Type: application/json."
    assert (status, json.loads(content)) == (422, {"error": sentence, "field": None})


@pytest.mark.parametrize(
    "body",
    [
        b"null",
        b"[]",
        b"3",
        b'"x"',
        b"[" * 5000,
        b'{"ante": NaN}',
        b'{"dead": 1e999}',
        b'{"\\ud800": 1}',  # a lone surrogate, which no answer can hold
        b'{"game": "\\ud800"}',
        b'{"iterations": "\\ud800"}',
    ],
)
def test_strange_json(document: Document, body: bytes) -> None:
    status, answer = document.ask("POST", "/api/solve", body=body)
    assert status in (400, 422)
    assert answer["error"]


def test_the_guard_answers_as_documented(document: Document) -> None:
    status, words = document.ask("POST", "/api/solve", {}, Origin="http://evil.example")
    assert (status, words) == (403, "Pages of other sites may not use this server.")
    status, words = document.ask("GET", "/api/jobs/1", Host="evil.example")
    assert status == 403
    status, words = document.ask("POST", "/api/equity", body=b" " * (MAX_BODY + 1))
    assert (status, words) == (413, f"The request is larger than {MAX_BODY:,} bytes.")


def test_a_name_that_is_no_text_is_answered() -> None:
    """The title of another request had half of a character, and the answer was Internal Server Error."""
    assert json.loads(bytes(UnicodeResponse({"file": "day\udc80.txt"}).body)) == {"file": "day\udc80.txt"}


@pytest.mark.parametrize("wait", ["-1", "61", "soon", "nan"])
def test_bad_waits(document: Document, wait: str) -> None:
    for method, path in (("GET", "/api/videopoker"), ("GET", "/api/jobs/1"), ("POST", "/api/solve")):
        status, answer = document.ask(method, f"{path}?wait={wait}", {} if method == "POST" else None)
        assert (status, answer["field"]) == (422, None)
        assert answer["error"] == f"'wait' must be a number of seconds, 0 to 60, not '{wait}'."


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/nothing", 404),
        ("POST", "/api/", 404),
        ("GET", "/api/solve", 405),
        ("TRACE", "/api/videopoker", 405),
        ("PUT", "/api/jobs/1", 405),
    ],
)
def test_what_is_not_there(server: Server, method: str, path: str, status: int) -> None:
    found, headers, content = server.ask(method, path)
    assert (found, headers["content-type"]) == (status, "application/json")
    assert json.loads(content)["error"].endswith(".")
    assert ("allow" in headers) is (status == 405)


def test_jobs(document: Document) -> None:
    for method in ("GET", "DELETE"):
        status, answer = document.ask(method, "/api/jobs/nothing")
        assert (status, answer["error"]) == (404, "Unknown job. Jobs end with the program.")
    status, job = document.ask("POST", "/api/solve?wait=0", {"game": "six-plus", "stacks": [77, 77]})
    assert status in (200, 202)
    status, done = document.ask("GET", f"/api/jobs/{job['job']}?wait=60")
    assert (status, done["state"]) == (200, "done")


def test_stop(document: Document) -> None:
    long = {"game": "six-plus", "method": "fictitious-play", "iterations": 1_000_000}
    status, job = document.ask("POST", "/api/solve?wait=0.5", long)
    assert status == 202
    assert document.ask("DELETE", f"/api/jobs/{job['job']}")[0] == 200
    _, stopped = document.ask("GET", f"/api/jobs/{job['job']}?wait=60")
    assert (stopped["state"], stopped["result"]) == ("stopped", None)
    assert stopped["error"] == "Stopped."


def test_a_job_that_is_stopped_while_it_is_waited_for(document: Document, server: Server) -> None:
    long = {"game": "six-plus", "method": "fictitious-play", "iterations": 999_999}
    _, job = document.ask("POST", "/api/solve?wait=0", long)
    waiting = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    waiting.request(
        "POST", "/api/solve?wait=60", json.dumps(long), server.own | {"Content-Type": "application/json"}
    )
    for _ in range(3):  # what was sent before is read before
        document.ask("GET", f"/api/jobs/{job['job']}")
    document.ask("DELETE", f"/api/jobs/{job['job']}")
    answer = waiting.getresponse()
    kind = str(answer.getheader("content-type"))
    told = document.check("POST", "/api/solve", answer.status, kind, answer.read())
    assert (answer.status, told) == (409, {"error": "Stopped.", "field": None})
    waiting.close()
