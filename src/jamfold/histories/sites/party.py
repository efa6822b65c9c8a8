"""PartyPoker by e-mail, and always since 2019: amounts in round brackets, balances at the end."""

from __future__ import annotations

import re
from dataclasses import replace

from jamfold.core.errors import HistoryError
from jamfold.histories.replay import HandReplay, read_cards
from jamfold.histories.site_text import currency_in, game_named
from jamfold.histories.sites.lines import LineFormat, betting, post_kind, time_out
from jamfold.histories.sites.partypoker import POSTS, SITE, check, deal_street, post, read_clock

__all__ = ["SITE", "START", "read"]

START = r"\*\*{4} Hand History [Ff]or Game \w+ \*{5}\n[^\n]* Game Table \("

_HEAD = re.compile(r"\*{5} Hand History [Ff]or Game (\w+)")
_GAME = re.compile(r"(\S*\d)/(\S*\d) (?:Tourney )?(.*? Game Table \([^()]*\))")
_TOURNAMENT = re.compile(r"Tournament #(\d+)\)")
_CLOCK = re.compile(r"\w{3} (\w{3}) (\d\d?) (\d\d):(\d\d):(\d\d) (\w+) (\d{4})")
_BUTTON = re.compile(r"-- Seat (\d+) is the button")
_SEAT = re.compile(r"Seat (\d+): (.*) \(([^()]*)\)$")
_STRANGER = re.compile(r"(.+?) (?:folds|checks|(?:calls|bets|posts [a-z +]+) \(.*\)|raises \S*\d to \S*\d)$")
_CASHED_OUT = "Cashed out"
_BALANCE = re.compile(r"balance \S+, .*?(?:collected (\S*\d), [^\[]*)?(?:\[ ([^\]]*) \]|$)")


def read(lines: list[str], table: HandReplay) -> None:
    match = _HEAD.match(lines[0])
    game = _GAME.match(lines[1]) if len(lines) > 1 else None
    if match is None or game is None:
        raise HistoryError("The hand's first lines are cut short.")
    table.hand_id = match[1]
    tournament = _TOURNAMENT.search(lines[1])
    table.set_tournament(tournament[1] if tournament else None)
    table.line = 1
    table.small_blind, table.big_blind = table.coins[game[1]], table.coins[game[2]]
    table.game, table.limit = game_named(game[3])
    if clock := _CLOCK.search(lines[1]):
        read_clock(table, clock)
    if len(lines) > 2 and (button := _BUTTON.search(lines[2])):
        table.button = int(button[1])
    table.fast = "fastforward" in "".join(lines[1:3]).replace(" ", "").lower()
    _LINES.read(lines, table, first=3)


def _sit(match: re.Match[str], table: HandReplay) -> None:
    table.sit(int(match[1]), match[2], table.coins[match[3]])
    if not table.tournament:
        table.currency = table.currency or currency_in(match[3])


def _amount(table: HandReplay, text: str) -> int:
    """``calls (50)``, ``raises 50 to 100``."""
    return table.coins[text.partition(" ")[2].rpartition(" to ")[2].strip("()")]


def _all_in(table: HandReplay, player: int, text: str) -> None:
    if text.lower().startswith("is all-in"):
        table.absorb_rounding(player)


def _post(table: HandReplay, player: int, text: str) -> None:
    kind, _, amount = text[6:].partition(" (")
    posted = table.coins[amount.rstrip(")")]
    if kind == "big blind + dead":
        table.post_both(player, posted)
    else:
        post(table, player, post_kind(POSTS, kind, f"posts {text[6:66]}"), posted)


def _balance(table: HandReplay, player: int, text: str) -> None:
    """Read a player's final balance, winnings, and cards if printed.

    Chips collected by cashing out are not a share of the pot.
    """
    match = _BALANCE.match(text[max(0, text.find("balance ")) :])
    if match is None:
        return
    if match[1] and not text.startswith(_CASHED_OUT):
        table.collect(player, table.coins[match[1]])
    if match[2]:
        table.show(player, read_cards(match[2]))


def _read_pot(line: str, table: HandReplay) -> bool:
    is_pot = line.startswith("Main Pot: ")
    if is_pot:
        rake = line.rpartition("Rake: ")[2]
        table.rake = None if rake == line else table.coins[rake]
    return is_pot


def _read_summary(lines: list[str], at: int, table: HandReplay) -> None:
    """What nobody else has won is that of a player who has cashed out, if they are the only one."""
    table.closed = True
    _SUMMARY.read(lines, table, at)
    gone = [line.partition(f" {_CASHED_OUT}")[0] for line in lines[at:] if f" {_CASHED_OUT}" in line]
    gone = [name for name in gone if name in table.names]
    if len(gone) == 1:
        rest = sum(table.paid) - (table.rake or 0) - sum(table.collected)
        table.collect(table.names[gone[0]], max(0, rest))


_LINES = LineFormat(
    _SEAT,
    betting(added=_amount, total=_amount)
    | {"checks": check, "posts": _post, "is": _all_in}
    | dict.fromkeys(("did", "could"), time_out("did not respond in time", "could not respond in time")),
    _STRANGER,
    idle="has opted balance Cashed",
    streets="** ",
    summary="** Summary",
    sit=_sit,
    deal_street=deal_street,
    summarise=_read_summary,
)
_SUMMARY = replace(
    _LINES,
    deeds={"balance": _balance, "Cashed": _balance},
    idle=" ".join(_LINES.verbs),
    summary="",
    say=_read_pot,
)
