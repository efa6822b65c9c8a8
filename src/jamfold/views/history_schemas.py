"""JSON contracts of reports on played hands, with their parts for tables of three to ten."""

from __future__ import annotations

import shlex
from itertools import starmap
from typing import Self
from urllib.parse import urlencode

from jamfold.betting.hand import MOST_COUNTED
from jamfold.cards.games import find_game
from jamfold.histories.all_in_ev import Results
from jamfold.histories.decisions import PlayerDecision
from jamfold.histories.grading import GradedDecision, RatedDecision
from jamfold.histories.leaks import Leak, LossTotal, ReferenceLosses, Tendency
from jamfold.histories.multiway_solver import TableReport, TableTurn
from jamfold.histories.pasted import Explained
from jamfold.histories.raise_solver import RaiseReport
from jamfold.histories.report import Report, UnbuiltCount
from jamfold.histories.room_solver import RoomReport
from jamfold.histories.spot_finder import LAST_POSTS
from jamfold.histories.statistics import Cell, Count
from jamfold.ranges.grid import class_label
from jamfold.views.formats import Contract, Pair


class ThreeMistakeContract(Contract):
    """A decision at a table of three to ten, compared with an equilibrium of its own stacks."""

    file: str
    line: int
    site: str
    hand_id: str
    day: str
    player: str
    game: str
    decision: str
    """The decision: btn, or bb after btn sb."""
    stacks: tuple[float, ...]
    """Chips of sb, bb, ..., btn before anything is posted."""
    stacks_bb: tuple[float, ...]
    """These stacks in big blinds."""
    s: float
    cards: str
    hand_class: str
    action: str
    right: str
    """The better action; either if both are right."""
    margin_bb: float
    loss_bb: float
    explain: str
    """The command that shows it."""
    link: str
    """The query string of the table page that shows its spot."""
    drill: str
    """The query string of a drill of hands like it; empty if there is none."""

    @classmethod
    def of(cls, decision: GradedDecision[TableTurn]) -> Self:
        turn = decision.turn
        return cls.pick(
            turn,
            stacks=tuple(stack / turn.coin for stack in turn.hand.stacks),
            stacks_bb=tuple(stack / turn.hand.big_blind for stack in turn.hand.stacks),
            hand_class=class_label(find_game(turn.game), decision.holding[1]),
            action=turn.act,
            right=decision.right,
            margin_bb=decision.margin,
            loss_bb=decision.loss,
            explain=table_command(turn),
            link=_link(_table_words(turn)),
            drill=drill_link(turn),
        )


def _table_words(turn: TableTurn) -> dict[str, list[str]]:
    """Return the options of the request for a spot, by name."""

    def chips(*coins: float) -> list[str]:
        return [f"{coin / turn.coin:.12g}" for coin in coins]

    level = turn.hand.level
    words = {"game": [turn.game], "stacks": chips(*turn.hand.stacks), "blinds": chips(*level.blinds)}
    return words | {name.replace("_", "-"): chips(ante) for name, ante in level.extras.items()}


def table_command(turn: TableTurn) -> str:
    """Return the command that shows a decision at a table of three to ten."""
    options = " ".join(f"--{name} {' '.join(words)}" for name, words in _table_words(turn).items())
    room = "" if turn.room is None or turn.room.terms.deciding.plain else f" {turn.room.words}"
    return f'jamfold table {options} --node "{turn.decision}" --hand {turn.cards}{room}'


def _link(words: dict[str, list[str]]) -> str:
    small, big = words.pop("blinds", ("", ""))
    blinds = {"blind_sb": small, "blind_bb": big} if big else {}
    return urlencode({name.replace("-", "_"): " ".join(texts) for name, texts in words.items()} | blinds)


def _drill_words(turn: TableTurn) -> dict[str, list[str]]:
    """Return the options of a drill of close hands like a decision; empty if the game has no drill.

    The drill has equal stacks at tables of three and the same decision at larger ones.  If the house's terms
    affect decisions, it uses the sampled spots with as many seats, as drills have no terms.
    """
    game = find_game(turn.game)
    if game.has_many_classes or (turn.hand.n == MOST_COUNTED and not game.has_threeway_table):
        return {}
    words = {"game": [turn.game], "mode": ["close"]}
    if turn.hand.n == MOST_COUNTED or not (turn.room is None or turn.room.terms.deciding.plain):
        return words | {"seats": [f"{turn.hand.n}"]}
    return words | _table_words(turn) | {"node": [turn.decision]}


def drill_command(turn: TableTurn) -> str:
    """Return the command that drills hands like a decision; empty if there is no drill."""
    options = [text for name, values in _drill_words(turn).items() for text in (f"--{name}", *values)]
    return f"jamfold train {shlex.join(options)}" if options else ""


def drill_link(turn: TableTurn) -> str:
    """Return the query string of the same drill on its page, which chooses a table by its seats."""
    words = _drill_words(turn)
    if not words:
        return ""
    if turn.hand.n == MOST_COUNTED:
        words |= {"seat": ["three"]}
        del words["seats"]
        return _link(words)
    return _link(words | {"seat": ["table"]})


class UnratedContract(Contract):
    """Graded decisions that are not in the rating."""

    decisions: int
    mistakes: int
    loss_bb: float
    error_rate_mbb: float
    interval_mbb: Pair | None
    spots: int
    """The number of different spots; each size of an open has its own tree."""
    largest_gain: float
    """The largest gain of a seat by deviating in a spot, in big blinds; for four to ten seats with 95%."""


class ThreesContract(UnratedContract):
    """Decisions at tables of three, or of four to ten, not in the rating: other equilibria may exist."""

    sampled: int
    """Number of spots solved by sampled deals, as the model does not cover them."""
    seconds: float
    """The shortest sampling time of these; 0 if none was sampled."""
    by_seat: tuple[Cell, ...]
    worst: tuple[ThreeMistakeContract, ...]
    left_out: tuple[Count, ...]

    @classmethod
    def of(cls, tables: TableReport) -> Self:
        return cls.pick(
            tables,
            tables.total,
            error_rate_mbb=tables.total.rate_mbb,
            worst=tuple(ThreeMistakeContract.of(decision) for decision in tables.worst),
            left_out=tuple(starmap(Count, tables.left_out.most_common())),
        )


class MistakeContract(Contract):
    """A decision compared with the equilibrium of its own spot."""

    file: str
    line: int
    site: str
    hand_id: str
    day: str
    tournament: str
    player: str
    opponent: str
    game: str
    players: int
    """Players dealt in."""
    seat: str
    """sb or bb."""
    last_post: str
    """straddle or button blind if the last to act (bb here) posted that, and sb is the player before; else
    empty."""
    stack_bb: float
    """The smaller stack of the two before anything is posted, in big blinds."""
    dead_bb: float
    """All antes and dead blinds, in big blinds."""
    dead_name: str
    """The name of these posts: antes, dead blinds, or dead money if it may be both."""
    s: float
    b: float
    cards: str
    hand_class: str
    """The name of the hand's class, whose hands differ only by suits."""
    action: str
    right: str
    """The better action; either if both are right."""
    raised_bb: float | None
    """Size of an open that faced a jam, in big blinds; null in jam or fold."""
    margin_bb: float
    """EV of jamming, or of calling a jam, less that of folding, in big blinds; with an open that faced a jam,
    EV of the open, of the jam over it, or of the call of that."""
    loss_bb: float
    loss_chips: float
    """The loss in chips, or in the money of a cash game."""
    currency: str
    """The currency of that money; empty for chips."""
    loss_prizes: float | None
    """The loss in prizes; null without prizes, or if the decision cannot be graded by them."""
    response_loss_bb: float
    """The loss against this opponent's own range; equal to loss_bb with fewer than 20 chances."""
    explain: str
    """The command that explains it."""
    link: str
    """The query string of the strategy page that shows its spot."""
    asked: str
    """The query string of the request that explains it in the chips of its hand, as ``why`` in an address of
    the histories page; empty if a room's terms count."""
    room: str
    """The options of the room's table whose terms grade it; empty if only chips count."""

    @classmethod
    def of(cls, decision: RatedDecision) -> Self:
        turn = decision.turn
        return cls.pick(
            turn,
            turn.spot,
            last_post=turn.reason if turn.reason in LAST_POSTS else "",
            dead_bb=turn.dead / turn.big_blind,
            action=turn.act,
            right=decision.right,
            raised_bb=turn.raised / turn.big_blind if turn.raised else None,
            margin_bb=decision.margin,
            loss_bb=decision.loss,
            loss_chips=decision.loss * turn.big_blind / turn.coin,
            loss_prizes=decision.prize_loss,
            currency=turn.currency if not turn.tournament else "",
            response_loss_bb=decision.response_loss,
            hand_class=class_label(find_game(turn.spot.game), decision.holding[1]),
            explain=explain_command(decision),
            link=spot_link(decision),
            asked="" if decision.room else why_query(decision),
            room=decision.room,
        )


class RaisesContract(UnratedContract):
    """Decisions about opens that faced a jam."""

    by_decision: tuple[Cell, ...]
    worst: tuple[MistakeContract, ...]
    left_out: tuple[Count, ...]

    @classmethod
    def of(cls, raises: RaiseReport) -> Self:
        return cls.pick(
            raises,
            raises.total,
            error_rate_mbb=raises.total.rate_mbb,
            worst=tuple(map(MistakeContract.of, raises.worst)),
            left_out=tuple(starmap(Count, raises.left_out.most_common())),
        )


def explain_command(decision: RatedDecision) -> str:
    turn = decision.turn
    stacks, level = turn.posted(turn.coin)
    words = {"stacks": _texts(*stacks), "blinds": _texts(*level.blinds)}
    words |= {name.replace("_", "-"): _texts(chips) for name, chips in level.extras.items()}
    if turn.raised:
        words["open"] = _texts(turn.raised / turn.coin)
    options = " ".join(f"--{name} {text}" for name, text in words.items())
    command = f"jamfold explain --game {turn.spot.game} {options} --as {turn.seat} --hand {turn.cards}"
    return f"{command} {decision.room}".rstrip()


def _texts(*chips: float) -> str:
    return " ".join(f"{amount:.12g}" for amount in chips)


def why_query(decision: RatedDecision) -> str:
    """Return the query string of the `HandRequest` that explains a decision, in the chips of its hand."""
    turn = decision.turn
    stacks, level = turn.posted(turn.coin)
    chips = dict(zip(("stack_sb", "stack_bb", "blind_sb", "blind_bb"), (*stacks, *level.blinds), strict=True))
    words = {name: _texts(amount) for name, amount in (chips | level.extras).items()}
    if turn.raised:
        words["open"] = _texts(turn.raised / turn.coin)
    return urlencode({"game": turn.spot.game, **words, "position": turn.seat, "cards": turn.cards})


def spot_link(decision: RatedDecision) -> str:
    """Return the query string of the strategy page, which plays equal stacks; both stacks if they differ."""
    turn = decision.turn
    posted, game = turn.posted(turn.coin), turn.spot.game
    small, big = posted.level.blinds
    words = {"game": game, "stack": f"{posted.equal_stack / big:.6g}"}
    if posted.equal_stack != min(posted.stacks):
        first, second = (f"{stack / big:.6g}bb" for stack in posted.stacks)
        words = {"game": game, "stack_sb": first, "stack_bb": second}
    if posted.level.extras or 2 * small != big:
        words |= {"blind_sb": _texts(small), "blind_bb": _texts(big)}
        words |= {name: _texts(chips) for name, chips in posted.level.extras.items()}
    if turn.raised:
        size = f"{turn.raised / turn.big_blind:.6g}"
        before = (f"sb raise {size}", "bb jam")[: turn.place]
        words |= {"open": f"{size}bb"} | ({"at": ", ".join(before)} if before else {})
    words |= {"hand": class_label(find_game(game), decision.holding[1])}
    return urlencode(words | {"seat": "jam" if turn.seat == "sb" else "call"})


_WITHIN = ("game", "seat", "depth", "stack", "max_s")


class ReportContract(Contract):
    """The cost of a player's jam/fold decisions."""

    player: str
    """The player's name, or names between commas."""
    game: str
    """A game to filter by; empty for all, as in the next three fields."""
    seat: str
    """sb or bb."""
    depth: str
    """A group of ante-adjusted stacks, s."""
    stack: str
    """A group of stacks in big blinds, before anything is posted."""
    hands: int
    """Hands dealt to the player."""
    decisions: int
    mistakes: int
    loss_bb: float
    error_rate_mbb: float
    """The rating: loss per decision, in thousandths of a big blind."""
    interval_mbb: Pair | None
    """95% interval; null below 30 decisions, which are too few for a verdict."""
    per_100_hands_bb: float
    accuracy: float
    """100 is perfect, 0 a coin flip."""
    response_rate_mbb: float
    """Loss per decision against the opponents' own ranges, if they are known."""
    max_s: float
    anchors: ReferenceLosses
    lost: tuple[LossTotal, ...]
    without_prizes: int
    """Tournament decisions that could not be graded by prizes, though the request has prizes."""
    prizes_left_out: tuple[Count, ...]
    """The reasons for that."""
    results: Results | None
    by_seat: tuple[Cell, ...]
    by_depth: tuple[Cell, ...]
    """Cells by ante-adjusted stack, s."""
    by_stack: tuple[Cell, ...]
    """Cells by big blinds, before posts."""
    by_family: tuple[Cell, ...]
    by_hand: tuple[Cell, ...]
    leans: tuple[Tendency, ...]
    leaks: tuple[Leak, ...]
    """Cells by seat and big blinds, before posts."""
    waiting: tuple[UnbuiltCount, ...]
    """Decisions that need a large table first, if the request wants only what is ready; else empty."""
    left_out: tuple[Count, ...]
    """The player's decisions that are not graded."""
    outside: tuple[Count, ...]
    """Hands dealt to the player that are not jam/fold spots."""
    worst: tuple[MistakeContract, ...]
    """The most expensive mistakes."""
    raises: RaisesContract | None
    """Decisions about opens that faced a jam, graded in the tree of the size played; not counted in the
    fields above; null if there are none."""
    known: int
    """Decisions of the player in the blinds that the stored hands contain, graded or not."""
    threes: ThreesContract | None
    """Decisions at tables of three, not counted in the fields above; null if there are none."""
    larger: ThreesContract | None
    """Decisions at tables of four to ten, without those too close to call; null if there are none."""
    rooms: tuple[RoomReport, ...]
    """Tables of rooms that were played at; their terms grade the decisions there, here and above."""

    @classmethod
    def of(cls, report: Report) -> Self:
        return cls.pick(
            report,
            report.total,
            player=", ".join(report.players),
            error_rate_mbb=report.total.rate_mbb,
            response_rate_mbb=report.response_mbb,
            **{name: getattr(report.scope.within, name) for name in _WITHIN},
            without_prizes=sum(prize.count for prize in report.without_prizes),
            prizes_left_out=report.without_prizes,
            worst=tuple(map(MistakeContract.of, report.worst)),
            known=report.stored_decisions,
            raises=None if report.raises is None else RaisesContract.of(report.raises),
            threes=None if report.threes is None else ThreesContract.of(report.threes),
            larger=None if report.larger is None else ThreesContract.of(report.larger),
        )


class DecisionContract(Contract):
    """A stored decision as parsed; amounts in chips or money, as the site wrote them."""

    file: str
    line: int
    site: str
    hand_id: str
    day: str
    tournament: str
    game: str
    limit: str
    currency: str
    players: int
    """The number of players dealt in."""
    player: str
    opponent: str
    seat: str
    small_blind: float
    big_blind: float
    live: float
    """L: the chips that each of the two can still win or lose after the antes."""
    dead: float
    """All dead money, including the antes of the two."""
    stack_bb: float
    """The smaller stack of the two before anything is posted, in big blinds."""
    s: float
    b: float
    cards: str
    action: str
    """jam, call, fold, or other: a limp or a smaller raise."""
    reason: str
    """Which of the two, if the action is other."""

    @classmethod
    def of(cls, turn: PlayerDecision) -> Self:
        chips = ("small_blind", "big_blind", "live", "dead")
        amounts = {name: getattr(turn, name) / turn.coin for name in chips}
        return cls.pick(turn, turn.spot, action=turn.act, **amounts)


def mistake_contracts(answer: Explained) -> tuple[MistakeContract | ThreeMistakeContract, ...]:
    """Return explained decisions, those at larger tables last."""
    return (*map(MistakeContract.of, answer.decisions), *map(ThreeMistakeContract.of, answer.at_tables))
