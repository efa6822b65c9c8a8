"""`jamfold mcp` and a client of the SDK: over a pipe, over HTTP with a token, nonsense on the wire."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from jamfold import __version__
from tests.command_line import Runner
from tests.web.mcp_questions import questions

if not os.environ.get("CI"):
    pytest.importorskip("mcp", reason="the extra mcp is not installed: pip install 'jamfold[mcp]'")

from mcp import Client
from mcp.client.stdio import StdioServerParameters

_EACH = 13
"""Every so many questions one goes over the pipe: 20 of some 260."""


@pytest.fixture
def parameters(shared_tables: Path) -> StdioServerParameters:
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    return StdioServerParameters(command=sys.executable, args=["-m", "jamfold", "mcp"], env=env)


def talk(parameters: StdioServerParameters, words: Callable[[Client], Awaitable[None]]) -> None:
    async def run() -> None:
        async with Client(parameters) as client:
            await words(client)

    asyncio.run(run())


@pytest.mark.long
def test_known_answers_over_a_pipe(parameters: StdioServerParameters) -> None:
    asked = questions()[::_EACH]
    assert len(asked) >= 20

    async def words(client: Client) -> None:
        for question in asked:
            reply = await client.call_tool(question.tool, question.arguments)
            assert not reply.is_error
            values = reply.structured_content
            assert values is not None
            value = question.value(values["answer"])
            assert value == pytest.approx(question.expected, abs=question.tolerance)
            assert reply.content[0].text.startswith(values["claim"])  # type: ignore[union-attr]

    talk(parameters, words)


@pytest.mark.long
def test_tools_docs_errors_and_progress_over_a_pipe(parameters: StdioServerParameters) -> None:
    heard: list[tuple[float, str | None]] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        heard.append((progress, message))

    async def words(client: Client) -> None:
        assert client.server_info is not None
        assert client.server_info.version == __version__
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert {"solve", "icm", "bounds"} <= tools.keys()
        assert "history_import" not in tools
        assert tools["equity"].input_schema["required"] == ["players"]
        bad = await client.call_tool("equity", {"players": ["AA"]})
        assert bad.is_error
        assert bad.structured_content is not None
        assert bad.structured_content["error"] == bad.content[0].text  # type: ignore[union-attr]
        good = await client.call_tool("equity", {"players": ["AA", "KK"]}, progress_callback=hear)
        assert not good.is_error
        assert json.loads(good.content[1].text) == good.structured_content  # type: ignore[union-attr]
        chapters = (await client.list_resources()).resources
        assert len(chapters) > 30
        chapter = await client.read_resource(chapters[0].uri)
        assert chapter.contents[0].text.startswith("# ")  # type: ignore[union-attr]
        with pytest.raises(Exception, match="no such chapter"):
            await client.read_resource("jamfold://docs/../secret")

    talk(parameters, words)
    assert heard


@pytest.mark.long
def test_a_call_that_is_cancelled_ends(parameters: StdioServerParameters) -> None:
    """A table of four would be searched for a minute; behind it, the next call is answered at once."""

    async def words(client: Client) -> None:
        begun = asyncio.Event()

        async def hear(progress: float, total: float | None, message: str | None) -> None:
            begun.set()

        arguments = {"game": "holdem", "seats": 4, "stack": "8bb", "seconds": 600}
        call = asyncio.create_task(client.call_tool("table", arguments, progress_callback=hear))
        await asyncio.wait_for(begun.wait(), 300)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        reply = await asyncio.wait_for(client.call_tool("icm", {"stacks": [5, 3], "prizes": [1]}), 300)
        assert not reply.is_error

    talk(parameters, words)


@pytest.mark.long
def test_nonsense_on_the_wire_does_not_end_the_server(shared_tables: Path) -> None:
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    hello = {
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        },
    }  # fmt: skip
    lines: list[Any] = [
        "{", "[]", "null", "\x00\x01", '"' + "x" * 100_000 + '"', json.dumps(hello),
        json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json.dumps({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": 5}}),
        json.dumps({"jsonrpc": "2.0", "id": 3, "method": "no/such"}),
        json.dumps({
            "jsonrpc": "2.0", "id": 4, "method": "tools/call",
            "params": {"name": "icm", "arguments": {"stacks": [5, 3], "prizes": [1]}},
        }),
    ]  # fmt: skip
    with subprocess.Popen(
        [sys.executable, "-m", "jamfold", "mcp"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("".join(f"{line}\n" for line in lines))
        process.stdin.flush()
        replies: dict[Any, Any] = {}
        while 4 not in replies:
            reply = json.loads(process.stdout.readline())
            replies[reply.get("id")] = reply
        process.stdin.close()
        assert process.wait(60) == 0
    assert "error" in replies[2]
    assert "error" in replies[3]
    assert not replies[4]["result"].get("isError")


@pytest.mark.long
def test_over_http_a_token_is_needed(shared_tables: Path) -> None:
    import httpx2

    token = "test-token-of-some-length"
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "JAMFOLD_TOKEN": token}
    with subprocess.Popen(
        [sys.executable, "-m", "jamfold", "mcp", "--http", "--port", "0"],
        stderr=subprocess.PIPE, text=True, env=env,
    ) as process:  # fmt: skip
        assert process.stderr is not None
        try:
            address = next(word for word in process.stderr.readline().split() if word.startswith("http://"))

            async def words() -> None:
                from mcp.client.streamable_http import streamable_http_client

                headers = {"Authorization": f"Bearer {token}"}
                async with (
                    httpx2.AsyncClient(headers=headers) as http,
                    Client(streamable_http_client(address, http_client=http)) as client,
                ):
                    reply = await client.call_tool("icm", {"stacks": [5, 3], "prizes": [1]})
                    assert not reply.is_error

            asyncio.run(words())
            assert httpx2.post(address, json={}).status_code == 401
            assert httpx2.post(address, json={}, headers={"Host": "evil.example"}).status_code == 403
        finally:
            process.terminate()


def test_what_the_command_refuses(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Runner(capsys)
    assert run.bad("mcp", "--root", "nowhere") == "'nowhere' cannot be read: there is no such folder."
    monkeypatch.setitem(sys.modules, "jamfold.web.mcp_server", None)
    assert "pip install 'jamfold[mcp]'" in run.bad("mcp")
