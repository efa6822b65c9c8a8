"""The search box of the strategy page reads what Python reads: the cases of tests/views/hands.json."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import GAMES
from jamfold.ranges.grid import class_label, has_grid
from jamfold.views.explorer_data import packed_bytes, packed_places
from tests.views.test_spoken import CASES
from tests.web.browser import Browser
from tests.web.server import Server

pytest.importorskip("selenium")

_PROGRAM = """
const [data, texts, done] = arguments;
import("/assets/game.js").then(({ Game, search }) => {
  const game = new Game(data);
  done(texts.map((text) => {
    const found = search(game, text);
    return found && { hands: game.handsOf(found.ids), ids: found.ids, again: search(game, found.words)?.ids };
  }));
}, (error) => done(String(error)));
"""


def packed(name: str) -> dict[str, Any]:
    """The hands of a game as the page has them, without strategies."""
    game = GAMES[name]
    classes = hand_classes(game)
    empty = {"tops": "", "margins": ""}
    return {
        "hole_cards": classes.hole_cards,
        "count": 1,
        "sizes": packed_bytes(classes.sizes),
        "hands": packed_bytes(classes.representatives),
        "order": packed_places(np.arange(classes.n)),
        "names": [class_label(game, one) for one in range(classes.n)] if has_grid(game) else None,
        "jam": empty,
        "call": empty,
    }


@pytest.mark.parametrize("name", ["holdem", "six-plus", "omaha"])
def test_the_box_reads_what_python_reads(browser: Browser, server: Server, name: str) -> None:
    cases = [case for case in CASES if case["game"] == name]
    browser.driver.get(f"{server.address}about")
    told = browser.driver.execute_async_script(_PROGRAM, packed(name), [case["text"] for case in cases])
    assert isinstance(told, list), told
    assert len(told) == len(cases)
    classes = hand_classes(GAMES[name])
    for case, found in zip(cases, told, strict=True):
        text = json.dumps(case)
        if not case.get("here"):
            assert found is None, text  # jamfold itself is asked, or refuses
        elif isinstance(case["hands"], str) and not has_grid(GAMES[name]):
            assert [classes.name(one) for one in found["ids"]] == [
                classes.name(int(classes.index(case["hands"])))
            ], text
        elif isinstance(case["hands"], str):
            assert [class_label(GAMES[name], one) for one in found["ids"]] == [case["hands"]], text
        else:
            assert found["hands"] == case["hands"], text
        if found:
            assert found["again"] == found["ids"], text  # what stands in the address means the same
