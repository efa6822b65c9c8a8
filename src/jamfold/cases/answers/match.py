"""Matches: two players and a referee, one bot alone, and a person against one."""

from __future__ import annotations

import secrets
from dataclasses import replace

from jamfold.cases.answers.memory import ResultCache
from jamfold.cases.answers.spots import parse_held, solved_exactly
from jamfold.cases.answers.watch import Observer
from jamfold.cases.entries import CaseRequest
from jamfold.cases.match import (
    EQUILIBRIUM,
    RULE,
    USUAL_DEALS,
    BotRequest,
    MatchRequest,
    MatchSpotRequest,
    PlayHandRequest,
    PlayRequest,
)
from jamfold.core.arrays import FloatArray
from jamfold.practice.matches.player import BotPlayer, BotRun, play_at
from jamfold.practice.matches.referee import Side, play_match
from jamfold.practice.matches.results import Baseline, MatchResult, exact_value, make_result
from jamfold.practice.matches.session import Session
from jamfold.practice.point_rules.report import known_rule
from jamfold.spots.strategy import Seat

_sessions: ResultCache[CaseRequest, Session] = ResultCache(8)


def player_of(
    question: MatchSpotRequest, jam: str, call: str, watch: Observer, prefix: str = ""
) -> BotPlayer:
    """Return the player with these ranges or the rule's; the equilibrium fills in missing ones.

    Raises RangeError if a text is not a range of whole classes.
    """
    texts = {f"{prefix}jam": jam, f"{prefix}call": call}
    ranges = [
        _range(question, text, seat, watch, name)
        for seat, (name, text) in zip(Seat, texts.items(), strict=True)
    ]
    jams, calls = ranges
    if jams is None or calls is None:
        solution = solved_exactly(question.spot, watch).solution
        jams = solution.x if jams is None else jams
        calls = solution.y if calls is None else calls
    words = [f"{name} {text[:40]}" for name, text in (("jam", jam), ("call", call)) if text]
    return BotPlayer(", ".join(words) or EQUILIBRIUM, question.rules, jams, calls)


def _range(
    question: MatchSpotRequest, text: str, seat: Seat, watch: Observer, name: str
) -> FloatArray | None:
    """Return the weights of the classes; None if the text is empty."""
    if text.strip().lower() == RULE:
        rule = known_rule(question.rules)
        played = rule.played(rule.near(question.spot.situation.s), seat)
        return played.astype("float64")
    return parse_held(text, question.rules, watch, field=name).class_weights if text else None


def session_of(question: MatchSpotRequest, seed: int, watch: Observer) -> Session:
    """Return a session of a person and the bot. Raises RangeError if a text is not a range."""
    opponent = player_of(question, question.jam, question.call, watch)
    return Session(question.definition, opponent, Baseline(solved_exactly(question.spot, watch)), seed)


def match(question: MatchRequest, watch: Observer) -> MatchResult:
    """Return the exact value, or the result of a played match.

    Raises MatchError if a port cannot be used, or nobody connects; RangeError if a text is not a range.
    """
    first: Side = question.first_port or player_of(question, question.jam, question.call, watch)
    second: Side = question.port or player_of(
        question, question.opponent_jam, question.opponent_call, watch, "opponent_"
    )
    bots = [side if isinstance(side, BotPlayer) else None for side in (first, second)]
    if question.deals is None and isinstance(first, BotPlayer) and isinstance(second, BotPlayer):
        value = exact_value(question.definition, first, second)
        return MatchResult(question.definition, (first.name, second.name), exact=value)
    spot = solved_exactly(question.spot, watch)  # before the clock of a move runs
    match = play_match(
        question.definition,
        (first, second),
        question.deals or USUAL_DEALS,
        question.seed,
        watch.on_stage,
        watch.on_notice,
        seconds=question.seconds,
        wait=question.wait,
    )
    return make_result(match, Baseline(spot), (bots[0], bots[1]), watch.on_stage)


def bot(question: BotRequest, watch: Observer) -> BotRun:
    """Play until the dealer leaves; return what the bot has seen.

    Raises MatchError if nobody listens, or the dealer sends an invalid line.
    """
    player = player_of(question, question.jam, question.call, watch)
    watch.on_stage("playing", 0.0)
    return play_at(question.port, player, question.definition, question.seed)


def play(question: PlayRequest, watch: Observer) -> Session:
    """Begin a session. Raises RangeError if a text is not a range."""
    return session_of(question, secrets.randbelow(2**32) if question.seed is None else question.seed, watch)


def play_hand(question: PlayHandRequest, watch: Observer) -> Session:
    """Return the session after the actions so far.

    Raises MatchError if a letter does not fit its hand; RangeError if a text is not a range.
    """
    initial = replace(question, done="")
    return _sessions.get(initial, lambda: session_of(question, question.seed, watch)).after(question.done)
