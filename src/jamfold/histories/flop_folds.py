"""Folds to a bet on the flop in the stored hands, with the hand strength."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from jamfold.calculator.flops.distribution import FlopStrengths, flop_strengths
from jamfold.calculator.flops.fold_rules import LEAST, ObservedFolds, fit_curve
from jamfold.cards import parse_cards
from jamfold.cards.games import find_game
from jamfold.core.errors import HistoryError
from jamfold.core.progress import Progress, ignore_progress
from jamfold.histories.decisions import check_kept
from jamfold.histories.store import HistoryStore

EVERYBODY = "all"
"""All players but the heroes."""
MOST = 400
"""Latest decisions a curve is fitted to: hand strength on a flop takes 3 to 12 ms."""

_FOLDS = """
SELECT flop, cards, folded FROM flop_turn JOIN hand ON hand.id = hand JOIN player ON player.id = player
WHERE game = ?1 AND (name = ?2
    OR (?2 = 'all' AND player NOT IN (SELECT hero FROM hand WHERE hero IS NOT NULL)))
ORDER BY hand DESC, seat
"""


def find_folds(
    store: HistoryStore, player: str, game: str, progress: Progress = ignore_progress
) -> ObservedFolds:
    """Return how a player, or everybody but the heroes, answered bets on the flop.

    Raises HistoryError if no hand is stored, there is no such player, or they have too few decisions.
    """
    check_kept(store, "" if player == EVERYBODY else player)
    rows = store.base.execute(_FOLDS, (game, player)).fetchall()
    if len(rows) < LEAST:
        whom = "all opponents" if player == EVERYBODY else f"'{player[:40]}'"
        raise HistoryError(
            f"{find_game(game).title}: your hands have {len(rows):,} decisions of {whom} against a flop "
            f"bet, and {LEAST} are needed. Import more hands, or use --fold-share.",
            field="folds_of",
        )
    folds = sum(folded for *_, folded in rows)
    if not all(cards for _, cards, _ in rows):
        return ObservedFolds(player, len(rows), folds, 0, None)
    recent = rows[:MOST]
    strengths = np.empty(len(recent))
    for k, (flop, cards, _) in enumerate(recent):
        progress("hand strength on flops", k / len(recent))
        on_flop = _strengths(game, flop)
        strengths[k] = on_flop.points[on_flop.number(parse_cards(cards))] / on_flop.counts.scale
    folded = np.array([folded for *_, folded in recent], dtype=np.float64)
    return ObservedFolds(player, len(rows), folds, len(recent), fit_curve(strengths, folded))


@lru_cache(MOST)
def _strengths(game: str, flop: str) -> FlopStrengths:
    return flop_strengths(parse_cards(flop), find_game(game))
