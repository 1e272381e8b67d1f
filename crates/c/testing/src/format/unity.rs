//! Tests for Unity by ThrowTheSwitch: `unity_tests.c`.

use super::Format;
use super::framework::{self, Check, Framework, Program, Suite};
use crate::harness;
use assay_language::Observation;

pub(super) const FORMAT: Format = Format {
    name: UNITY.name,
    prepare: |folder, subject| framework::prepare(&UNITY, folder, subject),
    write: |_, _, _| Ok(Vec::new()),
    finish: |folder, units| framework::finish(&UNITY, folder, units),
    is_for_functions: true,
};

const UNITY: Framework = Framework {
    name: "unity",
    title: "Unity",
    header: harness::UNITY_HEADER,
    stem: "unity_tests",
    flags: "-w $(UNITY_FLAGS) ",
    settings: "\
# Where unity.c and unity.h are.
UNITY_DIR ?= unity
UNITY_FLAGS := -DUNITY_SUPPORT_64 -I'$(abspath $(UNITY_DIR))'

build/check/unity.o: $(UNITY_DIR)/unity.c
\t@mkdir -p $(@D)
\t@$(CC) $(MACHINE) $(UNITY_FLAGS) -c $< -o $@

$(UNITY_DIR)/unity.c:
\t@echo 'UNITY_DIR=FOLDER must say where unity.c and unity.h are' >&2; exit 1
",
    files,
    program: |suite| Program {
        name: format!("unity_tests{}", suite.suffix),
        linker: "CC",
        with: "build/check/unity.o".into(),
        libraries: "",
    },
};

fn files(suite: &Suite<'_>) -> Vec<(String, String)> {
    let name = format!("unity_tests{}.c", suite.suffix);
    let by_hand = format!(
        "clang-19 -w -D_GNU_SOURCE -Iunity {name} assay_child.c assay_harness.c assay_inputs.c \\\n \
         *         assay_externals.c unity/unity.c -Wl,--wrap=_exit"
    );
    let mut text = suite.head(&UNITY, "unity UNITY_DIR=unity", &by_hand);
    text += &suite.includes(&[UNITY.header.name]);
    text += &suite.functions("static ", assertion);
    text += "int main(void) {\n    UNITY_BEGIN();\n";
    text += &suite.runs("ASSAY_RUN_ALONE", ";");
    text += "    return UNITY_END();\n}\n";
    vec![(name, text)]
}

fn assertion(observation: &Observation) -> String {
    let actual = &observation.lvalue;
    match Check::of(observation) {
        Check::Signed { bytes: 8, expected } => {
            format!("TEST_ASSERT_EQUAL_INT64({expected}, {actual})")
        }
        Check::Signed { expected, .. } => format!("TEST_ASSERT_EQUAL_INT({expected}, {actual})"),
        Check::Unsigned { bytes: 8, expected } => {
            format!("TEST_ASSERT_EQUAL_UINT64({expected}, {actual})")
        }
        Check::Unsigned { expected, .. } => format!("TEST_ASSERT_EQUAL_UINT({expected}, {actual})"),
        Check::IsTrue => format!("TEST_ASSERT_TRUE({actual})"),
        Check::IsFalse => format!("TEST_ASSERT_FALSE({actual})"),
        Check::Memory { expected, size } => {
            format!("TEST_ASSERT_EQUAL_MEMORY({expected}, {actual}, {size})")
        }
        Check::IsNull => format!("TEST_ASSERT_NULL({actual})"),
        Check::IsNotNull => format!("TEST_ASSERT_NOT_NULL({actual})"),
        Check::Pointer { expected } => format!("TEST_ASSERT_EQUAL_PTR({expected}, {actual})"),
        Check::Holds(condition) => format!("TEST_ASSERT_TRUE({condition})"),
    }
}
