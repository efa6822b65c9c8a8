"""Forged proofs: each is refused for its own reason, by three checkers."""

from __future__ import annotations

import argparse
import csv
import json
import re
import runpy
import shutil
import subprocess
from array import array
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jamfold
from jamfold.betting.raises import Raises
from jamfold.betting.terms import CHIPS
from jamfold.betting.two_seats import Situation
from jamfold.cards import parse_cards
from jamfold.cards.games import GAMES, SIX_PLUS, Game
from jamfold.class_tables.class_table import open_table, table_item
from jamfold.spots.proof import prove_spot, proved
from jamfold.spots.solve import solve_situation
from jamfold.spots.tree_solve import solve_raises
from tests.app_answers import app_answers
from tests.spots.test_proof import CHECKER, SECOND, sealed, verdict

pytestmark = pytest.mark.usefixtures("shared_tables")
PUBLISHED = Path(__file__).parents[1] / "published"
Proof = dict[str, Any]
MIXED = Situation((9.6, 14.0), (0.5, 1.0), (0.1, 0.6), 0.4)
"""Both players mix one hand, and everything is posted."""
Forge = Callable[[Proof], Any]
"""Changes a proof, or gives what is written in its place: another object, or a text as it is."""


def spot(**entries: Any) -> Forge:
    """Other entries of the first spot."""
    return lambda proof: proof["spots"][0].update(entries)


def jam(**entries: Any) -> Forge:
    """Other entries of the first action."""
    return lambda proof: proof["spots"][0]["actions"][0].update(entries)


def head(**entries: Any) -> Forge:
    return lambda proof: proof.update(entries)


def cell(value: Any) -> Forge:
    """Another margin of the first class against the second."""
    return lambda proof: proof["margins"][0].__setitem__(1, value)


def without(key: str) -> Forge:
    return lambda proof: proof.pop(key) and None


def number(text: Any) -> Forge:
    return spot(dead=text)


def swap(values: list[Any], i: int, j: int) -> None:
    values[i], values[j] = values[j], values[i]


def swap_names(proof: Proof) -> None:
    """Pairs of one size, so that only the names tell them apart."""
    names = proof["classes"]
    swap(names, names.index("AsAh"), names.index("6s6h"))


def swap_margins(proof: Proof) -> None:
    """The same in rows and columns, under the right names: what one wins the other still loses."""
    i, j = (proof["classes"].index(name) for name in ("AsAh", "6s6h"))
    swap(proof["margins"], i, j)
    for row in proof["margins"]:
        swap(row, i, j)


def swap_everything(proof: Proof) -> None:
    swap_names(proof)
    swap_margins(proof)


def change_pair(proof: Proof) -> None:
    """One more board won by aces, and one more lost by kings."""
    i, j = (proof["classes"].index(name) for name in ("AsAh", "KsKh"))
    proof["margins"][i][j] += 1
    proof["margins"][j][i] -= 1


def scale(by: int) -> Forge:
    """All margins and their scale, which changes nothing in the game."""

    def forge(proof: Proof) -> None:
        proof["margins"] = [[by * one for one in row] for row in proof["margins"]]
        proof["margin_scale"] *= by

    return forge


def mixed(change: Callable[[dict[str, Any]], object]) -> Forge:
    """Another chance of what the big blind mixes."""
    return lambda proof: change(call_of(proof)["mixed"]) and None


def call_of(proof: Proof) -> Proof:
    call: Proof = proof["spots"][0]["actions"][0]["actions"][0]
    return call


def set_chance(value: Any) -> Forge:
    return mixed(lambda chances: chances.update(dict.fromkeys(chances, value)))


def plan(change: Callable[[str], Any]) -> Forge:
    return lambda proof: call_of(proof).update(plan=change(call_of(proof)["plan"]))


def twice(proof: Proof) -> None:
    actions = proof["spots"][0]["actions"]
    actions.append(json.loads(json.dumps(actions[0])))


def deep(proof: Proof) -> str:
    text = sealed(proof)
    return text.replace('"actions": []', '"actions": ' + "[" * 100_000 + "]" * 100_000)


def in_text(old: str, new: str) -> Forge:
    """Another text whose object has the checksum that Python gives it."""
    return lambda proof: sealed(proof).replace(old, new, 1)


FORGERIES: dict[str, tuple[Forge, str]] = {
    # The file
    "no JSON": (lambda _: "PROVED", "Expecting value"),
    "no object": (lambda proof: [proof], "not a proof"),
    "an empty object": (lambda _: {}, "not a proof"),
    "a second object behind it": (lambda proof: sealed(proof) + sealed(proof), "Extra data"),
    "an older format": (head(format="jamfold proof 1"), "write it again"),
    "another checksum": (lambda proof: json.dumps(proof | {"program": "jamfold 9"}), "damaged"),
    "a checksum that is no text": (lambda proof: json.dumps(proof | {"sha256": None}), "damaged"),
    "a key is missing": (without("program"), "the keys of"),
    "a key too many": (head(note="proved"), "the keys of"),
    "a key twice": (in_text('"dead": "0.4"', '"dead": "0", "dead": "0.4"'), "same key twice"),
    "a key twice at the top": (in_text('{"format"', '{"game": "holdem", "format"'), "same key twice"),
    "a program that is no text": (head(program=1), "program"),
    # The game
    "an unknown game": (head(game="royal"), "its game is not one of"),
    "a game in two lines": (head(game="six-plus\nPROVED"), "its game is not one of"),
    "a game that is no text": (head(game=["six-plus"]), "its game is not one of"),
    "Six-Plus calls itself Hold'em": (head(game="holdem"), "not that of Texas Hold'em"),
    "Six-Plus with the name of other rules": (head(game="six-plus-trips"), "order is not that"),
    "a longer deck": (head(lowest_rank=3), "lowest_rank is not that"),
    "a deck of 52 under a name of 36": (head(lowest_rank=0), "lowest_rank is not that"),
    "a negative rank": (head(lowest_rank=-4), "lowest_rank is not that"),
    "four hole cards": (head(hole_cards=4), "hole_cards is not that"),
    "hole cards as a text": (head(hole_cards="2"), "hole_cards is not that"),
    "hole cards with a point": (in_text('"hole_cards": 2', '"hole_cards": 2.0'), "not a whole number"),
    "a split pot": (head(split_low=True), "split_low is not that"),
    "a split pot as a number": (head(split_low=0), "split_low is not that"),
    "nine equal kinds of hands": (head(order=["pair"] * 9), "order is not that"),
    "no kinds of hands": (head(order=[]), "order is not that"),
    "a full house beats a flush": (lambda proof: swap(proof["order"], 5, 6), "order is not that"),
    "one kind of hands too many": (lambda proof: proof["order"].append("royal flush"), "order is not that"),
    "half the scale": (head(margin_scale=84_888), "margin_scale is not that"),
    "twice the margins": (scale(2), "margin_scale is not that"),
    "margins the other way round": (scale(-1), "margin_scale is not that"),
    # Classes and margins
    "two names are swapped": (swap_names, "its classes are not those"),
    "two names, rows and columns are swapped": (swap_everything, "its classes are not those"),
    "rows and columns are swapped": (swap_margins, "wrong margins: they are not those"),
    "a name of another hand of the class": (
        lambda proof: proof["classes"].__setitem__(0, "AhAd"), "its classes are not those",
    ),
    "a name in small letters": (
        lambda proof: proof["classes"].__setitem__(0, "asah"), "its classes are not those",
    ),
    "a name twice": (lambda proof: proof["classes"].__setitem__(0, "KsKh"), "its classes are not those"),
    "a class is missing": (lambda proof: proof["classes"].pop() and None, "its classes are not those"),
    "a margin and the one that mirrors it": (change_pair, "wrong margins: they are not those"),
    "a margin alone": (cell(0), "does not lose"),
    "all margins are 0": (head(margins=[[0] * 81] * 81), "wrong margins: they are not those"),
    "a margin with a point": (cell(1.0), "not a whole number"),
    "a margin that is not finite": (cell(float("nan")), "not a whole number"),
    "an infinite margin": (cell(float("inf")), "not a whole number"),
    "a margin that is true": (cell(True), "a margin is not"),
    "a margin as a text": (cell("1"), "a margin is not"),
    "a margin that is null": (cell(None), "a margin is not"),
    "a margin beyond four bytes": (cell(2**32), "a margin is not"),
    "a row too long": (lambda proof: proof["margins"][3].append(0), "not a square"),
    "a row too few": (lambda proof: proof["margins"].pop() and None, "not a square"),
    "no margins": (head(margins=None), "not a square"),
    "no margins, but a table": (head(margins=None, table_sha256="0" * 64), "table of a game of two cards"),
    "margins and a table": (head(table_sha256="0" * 64), "table of a game of two cards"),
    # A spot
    "no spots": (head(spots=[]), "no spots"),
    "spots as an object": (lambda proof: head(spots=proof["spots"][0])(proof), "no spots"),
    "a spot that is a list": (lambda proof: head(spots=[[*proof["spots"][0]]])(proof), "the keys of"),
    "a rake that is not proved": (spot(rake="5"), "the keys of"),
    "no antes": (lambda proof: proof["spots"][0].pop("antes") and None, "the keys of"),
    "three stacks": (spot(stacks=["9.6", "14", "9"]), "not two numbers"),
    "stacks as an object": (spot(stacks={"sb": "9", "bb": "14"}), "not two numbers"),
    "a negative stack": (spot(stacks=["-9", "14"]), "is not from 0"),
    "an empty stack": (spot(stacks=["0", "14"]), "a stack or the big blind is 0"),
    "a huge stack": (spot(stacks=["9", "1000000000001"]), "is not from 0"),
    "other stacks": (spot(stacks=["90", "140"]), "is not legal"),
    "a small blind of -50": (spot(blinds=["-50", "1"]), "is not from 0"),
    "a big blind of 0": (spot(blinds=["0", "0"]), "a stack or the big blind is 0"),
    "a small blind above the big blind": (spot(blinds=["1.5", "1"]), "above the big blind"),
    "nothing in the pot": (spot(blinds=["0", "1"], antes=["0", "0"], dead="0"), "needs antes or dead"),
    "a negative ante": (spot(antes=["-0.1", "0.6"]), "is not from 0"),
    "negative dead money": (number("-1"), "is not from 0"),
    "other dead money": (number("0.41"), "gains|the value is"),
    "dead money as a number": (number(1), "not the text of a number"),
    "dead money with a point": (number(0.4), "not a whole number"),
    "dead money that is true": (number(True), "not the text of a number"),
    "dead money that is null": (number(None), "not the text of a number"),
    "dead money that is no number": (number("nan"), "not the text of a number"),
    "infinite dead money": (number("inf"), "not the text of a number"),
    "a number of a billion digits": (number("1e999999999"), "not the text of a number"),
    "a number with blanks": (number(" 0.4"), "not the text of a number"),
    "a number with a line behind it": (number("0.4\n"), "not the text of a number"),
    "a number with an underscore": (number("0_0.4"), "not the text of a number"),
    "a number in other digits": (number("\u0660.\u0664"), "not the text of a number"),
    "a number over 0": (number("2/0"), "not the text of a number"),
    "a number with a decimal comma": (number("0,4"), "not the text of a number"),
    "a rounded value": (spot(value="0.01937562"), "the value is"),
    "the value of the big blind": (
        lambda proof: spot(value=str(-Fraction(proof["spots"][0]["value"])))(proof), "the value is",
    ),
    "a value as a number": (spot(value=0), "not the text of a number"),
    # Actions
    "an action with a key too many": (jam(reach="1"), "the keys of an action are"),
    "an action without chances": (
        lambda proof: proof["spots"][0]["actions"][0].pop("mixed") and None, "the keys of an action are",
    ),
    "actions as an object": (spot(actions={}), "not a list"),
    "nobody acts": (spot(actions=[]), "nobody acts"),
    "nobody answers": (jam(actions=[]), "nobody acts"),
    "an action twice": (twice, "an action appears twice"),
    "an action behind the call": (
        lambda proof: call_of(proof)["actions"].append(json.loads(json.dumps(call_of(proof)))),
        "who is all-in",
    ),
    "a jam to fewer chips": (jam(to="8"), "nobody acts"),
    "a raise below the smallest": (jam(to="1.5"), "not legal"),
    "a jam to more chips": (jam(to="40"), "not legal"),
    "a jam to less than nothing": (jam(to="-9"), "is not from 0"),
    "a plan too short": (plan(lambda signs: signs[1:]), "one sign for every class"),
    "a plan too long": (plan(lambda signs: signs + "0"), "one sign for every class"),
    "a plan with another sign": (plan(lambda signs: "2" + signs[1:]), "signs other than"),
    "a plan with a sign of other digits": (plan(lambda signs: "\u0661" + signs[1:]), "signs other than"),
    "a plan as a list": (plan(list), "one sign for every class"),
    "aces fold": (plan(lambda signs: "0" + signs[1:]), "gains"),
    "everybody calls": (
        lambda proof: call_of(proof).update(plan="1" * 81, mixed={}), "gains",
    ),
    "a chance too many": (mixed(lambda chances: chances.update({"0": "1/2"})), "the classes of mixed"),
    "a chance of class 81": (mixed(lambda chances: chances.update({"81": "1/2"})), "the classes of mixed"),
    "a chance is missing": (mixed(lambda chances: chances.clear()), "the classes of mixed"),
    "a chance with another spelling": (
        mixed(lambda chances: chances.update({"0" + key: chances.pop(key) for key in [*chances]})),
        "the classes of mixed",
    ),
    "a chance above 1": (set_chance("3/2"), "is not from 0"),
    "a chance below 0": (set_chance("-1/2"), "is not from 0"),
    "a chance of 1": (set_chance("1"), "a mixed chance is 0 or 1"),
    "a chance of 0": (set_chance("0"), "a mixed chance is 0 or 1"),
    "a chance as a number": (set_chance(1), "not the text of a number"),
    "another chance": (set_chance("1/2"), "gains"),
    "actions in actions in actions": (deep, "Recursion|damaged|the keys of"),
}  # fmt: skip


@cache
def whole() -> str:
    """Return the text of a proof of Six-Plus."""
    folder = Path(table_item(SIX_PLUS).folder)
    path = folder.parent / "forged.json"
    prove_spot(proved(solve_situation(SIX_PLUS, MIXED)), path)
    text = path.read_text(encoding="utf-8")
    path.unlink()
    return text


def forged(name: str) -> str:
    proof = json.loads(whole())
    written = FORGERIES[name][0](proof)
    if isinstance(written, str):
        return written
    return sealed(proof) if written is None else json.dumps(written)


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_is_refused(name: str, tmp_path: Path) -> None:
    path = tmp_path / "forged.json"
    path.write_text(forged(name), encoding="utf-8")
    said = verdict(path)
    assert said.startswith("REFUSED: "), said
    assert re.search(FORGERIES[name][1], said), said


def test_what_was_forged_is_a_proof(tmp_path: Path) -> None:
    """So each forgery is refused for what was changed; also after a change that says nothing."""
    path = tmp_path / "proof.json"
    for text in (whole(), sealed(json.loads(whole()) | {"program": "another program"})):
        path.write_text(text, encoding="utf-8")
        assert verdict(path) == "PROVED"


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
@pytest.mark.long
def test_a_second_checker_refuses_each(tmp_path: Path) -> None:
    path = tmp_path / "forged.json"
    run = [str(shutil.which("node")), str(SECOND), str(path)]
    for name in FORGERIES:
        path.write_text(forged(name), encoding="utf-8")
        said = subprocess.run(run, capture_output=True, text=True, check=False).stdout
        assert said.startswith("REFUSED: "), (name, said)


@pytest.mark.long
def test_the_file_that_solves_refuses_each(tmp_path: Path) -> None:
    texts = [whole(), *map(forged, FORGERIES)]
    found = app_answers([("check-proof", {"game": "six-plus", "text": text}) for text in texts], tmp_path)
    assert found[0]["spots"] == 1
    for name, answer in zip(FORGERIES, found[1:], strict=True):
        assert "error" in answer, name


def test_what_was_proved_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "proof.json"
    path.write_text(whole(), encoding="utf-8")
    assert verdict(path) == "PROVED"
    solved = proved(solve_situation(SIX_PLUS, MIXED))
    assert solved.proof is not None
    chips = f"{solved.value_chips[0]:+.9g}"
    assert capsys.readouterr().out == (
        "PROVED by the margins of Six-Plus Hold'em, straight beats trips, 36 cards (0 of 6,561 counted): "
        "nobody gains anything by playing otherwise. Stacks 9.6 and 14; "
        "blinds 0.5 and 1; antes 0.1 and 0.6; dead money "
        "0.4; the small blind folds or goes all-in [the big blind folds or calls]; value "
        f"{solved.proof.value} (the small blind wins {chips} chips)\n"
    )


def test_a_tree_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    prove_spot(
        proved(solve_raises(SIX_PLUS, Situation((15.0, 15.0), (0.5, 1.0)), Raises((2.0,)), CHIPS)),
        tmp_path / "tree.json",
    )
    assert verdict(tmp_path / "tree.json") == "PROVED"
    assert (
        "the small blind folds or raises to 2 [the big blind folds or goes all-in [the small blind folds or "
        "calls]] or goes all-in [the big blind folds or calls]; value "
    ) in capsys.readouterr().out


# ---- The margins.


@cache
def checker() -> dict[str, Any]:
    return runpy.run_path(str(CHECKER), run_name="check_proof")


def rules_in_checker(game: Game) -> dict[str, Any]:
    return {
        "hole_cards": game.hole_cards,
        "lowest_rank": int(game.lowest_rank),
        "order": [category.value for category in game.order],
        "split_low": game.split_low,
    }


def test_the_games_are_those_of_the_package() -> None:
    games = checker()["GAMES"]
    assert [*games] == [name for name, game in GAMES.items() if game.has_class_table]
    for name, (title, *rules, _) in games.items():
        rules[2] = rules[2].split(",")
        assert [title, *rules] == [GAMES[name].title, *rules_in_checker(GAMES[name]).values()]


@pytest.mark.parametrize("name", ["holdem", "six-plus", "six-plus-trips"])
def test_the_margins_are_those_of_the_package(name: str) -> None:
    jamfold.build(name)
    margins = open_table(GAMES[name]).margins
    assert sha256(margins.tobytes()).hexdigest() == checker()["GAMES"][name][-1]
    assert sha256(margins.tobytes()).hexdigest() in (CHECKER.parent / "proofs.md").read_text("utf-8")


def test_a_table_is_looked_at_too(tmp_path: Path) -> None:
    """Also of a game of two cards, whose margins are in the proof."""
    path, table = tmp_path / "proof.json", tmp_path / "table.npy"
    path.write_text(whole(), encoding="utf-8")
    margins = open_table(SIX_PLUS).margins
    np.save(table, margins)
    assert verdict(path, "--table", str(table)) == "PROVED"
    swapped = np.array(margins)
    swapped[[0, 80]] = swapped[[80, 0]]
    swapped[:, [0, 80]] = swapped[:, [80, 0]]
    np.save(table, swapped)
    assert "they are not those of Six-Plus" in verdict(path, "--table", str(table))
    swapped[0, 1] += 1
    np.save(table, swapped)
    assert "the other does not lose" in verdict(path, "--table", str(table))
    table.write_bytes(b"")
    assert verdict(path, "--table", str(table)).startswith("REFUSED")
    table.write_bytes(bytes(80))
    assert "too short" in verdict(path, "--table", str(table))


def published_margins() -> list[Any]:
    """Hands with their margin: two of each game, of `tests/published`."""
    rows: list[Any] = []
    for file, columns in (
        ("holdem", {"holdem": ("win1", "win2")}),
        ("sixplus", {"six-plus": ("S_win1", "S_win2"), "six-plus-trips": ("T_win1", "T_win2")}),
        ("omaha", {"omaha": ("hi_win1", "hi_win2"), "omaha-hilo": ()}),
    ):
        with (PUBLISHED / f"{file}_matchups.csv").open(encoding="utf-8") as lines:
            for row in [*csv.DictReader(lines)][:2]:
                for name, pair in columns.items():
                    margin = hilo(row) if not pair else int(row[pair[0]]) - int(row[pair[1]])
                    rows.append(
                        pytest.param(
                            name,
                            row["hand1"],
                            row["hand2"],
                            margin,
                            id=f"{name} {row['hand1']}",
                            marks=pytest.mark.long if file == "omaha" else (),  # ten seconds each
                        )
                    )
    return rows


def hilo(row: dict[str, str]) -> int:
    """Return twice the share won less twice the share lost: a low that nobody has goes to the high."""
    sign = {"W": 1, "T": 0, "L": -1}
    outcomes = (name for name in row if "_lo" in name)
    return sum(int(row[name]) * (sign[name[2]] + sign.get(name[-1], sign[name[2]])) for name in outcomes)


@pytest.mark.parametrize(("name", "hand1", "hand2", "margin"), published_margins())
def test_showdowns_are_counted(name: str, hand1: str, hand2: str, margin: int) -> None:
    """The counts of others, by hand against hand."""
    showdowns = checker()["Showdowns"](rules_in_checker(GAMES[name]))
    hands = [sum(1 << card for card in parse_cards(hand)) for hand in (hand1, hand2)]
    assert showdowns.margin(*hands) == margin


def test_all_margins_on_a_small_deck() -> None:
    """Of sixteen cards, board by board and hand by hand; straights are A, and the ten to the king too."""
    rules = rules_in_checker(SIX_PLUS) | {"lowest_rank": 9}
    showdowns, (_, hands) = checker()["Showdowns"](rules), checker()["hand_classes"](16, 2)
    assert showdowns.all_margins(hands) == [
        [sum(showdowns.margin(own[0], hand) for hand in other if not hand & own[0]) for other in hands]
        for own in hands
    ]


@pytest.mark.long
def test_all_margins_of_six_plus(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "proof.json"
    path.write_text(whole(), encoding="utf-8")
    assert verdict(path, "--all") == "PROVED"
    assert "(all 6,561 of them counted)" in capsys.readouterr().out


@pytest.mark.long
def test_margins_drawn_at_random(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "proof.json"
    path.write_text(whole(), encoding="utf-8")
    assert verdict(path, "--cards", "2") == "PROVED"
    said = capsys.readouterr().out
    assert "probability of at most 0.095 that two classes are swapped" in said
    assert "(2 of 6,561 counted)" in said
    assert "below 0" in verdict(path, "--cards", "-1")


def test_counted_margins_that_are_others_are_refused() -> None:
    """What `--all` and `--cards` say of margins that the checksum would have refused before."""
    rules = rules_in_checker(SIX_PLUS) | {"lowest_rank": 9}
    names, hands = checker()["hand_classes"](16, 2)
    right = checker()["Showdowns"](rules).all_margins(hands)
    wrong = [memoryview(array("i", row)) for row in right]
    wrong[0][1] += 1
    given = argparse.Namespace(all=True, cards=0)
    with pytest.raises(SystemExit, match="they were counted"):
        checker()["count_margins"](given, rules, names, hands, wrong)
    every = [memoryview(array("i", [one + 1 for one in row])) for row in right]
    given = argparse.Namespace(all=False, cards=1)
    with pytest.raises(SystemExit, match="wrong margins"):
        checker()["count_margins"](given, rules, names, hands, every)
