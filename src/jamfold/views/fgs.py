"""Future game simulation and stack models compared with a solved tournament: terminal, HTML, CSV."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor

from jamfold.betting.hand import Node, TableHand
from jamfold.cases.tournaments import FutureRequest, ModelsRequest
from jamfold.core.display import plural
from jamfold.spots.nplayer.profile import node_text
from jamfold.spots.tournaments.future import FutureGame
from jamfold.spots.tournaments.model_comparison import ModelComparison, StackModel
from jamfold.valuation.models import MALMUTH_HARVILLE
from jamfold.valuation.spread import LIFETIME_HANDS
from jamfold.views.formats import (
    MODEL_NAMES,
    SURE,
    Columns,
    format_bound,
    format_two_digits,
    signed_text,
    with_interval,
    with_unit,
    written_out,
)
from jamfold.views.ranges import range_text
from jamfold.views.sheet import Heading, Heads, Note, Sheet, Table, Verdict, on_page, on_terminal, text, words
from jamfold.views.table_sentences import change_text, decision_words, seat_title, the_seat, value_unit

_DIGITS = 4
_HALF = 0.5
_NOTHING = 5e-5
"""Smaller changes, in money, round to zero at four digits."""


def future_lines(answer: FutureGame) -> list[str]:
    """Say what is exact, what is a model, and how certain the values are."""
    prizes = answer.hand.prizes
    unit = "% of the prizes" if prizes is not None and prizes.percent else "money"
    last = "this hand" if answer.depth == 1 else f"hand {answer.depth}"
    after = (
        f"After {last}, stacks are worth what the stack model says. "
        "The big blind moves to the next remaining player."
    )
    solved = _counted_words(answer, unit) if answer.is_counted else _sampled_words(answer, unit)
    return [*solved, after, "Other equilibria may exist in every hand."]


def _counted_words(answer: FutureGame, unit: str) -> list[str]:
    hands = f"{plural(answer.hands, 'hand')} {'is' if answer.hands == 1 else 'are'}"
    gain = f"a seat gain more than {with_unit(format_bound(answer.largest_gain), unit)} by deviating"
    return [f"{hands} solved over every deal. In none of them does {gain}. {_lifetime_words(answer, unit)}"]


def _sampled_words(answer: FutureGame, unit: str) -> list[str]:
    """Say how wide the intervals are, and what can still be gained as hands are sampled."""
    sampled, most = answer.sampled_hands, answer.hand.most_allin
    which = "sampled" if sampled == answer.hands else f"{sampled:,} of them sampled"
    width = format_bound(SURE * float(answer.errors[-1].max()))
    limit = f"At most {most} go all-in; the others fold behind them."
    gain = f"a seat gain more than {with_unit(format_bound(answer.largest_gain), unit)} by deviating"
    return [
        *([limit] if most < answer.hand.n else []),
        f"{plural(answer.hands, 'hand')}, {which}: values are within {with_unit(width, unit)} (95%).",
        f"In none of the hands does {gain} (95% for each hand). More seconds narrow this.",
    ]


def _lifetime_words(answer: FutureGame, unit: str) -> str:
    surely = float(answer.lifetime.lower_limits.min())
    limit = with_unit(written_out(surely, floor) if surely > 0 else "0", unit)
    if answer.unnoticed:
        return f"That is too little to notice in a lifetime of hands (below {limit})."
    return f"A gain below {limit} is too small to notice in a lifetime of {LIFETIME_HANDS:,} hands."


def future_sheet(question: FutureRequest | None, answer: FutureGame) -> Sheet:
    """Return which seats the next hands help, each seat's value by depth, and the strategies."""
    hands = [plural(k, "hand") for k in range(1, answer.depth + 1)]
    heads: Heads = [*words("seat"), "stack", "model", *hands]
    seats = seat_rows(answer)
    changed = [[*row, change] for row, change in zip(seats, change_rows(answer), strict=True)]
    return Sheet(
        parts=(
            on_page(Verdict(future_headline(answer)), Table([*heads, "change"], changed)),
            on_terminal(Table(heads, seats), _decisions(answer, node_text)),
            on_page(Heading("Strategies used", 3), _decisions(answer, decision_words)),
        ),
        notes=future_lines(answer),
    )


def _decisions(answer: FutureGame, named: Callable[[TableHand, Node], str]) -> Table:
    """Return the play by the model and with future hands, a line for each decision."""
    nodes = enumerate(answer.hand.nodes)
    by_model = ["by the model"] if answer.depth > 1 else []
    return Table(
        [*words("decision"), *by_model, "plays", text("range")],
        [[named(answer.hand, node), *_played(answer, row)] for row, node in nodes],
    )


def seat_rows(answer: FutureGame) -> list[list[str]]:
    hand = answer.hand
    return [
        [
            name,
            f"{hand.stacks[seat]:,.12g}",
            *map(_value_text, answer.values[:, seat].tolist(), answer.errors[:, seat].tolist()),
        ]
        for seat, name in enumerate(hand.names)
    ]


def _value_text(value: float, error: float) -> str:
    """Format a value; if it is sampled, with its 95% interval."""
    return with_interval(value, SURE * error) if error else f"{value:,.{_DIGITS}f}"


def change_rows(answer: FutureGame) -> list[str]:
    """Return what the next hands change for each seat; if sampled, with the 95% interval."""
    hand, unit = answer.hand, "%" if value_unit(answer.hand).startswith("%") else ""
    changes, errors = (answer.values[-1] - answer.values[0]).tolist(), answer.errors[-1].tolist()
    return [
        f"{with_interval(change, SURE * error, '+')}{unit}" if error else change_text(hand, change)
        for change, error in zip(changes, errors, strict=True)
    ]


def _played(answer: FutureGame, row: int) -> list[str]:
    """Return the percents by the model and with future hands, and the range or its number of classes."""
    cells = [f"{answer.near.percent[row]:.2f}%"] if answer.depth > 1 else []
    often = answer.far.strategy[row] >= _HALF
    if answer.game.has_classic_notation:
        hands = range_text(answer.game, often.astype(float)) or "nothing"
    else:
        hands = f"{int(often.sum()):,} of {len(often):,} classes"
    return [*cells, f"{answer.far.percent[row]:.2f}%", hands]


def future_headline(answer: FutureGame) -> str:
    """Say which seat gains and which loses most by the next hands, compared with the model."""
    hand, change = answer.hand, answer.values[-1] - answer.values[0]
    best, worst = int(change.argmax()), int(change.argmin())
    hands = "next hand" if answer.depth == 1 else f"next {answer.depth} hands"
    if not answer.is_counted and change[best] - change[worst] < 2 * SURE * float(answer.errors[-1].max()):
        return f"The effect of the {hands} is smaller than the sampling error. Allow more seconds."
    if change[best] - change[worst] < _NOTHING:
        return f"The {hands} change nothing: the stack model is right."
    up, down = (change_text(hand, abs(float(change[seat]))).removeprefix("+") for seat in (best, worst))
    return (
        f"With the {hands} {the_seat(hand, best)} has {up} more than the model says, "
        f"{the_seat(hand, worst)} {down} less."
    )


_SOLVED = "solved to the end"
_NO_MODELS = "0.0000"
_BOX = "To solve it, tick \u201cSolve the tournament even if it takes long\u201d; the result is saved."


def _unit(answer: ModelComparison) -> str:
    return "% of the prizes" if answer.utility.prizes.percent else "money"


def _name(answer: ModelComparison, name: str) -> str:
    """Return the name of a model, or of future hands with the model behind them unless it is the default."""
    if name in MODEL_NAMES:
        return MODEL_NAMES[name]
    model = answer.utility.model
    return f"{name} ahead" + ("" if model == MALMUTH_HARVILLE else f", then {MODEL_NAMES[model]}")


def _signed(value: float) -> str:
    return signed_text(value, _DIGITS)


def models_headline(answer: ModelComparison) -> str:
    """Say which model is nearest to the solved tournament, and whom the default model underrates."""
    nearest = answer.nearest
    if nearest is None:
        return "The true values need the solved tournament, which is not available yet."
    usual = answer.models[0].underrates
    assert usual is not None
    if all(_off(model) == _NO_MODELS for model in answer.models):
        return "All models agree with the solved tournament."
    most, least = (pick(range(len(usual)), key=usual.__getitem__) for pick in (max, min))
    up, down = the_seat(answer.hand, most), the_seat(answer.hand, least)
    return (
        f"{_name(answer, answer.models[0].name)} underrates {up} by {usual[most]:,.4f} and overrates "
        f"{down} by {with_unit(f'{-usual[least]:,.4f}', _unit(answer))}. Nearest to the solved tournament: "
        f"{_name(answer, nearest.name)}, {_off(nearest)} off on average."
    )


def _off(model: StackModel) -> str:
    return "" if model.mean_difference is None else f"{model.mean_difference:,.4f}"


def _heads(answer: ModelComparison) -> Heads:
    seats = [seat_title(answer.hand, seat) for seat in range(answer.hand.n)]
    return [
        *words(""),
        *seats,
        *([f"{name} underrated" for name in answer.hand.names] if answer.tournament else []),
    ]


def _rows(answer: ModelComparison) -> list[list[str]]:
    rows = []
    for model in answer.models:
        values = map(_value_text, model.values, model.errors)
        rows.append([_name(answer, model.name), *values, *map(_signed, model.underrates or ())])
    if answer.tournament:
        rows.append([_SOLVED, *(f"{value:,.4f}" for value in answer.tournament), *[""] * answer.hand.n])
    return rows


def _over(answer: ModelComparison) -> tuple[Heads, list[list[str]]]:
    """Return the models' errors over all divisions of the chips."""
    first = answer.over_states[0]
    heads: Heads = [
        *words(""),
        *(f"{name} stack" for name in first.by_stack),
        *first.by_seat,
        "off on average",
        "at most",
    ]
    rows = [
        [
            _name(answer, state.name),
            *map(_signed, (*state.by_stack.values(), *state.by_seat.values())),
            f"{state.mean_difference:,.4f}",
            f"{state.largest_difference:,.4f}",
        ]
        for state in answer.over_states
    ]
    return heads, rows


def _lines(answer: ModelComparison, how_to_solve: str) -> list[str]:
    hand = answer.hand
    ahead = []
    if hand.most_allin < hand.n:
        ahead.append(f"In the hands ahead at most {hand.most_allin} go all-in; the others fold behind them.")
    if hand.whole_chips:
        ahead.append("In the hands ahead pots are divided in whole chips.")
    if answer.tournament is None:
        return [f"{answer.no_tournament} {how_to_solve if answer.could_be_solved else ''}".rstrip(), *ahead]
    epsilon = format_two_digits(answer.epsilon or 0.0, ceil)
    gain = f"no player who deviates alone gains more than {with_unit(f'{epsilon:.2g}', _unit(answer))}"
    return [
        "Underrated: how much more the solved tournament gives a seat.",
        f"In it, every hand to the end is jam or fold; {gain}.",
        "This covers jam/fold strategies only.",
        *ahead,
    ]


def _over_words(answer: ModelComparison) -> str:
    states = answer.over_states[0].states
    return f"Average underrating over all {states:,} divisions of the chips:"


def models_sheet(_: ModelsRequest, answer: ModelComparison) -> Sheet:
    """Return a line for each model; then all divisions of the chips."""
    headline, seats = models_headline(answer), Table(_heads(answer), _rows(answer))
    over = [Heading(_over_words(answer), 3), Table(*_over(answer))] if answer.over_states else []
    return Sheet(
        parts=(
            on_page(Verdict(headline), seats, *map(Note, _lines(answer, _BOX))),
            on_terminal(seats, headline, *_lines(answer, "--whole solves it and saves the result.")),
            *over,
        )
    )


def models_columns(answer: ModelComparison) -> Columns:
    seats = range(answer.hand.n)
    solved = answer.tournament or (None,) * answer.hand.n
    lines = [(model, seat) for model in answer.models for seat in seats]
    return {
        "model": [model.name for model, _ in lines],
        "seat": [answer.hand.names[seat] for _, seat in lines],
        "stack": [answer.hand.stacks[seat] for _, seat in lines],
        "value": [model.values[seat] for model, seat in lines],
        "value_error": [model.errors[seat] for model, seat in lines],
        "tournament": [solved[seat] for _, seat in lines],
        "underrated": [model.underrates[seat] if model.underrates else None for model, seat in lines],
    }
