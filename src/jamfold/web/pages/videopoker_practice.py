"""Practice at a pay table: choose which of five cards to hold, see the cost, keep a score."""

from __future__ import annotations

import math
import time
from typing import NamedTuple, Self

from jamfold.calculator.videopoker.deck import HAND, format_deal, parse_deal
from jamfold.calculator.videopoker.paytable import find_shipped, shipped_pay_tables
from jamfold.cases.training import SLOWEST
from jamfold.cases.videopoker import ANY, CLOSE, CLOSE_COST, USUAL_TABLE, TrainDealRequest, TrainHoldRequest
from jamfold.core.errors import CardError, SituationError
from jamfold.views.html import Html, card_face, element, join_html, tiles
from jamfold.web.jobs import DONE, Job
from jamfold.web.page.form import card, chip, hidden
from jamfold.web.page.layout import GO, Page, PageRequest, PageState, Texts, always
from jamfold.web.pages.videopoker import Chosen, chosen

_OPEN = {"dealt": "", "hold": "", "judged": "", "since": ""}
"""Texts of a deal: cards, held places, the job that graded it, time of the deal."""
_DEALS = {ANY: "Any hand", CLOSE: f"Close deals: second-best hold costs at most {CLOSE_COST}"}
_MOST = 10**9
_LEAD = join_html(
    element("span", "Click a card or press 1-5 to hold it. Enter checks, then deals again.", class_="mouse"),
    element("span", "Tap a card to hold it.", class_="touch"),
    " Missed deals come back.",
)


class Score(NamedTuple):
    """Graded hands: number, right ones, right in a row, total cost."""

    asked: int = 0
    right: int = 0
    row: int = 0
    cost: float = 0.0

    @classmethod
    def of(cls, text: str) -> Self:
        """The score in an address; a new one if the text is invalid."""
        try:
            hands, right, row, cost = text.split(" ")
            score = cls(int(hands), int(right), int(row), float(cost))
        except ValueError:
            return cls()
        counts = 0 <= score.row <= score.right <= score.asked <= _MOST
        return score if counts and 0 <= score.cost < math.inf else cls()

    def add(self, cost: float) -> Score:
        """The score after one more hand; equally good holds cost exactly 0."""
        is_right = cost == 0
        return Score(self.asked + 1, self.right + is_right, self.row + 1 if is_right else 0, self.cost + cost)

    def text(self) -> str:
        return f"{self.asked} {self.right} {self.row} {self.cost:.6g}"


def tidy(values: Texts) -> Texts:
    """The texts of a form or link; another table starts over."""
    texts = {name: text for name, text in values.items() if name != "of"}
    shipped = find_shipped(texts.get("table", USUAL_TABLE))
    if shipped is not None:
        texts["table"] = shipped.name
    if values.get("of", texts.get("table")) != texts.get("table"):
        texts |= {**_OPEN, "toml": "", "pays": "", "score": ""}
    try:
        deck = chosen({"table": USUAL_TABLE, "toml": "", "pays": "", **texts}).table.deck
        parse_deal(texts.get("dealt", ""), deck)
    except CardError:
        texts |= _OPEN
    return texts


def settled(texts: Texts) -> Texts:
    """The texts that the address keeps: a deal until it is graded."""
    return texts | ({**_OPEN} if texts["judged"] else {"since": ""})


def _deal(texts: Texts) -> TrainDealRequest | None:
    return None if texts["dealt"] else chosen(texts).ask(TrainDealRequest, deals=texts["deals"])


def _hold_mask(texts: Texts) -> int:
    """The hold as a mask, bit i for card i."""
    return sum(1 << k for k in range(HAND) if str(k + 1) in texts["hold"].split("\n"))


def _judge(texts: Texts) -> TrainHoldRequest:
    since = float(texts["since"]) if texts["since"].isdecimal() else time.time()
    seconds = min(SLOWEST, max(0.0, time.time() - since))
    more = {"mask": str(_hold_mask(texts)), "seconds": f"{seconds:.1f}"}
    if not texts["dealt"]:
        raise SituationError("No hand is dealt yet.")
    return chosen(texts).ask(TrainHoldRequest, deal=texts["dealt"], **more)


def _take_answers(view: PageState) -> None:
    """Store the deal, and score a graded hold once."""
    texts, dealt, job = view.texts, view.result("deal"), _judging(view)
    if dealt is not None and not texts["dealt"]:
        texts |= _OPEN | {"dealt": dealt["deal"], "since": str(int(time.time()))}
    if job is None or job.state != DONE or texts["judged"] == job.id:
        return
    holds, mask = job.result["summary"]["holds"], job.question.to_strings()["mask"]
    cost = next(hold["cost"] for hold in holds if str(hold["mask"]) == mask)
    texts |= {"judged": job.id, "score": Score.of(texts["score"]).add(cost).text()}


def _judging(view: PageState) -> Job | None:
    """The job that grades this deal, not an earlier one."""
    job = view.jobs.get("judge")
    return job if job is not None and job.question.to_strings()["deal"] == view.texts["dealt"] else None


def _body(view: PageState) -> Html:
    choice = chosen(view.texts)
    view.placed.update(choice.errors)
    wrong = [element("p", sentence, class_="error") for sentence in choice.errors.values()]
    hidden_texts = view.hidden("toml", "pays", "dealt", "since", "judged", "score")
    of = hidden("of", view.texts["table"])
    verdict = view.outcome("judge") if _judging(view) is not None else None
    dealing = None if view.texts["dealt"] else view.status("deal")
    dealt = view.result("deal")
    if dealt is not None and dealt["notice"]:
        wrong.append(element("p", dealt["notice"], class_="error"))
    play = card("Your deal", wrong, _hand(view, choice), _buttons(view), dealing, verdict, hidden_texts, of)
    side = card("Deals and pay table", _choices(view, choice))
    return element("div", element("div", play), element("div", _score(view), side), class_="columns")


def _is_judged(view: PageState) -> bool:
    job = _judging(view)
    return job is not None and view.texts["judged"] == job.id


def _hand(view: PageState, choice: Chosen) -> Html | None:
    """Five checkboxes drawn as cards; after grading the best hold is marked."""
    try:
        cards = parse_deal(view.texts["dealt"], choice.table.deck)
    except CardError:
        return None
    mask, is_judged, best = _hold_mask(view.texts), _is_judged(view), 0
    if is_judged:
        masks = view.result("judge")["summary"]["best"]
        best = mask if mask in masks else masks[0]
    boxes = [
        _card(k, format_deal([card]), mask >> k & 1, best >> k & 1, is_judged) for k, card in enumerate(cards)
    ]
    return element(
        "div", boxes, class_="deal", id="dealt", role="group", aria_label="Your deal", data_later=True
    )


def _card(k: int, card: str, hold: int, best: int, is_judged: bool) -> Html:
    picture, words, colour = card_face(card)
    box = element(
        "input",
        type="checkbox",
        name="hold",
        value=k + 1,
        data_key=k + 1,
        checked=bool(hold),
        disabled=is_judged,
        aria_label=f"{words}{', in the best hold' if best else ''}",
    )
    face = element("span", picture, class_=colour or None)
    return element(
        "label", box, face, element("small", str(k + 1), class_="mouse"), class_="best" if best else None
    )


def _buttons(view: PageState) -> Html:
    again = view.page.address(view.texts | _OPEN)
    if _is_judged(view):
        main = element("a", "New deal", class_="go button", id="new-deal", href=again, data_key="Enter")
        return element("div", main, element("kbd", "Enter"), class_="row")
    judge = element("button", "Check", id="judge", class_="go", name=GO, value="judge", data_key="Enter")
    return element("div", judge, element("kbd", "Enter"), chip("Skip", again, id="skip"), class_="row")


def _score(view: PageState) -> Html | None:
    score = Score.of(view.texts["score"])
    if not score.asked:
        return None
    facts = [
        (f"{score.right} of {score.asked} right", f"{100 * score.right / score.asked:.1f}%"),
        ("right in a row", str(score.row)),
        ("cost per hand, in bets", f"{score.cost / score.asked:.4f}"),
    ]
    return card("Score", tiles(facts), id="score", aria_live="polite")


def _choices(view: PageState, choice: Chosen) -> Html:
    names = {table.name: table.name for table in shipped_pay_tables()}
    own = f"Your own: {choice.table.name}. " if choice.is_edited else ""
    texts = {name: view.texts[name] for name in ("table", "toml", "pays")}
    address = view.page.address(view.page.usual_texts() | texts).replace("/practice", "", 1)
    fields = join_html(
        view.choice("deal", "table", "Pay table", names), view.choice("deal", "deals", "Deals", _DEALS)
    )
    about = element("p", own, element("a", "Pays, return, holds, strategy", href=address))
    return join_html(
        element("div", fields, class_="fields one-column"), about, element("p", _LEAD, class_="note")
    )


PAGE = Page(
    path="/videopoker/practice",
    title="Video poker practice",
    parts={
        "deal": PageRequest(TrainDealRequest, quick=always, read=_deal, changed_by=("judge",)),
        "judge": PageRequest(TrainHoldRequest, read=_judge, by_job=True),
    },
    body=_body,
    usual={"table": USUAL_TABLE, "deals": ANY},
    own=("pays", "score", *_OPEN),
    tidy=tidy,
    settled=settled,
    on_answers=_take_answers,
)
