// A client of the gateway with the official MCP SDK: the whole story of an agent, told as one JSON line a step.
// Usage: node story.mjs URL TOKEN — needs ACTIONSCOPE_COUNTERPARTS to find the SDK. Waits for a line on standard input
// after the catastrophic call was told to wait, and repeats it then.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import path from "node:path";

const require = createRequire(path.join(process.env.ACTIONSCOPE_COUNTERPARTS, "package.json"));
const load = name => import(pathToFileURL(require.resolve(name)).href);
const { Client } = await load("@modelcontextprotocol/sdk/client/index.js");
const { StreamableHTTPClientTransport } = await load("@modelcontextprotocol/sdk/client/streamableHttp.js");
const { ToolListChangedNotificationSchema } = await load("@modelcontextprotocol/sdk/types.js");

const [url, token] = process.argv.slice(2);
const tell = (step, value) => console.log(JSON.stringify({ step, ...value }));
const input = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

const client = new Client({ name: "story", version: "1.0" }, { capabilities: {} });
let changes = 0;
client.setNotificationHandler(ToolListChangedNotificationSchema, () => { ++changes; });
const transport = new StreamableHTTPClientTransport(new URL("/mcp", url), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
});
await client.connect(transport);
tell("connected", { server: client.getServerVersion().name });

const names = async () => (await client.listTools()).tools.map(tool => tool.name);
const call = async (name, args) => {
    const result = await client.callTool({ name, arguments: args });
    return { error: result.isError === true, content: result.structuredContent ?? result.content };
};
// The GET stream is opened after `initialized`; what is announced before it stands goes another way.
const changed = async count => {
    for (let i = 0; i < 100 && changes < count; ++i)
        await new Promise(done => setTimeout(done, 20));
    return changes;
};

tell("listed", { tools: await names() });
tell("search", await call("gateway_search_actions", { query: "list the milestones of a repository" }));
tell("nothing", await call("gateway_search_actions", { query: "xylophone zeppelin quux" }));
tell("not_active", await call("gateway_call_action", { name: "harbor.milestones_list", arguments: { owner: "acme", repo: "shop" } }));

const read = await call("gateway_activate", { name: "harbor.milestones_list" });
tell("activate_read", { ...read, changes: await changed(1) });
tell("listed_after", { tools: await names() });
tell("call_read", await call(read.content.wire_name, { owner: "acme", repo: "shop" }));

tell("curated_read", await call("harbor_read_actions", { action: "issues_list", params: { owner: "acme", repo: "shop" } }));
tell("curated_write_unconfirmed", await call("harbor_write_actions", { action: "issues_create", params: { owner: "acme", repo: "shop", title: "Rain" } }));
tell("curated_write", await call("harbor_write_actions", { action: "issues_create", params: { owner: "acme", repo: "shop", title: "Rain" }, user_confirmed: true }));
tell("curated_not_listed", await call("harbor_read_actions", { action: "repositories_delete", params: { owner: "acme", repo: "shop" } }));

tell("activate_write_unconfirmed", await call("gateway_activate", { name: "harbor.milestones_create" }));
tell("activate_write_text", await call("gateway_activate", { name: "harbor.milestones_create", user_confirmed: "true" }));
tell("activate_write", { ...(await call("gateway_activate", { name: "harbor.milestones_create", user_confirmed: true })), changes: await changed(2) });
tell("call_write_invalid", await call("gateway_call_action", { name: "harbor.milestones_create", arguments: { owner: "acme" } }));
tell("call_write", await call("gateway_call_action", { name: "harbor.milestones_create", arguments: { owner: "acme", repo: "shop", title: "Version 2" } }));

tell("activate_catastrophic", await call("gateway_activate", { name: "harbor.repositories_delete", user_confirmed: true }));
const deletion = { name: "harbor.repositories_delete", arguments: { owner: "acme", repo: "shop" }, reason: "free up space" };
tell("waits", await call("gateway_call_action", deletion));
await input.next();
tell("changed_request", await call("gateway_call_action", { ...deletion, arguments: { owner: "acme", repo: "other" } }));
tell("done", await call("gateway_call_action", deletion));
tell("once_only", await call("gateway_call_action", deletion));

await transport.terminateSession();
await client.close();
process.exit(0);
