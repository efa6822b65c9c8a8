"""Write the charts that come with the program: what the strategy page shows before any table is built.

``python -m tools.box`` solves them anew, with the tables of the data folder; tests/full compares.
"""

from __future__ import annotations

import base64
import gzip
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from jamfold.answers import answer
from jamfold.answers.watch import Watch
from jamfold.questions.explorer import ExplorerQuestion
from jamfold.views.explorer.data import explorer_data
from jamfold.views.explorer.packing import packed_bytes
from jamfold.views.json import to_values

BOX = Path(__file__).parents[1] / "src" / "jamfold" / "views" / "explorer" / "box"
GAMES = ("holdem", "six-plus", "omaha", "omaha-hilo")


def boxed(game: str) -> dict[str, bytes]:
    """Files by name: a game without antes; of the same with a big-blind ante what is not as without."""
    plain = ExplorerQuestion(game=game, low=1.0, high=25.0, step=0.5)
    charts = plain, replace(plain, bb_ante=plain.blinds[1])
    first, second = (to_values(explorer_data(answer(one, Watch()))) for one in charts)
    others: dict[str, Any] = {name: value for name, value in second.items() if value != first[name]}
    first["columns_of_hands"] = _by_columns(first.pop("hands"), first["hole_cards"])
    return {f"{game}.json.gz": _packed(first), f"{game}-bb-ante.json.gz": _packed(others)}


def _by_columns(hands: str, hole_cards: int) -> str:
    """The cards of all hands, first cards first: two thirds smaller than hand by hand."""
    cards = np.frombuffer(base64.b64decode(hands), dtype=np.uint8).reshape(-1, hole_cards)
    return packed_bytes(cards.T)


def _packed(values: dict[str, Any]) -> bytes:
    return gzip.compress(json.dumps(values, separators=(",", ":")).encode(), 9, mtime=0)


def main() -> None:
    BOX.mkdir(exist_ok=True)
    for game in GAMES:
        for name, content in boxed(game).items():
            (BOX / name).write_bytes(content)


if __name__ == "__main__":
    main()
