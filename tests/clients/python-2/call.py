"""Makes the calls on standard input through version 2 of the Python SDK; see ../README.md."""

import asyncio
import json
import sys

from mcp import Client, StdioServerParameters, types


async def decline(context, request):
    return types.ElicitResult(action="decline")


async def main(job):
    target = job["target"]
    if "url" in target:
        server = target["url"]
    else:
        command, *arguments = target["command"]
        server = StdioServerParameters(command=command, args=arguments, env=target["env"])
    async with Client(server, elicitation_callback=decline) as client:
        tools = (await client.list_tools()).tools
        schemas = {tool.name: "outputSchema" in tool.model_dump(by_alias=True, exclude_none=True) for tool in tools}
        answers = []
        for call in job["calls"]:
            try:
                result = await client.call_tool(call["tool"], call["arguments"])
                answers.append(result.model_dump(by_alias=True, mode="json", exclude_none=True))
            except Exception as thrown:
                answers.append({"thrown": repr(thrown)})
    return {"schemas": schemas, "answers": answers}


print(json.dumps(asyncio.run(main(json.load(sys.stdin)))))
