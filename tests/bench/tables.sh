#!/bin/bash
# Measures what the tables of BENCHMARKS.md and RESULTS.md say of finding, and puts it between their lines "begin NAME"
# and "end NAME". Some minutes.
#   tests/bench/tables.sh BUILD SETS [WORKSPACE]
# BUILD is the folder of the preset `bench`, SETS that of the labelled sets. With WORKSPACE, one into which the whole
# OpenAPI corpus was imported, also the tables of ST10. ONLY=NAME measures one table.
set -euo pipefail
[ $# -ge 2 ] || { sed -n 2,7p "$0"; exit 2; }
build="$1" sets="$2" workspace="${3:-}"
root="$(cd "$(dirname "$0")/../.." && pwd)"
table="$(mktemp)"; trap 'rm -f "$table" "$table".*' EXIT
actionscope="$build/app/cli/actionscope"
tools="10 25 50 100 200 500 1000 10000 50000 125207"

insert() { # NAME FILE TEXT
    awk -v name="$1" -v text="$3" '
        $0 == "<!-- end " name " -->" { inside = 0 }
        !inside
        $0 == "<!-- begin " name " -->" { inside = 1; while ((getline line < text) > 0) print line }
    ' "$2" > "$table.new"
    cat "$table.new" > "$2"
}
wanted() { [ -z "${ONLY:-}" ] || [ "$ONLY" = "$1" ]; }
# The rows of `bench tokens` as Markdown: columns lie two blanks apart.
markdown() {
    grep -E '^ *[0-9]' | sed -E 's/^ +| +$//g; s/ {2,}/ | /g; s/^/| /; s/$/ |/' |
        sed '1i | actions | all listed | meta-tools | one search | one activated | discovery | saved |\n|---|---|---|---|---|---|---|'
}

if wanted bench_rankings; then
    "$build"/tests/bench/search/bench_rankings "$sets"/*/ > "$table"
    sed '/^### By set/,$d' "$table" > "$table.means"
    insert bench_rankings "$root/BENCHMARKS.md" "$table"
    insert bench_rankings "$root/tests/bench/RESULTS.md" "$table.means"
fi
if wanted bench_floor; then
    "$build"/tests/bench/search/bench_floor --sample 200 "$sets"/*/ > "$table"
    insert bench_floor "$root/tests/bench/RESULTS.md" "$table"
fi
if wanted bench_embedding; then
    "$build"/tests/bench/relevance/bench_embedding "$sets"/*/ > "$table"
    insert bench_embedding "$root/tests/bench/RESULTS.md" "$table"
fi
if wanted sample_tokens; then
    "$actionscope" init --sample "$table.ws" > /dev/null
    "$actionscope" -w "$table.ws" bench tokens --tools 10 25 50 100 200 249 | markdown > "$table"
    insert sample_tokens "$root/BENCHMARKS.md" "$table"
    rm -rf "$table.ws"
fi
[ -n "$workspace" ] || exit 0
if wanted corpus_tokens; then
    # shellcheck disable=SC2086
    "$actionscope" -w "$workspace" bench tokens --tools $tools | markdown > "$table"
    insert corpus_tokens "$root/tests/bench/RESULTS.md" "$table"
    insert corpus_tokens "$root/BENCHMARKS.md" "$table"
fi
if wanted latency; then
    "$root"/tests/bench/gateway/latency.py "$actionscope" "$workspace" "$sets"/metatool/queries.jsonl > "$table"
    insert latency "$root/tests/bench/RESULTS.md" "$table"
fi
