//! What `assay compare` prints.

use super::summary::{Comparison, SubjectSummary};
use super::tables::{self, Grid};
use crate::terminal::table::Table;
use crate::terminal::{Colour, Tone};
use crate::words::plural;

/// Subjects that are listed one by one; with more, only all of them together.
const SUBJECTS_SHOWN: usize = 12;

/// The tables; `out` is the output folder as the user wrote it.
pub fn tables(comparison: &Comparison, out: &str, colour: Colour) -> String {
    let summary = comparison.summary();
    let mut text = String::new();
    for subject in summary.subjects.iter().take(SUBJECTS_SHOWN) {
        text += &subject_tables(comparison, subject, colour);
        text += &render(tables::effort(subject), colour);
        text.push('\n');
    }
    let more = summary.subjects.len().saturating_sub(SUBJECTS_SHOWN);
    if more > 0 {
        text += &format!("and {}: see the page\n\n", plural(more, "more subject"));
    }
    if let Some(together) = &summary.together {
        text += &subject_tables(comparison, together, colour);
        text.push('\n');
    }
    for subject in &summary.subjects {
        for problem in tables::problems(subject) {
            let line = format!("WARNING: {}: {problem}", subject.name);
            text += &(colour.paint(Tone::Bad, &line) + "\n");
        }
    }
    text + &closing(comparison, out)
}

fn subject_tables(comparison: &Comparison, subject: &SubjectSummary<'_>, colour: Colour) -> String {
    let criteria = comparison.settings.criteria.join(", ");
    let heading = format!("{}: {} {criteria} objectives", subject.name, subject.objectives);
    let text = colour.paint(Tone::Heading, &heading) + "\n";
    text + &render(tables::coverage(comparison, subject), colour)
}

fn render(grid: Grid, colour: Colour) -> String {
    let mut table = Table::new(1, &grid.heading);
    grid.rows.into_iter().for_each(|row| table.row(row));
    table.render(|text| colour.paint(Tone::Heading, text))
}

fn closing(comparison: &Comparison, out: &str) -> String {
    let axis = comparison.marks.axis.name();
    let mut text = format!(
        "means over the seeds of objectives covered at so many {axis}; *: the best; to N: {axis} until N \
         are covered;\np: two-sided Mann-Whitney U test against the best at the last mark; {}\n",
        super::MEANING
    );
    let (done, asked) = (comparison.runs.len(), comparison.asked);
    if done < asked {
        text += &format!("{done} of {} are done; --resume goes on\n", plural(asked, "run"));
    }
    text + &format!("{out}/comparison.html  see the curves, in a browser\n")
}

#[cfg(test)]
mod tests {
    use super::super::example::comparison;
    use super::*;

    #[test]
    fn a_person_sees_the_best_and_what_went_wrong() {
        let text = tables(&comparison(), "out", Colour::Never);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "small: 10 branch objectives");
        assert_eq!(lines[1].split_whitespace().collect::<Vec<_>>()[..3], ["strategy", "50", "100"]);
        assert!(lines[2].starts_with("dfs              2.0   5.0*"), "{text}");
        assert!(text.contains("all subjects together: 30 branch objectives"), "{text}");
        assert!(text.contains("WARNING: large: interleave(a,b) with seed 1 failed: signal 11"));
        assert!(text.contains("8 of 9 runs are done"), "{text}");
        assert!(tables(&comparison(), "out", Colour::Ansi).contains("\x1b[1m5.0*\x1b[0m"));
    }
}
