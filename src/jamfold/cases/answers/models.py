"""Stack models beside future hands and solved tournaments."""

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
"""Seconds up to which a tournament is solved unasked."""


def models(question: ModelsRequest, watch: Observer) -> ModelComparison:
    """The models, the hands ahead, and the tournament where it can be had."""
    asked = question.tournament()
    ahead = future(question, watch)
    if isinstance(asked, str):
        return compare_models(ahead, asked)
    seconds = _seconds(asked)
    if seconds > _AT_ONCE and not question.whole:
        return compare_models(
            ahead, f"The tournament to the end takes about {time_text(seconds)}.", could_be_solved=True
        )
    if isinstance(asked, ThreeTournamentRequest):
        return compare_models(ahead, _three(asked, watch))
    return compare_models(ahead, _two(question, asked, watch))


def _seconds(asked: TournamentRequest | ThreeTournamentRequest) -> float:
    """About how long it takes; nothing where it is kept."""
    game = asked.rules
    if isinstance(asked, ThreeTournamentRequest):
        kept = stored_three_players.is_at_hand(game, asked.grid)
        return 0.0 if kept else stored_three_players.expected_seconds(game, asked.grid)
    kept = stored_tournaments.tournament_item(game, asked.schedule).has_record()
    return 0.0 if kept else stored_tournaments.expected_seconds(game, asked.schedule)


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
