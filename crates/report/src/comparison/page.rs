//! `comparison.html`: one file that opens offline, without scripts.

use super::curve::{Axis, mean_curve};
use super::plot::{pen, plot};
use super::summary::{Comparison, SubjectSummary};
use super::tables::{self, Grid};
use crate::html::STYLE;
use crate::words::{escaped, plural};
use std::fmt::Write;

const HEAD: &str = r#"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Assay: strategies compared</title>
<style>
"#;

/// What the style of the report has no need of.
const OWN_STYLE: &str = "\
.page { padding: 20px 16px; }
h3 { margin: 18px 0 6px; }
.best { font-weight: 700; color: var(--covered); }
.key svg { width: 26px; height: 8px; margin-right: 6px; vertical-align: middle; }
";

pub fn page(comparison: &Comparison) -> String {
    let summary = comparison.summary();
    let mut html =
        format!("{HEAD}{STYLE}{OWN_STYLE}</style>\n</head>\n<body>\n<main class=\"page\">\n");
    html += "<h1>Strategies compared</h1>\n";
    html += &introduction(comparison);
    if let Some(together) = &summary.together {
        html += &format!("<h2>{}</h2>\n", heading(comparison, together));
        html += &boxed(&table(&tables::coverage(comparison, together)));
    }
    for subject in &summary.subjects {
        html += &section(comparison, subject);
    }
    html + "</main>\n</body>\n</html>\n"
}

fn introduction(comparison: &Comparison) -> String {
    let settings = &comparison.settings;
    let axis = comparison.marks.axis.name();
    let mut budget: Vec<String> = Vec::new();
    budget.extend(settings.iterations.map(|n| plural(n as usize, "iteration")));
    budget.extend(settings.seconds.map(|seconds| format!("{seconds} seconds")));
    let start =
        if settings.random_start { "random inputs, by the seed" } else { "all inputs zero" };
    let (done, asked) = (comparison.runs.len(), comparison.asked);
    let done = if done < asked {
        format!("<p class=\"note\">{done} of {asked} runs are done.</p>\n")
    } else {
        String::new()
    };
    format!(
        "<p>Means over the seeds of the objectives covered at so many {axis}. The best of each mark is \
         bold. <i>To N</i>: {axis} until N objectives are covered, of the runs that get there. \
         <i>p</i>: two-sided Mann-Whitney U test against the best strategy at the last mark. In the \
         plots, lines are means and areas reach from the worst run to the best.</p>\n\
         <p class=\"faint\">Assay {}; each run at most {}; started with {start}. In these figures, {}.</p>\n{done}",
        escaped(&settings.assay),
        budget.join(" or "),
        super::MEANING
    )
}

fn heading(comparison: &Comparison, subject: &SubjectSummary<'_>) -> String {
    let criteria = comparison.settings.criteria.join(", ");
    format!("{}: {} {criteria} objectives", escaped(subject.name), subject.objectives)
}

fn section(comparison: &Comparison, subject: &SubjectSummary<'_>) -> String {
    let mut html = format!("<h2>{}</h2>\n", heading(comparison, subject));
    for problem in tables::problems(subject) {
        let _ = writeln!(html, "<p class=\"note bad\">{}</p>", escaped(&problem));
    }
    html += &boxed(&table(&tables::coverage(comparison, subject)));
    for axis in [Axis::Iterations, Axis::Seconds] {
        let _ = writeln!(html, "<h3>Covered over {}</h3>", axis.name());
        let curves: Vec<_> = subject.rows.iter().map(|row| mean_curve(&row.runs, axis)).collect();
        html += &boxed(&(plot(&curves, axis) + &key(subject)));
    }
    html += "<h3>Effort of a run, on average</h3>\n";
    html += &boxed(&table(&tables::effort(subject)));
    html += "<h3>Each against each, at the last mark: p, and in brackets how likely a run of the row \
             covers more than one of the column</h3>\n";
    html + &boxed(&table(&tables::differences(subject)))
}

fn boxed(content: &str) -> String {
    format!("<div class=\"box\">\n{content}</div>\n")
}

fn key(subject: &SubjectSummary<'_>) -> String {
    let mut html = "<div class=\"key\">".to_string();
    for (n, row) in subject.rows.iter().enumerate() {
        let pen = pen(n);
        let _ = write!(
            html,
            "<span><svg viewBox=\"0 0 26 8\"><line x1=\"0\" x2=\"26\" y1=\"4\" y2=\"4\" stroke=\"{}\" \
             stroke-width=\"3\" stroke-dasharray=\"{}\"/></svg>{}</span>",
            pen.colour,
            pen.dash,
            escaped(row.strategy)
        );
    }
    html + "</div>\n"
}

fn table(grid: &Grid) -> String {
    let class = |column: usize| if column == 0 { "" } else { " class=\"number\"" };
    let mut html = "<table>\n<tr>".to_string();
    for (column, text) in grid.heading.iter().enumerate() {
        let _ = write!(html, "<th{}>{}</th>", class(column), escaped(text.trim_end()));
    }
    html += "</tr>\n";
    for row in &grid.rows {
        html += "<tr>";
        for (column, cell) in row.iter().enumerate() {
            let class = if cell.is_strong { " class=\"number best\"" } else { class(column) };
            let _ = write!(html, "<td{class}>{}</td>", escaped(cell.text.trim_end()));
        }
        html += "</tr>\n";
    }
    html + "</table>\n"
}

#[cfg(test)]
mod tests {
    use super::super::example::comparison;
    use super::*;

    #[test]
    fn the_page_holds_everything_and_loads_nothing() {
        let html = page(&comparison());
        assert_eq!(html.matches("class=\"chart\"").count(), 2 * 2, "two plots for each subject");
        assert!(html.contains("<td class=\"number best\">5.0*</td>"));
        assert!(html.contains("failed: signal 11"));
        assert!(html.contains("8 of 9 runs are done"));
        assert!(!html.contains("<script") && !html.contains("http://") && !html.contains("src="));
    }

    #[test]
    fn names_are_no_markup() {
        let mut comparison = comparison();
        comparison.settings.subjects[0].name = "<b onload=x>".into();
        let html = page(&comparison);
        assert!(!html.contains("<b ") && html.contains("&lt;b onload=x&gt;"));
    }
}
