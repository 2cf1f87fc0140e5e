# octools: one command sets up and generates, one tests. `make help` lists the targets.
SHELL := /bin/sh
MAKEFLAGS += --no-print-directory
BIN := .venv/bin

.PHONY: help setup generate test lint format bench test-matrix coverage mutants clean
.DEFAULT_GOAL := help

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' Makefile | awk -F'|' '{ printf "make %-12s %s\n", $$1, $$2 }'

setup: ## make .venv with the locked development packages (PYTHON=... chooses the interpreter)
	@python=$$(scripts/find_python.sh) && exec "$$python" scripts/setup.py

generate: setup ## write generated/ from schemas/ and templates/
	@$(BIN)/octools-codegen generate

test: setup ## lint, check for drift, test Python, test TypeScript
	@$(BIN)/python scripts/test.py

lint: setup ## ruff and mypy only
	@$(BIN)/python scripts/test.py lint

format: setup ## let ruff format and mend what it can
	@$(BIN)/ruff check --quiet --fix . ; $(BIN)/ruff format --quiet .

bench: setup ## measure every goal (ONLY=name for one topic, JSON=file to keep the figures)
	@$(BIN)/python -m benchmarks $(if $(ONLY),--only $(ONLY)) $(if $(JSON),--json $(JSON))

test-matrix: setup ## the tests on every Python found, lowest and newest dependencies (PYTEST=... for pytest)
	@$(BIN)/python scripts/matrix.py $(PYTEST)

coverage: setup ## lines and branches of src/octools that the Python tests reach
	@$(BIN)/coverage erase
	@$(BIN)/coverage run -m pytest -q -n auto --dist worksteal $(PYTEST); code=$$?; \
	  $(BIN)/coverage combine -q && $(BIN)/coverage report --skip-empty || code=1; exit $$code

mutants: setup ## mutation testing of validators, envelopes and strict_clean (about an hour)
	@$(BIN)/python scripts/mutants.py

clean: ## remove everything that make has made
	@rm -rf .venv .venv.lock .matrix mutants dist build htmlcov .mypy_cache .ruff_cache .pytest_cache .hypothesis \
	  .coverage .coverage.* typescript/node_modules typescript/dist
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
