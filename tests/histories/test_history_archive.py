"""PokerStars' archive, and games that a first line does not name; the hands are invented."""

from __future__ import annotations

import pytest

from jamfold.histories.records import Hand
from jamfold.histories.spot_finder import Choice, Reason, find_jam_fold_spot
from tests.histories.samples import read_bytes, read_one

ARCHIVE = """*********** # 1 **************
 PokerStars Zoom Hand #779:  Hold'em No Limit ($0.01/$0.02) - 2013/01/08 22:28:42 CET [2013/01/08 16:28:42 ET]
 Table 'Ulm' 6-max Seat #1 is the button
 Seat 1: Ann ($2.28 in chips)
 Seat 2: Bob ($2.29 in chips)
 Bob: posts big blind $0.02
 Ann: posts small blind $0.01
 *** HOLE CARDS ***
 Dealt to Ann [4c Qs]
 Ann: folds
 Uncalled bet ($0.01) returned to Bob
 Bob collected $0.02 from pot
 *** SUMMARY ***
 Total pot $0.02 | Rake $0


*********** # 2 **************
"""


def test_lines_of_pokerstars_archive_begin_with_a_blank() -> None:
    hands = list(read_bytes((ARCHIVE + ARCHIVE.replace("#779", "#780").partition("\n")[2]).encode()))
    assert [hand.hand_id for hand in hands if isinstance(hand, Hand)] == ["779", "780"]
    hand = read_one(ARCHIVE)
    assert (find_jam_fold_spot(hand).sb_choice, hand.played_at) == (Choice.FOLD, 1357680522)


@pytest.mark.parametrize("cards", ["9c Qc 9h Jc Qs", "9c Qc 9h Jc Qs 2d"])
def test_omaha_of_more_cards_is_told_by_the_cards_where_the_room_does_not_name_it(cards: str) -> None:
    text = ARCHIVE.replace("Hold'em No Limit", "Omaha Pot Limit").replace("4c Qs", cards)
    hand = read_one(text)
    assert (hand.game, find_jam_fold_spot(hand).reason) == (f"omaha{len(cards.split())}", Reason.OTHER_GAME)
