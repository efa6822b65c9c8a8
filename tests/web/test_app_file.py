"""The file that solves, opened from disk with the network off."""

from __future__ import annotations

import base64
import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jamfold.betting.hand import Node
from jamfold.betting.posts import BlindLevel
from jamfold.cards.games import HOLDEM
from jamfold.cases import answers
from jamfold.cases.answers.watch import Observer
from jamfold.cases.explorer import AppRequest
from jamfold.cases.spots import SolveRequest
from jamfold.cases.training import TrainAnswerRequest
from jamfold.core.storage.bundled import BOX
from jamfold.practice.training.answers import DAY, Rating, review, schedule
from jamfold.practice.training.grading import grade_range
from jamfold.practice.training.log import parse_answers, write_lines
from jamfold.ranges import parse_range
from jamfold.spots.nplayer.position_charts import packed_positions
from jamfold.spots.strategy import Seat
from jamfold.views import offline_app
from jamfold.views.explorer_page import bundle, read_module
from jamfold.views.formats import to_values
from jamfold.views.offline_app import app_file
from jamfold.views.spot_schemas import SolveContract
from jamfold.views.training_schemas import VerdictContract
from tests.command_line import Runner
from tests.web.axe import violations
from tests.web.browser import Browser

pytest.importorskip("selenium")

MOST_BYTES = 3_700_000
"""Without the packed charts of three to ten seats; 1.9 MB of them are Omaha's."""
OFF = {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
ON = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of Hold'em, Six-Plus and Omaha."""
    question = AppRequest(games=("holdem", "six-plus", "omaha"))
    file = tmp_path_factory.mktemp("app") / question.file_name
    file.write_text(app_file(answers.run_case(question, Observer())), encoding="utf-8")
    return file


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Runner:
    return Runner(capsys)


@pytest.fixture
def page(browser: Browser) -> Iterator[Browser]:
    """A browser without a network; afterwards nothing has been asked of anybody."""
    browser.driver.execute_cdp_cmd("Network.enable", {})
    browser.driver.execute_cdp_cmd("Network.emulateNetworkConditions", OFF)
    yield browser
    browser.driver.execute_cdp_cmd("Network.emulateNetworkConditions", ON)


def open_at(page: Browser, path: Path, address: str = "") -> None:
    page.driver.get("about:blank")
    page.driver.get(f"{path.as_uri()}{address}")


def test_it_is_small_and_says_what_it_is(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    charts = sum(len(one.read_bytes()) for one in BOX.iterdir() if one.name.startswith("positions-"))
    assert len(text.encode()) < MOST_BYTES + 4 * charts / 3
    assert 'id="box-positions-holdem-6"' in text
    assert "http://" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in text
    assert "unsafe" not in text
    assert 'id="checksum">jamfold ' in text


def test_any_stack_and_ante_is_solved_in_the_file(page: Browser, path: Path) -> None:
    open_at(page, path, "#game=holdem&stack=12.3&ante=1&hand=K7o")
    page.see_text("#hand", "Small blind\njam\n+0.42 bb")
    page.see_text("#hand", "Big blind\ncall\n+0.46 bb")
    assert violations(page) == []


def test_charts_of_more_seats_are_in_the_file(page: Browser, path: Path) -> None:
    charts = packed_positions(HOLDEM, 6, BlindLevel())
    assert charts is not None
    opens = charts.percent[charts.stacks.index(10.0), charts.nodes.index(Node(2, ()))]
    open_at(page, path)
    page.click(".seats button[aria-label='6 seats']")
    page.see_text("#strip .tile", f"UTG\n{opens:.0f}%")
    page.click("#pictures button[aria-label^='A7o: ']")
    page.see_text("#callers", "Who calls UTG")
    page.reasons("Against one caller A7o has about")
    page.click(".seats button[aria-label='2 seats']")
    page.see_text("#hand", "Small blind\njam")


def test_omaha_on_the_packed_grid_is_exact(page: Browser, path: Path) -> None:
    open_at(page, path, "#game=omaha&stack=10&hand=AsAhKsKh")
    page.see_text("#hand", "Small blind\njam")
    page.see_text(".legend", "exact, precomputed")
    page.see_text("#note", "Explanations and ranges are approximate")
    shown: Any = [one.text for one in page.all("button") if one.is_displayed()]
    assert "Build table" not in shown
    assert not any(one.is_displayed() for one in page.all("#prove, #sizes, #rule"))
    assert violations(page) == []


@pytest.mark.slow
def test_omaha_off_the_grid_is_solved_in_the_file(page: Browser, path: Path) -> None:
    open_at(page, path, "#game=omaha&stack=10.37&ante=1.3&hand=KhTs9s2c")
    page.see_text(".legend", "approximate, within 0.0000")
    spot = {"game": "omaha", "stacks": ["10.37bb", "10.37bb"], "ante": "1.3", "method": "approximate"}
    answer: Any = answers.run_case(SolveRequest.from_json(spot), Observer())
    page.see_text("#pictures", f"Small blind jams\n{answer.jam_percent:.1f}%")
    page.see_text("#hand", "Small blind\njam")
    page.reasons("EV of a jam")
    page.click("#others summary")
    page.fill("other-text", "AA$ds,30%")
    page.click("#other-go")
    page.see_text("#other-answer", "of hands differ; cost")
    page.click("#held summary")
    page.fill("held-text", "double-suited aces, KQJT-T987")
    page.click("#held-go")
    page.see_text("#held-answer", "of the best response to the range (95%, sampled)")
    assert violations(page) == []
    page.click("#more summary")
    page.fill("prizes", "50 30 20")
    page.fill("table", "200 50")
    page.click("#level button")
    page.see_text("#note", "need ties, which the approximate table of Omaha does not count")


ASKED = """const [name, body, done] = arguments;
window.jamfoldAsk(name, body).then(done, (error) => done({error: error.message, field: error.field}));"""
"""What the file answers to a question of the API."""


def asked(page: Browser, name: str, body: dict[str, Any]) -> Any:
    return page.driver.execute_async_script(ASKED, name, body)


def spots(count: int) -> Iterator[dict[str, Any]]:
    """Spots of all kinds: stacks, antes, rake, prizes, bounties."""
    rng = random.Random(31)
    for k in range(count):
        stacks = [round(rng.uniform(1, 30), 1), round(rng.uniform(1, 30), 1)]
        body: dict[str, Any] = {
            "game": rng.choice(["holdem", "six-plus"]),
            "stacks": stacks,
            "blinds": [0.5, 1],
        }
        kind = ("antes", "rake", "prizes", "bounties")[k % 4]
        if kind == "antes":
            body |= {
                "ante": rng.choice([0, 0.1, 0.125]),
                "bb_ante": rng.choice([0, 1]),
                "dead": rng.choice([0, 1.5]),
            }
        elif kind == "rake":
            body |= {"rake": rng.choice([2.5, 5]), "cap": rng.choice([1, 3]), "drop": rng.choice([0, 0.25])}
        else:
            body |= {"prizes": [50, 30, 20], "table": [round(rng.uniform(1, 40), 1) for _ in range(k % 6)]}
            body["prizes"] = body["prizes"][: 2 + len(body["table"])]
        if kind == "bounties":
            body |= {"bounty": [10], "progressive": 0.5}
        yield body


def test_spots_of_all_kinds_are_those_of_the_package(page: Browser, path: Path) -> None:
    open_at(page, path)
    for body in spots(16):
        told = asked(page, "solve", body)
        spot = answers.run_case(SolveRequest.from_json(body), Observer())
        want = to_values(SolveContract.of(spot))
        for name in ("s", "b", "jam_percent", "call_percent", "value_bb", "value_chips", "value_money"):
            assert told[name] == pytest.approx(want[name], abs=1e-9), (body, name)
        unit = "bb" if want["gains_bb"][0] is not None else "money"
        assert told[f"gains_{unit}"] == pytest.approx([0, 0], abs=1e-9), body


@pytest.mark.smoke
def test_a_hand_in_three_keys_and_why(page: Browser, path: Path) -> None:
    open_at(page, path)
    page.see("#pictures td button")
    for key in "K7o":
        page.press(key)
    page.see_text("#hand", "Small blind\njam\n+0.45 bb")
    page.reasons("The big blind calls 36.13% of the time")


def test_ranges_compared_and_answered(page: Browser, path: Path) -> None:
    open_at(page, path, "#game=holdem&stack=10")
    page.click("#others summary")
    page.fill("other-text", "22+,A2+,K9+")
    page.click("#other-go")
    page.see_text("#other-answer", "of hands differ; cost")
    page.click("#held summary")
    page.fill("held-text", "22+,A2+")
    page.click("#held-go")
    told = page.see_text("#held-answer", "It gains")
    question = {"game": "holdem", "stacks": ["10bb", "10bb"], "call_range": "22+,A2+"}
    best: Any = answers.run_case(SolveRequest.from_json(question), Observer())
    assert f"jams {100 * best.spot.solution.jam_share:.2f}% of hands" in told
    assert f"It gains +{best.gain / 10:.4f} bb" in told
    played = parse_range(page.see("#held-answer .range").text, HOLDEM).class_weights
    assert played.tolist() == best.spot.solution.x.tolist()
    page.fill("held-text", "nonsense")
    page.click("#held-go")
    page.wait(lambda: page.all("#held-answer .error"), "a sentence about the range")


def test_bad_chips_are_told_at_their_field(page: Browser, path: Path) -> None:
    open_at(page, path, "#game=holdem&stack=10")
    page.click("#more summary")
    page.fill("prizes", "much")
    page.click("#level button")
    assert "'much' is not a payout. Enter amounts" in page.see_text("#level .error", "payout")


def test_a_saved_solution_opens_in_the_package(page: Browser, path: Path, run: Runner) -> None:
    open_at(page, path, "#game=six-plus&stack=7.5&ante=1")
    page.see("#save:enabled")
    file = page.download("#save")
    told = json.loads(run.good("solve", "--from", file, "--json"))
    assert told["game"] == "six-plus"
    assert told["stacks"] == [75, 75]
    assert max(told["gains_bb"]) < 1e-9
    audit = run.good("audit", file, "--game", "six-plus", "--stacks", "7.5bb", "7.5bb", "--ante", "1")
    assert "Nobody can gain anything" in audit


def test_a_proof_is_made_and_checked(page: Browser, path: Path, tmp_path: Path) -> None:
    open_at(page, path, "#game=holdem&stack=12.3&ante=1")
    page.see("#prove:enabled")
    file = page.download("#prove")
    page.see_text("#note", "Check it here or with docs/check_proof.py")
    check = Path(__file__).parents[2] / "docs" / "check_proof.py"
    checked = subprocess.run([sys.executable, check, file], capture_output=True, text=True, check=False)
    assert checked.stdout.startswith("PROVED"), checked.stderr
    chosen = page.driver.find_element("id", "check-proof")
    chosen.send_keys(str(file))
    page.see_text("#note", "Valid proof: no player can gain by deviating in 1 holdem spot. Its table matches")
    other = tmp_path / "other.json"
    other.write_text(file.read_text("utf-8").replace('"dead":"0"', '"dead":"1"'), "utf-8")
    chosen.send_keys(str(other))
    page.see_text("#note", "Refused: the file is damaged")
    page.driver.execute_script("jamfold.setLevel(new URLSearchParams('rake=5'))")
    page.see("#prove:enabled")
    page.click("#prove")
    page.see_text("#note", "Remove rake, prizes, bounties and raises")
    assert violations(page) == []


def test_equities_of_two_hands(page: Browser, path: Path) -> None:
    open_at(page, path, "#page=equity")
    page.see_text("#equity-answer", "46.05%")
    page.fill("equity-2", "AhKh", enter=True)
    page.see_text("#equity-answer", "AhKh")
    assert violations(page) == []


@pytest.mark.long
def test_the_script_of_the_drill_finds_what_it_takes() -> None:
    taken = re.search(r"const \{([^}]*)\} = JSON.parse\(document", read_module("memory.js"))
    assert taken is not None
    names = re.findall(r"[A-Z_]+(?=:|,|\s)", re.sub(r"\[[^]]*\]", "", taken[1]))
    assert len(names) > 15
    assert set(names) <= offline_app._drill().keys()


@pytest.mark.long
def test_the_drill_keeps_its_memory(path: Path, tmp_path: Path) -> None:
    """Over a restart of the browser; its file is one of the package, both ways."""
    with Browser(tmp_path / "profile") as first:
        open_at(first, path, "#page=drill")
        first.click("#train-fold")
        first.see_text("#train-score", "in a row")
        first.press("\ue007")  # Enter: the next one
        first.see_text("#asked", "337 new")
        assert violations(first) == []
    with Browser(tmp_path / "profile") as second:
        open_at(second, path, "#page=drill")
        second.see_text("#train-score", "in a row")
        second.see_text("#asked", "337 new")
        second.click("#train-score summary")
        file = second.download("#train-export")
        (answer,) = parse_answers(file.read_text(encoding="utf-8"), "the file")
        assert (answer.key.game, answer.act, answer.mode) == ("holdem", "fold", "repeat")
        more = tmp_path / "more.json"
        more.write_text("".join(write_lines([replace(answer, at=answer.at + 1)], "json")), encoding="utf-8")
        second.driver.find_element("id", "train-import").send_keys(str(more))
        second.see_text("#train-imported", "1 new answers.")
        second.see_text("#train-score", "of 2 right")


def test_omaha_is_drilled(page: Browser, path: Path) -> None:
    open_at(page, path, "#page=drill&game=omaha&mode=repeat&seat=sb")
    page.see_text("#asked", "0 due, 100 new")
    page.click("#train-fold")
    page.see_text("#verdict", "bb, fold")
    page.press("\ue007")  # Enter: the next one
    page.see_text("#asked", "99 new")
    assert violations(page) == []


TRIED = """const done = arguments[0];
const script = document.createElement('script');
script.textContent = 'window.intruder = 1';
document.body.append(script);
fetch('http://127.0.0.1:9/').then(() => 'sent', () => 'refused')
  .then((sent) => done([window.intruder ?? null, sent]));"""


@pytest.mark.long
def test_nothing_else_runs_and_nothing_leaves(path: Path) -> None:
    with Browser() as one:
        open_at(one, path)
        one.see("#pictures td button")
        tried = one.driver.execute_async_script(TRIED)
    assert tried == [None, "refused"]


def test_a_phone(page: Browser, path: Path) -> None:
    for address in ("#game=holdem&stack=10&hand=AA", "#page=drill", "#page=equity", "#game=omaha&stack=10"):
        page.look(390, 844, dark=True)
        open_at(page, path, address)
        page.see("main .card")
        assert page.driver.execute_script("return document.documentElement.scrollWidth") <= 390
        assert violations(page) == []


SCHEDULE = """window.schedule = (cards) => cards.map((answers) => {
  const card = answers.reduce((before, [rating, at]) => load("schedule.js").review(before, rating, at), null);
  return [card.due, card.stability, card.difficulty];
});"""


def test_cards_come_again_as_in_the_package(browser: Browser, tmp_path: Path) -> None:
    rng, cards = random.Random(6), []
    for _ in range(60):
        at, answered = 10**12, []
        for _ in range(rng.randint(1, 8)):
            at += rng.choice([30_000, 700_000, rng.randrange(40 * DAY)])
            answered.append((rng.randint(1, 4), at))
        cards.append(answered)
    page = tmp_path / "schedule.html"
    script = bundle("schedule.js", read_module)
    facts = json.dumps({"drill": {"SCHEDULE": schedule()}})
    page.write_text(
        f'<title>Schedule</title><script type="application/json" id="settings">{facts}</script>'
        f"<script>{script}{SCHEDULE}</script>",
        encoding="utf-8",
    )
    browser.driver.get(page.as_uri())
    told = browser.driver.execute_script("return window.schedule(arguments[0])", cards)
    for answered, (due, stability, difficulty) in zip(cards, told, strict=True):
        card = None
        for rating, at in answered:
            card = review(card, Rating(rating), at)
        assert card is not None
        assert due == card.due
        assert stability == pytest.approx(card.stability)
        assert difficulty == pytest.approx(card.difficulty)


def test_one_sheet_of_paper(page: Browser, path: Path) -> None:
    open_at(page, path, "#game=holdem&stack=10&hand=K7o")
    page.see_text("#hand", "Small blind\njam")
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    controls = page.all(":is(button:not(td button), select, input, summary)")
    assert not [one.tag_name for one in controls if one.is_displayed()]
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    paper = {"preferCSSPageSize": True, "printBackground": True}
    sheet = base64.b64decode(page.driver.execute_cdp_cmd("Page.printToPDF", paper)["data"])
    assert sheet.count(b"/Type /Page\n") + sheet.count(b"/Type /Page ") == 1


def test_two_stacks_that_prizes_make_count(page: Browser, path: Path) -> None:
    open_at(page, path, "#game=holdem&stack=10")
    page.click("#more summary")
    for name, text in {"stack_sb": "80", "stack_bb": "150", "prizes": "50 30 20", "table": "100"}.items():
        page.fill(name, text)
    page.click("#level button")
    page.see_text("#note", "The small blind has 8 bb, the big blind 15 bb.")
    body = {"game": "holdem", "stacks": [80, 150], "prizes": [50, 30, 20], "table": [100]}
    spot: Any = answers.run_case(SolveRequest.from_json(body), Observer())
    page.see_text("[data-seat=jam] .head", f"{100 * spot.solution.jam_share:.1f}%")
    page.see_text("[data-seat=call] .head", f"{100 * spot.solution.call_share:.1f}%")


def test_a_marked_range_costs_what_the_trainer_says(page: Browser, path: Path) -> None:
    open_at(page, path, "#page=drill&mode=range")
    page.see("#train-compare")
    spot: Any = answers.run_case(
        SolveRequest(game="holdem", stacks=(8.0, 8.0), blinds=(0.5, 1.0)), Observer()
    )
    for seat, text in ((Seat.SMALL_BLIND, "22+,A2+"), (Seat.BIG_BLIND, "55+,A7+,KQ"), (Seat.BIG_BLIND, "")):
        body = {"game": "holdem", "stacks": [8, 8], "blinds": [0.5, 1], "ante": 0, "bb_ante": 0, "dead": 0}
        told = asked(page, "train-range", body | {"position": seat.value, "range": text})
        held = parse_range(text, HOLDEM).class_weights if text else np.zeros(169)
        marked = grade_range(spot, seat, held)
        assert told["loss_bb"] == pytest.approx(marked.loss, abs=1e-6)
        assert [one["id"] for one in told["wrong"][:5]] == [one.class_id for one in marked.wrong[:5]]


def test_a_verdict_is_the_trainers(page: Browser, path: Path) -> None:
    open_at(page, path, "#page=drill")
    page.see("#train-fold")
    body = {
        "game": "six-plus",
        "stacks": [9.5, 9.5],
        "blinds": [0.5, 1],
        "ante": 0.125,
        "bb_ante": 0,
        "dead": 0,
    }
    for hand, position, action in (("A9o", "sb", "fold"), ("J6s", "sb", "jam"), ("76o", "bb", "call")):
        more = {"hand": hand, "position": position, "action": action, "mode": "close", "seconds": 3}
        told = asked(page, "train-answer", body | more)
        verdict: Any = answers.run_case(TrainAnswerRequest.from_json(body | more), Observer())
        want = to_values(VerdictContract.of(verdict))
        for name in ("loss_bb", "ev_fold_bb", "played"):
            assert told[name] == pytest.approx(want[name], abs=1e-9), name
        for name in ("right", "free", "words", "rating"):
            assert told[name] == want[name], name
        assert told["days"] == pytest.approx(want["days"])
        assert told["rule"]["points"] == want["rule"]["points"]
        assert told["rule"]["loss_bb"] == pytest.approx(want["rule"]["loss_bb"], abs=1e-9)


def test_a_file_that_is_none_is_told(page: Browser, path: Path, tmp_path: Path) -> None:
    open_at(page, path)
    page.driver.execute_script("localStorage.clear()")
    open_at(page, path, "#page=drill")
    page.see("#train-fold")
    for text, words in (("no", "The file is not JSON"), ("[]", "has no training answers")):
        file = tmp_path / "answers.json"
        file.write_text(text, encoding="utf-8")
        page.driver.find_element("id", "train-import").send_keys(str(file))
        page.see_text("#train-imported", words)


ANSWER = {
    "at": 10**12,
    "game": "holdem",
    "level": "",
    "seat": "sb",
    "hand": "AA",
    "mode": "close",
    "stack": 9,
    "s": 9,
}
ANSWER |= {"act": "jam", "loss": 0, "free": False, "seconds": 2.5, "rule_loss": None}


def drill(page: Browser, path: Path, stored: str | None = None) -> None:
    """The drill of a browser that keeps nothing else."""
    open_at(page, path)
    page.driver.execute_script("localStorage.clear()")
    if stored is not None:
        page.driver.execute_script("localStorage.setItem('jamfold-training', arguments[0])", stored)
    open_at(page, path, "#page=drill&mode=close")
    page.see("#train-fold")


def test_damaged_answers_of_a_file_are_refused(page: Browser, path: Path, tmp_path: Path) -> None:
    drill(page, path)
    file = tmp_path / "answers.json"
    for name, value in (
        ("at", 1e300), ("at", []), ("at", 0.5), ("loss", "0.1"), ("loss", None), ("stack", [5]),
        ("seconds", "x"), ("mode", "foo"), ("free", None),
    ):  # fmt: skip
        answers_of = [ANSWER, ANSWER | {name: value}]
        file.write_text(
            json.dumps({"format": "jamfold-training", "version": 1, "answers": answers_of}), "utf-8"
        )
        page.driver.execute_script("document.getElementById('train-imported').textContent = ''")
        page.driver.find_element("id", "train-import").send_keys(str(file))
        page.see_text("#train-imported", f"Answer 2 of the file: '{name}' must be")
    assert asked(page, "train-score", {"game": "holdem"})["total"]["decisions"] == 0


def test_a_damaged_memory_is_set_aside(page: Browser, path: Path) -> None:
    names = "Object.keys(localStorage).filter((one) => one.includes('damaged'))"
    kept = f"return {names}.map((one) => localStorage[one])"
    for stored, sound in ((json.dumps({"answers": [None, ANSWER]}), 1), ("no JSON", 0), ("null", 0)):
        drill(page, path, stored)
        page.see_text("#asked .error", f"are damaged: {sound} can be read")
        assert page.driver.execute_script(kept) == [stored]
        assert asked(page, "train-score", {"game": "holdem"})["total"]["decisions"] == sound


def test_the_drill_of_a_browser_that_keeps_nothing(page: Browser, path: Path) -> None:
    drill(page, path)
    page.driver.execute_script(
        "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); };"
    )
    page.click("#train-fold")
    page.see(".verdict")
    page.see_text("#train-verdict, #train", "They are lost when you close the page")
    body = {
        "game": "holdem",
        "stacks": [8, 8],
        "blinds": [0.5, 1],
        "ante": 0,
        "bb_ante": 0,
        "dead": 0,
        "position": "sb",
    }
    told = asked(page, "train-range", body | {"range": "22+,A2+"})
    assert told["loss_bb"] > 0
    assert "They are lost when you close the page" in told["notice"]
    score = asked(page, "train-score", {"game": "holdem"})
    assert (score["total"]["decisions"], score["ranges"]) == (1, 1)


def test_answers_of_another_spot_are_taken_away(page: Browser, path: Path) -> None:
    open_at(page, path, "#game=holdem&stack=10")
    page.click("#held summary")
    page.fill("held-text", "22+,A2+")
    page.click("#held-go")
    page.see_text("#held-answer", "It gains")
    page.driver.execute_script("jamfold.slide(jamfold.game.nearest(12))")
    page.wait(lambda: not page.all("#held-answer *"), "an empty answer")


def test_links_that_say_no_stack(page: Browser, path: Path) -> None:
    open_at(page, path, "#stack_sb=abc&stack_bb=10bb")
    page.see_text("#note", "Enter the stack in chips or in big blinds (12.5bb).")
    page.see_text("#hand", "No result.")
    open_at(page, path, "#stack=10&blind_bb=0")
    page.see_text("#note", "The big blind must be above zero")
    open_at(page, path, "#stack=10&rake=much")
    page.see_text("#note", "The rake must be a number, not 'much'.")
    open_at(page, path, "#stack=10&rake=5%25")
    page.see("#pictures td button")


LINKS = {
    "#holdem;10bb;K7o": "#game=holdem&stack=10&hand=K7o",
    "#six-plus;12.5bb;bba=1;AA": "#game=six-plus&stack=12.5&bb_ante=10&hand=AA",
    "#holdem;9;10bb;bba=1;K7o": "#game=holdem&stack=10&seats=9&bb_ante=10&hand=K7o",
    "#holdem;8bb;blind_sb=1;blind_bb=2;rake=5;ante=0.125;22%2B": "#game=holdem&stack=8&blind_sb=1&blind_bb=2"
    "&rake=5&ante=0.25&hand=22%2B",
}
"""Short addresses to send, and what they say in full."""


def test_a_short_link_opens_its_spot_and_is_copied(page: Browser, path: Path) -> None:
    copied = "window.copied = ''; navigator.clipboard.writeText = async (text) => { window.copied = text; };"
    for short, full in LINKS.items():
        open_at(page, path, short)
        page.see("#pictures td button")
        assert page.driver.execute_script("return jamfold.address()") == full
        page.driver.execute_script(f"{copied} document.getElementById('copy').click();")
        page.wait(lambda: page.driver.execute_script("return copied"), "a copied link")
        link = page.driver.execute_script("return copied")
        assert sorted(link.partition("#")[2].split(";")) == sorted(short[1:].split(";"))


def test_a_short_link_of_nonsense_is_refused_like_any_other(page: Browser, path: Path) -> None:
    open_at(page, path, "#holdem;;%;10bb;rake=much;;")
    page.see_text("#note", "The rake must be a number, not 'much'.")


def test_raises_before_the_all_in(page: Browser, path: Path) -> None:
    open_at(page, path, "#game=six-plus&stack=12&ante=1&hand=AA")
    page.see_text("#hand", "Small blind\njam")
    page.choose("sizes", "open 2")
    page.see_text(".tree-notes", "The tree has no limps or flat calls")
    body = {"game": "six-plus", "stacks": ["12bb", "12bb"], "ante": 1, "open": ["2bb"]}
    told = asked(page, "solve", body)
    spot = answers.run_case(SolveRequest.from_json(body), Observer())
    want = to_values(SolveContract.of(spot))
    assert told["value_bb"] == pytest.approx(want["value_bb"], abs=1e-9)
    assert told["gains_bb"] == pytest.approx([0, 0], abs=1e-9)
    page.click("#save")
    page.see_text("#note", "Only jam-or-fold spots can be saved")
    assert violations(page) == []


def test_the_stack_that_is_seen_comes_first_and_the_rest_can_be_stopped(page: Browser, path: Path) -> None:
    sizes = "open=2bb+2.25bb+2.5bb+2.75bb+3bb+3.5bb+4bb+5bb&raises=9bb+16bb+24bb+36bb"  # some seconds
    open_at(page, path, f"#game=holdem&stack=60&{sizes}&hand=AA")
    page.see_text("#note", "Shown: this stack. Waiting")
    page.see("#pictures td button")
    page.click("#offer button")
    page.see_text("#note", "Stopped.")
    assert page.driver.execute_script("return jamfold.game.count") == 1
    open_at(page, path, "#game=six-plus&stack=3&open=2bb&raises=5bb+12bb")  # nobody comes that far here
    page.see("#pictures td button")
    assert page.driver.execute_script("return jamfold.game.count") > 1
