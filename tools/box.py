"""Write the answers that come with the program: what pages show before any table is built.

Charts for the strategy page, a table of three, a tournament of three.

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

from jamfold.cases.answers import run_case
from jamfold.cases.answers.watch import Observer
from jamfold.cases.explorer import ExplorerRequest
from jamfold.cases.table import TableRequest
from jamfold.cases.tournaments import ThreeTournamentRequest
from jamfold.spots.nplayer.own_files import packed_table, table_box
from jamfold.spots.nplayer.result import table_result
from jamfold.spots.tournaments.stored_three_players import packed_three
from jamfold.views.explorer_data import explorer_data, packed_bytes
from jamfold.views.formats import to_values

SOURCE = Path(__file__).parents[1] / "src" / "jamfold"
CHARTS = SOURCE / "views" / "box"
ANSWERS = SOURCE / "core" / "storage" / "box"
TABLE: dict[str, Any] = {"seats": 3, "stack": "10bb"}
THREE: dict[str, Any] = {"prizes": "50% 30% 20%"}
GAMES = ("holdem", "six-plus", "omaha", "omaha-hilo")


def charts(game: str) -> dict[str, bytes]:
    """Files by name: a game without antes; of the same with a big-blind ante what is not as without."""
    plain = ExplorerRequest(game=game, low=1.0, high=25.0, step=0.5)
    both = plain, replace(plain, bb_ante=plain.blinds[1])
    first, second = (to_values(explorer_data(run_case(one, Observer()))) for one in both)
    others: dict[str, Any] = {name: value for name, value in second.items() if value != first[name]}
    first["columns_of_hands"] = _by_columns(first.pop("hands"), first["hole_cards"])
    return {f"{game}.json.gz": _packed(first), f"{game}-bb-ante.json.gz": _packed(others)}


def _by_columns(hands: str, hole_cards: int) -> str:
    """The cards of all hands, first cards first: two thirds smaller than hand by hand."""
    cards = np.frombuffer(base64.b64decode(hands), dtype=np.uint8).reshape(-1, hole_cards)
    return packed_bytes(cards.T)


def _packed(values: dict[str, Any]) -> bytes:
    return gzip.compress(json.dumps(values, separators=(",", ":")).encode(), 9, mtime=0)


def answers() -> dict[str, bytes]:
    """Files by name: the table and the tournament with which their pages open.

    The tournament is opened where it is kept already, and takes a quarter of an hour where it is not.
    """
    asked = TableRequest(game="holdem", **TABLE)
    table = table_result(asked.rules, asked.hand)
    three = ThreeTournamentRequest(game="holdem", **THREE)
    solved = run_case(three, Observer())
    name, tournament = packed_three(solved)
    return {
        f"{table_box(asked.rules, asked.hand)}.json.gz": packed_table(table),
        f"{name}.json.gz": tournament,
    }


def main() -> None:
    for game in GAMES:
        for name, content in charts(game).items():
            (CHARTS / name).write_bytes(content)
    for name, content in answers().items():
        (ANSWERS / name).write_bytes(content)


if __name__ == "__main__":
    main()
