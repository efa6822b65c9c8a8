"""Every question is a function of the package: its signature, its values, its errors."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import numpy as np
import pytest

import jamfold
from jamfold import cases
from jamfold.cards.games import GAMES, SIX_PLUS
from jamfold.cases.entries import CaseRequest
from jamfold.cases.hands import HandRequest
from jamfold.cases.python.names import GROUPS, HOMES, question_of
from jamfold.core.errors import JamfoldError


def all_questions() -> Iterator[type[CaseRequest]]:
    """Those with a name of their own."""
    for module in iter_modules(cases.__path__):
        import_module(f"jamfold.cases.{module.name}")
    waiting: list[type[CaseRequest]] = [CaseRequest]
    while waiting:
        for kind in waiting.pop().__subclasses__():
            waiting.append(kind)
            if "name" in kind.__dict__ and kind.__module__.startswith("jamfold."):
                yield kind


def test_every_question_is_a_function() -> None:
    """The look-up of a hand stands for the question of the page, which adds the reasons."""
    assert {question_of(name) for name in HOMES} >= {*all_questions()} - {HandRequest}
    assert sum(map(len, GROUPS.values())) == len(HOMES)


@pytest.mark.parametrize("name", HOMES)
def test_signature_and_help_are_those_of_the_question(name: str) -> None:
    function, asked = getattr(jamfold, name), question_of(name).field_specs()
    signature = inspect.signature(function)
    assert {*signature.parameters} == {*asked, "progress"}
    help_text = inspect.getdoc(function) or ""
    assert not re.search(r"--[a-z]", help_text)
    for one in asked.values():
        assert f"\n{one.name} : " in help_text
        if one.name == "game" and one.default:
            assert next(iter(signature.parameters)) == "game"
    assert function.__name__ == name


def heard(monkeypatch: pytest.MonkeyPatch, name: str, *words: Any, **values: Any) -> Any:
    """The question that a call asks."""
    asked: list[CaseRequest] = []
    monkeypatch.setattr(
        "jamfold.cases.python.functions.run_case", lambda question, watch: asked.append(question)
    )
    getattr(jamfold, name)(*words, **values)
    return asked[0]


def test_games_amounts_and_paths_come_as_they_are(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    two = heard(monkeypatch, "solve", SIX_PLUS, "10bb", ante=np.float64(1), blinds="5 10")
    assert (two.game, two.stacks, two.ante, two.blinds) == ("six-plus", (100.0, 100.0), 1.0, (5.0, 10.0))
    assert heard(monkeypatch, "solve", "holdem", stacks=80).stacks == (80.0, 80.0)
    assert heard(monkeypatch, "solve", stacks=["8bb", 90]).stacks == (80.0, 90.0)
    table = heard(monkeypatch, "table", "six-plus", stacks=np.array([80, 100, 120]))
    assert table.stacks == (80.0, 100.0, 120.0)
    assert heard(monkeypatch, "icm", "5 3 2", prizes=(3, 2)).chips == (5.0, 3.0, 2.0)
    assert heard(monkeypatch, "hand", cards="K7o", stacks="10bb").game == "holdem"
    (tmp_path / "a.npz").touch()
    assert heard(monkeypatch, "hand", saved=tmp_path / "a.npz", cards="AA").saved == tmp_path / "a.npz"
    assert heard(monkeypatch, "history_import", tmp_path).paths == (str(tmp_path),)
    assert heard(monkeypatch, "history_import", [tmp_path, "b.txt"]).paths == (str(tmp_path), "b.txt")
    compared = heard(monkeypatch, "compare", "holdem", other={"stacks": "15bb"})
    assert compared.other.stacks == (150.0, 150.0)
    assert heard(monkeypatch, "equity", "razz", ("Ac2d", "**3h"), dead=None).players == ("Ac2d", "**3h")


def test_ranges_come_as_text_or_as_ranges(monkeypatch: pytest.MonkeyPatch) -> None:
    held = jamfold.parse_range("22+:1, A2s+:0.5", GAMES["holdem"])
    asked = heard(monkeypatch, "solve", "holdem", call_range=held)
    assert jamfold.parse_range(asked.call_range, GAMES["holdem"]) == held
    assert heard(monkeypatch, "equity", "holdem", [held, "AA"]).players == (str(held), "AA")


@pytest.mark.parametrize(
    ("call", "field", "words"),
    [
        (
            lambda: jamfold.ask("solve", stack="10bb"),
            "stack",
            "'stack': did you mean stacks?",
        ),
        (lambda: jamfold.ask("icm", (5, 3), (2, 1)), "stacks", "Name the others, such as prizes="),
        (lambda: jamfold.ask("history-players", "Ann"), "", "takes nothing by position"),
        (lambda: jamfold.ask("equity", "holdem"), "players", "equity needs players: Two to nine hands"),
        (lambda: jamfold.ask("solve", "holdem", game="omaha"), "game", "game is given twice. By position"),
        (lambda: jamfold.ask("range", "AA", game="omaha"), "game", "range takes game, then text."),
        (lambda: jamfold.ask("solve", "holdem", "-3bb"), "stacks", "stack must be above zero"),
        (lambda: jamfold.ask("solve", "holdem", blinds=(10, 5)), "blinds", "blind"),
        (lambda: jamfold.ask("tabel"), "name", "Unknown request 'tabel': did you mean table?"),
        (lambda: jamfold.solve("stud"), "game", "Unknown game 'stud'"),
        (lambda: jamfold.ask("solve", 5), "game", "must be text"),
        (lambda: jamfold.ask("solve", stacks=object()), "stacks", "two amounts"),
        (lambda: jamfold.ask("compare", "holdem", other={"stack": 5}), "other", "did you mean stacks?"),
        (
            lambda: jamfold.ask("compare", "holdem", other=5),
            "other",
            "The spot to compare with is a dictionary",
        ),
        (
            lambda: jamfold.ask("solve", call_range="22+", jam_range="AA"),
            "jam_range",
            "call_range or jam_range",
        ),
        (lambda: jamfold.ask("tournament"), "game", "Choose a game: game holdem"),
        (lambda: jamfold.ask("hand", cards=5), "cards", "cards must be text, not int."),
        (lambda: jamfold.ask("solve", call_range=5), "call_range", "call_range must be text, not int."),
        (lambda: jamfold.ask("explain", cards=b"AA"), "cards", "must be text"),
    ],
)
def test_bad_input_is_one_sentence_that_names_the_parameter(
    call: Callable[[], Any], field: str, words: str
) -> None:
    with pytest.raises(JamfoldError) as caught:
        call()
    assert words in str(caught.value)
    assert caught.value.field == field
    assert "--" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_ask_takes_names_and_words_of_commands() -> None:
    shares = [jamfold.ask(name, [5, 3], prizes=[2, 1]).values for name in ("icm", "ICM")]
    assert shares == [jamfold.icm([5, 3], prizes=[2, 1]).values] * 2
    assert jamfold.ask("history players") == jamfold.ask("history-players") == jamfold.history_players()


def test_what_is_probably_not_meant_is_warned_of() -> None:
    with pytest.warns(UserWarning, match="Place 2 pays more than place 1") as caught:
        jamfold.icm([5, 3, 2], prizes=[20, 30, 50])
    assert caught[0].filename == __file__
    with pytest.warns(UserWarning, match="Place 2 pays more"):
        jamfold.ask("deal", [5, 3, 2], prizes=[20, 30, 50])


def test_progress_is_silent_told_or_shown(capsys: pytest.CaptureFixture[str]) -> None:
    jamfold.solve("holdem", method="fictitious-play", iterations=3, stacks="9bb")
    assert capsys.readouterr() == ("", "")
    told: list[tuple[str, float]] = []
    jamfold.solve(
        "holdem",
        method="fictitious-play",
        iterations=4,
        progress=lambda stage, share: told.append((stage, share)),
    )
    assert told[-1] == ("iteration 4", 1.0)
    jamfold.icm([5, 3], prizes=[2, 1], progress=True)


def test_who_hears_may_end_the_work() -> None:
    def stop(stage: str, share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        jamfold.solve("holdem", method="fictitious-play", iterations=6, progress=stop)
