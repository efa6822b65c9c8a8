"""Hands of today's rooms, by a generator: read as they were played, and as a second reader tells them."""

from __future__ import annotations

import pytest

from jamfold.histories.decisions import Choice, Reason, Status, find_decision
from jamfold.histories.records import Hand
from jamfold.histories.rows import HERO, row_of
from tests.histories.obvious import told
from tests.histories.played import Played, play
from tests.histories.rooms import WRITERS
from tests.histories.samples import read_bytes, synthetic

SEEDS = range(150)


def split(text: str) -> list[str]:
    """The hands of a text between two empty lines."""
    return [f"{part.strip()}\n" for part in text.split("\n\n\n") if part.strip()]


def read_one(text: str | bytes) -> Hand:
    """The one hand of a text."""
    data = text.encode() if isinstance(text, str) else text
    (found,) = read_bytes(data)
    assert isinstance(found, Hand), (found, data.decode(errors="replace"))
    return found


@pytest.mark.parametrize("cash", [False, True], ids=["tournament", "cash"])
@pytest.mark.parametrize("site", WRITERS)
def test_hands_are_read_as_they_were_played(site: str, cash: bool) -> None:
    for seed in SEEDS:
        played = play(seed, cash)
        text = WRITERS[site](played)
        hand = read_one(text)
        assert (hand.site, hand.game, hand.limit, bool(hand.tournament)) == (site, "holdem", "NL", not cash)
        short = any(last and kind == "small blind" for _, kind, _, last in played.posts)
        if not (short and site == "Ignition" and cash):  # which names no stakes
            assert (hand.small_blind, hand.big_blind) == played.blinds, text
        names = [seat.name for seat in hand.seats]
        assert [(names[act.seat], *act[1:]) for act in hand.actions] == [
            (played.names[act[0]], *act[1:]) for act in played.acts
        ], text
        assert {(names[post.seat], *post[1:]) for post in hand.posts} == {
            (played.names[post[0]], *post[1:]) for post in played.posts
        }, text
        assert dict(zip(names, hand.collected, strict=True))[played.names[played.winner]] >= played.pot
        assert hand.warning == "", text


@pytest.mark.parametrize("cash", [False, True], ids=["tournament", "cash"])
@pytest.mark.parametrize("site", WRITERS)
def test_a_second_reader_tells_the_same_of_the_blinds(site: str, cash: bool) -> None:
    spots = 0
    for seed in SEEDS:
        played = play(seed, cash)
        text = WRITERS[site](played)
        second, spot = told(text), find_decision(read_one(text))
        if any(last and kind == "ante" for _, kind, _, last in played.posts):
            assert not spot.has_spot, text  # somebody is in the hand without a word
            continue
        if second is None:
            assert spot.reason is Reason.NO_BLINDS
            continue
        assert _alike(second, played), text
        if spot.has_spot:
            spots += 1
            assert second.folded, text
            assert (spot.sb_choice is Choice.FOLD) == (second.small == "fold"), text
            if spot.bb_choice is not Choice.NONE:
                assert (spot.bb_choice is Choice.FOLD) == (second.big == "fold"), text
        else:
            assert not second.folded or spot.reason in {Reason.NO_CHOICE, Reason.NO_ACTION}, text
    assert spots > 20


def _alike(second: tuple[bool, str, str], played: Played) -> bool:
    """A room may call a jam what others call a call or a bet."""
    paid = {"call", "raise"}
    return all(one == other or {one, other} <= paid for one, other in zip(second, played.said(), strict=True))


def test_every_end_of_a_line_may_stand_twice() -> None:
    played = play(3)
    text = "".join(f"{line}\n\n" for line in WRITERS["WPN"](played).splitlines())
    assert read_one(text.encode("utf-16")).digest == read_one(WRITERS["WPN"](played)).digest
    damaged = text.replace("Main pot", "Nobody raises 5 to 5\n\nMain pot", 1)
    (problem,) = read_bytes(damaged.encode())
    assert not isinstance(problem, Hand)
    assert problem.line == damaged.split("\n").index("Nobody raises 5 to 5") + 1


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
    assert find_decision(hand).reason is Reason.RAISE
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
    assert find_decision(read_one(OLD_WPN)).reason is Reason.FIXED_LIMIT
    assert find_decision(read_one(OLD_WPN.replace(" 2/4 ", " 1/2 "))).sb_choice is Choice.FOLD


def test_a_player_without_a_name_is_not_passed_over() -> None:
    (problem,) = read_bytes(OLD_WPN.replace("Player Ann has", "Player  has").encode())
    assert not isinstance(problem, Hand)
    assert "'' acts but has no seat" in problem.sentence


def test_what_the_room_does_in_a_players_stead_is_no_decision() -> None:
    hands = [play(seed, ante=False) for seed in SEEDS]
    folded = next(hand for hand in hands if len(hand.names) == 2 and hand.said()[1] == "fold")
    text = WRITERS["Ignition"](folded)
    assert find_decision(read_one(text)).sb_choice is Choice.FOLD
    for words in ("Folds(timeout)", "Fold(Blind Disconnected)", "Folds (auth)", "Folds (disconnect)"):
        spot = find_decision(read_one(text.replace("Folds", words)))
        assert (spot.status, spot.reason) == (Status.NONE, Reason.TIMED_OUT)
    jammed = next(
        hand
        for hand in hands
        if len(hand.names) == 2 and hand.acts and hand.acts[0][5] and hand.said()[2] == "fold"
    )
    text = WRITERS["Ignition"](jammed)
    spot = find_decision(
        read_one(text.replace("Folds", "Folds(timeout)").replace("All-in(raise)", "All-in(raise-timeout)"))
    )
    assert (spot.sb_choice, spot.reason) == (Choice.NONE, Reason.TIMED_OUT)
    spot = find_decision(read_one(text.replace("Folds", "Folds(timeout)")))
    assert (spot.sb_choice, spot.bb_choice) == (Choice.JAM, Choice.NONE)


def test_time_outs_stand_before_what_they_do_elsewhere() -> None:
    texts = {
        path.name: path.read_text(encoding="utf-8-sig")
        for path in synthetic()
        if path.suffix == ".txt" and path.name != "wpn.txt"
    }
    for name, notice in (
        ("pokerstars.txt", "{} has timed out while disconnected"),
        ("fulltilt.txt", "{} has timed out"),
    ):
        hand = next(
            one for one in split(texts[name]) if find_decision(read_one(one)).sb_choice is Choice.FOLD
        )
        read = read_one(hand)
        small = read.seats[find_decision(read).small or 0].name
        fold = next(line for line in hand.splitlines() if line.startswith(small) and "folds" in line)
        spot = find_decision(read_one(hand.replace(fold, f"{notice.format(small)}\n{fold}")))
        assert (spot.status, spot.reason) == (Status.NONE, Reason.TIMED_OUT)


def test_positions_are_nobody_but_the_one_whose_history_it_is() -> None:
    rows = [row_of(read_one(WRITERS["Ignition"](play(seed)))) for seed in SEEDS]
    assert {name for row in rows for name in (row.hero, row.sb_name, row.bb_name)} == {"", HERO}
    assert {turn[1] for row in rows for turn in row.turns} <= {HERO}
    assert any(row.hero == row.sb_name for row in rows)


def test_ignition_of_2012_deals_without_a_word_and_repeats_lines_in_2015() -> None:
    played = next(hand for hand in map(play, SEEDS) if hand.shown and len(hand.on(3)) > 1)
    text = WRITERS["Ignition"](played)
    lines = [line for line in text.splitlines() if not line.startswith(("*** FLOP", "*** TURN", "*** RIVER"))]
    silent = "\n".join([*lines, f"Board [{' '.join(played.board)}]"])
    assert read_one(silent).digest == read_one(text).digest
    raised = next(line for line in text.splitlines() if " to " in line)
    assert read_one(text.replace(raised, f"{raised}\n{raised}\n{raised}")).digest == read_one(text).digest


def test_blinds_posted_in_full_are_the_level_where_the_first_line_may_name_another() -> None:
    played = next(hand for hand in map(play, SEEDS) if not any(post[3] for post in hand.posts))
    text = WRITERS["Ignition"](played)
    small, big = played.blinds
    other = read_one(text.replace(f"({small}/{big})", f"({2 * small}/{2 * big})"))
    assert (other.small_blind, other.big_blind) == played.blinds


def test_party_rounds_a_coin_of_an_all_in_stack_away() -> None:
    played = next(
        hand for hand in map(play, SEEDS) if hand.acts and hand.acts[0][5] and hand.acts[0][2] == "raise"
    )
    player = played.acts[0][0]
    text = WRITERS["PartyPoker"](played)
    told = f"({played.stacks[player]})"
    assert read_one(text.replace(told, f"({played.stacks[player] + 1})", 1)).digest == read_one(text).digest


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
    spot = find_decision(hand)
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
    spot = find_decision(hand)
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
    assert (find_decision(hand).reason, hand.warning) == (Reason.NO_BLINDS, "")


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
    spot = find_decision(hand)
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
    assert find_decision(hand).sb_choice is Choice.JAM


def test_who_is_all_in_by_an_ante_and_away_folds() -> None:
    text = GG.replace("Hero ($1 in", "Hero ($0.05 in").replace(
        "Ann: posts small", "Hero: posts the ante $0.05\nAnn: posts small"
    )
    hand = read_one(text)
    spot = find_decision(hand)
    assert (spot.dead, spot.sb_choice, spot.bb_choice) == (5, Choice.JAM, Choice.CALL)
    stays = read_one(text.replace("Hero: folds\n", ""))
    assert find_decision(stays).reason is Reason.NOT_FOLDED


@pytest.mark.parametrize(
    "head",
    [
        "Poker Hand #SD27: ShortDeck No Limit ($0.2) - 2021/03/02 18:22:40",
        "PokerStars Hand #27:  6+ Hold'em No Limit (Button Blind\xa0$0.20 - Ante\xa0$0.20  USD)",
    ],
)
def test_six_plus_with_a_button_blind_is_outside_by_name(head: str) -> None:
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
    assert find_decision(hand).reason is Reason.BUTTON_BLIND
