"""PartyPoker by e-mail, and always since 2019: amounts in round brackets, balances at the end."""

from __future__ import annotations

import re

from jamfold.core.errors import HistoryError
from jamfold.histories.replay import HandReplay, read_cards
from jamfold.histories.site_text import currency_in, game_named
from jamfold.histories.sites.lines import Names, cards_in, dealt_to, no_seats, refuse_stranger, verbs
from jamfold.histories.sites.partypoker import POSTS, SITE, STREETS, check, post, read_clock

__all__ = ["SITE", "START", "read"]

START = r"\*\*{4} Hand History [Ff]or Game \w+ \*{5}\n[^\n]* Game Table \("

_HEAD = re.compile(r"\*{5} Hand History [Ff]or Game (\w+)")
_GAME = re.compile(r"(\S*\d)/(\S*\d) (?:Tourney )?(.*? Game Table \([^()]*\))")
_TOURNAMENT = re.compile(r"Tournament #(\d+)\)")
_CLOCK = re.compile(r"\w{3} (\w{3}) (\d\d?) (\d\d):(\d\d):(\d\d) (\w+) (\d{4})")
_BUTTON = re.compile(r"-- Seat (\d+) is the button")
_SEAT = re.compile(r"Seat (\d+): (.*) \(([^()]*)\)$")
_VERBS = verbs("folds checks calls bets raises posts is has did could opted balance Cashed")
_STRANGER = re.compile(r"(.+?) (?:folds|checks|(?:calls|bets|posts [a-z +]+) \(.*\)|raises \S*\d to \S*\d)$")
_CASHED_OUT = "Cashed out"
_BALANCE = re.compile(r"balance \S+, .*?(?:collected (\S*\d), [^\[]*)?(?:\[ ([^\]]*) \]|$)")


def read(lines: list[str], table: HandReplay) -> None:
    """One hand of PartyPoker since 2019."""
    match = _HEAD.match(lines[0])
    game = _GAME.match(lines[1]) if len(lines) > 1 else None
    if match is None or game is None:
        raise HistoryError("The hand's first lines break off.")
    table.hand_id = match[1]
    tournament = _TOURNAMENT.search(lines[1])
    table.tournament = tournament[1] if tournament else ""
    table.set_coin_decimals(tournament=tournament is not None)
    table.line = 1
    table.small_blind, table.big_blind = table.coins[game[1]], table.coins[game[2]]
    table.game, table.limit = game_named(game[3])
    if clock := _CLOCK.search(lines[1]):
        read_clock(table, clock)
    if len(lines) > 2 and (button := _BUTTON.search(lines[2])):
        table.button = int(button[1])
    table.fast = "fastforward" in "".join(lines[1:3]).replace(" ", "").lower()
    _read_body(lines, table)


def _read_body(lines: list[str], table: HandReplay) -> None:
    names: Names | None = None
    cashed_out: list[int] = []
    for index, line in enumerate(lines[3:], 3):
        table.line = index
        if names is None:
            if line.startswith("Seat "):
                _sit(table, line)
                continue
            if not table.numbers:
                continue
            names = Names(table, " ")
        if line.startswith("** "):
            table.closed = table.closed or line.startswith("** Summary")
            street = STREETS.get(line[:15].lower().replace("** d", "** D", 1), 0)
            if street:
                table.deal(street, cards_in(line))
            continue
        player, deed = names.split(line, _VERBS)
        if player >= 0 and table.closed:
            if deed.startswith(_CASHED_OUT):
                cashed_out.append(player)
            _balance(table, player, deed)
        elif player >= 0:
            _do(table, player, deed)
        elif line.startswith("Dealt to "):
            dealt_to(line, table)
        elif table.closed and line.startswith("Main Pot: "):
            rake = line.rpartition("Rake: ")[2]
            table.rake = None if rake == line else table.coins[rake]
        elif line:
            refuse_stranger(_STRANGER, line)
    table.line = 0
    if not table.numbers:
        raise no_seats(lines)
    if len(cashed_out) == 1:  # what nobody else has won is theirs
        rest = sum(table.paid) - (table.rake or 0) - sum(table.collected)
        table.collect(cashed_out[0], max(0, rest))


def _sit(table: HandReplay, line: str) -> None:
    match = _SEAT.match(line)
    if match is None:
        raise HistoryError("The line of a seat breaks off.")
    table.sit(int(match[1]), match[2], table.coins[match[3]])
    if not table.tournament:
        table.currency = table.currency or currency_in(match[3])


def _do(table: HandReplay, player: int, deed: str) -> None:
    verb, _, rest = deed.partition(" ")
    if verb == "folds":
        table.fold(player)
    elif verb == "checks":
        check(table, player)
    elif verb == "calls":
        table.call(player, table.coins[rest.strip("()")])
    elif verb == "bets":
        table.raise_by(player, table.coins[rest.strip("()")])
    elif verb == "raises":
        table.raise_to(player, table.coins[rest.rpartition(" to ")[2]])
    elif verb == "is" and rest.lower().startswith("all-in"):
        table.absorb_rounding(player)
    elif verb in {"did", "could"} and rest.startswith("not respond in time"):
        table.time_out(player)
    elif verb == "posts":
        kind, _, amount = rest.partition(" (")
        chips = table.coins[amount.rstrip(")")]
        if kind == "big blind + dead":
            table.post_both(player, chips)
        elif kind in POSTS:
            post(table, player, POSTS[kind], chips)
        else:
            raise HistoryError(f"'posts {rest[:60]}' is no ante or blind that is known.")


def _balance(table: HandReplay, player: int, deed: str) -> None:
    """What they hold at the end, what they have won, and their cards, where they are told.

    What a player who cashed out has collected is no share of the pot.
    """
    match = _BALANCE.match(deed[max(0, deed.find("balance ")) :])
    if match is None:
        return
    if match[1] and not deed.startswith(_CASHED_OUT):
        table.collect(player, table.coins[match[1]])
    if match[2]:
        table.show(player, read_cards(match[2]))
