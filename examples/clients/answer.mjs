// Calls of tools through the official client, and what must hold for every answer.

// answerOf is the document of a tool result, after checking that its two forms agree
// and that it is no error of MCP.
export function answerOf(result) {
  if (result.isError) throw new Error("isError is set: " + JSON.stringify(result.content));
  const [text, ...more] = result.content;
  if (text?.type !== "text" || more.length || text.text !== JSON.stringify(JSON.parse(text.text))) {
    throw new Error("the text is not one compact JSON document");
  }
  if (JSON.stringify(JSON.parse(text.text)) !== JSON.stringify(result.structuredContent)) {
    throw new Error("the text and the structured content differ");
  }
  return result.structuredContent;
}

// call asks a tool through the SDK's client.
export const call = async (client, name, args, options) =>
  answerOf(await client.callTool({ name, arguments: args }, undefined, options));
