"""ICM on the terminal: the first player's value, all players with bars, and every pair."""

from __future__ import annotations

from rich.text import Text

from jamfold.cases.worth import IcmRequest
from jamfold.valuation.icm import Icm
from jamfold.views.formats import MODEL_NAMES, signed_text
from jamfold.views.icm import (
    GROUP_HEADS,
    NEVER,
    PLAYERS_SHOWN,
    group_cells,
    icm_lines,
    icm_sheet,
    matrix,
    names_of,
    premium_text,
)
from jamfold.views.sheet import Heads, Sheet, Table, words
from jamfold.views.sheet_terminal import hint_line, narrow
from jamfold.views.terminal import VERDICT

_PAIRS_SHOWN = 9
"""The most players whose pairs fit into 80 columns."""
_BAR = 20


def icm_brief(question: IcmRequest | None, answer: Icm) -> Sheet:
    """Return the players' values, the first player's as the verdict, and the equity each pair needs."""
    n, names = len(answer.stacks), names_of(question, answer)
    if not 0 < n <= PLAYERS_SHOWN:
        return icm_sheet(question, answer)
    bounties = answer.head_values
    totals = [value + (bounties[k] if bounties else 0.0) for k, value in enumerate(answer.values)]
    paid = sum(answer.prizes.amounts) + (sum(answer.bounties.heads) if answer.bounties else 0.0)
    unit = "%" if answer.prizes.percent else ""
    rows = [
        [
            names[k],
            f"{stack:,.12g}",
            f"{100 * answer.chip_shares[k]:.1f}%",
            *([f"{answer.values[k]:,.2f}", f"{bounties[k]:,.2f}"] if bounties else []),
            f"{totals[k]:,.2f}{unit}",
            "█" * round(_BAR * totals[k] / max(totals)),
        ]
        for k, stack in enumerate(answer.stacks)
    ]
    split = ("prizes", "bounties", "total") if bounties else ("worth",)
    heads: Heads = ("player", "stack", "chips", *split, *words(""))
    player = names[0] if names[0] != "1" else "Player 1"
    verdict = Text.assemble(
        f"{player} is worth ", (f"{totals[0]:,.2f}{unit}", VERDICT), "" if unit else f" of {paid:,.12g}"
    )
    return narrow(
        verdict,
        Table(heads, rows, is_compact=True),
        *(("The rest of the field:", Table(GROUP_HEADS, group_cells(answer))) if answer.groups else ()),
        *_pairs(answer, names),
        *(line for line in icm_lines(answer)[1:] if not line.startswith(("Bubble factor f", "Never"))),
        f"Exact for {MODEL_NAMES[answer.model]}, which knows stacks and payouts, not skill or seats.",
        hint_line(All_digits="--full"),
    )


def _pairs(answer: Icm, names: list[str]) -> list[Text | Table | str]:
    """Return the equity above one half that each player needs to call each other."""
    premiums = answer.risk_premiums_percent
    if premiums is None or len(names) < 2:
        return []
    if len(names) > _PAIRS_SHOWN:
        return ["Bubble factors of every pair: --csv or --json."]
    cells = [
        [text if (text := premium_text(gap)) in ("–", NEVER) else signed_text(gap or 0.0, 1) for gap in row]
        for row in premiums
    ]
    title = "Equity needed to call all-in, above 50% (row calls against column)"
    return [Text(title, style="bold"), matrix(names, cells, is_compact=True)]
