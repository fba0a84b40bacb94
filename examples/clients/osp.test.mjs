// The official client of MCP for TypeScript drives the OSP origin over streamable HTTP.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { call } from "./answer.mjs";
import { connect, frame, post, serve } from "./http_server.mjs";

const book = "request_service_booking";

let server;
before(async () => (server = await serve()));
after(async () => assert.equal(await server?.stop(), 0));

// agent runs a test with a client of its own.
function agent(name, body) {
  test(name, () => withClient(server, body));
}

async function withClient(server, body) {
  const { client, tools } = await connect(server);
  try {
    await body({ client, tools, server });
  } finally {
    await client.close();
  }
}

// crowd runs a test against a server of its own, so that nobody else feels its limits.
function crowd(name, body) {
  test(name, async () => {
    const own = await serve();
    try {
      await withClient(own, body);
    } finally {
      await own.stop();
    }
  });
}

// aDay is the first from the day after tomorrow on which a window can be asked for.
async function aDay(client) {
  const date = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const answer = await call(client, "check_availability", { serviceSlug: "ac-repair", location: "daytona", from: date(2), to: date(12) });
  const day = answer.days.find((d) => d.windows.some((w) => w.status === "requestable"));
  return { preferredDate: day.date, preferredTime: day.windows.find((w) => w.status === "requestable").id };
}

let people = 0;

// aRequest is complete, of a person that has asked for nothing before.
const aRequest = async (client) => ({
  requestId: randomUUID(), confirmed: true, serviceSlug: "ac-repair", location: "daytona", ...(await aDay(client)),
  customer: {
    name: "Jane Customer", phone: `386-555-${String(1000 + ++people)}`, contactMethod: "call", contactAuthorized: true,
    address: "1 Main St", city: "Daytona Beach", state: "FL", zip: "32114",
  },
  agent: { channel: "mcp", name: "openservice-clients" },
});

agent("lists six tools, whose output schemas the client can compile", async ({ client, tools }) => {
  assert.deepEqual(tools.map((t) => t.name).sort(), [
    "check_availability", "check_coverage", "get_business_info", "get_reviews", "list_services", book,
  ]);
  for (const tool of tools) {
    assert.equal(tool.inputSchema.type, "object", tool.name);
    assert.equal(tool.outputSchema.type, "object", tool.name);
    assert.ok(tool.title && tool.description, tool.name);
    const reads = tool.name !== book;
    assert.deepEqual(tool.annotations, { readOnlyHint: reads, destructiveHint: false, idempotentHint: true, openWorldHint: !reads }, tool.name);
    const validate = client.getToolOutputValidator(tool.name);
    const site = { canonicalSiteUrl: "https://palmettoairheat.example" };
    assert.ok(validate({ error: "rate_limited", message: "Wait.", ...site }).valid, tool.name);
    for (const bad of [{}, { error: "nonsense", message: "x", ...site }, { error: "rate_limited" }, { success: true }]) {
      assert.ok(!validate(bad).valid, `${tool.name} takes ${JSON.stringify(bad)}`);
    }
  }
});

agent("every tool answers", async ({ client }) => {
  assert.equal((await call(client, "get_business_info", {})).name, "Palmetto Air & Heat");
  assert.equal((await call(client, "list_services", {})).services.length, 5);
  assert.equal((await call(client, "check_coverage", { zip: "32114" })).covered, true);
  assert.equal((await call(client, "check_coverage", { zip: "10001" })).covered, false);
  assert.ok((await call(client, "get_reviews", {})).notice);
  const request = await aRequest(client);
  const received = await call(client, book, request);
  assert.equal(received.success, true, received.message);
  assert.equal(received.status, "pending_business_confirmation");
  assert.equal(received.appointmentConfirmed, false);
  assert.equal(received.requestId, request.requestId);
});

agent("the same request, or the same person's, is one request", async ({ client }) => {
  const request = await aRequest(client);
  assert.equal((await call(client, book, request)).duplicate, false);
  for (const again of [request, { ...request, requestId: request.requestId.toUpperCase() }, { ...request, requestId: randomUUID() }]) {
    const answer = await call(client, book, again);
    assert.equal(answer.duplicate, true);
    assert.equal(answer.code, "duplicate_request");
    assert.equal(answer.requestId.toLowerCase(), again.requestId.toLowerCase());
  }
});

for (const [error, change, fields] of [
  ["missing_provenance", { confirmed: undefined }],
  ["missing_provenance", { confirmed: "true" }],
  ["missing_provenance", { customer: { contactAuthorized: false } }],
  ["missing_provenance", { agent: { channel: "webmcp" } }],
  ["invalid_input", { requestId: "1" }, ["requestId"]],
  ["invalid_input", { customer: { zip: "3211" } }, ["customer.zip"]],
  ["invalid_input", { customer: { phone: undefined } }, ["customer.phone"]],
  ["invalid_input", { customer: { email: null } }, ["customer.email"]],
  ["invalid_input", { preferredDate: 20260910 }, ["preferredDate"]],
  ["invalid_input", { extra: true }, ["extra"]],
  ["location_required", { location: undefined }],
  ["unknown_location", { location: "orlando" }],
  ["unknown_service", { serviceSlug: "roofing" }],
  ["unknown_service", { serviceSlug: "system-replacement" }],
  ["invalid_date", { preferredDate: "2027-02-30" }],
  ["date_too_soon", { preferredDate: "2026-01-05" }],
  ["date_too_far", { preferredDate: "2099-01-05" }],
  ["unknown_window", { preferredTime: "Midnight" }],
  ["address_required", { customer: { address: undefined } }],
]) {
  agent(`refuses: ${error} for ${JSON.stringify(change, (_, value) => value ?? "nothing")}`, async ({ client }) => {
    const request = await aRequest(client);
    const refusal = await call(client, book, { ...request, ...change, customer: { ...request.customer, ...change.customer } });
    assert.equal(refusal.error, error, JSON.stringify(refusal));
    if (fields) assert.deepEqual(refusal.fields, fields);
    if (error.endsWith("location") || error.startsWith("location")) assert.equal(refusal.locations.length, 2);
  });
}

agent("answers bad input of every kind, and goes on", async ({ client, tools }) => {
  const deep = JSON.parse("[".repeat(80) + "]".repeat(80));
  for (const [name, args] of [
    ["check_coverage", { zip: 32114 }], ["check_coverage", { zip: null }], ["check_coverage", { zip: deep }], ["check_coverage", { zip: "\ud800" }],
    ["check_coverage", { zip: "32114", nonsense: 1 }], ["check_availability", { serviceSlug: [], from: {}, to: 1 }],
  ]) {
    assert.equal((await call(client, name, args)).error, "invalid_input", JSON.stringify(args));
  }
  for (const { name } of tools) {
    const answers = [];
    for (const nothing of [{}, undefined, null]) answers.push(await call(client, name, nothing));
    assert.deepEqual(answers.slice(1), [answers[0], answers[0]], name);
  }
  await assert.rejects(client.callTool({ name: "cancel_booking", arguments: {} }), { code: -32602 });
  assert.equal((await call(client, "check_coverage", { zip: "32114" })).covered, true);
});

agent("2 MiB in an argument are refused, and the next call is answered", async ({ client }) => {
  const answer = await call(client, "check_coverage", { zip: "x".repeat(2 << 20) });
  assert.equal(answer.error, "invalid_input");
  assert.equal((await call(client, "check_coverage", { zip: "32114" })).covered, true);
});

test("bytes that are no UTF-8 get an answer", async () => {
  const bytes = frame("check_coverage", { zip: "?" });
  bytes[bytes.indexOf("?")] = 0xff;
  const { status, text } = await post(server, bytes);
  assert.equal(status, 200, text);
  assert.equal(JSON.parse(text).result.structuredContent.error, "invalid_input");
});

crowd("100 callers at once", async ({ server }) => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => post(server, frame("check_coverage", { zip: "32114" }))));
  for (const { status, text } of answers) {
    assert.equal(status, 200);
    assert.equal(JSON.parse(text).result.structuredContent.covered, true);
  }
});

crowd("300 calls of one caller at once: each has an answer, and nobody gets more than their share", async ({ client }) => {
  const answers = await Promise.all(Array.from({ length: 300 }, () => call(client, "check_coverage", { zip: "32114" })));
  const limited = answers.filter((a) => a.error === "rate_limited").length;
  assert.equal(answers.filter((a) => a.covered).length + limited, 300);
  assert.ok(limited > 0 && limited <= 260, `${limited} are told to wait`);
});

crowd("50 twins of a request at once are one request", async ({ client, server }) => {
  const request = await aRequest(client);
  const answers = await Promise.all(Array.from({ length: 50 }, async () => JSON.parse((await post(server, frame(book, request))).text).result.structuredContent));
  assert.equal(answers.filter((a) => a.success && !a.duplicate).length, 1);
  assert.ok(answers.every((a) => a.success || a.error === "rate_limited"), JSON.stringify(answers.find((a) => !a.success)));
});

agent("a call that is cancelled is one request at most", async ({ client }) => {
  const request = await aRequest(client);
  const stop = new AbortController();
  const cut = call(client, book, request, { signal: stop.signal });
  stop.abort("the user has left");
  await assert.rejects(cut);
  const first = await call(client, book, request);
  assert.equal(first.success, true, JSON.stringify(first));
  assert.equal((await call(client, book, request)).duplicate, true);
});

agent("a client that leaves before its request is whole has asked for nothing", async ({ client }) => {
  const request = await aRequest(client);
  const body = frame(book, request);
  await post(server, body, { leaveAfter: body.length - 10 });
  const first = await call(client, book, request);
  assert.equal(first.success, true, JSON.stringify(first));
  assert.equal(first.duplicate, false);
});

crowd("a client that leaves before the answer: its request is taken whole or not at all, and once", async ({ client, server }) => {
  for (let n = 0; n < 5; n++) {
    const request = await aRequest(client);
    const body = frame(book, request);
    await post(server, body, { leaveAfter: body.length });
    const first = JSON.parse((await post(server, body)).text).result.structuredContent;
    assert.equal(first.success, true, JSON.stringify(first));
    const second = JSON.parse((await post(server, body)).text).result.structuredContent;
    assert.equal(second.duplicate, true, JSON.stringify(second));
  }
});

for (const [name, headers] of Object.entries({
  "another site's page": { Origin: "https://evil.example" },
  "a page of no origin": { Origin: "null" },
  "a name that was made to mean this machine": { Host: "evil.example" },
})) {
  test(`${name} can't call`, async () => {
    const { status } = await post(server, frame("check_coverage", { zip: "32114" }), { headers });
    assert.equal(status, 403);
  });
}
