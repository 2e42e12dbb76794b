# `make demo` and `make test` are all that a newcomer needs; both set up what is missing.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
export DASHBOARD_PASSWORD ?= correct horse

.PHONY: demo test check docs browser repeat bench tamper clean

demo: browser
	$(BIN)/qarunner run flows/dashboard.yaml

test: browser
	@# the suite also tests full Chromium; where it cannot be had those tests are skipped, with the reason
	@command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; } || true
	$(BIN)/pytest -n auto

check: $(VENV)/.ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -q tests/architecture

docs: $(VENV)/.ready
	$(BIN)/python -m tests.architecture.docs --write

# Long campaigns; their figures go to bench/results and bench/README.md.

repeat: browser
	$(BIN)/python -m bench.repeat_demo --rounds 10

bench: browser
	$(BIN)/python -m bench.overhead
	$(BIN)/python -m bench.screenshots_under_load

tamper: browser
	-$(BIN)/qarunner run flows/dashboard.yaml flows/demo/blank.yaml --output build/tamper
	$(BIN)/python -m bench.tamper $$(ls -d build/tamper/2* | tail -1)

browser: $(VENV)/.ready
	@$(BIN)/qarunner install

$(VENV)/.ready: pyproject.toml constraints.txt
	@command -v $(PYTHON) >/dev/null || { echo "Python 3.11 or newer is needed."; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed, $(PYTHON) is older: make PYTHON=python3.12"; exit 2; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then apt-get update && apt-get install -y --no-install-recommends python3-venv; else echo "The venv module of Python is missing: apt-get install python3-venv"; exit 2; fi; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
