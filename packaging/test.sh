#!/usr/bin/env bash
# Installs what is missing, builds, and runs every test on the offscreen platform. Ends with ctest's summary.
#   packaging/test.sh          what CI runs
#   packaging/test.sh --full   also the asan and tsan presets and a short run of each fuzz target (clang)
set -euo pipefail
cd "$(dirname "$0")/.."
. packaging/dependencies.sh

full=0
[ "${1:-}" = "--full" ] && full=1
install_missing "${BUILD_PACKAGES[@]}" "${RUN_PACKAGES[@]}" "${TEST_PACKAGES[@]}"
[ $full -eq 1 ] && install_missing "${FULL_PACKAGES[@]}"

# Objects compiled in another checkout are the same objects.
export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$PWD} CCACHE_NOHASHDIR=1
export QT_QPA_PLATFORM=offscreen QT_QUICK_BACKEND=software

if [ $full -eq 1 ]; then
  for preset in asan tsan; do
    cmake --preset $preset >/dev/null
    cmake --build --preset $preset
    TSAN_OPTIONS="suppressions=$PWD/tests/support/tsan.supp" \
      ASAN_OPTIONS=detect_leaks=1 LSAN_OPTIONS="suppressions=$PWD/tests/support/lsan.supp" \
      ctest --preset $preset -j2
  done
  cmake --preset fuzz >/dev/null
  cmake --build --preset fuzz
  # Each target over its seeds, a minute at most; what it finds goes to the build folder.
  ctest --test-dir build/fuzz -L fuzz --output-on-failure
fi

# Real MCP servers, clients and the public conformance suite: the tests against them are skipped where they are missing,
# so here they are not.
command -v npm >/dev/null || install_missing npm
export ACTIONSCOPE_COUNTERPARTS=${ACTIONSCOPE_COUNTERPARTS:-${XDG_CACHE_HOME:-$HOME/.cache}/actionscope-counterparts}
tests/system/counterparts.sh "$ACTIONSCOPE_COUNTERPARTS"

cmake --preset ci >/dev/null
cmake --build --preset ci
ctest --preset ci -j2
