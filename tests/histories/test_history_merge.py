"""What is peculiar to Merge's XML."""

from __future__ import annotations

import pytest

from jamfold.histories.records import Hand, Problem
from jamfold.histories.spot_finder import Choice, Reason, find_jam_fold_spot
from tests.histories.played import play
from tests.histories.rooms import WRITERS
from tests.histories.samples import read_bytes, read_one

HAND = """<description type="Holdem" stakes="No Limit ($1/$2)"/>
<game id="771-2" starttime="20100907170630" realmoney="true" data="20100907:Ulm (771):771:771-2:false">
\t<players dealer="3">
\t\t<player seat="0" nickname="Ann" balance="$19.00" dealtin="true" />
\t\t<player seat="3" nickname="Bob" balance="$21.00" dealtin="true" />
\t</players>
\t<round id="BLINDS" sequence="1">
\t\t<event sequence="1" type="SMALL_BLIND" timestamp="1283897191968" player="3" amount="1.00"/>
\t\t<event sequence="2" type="BIG_BLIND" timestamp="1283897193136" player="0" amount="2.00"/>
\t</round>
\t<round id="PREFLOP" sequence="2">
\t\t<event sequence="3" type="RAISE" timestamp="1283897199731" player="3" amount="18.00"/>
\t\t<event sequence="4" type="CHAT" timestamp="1283897199731" player="3" text="hi &lt;you&gt;"/>
\t\t<event sequence="5" type="FOLD" timestamp="1283897206533" player="0"/>
\t\t<cards type="HOLE" cards="Jh,6c" player="3" hand="Jack High"/>
\t</round>
\t<round id="END_OF_GAME" sequence="3">
\t\t<winner amount="21.00" uncalled="false" potnumber="1" player="3" pottype="n"/>
\t</round>
</game>
"""


def test_until_2010_a_raise_tells_the_chips_added() -> None:
    old, new = read_one(HAND), read_one(HAND.replace('"20100907170630"', '"20110907170630"'))
    assert [hand.actions[0].total for hand in (old, new)] == [1900, 1800]
    assert find_jam_fold_spot(old).sb_choice is Choice.JAM
    assert (old.currency, old.day, old.played_at, old.button) == ("USD", "2010-09-07", 1283897191, 4)
    assert old.seats[old.hero or 0].name == "Bob"


def test_one_description_may_stand_before_many_hands() -> None:
    head, _, game = HAND.partition("\n")
    text = "\n".join([head, *(game.replace("771-2", f"771-{number}") for number in range(3))])
    hands = list(read_bytes(text.encode()))
    assert [hand.hand_id for hand in hands if isinstance(hand, Hand)] == ["771-0", "771-1", "771-2"]


def test_tournaments_of_the_first_form_tell_what_is_left_behind_the_posts() -> None:
    for number in (2, 3):
        played = next(hand for hand in map(play, range(100)) if hand.number % 2 == number % 2)
        hand = read_one(WRITERS["Merge"](played))
        assert [seat.stack for seat in hand.seats] == played.stacks


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('type="FOLD" timestamp="1283897206533" player="0"', 'type="FOLD" player="7"', Reason.CHIPS_UNTOLD),
        ('balance="$19.00"', 'balance="$0.00"', Reason.CHIPS_UNTOLD),
        ("Holdem", "HORSE", Reason.OTHER_GAME),
        ("Holdem", "2-7 Lowball", Reason.OTHER_GAME),
        ("No Limit ($1/$2)", "Limit $1/$2", Reason.FIXED_LIMIT),
    ],
)
def test_what_is_outside_is_named(old: str, new: str, reason: Reason) -> None:
    assert find_jam_fold_spot(read_one(HAND.replace(old, new))).reason is reason


def test_blinds_alone_are_named() -> None:
    text = HAND.partition('\t<round id="PREFLOP"')[0] + "</game>\n"
    assert find_jam_fold_spot(read_one(text)).reason is Reason.BLINDS_ALONE


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (HAND[: HAND.index("</game>")], "is cut short"),
        (HAND.replace("</players>", ""), "damaged"),
        (HAND.partition("\n")[2], "no description"),
        (HAND.replace("\t<players", '<!ENTITY a "b">\t<players'), "refused"),
        (HAND.replace('"CHAT"', '"DANCE"'), "is not a number of chips"),
        (HAND.replace('seat="3"', 'seat="x"'), "no seat number"),
        (HAND.replace('"SMALL_BLIND"', '"BIG_ANTE"'), "not a known ante or blind"),
    ],
)
def test_what_is_damaged_is_a_sentence(text: str, sentence: str) -> None:
    (problem,) = read_bytes(text.encode())
    assert isinstance(problem, Problem)
    assert sentence in problem.sentence


def test_the_blinds_posted_are_the_level_whatever_the_description_says() -> None:
    hand = read_one(HAND.replace("($1/$2)", "($10/$20)"))
    assert (hand.small_blind, hand.big_blind) == (100, 200)


def test_what_is_told_of_a_player_without_a_chip_behind_is_nothing() -> None:
    nothing = (
        '\t\t<event sequence="6" type="RABBIT" timestamp="1" player="3" text="Jh,Js"/>\n'
        '\t\t<event sequence="7" type="CHECK" timestamp="1" player="3"/>\n'
        '\t\t<event sequence="8" type="ALL_IN" timestamp="1" player="3"/>\n'
    )
    jam = HAND.replace('amount="18.00"', 'amount="20.00"')
    hand = read_one(jam.replace('\t\t<cards type="HOLE"', f'{nothing}\t\t<cards type="HOLE"'))
    assert hand.actions == read_one(jam).actions
