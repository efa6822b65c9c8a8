"""Decisions of players in stored hands, and the players whose cards are known.

Chips are coins of the hand, as in `records`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import NoneType
from typing import NamedTuple

from jamfold.betting.posts import BlindLevel
from jamfold.betting.two_seats import Situation, live_of, unit_of
from jamfold.core.display import json_fields
from jamfold.core.errors import HistoryError
from jamfold.core.storage.database import above_zero, check_choices, check_types
from jamfold.histories.pseudonyms import Mask
from jamfold.histories.schema import ALL_DEAD, RAISE_ACTS
from jamfold.histories.store import HistoryStore

SMALL, BIG = "sb", "bb"
BLINDS = SMALL, BIG


class SpotKey(NamedTuple):
    """A spot: the game's name and (s, b)."""

    game: str
    s: float
    b: float

    @property
    def text(self) -> str:
        """Key of stored answers, with the exact numbers."""
        return f"{self.game} {self.s!r} {self.b!r}"


class SpotChips(NamedTuple):
    """The chips of a spot: both stacks and the blind level, as requests of two players take them."""

    stacks: tuple[float, float]
    level: BlindLevel

    @property
    def equal_stack(self) -> float:
        """The equal stack that makes the same spot."""
        return min(self.stacks[0] + self.level.bb_ante, self.stacks[1])

    @property
    def text(self) -> str:
        """Key of stored answers, in big blinds; `situation_in` parses it."""
        level = self.level
        chips = (*self.stacks, level.blinds[0], level.ante, level.bb_ante, level.dead)
        return " ".join(f"{amount:.12g}" for amount in chips)


def situation_in(text: str) -> Situation:
    """Parse a text that begins with `SpotChips.text`, in big blinds."""
    first, second, small, ante, bb_ante, dead, *_ = map(float, text.split())
    return Situation.at((first, second), BlindLevel((small, 1.0), ante, bb_ante, dead))


@dataclass(frozen=True, slots=True)
class PlayerDecision:
    """One player's decision."""

    file: str
    line: int
    site: str
    hand_id: str
    day: str
    tournament: str
    currency: str
    coin: int
    small_blind: int
    big_blind: int
    limit: str
    players: int
    """Players dealt in."""
    stacks: tuple[int, int]
    antes: tuple[int, int]
    """stacks, antes: Of small and big blind; dead blinds count as antes."""
    all_stacks: str
    """As in `StoredHandRow`."""
    dead: int
    """D: all dead money, including the antes of the two."""
    live: int
    """L."""
    rake: int | None
    player: str
    opponent: str
    """player, opponent: Names, or pseudonyms."""
    spot: SpotKey
    seat: str
    """spot, seat: The spot, and ``sb`` or ``bb``."""
    cards: str
    """Empty if unknown."""
    act: str
    """``jam``, ``call``, ``fold``, or ``other``."""
    reason: str
    """``limp`` or ``raise, not all-in`` if `act` is ``other``; else ``straddle`` or ``button blind`` if the
    last to act posted that in place of a big blind."""
    marked: bool = False
    """Whether the text marks the table as all-in or fold."""
    place: int = 0
    raised: int = 0
    """place, raised: If an open was jammed over, the index in `RAISE_ACTS` and the size of the open; 0 in jam
    or fold."""

    @property
    def unit_bb(self) -> float:
        """B, the unit of (s, b), in big blinds."""
        return unit_of(self.live, self.big_blind, self.dead) / self.big_blind

    @property
    def dead_name(self) -> str:
        """Name of the dead money: antes, dead blinds, or dead money if both may be in it."""
        ante = min(self.antes)
        if not any(self.antes):
            return "dead blinds"
        return "antes" if self.dead == ante * self.players + max(self.antes) - ante else "dead money"

    @property
    def stack_bb(self) -> float:
        """Effective stack before posting, in big blinds."""
        return min(self.stacks) / self.big_blind

    def posted(self, unit: int) -> SpotChips:
        """Return the chips that make this spot, in units of `unit` coins.

        They are the hand's own, or equal stacks with the same L and D if a request cannot express the hand:
        under a cap, or if the small blind posted more dead money than the big one.
        """
        ante = min(self.antes)
        extra = self.antes[1] - ante
        stacks, dead = self.stacks, self.dead - 2 * ante - extra
        if self.antes[0] > ante or live_of(stacks, self.antes) != self.live:
            equal = self.live + ante + extra
            stacks = (equal, equal)
        blinds = self.small_blind / unit, self.big_blind / unit
        level = BlindLevel(blinds, ante / unit, extra / unit, dead / unit)
        return SpotChips((stacks[0] / unit, stacks[1] / unit), level)

    @property
    def play_action(self) -> str:
        """Name of playing a hand in the seat."""
        if self.raised:
            return RAISE_ACTS[self.place]
        return "jam" if self.seat == SMALL else "call"

    @property
    def jam_allowed(self) -> bool:
        """Whether the small blind may put in L."""
        return jam_allowed(self.limit, self.live, self.big_blind, self.dead)


def jam_allowed(limit: str, live: int, big_blind: int, dead: int) -> bool:
    """Return whether the small blind may jam L; pot limit allows 3 big blinds plus the dead money."""
    return limit != "PL" or live <= 3 * big_blind + dead


MARKED = "hand.site = 'GGPoker' AND hand.key GLOB 'AF*'"
"""SQL condition that a hand's text marks it as all-in or fold: hand ids of GGPoker."""
_JAM_OR_FOLD = ("decision", "0, 0", "seat DESC")
_TURNS = """
SELECT path, line, hand.site, hand_id, day, tournament, currency, coin, small_blind, big_blind, "limit",
    players, sb_stack, bb_stack, sb_ante, bb_ante, stacks, {dead}, live, rake, p.name,
    coalesce(o.name, ''),
    decision.game, decision.s, decision.b, seat, cards, act, reason, {marked}, {more}
FROM {table} AS decision JOIN hand ON hand.id = decision.hand JOIN file ON file.id = hand.file
JOIN player AS p ON p.id = decision.player
LEFT JOIN player AS o ON o.id = CASE seat WHEN 'sb' THEN bb ELSE sb END
WHERE {where} ORDER BY path, line, {order}
"""


def read_turns(
    store: HistoryStore,
    where: str = "1",
    values: Sequence[object] = (),
    mask: Mask | None = None,
    *,
    raises: bool = False,
) -> Iterator[PlayerDecision]:
    """Read the decisions that fulfil an SQL condition, by file and line, one at a time.

    With `raises` those around opens that were jammed over, else those of jam or fold.
    """
    hidden = mask or Mask()
    table, more, order = ("raise_turn", "place, raised", "place") if raises else _JAM_OR_FOLD
    query = _TURNS.format(dead=ALL_DEAD, marked=MARKED, where=where, table=table, more=more, order=order)
    for (
        file, line, site, hand_id, day, tournament, currency, coin, small, big, limit, players, sb_stack,
        bb_stack, sb_ante, bb_ante, stacks, dead, live, rake, player, opponent, game, s, b, seat, cards, act,
        reason, marked, place, raised,
    ) in store.base.execute(query, tuple(values)):  # fmt: skip
        check_choices((seat,), BLINDS)
        check_types((line, coin, small, big, players, dead, live, s, b), int, float)
        check_types((sb_stack, bb_stack, sb_ante, bb_ante, place, raised), int, float, NoneType)
        above_zero(min(big, coin))
        yield PlayerDecision(
            hidden.file(file), line, site, hidden.hand(site, hand_id), hidden.day(day),
            hidden.tournament(site, tournament), currency, coin, small, big, limit, players,
            (sb_stack, bb_stack), (sb_ante, bb_ante), stacks, dead, live, rake, hidden.player(site, player),
            hidden.player(site, opponent), SpotKey(game, s, b), seat, cards, act, reason, bool(marked), place,
            raised,
        )  # fmt: skip


@json_fields("player=name site decisions", schema="RatedContract")
class RatedPlayer(NamedTuple):
    """A player who can be rated."""

    site: str
    name: str
    decisions: int
    """Stored decisions, graded or not."""


_RATED = """
SELECT site, name, sum(n) FROM (
    SELECT player.site, player.name, count(*) AS n FROM decision JOIN hand ON hand.id = decision.hand
        JOIN player ON player.id = decision.player WHERE hand.hero = decision.player GROUP BY player.id
    UNION ALL
    SELECT player.site, player.name, count(*) FROM decision JOIN player ON player.id = decision.player
        WHERE player.id NOT IN (SELECT hero FROM hand WHERE hero IS NOT NULL)
        GROUP BY player.id HAVING min(cards <> '') AND max(act = 'fold')
) GROUP BY site, name ORDER BY 3 DESC, name, site
"""


def rated_players(store: HistoryStore) -> tuple[RatedPlayer, ...]:
    """Return all players who can be rated, as `known_players` finds them; most decisions first."""
    rated = tuple(map(RatedPlayer._make, store.base.execute(_RATED)))
    check_types((word for player in rated for word in player[:2]), str)
    return rated


class RatedHero(NamedTuple):
    """A player whose cards are all known: in hands with them as hero, or in all their hands."""

    number: int
    site: str
    name: str
    hero: bool


_HEROES = (
    """SELECT id, site, name FROM player WHERE id IN (SELECT DISTINCT hero FROM hand) ORDER BY name, site"""
)
_OPEN = """
SELECT player.id, player.site, player.name FROM player JOIN decision ON decision.player = player.id
GROUP BY player.id HAVING min(cards <> '') AND max(act = 'fold') ORDER BY player.name, player.site
"""


def check_kept(store: HistoryStore, name: str = "") -> None:
    """Raise HistoryError if no hand is stored, or none has a player of that name."""
    if not store.base.execute("SELECT 1 FROM hand LIMIT 1").fetchone():
        words = "There are no hands yet. Import some with 'jamfold history import FILE'."
        raise HistoryError(words, field="player")
    if name and not store.base.execute("SELECT 1 FROM player WHERE name = ?", (name,)).fetchone():
        raise HistoryError(
            f"No player '{name[:40]}' in your hands. 'jamfold history players' lists who can be rated.",
            field="player",
        )


def known_players(store: HistoryStore, name: str = "") -> tuple[RatedHero, ...]:
    """Return players who can be rated: all heroes, or those of a name if all their cards are shown.

    Shown includes folded hands.  Raises HistoryError if no hand is stored or no player is found.
    """
    check_kept(store, name)
    heroes = tuple(RatedHero(number, site, own, True) for number, site, own in store.base.execute(_HEROES))
    if not name:
        if not heroes:
            raise HistoryError("No stored hand shows which player you are. Choose a player.", field="player")
        return heroes
    named = tuple(hero for hero in heroes if hero.name == name)
    if named:
        return named
    players = tuple(
        RatedHero(number, site, own, False) for number, site, own in store.base.execute(_OPEN) if own == name
    )
    if not players:
        raise HistoryError(
            f"'{name[:40]}' cannot be rated: their hole cards are known only at showdown, which is "
            "a biased sample.",
            field="player",
        )
    return players


def rated_hands_sql(players: Sequence[RatedHero], column: str = "decision.player") -> str:
    """Return the SQL condition that a column is one of the players, in hands that show their cards."""
    heroes = ", ".join(str(player.number) for player in players if player.hero)
    opponents = ", ".join(str(player.number) for player in players if not player.hero)
    return f"(({column} IN ({heroes}) AND hand.hero = {column}) OR {column} IN ({opponents}))"


def dealt_hands_sql(players: Sequence[RatedHero]) -> str:
    """Return the SQL condition on hands that players were dealt."""
    return " OR ".join(
        f"hero = {player.number}" if player.hero else f"{player.number} IN (sb, bb)" for player in players
    )
