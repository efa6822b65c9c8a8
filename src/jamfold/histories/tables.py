"""Decisions at tables of three to ten, judged as those of `spots.table`: an equilibrium at their own stacks.

They are told apart from the rating: a game of three seats may have several equilibria, of which one is
found, and its spots take seconds, so that no more than some are solved for one report; solved ones are kept.
Those of four to ten are sampled, and what is nearer to none than the profile's own gain and the error of its
margin is too close to call.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from jamfold.games import find_game
from jamfold.hand.hand import MOST_COUNTED, Hand, Node
from jamfold.hand.posts import ANTES, Level
from jamfold.hand.terms import Terms
from jamfold.hand.two_seats import reduced
from jamfold.histories.answers import Progress
from jamfold.histories.judged_turns import DEEPER, NEVER_ASKED, UNKNOWN, JudgedTurn, holding_in, loss_of
from jamfold.histories.masks import Mask
from jamfold.histories.room_terms import NO_ROOMS, Rooms, RoomTerms
from jamfold.histories.statistics import Cell, cells_by, make_cell
from jamfold.histories.store import HistoryStore
from jamfold.histories.table_answers import TableAnswer, TableKey, keep_answers, kept_answers
from jamfold.histories.turns import MARKED, Known, condition
from jamfold.histories.within import NOT_SAMPLED, Within
from jamfold.shown import Shown
from jamfold.spots.table.exact import solve_table
from jamfold.spots.table.sampled import sample_table
from jamfold.tables.threeway_table import threeway_item

MOST_SPOTS = 40
"""Spots solved for one report unless another number is asked for: a minute or so."""
WORST = 20
FREE = 1e-5
"""Big blinds: margins that three seats' solutions, certified to 2e-6 bb, do not tell from none."""

NOT_JAM = "limp, raise or call, not all-in"
NOBODY = "nobody behind can raise it"
NOT_BUILT = "table of three hands not built"
NOT_SOLVED = "spot not solved yet"
TOO_CLOSE = "too close to call"
_BATCH = 5


@dataclass(frozen=True)
class TableTurn:
    """One player's decision at a table of three to ten."""

    file: str
    line: int
    site: str
    hand_id: str
    day: str
    """As printed."""
    player: str
    game: str
    coin: int
    """How many coins make a chip."""
    hand: Hand
    """Stacks and level, in coins."""
    room: RoomTerms | None
    """By whose terms it is judged; none for chips alone."""
    seat: str
    after: str
    """seat, after: Who decides, and who is all-in before them: ``bb``, ``btn sb``."""
    cards: str
    act: str
    """``jam``, ``call``, ``fold``, or ``other``."""
    reason: str
    """Why the hand is no spot of two; empty if it is one."""

    @property
    def key(self) -> TableKey:
        return TableKey.of(self.game, self.hand, Terms() if self.room is None else self.room.terms)

    @cached_property
    def node(self) -> Node:
        names = self.hand.names
        return Node(names.index(self.seat), tuple(map(names.index, self.after.split())))

    @property
    def playing(self) -> str:
        """What playing a hand is called: call behind a jam."""
        return self.node.action

    @property
    def stack_bb(self) -> float:
        """The smaller of the own stack and the deepest of those in or still to come, in big blinds."""
        return self._at_risk(self.hand.stacks) / self.hand.big_blind

    @property
    def s(self) -> float:
        """What they can lose to those who are in or may still come, in the unit B of spots of two."""
        hand = self.hand
        return reduced(self._at_risk(hand.behind), hand.level.blinds, hand.dead_total)[0]

    def _at_risk(self, chips: Sequence[float]) -> float:
        """Of chips by seat, those that can be lost here."""
        return min(chips[self.node.seat], max(chips[seat] for seat in self.hand.rivals(self.node)))

    @property
    def decision(self) -> str:
        """As `jamfold table --node` takes it: ``bb after btn sb``."""
        return f"{self.seat} after {self.after}" if self.after else self.seat


@dataclass(frozen=True)
class AtTables:
    """What a player's decisions at tables of three, or of four to ten, cost."""

    total: Cell
    by_seat: tuple[Cell, ...]
    """total, by_seat: Cells."""
    spots: int
    """How many different ones were looked at."""
    seconds: float
    """How long the shortest of them was sampled; 0 where every deal was counted."""
    largest_gain: float
    """What any seat could gain in any of them by leaving the equilibrium, big blinds."""
    judged: tuple[JudgedTurn[TableTurn], ...]
    """All of them, the dearest first."""
    left_out: Counter[str]
    """Decisions that are not judged, by reason."""

    @property
    def worst(self) -> tuple[JudgedTurn[TableTurn], ...]:
        return tuple(one for one in self.judged[:WORST] if one.mistake)

    @property
    def reasons(self) -> Counter[str]:
        """How many judged hands are no spots of two, by the reason."""
        return Counter(one.turn.reason for one in self.judged if one.turn.reason)


_TURNS = """
SELECT path, line, hand.site, hand_id, day, player.name, game, coin, stacks, {marked}, small_blind, big_blind,
    each_ante, big_ante, seat, after, cards, act, reason
FROM seat_turn JOIN hand ON hand.id = seat_turn.hand JOIN file ON file.id = hand.file
JOIN player ON player.id = seat_turn.player
WHERE {players} AND {hands} AND ? IN ('', game) AND ? IN ('', seat) ORDER BY path, line, after
"""


def read_tables(
    store: HistoryStore,
    players: Sequence[Known] | None,
    within: Within,
    mask: Mask,
    rooms: Rooms = NO_ROOMS,
) -> Iterator[TableTurn]:
    """The decisions of some players, or of everybody."""
    whose = "1" if players is None else condition(players, "seat_turn.player")
    query = _TURNS.format(players=whose, hands=within.hands, marked=MARKED)
    (low, high), (least, most) = within.bounds, within.stack_bounds
    for (
        file, line, site, hand_id, day, player, game, coin, stacks, marked, small, big, *rest
    ) in store.base.execute(query, (within.game, within.seat)):  # fmt: skip
        antes, words = rest[: len(ANTES)], rest[len(ANTES) :]
        chips = tuple(int(word.partition("-")[0]) for word in stacks.partition("|")[0].split())
        turn = TableTurn(
            mask.file(file), line, site, mask.hand(site, hand_id), mask.day(day), mask.player(site, player),
            game, coin, Hand(chips, Level((small, big), *antes)),
            rooms.of(bool(marked), game, (small, big), coin), *words,
        )  # fmt: skip
        if low < turn.s <= high and least < turn.stack_bb <= most:
            yield turn


def judge_tables(
    store: HistoryStore, turns: Sequence[TableTurn], max_s: float, most: int, progress: Progress
) -> AtTables | None:
    """Decisions at tables of three, or of four to ten, beside the equilibrium; none where there are none.

    Raises HistoryError if the answers cannot be written.

    Parameters
    ----------
    store
        Where answers are kept.
    turns
        The decisions.
    max_s
        Stacks, in B, up to which they are judged.
    most
        Spots that may be solved now, those with most decisions first.
    progress
        Called with what is being done and the share of the work that is done.
    """
    if not turns:
        return None
    left_out: Counter[str] = Counter()
    wanted = _wanted(turns, max_s, left_out)
    answers = _find(store, wanted, most, left_out, progress)
    judged = []
    for key, answer in answers.items():
        for turn in wanted[key]:
            result = _judge(turn, answer)
            if isinstance(result, str):
                left_out[result] += 1
            else:
                judged.append(result)
    judged.sort(key=lambda one: (-one.loss, one.turn.file, one.turn.line))
    return AtTables(
        make_cell("all", judged),
        cells_by(judged, lambda one: one.turn.decision),
        len(answers),
        min((answer.seconds for answer in answers.values()), default=0.0),
        max((answer.gain for answer in answers.values()), default=0.0),
        tuple(judged),
        left_out,
    )


def _wanted(
    turns: Iterable[TableTurn], max_s: float, left_out: Counter[str]
) -> dict[TableKey, list[TableTurn]]:
    """The turns that can be judged, by their spots."""
    wanted: dict[TableKey, list[TableTurn]] = {}
    for turn in turns:
        reason = NOT_JAM if turn.act == "other" else DEEPER if turn.s > max_s else ""
        reason = reason or ("" if turn.cards else UNKNOWN)
        if reason:
            left_out[reason] += 1
        else:
            wanted.setdefault(turn.key, []).append(turn)
    return wanted


@dataclass(frozen=True)
class TablesSampled(Shown):
    """What came of sampling."""

    spots: int
    """Sampled now."""
    decisions: int
    """In these spots."""
    left: int
    """Spots that are not sampled yet."""
    largest_gain: float
    """What any seat gains at most in any of those that were sampled now, big blinds; 95 % for each spot."""


def sample_tables(
    store: HistoryStore,
    turns: Sequence[TableTurn],
    max_s: float,
    most: int,
    seconds: float,
    progress: Progress,
) -> TablesSampled:
    """Sample spots of four to ten seats for so many seconds each, and keep them, one by one.

    At most so many, those with most decisions first; those that were sampled for as long are passed over.
    Raises HistoryError if the answers cannot be written.
    """
    wanted = _wanted(turns, max_s, Counter())
    known = {key for key, answer in kept_answers(store, wanted).items() if answer.seconds >= seconds}
    missing = sorted(set(wanted) - known, key=lambda key: (-len(wanted[key]), key))
    gain, decisions, new = 0.0, 0, missing[:most]
    for k, key in enumerate(new):
        progress(f"sampling {key.hand.n} seats", k / len(new))
        sampled = sample_table(
            find_game(key.game),
            key.hand,
            seconds=seconds,
            progress=lambda _, share, k=k, key=key: progress(  # type: ignore[misc]
                f"sampling {key.hand.n} seats", (k + share) / len(new)
            ),
        )
        told = sampled.certificate
        bound = float(told.bounds.max())
        answer = TableAnswer(bound, sampled.strategy, told.margins, told.margins_error, seconds)
        keep_answers(store, {key: answer})
        gain, decisions = max(gain, bound), decisions + len(wanted[key])
    return TablesSampled(len(new), decisions, len(missing) - len(new), gain)


def _judge(turn: TableTurn, answer: TableAnswer) -> JudgedTurn[TableTurn] | str:
    """A turn beside its answer, or why it has none."""
    nodes = turn.key.hand.nodes
    if turn.node not in nodes:
        return NOBODY
    held = holding_in(turn.seat, turn.game, turn.cards)
    place = nodes.index(turn.node), held[1]
    margin = float(answer.margins[place])
    if math.isnan(margin):
        return NEVER_ASKED if answer.errors is None else TOO_CLOSE
    if abs(margin) <= answer.doubt(place):
        return TOO_CLOSE
    margin = 0.0 if abs(margin) <= FREE else margin
    return JudgedTurn(turn, held, margin, float(answer.played[place]), loss_of(margin, turn.act != "fold"))


def _find(
    store: HistoryStore,
    wanted: Mapping[TableKey, Sequence[TableTurn]],
    most: int,
    left_out: Counter[str],
    progress: Progress,
) -> dict[TableKey, TableAnswer]:
    """The answers of spots, kept ones and new ones, which are kept."""
    answers = kept_answers(store, wanted)
    missing = sorted(set(wanted) - set(answers), key=lambda key: (-len(wanted[key]), key))
    built = {name: threeway_item(find_game(name)).is_there() for name in {key.game for key in missing}}
    new: list[TableKey] = []
    for key in missing:
        if key.hand.n > MOST_COUNTED:
            left_out[NOT_SAMPLED] += len(wanted[key])
        elif built[key.game] and len(new) < most:
            new.append(key)
        else:
            left_out[NOT_SOLVED if built[key.game] else NOT_BUILT] += len(wanted[key])
    fresh: dict[TableKey, TableAnswer] = {}
    for k, key in enumerate(new):
        progress("tables of three", k / len(new))
        solved = solve_table(find_game(key.game), key.hand)
        fresh[key] = TableAnswer(solved.largest_gain, solved.strategy, solved.margins, None, 0.0)
        if len(fresh) >= _BATCH or k + 1 == len(new):
            keep_answers(store, fresh)
            answers |= fresh
            fresh = {}
    return answers
