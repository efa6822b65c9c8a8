"""Ranges of others measured."""

from __future__ import annotations

from jamfold.cases.answers.table import notices, table
from jamfold.cases.answers.watch import Observer
from jamfold.cases.audit import AuditRequest
from jamfold.cases.table import SeatsRequest, TableRequest
from jamfold.core.errors import SituationError
from jamfold.spots.nplayer.audit import Audit, measure_profile
from jamfold.spots.nplayer.range_import import problems_text, read_range_files
from jamfold.spots.nplayer.result import SECONDS


def audit(question: AuditRequest, watch: Observer) -> Audit:
    """What every seat could gain against ranges, and which hands cost what."""
    game, hand = question.rules, question.hand
    if not hand.nodes:
        raise SituationError("Nobody has a decision in this hand: there is nothing to be measured.")
    ranges = read_range_files(game, hand, question.files, question.ranges)
    field = "files" if question.files else "ranges"
    if ranges.problems and not question.partial:
        raise SituationError(
            f"{problems_text(ranges.problems)}\nTo skip ranges that cannot be read, use --partial.",
            field=field,
        )
    if not ranges.ranges:
        wrong = f"\n{problems_text(ranges.problems)}" if ranges.problems else ""
        raise SituationError(f"No range could be read.{wrong}", field=field)
    solved = TableRequest(**{name: getattr(question, name) for name in SeatsRequest.field_specs()})
    for notice in notices(solved):
        watch.on_notice(notice)
    measured = measure_profile(
        game,
        hand,
        ranges.strategy(game, hand),
        table(solved, watch),
        seconds=SECONDS if question.seconds is None else question.seconds,
        seed=question.seed,
        progress=watch.on_stage,
    )
    return Audit(measured, ranges, question.hands)
