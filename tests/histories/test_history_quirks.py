"""How rooms write what others write otherwise; the hands are invented, the forms are the rooms'."""

from __future__ import annotations

import re

import pytest

from jamfold.histories.records import Hand
from jamfold.histories.replay import read_cards
from jamfold.histories.spot_finder import Choice, Reason, Status, find_jam_fold_spot
from tests.histories.samples import read_bytes


def read(text: str) -> list[Hand]:
    found = list(read_bytes(text.encode()))
    assert all(isinstance(hand, Hand) for hand in found), found
    return [hand for hand in found if isinstance(hand, Hand)]


WPN = """Game started at: 2014/3/26 21:50:57
Game ID: 77 0.25/0.50 Iron   (JP) - 5 (Hold'em)
Seat 2 is the button
Seat 1: Cell door (28.03).
Seat 2: Ann (50).
Seat 3: Bob (20.25).
Seat 4: Cid (78.16).
Player Bob has small blind (0.25)
Player Cid has big blind (0.50)
Player Cell door posts (0.25) as a dead bet
Player Cell door posts (0.50)
Player Bob received a card.
Player Cell door folds
Player Ann folds
Player Bob folds
Uncalled bet (0.25) returned to Cid
Player Cid mucks cards
------ Summary ------
Pot: 1.50. Rake 0
Player Ann does not show cards.Bets: 0. Collects: 0. Wins: 0.
Player Bob does not show cards.Bets: 0.25. Collects: 0. Loses: 0.25.
*Player Cid mucks (does not show cards). Bets: 0.50. Collects: 1.50. Wins: 1.
Game ended at: 2014/3/26 21:51:43
"""


def test_wpn_dead_bets_are_dead_money() -> None:
    (hand,) = read(WPN)
    spot = find_jam_fold_spot(hand)
    assert (hand.chips(spot.dead), hand.chips(spot.live), spot.sb_choice) == (0.75, 20.25, Choice.FOLD)
    assert [post.kind for post in hand.posts[2:]] == ["dead blind", "returning blind"]
    assert hand.warning == ""


def test_wpn_hands_in_which_nobody_could_play_are_cancelled() -> None:
    head = WPN[: WPN.index("Player Cid has")]
    end = "------ Summary ------\nPot: 0. Rake 0\nGame ended at: 2014/3/26 1:1:1\n"
    (hand,) = read(head + "Player Cid sitting out\nUncalled bet (0.25) returned to Bob\n" + end)
    assert find_jam_fold_spot(hand).reason is Reason.CANCELLED


IPOKER = """<session sessioncode="1"><general><gametype>Holdem NL €5/€10</gametype>
<tablecurrency>EUR</tablecurrency></general>
<game gamecode="9"><general><startdate>2016-01-01 01:01:01</startdate><players>
<player seat="1" name="Ann" chips="€1,000" dealer="0" win="€0" bet="€15"/>
<player seat="3" name="Bob" chips="€1,000" dealer="1" win="€0" bet="€0"/>
<player seat="5" name="Cid" chips="€1,000.50" dealer="0" win="€0" bet="€5"/>
<player seat="6" name="Dan" chips="€1,000" dealer="0" win="€30" bet="€10"/>
</players></general>
<round no="0"><action no="3" player="Ann" type="2" sum="€15"/><action no="1" player="Cid" type="1" sum="€5"/>
<action no="2" player="Dan" type="2" sum="€10"/></round>
<round no="1"><action no="6" player="Cid" type="0" sum="0"/><cards type="Pocket" player="Dan">
</cards><action no="4" player="Ann" type="0" sum="0"/><action no="5" player="Bob" type="0" sum="0"/></round>
</game></session>"""


def test_ipoker_one_who_returns_posts_both_blinds_as_one() -> None:
    (hand,) = read(IPOKER)
    spot = find_jam_fold_spot(hand)
    assert (hand.chips(spot.dead), spot.sb_choice) == (15, Choice.FOLD)
    assert hand.seats[spot.big or 0].name == "Dan"
    assert hand.currency == "EUR"


def test_entities_in_a_game_are_refused_too() -> None:
    text = IPOKER.replace('<game gamecode="9">', '<game gamecode="9"><!DOCTYPE a [<!ENTITY b "c">]>')
    problems = list(read_bytes(text.encode()))
    assert not any(isinstance(found, Hand) for found in problems)
    assert "refused" in str(problems)
    joined = list(read_bytes(f'{text}\n<?xml version="1.0"?>\n{IPOKER}'.encode()))
    assert isinstance(joined[-1], Hand)


PARTY = """***** Hand History for Game 158 *****
NL Texas Hold'em $22 USD Buy-in Trny:125 Level:12  Blinds-Antes(1.200/2.400 -400) - Thursday, May 12, 17:41:57 EDT 2016
Table Powerfest #081. $10,000 Gtd 6-Max Turbo. (125) Table #41 (Real Money)
Seat 5 is the button
Total number of players : 3/6
Seat 5: Ann ( 126,043 )
Seat 6: Bob ( 76,008 )
Seat 1: Cid ( 47,455 )
Trny:125 Level:12
Blinds-Antes(1.200/2.400 -400)
Cid posts ante [400]
Ann posts ante [400]
Bob posts ante [400]
Bob posts small blind [1,200].
Cid posts big blind [2,400].
** Dealing down cards **
Ann folds
Bob folds
Cid does not show cards.
Cid wins 4,800 chips
Game #159 starts.

#Game No : 159
"""  # noqa: E501


def test_party_tournaments_may_post_blinds_and_write_dots_for_thousands() -> None:
    first, second = read(PARTY + PARTY.replace("Game 158", "Game 159"))
    spot = find_jam_fold_spot(first)
    assert (first.small_blind, first.big_blind, first.ante, spot.dead) == (1200, 2400, 400, 400)
    assert [post.kind for post in first.posts].count("small blind") == 1
    assert (first.played_at, first.warning) == (1463089317, "")
    assert (second.hand_id, second.line) == ("159", 24)


PACIFIC = """#Game No : 409
***** 888poker Hand History for Game 409 *****
25 $/50 $ Blinds Pot Limit Omaha - *** 30 04 2015 09:13:22
Table Coruna 6 Max (Real Money)
Seat 2 is the button
Total number of players : 2
Seat 2: Ann ( 3\xc2\xa0023,50 $ )
Seat 4: Bob ( 15\u202f552,50 $ )
Ann posts small blind [25 $]
Bob posts big blind [50 $]
** Dealing down cards **
Ann calls [25 $]
Bob checks
** Dealing flop ** [ 4d, Ks, 2h ]
Bob checks
Ann checks
** Dealing turn ** [ Tc ]
Bob checks
Ann checks
** Dealing river ** [ Kd ]
Bob checks
Ann checks
** Summary **
Bob shows [ Ec, Knc, 3h, 3c ]
Ann shows [ Kns, Th, 5c, Dc ]
Bob collected [ 98,50 $ ]

#Game No : 410
"""


@pytest.mark.parametrize("blank", ["\xc2\xa0", "\xa0", " ", "."])
def test_888_in_other_countries(blank: str) -> None:
    (hand,) = read(PACIFIC.replace("\xc2\xa0", blank))
    spot = find_jam_fold_spot(hand)
    assert (hand.chips(hand.seats[0].stack), hand.chips(hand.seats[1].stack)) == (3023.5, 15552.5)
    assert (spot.status, spot.reason, hand.limit, hand.currency) == (Status.OTHER, Reason.LIMP, "PL", "USD")
    assert len(hand.cards[1]) == 4


def test_888_in_spanish_writes_hearts_as_clubs() -> None:
    english = PACIFIC.replace("Ec, Knc, 3h, 3c", "Ac, Kc, 3h, 3c").replace(
        "Kns, Th, 5c, Dc", "Qs, Th, 5c, Qc"
    )
    spanish = english.replace("25 $", "25 €")
    for old, new in (("c", "t"), ("h", "c"), ("s", "p")):
        spanish = re.sub(rf"(?<=\b[2-9TJQKA]){old}(?=[, ])", new, spanish)
    (hand,), (told,) = read(spanish), read(english)
    assert "[ At, Kt, 3c, 3t ]" in spanish
    assert (hand.cards, hand.board) == (told.cards, told.board)


def test_888_in_dutch_and_who_owes_a_blind_and_does_not_pay_it() -> None:
    dutch = PACIFIC.replace("3\xc2\xa0023,50 $", "$ 3.023").replace("Ec, Knc", "Vs, Hc")
    (hand,) = read(dutch)
    assert hand.chips(hand.seats[0].stack) == 3023
    assert hand.cards[1] == read_cards("Qs Kc 3h 3c")
    owes = PACIFIC.replace("Bob posts", "Cid folds\nBob posts")
    (hand,) = read(owes.replace("Ann posts", "Seat 6: Cid ( 99 $ )\nAnn posts"))
    assert [seat.dealt_in for seat in hand.seats] == [True, True, False]
    (hand,) = read(PACIFIC.replace("Ann", "").replace("Bob", ""))
    assert find_jam_fold_spot(hand).reason is Reason.CHIPS_UNTOLD


def test_winamax_counts_by_the_whole_number_of_a_hand() -> None:
    text = """Winamax Poker - Tournament "Sit&Go" buyIn: Ticket only level: 3 - HandId: #619672-7-1452 - Holdem no limit (25/150/300) - 2016/01/07 19:00:58 UTC
Table: 'Sit&Go(144)#0' 9-max (real money) Seat #8 is the button
Seat 1: Ann (2000, 2.5€ bounty)
Seat 2: Bob B (2000)
Seat 8: Cid (2000)
*** ANTE/BLINDS ***
Ann posts ante 25
Bob B posts ante 25
Cid posts ante 25
Ann posts small blind 150
Bob B posts big blind 300
*** PRE-FLOP ***
Cid folds
Ann raises 500 to 800
Bob B folds
Ann collected 1175 from pot
*** SUMMARY ***
Total pot 1175 | No rake
"""  # noqa: E501
    first, second = read(text + text.replace("-7-1452", "-8-1500"))
    assert [hand.hand_id for hand in (first, second)] == ["619672-7-1452", "619672-8-1500"]
    assert [hand.key for hand in (first, second)] == [hand.hand_id for hand in (first, second)]
    assert (first.tournament, first.ante, find_jam_fold_spot(first).reason) == ("144", 25, Reason.RAISE)


def test_phh_of_two_players_turns_antes_and_blinds_round_and_marks_returning_players() -> None:
    text = """variant = 'NT'
antes = [0, 100]
blinds_or_straddles = [50, 100]
min_bet = 100
starting_stacks = [1000, 2000]
actions = ['d dh p1 ????', 'd dh p2 AsKd', 'p2 cbr 2000', 'p1 f']
"""
    (hand,) = read(text)
    spot = find_jam_fold_spot(hand)
    assert [hand.chips(coins) for coins in (*spot.antes, spot.live)] == [0, 100, 900]
    assert (spot.sb_choice, spot.bb_choice) == (Choice.JAM, Choice.FOLD)
    assert (hand.chips(hand.seats[spot.small or 0].stack), hand.button) == (2000, 2)
    three = """[7]
variant = 'NT'
antes = [0, 0, 0, 0]
blinds_or_straddles = [0.5, 1, -1, 0]
min_bet = 1
starting_stacks = [10, 20, 30, 40]
actions = ['p3 f', 'p4 f', 'p1 cbr 10', 'p2 f']
"""
    (hand,) = read(three)
    spot = find_jam_fold_spot(hand)
    assert (hand.chips(spot.dead), spot.sb_choice, spot.status) == (1, Choice.JAM, Status.DECISION)


def test_full_tilt_one_who_returns_posts_a_dead_and_a_live_blind() -> None:
    (hand,) = (
        read("""Full Tilt Poker Game #3: Table Oak (6 max) - NL Hold'em - $10/$20 - 18:33:30 ET - 2014/01/06
Seat 1: Ann ($81.50)
Seat 2: Bob ($1,000)
Seat 3: Cid ($1,000), is sitting out
Seat 4: Dan Dee ($500)
Ann posts the small blind of $10
Bob posts the big blind of $20
Dan Dee posts a dead small blind of $10
Dan Dee posts $20
The button is in seat #4
*** HOLE CARDS ***
Dan Dee has 15 seconds left to act
Dan Dee folds
Ann raises to $81.50, and is all in
Bob folds
Uncalled bet of $61.50 returned to Ann
Ann wins the pot ($70)
*** SUMMARY ***
Total pot $70 | Rake $0
""")
    )
    spot = find_jam_fold_spot(hand)
    assert (spot.players, hand.chips(spot.dead), spot.sb_choice, spot.bb_choice) == (
        3,
        30,
        Choice.JAM,
        Choice.FOLD,
    )
    assert hand.warning == ""


@pytest.mark.parametrize(
    "game",
    [
        "7 Card Stud Hi/Lo Limit ($2/$4 USD)",
        "8-Game (7 Card Stud Hi/Lo Limit, $2/$4 USD)",
        "Courchevel Hi/Lo Pot Limit ($2/$4 USD)",
    ],
)
def test_games_without_a_flop_are_outside_not_unreadable(game: str) -> None:
    (hand,) = read(f"""PokerStars Hand #8:  {game} - 2026/03/06 10:31:29 ET
Table 'Vega' 8-max
Seat 1: Ann ($60.50 in chips)
Seat 2: Bob ($11.19 in chips)
Ann: posts the ante $0.20
Bob: posts the ante $0.20
*** 3rd STREET ***
Dealt to Ann [4d Kd 2c]
Dealt to Bob [9d]
Ann: brings in for $0.60
Bob: folds
Ann collected $0.40 from pot
*** SUMMARY ***
Total pot $0.40 | Rake $0
""")
    assert (hand.hand_id, find_jam_fold_spot(hand).status) == ("8", Status.OUTSIDE)
    assert find_jam_fold_spot(hand).reason is Reason.OTHER_GAME


def test_first_lines_of_fixed_limits_name_the_bets() -> None:
    (hand,) = read("""PokerStars Hand #9:  Hold'em Limit ($2/$4 USD) - 2026/03/06 10:31:29 ET
Table 'Vega' 6-max Seat #1 is the button
Seat 1: Ann ($60.50 in chips)
Seat 2: Bob ($11.19 in chips)
Seat 3: Cid ($30 in chips)
Bob: posts small blind $1
Cid: posts big blind $2
*** HOLE CARDS ***
Ann: calls $2
Bob: folds
Cid: checks
*** FLOP *** [2c 3c 4c]
Cid: bets $2
Ann: folds
Uncalled bet ($2) returned to Cid
Cid collected $4.75 from pot
*** SUMMARY ***
Total pot $5 | Rake $0.25
""")
    assert (find_jam_fold_spot(hand).reason, hand.warning) == (Reason.FIXED_LIMIT, "")


def test_zoom_folds_out_of_turn_and_other_tables_do_not() -> None:
    text = """PokerStars Zoom Hand #5:  Hold'em No Limit ($1/$2) - CLOCK
Table 'Zed' 6-max Seat #1 is the button
Seat 1: Ann ($55.55 in chips)
Seat 2: Bob ($14.27 in chips)
Seat 3: Cid ($14.27 in chips)
Seat 4: Dan ($14.27 in chips)
Bob: posts small blind $1
Cid: posts big blind $2
*** HOLE CARDS ***
Ann: folds
Dan: folds
Bob: folds
Uncalled bet ($1) returned to Cid
Cid collected $2 from pot
*** SUMMARY ***
Total pot $2 | Rake $0
""".replace("CLOCK", "2026/03/27 10:33:23 CET [2026/03/27 5:33:23 ET]")
    (hand,) = read(text)
    assert find_jam_fold_spot(hand).sb_choice is Choice.FOLD
    assert hand.played_at == 1774604003
    (problem,) = read_bytes(text.replace("Zoom ", "").encode())
    assert not isinstance(problem, Hand)
    assert "out of turn" in problem.sentence
