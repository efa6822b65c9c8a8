"""Hands of which the room does not tell all: they are kept, outside the model by name."""

from __future__ import annotations

import pytest

from jamfold.histories.reading import read_pieces
from jamfold.histories.records import Hand, Problem
from jamfold.histories.spot_finder import Choice, Reason, Status, find_jam_fold_spot

PARTY = """***** Hand History for Game 771 *****
$25 USD NL Texas Hold'em - Thursday, December 6, 21:31:27 EST 2012
Table Ulm (Real Money)
Seat 3 is the button
Total number of players : 3/6
Seat 1: Ann ( $48.47 USD )
Seat 2: Bob ( $0 USD )
Seat 3: Cid ( $21.64 USD )
Ann posts small blind [$0.10 USD].
Dan has joined the table.
Dan posts big blind [$0.25 USD].
** Dealing down cards **
Cid folds
Ann calls [$0.15 USD]
Dan checks
** Dealing Flop ** [ Td, Qc, 6d ]
Ann bets [$0.25 USD]
Dan folds
Ann does not show cards.
Ann wins $0.70 USD
"""
CHECKED = """***** Hand History for Game 776 *****
$25 USD NL Texas Hold'em - Thursday, December 6, 21:31:27 EST 2012
Table Ulm (Real Money)
Seat 3 is the button
Total number of players : 3/6
Seat 1: Ann ( $48.47 USD )
Seat 2: Bob ( $20 USD )
Seat 3: Cid ( $21.64 USD )
Ann posts small blind [$0.10 USD].
Bob posts big blind [$0.25 USD].
** Dealing down cards **
Cid checks
Ann folds
Bob checks
** Dealing Flop ** [ Td, Qc, 6d ]
Bob bets [$0.25 USD]
Cid folds
Bob wins $0.70 USD
"""
BETONLINE = """BetOnline Poker Game #772: Hold'em No Limit ($0.25/0.50) - 2012/03/18 15:58:15 EDT
Table 'Ulm' 10-Max, Seat #0 is the button
Seat 0: Ann (20.00 in chips) - The button
Seat 1: Bob (30.00 in chips) - Small Blind
Seat 2: Cid (40.00 in chips) - Big Blind
Bob: posts small blind 0.25
Cid: posts big blind 0.50
*** HOLE CARDS ***
Ann: folds
Bob: raises 1.00 to 1.00
Unknown player: folds
*** SUMMARY ***
Total pot 1.00 | Rake 0.00
Board []
Seat 1: Bob collected (1.00)
"""
WPN = """Game started at: 2016/6/21 21:6:22
Game ID: 773 1/2 Ulm - 2 (Hold'em)
Seat 1 is the button
Seat 1: Ann (100).
Seat 2: Bob (120).
Player Bob has small blind (1)
Player  has big blind (2)
Player Ann received a card.
Player Ann received a card.
Player Ann folds
Player Bob folds
------ Summary ------
Pot: 2
Player Bob does not show cards.Bets: 1. Collects: 0. Loses: 1.
Game ended at: 2016/6/21 21:7:22
"""
IPOKER = """<?xml version="1.0" encoding="utf-8"?>
<session sessioncode="774">
 <general><gametype>Holdem NL €5/€10</gametype><tablename>Ulm</tablename><currency>EUR</currency></general>
 <game gamecode="775">
  <general><players>
   <player chips="€1,214" seat="3" name="Ann" dealer="1"/>
   <player chips="€538" seat="6" name="Bob" dealer="0"/>
  </players></general>
  <round no="0">
   <action player="Ann" sum="€5" type="1" no="1"/>
   <action player="Bob" sum="€10" type="2" no="2"/>
  </round>
 </game>
</session>
"""


def one(text: str) -> Hand | Problem:
    (hand,) = read_pieces([text], "untold")
    return hand


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (PARTY, Reason.CHIPS_UNTOLD),
        (PARTY.replace("Dan has joined the table.\n", ""), Reason.CHIPS_UNTOLD),
        (PARTY.replace("Dan", "Bob").replace("Bob has joined the table.\n", ""), Reason.CHIPS_UNTOLD),
        (CHECKED, Reason.CHIPS_UNTOLD),
        (BETONLINE, Reason.CHIPS_UNTOLD),
        (BETONLINE.replace("(40.00", "(0.00").replace("Unknown player", "Cid"), Reason.CHIPS_UNTOLD),
        (WPN, Reason.CHIPS_UNTOLD),
        (IPOKER, Reason.BLINDS_ALONE),
    ],
)
def test_what_the_room_does_not_tell_is_named(text: str, reason: Reason) -> None:
    hand = one(text)
    assert isinstance(hand, Hand), hand
    spot = find_jam_fold_spot(hand)
    assert (spot.status, spot.reason, spot.has_spot) == (Status.OUTSIDE, reason, False)
    assert not any(hand.cards)
    assert not hand.actions


def test_seats_that_the_preamble_does_not_name_are_named_by_what_their_players_do() -> None:
    text = CHECKED.replace("Cid checks", "Zoe folds").replace("Ann folds", "Ulf Y. raises [$48.37 USD].")
    text = text.replace("Cid", "Player3").replace("Ann", "Player1")
    begin, end = text.index("Bob checks"), text.index("Bob wins")
    text = text[:begin] + "Bob folds\n" + text[end:].replace("Bob wins $0.70", "Ulf Y. wins $48.72")
    hand = one(text)
    assert isinstance(hand, Hand), hand
    spot = find_jam_fold_spot(hand)
    assert [seat.name for seat in hand.seats] == ["Ulf Y.", "Bob", "Zoe"]
    assert (spot.sb_choice, spot.bb_choice, hand.warning) == (Choice.JAM, Choice.FOLD, "")
    other = one(text.replace("Seat 1:", "Seat 4:"))  # whose player is called so by name
    assert isinstance(other, Problem)
    assert "'Ulf Y.' acts but has no seat" in other.sentence


def test_a_stranger_who_has_not_come_is_a_contradiction() -> None:
    hand = one(PARTY.replace("Dan has joined the table.\nDan posts", "Cid posts"))
    assert isinstance(hand, Problem)
    assert "'Dan' acts but has no seat" in hand.sentence


def test_fixed_limit_stays_fixed_limit() -> None:
    hand = one(PARTY.replace("$25 USD NL Texas", "$0.25/$0.50 USD FL Texas"))
    assert isinstance(hand, Hand)
    assert find_jam_fold_spot(hand).reason is Reason.FIXED_LIMIT


def test_brackets_may_stand_close_to_words() -> None:
    text = (
        PARTY.replace("Dan has joined the table.\n", "")
        .replace("Dan", "Cid")
        .replace("Cid folds\nAnn", "Ann", 1)
    )
    close = (
        text.replace("Seat 1", "seat1")
        .replace("Seat 3:", "seat3:")
        .replace("calls [$0.15 USD]", "calls[ $0.15 USD ]")
    )
    open_, shut = one(text), one(close)
    assert isinstance(open_, Hand), open_
    assert isinstance(shut, Hand), shut
    assert (open_.seats, open_.actions, open_.posts) == (shut.seats, shut.actions, shut.posts)


def test_who_leaves_behind_their_ante_is_folded_by_the_room() -> None:
    text = IPOKER.replace(
        '<player chips="€538" seat="6" name="Bob" dealer="0"/>',
        '<player chips="€538" seat="6" name="Bob" dealer="0"/>\n'
        '<player chips="€300" seat="8" name="Cid" dealer="0"/>',
    )
    rounds = """
  <round no="0">
   <action player="Ann" sum="€1" type="15" no="1"/><action player="Bob" sum="€1" type="15" no="2"/>
   <action player="Cid" sum="€1" type="15" no="3"/>
   <action player="Bob" sum="€5" type="1" no="4"/><action player="Cid" sum="€10" type="2" no="5"/>
  </round>
  <round no="1">
   <action player="Ann" type="9" sum="€0" no="6"/><action player="Bob" type="0" sum="€0" no="7"/>
  </round>
"""
    begin, end = text.index("  <round"), text.index(" </game>")
    hand = one(text[:begin] + rounds + text[end:])
    assert isinstance(hand, Hand), hand
    spot = find_jam_fold_spot(hand)
    assert (spot.status, spot.players, spot.dead) == (Status.DECISION, 3, 100)
    assert hand.timed_out == (0,)


def test_full_tilt_without_seats() -> None:
    """The lines of the summary are not taken for those of seats."""
    head = "Full Tilt Poker Game #30000000001: Table Ulm - $0.10/$0.25 - No Limit Hold'em"
    text = f"""{head} - 21:31:27 ET - 2012/12/06
*** HOLE CARDS ***
anna folds
*** SUMMARY ***
Total pot $0.35 | Rake $0
Seat 1: anna (small blind) folded before the Flop
Seat 2: bert (big blind) collected ($0.35), mucked
"""
    (problem,) = read_pieces([text], "untold")
    assert isinstance(problem, Problem)
    assert "has no seat lines" in problem.sentence
