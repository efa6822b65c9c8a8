"""Spots of tests in loose numbers: stacks, blinds, antes and dead money, one after the other."""

from __future__ import annotations

from typing import Any

from jamfold.betting.posts import BlindLevel
from jamfold.betting.terms import CHIPS, PayoffTerms
from jamfold.betting.two_seats import Situation
from jamfold.cards.games import Game, game_of
from jamfold.ranges import HandRange
from jamfold.spots.analysis import Exploit, exploit_range
from jamfold.spots.solution import SpotSolution
from jamfold.spots.solve import solve_situation
from jamfold.spots.strategy import Seat
from jamfold.spots.tournaments.blind_levels import make_schedule
from jamfold.spots.tournaments.stored_tournaments import solve_tournament
from jamfold.spots.tournaments.tournament import Tournament
from jamfold.valuation.numbers import Pair


def solve(
    game: str | Game,
    stacks: Pair = (100, 100),
    blinds: Pair = (5, 10),
    ante: float = 0,
    bb_ante: float = 0,
    dead: float = 0,
    *,
    terms: PayoffTerms = CHIPS,
    **more: Any,
) -> SpotSolution:
    """A solved spot; the rest as in `solve_situation`."""
    return solve_situation(game, Situation.at(stacks, BlindLevel(blinds, ante, bb_ante, dead)), terms, **more)


def exploit(
    game: str | Game,
    stacks: Pair = (100, 100),
    blinds: Pair = (5, 10),
    ante: float = 0,
    bb_ante: float = 0,
    dead: float = 0,
    *,
    call_range: HandRange | str | None = None,
    jam_range: HandRange | str | None = None,
    terms: PayoffTerms = CHIPS,
) -> Exploit:
    """The best response to what is called with, or to what is jammed."""
    seat, held = (Seat.BIG_BLIND, jam_range) if call_range is None else (Seat.SMALL_BLIND, call_range)
    situation = Situation.at(stacks, BlindLevel(blinds, ante, bb_ante, dead))
    return exploit_range(game_of(game), situation, held or "", seat, terms=terms)


def tournament(
    game: str | Game,
    chips: int,
    blinds: tuple[int, int] | None = None,
    ante: int = 0,
    unit: int | None = None,
    levels: str | None = None,
) -> Tournament:
    """A solved heads-up tournament; the rest as in `make_schedule`."""
    return solve_tournament(game_of(game), make_schedule(chips, blinds, ante, unit, levels))
