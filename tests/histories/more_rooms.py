"""Texts in the forms of smaller rooms: BetOnline, Cake, KingsClub, Merge, PKR, Unibet."""

from __future__ import annotations

from collections.abc import Callable

from tests.histories.played import Act, Played

STREETS = ("", "Flop", "Turn", "River")


def _street(street: int, board: list[str], blank: str = " ") -> str:
    """``*** TURN *** [2c 3d 4h] [5s]``."""
    old = board[: street + 1 if street > 1 else 0]
    before = f"[{' '.join(old)}]{blank}" if old else ""
    return f"*** {STREETS[street].upper()} *** {before}[{' '.join(board[len(old) : street + 2])}]"


def _act(hand: Played, one: Act, money: Callable[[int], str], last: str) -> str:
    """``Ann calls 40``: all that is then in front."""
    player, _, move, _, front, all_in = one
    words = {"call": f" {money(front)}", "raise": f" to {money(front)}"}.get(move, "")
    return f"{hand.names[player]} {move}s{words}{last if all_in else ''}"


def betonline(hand: Played) -> str:
    """BetOnline since 2011: seats from 0, tens of two digits; tournaments tell their first level alone."""
    ten = [[card.replace("T", "10") for card in cards] for cards in hand.cards]
    board = [card.replace("T", "10") for card in hand.board]

    def money(chips: int) -> str:
        return f"{chips / 100:.2f}" if hand.cash else f"{chips:.2f}"

    def act(one: Act) -> str:
        player, _, move, added, front, all_in = one
        words = {"call": f" {money(added)}", "raise": f" {money(added)} to {money(front)}"}.get(move, "")
        return f"{hand.names[player]}: {move}s{words}{' and is all in' if all_in and hand.number % 2 else ''}"

    small, big = hand.blinds
    game = f"Hold'em No Limit (${money(small)}/{money(big)})"
    if not hand.cash:
        game = "Tournament #77: Hold'em $10.00/$20.00"
    lines = [
        f"BetOnline Poker Game #{hand.number}: {game} - 2016/05/04 10:36:39 Eastern Daylight Time",
        f"Table '24' 10-Max, Seat #{hand.button} is the button",
        *(
            f"Seat {k}: {name} ({money(hand.stacks[k])} in chips)"
            for k, name in reversed([*enumerate(hand.names)])
        ),
    ]
    for player, kind, chips, _ in hand.posts:
        what = "ante processed" if kind == "ante" else f"posts {kind}"
        lines.append(f"{hand.names[player]}: {what} {money(chips)}")
    lines += ["*** HOLE CARDS ***", f"Dealt to {hand.names[0]} [{' '.join(ten[0])}]"]
    for street in range(4):
        if street and hand.on(street):
            lines.append(_street(street, board, ""))
        lines += map(act, hand.on(street))
    if hand.uncalled:
        lines.append(f"Uncalled bet ({money(hand.uncalled)}) returned to {hand.names[hand.highest]}")
    won = f"collected ({money(hand.pot)})"
    if hand.shown:
        lines += [
            "*** SHOW DOWN ***",
            *(f"{hand.names[k]} shows {' '.join(ten[k])}" for k in hand.live),
        ]
        won = f"showed [{' '.join(ten[hand.winner])}] and won ({money(hand.pot)})"
    rake = f" | Rake {money(0)}" if hand.cash else ""
    lines += ["*** SUMMARY ***", f"Total pot {money(hand.pot)}{rake}"]
    lines.append(f"Board [{' '.join(board)}]" if hand.shown else "Board []")
    return "\n".join([*lines, f"Seat {hand.winner}: {hand.names[hand.winner]} {won}"]) + "\n"


def cake(hand: Played) -> str:
    """Cake: no summary, no line for the button in every other hand; all-in tells the chips added."""

    def money(chips: int) -> str:
        return f"${chips / 100:.2f}" if hand.cash else f"{chips:,}"

    def act(one: Act) -> str:
        player, _, move, added, front, all_in = one
        words = {"call": f"calls {money(added)}", "raise": f"raises to {money(front)}"}.get(move, f"{move}s")
        return f"{hand.names[player]}: {f'is all in {money(added)}' if all_in and added else words}"

    small, big = hand.blinds
    event = f"Paris (6-max) 77 -- {money(small)}/{money(big)}"
    if not hand.cash:
        event = f"$5 Bounty T77 -- CASH -- $5 + $0.5 -- 9 Max -- Table 7 -- {hand.ante}/{small}/{big}"
    mark, line = (" DEALER", []) if hand.number % 2 else ("", [f"Dealer: Seat {hand.button + 1}"])
    lines = [
        f"Hand#57241000B95{hand.number} - {event} NL Hold'em -- 2019/12/08 - 09:13:19",
        *line,
        *(
            f"Seat {k + 1}: {name} ({money(hand.stacks[k])} in chips){mark if k == hand.button else ''}"
            for k, name in enumerate(hand.names)
        ),
        *(
            f"{hand.names[player]}: posts {'ante of' if kind == 'ante' else kind} {money(chips)}"
            for player, kind, chips, _ in hand.posts
        ),
        f"Dealt to {hand.names[0]} [{','.join(hand.cards[0])}]",
    ]
    for street in range(4):
        if street and hand.shown:
            new = hand.board[street + 1 if street > 1 else 0 : street + 2]
            lines.append(f"*** {STREETS[street].upper()} *** [{','.join(new)}]")
        lines += map(act, hand.on(street))
    if hand.uncalled:
        lines.append(f"{hand.names[hand.highest]}: returns uncalled bet {money(hand.uncalled)}")
    if hand.shown:
        lines += [f"{hand.names[k]}: shows [{' '.join(hand.cards[k])}]" for k in hand.live]
    lines += ["***SHOW DOWN***", f"{hand.names[hand.winner]} wins {money(hand.pot)} with Pair of Aces"]
    return "\n".join(lines) + "\n"


def kingsclub(hand: Played) -> str:
    """KingsClub, which has no tournaments in its texts: chips of two decimals, as far as there are some."""

    def money(chips: int) -> str:
        return f"{chips / 100:,.2f}".removesuffix(".00") if hand.cash else f"{chips:,}"

    small, big = map(money, hand.blinds)
    lines = [
        f"#{hand.number}: No Limit Holdem - {small}/{big}",
        "2020-12-30 22:34:16",
        f"Table 'HT' Seat {hand.button + 1} is the button",
        *(f"Seat {k + 1}: {name} ({money(hand.stacks[k])})" for k, name in enumerate(hand.names)),
        *(
            f"{hand.names[player]}: posts {'' if kind == 'ante' else 'the '}{kind} {money(chips)}"
            for player, kind, chips, _ in hand.posts
        ),
        "*** HOLE CARDS ***",
        *(
            f"Dealt to {name}: [{'X X' if k else ' '.join(hand.cards[0])}]"
            for k, name in enumerate(hand.names)
        ),
    ]
    for street in range(4):
        if street and hand.shown:
            lines.append(_street(street, hand.board))
        lines += [_act(hand, one, money, ", and is all in") for one in hand.on(street)]
    if hand.shown:
        lines += [f"{hand.names[k]} shows [{' '.join(hand.cards[k])}]" for k in hand.live]
    lines.append("*** SUMMARY ***")
    lines += [f"Seat {k + 1}: {name} ({money(1)}) +{money(1)}" for k, name in enumerate(hand.names)]
    won = hand.pot + (hand.uncalled if hand.winner == hand.highest else 0)
    return "\n".join([*lines, f"{hand.names[hand.winner]} wins pot ({money(won)})"]) + "\n"


def pkr(hand: Played) -> str:
    """PKR: seats without brackets, and once more at the end; what is in front is told."""

    def money(chips: int) -> str:
        return f"${chips / 100:.2f}".removesuffix(".00") if hand.cash else f"{chips:,}"

    small, big = map(money, hand.blinds)
    seats = [f"Seat {k + 1}: {name} - {money(hand.stacks[k])}" for k, name in enumerate(hand.names)]
    lines = [
        f"Table #39445473 - {'Top Pair' if hand.cash else 'Tournament #77 Table #7'}",
        f"Starting Hand #{hand.number}",
        "Start time of hand: 26 Aug 2011 17:39:25",
        "Last Hand #1",
        "Game Type: HOLD'EM",
        "Limit Type: NO LIMIT",
        f"Table Type: {'RING' if hand.cash else 'TOURNAMENT'}",
        f"Money Type: {'REAL MONEY' if hand.cash else 'TOURNAMENT CHIPS'}",
        f"Blinds are now {small} / {big}",
        "Button is at seat 9",
        *seats,
        "Shuffling Deck",
        f"Moving Button to seat {hand.button + 1}",
    ]
    for player, kind, chips, last in hand.posts:
        what = f"posts ante of {money(chips)}" if kind == "ante" else f"posts {kind} ({money(chips)})"
        lines.append(f"{hand.names[player]} {what}{' (all-in)' if last else ''}")
    lines += ["Dealing Cards", f"Dealing {_apart(hand.cards[0])} to {hand.names[0]}"]
    for street in range(4):
        if street and hand.shown:
            new = hand.board[street + 1 if street > 1 else 0 : street + 2]
            lines += ["Pot sizes: 1", f"Dealing {STREETS[street]} {_apart(new)}"]
        lines += [_act(hand, one, money, " (all-in)") for one in hand.on(street)]
    if hand.uncalled:
        lines.append(f"Returning {money(hand.uncalled)} to {hand.names[hand.highest]} uncalled")
    if hand.shown:
        lines += [f"{hand.names[k]} shows {_apart(hand.cards[k])}" for k in hand.live]
    lines.append(f"{hand.names[hand.winner]} wins {money(hand.pot)} with: One Pair: Aces")
    return "\n".join([*lines, *seats, f"End of Hand #{hand.number}"]) + "\n"


def _apart(cards: list[str]) -> str:
    return "".join(f"[{card[0]} {card[1]}]" for card in cards)


def unibet(hand: Played) -> str:
    """Unibet since 2021: words for the streets in small letters, no tournaments in its texts."""

    def money(chips: int) -> str:
        return f"€{chips / 100:.2f}" if hand.cash else f"€{chips}"

    def act(one: Act) -> str:
        player, _, move, added, front, all_in = one
        words = {"call": f" {money(added)}", "raise": f" {money(added)} to {money(front)}"}.get(move, "")
        return f"{hand.names[player]} {move}s{words}{', and is all-in' if all_in else ''}"

    small, big = (money(blind).removeprefix("€") for blind in hand.blinds)
    lines = [
        f"Game #{hand.number}: Table €1 NL - {small}/{big} - No Limit Hold'Em Banzai - 13:22:50 2021/04/04",
        "*** Seated players ***",
        *(f"Seat {k + 1}: {name} ({money(hand.stacks[k])})" for k, name in enumerate(hand.names)),
        "*** Blinds and button ***",
        f"{hand.names[hand.button]} has the button",
        *(f"{hand.names[player]} posts {kind} {money(chips)}" for player, kind, chips, _ in hand.posts),
        "*** Hole cards ***",
        *(
            f"Dealt in {name}" if k else f"Dealt to {name} [{' '.join(hand.cards[0])}]"
            for k, name in enumerate(hand.names)
        ),
        "*** Preflop ***",
    ]
    for street in range(4):
        if street and hand.shown:
            new = hand.board[street + 1 if street > 1 else 0 : street + 2]
            lines.append(f"*** {STREETS[street]} *** [{' '.join(new)}]")
        lines += map(act, hand.on(street))
    if hand.shown:
        lines += [f"{hand.names[k]} shows [{' '.join(hand.cards[k])}]" for k in hand.live]
    won = hand.pot + (hand.uncalled if hand.winner == hand.highest else 0)
    lines.append(f"{hand.names[hand.winner]} wins {money(won)}")
    return "\n".join([*lines, "*** Summary ***", f"Total pot {money(won)} Rake €0"]) + "\n"


def merge(hand: Played) -> str:
    """Merge: XML of events; odd hands in its second form, which tells chips before anything is posted."""
    version = ' version="2"' if hand.number % 2 else ""
    posted = [0] * len(hand.names)
    for player, _, chips, _ in hand.posts:
        posted[player] += chips

    def money(chips: int) -> str:
        return f"{chips / 100:.2f}" if hand.cash else f"{chips:.2f}"

    def event(player: int, kind: str, chips: int = 0) -> str:
        amount = f' amount="{money(chips)}"' if chips else ""
        return f'\t\t<event sequence="1" type="{kind}" timestamp="1425343484000" player="{player}"{amount}/>'

    def cards(kind: str, some: list[str], player: int) -> str:
        return f'\t\t<cards type="{kind}" cards="{",".join(some)}" player="{player}"/>'

    def played(one: Act) -> str:
        player, _, move, added, front, last = one
        kind = "ALL_IN" if last and move == "raise" else move.upper()
        return event(player, kind, front if kind == "RAISE" else added)

    stakes = f"No Limit (${money(hand.blinds[0])}/${money(hand.blinds[1])})" if hand.cash else "No Limit"
    kind = "Holdem" if hand.cash else "Holdem Tournament"
    data = f"20150302|Ulm|771-1|773-{hand.number}|false"
    lines = [
        f'<description type="{kind}" stakes="{stakes}"{version}/>',
        f'<game id="773-{hand.number}" starttime="20150302194444" realmoney="true" data="{data}">',
        f'\t<players dealer="{hand.button}">',
    ]
    for k, name in enumerate(hand.names):
        left = 0 if hand.cash or version else posted[k]
        lines.append(f'\t\t<player seat="{k}" nickname="{name}" balance="${money(hand.stacks[k] - left)}" />')
    lines += ["\t</players>", '\t<round id="BLINDS" sequence="1">']
    for player, what, chips, last in hand.posts:
        short = last and what != "ante"
        lines.append(event(player, "ALL_IN" if short else what.upper().replace(" ", "_"), chips))
    for street, name in enumerate(("PREFLOP", "POSTFLOP", "POSTTURN", "POSTRIVER")):
        if street and not (hand.shown or hand.on(street)):
            break
        lines += ["\t</round>", f'\t<round id="{name}" sequence="2">', *map(played, hand.on(street))]
        lines += (
            [cards("COMMUNITY", hand.board[: street + 2], -1)]
            if street
            else [cards("HOLE", hand.cards[0], 0)]
        )
    lines += ["\t</round>", '\t<round id="END_OF_GAME" sequence="3">']
    if hand.shown:
        lines += [cards("SHOWN", hand.cards[k], k) for k in hand.live]
    won = [(hand.winner, hand.pot), *([(hand.highest, hand.uncalled)] if hand.uncalled else [])]
    lines += [
        f'\t\t<winner amount="{money(chips)}" potnumber="1" player="{player}"/>' for player, chips in won
    ]
    return "\n".join([*lines, "\t</round>", "</game>"]) + "\n"
