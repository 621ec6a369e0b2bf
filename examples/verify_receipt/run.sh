#!/bin/sh
# Check a report, export the run, and verify it without gnut; then say something else in it, and verify again.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -R "$here/../quickstart/report.md" "$here/../quickstart/sources" "$work"
cd "$work"
gnut init 2>/dev/null
gnut check --quiet report.md >/dev/null || true
gnut show --export receipt report.md >/dev/null 2>&1
python3 "$here/verify_receipt.py" receipt
echo
echo "the same, after one word of it was changed:"
sed 's/"outcome":"failed"/"outcome":"clear"/' receipt/execution.json >edited && mv edited receipt/execution.json
python3 "$here/verify_receipt.py" receipt
