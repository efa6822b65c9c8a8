"""JSON payloads of the calculator, the flop and prizes for pages."""

from __future__ import annotations

from typing import Any

from jamfold.cases.answers.equities import RangeMeaning
from jamfold.cases.chances import DistributionFileRequest
from jamfold.cases.equities import PaintedRequest
from jamfold.cases.worth import IcmFileRequest
from jamfold.ranges.grid import class_label
from jamfold.views import winning_chance
from jamfold.views.figures import encoded
from jamfold.views.formats import columns_csv, to_text
from jamfold.views.icm import icm_columns
from jamfold.views.winning_chance import distribution_values


def painted_payload(question: PaintedRequest, answer: RangeMeaning) -> dict[str, Any]:
    """Return the range as text, and the share of each class in it, without those at 0."""
    shares = answer.held.class_shares.tolist()
    cells = {class_label(question.rules, index): share for index, share in enumerate(shares) if share}
    return {"text": answer.canonical or question.text, "cells": cells}


def distribution_payload(question: DistributionFileRequest, answer: Any) -> dict[str, str]:
    spread_everywhere = answer.states.spread
    if question.format == "csv":
        return {"text": winning_chance.histogram_csv(spread_everywhere)}
    if question.format == "json":
        return {"text": to_text(distribution_values(answer), indent=1) + "\n"}
    return encoded(
        f"flops.{question.format}",
        lambda path: winning_chance.save_figure(spread_everywhere, path, answer.marks, answer.game),
    )


def icm_payload(question: IcmFileRequest, answer: Any) -> dict[str, str]:
    is_csv = question.format == "csv"
    return {"text": columns_csv(icm_columns(answer)) if is_csv else to_text(answer) + "\n"}
