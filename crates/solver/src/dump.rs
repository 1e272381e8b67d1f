//! Queries written to files, for looking at them and for asking other solvers.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use assay_expr::smtlib;

use crate::query::{Query, Verdict};

/// Numbers are given once in the process, so that the solvers of all workers share a folder.
static WRITTEN: AtomicU64 = AtomicU64::new(0);

/// Writes `q000001.smt2`, `q000002.smt2`, … into a folder.
pub(crate) struct Dump {
    folder: PathBuf,
    failed: bool,
}

impl Dump {
    pub(crate) fn new(folder: PathBuf) -> Dump {
        Dump { folder, failed: false }
    }

    /// A folder that cannot be written is reported once; solving goes on.
    pub(crate) fn write(&mut self, query: &Query, verdict: &Verdict) {
        if self.failed {
            return;
        }
        let number = WRITTEN.fetch_add(1, Ordering::Relaxed) + 1;
        let path = self.folder.join(format!("q{number:06}.smt2"));
        let answer = match verdict {
            Verdict::Sat(_) => "sat".to_string(),
            Verdict::Unsat(_) => "unsat".to_string(),
            Verdict::Unknown(reason) => format!("unknown: {reason}"),
        };
        let text = format!("; answer: {answer}\n{}", smtlib(query.terms, query.conjuncts));
        let result =
            std::fs::create_dir_all(&self.folder).and_then(|()| std::fs::write(&path, text));
        if let Err(error) = result {
            self.failed = true;
            // Where nobody can be told, the run goes on all the same.
            let _ = writeln!(
                std::io::stderr(),
                "warning: cannot write {}: {error}; no more queries are dumped",
                path.display()
            );
        }
    }
}
