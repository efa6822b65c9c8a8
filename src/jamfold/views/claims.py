"""The claim of an answer: its certificate and one plain sentence, from its JSON values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jamfold.spots.solution import sampled_bound
from jamfold.views.formats import MODEL_NAMES

_ENTRIES = (
    *("exact", "proved", "counted", "method", "model", "unit", "deals", "boards", "error_bb", "error_from"),
    *("epsilon_bb", "epsilon_money", "gains_bb", "gains_money", "gains", "gains_bound", "gains_error"),
    *("values_error", "largest_epsilon_bb", "largest_epsilon_money", "lower_bb", "upper_bb", "gap_bb"),
)
"""JSON keys of certificates, of an answer or of its parts."""
_PARTS = ("spot", "at")
_EXACT = "Exact: no player can gain by deviating, so this is an equilibrium."
_UNCERTIFIED = "No certificate comes with this answer: claim only what its text says."


def certificate_of(values: Any) -> dict[str, Any]:
    """Return the certificate in an answer's JSON; empty if there is none."""
    if not isinstance(values, Mapping):
        return {}
    parts = [values, *(values[name] for name in _PARTS if isinstance(values.get(name), Mapping))]
    facts = {name: part[name] for part in reversed(parts) for name in _ENTRIES if part.get(name) is not None}
    if "gains_bound" not in facts:  # a deal's increase of ICM values is not a gain by deviating
        facts.pop("gains", None)
    return facts


def claim_of(name: str, values: Any, verdict: str = "") -> str:
    """Return one sentence that says what may be claimed of the answer to a question.

    `verdict` is what its sheet says first; that of bounds is what they prove.
    """
    if name == "bounds":
        return f"Proved in exact fractions: {verdict[:1].lower()}{verdict[1:]}"
    if name == "strength":
        return "Exact by the rules of the game: made hands are compared, not estimated."
    certificate = certificate_of(values)
    if name in ("icm", "deal"):
        return _of_model(name, certificate)
    if name == "equity":
        return _of_equity(certificate)
    if name == "history-report":
        return (
            "Imported hands only: each decision is rated against the equilibrium of its own spot. Costs "
            "measure the distance from equilibrium, not money won or lost."
        )
    if name == "audit":
        return f"{_counted(certificate)}: what a best response gains against these ranges, seat by seat."
    if name == "solve" and values.get("against") and (error := certificate.get("error_bb")) is not None:
        return f"Approximate: the response loses to the best one at most {sampled_bound(error, 'bb')}."
    return _of_spot(certificate)


def _of_model(name: str, certificate: Mapping[str, Any]) -> str:
    model = MODEL_NAMES.get(certificate.get("model", "malmuth-harville"), "the model named")
    if name == "deal" and certificate.get("method") != "icm":
        return "Exact arithmetic: the requested split, by chips or in equal parts, without a model."
    return (
        f"Exact within {model} ICM, which knows stacks and payouts only. It is a model, not the true value "
        "of the stacks."
    )


def _of_equity(certificate: Mapping[str, Any]) -> str:
    if certificate.get("exact"):
        return f"Exact: every board is counted ({certificate.get('method', 'no sampling')})."
    return f"Not exact: {certificate.get('method', 'sampled deals')}."


def _of_spot(certificate: Mapping[str, Any]) -> str:
    """Say whether strategies are exact, within a proved bound, or within a bound from samples."""
    if certificate.get("proved") or (certificate.get("exact") and "gains_bound" not in certificate):
        return _EXACT
    if (error := certificate.get("error_bb")) is not None:
        return f"Approximate: no player gains more by deviating than {sampled_bound(error, 'bb')}."
    if bounds := certificate.get("gains_bound"):
        bound, unit = max(bounds), certificate.get("unit") or "chips"
        end = ", for 95% of samples" if not certificate.get("counted") else ""
        return f"{_counted(certificate)}: no seat gains more than {bound:.2g} {unit} by deviating{end}."
    if (epsilon := certificate.get("largest_epsilon_bb", certificate.get("epsilon_bb"))) is not None:
        return f"Within {2 * epsilon:.2g} bb: no player gains more than that by deviating."
    return _UNCERTIFIED


def _counted(certificate: Mapping[str, Any]) -> str:
    return "Every deal is counted" if certificate.get("counted") else "From sampled deals"
