// Calls the example server through the TypeScript SDK; see ../README.md.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const calls = JSON.parse(readFileSync(new URL("../calls.json", import.meta.url), "utf8"));
const keys = [
  "code", "class", "action", "retryable", "executed", "message", "hint", "next",
  "retry_after_ms", "details", "upstream", "docs", "correlation_id",
];

const folder = mkdtempSync(join(tmpdir(), "accounting-"));
const client = new Client({ name: "check", version: "1.0.0" });
try {
  await client.connect(
    new StdioClientTransport({ command: process.argv[2], args: ["--stdio", "--db", join(folder, "books.db")] }),
  );
  const tools = (await client.listTools()).tools;
  for (const call of calls) {
    const tool = tools.find(({ name }) => name === call.tool);
    assert(tool, `${call.tool} is not listed`);
    assert(tool.outputSchema, `${call.tool} has no output schema, so this would not test that errors survive one`);
    const result = await client.callTool({ name: call.tool, arguments: call.arguments });
    assert.equal(result.isError, true, JSON.stringify(result));
    assert.equal(result.structuredContent, undefined);
    assert.deepEqual(result.content.map(({ type }) => type), ["text"]);
    const wire = JSON.parse(result.content[0].text);
    assert.deepEqual(Object.keys(wire), ["error"]);
    assert.deepEqual(Object.keys(wire.error), keys.filter((key) => key in wire.error));
    assert.equal(wire.error.code, call.code);
    assert.equal(wire.error.next?.tool, call.next);
  }
} finally {
  await client.close();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`typescript: ${calls.length} passed, 0 failed`);
