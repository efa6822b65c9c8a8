# Every target sets up .venv by itself; Python 3.11 or newer and make are all it needs.
#   make solve      exact Omaha equilibrium, stacks of 100, blinds 5/10
#   make web        the web page, in your browser
#   make app        build/jamfold.html, the file that solves, for any phone or browser
#   make check      lint and the tests without browser, processes and tables; SINCE=main: what a change reaches
#   make test       the quick tests, no class table needed
#   make test-full  the long tests, and the published values (builds the Omaha tables when missing)
#   make lint       formatting, style, types, layers
#   make docs       the documentation as a site, build/site/index.html
#   make site       a static site for any web host, build/public: offline solver, strategies, documentation
#   make bench      the figures of the performance table

VENV := .venv
PY := $(VENV)/bin/python
# Exact versions; CONSTRAINTS=/dev/null installs the newest that pyproject.toml allows.
CONSTRAINTS ?= constraints.txt
SITE := build/site
SLOWEST := $(if $(CI),--durations=40)

# A name on the PATH is not yet a Python that runs (pyenv shims), so each candidate is tried.
CANDIDATES := $(PYTHON) python3.14 python3.13 python3.12 python3.11 python3
USABLE := import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))

# A run starts hundreds of Pythons: what one of them has read, the others need not read anew.
unexport PYTHONDONTWRITEBYTECODE

# Kernels are stored under a hash of all that they see, so the clones of a machine share them.
export NUMBA_CACHE_DIR ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/jamfold/clones

.DEFAULT_GOAL := help
.PHONY: help solve web app check test test-full lint format docs site bench clean
.NOTPARALLEL:

help:
	@sed -n 's/^#   //p' Makefile

# A target installs only what it needs: the package alone (core), or with an extra of pyproject.toml.
# One stamp for each; what an extra contains is stamped with it, and what is installed stays up to date.
core := $(VENV)/.has-core
web := $(VENV)/.has-web
test := $(VENV)/.has-test
bench := $(VENV)/.has-bench
lint := $(VENV)/.has-lint
docs := $(VENV)/.has-docs
CONTAINS_test := web
CONTAINS_bench := web test
CONTAINS_lint := web test
wanted = $(sort core $* $(CONTAINS_$*) $(patsubst $(VENV)/.has-%,%,$(wildcard $(VENV)/.has-*)))
comma := ,
space := $(subst ,, )
extras = $(subst $(space),$(comma),$(strip $(filter-out core,$(wanted))))

$(VENV)/.has-%: pyproject.toml constraints.txt src/jamfold/core/version.py
	@set -e; \
	if ! $(PY) -c 'import pip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
		for python in $(CANDIDATES); do \
			if "$$python" -c '$(USABLE)' >/dev/null 2>&1; then usable=$$python; break; fi; \
		done; \
		if [ -z "$$usable" ]; then \
			echo "jamfold needs Python 3.11 or newer with venv; none of these works: $(CANDIDATES)" >&2; \
			exit 1; \
		fi; \
		rm -rf $(VENV); \
		"$$usable" -m venv $(VENV); \
	fi
	$(PY) -m pip install --quiet --disable-pip-version-check -c $(CONSTRAINTS) -e '.$(extras:%=[%])'
	@touch $(wanted:%=$(VENV)/.has-%)

solve: $(core)
	$(VENV)/bin/jamfold solve --exact --game omaha --stacks 100 100 --blinds 5 10

web: $(web)
	$(VENV)/bin/jamfold web

app: $(core)
	@mkdir -p build
	$(VENV)/bin/jamfold export app --out build/jamfold.html

# mypy takes one core; what it says comes last.
check: $(lint)
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/lint-imports --no-cache
	@mkdir -p build
	$(PY) -m tools.stubs
	@$(PY) -m mypy >build/mypy.txt 2>&1 & \
	$(PY) -m pytest -q -n auto --unit $(SINCE:%=--since %); tests=$$?; \
	wait $$!; types=$$?; cat build/mypy.txt; exit $$((tests + types))

test: $(test)
	$(PY) -m pytest -q -n auto -m "not long" $(SLOWEST) $(SINCE:%=--since %)

test-full: $(test)
	$(PY) -m pytest -q -n auto -m long $(SLOWEST)
	$(PY) -m pytest -q -n 2 $(SLOWEST) tests/full

lint: $(lint)
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(PY) -m tools.stubs
	$(PY) -m mypy
	$(VENV)/bin/lint-imports --no-cache

format: $(lint)
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .

docs: $(docs)
	$(PY) -m sphinx --builder html --fresh-env --fail-on-warning --keep-going --quiet \
		--doctree-dir build/doctrees docs $(SITE)

site: docs
	rm -rf build/public
	mkdir -p build/public
	cp -R $(SITE) build/public/docs
	$(PY) -m tools.site build/public

bench: $(bench)
	$(PY) -m benchmarks

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
