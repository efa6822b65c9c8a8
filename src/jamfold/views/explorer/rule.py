"""The rule to carry in the head as the strategy page takes it."""

from __future__ import annotations

from jamfold.practice.rules.features import find_feature
from jamfold.practice.rules.find import RuleReport
from jamfold.practice.rules.rule import Rule
from jamfold.views.contracts.rules import RuleCardContract
from jamfold.views.explorer.packing import packed_bytes
from jamfold.views.rules import NOTE, score_lines


def rule_card(report: RuleReport, *, parts: bool = True) -> RuleCardContract:
    """A rule whose features and scores span at most 255, as those that come with the program do.

    With `parts` every class can be counted number by number; without, only its score is told.
    """
    rule = report.rule
    least = int(rule.scores.min())
    points, words = zip(*score_lines(report), strict=True)
    return RuleCardContract(
        game=rule.game.name,
        points=points,
        words=words,
        least=least,
        scores=packed_bytes(rule.scores - least),
        weights=tuple(weight for _, weight in rule.score),
        seen=packed_score(rule) if parts else None,
        thresholds=report.rows,
        note=NOTE,
    )


def packed_score(rule: Rule) -> tuple[str, ...]:
    """What each weight of a rule multiplies, by class."""
    return tuple(packed_bytes(find_feature(rule.game, name).values) for name, _ in rule.score)
