"""Forms that rooms have had since 2005, each in a hand of its own; the hands are invented."""

from __future__ import annotations

import pytest

from jamfold.histories.records import Hand
from jamfold.histories.spot_finder import Choice, Reason, Status, find_jam_fold_spot
from tests.histories.samples import read_bytes, read_one

WPN_CAP = """Hand #5 - Holdem(No Limit) - $0.10/$0.20 - 2021/01/02 03:04:05 UTC
Oak (Cap) 6-max Seat #1 is the button
Seat 1: Ann ($20.00)
Seat 2: Bob ($25.00)
Seat 3: Cid ($14.00) is sitting out
Bob posts the big blind $0.20
Ann posts the small blind $0.10
*** HOLE CARDS ***
Ann raises $0.50 to $0.60
Bob caps $5.80
Ann calls $5.40
*** RUN IT TWICE ***
*** FLOP 1 *** [2c 3c 4c]
*** TURN 1 *** [2c 3c 4c] [5c]
*** RIVER 1 *** [2c 3c 4c 5c] [6c]
*** SHOW DOWN 1 ***
Ann collected $6.00 from main pot 1
*** FLOP 2 *** [2d 3d 4d]
*** TURN 2 *** [2d 3d 4d] [5d]
*** RIVER 2 *** [2d 3d 4d 5d] [6d]
*** SHOW DOWN 2 ***
Bob collected $5.80 from main pot 2
*** SUMMARY ***
Total pot $12.00 | Rake $0.15 | JP Fee $0.05
"""


def test_wpn_tells_a_cap_where_it_is_reached_and_the_first_of_two_boards_counts() -> None:
    hand = read_one(WPN_CAP)
    assert (hand.chips(hand.cap), len(hand.board), hand.rake, hand.warning) == (6, 5, 20, "")
    assert [action.all_in for action in hand.actions] == [False, True, True]
    assert find_jam_fold_spot(hand).reason is Reason.RAISE
    folded = read_one(WPN_CAP.replace("Bob caps $5.80\nAnn calls $5.40", "Bob folds"))
    assert folded.chips(folded.cap) == 6


def test_wpn_returning_players_post_a_dead_and_a_live_blind_in_one_sum() -> None:
    text = WPN_CAP.replace(" is sitting out", "").replace("*** HOLE", "Cid posts dead $0.30\n*** HOLE", 1)
    hand = read_one(
        text.replace("Ann calls", "Cid folds\nAnn calls", 1).replace("Ann raises", "Cid checks\nAnn raises")
    )
    assert [(post.kind, post.chips) for post in hand.posts[2:]] == [
        ("dead blind", 10),
        ("returning blind", 20),
    ]


OLD_WPN = """Game started at: 2016/8/2 10:53:49
Game ID: 69 2/4 Oak 2 (Hold'em)
Seat 2 is the button
Seat 1: Ann (20).
Seat 2: Bob (80).
Player Bob has small blind (1)
Player Ann has big blind (2)
Player Ann received a card.
Player Bob received a card.
Player Bob folds
Uncalled bet (1) returned to Ann
------ Summary ------
Pot: 2. Rake 0
*Player Ann mucks (does not show cards). Bets: 1. Collects: 2. Wins: 1.
Game ended at: 2016/8/2 10:54:10
"""


def test_stakes_that_are_bets_say_fixed_limit_where_no_limit_is_named() -> None:
    assert find_jam_fold_spot(read_one(OLD_WPN)).reason is Reason.FIXED_LIMIT
    assert find_jam_fold_spot(read_one(OLD_WPN.replace(" 2/4 ", " 1/2 "))).sb_choice is Choice.FOLD


def test_a_player_without_a_name_is_not_passed_over() -> None:
    (hand,) = read_bytes(OLD_WPN.replace("Player Ann has", "Player  has").encode())
    assert isinstance(hand, Hand)
    assert find_jam_fold_spot(hand).reason is Reason.CHIPS_UNTOLD


PARTY_2016 = """***** Hand History for Game 15414 *****
NL Texas Hold'em $1 USD Buy-in  - Sunday, July 24, 19:32:00 CEST 2016
Table $1 Sit & Go Hero (128) Table #1 (Real Money)
Seat 3 is the button
Total number of players : 3/4
Seat 4: Ann ( 500 )
Seat 3: Bob ( 500 )
Seat 2: Gone ( 500 )
Seat 1: Cid ( 500 )
Trny: 128 Level: 2
Blinds(15/30)
** Dealing down cards **
Dealt to Ann [  3h Js ]
Bob folds.
Ann is all-In  [485]
Cid folds.
Ann does not show cards.Ann wins 60 chips
"""


def test_party_names_a_sit_and_go_below_its_seats() -> None:
    hand = read_one(PARTY_2016)
    spot = find_jam_fold_spot(hand)
    assert (hand.tournament, hand.currency, hand.small_blind, hand.big_blind) == ("128", "", 15, 30)
    assert (spot.players, spot.sb_choice, spot.bb_choice) == (3, Choice.JAM, Choice.FOLD)
    late = read_one(PARTY_2016.replace("Buy-in  -", "Buy-in Trny: 128 Level: 1  Blinds(10/20) -"))
    assert (late.small_blind, late.big_blind) == (15, 30)


def test_party_of_fast_tables_and_of_macos() -> None:
    text = (
        PARTY_2016.replace("Seat 3 is", "Seat three is")
        .replace("Seat ", "seat ")
        .replace("seat three", "Seat 3")
    )
    assert read_one(text.replace("[485]", "[ 485 ]")).digest == read_one(PARTY_2016).digest
    assert read_one("\0" + text.replace("\n", "\n\0")).digest == read_one(PARTY_2016).digest


PACIFIC = """#Game No : 1008
***** 888.ro BLAST Hand History for Game 1008 *****
3.000 $/6.000 $ Blinds No Limit Holdem - ***
Tournament #133 13,95 $ + 1,05 $ - Table #1 4 Max (Real Money)
Seat 7 is the button
Total number of players : 3
Seat 1: Ann ( 60.000 $ )
Seat 4: Bob ( 48.750 $ )
Seat 7: Cid ( 24.700 $ )
Ann posts ante [750 $]
Bob posts ante [750 $]
Cid posts ante [750 $]
Ann posts small blind [3.000 $]
Bob posts big blind [6.000 $]
** Dealing down cards **
Dealt to Ann [ ТPik, 8Karo ]
Cid folds
Ann raises [56.250 $]
Bob calls [42.000 $]
** Dealing flop ** [ 3Kier, Аs, Kh ]
** Dealing turn ** [ 8c ]
** Dealing river ** [ 7c ]
** Summary **
Ann shows [ As, 8d ]
Bob shows [ 4s, Jc ]
Ann collected [ 98.250 $ ]
""".replace("Аs", "Qs")


def test_888_without_a_date_and_in_other_alphabets() -> None:
    hand = read_one(PACIFIC)
    spot = find_jam_fold_spot(hand)
    assert (hand.small_blind, hand.big_blind, hand.day, hand.tournament) == (3000, 6000, "", "133")
    assert (spot.dead, spot.antes, spot.sb_choice, spot.bb_choice) == (
        750,
        (750, 750),
        Choice.JAM,
        Choice.CALL,
    )
    assert hand.cards[0] == read_one(PACIFIC.replace("ТPik, 8Karo", "As, 8d")).cards[0]
    level = read_one(PACIFIC.replace("3.000 $/6.000 $ Blinds", "4.000 $/8.000 $ Blinds"))
    assert (level.small_blind, level.big_blind) == (3000, 6000)


def test_888_ends_blast_with_antes_alone() -> None:
    head, _, tail = PACIFIC.partition("Ann posts")
    tail = tail[tail.index("** Dealing flop") :]
    antes = "".join(
        f"{name} posts ante [{chips} $]\n" for name, chips in (("Ann", "60.000"), ("Bob", "48.750"))
    )
    text = head.replace("3.000 $/6.000", "42.797,60 $/0") + antes + tail.replace("98.250", "108.750")
    hand = read_one(text.replace("Seat 7: Cid ( 24.700 $ )\n", ""))
    assert (find_jam_fold_spot(hand).reason, hand.warning) == (Reason.NO_BLINDS, "")


GG = """Poker Hand #AF4437: Hold'em No Limit ($0.1/$0.2) - 2026/07/28 10:02:32
Table 'AFRed5' 4-max Seat #4 is the button
Seat 1: Ann ($1 in chips)
Seat 2: Bob ($2.24 in chips)
Seat 4: Hero ($1 in chips)
Ann: posts small blind $0.1
Bob: posts big blind $0.2
*** HOLE CARDS ***
Dealt to Ann
Dealt to Hero [3c Jc]
Hero: folds
Ann: raises $0.8 to $1 and is all-in
Bob: calls $0.8
*** TURN *** [Jh 8h Ts] [Th]
*** RIVER *** [Jh 8h Ts Th] [Js]
*** SHOWDOWN ***
Ann: collected $2 from pot
*** SUMMARY ***
Total pot $2
"""


def test_all_in_or_fold_of_ggpoker_deals_the_flop_with_the_turn() -> None:
    hand = read_one(GG)
    spot = find_jam_fold_spot(hand)
    assert (len(hand.board), spot.sb_choice, spot.bb_choice, hand.warning) == (5, Choice.JAM, Choice.CALL, "")
    (problem,) = read_bytes(GG.replace("#AF4437", "#HD4437").encode())
    assert not isinstance(problem, Hand)
    assert read_one(GG.replace("Ann: collected", "Ann collected")).collected == hand.collected == (200, 0, 0)
    summary = (
        GG.replace("Ann: collected $2 from pot\n", "")
        + "Seat 1: Ann (small blind) showed [2c 2d] and won ($2) with a pair\n"
    )
    assert read_one(summary).collected == (200, 0, 0)


@pytest.mark.parametrize(
    ("head", "site"),
    [
        ("CoinPoker Hand #62: NLH (₮0.1/₮0.2) 2026/06/08 12:00:00 +08", "CoinPoker"),
        ("PokerBros Hand #62: Hold'em No Limit ($0.1/$0.2 USD) - 2021/03/19 19:51:54 UTC", "PokerBros"),
        ("Full Tilt Rush Hand #62:  Hold'em No Limit (0.1/0.2) - 2016/05/20 8:39:15 ET", "Full Tilt"),
        ("PokerMaster Hand #62: Hold'em No Limit ($0.1/$0.2 USD) - 2019/05/26 12:53:33 UTC", "PokerMaster"),
        (
            "Run It Once Poker Hand #62: Hold'em No Limit (€0.1/€0.2) - 2019/02/08 15:19 UTC",
            "Run It Once Poker",
        ),
    ],
)
def test_rooms_that_print_as_pokerstars_does(head: str, site: str) -> None:
    lines = GG.replace("*** TURN", "*** FLOP *** [Jh 8h Ts]\n*** TURN").splitlines()[1:]
    text = "\n".join([head, *lines, "Total pot ₮2 | Rake ₮0 | Splash Fee ₮0"])
    hand = read_one(text.replace("$", "₮") if site == "CoinPoker" else text)
    assert (hand.site, hand.game, hand.limit, hand.hand_id) == (site, "holdem", "NL", "62")
    assert find_jam_fold_spot(hand).sb_choice is Choice.JAM


def test_a_second_big_blind_of_two_is_a_straddle_and_who_has_no_chip_behind_checks() -> None:
    head = "PokerMaster Hand #63: Hold'em No Limit ($0.1/$0.2 USD) - 2019/05/26 12:53:33 UTC"
    lines = GG.splitlines()[1:]
    text = "\n".join([head, *lines]).replace("*** TURN", "*** FLOP *** [Jh 8h Ts]\n*** TURN")
    straddled = text.replace("*** HOLE", "Hero: posts big blind $0.4\n*** HOLE", 1)
    assert straddled != text
    assert find_jam_fold_spot(read_one(straddled)).reason is Reason.STRADDLE
    checked = text.replace("*** RIVER", "Ann: checks\n*** RIVER", 1)
    assert checked != text
    assert read_one(checked).actions == read_one(text).actions


def test_who_is_all_in_by_an_ante_and_away_folds() -> None:
    text = GG.replace("Hero ($1 in", "Hero ($0.05 in").replace(
        "Ann: posts small", "Hero: posts the ante $0.05\nAnn: posts small"
    )
    hand = read_one(text)
    spot = find_jam_fold_spot(hand)
    assert (spot.dead, spot.sb_choice, spot.bb_choice) == (5, Choice.JAM, Choice.CALL)
    stays = read_one(text.replace("Hero: folds\n", ""))
    assert find_jam_fold_spot(stays).reason is Reason.NOT_FOLDED


@pytest.mark.parametrize(
    "head",
    [
        "Poker Hand #SD27: ShortDeck No Limit ($0.2) - 2021/03/02 18:22:40",
        "PokerStars Hand #27:  6+ Hold'em No Limit (Button Blind\xa0$0.20 - Ante\xa0$0.20  USD)",
    ],
)
def test_six_plus_with_a_button_blind_has_no_small_one(head: str) -> None:
    lines = GG.splitlines()
    posts = [f"{name}: posts the ante $0.2" for name in ("Ann", "Bob", "Hero")] + [
        "Hero: posts button blind $0.2"
    ]
    acts = [
        "*** HOLE CARDS ***",
        "Ann: folds",
        "Bob: raises $0.4 to $0.6",
        "Hero: folds",
        "Uncalled bet ($0.4) returned to Bob",
    ]
    end = ["Bob collected $1 from pot", "*** SUMMARY ***", "Total pot $1 | Rake $0"]
    hand = read_one("\n".join([head, *lines[1:5], *posts, *acts, *end]))
    assert (hand.game, hand.small_blind, hand.big_blind, hand.warning) == ("six-plus", 0, 20, "")
    found = find_jam_fold_spot(hand)
    assert (found.status, found.reason, found.blinds) == (Status.OTHER, Reason.RAISE, (0, 20))


TILT = """Full Tilt Poker Game #31: $26 Super Turbo Matrix (244), Match 2 - 15K/30K - No Limit Hold'em - 09:20:06 ET - 2012/11/23
Seat 1: Ann (300,000)
Seat 2: Bob (400,000)
Ann posts the small blind of 15,000
Bob posts the big blind of 30,000
The button is in seat #1
*** HOLE CARDS ***
Dealt to Ann [4s 5h]
Ann raises to 300,000, and is all in
Bob calls 270,000
*** FLOP 1 *** [2c 3c 4c]
*** TURN 1 *** [2c 3c 4c] [5c]
*** RIVER 1 *** [2c 3c 4c 5c] [6c]
*** FLOP 2 *** [2d 3d 4d]
*** TURN 2 *** [2d 3d 4d] [5d]
*** RIVER 2 *** [2d 3d 4d 5d] [6d]
*** SUMMARY ***
Total pot 600,000 | Rake 0
Seat 1: Ann (small blind) showed [4s 5h] and won (300,000) with a flush
Seat 2: Bob (big blind) showed [As Ah] and won (300,000) with a flush
"""  # noqa: E501


def test_full_tilt_counts_by_thousands_names_matches_and_runs_it_twice() -> None:
    hand = read_one(TILT)
    assert (hand.tournament, hand.small_blind, hand.big_blind) == ("244", 15000, 30000)
    assert (len(hand.board), hand.collected, hand.warning) == (5, (300000, 300000), "")
    assert read_one(TILT.replace("Full Tilt Poker", "FullTiltPoker")).digest == hand.digest
    cash = TILT.replace("$26 Super Turbo Matrix (244), Match 2", "Table Oak (6 max)").replace(
        "No Limit H", "$200K No Limit H"
    )
    capped = (
        cash.replace("15K/30K", "$15K/$30K")
        .replace("$200K", "$200000")
        .replace("raises to 300,000, and is all in", "raises to 200,000, and is capped")
    )
    hand = read_one(capped.replace("calls 270,000", "calls 170,000, and is capped"))
    assert (hand.chips(hand.cap), hand.tournament, find_jam_fold_spot(hand).bb_choice) == (
        200000,
        "",
        Choice.CALL,
    )


def test_full_tilt_tells_a_fold_of_one_who_is_away_in_the_summary_alone() -> None:
    head = TILT[: TILT.index("Ann raises")]
    text = f"""{head}*** SUMMARY ***
Total pot 30,000 | Rake 0
Seat 1: Ann (small blind) folded before the Flop
Seat 2: Bob (big blind) collected (30,000), mucked
"""
    hand = read_one(text)
    assert ([action.move for action in hand.actions], hand.warning) == (["fold"], "")
    assert find_jam_fold_spot(hand).reason is Reason.TIMED_OUT


IPOKER = """<session sessioncode="1"><general><gametype>Holdem L $5/$10</gametype></general>
<game gamecode="9"><general><players>
<player seat="3" name="Ann" chips="$100" dealer="1" win="$0"/>
<player seat="5" name="Bob" chips="RSD100" dealer="0" win="$5"/>
</players></general>
<round no="0"><action no="1" player="Ann" type="1" sum="$2.50"/>
<action no="2" player="Bob" type="2" sum="$5"/></round>
<round no="1"><action no="3" player="Ann" type="0" sum="0"/></round>
</game></session>
"""


def test_ipoker_names_bets_as_stakes_in_fixed_limit_and_may_end_with_a_round() -> None:
    assert find_jam_fold_spot(read_one(IPOKER)).reason is Reason.FIXED_LIMIT
    empty = "".join(f'<player seat="{seat}" name="" chips="$0" dealer="0" win="$0"/>' for seat in (7, 8))
    assert read_one(IPOKER.replace("</players>", f"{empty}</players>")).digest == read_one(IPOKER).digest
    cut = read_one(IPOKER.replace("Holdem L $5/$10", "Holdem NL $2.50/$5").replace("</game></session>", ""))
    assert find_jam_fold_spot(cut).sb_choice is Choice.FOLD
    (problem,) = (
        one
        for one in read_bytes(
            IPOKER.replace("</round>\n</game></session>", "").replace(" L ", " NL ").encode()
        )
    )
    assert not isinstance(problem, Hand)


def test_winamax_posts_both_blinds_in_one_line_and_none_in_the_next() -> None:
    head = "Winamax Poker - CashGame - HandId: #92-103-14 - Holdem no limit (1€/2€) - 2016/11/15 08:31:17 UTC"
    text = f"""{head}
Table: 'Port 02' 5-max (real money) Seat #2 is the button
Seat 2: Ann (399.11€)
Seat 3: Bob (118.92€)
Seat 4: Cid (200€)
Seat 5: Dan (57.43€)
*** ANTE/BLINDS ***
Bob posts small blind 1€
Cid posts big blind 2€
Dan posts small blind 3€ out of position
Dan posts big blind 0€ out of position
*** PRE-FLOP ***
Dan checks
Ann folds
Bob folds
Cid checks
*** FLOP *** [3c 4s 9h]
Cid folds
Dan collected 5.70€ from pot
*** SUMMARY ***
Total pot 5.70€ | Rake 0.30€
"""
    hand = read_one(text)
    assert [(post.kind, post.chips) for post in hand.posts[2:]] == [
        ("dead blind", 100),
        ("returning blind", 200),
    ]
    assert hand.warning == ""


def test_winamax_may_print_both_blinds_of_one_who_returns_as_a_raise() -> None:
    head = "Winamax Poker - CashGame - HandId: #92-104-14 - Holdem no limit (1€/2€) - 2016/11/15 08:31:17 UTC"
    text = f"""{head}
Table: 'Port 02' 5-max (real money) Seat #2 is the button
Seat 2: Ann (399.11€)
Seat 3: Bob (118.92€)
Seat 4: Cid (200€)
*** ANTE/BLINDS ***
Bob raises 1€ to 3€
Bob posts small blind 1€
Cid posts big blind 2€
*** PRE-FLOP ***
Ann folds
Bob checks
Cid raises 5€ to 7€
Bob folds
Cid collected 11€ from pot
*** SUMMARY ***
Total pot 11€ | No rake
"""
    hand = read_one(text)
    assert [post.kind for post in hand.posts] == ["dead blind", "returning blind", "dead blind", "big blind"]
    assert (find_jam_fold_spot(hand).reason, hand.warning) == (Reason.NO_BLINDS, "")


def test_betonline_leaves_checks_out_behind_the_flop() -> None:
    head = "BetOnline Poker Game #774: Hold'em No Limit ($0.25/0.50) - 2012/03/18 15:58:15 EDT"
    text = f"""{head}
Table 'Ulm' 10-Max, Seat #0 is the button
Seat 0: Ann (20.00 in chips) - Small Blind
Seat 1: Bob (30.00 in chips) - Big Blind
Ann: posts small blind 0.25
Bob: posts big blind 0.50
*** HOLE CARDS ***
Ann: calls 0.25
Bob: checks
*** FLOP *** [2c 3c 4c]
Ann: bets 0.50
Bob: calls 0.50
*** TURN *** [2c 3c 4c][5c]
*** RIVER *** [2c 3c 4c 5c][6c]
Ann: bets 1.00
Bob: folds
*** SUMMARY ***
Total pot 2.00 | Rake 0.00
Board [2c 3c 4c 5c 6c]
Seat 0: Ann collected (2.00)
"""
    assert find_jam_fold_spot(read_one(text)).reason is Reason.LIMP
    for old in ("Bob: calls 0.50\n", "Bob: checks\n"):
        (problem,) = read_bytes(text.replace(old, "").encode())
        assert not isinstance(problem, Hand)


@pytest.mark.parametrize("told_twice", [False, True])
def test_betonline_tells_the_rake_of_a_hand_at_each_pot(told_twice: bool) -> None:
    """With a side pot, and where a pot is told twice, it is that of the hand, and is not added up."""
    text = """BetOnline Poker Game #776: Hold'em No Limit ($1.00/2.00) - 2016/03/18 15:58:15 EDT
Table 'Ulm' 10-Max, Seat #0 is the button
Seat 0: Ann (50.00 in chips) - The button
Seat 1: Bob (4.00 in chips) - Small Blind
Seat 2: Cid (60.00 in chips) - Big Blind
Bob: posts small blind 1.00
Cid: posts big blind 2.00
*** HOLE CARDS ***
Ann: raises 10.00 to 10.00
Bob: calls 3.00 and is all in
Cid: calls 8.00
*** FLOP *** [2c 3c 4d]
Cid: checks
Ann: bets 10.00
Cid: folds
Uncalled bet (10.00) returned to Ann
Total pot 11.90 | Rake 0.60
Bob shows As 5d
*** SUMMARY ***
Total pot 11.50 | Rake 0.60
Board [2c 3c 4d Kh Ks]
Seat 0: Ann collected (11.90)
Seat 1: Bob showed [As 5d] and won (11.50)
Seat 2: Cid folded on the Flop
"""
    if told_twice:
        text = text.replace("Board [2c", "Total pot 11.50 | Rake 0.60\nBoard [2c")
    hand = read_one(text)
    assert (hand.rake, hand.warning) == (60, "")


def test_a_seat_of_betonline_that_stands_twice_has_one_player_of_two_names() -> None:
    text = """BetOnline Poker Game #775: Tournament #77: Hold'em $10.00/$20.00 - 2016/03/18 15:58:15 EDT
Table 'Ulm' 10-Max, Seat #1 is the button
Seat 4: Ann (600.00 in chips) - Small Blind
Seat 5: Bob (500.00 in chips) - Big Blind
Seat 1: Cid (400.00 in chips)
Seat 5: Zoe (500.00 in chips) - Big Blind
Ann: posts small blind 30.00
Bob: posts big blind 60.00
*** HOLE CARDS ***
Dealt to Zoe [5h Qs]
Cid: folds
Ann: raises 570.00 to 600.00
Bob: folds
*** SUMMARY ***
Total pot 120.00
Board []
Seat 4: Ann collected (120.00)
Seat 5: Zoe folded before Flop
"""
    hand = read_one(text)
    assert [seat.name for seat in hand.seats] == ["Ann", "Bob", "Cid"]
    assert (hand.hero, len(hand.cards[1])) == (1, 2)
    assert find_jam_fold_spot(hand).bb_choice is Choice.FOLD
    for old, new in (
        ("Zoe (500.00", "Zoe (400.00"),
        ("Bob: folds\n", "Bob: folds\nZoe: folds\n"),
        ("Seat 5: Zoe (", "Seat 5: Ann ("),
    ):
        (problem,) = read_bytes(text.replace(old, new, 1).encode())
        assert not isinstance(problem, Hand)


PARTY_RETURNS = """***** Hand History for Game 778 *****
$10 USD NL Texas Hold'em - Monday, January 06, 14:25:57 EST 2014
Table Ulm (Real Money)
Seat 3 is the button
Total number of players : 4/9
Seat 4: Ann ( $3 USD )
Seat 1: Bob ( $12.95 USD )
Seat 2: Cid ( $4 USD )
Seat 3: Dan ( $10.40 USD )
Ann posts small blind [$0.05 USD].
Bob posts big blind [$0.10 USD].
Cid posts small blind [$0.05 USD].
** Dealing down cards **
Cid calls [$0.05 USD]
Dan folds
Ann folds
Bob raises [$0.50 USD]
Cid folds
Bob wins $0.75 USD
"""


def test_party_a_second_small_blind_counts_for_what_is_called() -> None:
    hand = read_one(PARTY_RETURNS)
    assert [post.kind for post in hand.posts] == ["small blind", "big blind", "returning blind"]
    assert (hand.actions[0].total, hand.warning) == (10, "")
    folded = read_one(
        PARTY_RETURNS.replace("Cid calls [$0.05 USD]", "Cid folds").replace(
            "Bob raises [$0.50 USD]\nCid folds\nBob wins $0.75", "Bob wins $0.20"
        )
    )
    spot = find_jam_fold_spot(folded)
    assert (spot.sb_choice, folded.chips(spot.dead)) == (Choice.FOLD, 0.05)
