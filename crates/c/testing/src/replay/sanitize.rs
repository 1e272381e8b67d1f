//! Confirms findings that leave no trace on a bare processor.
//!
//! A read one byte behind an array rarely crashes. So the subject is also built from its sources
//! with clang's address and undefined-behaviour sanitizers, and what they report is compared
//! with what the machine claims. Uninitialised reads are not among them: they need a C library
//! that is instrumented too.

use super::{Layout, Limits, ReplayError, Replayer, build, make_scratch};
use crate::Subject;
use assay_language::{NativeRun, RunError, Runner, TestCase};
use assay_sandbox::Sandbox;
use assay_verdict::FindingKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The subject, built with sanitizers.
pub struct SanitizedReplayer(Replayer);

impl SanitizedReplayer {
    pub fn build(
        subject: &Subject,
        scratch: &Path,
        limits: Limits,
        stop: &AtomicBool,
    ) -> Result<SanitizedReplayer, ReplayError> {
        let scratch = make_scratch(scratch)?;
        let executable = build::sanitized(subject, &scratch.join("build"), stop)?;
        Ok(SanitizedReplayer::new(executable, subject, limits))
    }

    /// A function under test, from bitcode with the sanitizers' front-end part and its driver.
    pub fn build_unit(
        bitcode: &[u8],
        subject: &Subject,
        scratch: &Path,
        limits: Limits,
        stop: &AtomicBool,
    ) -> Result<SanitizedReplayer, ReplayError> {
        let scratch = make_scratch(scratch)?;
        let executable = build::sanitized_unit(bitcode, subject, &scratch.join("build"), stop)?;
        Ok(SanitizedReplayer::new(executable, subject, limits))
    }

    fn new(executable: PathBuf, subject: &Subject, limits: Limits) -> SanitizedReplayer {
        // The address sanitizer reserves terabytes that it never uses; it has a limit of its own.
        let limits = Limits { memory: u64::MAX, ..limits };
        let sandbox = Sandbox::new(subject.externals.library_folders());
        SanitizedReplayer(Replayer { executable, edge_count: 0, is_unit: false, limits, sandbox })
    }

    /// What the sanitizers say is what the run [reports](NativeRun::reported).
    pub fn run_within(&self, test: &TestCase, time: Duration) -> Result<NativeRun, ReplayError> {
        let run = self.0.run_once(test, time, Layout::Heap)?;
        let reported = reported_kinds(&String::from_utf8_lossy(&run.output));
        Ok(NativeRun { reported, ..run })
    }
}

impl Runner for SanitizedReplayer {
    fn run(&mut self, test: &TestCase, time: Duration) -> Result<NativeRun, RunError> {
        Ok(self.run_within(test, time)?)
    }
}

/// Marks in the sanitizers' messages and what they mean.
const MARKS: &[(&str, FindingKind)] = &[
    ("buffer-overflow", FindingKind::OutOfBounds),
    ("buffer-underflow", FindingKind::OutOfBounds),
    ("container-overflow", FindingKind::OutOfBounds),
    // The harness has poisoned what lies behind arguments and variables of the environment.
    ("use-after-poison", FindingKind::OutOfBounds),
    ("AddressSanitizer: negative-size-param", FindingKind::OutOfBounds),
    ("AddressSanitizer: SEGV on unknown address", FindingKind::OutOfBounds),
    ("out of bounds for type", FindingKind::OutOfBounds),
    ("with insufficient space for an object", FindingKind::OutOfBounds),
    ("heap-use-after-free", FindingKind::UseAfterFree),
    ("stack-use-after", FindingKind::UseAfterFree),
    ("attempting double-free", FindingKind::DoubleFree),
    ("attempting free on address which was not malloc", FindingKind::InvalidFree),
    ("null pointer", FindingKind::NullDereference),
    ("address points to the zero page", FindingKind::NullDereference),
    ("division by zero", FindingKind::DivisionByZero),
    ("signed integer overflow", FindingKind::SignedOverflow),
    ("cannot be represented in type", FindingKind::SignedOverflow),
    ("shift exponent", FindingKind::BadShift),
    ("left shift of", FindingKind::BadShift),
    ("unreachable program point", FindingKind::Unreachable),
    ("AddressSanitizer: stack-overflow", FindingKind::StackOverflow),
];

/// Only lines that a sanitizer wrote count; the program's own output may say anything.
fn reported_kinds(output: &str) -> Vec<FindingKind> {
    let mut kinds = Vec::new();
    let is_report =
        |line: &str| line.contains("AddressSanitizer") || line.contains("runtime error:");
    for line in output.lines().filter(|line| is_report(line) || line.contains("Hint:")) {
        for (mark, kind) in MARKS {
            if line.contains(mark) && !kinds.contains(kind) {
                kinds.push(*kind);
            }
        }
    }
    kinds
}
