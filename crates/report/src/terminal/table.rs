//! A table of text: the first columns are names and start at the left, the others are numbers and
//! end at the right.

pub(crate) struct Table {
    names: usize,
    heading: Vec<String>,
    rows: Vec<Vec<Cell>>,
}

/// What stands in a row; a strong cell catches the eye.
pub(crate) struct Cell {
    pub text: String,
    pub is_strong: bool,
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell { text, is_strong: false }
    }
}

impl Table {
    /// The first `names` columns are names.
    pub(crate) fn new<T: ToString>(names: usize, heading: &[T]) -> Table {
        let heading = heading.iter().map(ToString::to_string).collect();
        Table { names, heading, rows: Vec::new() }
    }

    pub(crate) fn row<C: Into<Cell>>(&mut self, cells: Vec<C>) {
        debug_assert_eq!(cells.len(), self.heading.len());
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// Lines of text, the heading and strong cells passed through `emphasise`; empty without rows.
    pub(crate) fn render(&self, emphasise: impl Fn(&str) -> String) -> String {
        if self.rows.is_empty() {
            return String::new();
        }
        let widths = self.widths();
        let heading: Vec<String> =
            self.heading.iter().enumerate().map(|(at, text)| self.pad(at, text, &widths)).collect();
        let mut text = emphasise(&heading.join("  ")) + "\n";
        for row in &self.rows {
            let cells = row.iter().enumerate().map(|(at, cell)| {
                let padded = self.pad(at, &cell.text, &widths);
                if cell.is_strong { emphasise(&padded) } else { padded }
            });
            text += cells.collect::<Vec<_>>().join("  ").trim_end();
            text.push('\n');
        }
        text
    }

    fn widths(&self) -> Vec<usize> {
        let width = |column: usize| {
            let cells = self.rows.iter().map(|row| &row[column].text);
            cells.chain([&self.heading[column]]).map(|text| text.chars().count()).max().unwrap_or(0)
        };
        (0..self.heading.len()).map(width).collect()
    }

    fn pad(&self, column: usize, text: &str, widths: &[usize]) -> String {
        let width = widths[column];
        if column < self.names { format!("{text:<width$}") } else { format!("{text:>width$}") }
    }
}
