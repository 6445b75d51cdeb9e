"""Calls the example server through the Python SDK; see ../README.md."""

import asyncio
import json
import pathlib
import sys
import tempfile

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

CALLS = json.loads((pathlib.Path(__file__).parent.parent / "calls.json").read_text())
KEYS = [
    "code", "class", "action", "retryable", "executed", "message", "hint", "next",
    "retry_after_ms", "details", "upstream", "docs", "correlation_id",
]


async def check(server: str) -> int:
    with tempfile.TemporaryDirectory() as folder:
        parameters = StdioServerParameters(command=server, args=["--stdio", "--db", f"{folder}/books.db"])
        async with stdio_client(parameters) as (reader, writer), ClientSession(reader, writer) as session:
            await session.initialize()
            tools = {tool.name for tool in (await session.list_tools()).tools}
            for call in CALLS:
                assert call["tool"] in tools, f"{call['tool']} is not listed"
                result = await session.call_tool(call["tool"], call["arguments"])
                where = f"{call['tool']}: {result}"
                assert result.isError is True, where
                assert result.structuredContent is None, where
                assert [block.type for block in result.content] == ["text"], where
                wire = json.loads(result.content[0].text)
                assert list(wire) == ["error"], where
                error = wire["error"]
                assert list(error) == [key for key in KEYS if key in error], where
                assert error["code"] == call["code"], where
                assert error.get("next", {}).get("tool") == call.get("next"), where
    return len(CALLS)


print(f"python: {asyncio.run(check(sys.argv[1]))} passed, 0 failed")
