"""One hand of two players: turns, bounds of raises, and who wins what; PokerKit plays the same hands."""

from __future__ import annotations

import random
from fractions import Fraction

import pokerkit
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jamfold.cards import format_cards, parse_cards
from jamfold.cards.games import HOLDEM, OMAHA, OMAHA_HILO, SIX_PLUS
from jamfold.core.errors import MatchError
from jamfold.histories.reading import read_pieces
from jamfold.histories.records import Hand
from jamfold.histories.spot_finder import Choice, find_jam_fold_spot
from jamfold.practice.matches.game import Definition
from jamfold.practice.matches.no_limit_hand import Deal, HandState, draw_deal, pot_share
from jamfold.practice.matches.protocol import BIG, SMALL, parse_state
from jamfold.practice.matches.referee import Match, log_lines
from tests.match_players import TEN_BLINDS, random_hand


def betting(text: str) -> HandState:
    return HandState.after(TEN_BLINDS, parse_state(f"MATCHSTATE:0:0:{text}:AsKs|").betting)


@pytest.mark.parametrize(
    ("text", "turn", "spent", "raises"),
    [
        ("", SMALL, (10, 5), (20, 100)),
        ("c", BIG, (10, 10), (20, 100)),
        ("cc/", BIG, (10, 10), (20, 100)),
        ("cc/c", SMALL, (10, 10), (20, 100)),
        ("cc/cc/cc/c", SMALL, (10, 10), (20, 100)),
        ("r30", BIG, (10, 30), (50, 100)),
        ("r30r60", SMALL, (60, 30), (90, 100)),
        ("r30r60r95", BIG, (60, 95), (100, 100)),
        ("r100", BIG, (10, 100), None),
        ("r30c/r60", SMALL, (60, 30), (90, 100)),
        ("f", None, (10, 5), (20, 100)),
        ("r100f", None, (10, 100), None),
        ("r100c///", None, (100, 100), None),
        ("cc/cc/cc/cc", None, (10, 10), (20, 100)),
    ],
)
def test_turns_and_bounds(
    text: str, turn: int | None, spent: tuple[int, int], raises: tuple[int, int] | None
) -> None:
    standing = betting(text)
    assert (standing.turn, standing.spent) == (turn, spent)
    if turn is not None:
        assert standing.raises(turn) == raises
    assert standing.over == (turn is None)


@pytest.mark.parametrize(
    "text",
    ["r19", "r101", "r100r100", "r30r49", "fc", "cc", "cc/c/", "r100c", "r100c//", "cc/cc/cc/ccc", "/"],
)
def test_what_cannot_have_happened(text: str) -> None:
    with pytest.raises(MatchError):
        betting(text)


def deal(small: str, big: str, board: str) -> Deal:
    return Deal(parse_cards(small), parse_cards(big), parse_cards(board))


@pytest.mark.parametrize(
    ("game", "cards", "share"),
    [
        (HOLDEM, ("AsAh", "KsKh", "2c3c4d7h9s"), 1.0),
        (HOLDEM, ("2s3h", "2c4h", "AsKsQdJdTc"), 0.5),
        (OMAHA, ("AsKsQsJs", "2c2d3h4h", "2s3s4s5s6s"), 1.0),  # two hole cards play: no straight flush
        (OMAHA_HILO, ("AsAh2c3d", "AdAc5h9d", "4s7d8cKhQs"), 0.75),  # the high is split, the low is not
        (OMAHA_HILO, ("AsAhKcKd", "2h3d9c9d", "4s7d8cKhQs"), 0.5),
        (SIX_PLUS, ("As6s", "AhKh", "7c8d9sQhQd"), 1.0),
    ],
)
def test_shares_of_pots(game, cards, share) -> None:  # type: ignore[no-untyped-def]
    one = deal(*cards)
    assert pot_share(game, one) == share
    assert pot_share(game, Deal(one.big, one.small, one.board)) == 1 - share


@pytest.mark.parametrize(
    "definition",
    [
        TEN_BLINDS,
        Definition(HOLDEM, (90, 250), (5, 10), (1, 11)),
        Definition(HOLDEM, (250, 60), (5, 10), (3, 3)),
    ],
)
def test_hands_of_jam_and_fold_win_what_the_situation_says(definition: Definition) -> None:
    situation = definition.situation
    jam = f"r{definition.limits[0]}"
    for number in range(60):
        dealt = draw_deal(HOLDEM, 5, number)
        for text, expected in (
            ("f", situation.small_blind_folds()),
            (f"{jam}f", situation.big_blind_folds()),
            (f"{jam}c///", situation.showdown(pot_share(HOLDEM, dealt))),
        ):
            line = parse_state(f"MATCHSTATE:0:0:{text}:AsKs|")
            won = HandState.after(definition, line.betting).won(dealt)
            assert won == expected
            assert sum(won) == 0


def test_views_hide_what_a_player_may_not_know() -> None:
    dealt = deal("AsAh", "KsKh", "2c3c4d7h9s")
    state = betting("cc/").view(BIG, 3, dealt)
    assert (state.holes, state.board) == ((dealt.big, ()), (dealt.board[:3],))
    assert betting("r100f").view(SMALL, 3, dealt).holes == ((), dealt.small)
    shown = betting("r100c///").view(SMALL, 3, dealt)
    assert (shown.holes, shown.board) == ((dealt.big, dealt.small), dealt.streets(3))


def test_seeded_deals() -> None:
    one = draw_deal(OMAHA, 7, 3)
    assert one == draw_deal(OMAHA, 7, 3)
    assert one not in (draw_deal(OMAHA, 7, 4), draw_deal(OMAHA, 8, 3))
    assert len({*one.small, *one.big, *one.board}) == 13
    known = draw_deal(HOLDEM, 1, 0)  # the same on every machine and in every version
    assert format_cards((*known.small, *known.big, *known.board)) == "8h4d5d5c7cQsJcAh4c"


definitions = st.sampled_from(
    [
        TEN_BLINDS,
        Definition(HOLDEM, (90, 250), (5, 10), (2, 2)),
        Definition(OMAHA, (330, 200), (5, 10), (1, 11)),
        Definition(OMAHA_HILO, (101, 77), (3, 7), (1, 2)),
        Definition(SIX_PLUS, (50, 50), (1, 2), (1, 1)),
    ]
)


def one_match(definition: Definition, seed: int, hands: int = 1) -> Match:
    rng = random.Random(seed)
    some = tuple(
        random_hand(definition, number, draw_deal(definition.game, seed, number // 2), rng)
        for number in range(hands)
    )
    return Match(definition, ("Ann's", "Bob\\"), seed, some)


@given(definitions, st.integers(0, 10**6))
def test_logs_are_read_back_as_they_were_played(definition: Definition, seed: int) -> None:
    match = one_match(definition, seed, 2)
    found = list(read_pieces(log_lines(match), "match.phhs"))
    for hand, record in zip(match.hands, found, strict=True):
        assert isinstance(record, Hand), record
        assert not record.warning
        coin = record.coin
        assert record.game == definition.game.name
        assert (record.small_blind, record.big_blind) == tuple(coin * chips for chips in definition.blinds)
        assert tuple(seat.stack for seat in record.seats) == tuple(
            coin * chips for chips in definition.stacks[::-1]
        )
        names = ("Ann?s", "Bob\\")
        assert tuple(seat.name for seat in record.seats) == (names[1 - hand.small], names[hand.small])
        assert record.cards == (hand.deal.big, hand.deal.small)
        standing = HandState.after(definition, hand.betting)
        assert record.board == hand.deal.board[: (0, 3, 4, 5)[len(hand.betting) - 1]]
        paid = [sum(post.chips for post in record.posts if post.seat == seat) for seat in (0, 1)]
        for action in record.actions:
            paid[action.seat] += action.added
        antes = definition.antes[::-1]
        assert paid == [coin * (standing.spent[seat] + antes[seat]) for seat in (0, 1)]
        moves = [action.move for action in record.actions]
        verbs = {"fold": "f", "check": "c", "call": "c", "bet": "r", "raise": "r"}
        assert [verbs[move] for move in moves] == [action.verb for one in hand.betting for action in one]
        uncalled = [coin * (spent - min(standing.spent)) for spent in standing.spent]
        net = [won - put + back for won, put, back in zip(record.collected, paid, uncalled, strict=True)]
        assert [Fraction(one, coin) for one in net] == [Fraction(chips) for chips in hand.won[::-1]]
        spot = find_jam_fold_spot(record)
        assert spot.s == pytest.approx(definition.situation.s)
        assert (spot.sb_choice is Choice.JAM, spot.bb_choice is Choice.CALL) == (hand.jammed, hand.called)


def test_pokerkit_plays_the_logged_hands_to_the_same_stacks() -> None:
    for definition in (TEN_BLINDS, Definition(HOLDEM, (90, 250), (5, 10), (2, 2))):
        match = one_match(definition, 11, 150)
        for hand, text in zip(match.hands, log_lines(match), strict=True):
            history = pokerkit.HandHistory.loads(text.split("\n", 1)[1])
            *_, state = history
            stacks = definition.stacks[::-1]
            expected = [stack + won for stack, won in zip(stacks, hand.won[::-1], strict=True)]
            assert not state.status
            assert list(map(float, state.stacks)) == pytest.approx(expected, abs=0.5), text
