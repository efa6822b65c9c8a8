"""Replay of a hand: takes events line by line and refuses impossible ones.

All readers call the same methods (`sit`, `post`, `fold`, `raise_to` ...), so sites that print raises as by,
to, or chips added end in one record.  The replay tracks the chips of all players; `finish` validates the
whole hand (`validation`) and returns the record.
"""

from __future__ import annotations

import marshal
import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from hashlib import blake2b
from itertools import count

from jamfold.cards import RANK_NAMES, SUIT_NAMES, Card, make_card
from jamfold.cards.games import GAMES
from jamfold.core.errors import HistoryError
from jamfold.histories.records import (
    BOMB_POT,
    PREFLOP,
    RIVER,
    Hand,
    Move,
    Post,
    PostKind,
    RecordedAction,
    Seat,
)
from jamfold.histories.validation import (
    TableState,
    check_blinds,
    check_cards,
    check_chips,
    check_order,
    coins_with,
)

_OTHER_RANKS = {
    "T": ("10",), "A": ("E", "Ò", "Т"), "K": ("H", "Ê", "К"), "Q": ("D", "V", "Ä", "Д"),
    "J": ("Kn", "B", "Â", "В"),
}  # fmt: skip
"""Ten in digits; 888poker's ranks in Swedish, Dutch, German and Cyrillic, also read as Latin letters."""
_OTHER_SUITS = {"s": ("Pik",), "h": ("Kier", "Herz"), "d": ("Karo",), "c": ("Trefl", "Kreuz")}
"""888poker's suits in Polish and German."""

_SITE = re.compile(r"[\w .()/+-]{1,40}")
_DIGEST = re.compile(r"[0-9a-f]{24}")

CARDS: dict[str, Card] = {
    name + sign: make_card(rank, k)
    for rank, letter in enumerate(RANK_NAMES)
    for k, suit in enumerate(SUIT_NAMES)
    for name in (letter, *_OTHER_RANKS.get(letter, ()))
    for sign in (suit, *_OTHER_SUITS[suit])
}
"""Cards as sites write them: ``As``, ``Th``, ``10h``."""


_seat: Callable[[tuple[int, str, int, bool]], Seat] = partial(tuple.__new__, Seat)
_post: Callable[[tuple[int, PostKind, int, bool]], Post] = partial(tuple.__new__, Post)
_action: Callable[[tuple[int, int, Move, int, int, bool]], RecordedAction] = partial(
    tuple.__new__, RecordedAction
)
"""Like `_make` without the check of the length, in a third of the time."""


def read_cards(text: str) -> tuple[Card, ...]:
    """Parse cards separated by blanks or commas, ``As Kh``. Raises HistoryError if one is not a card."""
    return _few_cards(text) if len(text) < _THREE_CARDS else _cards(text)


_THREE_CARDS = 8
"""Length from which texts hold three cards and seldom repeat: parsing is faster than caching."""


def _cards(text: str) -> tuple[Card, ...]:
    try:
        return tuple([CARDS[word] for word in text.replace(",", " ").split()])
    except KeyError as error:
        raise HistoryError(f"'{str(error.args[0])[:20]}' is not a card.") from None


_few_cards = lru_cache(maxsize=1 << 13)(_cards)


class HandReplay(TableState):
    """A hand during parsing.

    Readers set these attributes: fields of the record (`site`, `hand_id`, `game`, ...), `line` (index of the
    current line), `closed` (the end of the hand was read), `fast` (players may fold out of turn), `positions`
    (names are positions), `posts_tell` (the posts determine the blinds, as the first line may name the next
    level), `flop_untold` (no line prints the flop), `board_untold` (no line prints streets dealt after an
    all-in), `checks_untold` (checks after the flop may be missing) and `tells_winnings`.
    """

    __slots__ = ()

    def set_coin_decimals(self, tournament: bool) -> None:
        """Set the precision before the first amount: chips in tournaments, cents or finer in cash games."""
        if self.decimals is None:
            self.decimals = 0 if tournament else 2
            self.coins = coins_with(self.decimals)

    def set_tournament(self, number: str | None) -> None:
        """Set the tournament's number, None in a cash game, before the first amount."""
        self.tournament = number or ""
        self.set_coin_decimals(tournament=number is not None)

    def copy_of(self, values: Mapping[str, object]) -> None:
        """Restore site, key and digest of a hand that `history export` wrote."""
        site, key, digest = (values.get(name) for name in ("_site", "_key", "_digest"))
        if isinstance(site, str) and isinstance(key, str) and isinstance(digest, str):
            if not (_SITE.fullmatch(site) and _DIGEST.fullmatch(digest)):
                raise HistoryError("The hand does not name the site that exported it.")
            self.site, self.digest = site, bytes.fromhex(digest)
            self.key = key[:1000].encode("utf-8", "replace").decode()

    def read_export_extras(self, values: Mapping[str, object], player_of: Callable[[object], int]) -> None:
        """Read the fields that `history export` adds to a format: positions as names, and timeouts."""
        self.positions = values.get("_positions") is True
        for name, away in (("_timed_out", self.timed_out), ("_timed_out_later", self.timed_out_later)):
            players = values.get(name)
            if isinstance(players, list):
                away += map(player_of, players)

    def sit(self, number: int, name: str, stack: int) -> int:
        """Seat a player and return the index; a repeated seat with the same chips is ignored."""
        if name in self.names:
            player = self.names[name]
            if (self.numbers[player], self.stacks[player]) == (number, stack):
                return player
            raise HistoryError(f"'{name[:40]}' sits at the table twice.")
        if number in self.numbers:
            raise HistoryError(f"Seat {number} is taken twice.")
        player = len(self.numbers)
        self.names[name] = player
        self.numbers.append(number)
        self.stacks.append(stack)
        self.behind.append(stack)
        self.front.append(0)
        self.paid.append(0)
        self.dead.append(0)
        self.collected.append(0)
        self.cards.append(())
        self.touched.append(False)
        self.folded.append(False)
        return player

    def player(self, name: str) -> int:
        """Return the index of a seated player. Raises HistoryError if nobody of that name has a seat."""
        try:
            return self.names[name]
        except KeyError:
            raise HistoryError(f"'{name[:40]}' acts but has no seat at the table.") from None

    def _put(self, player: int, chips: int) -> bool:
        """Take chips from a player's stack; return whether they are all-in, or at the cap."""
        left = self.behind[player] - chips
        if left < 0:
            raise HistoryError(
                f"'{self.name_of(player)[:40]}' puts in {chips / self.coins.coin:.15g} chips "
                f"and has only {self.behind[player] / self.coins.coin:.15g}."
            )
        self.behind[player] = left
        self.paid[player] += chips
        self.touched[player] = True
        if self.cap:
            return left == 0 or self.cap <= self.paid[player] - self.dead[player]
        return left == 0

    def post(self, player: int, kind: PostKind, chips: int) -> None:
        """Post an ante or a blind; a second small blind is dead."""
        if self.actions or self.street != PREFLOP:
            raise HistoryError(f"'{self.name_of(player)[:40]}' posts after the first action.")
        all_in = self._put(player, chips)
        if kind == "small blind":
            for other in self.posts:
                if other[1] == kind:
                    kind = "dead blind"
                    break
        if kind == "ante" or kind == "dead blind":
            self.dead[player] += chips
        else:
            self.front[player] += chips
            if self.front[player] > self.level:
                self.level = self.front[player]
        self.posts.append((player, kind, chips, all_in))
        if kind == "big blind" and not (self.limit or all_in) and chips == self.small_blind < self.big_blind:
            self.limit = "FL"  # the printed blinds are the bets

    def post_both(self, player: int, chips: int) -> None:
        """Post a returning player's live big blind and the dead rest, printed as one sum."""
        live = min(chips, self.big_blind)
        if chips > live:
            self.post(player, "dead blind", chips - live)
        self.post(player, "returning blind", live)

    def fold(self, player: int) -> None:
        if self.behind[player] or self.folded[player]:
            self._acts(player)
        self.folded[player] = True
        self.actions.append((player, self.street, "fold", 0, self.front[player], False))

    def check(self, player: int) -> None:
        """Record a check; some rooms print one for all-in players too, which is ignored."""
        if self.paid[player] and not (self.behind[player] or self.folded[player]):
            return
        self._acts(player)
        if self._faces_bet(player):
            raise HistoryError(f"'{self.name_of(player)[:40]}' checks while facing a bet.")
        self.actions.append((player, self.street, "check", 0, self.front[player], False))

    def call(self, player: int, added: int) -> None:
        """Record a call that adds chips."""
        self._acts(player)
        all_in = self._put(player, added)
        total = self.front[player] = self.front[player] + added
        if total != self.level and (
            total > max(self.level, self.big_blind) or not (all_in or total >= self._level_for(player))
        ):
            raise HistoryError(f"'{self.name_of(player)[:40]}' calls the wrong amount.")
        self.actions.append((player, self.street, "call", added, total, all_in))

    def call_to(self, player: int, total: int) -> None:
        """Record a call to a total on this street."""
        self.call(player, total - self.front[player])

    def raise_to(self, player: int, total: int) -> None:
        """Record a bet or raise to a total on this street."""
        self.raise_by(player, total - self.front[player])

    def raise_by(self, player: int, added: int) -> None:
        """Record a bet or raise that adds chips; an all-in for no more than the bet is a call."""
        self._acts(player)
        if added <= 0:
            raise HistoryError(f"'{self.name_of(player)[:40]}' raises without adding chips.")
        all_in = self._put(player, added)
        total = self.front[player] = self.front[player] + added
        move: Move = "raise" if self.level or self.street == PREFLOP else "bet"
        short = all_in and self.street == PREFLOP and total <= self.big_blind
        if total <= self.level or short:
            if not all_in and total < self._level_for(player):
                raise HistoryError(f"'{self.name_of(player)[:40]}' raises to less than the bet.")
            move = "call"
        else:
            self.level = total
        self.actions.append((player, self.street, move, added, total, all_in))

    def cap_by(self, player: int, added: int) -> None:
        """Record a raise that adds chips up to the cap, and set the cap."""
        self.cap = self.paid[player] - self.dead[player] + added
        self.raise_by(player, added)

    def call_or_check(self, player: int) -> None:
        """Record a call of the bet or all remaining chips, or a check without a bet."""
        due = min(self._level_for(player) - self.front[player], self.behind[player])
        if due > 0:
            self.call(player, due)
        else:
            self.check(player)

    def street_is_over(self) -> bool:
        """Return whether all players with chips have acted and matched the bet."""
        acted: set[int] = set()
        for player, street, move, *_ in self.actions:
            if street == self.street:
                acted = {player} if move in {"raise", "bet"} else acted | {player}
        return all(
            player in acted and not self._faces_bet(player)
            for player, behind in enumerate(self.behind)
            if behind and self.touched[player] and not self.folded[player]
        )

    def absorb_rounding(self, player: int) -> None:
        """Set a player all-in: drop one or two coins of the stack that the room rounded away."""
        if 0 < self.behind[player] <= 2 and self.actions and self.actions[-1][0] == player:
            self.stacks[player] -= self.behind[player]
            self.behind[player] = 0
            self.actions[-1] = (*self.actions[-1][:5], True)

    def time_out(self, player: int) -> None:
        """Mark the player's next action as taken by the room."""
        self.absent.add(player)

    def _acts(self, player: int) -> None:
        self.touched[player] = True
        if player in self.absent:
            self.absent.discard(player)
            if all(action[0] != player for action in self.actions):
                self.timed_out.append(player)
            elif self.street == PREFLOP:
                self.timed_out_later.append(player)
        if self.folded[player]:
            raise HistoryError(f"'{self.name_of(player)[:40]}' acts after they have folded.")
        if self.behind[player] == 0:
            raise HistoryError(f"'{self.name_of(player)[:40]}' acts without a chip behind.")

    def _level_for(self, player: int) -> int:
        """Return the total that a player must match to stay in.

        Before the flop it is at least the big blind, even if its poster is all-in for less; but against a
        single opponent, or opponents who are all-in, no more than they have put in.  The first line of a
        fixed-limit game prints the bets, not the blinds.
        """
        if self.street != PREFLOP or self.level > self.big_blind or self.limit == "FL":
            return self.level
        opponents = [
            opponent
            for opponent, touched in enumerate(self.touched)
            if opponent != player and touched and not self.folded[opponent]
        ]
        level = max(self.level, self.big_blind)
        if opponents and (len(opponents) == 1 or not any(self.behind[opponent] for opponent in opponents)):
            return min(level, max(self.front[opponent] for opponent in opponents))
        return level

    def _faces_bet(self, player: int) -> bool:
        """Return whether a player must add chips to stay in."""
        return self.front[player] < self._level_for(player)

    def deal(self, street: int, cards: Iterable[Card]) -> None:
        """Begin the next street with its cards."""
        board = (*self.board, *cards)
        if street != self.street + 1 or len(board) != street + 2:
            raise HistoryError("The board cards are not dealt street by street.")
        self.street, self.board = street, board
        self.front = [0] * len(self.front)
        self.level = 0

    def show(self, player: int, cards: tuple[Card, ...]) -> None:
        """Record hole cards, dealt or shown; incomplete ones are ignored."""
        rules = GAMES.get(self.game)
        if rules is None or len(cards) == rules.hole_cards:
            previous = self.cards[player]
            if previous and previous != cards and len(previous) == len(cards) and set(previous) != set(cards):
                raise HistoryError(f"'{self.name_of(player)[:40]}' shows other cards than those dealt.")
            self.cards[player] = previous or cards
        elif len(cards) > rules.hole_cards:
            raise HistoryError(f"'{self.name_of(player)[:40]}' holds {len(cards)} cards.")

    def collect(self, player: int, chips: int) -> None:
        self.collected[player] += chips

    def leave_out(self) -> None:
        """Drop the play of a game that is not analysed; only the hand and its players remain."""
        self.posts, self.actions, self.board = [], [], ()
        self.cards = [() for _ in self.cards]
        self.rake, self.cancelled = None, True

    def leave_out_bomb_pot(self) -> None:
        """Leave out a hand in which all post an ante and the betting begins on the flop."""
        self.untold = BOMB_POT
        self.leave_out()

    def finish(self, file: str, line: int) -> Hand:
        """Return the validated record. Raises HistoryError if the hand is incomplete or contradictory."""
        self.line = 0
        if self.actions and self.actions[0][1] > PREFLOP and {post[1] for post in self.posts} == {"ante"}:
            self.leave_out_bomb_pot()
        if self.posts_tell:
            self._settle_level()
        kinds = [post[1] for post in self.posts]
        if kinds.count("big blind") > 1:
            self._settle_blinds()
        dealt = [touched or bool(cards) for touched, cards in zip(self.touched, self.cards, strict=True)]
        plain = list(zip(self.numbers, self.names, self.stacks, dealt, strict=True))
        ring = [player for _, player in sorted(zip(self.numbers, count())) if dealt[player]]
        warning = ""
        check_cards(self.cards, self.board)
        if not self.cancelled:
            if not self.closed:
                raise HistoryError("The hand is incomplete.")
            if len(ring) < 2:
                raise HistoryError("Fewer than two players are in the hand.")
            if self.actions or kinds.count("ante") < len(kinds) or self.street != RIVER:
                check_blinds(self)
                check_order(self, ring)
            warning = check_chips(self)
        ante = self.ante
        if not ante and "ante" in kinds:
            ante = max([post[2] for post in self.posts if post[1] == "ante"])
        words = (
            self.site, self.hand_id, self.key or self.hand_id, self.played_at, self.day, self.tournament,
            self.game, self.limit, self.currency, self.coins.coin, self.small_blind, self.big_blind, ante,
            self.cap, self.button,
        )  # fmt: skip
        content = (
            words, plain, self.posts, self.actions, self.cards, self.board, self.collected,
            self.rake, self.hero, self.cancelled,
        )  # fmt: skip
        digest = self.digest or blake2b(marshal.dumps(content, 2), digest_size=12).digest()
        return Hand(
            *words, tuple(map(_seat, plain)), tuple(map(_post, self.posts)),
            tuple(map(_action, self.actions)), tuple(self.cards), self.board, tuple(self.collected),
            self.rake, self.hero, self.cancelled, file, line, digest, warning, tuple(self.timed_out),
            self.positions, self.untold, tuple(self.timed_out_later), tuple(ring),
        )  # fmt: skip

    def _settle_blinds(self) -> None:
        """Keep the big blind left of the small blind; relabel others as returning blinds or straddles."""
        blinds = [k for k, post in enumerate(self.posts) if post[1] == "big blind"]
        small = [post[0] for post in self.posts if post[1] == "small blind"]
        start = self.numbers[small[0]] if small else self.button
        top = max(self.numbers) + 1
        real = min(blinds, key=lambda k: (self.numbers[self.posts[k][0]] - start - 1) % top)
        for k in blinds:
            if k != real:
                player, _, chips, all_in = self.posts[k]
                kind: PostKind = "straddle" if chips == 2 * self.big_blind else "returning blind"
                self.posts[k] = (player, kind, chips, all_in)

    def _settle_level(self) -> None:
        """Set the level to the blinds posted in full, as the first line may name another."""
        full = {kind: chips for _, kind, chips, all_in in self.posts if not all_in}
        small, big = full.get("small blind", 0), full.get("big blind", 0)
        if 0 < small <= big:
            self.small_blind, self.big_blind = small, big
