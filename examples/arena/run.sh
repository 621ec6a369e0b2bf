#!/bin/sh
# Emit the tasks of a report, write the prompts, read the answers back, and judge. All in a temporary folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -R "$here/report.md" "$here/policy.json" "$here/answers" "$work"
cd "$work"
gnut arena emit report.md -o tasks.json
gnut arena brief tasks.json --policy policy.json -o prompts
# A person or a model answers each prompt with one line of JSON. The answers are at hand here; they leave names out,
# so the call says whose they are.
gnut arena collect answers/attacks.jsonl --tasks tasks.json --policy policy.json -o review \
    --model aspen-2 --family aspen --session attack-1
gnut arena brief tasks.json --policy policy.json --attacks review/attacks.jsonl -o prompts
for judge in birch cedar; do
    gnut arena collect "answers/$judge.jsonl" --tasks tasks.json --policy policy.json -o review \
        --model "$judge-1" --family "$judge" --session "ruling-$judge"
done
gnut arena adjudicate --tasks tasks.json --policy policy.json \
    --attacks review/attacks.jsonl --rulings review/rulings.jsonl -o verdicts.json
