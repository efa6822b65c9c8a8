"""Check in integers, without jamfold, bounds of the whole game that it wrote; docs/whole-game.md says how.

Margins, classes and entries of the file are checked by check_proof.py, which must be beside it.
"""

import argparse
import json
import sys
from fractions import Fraction
from math import comb, lcm

import check_proof
from check_proof import (
    check_keys,
    check_rules,
    count_margins,
    margin_sums,
    need,
    number,
    pair,
    placements,
    read_margins,
)

check_proof.FORMAT = "jamfold bounds 1"
CHIPS = ("stacks", "blinds", "antes", "dead")
KEYS = (*CHIPS, "jam", "with_limps", "without_limps", "lower", "upper", "upper_without_limps")


def plan(value, n):  # chances of all classes
    check_keys(value, ("plan", "mixed"), "a strategy")
    signs, mixed = value["plan"], value["mixed"]
    need(type(signs) is str and len(signs) == n, "a plan does not have one sign for every class")
    need({*signs} <= {*"01m"}, "a plan has signs other than 0, 1 and m")
    sometimes = {str(i) for i, sign in enumerate(signs) if sign == "m"}
    need(type(mixed) is dict and {*mixed} == sometimes, "the classes of mixed are not those of the plan")
    return [number(mixed[str(i)], 0, 1) if sign == "m" else Fraction(sign) for i, sign in enumerate(signs)]


class Spot:
    """Chips, and the two best responses; amounts are half chips over the margin scale and all deals."""

    def __init__(self, spot, hands, rows, rules):
        check_keys(spot, KEYS, "a spot")
        (stacks, self.blinds, antes), dead = (pair(spot, name) for name in KEYS[:3]), number(spot["dead"])
        need(min(stacks) > 0 and self.blinds[1] > 0, "a stack or the big blind is 0")
        need(self.blinds[0] <= self.blinds[1], "the small blind is above the big blind")
        need(self.blinds[0] or dead or any(antes), "a small blind of 0 needs antes or dead money")
        equal = min(*antes, *stacks)
        antes = [min(stack, ante) - min(stack, *antes) + equal for stack, ante in zip(stacks, antes)]
        self.live, self.pot = min(stacks[0] - antes[0], stacks[1] - antes[1]), dead + sum(antes)
        self.offset = (dead + antes[1] - antes[0]) / 2
        self.put = [min(one, self.live) for one in self.blinds]
        self.hands, self.rows, self.scale = hands, rows, rules["margin_scale"]
        hole, deck = rules["hole_cards"], 52 - 4 * rules["lowest_rank"]
        self.others, self.all = comb(deck - hole, hole), comb(deck, hole)
        self.unit = lcm(*(one.denominator for one in (self.live, self.pot, *self.put, *self.blinds)))

    def paid(self, put):  # what an end is for, as a whole number
        return int((2 * put + self.pot) * self.unit)

    def sums(
        self, chances
    ):  # for every class of the other player: hands met, margins won; and the unit of chances
        common = lcm(*(one.denominator for one in chances))
        weights = [int(one * common) for one in chances]
        return placements(self.hands, weights), [*margin_sums(self.rows, weights)], common

    def in_bb(self, totals, common):  # of amounts of all classes, what the small blind wins in big blinds
        whole = sum(len(several) * total for several, total in zip(self.hands, totals))
        half_chips = Fraction(whole, common * self.scale * self.others * self.all * self.unit)
        return (half_chips / 2 + self.offset) / self.blinds[1]

    def lower(self, jam):  # the big blind does best against who jams or folds: it calls or folds
        met, won, common = self.sums(jam)
        lost = [
            -max(self.paid(self.live) * margin, -self.paid(self.put[1]) * self.scale * hands)
            for hands, margin in zip(met, won)
        ]
        folded = [-self.paid(self.put[0]) * self.scale * self.others * int(common * (1 - one)) for one in jam]
        return self.in_bb([one + other for one, other in zip(lost, folded)], common)

    def upper(self, answers):  # the small blind does best against a big blind that jams, calls, or gives up
        every = {name: self.sums(chances) for name, chances in answers.items()}
        common = lcm(*(one[2] for one in every.values()))
        best = [-self.paid(self.put[0]) * self.scale * self.others * common] * len(self.hands)
        for name, (met, won, own) in every.items():
            times = common // own
            for i, (hands, margin) in enumerate(zip(met, won)):
                called = self.paid(self.live) * margin
                if name != "jam":  # it may fold to the jam over its limp or its smallest raise
                    risked = self.put[1] if name == "limp" else 2 * self.blinds[1]
                    called = max(called, -self.paid(risked) * self.scale * hands)
                given = self.paid(self.put[1]) * self.scale * (own * self.others - hands)
                best[i] = max(best[i], times * (given + called))
        return self.in_bb(best, common)


def check_spot(spot, hands, rows, rules):  # strategies, then bounds; in words
    chips, n = Spot(spot, hands, rows, rules), len(hands)
    bounds = {"lower": chips.lower(plan(spot["jam"], n))}
    actions = ["jam", *["raise"] * (chips.live > 2 * chips.blinds[1])]
    limps = ["limp"] * (chips.live > chips.blinds[1])
    for name, key, needed in (
        ("upper", "with_limps", actions + limps),
        ("upper_without_limps", "without_limps", actions),
    ):
        check_keys(spot[key], needed, f"{key}, what the big blind answers,")
        bounds[name] = chips.upper({action: plan(value, n) for action, value in spot[key].items()})
    for name, value in bounds.items():
        need(number(spot[name], -check_proof.MOST_CHIPS) == value, f"{name} is {value}")
    lower, upper, without = bounds.values()
    chips_text = "; ".join(f"{name} {' and '.join(spot[name])}" for name in KEYS[:3])
    ends = [f"{one} ({float(one):+.9g})" for one in (lower, upper, without)]
    text = "whatever is bet on any street, the small blind earns from {} to {} bb a hand, without limps to {}"
    return f"{chips_text}; dead money {spot['dead']}: {text.format(*ends)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=argparse.FileType(encoding="utf-8"))
    parser.add_argument("--table", type=argparse.FileType("rb"), help="class table of a game of four cards")
    parser.add_argument("--cards", type=int, default=0, help="count so many margins, drawn at random")
    parser.add_argument("--all", action="store_true", help="count all margins of a game of two cards")
    given = parser.parse_args()
    hooks = {"object_pairs_hook": check_proof.unique_keys, "parse_float": check_proof.no_float}
    proof = json.load(given.file, parse_constant=check_proof.no_float, **hooks)
    title, rules, names, hands = check_rules(proof)
    rows = read_margins(proof, title, hands, given.table)
    counted = count_margins(given, rules, names, hands, rows)
    for spot in proof["spots"]:
        print(f"PROVED by the margins of {title} ({counted}): {check_spot(spot, hands, rows, rules)}.")


def run():
    try:
        main()
    except (KeyboardInterrupt, BrokenPipeError, MemoryError) as stopped:
        sys.exit(f"NOT CHECKED: {type(stopped).__name__}")
    except Exception as wrong:
        sys.exit(f"REFUSED: {type(wrong).__name__} {ascii(str(wrong))[:200]}")


if __name__ == "__main__":
    run()
