"""The socket of the server."""

from __future__ import annotations

import socket

import pytest

from jamfold.core.errors import WebError
from jamfold.web.serve import ADDRESS, bound_socket


def test_connections_wait_for_the_server() -> None:
    with bound_socket(0) as server, socket.socket() as visitor:
        port = server.getsockname()[1]
        assert server.getsockname()[0] == ADDRESS == "127.0.0.1"
        assert visitor.connect_ex((ADDRESS, port)) == 0


def test_a_port_that_is_taken() -> None:
    with bound_socket(0) as server:
        port = server.getsockname()[1]
        with pytest.raises(WebError, match=f"Port {port} cannot be used"):
            bound_socket(port)


@pytest.mark.parametrize("port", [-1, 65536])
def test_a_port_that_is_none(port: int) -> None:
    with pytest.raises(WebError, match=f"from 0 to 65535, not {port}"):
        bound_socket(port)
