"""Small faults that can be put into a Python file: what `tools.mutate` chooses from."""

from __future__ import annotations

import ast
import copy
import hashlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

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
