"""Hands of today's rooms, by a generator: read as they were played, and as a second reader tells them."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest

from jamfold.histories.reading import Work, pieces_of_text, read_chunk, works_of
from jamfold.histories.records import Hand
from jamfold.histories.schema import HERO, row_of
from jamfold.histories.spot_finder import Choice, Reason, Status, find_jam_fold_spot
from tests.histories.obvious import told, told_of_events, told_of_game
from tests.histories.played import Played, play
from tests.histories.rooms import WRITERS
from tests.histories.samples import read_bytes, read_one, synthetic

SEEDS = range(150)

PLAYED = [
    pytest.param(site, cash, id=f"{site}-{'cash' if cash else 'tournament'}")
    for site in WRITERS
    for cash in (False, True)
    if cash or site not in {"KingsClub", "Unibet"}
]


def split(text: str) -> list[str]:
    """The hands of a text between two empty lines."""
    return [f"{part.strip()}\n" for part in text.split("\n\n\n") if part.strip()]


@pytest.mark.parametrize(("site", "cash"), PLAYED)
def test_hands_are_read_as_they_were_played(site: str, cash: bool) -> None:
    for seed in SEEDS:
        played = play(seed, cash)
        text = WRITERS[site](played)
        hand = read_one(text)
        limit = "" if site == "BetOnline" and not cash else "NL"  # which is not told
        assert (hand.site, hand.game, hand.limit, bool(hand.tournament)) == (site, "holdem", limit, not cash)
        whole = {kind for _, kind, _, last in played.posts if not last}
        both = {"small blind", "big blind"}
        stakes = {("Ignition", True): {"small blind"}, ("BetOnline", False): both, ("Merge", False): both}
        if stakes.get((site, cash), set()) <= whole:  # posts alone tell them
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


@pytest.mark.parametrize(("site", "cash"), PLAYED)
def test_a_second_reader_tells_the_same_of_the_blinds(site: str, cash: bool) -> None:
    spots = 0
    for seed in SEEDS:
        played = play(seed, cash)
        text = WRITERS[site](played)
        second = (told_of_events if site == "Merge" else told)(text)
        spot = find_jam_fold_spot(read_one(text))
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


@pytest.mark.parametrize("path", [path for path in synthetic() if path.suffix in {".txt", ".xml"}], ids=str)
def test_a_second_reader_tells_the_same_of_the_synthetic_histories(path: Path) -> None:
    pieces = pieces_of_text(BytesIO(path.read_bytes()))
    spots = 0
    for work in works_of(pieces, path.name):
        assert isinstance(work, Work)
        hand = read_chunk(work.chunk, path.name, work.opening)
        assert isinstance(hand, Hand)
        second = (told_of_game if path.suffix == ".xml" else told)(work.chunk.text)
        spot = find_jam_fold_spot(hand)
        if second is None or not spot.has_spot:  # tournaments of PartyPoker may print no blinds
            assert second is None or not second.folded or spot.reason is not Reason.NOT_FOLDED
            continue
        spots += 1
        assert second.folded
        assert (spot.sb_choice is Choice.FOLD) == (second.small == "fold")
        if spot.bb_choice is not Choice.NONE:
            assert (spot.bb_choice is Choice.FOLD) == (second.big == "fold")
    assert spots or path.name == "partypoker.txt"


@pytest.mark.parametrize(("site", "cash"), PLAYED)
def test_hands_that_break_off_behind_any_line_are_told_or_read(site: str, cash: bool) -> None:
    for seed in range(4):
        lines = WRITERS[site](play(seed, cash)).splitlines()
        for end in range(1, len(lines)):
            for work in works_of(pieces_of_text(BytesIO("\n".join(lines[:end]).encode())), "cut.txt", 1):
                one = read_chunk(*work[:1], "cut.txt", work.opening) if isinstance(work, Work) else work
                assert isinstance(one, Hand) or one.sentence.endswith("."), lines[:end]


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


def test_what_the_room_does_in_a_players_stead_is_no_decision() -> None:
    hands = [play(seed, ante=False) for seed in SEEDS]
    folded = next(hand for hand in hands if len(hand.names) == 2 and hand.said()[1] == "fold")
    text = WRITERS["Ignition"](folded)
    assert find_jam_fold_spot(read_one(text)).sb_choice is Choice.FOLD
    for words in ("Folds(timeout)", "Fold(Blind Disconnected)", "Folds (auth)", "Folds (disconnect)"):
        spot = find_jam_fold_spot(read_one(text.replace("Folds", words)))
        assert (spot.status, spot.reason) == (Status.NONE, Reason.TIMED_OUT)
    jammed = next(
        hand
        for hand in hands
        if len(hand.names) == 2 and hand.acts and hand.acts[0][5] and hand.said()[2] == "fold"
    )
    text = WRITERS["Ignition"](jammed)
    spot = find_jam_fold_spot(
        read_one(text.replace("Folds", "Folds(timeout)").replace("All-in(raise)", "All-in(raise-timeout)"))
    )
    assert (spot.sb_choice, spot.reason) == (Choice.NONE, Reason.TIMED_OUT)
    spot = find_jam_fold_spot(read_one(text.replace("Folds", "Folds(timeout)")))
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
            one for one in split(texts[name]) if find_jam_fold_spot(read_one(one)).sb_choice is Choice.FOLD
        )
        read = read_one(hand)
        small = read.seats[find_jam_fold_spot(read).small or 0].name
        fold = next(line for line in hand.splitlines() if line.startswith(small) and "folds" in line)
        spot = find_jam_fold_spot(read_one(hand.replace(fold, f"{notice.format(small)}\n{fold}")))
        assert (spot.status, spot.reason) == (Status.NONE, Reason.TIMED_OUT)


def test_whom_the_room_folds_at_a_table_of_three_has_decided_nothing() -> None:
    hands = [play(seed) for seed in SEEDS]
    played = next(
        hand for hand in hands if len(hand.names) == 3 and row_of(read_one(WRITERS["WPN"](hand))).turns
    )
    text = WRITERS["WPN"](played)
    name = played.names[played.acts[0][0]]
    hand = read_one(text)
    away = replace(hand, timed_out=(next(k for k, seat in enumerate(hand.seats) if seat.name == name),))
    assert name in {turn[1] for turn in row_of(hand).turns}
    assert name not in {turn[1] for turn in row_of(away).turns}


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
    for words in (" to ", "Hand Result"):
        line = next(line for line in text.splitlines() if words in line)
        assert read_one(text.replace(line, f"{line}\n{line}\n{line}")).digest == read_one(text).digest


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


def test_pkr_tells_shared_pots_with_another_word() -> None:
    played = next(hand for k in range(200) if (hand := play(k, cash=True)).shown and hand.pot % 2 == 0)
    text, half = WRITERS["PKR"](played), f"${played.pot / 200:.2f}"
    winner, other = (
        played.names[played.winner],
        next(played.names[k] for k in played.live if k != played.winner),
    )
    start = text.index(f"{winner} wins ")
    end = text.index("\n", start)
    for one, two in (
        (f"ties, and wins {half} with: A", f"ties {half} with low hand: A"),
        (f"wins {half} from side pot #2 with: A", f"ties side pot #1, and wins {half} with: A"),
    ):
        read = read_one(f"{text[:start]}{winner} {one}\n{other} {two}{text[end:]}")
        assert sorted(read.collected)[-2:] == [played.pot // 2] * 2
        assert read.warning == ""
