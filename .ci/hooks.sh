#!/usr/bin/env bash
# Run our pre-commit hooks as another repository would. Called by .ci/run with CLONE, SCRATCH and PATH set.
set -euo pipefail

host="$SCRATCH/host"
die() { printf 'hooks: %s\n' "$*" >&2; exit 1; }

mkdir -p "$host/sources"
cd "$host"
git init -q
printf 'The lighthouse was lit for the first time on 4 March 1871.\n' > sources/log.txt
printf '# Light\n\nIt burns: the keeper wrote "lit for the first time on 4 March 1871" ([log](sources/log.txt)).\n' > good.md
printf '# Changelog\n\n- 1.2.0: the lamp is dimmed by day.\n' > CHANGELOG.md
printf '# Light\n\nIt burns: the keeper wrote "lit for the first time on 4 March 1817" ([log](sources/log.txt)).\n' > bad.md
# Five MiB: over the limit of docs/limits.md, so gnut cannot read it, whoever runs this (root may read anything).
head -c 5242880 /dev/zero | tr '\0' 'x' > unreadable.md
git add -A
git commit -q -m "Reports"

# try NAME EXIT FILE...: the hook must end with EXIT (0 passed), and nothing that git tracks may change.
try() {
    local name=$1 wanted=$2 code=0 found=0
    shift 2
    pre-commit try-repo "$CLONE" gnut-check --verbose --files "$@" > "$SCRATCH/hook.txt" 2>&1 || code=$?
    found=$(sed -n 's/^- exit code: //p' "$SCRATCH/hook.txt")
    if [ "${found:-0}" != "$wanted" ] || { [ "$wanted" = 0 ] && [ "$code" != 0 ]; }; then
        cat "$SCRATCH/hook.txt"
        die "$name: wanted $wanted, got ${found:-0} (pre-commit itself: $code)"
    fi
    grep -q 'gnut check (offline)' "$SCRATCH/hook.txt" || { cat "$SCRATCH/hook.txt"; die "$name: the hook did not run"; }
    [ -z "$(git status --porcelain)" ] || { git status --porcelain; die "$name: the hook changed the work tree"; }
    printf '%-40s exit %s\n' "$name" "$wanted"
}

try "a good report passes" 0 good.md
try "a changelog without citations passes" 0 CHANGELOG.md
try "a bad report fails" 1 good.md bad.md CHANGELOG.md
try "an unreadable file is no verdict" 2 good.md unreadable.md
