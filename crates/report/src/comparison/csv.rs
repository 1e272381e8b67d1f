//! The figures for other programs: comma-separated values with a line of names first.

use super::curve::deviation;
use super::summary::{Comparison, SubjectSummary};
use assay_verdict::{CurvePoint, RunOutcome};
use std::fmt::Write;

/// A field; quoted where it has to be.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_string()
    }
}

fn optional(number: Option<f64>) -> String {
    number.map_or(String::new(), |number| number.to_string())
}

/// Every point of every run, and its end.
pub fn curves(comparison: &Comparison) -> String {
    let mut text = "subject,strategy,seed,iteration,seconds,covered\n".to_string();
    for run in &comparison.runs {
        let RunOutcome::Finished(measured) = &run.outcome else { continue };
        let (subject, strategy) = (field(&run.subject), field(&run.strategy));
        let end = CurvePoint {
            iteration: measured.iterations,
            seconds: measured.seconds,
            covered: measured.covered(),
        };
        for point in measured.curve.iter().chain([&end]) {
            let CurvePoint { iteration, seconds, covered } = point;
            let seed = run.seed;
            let _ =
                writeln!(text, "{subject},{strategy},{seed},{iteration},{seconds:.6},{covered}");
        }
    }
    text
}

/// Coverage at each mark, and the best strategy there against this one.
pub fn marks(comparison: &Comparison) -> String {
    let axis = comparison.marks.axis.name();
    let mut text =
        format!("subject,strategy,{axis},runs,mean,deviation,least,most,is_best,p,superiority\n");
    for_each_subject(comparison, |subject| {
        for row in &subject.rows {
            for (at, cell) in comparison.marks.at.iter().zip(&row.marks) {
                if cell.values.is_empty() {
                    continue;
                }
                let least = cell.values.iter().copied().fold(f64::INFINITY, f64::min);
                let most = cell.values.iter().copied().fold(0.0, f64::max);
                let _ = writeln!(
                    text,
                    "{},{},{at},{},{},{},{least},{most},{},{},{}",
                    field(subject.name),
                    field(row.strategy),
                    cell.values.len(),
                    cell.mean(),
                    deviation(&cell.values),
                    cell.is_best,
                    optional(cell.difference.map(|found| found.p)),
                    optional(cell.difference.map(|found| found.superiority)),
                );
            }
        }
    });
    text
}

/// What it takes to reach the target, and the effort of the whole runs, on average.
pub fn strategies(comparison: &Comparison) -> String {
    let axis = comparison.marks.axis.name();
    let mut text = format!(
        "subject,strategy,runs,failed,target,reached,{axis}_to_target,iterations,seconds,\
         solver_queries,solver_seconds,instructions\n"
    );
    for subject in &comparison.summary().subjects {
        for row in &subject.rows {
            let to_target = (!row.reached.is_empty()).then(|| super::curve::mean(&row.reached));
            let _ = writeln!(
                text,
                "{},{},{},{},{},{},{},{},{},{},{},{}",
                field(subject.name),
                field(row.strategy),
                row.runs.len(),
                row.failed.len(),
                subject.target.unwrap_or(0),
                row.reached.len(),
                optional(to_target),
                row.mean(|run| run.iterations as f64),
                row.mean(|run| run.seconds),
                row.mean(|run| run.solver_queries as f64),
                row.mean(|run| run.solver_seconds),
                row.mean(|run| run.instructions as f64),
            );
        }
    }
    text
}

fn for_each_subject(comparison: &Comparison, mut write: impl FnMut(&SubjectSummary<'_>)) {
    let summary = comparison.summary();
    summary.subjects.iter().chain(&summary.together).for_each(&mut write);
}

#[cfg(test)]
mod tests {
    use super::super::example::comparison;
    use super::*;

    #[test]
    fn every_point_is_a_line_and_names_with_commas_are_quoted() {
        let text = curves(&comparison());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], "small,dfs,0,1,0.100000,2");
        assert_eq!(lines[3], "small,dfs,0,100,1.000000,4", "the end of the run");
        assert!(lines.contains(&"small,\"interleave(a,b)\",0,2,0.200000,3"), "{text}");
        assert_eq!(lines.len(), 1 + 4 * 3 + 3 * 2);
    }

    #[test]
    fn figures_are_those_of_the_tables() {
        let text = marks(&comparison());
        assert!(text.contains("\nsmall,dfs,100,2,5,1.4142135623730951,4,6,true,,\n"), "{text}");
        assert!(text.contains("\nall subjects together,dfs,50,2,9,0,9,9,true,,\n"), "{text}");
        let text = strategies(&comparison());
        assert!(text.contains("\nsmall,dfs,2,0,4,2,70,100,1.25,0,0,0\n"), "{text}");
        assert!(text.contains("\nlarge,\"interleave(a,b)\",1,1,6,1,1,100,0.3,0,0,0\n"), "{text}");
    }
}
