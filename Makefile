# make study   a quick look: the whole pipeline at 50 games a pairing, in a scratch copy (GAMES=100 SEED=1 SET=toy change it)
# make tables  every table and figure that needs no vectors, drawn again from the committed results (SET=open; some minutes)
# make people  what people guess: fetches their guesses and the set for them, and runs notebooks 70 to 72 (long the first time)
# make check   before a commit: lint, types, layers, and the tests that are not slow
# make test    everything that checks the project: the slow tests, the notebooks and the page in a browser, too (some minutes)
# make book    a site of all executed notebooks, with search and the package's API: build/book/index.html (no network)
# make bench   speed, memory and scaling on the open set (some minutes; fetches and builds it if need be)
# make lab     JupyterLab on the notebooks
# make play    sit down and play: a page on this machine (fetches and builds the set for people first, if it can; SET=open another)
# make browser install Chromium (as root, with apt) and fetch axe-core, with which `make test` tests the page; without them it says so
# make clean   remove what is soon made again: the environment, the scratch copy of the study, the book, the caches of tools
# make distclean  remove also what takes long: every archive in data/raw and .cache (yours, too, if you put one there), vectors, kept games
# Each makes .venv by itself when it is missing or out of date.

PYTHON ?= python3
GAMES ?= 50
SEED ?= 0
SET ?= open
BIN := .venv/bin
SHELL := /bin/bash
export PATH := $(CURDIR)/$(BIN):$(PATH)
# one library of threads at a time: processes are the project's way to use the cores
export OMP_NUM_THREADS ?= 1
export OPENBLAS_NUM_THREADS ?= 1

# on all cores, the longest files first; a file's tests and a notebook's cells stay in one process
PYTEST := $(BIN)/python -m pytest -n logical --dist loadfile --no-loadscope-reorder

.PHONY: study tables people check test browser lint book bench lab play clean distclean lock
.DEFAULT_GOAL := study

study: .venv/installed
	@$(BIN)/python -m commonground.pipeline.scratch .scratch/study -S embeddings=$(SET) -S games=$(GAMES) -S seed=$(SEED)
	@echo
	@echo "Done: $(GAMES) games a pairing, in .scratch/study (the committed results are as they were)."
	@echo "  the README's table   .scratch/study/figures/$(SET)/table-guessers/headline.md"
	@echo "  tables and figures   .scratch/study/figures/$(SET)/"
	@echo "  executed notebooks   .scratch/study/runs/$(SET)/"
	@echo "The full scale, in this checkout:   source .venv/bin/activate && dvc repro"

tables: .venv/installed
	@$(BIN)/python -m commonground tables $(SET)
	@echo
	@echo "Done: figures/$(SET)/ as the notebooks from 90 on draw it; runs/ is as it was, and their copies are in .scratch/tables/$(SET)/."
	@echo "The other notebooks need vectors, which a clone has not: \`dvc repro\` fetches and builds them, and plays."

people: .venv/installed
	@$(BIN)/python -m commonground people
	@echo
	@echo "Done: figures/people/, data/results/people/ and runs/people/."

check: lint
	$(PYTEST) tests -m "not slow"
	@$(BIN)/python -m commonground status

test: lint
	@command -v chromium chromium-browser google-chrome >/dev/null \
	  || echo "There is no Chromium: the page is not tested in a browser (\`make browser\` installs it, as root and with apt)."
	$(PYTEST) tests notebooks --nbval-lax --nbval-current-env
	@$(BIN)/python -m commonground status

browser: .venv/installed
	@command -v chromium chromium-browser google-chrome >/dev/null \
	  || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
	       && echo "Installing Chromium from the system's packages" \
	       && { apt-get install -y -qq chromium || { apt-get update -qq && apt-get install -y -qq chromium; }; } >/dev/null 2>&1; } \
	  || { echo "There is no Chromium and it can't be installed here: that takes root and apt."; exit 1; }
	@$(BIN)/python tests/helpers/axe.py

lint: .venv/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

book: .venv/installed
	@$(BIN)/python -m sphinx -q -j auto -c docs -d build/doctrees . build/book
	@echo "Done: build/book/index.html."

bench: .venv/installed
	$(BIN)/python -m commonground vectors open
	$(BIN)/python benchmarks/bench.py

lab: .venv/installed
	$(BIN)/jupyter lab --notebook-dir=notebooks --KernelManager.transport_encryption=auto $(if $(filter 0,$(shell id -u)),--allow-root)

play: .venv/installed
	@$(BIN)/python -m commonground.people --bring $(if $(filter file,$(origin SET)),,--set $(SET))

.venv/installed: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "This needs Python 3.11 or later, and '$(PYTHON)' is $$($(PYTHON) --version 2>&1): name another with make PYTHON=…"; exit 1; }
	@echo "Installing into .venv (some minutes, about 2 GB)"
	@$(PYTHON) -m venv .venv
	@# the lock is complete, so there is nothing to resolve
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-compile -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

# Pin every version anew: asks for uv, which only this target needs.
lock:
	uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --no-header --no-annotate --upgrade -o requirements.lock

clean:
	rm -rf .venv .scratch build .pytest_cache .mypy_cache .ruff_cache .hypothesis

distclean: clean
	rm -rf .cache data/raw data/embeddings data/precomputed .dvc/cache .dvc/tmp
