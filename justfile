# The menu. Each recipe is a line or two, so it can be typed by hand. `just` installs from PyPI as rust-just.

python := ".venv/bin/python"

# Make the virtual environment with everything that tests and linters need.
setup:
    python3 -m venv .venv && .venv/bin/pip install -e ".[dev]"

# Lint, format, types, layers: what CI asks.
check:
    .venv/bin/ruff check . && .venv/bin/ruff format --check . && .venv/bin/mypy && .venv/bin/lint-imports

# Run the tests.
test *arguments:
    .venv/bin/pytest {{arguments}}

# Repair what the linters can repair.
fix:
    .venv/bin/ruff check --fix . && .venv/bin/ruff format .

# Write expected outputs anew; read the diff before you commit it. The store's vectors are written once, and not here.
golden:
    .venv/bin/pytest --golden --snapshot-update tests/test_examples.py tests/cli tests/commands tests/findings tests/formats

# Measure speed and memory, as ratios.
bench *names:
    {{python}} bench/run.py {{names}}

# Everything, as a stranger meets it.
ci:
    .ci/run
