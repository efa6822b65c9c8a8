"""Solved spots, their hands and lists: sheets, HTML, and files in full precision as CSV and JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from math import log10
from pathlib import Path
from typing import Any

import numpy as np

from jamfold.cards.counting.classes import ClassId
from jamfold.cases.answers.spots import Needs
from jamfold.cases.hands import (
    BuildRequest,
    HandRequest,
    ListFileRequest,
    ListPageRequest,
    RangeTextRequest,
    SquareRequest,
)
from jamfold.core.display import in_bb, plural
from jamfold.ranges.grid import class_label
from jamfold.spots.analysis import Comparison, Explanation, Exploit
from jamfold.spots.hand_lists import HandList, LookupResult, RangeReport
from jamfold.spots.proof import prove_spot
from jamfold.spots.solution import SpotSolution
from jamfold.spots.strategy import HandReport, Seat, SeatStrategy, class_report
from jamfold.spots.trees import NodeReport, TreeSpot
from jamfold.views import strategy_figures
from jamfold.views.convergence import epsilons
from jamfold.views.figures import encoded
from jamfold.views.formats import Columns, columns_csv, to_text, to_values
from jamfold.views.html import Html, Line, element, faces_html, join_html, plot, table
from jamfold.views.range_grids import range_fragment, side_by_side
from jamfold.views.ranges import list_text, played_text
from jamfold.views.sentences import (
    BOTH_SEATS,
    PAST,
    SEAT_NAMES,
    about_lines,
    advice_text,
    answer_text,
    certificate_text,
    decision_text,
    effective_text,
    explanation_lines,
    exploit_lines,
    spot_text,
    theory_text,
    tree_lines,
    whole_game_text,
)
from jamfold.views.sheet import (
    Bullets,
    Caution,
    Folded,
    Heads,
    Note,
    OnPage,
    Sheet,
    Table,
    Tiles,
    facts,
    on_page,
    on_terminal,
    words,
)
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
    lines = [f"  {line}" for line in explanation_lines(explanation)]
    title = hand_title(explanation.spot, explanation.hand)
    return Sheet(spot_text(explanation.spot), parts=(title, *lines, certificate_text(explanation.spot)))


def hand_title(spot: SpotSolution, hand: HandReport) -> str:
    name = class_label(spot.game, hand.id)
    text = name if hand.cards in (name, hand.representative) else f"{hand.cards} ({name})"
    facing = ", facing a jam" if hand.seat is Seat.BIG_BLIND and not hand.nodes else ""
    return f"{text} in the {SEAT_NAMES[hand.seat]}{facing}"


NODES = "nodes"


def hand_rows(hands: HandList) -> list[dict[str, Any]]:
    """Return classes of a list as in the JSON; with a second source, how it plays and what that costs."""
    game, comparison = hands.strategy.game, hands.comparison
    unit = "bb" if hands.strategy.currency == "chips" else "money"
    rows = []
    for hand in hands.reports():
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
    if question.format == "png":
        second = None if answer.comparison is None else answer.comparison.second
        sides = [side for side in (answer.strategy, second) if side is not None]
        return encoded("strategy.png", lambda path: strategy_figures.save_figure(sides, path))
    if question.format == "txt":
        return {"text": list_text(answer, every_class=True)[0]}
    return {"text": hands_csv(answer) if question.format == "csv" else hands_json(answer)}


def build_payload(question: BuildRequest, game: str) -> dict[str, str]:
    return {"game": game}


_FLOOR = 1e-12
_MOST_EPSILONS = 240
_MEANWHILE = {
    "/equity?game=omaha&p=AsAhKsKh&p=JdTd9c8c": "aces and kings against a rundown, on all boards",
    "/videopoker": "a trainer and every hold of video poker",
    "/flop": "the winning chance on a flop",
    "/icm": "what chips are worth in prizes",
}
"""Addresses that need no table, so they work during a build."""


def solution_sheet(spot: SpotSolution) -> Sheet:
    certificate = certificate_text(spot, "on average")
    if spot.solution.approximate:
        certificate = f"{answer_text(spot)} The method “exact” builds the table first."
    nodes = (
        [Table(NODE_HEADS, node_rows(spot)), *map(Note, tree_lines(spot))]
        if isinstance(spot, TreeSpot)
        else []
    )
    rows = solution_rows(spot)

    def page_parts() -> Sequence[Any]:
        how = Folded("How it was computed", (_counted(spot), *_convergence(spot)), id="how")
        return Tiles(_facts(spot)), Table(BOTH_SEATS, rows), how

    return Sheet(
        spot_text(spot),
        parts=(
            on_page(Note(certificate)),
            *filter(None, (effective_text(spot), decision_text(spot), whole_game_text(spot))),
            *nodes,
            OnPage(page_parts),
            on_terminal(
                facts(BOTH_SEATS, rows), certificate_text(spot), theory_text(spot), *about_lines(spot.terms)
            ),
        ),
    )


def solve_page(answer: SpotSolution | Exploit) -> Sheet:
    """Return a solved spot, or the best response to a range, for pages."""
    if not isinstance(answer, Exploit):
        return solution_sheet(answer)
    rows = solution_rows(answer.spot)
    warnings = map(Caution, answer.held.warnings)
    lines = Bullets(exploit_lines(answer))
    return Sheet(
        spot_text(answer.spot), parts=(lines, *warnings, Note(answer_text(answer)), Table(BOTH_SEATS, rows))
    )


def _counted(spot: SpotSolution) -> str:
    """Say what was computed, in players' words."""
    if isinstance(spot, TreeSpot) or not spot.solution.stakes.cancels:
        return theory_text(spot)
    live = spot.situation.effective_stack / spot.situation.big_blind
    return f"Every pair of hands and every board is counted. Effective stack: {in_bb(live)}."


def _facts(spot: SpotSolution) -> list[tuple[str, str]]:
    facts = [
        ("small blind jams", f"{spot.jam_percent:.2f}%"),
        ("big blind calls", f"{spot.call_percent:.2f}%"),
    ]
    facts = [] if isinstance(spot, TreeSpot) else facts
    if spot.currency == "money":
        return [*facts, (f"small blind's value, {spot.measure.unit}", f"{spot.value_money[0]:.4f}")]
    return [*facts, ("small blind's value, bb", f"{spot.value_bb:+.4f}")]


def _convergence(spot: SpotSolution) -> list[Any]:
    """Return both players' possible gains by iteration, as a logarithmic curve and as a table."""
    values = epsilons(spot)
    if len(values) < 2:
        return []
    spread = (
        np.geomspace(1, len(values), _MOST_EPSILONS)
        if len(values) > _MOST_EPSILONS
        else range(1, len(values) + 1)
    )
    places = sorted({round(float(place)) for place in spread})
    points = [(log10(place), log10(max(values[place - 1], _FLOOR))) for place in places]
    rows = [[f"{place:,}", f"{values[place - 1]:.6g}"] for place in places]
    unit = f"exploitability, {spot.measure.unit}"
    curve = plot([Line("", points)], "iteration", unit, powers=True)
    return [curve, Folded("As a table", [Table(("iteration", unit), rows)])]


def signed(value: float | None, digits: int = 4) -> str:
    """Format a gain; None and NaN mean that the decision is never reached."""
    if value is None or value != value:
        return "never asked"
    return f"{value:+.{digits}f}"


def needs_payload(answer: Needs) -> dict[str, Any]:
    """Return the cost of a first build, with links that need no table; no HTML if no build is needed."""
    links = [element("li", element("a", words, href=address)) for address, words in _MEANWHILE.items()]
    html = join_html(
        element("p", "Not built yet. ", answer.sentence),
        element("p", "Meanwhile, try:"),
        element("ul", links),
    )
    return {
        "html": html if answer.sentence else Html(""),
        "sentence": answer.sentence,
        "is_approximable": answer.is_approximable,
    }


_MOST_HANDS = 200


def square_fragment(question: SquareRequest, answer: tuple[SeatStrategy, Comparison | None]) -> Html:
    """Return one player's strategy, next to another spot's if the request has one."""
    strategy, comparison = answer
    second = None if comparison is None else comparison.second
    game, action = strategy.game, strategy.seat.action
    if second is None:
        inside = range_fragment(game, strategy.frequency, action, "first-tip", fills=True)
    else:
        inside = side_by_side(
            [
                join_html(
                    element("h3", name),
                    range_fragment(
                        game, side.frequency, action, f"{tip}-tip", other=other.frequency, fills=True
                    ),
                )
                for name, tip, side, other in (
                    ("This spot", "first", strategy, second),
                    ("The other", "second", second, strategy),
                )
            ]
        )
    return element("div", inside, class_="result")


def pages_of(question: ListPageRequest, answer: HandList) -> tuple[int, int]:
    """Return the number of the page, the last one if the request's is too large, and of all pages."""
    pages = max(1, -(-len(answer.ids) // question.size))
    return min(question.page, pages), pages


def list_fragment(question: ListPageRequest, answer: HandList) -> Html:
    page, pages = pages_of(question, answer)
    strategy, comparison = answer.strategy, answer.comparison
    unit, past = strategy.measure.unit, PAST[strategy.seat]
    heads = ["hand", "id", "hands", past, f"EV all-in, {unit}", f"difference, {unit}"]
    if comparison is not None:
        heads += ["played there", "difference there", "apart", f"costs, {unit}"]
    class_ids = answer.ids[(page - 1) * question.size : page * question.size].tolist()
    rows = [
        [*_row(strategy, k), *_compared(comparison, k), class_report(strategy, ClassId(k)).advice.value]
        for k in class_ids
    ]
    words = (
        f"{plural(len(answer.ids), 'class')}, {plural(answer.hands, 'hand')}, "
        f"{100 * answer.share:.2f}% of all; page {page} of {pages}."
    )
    warnings = [element("p", warning, class_="warning") for warning in answer.warnings]
    hands = table([*heads, "advice"], rows, class_="numbers hands")
    return element(
        "div",
        element("p", words, class_="note"),
        warnings,
        element("div", hands, class_="scroll"),
        class_="result",
    )


def _row(strategy: SeatStrategy, class_id: int) -> list[str]:
    hand = class_report(strategy, ClassId(class_id))
    name = class_label(strategy.game, class_id)
    face = element(
        "button", faces_html(name), type="button", class_="link", data_fills="cards", data_text=f"#{class_id}"
    )
    of = strategy.measure.of
    return [
        face,
        f"{class_id}",
        f"{hand.size:,}",
        f"{100 * hand.played:.2f}%",
        signed(of(hand.ev_allin)),
        signed(of(hand.difference)),
    ]


def _compared(comparison: Comparison | None, class_id: int) -> list[str]:
    if comparison is None:
        return []
    first, second = comparison.first, comparison.second
    other = None if second is None else class_report(second, ClassId(class_id))
    return [
        f"{100 * float(comparison.chances[class_id]):.2f}%",
        "" if other is None else signed(other.measure.of(other.difference)),
        f"{100 * float(comparison.apart[class_id]):.2f}%",
        signed(first.measure.of(float(comparison.costs[class_id]))),
    ]


def range_text_fragment(question: RangeTextRequest, answer: HandList) -> Html:
    """Return the strategy as a range to copy."""
    text, words = played_text(answer)
    copy = element("button", "Copy", class_="chip", type="button", data_copy=text)
    near = [element("p", text, class_="range"), element("p", copy)] if text else []
    return element("div", element("p", words, class_="note"), near, class_="result")


def hand_fragment(question: HandRequest, answer: Explanation | LookupResult | RangeReport) -> Html:
    """Return one hand in words and numbers, or how much of a range is played."""
    if isinstance(answer, RangeReport):
        return element("div", _range(answer), class_="result")
    hand, seat = answer.hand, answer.hand.seat
    often = "" if hand.nodes else f"It is {PAST[seat]} {100 * hand.played:.4g}% of the time."
    why = (
        [element("li", line) for line in explanation_lines(answer)] if isinstance(answer, Explanation) else []
    )
    return element(
        "div",
        element("h3", _named(hand, class_label(question.rules, hand.id))),
        element("p", advice_text(hand), class_="advice"),
        element("p", often),
        element("div", _evs(hand), class_="scroll"),
        join_html(element("h3", "Why"), element("ul", why, class_="why")) if why else None,
        class_="result",
    )


def _named(hand: HandReport, label: str) -> Html:
    """Return a hand's usual name and the size of its class: ``K7o (12 hands, such as Ks7h)``."""
    size = plural(hand.size, "hand")
    if hand.cards == label:
        like = (
            "" if label == hand.representative else join_html(", such as ", faces_html(hand.representative))
        )
        return join_html(faces_html(label), f" ({size}", like, ")")
    return join_html(faces_html(hand.cards), ": ", faces_html(label), f" ({size})")


def _evs(hand: HandReport) -> Html:
    chips = hand.currency == "chips"
    if hand.nodes:
        return table(("after", "action", "chance", f"EV, {hand.measure.unit}"), _node_rows(hand))
    values = (("EV all-in", hand.ev_allin), ("EV fold", hand.ev_fold), ("difference", hand.difference))
    rows = [
        [name, *([signed(value)] if chips else []), signed(hand.measure.of(value), 6)]
        for name, value in values
    ]
    return table(("", *(("chips",) if chips else ()), hand.measure.unit), rows)


def _node_rows(hand: HandReport) -> list[tuple[str, str, str, str]]:
    of = hand.measure.of
    return [
        (", ".join(node.after), name, f"{100 * chance:.4g}%", signed(None if ev is None else of(ev), 6))
        for node in hand.nodes
        for name, chance in node.chances.items()
        for ev in (node.evs[name],)
    ]


def _range(report: RangeReport) -> Html:
    """Return how much of several classes is played, and their list."""
    strategy, hand_range = report.hands.strategy, report.held
    ids = report.hands.ids[:_MOST_HANDS].tolist()
    heads = ("hand", "id", "hands", PAST[strategy.seat], f"EV all-in, {strategy.measure.unit}", "difference")
    head = (
        f"{report.text}: {plural(hand_range.n_classes, 'class')}, {plural(hand_range.combinations, 'hand')}, "
        f"{hand_range.percent:.4f}% of all"
    )
    more = f"Showing the {len(ids)} most played." if len(ids) < hand_range.n_classes else ""
    return join_html(
        element("h3", head),
        element("p", f"{100 * report.played:.2f}% of them are {PAST[strategy.seat]}.", class_="advice"),
        [element("p", warning, class_="warning") for warning in hand_range.warnings],
        element("p", more, class_="note"),
        element(
            "div",
            table(heads, [_row(strategy, id_) for id_ in ids], class_="numbers hands"),
            class_="scroll tall",
            tabindex="0",
            role="region",
            aria_label="Hands of the range",
        ),
    )
