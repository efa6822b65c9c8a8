"""Who may use the server: the account that started it, in a browser on pages that came from here.

Every account of a machine reaches 127.0.0.1.  So every request carries the token of this start: as a
cookie, which the start link sets, or as ``Authorization: Bearer``.

A page of another site must not reach the server, neither by its address nor
under a foreign name that resolves to this machine (DNS rebinding).  So every
request must carry our own Host, and our own Origin where it
carries one; what a browser marks as sent by another site is refused unless it
is a plain visit of a page.

The head and the body of a request may take a limited time.
"""

from __future__ import annotations

import asyncio
import hmac
import json
from collections.abc import Iterator, MutableMapping
from html import escape
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlencode

from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MAX_BODY = 256 * 1024
"""Largest request in bytes; the largest honest one is a CSV of another tool or nine ranges."""
MAX_UPLOAD = 64 * 1024**2
"""Largest form with histories and ranges in bytes; the script sends pieces."""
_UPLOADS = ("/histories", "/audit")
HEAD_SECONDS = 20.0
"""A connection without a whole request line and headers after so long is closed."""
BODY_SECONDS = 30.0
"""Seconds that the body of a request may take."""

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
TOKEN = "token"
"""URL parameter of the start link that holds the token."""
_NO_TOKEN = (
    "Open the link that 'jamfold web' printed when it started, "
    "or send its token as 'Authorization: Bearer TOKEN'."
)
_HTML = "text/html; charset=utf-8"
_PAGE = """<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>jamfold</title>{head}</head>
<body><h1>jamfold</h1><p>{words}</p></body></html>
"""
_LOCKED = _PAGE.format(
    head="",
    words="These pages are open to the account that started jamfold. Open the link with <code>?token=</code> "
    "that <code>jamfold web</code> printed in its window, or start <code>jamfold web</code> again.",
)
_WITH_BODY = {"POST", "PUT", "PATCH", "DELETE"}


class Guard:
    """ASGI middleware around the whole application.

    Attributes
    ----------
    hosts, origins
        What Host and Origin may be.
    cookie
        The name of the cookie; cookies of a host are sent to all of its ports.
    """

    def __init__(self, app: ASGIApp, port: int, token: str) -> None:
        self._app, self._token, self.cookie = app, token.encode(), f"jamfold-{port}"
        self.hosts = {f"{name}:{port}" for name in _NAMES} | (set(_NAMES) if port == 80 else set())
        self.origins = {f"http://{host}" for host in self.hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on or refuse it."""
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
        is_page = scope["method"] == "GET" and not scope["path"].startswith("/api/")
        if is_page and TOKEN in parse_qs(scope["query_string"].decode("latin-1")):
            await self._let_in(scope, send)
            return
        if not self._is_owner(scope):
            await self._refuse_stranger(scope, send)
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

    def _is_token(self, text: str) -> bool:
        return hmac.compare_digest(text.encode("utf-8", "replace"), self._token)

    def _is_owner(self, scope: Scope) -> bool:
        """Return whether a request carries the token, in its header or its cookie."""
        scheme, _, text = next(_values(scope, b"authorization"), "").partition(" ")
        if scheme.lower() == "bearer" and self._is_token(text.strip()):
            return True
        return any(
            self._is_token(cookie_parser(line).get(self.cookie, "")) for line in _values(scope, b"cookie")
        )

    async def _let_in(self, scope: Scope, send: Send) -> None:
        """Answer a start link: set the cookie and redirect to the address without the token."""
        words = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        rest = urlencode([(name, text) for name, text in words if name != TOKEN])
        if not any(name == TOKEN and self._is_token(text) for name, text in words):
            await self._refuse_stranger(scope, send)
            return
        cookie = f"{self.cookie}={self._token.decode()}; Path=/; HttpOnly; SameSite=Strict"
        await _go_on(scope, send, rest, **{"set-cookie": cookie})

    async def _refuse_stranger(self, scope: Scope, send: Send) -> None:
        """Explain how to sign in; a visit from another site has no cookie, and is repeated once from here."""
        if next(_values(scope, b"sec-fetch-site"), "none") not in ("none", "same-origin"):
            await _go_on(scope, send, scope["query_string"].decode("latin-1"))
            return
        more = {"www-authenticate": "Bearer", "cache-control": "no-store"}
        if "text/html" in next(_values(scope, b"accept"), ""):
            await _answer(send, 401, _LOCKED, **{"content-type": _HTML}, **more)
        elif scope["path"].startswith("/api/"):
            words = json.dumps({"error": _NO_TOKEN, "field": None})
            await _answer(send, 401, words, **{"content-type": "application/json"}, **more)
        else:
            await _answer(send, 401, _NO_TOKEN, **more)

    def _refusal(self, scope: Scope) -> str:
        """The reason to refuse a request; empty if it is allowed."""
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


async def _go_on(scope: Scope, send: Send, words: str, **more: str) -> None:
    """Answer with a page that redirects at once, also in the history, to an address of this server.

    An HTTP redirect would not do: from a file or another site its target gets no strict cookie.
    """
    path = scope.get("raw_path", scope["path"].encode()).decode("latin-1")
    address = f"http://{next(_values(scope, b'host'))}{path}{'?' if words else ''}{words}"
    refresh = f'<meta http-equiv="refresh" content="0;url={escape(address)}">'
    page = _PAGE.format(head=refresh, words=f'<a href="{escape(address)}">Continue</a>')
    own = {"content-type": _HTML, "cache-control": "no-store", "referrer-policy": "no-referrer"}
    await _answer(send, 200, page, **own, **more)


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
    """A channel that gives the body once, then receives on."""
    is_sent = False

    async def again() -> Message:
        nonlocal is_sent
        if is_sent:
            return await receive()
        is_sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def _with_headers(send: Send, headers: dict[str, str]) -> Send:
    async def with_headers(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            extra = [(key.encode(), value.encode()) for key, value in headers.items()]
            rest = [pair for pair in message.get("headers", []) if pair[0].decode().lower() not in headers]
            message = {**message, "headers": [*rest, *extra]}
        await send(message)

    return with_headers


async def _answer(send: Send, status: int, text: str, **more: str) -> None:
    body = text.encode()
    headers = {
        "content-type": "text/plain; charset=utf-8",
        "content-length": str(len(body)),
        **HEADERS,
        **more,
    }
    pairs = [(key.encode(), value.encode()) for key, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": pairs})
    await send({"type": "http.response.body", "body": body})


class TimedProtocol(HttpToolsProtocol):
    """One connection; uvicorn itself limits only the time between an answer and the next byte."""

    _limit: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._set_limit()

    def data_received(self, data: bytes) -> None:
        """Wait no more once a request's head is there."""
        super().data_received(data)
        cycle: Any = self.cycle  # None before the first request, whatever its type says
        if cycle is not None and not cycle.response_complete:
            self._end_limit()
        elif self._limit is None:
            self._set_limit()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end_limit()
        super().connection_lost(exc)

    def _set_limit(self) -> None:
        self._limit = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _end_limit(self) -> None:
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None
