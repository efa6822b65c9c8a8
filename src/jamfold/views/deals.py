"""Final-table deals: the sheet that is shown, and columns."""

from __future__ import annotations

from jamfold.cases.worth import DealRequest
from jamfold.valuation.deal import CHIPS, EVEN, ICM, PrizeSplit
from jamfold.views.formats import Columns
from jamfold.views.sheet import Sheet, Table

METHOD_NAMES = {ICM: "ICM", CHIPS: "chip chop", EVEN: "even"}
_MADE = {ICM: "ICM deal", CHIPS: "Chip chop deal", EVEN: "Equal split"}
_HEADS = ("player", "stack", "payout now", "vs. ICM", "ICM", "chip chop", "even")


def _names(question: DealRequest) -> list[str]:
    names = dict(enumerate(question.names))
    return [names.get(k) or f"{k + 1}" for k in range(len(question.stacks))]


def _cells(question: DealRequest, answer: PrizeSplit) -> list[list[str]]:
    lists = (answer.offers, answer.gains, answer.icm, answer.chips, answer.even)
    rows = []
    for k, (name, stack) in enumerate(zip(_names(question), answer.stacks, strict=True)):
        offer, gain, *splits = (values[k] for values in lists)
        texts = [f"{offer:,.2f}", f"{gain:+,.2f}".replace("-", "\u2212"), *(f"{pay:,.2f}" for pay in splits)]
        rows.append([name, f"{stack:,.12g}", *texts])
    return rows


def deal_lines(answer: PrizeSplit) -> list[str]:
    """Explain the columns, then point out anything unusual about the deal."""
    meaning = '"vs. ICM": payout now minus the ICM value of playing on; the column sums to zero.'
    lines = [f"{_MADE[answer.method]}. {meaning}"]
    if answer.kept:
        lines.append(
            f"{answer.kept:,.12g} is left to play for, and counts for each player by their share of chips."
        )
    first = max(answer.prizes.amounts)
    above = [f"player {k}" for k, offer in enumerate(answer.offers, 1) if offer > first]
    if above:
        lines.append(f"By chips {', '.join(above)} would take more than the first prize, {first:,.12g}.")
    return lines


def deal_sheet(question: DealRequest, answer: PrizeSplit) -> Sheet:
    """Return a line for each player, the three methods next to each other."""
    return Sheet(parts=[Table(_HEADS, _cells(question, answer))], notes=deal_lines(answer))


def deal_columns(question: DealRequest, answer: PrizeSplit) -> Columns:
    return {
        "player": _names(question),
        "stack": list(answer.stacks),
        "offer": list(answer.offers),
        "gain": list(answer.gains),
        "icm": list(answer.icm),
        "chips": list(answer.chips),
        "even": list(answer.even),
        "kept_share": list(answer.kept_shares),
    }
