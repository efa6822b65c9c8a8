"""Decisions at tables of card rooms, graded with the room's fees and prizes (`betting.rooms`).

A fee on every hand dealt changes no decision, so such a spot is one of chips.  With other fees, a jackpot,
rake or a prize for an all-in, the spot has an equilibrium of its own, at the decision's own stacks.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from jamfold.betting.ends import ExtraTerms, terms_contract
from jamfold.betting.rooms import RoomTable
from jamfold.betting.terms import CHIPS, PayoffTerms
from jamfold.cards.games import find_game
from jamfold.core.display import json_fields
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
"""The house whose histories mark hands as all-in or fold."""
_NO_LEVEL = ("--stacks", "--seats")
"""Options that a stored hand decides: it has its own stacks and seats."""


class RoomTerms(NamedTuple):
    """A room's table in histories."""

    name: str
    terms: PayoffTerms
    """A chip is a big blind."""
    words: str = ""
    """Command options that select the table."""

    @property
    def assumed(self) -> tuple[str, ...]:
        """Assumptions about anything a stored hand does not contain."""
        assumed = () if self.terms.about is None else self.terms.about.assumed
        return tuple(sentence for sentence in assumed if not any(option in sentence for option in _NO_LEVEL))


@dataclass(frozen=True)
class Rooms:
    """Card rooms whose terms grade hands."""

    find: Callable[[str, float, float], RoomTerms | None]
    """Return the table of a game and its blinds in money; None if unknown."""
    named: bool = False
    """Whether the user named a table: it grades all hands; else only hands marked as all-in or fold."""

    def of(self, marked: bool, game: str, blinds: tuple[float, float], coin: int) -> RoomTerms | None:
        """Return the table of a hand, with blinds in coins."""
        return self.find(game, blinds[0] / coin, blinds[1] / coin) if self.named or marked else None

    def at(self, turn: PlayerDecision) -> RoomTerms | None:
        """Return the table of a decision."""
        return self.of(turn.marked, turn.spot.game, (turn.small_blind, turn.big_blind), turn.coin)

    def decide(self, turn: PlayerDecision) -> bool:
        """Return whether the equilibrium differs from that of chips."""
        room = self.at(turn)
        return room is not None and not room.terms.deciding.plain


def hands_of(room: RoomTable, sites: Collection[str]) -> str:
    """Return the SQL condition on hands that may be a room's: cash games with its game and blinds, if known.

    If the house is one of the sites, only its own hands; if it marks them, only all-in or fold.
    """
    parts = ["hand.tournament = ''"]
    assumed = any("--game" in sentence for sentence in room.assumed)
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


@json_fields("room hands terms=extra_terms fees_bb assumed", schema="RoomHandsContract")
@dataclass(frozen=True)
class RoomReport:
    """A player's hands at a room's table."""

    room: str
    """Empty if nothing is known about the table; then only chips count."""
    hands: int
    """Hands dealt to the player."""
    terms: PayoffTerms | None
    """A chip is a big blind."""
    assumed: tuple[str, ...]
    """Assumptions, and unknown amounts that count as zero."""

    @property
    def extra_terms(self) -> ExtraTerms | None:
        """The room's fees and payments, in big blinds."""
        return None if self.terms is None else terms_contract(self.terms, 1.0)

    @property
    def fees_bb(self) -> float | None:
        """Fees paid in these hands; None if hands are not all charged alike."""
        if self.terms is None or self.terms.fees.all_in or self.terms.fees.showdown:
            return None
        return self.hands * self.terms.fees.paid(all_in=False, showdown=False)


def rooms_played(
    store: HistoryStore, rooms: Rooms, own: str, hands: str, game: str = ""
) -> tuple[RoomReport, ...]:
    """Return reports on the rooms' tables played at; `own` and `hands` are SQL conditions on hands.

    An empty `game` means all games.
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
        """Return frequencies and margins of hands (`code_in`) in the equilibrium with these terms."""
        words, terms = terms_of(self.chips)
        game = find_game(self.game)
        played = spot_payoffs(situation_in(words), terms, split=game.split_low)
        solution = solve_exact(payoffs_for(game, played.stakes, terms, progress), played.stakes)
        return {hand: factored_answer(solution, hand, played.factors) for hand in hands}


def terms_text(terms: PayoffTerms) -> str:
    """Format the terms that affect decisions; empty if chips alone count."""
    if terms is CHIPS:
        return ""
    deciding = terms.deciding
    return "" if deciding.plain else json.dumps(deciding.as_dict(), sort_keys=True)


def terms_of(text: str) -> tuple[str, PayoffTerms]:
    """Split a text that ends with `terms_text` into the words before, and the parsed terms."""
    words, mark, rest = text.partition("{")
    return words, PayoffTerms.from_dict(json.loads(mark + rest)) if mark else PayoffTerms()


def find_room_answers(
    store: HistoryStore, turns: Turns, rooms: Rooms, progress: Progress
) -> dict[int, TermsAnswer]:
    """Return answers under the terms of the tables, by row of `turns`; no entry if chips alone count.

    Raises HistoryError if the answers cannot be written; TableError if a class table cannot be built here.
    """
    values: dict[int, tuple[str, int, str]] = {}
    marked = turns.coded("marked")
    if not rooms.named and marked.number(True) < 0:
        return {}
    hands: dict[str, set[int]] = {}
    for row, is_marked in enumerate(marked):
        if not (is_marked or rooms.named):
            continue
        turn = turns[row]
        room = rooms.at(turn)
        if room is not None and not room.terms.deciding.plain:
            key, hand = " ".join(RoomKey.of(turn, room.terms)), code_in(*holding_of(turn))
            values[row] = key, hand, room.words
            hands.setdefault(key, set()).add(hand)

    def solve(missing: Missing) -> Solved:
        for k, key in enumerate(sorted(missing)):
            progress("rooms' tables", k / len(missing))
            yield key, RoomKey(*key.split(" ", 1)).solved(missing[key], progress)

    answers = find_answers(store, "room", hands, 2, solve)
    answers_by_row: dict[int, TermsAnswer] = {}
    for row, (key, hand, words) in values.items():
        played, margin = answers[key][hand]
        answers_by_row[row] = TermsAnswer(played, margin, words)
    return answers_by_row


def _find_nothing(game: str, small: float, big: float) -> None:
    """Know no table. Unlike a lambda, this can be pickled with a report."""


NO_ROOMS = Rooms(_find_nothing)
"""No room: chips alone count."""
