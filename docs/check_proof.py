"""Check in integers and fractions, without jamfold, a proof that it wrote; docs/proofs.md says how."""

import argparse
import hashlib
import json
import mmap
import random
import re
import sys
import time
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, compress, repeat
from math import comb, lcm, prod
from operator import add, mul

FORMAT = "jamfold proof 2"
RANKS, SUITS = "23456789TJQKA", "cdhs"
STANDARD = "high card,pair,two pair,three of a kind,straight,flush,full house,four of a kind,straight flush"
SHORT_DECK = STANDARD.replace("flush,full house", "full house,flush")
TRIPS = SHORT_DECK.replace("three of a kind,straight", "straight,three of a kind")
# Title, hole cards, lowest rank, hands from the weakest, whether a low splits the pot, SHA-256 of the margins
GAMES = {
    "holdem": ("Texas Hold'em", 2, 0, STANDARD, False,
               "2fc6c54ce46a9c1ea0c98e58ca68526c3dc87d30121f9e280a8402ff8108eed5"),
    "six-plus": ("Six-Plus Hold'em, straight beats trips", 2, 4, SHORT_DECK, False,
                 "ba03ad80dccf81b91c40e328134d3323fc1919e699d26d7032117db5bfb43e95"),
    "six-plus-trips": ("Six-Plus Hold'em, trips beat straight", 2, 4, TRIPS, False,
                       "afc811d9872820679818d933250a296f8438f408277bf72c5f52673cc7fbf243"),
    "omaha": ("Omaha", 4, 0, STANDARD, False,
              "bf5abbefd229354064061a463f23b61aaca0edee3c31462e42b71cd73fcc3b01"),
    "omaha-hilo": ("Omaha Hi/Lo (8 or better)", 4, 0, STANDARD, True,
                   "45f0bc66f32b6936cb895e259f6de0205097b8a2a6b1c344254a22f9e23970a7"),
}  # fmt: skip
RULES = ("hole_cards", "lowest_rank", "order", "split_low", "margin_scale")
KEYS = ("format", "program", "game", *RULES, "classes", "margins", "table_sha256", "spots", "sha256")
NUMBER = re.compile(r"-?[0-9]{1,4300}(/[1-9][0-9]{0,4299}|(\.[0-9]{1,40})?(e[-+]?[0-9]{1,2})?)")
MOST_CHIPS = 10**12


def need(true, sentence):
    if not true:
        sys.exit("REFUSED: " + sentence)


# ---- Entries of the file.


def unique_keys(pairs):
    need(len(dict(pairs)) == len(pairs), "an object of the file has the same key twice")
    return dict(pairs)


def no_float(text):
    need(False, f"{text[:60]} is not a whole number: chips and chances are texts")


def check_keys(value, keys, what):
    need(type(value) is dict and {*value} == {*keys}, f"the keys of {what} are not {', '.join(keys)}")


def number(text, least=0, most=MOST_CHIPS):  # of a text such as "5/2", "0.5" or "1e-05"
    need(type(text) is str and NUMBER.fullmatch(text), f"{ascii(text)[:60]} is not the text of a number")
    need(least <= Fraction(text) <= most, f"{text[:60]} is not from {least} to {most}")
    return Fraction(text)


def pair(spot, name):
    need(type(spot[name]) is list and len(spot[name]) == 2, f"{name} are not two numbers")
    return [number(text) for text in spot[name]]


def all_actions(actions, n):  # of a tree, each with checked entries
    need(type(actions) is list, "actions are not a list")
    for action in actions:
        check_keys(action, ("to", "plan", "mixed", "actions"), "an action")
        plan, mixed = action["plan"], action["mixed"]
        need(type(plan) is str and len(plan) == n, "a plan does not have one sign for every class")
        need({*plan} <= {*"01m"}, "a plan has signs other than 0, 1 and m")
        classes = {str(i) for i, sign in enumerate(plan) if sign == "m"}
        need(type(mixed) is dict and {*mixed} == classes, "the classes of mixed are not those of the plan")
        need(all(0 < number(chance, 0, 1) < 1 for chance in mixed.values()), "a mixed chance is 0 or 1")
    need(len({number(action["to"]) for action in actions}) == len(actions), "an action appears twice")
    return actions + [below for action in actions for below in all_actions(action["actions"], n)]


# ---- Hands as sets of cards, and classes of hands.


def hand_classes(deck, hole):  # names and hands of all classes: what permutations of suits make of a hand
    classes = {}
    for cards in combinations(range(52 - deck, 52), hole):
        ranks = sorted(sum(1 << card // 4 for card in cards if card % 4 == suit) for suit in range(4))
        named = [
            4 * rank + suit for rank in range(12, -1, -1) for suit in (3, 2, 1, 0) if ranks[suit] >> rank & 1
        ]
        key = tuple(card // 4 for card in named), tuple(named)
        classes.setdefault(key, []).append(sum(1 << card for card in cards))
    keys = sorted(classes, reverse=True)
    return ["".join(RANKS[c // 4] + SUITS[c % 4] for c in key[1]) for key in keys], [
        classes[key] for key in keys
    ]


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


# ---- A spot.


def check_spot(spot, hands, rows, rules):  # chips, legality, both best responses, the value; in words
    check_keys(spot, ("stacks", "blinds", "antes", "dead", "value", "actions"), "a spot")
    (stacks, blinds, antes), dead = (
        (pair(spot, name) for name in ("stacks", "blinds", "antes")),
        number(spot["dead"]),
    )
    need(min(stacks) > 0 and blinds[1] > 0, "a stack or the big blind is 0")
    need(blinds[0] <= blinds[1], "the small blind is above the big blind")
    need(blinds[0] or dead or any(antes), "a small blind of 0 needs antes or dead money")
    equal, n, scale = min(*antes, *stacks), len(hands), rules["margin_scale"]
    antes = [min(stack, ante) - min(stack, *antes) + equal for stack, ante in zip(stacks, antes)]
    live, pot = min(stacks[0] - antes[0], stacks[1] - antes[1]), dead + sum(antes)
    every = all_actions(spot["actions"], n)
    common = lcm(*(Fraction(one).denominator for action in every for one in action["mixed"].values()))
    for action in every:  # weights: how often classes come there by their own actions, as integers
        mixed = {int(i): int(common * Fraction(chance)) for i, chance in action["mixed"].items()}
        action["weights"] = [mixed[i] if c == "m" else common * int(c) for i, c in enumerate(action["plan"])]
    unit = lcm(*(Fraction(one).denominator for one in (live, pot, *blinds, *(one["to"] for one in every))))
    put, won = [min(one, live) for one in blinds], [[0] * n, [0] * n]
    hole, deck = rules["hole_cards"], 52 - 4 * rules["lowest_rank"]
    others, whole = comb(deck - hole, hole), comb(deck, hole)

    def end(put, plans, best):  # what an end is worth to every class of both; what the plans make of it joins
        best = [[int((2 * put + pot) * unit) * one for one in ones] for ones in best]
        won[:] = [[a + w * one for a, w, one in zip(*three)] for three in zip(won, plans, best)]
        return best

    def play(actions, seat, put, least, plans, seen):  # what the best plans earn from here on
        if put[0] == put[1] == live:
            need(not actions, "a player who is all-in acts")
            return end(live, plans, [margin_sums(rows, plan) for plan in plans[::-1]])
        mine = [action["weights"] for action in actions]
        placed = [placements(hands, one) for one in mine]
        with_own = lambda both, one: [*both[:seat], one, *both[seat + 1 :]]
        rest = [w - sum(ones) for w, *ones in zip(plans[seat], *mine)]
        need(actions and min(map(min, [rest, *mine])) >= 0, "nobody acts, or chances are not from 0 to 1")
        stolen = [scale * (p - sum(ones)) for p, *ones in zip(seen[seat], *placed)]
        lost = with_own([stolen, stolen], [-scale * one for one in seen[1 - seat]])
        ends, level = [end(put[seat], with_own(plans, rest), lost)], put[1 - seat]
        for to, action, plan, one in zip([Fraction(one["to"]) for one in actions], actions, mine, placed):
            need(to == live or level + least <= to < live, f"a raise to {to} is not legal")
            behind = 1 - seat, with_own(put, to), to - level, with_own(plans, plan), with_own(seen, one)
            ends.append(play(action["actions"], *behind))
        return [
            [best(ones) for ones in zip(*both)] for best, both in zip(with_own([sum] * 2, max), zip(*ends))
        ]

    best = play(spot["actions"], 0, put, put[1], [[common] * n] * 2, [[common * others] * n] * 2)
    need(won == [[common * one for one in ones] for ones in best], "somebody gains by playing otherwise")
    whole *= unit * scale * others * common**2 * (2 * put[1] + pot)
    value = sum(len(several) * total for several, total in zip(hands, won[0])) / whole
    need(number(spot["value"], -MOST_CHIPS) == value, f"the value is {value}")
    chips = value * (put[1] + pot / 2) + (dead + antes[1] - antes[0]) / 2
    return {
        **{name: " and ".join(map(decimals, spot[name])) for name in ("stacks", "blinds", "antes")},
        "dead money": decimals(spot["dead"]),
        "the small blind": words(spot["actions"], live, put, 0),
        "value": f"{value} (the small blind wins {float(chips):+.9g} chips)",
    }


def decimals(text):  # of a number; of one that has none, the fraction
    number = Fraction(text)
    digits = f"{Decimal(number.numerator) / number.denominator:f}"
    return digits if Fraction(digits) == number else str(number)


def words(actions, live, put, seat):  # what a player can do, and what the other one can do then
    options = ["folds"] if actions else ["has no decision"]
    for action in actions:
        to = Fraction(action["to"])
        option = (
            f"raises to {decimals(to)}" if to < live else "calls" if put[1 - seat] == live else "goes all-in"
        )
        if action["actions"]:
            behind = words(action["actions"], live, [put[0], to] if seat else [to, put[1]], 1 - seat)
            option += f" [the {('big', 'small')[seat]} blind {behind}]"
        options.append(option)
    return " or ".join(options)


# ---- Margins, counted anew.


class Showdowns:
    """The showdowns of a game: two hole cards play if they help, of four exactly two."""

    def __init__(self, rules):
        self.order, self.lowest, self.split = rules["order"], rules["lowest_rank"], rules["split_low"]
        self.deck, self.all_play = range(4 * self.lowest, 52), rules["hole_cards"] == 2
        self.high, self.low = lru_cache(None)(self.high), lru_cache(None)(self.low)

    def strength(self, ranks, one_suit):  # shapes: how often ranks come, name, ranks that make it, count
        shapes = ((4, 0, "four of a kind", 1, 2), (3, 2, "full house", 2, 2), (3, 0, "three of a kind", 1, 3),
                  (2, 2, "two pair", 2, 3), (2, 0, "pair", 1, 4), (1, 0, "high card", 0, 5))  # fmt: skip
        groups = sorted({*ranks}, key=lambda rank: (ranks.count(rank), rank), reverse=True)
        first, second = [*map(ranks.count, groups), 0][:2]
        name, made, size = next(one[2:] for one in shapes if first >= one[0] and second >= one[1])
        best = groups[:made] + sorted(groups[made:], reverse=True)[: size - made]
        held = {*ranks} | ({self.lowest - 1} if 12 in ranks else set())
        found = [("flush" if one_suit else name, best)]
        found += [("straight " * one_suit + found[0][0] if one_suit else "straight", [r])
                  for r in held if held >= {*range(r - 4, r)}]  # fmt: skip
        return max((self.order.index(name), *ranks) for name, ranks in found)

    def ways(self, hole, board):
        if self.all_play:
            return [hole + board]
        return [two + three for two in combinations(hole, 2) for three in combinations(board, 3)]

    def high(self, hole, board, one_suit=False):  # of ranks; those of one suit may be too few
        ways = [way for way in self.ways(hole, board) if len(way) > 4]
        return max((self.strength(way, one_suit) for way in ways), default=())

    def low(self, hole, board):  # 8 or better, the best one is the largest; empty where there is none
        lows = [{(rank + 1) % 13 for rank in way} for way in self.ways(hole, board)]
        return max(
            ([8, *(-r for r in sorted(way)[::-1])] for way in lows if len(way) == 5 and max(way) < 8),
            default=[],
        )

    def won(self, holes, board, flushes=((), ())):  # the margin of two hands on a board
        first, second = (max(self.high(hole, board), flush) for hole, flush in zip(holes, flushes))
        high = (first > second) - (first < second)
        first, second = (self.low(hole, board) if self.split else [] for hole in holes)
        low = (first > second) - (first < second) if first or second else high
        return high + low if self.split else high

    def margin(self, *hands):  # all boards as if there were no flushes; then what flushes change
        cards = [[card for card in self.deck if hand >> card & 1] for hand in hands]
        holes = [tuple(card // 4 for card in held) for held in cards]
        left = [card for card in self.deck if not (hands[0] | hands[1]) >> card & 1]
        count, total = Counter(card // 4 for card in left), 0
        for board in combinations_with_replacement(range(self.lowest, 13), 5):
            ways = prod(comb(count[rank], board.count(rank)) for rank in {*board})
            total += ways and ways * self.won(holes, board)
        for suit in range(4):
            suited = [tuple(card // 4 for card in held if card % 4 == suit) for held in cards]
            inside = [card // 4 for card in left if card % 4 == suit]
            outside = [card // 4 for card in left if card % 4 != suit]
            for k in (3, 4, 5):
                rests = Counter(combinations(outside, 5 - k))
                for some in combinations(inside, k):
                    flushes = [self.high(held, some, True) for held in suited]
                    for rest, ways in rests.items() if any(flushes) else ():
                        board = tuple(sorted(some + rest))
                        total += ways * (self.won(holes, board, flushes) - self.won(holes, board))
        return total

    def boards(self):  # one of all that permutations of suits make of a board, and how many these are
        found = {}
        for board in combinations(self.deck, 5):
            key = tuple(
                sorted(sum(1 << card // 4 for card in board if card % 4 == suit) for suit in range(4))
            )
            found[key] = board, found.get(key, (0, 0))[1] + 1
        return [*found.values()]

    def all_margins(self, hands):  # of two cards; wins against all classes stand in one integer, 25 bits each
        units, every = [1 << 25 * k for k in range(len(hands))], []  # 12 * 12 wins on 134,459 boards < 2**25
        for k, hand in ((k, hand) for k, several in enumerate(hands) for hand in several):
            cards = [card for card in self.deck if hand >> card & 1]
            suited = [tuple(card // 4 for card in cards if card % 4 == suit) for suit in range(4)]
            every.append((hand, *cards, k, tuple(card // 4 for card in cards), suited))
        plain = lru_cache(None)(lambda board: {hole: self.high(hole, board) for *_, hole, _ in every})
        boards, began, wins = self.boards(), time.monotonic(), {}
        for done, (board, many) in enumerate(boards, 1):
            taken, made = sum(1 << card for card in board), plain(tuple(card // 4 for card in board))
            suit, most = Counter(card % 4 for card in board).most_common(1)[0]
            flush, equal = tuple(card // 4 for card in board if card % 4 == suit), {}
            for one in every:
                if not one[0] & taken:
                    best = (
                        max(made[one[4]], self.high(one[5][suit], flush, True)) if most > 2 else made[one[4]]
                    )
                    equal.setdefault(best, []).append(one)
            won, weaker, holding = wins.setdefault(many, [0] * len(hands)), 0, [0] * 52
            for best in sorted(equal):
                for _, low, high, k, *_ in equal[best]:
                    won[k] += weaker - holding[low] - holding[high]
                for _, low, high, k, *_ in equal[best]:
                    weaker += units[k]
                    holding[low] += units[k]
                    holding[high] += units[k]
            if done % 500 == 0:
                left = (time.monotonic() - began) / done * (len(boards) - done) / 60
                print(f"{done} of {len(boards)} kinds of boards, {left:.1f} min left", file=sys.stderr)
        lanes = range(0, 25 * len(hands), 25)
        total = [[sum(many * (won[k] >> at & 2**25 - 1) for many, won in wins.items()) for at in lanes]
                 for k in range(len(hands))]  # fmt: skip
        return [
            [(row[j] - total[j][i]) // len(hands[i]) for j in range(len(row))] for i, row in enumerate(total)
        ]


# ---- The file.


def check_rules(proof):  # title, rules, names and hands of the game that the file names
    need(type(proof) is dict and "format" in proof, "the file is not a proof")
    again = f"its format is not '{FORMAT}': write it again with `jamfold solve --proof FILE`"
    need(proof["format"] == FORMAT, again)
    check_keys(proof, KEYS, "the file")
    digest = hashlib.sha256(json.dumps({**proof, "sha256": ""}, sort_keys=True).encode()).hexdigest()
    need(proof["sha256"] == digest, "the file is damaged: its checksum does not match")
    need(type(proof["program"]) is str, "the program is not a text")
    need(type(proof["game"]) is str and proof["game"] in GAMES, f"its game is not one of {', '.join(GAMES)}")
    title, hole, lowest, order, split, _ = GAMES[proof["game"]]
    scale = comb(52 - 4 * lowest - 2 * hole, 5) * (2 if split else 1)
    rules = dict(zip(RULES, (hole, lowest, order.split(","), split, scale)))
    for name, right in rules.items():
        need(json.dumps(proof[name]) == json.dumps(right), f"its {name} is not that of {title}: {right}")
    names, hands = hand_classes(52 - 4 * lowest, hole)
    need(proof["classes"] == names, f"its classes are not those of {title} in their order, {names[0]} first")
    need(type(proof["spots"]) is list and proof["spots"], "it has no spots")
    return title, rules, names, hands


def packed_margins(margins, n):  # as the table has them: integers of four bytes, the lowest first
    need(type(margins) is list and len(margins) == n, "its margins are not a square")
    need(all(type(row) is list and len(row) == n for row in margins), "its margins are not a square")
    cells = [one for row in margins for one in row]
    need(all(type(one) is int and abs(one) < 2**31 for one in cells), "a margin is not a whole number")
    return b"".join(one.to_bytes(4, "little", signed=True) for one in cells)


def check_margins(data, title, sizes, digest):  # the last 4 n^2 bytes, which are given as rows
    n = len(sizes)
    need(len(data) >= 4 * n * n, "the table is too short")
    need(sys.byteorder == "little", "this computer reads integers with the highest byte first")
    cells = memoryview(data)[len(data) - 4 * n * n :].cast("i")
    rows = [cells[n * i : n * (i + 1)] for i in range(n)]
    for i in range(n):  # what a class wins from another one, that one loses
        wins, losses = map(mul, repeat(sizes[i]), rows[i][i:]), map(mul, sizes[i:], cells[n * i + i :: n])
        need(not any(map(add, wins, losses)), "wrong margins: what one class wins, the other does not lose")
    need(hashlib.sha256(cells).hexdigest() == digest, f"wrong margins: they are not those of {title}")
    return rows


def read_margins(proof, title, hands, table):
    digest, sizes, rows = GAMES[proof["game"]][-1], [len(several) for several in hands], None
    if proof["hole_cards"] == 2:
        need(proof["table_sha256"] is None, "the table of a game of two cards is in the proof")
        rows = check_margins(packed_margins(proof["margins"], len(hands)), title, sizes, digest)
    else:
        need(proof["margins"] is None, "the margins of a game of four cards are not in the proof")
        need(table, "its margins are not in the proof: name the class table with --table")
    if table:
        data = mmap.mmap(table.fileno(), 0, access=mmap.ACCESS_READ)
        right = rows or hashlib.sha256(data).hexdigest() == proof["table_sha256"]
        need(right, "the table is not that of the proof")
        rows = check_margins(data, title, sizes, digest)
    return rows


def count_margins(given, rules, names, hands, rows):  # all of them, or some at random; in words
    n, showdowns = len(names), Showdowns(rules)
    need(given.cards >= 0, "--cards is below 0")
    if given.all:
        need(rules["hole_cards"] == 2, "--all counts games of two cards: use --cards with four")
        need(
            showdowns.all_margins(hands) == [row.tolist() for row in rows], "wrong margins: they were counted"
        )
        return f"all {n * n:,} of them counted"
    for _ in range(given.cards):
        i, j = random.randrange(n), random.randrange(n)
        margin = sum(showdowns.margin(hands[i][0], hand) for hand in hands[j] if not hand & hands[i][0])
        need(margin == rows[i][j], f"wrong margins: {names[i]} against {names[j]} is {margin}")
        print(f"counted: {names[i]} against {names[j]}, {margin}", file=sys.stderr)
    if given.cards:
        seen = 1 - (1 - 4 * (n - 1) / n**2) ** given.cards
        print(f"So many margins show with a probability of at most {seen:.2g} that two classes are swapped.")
    return f"{given.cards} of {n * n:,} counted"


def summary(spots):  # what was proved
    found = {name: [*dict.fromkeys(spot[name] for spot in spots)] for name in spots[0]}
    for name, texts in found.items():
        if len(texts) > 3:
            found[name] = [f"{texts[0]} in the first spot to {texts[-1]} in the last"]
    return "; ".join(f"{name} {', or '.join(texts)}" for name, texts in found.items())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=argparse.FileType(encoding="utf-8"))
    parser.add_argument("--table", type=argparse.FileType("rb"), help="class table of a game of four cards")
    parser.add_argument("--cards", type=int, default=0, help="count so many margins, drawn at random")
    parser.add_argument("--all", action="store_true", help="count all margins of a game of two cards")
    given = parser.parse_args()
    proof = json.load(
        given.file, object_pairs_hook=unique_keys, parse_float=no_float, parse_constant=no_float
    )
    title, rules, names, hands = check_rules(proof)
    rows = read_margins(proof, title, hands, given.table)
    counted = count_margins(given, rules, names, hands, rows)
    spots = []
    for spot in proof["spots"]:
        spots.append(check_spot(spot, hands, rows, rules))
        if len(proof["spots"]) > 1:
            print(f"spot {len(spots)}: {summary(spots[-1:])}")
    deck = f"{52 - 4 * rules['lowest_rank']} cards"
    nobody = "nobody gains anything by playing otherwise" + f" in {len(spots)} spots" * (len(spots) > 1)
    print(f"PROVED by the margins of {title}, {deck} ({counted}): {nobody}. {summary(spots).capitalize()}")


if __name__ == "__main__":
    try:
        main()
    except (KeyboardInterrupt, BrokenPipeError, MemoryError) as stopped:
        sys.exit(f"NOT CHECKED: {type(stopped).__name__}")
    except Exception as wrong:
        sys.exit(f"REFUSED: {type(wrong).__name__} {ascii(str(wrong))[:200]}")
