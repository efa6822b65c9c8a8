"""Check in fractions, without jamfold, a proof that it wrote: docs/proofs.md says what is to be checked."""

import argparse
import hashlib
import json
import mmap
import random
import sys
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, compress, permutations
from math import comb, lcm


def need(true, sentence):
    if not true:
        sys.exit("REFUSED: " + sentence)


@lru_cache(5000)
def parts(hand):  # all sets of cards of a hand, with the signs of inclusion and exclusion
    cards = [1 << card for card in range(52) if hand >> card & 1]
    return [(sum(some), (-1) ** k) for k in range(len(cards) + 1) for some in combinations(cards, k)]


def placements(hands, weights):  # for every class the weights of all hands that share no card with one of it
    sums = {}
    for several, weight in zip(hands, weights):
        for one, _ in (part for hand in several if weight for part in parts(hand)):
            sums[one] = sums.get(one, 0) + weight
    return [sum(sign * sums.get(one, 0) for one, sign in parts(several[0])) for several in hands]


def margin_sums(rows, weights):  # for every row its sum by weights, most of which are 0 or the largest
    top, few = max(weights), [(j, w) for j, w in enumerate(weights) if 0 < w < max(weights)]
    full = [w == top > 0 for w in weights]
    return (top * sum(compress(row, full)) + sum(w * row[j] for j, w in few) for row in rows)


def check_spot(proof, spot, hands, rows, deck, hole):  # chips, legality, both best responses, the value
    stacks, blinds, antes = ([Fraction(one) for one in spot[name]] for name in ("stacks", "blinds", "antes"))
    less, scale, n, every = min(*antes, *stacks), proof["margin_scale"], len(hands), [*spot["actions"]]
    antes = [min(stack, ante) - min(stack, *antes) + less for stack, ante in zip(stacks, antes)]
    live, dead = min(stacks[0] - antes[0], stacks[1] - antes[1]), Fraction(spot["dead"]) + sum(antes)
    for action in every:  # those behind others join them
        every += action["actions"]
        need(len(action["plan"]) == n and {*action["plan"]} <= {*"01m"}, "not 0, 1 or m for every class")
    common = lcm(*(Fraction(one).denominator for action in every for one in action["mixed"].values()))
    for action in every:  # weights: how often classes come there by their own actions, as integers
        mixed = {int(i): int(common * Fraction(chance)) for i, chance in action["mixed"].items()}
        action["weights"] = [mixed[i] if c == "m" else common * int(c) for i, c in enumerate(action["plan"])]
    unit = lcm(*(Fraction(one).denominator for one in (live, dead, *blinds, *(one["to"] for one in every))))
    put, won = [min(one, live) for one in blinds], [[0] * n, [0] * n]
    others, whole = comb(deck - hole, hole), comb(deck, hole)
    need(scale == comb(deck - 2 * hole, 5) * (2 if proof["split_low"] else 1), "margins have another scale")

    def end(put, plans, best):  # what an end is worth to every class of both; what the plans make of it joins
        best = [[int((2 * put + dead) * unit) * one for one in ones] for ones in best]
        won[:] = [[a + w * one for a, w, one in zip(*three)] for three in zip(won, plans, best)]
        return best

    def play(actions, seat, put, least, plans, seen):  # what the best plans earn from here on
        if put[0] == put[1] == live:
            need(not actions, "somebody acts who is all-in")
            return end(live, plans, [margin_sums(rows, plan) for plan in plans[::-1]])
        mine = [action["weights"] for action in actions]
        placed = [placements(hands, one) for one in mine]
        pair = lambda both, one: [*both[:seat], one, *both[seat + 1 :]]
        rest = [w - sum(ones) for w, *ones in zip(plans[seat], *mine)]
        need(actions and min(map(min, [rest, *mine])) >= 0, "nobody acts, or chances are not from 0 to 1")
        stolen = [scale * (p - sum(ones)) for p, *ones in zip(seen[seat], *placed)]
        lost = pair([stolen, stolen], [-scale * one for one in seen[1 - seat]])
        ends, level = [end(put[seat], pair(plans, rest), lost)], put[1 - seat]
        for to, action, plan, one in zip([Fraction(one["to"]) for one in actions], actions, mine, placed):
            need(to == live or level + least <= to < live, f"a raise to {to} is not legal")
            behind = 1 - seat, pair(put, to), to - level, pair(plans, plan), pair(seen, one)
            ends.append(play(action["actions"], *behind))
        return [[best(ones) for ones in zip(*both)] for best, both in zip(pair([sum] * 2, max), zip(*ends))]

    best = play(spot["actions"], 0, put, put[1], [[common] * n] * 2, [[common * others] * n] * 2)
    need(won == [[common * one for one in ones] for ones in best], "somebody gains by playing otherwise")
    whole = unit * scale * others * whole * common**2 * (2 * put[1] + dead)
    value = sum(len(one) * total for one, total in zip(hands, won[0])) / whole
    need(Fraction(spot["value"]) == value, f"the value is {value}")


def strength(proof, ranks, one_suit=False):  # shapes: how often ranks come, name, ranks that make it, count
    shapes = ((4, 0, "four of a kind", 1, 2), (3, 2, "full house", 2, 2), (3, 0, "three of a kind", 1, 3),
              (2, 2, "two pair", 2, 3), (2, 0, "pair", 1, 4), (1, 0, "high card", 0, 5))  # fmt: skip
    groups = sorted({*ranks}, key=lambda rank: (ranks.count(rank), rank), reverse=True)
    first, second = [*map(ranks.count, groups), 0][:2]
    name, made, size = next(one[2:] for one in shapes if first >= one[0] and second >= one[1])
    best = groups[:made] + sorted(groups[made:], reverse=True)[: size - made]
    held = {*ranks} | ({proof["lowest_rank"] - 1} if 12 in ranks else set())
    found = [("flush" if one_suit else name, best)]
    found += [("straight flush" if one_suit else "straight", [r]) for r in held if held >= {*range(r - 4, r)}]
    return max((proof["order"].index(one), cards) for one, cards in found)


def margin(proof, mine, others):  # boards won less boards lost against all that share no card
    codes = [(1 << 3 * (card // 4)) + (1 << 39 + 3 * (card % 4)) for card in range(52)]
    plain = lru_cache(None)(lambda k: strength(proof, [r for r in range(13) for _ in range(k >> 3 * r & 7)]))
    suit_of = lru_cache(None)(lambda k: next((s for s in range(4) if k >> 3 * s & 7 > 4), None))
    total = 0
    for other in (one for one in others if not one & mine):
        both = [[card for card in range(52) if hand >> card & 1] for hand in (mine, other)]
        deck = [card for card in range(4 * proof["lowest_rank"], 52) if not (mine | other) >> card & 1]
        for board in combinations(deck, 5):
            key, made = sum(map(codes.__getitem__, board)), []
            for hand in both:
                mixed = key + codes[hand[0]] + codes[hand[1]]
                suit = suit_of(mixed >> 39)
                flush = [card // 4 for card in (*board, *hand) if card % 4 == suit]
                made += [strength(proof, flush, True) if flush else plain(mixed & (1 << 39) - 1)]
            total += (made[0] > made[1]) - (made[0] < made[1])
    return total


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("file", type=argparse.FileType(encoding="utf-8"))
parser.add_argument("--cards", type=int, default=0, help="margins to count over all boards, a minute each")
parser.add_argument("--table", type=argparse.FileType("rb"), help="class table of a game of four cards")
given = parser.parse_args()
sys.excepthook = lambda kind, wrong, _: print("REFUSED:", kind.__name__, wrong, file=sys.stderr)
proof = json.load(given.file)
digest = hashlib.sha256(json.dumps({**proof, "sha256": ""}, sort_keys=True).encode()).hexdigest()
need(proof["format"] == "jamfold proof 2" and proof["sha256"] == digest, "the file is damaged, or no proof")
need(proof["spots"] and (proof["hole_cards"] == 2 or not given.cards), "no spots, or --cards with four cards")
rows, hands, every, n = proof["margins"], [], set(), len(proof["classes"])
deck, hole = 52 - 4 * proof["lowest_rank"], proof["hole_cards"]
for name in proof["classes"]:  # as sets of cards: all that permutations of the suits make of it
    cards = {("23456789TJQKA".index(name[i]), "cdhs".index(name[i + 1])) for i in range(0, len(name), 2)}
    hands.append(sorted({sum(1 << (4 * r + p[s]) for r, s in cards) for p in permutations(range(4))}))
    right = len(cards) == hole and 13 - deck // 4 <= min(cards)[0] and not every & {*hands[-1]}
    need(right, name + " is no hand, or of an earlier class")
    every |= {*hands[-1]}
need(len(every) == comb(deck, hole), "hands are missing")
if rows is None:
    need(given.table, "its margins are not in the proof: name the class table with --table")
    data = mmap.mmap(given.table.fileno(), 0, access=mmap.ACCESS_READ)
    need(hashlib.sha256(data).hexdigest() == proof["table_sha256"], "the table is not that of the proof")
    rows = [memoryview(data)[4 * n * (i - n) : 4 * n * (i + 1 - n) or None].cast("i") for i in range(n)]
else:
    pairs = ((i, j) for i in range(n) for j in range(n))
    need(all(len(hands[i]) * rows[i][j] + len(hands[j]) * rows[j][i] == 0 for i, j in pairs), "wrong margins")
for i, j in ([random.randrange(n), random.randrange(n)] for _ in range(given.cards)):
    need(margin(proof, hands[i][0], hands[j]) == rows[i][j], f"the margin of {i} and {j} is wrong")
for spot in proof["spots"]:
    check_spot(proof, spot, hands, rows, deck, hole)
print(f"PROVED by the margins ({given.cards} of them counted): nobody gains in {len(proof['spots'])} spots")
