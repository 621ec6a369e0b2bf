#!/bin/sh
# Verify an answer against its two sources, then ask which of its words they support least.
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -R "$here/answer.md" "$here/sources" "$work"
cd "$work" || exit 2
gnut verify answer --answer answer.md --source report=sources/report.md --source table=sources/table.html
decided=$?
gnut proofread --answer answer.md --source report=sources/report.md --source table=sources/table.html -k 3
exit $decided
