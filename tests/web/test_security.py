"""Foreign hosts and pages, large and broken requests, headers."""

from __future__ import annotations

import base64
import json
import mimetypes
import os
import socket
from pathlib import Path

import pytest

from jamfold.core.errors import WebError
from jamfold.web.application import make_application
from jamfold.web.jobs import JobBoard
from jamfold.web.security import MAX_BODY
from jamfold.web.serve import open_start_link, serve
from tests.web.browser import Browser
from tests.web.server import Server

JSON = {"Content-Type": "application/json"}
PATHS = ("/", "/charts", "/api/openapi.json", "/static/page.css", "/api/jobs/0")


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1", "10.0.0.1:{port}", ""])
def test_foreign_hosts_are_refused(server: Server, path: str, host: str) -> None:
    status, _, content = server.ask("GET", path, headers={"Host": host.format(port=server.port)})
    assert status == 403
    assert b"127.0.0.1" in content


def test_two_hosts_are_refused(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), 30) as connection:
        own = f"Host: 127.0.0.1:{server.port}\r\n"
        connection.sendall(f"GET / HTTP/1.1\r\n{own}Host: evil.example\r\n\r\n".encode())
        assert connection.recv(100).split()[1] in (b"400", b"403")


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "LOCALHOST"])
def test_own_names_are_served(server: Server, name: str) -> None:
    assert server.ask("GET", "/", headers={"Host": f"{name}:{server.port}"})[0] == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1", "https://127.0.0.1:{port}"]
)
def test_foreign_pages_are_refused(server: Server, origin: str) -> None:
    headers = {"Origin": origin.format(port=server.port), **JSON}
    for method, path in (
        ("POST", "/api/solve"),
        ("GET", "/api/videopoker"),
        ("GET", "/"),
        ("DELETE", "/api/jobs/1"),
    ):
        assert server.ask(method, path, b"{}" if method == "POST" else None, headers)[0] == 403


@pytest.mark.long
def test_own_pages_are_served(server: Server) -> None:
    headers = {"Origin": f"http://127.0.0.1:{server.port}", "Sec-Fetch-Site": "same-origin"}
    assert server.ask("GET", "/api/openapi.json", headers=headers)[0] == 200


def test_other_sites_may_link_to_a_page_but_not_load_it(server: Server) -> None:
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert server.ask("GET", "/", headers=link)[0] == 200
    for mode in ("no-cors", "cors"):
        loaded = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": mode}
        assert server.ask("GET", "/api/openapi.json", headers=loaded)[0] == 403
    assert server.ask("POST", "/api/solve", b"{}", link | JSON)[0] == 403


STRANGER = {"Authorization": ""}
EVERYWHERE = (*PATHS, "/assets/look.css", "/favicon.ico", "/histories", "/box/holdem.json", "/nothing")


@pytest.mark.parametrize(
    "token", ["", "Bearer", "Bearer wrong", "Bearer {token}x", "Basic {token}", "{token}"]
)
@pytest.mark.parametrize("path", EVERYWHERE)
def test_nothing_without_the_token(server: Server, path: str, token: str) -> None:
    status, headers, content = server.ask(
        "GET", path, headers={"Authorization": token.format(token=server.token)}
    )
    assert (status, headers["www-authenticate"], headers["cache-control"]) == (401, "Bearer", "no-store")
    assert b"'jamfold web'" in content
    assert server.token.encode() not in content


@pytest.mark.parametrize("method", ["POST", "DELETE", "PUT", "HEAD", "OPTIONS"])
def test_nothing_is_done_without_the_token(server: Server, method: str) -> None:
    for path in ("/api/solve", "/histories", "/histories/upload"):
        assert server.ask(method, f"{path}?token={server.token}", b"", STRANGER)[0] == 401


def test_what_is_said_without_the_token(server: Server) -> None:
    status, _, content = server.ask("POST", "/api/history-report", b"{}", JSON | STRANGER)
    words = "Open the link that 'jamfold web' printed when it started, or send its token as "
    assert (status, json.loads(content)) == (
        401,
        {"error": f"{words}'Authorization: Bearer TOKEN'.", "field": None},
    )
    _, headers, content = server.ask("GET", "/histories", headers=STRANGER | {"Accept": "text/html"})
    assert headers["content-type"].startswith("text/html")
    assert b"<code>?token=</code> that <code>jamfold web</code> printed" in content


def test_the_start_link_sets_a_cookie(server: Server) -> None:
    link = f"/report?game=omaha&token={server.token}&hand=%26"
    status, headers, content = server.ask("GET", link, headers=STRANGER)
    cookie, *flags = headers["set-cookie"].split("; ")
    assert status == 200
    assert cookie == f"jamfold-{server.port}={server.token}"
    assert flags == ["Path=/", "HttpOnly", "SameSite=Strict"]
    assert (headers["referrer-policy"], headers["cache-control"]) == ("no-referrer", "no-store")
    there = f"http://127.0.0.1:{server.port}/report?game=omaha&amp;hand=%26"
    assert f'content="0;url={there}"'.encode() in content
    assert server.token.encode() not in content
    assert server.ask("GET", "/histories", headers=STRANGER | {"Cookie": f"a=b; {cookie}"})[0] == 200
    for wrong in (cookie[:-1], cookie.replace("jamfold-", "jamfold"), f"{cookie}x", "", "=", "\xff"):
        assert server.ask("GET", "/histories", headers=STRANGER | {"Cookie": wrong})[0] == 401


@pytest.mark.parametrize("word", ["token=wrong", "token=", "token", "token=%ff&token=%00"])
def test_a_wrong_start_link(server: Server, word: str) -> None:
    status, headers, _ = server.ask("GET", f"/?{word}", headers=STRANGER)
    assert (status, "set-cookie" in headers) == (401, False)


def test_a_link_on_another_site_is_followed_from_here(server: Server) -> None:
    """A strict cookie does not come with it; no address leads away from this server."""
    link = STRANGER | {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    for path in ("/report?stack=9bb", "//evil/?a=%22%3E"):
        status, headers, content = server.ask("GET", path, headers=link)
        assert (status, "set-cookie" in headers) == (200, False)
        assert f'content="0;url=http://127.0.0.1:{server.port}{path}"'.encode() in content


def test_the_token_is_in_no_address(browser: Browser, server: Server, tmp_path: Path) -> None:
    """Opened by a file, as the program does it: other accounts can read the arguments of a browser."""
    browser.driver.get(server.address)
    browser.driver.delete_all_cookies()
    start = tmp_path / "data" / "web.html"
    with pytest.MonkeyPatch.context() as patch:
        opened: list[str] = []
        patch.setattr("webbrowser.open", opened.append)
        open_start_link(f"{server.address}icm?token={server.token}", start)
    assert opened == [start.as_uri()]
    assert [path.stat().st_mode & 0o777 for path in (start.parent, start)] == [0o700, 0o600]
    browser.driver.get(opened[0])
    browser.see_text("h1", "ICM calculator")
    history = browser.driver.execute_cdp_cmd("Page.getNavigationHistory", {})["entries"]
    assert server.token not in json.dumps(history) + browser.driver.page_source
    assert browser.driver.execute_script("return document.cookie + document.referrer") == ""


def test_an_open_page_goes_on_after_a_restart(browser: Browser, server: Server) -> None:
    """The token is a new one then: the page says what to do, and goes on as soon as that is done."""
    browser.driver.get(f"{server.address}icm")
    browser.driver.delete_all_cookies()
    browser.fill("stacks", "1234")
    browser.see_text(".offline", "open the link it printed")
    page = browser.driver.current_window_handle
    browser.driver.switch_to.new_window("tab")
    browser.driver.get(f"{server.address}?token={server.token}")
    browser.see("#pictures")
    browser.driver.close()
    browser.driver.switch_to.window(page)
    browser.wait(lambda: not browser.all(".offline"), "no line any more")
    browser.wait(lambda: "stacks=1234" in browser.driver.current_url, "the address of what was typed")
    assert all("401" in entry["message"] for entry in browser.driver.get_log("browser"))


def test_a_token_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAMFOLD_TOKEN", "short; Path=/x")
    with pytest.raises(WebError, match="JAMFOLD_TOKEN must be 16 or more letters"):
        serve(0, open_browser=False, say=print)


def _shake_hands(server: Server, host: str, origin: str | None) -> bytes:
    """The first line of the answer to a websocket's handshake."""
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [
        "GET / HTTP/1.1",
        f"Host: {host}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {key}",
    ]
    if origin is not None:
        lines.append(f"Origin: {origin}")
    with socket.create_connection(("127.0.0.1", server.port), 30) as connection:
        connection.sendall("\r\n".join([*lines, "", ""]).encode())
        return connection.recv(200).split(b"\r\n")[0]


def test_websockets_are_refused(server: Server) -> None:
    own = f"127.0.0.1:{server.port}"
    for host, origin in (
        (own, f"http://{own}"),
        (own, "http://evil.example"),
        (own, "null"),
        (f"evil.example:{server.port}", f"http://evil.example:{server.port}"),
        ("evil.example", None),
    ):
        assert b"403" in _shake_hands(server, host, origin)


@pytest.mark.parametrize("path", ["/", "/equity", "/static/page.js", "/api/openapi.json", "/nothing"])
def test_headers(server: Server, path: str) -> None:
    _, headers, _ = server.ask("GET", path)
    policy = headers["content-security-policy"]
    assert "frame-ancestors 'none'" in policy
    assert "default-src 'self'" in policy
    assert "http" not in policy
    assert headers["x-frame-options"] == "DENY"
    assert headers["x-content-type-options"] == "nosniff"
    assert "access-control-allow-origin" not in headers


def test_large_requests_are_refused(server: Server) -> None:
    large = b"[" + b" " * MAX_BODY + b"]"
    assert server.ask("POST", "/api/solve", large, JSON)[0] == 413
    declared = {**JSON, "Content-Length": "99999999999"}
    assert server.ask("POST", "/api/solve", b"", declared)[0] == 413


def test_large_requests_in_chunks_are_refused(server: Server) -> None:
    chunk = b"1000\r\n" + b" " * 0x1000 + b"\r\n"
    body = chunk * (MAX_BODY // 0x1000 + 2) + b"0\r\n\r\n"
    assert server.ask("POST", "/api/solve", body, {**JSON, "Transfer-Encoding": "chunked"})[0] == 413


@pytest.mark.parametrize(
    "path", ["/static/../api.py", "/static/%2e%2e/api.py", "/static//etc/passwd", "/static/"]
)
def test_no_file_but_the_own_ones(server: Server, path: str) -> None:
    assert server.ask("GET", path)[0] == 404


@pytest.mark.parametrize(
    "name", ["/etc/passwd", "../../pyproject.toml", "table.toml", "C:\\windows\\win.ini"]
)
def test_pay_tables_are_never_files(server: Server, name: str) -> None:
    status, answer = server.post("/api/videopoker", {"table": name})
    assert status == 422
    assert answer["error"].startswith("Unknown pay table")


def test_bound_to_this_machine_only(server: Server) -> None:
    own = socket.gethostbyname(socket.gethostname())
    if own.startswith("127."):
        pytest.skip("this machine has no other address")
    with socket.socket() as outside:
        outside.settimeout(5)
        assert outside.connect_ex((own, server.port)) != 0


@pytest.mark.parametrize(("name", "kind"), [("page.js", "text/javascript"), ("page.css", "text/css")])
def test_scripts_are_scripts_whatever_the_system_says(name: str, kind: str) -> None:
    """Windows asks its registry, and a browser runs no plain text."""
    mimetypes.add_type("text/plain", name.removeprefix("page"))
    make_application(JobBoard(), 1, "0123456789abcdef")
    assert mimetypes.guess_type(name)[0] == kind


def test_charts_are_found_by_their_own_names_alone(server: Server) -> None:
    """Other files of their folder, and names that leave it, are nothing."""
    assert server.ask("GET", "/positions/positions-holdem-9.gz")[2]
    for name in ("table-holdem-3.json", "positions-..%5C..%5Cbox%5Cpositions-holdem-9", "positions-nothing"):
        status, _, content = server.ask("GET", f"/positions/{name}.gz")
        assert (status, content) == (200, b"")


def test_the_font_is_kept_and_has_its_licence_beside_it(server: Server) -> None:
    status, headers, content = server.ask("GET", "/assets/inter-jf.woff2")
    assert (status, headers["content-type"], content[:4]) == (200, "font/woff2", b"wOF2")
    assert "immutable" in headers["cache-control"]
    assert b"License: OFL-1.1" in server.ask("GET", "/assets/Inter-OFL.txt")[2]
