"""The documentation as a site: README and chapters, and the reference from the docstrings.

``make docs`` writes it to build/site.  It reads nothing from the network, neither
when it is made nor when it is read, and a link that leads nowhere ends it.
"""

from __future__ import annotations

import inspect
import re
from pathlib import Path

from sphinx.application import Sphinx

from jamfold import __version__
from jamfold.cases.python.functions import function_of
from jamfold.cases.python.names import GROUPS

project = "jamfold"
copyright = "jamfold authors"  # noqa: A001
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["screenshots.py"]
default_role = "code"

myst_heading_anchors = 4
suppress_warnings = ["myst.header"]  # published-tables.md is printed by a command

autodoc_default_options = {"undoc-members": True}
autodoc_member_order = "bysource"
napoleon_google_docstring = False
napoleon_use_ivar = True
napoleon_use_rtype = False

html_theme = "furo"
html_title = f"jamfold {__version__}"
html_copy_source = False
html_show_sourcelink = False

# Pages that are files of the folder above, with the links in them that change by it.
ABOVE = {
    "index": "README.md",
    "contributing": "CONTRIBUTING.md",
    "changelog": "CHANGELOG.md",
    "security": "SECURITY.md",
}


def take_from_above(app: Sphinx, page: str, source: list[str]) -> None:
    """Put a file of the folder above before what the page itself holds, and link to its page."""
    for name, file in ABOVE.items():
        source[0] = source[0].replace(f"](../{file}", f"]({name}.md")
    if page in ABOVE:
        text = (Path(app.srcdir).parent / ABOVE[page]).read_text(encoding="utf-8").replace("](docs/", "](")
        for name, file in ABOVE.items():
            text = text.replace(f"]({file}", f"]({name}.md")
        source[0] = f"{text}\n{source[0]}"


def list_functions(app: Sphinx, page: str, source: list[str]) -> None:
    """Put the functions of the package, by task, into the page that lists them."""
    if page != "library":
        return
    parts = []
    for title, group in GROUPS.items():
        functions = "\n".join(f".. autofunction:: jamfold.{name}{short_signature(name)}" for name in group)
        parts.append(f"## {title}\n\n```{{eval-rst}}\n{functions}\n```\n")
    source[0] = source[0].replace("<!-- functions by task -->\n", "\n".join(parts))


def short_signature(name: str) -> str:
    """Return the parameters without a name; those with one are described below the signature."""
    parameters = inspect.signature(function_of(name)).parameters.values()
    positional = [one.name for one in parameters if one.kind is one.POSITIONAL_OR_KEYWORD]
    return f"({', '.join([*positional, '**more'])})"


def plain_numbers(
    app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]
) -> None:
    """Leave references as they are (two modules on a page may both have a [1]), and unknown cards, **Kd."""
    lines[:] = [
        re.sub(r"^\.\. (\[\d+\])|(\[\d+\])_", r"\1\2", line).replace('"**', r'"\*\*') for line in lines
    ]


def no_types(app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """The words of a field as they are: Napoleon takes what stands before a colon for its type."""
    if what in ("attribute", "property"):
        lines[:] = [re.sub(r"(?<!:):(?=\s|$)", " \u2013", line) for line in lines]


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("autodoc-process-docstring", no_types, priority=100)
    app.connect("autodoc-process-docstring", plain_numbers)
    app.connect("source-read", take_from_above)
    app.connect("source-read", list_functions)
