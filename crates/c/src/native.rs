//! A unit in C as a process.

use crate::host::{Host, libraries};
use crate::stoppable::unless_stopped;
use assay_c_frontend::{ReplayModule, SanitizableUnit};
use assay_c_testing::Subject;
use assay_c_testing::measure::Measured;
use assay_c_testing::replay::{Limits, ReplayError, ReplayFacts, Replayer, SanitizedReplayer};
use assay_language::{Measurement, Native, NativeEnd, Rejected, Runner, Shown};
use assay_program::{NativeFunctions, Program};
use assay_verdict::FindingKind;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Numbers of signals, the same on all systems that we run on.
const ILLEGAL: i32 = 4;
const ABORT: i32 = 6;
const ARITHMETIC: i32 = 8;
const ACCESS: i32 = 11;

pub struct Unit {
    pub module: ReplayModule,
    pub subject: Arc<Subject>,
    /// Of a function under test.
    pub sanitizable: Option<SanitizableUnit>,
    pub host: Host,
    /// For clang.
    pub flags: Vec<String>,
}

impl Native for Unit {
    fn runner(&self, scratch: &Path, stop: &AtomicBool) -> Result<Box<dyn Runner>, String> {
        let facts = ReplayFacts {
            bitcode: &self.module.bitcode,
            edge_count: self.module.edge_count,
            is_32_bit: self.module.is_32_bit,
            externals: &self.subject.externals,
            is_unit: self.subject.interface.is_some(),
        };
        let replayer = Replayer::build(&facts, scratch, Limits::default(), stop);
        Ok(Box::new(replayer.map_err(message)?))
    }

    fn detector(&self, scratch: &Path, stop: &AtomicBool) -> Result<Box<dyn Runner>, String> {
        let (subject, limits) = (&self.subject, Limits::default());
        let replayer = match self.sanitizable.clone() {
            Some(unit) => {
                let bitcode = unless_stopped(stop, move || unit.bitcode());
                let bitcode = bitcode.ok_or("not wanted any more")?;
                let bitcode = bitcode.map_err(|error| error.to_string())?;
                SanitizedReplayer::build_unit(&bitcode, subject, scratch, limits, stop)
            }
            None => SanitizedReplayer::build(subject, scratch, limits, stop),
        };
        Ok(Box::new(replayer.map_err(message)?))
    }

    fn shows(&self, finding: FindingKind, ended: Option<&NativeEnd>) -> Shown {
        let is_signal = |numbers: &[i32]| {
            let is_one = matches!(ended, Some(NativeEnd::Signal(n)) if numbers.contains(n));
            if is_one { Shown::Yes } else { Shown::No }
        };
        match finding {
            FindingKind::Assertion
            | FindingKind::Abort
            | FindingKind::ReachError
            | FindingKind::UncaughtException => is_signal(&[ABORT, ILLEGAL]),
            FindingKind::Timeout if ended == Some(&NativeEnd::Timeout) => Shown::Yes,
            FindingKind::Timeout => Shown::No,
            FindingKind::StackOverflow => is_signal(&[ACCESS]),
            // What a handler of the program catches, a sanitizer sees nevertheless.
            FindingKind::DivisionByZero if is_signal(&[ARITHMETIC]) == Shown::Yes => Shown::Yes,
            FindingKind::NullDereference if is_signal(&[ACCESS]) == Shown::Yes => Shown::Yes,
            // A trap of the processor confirms the division of the lowest number by -1.
            FindingKind::SignedOverflow if is_signal(&[ARITHMETIC]) == Shown::Yes => Shown::Yes,
            // No sanitizer that works without an instrumented C library sees these.
            FindingKind::UninitialisedRead => Shown::No,
            _ => Shown::AskDetector,
        }
    }

    fn functions(
        &self,
        program: &Program,
        scratch: &Path,
    ) -> Result<Option<Arc<dyn NativeFunctions>>, Rejected> {
        self.host.start(program, self.module.is_32_bit, scratch)
    }

    fn measure(&self, command: &[String], scratch: &Path) -> Result<Measurement, Rejected> {
        let ReplayModule { bitcode, edge_count, is_32_bit, .. } = &self.module;
        let libraries = libraries(&self.flags);
        let problem = |error: ReplayError| Rejected(error.to_string());
        let measured = Measured::build(bitcode, *edge_count, *is_32_bit, &libraries, scratch);
        let measured = measured.map_err(problem)?;
        let status = measured.run(command).map_err(problem)?;
        Ok(Measurement { status, edges: measured.edges().map_err(problem)? })
    }
}

fn message(error: ReplayError) -> String {
    error.to_string()
}
