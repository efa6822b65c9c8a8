"""What is kept of a hand: one row of plain values, as a computing process sends it and a table holds it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from jamfold.cards import N_CARDS, Card, format_cards
from jamfold.histories.decisions import Reason, find_jam_fold_spot
from jamfold.histories.flop_acts import find_flop_acts
from jamfold.histories.raise_acts import find_raises
from jamfold.histories.reader import Work, read_chunk
from jamfold.histories.records import Hand, Problem, ProblemKind
from jamfold.histories.seats import BB, SeatTurn, find_table, stacks_text

_NAMES = [format_cards([card]) for card in range(N_CARDS)]


HERO = "Hero"
"""The player whose history it is, in rooms that tell no names."""


class StoredHandRow(NamedTuple):
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
    flops: tuple[tuple[int, str, str, str, int], ...] = ()
    """First answers to a bet on the flop: seat, player, flop, cards, whether it was a fold."""


def row_of(hand: Hand) -> StoredHandRow:
    """The row of a hand."""
    return StoredHandRow._make(_values(hand))


def _values(hand: Hand) -> tuple[Any, ...]:
    """The values of a row."""
    spot = find_jam_fold_spot(hand)
    (sb_name, sb_stack, sb_cards, sb_won), (bb_name, bb_stack, bb_cards, bb_won) = blinds = (
        _blind(hand, spot.small), _blind(hand, spot.big)
    )  # fmt: skip
    level: tuple[int, int] = (hand.small_blind, hand.big_blind)
    dead = live = s = b = None
    if spot.s > 0:
        level, dead, live, s, b = spot.blinds, spot.dead, spot.live, spot.s, spot.b
    table = find_table(hand, spot)
    turns = _turns(hand, table.turns) if table.turns else ()
    raises: tuple[tuple[int, str, str, int, str, str], ...] = ()
    if spot.reason is Reason.RAISE:
        raises = tuple(
            [
                (turn.place, turn.seat, blind[0], turn.raised, blind[2], turn.act)
                for turn in find_raises(hand, spot)
                if (blind := blinds[turn.seat == BB])[0]
            ]
        )
    stacks = stacks_text(hand, spot) if hand.tournament or turns else ""
    flops = tuple(
        [
            (seat, name, _text(hand.board[:3]), _text(hand.cards[seat]), int(folded))
            for seat, folded in find_flop_acts(hand)
            if (name := _player(hand, seat))
        ]
    )
    return (
        hand.site, hand.key, hand.digest, hand.hand_id, hand.line, hand.played_at, hand.day,
        hand.tournament, hand.game, hand.limit, hand.currency, hand.coin, *level,
        spot.status._value_, "" if spot.reason is None else spot.reason._value_, spot.players,
        "" if hand.hero is None else _player(hand, hand.hero),
        sb_name, bb_name, sb_stack, bb_stack, *spot.antes, dead, live, s, b,
        spot.sb_choice._value_, spot.bb_choice._value_, sb_cards, bb_cards, hand.rake,
        stacks, *table.antes, sb_won, bb_won, turns, raises, flops,
    )  # fmt: skip


def _blind(hand: Hand, seat: int | None) -> tuple[str, int, str, int]:
    """Name, stack, cards and what was won of who posts a blind."""
    if seat is None:
        return "", 0, "", 0
    return _player(hand, seat), hand.seats[seat].stack, _text(hand.cards[seat]), hand.collected[seat]


def _turns(hand: Hand, turns: Iterable[SeatTurn]) -> tuple[tuple[str, str, str, str, str], ...]:
    """Plain turns of those who are somebody, and were there."""
    seats = hand.seats
    away = [seats[seat].name for seat in hand.timed_out]
    if hand.positions:
        known = "" if hand.hero is None else seats[hand.hero].name
        away += [seat.name for seat in seats if seat.name != known]
    return tuple(
        [
            (seat, HERO if hand.positions else name, after, _text(cards), act)
            for seat, name, after, cards, act in turns
            if name and name not in away
        ]
    )


def _player(hand: Hand, seat: int) -> str:
    """Whom a seat's name tells; of positions only the one whose history it is is somebody."""
    if not hand.positions:
        return hand.seats[seat].name
    return HERO if seat == hand.hero else ""


@lru_cache(maxsize=1 << 14)
def _text(cards: tuple[Card, ...]) -> str:
    return "".join([_NAMES[card] for card in cards])


def read_works(works: Iterable[Work], name: str) -> list[tuple[Any, ...]]:
    """The rows and problems of hands that were found, as plain values; a hand with a warning gives both.

    Of a problem these are its file, line, kind and sentence.
    """
    results: list[tuple[Any, ...]] = []
    for chunk, opening in works:
        one = read_chunk(chunk, name, opening)
        if isinstance(one, Problem):
            results.append((name, one.line, one.kind.value, one.sentence))
            continue
        results.append(_values(one))
        if one.warning:
            sentence = f"Hand {one.hand_id}: {one.warning}"
            results.append((name, one.line, ProblemKind.CHIPS.value, sentence))
    return results
