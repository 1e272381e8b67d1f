//! Cobertura's `coverage-04` XML, which Jenkins, GitLab and others read.
//!
//! The format thinks in packages and classes; a class here is a source file and a method one of
//! its functions. It wants lines: those are the lines with objectives, and a line's `hits` are the
//! tests known to execute it. Rates are shares of these. An infeasible outcome counts as not
//! covered: the format has no word for it.

use crate::conditions::{FileCoverage, LineCoverage, by_file};
use crate::export::Export;
use crate::merge::Merged;
use crate::words::escaped;
use assay_verdict::Report;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::AddAssign;

pub const EXPORT: Export = Export {
    name: "cobertura",
    summary: "coverage for Jenkins, GitLab and others",
    file_name: "cobertura.xml",
    render,
};

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<!DOCTYPE coverage SYSTEM \"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">
";

pub fn render(report: &Report) -> String {
    let merged = Merged::of(report);
    let files = by_file(&merged);
    let mut total = Counts::default();
    let mut packages: BTreeMap<&str, (Counts, String)> = BTreeMap::new();
    for (file, coverage) in &files {
        let counts = Counts::of(coverage.lines.values());
        total += counts;
        let folder = file.rsplit_once('/').map_or(".", |(folder, _)| folder);
        let (package, classes) = packages.entry(folder).or_default();
        *package += counts;
        *classes += &class(file, coverage, counts);
    }
    let mut text = HEAD.to_string();
    let _ = writeln!(
        text,
        "<coverage {} lines-covered=\"{}\" lines-valid=\"{}\" branches-covered=\"{}\" \
         branches-valid=\"{}\" complexity=\"0\" version=\"{}\" timestamp=\"{}\">",
        total.rates(),
        total.lines_covered,
        total.lines,
        total.branches_covered,
        total.branches,
        escaped(&report.assay),
        report.started,
    );
    let _ = writeln!(text, "<sources><source>{}</source></sources>", escaped(&report.folder));
    text += "<packages>\n";
    for (folder, (counts, classes)) in packages {
        let (name, rates) = (escaped(folder), counts.rates());
        let _ = writeln!(text, "<package name=\"{name}\" {rates} complexity=\"0\"><classes>");
        text += &classes;
        text += "</classes></package>\n";
    }
    text + "</packages>\n</coverage>\n"
}

fn class(file: &str, coverage: &FileCoverage<'_>, counts: Counts) -> String {
    let name = file.rsplit_once('/').map_or(file, |(_, name)| name);
    let mut text = format!(
        "<class name=\"{}\" filename=\"{}\" {} complexity=\"0\">\n<methods>\n",
        escaped(name),
        escaped(file),
        counts.rates()
    );
    for (function, lines) in functions(coverage) {
        let rates = Counts::of(lines.iter().map(|(_, line)| *line)).rates();
        let name = escaped(function);
        let _ = writeln!(text, "<method name=\"{name}\" signature=\"\" {rates}><lines>");
        lines.iter().for_each(|(number, line)| text += &line_element(*number, line));
        text += "</lines></method>\n";
    }
    text += "</methods>\n<lines>\n";
    coverage.lines.iter().for_each(|(number, line)| text += &line_element(*number, line));
    text + "</lines>\n</class>\n"
}

type Lines<'a> = Vec<(u32, &'a LineCoverage<'a>)>;

fn functions<'a>(coverage: &'a FileCoverage<'a>) -> BTreeMap<&'a str, Lines<'a>> {
    let mut functions: BTreeMap<&str, Lines<'a>> = BTreeMap::new();
    for (number, line) in &coverage.lines {
        functions.entry(line.function.unwrap_or_default()).or_default().push((*number, line));
    }
    functions
}

fn line_element(number: u32, line: &LineCoverage<'_>) -> String {
    let hits = line.hits();
    let (covered, all) = line.outcomes();
    if all == 0 {
        return format!("<line number=\"{number}\" hits=\"{hits}\" branch=\"false\"/>\n");
    }
    let mut text = format!(
        "<line number=\"{number}\" hits=\"{hits}\" branch=\"true\" \
         condition-coverage=\"{}% ({covered}/{all})\"><conditions>",
        100 * covered / all
    );
    for (index, condition) in line.conditions.iter().enumerate() {
        let all = condition.outcomes.len();
        let covered = condition.outcomes.iter().filter(|outcome| outcome.is_covered()).count();
        let share = 100 * covered / all;
        let _ = write!(text, "<condition number=\"{index}\" type=\"jump\" coverage=\"{share}%\"/>");
    }
    text + "</conditions></line>\n"
}

#[derive(Copy, Clone, Default)]
struct Counts {
    lines_covered: usize,
    lines: usize,
    branches_covered: usize,
    branches: usize,
}

impl Counts {
    fn of<'a>(lines: impl Iterator<Item = &'a LineCoverage<'a>>) -> Counts {
        let mut counts = Counts::default();
        for line in lines {
            let (branches_covered, branches) = line.outcomes();
            let lines_covered = usize::from(line.hits() > 0);
            counts += Counts { lines_covered, lines: 1, branches_covered, branches };
        }
        counts
    }

    fn rates(&self) -> String {
        // Rounded down: 1 means all.
        let rate =
            |part: usize, all| (10_000 * part).checked_div(all).unwrap_or(10_000) as f64 / 1e4;
        let lines = rate(self.lines_covered, self.lines);
        let branches = rate(self.branches_covered, self.branches);
        format!("line-rate=\"{lines:.4}\" branch-rate=\"{branches:.4}\"")
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.lines_covered += other.lines_covered;
        self.lines += other.lines;
        self.branches_covered += other.branches_covered;
        self.branches += other.branches;
    }
}
