"""Tasks of the winning chance on a flop, and of the distribution of strength behind it."""

from __future__ import annotations

import base64
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jamfold.errors import ChanceError
from jamfold.web.inputs import at_field
from jamfold.web.tasks.calculators import short
from jamfold.web.worker import Report

if TYPE_CHECKING:
    from jamfold.cards import Card
    from jamfold.flop.distribution import FlopDistribution, Spread
    from jamfold.flop.folding import Folding, Ways

FILES = ("csv", "json", "png", "svg")
WAYS = {"below": "fold_below", "share": "fold_share", "curve": "fold_curve"}
"""How opponents fold, and the field that says so."""
_BINS = 50
_distribution: list[FlopDistribution] = []


def chance(params: dict[str, Any], report: Report) -> dict[str, Any]:
    """The chance of a hand on a flop, as lines and as ``jamfold winchance --json`` gives it."""
    from jamfold.flop.lookup import parse_flop, parse_hand
    from jamfold.flop.winning_chance import check_numbers, winning_chance
    from jamfold.views.chance import chance_lines, chance_values

    with at_field("flop"):
        flop = parse_flop(short(params.get("flop", "")))
    with at_field("own"):
        hand = parse_hand(short(params.get("hand", "")), flop)
    opponents = params.get("opponents", 1)
    with at_field("pot"):
        money = _money(params)
        check_numbers(opponents, money, 2, 0)
    sample = (_whole(params, "deals", 200_000), _whole(params, "seed", 0))
    with at_field("deals"):
        check_numbers(opponents, None, *sample)
    folding = _folding(params, flop, report)
    report({"stage": "dealing" if opponents > 1 else "counting", "share": 0.0}, always=True)
    found = winning_chance(hand, flop, opponents, folding, money, *sample)
    spread = _spread_on(flop)
    return {
        "lines": [line._asdict() for line in chance_lines(found)],
        "values": chance_values(found),
        "histogram": spread.histogram(_BINS).tolist(),
        "weaker": spread.count_below(found.raw.points) / spread.total,
        "points": spread.scale,
    }


def distribution(params: dict[str, Any], report: Report) -> dict[str, Any]:
    """The distribution over all flops, as ``jamfold winchance --distribution --json`` gives it."""
    from jamfold.views.chance import distribution_values

    folding = _folding(params, None, report)
    return distribution_values(_loaded(report), folding)


def distribution_file(params: dict[str, Any], report: Report) -> dict[str, str]:
    """The distribution as a file: its text, or its bytes in base64."""
    import json

    from jamfold.views.chance import distribution_values
    from jamfold.views.flop_figure import histogram_csv, save_figure

    kind = params.get("format")
    if kind not in FILES:
        raise ChanceError(f"Unknown format: the formats are {', '.join(FILES)}.")
    folding = _folding(params, None, report)
    states = _loaded(report)
    if kind == "csv":
        return {"text": histogram_csv(states.spread)}
    if kind == "json":
        return {"text": json.dumps(distribution_values(states, folding), indent=1) + "\n"}
    threshold = None if folding is None else folding.threshold
    share = 0.0 if folding is None else states.spread.share_folding(folding.stays)
    with tempfile.TemporaryDirectory(prefix="jamfold-") as folder:
        path = Path(folder) / f"flops.{kind}"
        save_figure(states.spread, path, [] if threshold is None else [(threshold, share)])
        return {"base64": base64.b64encode(path.read_bytes()).decode("ascii")}


def _folding(params: dict[str, Any], flop: tuple[Card, ...] | None, report: Report) -> Folding | None:
    """What was said about folding; on no flop, a share of this flop is a share of all."""
    from jamfold.flop.folding import parse_folding

    way = str(params.get("way") or "")
    with at_field(WAYS.get(way, "way")):
        return parse_folding(
            _ways(params, way),
            None if flop is None else lambda: _spread_on(flop),
            lambda: _loaded(report).spread,
        )


def _ways(params: dict[str, Any], way: str) -> Ways:
    from jamfold.flop.folding import Ways

    if not way:
        return Ways()
    if way not in WAYS:
        raise ChanceError(f"Opponents fold in one of the ways {', '.join(WAYS)}.")
    of = {"of": str(params["of"])} if way == "share" and params.get("of") else {}
    return Ways(**{way: short(params.get(WAYS[way], ""))}, **of)


def _spread_on(flop: tuple[Card, ...]) -> Spread:
    from jamfold.flop.distribution import Spread
    from jamfold.flop.strength import flop_strengths

    strengths = flop_strengths(flop)
    return Spread.of(strengths.points, strengths.counts.scale)


def _loaded(report: Report) -> FlopDistribution:
    """The distribution, built where it is missing, then kept."""
    from jamfold.flop.distribution import load_distribution

    if not _distribution:
        _distribution.append(load_distribution(report.build))
    return _distribution[0]


def _money(params: dict[str, Any]) -> tuple[float, float] | None:
    """Pot and call; None if neither is given."""
    texts = [str(params.get(name) or "").strip() for name in ("pot", "call")]
    if not any(texts):
        return None
    if not all(texts):
        raise ChanceError("The pot and the call go together.")
    try:
        pot, call = map(float, texts)
    except ValueError:
        raise ChanceError("The pot and the call must be numbers.") from None
    return pot, call


def _whole(params: dict[str, Any], name: str, usual: int) -> int:
    """A whole number from a field."""
    text = str(params.get(name) or "").replace(",", "").strip()
    with at_field(name):
        if not text:
            return usual
        if not (text.isascii() and text.isdigit() and len(text) <= 12):
            raise ChanceError(f"The {name} must be a whole number, not '{text[:40]}'.")
    return int(text)
