"""What a job computes, in a few words: its stacks, its hands."""

from __future__ import annotations

from jamfold.questions.chances import ChanceQuestion, DistributionQuestion
from jamfold.questions.charts import ChartQuestion
from jamfold.questions.entries import Question
from jamfold.questions.equities import EquityQuestion
from jamfold.questions.fields import plain_text
from jamfold.questions.future import FutureQuestion
from jamfold.questions.match import MatchQuestion, PlayHandQuestion
from jamfold.questions.rules import RuleCardQuestion, RuleCheckQuestion, RuleQuestion
from jamfold.questions.spots import EXACT, SolveQuestion
from jamfold.questions.strategies import BuildQuestion
from jamfold.questions.table import TableQuestion
from jamfold.questions.tournaments import ThreeTournamentQuestion, TournamentQuestion
from jamfold.questions.videopoker import PayTableQuestion
from jamfold.questions.worth import IcmQuestion

_LONGEST = 40


def job_title(question: Question) -> str:
    """What is asked: ``Texas Hold'em, 10 bb``, ``chart of Omaha, 1 to 25 bb``."""
    match question:
        case SolveQuestion():
            return _spot(question)
        case ChartQuestion():
            low, high, step = map(plain_text, (question.low, question.high, question.step))
            return f"chart of {question.rules.title}, {low} to {high} bb by {step}"
        case TableQuestion():
            hand = question.hand
            each = [f"{stack / hand.blinds[1]:.6g}" for stack in hand.stacks]
            stacks = each[0] if len(set(each)) == 1 else " / ".join(each)
            prizes = ", for prizes" if hand.prizes is not None else ""
            return f"table of {question.rules.title}, {hand.n} seats, {stacks} bb{prizes}"
        case TournamentQuestion():
            levels = question.levels or f"blinds {'/'.join(map(plain_text, question.blinds))}"
            return f"tournament of {question.rules.title}, {plain_text(question.chips)} chips, {levels}"
        case ThreeTournamentQuestion():
            chips, blinds = plain_text(question.chips), "/".join(map(plain_text, question.blinds))
            return f"three players of {question.rules.title}, {chips} chips, blinds {blinds}"
        case EquityQuestion():
            players = " against ".join(text[:_LONGEST] for text in question.players)
            board = f" on {question.board}" if question.board else ""
            return f"equity of {players}{board}"
        case ChanceQuestion():
            return f"{question.hand} on {question.flop}"
        case DistributionQuestion():
            return f"strength of all hands of {question.rules.title} on all flops"
        case IcmQuestion():
            return f"ICM of {len(question.stacks):,} stacks"
        case FutureQuestion():
            return f"{len(question.stacks)} seats of {question.rules.title}, {question.depth} hands ahead"
        case RuleQuestion() | RuleCardQuestion():
            return f"rule of {question.rules.title}"
        case RuleCheckQuestion():
            return "a rule measured"
        case MatchQuestion() | PlayHandQuestion():
            return f"hands of {question.rules.title}"
        case BuildQuestion():
            return f"table of {question.rules.title}"
        case PayTableQuestion():
            return f"return of {question.table or 'a pay table'}"
    return question.name


def _spot(question: SolveQuestion) -> str:
    first, second = map(float, question.stacks)
    small, big = map(float, question.blinds)
    parts = [question.rules.title]
    if first == second:
        parts.append(f"{first / big:.6g} bb")
    else:
        parts.append(f"stacks {first:.12g} and {second:.12g} ({min(first, second) / big:.6g} bb)")
    if (small, big) != (5.0, 10.0):
        parts.append(f"blinds {small:.12g}/{big:.12g}")
    usual = SolveQuestion.usual_texts()
    parts += [
        f"{asked.label.lower()} {question.texts()[name]}"
        for name, asked in SolveQuestion.asked().items()
        if name in _TOLD and question.texts()[name] != usual[name]
    ]
    if question.method != EXACT:
        parts.append(question.method_text)
    if question.answers_range:
        parts.append("answer to a range")
    return ", ".join(parts)


_TOLD = ("ante", "bb_ante", "dead", "rake", "prizes")
