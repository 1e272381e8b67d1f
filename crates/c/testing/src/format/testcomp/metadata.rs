//! `metadata.xml`: which program the tests are for, and who made them.

use super::escaped;
use crate::{SourceUnit, Subject};
use assay_output::digest;
use std::fmt::Write;
use std::time::{SystemTime, UNIX_EPOCH};

const DOCTYPE: &str = "<!DOCTYPE test-metadata PUBLIC \"+//IDN sosy-lab.org//DTD test-format \
                       test-metadata 1.1//EN\" \
                       \"https://sosy-lab.org/test-format/test-metadata-1.1.dtd\">";
const PRODUCER: &str = concat!("Assay ", env!("CARGO_PKG_VERSION"));
/// Branch coverage, in the words of Test-Comp.
const SPECIFICATION: &str = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )";

pub(super) fn text(subject: &Subject) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let files: Vec<String> = subject.sources.iter().map(path).collect();
    let fields = [
        ("sourcecodelang", "C"),
        ("producer", PRODUCER),
        ("specification", SPECIFICATION),
        ("programfile", &files.join(" ")),
        ("programhash", &hash(&subject.sources)),
        ("entryfunction", "main"),
        ("architecture", if subject.is_32_bit { "32bit" } else { "64bit" }),
        ("creationtime", &utc(now)),
    ];
    let mut text = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{DOCTYPE}\n");
    text += "<test-metadata>\n";
    for (name, value) in fields {
        let _ = writeln!(text, "  <{name}>{}</{name}>", escaped(value));
    }
    text + "</test-metadata>\n"
}

fn path(unit: &SourceUnit) -> String {
    unit.file.display().to_string()
}

/// Of all files, one after the other; of the file if there is one only.
fn hash(sources: &[SourceUnit]) -> String {
    // What cannot be read any more adds nothing.
    let content =
        |unit: &SourceUnit| std::fs::read(unit.folder.join(&unit.file)).unwrap_or_default();
    digest(&sources.iter().flat_map(content).collect::<Vec<u8>>())
}

/// Seconds since 1970 as `2026-03-01T12:00:00Z`.
fn utc(seconds: u64) -> String {
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = date(days);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

fn date(mut days: u64) -> (u64, u64, u64) {
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_become_dates() {
        assert_eq!(utc(0), "1970-01-01T00:00:00Z");
        assert_eq!(utc(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(utc(951_868_800), "2000-03-01T00:00:00Z");
        assert_eq!(utc(1_798_761_599), "2026-12-31T23:59:59Z");
    }
}
