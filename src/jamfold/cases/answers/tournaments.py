"""Tournaments of two and three players, from memory, as they are kept, or now; future hands and models."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jamfold.betting.hand import is_exactly_solvable
from jamfold.cards.games import Game
from jamfold.cases.answers.memory import ResultCache
from jamfold.cases.answers.spots import load_table
from jamfold.cases.answers.table import counted_notices
from jamfold.cases.answers.watch import Observer
from jamfold.cases.tournaments import (
    FutureRequest,
    ModelsRequest,
    ThreeNeedsRequest,
    ThreeTournamentRequest,
    TournamentRequest,
    TournamentStateRequest,
)
from jamfold.class_tables import check_supported
from jamfold.core.display import DisplayableResult
from jamfold.spots.tournaments import stored_three_players, stored_tournaments
from jamfold.spots.tournaments.blind_levels import Schedule
from jamfold.spots.tournaments.future import FutureGame, Sampling, expected_seconds, future_game, needed_hands
from jamfold.spots.tournaments.model_comparison import ModelComparison, SolvedStates, compare_models
from jamfold.spots.tournaments.stored_three_players import ThreeTournament, solve_three_tournament
from jamfold.spots.tournaments.stored_tournaments import kept_future
from jamfold.spots.tournaments.tournament import Tournament
from jamfold.spots.tournaments.tournament_hands import Grid, check_future

LONG = 10.0
"""Seconds; longer work is announced before it begins."""
_tournaments: ResultCache[tuple[Game, Schedule], Tournament] = ResultCache(4)
_threes: ResultCache[tuple[Game, Grid, int], ThreeTournament] = ResultCache(4)


def tournament(question: TournamentRequest, watch: Observer) -> Tournament:
    """The tournament: from memory, as it is kept, or solved now."""
    return _tournaments.get((question.rules, question.schedule), lambda: _solve(question, watch))


def _solve(question: TournamentRequest, watch: Observer) -> Tournament:
    check_supported(question.rules)
    schedule = question.schedule
    if not stored_tournaments.tournament_item(question.rules, schedule).has_record():
        stored_tournaments.check_memory(question.rules, schedule)
        hands = f", {schedule.n_hands:,} hands" if schedule.n_hands > 1 else ""
        states = f"{schedule.n_states:,} states ({schedule.steps - 1:,} stacks{hands})"
        _tell_time(states, stored_tournaments.expected_seconds(question.rules, schedule), watch)
        load_table(question.rules, watch, planes=True)
    return stored_tournaments.solve_tournament(question.rules, schedule, watch.on_stage)


def _tell_time(states: str, seconds: float, watch: Observer) -> None:
    """The size of work that takes long, before it begins."""
    if seconds > LONG:
        watch.on_notice(
            f"Solving {states} takes about {time_text(seconds)}. If you stop it, it continues next time."
        )


def time_text(seconds: float) -> str:
    """About how long, in words."""
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.0f} hours"


def tournament_state(question: TournamentStateRequest, watch: Observer) -> Tournament:
    solved = tournament(question, watch)
    solved.place(question.hand, question.sb_chips)
    return solved


def three_notices(question: ThreeTournamentRequest) -> tuple[str, ...]:
    """What has to be built first, in a sentence each."""
    return counted_notices(question.rules, question.grid.hand(question.grid.states[0]))


def three_tournament(question: ThreeTournamentRequest, watch: Observer) -> ThreeTournament:
    """The tournament: from memory, as it is kept, or solved now."""
    return _threes.get(
        (question.rules, question.grid, question.schedule.unit), lambda: _solve_three(question, watch)
    )


def _solve_three(question: ThreeTournamentRequest, watch: Observer) -> ThreeTournament:
    grid = question.grid
    if not stored_three_players.is_at_hand(question.rules, grid):
        seconds = stored_three_players.expected_seconds(question.rules, grid)
        _tell_time(f"{len(grid.states):,} states", seconds, watch)
        for notice in three_notices(question):
            watch.on_notice(notice)
    return solve_three_tournament(question.rules, grid, question.schedule.unit, watch.on_stage)


@dataclass(frozen=True)
class ThreeNeeds(DisplayableResult):
    """What solving a three-player tournament takes."""

    states: int
    """How many hands are solved in every sweep."""
    kept: bool
    """Whether it is solved already, here or in the program's box, and opened at once."""
    seconds: float
    """About how long solving takes."""
    notices: tuple[str, ...]
    """Tables to build first, a sentence each."""


def three_needs(question: ThreeNeedsRequest, watch: Observer) -> ThreeNeeds:
    is_stored = stored_three_players.is_at_hand(question.rules, question.grid)
    seconds = 0.0 if is_stored else stored_three_players.expected_seconds(question.rules, question.grid)
    return ThreeNeeds(
        len(question.grid.states), is_stored, seconds, () if is_stored else three_notices(question)
    )


def future(question: FutureRequest, watch: Observer) -> FutureGame:
    game, hand, depth = question.rules, question.hand, question.depth
    check_future(game, hand, depth)
    levels = needed_hands(game, hand, depth)
    sampling = Sampling(question.seconds, question.seed)
    hands, seconds = sum(map(len, levels.values())), expected_seconds(game, levels, sampling)
    if seconds > LONG:
        watch.on_notice(
            f"{hands:,} hands are solved in about {time_text(seconds)}; if it is stopped, it continues the "
            "next time."
        )
    for notice in counted_notices(game, hand) if is_exactly_solvable(game, hand) else ():
        watch.on_notice(notice)
    settings = None if is_exactly_solvable(game, hand) else sampling
    with kept_future(game, hand, depth, hands, settings) as checkpoint:
        return future_game(game, hand, depth, watch.on_stage, checkpoint, sampling)


_AT_ONCE = 120.0
"""Longest solve of a tournament without the option, in seconds."""


def models(question: ModelsRequest, watch: Observer) -> ModelComparison:
    """Compare the models, future hands, and the tournament if it can be solved."""
    request = question.tournament()
    ahead = future(question, watch)
    if isinstance(request, str):
        return compare_models(ahead, request)
    seconds = _seconds(request)
    if seconds > _AT_ONCE and not question.whole:
        return compare_models(
            ahead, f"The tournament to the end takes about {time_text(seconds)}.", could_be_solved=True
        )
    if isinstance(request, ThreeTournamentRequest):
        return compare_models(ahead, _three(request, watch))
    return compare_models(ahead, _two(question, request, watch))


def _seconds(request: TournamentRequest | ThreeTournamentRequest) -> float:
    """Return the expected duration; 0 if stored."""
    game = request.rules
    if isinstance(request, ThreeTournamentRequest):
        is_stored = stored_three_players.is_at_hand(game, request.grid)
        return 0.0 if is_stored else stored_three_players.expected_seconds(game, request.grid)
    is_stored = stored_tournaments.tournament_item(game, request.schedule).has_record()
    return 0.0 if is_stored else stored_tournaments.expected_seconds(game, request.schedule)


def _two(question: ModelsRequest, request: TournamentRequest, watch: Observer) -> SolvedStates:
    solved = tournament(request, watch)
    first, second = (*question.paid().amounts, 0.0)[:2]
    wins = solved.winning[-1, 1:-1]
    values = second + (first - second) * np.stack([wins, 1 - wins], axis=1)
    chips = solved.schedule.chips
    stacks = tuple((float(sb), float(chips - sb)) for sb in solved.stacks)
    row = stacks.index(question.hand.stacks)
    return SolvedStates(stacks, values, row, solved.epsilon * (first - second))


def _three(request: ThreeTournamentRequest, watch: Observer) -> SolvedStates:
    solved = three_tournament(request, watch)
    assert request.row is not None
    return SolvedStates(solved.grid.states, solved.solved.values, request.row, solved.solved.epsilon)
