"""Stack models compared with future hands and solved tournaments."""

from __future__ import annotations

import numpy as np

from jamfold.cases.answers.future import future
from jamfold.cases.answers.tournaments import three_tournament, time_text, tournament
from jamfold.cases.answers.watch import Observer
from jamfold.cases.models import ModelsRequest
from jamfold.cases.tournaments import ThreeTournamentRequest, TournamentRequest
from jamfold.spots.tournaments import stored_three_players, stored_tournaments
from jamfold.spots.tournaments.model_comparison import ModelComparison, SolvedStates, compare_models

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
