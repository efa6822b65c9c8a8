"""Texts in the forms of rooms: each function writes a played hand as one room prints it today."""

from __future__ import annotations

from collections.abc import Callable

from tests.histories.more_rooms import betonline, cake, kingsclub, merge, pkr, unibet
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


def positions(hand: Played) -> list[str]:
    """What Ignition calls the seats; heads-up nobody is called Small Blind."""
    names = ["Dealer", "Big Blind"] if len(hand.names) == 2 else ["Small Blind", "Big Blind", "UTG"]
    names += [f"UTG+{k}" for k in range(1, len(hand.names) - 3)]
    if len(hand.names) > 2:
        names = [*names[: len(hand.names) - 1], "Dealer"]
    named = dict(zip(hand.order, names, strict=True))
    return [named[k] for k in range(len(names))]


def ignition(hand: Played) -> str:
    """Ignition; in every other hand with the blinds that it named until 2016."""
    hand.names = positions(hand)
    old = hand.number % 2
    kinds = {"ante": "Ante chip", "small blind": "Ante/Small blind" if old else "Small Blind"}
    kinds["big blind"] = "Big blind/Bring in" if old else "Big blind"

    def money(chips: int) -> str:
        return f"${chips / 100:.2f}".removesuffix(".00") if hand.cash else f"{chips:,}"

    def act(one: Act) -> str:
        player, _, move, added, total, last = one
        words = {"fold": "Folds", "check": "Checks", "call": f"Calls {money(added)}"}.get(move)
        raised = f"{money(added)} to {money(total)}"
        words = words or (f"All-in(raise) {raised}" if last else f"Raises {raised}")
        return f"{hand.names[player]} : {f'All-in {money(added)}' if last and move == 'call' else words}"

    small, big = hand.blinds
    head = (
        " TBL#9 HOLDEM No Limit"
        if hand.cash
        else f": HOLDEM Tournament #77 TBL#9, Normal- Level 2 ({small}/{big})"
    )
    lines = [f"Ignition Hand #{hand.number}{head} - 2024-05-06 01:02:03"]
    for k, name in enumerate(hand.names):
        lines.append(f"Seat {k + 1}: {name}{'' if k else ' [ME]'} ({money(hand.stacks[k])} in chips)")
    lines.append(f"Dealer : Set dealer [{hand.button + 1}]")
    for player, kind, chips, last in hand.posts:
        lines.append(f"{hand.names[player]} : {'All-in' if last else kinds[kind]} {money(chips)}")
    lines.append("*** HOLE CARDS ***")
    lines += [f"{name} : Card dealt to a spot [{joined(hand.cards[k])}]" for k, name in enumerate(hand.names)]
    lines += told(hand, act, starred)
    if hand.uncalled:
        lines.append(f"{hand.names[hand.highest]} : Return uncalled portion of bet {money(hand.uncalled)}")
    lines.append(f"{hand.names[hand.winner]} : Hand Result {money(hand.pot)}")
    return "\n".join([*lines, "*** SUMMARY ***", f"Total Pot({money(hand.pot)})"]) + "\n"


def party(hand: Played) -> str:
    """PartyPoker since 2019."""

    def money(chips: int) -> str:
        return f"{chips / 100:.2f}" if hand.cash else f"{chips}"

    def act(one: Act) -> str:
        player, _, move, added, total, last = one
        name = hand.names[player]
        raised = f"raises {money(added)} to {money(total)}"
        words = {"fold": "folds ", "check": "checks ", "call": f"calls ({money(added)})"}.get(move, raised)
        return f"{name} {words}" + (f"\n{name} is all-In." if last else "")

    sign, (small, big) = "$" if hand.cash else "", map(money, hand.blinds)
    game = "Texas Holdem Game Table (NL)"
    if not hand.cash:
        game = f"Tourney {game} (SNG JackPot Tournament #77) (Buyin $0.23 + $0.02)"
    lines = [
        f"***** Hand History For Game {hand.number}3djb7na2 *****",
        f"{small}/{big} {game} - Mon May 06 01:02:03 EDT 2024",
        f"Table Table 7 (Real Money) -- Seat {hand.button + 1} is the button",
        f"Total number of players : {len(hand.names)}/6",
        *(f"Seat {k + 1}: {name} ({sign}{money(hand.stacks[k])})" for k, name in enumerate(hand.names)),
        *(f"{hand.names[player]} posts {kind} ({money(chips)})" for player, kind, chips, _ in hand.posts),
        "** Dealing down cards **",
        f"Dealt to {hand.names[0]} [ {joined(hand.cards[0], ', ')} ]",
        *told(
            hand,
            act,
            lambda street, _, new: f"** Dealing {STREETS[street].title()} ** :  [ {joined(new, ', ')} ]",
        ),
        "** Summary **",
        f"Main Pot: {sign}{money(hand.pot)}" + (" Rake: $0.0" if hand.cash else ""),
    ]
    for k, name in enumerate(hand.names):
        cards = (
            f"[ {joined(hand.cards[k], ', ')} ] [ a pair -- Ad,Ah,Ks,Js,2c ]"
            if hand.shown and k in hand.live
            else ""
        )
        back = hand.uncalled if k == hand.highest else 0
        won = back + (hand.pot if k == hand.winner else 0)
        what = f"bet {sign}{money(hand.paid[k])}, collected {sign}{money(won)}, net +{sign}{money(0)}"
        lines.append(
            f"{name} balance {sign}{money(1)}, {what if won else f'lost {sign}{money(hand.paid[k])}'}{cards}"
        )
    return "\n".join(lines) + "\n"


WRITERS: dict[str, Writer] = {
    "WPN": winning,
    "Ignition": ignition,
    "PartyPoker": party,
    "BetOnline": betonline,
    "Cake": cake,
    "KingsClub": kingsclub,
    "Merge": merge,
    "PKR": pkr,
    "Unibet": unibet,
}
"""By the site's name in records."""
