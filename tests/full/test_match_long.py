"""Matches at length: results beside exact values over many seeds, and 10,000 damaged answers."""

from __future__ import annotations

from statistics import fmean, stdev

import numpy as np

from jamfold.cards.games import HOLDEM, OMAHA
from jamfold.class_tables.margins import equity_order
from jamfold.practice.matches.game import Definition
from jamfold.practice.matches.no_limit_hand import HandState, draw_deal
from jamfold.practice.matches.player import BotPlayer, choose
from jamfold.practice.matches.protocol import BIG, SMALL, VERSION, Peer, ProtocolAction, format_reply
from jamfold.practice.matches.referee import Match, PlayedHand, Referee, play_match
from jamfold.practice.matches.results import Baseline, known_player, make_result
from jamfold.ranges import parse_range
from tests.loose import solve
from tests.match_players import TEN_BLINDS
from tests.mutations import mutated


def quiet(stage: str, share: float) -> None:
    """Nobody listens."""


def at_once(definition: Definition, sides: tuple[BotPlayer, BotPlayer], deals: int, seed: int) -> Match:
    """A match without connections."""
    hands = []
    for number in range(2 * deals):
        small, deal = number % 2, draw_deal(definition.game, seed, number // 2)
        at = {SMALL: sides[small], BIG: sides[1 - small]}
        standing = HandState.start(definition)
        while (turn := standing.turn) is not None:
            state = standing.view(turn, number, deal)
            standing = standing.take(choose(at[turn], standing, state, seed))
        won = standing.won(deal)
        hands.append(PlayedHand(number, small, deal, standing.betting, won, off_model=False))
    return Match(definition, ("first", "second"), seed, tuple(hands))


def test_less_luck_is_unbiased_and_its_intervals_hold() -> None:
    spot = solve("holdem")
    first = known_player("equilibrium", spot)
    calls = parse_range("25%", HOLDEM, order=lambda: equity_order(HOLDEM)).class_weights
    jams = np.full(169, 0.5)  # our own player's draws are luck as well
    for ours in (first, BotPlayer("half", HOLDEM, jams, jams)):
        second = BotPlayer("caller", HOLDEM, first.jam, np.asarray(calls))
        results = [
            make_result(at_once(TEN_BLINDS, (ours, second), 100, seed), Baseline(spot), (ours, second), quiet)
            for seed in range(60)
        ]
        exact = results[0].exact
        assert exact is not None
        found = [one.reduced for one in results if one.reduced is not None]
        error = stdev(one.mean for one in found) / len(found) ** 0.5
        assert abs(fmean(one.mean for one in found) - exact) < 3.5 * error
        assert sum(one.interval[0] <= exact <= one.interval[1] for one in found) >= 48
        raw = [one.raw for one in results if one.raw is not None]
        assert fmean(one.deviation for one in found) < fmean(one.deviation for one in raw) / 3


def test_four_hole_cards_over_connections() -> None:
    spot = solve("omaha", (150, 120), (5, 10), 1)
    definition = Definition.of(OMAHA, spot.situation)
    player = known_player("equilibrium", spot)
    match = play_match(definition, (player, player), 100, 1, quiet)
    result = make_result(match, Baseline(spot), (player, player), quiet)
    assert (len(match.hands), match.forfeit) == (200, None)
    assert result.exact is not None
    assert abs(result.exact) < 1e-12
    assert result.reduced is not None
    assert abs(result.reduced.mean) < 0.05


class Damaged(Peer):
    """A player who folds for a while and then sends what they are told."""

    def __init__(self, answer: str) -> None:
        self._answer, self._greeted = answer, False

    def send(self, line: str, seconds: float = 10.0) -> None:
        """Read nothing."""

    def receive(self, seconds: float | None) -> str | None:
        """The greeting, then the answer."""
        self._greeted, greeted = True, self._greeted
        return self._answer if greeted else VERSION


def test_ten_thousand_damaged_answers_lose_and_nothing_else_happens() -> None:
    deal = draw_deal(HOLDEM, 1, 0)
    state = HandState.start(TEN_BLINDS).view(SMALL, 0, deal)
    line = format_reply(state, ProtocolAction("r", 100)).encode()
    lost = 0
    for data in mutated(line, 10_000, 8):
        peers = Damaged(data.decode("latin-1")), Damaged("")
        match = Referee(TEN_BLINDS, peers, ("Ann", "Bob")).run(1, 1, quiet)
        assert match.forfeit is not None  # the second player's answer is none, if it comes to that
        lost += match.forfeit.player == 0
    assert lost > 9000
