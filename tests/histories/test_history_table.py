"""The checker and the finder of spots, on PokerStars hands written for the case."""

from __future__ import annotations

import pytest

from jamfold.histories.records import Hand
from jamfold.histories.spot_finder import Choice, JamFoldSpot, Reason, Status, find_jam_fold_spot
from tests.histories.samples import read_bytes

HEAD = "PokerStars Hand #1: Tournament #2, $1+$0.10 USD Hold'em No Limit - Level I (50/100)"
BASE = f"""{HEAD} - 2026/03/10 17:44:50 ET
Table '2 1' 3-max Seat #1 is the button
Seat 1: Ann (1000 in chips)
Seat 2: Bob (2000 in chips)
Seat 3: Cid (900 in chips)
Ann: posts the ante 10
Bob: posts the ante 10
Cid: posts the ante 10
Bob: posts small blind 50
Cid: posts big blind 100
*** HOLE CARDS ***
Dealt to Bob [As Kd]
Ann: folds
Bob: raises 1890 to 1990 and is all-in
Cid: calls 790 and is all-in
Uncalled bet (1100) returned to Bob
*** FLOP *** [2c 3c 4c]
*** TURN *** [2c 3c 4c] [9d]
*** RIVER *** [2c 3c 4c 9d] [9h]
*** SHOW DOWN ***
Bob: shows [As Kd] (a pair of Nines)
Cid: shows [Qs Qd] (two pair)
Cid collected 1810 from pot
*** SUMMARY ***
Total pot 1810 | Rake 0
Board [2c 3c 4c 9d 9h]
"""


def read(text: str) -> Hand | str:
    """The hand, or why it cannot be read."""
    (found,) = read_bytes(text.encode())
    return found if isinstance(found, Hand) else found.sentence


def changed(*changes: tuple[str, str]) -> Hand | str:
    """The hand above with parts of its text replaced."""
    text = BASE
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return read(text)


def spot(*changes: tuple[str, str]) -> JamFoldSpot:
    hand = changed(*changes)
    assert isinstance(hand, Hand), hand
    return find_jam_fold_spot(hand)


END = BASE[BASE.index("Ann: folds") :]
"""All that happens, to be replaced."""


def ended(*lines: str) -> tuple[str, str]:
    """Another course of the hand; a summary follows."""
    return END, "\n".join((*lines, "*** SUMMARY ***", "Total pot 1 | Rake 0", ""))


JAM = ("Ann: raises 890 to 990 and is all-in",)
FOLDED = ended("Ann: folds", "Bob: folds")


def test_the_hand_itself() -> None:
    hand = read(BASE)
    assert isinstance(hand, Hand)
    assert (hand.small_blind, hand.big_blind, hand.ante, hand.button, hand.coin) == (50, 100, 10, 1, 1)
    assert [post.chips for post in hand.posts] == [10, 10, 10, 50, 100]
    assert hand.actions[1] == (1, 0, "raise", 1940, 1990, True)
    assert (hand.hero, hand.rake, hand.collected, hand.warning) == (1, 0, (0, 0, 1810), "")
    found = find_jam_fold_spot(hand)
    assert (found.sb_choice, found.bb_choice, found.live, found.dead) == (Choice.JAM, Choice.CALL, 890, 10)
    assert found.s == pytest.approx((890 + 15) / 115)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ([("Ann: folds\n", "")], "'Ann' is next"),
        ([("Cid: calls 790 and is all-in\n", "")], "is incomplete"),
        ([("*** RIVER *** [2c 3c 4c 9d] [9h]\n", "")], "is incomplete"),
        ([("*** SUMMARY", "*** SUM")], "is incomplete"),
        ([ended("Bob: folds", "Ann: folds")], "out of turn"),
        ([("Cid: calls 790", "Cid: calls 700")], "calls the wrong amount"),
        ([("Cid: calls 790 and is all-in", "Cid: checks")], "checks while facing a bet"),
        ([("Cid: calls 790 and is all-in", "Cid: folds\nCid: folds")], "after they have folded"),
        ([("Cid: calls 790 and is all-in", "Cid: calls 790 and is all-in\nCid: bets 10")], "without a chip"),
        ([("[9h]", "[9d]")], "9d appears twice"),
        ([("[9h]", "[Qs]")], "Qs appears twice"),
        ([("shows [As Kd]", "shows [As Kc]")], "other cards than those dealt"),
        ([("[9h]", "[1h]")], "'1h' is not a card"),
        ([("*** FLOP *** [2c 3c 4c]\n", "")], "board"),
        ([("Seat 3: Cid", "Seat 2: Cid")], "Seat 2 is taken twice"),
        ([("Seat 3: Cid", "Seat 3: Ann")], "'Ann' sits at the table twice"),
        ([("posts big blind 100", "posts big blind 80"), FOLDED], "a big blind of 80 instead of 100"),
        ([("(50/100)", "(100/50)")], "small blind is not"),
        ([("raises 1890 to 1990", "raises 1890 to 2990")], "has only 1940"),
        ([("1890 to 1990", "18 to 30000050")], "puts in 30000000 chips and has only 1940"),
        ([("raises 1890 to 1990 and is all-in", "raises 0 to 90")], "less than the bet"),
        ([("raises 1890 to 1990 and is all-in", "raises 1890 to 40")], "without adding"),
        ([("Ann: folds\n", "Ann: folds\nCid: posts the ante 10\n")], "posts after the first action"),
        ([("(2000 in chips)", "(2000")], "seat line is cut short"),
        ([(f"Seat {k}: ", f"Place {k}: ") for k in (1, 2, 3)], "French"),
    ],
)  # fmt: skip
def test_what_cannot_have_happened_is_named(changes: list[tuple[str, str]], words: str) -> None:
    sentence = changed(*changes)
    assert isinstance(sentence, str)
    assert words in sentence
    assert sentence.startswith("Hand 1: ")


def test_a_wrong_pot_is_a_warning() -> None:
    hand = changed(("collected 1810", "collected 1800"))
    assert isinstance(hand, Hand)
    assert hand.warning == "The players win 1800 chips with the rake, but put in 1810."


def test_chat_that_looks_like_play_is_chat() -> None:
    hand = changed(("Ann: folds\n", 'Ann: folds\nAnn said, "Zed: folds"\nSeat 9: is empty\n'))
    assert hand == read(BASE)


@pytest.mark.parametrize(
    ("course", "reason", "choice"),
    [
        (("Ann: folds", "Bob: calls 50", "Cid: raises 100 to 200", "Bob: folds"), Reason.LIMP, Choice.OTHER),
        (("Ann: folds", "Bob: raises 100 to 200", "Cid: folds"), Reason.RAISE, Choice.OTHER),
        (("Ann: raises 100 to 200", "Bob: folds", "Cid: folds"), Reason.NOT_FOLDED, Choice.NONE),
        ((*JAM, "Bob: folds", "Cid: folds"), Reason.JAM_BEFORE, Choice.NONE),
        (("Ann: folds", "Bob: folds"), None, Choice.FOLD),
        (("Ann: folds", "Bob: raises 790 to 890", "Cid: folds"), None, Choice.JAM),
        (("Ann: folds", "Bob: raises 789 to 889", "Cid: folds"), Reason.RAISE, Choice.OTHER),
    ],
)  # fmt: skip
def test_what_the_small_blind_does(course: tuple[str, ...], reason: Reason | None, choice: Choice) -> None:
    found = spot(ended(*course))
    assert (found.reason, found.sb_choice) == (reason, choice)
    assert found.has_spot == (choice is not Choice.NONE)


def test_a_big_blind_who_raises_all_in_over_a_jam_with_chips_behind_calls_it() -> None:
    found = spot(
        ("Seat 2: Bob (2000", "Seat 2: Bob (900"),
        ("Seat 3: Cid (900", "Seat 3: Cid (2000"),
        ("raises 1890 to 1990 and is all-in", "raises 790 to 890 and is all-in"),
        ("Cid: calls 790 and is all-in", "Cid: calls 790"),
        ("Uncalled bet (1100) returned to Bob\n", ""),
    )
    assert (found.sb_choice, found.bb_choice, found.live) == (Choice.JAM, Choice.CALL, 890)


def test_a_cap_limits_what_is_live() -> None:
    cash = BASE.replace("Tournament #2, $1+$0.10 USD Hold'em No Limit - Level I (50/100)",
                        " Hold'em No Limit ($50/$100 - $500 Cap -  USD)")  # fmt: skip
    hand = read(cash.replace("raises 1890 to 1990 and is all-in", "raises 400 to 500 and is all-in")
                .replace("calls 790", "calls 400").replace("collected 1810", "collected 1030"))  # fmt: skip
    assert isinstance(hand, Hand)  # both have chips behind, and can bet none of them
    assert find_jam_fold_spot(hand).sb_choice is Choice.JAM
    fold = read(cash[: cash.index("Bob: raises")] + "Bob: folds\n*** SUMMARY ***\nTotal pot 180 | Rake 0\n")
    assert isinstance(fold, Hand)
    assert find_jam_fold_spot(fold).live == 50000
    assert (fold.coin, fold.cap, fold.currency) == (100, 50000, "USD")


@pytest.mark.parametrize(
    ("post", "reason"), [("straddle 200", Reason.STRADDLE), ("button blind 100", Reason.BUTTON_BLIND)]
)
def test_other_blinds_are_outside(post: str, reason: Reason) -> None:
    hand = changed(
        ("*** HOLE CARDS", f"Ann: posts {post}\n*** HOLE CARDS"),
        ended("Bob: raises 1690 to 1990 and is all-in", "Cid: folds", "Ann: folds"),
    )
    assert isinstance(hand, Hand), hand
    found = find_jam_fold_spot(hand)
    assert (found.status, found.reason) == (Status.OUTSIDE, reason)


def test_a_cancelled_hand_is_none_and_needs_no_end() -> None:
    hand = read(BASE[: BASE.index("*** HOLE")] + "Hand cancelled\n*** SUMMARY ***\n")
    assert isinstance(hand, Hand)
    assert find_jam_fold_spot(hand).reason is Reason.CANCELLED


def test_players_without_part_are_not_dealt_in() -> None:
    hand = changed(("Seat 3: Cid", "Seat 9: Dan (500 in chips) is sitting out\nSeat 3: Cid"))
    assert isinstance(hand, Hand)
    assert [seat.dealt_in for seat in hand.seats] == [True, True, False, True]
    assert find_jam_fold_spot(hand).players == 3


def test_run_it_twice_keeps_the_first_board() -> None:
    twice = [
        "*** FIRST RIVER *** [2c 3c 4c 9d] [9h]",
        "*** SECOND FLOP *** [5c 6c 7c]",
        "*** SECOND TURN *** [5c 6c 7c] [9s]",
        "*** SECOND RIVER *** [5c 6c 7c 9s] [Th]",
        "",
    ]
    hand = changed(
        ("*** FLOP *** [2c 3c 4c]\n", "*** FIRST FLOP *** [2c 3c 4c]\n"),
        ("*** TURN *** [2c 3c 4c] [9d]\n", "*** FIRST TURN *** [2c 3c 4c] [9d]\n"),
        ("*** RIVER *** [2c 3c 4c 9d] [9h]\n", "\n".join(twice)),
    )
    assert isinstance(hand, Hand), hand
    assert len(hand.board) == 5
