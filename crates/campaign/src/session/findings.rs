//! Findings of a unit: which tests show them, and what confirms them.

use super::{Admitted, Session, place_of};
use crate::confirm::Confirmer;
use crate::event::Event;
use assay_base::Place;
use assay_language::Shown;
use assay_verdict::{Finding, FindingKind, Frame};
use std::time::Instant;

impl Session<'_> {
    fn tell_finding(&mut self, index: usize) {
        let (unit, finding) = (self.unit.name.as_str(), &self.unit.findings[index]);
        (self.tell)(Event::Finding { unit, finding });
    }

    pub(super) fn add_finding(
        &mut self,
        finding: &assay_engine::Finding,
        index: usize,
        confirmer: &mut Confirmer,
    ) {
        let Admitted { test, ended, .. } = &self.admitted[index];
        if self.known(&self.finding(finding, "")).is_some() {
            self.add_witness(finding, index, confirmer);
            return;
        }
        let mut finding = self.finding(finding, &test.case.id);
        let shown = confirmer.shows(&finding, *ended);
        finding.confirmed = shown == Shown::Yes;
        // What is only too long for the machine is no finding.
        if !finding.confirmed && finding.kind == FindingKind::Timeout {
            return;
        }
        if shown == Shown::AskDetector {
            confirmer.want_detector();
            self.asked.push_back((self.unit.findings.len(), test.case.clone()));
        }
        self.unit.findings.push(finding);
        self.shown_by.push(vec![index]);
        self.tell_finding(self.unit.findings.len() - 1);
    }

    /// Another test that shows a known finding, and may be kept instead of the first one.
    pub(super) fn add_witness(
        &mut self,
        finding: &assay_engine::Finding,
        index: usize,
        confirmer: &Confirmer,
    ) {
        let finding = self.finding(finding, "");
        if let Some(known) = self.known(&finding)
            && confirmer.shows(&finding, self.admitted[index].ended) == Shown::Yes
        {
            // A test that was not seen to show it is none for it any more.
            if !std::mem::replace(&mut self.unit.findings[known].confirmed, true) {
                self.unit.findings[known].test.clone_from(&self.admitted[index].test.case.id);
                self.shown_by[known].clear();
                self.tell_finding(known);
            }
            self.shown_by[known].push(index);
        }
    }

    /// The same finding, if there is one already.
    fn known(&self, finding: &Finding) -> Option<usize> {
        let place = |finding: &Finding| (finding.file.clone(), finding.line, finding.column);
        let is_same =
            |known: &Finding| known.kind == finding.kind && place(known) == place(finding);
        self.unit.findings.iter().position(is_same)
    }

    /// Puts the next question to the sanitizers, if they are ready for it until then; whether
    /// there was one.
    pub fn ask_detector(&mut self, confirmer: &mut Confirmer, until: Instant) -> bool {
        let Some((index, case)) = self.asked.front() else { return false };
        let finding = &mut self.unit.findings[*index];
        let Some(answer) = confirmer.detector_reports(finding.kind, case, until) else {
            return false;
        };
        finding.confirmed = answer;
        let index = *index;
        self.asked.pop_front();
        if answer {
            self.tell_finding(index);
        }
        true
    }

    fn finding(&self, finding: &assay_engine::Finding, test: &str) -> Finding {
        let (file, line, column) = place_of(&self.program, finding.place);
        let frame = |(function, place): &(assay_program::FuncId, Option<Place>)| {
            let (file, line, column) = place_of(&self.program, *place);
            let function = self.program.functions[*function].name.clone();
            Frame { function, file, line, column }
        };
        // The driver of a unit is nobody's code.
        let own = finding.stack.len() - usize::from(self.is_function);
        let stack = &finding.stack[..own.max(1).min(finding.stack.len())];
        Finding {
            kind: finding.kind,
            file,
            line,
            column,
            test: test.to_string(),
            confirmed: false,
            message: finding.message.clone(),
            needs_contract: finding.precondition.clone(),
            stack: stack.iter().map(frame).collect(),
        }
    }
}
