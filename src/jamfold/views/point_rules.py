"""Point rules to memorise: JSON contract, words, and the card on the terminal and as a file.

The file is a picture (PNG, SVG), a page to print (PDF), or a page for a browser (HTML).
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from jamfold.cards.counting.classes import hand_classes
from jamfold.core.display import plural
from jamfold.core.errors import RuleError
from jamfold.core.storage.whole_files import check_target, write_atomically
from jamfold.core.version import __version__
from jamfold.practice.point_rules.evaluation import RuleRow
from jamfold.practice.point_rules.features import Feature, find_feature
from jamfold.practice.point_rules.report import RuleReport, RuleScore
from jamfold.ranges.grid import class_label
from jamfold.views.figures import new_figure, rectangle, write_figure
from jamfold.views.formats import Contract, to_text
from jamfold.views.sheet import Sheet, Table, text, whole

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NOTE = (
    "Small blind 0.5 bb, no ante. Use the nearest stack. Exploitability: what both best responses gain "
    "together (exact)."
)
_LOSS = "Loss: what it loses against the equilibrium."


def title(rule: RuleReport) -> str:
    return f"{rule.rule.game.title}: jam or fold by {plural(len(rule.score), 'number')}"


def score_lines(rule: RuleReport) -> list[tuple[str, str]]:
    return [(points_text(score), score.words) for score in rule.score]


def points_text(score: RuleScore) -> str:
    """Format points with their sign, ``+3``, ``−2``; or as a factor of a number, ``2 ×``."""
    if score.words.startswith(("the ", "2 for ", "3 for ")):
        return f"{score.weight} ×".replace("-", "−")
    return f"{score.weight:+d}".replace("-", "−")


def example_line(rule: RuleReport) -> str:
    game = rule.rule.game
    classes = hand_classes(game)
    class_id = classes.index(game.example_hand)
    parts = [score.weight * int(find_feature(game, score.feature).values[class_id]) for score in rule.score]
    summed = " + ".join(map(str, parts)).replace("+ -", "− ")
    return f"Example {class_label(game, class_id)}: {summed} = {sum(parts)} points."


def per_100(value: float) -> str:
    """Format big blinds per hand as big blinds per 100 hands."""
    return f"{100 * value:.2f}"


def mean_line(rule: RuleReport) -> str:
    """Return the mean gain, compared with published orderings."""
    count = len(rule.rows)
    line = f"Mean gain over {plural(count, 'stack')}: {per_100(rule.mean_gain_bb)} bb per 100 hands"
    for ordering in rule.compared:
        mean = sum(row.gain_bb for row in ordering.rows) / count
        line += f"; {ordering.name}'s order {per_100(mean)}"
    return line + "."


def rule_lines(rule: RuleReport) -> list[str]:
    """Return the lines below the thresholds."""
    lines = [example_line(rule), mean_line(rule), f"{NOTE} {_LOSS}"]
    if rule.compared:
        names = " and ".join(ordering.name for ordering in rule.compared)
        lines.append(
            f"{names}: hands ordered by the published points, with thresholds tuned like the rule's."
        )
    if not rule.finished:
        lines.append("Time ran out before the search finished. More --seconds may find a better rule.")
    return lines


def features_sheet(features: Sequence[Feature]) -> Sheet:
    rows = [[feature.name, str(feature.least), str(feature.most), feature.words] for feature in features]
    return Sheet(parts=[Table((whole("feature"), "from", "to", text("points for")), rows)])


def rule_sheet(rule: RuleReport) -> Sheet:
    orders = [ordering.name for ordering in rule.compared]
    heads = ("stack", "jam from", "call from", "exploitability, bb/100", "loss, bb/100", *orders)
    rows = [
        [
            f"{row.s:g}",
            str(row.threshold.jam_points),
            str(row.threshold.call_points),
            per_100(row.gain_bb),
            per_100(row.loss_bb),
            *(per_100(ordering.rows[k].gain_bb) for ordering in rule.compared),
        ]
        for k, row in enumerate(rule.rows)
    ]
    points = Table(("points", text("for")), score_lines(rule))
    return Sheet(title(rule), parts=(points, Table(heads, rows)), notes=rule_lines(rule))


PICTURES = (".png", ".svg", ".pdf")
TEXTS = (".html", ".toml", ".json")
ENDINGS = (*PICTURES, *TEXTS)
_NOTE = "Stack in big blinds, no ante. Gain: what two best responses win together, 1/1000 bb per hand."
_WIDE = 7.2  # inches
_LINE, _MARGIN = 0.24, 0.3
_WORDS = 78
_ACROSS = 13
_INK, _SHADE, _GREY = "black", "#e6eaed", "#555555"


def check_card(path: Path) -> Path:
    """Return the path if a card can be written there; checked before long work.

    Raises RuleError if its ending is unknown; SolutionError if no file can be written there.
    """
    if path.suffix.lower() not in ENDINGS:
        raise RuleError(
            f"The card '{path.name[:60]}' must end in {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}."
        )
    check_target(path)
    return path


def write_card(rule: RuleReport, path: Path) -> None:
    """Write a card in the format of the file's ending.

    Raises RuleError if its ending is unknown; JamfoldError if it cannot be written.
    """
    kind = check_card(path).suffix.lower()
    if kind in PICTURES:
        write_figure(card_figure(rule), path, endings=PICTURES)
        return
    text = card_html(rule) if kind == ".html" else rule.toml if kind == ".toml" else to_text(rule) + "\n"
    write_atomically(path, text)


def card_figure(rule: RuleReport) -> Figure:
    """Draw the points, and a table of thresholds with a row for jamming and a row for calling."""
    lines = [(points, wrap(words, _WORDS)) for points, words in score_lines(rule)]
    blocks = [rule.rows[k : k + _ACROSS] for k in range(0, len(rule.rows), _ACROSS)]
    rows = 2 + sum(len(words) for _, words in lines) + sum(4.6 for _ in blocks) + 2.2
    height = 2 * _MARGIN + _LINE * rows
    figure = new_figure(figsize=(_WIDE, height), facecolor="white")
    down = _MARGIN

    def put(x: float, text: str, **more: Any) -> None:
        figure.text(x / _WIDE, 1 - down / height, text, va="top", **more)

    put(_MARGIN, title(rule), fontsize=13, weight="bold")
    down += 1.8 * _LINE
    for points, words in lines:
        put(_MARGIN + 0.45, points, fontsize=11, weight="bold", ha="right")
        for word in words:
            put(_MARGIN + 0.6, word, fontsize=10)
            down += _LINE
    for block in blocks:
        down += 0.4 * _LINE
        _draw_thresholds(figure, block, down, height)
        down += 4.2 * _LINE
    down += 0.4 * _LINE
    put(_MARGIN, example_line(rule), fontsize=9)
    down += 0.9 * _LINE
    put(_MARGIN, _NOTE, fontsize=8, color=_GREY)
    return figure


def _draw_thresholds(figure: Figure, block: tuple[RuleRow, ...], down: float, height: float) -> None:

    names = ("stack", "jam from", "call from", "gain")
    label, step = 0.95, (_WIDE - 2 * _MARGIN - 0.95) / _ACROSS
    for row, name in enumerate(names):
        y = down + row * _LINE
        if row in (1, 2):
            size = ((_WIDE - 2 * _MARGIN) / _WIDE, _LINE / height)
            corner = (_MARGIN / _WIDE, 1 - (y + _LINE * 0.87) / height)
            figure.add_artist(rectangle(corner, *size, color=_SHADE, zorder=0))
        weight = "bold" if row in (1, 2) else "normal"
        colour = _GREY if row == 3 else _INK
        figure.text((_MARGIN + 0.05) / _WIDE, 1 - y / height, name, va="top", fontsize=9, color=colour)
        for k, at in enumerate(block):
            points = at.threshold.jam_points, at.threshold.call_points
            texts = (f"{at.s:g}", *map(str, points), per_100(at.gain_bb))
            figure.text(
                (_MARGIN + label + (k + 0.5) * step) / _WIDE, 1 - y / height, texts[row],
                va="top", ha="center", fontsize=9, weight=weight, color=colour,
            )  # fmt: skip


def card_html(rule: RuleReport) -> str:
    score = "".join(
        f"<tr><th>{escape(points_text(part))}</th><td>{escape(part.words)}</td></tr>" for part in rule.score
    )
    heads = "".join(f'<th scope="col">{row.s:g}</th>' for row in rule.rows)
    rows = [f'<tr><th scope="row">stack, bb</th>{heads}</tr>']
    for name, cells in (
        ("jam from", [str(row.threshold.jam_points) for row in rule.rows]),
        ("call from", [str(row.threshold.call_points) for row in rule.rows]),
        ("exploitability, bb/100", [per_100(row.gain_bb) for row in rule.rows]),
        ("loss, bb/100", [per_100(row.loss_bb) for row in rule.rows]),
        *((f"{order.name}, gain", [per_100(row.gain_bb) for row in order.rows]) for order in rule.compared),
    ):
        kind = ' class="main"' if name in ("jam from", "call from") else ""
        cells = [f"<td>{escape(cell)}</td>" for cell in cells]
        rows.append(f'<tr{kind}><th scope="row">{escape(name)}</th>{"".join(cells)}</tr>')
    lines = "".join(f"<p>{escape(line)}</p>" for line in rule_lines(rule))
    return _PAGE.format(
        title=escape(title(rule)), score=score, rows="\n".join(rows), lines=lines, version=__version__
    )


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 0 auto; padding: 1rem; }}
h1 {{ font-size: 1.4rem; }}
.wide {{ overflow-x: auto; }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 1rem 0; }}
th, td {{ padding: .15rem .6rem .15rem 0; text-align: left; vertical-align: top; }}
.wide th, .wide td {{ border-bottom: 1px solid #8884; }}
.wide td {{ text-align: right; }}
tr.main {{ font-weight: bold; background: #8882; }}
p {{ margin: .4rem 0; }}
@media (prefers-color-scheme: dark) {{ body {{ background: #16181c; color: #e4e4e4; }} }}
</style>
</head>
<body>
<h1>{title}</h1>
<table>{score}</table>
<div class="wide"><table>
{rows}
</table></div>
{lines}
<p>Made by jamfold {version}.</p>
</body>
</html>
"""


class RuleCardContract(Contract):
    """A rule for the strategy page: its words, its thresholds, and the score of every class."""

    game: str
    points: tuple[str, ...]
    """The points of every feature, with sign or as a factor."""
    words: tuple[str, ...]
    """The features, in the same order."""
    least: int
    """The fewest points of a class."""
    scores: str
    """Each class's points above `least`, a byte each, as base64."""
    weights: tuple[int, ...]
    seen: tuple[str, ...] | None
    """The counts that each weight multiplies, a byte per class, as base64; null in files of many classes."""
    thresholds: tuple[RuleRow, ...]
    note: str
