// Registers the site's tools with a browser that has an agent of its own (WebMCP).
// Everywhere else it does nothing: the pages work without it.
const context = navigator.modelContext ?? document.modelContext;
if (context?.registerTool) {
  for (const tool of offered.tools) {
    context.registerTool({
      name: tool.name,
      description: tool.description,
      inputSchema: tool.inputSchema,
      annotations: { readOnlyHint: tool.readOnly },
      async execute(input) {
        const answer = await fetch(`${offered.path}/${tool.name}`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(input ?? {}),
        });
        const text = await answer.text();
        return { content: [{ type: "text", text }] };
      },
    });
  }
}
