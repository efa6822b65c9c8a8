"""Decisions at tables of card rooms, graded with what the room charges and pays (`betting.rooms`).

Fees of every hand dealt change no decision, so such a spot is one of chips.  With other fees, a jackpot,
rake or a prize for an all-in both blinds have an equilibrium of their own, at the decision's own stacks.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from jamfold.betting.rooms import RoomTable
from jamfold.betting.terms import CHIPS, PayoffTerms
from jamfold.cards.games import find_game
from jamfold.core.progress import Progress
from jamfold.histories.decision_columns import Turns
from jamfold.histories.decisions import MARKED, PlayerDecision, situation_in
from jamfold.histories.grading import TermsAnswer, holding_of
from jamfold.histories.solved_answers import Missing, Numbers, Solved, find_answers
from jamfold.histories.spot_solver import code_in, factored_answer
from jamfold.histories.store import HistoryStore
from jamfold.solver.exact import solve_exact
from jamfold.spots.payoffs import spot_payoffs
from jamfold.spots.solve import payoffs_for

MARKING = "GGPoker"
"""The house whose histories say which hands are all-in or fold."""
_NO_LEVEL = ("--stacks", "--seats")
"""Options whose sentences are of a table before it is played: a kept hand has its own stacks and seats."""


class RoomTerms(NamedTuple):
    """A room's table in histories."""

    name: str
    terms: PayoffTerms
    """A chip is a big blind."""
    words: str = ""
    """The options of commands that ask for it."""

    @property
    def assumed(self) -> tuple[str, ...]:
        """What is assumed, where a kept hand does not tell it."""
        told = () if self.terms.about is None else self.terms.about.assumed
        return tuple(one for one in told if not any(option in one for option in _NO_LEVEL))


@dataclass(frozen=True)
class Rooms:
    """By whose terms hands are judged."""

    find: Callable[[str, float, float], RoomTerms | None]
    """Of a game and its blinds in money; None where nothing is known of such a table."""
    named: bool = False
    """Whether a table was named: all hands are judged by it; else those that say they are all-in or fold."""

    def of(self, marked: bool, game: str, blinds: tuple[float, float], coin: int) -> RoomTerms | None:
        """The table of a hand, of blinds in coins."""
        return self.find(game, blinds[0] / coin, blinds[1] / coin) if self.named or marked else None

    def at(self, turn: PlayerDecision) -> RoomTerms | None:
        """The table of a turn."""
        return self.of(turn.marked, turn.spot.game, (turn.small_blind, turn.big_blind), turn.coin)

    def decide(self, turn: PlayerDecision) -> bool:
        """Whether a turn has another equilibrium than that of chips."""
        room = self.at(turn)
        return room is not None and not room.terms.deciding.plain


def hands_of(room: RoomTable, sites: Collection[str]) -> str:
    """The condition of SQL on hands that may be a room's: cash, its game and blinds where these are known.

    Where the house is one of the sites, its own hands alone; where they say so, those of all-in or fold.
    """
    parts = ["hand.tournament = ''"]
    assumed = any("--game" in one for one in room.assumed)
    if room.game is not None and not assumed:
        parts.append(f"hand.game = '{room.game}'")
    if room.blinds is not None and not assumed:
        pairs = zip(("small_blind", "big_blind"), room.blinds, strict=True)
        parts += [f"abs(hand.{name} - {blind!r} * hand.coin) < 0.000001 * hand.coin" for name, blind in pairs]
    if room.house == MARKING:
        parts.append(MARKED)
    elif room.house in sites:
        parts.append(f"hand.site = '{room.house}'")
    return f"({' AND '.join(parts)})"


@dataclass(frozen=True)
class RoomReport:
    """A player's hands at one room's table."""

    room: str
    """Empty where nothing is known of such a table: chips alone count there."""
    hands: int
    """Dealt to them."""
    terms: PayoffTerms | None
    """A chip is a big blind."""
    assumed: tuple[str, ...]

    @property
    def fees_bb(self) -> float | None:
        """Paid in these hands; None where not every hand is charged alike."""
        if self.terms is None or self.terms.fees.all_in or self.terms.fees.showdown:
            return None
        return self.hands * self.terms.fees.paid(all_in=False, showdown=False)


def rooms_played(
    store: HistoryStore, rooms: Rooms, own: str, hands: str, game: str = ""
) -> tuple[RoomReport, ...]:
    """The rooms' tables that were played at; `own` and `hands` are conditions of SQL on hands.

    Of one game, where it is not empty.
    """
    where = hands if rooms.named else MARKED
    query = f"""SELECT game, small_blind, big_blind, coin, count(*) FROM hand
        WHERE ({own}) AND {where} AND ? IN ('', game) AND status <> 'outside' GROUP BY 1, 2, 3, 4"""
    counts: dict[str, tuple[int, RoomTerms | None]] = {}
    for played, small, big, coin, count in store.base.execute(query, (game,)).fetchall():
        room = rooms.of(True, played, (small, big), coin)
        name = "" if room is None else room.name
        counts[name] = counts.get(name, (0, room))[0] + count, room
    return tuple(
        RoomReport(name, count, None if room is None else room.terms, () if room is None else room.assumed)
        for name, (count, room) in sorted(counts.items())
    )


class RoomKey(NamedTuple):
    """A spot: the game; both stacks, small blind, antes and dead money in big blinds, and the terms."""

    game: str
    chips: str

    @classmethod
    def of(cls, turn: PlayerDecision, terms: PayoffTerms) -> RoomKey:
        return cls(turn.spot.game, f"{turn.posted(turn.big_blind).text} {terms_text(terms)}")

    def solved(self, hands: Iterable[int], progress: Progress) -> dict[int, Numbers]:
        """How often the equilibrium with these terms plays hands (`code_in`), and their margins."""
        words, terms = terms_of(self.chips)
        game = find_game(self.game)
        played = spot_payoffs(situation_in(words), terms, split=game.split_low)
        solution = solve_exact(payoffs_for(game, played.stakes, terms, progress), played.stakes)
        return {hand: factored_answer(solution, hand, played.factors) for hand in hands}


def terms_text(terms: PayoffTerms) -> str:
    """What decisions hang on, as a text; empty where chips are all."""
    if terms is CHIPS:
        return ""
    deciding = terms.deciding
    return "" if deciding.plain else json.dumps(deciding.as_dict(), sort_keys=True)


def terms_of(text: str) -> tuple[str, PayoffTerms]:
    """The words before the terms, and the terms, of a text that ends with those of `terms_text`."""
    words, mark, rest = text.partition("{")
    return words, PayoffTerms.from_dict(json.loads(mark + rest)) if mark else PayoffTerms()


def find_room_answers(
    store: HistoryStore, turns: Turns, rooms: Rooms, progress: Progress
) -> dict[int, TermsAnswer]:
    """What is right by the terms of their tables, by the row of turns; none where chips alone say it.

    Raises HistoryError if the answers cannot be written; TableError if a class table cannot be built here.
    """
    values: dict[int, tuple[str, int, str]] = {}
    marked = turns.coded("marked")
    if not rooms.named and marked.number(True) < 0:
        return {}
    wanted: dict[str, set[int]] = {}
    for row, is_marked in enumerate(marked):
        if not (is_marked or rooms.named):
            continue
        turn = turns[row]
        room = rooms.at(turn)
        if room is not None and not room.terms.deciding.plain:
            key, hand = " ".join(RoomKey.of(turn, room.terms)), code_in(*holding_of(turn))
            values[row] = key, hand, room.words
            wanted.setdefault(key, set()).add(hand)

    def solve(missing: Missing) -> Solved:
        for k, key in enumerate(sorted(missing)):
            progress("rooms' tables", k / len(missing))
            yield key, RoomKey(*key.split(" ", 1)).solved(missing[key], progress)

    answers = find_answers(store, "room", wanted, 2, solve)
    found: dict[int, TermsAnswer] = {}
    for row, (key, hand, words) in values.items():
        played, margin = answers[key][hand]
        found[row] = TermsAnswer(played, margin, words)
    return found


NO_ROOMS = Rooms(lambda *_: None)
"""Chips alone, whatever the text says."""
