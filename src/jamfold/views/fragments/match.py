"""A match against the bot, as HTML: the table with the hand to be played, and the end of the last one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from jamfold.games import find_game
from jamfold.practice.match.session import Session
from jamfold.questions.match import EQUILIBRIUM, PlayHandRequest
from jamfold.shown import in_bb
from jamfold.views.contracts.match import ChipsContract, PlayContract, PlayedContract, TurnContract
from jamfold.views.faces import drawn
from jamfold.views.html import Html, element, tiles
from jamfold.views.played import CLOSE

_SEATS = {"sb": "small blind", "bb": "big blind"}
_DID = {"jam": "jams", "call": "calls", "fold": "folds"}


def play_fragment(question: PlayHandRequest, answer: Session) -> Html:
    """The end of the last hand, the next one up to the decision, and what all came to.

    A page shows the first two one after the other, so each stands in an element of its own.
    """
    told = PlayContract.of(answer)
    bot = "The bot" if told.opponent == EQUILIBRIUM else f"The bot: {told.opponent}"
    end = None if told.last is None else _end(question, told.last, bot)
    return element("div", end, _turn(question, told.turn, bot), _score(told), class_="result match")


def _address(question: PlayHandRequest, letter: str, *, at_end: bool) -> str:
    """Where the match stands after one more letter: at the end of that hand, or at the next one."""
    there = f"/play?{replace(question, done=question.done + letter).to_query_string(game='', seed='')}"
    return f"{there}&end=1" if at_end else there


def _turn(question: PlayHandRequest, turn: TurnContract, bot: str) -> Html:
    did = "" if turn.position == "sb" else "jams" if turn.jammed else "folds"
    folded = turn.position == "bb" and not turn.jammed
    backs = None if folded else element("span", *_backs(question), class_="cards", aria_hidden="true")
    felt = _felt(turn.position, turn.chips, bot, did, backs, drawn(turn.cards), None)
    return element(
        "section",
        felt,
        element("p", element("b", f"Hand {turn.number:,}"), f" · {_asked(turn)}", class_="asked"),
        element("p", _choices(question, turn), class_="acts"),
        class_="turn",
        aria_label="Your hand",
    )


def _asked(turn: TurnContract) -> str:
    """What has to be decided."""
    chips = turn.chips
    if turn.position == "sb":
        return "You are in the small blind: jam or fold?"
    if not turn.jammed:
        return f"You are in the big blind. The bot folds: {in_bb(chips.pot_bb - chips.bet_bb)} for you."
    price = min(chips.opponent_bet_bb - chips.bet_bb, chips.behind_bb)
    return f"You are in the big blind. The bot jams: call {in_bb(price)} to win {in_bb(chips.pot_bb)}?"


def _choices(question: PlayHandRequest, turn: TurnContract) -> list[Html]:
    decides = len(turn.choices) > 1
    return [
        _act(choice, _address(question, letter, at_end=decides), choice[0] if decides else "Enter", place)
        for place, (choice, letter) in enumerate(turn.choices.items())
    ]


def _act(words: str, address: str, key: str, place: int = 0) -> Html:
    """A big button; it is a link, so a match needs no script and can be gone back in."""
    return element(
        "a",
        f"{words[:1].upper()}{words[1:]} ",
        element("kbd", key.upper() if len(key) == 1 else key),
        href=address,
        class_="act" if place else "act main",
        data_key=key,
        role="button",
    )


def _end(question: PlayHandRequest, last: PlayedContract, bot: str) -> Html:
    theirs: Html | None = None
    if last.opponent_cards is not None:
        theirs = drawn(last.opponent_cards)
    elif last.opponent_action != "fold":
        theirs = element("span", *_backs(question), class_="cards", aria_hidden="true")
    did = _DID.get(last.opponent_action or "", "")
    board = None if last.board is None else drawn(last.board)
    felt = _felt(last.position, last.chips, bot, did, theirs, drawn(last.cards), board)
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
    """What the best play was, and what the choice cost."""
    if last.action is None or last.best is None or last.equilibrium_chance is None:
        return None
    plays = "jam" if last.position == "sb" else "call"
    is_wrong = last.cost_bb > CLOSE
    if is_wrong:
        words = f"{last.best.capitalize()} was better: your {last.action} cost {last.cost_bb:.3g} bb."
    elif last.best == "either":
        words = (
            f"Either is right: the best play is to {plays} {100 * last.equilibrium_chance:.0f} % of the time."
        )
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
    theirs: Html | None,
    mine: Html,
    board: Html | None,
) -> Html:
    """The table: the bot above, the person below, what is bet and the board between them."""
    small = position == "sb"
    return element(
        "div",
        _seat(
            bot, _SEATS["bb" if small else "sb"], chips.opponent_behind_bb, theirs, did, has_button=not small
        ),
        element("p", in_bb(chips.opponent_bet_bb), class_="bet"),
        element("div", board, element("p", f"Pot {in_bb(chips.pot_bb)}", class_="pot"), class_="middle"),
        element("p", in_bb(chips.bet_bb), class_="bet"),
        _seat("You", _SEATS[position], chips.behind_bb, mine, "", has_button=small),
        class_="felt",
    )


def _seat(name: str, seat: str, behind: float, cards: Html | None, did: str, *, has_button: bool) -> Html:
    button = element("span", "D", class_="dealer", title="Dealer button") if has_button else None
    said = element("span", did, class_="did") if did else None
    line = element("p", element("b", name), f" · {seat} · {in_bb(behind)}", button, said)
    return element("div", cards, line, class_="seat" if cards else "seat gone")


def _backs(question: PlayHandRequest) -> Sequence[Html]:
    return [element("span", class_="face back")] * find_game(question.game).hole_cards


def _signed(number: float) -> str:
    return f"{number:+.1f}".replace("-", "\u2212")


def _score(told: PlayContract) -> Html | None:
    """What all hands came to, in big blinds per 100 hands."""
    if not told.hands:
        return None
    per_100 = 100 / told.hands
    facts = [
        ("hand" if told.hands == 1 else "hands", f"{told.hands:,}"),
        ("bb per 100 hands won", _signed(per_100 * told.won_bb)),
        ("same average, less noise", _signed(per_100 * told.without_luck_bb)),
        ("bb per 100 hands your choices cost", f"{per_100 * told.cost_bb:.2f}"),
    ]
    return element("section", tiles(facts), class_="card", id="play-score", aria_label="So far")
