// Makes the calls on standard input through version 2 of the TypeScript SDK; see ../README.md.

import { readFileSync } from "node:fs";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const { target, calls } = JSON.parse(readFileSync(0, "utf8"));
const client = new Client({ name: "check", version: "1.0.0" }, { capabilities: { elicitation: { form: {} } } });
client.setRequestHandler("elicitation/create", async () => ({ action: "decline" }));
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
