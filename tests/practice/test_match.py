"""Matches: bots, the referee and those they must survive, results beside exact values."""

from __future__ import annotations

import random
import socket

import numpy as np
import pytest

from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import HOLDEM
from jamfold.class_tables.margins import equity_order
from jamfold.core.errors import MatchError
from jamfold.practice.matches.game import Definition
from jamfold.practice.matches.no_limit_hand import HandState, draw_deal
from jamfold.practice.matches.player import BotPlayer, choose, play_at, run_bot
from jamfold.practice.matches.protocol import (
    BIG,
    CALL,
    FOLD,
    SMALL,
    VERSION,
    Peer,
    PeerError,
    ProtocolAction,
    connect,
    format_state,
    listen,
    parse_state,
)
from jamfold.practice.matches.referee import Match, log_lines, play_match
from jamfold.practice.matches.results import Baseline, exact_value, make_result
from jamfold.practice.matches.session import Session
from jamfold.ranges import parse_range
from jamfold.spots.analysis import evaluate
from tests.loose import solve
from tests.match_players import (
    TEN_BLINDS,
    Answer,
    after,
    drips,
    folds,
    leaves,
    limps,
    pair,
    played,
    raises_small,
    random_action,
    says,
    serve,
    sleeps,
    solved_player,
)
from tests.mutations import mutated


def quiet(stage: str, share: float) -> None:
    """Nobody listens."""


@pytest.fixture(scope="module")
def equilibrium() -> BotPlayer:
    return solved_player()


@pytest.fixture(scope="module")
def caller(equilibrium: BotPlayer) -> BotPlayer:
    """Calls a quarter of all hands."""
    held = parse_range("25%", HOLDEM, order=lambda: equity_order(HOLDEM))
    return BotPlayer("caller", HOLDEM, equilibrium.jam, np.asarray(held.class_weights))


@pytest.fixture(scope="module")
def baseline() -> Baseline:
    return Baseline(solve("holdem", (100, 100), (5, 10)))


def bots(first: BotPlayer, second: BotPlayer, deals: int, seed: int = 1) -> Match:
    match = play_match(TEN_BLINDS, (first, second), deals, seed, quiet)
    assert match.forfeit is None
    assert len(match.hands) == 2 * deals
    return match


def test_the_equilibrium_against_itself_wins_nothing(equilibrium: BotPlayer, baseline: Baseline) -> None:
    result = make_result(bots(equilibrium, equilibrium, 250), baseline, (equilibrium, equilibrium), quiet)
    assert result.exact == pytest.approx(0.0, abs=1e-12)
    for estimate in (result.raw, result.duplicate, result.reduced):
        assert estimate is not None
        low, high = estimate.interval
        assert low <= 0.0 <= high
    assert result.raw is not None
    assert result.reduced is not None
    assert result.reduced.deviation < result.raw.deviation / 20


def test_less_luck_agrees_with_the_exact_value(
    equilibrium: BotPlayer, caller: BotPlayer, baseline: Baseline
) -> None:
    match = bots(equilibrium, caller, 400, seed=3)
    result = make_result(match, baseline, (equilibrium, caller), quiet)
    small = evaluate("holdem", equilibrium.jam, caller.call, TEN_BLINDS.situation).value_bb
    big = -evaluate("holdem", caller.jam, equilibrium.call, TEN_BLINDS.situation).value_bb
    assert result.exact == pytest.approx((small + big) / 2, abs=1e-12)
    assert result.exact == pytest.approx(0.0216366, abs=1e-7)
    assert result.reduced is not None
    assert result.exact is not None
    low, high = result.reduced.interval
    assert low <= result.exact <= high
    assert high - low < 0.12
    unknown = make_result(match, baseline, (None, None), quiet)  # without anybody's ranges as well
    assert unknown.exact is None
    assert unknown.reduced is not None
    assert unknown.reduced.interval[0] <= result.exact <= unknown.reduced.interval[1]


def test_the_same_seed_gives_the_same_match(equilibrium: BotPlayer, caller: BotPlayer) -> None:
    one, same, other = (bots(equilibrium, caller, 20, seed) for seed in (5, 5, 6))
    assert one == same
    assert list(log_lines(one)) == list(log_lines(same)) != list(log_lines(other))
    for first, second in one.pairs:
        assert first.deal == second.deal
        assert (first.small, second.small) == (0, 1)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (says(b"f\r\n"), "has sent a wrong line ('f' does not"),
        (says(b"MATCHSTATE:0:0::|AsKs:f\r\n"), "has sent a wrong line"),
        (says(b"\r\n"), "has sent a wrong line"),
        (says(b"\xff\xfe\r\n"), "not plain text"),
        (says(b"MATCHSTATE" * 100_000), "more than 1,024 bytes without a line end"),
        (says(b"x" * 1030 + b"\n"), "line of more than 1,024 bytes"),
        (leaves, "has closed the connection"),
        (drips, "has not answered within 1 s"),
        (sleeps, "has not answered within 1 s"),
    ],
)
@pytest.mark.parametrize("place", [0, 1])
def test_who_does_wrong_loses_and_the_referee_goes_on(answer: Answer, words: str, place: int) -> None:
    good, bad = serve(TEN_BLINDS, folds), serve(TEN_BLINDS, after(9, answer))
    seconds = 1.0 if answer in (drips, sleeps) else 10.0
    match = played(*((bad, good) if place == 0 else (good, bad)), 50, seconds=seconds)
    assert match.forfeit is not None
    assert (match.forfeit.player, match.forfeit.name) == (place, ("Ann", "Bob")[place])
    assert match.forfeit.hand == len(match.hands)
    assert 8 <= len(match.hands) < 30
    assert words.partition(" (")[0] in match.forfeit.sentence
    assert "\n" not in match.forfeit.sentence
    assert all(sum(hand.won) == 0 for hand in match.hands)


def test_actions_that_are_not_allowed_lose() -> None:
    def answer(peer: Peer, line: str, count: int) -> None:
        peer.send(f"{line}:r101")

    match = played(serve(TEN_BLINDS, answer), serve(TEN_BLINDS, folds), 2)
    assert match.forfeit is not None
    assert match.forfeit.reason == "has sent a wrong line ('r101' is not a raise to 20 to 100 chips)"


@pytest.mark.parametrize("hello", ["VERSION:1.0.0", "", "HELLO"])
def test_another_version_loses_before_the_first_hand(hello: str) -> None:
    match = played(serve(TEN_BLINDS, folds), serve(TEN_BLINDS, folds, hello), 2)
    assert match.forfeit is not None
    assert (match.forfeit.player, match.forfeit.hand, match.hands) == (1, None, ())
    assert "before the first hand" in match.forfeit.sentence


def test_who_never_reads_loses() -> None:
    mine, theirs = pair()
    mine.send(VERSION)
    match = played(theirs, serve(TEN_BLINDS, folds), 2, seconds=1.0)
    mine.close()
    assert match.forfeit is not None
    assert match.forfeit.reason == "has not answered within 1 s"


def bot_peer(player: BotPlayer) -> Peer:
    """The referee's end of a connection to a bot."""
    from threading import Thread

    mine, theirs = pair()
    Thread(target=lambda: run_bot(player, TEN_BLINDS, mine), daemon=True).start()
    return theirs


@pytest.mark.parametrize("answer", [limps, raises_small])
def test_limps_and_small_raises_are_counted_apart(
    answer: Answer, equilibrium: BotPlayer, baseline: Baseline
) -> None:
    match = played(bot_peer(equilibrium), serve(TEN_BLINDS, answer), 60)
    assert match.forfeit is None
    assert match.off_model == (0, 60)
    big = match.definition.situation.big_blind
    assert match.off_model_bb * big == sum(hand.won_by_first for hand in match.hands[1::2])
    left = [hand for hand in match.hands if hand.off_model]
    jams = [hand for hand in left if hand.betting[0][1].verb == "r"]
    for hand in left:
        calls = equilibrium.chance(BIG, hand.deal.big)
        if 0 < calls < 1:
            continue
        assert (hand in jams) == (calls == 1)
        if hand in jams:
            assert hand.betting[0][1].to == 100
        elif answer is limps:
            assert hand.betting[0][1] == CALL
        else:
            assert hand.betting == ((ProtocolAction("r", 20), FOLD),)
    assert 10 < len(jams) < 40
    result = make_result(match, baseline, (equilibrium, None), quiet)
    assert result.reduced is not None


def test_what_is_taken_off_is_nothing_on_average_off_the_model(baseline: Baseline) -> None:
    """The deal's correction sums to 0 over all deals, so over many the means agree."""
    rng = random.Random(4)

    def answer(peer: Peer, line: str, count: int) -> None:
        standing = HandState.after(TEN_BLINDS, parse_state(line).betting)
        action = random_action(standing, rng)
        peer.send(f"{line}:{action.verb}{action.to or ''}")

    match = played(serve(TEN_BLINDS, answer), serve(TEN_BLINDS, folds), 300)
    result = make_result(match, baseline, (None, None), quiet)
    assert result.duplicate is not None
    assert result.reduced is not None
    assert abs(result.duplicate.mean - result.reduced.mean) < 0.5


def test_bots_keep_to_their_ranges(caller: BotPlayer) -> None:
    rng = random.Random(2)
    for number in range(100):
        dealt = draw_deal(HOLDEM, 9, number)
        start = HandState.start(TEN_BLINDS)
        jammed = start.take(ProtocolAction("r", 100))
        small = choose(caller, start, start.view(SMALL, number, dealt), rng.randrange(9))
        big = choose(caller, jammed, jammed.view(BIG, number, dealt), rng.randrange(9))
        jam, call = caller.chance(SMALL, dealt.small), caller.chance(BIG, dealt.big)
        assert small in (
            [FOLD]
            if jam == 0
            else [ProtocolAction("r", 100)]
            if jam == 1
            else [FOLD, ProtocolAction("r", 100)]
        )
        assert big == (CALL if call else FOLD)


def test_a_player_has_a_chance_for_each_class(equilibrium: BotPlayer) -> None:
    for jam in (equilibrium.jam[:-1], equilibrium.jam + 0.5):
        with pytest.raises(MatchError, match="one frequency from 0 to 1"):
            BotPlayer("x", HOLDEM, jam, equilibrium.call)


def test_a_bot_tells_what_a_dealer_does_wrong(equilibrium: BotPlayer) -> None:
    line = format_state(HandState.start(TEN_BLINDS).view(SMALL, 0, draw_deal(HOLDEM, 1, 0))).encode()
    texts = [
        b"MATCHSTATE:1:0::|AsKsQsJs\n",
        b"MATCHSTATE:1:0:fff:|AsKs\n",
        b"MATCHSTATE:1:0::AsKs|\n",
        b"x\n",
    ]
    texts += [data + b"\n" for data in mutated(line, 150, 6)]
    refused = 0
    for text in texts:
        mine, theirs = pair()
        theirs._connection.sendall(b"# a comment\r\n" + text)
        theirs._connection.shutdown(socket.SHUT_WR)
        try:
            run_bot(equilibrium, TEN_BLINDS, mine)
        except MatchError:
            refused += 1
        mine.close()
        theirs.close()
    assert refused > 100


def test_a_megabyte_from_the_dealer_is_one_sentence(equilibrium: BotPlayer) -> None:
    from threading import Thread

    with listen(0) as server:

        def flood() -> None:
            connection, _ = server.accept()
            with connection:
                try:
                    connection.sendall(b"x" * 1_000_000)
                except OSError:
                    return

        Thread(target=flood, daemon=True).start()
        with pytest.raises(
            MatchError, match=r"^The dealer has sent more than 1,024 bytes without a line end\.$"
        ):
            play_at(server.getsockname()[1], equilibrium, TEN_BLINDS)


def test_ports(equilibrium: BotPlayer) -> None:
    with listen(0) as server:
        port = server.getsockname()[1]
        with pytest.raises(MatchError, match=f"Port {port} cannot be used"):
            listen(port)
        with pytest.raises(MatchError, match=f"No player has connected to port {port + 1}|cannot be used"):
            play_match(TEN_BLINDS, (equilibrium, port + 1), 1, 1, quiet, wait=0.1)
    with pytest.raises(MatchError, match=f"No dealer listens at port {port}"):
        connect(port)


def test_lines_end_with_either_end() -> None:
    mine, theirs = pair()
    mine._connection.sendall(b"one\r\ntwo\nthr")
    assert (theirs.receive(1), theirs.receive(1)) == ("one", "two")
    with pytest.raises(PeerError, match=r"not answered within 0\.1 s"):
        theirs.receive(0.1)
    mine.close()
    with pytest.raises(PeerError, match="within a line"):
        theirs.receive(1)
    theirs.close()


def test_a_person_plays_both_seats(equilibrium: BotPlayer, baseline: Baseline) -> None:
    session = Session(TEN_BLINDS, equilibrium, baseline, 1)
    while len(session.outcomes) < 60:
        turn = session.turn()
        assert turn == session.turn()
        plays = turn.decides and equilibrium.chance(turn.position, turn.cards) > 0.5
        outcome = session.act(plays=plays)
        assert outcome.cost_bb < 1e-9
        assert (outcome.chance is None) == (not turn.decides)
        assert sum(outcome.hand.won) == 0
    seats = [outcome.hand.small for outcome in session.outcomes]
    assert seats == [0, 1] * 30
    assert any(outcome.hand.called for outcome in session.outcomes)
    wrong = Session(TEN_BLINDS, equilibrium, baseline, 1)
    assert wrong.turn().cards == draw_deal(HOLDEM, 1, 0).small
    assert wrong.act(plays=True).cost_bb == pytest.approx(
        -float(baseline.spot.solution.margin_jam[hand_classes(HOLDEM).index("8h4d")]), abs=1e-9
    )


def test_exact_values_with_antes(equilibrium: BotPlayer, caller: BotPlayer) -> None:
    definition = Definition(HOLDEM, (120, 100), (5, 10), (1, 11))
    situation = definition.situation
    small = evaluate("holdem", equilibrium.jam, caller.call, situation).value_chips[0]
    big = evaluate("holdem", caller.jam, equilibrium.call, situation).value_chips[1]
    assert exact_value(definition, equilibrium, caller) == pytest.approx((small + big) / 20)


def test_a_session_goes_on_from_what_was_done(baseline: Baseline, equilibrium: BotPlayer) -> None:
    whole = Session(TEN_BLINDS, equilibrium, baseline, 3)
    for _ in range(30):
        whole.act(plays=whole.turn().cards[0] > whole.turn().cards[1])
    assert len(whole.done) == 30
    assert set(whole.done) == {"p", "f", "-"}
    again = Session(TEN_BLINDS, equilibrium, baseline, 3)
    for length in (4, 17, 30, 9):  # the last one goes back
        assert again.after(whole.done[:length]).outcomes == whole.outcomes[:length]
    decides = again.turn().decides
    for letter in "-" if decides else "pf":
        with pytest.raises(MatchError, match="Hand 10 takes"):
            again.after(again.done + letter)
