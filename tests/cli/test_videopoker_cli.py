"""``jamfold videopoker``: output, JSON contract, scripted training, one sentence for bad input."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from jamfold.calculator.videopoker import analyse_deal
from jamfold.calculator.videopoker.analysis import lay_out
from jamfold.calculator.videopoker.deck import format_deal
from jamfold.calculator.videopoker.paytable import load_pay_table
from jamfold.cli.main import main
from jamfold.practice.training.video_poker import new_deal


class Runner:
    """Runs commands in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def good(self, *words: object) -> str:
        self._capsys.readouterr()
        code = main(["videopoker", *map(str, words)])
        out, err = self._capsys.readouterr()
        assert (code, err) == (0, "")
        return out

    def bad(self, *words: object) -> str:
        """The sentence of bad input."""
        self._capsys.readouterr()
        code = main(["videopoker", *map(str, words)])
        out, err = self._capsys.readouterr()
        assert (code, out, err.count("\n")) == (2, "", 1)
        return err.strip()

    def json(self, *words: object) -> Any:
        return json.loads(self.good(*words, "--json"))


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Runner:
    return Runner(capsys)


def test_list_and_show(run: Runner) -> None:
    assert "Double Double Bonus 9/6" in run.good("list")
    tables = run.json("list")
    assert len(tables) == 48
    shown = run.json("show", "DDB 9/6")
    assert shown in tables
    assert (shown["cards"], shown["pays"]["four-aces-with-2-4"]) == (52, 400)
    assert "four 2-4 with A-4" in run.good("show", "DDB 9/6")


def test_analyse(run: Runner) -> None:
    found = run.json("analyse", "JoB 9/6")
    assert {
        "name", "cards", "return_numerator", "return_denominator", "return_percent", "variance",
        "frequencies", "seconds",
    } <= set(found)  # fmt: skip
    assert (found["name"], found["cards"]) == ("Jacks or Better 9/6", 52)
    assert found["return_numerator"] == 19_842_315_923_796
    assert found["return_denominator"] == 19_933_230_517_200
    assert found["return_percent"] == pytest.approx(99.5439043695, abs=1e-10)
    assert found["frequencies"]["royal-flush"] == [493_512_264, 19_933_230_517_200]
    assert sum(Fraction(*pair) for pair in found["frequencies"].values()) == 1
    text = run.good("analyse", "JoB 9/6")
    for words in ("99.5439043695%", "1,653,526,326,983 / 1,661,102,543,100", "40,390.55", "4.560956 coins"):
        assert words in text


def test_analyse_a_file(run: Runner, tmp_path: Path) -> None:
    pays = run.json("show", "Joker Two Pair 20/10/6 RF1000")["pays"]
    path = tmp_path / "half.toml"
    lines = [f"{name} = {pay / 2}" for name, pay in pays.items()]
    path.write_text("cards = 53\n[pays]\n" + "\n".join(lines))
    found = run.json("analyse", path)
    assert Fraction(found["return_numerator"], found["return_denominator"]) == Fraction(
        24_549_332_915_844, 2 * 24_568_865_521_200
    )
    assert (found["name"], found["cards"]) == ("half", 53)
    path.write_text("[pays]\nflush = -1\n")
    assert "'flush' pays -1" in run.bad("analyse", path)
    assert "Unknown pay table 'nonsense'" in run.bad("analyse", "nonsense")
    assert "No such file" in run.bad("show", tmp_path / "missing.toml")


def test_hold(run: Runner) -> None:
    found = run.json("hold", "Ah Kh Qh 2c 2d", "--table", "JoB 9/6")
    holds = found["holds"]
    assert len(holds) == 32
    assert holds[0] == {
        "mask": 7, "cards": "Ah Kh Qh", "numerator": 1_553, "denominator": 1_081, "ev": 1_553 / 1_081,
        "cost": 0,
        "draws": {
            "royal-flush": 1, "flush": 44, "straight": 15, "three-of-a-kind": 9, "two-pair": 27,
            "jacks-or-better": 348, "nothing": 637,
        },
    }  # fmt: skip
    assert all(hold["cost"] == pytest.approx(holds[0]["ev"] - hold["ev"]) for hold in holds)
    assert [hold["ev"] for hold in holds] == sorted((hold["ev"] for hold in holds), reverse=True)
    assert {hold["mask"] for hold in holds} == set(range(32))
    text = run.good("hold", "Ah Kh Qh 2c 2d")
    assert text.count("best") == 1
    assert "0.612951" in text
    assert text == run.good("hold", "Ah", "Kh", "Qh", "2c", "2d")
    assert run.good("hold", "7c 7d Qs 7h 7s").count("tied") == 2
    assert "[CARDS]..." in run.good("hold", "--help")


def test_bad_deals(run: Runner) -> None:
    assert run.bad("hold", "Ah Kh Qh 2c") == "A deal has 5 cards, and 'Ah Kh Qh 2c' has 4."
    assert run.bad("hold") == "Enter five cards, such as Ah Kh Qh 2c 2d."
    assert "appears twice" in run.bad("hold", "Ah Kh Qh 2c 2c")
    assert "the deck, which has no joker" in run.bad("hold", "Ah Kh Qh 2c Joker")


@pytest.mark.slow
def test_strategy(run: Runner) -> None:
    found = run.json("strategy", "JoB 9/6")
    assert len(found["lines"]) <= 40
    assert 0 <= found["loss_percent"] < 0.01
    assert found["lines"][-1]["text"] == "no card: draw five"
    text = run.good("strategy", "JoB 9/6", "--lines", 12)
    assert "playing by the list" in text
    assert "at least one line, not 0" in run.bad("strategy", "JoB 9/6", "--lines", 0)


def test_simulate(run: Runner) -> None:
    words = ("simulate", "Deuces Full Pay", "--hands", 200, "--runs", 50, "--seed", 3)
    found = run.json(*words)
    assert (found["seed"], found["hands"][-1], len(found["quantiles"]["0.5"])) == (3, 200, 11)
    assert 0 < found["risk_of_ruin"] < 1
    assert "Coins for a risk of 10%" in run.good(*words)
    assert "ruin is certain" in run.good("simulate", "JoB 9/6", "--hands", 5, "--runs", 5)
    assert "at least 1" in run.bad("simulate", "JoB 9/6", "--hands", 0)


def test_simulate_draws_the_curves(run: Runner, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["videopoker", "simulate", "JoB 9/6", "--hands", "50", "--runs", "20"]
    for name, start in (("curves.png", b"\x89PNG"), ("curves.svg", b"<?xml")):
        path = tmp_path / name
        assert main([*words, "--out", str(path)]) == 0
        assert capsys.readouterr().err.endswith(f"Saved to {path}.\n")
        assert path.read_bytes().startswith(start)
    assert "must end in .svg or .png" in run.bad(*words[1:], "--out", tmp_path / "curves.txt")
    assert "does not exist" in run.bad(*words[1:], "--out", tmp_path / "no" / "curves.png")


def _type(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def test_train(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    """One right answer by cards, one wrong by places, a slip of the pen, a look at the answer, the end."""
    paid, rng = lay_out(load_pay_table("JoB 9/6")), Random(4)
    best = [analyse_deal("JoB 9/6", new_deal(paid, rng)).best[0] for _ in range(3)]
    _type(monkeypatch, f"{format_deal(best[0].cards)}\nfoo\n1 2 3 4 5\n?\nq\n")
    text = run.good("train", "JoB 9/6", "--seed", 4)
    assert f"Right: {float(5 * best[0].ev):.4f} coins" in text
    assert "'foo' in 'foo' is not a card" in text
    assert f"{best[1].text} is worth {float(5 * best[1].ev):.4f}" in text
    assert f"{best[2].text}: {float(5 * best[2].ev):.4f} coins. Not counted." in text
    assert "1 of 2 right (50.0%)" in text


def test_train_ends_with_the_input_or_the_hands(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    _type(monkeypatch, "")
    assert run.good("train").endswith("0 of 0 right, cost 0.0000 of 0 coins bet.\n")
    _type(monkeypatch, "\n" * 5)
    text = run.good("train", "JoB 9/6", "--hands", 2, "--seed", 1)
    assert "of 2 right" in text
    assert "  3.  " not in text
    assert "The hands must be at least 1, not 0." in run.bad("train", "--hands", 0)


class _Interrupting(io.StringIO):
    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        raise KeyboardInterrupt


def test_train_interrupted(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", _Interrupting())
    assert run.good("train").endswith("0 of 0 right, cost 0.0000 of 0 coins bet.\n")


def test_a_list_of_tables_needs_no_compiled_code() -> None:
    code = "import sys; from jamfold.cli.main import main; main(['videopoker', 'list'])"
    code += "; print('numba' in sys.modules)"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True
    )
    assert done.stdout.splitlines()[-1] == "False"
