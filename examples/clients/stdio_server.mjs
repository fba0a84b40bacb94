// Ways to talk to the OSBP server on stdio. Each starts a process of its own; the
// binary's path comes in OSBP_STDIO.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

// start is when the server's clock begins: noon in California on Friday, 1 May 2026.
const start = "2026-05-01T19:00:00Z";

export const command = process.env.OSBP_STDIO;

// flags of a server whose files are its own.
export function flags(scenario) {
  const folder = mkdtempSync(join(process.env.WORK_DIR ?? tmpdir(), "osbp-"));
  const files = { audit: join(folder, "events.jsonl"), outbox: join(folder, "outbox.txt") };
  return { files, args: ["-scenario", scenario, "-clock", start, "-audit", files.audit, "-outbox", files.outbox] };
}

export const auditEvents = (files) =>
  existsSync(files.audit) ? readFileSync(files.audit, "utf8").trim().split("\n").filter(Boolean).map((line) => JSON.parse(line)) : [];

// lastCode is the code that arrived on the customer's telephone last.
export const lastCode = (files) => readFileSync(files.outbox, "utf8").trim().split(" ").at(-1);

// Log collects what a server says on stderr, and waits for words in it.
class Log {
  text = "";
  #waiting = [];
  constructor(stream) {
    stream.setEncoding("utf8");
    stream.on("data", (part) => {
      this.text += part;
      this.#waiting = this.#waiting.filter(({ words, resolve }) => !this.text.includes(words) || resolve());
    });
  }
  says(words) {
    return new Promise((resolve) => (this.text.includes(words) ? resolve() : this.#waiting.push({ words, resolve })));
  }
}

// connect starts a server under the SDK's own client. With list, its output schemas are
// compiled, and from then on the client validates every answer.
export async function connect(scenario = "normal", { list = true } = {}) {
  const { files, args } = flags(scenario);
  const transport = new StdioClientTransport({ command, args, stderr: "pipe" });
  const log = new Log(transport.stderr);
  const client = new Client({ name: "openservice-clients", version: "1.0.0" });
  await client.connect(transport);
  const tools = list ? (await client.listTools()).tools : [];
  return { client, files, log, tools, close: () => client.close() };
}

// raw starts a server that is written to byte by byte, after the handshake of MCP.
export async function raw(scenario = "normal") {
  const { files, args } = flags(scenario);
  const child = spawn(command, args);
  const exited = once(child, "close");
  process.once("exit", () => child.kill("SIGKILL")); // none outlives a script that was cut short
  const log = new Log(child.stderr);
  const lines = [];
  const arrivals = [];
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line);
    arrivals.splice(0).forEach((resolve) => resolve());
  });
  const write = (line) => child.stdin.write(typeof line === "string" || Buffer.isBuffer(line) ? line : JSON.stringify({ jsonrpc: "2.0", ...line }) + "\n");
  // answer waits for the message with an id.
  const answer = async (id) => {
    for (;;) {
      const found = lines.map((line) => JSON.parse(line)).find((message) => message.id === id);
      if (found) return found;
      await Promise.race([new Promise((resolve) => arrivals.push(resolve)), exited.then(() => { throw new Error("the server has ended\n" + log.text); })]);
    }
  };
  write({ id: 0, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } } });
  await answer(0);
  write({ method: "notifications/initialized" });
  return { write, answer, lines, files, log, child, exited: exited.then(([code]) => code) };
}
