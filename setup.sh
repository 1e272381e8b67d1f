#!/bin/sh
# Installs the Debian packages that Assay needs and that are not there yet: those for building and
# running it, with `test` also those for its tests. Where all are there it only looks, and says nothing.
# Asks for nothing but, where needed, the password of sudo.
set -eu

# To build:
#   g++ make pkg-config              a C++ compiler and linker, for the crates that hold C++ code
#   llvm-19-dev                      reads bitcode
#   clang-19                         compiles the subjects; its libclang reads the headers of CaDiCaL
#   libz3-dev                        one of the two solvers
# To run:
#   llvm-19 libclang-rt-19-dev       llvm-cov, llvm-profdata and the profile's runtime
#   gcc-multilib                     32-bit subjects
PACKAGES="g++ make pkg-config llvm-19-dev clang-19 libz3-dev llvm-19 libclang-rt-19-dev gcc-multilib"
# To test:
#   z3                               the second opinion on certificates
#   csmith libcsmith-dev             random programs, and the headers they include
#   libcmocka-dev libgtest-dev       the frameworks that tests of functions can be written for
#   default-jdk-headless             compiles and runs the Java programs that the machine is compared with
FOR_TESTS="z3 csmith libcsmith-dev libcmocka-dev libgtest-dev default-jdk-headless"

case "${1-}" in
"") ;;
test) PACKAGES="$PACKAGES $FOR_TESTS" ;;
*)
    echo "setup: '$1' is nothing to set up for; 'test' is" >&2
    exit 2
    ;;
esac

is_installed() {
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

if ! command -v apt-get >/dev/null; then
    echo "setup: this script knows Debian's apt-get only; install the like of: $PACKAGES" >&2
    exit 1
fi

missing=
for package in $PACKAGES; do
    is_installed "$package" || missing="$missing $package"
done

if [ -n "$missing" ]; then
    echo "setup: installing$missing"
    as_root apt-get update
    # shellcheck disable=SC2086  # one word per package
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing
fi

PATH=$PATH:$HOME/.cargo/bin
if ! command -v cargo >/dev/null; then
    echo "setup: Rust is missing: install it with rustup (https://rustup.rs), then: make run" >&2
    exit 1
fi
# A minimal installation of Rust lacks what `make lint` needs.
if command -v rustup >/dev/null; then
    for component in rustfmt clippy; do
        if ! rustup component list --installed | grep -q "^$component"; then
            echo "setup: adding $component to Rust"
            rustup component add "$component"
        fi
    done
fi
