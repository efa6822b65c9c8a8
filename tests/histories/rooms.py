"""Texts in the forms of rooms: each function writes a played hand as one room prints it today."""

from __future__ import annotations

from collections.abc import Callable

from tests.histories.played import Act, Played

Writer = Callable[[Played], str]
Money = Callable[[int], str]

STREETS = ("PRE-FLOP", "FLOP", "TURN", "RIVER")


def joined(cards: list[str], mark: str = " ") -> str:
    """Cards as a line."""
    return mark.join(cards)


def told(
    hand: Played, act: Callable[[Act], str], deal: Callable[[int, list[str], list[str]], str]
) -> list[str]:
    """All that is done, street by street, and the cards between: the street, old cards, new ones."""
    lines = []
    for street in range(4):
        if street and hand.shown:
            cut = street + 1 if street > 1 else 0
            lines.append(deal(street, hand.board[:cut], hand.board[cut : street + 2]))
        lines += [act(one) for one in hand.on(street)]
    return lines


def starred(street: int, old: list[str], new: list[str]) -> str:
    """``*** TURN *** [2c 3d 4h] [5s]``."""
    return f"*** {STREETS[street]} *** {f'[{joined(old)}] ' if old else ''}[{joined(new)}]"


def winning(hand: Played) -> str:
    """The Winning Poker Network since 2018."""

    def money(chips: int) -> str:
        return f"${chips / 100:.2f}" if hand.cash else f"{chips:.2f}"

    def act(one: Act) -> str:
        player, _, move, added, total, last = one
        words = {"call": f" {money(added)}", "raise": f" {money(added)} to {money(total)}"}.get(move, "")
        return f"{hand.names[player]} {move}s{words}{' and is all-in' if last else ''}"

    top, small, big = hand.names[hand.winner], *map(money, hand.blinds)
    word = "" if hand.cash else "Game "
    clock, event = "2024/05/06 01:02:03 UTC", "" if hand.number % 2 else "$5,000 GTD "
    game = f"Holdem(No Limit) - {small}/{big} - {clock}\nOak Hill"
    if not hand.cash:
        game = f"{event}Tournament #77 - Holdem(No Limit) - Level 3 ({small}/{big})- {clock}\nTable '9'"
    lines = [
        f"{word}Hand #{hand.number} - {game} 6-max Seat #{hand.button + 1} is the button",
        *(f"Seat {k + 1}: {name} ({money(hand.stacks[k])})" for k, name in enumerate(hand.names)),
        *(
            f"{hand.names[player]} posts {'' if kind == 'ante' else 'the '}{kind} {money(chips)}"
            for player, kind, chips, _ in hand.posts
        ),
        "*** HOLE CARDS ***",
        f"Main pot {money(0)}",
        f"Dealt to {hand.names[0]} [{joined(hand.cards[0])}]",
        *told(hand, act, lambda *cards: f"{starred(*cards)}\nMain pot {money(1)} | Rake {money(0)}"),
    ]
    if hand.uncalled:
        lines.append(f"Uncalled bet ({money(hand.uncalled)}) returned to {hand.names[hand.highest]}")
    won = "did not show and won"
    if hand.shown:
        lines.append("*** SHOW DOWN ***")
        lines += [f"{hand.names[k]} shows [{joined(hand.cards[k])}] (a pair)" for k in hand.live]
        lines.append(f"{top} collected {money(hand.pot)} from main pot")
        won = f"showed [{joined(hand.cards[hand.winner])}] and won"
    lines += ["*** SUMMARY ***", f"Total pot {money(hand.pot)}"]
    return "\n".join([*lines, f"Seat {hand.winner + 1}: {top} {won} {money(hand.pot)}"]) + "\n"


WRITERS: dict[str, Writer] = {"WPN": winning}
"""By the site's name in records."""
