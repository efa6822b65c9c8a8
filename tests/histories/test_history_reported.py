"""Files from public reports that were not read, or read wrongly; the hands are invented."""

from __future__ import annotations

import bz2
import io
import lzma
import re
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from jamfold.cards import format_cards
from jamfold.histories.importer import ImportReport, import_histories
from jamfold.histories.records import Hand, Problem, ProblemKind
from jamfold.histories.spot_finder import Choice, Reason, Status, find_jam_fold_spot
from jamfold.histories.store import HistoryStore
from tests.histories.samples import FOLDER, read_bytes, read_one

REPORTS = FOLDER / "reports"
PORTUGUESE = (REPORTS / "888_pt_ten.txt").read_text(encoding="utf-8")
WPN = (REPORTS / "wpn_sb_allin.txt").read_text(encoding="utf-8")
WSOP = (REPORTS / "wsop.txt").read_text(encoding="utf-8")
CASH_OUT = (REPORTS / "ps_cashout_chop.txt").read_text(encoding="utf-8").rstrip()
SUMMARY = (REPORTS / "winamax_summary.txt").read_text(encoding="utf-8")


def imported(folder: Path, *paths: Path) -> ImportReport:
    with HistoryStore(folder / "h.db") as store:
        return import_histories(paths, store, processes=1)


def portuguese(cards: str, flop: str = "") -> str:
    dealt = PORTUGUESE.replace("Dp, 4c", cards)
    return (
        dealt.replace("Ann folds", f"Ann calls [$0,01]\nBob checks\n** Dealing flop ** [ {flop} ]")
        if flop
        else dealt
    )


@pytest.mark.parametrize(
    ("cards", "read"),
    [
        ("Dp, 4c", "Tc4h"),
        ("Qp, 4c", "Qc4h"),
        ("De, Do", "TsTd"),
        ("Ae, Kc", "AsKh"),
        ("10o, 4c", "Td4h"),
        ("Dt, 7d", "Tc7d"),  # Spanish: picas, tréboles, corazones, diamantes
        ("Dp, 7d", "Ts7d"),
        ("Dc, Qd", "ThQd"),  # a queen beside it tells the ten
        ("Dc, Tc", "QcTc"),  # a ten beside it tells the queen
        ("Dc, Ed", "QcAd"),  # Swedish
        ("Ds, 7d", "Qs7d"),
        ("Vs, Hc", "QsKc"),  # Dutch
        ("Kc, 7d", "Kc7d"),
    ],
)
def test_888_in_portuguese_and_spanish_calls_the_ten_d(cards: str, read: str) -> None:
    assert format_cards(read_one(portuguese(cards)).cards[0]) == read


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ("Dc, 7c", "The card D is a ten or a queen"),
        ("Dc, 7d", "The card D is a ten or a queen"),
        ("Dp, Tc", "The card D is a ten or a queen"),
        ("Vp, 7c", "are not cards in one language"),  # French: V is a jack there
        ("Kq, 7f", "are not cards in one language"),  # Italian
        ("Kp, 7h", "'Kp' is not a card"),
    ],
)
def test_888_refuses_cards_that_may_be_others(cards: str, sentence: str) -> None:
    (problem,) = read_bytes(portuguese(cards).encode())
    assert isinstance(problem, Problem)
    assert sentence in problem.sentence


@pytest.mark.parametrize(
    "brand",
    ["WSOP.com-NJ", "WSOP.com", "Torneos", "LuckyAcePoker.com", "888.pt", "888poker.ca-on", "Cassava"],
)
def test_brands_of_the_888_network_are_read(brand: str) -> None:
    hand = read_one(WSOP.replace("WSOP.com-NJ", brand))
    assert (hand.site, hand.hand_id, hand.tournament) == ("888poker", "900000020", "900001")
    spot = find_jam_fold_spot(hand)
    assert (spot.sb_choice, spot.bb_choice) == (Choice.JAM, Choice.FOLD)


def test_other_rooms_whose_first_line_is_alike_are_not_888() -> None:
    (problem,) = read_bytes(WSOP.replace("WSOP.com-NJ", "Betfair Poker").encode())
    assert isinstance(problem, Problem)
    assert "no hand of a supported site" in problem.sentence


def posts_of(hand: Hand) -> list[tuple[str, str, int, bool]]:
    return [(hand.seats[seat].name, kind, chips, last) for seat, kind, chips, last in hand.posts]


def test_wpn_a_blind_that_takes_all_chips() -> None:
    hand = read_one(WPN)
    assert posts_of(hand) == [("Bob", "big blind", 30, False), ("Ann", "small blind", 10, True)]
    assert (hand.warning, find_jam_fold_spot(hand).small) == ("", 1)
    big = WPN.replace("Ann allin (10)", "Ann has small blind (15)").replace("Ann (10)", "Ann (1515)")
    big = big.replace("Bob has big blind (30)", "Bob allin (20)").replace("Bob (1545)", "Bob (20)")
    big = big.replace("Cay folds", "Cay folds\nPlayer Ann calls (5)").replace(
        "Bets: 10. Collects: 20", "Bets: 20. Collects: 40"
    )
    hand = read_one(big.replace("Bets: 30. Collects: 20.", "Bets: 20. Collects: 0."))
    assert posts_of(hand)[-1] == ("Bob", "big blind", 20, True)
    assert hand.warning == ""


def test_wpn_an_ante_that_takes_all_chips() -> None:
    antes = "Player Cay ante (5)\nPlayer Ann allin (3)\nPlayer Bob ante (5)\n"
    text = WPN.replace("Player Ann allin (10)\n", antes).replace("Ann (10)", "Ann (3)")
    text = text.replace("Bets: 10. Collects: 20", "Bets: 3. Collects: 9").replace(
        "Bets: 30. Collects: 20", "Bets: 35. Collects: 34"
    )
    hand = read_one(text)
    assert posts_of(hand) == [
        ("Cay", "ante", 5, False),
        ("Bob", "ante", 5, False),
        ("Bob", "big blind", 30, False),
        ("Ann", "ante", 3, True),
    ]
    assert hand.warning == ""
    both = WPN.replace(
        "Player Ann allin (10)\n",
        "Player Cay ante (5)\nPlayer Ann ante (5)\nPlayer Bob ante (5)\nPlayer Ann allin (5)\n",
    )
    assert posts_of(read_one(both))[-1] == ("Ann", "small blind", 5, True)


def test_wpn_the_only_blind_is_told_by_the_button() -> None:
    antes = "Player Cay ante (5)\nPlayer Ann ante (5)\nPlayer Bob allin (4)\nPlayer Ann allin (5)\n"
    text = WPN.replace("Player Ann allin (10)\nPlayer Bob has big blind (30)\n", antes)
    text = text.replace("Bob (1545)", "Bob (4)").replace("Bets: 10. Collects: 20", "Bets: 10. Collects: 19")
    hand = read_one(text.replace("Bets: 30. Collects: 20", "Bets: 4. Collects: 0"))
    assert posts_of(hand)[2:] == [("Bob", "ante", 4, True), ("Ann", "small blind", 5, True)]
    assert hand.warning == ""
    lone = WPN.replace("Player Bob has big blind (30)\n", "")
    dead = (
        lone.replace("Ann allin (10)", "Bob allin (10)")
        .replace("Bob (1545)", "Bob (10)")
        .replace("Ann (10)", "Ann (1545)")
    )
    dead = dead.replace("Cay folds", "Cay folds\nPlayer Ann folds")
    hand = read_one(
        dead.replace(
            "*** FLOP ***: [Ad 9d 8h]\n*** TURN ***: [Ad 9d 8h] [10c]\n*** RIVER ***: [Ad 9d 8h 10c] [5c]\n",
            "",
        )
    )
    assert posts_of(hand)[-1][:2] == ("Bob", "big blind")


def won(hand: Hand) -> dict[str, float]:
    return {seat.name: hand.chips(chips) for seat, chips in zip(hand.seats, hand.collected, strict=True)}


def test_pokerstars_a_cash_out_leaves_the_share_of_the_pot() -> None:
    hand = read_one(CASH_OUT)
    assert (won(hand), hand.warning) == ({"Villain": 4.75, "Hero": 4.75}, "")
    scooped = CASH_OUT.replace("Villain collected $4.75 from pot\n", "").replace(
        "and won ($4.75) with a straight, Ace to Five\n", "and lost with a straight\n"
    )
    hand = read_one(scooped.replace("won ($4.75)", "won ($9.50)"))
    assert (won(hand), hand.warning) == ({"Villain": 0, "Hero": 9.5}, "")
    lost = CASH_OUT.replace("collected $4.75", "collected $9.50").replace(
        "and won ($4.75) with a straight, Ace to Five (pot", "and lost with a straight (pot"
    )
    hand = read_one(lost.replace("won ($4.75)", "won ($9.50)"))
    assert (won(hand), hand.warning) == ({"Villain": 9.5, "Hero": 0}, "")
    twice = CASH_OUT.replace("Villain collected $4.75 from pot\n", "").replace(
        "and won ($4.75) with a straight, Ace to Five\n", "and lost with a pair\n"
    )
    hand = read_one(
        twice.replace(
            "won ($4.75) with a straight,", "won ($4.75) with a straight, and won ($4.75) with a flush,"
        )
    )
    assert won(hand)["Hero"] == 9.5


PARTY = """***** Hand History For Game 17700abc *****
0.10/0.20 Texas Holdem Game Table (NL) - Mon Feb 09 12:55:26 EST 2026
Table Table 7 (Real Money) -- Seat 1 is the button
Total number of players : 2/6
Seat 1: Ann ($4)
Seat 2: Bob ($5)
Ann posts small blind (0.10)
Bob posts big blind (0.20)
** Dealing down cards **
Ann raises 3.90 to 4
Ann is all-In.
Bob calls (3.80)
Ann opted for cash-out
** Dealing Flop ** :  [ Jc, 7d, 6c ]
** Dealing Turn ** :  [ Ts ]
** Dealing River ** :  [ Js ]
** Summary **
Main Pot: $7.60 Rake: $0.40
Ann Cashed out  balance $5.10, bet $4, collected $5.10, net +$1.10[ Tc, Ac ] [ two pairs ]
Bob balance $1, lost $4[ 9h, 2h ] [ a pair ]
"""


@pytest.mark.parametrize(("bob", "share"), [("lost $4", 7.6), ("bet $4, collected $3.80, net -$0.20", 3.8)])
def test_partypoker_a_cash_out_leaves_the_share_of_the_pot(bob: str, share: float) -> None:
    hand = read_one(PARTY.replace("lost $4", bob))
    assert (won(hand)["Ann"], hand.warning) == (share, "")


def test_pokerstars_india_writes_rupees_in_two_words() -> None:
    text = CASH_OUT.replace("($0.25/$0.50 USD)", "(Rs. 0.25/Rs. 0.50 INR)")
    text = re.sub(r"\$(?=\d)", "Rs. ", text).replace("Hero (Rs. 5 in", "Hero (Rs. 1,005 in")
    hand = read_one(text)
    assert (hand.currency, hand.chips(hand.seats[1].stack)) == ("INR", 1005)
    assert won(hand) == {"Villain": 4.75, "Hero": 4.75}
    assert [hand.chips(action.total) for action in hand.actions] == [5, 5]
    event = CASH_OUT.replace("($0.25/$0.50 USD)", "- Level I (25/50)")
    event = re.sub(r"\$([\d.]+)", lambda match: f"{float(match[1]) * 100:.0f}", event)
    event = event.replace(":  Hold", ": Tournament #7, Rs. 50+Rs. 5 INR Hold")
    hand = read_one(event)
    assert (hand.game, hand.tournament, hand.chips(hand.big_blind)) == ("holdem", "7", 50)


@pytest.mark.parametrize(
    "first",
    [
        SUMMARY,
        "***** Cassava Tournament Summary *****\nTournament ID: 391\nBuy-In: 0,09 $ + 0,01 $\n",
        "***** 888poker Tournament Summary *****\nTournament ID: 391\n",
        "PokerStars Tournament #731156709, No Limit Hold'em\nBuy-In: $2.00/$0.20 USD\n440 players\n",
        "PokerStars Kick-Off Tournament #731156709, No Limit Hold'em\n",
        "Full Tilt Poker Tournament Summary $5 Sit & Go (1571) Hold'em No Limit\n",
        "Full Tilt Tournament #1571, No Limit Hold'em\n",
        "Tournament #29363119, Spin & Gold #10, Hold'em No Limit\nBuy-in: $0.23+$0.02\n3 Players\n",
    ],
)
def test_summaries_of_tournaments_are_skipped_and_counted_apart(first: str, tmp_path: Path) -> None:
    path = tmp_path / "s.txt"
    path.write_text(f"{first}\n\n{CASH_OUT}\n\n\n{first}", encoding="utf-8")
    for new in (1, 0):
        report = imported(tmp_path, path)
        counts = report.counts
        assert (counts.hands, counts.duplicates, counts.summaries) == (new, 1 - new, 2)
        assert (counts.unreadable, report.problems, report.by_file[0].summaries) == (0, (), 2)
    path.write_text(f"{path.read_text(encoding='utf-8')}\n\n{WSOP}\n\n{first}", encoding="utf-8")
    counts = imported(tmp_path, path).counts
    assert (counts.hands, counts.duplicates, counts.summaries, counts.unreadable) == (1, 1, 3, 0)
    with HistoryStore(tmp_path / "h.db") as store:
        assert not list(store.problems())
    assert all(isinstance(found, Hand) for found in read_bytes(path.read_bytes()))


def test_archives_made_on_a_mac(tmp_path: Path) -> None:
    report = imported(tmp_path, REPORTS / "macos.zip")
    assert (report.files, report.counts.hands, report.counts.summaries) == (2, 1, 1)
    assert report.problems == ()
    hidden = tmp_path / "hidden.zip"
    with zipfile.ZipFile(hidden, "w") as packed:
        packed.writestr("__MACOSX/hands.txt", WSOP)
        packed.writestr("a/.trash/hands.txt", WSOP)
    (problem,) = imported(tmp_path, hidden).problems
    assert (problem.kind, "contains no hand-history file" in problem.sentence) == (
        ProblemKind.FILE,
        True,
    )


def packed_tar(mode: str) -> bytes:
    """A tar archive of two hands, a hidden file, and a file that is packed itself."""
    stream = io.BytesIO()
    files = {
        "./a/wsop.txt": WSOP.encode(), "a/b/stars.txt": CASH_OUT.encode(), "a/._wsop.txt": b"\0\5\26\7",
        "a/again.gz": b"x", "notes.md": b"x",
    }  # fmt: skip
    with tarfile.open(fileobj=stream, mode=mode) as archive:  # type: ignore[call-overload]
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return stream.getvalue()


@pytest.mark.parametrize(
    ("suffix", "mode"),
    [("tar", "w"), ("tar.gz", "w:gz"), ("tgz", "w:gz"), ("tar.bz2", "w:bz2"), ("tar.xz", "w:xz")],
)
def test_tar_archives_are_read(suffix: str, mode: str, tmp_path: Path) -> None:
    path = tmp_path / f"hands.{suffix}"
    path.write_bytes(packed_tar(mode))
    for new in (2, 0):
        report = imported(tmp_path, tmp_path)
        assert (report.files, report.counts.hands, report.counts.duplicates) == (2, new, 2 - new)
    (problem,) = report.problems
    assert "packed twice" in problem.sentence
    assert [Path(one.file).name for one in report.by_file] == ["wsop.txt", "stars.txt"]
    path.write_bytes(path.read_bytes()[:300])
    (problem,) = imported(tmp_path, path).problems
    assert problem.kind is ProblemKind.FILE


@pytest.mark.parametrize(("suffix", "pack"), [("bz2", bz2.compress), ("xz", lzma.compress)])
def test_compressed_files_are_read(suffix: str, pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    path = tmp_path / f"hands.txt.{suffix}"
    path.write_bytes(pack(WSOP.encode()))
    assert imported(tmp_path, path).counts.hands == 1
    path.write_bytes(b"no archive")
    (problem,) = imported(tmp_path, path).problems
    assert problem.kind is ProblemKind.FILE


def test_names_may_hold_a_no_break_space() -> None:
    hand = read_one(
        CASH_OUT.replace("Villain", "Vil\xa0lain").replace("Vil\xa0lain: raises", "Vil lain: raises")
    )
    assert hand.seats[0].name == "Vil lain"
    for name in ("\xa0Villain", "Villain\xa0", "V\xa0\xa0n", "V\xa07"):
        assert read_one(CASH_OUT.replace("Villain", name)).warning == ""
        assert read_one(CASH_OUT.replace("Villain", name).encode("cp1252")).warning == ""


def test_a_seat_printed_twice_with_the_same_chips_is_one() -> None:
    seat = "Seat 4: Villain ($5 in chips) \n"
    assert read_one(CASH_OUT.replace(seat, 2 * seat)).digest == read_one(CASH_OUT).digest
    (problem,) = read_bytes(CASH_OUT.replace(seat, seat + seat.replace("$5", "$6")).encode())
    assert isinstance(problem, Problem)
    assert "sits at the table twice" in problem.sentence


CAKE = """Hand#3022AFD2BD000001 - $5.50 Coin Flip T115 -- TICKETCASH -- $5,25 + $0,25 -- 2 Max -- Table 1 -- -1/-1/0 NL Hold'em -- 2012.07.15 - 00:53:42
Dealer: Seat 3
Seat 3: Hero (1 500 in chips)
Seat 8: Bob (1 500 in chips)
Dealt to Hero [Qd,4c]
Hero: shows [Qd 4c]
Bob: shows [As 2s]
*** FLOP *** [8s,4d,Jd]
*** TURN *** [Tc]
*** RIVER *** [Ts]
***SHOW DOWN***
Hero wins 3 000 with Two Pairs Tens and Fours
"""  # noqa: E501


def test_cake_tells_no_blinds_by_minus_one() -> None:
    hand = read_one(CAKE)
    assert (hand.small_blind, hand.big_blind) == (0, 0)
    assert find_jam_fold_spot(hand).reason is Reason.NO_BLINDS
    posted = CAKE.replace("Dealt to", "Hero: posts small blind of 10\nBob: posts big blind of 20\nDealt to")
    hand = read_one(
        posted.replace("Hero: shows [Qd 4c]", "Hero: folds").partition("*** FLOP")[0]
        + "***SHOW DOWN***\nBob wins 30\n"
    )
    assert (hand.chips(hand.small_blind), hand.chips(hand.big_blind)) == (10, 20)
    short = posted.replace("Bob: posts big blind of 20", "Bob: posts big blind of 15").replace(
        "Bob (1 500", "Bob (15"
    )
    hand = read_one(
        short.replace("Hero: shows", "Hero: calls 5\nHero: shows").replace("Hero wins 3 000", "Hero wins 30")
    )
    assert (hand.chips(hand.small_blind), hand.chips(hand.big_blind), hand.warning) == (10, 20, "")


BOMB = """PokerStars Hand #9:  Hold'em No Limit ($1/$2 USD) - 2026/03/06 10:31:29 ET
Table 'Vega' 6-max Seat #1 is the button
Seat 1: Ann ($60.50 in chips)
Seat 2: Bob ($11.19 in chips)
Seat 3: Cid ($30 in chips)
Ann: posts the ante $4
Bob: posts the ante $4
Cid: posts the ante $4
*** HOLE CARDS ***
Dealt to Ann [As Kd]
*** FLOP *** [2c 3c 4c]
Bob: checks
Cid: bets $6
Ann: folds
Bob: folds
Uncalled bet ($6) returned to Cid
Cid collected $12 from pot
*** SUMMARY ***
Total pot $12 | Rake $0
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", ""),
        ("Hold'em No Limit", "Hold'em Bomb Pot No Limit"),
        ("*** HOLE", "Bob: posts big blind $2\n*** BOMB POT ***\n*** HOLE"),
        ("posts the ante", "posts the bomb pot"),
        ("6-max", "6-max (Bomb Pot)"),
    ],
)
def test_bomb_pots_are_outside_by_name(old: str, new: str) -> None:
    hand = read_one(BOMB.replace(old, new) if old else BOMB)
    spot = find_jam_fold_spot(hand)
    assert (hand.hand_id, spot.status, spot.reason) == ("9", Status.OUTSIDE, Reason.BOMB_POT)
    assert [seat.name for seat in hand.seats] == ["Ann", "Bob", "Cid"]


def test_a_damaged_hand_is_no_bomb_pot_because_somebody_says_so() -> None:
    for text in (
        BOMB.replace("*** HOLE", 'Bob: posts big blind $2\nAnn said, "a bomb pot please"\n*** HOLE'),
        BOMB.replace("*** HOLE", "Bob: posts big blind $2\n*** HOLE").replace("Cid", "bombpot9"),
    ):
        (problem,) = read_bytes(text.encode())
        assert isinstance(problem, Problem)


def test_what_is_read_otherwise_today_takes_its_place_anew(tmp_path: Path) -> None:
    path = tmp_path / "hand.txt"
    path.write_text(WSOP, encoding="utf-8")
    imported(tmp_path, path)
    path.write_text(WSOP.replace("7h, Kd", "7h, Qd"), encoding="utf-8")  # as another edition would read it
    report = imported(tmp_path, path)
    assert (report.counts.hands, report.counts.duplicates, report.counts.conflicts) == (0, 1, 0)
    with HistoryStore(tmp_path / "h.db") as store:
        ((_, row),) = store.hands()
        assert row.sb_cards == "7hQd"
    assert imported(tmp_path, path).counts.duplicates == 1
