# make install   a virtual environment with everything pinned, and the programs around it
# make play      a game in the browser; installs only what playing needs (PORT=8080: at another port)
# make test      every test         make lint   style and types
# make bench     speed and memory   make fuzz   thousands of random games, all scenarios and options; 100,000 requests and
#                                            1,000 kills of a server (GAMES, BATTLES, REQUESTS, KILLS for fewer;
#                                            SEED=... repeats a run, whose seed is its first line)
# make docs      the documentation as a website in build/docs; stops at a broken link
# make checkpoints   positions from which tests of long games begin (MOMENTS="wwi gwb": of these only), when a state has changed
# make records   the archive of finished games anew (RECORDS="wwi gwb": of these only), after a rule was changed

PYTHON ?= python3
VENV   ?= .venv
BIN     = $(VENV)/bin
PLAY   ?= .play
GAMES  ?= 2000
BATTLES ?= 3000
REQUESTS ?= 100000
KILLS  ?= 910
# another one for each run of fuzz; SEED=… repeats a run
ifndef SEED
SEED := $(shell date +%s%N)
endif
JOBS   ?= 2
PORT   ?= 8765

# Compiled modules are kept, whatever the environment says: dozens of processes begin in a run of the tests.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: install system play test bench fuzz records checkpoints moments lint docs clean

install: $(VENV)/.installed system

$(VENV)/.installed: requirements.lock pyproject.toml package-lock.json
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --requirement requirements.lock
	$(BIN)/pip install --quiet --no-deps --editable .
	PATH="$(CURDIR)/$(BIN):$$PATH" npm ci --silent --no-audit --no-fund  # the type checker of the page's modules
	touch $@

# Chromium draws maps as PNG and runs the tests of the browser client; PostgreSQL is tested as a store of tables.
system:
	@sh tools/system.sh

# Playing needs the server and nothing of the workshop: an environment of its own, unless the whole one is there already.
play:
	@if [ -e $(VENV)/.installed ]; then exec $(BIN)/firestep serve --port $(PORT); fi; $(MAKE) --no-print-directory $(PLAY)/.installed && exec $(PLAY)/bin/firestep serve --port $(PORT)

$(PLAY)/.installed: requirements.lock pyproject.toml
	$(PYTHON) -m venv $(PLAY)
	sed -nE 's/^([A-Za-z0-9._-]+)(\[[^]]*\])?(==[^ ;]+).*/\1\3/p' requirements.lock > $(PLAY)/pins.txt  # a folder has no hash
	$(PLAY)/bin/pip install --quiet --disable-pip-version-check --constraint $(PLAY)/pins.txt --editable '.[web]'
	touch $@

test: install
	$(BIN)/pytest -n $(JOBS) --dist loadgroup

bench: $(VENV)/.installed
	$(BIN)/firestep bench
	$(BIN)/python bench/history.py
	$(BIN)/python bench/browser.py --tables 50
	$(BIN)/python bench/load.py
	$(BIN)/python bench/attack.py
	$(BIN)/python bench/long.py
	$(BIN)/python bench/two.py

fuzz: $(VENV)/.installed
	@echo "seed $(SEED): make fuzz SEED=$(SEED) repeats this run"
	$(BIN)/python tools/fuzz.py --games $(GAMES) --jobs $(JOBS) --seed $(SEED)
	$(BIN)/python tools/fuzz.py --only dgk --games $(BATTLES) --jobs $(JOBS) --seed $(SEED)
	$(BIN)/python tools/fuzz_http.py --requests $(REQUESTS) --seed $(SEED)
	FIRESTEP_WHOLE=1 $(BIN)/pytest -q tests/browser/test_clicks.py tests/browser/test_whole_game.py
	FIRESTEP_WHOLE=1 $(BIN)/pytest -q -n $(JOBS) --dist loadgroup tests/contract tests/games tests/bots tests/server/test_secrets.py
	FIRESTEP_FUZZ=40 $(BIN)/pytest -q -n $(JOBS) tests/server/test_fuzz.py
	FIRESTEP_KILLS=$(KILLS) $(BIN)/pytest -q tests/server/test_storage.py -k kill

checkpoints: $(VENV)/.installed
	$(BIN)/python tools/make_checkpoints.py $(MOMENTS)

moments: checkpoints

records: $(VENV)/.installed
	$(BIN)/python tools/records.py $(RECORDS)

lint: $(VENV)/.installed
	$(BIN)/ruff check
	$(BIN)/ruff format --check -q
	$(BIN)/mypy
	node_modules/.bin/tsc

docs: $(VENV)/.installed
	$(BIN)/mkdocs build

clean:
	rm -rf $(VENV) $(PLAY) .pytest_cache .mypy_cache .ruff_cache build src/*.egg-info
