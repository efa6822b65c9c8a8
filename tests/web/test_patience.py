"""Requests that are sent halfway, and then nothing: they end by themselves."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send

from jamfold.web import security
from jamfold.web.security import Guard
from jamfold.web.serve import bound_socket, server_config

LIMIT, TOKEN = 0.4, "0123456789abcdef"
"""Seconds, instead of those of the program."""


async def slow_application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers later than any half-sent request may take."""
    if scope["type"] == "lifespan":
        for step in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{step}.complete"})
        return
    await asyncio.sleep(3 * LIMIT)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"4")]})
    await send({"type": "http.response.body", "body": b"done"})


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with pytest.MonkeyPatch.context() as patch, bound_socket(0) as server_socket:
        patch.setattr(security, "HEAD_SECONDS", LIMIT)
        patch.setattr(security, "BODY_SECONDS", LIMIT)
        port = int(server_socket.getsockname()[1])
        server = uvicorn.Server(server_config(Guard(slow_application, port, TOKEN)))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [server_socket]})
        thread.start()
        yield port
        server.should_exit = True
        thread.join(20)


def said(port: int, *pieces: str) -> bytes:
    """What the server says to these pieces until it closes the connection; each is sent after an answer."""
    answer = b""
    with socket.create_connection(("127.0.0.1", port), 20) as connection:
        for piece in pieces:
            connection.sendall(
                piece.replace("HOST", f"Host: 127.0.0.1:{port}\r\nAuthorization: Bearer {TOKEN}").encode()
            )
            if piece != pieces[-1]:
                answer += connection.recv(10_000)
        while more := connection.recv(10_000):
            answer += more
    return answer


@pytest.mark.parametrize("piece", ["", "G", "GET / HTTP/1.1\r\nHOST", "GET / HTTP/1.1\r\nHOST\r\nX: 1\r\n"])
def test_half_a_head(port: int, piece: str) -> None:
    assert said(port, piece) == b""


@pytest.mark.parametrize(
    "head", ["Content-Length: 9\r\n\r\nhalf", "Transfer-Encoding: chunked\r\n\r\n5\r\nhalf"]
)
def test_half_a_body(port: int, head: str) -> None:
    answer = said(port, f"POST /api/solve HTTP/1.1\r\nHOST\r\n{head}")
    assert answer.startswith(b"HTTP/1.1 408")
    assert answer.endswith(b"The request did not come in time.")


def test_a_slow_answer_is_not_cut(port: int) -> None:
    whole = "POST / HTTP/1.1\r\nHOST\r\nConnection: close\r\nContent-Length: 4\r\n\r\nbody"
    assert said(port, whole).endswith(b"done")


@pytest.mark.long
def test_half_a_second_request(port: int) -> None:
    assert said(port, "GET / HTTP/1.1\r\nHOST\r\n\r\n", "GET /").endswith(b"done")
