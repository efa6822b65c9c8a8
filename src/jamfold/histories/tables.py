"""Decisions at tables of three, judged as those of `spots.table`: an equilibrium at their own stacks.

They are told apart from the rating: a game of three seats may have several equilibria, of which one is
found, and its spots take seconds, so that no more than some are solved for one report; solved ones are kept.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.games import find_game
from jamfold.hand.hand import Hand, Node
from jamfold.hand.posts import Level
from jamfold.hand.two_seats import reduced
from jamfold.histories.answers import Progress, class_of
from jamfold.histories.judged_turns import CLOSE, DEEPER, NEVER_ASKED, UNKNOWN, loss_of
from jamfold.histories.masks import Mask
from jamfold.histories.statistics import Cell, cells_by, make_cell
from jamfold.histories.store import HistoryStore
from jamfold.histories.turns import Known, condition
from jamfold.histories.within import Within
from jamfold.spots.table.exact import solve_table
from jamfold.tables.threeway_table import threeway_item

EDITION = 1
"""Of the answers: kept ones of another edition are solved again."""
MOST_SPOTS = 40
"""Spots solved for one report unless another number is asked for: a minute or so."""
WORST = 20
FREE = 1e-5
"""Big blinds: margins that three seats' solutions, certified to 2e-6 bb, do not tell from none."""

NOT_JAM = "limp, raise or call, not all-in"
NOBODY = "nobody behind can raise it"
NOT_BUILT = "three-way table not built (jamfold tables build --threeway)"
NOT_SOLVED = "spot not solved yet (--tables)"

_SEATS = ("sb", "bb", "btn")
_BATCH = 5


class ThreeKey(NamedTuple):
    """A spot: the game; stacks of sb, bb, btn, the small blind, ante and big-blind ante, in big blinds."""

    game: str
    chips: str

    @property
    def amounts(self) -> list[float]:
        """The six numbers."""
        return [float(word) for word in self.chips.split()]


@dataclass(frozen=True)
class ThreeTurn:
    """One player's decision at a table of three; chips are coins of the hand.

    Attributes
    ----------
    day
        As printed.
    stacks
        Of sb, bb and btn, before anything is posted.
    blinds
        Small and big one.
    antes
        Of each, and of the big blind alone.
    seat, after
        Who decides, and who is all-in before him: ``bb``, ``btn sb``.
    act
        ``jam``, ``call``, ``fold``, or ``other``.
    reason
        Why the hand is no spot of two; empty if it is one.
    """

    file: str
    line: int
    site: str
    hand_id: str
    day: str
    player: str
    game: str
    coin: int
    stacks: tuple[int, int, int]
    blinds: tuple[int, int]
    antes: tuple[int, int]
    seat: str
    after: str
    cards: str
    act: str
    reason: str

    @property
    def key(self) -> ThreeKey:
        """The spot."""
        coins = (*self.stacks, self.blinds[0], *self.antes)
        return ThreeKey(self.game, " ".join(f"{chips / self.blinds[1]:.12g}" for chips in coins))

    @property
    def stack_bb(self) -> float:
        """The smaller of the own stack and the deepest of those in or still to come, in big blinds."""
        chips = dict(zip(_SEATS, self.stacks, strict=True))
        return min(chips[self.seat], max(chips[seat] for seat in self._others)) / self.blinds[1]

    @property
    def _others(self) -> tuple[str, ...]:
        """Who is in, or may still come."""
        return (*self.after.split(), *{"btn": ("sb", "bb"), "sb": ("bb",), "bb": ()}[self.seat])

    @property
    def s(self) -> float:
        """What he can lose to those who are in or may still come, in the unit B of spots of two."""
        ante, big_ante = self.antes
        live = {
            seat: stack - ante - (big_ante if seat == "bb" else 0)
            for seat, stack in zip(_SEATS, self.stacks, strict=True)
        }
        most = min(live[self.seat], max(live[seat] for seat in self._others))
        dead = 3 * ante + big_ante
        return reduced(most, self.blinds, dead)[0]

    @property
    def decision(self) -> str:
        """As `jamfold table --node` takes it: ``bb after btn sb``."""
        return f"{self.seat} after {self.after}" if self.after else self.seat


@dataclass(frozen=True)
class ThreeJudged:
    """A turn beside the equilibrium of three; margin and loss in big blinds, the hand having come there."""

    turn: ThreeTurn
    margin: float
    played: float
    loss: float

    @property
    def day(self) -> str:
        """Of the hand."""
        return self.turn.day

    @property
    def mistake(self) -> bool:
        """Whether the loss is worth a word."""
        return self.loss >= CLOSE

    @property
    def right(self) -> str:
        """The better action, ``either`` where both are right."""
        if self.margin == 0.0:
            return "either"
        return "fold" if self.margin < 0.0 else "call" if self.turn.after else "jam"


@dataclass(frozen=True)
class Threes:
    """What a player's decisions at tables of three cost.

    Attributes
    ----------
    total, by_seat
        Cells.
    spots
        How many different ones were looked at.
    largest_gain
        What any seat could gain in any of them by leaving the equilibrium, big blinds.
    judged
        All of them, the dearest first.
    left_out
        Decisions that are not judged, by reason.
    """

    total: Cell
    by_seat: tuple[Cell, ...]
    spots: int
    largest_gain: float
    judged: tuple[ThreeJudged, ...]
    left_out: Counter[str]

    @property
    def worst(self) -> tuple[ThreeJudged, ...]:
        """The dearest mistakes."""
        return tuple(one for one in self.judged[:WORST] if one.mistake)

    @property
    def reasons(self) -> Counter[str]:
        """How many judged hands are no spots of two, by the reason."""
        return Counter(one.turn.reason for one in self.judged if one.turn.reason)


class ThreeAnswer(NamedTuple):
    """A solved spot: own gain, chances and margins, shape (decisions, classes), big blinds."""

    gain: float
    played: NDArray[np.float64]
    margins: NDArray[np.float64]


_TURNS = """
SELECT path, line, hand.site, hand_id, day, player.name, game, coin, stacks, small_blind, big_blind,
    each_ante, big_ante, seat, after, cards, act, reason
FROM seat_turn JOIN hand ON hand.id = seat_turn.hand JOIN file ON file.id = hand.file
JOIN player ON player.id = seat_turn.player
WHERE {players} AND ? IN ('', game) AND ? IN ('', seat) ORDER BY path, line, after
"""


def read_threes(
    store: HistoryStore, players: Sequence[Known], within: Within, mask: Mask
) -> Iterator[ThreeTurn]:
    """The decisions of players at tables of three."""
    query = _TURNS.format(players=condition(players, "seat_turn.player"))
    (low, high), (least, most) = within.bounds, within.stack_bounds
    for (
        file, line, site, hand_id, day, player, game, coin, stacks, small, big, ante, big_ante, *words
    ) in store.base.execute(query, (within.game, within.seat)):  # fmt: skip
        sb, bb, btn = (int(word.partition("-")[0]) for word in stacks.partition("|")[0].split())
        turn = ThreeTurn(
            mask.file(file), line, site, mask.hand(site, hand_id), mask.day(day), mask.player(site, player),
            game, coin, (sb, bb, btn), (small, big), (ante, big_ante), *words,
        )  # fmt: skip
        if low < turn.s <= high and least < turn.stack_bb <= most:
            yield turn


def judge_threes(
    store: HistoryStore, turns: Sequence[ThreeTurn], max_s: float, most: int, progress: Progress
) -> Threes | None:
    """Decisions at tables of three beside the equilibrium; none where there are none.

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

    Raises
    ------
    HistoryError
        If the answers cannot be written.
    """
    if not turns:
        return None
    left_out: Counter[str] = Counter()
    wanted: dict[ThreeKey, list[ThreeTurn]] = {}
    for turn in turns:
        reason = NOT_JAM if turn.act == "other" else DEEPER if turn.s > max_s else ""
        reason = reason or ("" if turn.cards else UNKNOWN)
        if reason:
            left_out[reason] += 1
        else:
            wanted.setdefault(turn.key, []).append(turn)
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
    return Threes(
        make_cell("all", judged),
        cells_by(judged, lambda one: one.turn.decision),
        len(answers),
        max((answer.gain for answer in answers.values()), default=0.0),
        tuple(judged),
        left_out,
    )


def _judge(turn: ThreeTurn, answer: ThreeAnswer) -> ThreeJudged | str:
    """A turn beside its answer, or why it has none."""
    node = Node(_SEATS.index(turn.seat), tuple(_SEATS.index(seat) for seat in turn.after.split()))
    nodes = table_of(turn.key).nodes
    if node not in nodes:
        return NOBODY
    row, one = nodes.index(node), class_of(turn.game, turn.cards)
    margin = float(answer.margins[row, one])
    if math.isnan(margin):
        return NEVER_ASKED
    margin = 0.0 if abs(margin) <= FREE else margin
    return ThreeJudged(turn, margin, float(answer.played[row, one]), loss_of(margin, turn.act != "fold"))


def table_of(key: ThreeKey) -> Hand:
    """The hand of a spot, in big blinds."""
    *stacks, small, ante, big_ante = key.amounts
    return Hand(tuple(stacks), Level((small, 1.0), ante, big_ante))


def _find(
    store: HistoryStore,
    wanted: Mapping[ThreeKey, Sequence[ThreeTurn]],
    most: int,
    left_out: Counter[str],
    progress: Progress,
) -> dict[ThreeKey, ThreeAnswer]:
    """The answers of spots, kept ones and new ones, which are kept."""
    answers = _kept(store, wanted)
    missing = sorted(set(wanted) - set(answers), key=lambda key: (-len(wanted[key]), key))
    built = {name: threeway_item(find_game(name)).is_there() for name in {key.game for key in missing}}
    new: list[ThreeKey] = []
    for key in missing:
        if built[key.game] and len(new) < most:
            new.append(key)
        else:
            left_out[NOT_SOLVED if built[key.game] else NOT_BUILT] += len(wanted[key])
    fresh: dict[ThreeKey, ThreeAnswer] = {}
    for k, key in enumerate(new):
        progress("tables of three", k / len(new))
        solved = solve_table(find_game(key.game), table_of(key))
        fresh[key] = ThreeAnswer(solved.largest_gain, solved.strategy, solved.margins)
        if len(fresh) >= _BATCH or k + 1 == len(new):
            _keep(store, fresh)
            answers |= fresh
            fresh = {}
    return answers


def _kept(store: HistoryStore, wanted: Mapping[ThreeKey, object]) -> dict[ThreeKey, ThreeAnswer]:
    answers: dict[ThreeKey, ThreeAnswer] = {}
    rows = store.base.execute(
        "SELECT game, chips, gain, played, margins FROM table_spot WHERE edition = ?", (EDITION,)
    )
    for game, chips, gain, played, margins in rows:
        key = ThreeKey(game, chips)
        if key in wanted:
            shape = len(table_of(key).nodes), -1
            arrays = (np.frombuffer(data, dtype="<f8").reshape(shape) for data in (played, margins))
            answers[key] = ThreeAnswer(gain, *arrays)
    return answers


def _keep(store: HistoryStore, answers: Mapping[ThreeKey, ThreeAnswer]) -> None:
    rows = [
        (*key, EDITION, one.gain, *(data.astype("<f8").tobytes() for data in (one.played, one.margins)))
        for key, one in answers.items()
    ]
    store.keep(
        lambda base: base.executemany("INSERT OR REPLACE INTO table_spot VALUES (?, ?, ?, ?, ?, ?)", rows)
    )
