"""Lists of hands as CSV and JSON, numbers in full precision."""

from __future__ import annotations

import csv
import io
from dataclasses import fields
from typing import Any

from jamfold.ranges.grid import class_label
from jamfold.spots.listing import HandList
from jamfold.views.contracts.spots import HandRow
from jamfold.views.json import to_text, to_values


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


def hands_csv(hands: HandList) -> str:
    """A list as CSV, unknown EVs empty; without hands, the header alone."""
    rows = hand_rows(hands)
    text = io.StringIO()
    columns = list(rows[0]) if rows else [field.name for field in fields(HandRow)]
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def hands_json(hands: HandList) -> str:
    """A list as JSON, unknown EVs null."""
    return to_text(hand_rows(hands), indent=1) + "\n"
