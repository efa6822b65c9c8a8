"""Strategies of a solved spot as HTML: pictures, lists, one hand, the range as text."""

from __future__ import annotations

from jamfold.answers.lookups import LookupResult, RangeReport
from jamfold.counting.classes import ClassId
from jamfold.questions.lookups import HandRequest
from jamfold.questions.strategies import ListPageRequest, RangeTextRequest, SquareRequest
from jamfold.ranges.grid import class_label
from jamfold.spots.comparison import Comparison
from jamfold.spots.explain import Explanation
from jamfold.spots.hand_list import HandList
from jamfold.spots.lookup import HandReport, class_report
from jamfold.spots.strategy import Seat, SeatStrategy
from jamfold.views.faces import faces_html
from jamfold.views.fragments.ranges import range_fragment, side_by_side
from jamfold.views.fragments.spots import signed
from jamfold.views.html import Html, element, join_html, table
from jamfold.views.range_text import played_text
from jamfold.views.words import advice_text, explanation_lines

_PAST = {Seat.SMALL_BLIND: "jammed", Seat.BIG_BLIND: "called"}
_MOST_HANDS = 200


def square_fragment(question: SquareRequest, answer: tuple[SeatStrategy, Comparison | None]) -> Html:
    """One player's strategy, beside that of another spot where there is one."""
    strategy, comparison = answer
    second = None if comparison is None else comparison.second
    game, action = strategy.game, strategy.seat.action
    if second is None:
        shown = range_fragment(game, strategy.frequency, action, "first-tip", fills=True)
    else:
        shown = side_by_side(
            [
                join_html(
                    element("h3", name),
                    range_fragment(
                        game, one.frequency, action, f"{tip}-tip", other=other.frequency, fills=True
                    ),
                )
                for name, tip, one, other in (
                    ("This spot", "first", strategy, second),
                    ("The other", "second", second, strategy),
                )
            ]
        )
    return element("div", shown, class_="result")


def pages_of(question: ListPageRequest, answer: HandList) -> tuple[int, int]:
    """Which page of how many is shown: the last one where there are not so many."""
    pages = max(1, -(-len(answer.ids) // question.size))
    return min(question.page, pages), pages


def list_fragment(question: ListPageRequest, answer: HandList) -> Html:
    """A page of a list; a click looks the hand up."""
    page, pages = pages_of(question, answer)
    strategy, comparison = answer.strategy, answer.comparison
    unit, past = strategy.measure.unit, _PAST[strategy.seat]
    heads = ["hand", "id", "hands", past, f"EV all-in, {unit}", f"difference, {unit}"]
    if comparison is not None:
        heads += ["played there", "difference there", "apart", f"costs, {unit}"]
    shown = answer.ids[(page - 1) * question.size : page * question.size].tolist()
    rows = [
        [*_row(strategy, one), *_beside(comparison, one), class_report(strategy, ClassId(one)).advice.value]
        for one in shown
    ]
    words = (
        f"{_number(len(answer.ids), 'class', 'classes')}, {_number(answer.hands, 'hand', 'hands')}, "
        f"{100 * answer.share:.2f} % of all; page {page} of {pages}."
    )
    warnings = [element("p", one, class_="warning") for one in answer.warnings]
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
        f"{100 * hand.played:.2f} %",
        signed(of(hand.ev_allin)),
        signed(of(hand.difference)),
    ]


def _beside(comparison: Comparison | None, class_id: int) -> list[str]:
    if comparison is None:
        return []
    first, second = comparison.first, comparison.second
    there = None if second is None else class_report(second, ClassId(class_id))
    return [
        f"{100 * float(comparison.chances[class_id]):.2f} %",
        "" if there is None else signed(there.measure.of(there.difference)),
        f"{100 * float(comparison.apart[class_id]):.2f} %",
        signed(first.measure.of(float(comparison.costs[class_id]))),
    ]


def range_text_fragment(question: RangeTextRequest, answer: HandList) -> Html:
    """What is played, as a range to copy."""
    text = played_text(answer)
    copy = element("button", "Copy", class_="chip", type="button", data_copy=text.near)
    near = [element("p", text.near, class_="range"), element("p", copy)] if text.near else []
    return element("div", element("p", text.words, class_="note"), near, class_="result")


def hand_fragment(question: HandRequest, answer: Explanation | LookupResult | RangeReport) -> Html:
    """One hand in words and numbers, or how much of a range is played."""
    if isinstance(answer, RangeReport):
        return element("div", _range(answer), class_="result")
    hand, seat = answer.hand, answer.hand.seat
    often = "" if hand.nodes else f"It is {_PAST[seat]} {100 * hand.played:.4g} % of the time."
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
    """A hand as players call it, and all that play alike: ``K7o (12 hands, such as Ks7h)``."""
    size = _number(hand.size, "hand", "hands")
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
    """One hand at all its decisions in a tree."""
    of = hand.measure.of
    return [
        (", ".join(node.after), name, f"{100 * chance:.4g} %", signed(None if ev is None else of(ev), 6))
        for node in hand.nodes
        for name, chance in node.chances.items()
        for ev in (node.evs[name],)
    ]


def _range(report: RangeReport) -> Html:
    """Hands of several classes: how much of them is played, and the list."""
    strategy, held = report.hands.strategy, report.held
    ids = report.hands.ids[:_MOST_HANDS].tolist()
    heads = ("hand", "id", "hands", _PAST[strategy.seat], f"EV all-in, {strategy.measure.unit}", "difference")
    head = (
        f"{report.text}: {_number(held.n_classes, 'class', 'classes')}, "
        f"{_number(held.combinations, 'hand', 'hands')}, {held.percent:.4f} % of all"
    )
    more = f"The {len(ids)} most played of them." if len(ids) < held.n_classes else ""
    return join_html(
        element("h3", head),
        element("p", f"{100 * report.played:.2f} % of them are {_PAST[strategy.seat]}.", class_="advice"),
        [element("p", one, class_="warning") for one in held.warnings],
        element("p", more, class_="note"),
        element(
            "div",
            table(heads, [_row(strategy, one) for one in ids], class_="numbers hands"),
            class_="scroll tall",
            tabindex="0",
            role="region",
            aria_label="Hands of the range",
        ),
    )


def _number(count: float, one: str, many: str) -> str:
    return f"{count:,.10g} {one if count == 1 else many}"
