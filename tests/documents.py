"""What README and docs quote: commands with their output, Python with what it prints.

A command stands behind ``$`` in a block of code, its output below it; a line that
only holds ``jamfold ...`` is run too.  Times and tiny numbers (an epsilon of
3e-17) are masked, ``...`` as the last line stands for the rest.  In a block of
Python a comment behind or below a ``print`` is what it prints.

    python -m tests.documents             tell what differs
    python -m tests.documents --write     write what the program says today
    python -m tests.documents --long      also what needs the Omaha tables
"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from jamfold.cli.main import main as jamfold
from jamfold.views import terminal

ROOT = Path(__file__).parents[1]
DOCUMENTS = ("README.md", *(f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md"))))
terminal.FIRST_SECONDS = 3600.0  # what is quoted does not depend on the pace of the machine
MAKE = {"make solve": "jamfold solve --game omaha --stacks 100 100 --blinds 5 10"}
WITHOUT_TABLE = ("equity", "flop", "icm", "range", "videopoker", "winchance")
SMALL = ("holdem", "six-plus", "six-plus-trips")
NEVER = (
    "web", "mcp", "train", "play", "--port", "--log", "remove", "--remove", "--install", "history", "--csv",
    "batch", "flop-chart", "--cluster", "--folds-of",
)  # fmt: skip
"""They wait for somebody, or for files of others."""
_VARIES = re.compile(r"\b\d+(\.\d+)? (ms|s|seconds)\b|\b\d(\.\d+)?e-\d\d\b|\b0(?= (bb|chips|money))")
_PROGRESS = re.compile(
    r"% done(, about .* left)?\.$|: iteration \d+, epsilon |"
    r"goes on the next time\.$|^Building the (table of|set of factors) |^Saved to "
)
_TWO_CARDS = re.compile(r"[2-9TJQKA]{2}[so]")
_PRINT = re.compile(r"(print\(.*?\))(?:  # (.*))?")


@dataclass
class Quote:
    """One command, or one block of Python, with the lines that it should print."""

    document: str
    line: int
    """document, line: Where it stands; the line counts from 1."""
    words: list[str] = field(default_factory=list)
    """The command without ``jamfold``; empty for Python."""
    code: str = ""
    """The block of Python; empty for a command."""
    rows: list[int] = field(default_factory=list)
    """The lines of the document, from 0, that hold what is printed."""
    printed: list[str] | None = None
    """What they say; None if nothing is quoted."""
    margin: str = ""
    """What stands before each line of the block."""

    @property
    def takes_long(self) -> bool:
        """Whether it takes the Omaha tables or the flop distribution, or only has to run."""
        if self.printed is None or "--fold-share" in self.words:
            return True
        if self.code:
            return "omaha" in self.code
        usual = "holdem" if any(map(_TWO_CARDS.fullmatch, self.words)) else "omaha"
        game = self.words[self.words.index("--game") + 1] if "--game" in self.words else usual
        return game not in SMALL and self.words[0] not in WITHOUT_TABLE

    def run(self) -> list[str]:
        """What the program prints today, in lines without blank ones around them."""
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            if self.code:
                exec(compile(self.code, f"{self.document}:{self.line}", "exec"), {})  # noqa: S102
            elif code := jamfold(self.words):
                raise AssertionError(f"{self.document}:{self.line}: exit code {code}")
        return _trimmed([line for line in out.getvalue().splitlines() if not _PROGRESS.search(line)])

    def differs(self, now: Sequence[str]) -> bool:
        """Whether that is not what the document says."""
        if self.printed is None:
            return False
        then = _trimmed(self.printed)
        if then[-1:] == ["..."]:
            then, now = then[:-1], now[: len(then) - 1]
        return [_VARIES.sub("#", line) for line in then] != [_VARIES.sub("#", line) for line in now]


def _trimmed(lines: Sequence[str]) -> list[str]:
    return "\n".join(line.rstrip() for line in lines).strip("\n").split("\n")


def quotes(document: str) -> list[Quote]:
    """Everything that a document quotes, in its order."""
    lines = (ROOT / document).read_text(encoding="utf-8").splitlines()
    return [quote for block in _blocks(lines) for quote in _quotes_of(document, lines, block)]


def _blocks(lines: Sequence[str]) -> Iterator[range]:
    """The rows of each block of code: between fences, or indented below a blank line."""
    row = 0
    while row < len(lines):
        start = row
        if lines[row].startswith("```"):
            row += 1
            while not lines[row].startswith("```"):
                row += 1
            yield range(start, row)
        elif lines[row].startswith("    ") and not lines[row - 1].strip():
            while row + 1 < len(lines) and (lines[row + 1].startswith("    ") or not lines[row + 1].strip()):
                row += 1
            yield range(start, row + 1)
        row += 1


def _quotes_of(document: str, lines: Sequence[str], block: range) -> Iterator[Quote]:
    if lines[block[0]] == "```python":
        yield _python(document, lines, block[1:])
        return
    margin = "" if lines[block[0]].startswith("```") else "    "
    quote: Quote | None = None
    for row in block:
        text = lines[row].removeprefix(margin).rstrip()
        command = re.fullmatch(r"\$ .*|jamfold [^\d].*", text)
        if command is None:
            if quote is not None and (text or quote.rows):
                quote.rows.append(row)
                quote.printed = [*(quote.printed or []), text]
            continue
        if quote is not None:
            yield quote
        asked = MAKE.get(command[0].removeprefix("$ "), command[0].removeprefix("$ "))
        words = shlex.split(asked, comments=True) if asked.startswith("jamfold ") else []
        quote = (
            Quote(document, row + 1, words[1:], margin=margin) if words and not {*NEVER} & {*words} else None
        )
    if quote is not None:
        yield quote


def _python(document: str, lines: Sequence[str], block: range) -> Quote:
    quote = Quote(document, block[0], code="\n".join(lines[row] for row in block), printed=[])
    assert quote.printed is not None
    for row in block:
        named = _PRINT.fullmatch(lines[row])
        below = lines[row][2:] if lines[row].startswith("# ") and _PRINT.fullmatch(lines[row - 1]) else None
        comment = named[2] if named else below
        if comment is not None:
            quote.rows.append(row)
            quote.printed.append(comment)
    return quote


def differences(document: str, *, long: bool) -> list[tuple[Quote, list[str]]]:
    """The quotes of a document that say something else than the program, with what that says.

    Either those that take long, or the others; files are written to a folder that
    is removed again.
    """
    chosen = [quote for quote in quotes(document) if quote.takes_long == long]
    with tempfile.TemporaryDirectory(prefix="jamfold-documents-") as folder, contextlib.chdir(folder):
        today = [(quote, quote.run()) for quote in chosen]
    return [(quote, now) for quote, now in today if quote.differs(now)]


def rewrite(document: str, different: Sequence[tuple[Quote, list[str]]]) -> None:
    """Put what the program says into a document."""
    path = ROOT / document
    lines = path.read_text(encoding="utf-8").splitlines()
    for quote, now in reversed(different):
        if quote.code:
            for row, text in zip(quote.rows, now, strict=True):
                named = _PRINT.fullmatch(lines[row])
                lines[row] = f"{named[1]}  # {text}" if named else f"# {text}"
            continue
        assert quote.printed is not None
        cut = _trimmed(quote.printed)[-1:] == ["..."]
        fresh = [*now[: len(_trimmed(quote.printed)) - 1], "..."] if cut else list(now)
        while not quote.printed[-1]:  # blank lines before the next command
            quote.printed.pop()
            quote.rows.pop()
        blank = [""] if not quote.printed[0] else []
        lines[quote.rows[0] : quote.rows[-1] + 1] = blank + [(quote.margin + text).rstrip() for text in fresh]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main(words: Sequence[str]) -> int:
    """Compare all documents, and write them if told to; exit code 1 if something differs."""
    differ = False
    for document in DOCUMENTS:
        different = differences(document, long=False)
        if "--long" in words:
            different = sorted([*different, *differences(document, long=True)], key=lambda pair: pair[0].line)
        for quote, now in different:
            differ = True
            print(f"{document}:{quote.line}", *now, sep="\n    ")  # noqa: T201
        if "--write" in words and different:
            rewrite(document, different)
    return int(differ and "--write" not in words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
