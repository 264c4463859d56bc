#!/bin/bash
# Draws every page in every state, light and dark, into BUILD/gallery, and an index.html that shows them side by side.
#   packaging/gallery.sh [BUILD]                    all of it (BUILD: build/ci)
#   packaging/gallery.sh BUILD catalog,lab          some pages
# More by environment: STATES, THEMES ("light dark hc"), SIZE, LANGUAGE (en, de, pseudo).
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build/ci}
program=$build/app/desktop/actionscope-desktop
[ -x "$program" ] || { echo "build $program first: cmake --build --preset ci --target actionscope-desktop"; exit 1; }
out=$build/gallery
states=${STATES:-ready firstRun empty noMatch loading partial stale error denied}
themes=${THEMES:-light dark}
size=${SIZE:-1280x800}
language=${LANGUAGE:-en}
case $language in en|de|pseudo) ;; *) language=en ;; esac
# The program names its pages when it is asked for one that does not exist.
pages=${2:-$( { "$program" --shot none --out /dev/null 2>&1 || true; } | sed -n 's/.*pages are //p')}
export XDG_RUNTIME_DIR=${XDG_RUNTIME_DIR:-$(mktemp -d)}
mkdir -p "$out"
damaged=$(mktemp -d)/sample
trap 'rm -rf "$(dirname "$damaged")"' EXIT
if [ -x "$build/app/cli/actionscope" ] && "$build/app/cli/actionscope" init "$damaged" --sample >/dev/null; then
  printf 'overrides: [\n' > "$damaged/catalogs/harbor.yaml"
fi
failed=0
count=0
for page in ${pages//,/ }; do
  for state in $states; do
    for theme in $themes; do
      file=$page-$state-$theme.png
      # A search is what the lab shows anything of; the other pages fill themselves.
      link=()
      # What is partly readable is shown with a file that is not.
      [ "$state" = partial ] && [ -d "$damaged" ] && link+=(--workspace "$damaged")
      case $page-$state in
        lab-ready|lab-partial|lab-stale) link+=(--link 'actionscope://lab?q=cancel+a+shipment') ;;
        lab-noMatch) link+=(--link 'actionscope://lab?q=zyzzyva') ;;
        catalog-noMatch) link+=(--link 'actionscope://catalog?q=zyzzyva') ;;
        audit-noMatch) link+=(--link 'actionscope://audit?filter=zyzzyva') ;;
        risk-noMatch) link+=(--link 'actionscope://risk?filter=zyzzyva') ;;
        services-noMatch) link+=(--link 'actionscope://services?q=zyzzyva') ;;
      esac
      if ! "$program" "${link[@]}" --shot "$page" --state "$state" --theme "$theme" --size "$size" --lang "$language" --out "$out/$file" 2>"$out/log"; then
        echo "$file: $(cat "$out/log")"; failed=1
      elif [ -s "$out/log" ]; then
        echo "$file: $(cat "$out/log")"
      fi
      count=$((count + 1))
    done
  done
done
{
  echo '<!doctype html><meta charset="utf-8"><title>Actionscope gallery</title>'
  echo '<style>body{font:14px sans-serif;margin:24px}figure{display:inline-block;width:46%;margin:1%}img{width:100%;border:1px solid #999}</style>'
  for page in ${pages//,/ }; do
    echo "<h1>$page</h1>"
    for state in $states; do
      for theme in $themes; do
        file=$page-$state-$theme.png
        [ -f "$out/$file" ] && echo "<figure><a href=\"$file\"><img loading=\"lazy\" src=\"$file\"></a><figcaption>$state, $theme</figcaption></figure>"
      done
    done
  done
} > "$out/index.html"
rm -f "$out/log"
echo "$count pictures in $out, see $out/index.html"
exit $failed
