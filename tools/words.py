"""List names and phrases in the sources that say too little: ``python -m tools.words [PACKAGE ...]``.

Names: pronouns (``one``, ``mine``) and participles used as nouns (``asked``, ``kept``).  Phrases: those in
docstrings and comments that a native reader would stumble over.  JSON keys keep the names they have, so
fields of contracts and requests do not count.  Scripts of pages are checked for names only.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
_PRONOUNS = "one mine theirs ours some others each both every none here there what who whoever"
_PARTICIPLES = "asked told kept held given known judged wanted shown said made drawn begun boxed found"
NAMES = frozenset(f"{_PRONOUNS} {_PARTICIPLES}".split())
PHRASES = re.compile(
    r"\b(what came of|of which|of whom|none where|whoever|one of both|in the mean|beside|stands|lies|hears|"
    r"as far as|so many|so much as|likewise|are told|is told|was asked|is asked for|it is said|the dearest|"
    r"of the kind that|the like|as such)\b",
    re.IGNORECASE,
)


def bad_names(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """Lines and names of variables, arguments, functions and classes that say too little."""
    for node in nodes:
        name = ""
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            name = node.id
        elif isinstance(node, ast.arg):
            name = node.arg
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = node.name
        if name.strip("_") in NAMES:
            yield getattr(node, "lineno", 0), name


def fields(nodes: Iterable[ast.AST]) -> set[int]:
    """Lines of fields in classes, whose names are JSON keys or options, and of former public names."""
    parts = (part for node in nodes if isinstance(node, ast.ClassDef) for part in node.body)
    return {
        part.lineno
        for part in parts
        if isinstance(part, ast.AnnAssign)
        or (isinstance(part, ast.Assign) and "former_name" in ast.dump(part))
    }


def prose(text: str, nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """Lines of docstrings and comments."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline) if "#" in text else ():
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in nodes:
        body = getattr(node, "body", None)
        for part in body if isinstance(body, list) else []:
            value = part.value if isinstance(part, ast.Expr) else None
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                yield from enumerate(value.value.splitlines(), part.lineno)


_SCRIPT = re.compile(r"//[^\n]*|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|[\w$]+|\.\.\.|\n|.")
_TEMPLATE = re.compile(r"(?:\\.|\$(?!\{)|[^`\\$])*(?:`|\$\{)", re.DOTALL)
_REGEX = re.compile(r"(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\[])+/")


def script_tokens(text: str) -> Iterator[tuple[int, str]]:
    """Lines and tokens of a script outside comments, texts and regular expressions."""
    at, previous = 0, ""
    braces: list[str] = []
    while match := _SCRIPT.match(text, at):
        token, at = match.group(), match.end()
        if token == "/" and previous in {*"(,=:?!&|[{};>", "return"}:
            at = _REGEX.match(text, at).end()  # type: ignore[union-attr]
        if token == "{":
            braces.append(token)
        if token == "`" or (token == "}" and braces.pop() == "`"):
            at = _TEMPLATE.match(text, at).end()  # type: ignore[union-attr]
            if text[at - 1] == "{":
                braces.append("`")
        if token.strip() and not token.startswith("//"):
            yield text.count("\n", 0, match.start()) + 1, token
            previous = token


def bad_script_names(text: str) -> Iterator[tuple[int, str]]:
    """Lines and names in a script that say too little; properties and keys do not count."""
    tokens = [(0, ""), *script_tokens(text), (0, "")]
    for (_, before), (line, token), (_, after) in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if token in NAMES and before != "." and not (after == ":" and before in {"{", ","}):
            yield line, token


def findings(path: Path) -> list[tuple[int, str]]:
    """Lines of a file with what is wrong in them."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".js":
        return sorted({(line, f"name {name}") for line, name in bad_script_names(text)})
    nodes = [*ast.walk(ast.parse(text))]
    exempt = fields(nodes)
    marks = [(line, f"name {name}") for line, name in bad_names(nodes) if line not in exempt]
    for line, words in prose(text, nodes):
        marks += [(line, f"phrase {match.group().lower()!r}") for match in PHRASES.finditer(words)]
    return sorted(set(marks))


def sources(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in {".py", ".js"})


def report(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def main() -> int:
    """Print the findings, then their number by package."""
    folders = [ROOT / "src" / "jamfold" / name for name in sys.argv[1:] or [""]]
    for folder in folders:
        if not folder.is_dir():
            sys.exit(f"There is no package {folder.name}: name one below src/jamfold, such as solver.")
    total: dict[str, int] = {}
    for path in sorted(path for folder in folders for path in sources(folder)):
        for line, text in findings(path):
            report(f"{path.relative_to(ROOT)}:{line}: {text}")
            package = path.relative_to(ROOT).parts[2]
            total[package] = total.get(package, 0) + 1
    report(", ".join(f"{name} {number}" for name, number in sorted(total.items())) or "nothing found")
    return bool(total)


if __name__ == "__main__":
    sys.exit(main())
