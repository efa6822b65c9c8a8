"""ICM values and final-table deals: terminal, CSV, HTML and words.

HTML shows first the equity that each pair needs to call all-in, then all numbers; the terminal the first
player's value, all players with bars, and every pair.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from jamfold.cases.worth import DealRequest, IcmFileRequest, IcmRequest
from jamfold.core.display import capitalized
from jamfold.valuation.deal import CHIPS, EVEN, ICM, PrizeSplit
from jamfold.valuation.finishes import FEW
from jamfold.valuation.icm import Icm
from jamfold.valuation.pairs import MOST_PLAYERS
from jamfold.views.formats import MODEL_NAMES, Columns, columns_csv, signed_text, to_text
from jamfold.views.html import Html, cell_button, element, shade
from jamfold.views.sheet import Folded, Heading, Heads, Note, Sheet, Table, on_page, on_terminal, words
from jamfold.views.sheet_terminal import hint_line, narrow
from jamfold.views.terminal import VERDICT

MATRIX_SHOWN = 12
"""The most players whose bubble factors fit on a terminal."""
PLAYERS_SHOWN = 100
"""The most players that a terminal lists."""
_MOST_SHOWN = 30
"""The most players whose matrix a page shows; files have all."""
_DARKEST = 20.0
"""The risk premium, in percentage points, of the darkest shade."""
_HINT = "Equity needed above 50%, in percentage points, by the row's player all-in against the column's."
_PAID = " Below zero, the bounty pays for a worse hand."
GROUP_HEADS = ("players", "stack", "worth each")
_LONGEST_FRACTION = 20
NEVER = "never"
_MOST_FACTOR, _MOST_PREMIUM = 1e6, 49.9999
"""Above these an all-in never pays: it needs more than 99.9999%."""


def icm_lines(answer: Icm) -> list[str]:
    """Say what is exact, what is a model, and how to read the matrix."""
    name = MODEL_NAMES[answer.model]
    lines = [
        (
            f"ICM ({name}), computed exactly. The model knows stacks and payouts, not skill, position or "
            "blinds."
        )
    ]
    if answer.bounties is not None:
        future = {
            "chip-share": "Bounties still in play are valued in proportion to chips",
            "none": "Bounties still in play are not counted",
        }
        lines.append(f"{future[answer.bounties.future]} (also a model).")
    if answer.bubble_factors is None and answer.stacks:
        most = f"{FEW} at a table inside a field" if answer.groups else f"{MOST_PLAYERS} players"
        lines.append(f"Bubble factors are computed for up to {most}.")
    elif len(answer.stacks) > 1:
        lines.append(
            "Bubble factor f: what you lose by losing an all-in divided by what you gain by winning it. "
            "You need f/(1 + f) equity; the risk premium is the part above 50%."
        )
        if any(factor_text(factor) == NEVER for row in answer.bubble_factors or () for factor in row):
            lines.append(
                "Never: winning an all-in gains nothing, or less than a millionth of what losing costs."
            )
    return lines


def heads_of(answer: Icm) -> list[str]:
    """Return the headings of `cells_of`."""
    unit = "%" if answer.prizes.percent else ""
    heads = ["player", "stack", "chips", f"value{unit}", "prizes"]
    if _fractions_shown(answer):
        heads.append("exactly")
    return heads if answer.head_values is None else [*heads, "heads"]


def cells_of(answer: Icm) -> list[list[str]]:
    """Return each player's stack, share of chips, value, share of the prizes, and bounties if any."""
    rows = []
    of_chips, of_prizes = answer.chip_shares, answer.prize_shares
    for k, stack in enumerate(answer.stacks):
        row = [
            f"{k + 1}",
            f"{stack:,.12g}",
            f"{100 * of_chips[k]:.4f}%",
            f"{answer.values[k]:,.4f}",
            f"{100 * of_prizes[k]:.4f}%",
        ]
        if _fractions_shown(answer) and answer.fractions is not None:
            row.append(str(answer.fractions[k]))
        if answer.head_values is not None:
            row.append(f"{answer.head_values[k]:,.4f}")
        rows.append(row)
    return rows


def group_cells(answer: Icm) -> list[list[str]]:
    """Return the groups of the field: players, stack and the value of each stack, as in `GROUP_HEADS`."""
    return [[f"{group.players:,}", f"{group.stack:,.12g}", f"{group.value:,.6g}"] for group in answer.groups]


def _fractions_shown(answer: Icm) -> bool:
    return answer.fractions is not None and max(map(len, map(str, answer.fractions))) <= _LONGEST_FRACTION


def factor_text(factor: float | None) -> str:
    """Format a bubble factor; "never" if no equity is enough, a dash if it is None."""
    return "–" if factor is None else NEVER if factor > _MOST_FACTOR else f"{factor:.3f}"


def premium_text(premium: float | None) -> str:
    """Format a risk premium in percentage points."""
    return (
        "–"
        if premium is None
        else NEVER
        if premium > _MOST_PREMIUM
        else f"{premium:+.2f}".replace("-", "\u2212")
    )


def icm_sheet(question: IcmRequest | None, answer: Icm) -> Sheet:
    """Return the equity each pair needs all-in, then all numbers: players, rest of the field, pairs."""
    names, n = names_of(question, answer), len(answer.stacks)
    rows = [[name, *row[1:]] for name, row in zip(names, cells_of(answer), strict=True)]
    players = Table(heads_of(answer), rows)
    if n > PLAYERS_SHOWN:
        first = Table(heads_of(answer), rows[:PLAYERS_SHOWN])
        more = f"The first {PLAYERS_SHOWN} of {n:,}; all: --csv or --json."
        parts: list[Any] = [on_page(players), on_terminal(first, more)]
    else:
        parts = [players] if n else [on_page(players)]
    if answer.groups:
        parts += [on_terminal("The rest of the field:"), Table(GROUP_HEADS, group_cells(answer))]
    parts += _factors(answer, names)
    notes = map(Note, icm_lines(answer))
    return Sheet(parts=(on_page(*_pairs(answer, names)), Folded("All numbers", (*parts, *notes))))


def _factors(answer: Icm, names: Sequence[str]) -> list[Any]:
    """Return bubble factors and risk premiums of every pair if there is room for them."""
    factors, premiums, n = answer.bubble_factors, answer.risk_premiums_percent, len(names)
    if factors is None or premiums is None:
        return []
    matrices = [
        Heading("Bubble factors (row all-in against column):", 3),
        matrix(names, [list(map(factor_text, row)) for row in factors]),
        Heading("Risk premiums, percentage points:", 3),
        matrix(names, [list(map(premium_text, row)) for row in premiums]),
    ]
    if 1 < n <= MATRIX_SHOWN:
        return matrices
    return [
        *([on_page(*matrices)] if 1 < n <= _MOST_SHOWN else []),
        *([on_terminal("Bubble factors of every pair: --csv or --json.")] if n > MATRIX_SHOWN else []),
    ]


def matrix(names: Sequence[str], texts: Sequence[Sequence[str]], *, is_compact: bool = False) -> Table:
    rows = [[name, *row] for name, row in zip(names, texts, strict=True)]
    return Table(["", *names], rows, is_compact=is_compact)


def names_of(question: IcmRequest | DealRequest | None, answer: Icm | PrizeSplit) -> list[str]:
    names = {} if question is None else dict(enumerate(question.names))
    return [names.get(k) or f"{k + 1}" for k in range(len(answer.stacks))]


def _pairs(answer: Icm, names: Sequence[str]) -> list[Any]:
    """Return a square of the equity above one half that each player needs to call each other."""
    premiums = answer.risk_premiums_percent
    if premiums is None or len(premiums) < 2:
        return [Note("Bubble factors need two to 100 players.")]
    if len(premiums) > _MOST_SHOWN:
        return [Note(f"Shown for up to {_MOST_SHOWN} players; the files have all.")]
    rows = [
        element(
            "tr",
            element("th", f"Player {name}" if name == f"{k + 1}" else name, scope="row"),
            [_cell(answer, names, k, other) for other in range(len(names))],
        )
        for k, name in enumerate(names)
    ]
    return [
        Heading("Risk premium"),
        element("p", _HINT, _PAID if answer.bounties is not None else None, class_="note"),
        _square(names, rows, data_tip="pairs-tip", aria_label="Percentage points above 50%"),
        element(
            "p", _pair_words(answer, names, *_costliest(answer)), id="pairs-tip", class_="tip first-large"
        ),
    ]


def _costliest(answer: Icm) -> tuple[int, int]:
    """Return the pair shown first: the first player against the largest other stack."""
    return 0, max(range(1, len(answer.stacks)), key=lambda other: answer.stacks[other])


def _pair_words(answer: Icm, names: Sequence[str], k: int, other: int) -> str:
    """Return the equity that a player needs all-in against another, then on a second line why."""
    premiums, needed, factors = answer.risk_premiums_percent, answer.equity_needed, answer.bubble_factors
    if premiums is None or needed is None or factors is None:
        return ""
    premium, chance, factor = premiums[k][other], needed[k][other], factors[k][other]
    players = [f"player {i + 1}" if names[i] == f"{i + 1}" else names[i] for i in (k, other)]
    pair = f"{capitalized(players[0])} vs. {players[1]}"
    if premium is None or chance is None or factor is None:
        return f"–\n{pair} cannot be all-in."
    if premium_text(premium) == NEVER:
        return f"Never call\n{pair}: winning gains next to nothing."
    return (
        f"{100 * chance:.1f}% equity needed\n{pair}: losing costs {factor:.2f} times what winning gains "
        "(bubble factor)."
    )


def _square(names: Sequence[str], rows: Sequence[Html], **attributes: object) -> Html:
    heads = [element("th", name, scope="col", title=name) for name in names]
    head = element("thead", element("tr", element("td"), heads))
    return element(
        "div", element("table", head, element("tbody", rows), class_="pairs", **attributes), class_="scroll"
    )


def _cell(answer: Icm, names: Sequence[str], k: int, other: int) -> Html:
    premiums = answer.risk_premiums_percent
    premium = premiums[k][other] if premiums is not None and k != other else None
    if premium is None:
        return element("td", element("span", "–"))
    text = premium_text(premium)
    if text != NEVER:
        text = premium_text(round(premium, 1)).removesuffix("0")
    words = _pair_words(answer, names, k, other)
    kind = shade(abs(premium) / _DARKEST) + (" less" if premium < 0 else "")
    first = (k, other) == _costliest(answer)
    return element("td", cell_button(words, kind, text, data_first=first))


def icm_columns(answer: Icm) -> Columns:
    """Return one line per player, with columns for bubble factors and risk premiums against each other."""
    players = range(1, len(answer.stacks) + 1)
    blank = [None] * len(answer.stacks)
    columns: Columns = {
        "player": list(players),
        "stack": list(answer.stacks),
        "chip_share": list(answer.chip_shares),
        "value": list(answer.values),
        "fraction": blank if answer.fractions is None else list(map(str, answer.fractions)),
        "prize_share": list(answer.prize_shares),
        "bounty_value": blank if answer.head_values is None else list(answer.head_values),
    }
    if answer.chip_values is not None:
        columns["chip_value"] = list(answer.chip_values)
    matrices = {"bubble_factor": answer.bubble_factors, "risk_premium_percent": answer.risk_premiums_percent}
    for name, matrix in matrices.items():
        if matrix is not None:
            columns |= {f"{name}_{k}": [row[k - 1] for row in matrix] for k in players}
    return columns


def icm_payload(question: IcmFileRequest, answer: Icm) -> dict[str, str]:
    is_csv = question.format == "csv"
    return {"text": columns_csv(icm_columns(answer)) if is_csv else to_text(answer) + "\n"}


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
        *_brief_pairs(answer, names),
        *(line for line in icm_lines(answer)[1:] if not line.startswith(("Bubble factor f", "Never"))),
        f"Exact for {MODEL_NAMES[answer.model]}, which knows stacks and payouts, not skill or seats.",
        hint_line(All_digits="--full"),
    )


def _brief_pairs(answer: Icm, names: list[str]) -> list[Text | Table | str]:
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


_MADE = {ICM: "ICM deal", CHIPS: "Chip chop deal", EVEN: "Equal split"}
_HEADS = ("player", "stack", "payout now", "vs. ICM", "ICM", "chip chop", "even")


def _cells(question: DealRequest, answer: PrizeSplit) -> list[list[str]]:
    lists = (answer.offers, answer.gains, answer.icm, answer.chips, answer.even)
    rows = []
    for k, (name, stack) in enumerate(zip(names_of(question, answer), answer.stacks, strict=True)):
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
            f"{answer.kept:,.12g} is left to play for; each player is credited with their chip share of it."
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
        "player": names_of(question, answer),
        "stack": list(answer.stacks),
        "offer": list(answer.offers),
        "gain": list(answer.gains),
        "icm": list(answer.icm),
        "chips": list(answer.chips),
        "even": list(answer.even),
        "kept_share": list(answer.kept_shares),
    }
