"""Heads-up tournaments: JSON contract, terminal, CSV and words."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, sqrt
from typing import Any, Self

import numpy as np

from jamfold.betting.posts import seat_names
from jamfold.cards import RANK_NAMES
from jamfold.cards.games import Game
from jamfold.cases.tournaments import ThreeTournamentRequest
from jamfold.core.arrays import FloatArray
from jamfold.core.display import capitalized
from jamfold.ranges.grid import class_label, has_grid, square_classes
from jamfold.spots.nplayer.exact import all_nodes
from jamfold.spots.nplayer.profile import node_text
from jamfold.spots.strategy import Seat
from jamfold.spots.tournaments.stored_three_players import ThreeTournament
from jamfold.spots.tournaments.three_players import percents
from jamfold.spots.tournaments.tournament import CERTIFIED, SeatState, State, Tournament
from jamfold.spots.tournaments.tournament_hands import SEATS
from jamfold.valuation.models import stack_values
from jamfold.valuation.spread import LIFETIME_HANDS, hands_to_notice
from jamfold.views.formats import (
    Columns,
    Contract,
    Pair,
    columns_csv,
    columns_of,
    format_two_digits,
    signed_text,
    to_text,
    to_values,
    with_unit,
)
from jamfold.views.ranges import range_text
from jamfold.views.sentences import SEAT_NAMES
from jamfold.views.sheet import Sheet, Table, text, words
from jamfold.views.table_sentences import BOXED, decision_words, seat_title, small_change


class StateContract(Contract):
    """One state: a hand, and a division of the chips before posting."""

    hand: int
    """The number of the hand, from 1; the last one is every hand of the last level."""
    sb_chips: int
    winning_chance_sb: float
    """The small blind's probability of winning the tournament; the big blind has the rest."""
    jam_percent: float
    """Percent of all hands that the small blind jams."""
    call_percent: float
    """Percent of all hands that the big blind calls with."""
    chip_share: float
    """The small blind's share of all chips."""
    seat_value: float
    """The winning probability of these chips as small blind less that as big blind."""
    chips_cost_sb: float
    """The small blind's loss in winning probability by playing every hand for chips, against a best response
    over the whole tournament."""
    chips_cost_bb: float
    """The big blind's loss by playing every hand for chips."""
    hands_left: float
    """The expected number of hands until a player has all chips, including this one."""
    jam_range: str | None
    """The jamming range; null for four-card games unless the request wants every class."""
    call_range: str | None


class TournamentContract(Contract):
    """A solved heads-up tournament; winning chances are probabilities in [0, 1]."""

    game: str
    chips: int
    """All chips of both players."""
    unit: int
    """Chips of one step of the stacks."""
    levels: str
    """Hands x small/big/ante; the last level stays."""
    states: tuple[StateContract, ...]
    epsilon: float
    """The largest gain of a player, in winning probability, by any other jam/fold strategy over the whole
    tournament, at any state."""
    gains: Pair
    """The largest gains, starting as small blind and as big blind."""
    certified: bool
    """Whether epsilon is below 1e-12."""
    equal_stacks_winning_chance_sb: float | None
    """The probability with half of the chips, in the first hand; null if no stack is half of them."""
    equal_stacks_hands: float | None
    """The expected number of hands from equal stacks on."""
    largest_distance: float
    """The largest difference of the small blind's winning probability from its share of the chips."""
    largest_distance_at: State
    chips_cost: float
    """The largest cost of playing the single-hand equilibrium in chips, in winning probability."""
    chips_cost_at: SeatState
    sweeps: int
    """Number of sweeps over the last level."""
    change: float
    """The largest change of a winning probability in the last sweep."""
    seconds: float

    @classmethod
    def of(cls, answer: Tournament, *, every_class: bool = False) -> Self:
        """Return the contract; with `every_class`, four-card ranges as lists of all classes."""
        return cls.pick(
            answer,
            answer.schedule,
            game=answer.game.name,
            levels=answer.schedule.text(),
            states=state_contracts(answer, with_ranges=every_class or has_grid(answer.game)),
            certified=answer.epsilon < CERTIFIED,
            equal_stacks_winning_chance_sb=answer.equal_stacks,
            largest_distance=answer.distance,
            largest_distance_at=answer.farthest,
            chips_cost_at=answer.costliest,
        )


def state_contracts(answer: Tournament, *, with_ranges: bool) -> tuple[StateContract, ...]:
    """Return all states, hand by hand."""
    steps, shares, seats = answer.schedule.steps, answer.chip_shares, answer.seat_value

    def text(hand: int, k: int, *, jams: bool) -> str | None:
        chances = (answer.jam if jams else answer.call)[hand, k - 1]
        return " ".join(range_text(answer.game, chances).split()) if with_ranges else None

    return tuple(
        StateContract(
            hand=hand + 1,
            sb_chips=k * answer.schedule.unit,
            winning_chance_sb=float(answer.winning[hand, k]),
            jam_percent=float(answer.jam_percent[hand, k - 1]),
            call_percent=float(answer.call_percent[hand, k - 1]),
            chip_share=float(shares[k]),
            seat_value=float(seats[hand, k]),
            chips_cost_sb=float(answer.chips_losses[0, hand, k]),
            chips_cost_bb=float(answer.chips_losses[1, hand, steps - k]),
            hands_left=float(answer.durations[hand, k]),
            jam_range=text(hand, k, jams=True),
            call_range=text(hand, k, jams=False),
        )
        for hand in range(len(answer.winning))
        for k in range(1, steps)
    )


Three = tuple[float, float, float]


class ThreeStateContract(Contract):
    """A state; lists by seat are in the order sb, bb, btn."""

    stacks: Three
    """Chips before anything is posted."""
    values: Three
    """Every player's expected prize: money, or percent of the prizes."""
    gains: Three
    """Each player's gain by a best response over the whole tournament."""
    percents: tuple[float | None, ...]
    """Percent of hands played at each of `decisions`; null if the state does not have it."""
    strategies: tuple[tuple[float, ...] | None, ...]
    """The frequency of each class, by its id, at each decision; null if the state does not have it."""


class DecisionContract(Contract):
    """A decision of a three-player hand."""

    seat: str
    after: tuple[str, ...]
    """The seats that are all-in before it, in the order of acting."""


class ThreeTournamentContract(Contract):
    """A three-player tournament in which every hand is jam or fold."""

    game: str
    chips: int
    unit: int
    blinds: tuple[int, int]
    ante: int
    prizes: tuple[float, ...]
    prize_unit: str
    """The unit of prizes and values: money, or percent of the prize pool."""
    decisions: tuple[DecisionContract, ...]
    states: tuple[ThreeStateContract, ...]
    epsilon: float
    """The most that one player gains by a best response over the whole tournament, at any state and seat."""
    sweeps: int
    change: float
    """The largest change of a value in the last sweep."""
    seconds: float

    @classmethod
    def of(cls, answer: ThreeTournament) -> Self:
        solved, grid, unit, names = answer.solved, answer.grid, answer.unit, seat_names(SEATS)
        gains = np.maximum(solved.gains, 0.0)
        return cls.pick(
            answer,
            solved,
            game=answer.game.name,
            chips=grid.steps * unit,
            blinds=(grid.level.small * unit, grid.level.big * unit),
            ante=grid.level.ante * unit,
            prizes=grid.prizes.amounts,
            prize_unit="percent" if grid.prizes.percent else "money",
            decisions=tuple(
                DecisionContract(
                    seat=names[node.seat], after=tuple(names[seat] for seat in node.all_in_before)
                )
                for node in all_nodes(SEATS)
            ),
            states=tuple(
                ThreeStateContract(
                    stacks=answer.chips(row),  # type: ignore[arg-type]
                    values=tuple(solved.values[row].tolist()),
                    gains=tuple(gains[row].tolist()),
                    percents=(shares := percents(answer.game, grid, solved.strategies[row], row)),
                    strategies=tuple(
                        None if share is None else tuple(played)
                        for share, played in zip(shares, solved.strategies[row].tolist(), strict=True)
                    ),
                )
                for row in range(len(grid.states))
            ),
        )


_LEAST_SEEN = 1e-6
"""Winning chance: even with one chip of 10,000, a lifetime of one-hand tournaments hides a gain of 2e-6."""
ROWS = 21
"""Number of stacks of one hand on a terminal."""
HEADS = ("small blind", "chip share", "wins", "vs. chip share", "sb minus bb", "jams", "calls")


def title_text(answer: Tournament) -> str:
    schedule = answer.schedule
    levels = schedule.text()
    if len(schedule.levels) == 1:
        (level,) = schedule.levels
        levels = f"blinds {level.small:,}/{level.big:,}" + (f", ante {level.ante:,}" if level.ante else "")
    return f"{answer.game.title}, heads-up tournament, {schedule.chips:,} chips, {levels}"


def points(chance: float) -> str:
    """Format a difference of chances in percentage points, with its sign."""
    return signed_text(100 * chance, 3)


def tournament_lines(answer: Tournament) -> list[str]:
    lines, half = [], answer.schedule.chips // 2
    if answer.equal_stacks is not None:
        wins = f"{100 * answer.equal_stacks:.4f}%"
        lines.append(f"Equal stacks, {half:,} each: the small blind wins {wins}{_of_hand(answer, 1)}.")
        lines.append(f"From there the tournament lasts {answer.equal_stacks_hands:.2f} hands on average.")
    hand, chips = answer.farthest
    far = points(answer.from_chip_share[hand - 1, chips // answer.schedule.unit])
    where = f"small blind with {chips:,}{_of_hand(answer, hand)}"
    lines.append(f"Largest difference from the chip share: {far} percentage points, {where}.")
    return [*lines, certificate_text(answer), cost_text(answer)]


def certificate_text(answer: Tournament) -> str:
    """Say in a sentence how exact the strategies are."""
    first = "Exact, to rounding" if answer.epsilon < CERTIFIED else "Not exact to 1e-12"
    return (
        f"{first}: over the whole tournament, from any stack, other jam/fold strategies gain at most "
        f"{answer.epsilon:.1e} of win "
        f"probability{', too little to notice in a lifetime' if answer.epsilon < _LEAST_SEEN else ''}. "
        "This covers jam/fold strategies only."
    )


def cost_text(answer: Tournament) -> str:
    """Say in a sentence what playing for chips costs."""
    place, cost = answer.costliest, f"{100 * answer.chips_cost:.4f} percentage points"
    own = place.sb_chips if place.seat is Seat.SMALL_BLIND else answer.schedule.chips - place.sb_chips
    where = f"{SEAT_NAMES[place.seat]} with {own:,}{_of_hand(answer, place.hand)}"
    return (
        f"Playing each hand for chips (cash-game strategy) costs at most {cost} of win probability against "
        f"a best response ({where}){_shown_after(answer)}."
    )


def _shown_after(answer: Tournament) -> str:
    """Say after how many tournaments that cost is noticeable, as each is won or lost."""
    place, cost = answer.costliest, answer.chips_cost
    wins = float(answer.winning[place.hand - 1, place.sb_chips // answer.schedule.unit])
    after = hands_to_notice(cost, sqrt(wins * (1 - wins)))
    if after > LIFETIME_HANDS:
        return f"; too little to notice in a lifetime of {LIFETIME_HANDS:,} tournaments"
    return f", which shows after {format_two_digits(after, round):,.0f} tournaments from there"


def _of_hand(answer: Tournament, hand: int) -> str:
    return f" in hand {hand}" if len(answer.winning) > 1 else ""


def shown_stacks(answer: Tournament, most: int = ROWS) -> list[int]:
    """Return evenly spread stacks, in units, including both ends and the middle."""
    last = answer.schedule.steps - 1
    if last <= most:
        return list(range(1, last + 1))
    return sorted({round(1 + (last - 1) * k / (most - 1)) for k in range(most)})


def cells_of(answer: Tournament, hand: int, stacks: Iterable[int]) -> list[list[str]]:
    """Return rows under `HEADS`, for a hand counted from 1 and stacks in units."""
    row = min(hand, len(answer.winning)) - 1
    return [
        [
            f"{k * answer.schedule.unit:,}",
            f"{100 * answer.chip_shares[k]:.2f}%",
            f"{100 * answer.winning[row, k]:.4f}%",
            points(answer.from_chip_share[row, k]),
            points(answer.seat_value[row, k]),
            f"{answer.jam_percent[row, k - 1]:.2f}%",
            f"{answer.call_percent[row, k - 1]:.2f}%",
        ]
        for k in stacks
    ]


def tournament_sheet(answer: Tournament, hand: int = 1) -> Sheet:
    """Return a hand's stacks as a table, then the sentences, for the terminal."""
    stacks = shown_stacks(answer)
    notes = tournament_lines(answer)
    if len(stacks) < answer.schedule.steps - 1 or len(answer.winning) > 1:
        notes.append(f"All {answer.schedule.n_states:,} states: --format csv.")
    title = title_text(answer) + (f": hand {hand}" if len(answer.winning) > 1 else "")
    return Sheet(parts=(title, Table(HEADS, cells_of(answer, hand, stacks))), notes=notes)


def states_columns(answer: Tournament, *, ranges: bool = False) -> Columns:
    """Return one row per state: its numbers, or both ranges; for four cards, all classes one by one."""
    rows = [to_values(contract) for contract in state_contracts(answer, with_ranges=ranges)]
    numbers = [name for name in rows[0] if not name.endswith("_range")]
    names = ["hand", "sb_chips", "jam_range", "call_range"] if ranges else numbers
    return {name: [row[name] for row in rows] for name in names}


def tournament_text(answer: Tournament, kind: str, *, every_class: bool = False) -> str:
    """Return a tournament as text: ``csv`` of the states, ``ranges``, or ``json``."""
    if kind == "json":
        return to_text(TournamentContract.of(answer, every_class=every_class)) + "\n"
    return columns_csv(states_columns(answer, ranges=kind == "ranges"))


_HALF = 0.5


def three_lines(answer: ThreeTournament) -> list[str]:
    """Return the certificate and the meaning of the values."""
    solved, prizes = answer.solved, answer.grid.prizes
    unit = "% of the prizes" if prizes.percent else "money"
    sweeps = "sweep" if solved.sweeps == 1 else "sweeps"
    epsilon = format_two_digits(solved.epsilon, ceil)
    certificate = (
        f"{len(answer.grid.states):,} states, {solved.sweeps} {sweeps}. One player's best response over the "
        f"whole tournament gains at most {with_unit(f'{epsilon:.2g}', unit)}, at any state and seat."
    )
    rules = (
        "The big blind moves to the next remaining player; with two left it is the heads-up tournament. "
        f"Pots are divided in whole units of {answer.unit:,}."
    )
    lines = [f"{certificate} {_three_lifetime(answer)}", rules, "Other equilibria may exist."]
    return [*lines, BOXED] if answer.boxed else lines


def _three_lifetime(answer: ThreeTournament) -> str:
    """Say whether gains from the most equal stacks could be noticed; the model gives the variance."""
    grid, row = answer.grid, answer.equal
    means, squares = (
        stack_values(grid.states[row], [pay**power for pay in grid.amounts], grid.model) for power in (1, 2)
    )
    if len(set(grid.amounts)) == 1:
        return "All places pay the same: there is nothing to play for."
    deviations = [sqrt(max(0.0, two - mean**2)) for mean, two in zip(means, squares, strict=True)]
    gains = [max(0.0, float(gain)) + answer.solved.left for gain in answer.solved.gains[row]]
    after = min(map(hands_to_notice, gains, deviations))
    if after > LIFETIME_HANDS:
        return f"From the most equal stacks, a gain is too small to notice in {LIFETIME_HANDS:,} tournaments."
    number = format_two_digits(after, round)
    return f"From the most equal stacks, a gain would show after {number:,.0f} tournaments."


def three_title(answer: ThreeTournament) -> str:
    grid, unit = answer.grid, answer.unit
    blinds = f"blinds {grid.level.small * unit:,}/{grid.level.big * unit:,}"
    ante = f", ante {grid.level.ante * unit:,}" if grid.level.ante else ""
    percent = "%" if grid.prizes.percent else ""
    prizes = " / ".join(f"{amount:g}" for amount in grid.prizes.amounts)
    chips = f"{grid.steps * unit:,} chips in steps of {unit:,}"
    return f"{answer.game.title}, three players, {chips}, {blinds}{ante}, prizes {prizes}{percent}"


def sure_text(answer: ThreeTournament) -> str:
    """Return the certificate in a few words."""
    pool = answer.grid.prizes.pool
    return (
        "From any stacks, no player who deviates alone over all hands to come gains more than "
        f"{format_two_digits(100 * answer.solved.epsilon / pool, ceil):.2g}% of the prizes."
        f"{' Precomputed.' if answer.boxed else ''}"
    )


def shown_row(question: ThreeTournamentRequest, answer: ThreeTournament) -> int:
    """Return the row of the request's state, or else that of the most equal stacks."""
    return answer.equal if question.row is None else question.row


def three_view(question: ThreeTournamentRequest, answer: ThreeTournament) -> Sheet:
    return three_sheet(answer, shown_row(question, answer))


def three_values(question: ThreeTournamentRequest, answer: ThreeTournament) -> dict[str, Any]:
    return three_state(answer, shown_row(question, answer))


def square_cells(game: Game, played: FloatArray) -> list[dict[str, Any]]:
    """Return the classes of a square, row by row, with how often each is played."""
    return [
        {"id": cell, "hand": class_label(game, cell), "played": float(played[cell])}
        for cell in square_classes(game)
    ]


def three_state(answer: ThreeTournament, row: int) -> dict[str, Any]:
    """Return one state as in the page's JSON: the seats' values, and every decision with its square."""
    solved, grid, game = answer.solved, answer.grid, answer.game
    hand = grid.hand(grid.states[row])
    model = stack_values(grid.states[row], grid.amounts, grid.model)
    played = percents(game, grid, solved.strategies[row], row)
    decisions = list(zip(all_nodes(SEATS), solved.strategies[row], played, strict=True))
    return {
        "stacks": [f"{chips:,.12g}" for chips in answer.chips(row)],
        "heads": ["Seat", "Stack", "ICM", "Value", "Difference", "Max gain"],
        "seats": [
            [
                capitalized(seat_title(hand, seat)),
                f"{answer.chips(row)[seat]:,.12g}",
                f"{model[seat]:,.2f}",
                f"{solved.values[row, seat]:,.2f}",
                small_change(hand, float(solved.values[row, seat]) - float(model[seat])),
                f"{format_two_digits(float(solved.gains[row, seat]), ceil):.2g}",
            ]
            for seat in range(SEATS)
        ],
        "ranks": RANK_NAMES[::-1][: game.n_ranks],
        "decisions": [
            {
                "node": node_text(hand, node),
                "words": decision_words(hand, node),
                "action": node.action,
                "percent": percent,
                "range": range_text(game, strategy) or "nothing",
                "square": square_cells(game, strategy),
            }
            for node, strategy, percent in decisions
            if percent is not None
        ],
    }


def three_sheet(answer: ThreeTournament, row: int) -> Sheet:
    solved, grid = answer.solved, answer.grid
    hand = grid.hand(grid.states[row])
    model = stack_values(grid.states[row], grid.amounts, grid.model)
    seats = [
        [
            name,
            f"{answer.chips(row)[seat]:,.12g}",
            f"{model[seat]:,.4f}",
            f"{solved.values[row, seat]:,.4f}",
            f"{format_two_digits(float(solved.gains[row, seat]), ceil):.2g}",
        ]
        for seat, name in enumerate(seat_names(SEATS))
    ]
    played = percents(answer.game, grid, solved.strategies[row], row)
    decisions = []
    for node, strategy, percent in zip(all_nodes(SEATS), solved.strategies[row], played, strict=True):
        if percent is not None:
            often = range_text(answer.game, (strategy >= _HALF).astype(float)) or "nothing"
            decisions.append([node_text(hand, node), f"{percent:.2f}%", often])
    return Sheet(
        parts=(
            Table((*words("seat"), "stack", "model", "value", "gains at most"), seats),
            Table((*words("decision"), "plays", text("range")), decisions),
        ),
        notes=three_lines(answer),
    )


def three_columns(answer: ThreeTournament) -> Columns:
    names, grid, solved = seat_names(SEATS), answer.grid, answer.solved
    heads = [f"{quantity}_{name}" for quantity in ("stack", "value", "gain") for name in names]
    heads += [
        "percent_" + "_".join(names[seat] for seat in (node.seat, *node.all_in_before))
        for node in all_nodes(SEATS)
    ]
    rows = [
        [
            *answer.chips(row),
            *solved.values[row].tolist(),
            *solved.gains[row].clip(0).tolist(),
            *percents(answer.game, grid, solved.strategies[row], row),
        ]
        for row in range(len(grid.states))
    ]
    return columns_of(heads, rows)
