"""Solved spots and their hands: sheets, and files in full precision as CSV and JSON."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path
from typing import Any

from jamfold.cases.strategies import BuildRequest, ListFileRequest
from jamfold.ranges.grid import class_label
from jamfold.spots.analysis import Explanation, Exploit
from jamfold.spots.hand_lists import HandList
from jamfold.spots.proof import prove_spot
from jamfold.spots.solution import SpotSolution
from jamfold.spots.strategy import HandReport, Seat
from jamfold.spots.trees import NodeReport, TreeSpot
from jamfold.views import strategy_figures
from jamfold.views.figures import encoded
from jamfold.views.formats import Columns, columns_csv, to_text, to_values
from jamfold.views.ranges import list_text
from jamfold.views.sentences import SEAT_NAMES, certificate_text, explanation_lines, spot_text
from jamfold.views.sheet import Heads, Sheet, words
from jamfold.views.spot_schemas import HandRow, ListedSpotContract, TreeContract

NODE_HEADS: Heads = (*words("seat", "after", "does, % of all its hands"), "comes to it")


def solution_rows(spot: SpotSolution) -> list[tuple[str, str, str]]:
    """Return rows of a solution: name, small blind's number, big blind's number."""

    def row(name: str, values: Iterable[float], form: str, after: str = "") -> tuple[str, str, str]:
        first, second = (f"{value:{form}}{after}" for value in values)
        return name, first, second

    rows = [row("EV, chips", spot.value_chips, "+.6f")]
    if not isinstance(spot, TreeSpot):
        rows.insert(0, row("jams / calls", (spot.jam_percent, spot.call_percent), ".4f", "%"))
    rows.append(row("EV, bb", spot.situation.in_bb(spot.value_chips), "+.9f"))
    if spot.extras is not None:
        won = [a + b for a, b in zip(spot.extras.jackpot_won, spot.extras.fortune_won, strict=True)]
        rows.append(row("fees paid, bb", spot.extras.fees_paid, ".6f"))
        rows.append(row("prizes won, bb", won, ".6f"))
    if spot.currency == "money":
        unit = spot.measure.unit
        rows.append(row(f"EV, {unit}", spot.value_money, ".6f"))
        rows.append(row(f"gain by deviating, {unit}", spot.gains_money, ".3g"))
    else:
        rows.append(row("gain by deviating, bb", spot.gains_bb, ".3g"))
    return [*rows, row("mixed hands", spot.mixed, ","), row("indifferent hands", spot.free, ",")]


def node_rows(spot: TreeSpot, digits: int = 4) -> list[tuple[str, str, str, str]]:
    """Return the decisions of a tree: seat, actions before, strategy, reach probability."""

    def does(node: NodeReport) -> str:
        same = {*node.same, *node.same.values()}
        shares = node.percent.items()
        return ", ".join(f"{name} {share:.{digits}f}" for name, share in shares if share or name not in same)

    return [
        (at.seat, ", ".join(at.after), does(at), f"{100 * at.reach:.{max(3, digits)}g}%") for at in spot.nodes
    ]


def save(answer: SpotSolution | Exploit, path: Path) -> None:
    _spot_of(answer).save(path)


def save_proof(answer: SpotSolution | Exploit, path: Path) -> None:
    prove_spot(_spot_of(answer), path)


def _spot_of(answer: SpotSolution | Exploit) -> SpotSolution:
    return answer.spot if isinstance(answer, Exploit) else answer


def explanation_sheet(explanation: Explanation) -> Sheet:
    """Return one hand and the reasons for its play, for the terminal."""
    lines = [f"  {line}" for line in explanation_lines(explanation)]
    title = hand_title(explanation.spot, explanation.hand)
    return Sheet(spot_text(explanation.spot), parts=(title, *lines, certificate_text(explanation.spot)))


def hand_title(spot: SpotSolution, hand: HandReport) -> str:
    """Return a hand and its seat in words."""
    name = class_label(spot.game, hand.id)
    text = name if hand.cards in (name, hand.representative) else f"{hand.cards} ({name})"
    facing = ", facing a jam" if hand.seat is Seat.BIG_BLIND and not hand.nodes else ""
    return f"{text} in the {SEAT_NAMES[hand.seat]}{facing}"


NODES = "nodes"


def hand_rows(hands: HandList, start: int = 0, stop: int | None = None) -> list[dict[str, Any]]:
    """Return classes of a list as in the JSON; with a second source, how it plays and what that costs."""
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
    """Return a list as columns, with one for every action of a tree; if it is empty, only their names."""
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
    """Return a list as CSV, unknown EVs empty."""
    return columns_csv(hands_columns(hands))


def hands_values(hands: HandList) -> list[dict[str, Any]]:
    """Return a list as in the JSON, unknown EVs null; every row has its ``spot``, so lists can be merged."""
    spot = SpotSolution.of(hands.strategy)
    spot_values = to_values(ListedSpotContract.of_spot(spot, tree=TreeContract.of_spot(spot)))
    return [row | {"spot": spot_values} for row in hand_rows(hands)]


def hands_json(hands: HandList) -> str:
    """Return a list as JSON, a line for each entry."""
    return to_text(hands_values(hands), indent=1) + "\n"


def list_payload(question: ListFileRequest, answer: HandList) -> dict[str, str]:
    """Return a list as text; a picture as base64."""
    if question.format == "png":
        second = None if answer.comparison is None else answer.comparison.second
        sides = [side for side in (answer.strategy, second) if side is not None]
        return encoded("strategy.png", lambda path: strategy_figures.save_figure(sides, path))
    if question.format == "txt":
        return {"text": list_text(answer, every_class=True)[0]}
    return {"text": hands_csv(answer) if question.format == "csv" else hands_json(answer)}


def build_payload(question: BuildRequest, game: str) -> dict[str, str]:
    return {"game": game}
