"""Rules of thumb: looked for, measured."""

from __future__ import annotations

from pathlib import Path

from jamfold.cards.games import Game, find_game
from jamfold.cases.answers.memory import ResultCache
from jamfold.cases.answers.spots import load_table
from jamfold.cases.answers.watch import Observer
from jamfold.cases.entries import CaseRequest
from jamfold.cases.rules import RuleCardRequest, RuleCheckRequest, RuleFeaturesRequest, RuleRequest
from jamfold.core.errors import RuleError
from jamfold.core.storage.whole_files import read_limited
from jamfold.practice.point_rules.features import Feature, features
from jamfold.practice.point_rules.report import STACKS, RuleReport, find_rule, known_rule, report_rule
from jamfold.practice.point_rules.rule import Rule, parse_rule

_reports: ResultCache[CaseRequest, RuleReport] = ResultCache(8)


def rule(question: RuleRequest, watch: Observer) -> RuleReport:

    def make() -> RuleReport:
        if question.known:
            return report_rule(known_rule(question.rules), watch.on_stage)
        stacks = tuple(map(float, question.stacks)) or STACKS
        return find_rule(
            question.rules, stacks, question.features, seconds=question.seconds, progress=watch.on_stage
        )

    load_table(question.rules, watch)
    return _reports.get(question, make)


def rule_card(question: RuleCardRequest, watch: Observer) -> RuleReport:
    return known_report(question.rules, watch)


def known_report(game: Game, watch: Observer) -> RuleReport:
    """The rule that comes with the program, with what it costs at every stack."""
    return rule(RuleRequest(game=game.name, known=True), watch)


def rule_features(question: RuleFeaturesRequest, watch: Observer) -> tuple[Feature, ...]:
    return tuple(features(question.rules).values())


def read_rule(question: RuleCheckRequest) -> Rule:
    """The rule. Raises RuleError if the text is none, or the file cannot be read."""
    source, text = "the rule", question.toml
    if question.file:
        path = Path(question.file)
        source, text = path.name[:60], _read(path)
    return parse_rule(text, source, find_game(question.game) if question.game else None)


def rule_check(question: RuleCheckRequest, watch: Observer) -> RuleReport:
    rule = read_rule(question)
    load_table(rule.game, watch)
    return report_rule(rule, watch.on_stage)


def _read(path: Path) -> str:
    try:
        return read_limited(path, RuleError, most=400_000).decode("utf-8")
    except UnicodeDecodeError:
        raise RuleError(f"'{path.name[:60]}' is not UTF-8 text.", field="file") from None
