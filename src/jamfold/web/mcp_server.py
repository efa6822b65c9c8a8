"""``jamfold mcp``: the tools over the Model Context Protocol, by a pipe or on 127.0.0.1 with a token.

Calls run one after the other in threads, so that progress is reported and a call can be cancelled.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import anyio
import anyio.from_thread
import anyio.to_thread
import mcp_types as types
import uvicorn
from mcp.server import Server
from mcp.server.context import ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from jamfold.cases.answers.watch import StageObserver, StopRequestedError
from jamfold.core.errors import JamfoldError
from jamfold.core.version import __version__
from jamfold.web.mcp_tools import (
    IMPORT,
    Reply,
    answer_tool,
    doc_title,
    docs,
    failed_reply,
    json_text,
    request_model,
    tool_description,
    tool_names,
)
from jamfold.web.security import Guard
from jamfold.web.serve import ADDRESS, bound_socket, server_config, session_token

_PERIOD = 0.5
"""Seconds between two words of progress."""
_JSON_AS_TEXT = 16_000
"""Characters of JSON that stand in a reply also as text, for clients that read no values."""
_INSTRUCTIONS = (
    "Exact solver for jam/fold (push/fold) poker. Stacks in big blinds are texts such as '10bb'. Every "
    "reply begins with the sentence that says what may be claimed: repeat it, and call nothing exact that "
    "it does not. Many card rooms forbid such help while a hand is played."
)
_SCHEME, _MARKDOWN = "jamfold://docs/", "text/markdown"


class _CallObserver(StageObserver):
    """Tells the client how far a call is, from the thread that works on it, and ends it."""

    def __init__(self, context: ServerRequestContext[Any, Any]) -> None:
        self._context = context
        self._last = 0.0
        self.stopped = threading.Event()

    def on_stage(self, stage: str, share: float) -> None:
        if self.stopped.is_set():
            raise StopRequestedError
        if time.monotonic() - self._last >= _PERIOD:
            self._last = time.monotonic()
            anyio.from_thread.run(self._context.session.report_progress, share, 1.0, stage)

    def on_notice(self, sentence: str) -> None:
        self._last = 0.0
        super().on_notice(sentence)


def make_server(roots: Sequence[Path] = ()) -> Server[Any]:
    """Return the server; files are read below the roots only."""
    one_at_a_time = anyio.CapacityLimiter(1)

    async def list_tools(context: ServerRequestContext[Any, Any], _: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_tool(name) for name in tool_names(roots)])

    async def call_tool(
        context: ServerRequestContext[Any, Any], call: types.CallToolRequestParams
    ) -> types.CallToolResult:
        watch = _CallObserver(context)

        def work() -> tuple[Reply, bool]:
            try:
                return answer_tool(call.name, call.arguments or {}, watch, roots), False
            except JamfoldError as error:
                return failed_reply(error), True

        try:
            reply, failed = await anyio.to_thread.run_sync(
                work, abandon_on_cancel=True, limiter=one_at_a_time
            )
        finally:
            watch.stopped.set()
        return _result(reply, failed=failed)

    async def list_resources(context: ServerRequestContext[Any, Any], _: Any) -> types.ListResourcesResult:
        return types.ListResourcesResult(resources=[_chapter(name) for name in docs()])

    async def read_resource(
        context: ServerRequestContext[Any, Any], params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        path = docs().get(str(params.uri).removeprefix(_SCHEME))
        if path is None:
            raise MCPError(types.INVALID_PARAMS, "There is no such chapter.")
        text = path.read_text(encoding="utf-8")
        content = types.TextResourceContents(uri=params.uri, mime_type=_MARKDOWN, text=text)
        return types.ReadResourceResult(contents=[content])

    return Server(
        "jamfold",
        version=__version__,
        title="jamfold",
        instructions=_INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_read_resource=read_resource,
    )


def _chapter(name: str) -> types.Resource:
    title = doc_title(docs()[name])
    return types.Resource(name=name, title=title, uri=f"{_SCHEME}{name}", mime_type=_MARKDOWN)


def _tool(name: str) -> types.Tool:
    reads_only = name != IMPORT
    return types.Tool(
        name=name,
        description=tool_description(name),
        input_schema=request_model(name).model_json_schema(),
        annotations=types.ToolAnnotations(
            read_only_hint=reads_only, destructive_hint=False, idempotent_hint=True, open_world_hint=False
        ),
    )


def _result(reply: Reply, *, failed: bool) -> types.CallToolResult:
    content: list[types.ContentBlock] = [types.TextContent(text=reply.text)]
    text = json_text(reply.values)
    if not failed and len(text) <= _JSON_AS_TEXT:
        content.append(types.TextContent(text=text))
    return types.CallToolResult(content=content, structured_content=reply.values, is_error=failed)


def serve_pipe(roots: Sequence[Path]) -> None:
    """Serve the parent process over standard input and output until they close."""

    async def run() -> None:
        server = make_server(roots)
        async with stdio_server() as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())

    anyio.run(run)


def serve_http(port: int, roots: Sequence[Path], say: Callable[[str], None]) -> None:
    """Serve programs of this machine that know the token, until Ctrl-C.

    Raises WebError if the port or the token cannot be used.
    """
    token, chosen = session_token()
    listening = bound_socket(port)
    actual = int(listening.getsockname()[1])
    application = Guard(make_server(roots).streamable_http_app(), actual, token)
    say(
        f"jamfold {__version__} at http://{ADDRESS}:{actual}/mcp"
        f"{'' if chosen else f', Authorization: Bearer {token}'} -- Ctrl-C ends it."
    )
    try:
        uvicorn.Server(server_config(application)).run(sockets=[listening])
    finally:
        listening.close()
