//! Two strategies on two subjects with two seeds; one run failed.

use super::Axis;
use super::curve::run;
use super::summary::{Comparison, Marks, Target};
use assay_verdict::{ComparedRun, ComparedSubject, ComparisonSettings, RunOutcome};

pub(super) fn comparison() -> Comparison {
    let subject = |name: &str, objectives| ComparedSubject {
        name: name.into(),
        objectives,
        ..ComparedSubject::default()
    };
    let finished = |subject: &str, strategy: &str, seed, curve: &[(u64, f64, u64)]| ComparedRun {
        subject: subject.into(),
        strategy: strategy.into(),
        seed,
        outcome: RunOutcome::Finished(run(curve, 100)),
    };
    let failed = ComparedRun {
        subject: "large".into(),
        strategy: "interleave(a,b)".into(),
        seed: 1,
        outcome: RunOutcome::Failed { failed: "signal 11".into() },
    };
    Comparison {
        settings: ComparisonSettings {
            assay: "0.1.0".into(),
            criteria: vec!["branch".into()],
            iterations: Some(100),
            subjects: vec![subject("small", 10), subject("large", 20)],
            ..ComparisonSettings::default()
        },
        strategies: vec!["dfs".into(), "interleave(a,b)".into()],
        runs: vec![
            finished("small", "dfs", 0, &[(1, 0.1, 2), (60, 1.0, 4)]),
            finished("small", "dfs", 1, &[(1, 0.1, 2), (80, 1.5, 6)]),
            finished("small", "interleave(a,b)", 0, &[(2, 0.2, 3), (70, 1.0, 4)]),
            finished("small", "interleave(a,b)", 1, &[(2, 0.2, 3), (70, 1.1, 4)]),
            finished("large", "dfs", 0, &[(1, 0.3, 7)]),
            finished("large", "dfs", 1, &[(1, 0.4, 7)]),
            finished("large", "interleave(a,b)", 0, &[(1, 0.3, 6)]),
            failed,
        ],
        marks: Marks { axis: Axis::Iterations, at: vec![50.0, 100.0] },
        target: Target::Weakest,
        asked: 9,
    }
}
