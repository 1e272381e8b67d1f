//! Runs the tests of an output folder natively again, and compares what they do with
//! what the report says.
//!
//! Everything comes from the folder: `suite.jsonl` says how to load the program and holds the
//! inputs, `report.json` the claims. Two measurements are made: the exact edges of each test, as
//! `cover` takes them, and the coverage of the emitted tests by the language's own tool. What is
//! claimed stays in the report; what was seen replaces `confirmed`, and how each test ended.

use crate::alone;
use crate::clock::Clock;
use crate::confirm::Confirmer;
use crate::event::Listener;
use crate::orders::{Goals, ReplayOrders, USUAL_MEMORY};
use crate::results;
use crate::subject::{self, Wanted};
use crate::suite::{self, Origin, StoredTest};
use assay_criteria::{Coverage, Needs, Objectives, mcdc};
use assay_language::{Counted, Input, Loaded, NativeRun, Project, Rejected, Shown, TESTS};
use assay_output::Output;
use assay_program::EdgeId;
use assay_report::{html, json};
use assay_sandbox::{adopt_leftovers, kill_leftovers, missing};
use assay_verdict::{Finding, Report, Unit, Verdict};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// There is no budget; a build that takes longer than this has failed.
const LONGEST: Duration = Duration::from_secs(3600);

/// What was seen, and how it differs from the report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replayed {
    pub tests: usize,
    /// A line for each criterion of each unit.
    pub summaries: Vec<String>,
    /// What is worth knowing and no difference.
    pub notes: Vec<String>,
    pub differences: Vec<String>,
}

/// Runs the tests of an output folder again. Meanwhile the working folder of the process is that in
/// which they were made.
pub fn replay(orders: &ReplayOrders, tell: &mut Listener<'_>) -> Result<Replayed, Rejected> {
    let _alone = alone::alone();
    let out = orders.out.canonicalize().map_err(unusable(&orders.out))?;
    let output = Output::open(&out, &[json::FILE_NAME, html::FILE_NAME])?;
    let mut report =
        json::read(&out).map_err(|error| Rejected(format!("{}: {error}", out.display())))?;
    let (origin, tests) = stored(&out, &report)?;
    let _folder = InFolder::enter(&origin.folder)?;
    let mut replay = Replay::open(orders, &origin)?;
    adopt_leftovers();
    let scratch = output.scratch();
    let result = replay.run(&mut report, &tests, &scratch);
    if result.is_ok() {
        replay.count_again(&out, &report);
    }
    replay.replayed.notes.extend(missing().into_iter().map(String::from));
    kill_leftovers();
    // Nothing in it is of use any more.
    let _ = std::fs::remove_dir_all(&scratch);
    result?;
    results::write_report(&output, &report, tell)?;
    results::write_page(&output, &report, tell)?;
    results::tell_notes(&output, tell);
    Ok(replay.replayed)
}

/// Goes back to where the process was when it is dropped.
struct InFolder(Option<PathBuf>);

impl InFolder {
    fn enter(folder: &Path) -> Result<InFolder, Rejected> {
        let before = std::env::current_dir().ok();
        std::env::set_current_dir(folder).map_err(unusable(folder))?;
        Ok(InFolder(before))
    }
}

impl Drop for InFolder {
    fn drop(&mut self) {
        // It may be gone.
        let _ = self.0.take().map(std::env::set_current_dir);
    }
}

fn unusable(path: &Path) -> impl Fn(std::io::Error) -> Rejected {
    let path = path.to_path_buf();
    move |error| Rejected(format!("{}: {error}", path.display()))
}

/// The stored tests, if the folder is as `cover` left it.
fn stored(out: &Path, report: &Report) -> Result<(Origin, Vec<StoredTest>), Rejected> {
    let restore = "put it back, or run `assay cover` again";
    let rejected = |error: suite::SuiteError| Rejected(format!("{error}; {restore}"));
    let Some((origin, tests)) = suite::read(out).map_err(rejected)? else {
        let folder = out.join(TESTS);
        return Err(Rejected(format!("{}: no tests of Assay are here", folder.display())));
    };
    if let Some(edited) = suite::find_edited(out, &tests) {
        return Err(rejected(edited));
    }
    let reported: BTreeSet<&str> =
        report.units.iter().flat_map(|unit| &unit.tests).map(|test| test.id.as_str()).collect();
    let written: BTreeSet<&str> = tests.iter().map(|test| test.case.id.as_str()).collect();
    if let Some(id) = reported.symmetric_difference(&written).next() {
        return Err(Rejected(format!(
            "{}: {id} stands only in one of this report and the folder of tests: the run was \
             killed, or one of them was changed; `assay cover --resume` brings them together",
            out.join(json::FILE_NAME).display()
        )));
    }
    Ok((origin, tests))
}

fn changed(project: &dyn Project, origin: &Origin) -> Vec<String> {
    let is_same = project.digest() == origin.program;
    let changed = || "the program has changed since the tests were made".to_string();
    (!is_same).then(changed).into_iter().collect()
}

/// A replay under way.
struct Replay {
    project: Box<dyn Project>,
    /// To be measured.
    criteria: Vec<String>,
    replayed: Replayed,
}

impl Replay {
    /// Loads the program as it is now.
    fn open(orders: &ReplayOrders, origin: &Origin) -> Result<Replay, Rejected> {
        let input = Input {
            inputs: origin.inputs.clone(),
            entries: origin.entries.clone(),
            allow_external: origin.allow_external.clone(),
            flags: origin.flags.clone(),
            classpath: origin.classpath.clone(),
            jdk: origin.jdk.clone(),
        };
        let criteria = match orders.criteria.is_empty() {
            true => &origin.criteria,
            false => &orders.criteria,
        };
        let is_wide = orders.dataflow_extended || origin.dataflow_extended;
        let memory = if origin.memory == 0 { USUAL_MEMORY } else { origin.memory };
        let open = |criteria: &[String]| {
            let goals = Goals {
                contract: origin.contract.clone(),
                criteria: criteria.to_vec(),
                dataflow_extended: is_wide,
            };
            subject::open(&input, &goals, memory, &origin.world)
        };
        let project = open(criteria)?;
        let is_alike = Needs::of(criteria).decisions == Needs::of(&origin.criteria).decisions;
        let differences = match is_alike {
            true => changed(&*project, origin),
            // Observed otherwise, it is compiled otherwise.
            false => changed(&*open(&origin.criteria)?, origin),
        };
        Ok(Replay {
            project,
            criteria: criteria.clone(),
            replayed: Replayed { differences, ..Replayed::default() },
        })
    }

    fn run(
        &mut self,
        report: &mut Report,
        tests: &[StoredTest],
        scratch: &Path,
    ) -> Result<(), Rejected> {
        for unit in &mut report.units {
            let of_unit: Vec<_> = tests.iter().filter(|test| test.unit == unit.name).collect();
            self.replay_unit(unit, &of_unit, scratch)?;
        }
        Ok(())
    }

    fn replay_unit(
        &mut self,
        unit: &mut Unit,
        tests: &[&StoredTest],
        scratch: &Path,
    ) -> Result<(), Rejected> {
        let Loaded { program, own, native, .. } = self.project.load(&unit.name)?;
        let wanted = Wanted { criteria: &self.criteria, focus: None };
        let objectives = Arc::new(subject::objectives(&program, &own, &wanted)?);
        let mut confirmer = Confirmer::new(native, scratch, Clock::start(LONGEST));
        let mut coverage = Coverage::new(Arc::clone(&objectives));
        for test in tests {
            let run = confirmer.run(&test.case);
            let edges =
                run.iter().filter(|run| run.diverged.is_none()).flat_map(|run| run.edges.iter());
            let edges: Vec<EdgeId> = edges.collect();
            let now = edges.iter().flat_map(|&edge| objectives.on_edge(edge));
            let now = now.map(|id| objectives.get(id).id.as_str()).collect();
            self.compare_test(unit, test, run.as_ref(), &now);
            self.compare_findings(unit, test, run.as_ref(), &mut confirmer);
            coverage.take(edges);
        }
        let reached = objectives.iter().filter(|(id, _)| coverage.is_covered(*id));
        let reached = reached.map(|(_, objective)| objective.id.as_str()).collect();
        self.replayed.differences.extend(confirmer.problem.take());
        self.count(unit, &objectives, &reached);
        Ok(())
    }

    fn compare_test(
        &mut self,
        unit: &mut Unit,
        stored: &StoredTest,
        run: Option<&NativeRun>,
        now: &BTreeSet<&str>,
    ) {
        self.replayed.tests += 1;
        let id = &stored.case.id;
        let Some(test) = unit.tests.iter_mut().find(|test| test.id == *id) else { return };
        let ended = run.map(|run| run.ended.to_string());
        if let (Some(before), Some(after)) = (&test.native, &ended)
            && before != after
        {
            self.replayed.differences.push(format!("{id}: ends with {after}, was {before}"));
        }
        if let Some(why) = run.and_then(|run| run.diverged.as_ref()) {
            self.replayed.differences.push(format!("{id}: takes another path: {why}"));
        }
        // What takes two tests is looked at when all have run.
        let is_measured = |objective: &&String| {
            let criterion = objective.split(':').next().unwrap_or_default();
            criterion != mcdc::CRITERION.name
                && self.criteria.iter().any(|measured| measured == criterion)
        };
        let measured = test.covers.iter().filter(is_measured);
        let missing = measured.filter(|objective| !now.contains(objective.as_str())).count();
        if missing > 0 {
            self.replayed
                .differences
                .push(format!("{id}: {missing} objectives are not reached any more"));
        }
        test.native = ended;
        test.diverged = run.and_then(|run| run.diverged.clone());
    }

    fn compare_findings(
        &mut self,
        unit: &mut Unit,
        stored: &StoredTest,
        run: Option<&NativeRun>,
        confirmer: &mut Confirmer,
    ) {
        let until = Instant::now() + LONGEST;
        for finding in unit.findings.iter_mut().filter(|f| f.test == stored.case.id) {
            let is_seen = match confirmer.shows(finding, run.map(|run| run.ended)) {
                Shown::Yes => true,
                Shown::No => false,
                Shown::AskDetector => {
                    confirmer.want_detector();
                    let answer = confirmer.detector_reports(finding.kind, &stored.case, until);
                    answer.unwrap_or(false)
                }
            };
            match (finding.confirmed, is_seen) {
                (true, false) => {
                    self.replayed
                        .differences
                        .push(format!("{}: not seen any more", shown(finding)));
                }
                (false, true) => self.replayed.notes.push(format!("{}: now seen", shown(finding))),
                _ => {}
            }
            finding.confirmed = is_seen;
        }
    }

    /// Counts what the report claims and the tests reached, for each criterion.
    fn count(&mut self, unit: &mut Unit, objectives: &Objectives, reached: &BTreeSet<&str>) {
        for criterion in &self.criteria {
            let Some(summary) = unit.criteria.get_mut(criterion) else {
                let all = objectives.iter().filter(|(_, o)| o.criterion == criterion);
                let (mut total, mut hit) = (0, 0);
                for (_, objective) in all {
                    total += 1;
                    hit += u64::from(reached.contains(objective.id.as_str()));
                }
                self.replayed
                    .summaries
                    .push(format!("{} {criterion}: {hit} of {total} reached", unit.name));
                continue;
            };
            let is_claimed = |verdict: &Verdict| matches!(verdict, Verdict::Covered { .. });
            let claimed = unit.objectives.iter().filter(|objective| {
                objective.criterion == *criterion && is_claimed(&objective.verdict)
            });
            let (seen, missing): (Vec<_>, Vec<_>) =
                claimed.partition(|objective| reached.contains(objective.id.as_str()));
            summary.confirmed = seen.len() as u64;
            let lost = missing.iter().map(|objective| format!("{}: not reached", objective.id));
            self.replayed.differences.extend(lost);
            let (covered, confirmed) = (summary.covered, summary.confirmed);
            self.replayed.summaries.push(format!(
                "{} {criterion}: {confirmed} of {covered} covered objectives confirmed",
                unit.name
            ));
        }
    }

    /// Compares with what the language's own tool counts of the emitted tests.
    fn count_again(&mut self, out: &Path, report: &Report) {
        let Replayed { summaries, notes, differences, .. } = &mut self.replayed;
        let counted = match self.project.counted(out, &with_files(report)) {
            None => return,
            Some(Ok(counted)) => counted,
            Some(Err(problem)) => return differences.push(problem),
        };
        let Counted { by, compared, missing, inferred, why_inferred } = counted;
        let agreed = compared - missing.len() - inferred;
        differences.extend(missing.iter().map(|what| format!("{what}: not counted by {by}")));
        if inferred > 0 {
            notes.push(format!(
                "{by} counts {inferred} objectives that no test reached: {why_inferred}"
            ));
        }
        summaries.push(format!("{by}: agrees on {agreed} of {compared} objectives"));
    }
}

/// The report without what only tests reach that could not be written down.
fn with_files(report: &Report) -> Report {
    let mut report = report.clone();
    for unit in &mut report.units {
        let written = unit.tests.iter().filter(|test| !test.files.is_empty());
        let reached: BTreeSet<&String> = written.flat_map(|test| &test.covers).collect();
        unit.objectives.retain(|of| {
            reached.contains(&of.id) || !matches!(of.verdict, Verdict::Covered { .. })
        });
    }
    report
}

fn shown(finding: &Finding) -> String {
    format!("{}:{}: {} in {}", finding.file, finding.line, finding.kind, finding.test)
}
