//! Tests for CMocka: `cmocka_tests.c`.

use super::Format;
use super::framework::{self, Check, Framework, Program, Suite};
use crate::harness;
use assay_language::Observation;

pub(super) const FORMAT: Format = Format {
    name: CMOCKA.name,
    prepare: |folder, subject| framework::prepare(&CMOCKA, folder, subject),
    write: |_, _, _| Ok(Vec::new()),
    finish: |folder, units| framework::finish(&CMOCKA, folder, units),
    is_for_functions: true,
};

const CMOCKA: Framework = Framework {
    name: "cmocka",
    title: "CMocka",
    header: harness::CMOCKA_HEADER,
    stem: "cmocka_tests",
    flags: "-w $(CMOCKA_FLAGS) ",
    settings: "# Set CMOCKA_FLAGS and CMOCKA_LIBRARIES where CMocka is not installed system-wide.
CMOCKA_LIBRARIES ?= -lcmocka
",
    files,
    program: |suite| Program {
        name: format!("cmocka_tests{}", suite.suffix),
        linker: "CC",
        with: String::new(),
        libraries: "$(CMOCKA_LIBRARIES)",
    },
};

fn files(suite: &Suite<'_>) -> Vec<(String, String)> {
    let name = format!("cmocka_tests{}.c", suite.suffix);
    let by_hand = format!(
        "clang-19 -w -D_GNU_SOURCE {name} assay_child.c assay_harness.c assay_inputs.c \\\n \
         *         assay_externals.c -Wl,--wrap=_exit -lcmocka"
    );
    let mut text = suite.head(&CMOCKA, "cmocka", &by_hand);
    text += &suite.includes(&[CMOCKA.header.name]);
    text += &suite.functions("static ", assertion);
    text += "static const struct CMUnitTest assay_tests[] = {\n";
    text += &suite.runs("ASSAY_ALONE", ",");
    text += "};\n\nint main(void) { return cmocka_run_group_tests(assay_tests, 0, 0); }\n";
    vec![(name, text)]
}

fn assertion(observation: &Observation) -> String {
    let actual = &observation.lvalue;
    match Check::of(observation) {
        Check::Signed { expected, .. } | Check::Unsigned { expected, .. } => {
            format!("assert_int_equal({actual}, {expected})")
        }
        Check::IsTrue => format!("assert_true({actual})"),
        Check::IsFalse => format!("assert_false({actual})"),
        Check::Memory { expected, size } => {
            format!("assert_memory_equal({actual}, {expected}, {size})")
        }
        Check::IsNull => format!("assert_null({actual})"),
        Check::IsNotNull => format!("assert_non_null({actual})"),
        Check::Pointer { expected } => format!("assert_ptr_equal({actual}, {expected})"),
        Check::Holds(condition) => format!("assert_true({condition})"),
    }
}
