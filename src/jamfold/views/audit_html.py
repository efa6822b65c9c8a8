"""An audit as HTML: each seat's loss, squares with the wrong hands, and the most expensive hands."""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from math import ceil, floor

from jamfold.core.display import capitalized, plural
from jamfold.ranges.grid import class_label, has_grid
from jamfold.spots.nplayer.audit import FOLD, Audit, Loss
from jamfold.views.html import Html, bar, element, join_html, tile
from jamfold.views.range_grids import square_html
from jamfold.views.table_sentences import (
    amount_text,
    decision_words,
    plays,
    seat_title,
    small_change,
    the_seat,
)

_SQUARES = 4
"""The most decisions with a square; the most expensive have one."""
_LISTED = 9
"""The number of hands listed."""
_MOSTLY = 2 / 3
"""From this share of a loss on, the advice is to play more hands, or fewer."""
_SHADES = 3


def audit_picture(audit: Audit, sentence: str | None) -> Html:
    """Return costs and advice, then squares of the most expensive decisions, then such hands.

    The sentence is None if nothing can be gained.
    """
    by_row = defaultdict[int, list[Loss]](list)
    losses = audit.measured.losses if sentence else ()
    for loss in losses:
        by_row[loss.row].append(loss)
    rows = sorted(by_row, key=lambda row: -_cost(by_row[row]))
    seats = [_seat(audit, seat) for seat in range(audit.table.hand.n)]
    advice = element("h2", _advice(audit, by_row[rows[0]]) if rows else "An equilibrium", class_="large")
    tiles = (*seats, element("section", advice, element("p", sentence or _NOTHING), class_="card tile leak"))
    squares = [_square(audit, by_row[row]) for row in rows[:_SQUARES] if has_grid(audit.table.game)]
    listed = [element("span", _hand(audit, loss), class_="chip") for loss in losses[:_LISTED]]
    costliest = element("section", element("h2", _HEAD), element("div", listed, class_="row"), class_="card")
    return join_html(
        element("div", tiles, class_="sums many"),
        element("div", squares, class_="halves") if squares else None,
        element("p", *_LEGEND, class_="legend") if squares else None,
        costliest if listed else None,
    )


_NOTHING = "Nobody can gain anything against these ranges."
_HEAD = "Costliest hands, per 100 hands"
_LEGEND = (
    element("i", class_="right"), "played, correctly", element("i", class_="part-0"),
    "folded, correctly", element("i", class_="wrong"), "+ should be played",
    element("i", class_="wrong less"), "\u2212 should be folded. Number: lost per 100 hands",
)  # fmt: skip


def _cost(losses: list[Loss]) -> float:
    return sum(loss.cost for loss in losses)


def _hundred(audit: Audit, loss: float) -> str:
    """Format a loss per 100 hands, with its unit."""
    return amount_text(audit.table.hand, 100 * max(0.0, loss))


def _seat(audit: Audit, seat: int) -> Html:
    """Return a seat's loss as a tile; two bounds if deals are sampled."""
    table, hand = audit.table, audit.table.hand
    title = f"{seat_title(hand, seat).split(',')[0]} gives away"
    gains = [max(0.0, float(gain)) for gain in table.gains]
    if table.is_counted:
        number, note = _hundred(audit, gains[seat]), element("p", bar(gains[seat] / (max(gains) or 1.0)))
    else:
        least, most = (100 * float(bounds[seat]) for bounds in (table.least, table.bounds))
        number = amount_text(hand, max(0.0, least), floor)
        note = element("p", f"at least; at most {amount_text(hand, most, ceil)} (95%)", class_="note")
    number, _, unit = number.removeprefix("< ").partition(" ")
    text = "0" if amount_text(hand, 100 * gains[seat])[0] == "<" else number
    return tile(capitalized(title), text, f"{unit} per 100 hands".strip(), note)


def _advice(audit: Audit, losses: list[Loss]) -> str:
    """Advise more, fewer or other hands at a decision."""
    hand, node = audit.table.hand, audit.table.nodes[losses[0].row]
    too_few = _cost([loss for loss in losses if loss.best != FOLD]) / (_cost(losses) or 1.0)
    how = "more" if too_few > _MOSTLY else "fewer" if too_few < 1 - _MOSTLY else "other"
    verb = node.action.split()[0].capitalize()
    where = f" in {the_seat(hand, node.seat)}" if hand.n == 2 else f": {decision_words(hand, node)}"
    return f"{verb} {how} hands{where}"


def _square(audit: Audit, losses: list[Loss]) -> Html:
    """Return the square of a decision: what is played, and the wrong hands in red."""
    table, row = audit.table, losses[0].row
    node, most = table.nodes[row], max(loss.cost for loss in losses)
    wrong = {loss.class_id: loss for loss in losses if loss.cost > 0}
    tip = f"audit-tip-{row}"
    title = decision_words(table.hand, node)
    percent = f"{plays(node).capitalize()} {table.percent[row]:.1f}%; equilibrium "
    own = f"{audit.measured.own.percent[row]:.1f}%"
    # With two seats, what a decision costs is what its seat gives away.
    cost = f", costing {_hundred(audit, _cost(losses))} per 100 hands" if table.hand.n > 2 else ""
    facts = plural(len(wrong), "wrong hand") + cost
    head = join_html(element("h2", title), element("p", percent, own, class_="note"))
    first = max(losses, key=lambda loss: loss.cost)
    cell = partial(_cell, audit, row, wrong, most)
    return element(
        "section",
        element("div", head, class_="headline"),
        element("p", facts, class_="note"),
        square_html(table.game, cell, tip, "range-of gains"),
        element("p", _words(audit, first), id=tip, class_="tip first-large"),
        class_="card",
        aria_label=title,
    )


def _cell(audit: Audit, row: int, wrong: dict[int, Loss], most: float, class_id: int) -> Html:
    name = class_label(audit.table.game, class_id)
    loss, played = wrong.get(class_id), float(audit.table.played[row][class_id])
    if loss is None:
        words = f"{name}\n{100 * played:.4g}% played, and right."
        kind = f"right part-{0 if played < 0.5 else 10}"
        return element("button", name, type="button", class_=kind, data_words=words, aria_label=words)
    less = " less" if loss.best == FOLD else ""
    number = small_change(audit.table.hand, (-100 if less else 100) * loss.cost)
    kind = f"wrong wrong-{min(_SHADES, 1 + int(_SHADES * loss.cost / most))}{less}"
    words = _words(audit, loss)
    small = element("small", number)
    return element(
        "button", name, small, type="button", class_=kind, data_words=words, aria_label=words,
        data_first=loss.cost == most,
    )  # fmt: skip


def _words(audit: Audit, loss: Loss) -> str:
    """Return the right action of a hand, then on a second line what the range loses with it."""
    hand = audit.hand_of(loss)
    often = f"does so {100 * hand.chance:.4g}% of the time" if hand.chance else "never does"
    return f"{hand.hand}: {hand.best}\nYour range {often}: costs {_hundred(audit, loss.cost)} per 100 hands."


def _hand(audit: Audit, loss: Loss) -> Html:
    hand = audit.hand_of(loss)
    cost = _hundred(audit, loss.cost)
    return join_html(element("b", hand.hand), f" {hand.best} {cost}")
