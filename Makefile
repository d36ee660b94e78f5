# Two commands are enough on a fresh machine with Python 3.11 or newer and make: `make run` and `make test`.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
SHELL := /bin/sh
export PORT DATA_DIR

# The first of these that is new enough and can make virtual environments; `make run PYTHON=…` takes another.
PYTHON ?= $(firstword $(foreach name,python3.13 python3.12 python3.11 python3 python,$(shell \
	$(name) -c 'import ensurepip, sys, venv; sys.version_info >= (3, 11) or sys.exit(1)' 2>/dev/null && echo $(name))))

VENV := .venv
BIN := $(VENV)/bin
MANAGE := $(BIN)/python manage.py
PYTEST := $(BIN)/python -m pytest -n auto
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint .constraints.txt
PINNED := pyproject.toml .constraints.txt

# What pyproject.toml names, one a line: `pip install` could not leave out the project itself.
NAMED := $(BIN)/python -c 'import sys, tomllib; project = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
	print(*project["dependencies"], *(one for extra in sys.argv[1:] for one in project["optional-dependencies"][extra]), sep="\n")'

.PHONY: help run test check format demo bench messages messages-check clean prepare
.PHONY: ruff mypy imports templates migrations deploy audit

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "make %-10s %s\n", $$1, $$2 }'

run: prepare ## serve on the local network; PORT=8123 make run for another port, DATA_DIR for another place for the data
	@exec $(MANAGE) serve

test: $(VENV)/dev ## the whole test suite, what asks the database on PostgreSQL too; PYTEST_ARGS="-k tarot" for a part of it
	$(MANAGE) compile_translations
	$(PYTEST) $(PYTEST_ARGS)
	@# 5: nothing of that part asks the database
	$(BIN)/python -m tests.postgres $(PYTEST) -m database $(PYTEST_ARGS) || [ $$? -eq 5 ]

check: ruff mypy imports templates migrations messages-check deploy audit ## everything that is checked without running it

format: $(VENV)/dev ## put code and templates into the form that `make check` asks for
	$(BIN)/ruff check --fix --quiet || true
	$(BIN)/ruff format
	$(BIN)/djlint --quiet --reformat templates games || true

demo: prepare ## fill in a realistic evening
	$(MANAGE) demo

bench: prepare ## how fast and how heavy it is
	$(MANAGE) bench

messages: $(VENV)/dev ## collect what is to be translated (needs gettext)
	$(MANAGE) collect_translations
	$(MANAGE) compile_translations

clean: ## remove all that was made here, except the data
	rm -rf $(VENV) .static .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis test-results
	find . -name '*.mo' -not -path './$(VENV)/*' -delete
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- the parts of `make check` ---

ruff: $(VENV)/dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check

mypy: $(VENV)/dev
	$(BIN)/mypy

imports: $(VENV)/dev
	$(BIN)/lint-imports --no-cache

templates: $(VENV)/dev
	$(BIN)/djlint --check --lint templates games

migrations: $(VENV)/dev
	$(MANAGE) makemigrations --check --dry-run

messages-check: $(VENV)/dev
	$(MANAGE) compile_translations --check

deploy: $(VENV)/dev
	HTTPS=1 $(MANAGE) check --deploy --fail-level WARNING

audit: $(VENV)/dev
	$(BIN)/python -m tests.audit

# --- setting up ---

prepare: $(VENV)/run
	@$(MANAGE) prepare

$(VENV)/run: $(BIN)/python $(PINNED)
	@echo "Installing what it runs on …"
	@$(NAMED) >$@.txt && $(PIP) --requirement $@.txt && touch $@

$(VENV)/dev: $(VENV)/run $(PINNED)
	@echo "Installing what it is tested with …"
	@$(NAMED) dev >$@.txt && $(PIP) --requirement $@.txt && touch $@

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed, with venv (on Debian: apt install python3-venv). None was found;"; \
		echo "if you have one under another name: make PYTHON=/path/to/python"; exit 1; }
	@echo "Making the virtual environment with $(PYTHON) …"
	@$(PYTHON) -m venv $(VENV)
