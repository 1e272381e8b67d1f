//! The figures of a comparison: for each subject and strategy the mean coverage at each mark, what
//! it takes to reach a target, the effort, and how sure the differences are.

use super::curve::{self, Axis};
use super::mann_whitney::{self, Comparison as Difference};
use assay_verdict::{ComparedRun, ComparedSubject, ComparisonSettings, Measured, RunOutcome};
use std::collections::BTreeMap;

/// Where the coverage is looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Marks {
    pub axis: Axis,
    pub at: Vec<f64>,
}

/// The coverage that every strategy should reach.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Target {
    /// What the weakest strategy has at its end, on average.
    Weakest,
    Objectives(u64),
    Percent(f64),
}

/// Everything that was run, and how it is to be shown.
pub struct Comparison {
    pub settings: ComparisonSettings,
    /// In the order in which they are shown.
    pub strategies: Vec<String>,
    pub runs: Vec<ComparedRun>,
    pub marks: Marks,
    pub target: Target,
    /// Runs that were asked for.
    pub asked: usize,
}

pub struct Summary<'a> {
    pub subjects: Vec<SubjectSummary<'a>>,
    /// All subjects added up, if there are several.
    pub together: Option<SubjectSummary<'a>>,
}

pub struct SubjectSummary<'a> {
    pub name: &'a str,
    pub objectives: u64,
    /// None for all subjects together.
    pub target: Option<u64>,
    pub rows: Vec<Row<'a>>,
}

/// One strategy on one subject.
pub struct Row<'a> {
    pub strategy: &'a str,
    pub runs: Vec<&'a Measured>,
    /// The seeds of runs that failed, and why.
    pub failed: Vec<(u64, &'a str)>,
    pub marks: Vec<MarkCell>,
    /// What the runs that reach the target need for it.
    pub reached: Vec<f64>,
}

/// A strategy at one mark.
pub struct MarkCell {
    /// A value for each seed.
    pub values: Vec<f64>,
    pub is_best: bool,
    /// The best strategy against this one; none for the best itself.
    pub difference: Option<Difference>,
}

impl MarkCell {
    pub fn mean(&self) -> f64 {
        curve::mean(&self.values)
    }
}

impl Row<'_> {
    /// The mean of one figure of the runs.
    pub fn mean(&self, figure: impl Fn(&Measured) -> f64) -> f64 {
        curve::mean(&self.runs.iter().map(|run| figure(run)).collect::<Vec<_>>())
    }
}

impl SubjectSummary<'_> {
    /// How the coverage of two strategies differs at the last mark.
    pub fn difference(&self, one: &Row<'_>, other: &Row<'_>) -> Option<Difference> {
        mann_whitney::compare(&one.marks.last()?.values, &other.marks.last()?.values)
    }
}

impl Comparison {
    pub fn summary(&self) -> Summary<'_> {
        let subjects: Vec<SubjectSummary<'_>> =
            self.settings.subjects.iter().map(|subject| self.of_subject(subject)).collect();
        let together = (subjects.len() > 1).then(|| self.together());
        Summary { subjects, together }
    }

    fn of_subject<'a>(&'a self, subject: &'a ComparedSubject) -> SubjectSummary<'a> {
        let mut rows: Vec<Row<'_>> =
            self.strategies.iter().map(|strategy| self.row(&subject.name, strategy)).collect();
        compare_with_best(&mut rows);
        let target = self.target_of(subject, &rows);
        for row in &mut rows {
            let reached = row.runs.iter().map(|run| curve::reaches(run, self.marks.axis, target));
            row.reached = reached.flatten().collect();
        }
        SubjectSummary {
            name: &subject.name,
            objectives: subject.objectives,
            target: Some(target),
            rows,
        }
    }

    fn row<'a>(&'a self, subject: &str, strategy: &'a str) -> Row<'a> {
        let (mut runs, mut failed) = (Vec::new(), Vec::new());
        for run in self.runs.iter().filter(|r| r.subject == subject && r.strategy == strategy) {
            match &run.outcome {
                RunOutcome::Finished(measured) => runs.push(measured),
                RunOutcome::Failed { failed: why } => failed.push((run.seed, why.as_str())),
            }
        }
        let values = |at: f64| {
            let covered = runs.iter().map(|run| curve::covered_at(run, self.marks.axis, at));
            covered.map(|covered| covered as f64).collect()
        };
        let marks = self.marks.at.iter().map(|&at| MarkCell::of(values(at))).collect();
        Row { strategy, runs, failed, marks, reached: Vec::new() }
    }

    fn target_of(&self, subject: &ComparedSubject, rows: &[Row<'_>]) -> u64 {
        match self.target {
            Target::Objectives(count) => count,
            Target::Percent(percent) => (subject.objectives as f64 * percent / 100.0).ceil() as u64,
            Target::Weakest => {
                let rows = rows.iter().filter(|row| !row.runs.is_empty());
                let means = rows.map(|row| row.mean(|run| run.covered() as f64));
                let weakest = means.fold(f64::INFINITY, f64::min);
                if weakest.is_finite() { weakest.floor() as u64 } else { 0 }
            }
        }
    }

    /// The sums over all subjects, for the seeds with which a strategy has finished all of them.
    fn together(&self) -> SubjectSummary<'_> {
        let subjects = &self.settings.subjects;
        let mut rows: Vec<Row<'_>> = self
            .strategies
            .iter()
            .map(|strategy| {
                let seeds = self.complete_seeds(strategy);
                let sum = |runs: &Vec<&Measured>, at: f64| -> f64 {
                    let axis = self.marks.axis;
                    runs.iter().map(|run| curve::covered_at(run, axis, at) as f64).sum()
                };
                let values = |at: f64| seeds.values().map(|runs| sum(runs, at)).collect();
                Row {
                    strategy,
                    marks: self.marks.at.iter().map(|&at| MarkCell::of(values(at))).collect(),
                    runs: seeds.values().flatten().copied().collect(),
                    failed: Vec::new(),
                    reached: Vec::new(),
                }
            })
            .collect();
        compare_with_best(&mut rows);
        let objectives = subjects.iter().map(|subject| subject.objectives).sum();
        SubjectSummary { name: "all subjects together", objectives, target: None, rows }
    }

    fn complete_seeds(&self, strategy: &str) -> BTreeMap<u64, Vec<&Measured>> {
        let mut seeds: BTreeMap<u64, Vec<&Measured>> = BTreeMap::new();
        for run in self.runs.iter().filter(|run| run.strategy == strategy) {
            if let RunOutcome::Finished(measured) = &run.outcome {
                seeds.entry(run.seed).or_default().push(measured);
            }
        }
        let all = self.settings.subjects.len();
        seeds.retain(|_, runs| runs.len() == all);
        seeds
    }
}

impl MarkCell {
    fn of(values: Vec<f64>) -> MarkCell {
        MarkCell { values, is_best: false, difference: None }
    }
}

/// Finds the highest mean at each mark, and tests the others against it.
fn compare_with_best(rows: &mut [Row<'_>]) {
    let marks = rows.first().map_or(0, |row| row.marks.len());
    for mark in 0..marks {
        let has_values = |row: &&Row<'_>| !row.marks[mark].values.is_empty();
        let highest = rows.iter().filter(has_values).map(|row| row.marks[mark].mean());
        let highest = highest.fold(f64::NEG_INFINITY, f64::max);
        let is_best = |cell: &MarkCell| !cell.values.is_empty() && cell.mean() == highest;
        let best = rows.iter().map(|row| &row.marks[mark]).find(|cell| is_best(cell));
        let Some(best) = best.map(|cell| cell.values.clone()) else { continue };
        for cell in rows.iter_mut().map(|row| &mut row.marks[mark]) {
            cell.is_best = is_best(cell);
            if !cell.is_best {
                cell.difference = mann_whitney::compare(&best, &cell.values);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::example::comparison;
    use super::*;

    fn means(row: &Row<'_>) -> Vec<f64> {
        row.marks.iter().map(MarkCell::mean).collect()
    }

    #[test]
    fn coverage_is_averaged_over_the_seeds_at_each_mark() {
        let comparison = comparison();
        let summary = comparison.summary();
        let small = &summary.subjects[0];
        assert_eq!((small.name, small.objectives), ("small", 10));
        assert_eq!(means(&small.rows[0]), [2.0, 5.0]);
        assert_eq!(means(&small.rows[1]), [3.0, 4.0]);
        let best: Vec<bool> = small.rows[0].marks.iter().map(|cell| cell.is_best).collect();
        assert_eq!(best, [false, true]);
        assert!(small.rows[0].marks[0].difference.is_some());
        assert!(small.rows[0].marks[1].difference.is_none());
    }

    #[test]
    fn the_target_is_what_the_weakest_reaches_unless_one_is_named() {
        let mut comparison = comparison();
        let target = |comparison: &Comparison| {
            let summary = comparison.summary();
            let subject = &summary.subjects[0];
            let reached = subject.rows.iter().map(|row| row.reached.clone()).collect::<Vec<_>>();
            (subject.target, reached)
        };
        assert_eq!(target(&comparison), (Some(4), vec![vec![60.0, 80.0], vec![70.0, 70.0]]));
        comparison.target = Target::Percent(55.0);
        assert_eq!(target(&comparison), (Some(6), vec![vec![80.0], vec![]]));
        comparison.target = Target::Objectives(2);
        assert_eq!(target(&comparison).0, Some(2));
    }

    #[test]
    fn subjects_are_added_up_for_seeds_that_are_complete() {
        let comparison = comparison();
        let summary = comparison.summary();
        let together = summary.together.expect("there are two subjects");
        assert_eq!(together.objectives, 30);
        assert_eq!(means(&together.rows[0]), [2.0 + 7.0, 5.0 + 7.0]);
        assert_eq!(means(&together.rows[1]), [3.0 + 6.0, 4.0 + 6.0], "without the failed seed");
        assert_eq!(together.rows[1].marks[0].values.len(), 1);
        assert_eq!(summary.subjects[1].rows[1].failed, [(1, "signal 11")]);
    }
}
