"""Put random faults into the sources, one at a time, and count those that the tests catch.

    python -m tools.mutate --count 50 --json after.json
    python -m tools.mutate --count 50 --json before.json --rev 529ce54

Works on a copy of a revision in a temporary folder, never in the checkout.  Which faults
are chosen follows from the seed and from the functions alone: of what two revisions have in
common they get the same.  For each fault the quick test files run that import the faulty
file, the nearest in imports first, until one fails; a run beyond its seconds counts as caught,
for the fault made it hang.  Files that fail without a fault are left out.
"""

from __future__ import annotations

import argparse
import ast
import copy
import hashlib
import io
import json
import os
import re
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tools.affected import ROOT, distances

PACKAGES = ("solver", "valuation", "ranges", "histories")
_SLOW = re.compile(r"\bbrowser: Browser|\bserver: Server|tests\.documents|doctest")
"""What test files of the page and of the documents contain."""
_OTHER: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}


class Fault(NamedTuple):
    """One changed expression."""

    path: str
    """The file, below the checkout."""
    function: str
    """Where in it, as a dotted name."""
    line: int
    """The line on which the expression begins."""
    kind: str
    """What was done: compare, sign, swap, not, logic, one, constant."""
    before: str
    after: str
    """before, after: The expression."""
    start: int
    end: int
    """start, end: Its place in the file, in bytes."""
    number: int
    """Which one of its like it is in that function, from 0."""

    def order(self, seed: int) -> str:
        """A random place that stays the same while the function does, whatever changes around it."""
        words = (seed, self.path, self.function, self.kind, self.before, self.after, self.number)
        return hashlib.sha256(repr(words).encode()).hexdigest()

    def put_into(self, content: bytes) -> bytes:
        """The file with the fault."""
        return content[: self.start] + self.after.encode() + content[self.end :]


def faults_of(root: Path, path: Path) -> list[Fault]:
    """All faults that a file can get."""
    content = path.read_bytes()
    starts = [0]
    for line in content.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    seen: Counter[tuple[str, ...]] = Counter()
    faults = []
    for function, node in _expressions(ast.parse(content), ""):
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        before = content[start:end].decode()
        for kind, changed in _changes(node):
            after = (
                f"({ast.unparse(changed)})" if not isinstance(changed, ast.Constant) else ast.unparse(changed)
            )
            key = (function, kind, before, after)
            name = str(path.relative_to(root))
            faults.append(Fault(name, function, node.lineno, kind, before, after, start, end, seen[key]))
            seen[key] += 1
    return faults


def _expressions(node: ast.AST, function: str) -> Iterator[tuple[str, ast.expr]]:
    """The expressions that decide something: none in messages, decorators, types and format strings."""
    if isinstance(node, ast.Raise | ast.JoinedStr | ast.Assert):
        return
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        function = f"{function}.{node.name}".lstrip(".")
    if isinstance(node, ast.expr):
        yield function, node
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns", "decorator_list", "type_params"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from _expressions(child, function)


def _changes(node: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """What can be done to an expression."""
    changed = copy.deepcopy(node)
    if isinstance(changed, ast.Compare) and len(changed.ops) == 1:
        changed.ops = [_OTHER[type(changed.ops[0])]()]
        yield "compare", changed
    elif isinstance(changed, ast.BinOp) and isinstance(changed.op, ast.Add | ast.Sub):
        if _is_text(changed.left) or _is_text(changed.right):
            return
        if isinstance(changed.op, ast.Sub):
            yield "swap", ast.BinOp(copy.deepcopy(changed.right), changed.op, copy.deepcopy(changed.left))
        changed.op = ast.Sub() if isinstance(changed.op, ast.Add) else ast.Add()
        yield "sign", changed
    elif isinstance(changed, ast.BinOp) and isinstance(changed.op, ast.Div | ast.FloorDiv):
        yield "swap", ast.BinOp(changed.right, changed.op, changed.left)
    elif isinstance(changed, ast.UnaryOp) and isinstance(changed.op, ast.Not):
        yield "not", changed.operand
    elif isinstance(changed, ast.BoolOp):
        changed.op = ast.Or() if isinstance(changed.op, ast.And) else ast.And()
        yield "logic", changed
    elif isinstance(changed, ast.Constant) and isinstance(changed.value, bool):
        yield "constant", ast.Constant(not changed.value)
    elif isinstance(changed, ast.Constant) and isinstance(changed.value, int):
        yield "one", ast.Constant(changed.value + 1)
        if changed.value > 0:
            yield "one", ast.Constant(changed.value - 1)
    elif isinstance(changed, ast.Constant) and isinstance(changed.value, float):
        yield "constant", ast.Constant(2 * changed.value + 1)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def chosen(root: Path, packages: Sequence[str], seed: int) -> list[Fault]:
    """All faults of these packages in the order in which they are tried: each package takes its turn."""
    queues = []
    for package in packages:
        files = sorted((root / "src" / "jamfold" / package).rglob("*.py"))
        queues.append(
            sorted((one for path in files for one in faults_of(root, path)), key=lambda one: one.order(seed))
        )
    return [queue[k] for k in range(max(map(len, queues))) for queue in queues if k < len(queue)]


def nearest_tests(root: Path, path: str, most: int) -> list[str]:
    """The quick test files that import a file, the nearest first."""
    quick = {
        test: steps
        for test, steps in distances(root, path).items()
        if "full" not in Path(test).parts and not _SLOW.search((root / test).read_text(encoding="utf-8"))
    }
    return sorted(quick, key=lambda test: (quick[test], test))[:most]


class Trial:
    """A copy of a revision in which faults are tried."""

    def __init__(self, root: Path, words: argparse.Namespace) -> None:
        self.root, self.seconds, self.most = root, float(words.seconds), int(words.files)
        self._good: dict[str, bool] = {}
        self._env = os.environ | {
            "PYTHONPATH": os.pathsep.join((str(root / "src"), str(root))),
            "NUMBA_CACHE_DIR": words.kernels or str(root / "kernels"),
        }

    def _run(self, tests: Sequence[str], seconds: float | None) -> tuple[str, str]:
        """`good`, `failed` or `hangs`, and the first test that failed."""
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
        with subprocess.Popen(
            command,
            cwd=self.root,
            env=self._env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        ) as process:
            try:
                out, _ = process.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                return "hangs", ""
        failed = [line for line in out.splitlines() if line.startswith(("FAILED ", "ERROR "))]
        return ("good" if process.returncode == 0 else "failed"), (failed[0] if failed else out[-300:])

    def _is_good(self, test: str) -> bool:
        if test not in self._good:
            self._good[test] = self._run([test], None)[0] == "good"
        return self._good[test]

    def try_fault(self, fault: Fault) -> dict[str, Any]:
        """Put it in, run the tests, take it out."""
        near = nearest_tests(self.root, fault.path, self.most)
        tests = [test for test in near if self._is_good(test)]
        path = self.root / fault.path
        before, started = path.read_bytes(), time.monotonic()
        path.write_bytes(fault.put_into(before))
        try:
            ended, by = self._run(tests, self.seconds) if tests else ("good", "")
        finally:
            path.write_bytes(before)
        named = {key: value for key, value in fault._asdict().items() if key not in ("start", "end")}
        return named | {
            "caught": ended != "good",
            "ended": ended,
            "by": by,
            "files": len(tests),
            "seconds": round(time.monotonic() - started, 1),
        }


def copy_revision(rev: str, folder: Path) -> None:
    """The files of a revision."""
    packed = subprocess.run(["git", "archive", rev], cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")


def parsed(words: Sequence[str]) -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.mutate", description=str(__doc__).split("\n", 1)[0]
    )
    parser.add_argument("--rev", default="HEAD", help="revision that is tried [HEAD]")
    parser.add_argument(
        "--packages", nargs="+", default=PACKAGES, help=f"packages that get faults [{' '.join(PACKAGES)}]"
    )
    parser.add_argument("--seed", type=int, default=1, help="chooses the faults [1]")
    parser.add_argument("--from", type=int, default=0, dest="first", help="leave out so many faults [0]")
    parser.add_argument("--count", type=int, default=50, help="number of faults [50]")
    parser.add_argument("--files", type=int, default=12, help="test files for each, the nearest [12]")
    parser.add_argument("--seconds", type=float, default=600, help="until a run counts as hanging [600]")
    parser.add_argument("--kernels", metavar="DIR", help="where compiled kernels are kept between trials")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results, after each fault")
    parser.add_argument("--list", action="store_true", help="only tell the faults")
    return parser.parse_args(words)


def main(words: Sequence[str]) -> int:
    """Try the faults and print each; the count comes last."""
    options = parsed(words)
    results: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory(prefix="jamfold-mutate-", ignore_cleanup_errors=True) as name:
        root = Path(name)
        copy_revision(options.rev, root)
        trial = Trial(root, options)
        for fault in chosen(root, options.packages, options.seed)[options.first :][: options.count]:
            where = f"{fault.path}:{fault.line} {fault.kind}: {fault.before} -> {fault.after}"
            if options.list:
                print(where)  # noqa: T201
                continue
            results.append(trial.try_fault(fault))
            print("caught" if results[-1]["caught"] else "MISSED", where, results[-1]["by"], flush=True)  # noqa: T201
            if options.json:
                told = {"rev": options.rev, "seed": options.seed, "first": options.first, "faults": results}
                options.json.write_text(json.dumps(told, indent=1), encoding="utf-8")
    if results:
        print(f"{sum(one['caught'] for one in results)} of {len(results)} caught")  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
