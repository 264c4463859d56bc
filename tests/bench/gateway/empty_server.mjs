// The official SDK's server with one tool that does nothing: what a request costs there at the least. One server a
// session, as its documentation has it, on Node's own HTTP server (an application would put a framework on top).
// Usage: node empty_server.mjs json|sse — needs ACTIONSCOPE_COUNTERPARTS to find the SDK; prints its address.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const require = createRequire(path.join(process.env.ACTIONSCOPE_COUNTERPARTS, "package.json"));
const load = name => import(pathToFileURL(require.resolve(name)).href);
const { McpServer } = await load("@modelcontextprotocol/sdk/server/mcp.js");
const { StreamableHTTPServerTransport } = await load("@modelcontextprotocol/sdk/server/streamableHttp.js");

const sessions = new Map();
const server = createServer(async (request, response) => {
    let transport = sessions.get(request.headers["mcp-session-id"]);
    if (!transport) {
        transport = new StreamableHTTPServerTransport({
            sessionIdGenerator: () => randomUUID(),
            enableJsonResponse: process.argv[2] === "json",
            onsessioninitialized: id => { sessions.set(id, transport); },
        });
        const mcp = new McpServer({ name: "empty", version: "1" });
        mcp.registerTool("empty", { description: "Does nothing." }, async () => ({ content: [] }));
        await mcp.connect(transport);
    }
    await transport.handleRequest(request, response);
});
server.listen(0, "127.0.0.1", () => console.error(`listening on http://127.0.0.1:${server.address().port}`));
