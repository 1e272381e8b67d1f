//! `runs.jsonl` in the output folder: the settings, and every run that has ended, a line each.
//!
//! A line is added as soon as its run has ended, with one write. A comparison that is killed leaves
//! at most the last line cut off; `--resume` drops it.

use crate::session::output_error;
use assay_language::Rejected;
use assay_verdict::{ComparedRun, ComparisonSettings, RunOutcome};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

pub const FILE_NAME: &str = "runs.jsonl";

/// Subject, strategy and seed.
pub type Key = (String, String, u64);

pub struct Store {
    out: PathBuf,
    file: File,
    /// Of each run the latest attempt.
    runs: BTreeMap<Key, ComparedRun>,
}

impl Store {
    /// With the runs of an earlier comparison, or empty.
    pub fn open(
        out: &Path,
        settings: &ComparisonSettings,
        resume: bool,
    ) -> Result<Store, Rejected> {
        let path = out.join(FILE_NAME);
        let earlier = match resume && path.exists() {
            true => Some(Earlier::read(&path, settings).map_err(|why| cannot_resume(out, &why))?),
            false => None,
        };
        let file = match &earlier {
            Some(earlier) => go_on(&path, earlier.length),
            None => start(out, &path, settings),
        };
        Ok(Store {
            out: out.to_path_buf(),
            file: file.map_err(output_error(out))?,
            runs: earlier.map(|earlier| earlier.runs).unwrap_or_default(),
        })
    }

    pub fn get(&self, key: &Key) -> Option<&ComparedRun> {
        self.runs.get(key)
    }

    /// Whether the run has finished; what failed is tried again.
    pub fn has(&self, key: &Key) -> bool {
        self.get(key).is_some_and(|run| matches!(run.outcome, RunOutcome::Finished(_)))
    }

    pub fn add(&mut self, run: ComparedRun) -> Result<(), Rejected> {
        let line = line(&run).and_then(|line| self.file.write_all(&line));
        line.map_err(output_error(&self.out))?;
        self.runs.insert(key(&run), run);
        Ok(())
    }
}

fn key(run: &ComparedRun) -> Key {
    (run.subject.clone(), run.strategy.clone(), run.seed)
}

fn line(value: &impl serde::Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}

fn start(out: &Path, path: &Path, settings: &ComparisonSettings) -> io::Result<File> {
    fs::create_dir_all(out)?;
    let mut file = File::create(path)?;
    file.write_all(&line(settings)?)?;
    Ok(file)
}

fn go_on(path: &Path, length: u64) -> io::Result<File> {
    let file = OpenOptions::new().append(true).open(path)?;
    file.set_len(length)?;
    Ok(file)
}

fn cannot_resume(out: &Path, why: &str) -> Rejected {
    Rejected(format!(
        "cannot resume: {FILE_NAME} in {} {why}; use another --out, or start afresh without --resume",
        out.display()
    ))
}

struct Earlier {
    runs: BTreeMap<Key, ComparedRun>,
    /// Of the lines that are whole.
    length: u64,
}

impl Earlier {
    fn read(path: &Path, settings: &ComparisonSettings) -> Result<Earlier, String> {
        let text = fs::read_to_string(path).map_err(|error| format!("cannot be read: {error}"))?;
        let length = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..length].lines().enumerate();
        let (_, first) = lines.next().ok_or("holds nothing")?;
        check_settings(first, settings)?;
        let mut runs = BTreeMap::new();
        for (number, line) in lines {
            let run: ComparedRun = serde_json::from_str(line)
                .map_err(|error| format!("is damaged in line {}: {error}", number + 1))?;
            runs.insert(key(&run), run);
        }
        Ok(Earlier { runs, length: length as u64 })
    }
}

/// Says which settings differ, by their names.
fn check_settings(line: &str, settings: &ComparisonSettings) -> Result<(), String> {
    let damaged = |error: serde_json::Error| format!("is damaged in line 1: {error}");
    let earlier: ComparisonSettings = serde_json::from_str(line).map_err(damaged)?;
    if earlier == *settings {
        return Ok(());
    }
    let fields = |settings| serde_json::to_value(settings).map_err(damaged);
    let (before, now) = (fields(&earlier)?, fields(settings)?);
    let now = now.as_object().into_iter().flatten();
    let differing: Vec<&str> = now
        .filter(|(name, value)| before.get(name) != Some(value))
        .map(|(n, _)| n.as_str())
        .collect();
    Err(format!("is from other settings ({})", differing.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_verdict::Measured;

    fn run(seed: u64, outcome: RunOutcome) -> ComparedRun {
        ComparedRun { subject: "s".into(), strategy: "dfs".into(), seed, outcome }
    }

    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("assay-store-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    #[test]
    fn a_line_that_was_cut_off_is_dropped_and_failed_runs_are_tried_again() {
        let out = folder("cut");
        let settings = ComparisonSettings::default();
        let mut store = Store::open(&out, &settings, true).expect("a new one");
        store.add(run(0, RunOutcome::Finished(Measured::default()))).expect("written");
        store.add(run(1, RunOutcome::Failed { failed: "signal 9".into() })).expect("written");
        let path = out.join(FILE_NAME);
        let whole = fs::read(&path).expect("there");
        fs::write(&path, [&whole[..], b"{\"subject\":\"s\",\"str"].concat()).expect("written");

        let mut store = Store::open(&out, &settings, true).expect("the same settings");
        let key = |seed| ("s".to_string(), "dfs".to_string(), seed);
        assert!(store.has(&key(0)) && !store.has(&key(1)) && store.get(&key(1)).is_some());
        assert_eq!(fs::read(&path).expect("there"), whole);
        store.add(run(1, RunOutcome::Finished(Measured::default()))).expect("written");
        let store = Store::open(&out, &settings, true).expect("the same settings");
        assert!(store.has(&key(1)), "the latest attempt counts");
        let _ = fs::remove_dir_all(&out);
    }

    #[test]
    fn other_settings_are_named() {
        let out = folder("settings");
        let mut settings = ComparisonSettings { iterations: Some(5), ..Default::default() };
        Store::open(&out, &settings, false).expect("a new one");
        settings.iterations = Some(6);
        let error = Store::open(&out, &settings, true).err();
        let Some(Rejected(message)) = error else { panic!("not rejected") };
        assert!(message.contains("other settings (iterations)"), "{message}");
        let _ = fs::remove_dir_all(&out);
    }
}
