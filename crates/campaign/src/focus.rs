//! `--focus` and `--diff`: the code of interest.
//!
//! A file may be named as the user's shell sees it, or by the last parts of its path. What has
//! changed since a revision is what `git diff` says about the working tree: changed and added
//! lines, the lines around those that were removed, and files that git does not know yet.

use crate::orders::Orders;
use assay_criteria::Focus;
use assay_language::Project;
use assay_language::Rejected;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The last line of a file, however long it is.
const LAST: u32 = u32::MAX;

/// Lines of a file, from the first to the last.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Lines {
    path: PathBuf,
    first: u32,
    last: u32,
}

/// What the user is interested in; `None` for all.
pub fn focus(orders: &Orders, project: &dyn Project) -> Result<Option<Focus>, Rejected> {
    if orders.interest.places.is_empty() && orders.interest.since.is_none() {
        return Ok(None);
    }
    let sources = project.files()?;
    let mut focus = Focus::default();
    for text in &orders.interest.places {
        let lines = lines(text);
        if lines.first == 0 || lines.last < lines.first {
            return Err(Rejected(format!(
                "--focus {text}: lines count from 1, and the first comes before the last"
            )));
        }
        let Some(source) = source_named(&lines.path, &sources) else {
            return Err(Rejected(format!(
                "--focus {text}: no such file among the sources: {}",
                sources.join(", ")
            )));
        };
        focus.add(source, lines.first, lines.last);
    }
    if let Some(revision) = &orders.interest.since {
        let folder = orders.input.inputs.first().and_then(|input| input.parent());
        let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
        let mut has_changed = false;
        for lines in changed(folder.unwrap_or(Path::new(".")), revision)? {
            if let Some(source) = source_at(&lines.path, &sources) {
                focus.add(source, lines.first, lines.last);
                has_changed = true;
            }
        }
        if !has_changed && orders.interest.places.is_empty() {
            return Err(Rejected(format!(
                "--diff {revision}: no source of the program has changed since"
            )));
        }
    }
    Ok(Some(focus))
}

/// `FILE`, `FILE:LINE` or `FILE:LINE-LINE`. A file whose name looks like that is named by its
/// whole.
fn lines(text: &str) -> Lines {
    let whole = || Lines { path: text.into(), first: 1, last: LAST };
    let Some((file, range)) = text.rsplit_once(':') else { return whole() };
    let (first, last) = range.split_once('-').unwrap_or((range, range));
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) if !Path::new(text).exists() => {
            Lines { path: file.into(), first, last }
        }
        _ => whole(),
    }
}

/// The source that a user means.
fn source_named<'s>(path: &Path, sources: &'s [String]) -> Option<&'s str> {
    let mut ending = sources.iter().filter(|source| Path::new(source).ends_with(path));
    let unique = ending.next().filter(|_| ending.next().is_none());
    source_at(path, sources).or(unique.map(String::as_str))
}

/// The source that this file is.
fn source_at<'s>(path: &Path, sources: &'s [String]) -> Option<&'s str> {
    let path = path.canonicalize().ok()?;
    let is_same = |source: &&String| {
        Path::new(source.as_str()).canonicalize().is_ok_and(|source| source == path)
    };
    sources.iter().find(is_same).map(String::as_str)
}

/// What has changed in the repository of this folder.
fn changed(folder: &Path, revision: &str) -> Result<Vec<Lines>, Rejected> {
    let rejected = |problem: String| Rejected(format!("--diff {revision}: {problem}"));
    let root = git(folder, &["rev-parse", "--show-toplevel"]).map_err(rejected)?;
    let root = Path::new(root.trim_end());
    let commit = format!("{revision}^{{commit}}");
    let verify = ["rev-parse", "--verify", "--quiet", "--end-of-options", &commit];
    let commit = git(folder, &verify).map_err(|_| rejected("no such revision".to_string()))?;
    let options = ["diff", "-U0", "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames"];
    let prefixes = ["--src-prefix=a/", "--dst-prefix=b/", commit.trim_end(), "--"];
    let diff = git(root, &[&options[..], &prefixes].concat()).map_err(rejected)?;
    let mut found = changed_lines(&diff, root);
    let new = git(root, &["ls-files", "--others", "--exclude-standard"]).map_err(rejected)?;
    found.extend(new.lines().map(|name| Lines { path: root.join(name), first: 1, last: LAST }));
    Ok(found)
}

/// The output of git, or what it complains about. Nothing that the repository configures is run.
fn git(folder: &Path, arguments: &[&str]) -> Result<String, String> {
    let mut command = Command::new("git");
    command.args(["-c", "core.quotePath=false", "-c", "core.fsmonitor=false"]);
    let output = command.args(arguments).current_dir(folder).output();
    let output = output.map_err(|error| format!("git cannot be started: {error}"))?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        let line = text.lines().next().unwrap_or("git fails");
        return Err(line.trim_start_matches("fatal: ").to_string());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The changed lines in the output of `git diff -U0`, whose names are relative to `root`.
fn changed_lines(diff: &str, root: &Path) -> Vec<Lines> {
    let mut found = Vec::new();
    let mut file: Option<PathBuf> = None;
    // Lines of content that are still to come: they may look like anything.
    let mut content = 0;
    for line in diff.lines() {
        if content > 0 && line.starts_with(['+', '-']) {
            content -= 1;
        } else if let Some(name) = line.strip_prefix("+++ ") {
            file = name.strip_prefix("b/").map(|name| root.join(name.trim_end_matches('\t')));
        } else if let Some((removed, first, count)) = hunk(line) {
            content = removed + count;
            let (first, last) = match count {
                0 => (first, first.saturating_add(1)),
                _ => (first, first.saturating_add(count - 1)),
            };
            found.extend(file.iter().map(|path| Lines { path: path.clone(), first, last }));
        }
    }
    found
}

/// `@@ -12,2 +13,4 @@`: lines removed, the first new line, lines added.
fn hunk(line: &str) -> Option<(u32, u32, u32)> {
    let ranges = line.strip_prefix("@@ -")?.split(" @@").next()?;
    let (old, new) = ranges.split_once(" +")?;
    let parse = |range: &str| -> Option<(u32, u32)> {
        match range.split_once(',') {
            Some((first, count)) => Some((first.parse().ok()?, count.parse().ok()?)),
            None => Some((range.parse().ok()?, 1)),
        }
    };
    let ((_, removed), (first, added)) = (parse(old)?, parse(new)?);
    Some((removed, first, added))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(path: &str, first: u32, last: u32) -> Lines {
        Lines { path: path.into(), first, last }
    }

    #[test]
    fn a_focus_is_a_file_or_lines_of_it() {
        assert_eq!(lines("src/a.c"), at("src/a.c", 1, LAST));
        assert_eq!(lines("src/a.c:12"), at("src/a.c", 12, 12));
        assert_eq!(lines("src/a.c:12-40"), at("src/a.c", 12, 40));
        assert_eq!(lines("odd:name.c"), at("odd:name.c", 1, LAST));
    }

    #[test]
    fn a_file_is_found_by_the_end_of_its_path() {
        let sources = ["src/a.c", "src/x/b.c", "src/y/b.c"].map(String::from);
        assert_eq!(source_named(Path::new("a.c"), &sources), Some("src/a.c"));
        assert_eq!(source_named(Path::new("y/b.c"), &sources), Some("src/y/b.c"));
        assert_eq!(source_named(Path::new("b.c"), &sources), None);
        assert_eq!(source_named(Path::new("c.c"), &sources), None);
    }

    #[test]
    fn changed_lines_are_those_of_the_new_text() {
        let diff = "diff --git a/a.c b/a.c\n--- a/a.c\n+++ b/a.c\n@@ -3 +3,2 @@ int f\n-old\n\
                    +++ b/not_a_name\n+new\n@@ -9,2 +10,0 @@\n--- gone\n-gone\n\
                    diff --git a/b.c b/b.c\n--- a/b.c\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-x\n-y\n";
        let expected = [at("/r/a.c", 3, 4), at("/r/a.c", 10, 11)];
        assert_eq!(changed_lines(diff, Path::new("/r")), expected);
    }
}
