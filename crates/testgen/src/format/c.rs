//! Tests in C: one short file each, which lists the inputs as typed values. Linked with the
//! subject's sources and the harness beside it, by the `Makefile` in the same folder.

mod literal;
mod makefile;

use super::Format;
use crate::{Expectation, Subject, TestCase, harness};
use assay_verdict::{InputSource, InputValue, ShownInputs};
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::Path;

pub(super) const FORMAT: Format = Format { name: "c", prepare, write, finish: |_| Ok(()) };

fn prepare(folder: &Path, subject: &Subject) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let shared = [
        harness::INPUTS_HEADER,
        harness::INPUTS,
        harness::HEAP,
        harness::TEST_HARNESS,
        harness::RUNNER,
    ];
    for file in shared {
        file.write(folder)?;
    }
    fs::write(folder.join(harness::EXTERNALS_FILE), subject.externals.c_source())?;
    fs::write(folder.join("Makefile"), makefile::text(&folder.canonicalize()?, subject))
}

fn write(folder: &Path, test: &TestCase) -> io::Result<Vec<String>> {
    let name = format!("{}.c", test.id);
    fs::write(folder.join(&name), source(test))?;
    Ok(vec![name])
}

fn source(test: &TestCase) -> String {
    let mut text = head(test);
    text += "#include \"assay_inputs.h\"\n\nconst struct assay_input assay_inputs[] = {\n";
    let names = ShownInputs::of(&test.inputs).0;
    for (input, (name, _)) in test.inputs.iter().zip(&names) {
        text += &input_line(input, name);
    }
    text += if test.is_cut() { "    STOP,\n};\n" } else { "    END,\n};\n" };
    text
}

fn head(test: &TestCase) -> String {
    let mut text = format!("/* {}\n * Expect: {}\n", test.id, Expectation::of(&test.ends));
    let _ = writeln!(text, " *\n * Ends: {}", in_comment(&test.ends.to_string()));
    if !test.reaches.is_empty() {
        text += " * Reaches:\n";
    }
    for reached in &test.reaches {
        let place = format!("{}:{}:{}", reached.file, reached.line, reached.column);
        let _ = writeln!(text, " *   {} {}", in_comment(&place), in_comment(&reached.outcome));
    }
    text + " */\n"
}

/// `    NONDET("__VERIFIER_nondet_int", int32_t, 5), /* x */`
fn input_line(input: &InputValue, name: &str) -> String {
    let (form, source) = match &input.source {
        InputSource::Nondet { function } => ("NONDET", function),
        InputSource::Object { name } => ("OBJECT", name),
        InputSource::External { function } => ("EXTERNAL", function),
    };
    let literal = literal::of(input);
    let note = match literal.note {
        Some(note) => format!("{name}: {note}"),
        None => name.to_string(),
    };
    format!(
        "    {form}({}, {}, {}), /* {} */\n",
        literal::string(source.as_bytes()),
        literal.c_type,
        literal.value,
        in_comment(&note)
    )
}

/// Text of the program cannot end the comment or the line it stands in.
fn in_comment(text: &str) -> String {
    text.replace("*/", "* /").replace("/*", "/ *").replace(['\n', '\r'], " ")
}
