// An MCP server with the official SDK that offers everything a server can, under the names that the public conformance
// suite calls. Over standard input and output, or with --http over Streamable HTTP: then it prints its port, and ends
// with its input. Needs ACTIONSCOPE_COUNTERPARTS to find the SDK.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import path from "node:path";

const require = createRequire(path.join(process.env.ACTIONSCOPE_COUNTERPARTS, "package.json"));
const load = name => import(pathToFileURL(require.resolve(name)).href);
const { Server } = await load("@modelcontextprotocol/sdk/server/index.js");
const { StdioServerTransport } = await load("@modelcontextprotocol/sdk/server/stdio.js");
const { StreamableHTTPServerTransport } = await load("@modelcontextprotocol/sdk/server/streamableHttp.js");
const types = await load("@modelcontextprotocol/sdk/types.js");

const Png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const Wav = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";
const wait = ms => new Promise(done => setTimeout(done, ms));
const text = value => ({ content: [{ type: "text", text: value }] });
const nothing = { type: "object", properties: {} };
const textArgument = name => ({ type: "object", properties: { [name]: { type: "string" } }, required: [name] });

const elicit = async (extra, message, requestedSchema) =>
    extra.sendRequest({ method: "elicitation/create", params: { message, requestedSchema } }, types.ElicitResultSchema);
const elicited = answer =>
    text(`Elicitation completed: action=${answer.action}, content=${JSON.stringify(answer.content ?? {})}`);
const log = (extra, data) =>
    extra.sendNotification({ method: "notifications/message", params: { level: "info", logger: "fixture", data } });

const tools = {
    test_simple_text: ["Answers with a text", nothing, () => text("This is a simple text response for testing.")],
    test_image_content: ["Answers with a picture", nothing,
        () => ({ content: [{ type: "image", data: Png, mimeType: "image/png" }] })],
    test_audio_content: ["Answers with a sound", nothing,
        () => ({ content: [{ type: "audio", data: Wav, mimeType: "audio/wav" }] })],
    test_embedded_resource: ["Answers with a resource", nothing,
        () => ({ content: [{ type: "resource", resource: { uri: "test://embedded-resource", mimeType: "text/plain",
            text: "This is an embedded resource content." } }] })],
    test_multiple_content_types: ["Answers with a text, a picture and a resource", nothing,
        () => ({ content: [{ type: "text", text: "Multiple content types test:" },
            { type: "image", data: Png, mimeType: "image/png" },
            { type: "resource", resource: { uri: "test://mixed-content-resource", mimeType: "application/json",
                text: JSON.stringify({ test: "data", value: 123 }) } }] })],
    test_structured: ["Answers with structured content and metadata", nothing,
        () => ({ ...text("{\"n\":1}"), structuredContent: { n: 1 }, _meta: { "fixture/trace": "t1" } })],
    test_tool_with_logging: ["Logs three times", nothing, async (_, extra) => {
        await log(extra, "Tool execution started");
        await wait(50);
        await log(extra, "Tool processing data");
        await wait(50);
        await log(extra, "Tool execution completed");
        return text("logged");
    }],
    test_tool_with_progress: ["Tells how far it is", nothing, async (_, extra) => {
        const progressToken = extra._meta?.progressToken;
        for (const progress of [0, 50, 100]) {
            if (progressToken !== undefined)
                await extra.sendNotification({ method: "notifications/progress",
                    params: { progressToken, progress, total: 100 } });
            await wait(50);
        }
        return text("done");
    }],
    test_error_handling: ["Always fails", nothing,
        () => ({ ...text("This tool intentionally returns an error for testing"), isError: true })],
    test_reconnection: ["Takes a while, and says so first", nothing, async (_, extra) => {
        await log(extra, "begun");
        await wait(200);
        return text("Reconnection test completed successfully.");
    }],
    test_sampling: ["Asks the client's model", textArgument("prompt"), async ({ prompt }, extra) => {
        const answer = await extra.sendRequest({ method: "sampling/createMessage", params: {
            messages: [{ role: "user", content: { type: "text", text: prompt } }], maxTokens: 100 } },
            types.CreateMessageResultSchema);
        return text(`LLM response: ${answer.content.text}`);
    }],
    test_elicitation: ["Asks the client's person", textArgument("message"), async ({ message }, extra) => {
        const answer = await elicit(extra, message, { type: "object", properties: {
            username: { type: "string", description: "User's response" },
            email: { type: "string", description: "User's email address" } }, required: ["username", "email"] });
        return text(`User response: action: ${answer.action}, content: ${JSON.stringify(answer.content ?? {})}`);
    }],
    test_elicitation_sep1034_defaults: ["Asks with defaults", nothing, async (_, extra) =>
        elicited(await elicit(extra, "Please review these", { type: "object", properties: {
            name: { type: "string", default: "John Doe" }, age: { type: "integer", default: 30 },
            score: { type: "number", default: 95.5 },
            status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
            verified: { type: "boolean", default: true } } }))],
    test_elicitation_sep1330_enums: ["Asks for a choice, in every way there is", nothing, async (_, extra) =>
        elicited(await elicit(extra, "Please choose", { type: "object", properties: {
            untitledSingle: { type: "string", enum: ["option1", "option2", "option3"] },
            titledSingle: { type: "string", oneOf: [{ const: "value1", title: "First Option" },
                { const: "value2", title: "Second Option" }, { const: "value3", title: "Third Option" }] },
            legacyEnum: { type: "string", enum: ["opt1", "opt2", "opt3"],
                enumNames: ["Option One", "Option Two", "Option Three"] },
            untitledMulti: { type: "array", items: { type: "string", enum: ["option1", "option2", "option3"] } },
            titledMulti: { type: "array", items: { anyOf: [{ const: "value1", title: "First Choice" },
                { const: "value2", title: "Second Choice" }, { const: "value3", title: "Third Choice" }] } } } }))],
    json_schema_2020_12_tool: ["Tool with JSON Schema 2020-12 features", {
        $schema: "https://json-schema.org/draft/2020-12/schema", type: "object",
        $defs: { address: { type: "object",
            properties: { street: { type: "string" }, city: { type: "string" } } } },
        properties: { name: { type: "string" }, address: { $ref: "#/$defs/address" } },
        additionalProperties: false }, args => text(JSON.stringify(args))],
};
const resources = {
    "test://static-text": { mimeType: "text/plain", text: "This is the content of the static text resource." },
    "test://static-binary": { mimeType: "image/png", blob: Png },
    "test://watched-resource": { mimeType: "text/plain", text: "It may change." },
};
const user = content => ({ role: "user", content });
const prompts = {
    test_simple_prompt: ["A prompt without arguments", [],
        () => [user({ type: "text", text: "This is a simple prompt for testing." })]],
    test_prompt_with_arguments: ["A prompt with arguments", ["arg1", "arg2"], ({ arg1, arg2 }) =>
        [user({ type: "text", text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` })]],
    test_prompt_with_embedded_resource: ["A prompt with a resource", ["resourceUri"], ({ resourceUri }) =>
        [user({ type: "resource", resource: { uri: resourceUri, mimeType: "text/plain",
            text: "Embedded resource content for testing." } }),
            user({ type: "text", text: "Please process the embedded resource above." })]],
    test_prompt_with_image: ["A prompt with a picture", [], () =>
        [user({ type: "image", data: Png, mimeType: "image/png" }),
            user({ type: "text", text: "Please analyze the image above." })]],
};

function fixture() {
    const server = new Server({ name: "fixture", title: "Fixture", version: "1.0" }, {
        capabilities: { tools: { listChanged: true }, resources: { subscribe: true, listChanged: true },
            prompts: { listChanged: true }, completions: {}, logging: {} },
        instructions: "Everything here is for tests." });
    const on = (schema, handler) => server.setRequestHandler(schema, handler);
    const subscribed = new Set();
    on(types.ListToolsRequestSchema, () => ({ tools: Object.entries(tools).map(([name, [description, inputSchema]]) =>
        ({ name, description, inputSchema, annotations: { readOnlyHint: true } })) }));
    on(types.CallToolRequestSchema, ({ params }, extra) => tools[params.name][2](params.arguments ?? {}, extra));
    on(types.ListResourcesRequestSchema, () => ({ resources: Object.entries(resources).map(([uri, { mimeType }]) =>
        ({ uri, name: uri.slice(7), description: `The resource ${uri.slice(7)}`, mimeType })) }));
    on(types.ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [{ uriTemplate: "test://template/{id}/data",
        name: "template", description: "Data by number", mimeType: "application/json" }] }));
    on(types.ReadResourceRequestSchema, ({ params: { uri } }) => {
        const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
        if (id)
            return { contents: [{ uri, mimeType: "application/json",
                text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) }] };
        if (!resources[uri])
            throw new types.McpError(-32002, "no such resource", { uri });
        return { contents: [{ uri, ...resources[uri] }] };
    });
    on(types.SubscribeRequestSchema, async ({ params: { uri } }) => {
        subscribed.add(uri);
        // What a careless server does: it tells of more than it was asked about.
        setTimeout(() => {
            for (const told of [uri, "test://static-text"])
                server.sendResourceUpdated({ uri: told }).catch(() => {});
        }, 100);
        return {};
    });
    on(types.UnsubscribeRequestSchema, ({ params: { uri } }) => (subscribed.delete(uri), {}));
    on(types.ListPromptsRequestSchema, () => ({ prompts: Object.entries(prompts).map(([name, [description, names]]) =>
        ({ name, description, arguments: names.map(name => ({ name, description: name, required: true })) })) }));
    on(types.GetPromptRequestSchema, ({ params }) =>
        ({ messages: prompts[params.name][2](params.arguments ?? {}) }));
    on(types.CompleteRequestSchema, ({ params }) => ({ completion: {
        values: ["paris", "park", "party"].filter(word => word.startsWith(params.argument.value)), hasMore: false } }));
    on(types.SetLevelRequestSchema, () => ({}));
    return server;
}

if (!process.argv.includes("--http")) {
    await fixture().connect(new StdioServerTransport());
} else {
    const sessions = new Map();
    const listener = createServer(async (request, response) => {
        let transport = sessions.get(request.headers["mcp-session-id"]);
        if (!transport) {
            transport = new StreamableHTTPServerTransport({ sessionIdGenerator: randomUUID,
                onsessioninitialized: id => sessions.set(id, transport),
                onsessionclosed: id => sessions.delete(id) });
            await fixture().connect(transport);
        }
        await transport.handleRequest(request, response);
    });
    listener.listen(0, "127.0.0.1", () => console.log(listener.address().port));
    process.stdin.on("end", () => process.exit(0)).resume();
}
