# Every target sets up .venv by itself; Python 3.11 or newer and make are all it needs.
#   make solve      exact Omaha equilibrium, stacks of 100, blinds 5/10
#   make web        the web page, in your browser
#   make test       the quick tests, no class table needed
#   make test-full  the published values (builds the Omaha tables when missing)
#   make lint       formatting, style, types, layers
#   make bench      the figures of the performance table

VENV := .venv
PY := $(VENV)/bin/python
STAMP := $(VENV)/.installed

# A name on the PATH is not yet a Python that runs (pyenv shims), so each candidate is tried.
CANDIDATES := $(PYTHON) python3.13 python3.12 python3.11 python3
USABLE := import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))

.DEFAULT_GOAL := help
.PHONY: help solve web test test-full lint format bench clean

help:
	@sed -n 's/^#   //p' Makefile

$(STAMP): pyproject.toml constraints.txt
	@set -e; \
	if ! $(PY) -c 'import pip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
		for python in $(CANDIDATES); do \
			if "$$python" -c '$(USABLE)' >/dev/null 2>&1; then found=$$python; break; fi; \
		done; \
		if [ -z "$$found" ]; then \
			echo "jamfold needs Python 3.11 or newer with venv; none of these works: $(CANDIDATES)" >&2; \
			exit 1; \
		fi; \
		rm -rf $(VENV); \
		"$$found" -m venv $(VENV); \
	fi
	$(PY) -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

solve: $(STAMP)
	$(VENV)/bin/jamfold solve --game omaha --stacks 100 100 --blinds 5 10

web: $(STAMP)
	$(VENV)/bin/jamfold web

test: $(STAMP)
	$(PY) -m pytest -q

test-full: $(STAMP)
	$(PY) -m pytest -q tests/full

lint: $(STAMP)
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(PY) -m mypy
	$(VENV)/bin/lint-imports --no-cache

format: $(STAMP)
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .

bench: $(STAMP)
	$(PY) -m benchmarks

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
