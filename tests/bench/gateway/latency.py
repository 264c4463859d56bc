#!/usr/bin/env python3
"""How long finding takes, ranking by ranking and end to end over MCP (ST10's table), as Markdown.

    latency.py ACTIONSCOPE WORKSPACE QUERIES.jsonl

QUERIES.jsonl has a `text` on each line, of which an even sample of 200 is asked. Rankings are timed inside the process
(`bench search`, one thread, wall time); the last rows are what a client of one session waits for the answer of
gateway_search_actions over HTTP: the best of five passes over each query, and every answer as it came. All on a copy
of WORKSPACE, whose preset is set and in which a token is made.
"""
import http.client
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

SAMPLE, PASSES = 200, 5
PRESETS = (("keywords", "`keywords`"), ("graph", "`graph`: meaning, then the relationship graph"),
           ("expert-tiers", "`expert-tiers`: expert, system and catalog tier"), ("default", "`default`: words and meaning"),
           ("additive", "`additive`"))


def row(what, median, p95):
    print(f"| {what} | {median:.2f} | {p95:.2f} |", flush=True)


def spread(times):
    times = sorted(times)
    return times[len(times) // 2], times[len(times) * 95 // 100]


class Client:
    """One MCP session over one kept connection."""

    def __init__(self, port, token):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.headers = {"Authorization": "Bearer " + token, "Content-Type": "application/json",
                        "Accept": "application/json, text/event-stream"}
        self.number = 0
        answer, _ = self.post({"id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "latency", "version": "1"}}})
        self.headers["Mcp-Session-Id"] = answer.getheader("Mcp-Session-Id")
        self.post({"method": "notifications/initialized"})

    def post(self, message):
        self.connection.request("POST", "/mcp", json.dumps({"jsonrpc": "2.0", **message}), self.headers)
        answer = self.connection.getresponse()
        return answer, answer.read()

    def search(self, query):
        """Milliseconds until the whole answer is there."""
        self.number += 1
        start = time.perf_counter()
        _, body = self.post({"id": self.number, "method": "tools/call", "params": {
            "name": "gateway_search_actions", "arguments": {"query": query}}})
        waited = (time.perf_counter() - start) * 1000
        if b"search_id" not in body:
            sys.exit(f"no answer to {query!r}: {body[:300]!r}")
        return waited


def over_mcp(program, workspace, queries):
    token = subprocess.run([program, "-w", workspace, "tokens", "create", "--role", "agent", "--name", "latency"],
                           check=True, capture_output=True, text=True).stdout.strip()
    server = subprocess.Popen([program, "-w", workspace, "serve", "--listen", "127.0.0.1:0"], stderr=subprocess.PIPE,
                              text=True)
    try:
        for line in server.stderr:
            if found := re.search(r"listening on http://127\.0\.0\.1:(\d+)", line):
                break
        else:
            sys.exit("the gateway did not start")
        client = Client(int(found.group(1)), token)
        client.search(queries[0])  # warm
        passes = [[client.search(query) for query in queries] for _ in range(PASSES)]
    finally:
        server.terminate()
        server.wait()
    row("end to end over MCP, best of five passes", *spread([min(times) for times in zip(*passes)]))
    row("end to end over MCP, every answer", *spread([time for times in passes for time in times]))


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    program, source = str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2]
    texts = [json.loads(line)["text"].replace("\n", " ") for line in open(sys.argv[3], encoding="utf-8")]
    queries = [texts[i * len(texts) // SAMPLE] for i in range(SAMPLE)] if len(texts) > SAMPLE else texts
    with tempfile.TemporaryDirectory() as folder:
        workspace = folder + "/ws"
        shutil.copytree(source, workspace)
        settings = pathlib.Path(workspace, "actionscope.yaml")
        plain = settings.read_text(encoding="utf-8")
        asked = pathlib.Path(folder, "queries.txt")
        asked.write_text("\n".join(queries), encoding="utf-8")
        print("| ranking | median ms | p95 ms |\n|---|---|---|")
        for preset, label in PRESETS:
            settings.write_text(plain + f"\nsearch: {{preset: {preset}}}\n", encoding="utf-8")
            done = json.loads(subprocess.run(
                [program, "-w", workspace, "bench", "search", "--queries", str(asked), "--repeat",
                 "1" if preset == "additive" else "3", "--json"], check=True, capture_output=True, text=True).stdout)
            row(label, done["p50_us"] / 1000, done["p95_us"] / 1000)
        settings.write_text(plain, encoding="utf-8")
        over_mcp(program, workspace, queries)


if __name__ == "__main__":
    main()
