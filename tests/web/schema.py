"""The OpenAPI document as a judge of requests and answers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import jsonschema

from tests.web.server import Server


class Document:
    """The document that the server gives."""

    def __init__(self, server: Server) -> None:
        status, self.values = server.get("/api/openapi.json")
        assert status == 200
        self._server = server

    def operations(self) -> Iterator[tuple[str, str, dict[str, Any]]]:
        """Every path and method with what is said of it."""
        for path, methods in self.values["paths"].items():
            for method, operation in methods.items():
                yield path, method, operation

    def schemas(self) -> dict[str, Any]:
        """All schemas by name."""
        return dict(self.values["components"]["schemas"])

    def operation(self, method: str, path: str) -> dict[str, Any]:
        """What is said of a method on a path that may hold a number of a job."""
        plain = re.sub(r"(?<=/api/jobs/)\w+", "{job}", path.split("?", maxsplit=1)[0])
        return dict(self.values["paths"][plain][method.lower()])

    def check(self, method: str, path: str, status: int, kind: str, content: bytes) -> Any:
        """An answer is one that the document promises; its value."""
        responses = self.operation(method, path)["responses"]
        assert str(status) in responses, f"{method} {path} is not said to answer {status}: {content[:200]!r}"
        said = responses[str(status)]["content"]
        media = kind.split(";", maxsplit=1)[0]
        assert media in said, f"{method} {path} is not said to answer {media} with {status}"
        value = json.loads(content) if media == "application/json" else content.decode()
        self.validate(said[media]["schema"], value)
        return value

    def validate(self, schema: dict[str, Any], value: Any) -> None:
        """A value fits a schema of the document."""
        whole = {**schema, "components": self.values["components"]}
        jsonschema.Draft202012Validator(whole).validate(value)

    def ask(
        self, method: str, path: str, values: Any = None, *, body: bytes | None = None, **headers: str
    ) -> tuple[int, Any]:
        """Send a request; status and checked answer."""
        if values is not None:
            body = json.dumps(values).encode()
        given = {"Content-Type": "application/json", **headers} if body is not None else headers
        status, answered, content = self._server.ask(method, path, body, given)
        return status, self.check(method, path, status, answered["content-type"], content)

    def finished(self, path: str, values: Any) -> dict[str, Any]:
        """The result of a request, when it is done; every answer on the way is checked."""
        status, answer = self.ask("POST", path, values)
        while answer.get("state") in ("queued", "running"):
            assert status in (200, 202)
            status, answer = self.ask("GET", f"/api/jobs/{answer['job']}?wait=60")
        assert (status, answer.get("state")) == (200, "done"), answer
        return dict(answer)
