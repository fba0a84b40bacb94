// The command line of the MCP Inspector, which needs Node 22 or later, asks both servers.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { answerOf } from "./answer.mjs";
import { serve } from "./http_server.mjs";
import { command, flags } from "./stdio_server.mjs";

const cli = "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js";
const run = promisify(execFile);

// inspect runs the command line for one method. With the strict flag it judges what
// clients of several vendors would make of the schemas.
async function inspect(target, method, ...more) {
  const { stdout } = await run(process.execPath, [cli, "--cli", ...target, "--method", method, ...more], { cwd: import.meta.dirname });
  return JSON.parse(stdout);
}

// ask calls a tool. Values are given as JSON, or the command line takes a ZIP for a number.
const ask = async (target, tool, args) =>
  answerOf(await inspect(target, "tools/call", "--tool-name", tool,
    ...Object.entries(args).flatMap(([name, value]) => ["--tool-arg", `${name}=${JSON.stringify(value)}`])));

const stdio = () => [command, ...flags("normal").args];

test("the OSBP server: lists its tools, with schemas that are portable", async () => {
  const { tools } = await inspect(stdio(), "tools/list", "--strict");
  assert.equal(tools.length, 8);
});

test("the OSBP server: answers and refuses", async () => {
  const [answer, refusal] = await Promise.all([
    ask(stdio(), "osbp_service_describe", { service_id: "off_haircut" }),
    ask(stdio(), "osbp_booking_status", { booking_id: "rsv_nowhere" }),
  ]);
  assert.equal(answer.value.name, "Haircut");
  assert.equal(refusal.ok, false);
});

test("the OSP server: lists its tools, answers and refuses", async () => {
  const server = await serve();
  try {
    const target = [server.url, "--transport", "http"];
    const [{ tools }, coverage, refusal] = await Promise.all([
      inspect(target, "tools/list", "--strict"),
      ask(target, "check_coverage", { zip: "32114" }),
      ask(target, "request_service_booking", {
        requestId: "2b0e8a1c-6f8b-4c58-9d6a-0f4f6a3f3c11", confirmed: true, serviceSlug: "roofing", location: "daytona", preferredDate: "2026-09-10",
        customer: { name: "Jane Customer", phone: "386-555-0199", contactMethod: "call", contactAuthorized: true },
      }),
    ]);
    assert.equal(tools.length, 6);
    assert.equal(coverage.covered, true);
    assert.equal(refusal.error, "unknown_service");
  } finally {
    assert.equal(await server.stop(), 0);
  }
});
