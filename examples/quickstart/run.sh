#!/bin/sh
# Check the example report; exits with gnut's own code (1: two citations do not hold).
cd "$(dirname "$0")/../.." || exit 2
exec gnut check -v --output-format full --color never examples/quickstart/report.md
