//! The code of interest: only what concerns it is an objective, the rest counts as covered.

use std::collections::BTreeMap;

/// Lines of files, by the names that the program has for them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Focus {
    lines: BTreeMap<String, Vec<(u32, u32)>>,
}

impl Focus {
    /// Adds the lines from the first to the last, both included.
    pub fn add(&mut self, file: &str, first: u32, last: u32) {
        self.lines.entry(file.to_string()).or_default().push((first, last));
    }

    /// Whether some of these lines are among those of interest.
    pub fn contains(&self, file: &str, first: u32, last: u32) -> bool {
        let ranges = self.lines.get(file).map_or(&[][..], Vec::as_slice);
        ranges.iter().any(|&(from, to)| first <= to && from <= last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_overlap_are_of_interest() {
        let mut focus = Focus::default();
        focus.add("a.c", 10, 12);
        focus.add("a.c", 20, 20);
        assert!(focus.contains("a.c", 1, 10));
        assert!(focus.contains("a.c", 11, 11));
        assert!(focus.contains("a.c", 15, 25));
        assert!(!focus.contains("a.c", 13, 19));
        assert!(!focus.contains("b.c", 10, 12));
    }
}
