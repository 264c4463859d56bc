#!/usr/bin/env bash
# From a bare Debian 12 to the running app: installs what is missing, builds Release, makes the sample workspace, opens it.
# Without a display the same job is done in the terminal. A second run starts in seconds.
#   packaging/run.sh [WORKSPACE | FILE-OR-FOLDER-TO-IMPORT …]
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
. packaging/dependencies.sh

install_missing "${BUILD_PACKAGES[@]}" "${RUN_PACKAGES[@]}"

build=build/release
[ -f $build/build.ninja ] || cmake --preset release >/dev/null
cmake --build --preset release >&2

cli=$root/$build/app/cli/actionscope
app=$root/$build/app/desktop/actionscope-desktop
sample=${XDG_DATA_HOME:-$HOME/.local/share}/actionscope/sample
if [ ! -f "$sample/actionscope.yaml" ]; then
  mkdir -p "$(dirname "$sample")"
  "$cli" init --sample "$sample"
fi

workspace=$sample
if [ $# -gt 0 ] && [ -d "$1" ] && { [ -f "$1/actionscope.yaml" ] || [ -d "$1/catalogs" ]; }; then
  workspace=$1
  shift
fi

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  exec "$app" --workspace "$workspace" "$@"
fi

echo
echo "No display here, so the same in the terminal:"
echo
for source in "$@"; do
  "$cli" --workspace "$workspace" import "$source"
done
echo "\$ actionscope services list"
"$cli" --workspace "$workspace" services list
echo
echo "\$ actionscope search 'open a bug report' --explain --limit 3"
"$cli" --workspace "$workspace" search "open a bug report" --explain --limit 3
cat <<TEXT

The workspace is $workspace
To see the app on this machine without a screen, give it a virtual one and look at it over a local connection only:
  apt-get install xvfb x11vnc
  Xvfb :7 -screen 0 1280x800x24 & x11vnc -localhost -display :7 &
  DISPLAY=:7 $app --workspace $workspace
then connect a VNC viewer to localhost:5900 (from elsewhere: through an SSH tunnel).
TEXT
