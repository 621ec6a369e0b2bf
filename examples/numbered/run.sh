#!/bin/sh
# Make a store, bring two saved pages into it, and check the report against them. All in a temporary folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -R "$here/report.md" "$here/pages" "$work"
cd "$work"
gnut init 2>/dev/null
gnut acquire --saved https://ostrow-light.example/keepers=pages/keeper.html \
    --saved https://ostrow-light.example/optic=pages/optic.html
gnut check --output-format full --color never report.md
