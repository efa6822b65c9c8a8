"""Who may talk to the server: the browser of this machine, on pages that came from here.

A page of another site must not reach the server, neither by its address nor
under a foreign name that resolves to this machine (DNS rebinding).  So every
request must carry our own Host, and our own Origin where it
carries one; what a browser marks as sent by another site is refused unless it
is a plain visit of a page.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, MutableMapping
from typing import Any
from urllib.parse import parse_qs

from starlette.types import ASGIApp, Message, Receive, Scope, Send

MAX_BODY = 256 * 1024
"""Bytes of a request; the largest honest one is a CSV of another tool or nine ranges."""
MAX_UPLOAD = 64 * 1024**2
"""The same of histories and ranges that a form sends whole; the script sends pieces."""
_UPLOADS = ("/histories", "/audit")
BODY_SECONDS = 30.0
"""How long the body of a request may take."""

STRICT = ("script-src 'self'", "style-src 'self'")

_POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-src 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": "; ".join((*STRICT, _POLICY)),
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
_NAMES = ("127.0.0.1", "localhost")
_WITH_BODY = {"POST", "PUT", "PATCH", "DELETE"}


class Guard:
    """ASGI middleware around the whole application.

    Attributes
    ----------
    hosts, origins
        What Host and Origin may be.
    """

    def __init__(self, app: ASGIApp, port: int) -> None:
        self._app = app
        self.hosts = {f"{name}:{port}" for name in _NAMES} | (set(_NAMES) if port == 80 else set())
        self.origins = {f"http://{host}" for host in self.hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "websocket":  # no page has one
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        why = self._refusal(scope)
        if why:
            await _answer(send, 403, why)
            return
        if scope["method"] in _WITH_BODY:
            limit = MAX_UPLOAD if scope["path"] in _UPLOADS else MAX_BODY
            try:
                async with asyncio.timeout(BODY_SECONDS):
                    body = await _read_body(scope, receive, limit)
            except TimeoutError:
                await _answer(send, 408, "The request did not come in time.", connection="close")
                return
            if body is None:
                await _answer(send, 413, f"The request is larger than {limit:,} bytes.")
                return
            receive = _replay(body, receive)
        await self._app(scope, receive, _with_headers(send, HEADERS))

    def _refusal(self, scope: Scope) -> str:
        """Why a request is refused; empty if it is not."""
        hosts = list(_values(scope, b"host"))
        if len(hosts) != 1 or hosts[0].lower() not in self.hosts:
            return "This address serves its own machine only: open it under 127.0.0.1 or localhost."
        if any(origin.lower() not in self.origins for origin in _values(scope, b"origin")):
            return "Pages of other sites may not use this server."
        site = next(_values(scope, b"sec-fetch-site"), "none")
        mode = next(_values(scope, b"sec-fetch-mode"), "")
        into = next(_values(scope, b"sec-fetch-dest"), "document")
        begins = parse_qs(scope["query_string"].decode("latin-1")).keys() & {"go", "stop"}
        is_page = into == "document" and "." not in scope["path"] and not begins
        visit = mode == "navigate" and scope.get("method") == "GET" and is_page
        if site not in ("none", "same-origin") and not visit:
            return "Pages of other sites may not use this server."
        return ""


def _values(scope: Scope, name: bytes) -> Iterator[str]:
    return (value.decode("latin-1") for key, value in scope["headers"] if key == name)


async def _read_body(scope: Scope, receive: Receive, limit: int) -> bytes | None:
    """The body of a request; None if it is too large."""
    length = next(_values(scope, b"content-length"), "0")
    if not length.isascii() or not length.isdigit() or int(length) > limit:
        return None
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return bytes(body)
        body += message.get("body", b"")
        if len(body) > limit:
            return None
        if not message.get("more_body", False):
            return bytes(body)


def _replay(body: bytes, receive: Receive) -> Receive:
    """A channel that gives the body once, then what really comes."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def _with_headers(send: Send, headers: dict[str, str]) -> Send:
    async def with_headers(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            extra = [(key.encode(), value.encode()) for key, value in headers.items()]
            there = [pair for pair in message.get("headers", []) if pair[0].decode().lower() not in headers]
            message = {**message, "headers": [*there, *extra]}
        await send(message)

    return with_headers


async def _answer(send: Send, status: int, sentence: str, **more: str) -> None:
    body = sentence.encode()
    headers = {
        "content-type": "text/plain; charset=utf-8",
        "content-length": str(len(body)),
        **HEADERS,
        **more,
    }
    pairs = [(key.encode(), value.encode()) for key, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": pairs})
    await send({"type": "http.response.body", "body": body})
