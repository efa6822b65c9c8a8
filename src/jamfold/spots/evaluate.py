"""Evaluation of any pair of strategies: its values, and each player's gain by a best response."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from jamfold.betting.terms import CHIPS, PayoffTerms
from jamfold.betting.two_seats import Situation
from jamfold.cards.games import Game, game_of
from jamfold.class_tables.margins import equity_order
from jamfold.core.arrays import FloatArray
from jamfold.core.errors import RangeError, check_kind, error_field
from jamfold.ranges import HandRange, parse_range
from jamfold.solver.respond import measure_pair
from jamfold.spots import solve
from jamfold.spots.payoffs import spot_payoffs
from jamfold.spots.solution import SpotSolution

Strategy = str | HandRange | ArrayLike
"""A range as text, a range, or frequencies by class, shape (n,)."""


def evaluate(
    game: str | Game,
    jam: Strategy,
    call: Strategy,
    situation: Situation,
    terms: PayoffTerms = CHIPS,
) -> SpotSolution:
    """Measure a jamming and a calling strategy against each other, and against best responses.

    >>> pair = evaluate("holdem", "22+,A2+", "15%", Situation((100, 100), (5, 10)))
    >>> print(f"jamming more gains {pair.gains_bb[0]:.4f} bb")
    jamming more gains 0.6163 bb

    Raises GameError or SituationError if the game or the payoffs are invalid; RangeError or SolverError if a
    strategy is invalid, or treats hands of one class differently; TableError if the class table cannot be
    built here.

    Parameters
    ----------
    game
        A game or its name.
    jam, call
        The strategies of small and big blind: a range as text (``"22+,A2+"``, ``"15%"`` by equity against a
        random hand), a `HandRange`, or frequencies in [0, 1] by class id, shape (n,).
    situation
        The chips.
    terms
        Rake, prizes, bounties.

    Returns
    -------
    The pair as a solved spot: `value_chips`, `gains_bb` (each player's exact gain by a best response over all
    classes), `epsilon_bb`.
    """
    rules = game_of(game)
    check_kind(situation, Situation, "situation", "chips such as jamfold.Situation((100, 100), (5, 10))")
    check_kind(terms, PayoffTerms, "terms", "jamfold.betting.terms.PayoffTerms")
    strategies = []
    for name, strategy in (("jam", jam), ("call", call)):
        with error_field(name):
            strategies.append(_chances(rules, strategy))
    stakes = spot_payoffs(situation, terms, split=rules.split_low).stakes
    payoffs = solve.payoffs_for(rules, stakes, terms)
    return solve.make_spot(rules, situation, terms, measure_pair(payoffs, stakes, *strategies))


def _chances(game: Game, strategy: Strategy) -> FloatArray:
    """Return the frequencies of a strategy, shape (n,)."""
    if isinstance(strategy, str):
        strategy = parse_range(strategy, game, order=lambda: equity_order(game))
    if not isinstance(strategy, HandRange):
        try:
            return np.asarray(strategy, dtype=np.float64)
        except (TypeError, ValueError):
            raise RangeError(
                f"A strategy is a range or chances by class, not {type(strategy).__name__}."
            ) from None
    if strategy.game != game:
        raise RangeError(f"The range is one of {strategy.game.name}, not of {game.name}.")
    if not strategy.is_class_union:
        raise RangeError("The range names suits: a strategy needs whole classes of hands.")
    return np.asarray(strategy.class_weights)
