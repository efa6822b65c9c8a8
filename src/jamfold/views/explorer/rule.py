"""The rule to carry in the head as the strategy page takes it."""

from __future__ import annotations

from jamfold.practice.rules.features import find_feature
from jamfold.practice.rules.find import RuleReport
from jamfold.practice.rules.rule import Rule
from jamfold.views.contracts.rules import RuleCardContract, RuleContract
from jamfold.views.explorer.packing import packed_bytes
from jamfold.views.rules import NOTE, score_lines


def rule_card(report: RuleReport) -> RuleCardContract:
    """A rule whose features lie between 0 and 255, as those that come with the program do."""
    told, score = RuleContract.of(report), report.rule.score
    points, words = zip(*score_lines(told), strict=True)
    return RuleCardContract(
        game=told.game,
        points=points,
        words=words,
        weights=tuple(weight for _, weight in score),
        seen=packed_score(report.rule),
        thresholds=told.thresholds,
        note=NOTE,
    )


def packed_score(rule: Rule) -> tuple[str, ...]:
    """What each weight of a rule multiplies, by class."""
    return tuple(packed_bytes(find_feature(rule.game, name).values) for name, _ in rule.score)
