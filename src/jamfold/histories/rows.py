"""What is kept of a hand: one row of plain values, as a computing process sends it and a table holds it."""

from __future__ import annotations

from typing import NamedTuple

from jamfold.cards import N_CARDS, Card, format_cards
from jamfold.histories.decisions import find_decision
from jamfold.histories.raise_acts import find_raises
from jamfold.histories.reader import Work, read_chunk
from jamfold.histories.records import Hand, Problem, ProblemKind
from jamfold.histories.seats import BB, find_table, stacks_text

_NAMES = [format_cards([card]) for card in range(N_CARDS)]


HERO = "Hero"
"""The player whose history it is, in rooms that tell no names."""


class Row(NamedTuple):
    """A hand as it is kept; amounts are coins, `coin` of them make a chip.

    Names are empty where nobody posted the blind; dead, live, s and b are None where there is no spot.
    Where there is one, the blinds are those of the two in it: with a straddle, that is the larger one.
    Stacks are those of tournaments and of tables of three, `seats.stacks_text`.  Turns are plain `SeatTurn`,
    cards as a text.
    """

    site: str
    key: str
    digest: bytes
    hand_id: str
    line: int
    played_at: int | None
    day: str
    tournament: str
    game: str
    limit: str
    currency: str
    coin: int
    small_blind: int
    big_blind: int
    status: str
    reason: str
    players: int
    hero: str
    sb_name: str
    bb_name: str
    sb_stack: int
    bb_stack: int
    sb_ante: int
    bb_ante: int
    dead: int | None
    live: int | None
    s: float | None
    b: float | None
    sb_decision: str
    bb_decision: str
    sb_cards: str
    bb_cards: str
    rake: int | None
    stacks: str
    each_ante: int
    big_ante: int
    sb_won: int
    bb_won: int
    turns: tuple[tuple[str, str, str, str, str], ...] = ()
    raises: tuple[tuple[int, str, str, int, str, str], ...] = ()
    """Decisions around an open that was jammed over: place, seat, player, the open, cards, what was done."""


def row_of(hand: Hand) -> Row:
    """The row of a hand."""
    spot = find_decision(hand)
    seats, small, big = hand.seats, spot.small, spot.big
    names = {seat.name: _player(hand, k) for k, seat in enumerate(seats)}
    name, stack, cards, won = ["", ""], [0, 0], ["", ""], [0, 0]
    for side, seat in enumerate((small, big)):
        if seat is not None:
            name[side], stack[side] = names[seats[seat].name], seats[seat].stack
            won[side] = hand.collected[seat]
            cards[side] = _text(hand.cards[seat])
    blinds = spot.blinds if spot.has_spot else (hand.small_blind, hand.big_blind)
    dead, live, s, b = (spot.dead, spot.live, spot.s, spot.b) if spot.has_spot else (None,) * 4
    table = find_table(hand, spot)
    away = {seats[seat].name for seat in hand.timed_out}
    turns = tuple(
        [
            (turn.seat, names[turn.name], turn.after, _text(turn.cards), turn.act)
            for turn in table.turns
            if names[turn.name] and turn.name not in away
        ]
    )
    raises = tuple(
        [
            (turn.place, turn.seat, name[turn.seat == BB], turn.raised, cards[turn.seat == BB], turn.act)
            for turn in find_raises(hand, spot)
            if name[turn.seat == BB]
        ]
    )
    stacks = ""
    if turns or hand.tournament:
        stacks = stacks_text(hand, spot)
    return Row(
        hand.site, hand.key, hand.digest, hand.hand_id, hand.line, hand.played_at, hand.day,
        hand.tournament, hand.game, hand.limit, hand.currency, hand.coin, *blinds,
        spot.status.value, "" if spot.reason is None else spot.reason.value, spot.players,
        "" if hand.hero is None else names[seats[hand.hero].name],
        name[0], name[1], stack[0], stack[1], spot.antes[0], spot.antes[1],
        dead, live, s, b,
        spot.sb_choice.value, spot.bb_choice.value, cards[0], cards[1], hand.rake,
        stacks, *table.antes, won[0], won[1], turns, raises,
    )  # fmt: skip


def _player(hand: Hand, seat: int) -> str:
    """Whom a seat's name tells; of positions only the one whose history it is is somebody."""
    if not hand.positions:
        return hand.seats[seat].name
    return HERO if seat == hand.hero else ""


def _text(cards: tuple[Card, ...]) -> str:
    return "".join([_NAMES[card] for card in cards])


def read_works(works: list[Work], name: str) -> list[Row | Problem]:
    """The rows and problems of hands that were found; a hand with a warning gives both."""
    results: list[Row | Problem] = []
    for chunk, opening in works:
        one = read_chunk(chunk, name, opening)
        if isinstance(one, Problem):
            results.append(one)
            continue
        results.append(row_of(one))
        if one.warning:
            results.append(Problem(name, one.line, ProblemKind.CHIPS, f"Hand {one.hand_id}: {one.warning}"))
    return results
