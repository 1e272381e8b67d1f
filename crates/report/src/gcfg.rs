//! The model of the bidirectional analysis for Graphviz: S-states are boxes, R-states ellipses,
//! frontier edges bold, as in the figures of the paper.

use assay_verdict::Gcfg;
use std::fmt::Write;

/// Characters of a condition that are shown.
const LONGEST: usize = 160;

pub fn dot(model: &Gcfg) -> String {
    let mut text = String::from(
        "digraph gcfg {\n  rankdir=TB;\n  node [fontname=\"sans-serif\", fontsize=10];\n",
    );
    // Writing into a string does not fail.
    let _ = writeln!(text, "  label=\"after {:.2} s\";", model.seconds);
    for state in &model.s_states {
        let label = format!("S {} {}\n{} paths", state.place, state.outcome, state.count);
        let _ = writeln!(text, "  s{} [shape=box, label={}];", state.edge, quoted(&label));
    }
    for state in &model.r_states {
        let label =
            format!("R {}, turn {}\n{}", state.place, state.turn, shortened(&state.condition));
        let _ = writeln!(text, "  r{} [shape=ellipse, label={}];", state.id, quoted(&label));
        if state.leads_to.is_empty() {
            let target = quoted(&state.target);
            let _ =
                writeln!(text, "  {target} [shape=doubleoctagon];\n  r{} -> {target};", state.id);
        }
        for next in &state.leads_to {
            let _ = writeln!(text, "  r{} -> r{next};", state.id);
        }
        for edge in &state.edges {
            if model.s_states.iter().any(|other| other.edge == *edge) {
                let _ = writeln!(text, "  s{edge} -> r{} [style=bold];", state.id);
            }
        }
    }
    text + "}\n"
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            '\n' => quoted += "\\n",
            other => quoted.push(other),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_verdict::{RState, SState};

    #[test]
    fn frontier_edges_are_bold_and_names_are_quoted() {
        let model = Gcfg {
            seconds: 0.5,
            s_states: vec![SState {
                edge: 3,
                place: "a \"b\".c:7".into(),
                outcome: "true".into(),
                count: 2,
            }],
            r_states: vec![
                RState { id: 0, target: "a.c:9 true".into(), edges: vec![5], ..RState::default() },
                RState { id: 1, edges: vec![3], leads_to: vec![0], ..RState::default() },
            ],
        };
        let dot = dot(&model);
        assert!(dot.contains("s3 -> r1 [style=bold];"));
        assert!(dot.contains("r1 -> r0;") && dot.contains("r0 -> \"a.c:9 true\";"));
        assert!(dot.contains("S a \\\"b\\\".c:7 true\\n2 paths"));
        assert!(!dot.contains("s5"));
    }
}
