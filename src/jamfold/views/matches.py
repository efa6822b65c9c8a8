"""Matches against the bot: JSON contracts, words for results and hands, and the HTML table to play at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, Self

from jamfold.cards import Card, format_cards
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import find_game
from jamfold.cases.match import EQUILIBRIUM, PlayHandRequest
from jamfold.core.display import capitalized, in_bb, plural
from jamfold.practice.matches.no_limit_hand import HandState
from jamfold.practice.matches.player import BotRun
from jamfold.practice.matches.protocol import BIG, SMALL
from jamfold.practice.matches.results import Estimate, MatchResult
from jamfold.practice.matches.session import FOLDS, PLAYS, WAITS, Outcome, PendingDecision, Session
from jamfold.ranges.grid import class_label
from jamfold.views.formats import SEAT_WORDS, Contract, signed_text
from jamfold.views.history_import import printable
from jamfold.views.html import ALWAYS, Html, cards_html, element, tiles


def match_lines(result: MatchResult) -> list[str]:
    """Say what was played, and what the first player wins by each estimate."""
    spec, match = result.definition, result.match
    stacks, blinds = (" / ".join(f"{chips:,}" for chips in pair) for pair in (spec.stacks, spec.blinds))
    lines = [f"{result.first} against {result.second}: {spec.game.name}, stacks {stacks}, blinds {blinds}."]
    if any(spec.antes):
        lines[0] = f"{lines[0][:-1]}, antes {' / '.join(f'{chips:,}' for chips in spec.antes)}."
    if result.exact is not None:
        outcome = f"{'loses' if round(result.exact, 6) < 0 else 'wins'} {abs(result.exact):.6f} bb"
        lines.append(f"Exact: the first player {outcome} per hand, alternating seats.")
    if match is not None:
        hands, deals = plural(match.n_hands, "hand"), plural(match.deals, "deal")
        lines.append(f"{hands}: {deals}, each played from both seats, seed {match.seed}.")
        if any(match.off_model):
            first, second = match.off_model
            lines.append(
                f"Limps and small raises: {first:,} by the first player, {second:,} by the second. "
                f"The first player won {match.off_model_bb:+.2f} bb in these hands."
            )
    counts = (
        ("raw", result.raw, "per hand"),
        ("duplicate", result.duplicate, "per deal"),
        ("luck-adjusted", result.reduced, "per hand"),
    )
    lines += [_estimate_line(name, estimate, unit) for name, estimate, unit in counts if estimate is not None]
    return [printable(line) for line in lines]


def _estimate_line(name: str, estimate: Estimate, unit: str) -> str:
    low, high = estimate.interval
    return (
        f"{name:13}  {estimate.mean:+.4f} bb per hand (95% interval {low:+.4f} to {high:+.4f}; standard "
        f"deviation {estimate.deviation:.3f} bb {unit})"
    )


def bot_line(run: BotRun) -> str:
    return f"{plural(run.hands, 'hand')} played; the opponent limped or raised small in {run.off_model:,}."


def session_line(outcomes: Sequence[Outcome]) -> str:
    hands = len(outcomes)
    results = sum(outcome.won_bb for outcome in outcomes), sum(outcome.luckless_bb for outcome in outcomes)
    won, luckless = (signed_text(result, 2).replace("\u2212", "-") for result in results)
    cost = sum(outcome.cost_bb for outcome in outcomes)
    return (
        f"{plural(hands, 'hand')}: {won} bb, {luckless} luck-adjusted; your choices cost "
        f"{cost:.3f} bb against the equilibrium."
    )


CLOSE = 5e-5
"""Costs below this, in big blinds, count as zero."""


def cards_text(cards: Sequence[Card]) -> str:
    """Format a hand, high to low."""
    return format_cards(sorted(cards, reverse=True))


def turn_words(turn: PendingDecision) -> str:
    if turn.position == SMALL:
        return "small blind"
    return f"big blind; the opponent {'jams' if turn.jammed else 'folds'}"


def turn_line(turn: PendingDecision) -> str:
    seat, *lines = turn_words(turn).split(";")
    return f"{turn.number + 1:3}.  {seat}: {cards_text(turn.cards)}{''.join(f';{line}' for line in lines)}"


def outcome_lines(outcome: Outcome) -> list[str]:
    """Say how a hand ended, and how the equilibrium plays it."""
    hand = outcome.hand
    lines = []
    if hand.called:
        other = hand.deal.big if hand.small == 0 else hand.deal.small
        lines.append(f"The opponent has {cards_text(other)}; the board is {format_cards(hand.deal.board)}.")
    elif hand.small == 0 and hand.jammed:
        lines.append("The opponent folds.")
    lines.append(f"You {'lose' if outcome.won_bb < 0 else 'win'} {abs(outcome.won_bb):.2f} bb.")
    if outcome.chance is not None:
        action = "jams" if hand.small == 0 else "calls"
        cost = f"costs {outcome.cost_bb:.4f} bb" if outcome.cost_bb > CLOSE else "costs nothing"
        lines.append(
            f"The equilibrium {action} it {100 * outcome.chance:.0f}% of the time: your choice {cost}."
        )
    return lines


Action = Literal["jam", "call", "fold"]
Best = Literal["jam", "call", "fold", "either"]


class ChipsContract(Contract):
    """The chips on the table, in big blinds."""

    pot_bb: float
    """All that was posted and bet."""
    behind_bb: float
    opponent_behind_bb: float
    """behind_bb, opponent_behind_bb: the stacks left of the person and the opponent."""
    bet_bb: float
    opponent_bet_bb: float
    """bet_bb, opponent_bet_bb: their bets, including blinds but not antes."""

    @classmethod
    def of(cls, standing: HandState, position: int) -> Self:
        """Return the chips of a person at `position`, with the opponent at the other one."""
        definition, positions = standing.definition, (position, 1 - position)
        big_blind = definition.situation.big_blind
        bets = [standing.spent[seat] for seat in positions]
        antes = [standing.ante(seat) for seat in positions]
        stacks = [definition.stacks[0 if seat == SMALL else 1] for seat in positions]
        behind = [
            (stack - ante - bet) / big_blind for stack, ante, bet in zip(stacks, antes, bets, strict=True)
        ]
        return cls(
            pot_bb=(sum(bets) + sum(antes)) / big_blind,
            behind_bb=behind[0],
            opponent_behind_bb=behind[1],
            bet_bb=bets[0] / big_blind,
            opponent_bet_bb=bets[1] / big_blind,
        )


class PlayedContract(Contract):
    """The end of a hand that a person played."""

    number: int
    """From 1."""
    position: Literal["sb", "bb"]
    cards: str
    hand: str
    """The name of the hand's class."""
    opponent_cards: str | None
    """Null, like the board, unless there was a showdown."""
    board: str | None
    won_bb: float
    without_luck_bb: float
    """The luck-adjusted result (AIVAT with the equilibrium's values)."""
    equilibrium_chance: float | None
    """The equilibrium's frequency of playing the hand; null if there was no decision."""
    cost_bb: float
    """The loss of the choice against the equilibrium."""
    action: Action | None
    """The person's action; null, like the next two, if there was nothing to decide."""
    best: Best | None
    opponent_action: Action | None
    """Null if the opponent had no decision."""
    chips: ChipsContract
    """At the end, before the pot is paid out."""
    words: tuple[str, ...]

    @classmethod
    def of(cls, outcome: Outcome) -> Self:
        hand = outcome.hand
        small = hand.small == 0
        own, opponent = (hand.deal.small, hand.deal.big) if small else (hand.deal.big, hand.deal.small)
        game, end = outcome.standing.definition.game, outcome.standing
        action, opponent_action = _actions(outcome)
        return cls(
            number=hand.number + 1,
            position="sb" if small else "bb",
            cards=cards_text(own),
            hand=class_label(game, hand_classes(game).index(own)),
            opponent_cards=cards_text(opponent) if hand.called else None,
            board=format_cards(hand.deal.board) if hand.called else None,
            won_bb=outcome.won_bb,
            without_luck_bb=outcome.luckless_bb,
            equilibrium_chance=outcome.chance,
            cost_bb=outcome.cost_bb,
            action=action,
            best=_best(outcome, action),
            opponent_action=opponent_action,
            chips=ChipsContract.of(end, SMALL if small else BIG),
            words=tuple(outcome_lines(outcome)),
        )


def _actions(outcome: Outcome) -> tuple[Action | None, Action | None]:
    """Return the actions of the person and the opponent; None if there was nothing to decide."""
    hand = outcome.hand
    first: Action = "jam" if hand.jammed else "fold"
    second: Action | None = None if not hand.jammed else "call" if hand.called else "fold"
    return (first, second) if hand.small == 0 else (second, first)


def _best(outcome: Outcome, action: Action | None) -> Best | None:
    """Return the equilibrium's action; either if it mixes both and neither costs anything."""
    if action is None or outcome.chance is None:
        return None
    if outcome.cost_bb > CLOSE:
        return "fold" if action != "fold" else "jam" if outcome.hand.small == 0 else "call"
    return "either" if 1 - ALWAYS < outcome.chance < ALWAYS else action


class TurnContract(Contract):
    """The hand that the person has to play."""

    number: int
    """From 1."""
    position: Literal["sb", "bb"]
    cards: str
    jammed: bool
    """Whether the small blind has jammed, in the big blind."""
    chips: ChipsContract
    choices: dict[str, str]
    """The legal actions, each with its letter; "next hand" if the opponent has folded."""
    words: str

    @classmethod
    def of(cls, turn: PendingDecision) -> Self:
        return cls.pick(
            turn,
            number=turn.number + 1,
            position="sb" if turn.position == SMALL else "bb",
            cards=cards_text(turn.cards),
            chips=ChipsContract.of(turn.standing, turn.position),
            choices=_choices(turn),
            words=turn_words(turn),
        )


def _choices(turn: PendingDecision) -> dict[str, str]:
    if not turn.decides:
        return {"next hand": WAITS}
    return {"jam" if turn.position == SMALL else "call": PLAYS, "fold": FOLDS}


class PlayContract(Contract):
    """A person against a bot, hand by hand."""

    game: str
    opponent: str
    done: str
    """The person's actions, one letter per hand; the next request adds one."""
    hands: int
    won_bb: float
    without_luck_bb: float
    cost_bb: float
    """The exact loss of all choices against the equilibrium."""
    last: PlayedContract | None
    turn: TurnContract

    @classmethod
    def of(cls, session: Session) -> Self:
        ended = session.outcomes
        return cls.pick(
            session,
            game=session.definition.game.name,
            opponent=session.opponent.name,
            hands=len(ended),
            won_bb=sum(outcome.won_bb for outcome in ended),
            without_luck_bb=sum(outcome.luckless_bb for outcome in ended),
            cost_bb=sum(outcome.cost_bb for outcome in ended),
            last=PlayedContract.of(ended[-1]) if ended else None,
            turn=TurnContract.of(session.turn()),
        )


_DID = {"jam": "jams", "call": "calls", "fold": "folds"}


def play_fragment(question: PlayHandRequest, answer: Session) -> Html:
    """Return the end of the last hand, the next one up to the decision, and the score.

    A page shows the first two one after the other, so each is an element of its own.
    """
    play = PlayContract.of(answer)
    bot = "The bot" if play.opponent == EQUILIBRIUM else f"The bot: {play.opponent}"
    end = None if play.last is None else _end(question, play.last, bot)
    return element("div", end, _turn(question, play.turn, bot), _score(play), class_="result match")


def _address(question: PlayHandRequest, letter: str, *, at_end: bool) -> str:
    """Return the match's address after one more letter: at the end of that hand, or at the next one."""
    address = f"/play?{replace(question, done=question.done + letter).to_query_string(game='', seed='')}"
    return f"{address}&end=1" if at_end else address


def _turn(question: PlayHandRequest, turn: TurnContract, bot: str) -> Html:
    did = "" if turn.position == "sb" else "jams" if turn.jammed else "folds"
    folded = turn.position == "bb" and not turn.jammed
    backs = None if folded else element("span", *_backs(question), class_="cards", aria_hidden="true")
    felt = _felt(turn.position, turn.chips, bot, did, backs, cards_html(turn.cards), None)
    return element(
        "section",
        felt,
        element("p", element("b", f"Hand {turn.number:,}"), f" · {_prompt(turn)}", class_="asked"),
        element("p", _choices_html(question, turn), class_="acts"),
        class_="turn",
        aria_label="Your hand",
    )


def _prompt(turn: TurnContract) -> str:
    chips = turn.chips
    if turn.position == "sb":
        return "You are in the small blind: jam or fold?"
    if not turn.jammed:
        return f"You are in the big blind. The bot folds: {in_bb(chips.pot_bb - chips.bet_bb)} for you."
    price = min(chips.opponent_bet_bb - chips.bet_bb, chips.behind_bb)
    return f"You are in the big blind. The bot jams: call {in_bb(price)} to win {in_bb(chips.pot_bb)}?"


def _choices_html(question: PlayHandRequest, turn: TurnContract) -> list[Html]:
    decides = len(turn.choices) > 1
    return [
        _act(choice, _address(question, letter, at_end=decides), choice[0] if decides else "Enter", place)
        for place, (choice, letter) in enumerate(turn.choices.items())
    ]


def _act(words: str, address: str, key: str, place: int = 0) -> Html:
    """Return a big button; it is a link, so a match needs no script and the browser can go back."""
    return element(
        "a",
        f"{capitalized(words)} ",
        element("kbd", key.upper() if len(key) == 1 else key),
        href=address,
        class_="act" if place else "act main",
        data_key=key,
        role="button",
    )


def _end(question: PlayHandRequest, last: PlayedContract, bot: str) -> Html:
    opponent_cards: Html | None = None
    if last.opponent_cards is not None:
        opponent_cards = cards_html(last.opponent_cards)
    elif last.opponent_action != "fold":
        opponent_cards = element("span", *_backs(question), class_="cards", aria_hidden="true")
    did = _DID.get(last.opponent_action or "", "")
    board = None if last.board is None else cards_html(last.board)
    felt = _felt(last.position, last.chips, bot, did, opponent_cards, cards_html(last.cards), board)
    return element(
        "section",
        felt,
        element("p", element("b", _won(last)), class_="asked"),
        _verdict(question, last),
        element("p", _act("next hand", _address(question, "", at_end=False), "Enter"), class_="acts"),
        class_="end",
        aria_label="How the hand ended",
    )


def _won(last: PlayedContract) -> str:
    if abs(last.won_bb) < CLOSE:
        return f"Hand {last.number:,}: the pot is split."
    return f"Hand {last.number:,}: you {'win' if last.won_bb > 0 else 'lose'} {abs(last.won_bb):.4g} bb."


def _verdict(question: PlayHandRequest, last: PlayedContract) -> Html | None:
    """Say what the best play was, and what the choice cost; None if there was nothing to decide."""
    if last.action is None or last.best is None or last.equilibrium_chance is None:
        return None
    plays = "jam" if last.position == "sb" else "call"
    is_wrong = last.cost_bb > CLOSE
    if is_wrong:
        words = f"{last.best.capitalize()} was better: your {last.action} cost {last.cost_bb:.3g} bb."
    elif last.best == "either":
        words = f"Indifferent: equilibrium {plays}s {100 * last.equilibrium_chance:.0f}% of the time."
    else:
        words = f"Right: {last.best} {last.hand}."
    why = f"/?{question.spot.to_query_string(game='')}&hand={last.hand}&seat={plays}"
    link = element("a", "why", class_="chip", href=why, aria_label=f"Why: {last.hand}")
    return element("p", words, " ", link, class_="verdict wrong" if is_wrong else "verdict")


def _felt(
    position: str,
    chips: ChipsContract,
    bot: str,
    did: str,
    opponent_cards: Html | None,
    own_cards: Html,
    board: Html | None,
) -> Html:
    """Return the table: the bot above, the person below, bets and the board between them."""
    small = position == "sb"
    seat = SEAT_WORDS["bb" if small else "sb"]
    return element(
        "div",
        _seat(bot, seat, chips.opponent_behind_bb, opponent_cards, did, has_button=not small),
        element("p", in_bb(chips.opponent_bet_bb), class_="bet"),
        element("div", board, element("p", f"Pot {in_bb(chips.pot_bb)}", class_="pot"), class_="middle"),
        element("p", in_bb(chips.bet_bb), class_="bet"),
        _seat("You", SEAT_WORDS[position], chips.behind_bb, own_cards, "", has_button=small),
        class_="felt",
    )


def _seat(name: str, seat: str, behind: float, cards: Html | None, did: str, *, has_button: bool) -> Html:
    button = element("span", "D", class_="dealer", title="Dealer button") if has_button else None
    action = element("span", did, class_="did") if did else None
    line = element("p", element("b", name), f" · {seat} · {in_bb(behind)}", button, action)
    return element("div", cards, line, class_="seat" if cards else "seat gone")


def _backs(question: PlayHandRequest) -> Sequence[Html]:
    return [element("span", class_="face back")] * find_game(question.game).hole_cards


def _score(play: PlayContract) -> Html | None:
    """Return the results of all hands, in big blinds per 100 hands; None before the first."""
    if not play.hands:
        return None
    per_100 = 100 / play.hands
    facts = [
        ("hand" if play.hands == 1 else "hands", f"{play.hands:,}"),
        ("Won, bb/100", signed_text(per_100 * play.won_bb, 1)),
        ("Luck-adjusted, bb/100", signed_text(per_100 * play.without_luck_bb, 1)),
        ("EV lost, bb/100", f"{per_100 * play.cost_bb:.2f}"),
    ]
    return element("section", tiles(facts), class_="card", id="play-score", aria_label="Session")
