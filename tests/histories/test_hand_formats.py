"""Hands written as PHH and OHH are read back as they were, and PokerKit plays what is written."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from jamfold.cases.answers.histories import Export
from jamfold.histories.records import Hand
from jamfold.histories.spot_finder import find_jam_fold_spot
from jamfold.views.history_files import export_lines, ohh_text, phh_text
from tests.histories.played import play
from tests.histories.rooms import WRITERS
from tests.histories.samples import hands_of, read_one, synthetic

Writer = Callable[[Hand, int], str]


def hands() -> list[Hand]:
    """Labelled ones, and those of a generator."""
    some = [hand for path in synthetic() for hand in hands_of(path)]
    return some + [read_one(write(play(seed))) for write in WRITERS.values() for seed in range(60)]


def deeds(hand: Hand) -> Any:
    """What was done, by name: the formats number seats otherwise."""
    names = [seat.name for seat in hand.seats]
    return [
        (names[one.seat], one.street, one.move, *(hand.chips(n) for n in one[3:5]), one.all_in)
        for one in hand.actions
    ]


def spot_of(hand: Hand) -> Any:
    told = find_jam_fold_spot(hand)
    return told.status, told.reason, round(told.s, 9), round(told.b, 9), told.sb_choice, told.bb_choice


def by_name(hand: Hand, values: Any) -> Any:
    return {seat.name: value for seat, value in zip(hand.seats, values, strict=True) if seat.dealt_in}


def seats_of(hand: Hand) -> dict[str, int]:
    """The numbers of the seats of those dealt in, and where the button is, where one of them has it."""
    numbers = {seat.name: seat.number for seat in hand.seats if seat.dealt_in}
    return numbers | ({"button": hand.button} if hand.button in numbers.values() else {})


@pytest.mark.parametrize("write", [phh_text, ohh_text])
def test_hands_are_read_back_as_they_were(write: Writer) -> None:
    written = 0
    for hand in hands():
        text = write(hand, 7)
        if not text or any(post.all_in and post.kind == "big blind" for post in hand.posts):
            continue  # rooms differ in what a caller of a short big blind owes; PHH does not tell it
        written += 1
        back = read_one(text)
        assert (back.hand_id, back.game, back.limit) == (hand.hand_id, hand.game, hand.limit)
        assert (back.played_at, back.board) == (hand.played_at, hand.board)
        assert back.positions == hand.positions
        assert deeds(back) == deeds(hand), text
        assert by_name(back, back.cards) == by_name(hand, hand.cards)
        assert by_name(back, map(back.chips, back.collected)) == by_name(
            hand, map(hand.chips, hand.collected)
        )
        if not hand.timed_out:
            assert spot_of(back) == spot_of(hand), text
        assert (back.site, back.key, back.digest) == (hand.site, hand.key, hand.digest)
        assert back.tournament == hand.tournament
        assert seats_of(back) == seats_of(hand)
        assert (back.hero is None) == (hand.hero is None)
        assert hand.hero is None or back.seats[back.hero or 0].name == hand.seats[hand.hero].name
    assert written > 240


@pytest.mark.slow
@pytest.mark.parametrize("write", [phh_text, ohh_text])
def test_what_the_room_did_in_a_players_stead_is_read_back(write: Writer) -> None:
    hand = next(hand for hand in hands() if len(hand.actions) > 2 and write(hand, 1) and not hand.timed_out)
    first, second = hand.actions[0].seat, hand.actions[1].seat
    back = read_one(write(replace(hand, timed_out=(first,), timed_out_later=(second,)), 1))
    told = [back.seats[one[0]].name for one in (back.timed_out, back.timed_out_later)]
    assert told == [hand.seats[first].name, hand.seats[second].name]


@pytest.mark.long
def test_pokerkit_plays_the_hands_that_are_written() -> None:
    pokerkit = pytest.importorskip("pokerkit")
    texts = [text for k, hand in enumerate(hands(), 1) if (text := phh_text(hand, k))]
    refused = []
    for text in texts:
        (one,) = pokerkit.HandHistory.load_all(io.BytesIO(text.encode()))
        try:
            *_, state = one
        except ValueError:
            refused.append(text)  # of a raise that nobody could ever call, which PokerKit knows as a call
        else:
            assert not state.status, text
    assert len(texts) > 280
    assert len(refused) <= 2 * len(WRITERS)


def test_what_a_format_has_no_words_for_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = read_one(WRITERS["WPN"](play(3)))
    assert phh_text(hand, 1)
    assert not phh_text(replace(hand, cap=5), 1)
    other = replace(hand, game="badugi")
    assert not ohh_text(other, 1)
    told: list[str] = []
    monkeypatch.setattr(Export, "whole_hands", lambda _: iter([other]))
    assert not list(export_lines(Export("hands", False), "ohh", told.append))
    assert told[0].startswith("1 hand is left out: the format has no words for")


def test_a_hand_of_two_whose_button_has_left_is_left_out_of_phh() -> None:
    hand = next(hand for hand in hands() if sum(seat.dealt_in for seat in hand.seats) == 2 and hand.button)
    big = next(post.seat for post in hand.posts if post.kind == "big blind")
    assert phh_text(hand, 1)
    assert phh_text(replace(hand, button=hand.seats[big].number), 1) == ""


def test_a_hand_of_one_player_alone_is_left_out_of_phh() -> None:
    hand = hands()[0]
    small = next(post for post in hand.posts if post.kind == "small blind")
    seats = tuple(seat._replace(dealt_in=k == small.seat) for k, seat in enumerate(hand.seats))
    assert phh_text(replace(hand, seats=seats, posts=(small,), actions=()), 1) == ""


def test_seats_of_a_phh_file_that_are_not_in_the_order_of_play_are_numbered() -> None:
    text = phh_text(replace(hands()[0], key=""), 1)
    line = next(line for line in text.split("\n") if line.startswith("seats = "))
    assert [seat.number for seat in read_one(text.replace(line, "seats = [7, 3]")).seats] == [7, 3]
    for wrong in ("[3, 3]", "[3]", "['a', 3]", "[-1, 3]"):
        assert [seat.number for seat in read_one(text.replace(line, f"seats = {wrong}")).seats] == [1, 2]
