"""Matches as PHH, the poker hand history format; `histories.sites.phh` reads them back.

With two players PHH lists the button second, and antes and blinds the other way round.
"""

from __future__ import annotations

from collections.abc import Iterator

from jamfold.cards import format_cards
from jamfold.errors import MatchError
from jamfold.games import HOLDEM, OMAHA, OMAHA_HILO, SIX_PLUS, Game
from jamfold.practice.match.definition import Definition
from jamfold.practice.match.lines import BIG, SMALL
from jamfold.practice.match.no_limit_hand import HandState
from jamfold.practice.match.referee import Match, PlayedHand

_VARIANTS = {HOLDEM: "NT", SIX_PLUS: "NS", OMAHA: "NO", OMAHA_HILO: "NO/8"}
_P = {BIG: "p1", SMALL: "p2"}


def check_logged(game: Game) -> None:
    """Whether PHH knows the game. Raises MatchError if it has no name for it."""
    if game not in _VARIANTS:
        raise MatchError(f"PHH has no variant for {game.title}, so its hands cannot be logged.", field="log")


def log_lines(match: Match) -> Iterator[str]:
    """All hands of a match, one after the other; without a date, so that equal matches have equal logs."""
    for hand in match.hands:
        yield "\n".join(_hand_lines(match, hand)) + "\n\n"


def _hand_lines(match: Match, hand: PlayedHand) -> list[str]:
    definition = match.definition
    names = [match.names[1 - hand.small], match.names[hand.small]]
    stacks = list(definition.stacks[::-1])
    standing = HandState.after(definition, hand.betting)
    net = hand.won[::-1]
    paid = [standing.spent[place] + standing.ante(place) for place in (BIG, SMALL)]
    uncalled = [max(0, standing.spent[place] - min(standing.spent)) for place in (BIG, SMALL)]
    won = [result + put - back for result, put, back in zip(net, paid, uncalled, strict=True)]
    return [
        f"[{hand.number + 1}]",
        f"variant = '{_VARIANTS[definition.game]}'",
        f"antes = {list(definition.antes)}",
        f"blinds_or_straddles = {list(definition.blinds)}",
        f"min_bet = {definition.blinds[1]}",
        f"starting_stacks = {stacks}",
        f"actions = {_actions(definition, hand)}",
        f"venue = 'jamfold, seed {match.seed}'",
        f"hand = {hand.number + 1}",
        f"players = {_texts(names)}",
        f"finishing_stacks = {_numbers([stack + result for stack, result in zip(stacks, net, strict=True)])}",
        f"winnings = {_numbers(won)}",
    ]


def _actions(definition: Definition, hand: PlayedHand) -> list[str]:
    deal = hand.deal
    words = [f"d dh {_P[place]} {format_cards(deal.hole(place))}" for place in (BIG, SMALL)]
    standing = HandState.start(definition)
    streets = iter(deal.streets(3))
    before = 0
    for number, actions in enumerate(hand.betting):
        if number:
            before = max(standing.spent)
            words.append(f"d db {format_cards(next(streets))}")
        for action in actions:
            player = _P[BIG if standing.turn is None else standing.turn]
            # PHH raises to what is in front on the street, a line to what is over the hand.
            verb = f"cbr {action.to - before}" if action.verb == "r" else {"f": "f", "c": "cc"}[action.verb]
            words.append(f"{player} {verb}")
            standing = standing.take(action)
    if standing.has_showdown:
        words += [f"{_P[place]} sm {format_cards(deal.hole(place))}" for place in (BIG, SMALL)]
    return words


def _texts(names: list[str]) -> str:
    return "[" + ", ".join(f"'{''.join(map(_plain, name))}'" for name in names) + "]"


def _plain(letter: str) -> str:
    return letter if letter.isprintable() and letter != "'" else "?"


def _numbers(chips: list[float]) -> str:
    return "[" + ", ".join(str(int(one)) if one == int(one) else repr(float(one)) for one in chips) + "]"
