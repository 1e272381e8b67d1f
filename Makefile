# make setup   install what is missing (Debian packages by name); the others look, and do this first
# make run     build and cover the examples, that in Java where a JDK is there
# make test    format, lints and all tests
# make lint    format and lints only
# make test-core   the tests of what knows no language, as on a machine without LLVM and clang

# A bare shell may not have rustup's cargo on its path.
CARGO := $(shell command -v cargo || echo "$$HOME/.cargo/bin/cargo")

# What works on the model of a program, whatever language that was written in.
CORE := base program c-library expr solver engine criteria search verdict explore prove report output language
# In their place stand tools that fail.
ABSENT := clang clang-19 llvm-config llvm-config-19

.PHONY: run test test-core lint setup ready ready-to-test

run: ready
	$(CARGO) run --release --quiet --bin assay -- cover examples/valves.c
	@if command -v javac >/dev/null; then \
		$(CARGO) run --release --quiet --bin assay -- cover examples/Parcel.java --time 20s --out assay-out-java; \
	fi

test: ready-to-test lint
	$(CARGO) test --workspace

test-core:
	@! $(CARGO) tree $(CORE:%=-p assay-%) --edges all | grep llvm-sys
	@absent=$$(mktemp -d) && trap 'rm -r "$$absent"' EXIT && \
	for tool in $(ABSENT); do \
		printf '#!/bin/sh\necho "test-core: no $$0 here" >&2\nexit 127\n' >"$$absent/$$tool"; \
		chmod +x "$$absent/$$tool"; \
	done && \
	PATH="$$absent:$$PATH" LLVM_SYS_191_PREFIX=/nowhere $(CARGO) test $(CORE:%=-p assay-%)

lint: ready
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings

setup:
	./setup.sh test
	@echo "all that is needed is there; next: make run"

ready:
	@./setup.sh

ready-to-test:
	@./setup.sh test
