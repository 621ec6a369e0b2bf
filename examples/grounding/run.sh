#!/bin/sh
# Judge captured probes of two knowledge sources, and write the manifest. All in a temporary folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here/evidence.json" "$work"
cd "$work"
code=0
gnut ground evidence.json --emit 2>said || code=$?
# The evidence is of a day gone by, which is said with today's time.
grep -v '^note: generated_at' said
exit "$code"
