"""Modules of a page's program as one script, for files that load nothing."""

from __future__ import annotations

import re
from collections.abc import Callable

_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([^"]+)";\n', re.MULTILINE)
_LATER = re.compile(r'\bimport\("\./([^"]+)"\)')
_EXPORT = re.compile(r"^export (async function|function|const|class) (\w+)", re.MULTILINE)
_LOADER = """const parts = {};
const made = {};
function load(name) {
  if (!(name in made)) parts[name]((made[name] = {}));
  return made[name];
}
"""


def bundle(first: str, read: Callable[[str], str]) -> str:
    """A script of a module and all that it imports, by file name; each is run when it is first imported.

    What a module needs later it takes by ``import("./name.js")``, which gives it at once.
    """
    texts: dict[str, str] = {}
    wanted = [first]
    while wanted:
        name = wanted.pop()
        if name not in texts:
            texts[name] = read(name)
            wanted += [found[2] for found in _IMPORT.finditer(texts[name])]
            wanted += _LATER.findall(texts[name])
    return f'{_LOADER}{"".join(map(_part, texts, texts.values()))}load("{first}");\n'


def _part(name: str, text: str) -> str:
    exported = ", ".join(found[2] for found in _EXPORT.finditer(text))
    inside = _EXPORT.sub(r"\1 \2", _LATER.sub(r'load("\1")', _IMPORT.sub(_taken, text)))
    return f'parts["{name}"] = (out) => {{\n{inside}Object.assign(out, {{ {exported} }});\n}};\n'


def _taken(found: re.Match[str]) -> str:
    return f'const {{{found[1].replace(" as ", ": ")}}} = load("{found[2]}");\n'
