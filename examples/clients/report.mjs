// A reporter of node:test for the Go tests: one JSON object a line for each test, with
// its name and, if it failed, why.
export default async function* report(events) {
  for await (const { type, data } of events) {
    if (type !== "test:pass" && type !== "test:fail") continue;
    const error = data.details?.error;
    yield JSON.stringify({
      name: data.name,
      milliseconds: Math.round(data.details?.duration_ms ?? 0),
      error: type === "test:fail" ? String(error?.cause?.stack ?? error?.cause ?? error?.stack ?? "failed") : undefined,
    }) + "\n";
  }
}
