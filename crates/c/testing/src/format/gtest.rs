//! Tests for GoogleTest: `gtest_tests.cpp`, and `gtest_cases.c` with what they run.
//!
//! The subject is C and stays C: its tests are functions of a C file, compiled as the subject is.
//! The C++ file has a death test for each. That runs the function in a process of its own, and
//! tells how it ended together with what it printed: the assertion that failed, if one did.

use super::Format;
use super::c::unit;
use super::framework::{self, Case, Framework, Program, Suite};
use crate::{Expectation, harness};
use assay_language::signal_name;
use std::fmt::Write;

pub(super) const FORMAT: Format = Format {
    name: GTEST.name,
    prepare: |folder, subject| framework::prepare(&GTEST, folder, subject),
    write: |_, _, _| Ok(Vec::new()),
    finish: |folder, units| framework::finish(&GTEST, folder, units),
    is_for_functions: true,
};

const GTEST: Framework = Framework {
    name: "gtest",
    title: "GoogleTest",
    header: harness::GTEST_HEADER,
    stem: "gtest_cases",
    flags: "-w ",
    settings: "\
# Set GTEST_FLAGS and GTEST_LIBRARIES where GoogleTest is not installed system-wide.
GTEST_LIBRARIES ?= -lgtest_main -lgtest

build/check/gtest_%.o: gtest_%.cpp assay_gtest.h assay_child.h
\t@mkdir -p $(@D)
\t@$(CXX) $(MACHINE) -std=c++17 $(GTEST_FLAGS) -c $< -o $@
",
    files,
    program: |suite| Program {
        name: format!("gtest_tests{}", suite.suffix),
        linker: "CXX",
        with: format!("build/check/gtest_tests{}.o", suite.suffix),
        libraries: "$(GTEST_LIBRARIES)",
    },
};

fn files(suite: &Suite<'_>) -> Vec<(String, String)> {
    let cases = format!("gtest_cases{}.c", suite.suffix);
    let tests = format!("gtest_tests{}.cpp", suite.suffix);
    let by_hand = format!(
        "clang-19 -w -D_GNU_SOURCE -c {cases} assay_child.c assay_harness.c assay_inputs.c \\\n \
         *         assay_externals.c\n *     \
         g++ -std=c++17 {tests} *.o -Wl,--wrap=_exit -lgtest_main -lgtest"
    );
    let head = suite.head(&GTEST, "gtest", &by_hand);
    let functions = suite.functions("", unit::expect);
    vec![(cases, format!("{head}{}{functions}", suite.includes(&[]))), (tests, head + &cpp(suite))]
}

/// The C++ file behind its head.
fn cpp(suite: &Suite<'_>) -> String {
    let mut text = format!("#include \"{}\"\n\nextern \"C\" {{\n", GTEST.header.name);
    for case in &suite.cases {
        let _ = writeln!(text, "void {}(void);", case.name());
    }
    text += "}\n";
    text + &suite.cases.iter().map(death_test).collect::<String>()
}

fn death_test(case: &Case<'_>) -> String {
    format!(
        "\nTEST({}, {}) {{\n    Folder folder;\n    EXPECT_EXIT(assay_alone({}), {}, \"\");\n}}\n",
        case.interface.function,
        case.test.id,
        case.name(),
        predicate(Expectation::of_test(case.test)),
    )
}

/// On the status of the process.
fn predicate(expectation: Expectation) -> String {
    match expectation {
        Expectation::Exit(status) => format!("ExitedWithCode({status})"),
        Expectation::Signal(number) => format!("KilledBySignal({})", signal_name(number)),
        Expectation::Timeout => "KilledBySignal(SIGALRM)".to_string(),
        Expectation::AssumptionFailed => "AssumptionFailed".to_string(),
        Expectation::Any => "NotDiverged".to_string(),
        Expectation::Anything => "Anything".to_string(),
    }
}
