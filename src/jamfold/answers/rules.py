"""Rules to carry in the head: looked for, measured."""

from __future__ import annotations

from pathlib import Path

from jamfold.answers import reply
from jamfold.answers.memory import Memory
from jamfold.answers.spots import load_table
from jamfold.answers.watch import Watch
from jamfold.errors import RuleError
from jamfold.games import Game, find_game
from jamfold.kept.whole import read_limited
from jamfold.practice.rules.features import Feature, features
from jamfold.practice.rules.find import STACKS, RuleReport, find_rule, known_rule, report_rule
from jamfold.practice.rules.rule import Rule
from jamfold.practice.rules.text import parse_rule
from jamfold.questions.entries import Question
from jamfold.questions.rules import RuleCardQuestion, RuleCheckQuestion, RuleFeaturesQuestion, RuleQuestion

_reports: Memory[Question, RuleReport] = Memory(8)


@reply.register
def rule(question: RuleQuestion, watch: Watch) -> RuleReport:

    def make() -> RuleReport:
        if question.known:
            return report_rule(known_rule(question.rules), watch.stage)
        stacks = tuple(map(float, question.stacks)) or STACKS
        return find_rule(
            question.rules, stacks, question.features, seconds=question.seconds, progress=watch.stage
        )

    load_table(question.rules, watch)
    return _reports.get(question, make)


@reply.register
def rule_card(question: RuleCardQuestion, watch: Watch) -> RuleReport:
    return known_report(question.rules, watch)


def known_report(game: Game, watch: Watch) -> RuleReport:
    """The rule that comes with the program, with what it costs at every stack."""
    return rule(RuleQuestion(game=game.name, known=True), watch)


@reply.register
def rule_features(question: RuleFeaturesQuestion, watch: Watch) -> tuple[Feature, ...]:
    return tuple(features(question.rules).values())


def read_rule(question: RuleCheckQuestion) -> Rule:
    """The rule. Raises RuleError if the text is none, or the file cannot be read."""
    source, text = "the rule", question.toml
    if question.file:
        path = Path(question.file)
        source, text = path.name[:60], _read(path)
    return parse_rule(text, source, find_game(question.game) if question.game else None)


@reply.register
def rule_check(question: RuleCheckQuestion, watch: Watch) -> RuleReport:
    rule = read_rule(question)
    load_table(rule.game, watch)
    return report_rule(rule, watch.stage)


def _read(path: Path) -> str:
    try:
        return read_limited(path, RuleError, most=400_000).decode("utf-8")
    except UnicodeDecodeError:
        raise RuleError(f"'{path.name[:60]}' is not a text in UTF-8.", field="file") from None
