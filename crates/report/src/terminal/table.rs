//! A table of text: the first two columns are names and start at the left, the others are
//! numbers and end at the right.

const NAME_COLUMNS: usize = 2;

pub(super) struct Table {
    heading: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(super) fn new(heading: &[&str]) -> Table {
        Table { heading: heading.iter().map(ToString::to_string).collect(), rows: Vec::new() }
    }

    pub(super) fn row(&mut self, cells: Vec<String>) {
        debug_assert_eq!(cells.len(), self.heading.len());
        self.rows.push(cells);
    }

    /// Lines of text, the heading's passed through `emphasise`; empty without rows.
    pub(super) fn render(&self, emphasise: impl Fn(&str) -> String) -> String {
        if self.rows.is_empty() {
            return String::new();
        }
        let widths = self.widths();
        let mut text = emphasise(&line(&self.heading, &widths)) + "\n";
        for row in &self.rows {
            text += &line(row, &widths);
            text.push('\n');
        }
        text
    }

    fn widths(&self) -> Vec<usize> {
        let width = |column: usize| {
            let cells = self.rows.iter().chain([&self.heading]);
            cells.map(|row| row[column].chars().count()).max().unwrap_or(0)
        };
        (0..self.heading.len()).map(width).collect()
    }
}

fn line(cells: &[String], widths: &[usize]) -> String {
    let padded = cells.iter().zip(widths).enumerate().map(|(column, (cell, &width))| {
        if column < NAME_COLUMNS { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
    });
    padded.collect::<Vec<_>>().join("  ")
}
