"""The JavaScript of the file that solves, run without a page: by Node, or else in headless Chromium."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from jamfold.cards.games import find_game
from jamfold.cases.answers import run_case
from jamfold.cases.answers.watch import Observer
from jamfold.cases.entries import CaseRequest
from jamfold.cases.equities import EquityRequest, RangeRequest
from jamfold.cases.explorer import ExplorerRequest, OutlineRequest
from jamfold.cases.hands import CompareRequest, ExplainRequest, HandRequest
from jamfold.cases.spots import SolveRequest
from jamfold.cases.view_spec import view_spec_of
from jamfold.views.explorer_page import facts_script
from jamfold.views.formats import to_values
from jamfold.views.offline_app import pack_planes, pack_threeway
from tests.web.browser import Browser, why_no_browser

Asked = tuple[str, dict[str, Any]]
_RUN = """
const own = (rows) => rows.map((row) => [...row]);
function strategies(game, body) {
  const [spot, terms, raises] = [readSpot(body), readTerms(body), readSizes(body)];
  if (raises) {
    const { values, gains, tree } = solveTreeSpot(game, spot, terms, raises);
    const plans = tree.sums.map((rows) => own(rows.map(({ strategy }) => strategy)));
    const worth = tree.best.map(({ actions }) => actions.map(own));
    return { values, gains, exact: tree.exact, plans, worth };
  }
  const { values, gains, chances, margins, solution } = solveSpot(game, spot, terms);
  const numbers = own(margins).map((row) => row.map((margin) => (Number.isNaN(margin) ? null : margin)));
  return { values, gains, chances: own(chances), margins: numbers, exact: solution.exact };
}
const planes = {};
for (const [one, threeway] of packed) {
  planes[one.fields.game] = await unpackGame(one).catch((error) => error);
  if (threeway) planes[one.fields.game].threeway = await unpackThreeway(planes[one.fields.game], threeway);
}
const answers = questions.map(([name, body]) => {
  try {
    if (planes[body.game] instanceof Error) throw planes[body.game];
    if (name === "table") return table(planes[body.game], body, () => {});
    return name === "strategies" ? strategies(planes[body.game], body) : answer(planes, name, body);
  } catch (error) {
    return { error: error.message, field: error.field ?? null };
  }
});
"""


def app_answers(questions: Sequence[Asked], folder: Path) -> list[Any]:
    """What the file answers to questions of the API, by name and body; errors as ``{"error", "field"}``.

    ``strategies`` are both strategies of a spot as numbers, ``table`` is one of three seats.
    """
    games = [find_game(name) for name in sorted({body.get("game", "holdem") for _, body in questions})]
    three = {body["game"] for name, body in questions if name == "table"}
    packed = [
        (json.loads(pack_planes(game)), pack_threeway(game) if game.name in three else None) for game in games
    ]
    values = json.dumps([packed, list(questions)])
    return _by_node(values, folder) if shutil.which("node") else _by_chromium(values, folder)


def _modules() -> dict[str, str]:
    assets = files("jamfold.views").joinpath("assets")
    modules = {one.name: one.read_text("utf-8") for one in assets.iterdir() if one.name.endswith(".js")}
    return modules | {"facts.js": facts_script()}


def write_modules(folder: Path) -> None:
    """Write the scripts of pages and the facts that they need, as Node takes them."""
    for name, text in _modules().items():
        (folder / name).write_text(text, "utf-8")
    (folder / "package.json").write_text('{"type": "module"}', "utf-8")


def _by_node(values: str, folder: Path) -> list[Any]:
    write_modules(folder)
    (folder / "values.json").write_text(values, "utf-8")
    (folder / "run.js").write_text(
        'import { readFileSync } from "node:fs";\n'
        'import { unpackGame } from "./lowrank.js";\nimport { answer } from "./answers.js";\n'
        'import { readSizes, readSpot, readTerms } from "./question.js";\n'
        'import { solveSpot, solveTreeSpot } from "./spots.js";\n'
        'import { table, unpackThreeway } from "./threeseats.js";\n'
        f'const [packed, questions] = JSON.parse(readFileSync("values.json", "utf8"));\n{_RUN}'
        "console.log(JSON.stringify(answers));\n",
        "utf-8",
    )
    run = subprocess.run(["node", "run.js"], cwd=folder, capture_output=True, text=True, check=True)
    return list(json.loads(run.stdout))


def _by_chromium(values: str, folder: Path) -> list[Any]:
    """A page whose modules stand in its import map, since a file may import no other file."""
    if why := why_no_browser():
        pytest.skip(f"neither Node nor Chromium here: {why}")
    imports = {
        f"app/{name}": "data:text/javascript;base64,"
        + base64.b64encode(text.replace('from "./', 'from "app/').encode()).decode("ascii")
        for name, text in _modules().items()
    }
    (folder / "run.html").write_text(
        f'<script type="importmap">{json.dumps({"imports": imports})}</script>\n<script type="module">\n'
        'import { unpackGame } from "app/lowrank.js";\nimport { answer } from "app/answers.js";\n'
        'import { readSizes, readSpot, readTerms } from "app/question.js";\n'
        'import { solveSpot, solveTreeSpot } from "app/spots.js";\n'
        'import { table, unpackThreeway } from "app/threeseats.js";\n'
        f"const [packed, questions] = {values};\n{_RUN}window.answers = JSON.stringify(answers);</script>",
        "utf-8",
    )
    with Browser() as browser:
        browser.driver.get((folder / "run.html").as_uri())
        found = browser.wait(lambda: browser.driver.execute_script("return window.answers"), "answers", 300)
    return list(json.loads(found))


KINDS: dict[str, type[CaseRequest]] = {
    one.name: one
    for one in (
        CompareRequest,
        EquityRequest,
        ExplainRequest,
        ExplorerRequest,
        HandRequest,
        OutlineRequest,
        RangeRequest,
        SolveRequest,
    )
}
OWN = {"seconds", "iterations", "proved", "whole_game"}
"""What the two do not have to agree on."""


def answered(name: str, body: dict[str, Any]) -> Any:
    question = KINDS[name].from_json(body)
    return to_values(view_spec_of(KINDS[name]).values(question, run_case(question, Observer())))


def same(mine: Any, theirs: Any) -> Any:
    """What the file should answer where the package answers `mine`: numbers are near."""
    if isinstance(mine, dict):
        assert mine.keys() == theirs.keys()
        return {name: theirs[name] if name in OWN else same(one, theirs[name]) for name, one in mine.items()}
    if isinstance(mine, list):
        assert len(mine) == len(theirs)
        return [same(one, other) for one, other in zip(mine, theirs, strict=True)]
    is_number = isinstance(mine, int | float) and not isinstance(mine, bool)
    return pytest.approx(mine, rel=1e-9, abs=1e-9) if is_number else mine
