# make setup   install what is missing (Debian packages by name); the others do this first
# make run     build and cover the example
# make test    format, lints and all tests
# make lint    format and lints only

# A bare shell may not have rustup's cargo on its path.
CARGO := $(shell command -v cargo || echo "$$HOME/.cargo/bin/cargo")

.PHONY: run test lint setup ready

run: ready
	$(CARGO) run --release --quiet --bin assay -- cover examples/valves.c

test: lint
	$(CARGO) test --workspace

lint: ready
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings

setup:
	./setup.sh

ready:
	@./setup.sh
