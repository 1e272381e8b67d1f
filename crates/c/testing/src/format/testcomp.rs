//! Test-Comp's exchange format for test suites: a folder `testcomp` with `metadata.xml` and one
//! file for each test, and all of them in `testcomp.zip`, which TestCov takes.
//!
//! A test lists the values of the `__VERIFIER_nondet` functions in the order of the calls, as
//! decimal numbers. Objects of bytes (KLEE's inputs) have no form of their own there and are listed
//! byte by byte.

mod metadata;
mod value;
mod zip;

use super::{Format, UnitTests};
use crate::subject::taken;
use crate::{Subject, TestCase};
use assay_output::Folder;
use assay_verdict::{InputSource, InputValue};
use std::fs;
use std::io;

pub(super) const FORMAT: Format =
    Format { name: "testcomp", prepare, write, finish, is_for_functions: false };

/// Below the folder of tests.
const PLACE: &str = "testcomp";
const ARCHIVE: &str = "testcomp.zip";
const METADATA: &str = "metadata.xml";

const DOCTYPE: &str = "<!DOCTYPE testcase PUBLIC \"+//IDN sosy-lab.org//DTD test-format testcase \
                       1.1//EN\" \"https://sosy-lab.org/test-format/testcase-1.1.dtd\">";

fn prepare(folder: &Folder, subject: &Subject) -> io::Result<()> {
    folder.write(&format!("{PLACE}/{METADATA}"), metadata::text(subject))
}

fn write(folder: &Folder, _: &Subject, test: &TestCase) -> io::Result<Vec<String>> {
    let name = format!("{PLACE}/{}", file_name(test));
    folder.write(&name, text(test))?;
    Ok(vec![name])
}

fn file_name(test: &TestCase) -> String {
    format!("{}.xml", test.id)
}

fn finish(folder: &Folder, units: &[UnitTests<'_>]) -> io::Result<()> {
    let tests = units.iter().flat_map(|unit| &unit.tests).map(|test| file_name(test));
    let mut files = Vec::new();
    for name in [METADATA.to_string()].into_iter().chain(tests) {
        let content = fs::read(folder.path().join(PLACE).join(&name))?;
        files.push((name, content));
    }
    files.sort();
    folder.write(ARCHIVE, zip::archive(&files))
}

fn text(test: &TestCase) -> String {
    let lines: String = taken(test).map(input_lines).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{DOCTYPE}\n<testcase>\n{lines}</testcase>\n"
    )
}

/// `  <input type="int">5</input>`
fn input_lines(input: &InputValue) -> String {
    let line = |c_type: Option<&str>, value: &str| match c_type {
        Some(c_type) => format!("  <input type=\"{}\">{value}</input>\n", escaped(c_type)),
        None => format!("  <input>{value}</input>\n"),
    };
    match value::of(input) {
        Some(value) => line(c_type(&input.source), &value),
        None => {
            let bytes = input.bytes.iter();
            bytes.map(|byte| line(Some("unsigned char"), &byte.to_string())).collect()
        }
    }
}

/// The result's type of an input function, as a C program writes it.
fn c_type(source: &InputSource) -> Option<&str> {
    let InputSource::Nondet { function } = source else { return None };
    Some(match function.strip_prefix("__VERIFIER_nondet_")? {
        "bool" => "_Bool",
        "schar" => "signed char",
        "uchar" | "unsigned_char" => "unsigned char",
        "ushort" | "unsigned_short" => "unsigned short",
        "uint" | "unsigned" | "unsigned_int" => "unsigned int",
        "ulong" | "unsigned_long" => "unsigned long",
        "longlong" => "long long",
        "ulonglong" => "unsigned long long",
        "pointer" => "void *",
        "long_double" => "long double",
        name @ ("char" | "short" | "int" | "long" | "float" | "double" | "size_t") => name,
        _ => return None,
    })
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_verdict::{Ending, Shown};

    fn input(function: &str, shown: Shown, bytes: &[u8]) -> InputValue {
        InputValue {
            name: function.into(),
            source: InputSource::Nondet { function: format!("__VERIFIER_nondet_{function}") },
            bytes: bytes.into(),
            shown,
        }
    }

    #[test]
    fn a_test_lists_its_values_in_order() {
        let mut object = input("x", Shown::Bytes, &[7, 255]);
        object.source = InputSource::Object { name: "x".into() };
        let test = TestCase {
            id: "t0001".into(),
            inputs: vec![
                input("int", Shown::Signed, &[0xfb, 0xff, 0xff, 0xff]),
                input("my_type", Shown::Unsigned, &[3]),
                object,
            ],
            ends: Ending::Return { exit_code: 0 },
            surroundings: Default::default(),
            reaches: Vec::new(),
            observed: vec![],
            depends_on_addresses: false,
            wording: Default::default(),
        };
        let expected = "<testcase>\n  <input type=\"int\">-5</input>\n  <input>3</input>\n  \
                        <input type=\"unsigned char\">7</input>\n  \
                        <input type=\"unsigned char\">255</input>\n</testcase>\n";
        assert!(text(&test).ends_with(expected), "{}", text(&test));
    }

    #[test]
    fn text_of_the_program_stays_text() {
        assert_eq!(escaped("a<\"b\">&c"), "a&lt;&quot;b&quot;&gt;&amp;c");
    }
}
