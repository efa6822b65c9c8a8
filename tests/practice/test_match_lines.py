"""Lines and game definitions of matches: both ways, and whatever is no such line."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jamfold.betting.two_seats import Situation
from jamfold.cards import Card
from jamfold.cards.games import GAMES, HOLDEM, OMAHA, OMAHA_HILO, SIX_PLUS, Game
from jamfold.core.errors import JamfoldError, MatchError
from jamfold.practice.matches.game import Definition, parse_definition, read_definition
from jamfold.practice.matches.no_limit_hand import HandState
from jamfold.practice.matches.protocol import (
    CALL,
    FOLD,
    MatchState,
    ProtocolAction,
    format_reply,
    format_state,
    parse_action,
    parse_state,
)
from tests.match_players import TEN_BLINDS
from tests.mutations import mutated

actions = st.one_of(
    st.just(FOLD), st.just(CALL), st.integers(0, 10**12).map(lambda chips: ProtocolAction("r", chips))
)


@st.composite
def states(draw: st.DrawFn) -> MatchState:
    rounds = draw(st.lists(st.lists(actions, max_size=5).map(tuple), min_size=1, max_size=4))
    cards = [Card(card) for card in draw(st.permutations(range(52)))]
    first, second = draw(st.sampled_from([0, 2, 4])), draw(st.sampled_from([0, 2, 4]))
    streets = (cards[8:11], cards[11:12], cards[12:13])[: draw(st.integers(0, 3))]
    return MatchState(
        draw(st.integers(0, 1)),
        draw(st.integers(0, 10**9)),
        tuple(rounds),
        (tuple(cards[:first]), tuple(cards[4 : 4 + second])),
        tuple(map(tuple, streets)),
    )


@given(states(), actions)
def test_what_is_printed_is_read_as_it_was(state: MatchState, action: ProtocolAction) -> None:
    assert parse_state(format_state(state)) == state
    start, _, words = format_reply(state, action).rpartition(":")
    assert (parse_state(start), parse_action(words)) == (state, action)
    assert format_state(parse_state(format_state(state))) == format_state(state)


@pytest.mark.parametrize(
    "line",
    [
        "MATCHSTATE:0:0::TdAs|",
        "MATCHSTATE:1:0:r300:|JdTc",
        "MATCHSTATE:0:30:r300c/cr900c/:9s8h|/8c8d5c/6s",
        "MATCHSTATE:1:99:cr20000c///:9d7s|2sAd/5d2cJc/3d/5c",
        "MATCHSTATE:0:4::AsAhKsKh|",
    ],
)
def test_lines_of_the_protocol(line: str) -> None:
    assert format_state(parse_state(line)) == line


@pytest.mark.parametrize(
    "line",
    [
        "", "MATCHSTATE", "MATCHSTATE:2:0::AsKs|", "MATCHSTATE:0:-1::AsKs|", "MATCHSTATE:0:00::AsKs|",
        "MATCHSTATE:0:0:x:AsKs|", "MATCHSTATE:0:0:r:AsKs|", "MATCHSTATE:0:0:r01:AsKs|",
        "MATCHSTATE:0:0:////:AsKs|", "MATCHSTATE:0:0::AsKs", "MATCHSTATE:0:0::AsAs|", "MATCHSTATE:0:0::As|As",
        "MATCHSTATE:0:0::1sKs|", "MATCHSTATE:0:0::AsKs|/", "MATCHSTATE:0:0:/:AsKs|/2c3c",
        "MATCHSTATE:0:0::AsKsQsJsTs|", "MATCHSTATE:0:٣::AsKs|", "MATCHSTATE:0:0::AsKs|\n",
    ],
)  # fmt: skip
def test_what_is_no_line_is_told_in_one_sentence(line: str) -> None:
    with pytest.raises(MatchError) as caught:
        parse_state(line)
    assert str(caught.value).endswith(".")


def test_ten_thousand_mutated_lines_give_no_traceback() -> None:
    seeds = (
        b"MATCHSTATE:1:7::|AsKs",
        b"MATCHSTATE:0:31:r100:TdTc|",
        b"MATCHSTATE:0:30:r30c/cr90c/:9s8h|/8c8d5c/6s:c",
        b"MATCHSTATE:1:99:r100c///:9d7s|2sAd/5d2cJc/3d/5c:r100",
    )
    read = refused = 0
    for seed, line in enumerate(seeds):
        for data in mutated(line, 2500, seed):
            text = data.decode("latin-1")
            try:
                start, _, words = text.rpartition(":")
                if text.count(":") > 4:
                    parse_action(words)
                state = parse_state(start if text.count(":") > 4 else text)
                HandState.after(TEN_BLINDS, state.betting)
            except MatchError:
                refused += 1
            else:
                read += 1
    assert read + refused == 10_000
    assert read > 100
    assert refused > 5000


DEFINITIONS = [
    Definition(HOLDEM, (100, 100), (5, 10)),
    Definition(OMAHA, (2000, 900), (50, 100), (10, 10)),
    Definition(OMAHA_HILO, (77, 90), (2, 4), (0, 4)),
    Definition(SIX_PLUS, (30, 30), (1, 2), (1, 1)),
    Definition(GAMES["six-plus-trips"], (30, 30), (1, 2)),
]


@pytest.mark.parametrize("definition", DEFINITIONS)
def test_definitions_are_read_as_they_were(definition: Definition, tmp_path: Path) -> None:
    assert parse_definition(definition.text) == definition
    path = tmp_path / "x.game"
    path.write_text(f"# a comment\n{definition.text}", encoding="utf-8")
    assert read_definition(path) == definition


@pytest.mark.parametrize(("ranks", "hole", "game"), [(13, 2, HOLDEM), (13, 4, OMAHA), (9, 2, SIX_PLUS)])
def test_a_definition_without_our_own_entries(ranks: int, hole: int, game: Game) -> None:
    text = (
        "GAMEDEF\nnolimit\nnumPlayers = 2\nnumRounds = 4\nstack = 20000 20000\nblind = 100 50\n"
        f"firstPlayer = 2 1 1 1\nnumSuits = 4\nnumRanks = {ranks}\nnumHoleCards = {hole}\n"
        "numBoardCards = 0 3 1 1\nEND GAMEDEF\n"
    )
    assert parse_definition(text) == Definition(game, (20000, 20000), (50, 100))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("nolimit", "limit", "two-player no-limit"),
        ("numPlayers = 2", "numPlayers = 3", "two-player no-limit"),
        ("numRounds = 4", "numRounds = 2", "numrounds = 2, not 4"),
        ("blind = 10 5", "blind = 10", "two numbers of chips"),
        ("blind = 10 5", "blind = 5 10", "larger than the big blind"),
        ("blind = 10 5", "blind = 10 5\nblind = 10 5", "twice"),
        ("stack = 100 100", "stack = 100 9", "one player has no decision"),
        ("stack = 100 100", "stack = 100 99999999999", "up to 1,000,000,000"),
        ("numHoleCards = 2", "numHoleCards = 3", "no such game"),
        ("game = holdem", "game = stud", "Unknown game 'stud'"),
        ("game = holdem", "game = omaha", "no such game"),
        ("END GAMEDEF", "", "does not begin with"),
    ],
)
def test_bad_definitions(old: str, new: str, words: str) -> None:
    with pytest.raises(MatchError, match=words):
        parse_definition(TEN_BLINDS.text.replace(old, new))


def test_mutated_definitions_give_sentences() -> None:
    for data in mutated(TEN_BLINDS.text.encode(), 500, 3):
        with contextlib.suppress(MatchError):
            parse_definition(data.decode("latin-1"))


@pytest.mark.parametrize(
    ("situation", "words"),
    [
        (Situation((100.5, 100), (5, 10)), "whole chips, not 100.5"),
        (Situation((100, 100), (5, 10), dead=3), "dead money"),
        (Situation((10, 100), (5, 10)), "one player has no decision"),
        (Situation((100, 14), (5, 10), (5, 5)), "one player has no decision"),
    ],
)
def test_situations_that_make_no_match(situation: Situation, words: str) -> None:
    with pytest.raises(JamfoldError, match=words):
        Definition.of(HOLDEM, situation)
