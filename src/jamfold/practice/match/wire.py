"""Lines over connections of this machine, and what can be wrong with who is at the other end."""

from __future__ import annotations

import os
import socket
import time
from contextlib import suppress

from jamfold.errors import MatchError

ADDRESS = "127.0.0.1"
LONGEST_LINE = 1024
"""Bytes of a line without its end, as the competition's dealer has them."""
_LINES = 65536
_ENDS = b"\r\n"


class PeerError(MatchError):
    """Something that the other end has done; the sentence has no subject: ``has closed the connection``."""


class Peer:
    """One end of a connection; lines end in carriage return and line feed, or in the latter alone."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._buffer = b""

    def send(self, line: str, seconds: float = 10.0) -> None:
        """Send a line. Raises PeerError if the other end is gone, or does not read."""
        try:
            self._connection.settimeout(seconds)
            self._connection.sendall(line.encode("ascii") + _ENDS)
        except TimeoutError:
            raise PeerError(f"has not read its lines for {seconds:g} s") from None
        except OSError:
            raise PeerError("has closed the connection") from None

    def receive(self, seconds: float | None) -> str | None:
        """The next line; None where the other end has closed between two lines.

        Raises PeerError if the line takes longer, is too long, breaks off or is no plain text.

        Parameters
        ----------
        seconds
            How long the whole line may take; None waits.
        """
        until = None if seconds is None else time.monotonic() + seconds
        while b"\n" not in self._buffer:
            if len(self._buffer) > LONGEST_LINE + 1:
                raise PeerError(f"has sent more than {LONGEST_LINE:,} bytes without a line end")
            more = self._more(until, seconds)
            if not more:
                if self._buffer:
                    raise PeerError("has closed the connection within a line")
                return None
            self._buffer += more
        line, _, self._buffer = self._buffer.partition(b"\n")
        line = line.removesuffix(b"\r")
        if len(line) > LONGEST_LINE:
            raise PeerError(f"has sent a line of more than {LONGEST_LINE:,} bytes")
        try:
            return line.decode("ascii")
        except UnicodeDecodeError:
            raise PeerError("has sent a line that is no plain text") from None

    def _more(self, until: float | None, seconds: float | None) -> bytes:
        left = None if until is None else until - time.monotonic()
        if left is not None and left <= 0:
            raise PeerError(f"has not answered within {seconds:g} s")
        try:
            self._connection.settimeout(left)
            return self._connection.recv(_LINES)
        except TimeoutError:
            raise PeerError(f"has not answered within {seconds:g} s") from None
        except OSError:
            return b""

    def close(self) -> None:
        """End the connection; what was sent last still arrives."""
        with suppress(OSError):
            self._connection.shutdown(socket.SHUT_RDWR)
        self._connection.close()


def listen(port: int) -> socket.socket:
    """A listening socket of this machine; port 0 takes a free one.

    Raises MatchError if the port is taken, or not allowed.
    """
    server = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name == "posix":
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        server.bind((ADDRESS, port))
        server.listen(1)
    except (OSError, OverflowError) as error:
        server.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise MatchError(
            f"Port {port} cannot be used ({reason}): choose another one.", field="port"
        ) from None
    return server


def accept(server: socket.socket, seconds: float) -> Peer:
    """The first who connects. Raises MatchError if nobody does in time."""
    server.settimeout(seconds)
    try:
        connection, _ = server.accept()
    except TimeoutError:
        port = server.getsockname()[1]
        raise MatchError(
            f"No player has connected to port {port} within {seconds:g} s.", field="port"
        ) from None
    return Peer(connection)


def connect(port: int, seconds: float = 10.0) -> Peer:
    """Connect to a port of this machine. Raises MatchError if nobody listens there."""
    try:
        connection = socket.create_connection((ADDRESS, port), timeout=seconds)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise MatchError(f"No dealer listens at port {port} ({reason}).", field="port") from None
    return Peer(connection)
