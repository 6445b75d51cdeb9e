// Makes the calls on standard input through version 1 of the TypeScript SDK; see ../README.md.

import { readFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const { target, calls } = JSON.parse(readFileSync(0, "utf8"));
const client = new Client({ name: "check", version: "1.0.0" }, { capabilities: { elicitation: {} } });
client.setRequestHandler(ElicitRequestSchema, async () => ({ action: "decline" }));
await client.connect(
  target.url
    ? new StreamableHTTPClientTransport(new URL(target.url))
    : new StdioClientTransport({ command: target.command[0], args: target.command.slice(1), env: target.env }),
);
const { tools } = await client.listTools();
const schemas = Object.fromEntries(tools.map((tool) => [tool.name, tool.outputSchema !== undefined]));
const answers = [];
for (const call of calls) {
  try {
    answers.push(await client.callTool({ name: call.tool, arguments: call.arguments }));
  } catch (thrown) {
    answers.push({ thrown: String(thrown) });
  }
}
await client.close();
console.log(JSON.stringify({ schemas, answers }));
