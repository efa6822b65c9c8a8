"""Stack models beside the solved tournament: the sheet that is shown, and columns."""

from __future__ import annotations

from math import ceil

from jamfold.questions.models import ModelsRequest
from jamfold.tournaments.model_comparison import ModelComparison, StackModel
from jamfold.views.columns import Columns
from jamfold.views.digits import SURE, format_two_digits, with_interval
from jamfold.views.sheet import Heading, Heads, Note, Sheet, Table, Verdict, on_page, on_terminal, words
from jamfold.views.table_words import seat_title, the_seat
from jamfold.views.worth import MODEL_NAMES
from jamfold.worth.models import MALMUTH_HARVILLE

_SOLVED = "solved to the end"
_NOTHING = "0.0000"
_BOX = "To solve it, tick \u201cSolve the tournament however long it takes\u201d; it is kept."


def _unit(answer: ModelComparison) -> str:
    return "% of the prizes" if answer.utility.prizes.percent else "money"


def _name(answer: ModelComparison, name: str) -> str:
    """A model's, or the hands ahead with the model behind them, unless that is the usual one."""
    if name in MODEL_NAMES:
        return MODEL_NAMES[name]
    model = answer.utility.model
    return f"{name} ahead" + ("" if model == MALMUTH_HARVILLE else f", then {MODEL_NAMES[model]}")


def _signed(value: float) -> str:
    text = f"{value:+,.4f}".replace("-", "\u2212")
    return _NOTHING if text[1:] == _NOTHING else text


def models_headline(answer: ModelComparison) -> str:
    """Which is nearest to the solved tournament, and whom the usual model underrates."""
    nearest = answer.nearest
    if nearest is None:
        return "What is right is known only of the solved tournament, which is not here."
    usual = answer.models[0].underrates
    assert usual is not None
    if all(_off(one) == _NOTHING for one in answer.models):
        return "All models agree with the solved tournament."
    most, least = (pick(range(len(usual)), key=usual.__getitem__) for pick in (max, min))
    up, down = the_seat(answer.hand, most), the_seat(answer.hand, least)
    return (
        f"{_name(answer, answer.models[0].name)} underrates {up} by {usual[most]:,.4f} and overrates "
        f"{down} by {-usual[least]:,.4f} {_unit(answer)}. Nearest to the solved tournament: "
        f"{_name(answer, nearest.name)}, {_off(nearest)} off in the mean."
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
    for one in answer.models:
        values = [
            with_interval(value, SURE * error) if error else f"{value:,.4f}"
            for value, error in zip(one.values, one.errors, strict=True)
        ]
        rows.append([_name(answer, one.name), *values, *map(_signed, one.underrates or ())])
    if answer.tournament:
        rows.append([_SOLVED, *(f"{value:,.4f}" for value in answer.tournament), *[""] * answer.hand.n])
    return rows


def _over(answer: ModelComparison) -> tuple[Heads, list[list[str]]]:
    """The models over all divisions of the chips."""
    first = answer.over_states[0]
    heads: Heads = [
        *words(""),
        *(f"{name} stack" for name in first.by_stack),
        *first.by_seat,
        "off in the mean",
        "at most",
    ]
    rows = [
        [
            _name(answer, one.name),
            *map(_signed, (*one.by_stack.values(), *one.by_seat.values())),
            f"{one.mean_difference:,.4f}",
            f"{one.largest_difference:,.4f}",
        ]
        for one in answer.over_states
    ]
    return heads, rows


def _lines(answer: ModelComparison, how_to_solve: str) -> list[str]:
    """What is not here and how to have it; what the numbers mean."""
    hand = answer.hand
    ahead = []
    if hand.most_allin < hand.n:
        ahead.append(f"In the hands ahead at most {hand.most_allin} are all-in; behind them the others fold.")
    if hand.whole_chips:
        ahead.append("In the hands ahead pots are divided in whole chips.")
    if answer.tournament is None:
        return [f"{answer.no_tournament} {how_to_solve if answer.could_be_solved else ''}".rstrip(), *ahead]
    epsilon = format_two_digits(answer.epsilon or 0.0, ceil)
    gain = f"no player who deviates alone gains more than {epsilon:.2g} {_unit(answer)}"
    return [
        "Underrated: what the solved tournament gives a seat more.",
        f"In it every hand to the end is jam or fold; {gain}.",
        "Players who may do more than jam or fold are another matter.",
        *ahead,
    ]


def _over_words(answer: ModelComparison) -> str:
    states = answer.over_states[0].states
    return f"What is underrated by how much, in the mean over all {states:,} divisions of the chips:"


def models_sheet(_: ModelsRequest, answer: ModelComparison) -> Sheet:
    """Return a line for each model; then all divisions of the chips."""
    headline, seats = models_headline(answer), Table(_heads(answer), _rows(answer))
    over = [Heading(_over_words(answer), 3), Table(*_over(answer))] if answer.over_states else []
    return Sheet(
        parts=(
            on_page(Verdict(headline), seats, *map(Note, _lines(answer, _BOX))),
            on_terminal(seats, headline, *_lines(answer, "--whole solves it, and it is kept.")),
            *over,
        )
    )


def models_columns(answer: ModelComparison) -> Columns:
    """A line per model and seat."""
    seats = range(answer.hand.n)
    solved = answer.tournament or (None,) * answer.hand.n
    lines = [(one, seat) for one in answer.models for seat in seats]
    return {
        "model": [one.name for one, _ in lines],
        "seat": [answer.hand.names[seat] for _, seat in lines],
        "stack": [answer.hand.stacks[seat] for _, seat in lines],
        "value": [one.values[seat] for one, seat in lines],
        "value_error": [one.errors[seat] for one, seat in lines],
        "tournament": [solved[seat] for _, seat in lines],
        "underrated": [one.underrates[seat] if one.underrates else None for one, seat in lines],
    }
