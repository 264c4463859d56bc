// A client of the gateway with the official MCP SDK: a session that finds, binds, calls, goes round in circles, loses
// its tool and finds it again; one JSON line a step. Usage: node session.mjs URL TOKEN — needs ACTIONSCOPE_COUNTERPARTS.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import path from "node:path";

const require = createRequire(path.join(process.env.ACTIONSCOPE_COUNTERPARTS, "package.json"));
const load = name => import(pathToFileURL(require.resolve(name)).href);
const { Client } = await load("@modelcontextprotocol/sdk/client/index.js");
const { StreamableHTTPClientTransport } = await load("@modelcontextprotocol/sdk/client/streamableHttp.js");

const [url, token] = process.argv.slice(2);
const tell = (step, value) => console.log(JSON.stringify({ step, ...value }));
const client = new Client({ name: "session", version: "1.0" }, { capabilities: {} });
const transport = new StreamableHTTPClientTransport(new URL("/mcp", url), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
});
await client.connect(transport);

const names = async () => (await client.listTools()).tools.map(tool => tool.name);
const call = async (name, args) => {
    try {
        const result = await client.callTool({ name, arguments: args });
        return { error: result.isError === true, content: result.structuredContent ?? {}, meta: result._meta ?? {},
                 texts: result.content.map(block => block.text ?? "") };
    } catch (problem) {
        return { error: true, rpc: problem.code, content: {}, meta: {}, texts: [String(problem.message)] };
    }
};

tell("listed", { tools: await names() });
const search = { query: "list the milestones of a repository" };
const found = await call("search_tools", search);
tell("found", found);
tell("bound", { tools: await names() });
const tool = found.content.results[0].call_as;
const args = { owner: "acme", repo: "shop" };
tell("called", await call(tool, args));
tell("called_again", await call(tool, { repo: "shop/", owner: "acme" }));
tell("looped", await call(tool, args));
tell("evicted", { tools: await names() });
tell("refused", await call("gateway_call_action", { name: found.content.results[0].name, arguments: args }));
tell("found_again", await call("search_tools", search));
tell("recovered", { tools: await names() });
tell("called_after", await call(tool, args));

await transport.terminateSession();
await client.close();
