"""Answers that come with the program: what is shown before any table is built.

``python -m tools.box`` computes them anew; tests/full compares.
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jamfold.core.arrays import FloatArray

BOX = files("jamfold.core.storage").joinpath("box")


def load_bundled(name: str, identity: Mapping[str, Any]) -> dict[str, FloatArray] | None:
    """The arrays of an answer, by name; None where none of this name and identity comes with the program."""
    content = _content(name)
    if content is None or content["identity"] != json.loads(json.dumps(identity)):
        return None
    return {
        array: np.frombuffer(base64.b64decode(values), dtype="<f8").reshape(shape).copy()
        for array, (shape, values) in content["arrays"].items()
    }


def encode_bundled(identity: Mapping[str, Any], arrays: Mapping[str, FloatArray]) -> bytes:
    """The file of an answer, which `load_bundled` reads."""
    texts = {
        array: (np.shape(values), base64.b64encode(np.asarray(values, dtype="<f8").tobytes()).decode())
        for array, values in arrays.items()
    }
    content = json.dumps({"identity": identity, "arrays": texts}, separators=(",", ":"))
    return gzip.compress(content.encode(), 9, mtime=0)


def encode_planes(head: Mapping[str, Any], planes: Iterable[NDArray[Any]]) -> bytes:
    """A file of arrays in rows of bytes: gzip of a line of JSON and the bytes of all planes."""
    text = json.dumps(head, separators=(",", ":")).encode()
    return gzip.compress(b"\n".join([text, b"".join(plane.tobytes() for plane in planes)]), 9, mtime=0)


def decode_planes(content: bytes) -> tuple[dict[str, Any], bytes]:
    """Return the head and the bytes of all planes; errors of gzip and JSON if the file is damaged."""
    text, _, data = gzip.decompress(content).partition(b"\n")
    return json.loads(text), data


@lru_cache(maxsize=4)
def _content(name: str) -> dict[str, Any] | None:
    path = BOX.joinpath(f"{name}.json.gz")
    return json.loads(gzip.decompress(path.read_bytes())) if path.is_file() else None
