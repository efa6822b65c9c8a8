"""``jamfold history report``: its forms, and names that would write formulas, markup or on the terminal."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from jamfold.cards.games import HOLDEM
from jamfold.cases.answers import run_case
from jamfold.cases.answers.watch import Observer
from jamfold.cases.entries import CaseRequest
from jamfold.cases.histories import (
    HistoryOpponentsFileRequest,
    HistoryOpponentsRequest,
    HistoryReportFileRequest,
    HistoryReportRequest,
)
from jamfold.core.display import json_fields_of
from jamfold.core.storage.folder import FOLDER_SIGN, given_name
from jamfold.histories.statistics import Cell
from jamfold.spots.solve import load_payoffs
from jamfold.views.formats import safe_cell
from jamfold.views.history_schemas import MistakeContract, ReportContract
from jamfold.views.render import respond
from tests.command_line import Runner
from tests.histories.samples import FOLDER
from tests.history_players import Dealt, always, as_text, played_hands

EVIL = "=cmd|'<script>alert(1)</script>"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Runner:
    """Commands on a database of 80 hands of one who plays everything, against a name with a formula."""
    load_payoffs(HOLDEM)  # from the tests' shared folder, before the data folder is another
    monkeypatch.setenv("JAMFOLD_DATA", str(tmp_path / "data"))
    hands = played_hands(always, always, (4.0, 10.0), 80, 5)
    texts = [as_text(*hand, number, villain=EVIL) for number, hand in enumerate(hands, 1)]
    path = tmp_path / "hands.txt"
    path.write_text("\n\n\n".join(texts), encoding="utf-8")
    runner = Runner(capsys)
    runner.good("history", "import", path)
    return runner


@pytest.mark.slow
def test_the_json_contract(run: Runner) -> None:
    report = json.loads(run.good("history", "report", "--json"))
    assert set(report) == set(ReportContract.__dataclass_fields__)
    assert (report["player"], report["decisions"], report["hands"]) == ("Hero", 80, 80)
    assert report["error_rate_mbb"] == pytest.approx(1000 * report["loss_bb"] / 80)
    low, high = report["interval_mbb"]
    assert 0 < low < report["error_rate_mbb"] < high
    for name in ("by_seat", "by_depth", "by_family", "by_hand"):
        assert all(set(cell) == set(json_fields_of(Cell)) for cell in report[name])
    assert all(set(one) == set(MistakeContract.__dataclass_fields__) for one in report["worst"])
    assert [one["loss_bb"] for one in report["worst"]] == sorted(
        (one["loss_bb"] for one in report["worst"]), reverse=True
    )


def test_what_needs_a_table_is_listed_and_not_built(run: Runner, tmp_path: Path) -> None:
    before = run.good("history", "report", "--full")
    dealt = Dealt(10.0, True, ("AsKsQdJd", "2c3c4d5d"), False, False)
    texts = [as_text(dealt, "9h8h7h6c2d", 900 + k).replace("Hold'em No", "Omaha No") for k in range(3)]
    path = tmp_path / "omaha.txt"
    path.write_text("\n\n\n".join(texts), encoding="utf-8")
    run.good("history", "import", path)
    after = run.good("history", "report", "--full")
    (line,) = (line for line in after.splitlines() if "need an equity table" in line)
    assert line.startswith(
        "3 Omaha decisions need an equity table: jamfold tables build --game omaha. Building the "
    )
    assert "about 1.1 GB on disk" in " ".join(after.split())
    rating = "EV lost"
    assert [one for one in after.splitlines() if rating in one] == [
        one for one in before.splitlines() if rating in one
    ]
    (waiting,) = json.loads(run.good("history", "report", "--json"))["waiting"]
    assert (waiting["game"], waiting["decisions"]) == ("omaha", 3)
    assert not list((tmp_path / "data").rglob("omaha*"))


@pytest.mark.long
def test_the_command_beside_a_mistake_explains_it(run: Runner) -> None:
    for one in json.loads(run.good("history", "report", "--json"))["worst"][:3]:
        words = shlex.split(one["explain"])[1:]
        explained = json.loads(run.good(*words, "--json"))
        assert abs(explained["difference_bb"]) == pytest.approx(one["loss_bb"], abs=1e-6)


def test_csv_has_every_decision_and_no_formulas(run: Runner) -> None:
    rows = list(csv.DictReader(io.StringIO(run.good("history", "report", "--csv"))))
    assert len(rows) == 80
    assert {row["opponent"] for row in rows} == {f"'{EVIL}"}
    assert float(rows[0]["margin_bb"]) == -float(rows[0]["loss_bb"])


def test_players_are_listed_and_filters_are_said(run: Runner) -> None:
    assert json.loads(run.good("history", "players", "--json")) == [
        {"player": "Hero", "site": "PokerStars", "decisions": 80}
    ]
    assert "Hero" in run.good("history", "players")
    report = run.good("history", "report", "--full", "--seat", "bb", "--depth", "3-5")
    who = "Hero (big blind, 3-5 bb ante-adjusted)"
    assert f"\n{who}: 20 decisions rated in 80 hands" in report
    assert re.match(
        r"Hero loses \S+ bb per 100 hands to mistakes \(big blind, 3-5 bb ante-adjusted\) ", report
    )
    shallow = run.good("history", "report", "--stack", "3-5", "--game", "holdem")
    assert re.match(r"Hero loses \S+ bb per 100 hands to mistakes \(3-5 bb\) ", shallow)
    chosen = json.loads(run.good("history", "report", "--seat", "bb", "--json"))
    assert (chosen["seat"], chosen["depth"], chosen["game"]) == ("bb", "", "")
    assert [cell["name"] for cell in chosen["by_seat"]] == ["bb"]
    assert "Choose from: all, sb, bb" in run.bad("history", "report", "--seat", "button")


def test_what_the_page_is_sent(run: Runner) -> None:
    """The answers as the computing process makes them, without a browser."""
    page = answer_of(HistoryReportRequest(seat="sb"))
    report = page["summary"]
    assert report["seat"] == "sb"
    for number in (
        f">{report['per_100_hands_bb']:.1f}<",
        f"{report['mistakes']:,}",
        f"{report['loss_bb']:.2f} bb",
    ):
        assert number in page["html"]
    assert page["html"].count("<article") == len(report["worst"])
    text = answer_of(HistoryReportFileRequest(format="html"))["text"]
    assert text.startswith("<!doctype html>")
    assert answer_of(HistoryReportFileRequest(format="csv"))["text"].count("\n") == 81
    opponents = answer_of(HistoryOpponentsRequest())
    rows = opponents["html"].partition("<tbody>")[2].split("</tr>")[:-1]
    heads = opponents["html"].count('scope="col"')
    assert [row.count("<t") - 1 for row in rows] == [heads] * len(opponents["summary"])
    advised = sum(one["advice"] is not None for one in opponents["summary"])
    assert opponents["html"].count("Against ") == advised
    assert answer_of(HistoryOpponentsFileRequest())["text"].startswith("player,site,game")


def answer_of(question: CaseRequest) -> Any:
    return respond(question, run_case(question, Observer()))


@pytest.mark.parametrize("text", ["=1", "+1+1", "-x", "@x", "\tx", "\rx"])
def test_texts_that_look_like_formulas_are_quoted(text: str) -> None:
    assert safe_cell(text) == f"'{text}"
    assert safe_cell(-1.5) == -1.5
    assert safe_cell("-1") == "-1"  # a number is no formula
    assert safe_cell("a=1") == "a=1"


class Page(HTMLParser):
    """Tags, their addresses, and the text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.addresses: list[str] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_data(self, data: str) -> None:
        self.text += data


def test_html_is_one_file_and_names_are_text(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    run.good("history", "report", "--html", path)
    page = Page(path.read_text(encoding="utf-8"))
    assert "script" not in page.tags
    assert page.addresses == []
    assert EVIL in page.text
    assert "Costliest mistakes" in page.text


def test_anonymised_forms_name_nobody(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    words = ("history", "report", "--anonymise")
    shown = run.good(*words) + run.good(*words, "--json") + run.good(*words, "--csv")
    run.good(*words, "--html", path)
    shown += path.read_text(encoding="utf-8")
    for word in ("Hero", "cmd", "hands.txt", "2026-03"):
        assert word not in shown


def test_the_report_begins_with_what_mistakes_cost(run: Runner) -> None:
    report = json.loads(run.good("history", "report", "--json"))
    told = run.good("history", "report")
    lost = f"{report['per_100_hands_bb']:.1f} bb per 100 hands"
    assert told.startswith(f"Hero loses {lost} to mistakes   80 hands, 80 decisions rated\n")
    worst = report["worst"][0]
    assert f"{worst['loss_bb']:.2f} bb   ████████████" in told
    assert "hands.txt" not in told
    assert "Why one: --why 1    All of them: --all" in told
    assert max(map(len, told.splitlines())) <= 80


def test_two_owners_lose(run: Runner, tmp_path: Path) -> None:
    text = (tmp_path / "hands.txt").read_text(encoding="utf-8")
    path = tmp_path / "other.txt"
    path.write_text(text.replace("Hero", "NiteOwl").replace("Hand #", "Hand #77"), encoding="utf-8")
    run.good("history", "import", path)
    assert run.good("history", "report").startswith("Hero, NiteOwl lose ")


@pytest.mark.long
def test_all_mistakes_are_listed_and_one_is_explained(run: Runner) -> None:
    report = json.loads(run.good("history", "report", "--json"))
    few, every = (run.good("history", "report", *more) for more in ((), ("--all",)))
    (rest,) = re.findall(r"^and (\d+) more: ", few, re.MULTILINE)
    assert int(rest) == report["mistakes"] - 5
    assert "more:" not in every
    act = "(?:jam|call|fold)"
    assert len(re.findall(rf" {act} +{act} +\d+\.\d\d bb", every)) == report["mistakes"]
    second = report["worst"][1]
    told = run.good("history", "report", "--why", 2)
    lost = f"{second['loss_bb']:.2f} bb lost"
    assert told.startswith(f"Hero: {second['action']}, {second['right']} is right  {lost}")
    assert f"{second['cards']} (" in told
    assert f"{second['right'].capitalize()}: +{second['loss_bb']:.4f} bb compared with " in told
    assert told.splitlines()[-1] == f"Explain: {second['explain']}"
    assert "There is no mistake 999" in run.bad("history", "report", "--why", 999)


def test_the_terminal_says_what_the_rating_means(run: Runner) -> None:
    text = run.good("history", "report", "--full")
    assert text.splitlines()[1].startswith("Hero: 80 decisions rated in 80 hands")
    assert "results do not count" in text
    assert "jamfold explain --game holdem" not in text
    assert " (100 = perfect, 0 = random)." in " ".join(text.split())


def test_hands_without_variance_say_nothing_of_how_soon_a_loss_shows(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_payoffs(HOLDEM)
    monkeypatch.setenv("JAMFOLD_DATA", str(tmp_path / "data"))
    run = Runner(capsys)
    run.good("history", "import", FOLDER / "reports" / "dead_money.txt")
    text = " ".join(run.good("history", "report", "--full", "--player", "Hero").split())
    assert "All these hands won the same amount, so they cannot show how soon this loss is noticed." in text
    assert "Results over 40 hands: +2.000 bb/hand, luck-adjusted +1.783 bb/hand" in text
    assert "equilibrium EV of these spots +0.407. Results" in text
    assert "after 0 decisions" not in text


@pytest.mark.parametrize(
    "command",
    [
        "history report",
        "history report --player Nobody",
        "history opponents",
        "history tables",
        "train --mode mistakes",
    ],
)
def test_without_hands_the_import_comes_first(
    command: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And no table is built before: mistakes are those of Omaha here."""
    monkeypatch.setenv("JAMFOLD_DATA", str(tmp_path / "data"))
    assert "There are no hands yet. Import some" in Runner(capsys).bad(*command.split())


def test_bad_words_cost_a_sentence(run: Runner, tmp_path: Path) -> None:
    for command in ("report", "opponents", "tables"):
        assert "No player 'Nobody' in your hands" in run.bad("history", command, "--player", "Nobody")
    assert "cannot be rated: their hole cards are known only at showdown" in run.bad(
        "history", "report", "--player", EVIL
    )
    assert "Unknown game" in run.bad("history", "report", "--game", "chess")
    assert "at least 1" in run.bad("history", "report", "--max-s", "0.5")
    assert "All payouts are zero" in run.bad("history", "report", "--prizes", "0", "0", "0")
    assert "must end in .html" in run.bad("history", "report", "--html", tmp_path / "x.txt")
    assert "not both" in run.bad("history", "report", "--csv", "--json")


def test_exports_hold_every_decision_and_hand(run: Runner, tmp_path: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(run.good("history", "export"))))
    assert len(rows) == 160
    assert {row["player"] for row in rows} == {"Hero", f"'{EVIL}"}
    decisions = json.loads(run.good("history", "export", "--format", "json"))
    assert [one["hand_id"] for one in decisions] == [row["hand_id"] for row in rows]
    assert {one["player"] for one in decisions} == {"Hero", EVIL}
    hands = tmp_path / "hands.json"
    run.good("history", "export", "--what", "hands", "--format", "json", "--out", hands)
    assert json.loads(hands.read_text(encoding="utf-8")) == json.loads(run.good("history", "hands", "--json"))
    run.good("history", "forget", "--all")
    assert json.loads(run.good("history", "export", "--format", "json")) == []
    assert "Unknown format 'xml'" in run.bad("history", "export", "--format", "xml")
    assert "Unknown content 'x'. Choose from: decisions" in run.bad("history", "export", "--what", "x")


@pytest.mark.parametrize("form", ["phh", "ohh"])
def test_hands_are_exported_whole_for_other_programs(run: Runner, tmp_path: Path, form: str) -> None:
    kept = json.loads(run.good("history", "hands", "--json"))
    out = tmp_path / f"hands.{form}{'s' * (form == 'phh')}"
    run.good("history", "export", "--format", form, "--out", out)
    masked = run.good("history", "export", "--format", form, "--anonymise")
    for word in ("Hero", "cmd", "hands.txt", "_key", "_digest"):
        assert word not in masked
    assert not re.search(r"\b2026\b", masked)  # a random pseudonym may have these digits in it
    again = json.loads(run.good("history", "import", out, "--json"))
    assert (again["hands"], again["duplicates"], again["problems"]) == (0, 80, [])
    explained = json.loads(run.good("history", "explain", out, "--json"))
    assert len(explained) > 80
    run.good("history", "forget", "--all")
    told = json.loads(run.good("history", "import", out, "--json"))
    assert told["hands"] == len(kept) == 80
    assert not told["problems"]
    out.unlink()
    assert "80 of the stored hands are no longer in" in run("history", "export", "--format", form).err


@pytest.mark.parametrize("what", ["decisions", "hands"])
@pytest.mark.parametrize("form", ["csv", "json"])
def test_anonymised_exports_name_nobody_and_stay_the_same(run: Runner, what: str, form: str) -> None:
    words = ("history", "export", "--what", what, "--format", form, "--anonymise")
    shown = run.good(*words)
    for word in ("Hero", "cmd", "hands.txt", "2026-03", '"77"', ",77,"):
        assert word not in shown
    assert shown.count("player-") >= 160
    assert run.good(*words) == shown


def test_what_a_browser_hands_over_has_its_own_name(run: Runner, tmp_path: Path) -> None:
    """Exports showed the folder in which it was read."""
    run.good("history", "forget", "--all")
    folder = tmp_path / "data" / "uploads" / "0123456789abcdef"
    folder.mkdir(parents=True)
    name = f"day{FOLDER_SIGN}hands.zip"
    with ZipFile(folder / name, "w") as archive:
        archive.write(tmp_path / "hands.txt", "one/hands.txt")
        archive.writestr("none.txt", "nothing")
    run("history", "import", folder)
    rows = csv.DictReader(io.StringIO(run.good("history", "export")))
    assert {row["file"] for row in rows} == {"day/hands.zip/one/hands.txt"}
    for command in (("hands", "--json"), ("problems", "--json"), ("report", "--player", "Hero", "--json")):
        told = run.good("history", *command)
        assert "day/hands.zip/" in told
        assert "uploads" not in told
    assert given_name("/home/me/uploads/hands.txt") == "/home/me/uploads/hands.txt"
