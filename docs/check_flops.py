"""Check bounds like check_bounds.py, which must be beside it, with showdowns on all flops, by NumPy."""

import base64
import sys
import zlib
from fractions import Fraction
from itertools import chain, combinations, combinations_with_replacement, permutations
from math import comb

import check_bounds
import check_proof
import numpy as np
from check_proof import RANKS, SUITS, Showdowns, check_keys, margin_sums, need, number, placements

check_proof.FORMAT = "jamfold flop bounds 1"
check_bounds.KEYS = (*check_bounds.CHIPS, "jam", "answers", "flops", "leads", "lower", "upper")
PARTS, LEVELS, ANSWERS = 1000, 15, {"limp": 2, "raise": 3, "other": 2, "jam": 2}
STAY = {"limp": 0, "raise": 2}  # the answer behind which the flop is seen


def read_flops(texts, deck):  # cards of all flops, and how many flops permutations of suits make of each
    flops = [[4 * RANKS.index(one[k]) + SUITS.index(one[k + 1]) for k in (0, 2, 4)] for one in texts]
    every, counts = set(), []
    for flop in flops:
        same = {tuple(sorted(c - c % 4 + suits[c % 4] for c in flop)) for suits in permutations(range(4))}
        need(not same & every and len({*flop} & {*deck}) == 3, "a flop appears twice, or is not a flop")
        every |= same
        counts.append(len(same))
    need(len(every) == comb(len(deck), 3), "some flops are missing")
    return flops, counts


def read_leads(text, shape):  # levels by flop and hand, two a byte
    size, more = shape[0] * shape[1] // 2, zlib.decompressobj()
    both = np.frombuffer(more.decompress(base64.b64decode(text, validate=True), size + 1), dtype=np.uint8)
    need(len(both) == size and more.eof, "there is not one lead for each hand on each flop")
    return np.stack([both >> 4, both & 15], axis=1).reshape(shape).astype(np.int64)


def strengths_of(rules):  # of seven ranks, and of five to seven in one suit, as whole numbers
    deck, strength = range(rules["lowest_rank"], 13), Showdowns(rules).strength
    sevens = combinations_with_replacement(deck, 7)
    plain = {ranks: strength(ranks, False) for ranks in sevens if max(map(ranks.count, ranks)) <= 4}
    sets = chain(*(combinations(deck, size) for size in (5, 6, 7)))
    suited = {sum(1 << rank for rank in ranks): strength(ranks, True) for ranks in sets}
    order, of_suit = {*plain.values(), *suited.values()}, np.zeros(1 << 13, int)
    order = {one: k for k, one in enumerate(sorted(order), 1)}
    of_suit[[*suited]] = [order[one] for one in suited.values()]
    return {ranks: order[one] for ranks, one in plain.items()}, of_suit


def showdowns(plain, suited, flop, pairs):  # strengths by run-out and hand; 0 where they share a card
    kinds, of = np.unique(pairs // 4, axis=0, return_inverse=True)
    ranks, kinds, of = [card // 4 for card in flop], kinds.tolist(), of.ravel()
    square = [[plain.get(tuple(sorted(ranks + a + b)), 0) for b in kinds] for a in kinds]
    found = np.array(square)[of][:, of]
    for suit in {card % 4 for card in flop}:
        bits = ((pairs % 4 == suit) << pairs // 4).sum(axis=1)
        held = sum(1 << card // 4 for card in flop if card % 4 == suit)
        found = np.maximum(found, suited[held | bits[:, None] | bits])
    masks = (1 << pairs).sum(axis=1)
    found[masks[:, None] & masks != 0] = 0
    return (np.cumsum(np.bincount(found.ravel()) > 0) - 1).astype(np.int16)[found]


def wins(strengths, weights, by_card):  # of all hands against hands with weights, less losses
    # Who shares a card with the run-out has the strength 0: each of two hands without a common card is alone
    # in that equally often, so it cancels out. Hands with a common card are taken away, card by card.
    rows, size = np.arange(len(strengths))[:, None], int(strengths.max()) + 1
    sums = np.bincount((rows * size + strengths).ravel(), np.tile(weights, len(rows)), len(rows) * size)
    twice = 2 * np.cumsum(sums.reshape(-1, size), axis=1) - sums.reshape(-1, size)
    won = (
        np.take_along_axis(twice, strengths, axis=1).sum(axis=0).astype(np.int64) - len(rows) * weights.sum()
    )
    for hands in by_card:
        shared = np.ascontiguousarray(strengths[:, hands].T)
        above = (shared[:, None] > shared).sum(axis=2, dtype=np.int32)
        won[hands] -= (above - above.T) @ weights[hands]
    return won


def flop_worth(
    chips, put, answers, leads, flops, counts, rules, deck
):  # more than all pots, by line and class
    strengths, totals = strengths_of(rules), {name: [0] * len(chips.hands) for name in leads}
    kind = {hand: i for i, several in enumerate(chips.hands) for hand in several}
    places = np.array([(i, j) for j in range(len(deck) - 3) for i in range(j)])
    by_card = [np.flatnonzero((places == card).any(axis=1)) for card in range(len(deck) - 3)]
    live, runouts, boards = chips.paid(chips.live), comb(len(deck) - 7, 2), comb(len(deck) - 4, 3)
    for k, (flop, count) in enumerate(zip(flops, counts)):
        pairs = np.array([card for card in deck if card not in flop])[places]
        kinds, table = [kind[1 << a | 1 << b] for a, b in pairs.tolist()], showdowns(*strengths, flop, pairs)
        for name, levels in leads.items():
            weights = np.array(answers[name][STAY[name]])[kinds] * levels[k]
            held = np.array([weights[one].sum() for one in by_card])[places].sum(axis=1)
            pot, won = chips.paid(put[name]) * runouts, wins(table, weights, by_card).tolist()
            for i, margin, seen in zip(kinds, won, (weights.sum() - held + weights).tolist()):
                totals[name][i] += count * max(-2 * pot * seen, live * margin - pot * seen)
        sys.stderr.write(f"\r{k + 1} of {len(flops)} flops" + "\n" * (k + 1 == len(flops)))
    return {name: [Fraction(one, boards * runouts * LEVELS) for one in ones] for name, ones in totals.items()}


def upper(chips, spot, rules):  # the small blind does best against a big blind that jams flops or gives up
    names = ["limp", *["raise", "other"] * (chips.live > 2 * chips.blinds[1]), "jam"]
    n, answers, deck = len(chips.hands), spot["answers"], range(4 * rules["lowest_rank"], 52)
    need(chips.live > chips.blinds[1], "there are no limps where the big blind is all-in")
    check_keys(answers, names, "what the big blind answers")
    check_keys(spot["leads"], {*names} & {*STAY}, "what the big blind leads")
    for name, rows in answers.items():
        need([*map(len, rows)] == [n] * ANSWERS[name], "answers are not those of all classes")
        need(all(type(one) is int and one >= 0 for row in rows for one in row), "an answer is not a chance")
        need({*map(sum, zip(*rows))} == {PARTS}, f"answers do not add up to {PARTS}")
    (flops, counts), hands = read_flops(spot["flops"], deck), comb(len(deck) - 3, 2)
    leads = {name: read_leads(text, (len(flops), hands)) for name, text in spot["leads"].items()}
    put = {name: chips.put[1] if name == "limp" else 2 * chips.blinds[1] for name in names}
    worth = flop_worth(chips, put, answers, leads, flops, counts, rules, deck)
    best = [-chips.paid(chips.put[0]) * chips.scale * chips.others * PARTS] * n
    for name in names:
        met = [[chips.scale * one for one in placements(chips.hands, row)] for row in answers[name]]
        for i, won in enumerate(margin_sums(chips.rows, answers[name][1])):
            called = chips.paid(chips.live) * won
            total = called if name == "jam" else max(called, -chips.paid(put[name]) * met[1][i])
            if name != "limp":
                total += chips.paid(chips.put[1]) * met[0][i]
            if name in STAY:
                total += chips.paid(put[name]) * met[STAY[name]][i]
                total += chips.scale * worth[name][i] / len(chips.hands[i])
            best[i] = max(best[i], total)
    return chips.in_bb(best, PARTS)


def check_spot(spot, hands, rows, rules):  # strategies, then bounds; in words
    chips = check_bounds.Spot(spot, hands, rows, rules)
    bounds, jam = [], check_bounds.plan(spot["jam"], len(hands))
    for name in ("lower", "upper"):  # in this order: flops take minutes
        bounds.append(chips.lower(jam) if name == "lower" else upper(chips, spot, rules))
        need(number(spot[name], -check_proof.MOST_CHIPS) == bounds[-1], f"{name} is {bounds[-1]}")
    texts = ["; ".join(f"{name} {' and '.join(spot[name])}" for name in check_bounds.CHIPS[:3]), spot["dead"]]
    texts += [kind(one) for one in bounds for kind in (str, float)]
    text = "{}; dead money {}: the small blind earns from {} ({:+.9g}) to {} ({:+.9g}) bb a hand"
    return text.format(*texts)


if __name__ == "__main__":
    check_bounds.check_spot = check_spot
    check_bounds.run()
