"""Hands of an all-in-or-fold table in GGPoker's form, played at random: a text of our own for each."""

from __future__ import annotations

from random import Random

from jamfold.cards import RANK_NAMES, SUIT_NAMES

NAMES = ("a1b2c3", "Hero", "d4e5f6", "07aa99")


def money(cents: int) -> str:
    """``$0.05``, ``$1``."""
    return f"${cents / 100:g}"


def hand_text(
    number: int,
    *,
    seats: int = 2,
    blinds: tuple[int, int] = (5, 10),
    stack: int = 100,
    omaha: bool = False,
    prefix: str = "AF",
) -> str:
    """A hand in which everybody jams or folds, all cards of those all-in shown; amounts in cents.

    The same for the same number.  `prefix` stands before the number: another one marks no such table and
    has a line of the flop.
    """
    random = Random(number)
    deck = [rank + suit for rank in RANK_NAMES for suit in SUIT_NAMES]
    random.shuffle(deck)
    held = 4 if omaha else 2
    names = list(NAMES[:seats])
    random.shuffle(names)
    button = random.randrange(seats)
    small = button if seats == 2 else (button + 1) % seats
    order = [(small + k) % seats for k in range(seats)]
    cards = {name: [deck.pop() for _ in range(held)] for name in names}
    board = [deck.pop() for _ in range(5)]
    game = "Omaha" if omaha else "Hold'em"
    level, day = f"{money(blinds[0])}/{money(blinds[1])}", f"2026/07/{1 + number % 28:02d}"
    lines = [
        f"Poker Hand #{prefix}{44000 + number}: {game} No Limit ({level}) - {day} 10:02:32",
        f"Table '{prefix}ORed5' {max(seats, 2)}-max Seat #{button + 1} is the button",
        *(f"Seat {k + 1}: {name} ({money(stack)} in chips)" for k, name in enumerate(names)),
        f"{names[order[0]]}: posts small blind {money(blinds[0])}",
        f"{names[order[1]]}: posts big blind {money(blinds[1])}",
        "*** HOLE CARDS ***",
        *(f"Dealt to {name} {'[' + ' '.join(cards[name]) + ']' if name == 'Hero' else ''}" for name in names),
        "*** PREFLOP ***",
    ]
    posted = {order[0]: blinds[0], order[1]: blinds[1]}
    allin: list[int] = []
    paid = dict(posted)
    for seat in [*order[2:], order[0], order[1]]:
        if seat == order[1] and not allin:
            break
        name, front = names[seat], posted.get(seat, 0)
        if random.random() < 0.5:
            lines.append(f"{name}: folds")
            continue
        rest = stack - front
        if allin:
            lines.append(f"{name}: calls {money(rest)} and is all-in")
        else:
            lines.append(f"{name}: raises {money(stack - blinds[1])} to {money(stack)} and is all-in")
        allin.append(seat)
        paid[seat] = stack
    live = allin or [order[1]]
    winner = random.choice(live)
    pot = sum(paid.values())
    if len(live) == 1:
        back = paid[winner] - max(chips for seat, chips in paid.items() if seat != winner)
        lines.append(f"Uncalled bet ({money(back)}) returned to {names[winner]}")
        pot -= back
    else:
        lines += [f"{names[seat]}: shows [{' '.join(cards[names[seat]])}] (a pair)" for seat in live]
        if prefix != "AF":
            lines.append(f"*** FLOP *** [{' '.join(board[:3])}]")
        lines.append(f"*** TURN *** [{' '.join(board[:3])}] [{board[3]}]")
        lines.append(f"*** RIVER *** [{' '.join(board[:4])}] [{board[4]}]")
        lines.append("*** SHOWDOWN ***")
    lines += [
        f"{names[winner]} collected {money(pot)} from pot",
        "*** SUMMARY ***",
        f"Total pot {money(pot)}",
    ]
    if len(live) > 1:
        lines.append(f"Board [{' '.join(board)}]")
    return "\n".join(lines) + "\n\n"
