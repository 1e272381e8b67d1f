//! `report.html`: one file that opens offline, from anywhere.
//!
//! The facts go into the page as one JSON text ([`page::Page`]), and the scripts beside this file
//! make the page of it in the browser. Nothing that the tested program contains ever becomes
//! markup: in the file every `<` of the JSON is an escape, so that nothing ends the script element
//! early, and the scripts only ever set text. The page's own policy forbids it to load anything.
//!
//! Files with many lines stay usable because a line becomes an element only when it comes into
//! view; see `source.js`.

mod growth;
mod page;

use assay_verdict::Report;
use page::Page;
use std::path::Path;

pub const FILE_NAME: &str = "report.html";

const FRAME: &str = include_str!("html/page.html");
pub(crate) const STYLE: &str = include_str!("html/style.css");
/// In the order in which they use each other.
const SCRIPTS: [&str; 10] = [
    include_str!("html/elements.js"),
    include_str!("html/facts.js"),
    include_str!("html/panel.js"),
    include_str!("html/chart.js"),
    include_str!("html/frontier.js"),
    include_str!("html/overview.js"),
    include_str!("html/source.js"),
    include_str!("html/arrows.js"),
    include_str!("html/lists.js"),
    include_str!("html/main.js"),
];

/// The page; `out` is the output folder, whose tests it quotes.
pub fn render(report: &Report, out: &Path) -> serde_json::Result<String> {
    let facts = serde_json::to_string(&Page::of(report, out))?.replace('<', "\\u003c");
    let mut page = String::with_capacity(facts.len() + STYLE.len() + 64 * 1024);
    let mut rest = FRAME;
    for (mark, content) in [("{{style}}", STYLE), ("{{facts}}", &facts), ("{{scripts}}", "")] {
        let (before, after) = rest.split_once(mark).unwrap_or((rest, ""));
        page += before;
        page += content;
        rest = after;
    }
    SCRIPTS.iter().for_each(|script| page += script);
    page += rest;
    Ok(page)
}
