// Ways to talk to an OSP origin over HTTP. The binary's path comes in OSP_HTTP.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

// serve starts the origin on a free port of loopback. It takes X-Forwarded-For from
// there, so that clients can be told apart.
export async function serve(binary = process.env.OSP_HTTP) {
  const child = spawn(binary, ["-addr", "127.0.0.1:0", "-trusted-proxy", "127.0.0.1/32"], { stdio: ["ignore", "ignore", "pipe"] });
  const exited = once(child, "close").then(([code]) => code);
  process.once("exit", () => child.kill("SIGKILL")); // none outlives a script that was cut short
  let said = "";
  child.stderr.setEncoding("utf8");
  const url = await new Promise((resolve, reject) => {
    child.stderr.on("data", (part) => {
      said += part;
      const found = said.match(/MCP endpoint (\S+)\n/);
      if (found) resolve(found[1]);
    });
    exited.then(() => reject(new Error("the server has ended\n" + said)));
  });
  const stop = () => (child.kill("SIGTERM"), exited);
  return { url, origin: new URL(url).origin, stop };
}

let callers = 0;

// caller is an address that nobody else has called from.
export const caller = () => `198.51.${(++callers) >> 8}.${callers & 255}`;

// connect opens the SDK's own client, from an address of its own. With its tools listed,
// it validates every answer.
export async function connect(server, from = caller()) {
  const transport = new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers: { "X-Forwarded-For": from } } });
  const client = new Client({ name: "openservice-clients", version: "1.0.0" });
  await client.connect(transport);
  const { tools } = await client.listTools();
  return { client, tools };
}

// post sends bytes as they are. With leaveAfter, the client is gone once so many of them
// are on their way.
export function post(server, body, { headers = {}, leaveAfter } = {}) {
  return new Promise((resolve, reject) => {
    const call = request(server.url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json", "Content-Length": body.length, "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": "2025-06-18", "X-Forwarded-For": caller(), ...headers,
      },
    });
    call.on("response", async (response) => {
      const parts = [];
      for await (const part of response) parts.push(part);
      resolve({ status: response.statusCode, text: Buffer.concat(parts).toString() });
    });
    if (leaveAfter === undefined) {
      call.on("error", reject);
      call.end(body);
      return;
    }
    call.on("error", () => {}); // its own leaving
    call.on("close", resolve);
    call.write(body.subarray(0, leaveAfter), () => call.destroy());
  });
}

// frame is a call of a tool as one message.
export const frame = (name, args) => Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }));
