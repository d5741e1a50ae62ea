# One chore a target.  `make` lists them.
#
# Everything happens in .venv.  Two stamps say what is in it: `base` (what users of doxa get) and `dev` (that
# and the tools).  A stamp is remade only when a file it depends on has changed, so a second run installs nothing.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV := $(BIN)/uv
PIP := $(UV) pip
INTO := --quiet --python $(BIN)/python

WORKERS ?= auto
PYTEST := $(BIN)/pytest -n $(WORKERS)
PYTEST_ARGS ?=
ARGS ?=

HAS_UV := $(VENV)/.stamp-uv
HAS_BASE := $(VENV)/.stamp-base
HAS_DEV := $(VENV)/.stamp-dev

.DEFAULT_GOAL := help
# Two recipes must never change one environment at the same moment.
.NOTPARALLEL:
.PHONY: help install demo test lint format bench soak requirements clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

install: $(HAS_DEV) ## Make .venv with doxa and every tool (PYTHON=python3.12 chooses the interpreter)

demo: $(HAS_BASE) ## See it remember, change its mind and withstand an attack (installs the base only)
	@$(BIN)/doxa demo $(ARGS)

test: lint ## Lint, types, import rules, then the tests (PYTEST_ARGS="-k verdict" for some of them)
	$(PYTEST) -m "not slow" $(PYTEST_ARGS)

lint: $(HAS_DEV) ## Style, format, types and import rules, changing nothing
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(HAS_DEV) ## Rewrite the sources in the house style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(HAS_BASE) ## Print the figures: beliefs under update and attack, keys, worlds, the judge, extraction, speed
	$(BIN)/doxa bench belief-ku $(ARGS)
	$(BIN)/doxa bench belief-key $(ARGS)
	$(BIN)/doxa bench belief-world $(ARGS)
	$(BIN)/doxa bench judge $(ARGS)
	$(BIN)/doxa bench extraction $(ARGS)
	$(BIN)/doxa bench speed $(ARGS)

soak: $(HAS_DEV) ## Run the tests that take minutes
	$(PYTEST) -m slow $(PYTEST_ARGS)

# Names, versions and hashes for every platform; the address of the index stays each machine's own business.
COMPILE := $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make requirements"

requirements: $(HAS_UV) ## Recompile requirements/*.txt, keeping versions that still fit (ARGS=--upgrade for newer)
	$(COMPILE) $(ARGS) --group uv -o requirements/uv.txt
	$(COMPILE) $(ARGS) --group build -o requirements/build.txt
	$(COMPILE) $(ARGS) pyproject.toml -c requirements/build.txt -o requirements/base.txt
	$(COMPILE) $(ARGS) pyproject.toml --group dev -c requirements/build.txt -c requirements/base.txt -o requirements/dev.txt

clean: ## Remove what make made: the environment, builds and caches
	rm -rf $(VENV) build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(HAS_UV): requirements/uv.txt
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("doxa needs Python 3.11 or newer, and $(PYTHON) is " + sys.version.split()[0] + ": make PYTHON=/path/to/a/newer/python")'
	@echo "making $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/uv.txt
	@touch $@

# `sync` also removes what is not listed, the tools among it: hence the dev stamp goes first.  pip and uv stay.
$(HAS_BASE): $(HAS_UV) requirements/base.txt requirements/build.txt pyproject.toml
	@echo "installing doxa"
	@rm -f $(HAS_DEV)
	@$(PIP) sync $(INTO) --require-hashes requirements/base.txt requirements/build.txt
	@$(PIP) install $(INTO) --no-index --no-deps --no-build-isolation -e .
	@touch $@

$(HAS_DEV): $(HAS_UV) requirements/dev.txt pyproject.toml
	@echo "installing doxa and its tools"
	@$(PIP) sync $(INTO) --require-hashes requirements/dev.txt
	@$(PIP) install $(INTO) --no-index --no-deps --no-build-isolation -e .
	@touch $(HAS_BASE) $@
