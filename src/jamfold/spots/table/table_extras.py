"""What every seat of a table pays and wins outside the pot, in the mean of all hands.

Two and three seats are counted; more are sampled on deals of the certificate's stream, on which no strategy
was chosen.  The chance of a jackpot is exact in each deal, so its mean varies by the hands alone.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from jamfold.arrays import FloatArray
from jamfold.games import Game
from jamfold.hand.extras import Extras, extras_of
from jamfold.hand.hand import TableHand
from jamfold.hand.terms import PayoffTerms
from jamfold.spots.table.certificate import by_seat
from jamfold.spots.table.exact import evaluate_table
from jamfold.spots.table.sampler import Sampler
from jamfold.spots.table.streams import Purpose
from jamfold.spots.table.tree import Tree
from jamfold.worth.fees import NO_FEES, Fees, Jackpot

_DEALS = 10_000


def counted_extras(game: Game, hand: TableHand, strategy: FloatArray) -> Extras:
    """Of strategies by node of the hand, every deal counted; in chips.

    Raises TableError if a class table cannot be had.
    """
    terms, rule = hand.terms, "" if hand.terms.jackpot is None else hand.terms.jackpot.rule

    def values(fees: Fees = NO_FEES, jackpot: Jackpot | None = None) -> FloatArray:
        return evaluate_table(
            game, replace(hand, terms=PayoffTerms(fees=fees, jackpot=jackpot)), strategy
        ).values

    allin = shown = won = np.zeros(hand.n)
    if terms.fees.all_in or terms.fees.fortune or terms.fees.showdown or rule:
        plain = values()
        if terms.fees.all_in or terms.fees.fortune:
            allin = values(Fees(fortune=1.0)) - plain
        if terms.fees.showdown:
            shown = plain - values(Fees(showdown=1.0))
        if rule:
            won = (values(jackpot=Jackpot(rule, hand.big_blind)) - plain) / hand.big_blind
    return extras_of(terms, *(tuple(part.tolist()) for part in (allin, shown, won)))


def sampled_extras(game: Game, hand: TableHand, strategy: FloatArray, seed: int) -> Extras:
    """Of strategies by node of the hand, shape (nodes, n), on 10,000 deals; in chips."""
    terms, nothing = hand.terms, np.zeros(hand.n)
    if not (terms.fees.all_in or terms.fees.fortune or terms.fees.showdown or terms.jackpot):
        return extras_of(terms, *(tuple(nothing.tolist()),) * 3)
    sampler = Sampler(game, hand, seed)
    tree, whole = sampler.tree.tree, sampler.whole(strategy)
    none = np.zeros_like(tree.values)
    stream, unpaid = sampler.stream(Purpose.MEASUREMENT, whole), sampler.rare._replace(each=0.0)

    def mean(values: FloatArray, *, paid: bool) -> tuple[FloatArray, FloatArray]:
        """What every seat has in the mean, and its standard error."""
        rare, number = sampler.rare if paid else unpaid, 0
        deals: list[FloatArray] = []
        while number < _DEALS:
            found = sampler.play(whole, whole, stream, len(deals), sampler.gains(), values=values, rare=rare)[
                :, 0
            ]
            deals.append(found)
            number += len(found)
        every = np.concatenate(deals)
        error = every.std(axis=0, ddof=1) / len(every) ** 0.5
        return by_seat(sampler, every.mean(axis=0)), by_seat(sampler, error)

    allin = shown = won = error = nothing
    if terms.fees.all_in or terms.fees.fortune:
        allin, _ = mean(_one_for(tree, 1), paid=False)
    if terms.fees.showdown:
        shown, _ = mean(_one_for(tree, 2), paid=False)
    if terms.jackpot is not None:
        won, error = (part / terms.jackpot.size for part in mean(none, paid=True))
    return extras_of(terms, *(tuple(part.tolist()) for part in (allin, shown, won, error)))


def _one_for(tree: Tree, least: int) -> FloatArray:
    """Values that are 1 for who is in at ends where so many are."""
    values = np.zeros_like(tree.values)
    last = [*tree.end_first[1:].tolist(), len(values)]
    for first, behind, row in zip(tree.end_first.tolist(), last, tree.end_players, strict=True):
        if row[0] >= least:
            values[first:behind, row[1 : 1 + row[0]]] = 1.0
    return values
