"""Lists of hands as CSV and JSON, numbers in full precision."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from jamfold.ranges.grid import class_label
from jamfold.spots.hand_list import HandList
from jamfold.spots.solution import SpotSolution
from jamfold.views.columns import Columns, columns_csv
from jamfold.views.contracts.hands import HandRow
from jamfold.views.contracts.spots import ListedSpotContract, TreeContract
from jamfold.views.json import to_text, to_values

NODES = "nodes"


def hand_rows(hands: HandList, start: int = 0, stop: int | None = None) -> list[dict[str, Any]]:
    """Some classes of a list as JSON keeps them; with a second source what it does, and what that costs."""
    game, comparison = hands.strategy.game, hands.comparison
    unit = "bb" if hands.strategy.currency == "chips" else "money"
    rows = []
    for hand in hands.reports(start, stop):
        row = to_values(HandRow.of(hand, class_label(game, hand.id)))
        if comparison is not None:
            row |= {
                "other_played": float(comparison.chances[hand.id]),
                "apart": float(comparison.apart[hand.id]),
                f"cost_{unit}": float(comparison.costs[hand.id]) / hands.strategy.measure.divisor,
            }
        rows.append(row)
    return rows


def hands_columns(hands: HandList) -> Columns:
    """A list as columns, with one for every action of a tree; without hands, their names alone."""
    rows = hand_rows(hands)
    names = [
        name for name in (rows[0] if rows else [field.name for field in fields(HandRow)]) if name != NODES
    ]
    columns = {name: [row[name] for row in rows] for name in names}
    for place, node in enumerate(rows[0][NODES] or () if rows else ()):
        after = ", ".join(node["after"])
        for action in node["actions"]:
            heading = f"{after}: {action}" if after else action
            columns[heading] = [row[NODES][place]["chances"][action] for row in rows]
    return columns


def hands_csv(hands: HandList) -> str:
    """A list as CSV, unknown EVs empty."""
    return columns_csv(hands_columns(hands))


def hands_values(hands: HandList) -> list[dict[str, Any]]:
    """A list as JSON has it, unknown EVs null; every row says its ``spot``, so rows of lists stay apart."""
    spot = SpotSolution.of(hands.strategy)
    told = to_values(ListedSpotContract.of_spot(spot, tree=TreeContract.of_spot(spot)))
    return [row | {"spot": told} for row in hand_rows(hands)]


def hands_json(hands: HandList) -> str:
    """A list as JSON, a line for each entry."""
    return to_text(hands_values(hands), indent=1) + "\n"
