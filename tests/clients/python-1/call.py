"""Makes the calls on standard input through version 1 of the Python SDK; see ../README.md."""

import asyncio
import json
import sys
from contextlib import asynccontextmanager

from mcp import ClientSession, StdioServerParameters, types
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamablehttp_client


@asynccontextmanager
async def streams(target):
    if "url" in target:
        async with streamablehttp_client(target["url"]) as (reader, writer, _):
            yield reader, writer
    else:
        command, *arguments = target["command"]
        async with stdio_client(StdioServerParameters(command=command, args=arguments, env=target["env"])) as pair:
            yield pair


async def decline(context, request):
    return types.ElicitResult(action="decline")


async def main(job):
    async with streams(job["target"]) as (reader, writer), \
            ClientSession(reader, writer, elicitation_callback=decline) as session:
        await session.initialize()
        schemas = {tool.name: tool.outputSchema is not None for tool in (await session.list_tools()).tools}
        answers = []
        for call in job["calls"]:
            try:
                result = await session.call_tool(call["tool"], call["arguments"])
                answers.append(result.model_dump(by_alias=True, mode="json", exclude_none=True))
            except Exception as thrown:
                answers.append({"thrown": repr(thrown)})
    return {"schemas": schemas, "answers": answers}


print(json.dumps(asyncio.run(main(json.load(sys.stdin)))))
