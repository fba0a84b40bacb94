// The official client of MCP for TypeScript drives the OSBP server on stdio.
import assert from "node:assert/strict";
import { test } from "node:test";
import { call } from "./answer.mjs";
import { approval, approved, customer, draft } from "./booking.mjs";
import { auditEvents, connect, lastCode, raw } from "./stdio_server.mjs";

const create = "osbp_booking_create";
const problem = (answer) => (assert.equal(answer.ok, false), answer.problem);

// session runs a test against a server of its own.
function session(name, scenario, body) {
  test(name, async () => {
    const server = await connect(scenario);
    try {
      await body(server);
    } finally {
      await server.close();
    }
  });
}

session("lists eight tools, whose output schemas the client can compile", "normal", async ({ client, tools }) => {
  assert.deepEqual(tools.map((t) => t.name).sort(), [
    "osbp_availability_find", "osbp_booking_create", "osbp_booking_status", "osbp_handoff_request",
    "osbp_policy_explain", "osbp_service_describe", "osbp_verification_send", "osbp_verification_verify",
  ]);
  for (const tool of tools) {
    assert.equal(tool.inputSchema.type, "object", tool.name);
    assert.equal(tool.outputSchema.type, "object", tool.name);
    assert.ok(tool.title && tool.description, tool.name);
    assert.deepEqual(Object.keys(tool.annotations).sort(), ["destructiveHint", "idempotentHint", "openWorldHint", "readOnlyHint"], tool.name);
    const validate = client.getToolOutputValidator(tool.name);
    assert.ok(validate({ ok: false, problem: { code: "slot_taken", message: "x", retryable: true } }).valid, tool.name);
    for (const bad of [{}, { ok: true }, { ok: false }, { ok: false, problem: { code: "x" } }, { ok: true, value: 1 }]) {
      assert.ok(!validate(bad).valid, `${tool.name} takes ${JSON.stringify(bad)}`);
    }
  }
});

session("books with an approval, and replays the receipt", "normal", async ({ client, files }) => {
  const { request } = await draft(client);
  const confirmed = await approved(client, request);
  const receipt = await call(client, create, confirmed);
  assert.ok(receipt.ok && receipt.value.booking_id);
  const booking = await call(client, "osbp_booking_status", { booking_id: receipt.value.booking_id });
  assert.equal(booking.value.starts_at_local, `${request.date}T${request.time}`);
  const again = await call(client, create, confirmed);
  assert.deepEqual(again.value, receipt.value);
  assert.equal(again.osbp_runtime.idempotency, "local_cache_replay");
  const changed = problem(await call(client, create, { ...confirmed, customer: { ...customer, display_name: "Joe" } }));
  assert.equal(changed.code, "idempotency_conflict");
  const ids = auditEvents(files).map((e) => e.id ?? e.audit_event_id);
  assert.ok(ids.includes(receipt.audit_event_id), "the envelope names no event of the log");
});

session("books with a verification code", "verification", async ({ client, files }) => {
  const { request, policy } = await draft(client);
  const confirmed = await approved(client, request);
  assert.equal(problem(await call(client, create, confirmed)).code, "requires_verification");
  const sent = await call(client, "osbp_verification_send", { customer, purpose: `booking:${request.mandate.organization_id}` });
  assert.equal(sent.value.method, policy.verification_method);
  const wrong = problem(await call(client, create, { ...confirmed, verification_code: "000000" }));
  assert.equal(wrong.code, "verification_failed");
  await call(client, "osbp_verification_send", { customer, purpose: `booking:${request.mandate.organization_id}` });
  const receipt = await call(client, create, { ...confirmed, verification_code: lastCode(files) });
  assert.ok(receipt.ok, JSON.stringify(receipt.problem));
});

for (const [scenario, code, retryable] of [
  ["slot_taken", "slot_taken", true],
  ["rate_limited", "rate_limited", true],
  ["outcome_unknown", "booking_outcome_unknown", true],
]) {
  session(`a refusal of the platform is an answer: ${scenario}`, scenario, async ({ client }) => {
    const { request } = await draft(client);
    const refusal = problem(await call(client, create, await approved(client, request)));
    assert.equal(refusal.code, code);
    assert.equal(refusal.retryable, retryable);
    const handoff = await call(client, "osbp_handoff_request", { reason: refusal.code, message: "Ask the merchant what became of it." });
    assert.equal(handoff.value?.status, "requires_human", JSON.stringify(handoff));
  });
}

session("refuses what the mandate does not allow", "normal", async ({ client }) => {
  const { request } = await draft(client, { service: "off_haircut" });
  const mandate = request.mandate;
  for (const [code, changes] of [
    ["mandate_expired", { expires_at: "2026-05-01T18:59:59Z" }],
    ["action_not_allowed", { allowed_actions: [] }],
    ["organization_not_allowed", { organization_id: "biz_kanal_dental" }],
    ["service_not_allowed", { service_ids: ["off_color"] }],
    ["schedule_not_allowed", { schedule_ids: ["cal_other"] }],
    ["slot_too_early", { earliest_start: "2026-05-05T19:59:00" }],
    ["price_exceeds_mandate", { max_price: { amount_minor: 8499, currency: "USD", type: "fixed" } }],
    ["invalid_mandate", { expires_at: "tomorrow" }],
    ["invalid_mandate", { max_distance: 5 }],
  ]) {
    const refusal = problem(await call(client, create, { ...request, idempotency_key: `key ${code}`, mandate: { ...mandate, ...changes } }));
    assert.equal(refusal.code, code, JSON.stringify(changes));
  }
  assert.equal(problem(await call(client, create, { ...request, mandate: undefined })).code, "invalid_mandate");
  assert.equal(problem(await call(client, create, { ...request, mandate: null })).code, "invalid_mandate");
});

session("an approval that nobody gave books nothing", "normal", async ({ client }) => {
  const { request } = await draft(client);
  for (const approval of [{ confirmed: true, token: "guess" }, { confirmed: false, token: "guess" }]) {
    assert.equal(problem(await call(client, create, { ...request, approval })).code, "requires_user_confirmation");
  }
});

session("answers bad input of every kind, and goes on", "normal", async ({ client, tools }) => {
  const { request } = await draft(client);
  const bad = {
    "wrong type": [create, { ...request, date: 20260505 }],
    "null member": [create, { ...request, provider_id: null }],
    "unknown member": ["osbp_service_describe", { service_id: "off_haircut", nonsense: 1 }],
    "list for object": [create, { ...request, customer: [] }],
    "null for object": [create, { ...request, customer: null }],
    "2 MiB": ["osbp_service_describe", { service_id: "x".repeat(2 << 20) }],
    "deep": ["osbp_service_describe", { service_id: JSON.parse("[".repeat(80) + "]".repeat(80)) }],
    "lone surrogate": ["osbp_service_describe", { service_id: "\ud800" }],
  };
  for (const [name, [tool, input]] of Object.entries(bad)) {
    assert.equal(problem(await call(client, tool, input)).code, "invalid_input", name);
  }
  for (const { name } of tools) {
    const answers = [];
    for (const nothing of [{}, undefined, null]) {
      answers.push({ ...(await call(client, name, nothing)), audit_event_id: undefined });
    }
    assert.deepEqual(answers.slice(1), [answers[0], answers[0]], name);
  }
  await assert.rejects(client.callTool({ name: "osbp_booking_cancel", arguments: {} }), { code: -32602 });
  await assert.rejects(client.callTool({ name: "booking.create", arguments: {} }), { code: -32602 });
  assert.ok((await call(client, "osbp_service_describe", {})).ok);
});

session("100 calls at once, one appointment", "normal", async ({ client, log, close }) => {
  const { request } = await draft(client);
  const confirmed = await approved(client, request);
  const read = () => call(client, "osbp_availability_find", { service_id: request.service_id, date: request.date });
  const twin = () => call(client, create, confirmed);
  // A disk that is slow to take so many events leaves some callers to ask again.
  const asks = Array.from({ length: 100 }, (_, n) => (n % 2 ? twin : read));
  const answers = await Promise.all(asks.map((ask) => ask()));
  for (const [n, ask] of asks.entries()) {
    assert.ok(answers[n].ok || answers[n].problem.retryable, JSON.stringify(answers[n]));
    if (!answers[n].ok) answers[n] = await ask();
    assert.ok(answers[n].ok, JSON.stringify(answers[n]));
  }
  assert.equal(new Set(answers.filter((_, n) => n % 2).map((a) => a.value.booking_id)).size, 1);
  await close();
  await log.says("msg=ended creates=1 appointments=1");
});

session("a call that is cancelled books once at most", "slow", async ({ client, log, close }) => {
  const { request } = await draft(client);
  const confirmed = await approved(client, request);
  const stop = new AbortController();
  const cut = call(client, create, confirmed, { signal: stop.signal });
  await log.says("the platform has been asked for an appointment");
  stop.abort("the user has left");
  await assert.rejects(cut);
  // It was under way, so it is finished; the same key gets its receipt.
  const receipt = await call(client, create, confirmed);
  assert.ok(receipt.ok, JSON.stringify(receipt));
  await close();
  await log.says("msg=ended creates=1 appointments=1");
});

test("a client that leaves in the middle of a create: the booking is made whole and recorded", async () => {
  const asked = await connect("slow");
  const { request } = await draft(asked.client);
  await asked.close();

  const server = await raw("slow");
  const send = (id, args) => server.write({ id, method: "tools/call", params: { name: create, arguments: args } });
  send(1, request);
  send(2, { ...request, approval: approval((await server.answer(1)).result.structuredContent) });
  await server.log.says("the platform has been asked for an appointment");
  server.child.stdin.end();
  server.child.stdout.destroy(); // nobody reads any more
  assert.equal(await server.exited, 0);
  await server.log.says("msg=ended creates=1 appointments=1");
  const created = auditEvents(server.files).filter((e) => e.tool_name === "booking.create" && e.result.ok);
  assert.equal(created.length, 1);
});

test("bytes that are no UTF-8, and lines that are no messages, get an answer", async () => {
  const server = await raw();
  const cut = Buffer.from('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"osbp_service_describe","arguments":{"service_id":"?"}}}\n');
  cut[cut.indexOf("?")] = 0xff;
  server.write(cut);
  const answer = await server.answer(1);
  assert.equal(answer.result.structuredContent.problem.code, "invalid_input");
  server.write("this is no message\n");
  assert.equal((await server.answer(null)).error.code, -32700);
  server.write({ id: 2, method: "tools/call", params: { name: "osbp_service_describe", arguments: null } });
  assert.ok((await server.answer(2)).result.structuredContent.ok);
  server.child.stdin.end();
  assert.equal(await server.exited, 0);
  for (const line of server.lines) assert.equal(JSON.parse(line).jsonrpc, "2.0");
});
