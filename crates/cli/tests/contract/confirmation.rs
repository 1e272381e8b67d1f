//! What the machine reaches and the native run does not is looked for again, and not for ever.

use crate::programs::SMALL;
use crate::workplace::Workplace;
use crate::{LIMIT, assay, report, write};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Reads a union as a number in which the first path has an address.
fn union_of_pointer_and_number() -> String {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    fs::read_to_string(programs.join("unit_union_address.c")).expect("a program of the corpus")
}

const ADDRESS_ONLY: &str = "
int is_at(const char *text, unsigned place) {
    if (!text)
        return 0;
    return (unsigned)(unsigned long)text == place ? 1 : 2;
}
";

fn tests(place: &Workplace) -> Vec<String> {
    let unit = report(place).units.remove(0);
    let read = |name: &String| fs::read_to_string(place.path("out").join(name)).expect("a test");
    unit.tests.iter().flat_map(|test| &test.files).map(read).collect()
}

#[test]
fn another_path_is_found_by_every_strategy_and_the_same_one_each_time() {
    let place = Workplace::new();
    write(&place, "union.c", union_of_pointer_and_number());
    let fixed = ["cover", "union.c", "--out", "out", "--jobs", "1", "--iterations", "500"];
    for search in ["auto", "dfs", "bfs", "random-path", "cgs", "fitness"] {
        let suites = [(); 2].map(|()| {
            let finished = assay(&place, &[&fixed[..], &["--search", search]].concat());
            assert_eq!(finished.code(), 0, "{search}: {}", finished.stderr);
            let branch = report(&place).units[0].criteria["branch"].clone();
            assert_eq!((branch.covered, branch.total), (10, 10), "{search}");
            tests(&place)
        });
        assert_eq!(suites[0], suites[1], "{search}");
    }
}

#[test]
fn what_depends_on_addresses_alone_is_given_up() {
    let place = Workplace::new();
    write(&place, "address.c", ADDRESS_ONLY);
    let finished = assay(&place, &["cover", "address.c", "--out", "out", "--time", "1h"]);
    assert_eq!(finished.code(), 0, "{}", finished.stderr);
    let report = report(&place);
    let branch = &report.units[0].criteria["branch"];
    assert_eq!((branch.covered, branch.total), (3, 4));
    assert!(report.notes.iter().any(|note| note.contains("NOT CONFIRMED")), "{:?}", report.notes);
}

/// A compiler that takes longer for the program of native runs than Assay has time.
const SLOW_COMPILER: &str = "#!/bin/sh
case \"$*\" in
*program.bc*) sleep 12 ;;
esac
PATH=${PATH#*:}
exec clang-19 \"$@\"
";

#[test]
fn what_was_found_is_run_natively_however_long_that_takes_to_build() {
    let place = Workplace::new();
    write(&place, "small.c", SMALL);
    fs::create_dir(place.path("slow")).expect("the folder can be written to");
    let compiler = write(&place, "slow/clang-19", SLOW_COMPILER);
    fs::set_permissions(compiler, fs::Permissions::from_mode(0o755)).expect("the file is ours");
    let mut command = place.assay(&["cover", "small.c", "--out", "out", "--time", "10s"]);
    let usual = std::env::var("PATH").expect("there is a path");
    command.env("PATH", format!("{}:{usual}", place.path("slow").display()));
    let finished = place.finish(command, LIMIT).expect("it ends");
    assert_eq!(finished.code(), 0, "{}", finished.stderr);
    let branch = &report(&place).units[0].criteria["branch"];
    assert_eq!((branch.covered, branch.confirmed), (6, 6), "{branch:?}");
}
