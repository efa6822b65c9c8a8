"""The shape of what the API answers, as it was promised: entries may be added, nothing else may change.

    python -m tests.web.test_schemas

writes ``schemas.json`` anew, after entries have been added.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from jamfold.web.jobs import JobBoard
from jamfold.web.routes import add_api

PROMISED = Path(__file__).parent / "schemas.json"


def kind(schema: dict[str, Any]) -> str:
    """A schema in a word: ``number | null``, ``[number, number]``, ``tuple of SeatContract``."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(map(kind, schema["anyOf"]))
    if "enum" in schema:
        return " or ".join(map(repr, schema["enum"]))
    if "const" in schema:
        return repr(schema["const"])
    if "prefixItems" in schema:
        return f"[{', '.join(map(kind, schema['prefixItems']))}]"
    if "items" in schema:
        return f"list of {kind(schema['items'])}"
    if isinstance(schema.get("additionalProperties"), dict):
        return f"texts to {kind(schema['additionalProperties'])}"
    return str(schema.get("type", "anything"))


def shapes() -> dict[str, dict[str, str]]:
    """By component what its entries are, in their order; those that may be missing with a question mark."""
    api = FastAPI(title="jamfold", version="1")
    add_api(api, JobBoard.__new__(JobBoard))
    components = api.openapi()["components"]["schemas"]
    return {
        name: {
            f"{entry}{'' if entry in one.get('required', ()) else '?'}": kind(schema)
            for entry, schema in one["properties"].items()
        }
        for name, one in sorted(components.items())
        if not name.endswith(("Request", "Changes", "Job", "ValidationError"))
    }


def test_answers_have_the_shape_that_was_promised() -> None:
    promised = json.loads(PROMISED.read_text())
    now = shapes()
    for name, entries in promised.items():
        assert [one for one in now[name].items() if one[0] in entries] == list(entries.items()), name


if __name__ == "__main__":
    rows = (f"{json.dumps(name)}: {json.dumps(entries)}" for name, entries in shapes().items())
    PROMISED.write_text("{\n" + ",\n".join(rows) + "\n}\n")
