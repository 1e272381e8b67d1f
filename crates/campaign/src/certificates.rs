//! The certificates of a unit: which edges are proved to be never taken, and the files that say so.

use assay_criteria::{ObjectiveId, Objectives};
use assay_output::Folder;
use assay_program::{EdgeId, EdgeRuns};
use assay_prove::{Certificate, Facts};
use assay_verdict::Scope;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Below the output folder.
pub const FOLDER: &str = "proofs";

/// How the names of certificates begin.
const SCRIPT: &str = "proof";

/// The proofs of a unit, and their files.
pub struct Proofs {
    folder: Folder,
    pub edges: BTreeMap<EdgeId, Proof>,
    scripts: Vec<String>,
    /// The facts that scripts rest on, by their numbers.
    pub facts: Vec<(usize, Facts)>,
    /// What scripts take for granted of the library, by their numbers.
    assumptions: BTreeMap<usize, BTreeSet<Arc<str>>>,
    names: BTreeSet<String>,
    /// Something was added that nobody has looked at.
    pub has_news: bool,
}

/// That an edge is never taken.
pub struct Proof {
    extent: Extent,
    /// The number of the script with its checks.
    script: usize,
    facts: Vec<String>,
}

/// What a proof is about; what comes later holds for more.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Extent {
    /// Runs that pass no more heads of loops than the user said.
    SomeTurns,
    /// The paths of inputs of the sizes that the run has tried.
    AllPaths,
    AllInputs,
}

impl Extent {
    pub fn scope(self) -> Scope {
        match self {
            Extent::AllInputs => Scope::AllInputs,
            Extent::AllPaths | Extent::SomeTurns => Scope::Bounded,
        }
    }

    /// As the head of a certificate says it.
    fn said(self) -> String {
        match self {
            Extent::AllInputs => [FOR_ALL_INPUTS, ASSUMED].concat(),
            Extent::AllPaths => ON_ALL_PATHS.to_string(),
            Extent::SomeTurns => [FOR_SOME_TURNS, ASSUMED].concat(),
        }
    }
}

/// How what is proved of an objective begins: for all inputs, and within bounds.
pub const CLAIMS: [&str; 2] = ["No input", "Within the bounds of this run, no input"];

const CHECKS: &str = "\
; Every (check-sat) must be answered with unsat, by any solver of bit-vectors.
";
const FOR_ALL_INPUTS: &str = "\
; The proof holds for all inputs of any size.
";
const FOR_SOME_TURNS: &str = "\
; The proof holds for all inputs of any size, but only for runs that pass no more heads of loops than it says.
";
const ASSUMED: &str = "\
; The program has done nothing undefined before. A function that is defined nowhere returns anything, writes only what
; its arguments lead to, and does not call back. Memory that was never set holds anything.
";
const ON_ALL_PATHS: &str = "\
; The proof holds within the bounds of this run only: the lengths of arrays and strings, the depth of pointers, and the
; sizes of arguments and files that it was given. The conditions of the paths are those that Assay's machine found.
; A path ends where the program does something undefined; what the control flow may come to from there, because the
; real program goes on, is not claimed. Memory that was never set holds anything.
";
const LOGIC: &str = "(set-logic QF_BV)\n";

impl Proofs {
    /// None yet, with the folder for them.
    pub fn new(folder: Folder) -> Proofs {
        Proofs {
            folder,
            edges: BTreeMap::new(),
            scripts: Vec::new(),
            assumptions: BTreeMap::new(),
            facts: Vec::new(),
            names: BTreeSet::new(),
            has_news: false,
        }
    }

    /// There is a certificate from before, which no other may take the place of.
    pub fn keep(&mut self, certificate: &str) {
        let name = certificate.rsplit('/').next().unwrap_or(certificate);
        self.names.insert(name.to_string());
    }

    /// One that holds for more replaces one that holds for less.
    pub fn add(&mut self, extent: Extent, certificate: Certificate) {
        let script = self.scripts.len();
        self.facts.extend(certificate.facts.map(|facts| (script, facts)));
        for (edge, facts) in certificate.edges {
            let known = self.edges.get(&edge).map(|proof| proof.extent);
            if known.is_none_or(|known| known < extent) {
                self.edges.insert(edge, Proof { extent, script, facts });
            }
        }
        self.scripts.push(certificate.script);
        self.has_news = true;
    }

    /// What was added last rests on these functions having answered as their models do.
    pub fn assume(&mut self, functions: BTreeSet<Arc<str>>) {
        self.assumptions.insert(self.scripts.len().saturating_sub(1), functions);
    }

    /// The functions that the proofs against these edges rest on.
    pub fn assumed(&self, edges: &EdgeRuns) -> Vec<String> {
        let proofs = edges.iter().filter_map(|edge| self.edges.get(&edge));
        let assumed = proofs.filter_map(|proof| self.assumptions.get(&proof.script)).flatten();
        let assumed: BTreeSet<&Arc<str>> = assumed.collect();
        assumed.into_iter().map(|function| function.to_string()).collect()
    }

    /// Takes a script back, and all that it says.
    pub fn remove(&mut self, script: usize) -> BTreeSet<EdgeId> {
        let of_script = self.edges.iter().filter(|(_, proof)| proof.script == script);
        let edges: BTreeSet<EdgeId> = of_script.map(|(edge, _)| *edge).collect();
        self.edges.retain(|edge, _| !edges.contains(edge));
        edges
    }

    /// For which inputs it is known that these edges are never taken.
    pub fn scope(&self, edges: &EdgeRuns) -> Scope {
        let extents = self.extents(edges).into_iter();
        extents.map(Extent::scope).fold(Scope::AllInputs, Scope::and)
    }

    fn extents(&self, edges: &EdgeRuns) -> BTreeSet<Extent> {
        let proofs = edges.iter().filter_map(|edge| self.edges.get(&edge));
        proofs.map(|proof| proof.extent).collect()
    }

    /// Writes the certificates of these objectives, one for all that were proved together; the name
    /// of each.
    pub fn write(
        &mut self,
        objectives: &Objectives,
        proved: &[ObjectiveId],
    ) -> std::io::Result<Vec<String>> {
        let mut together: BTreeMap<Vec<usize>, Vec<ObjectiveId>> = BTreeMap::new();
        for &id in proved {
            let edges = objectives.edges_of(id);
            let mut scripts: Vec<usize> = edges
                .iter()
                .filter_map(|edge| self.edges.get(&edge))
                .map(|proof| proof.script)
                .collect();
            scripts.sort_unstable();
            scripts.dedup();
            together.entry(scripts).or_default().push(id);
        }
        let mut names = BTreeMap::new();
        for (scripts, ids) in together {
            let mut text = String::new();
            ids.iter().for_each(|&id| text += &self.about(objectives, id));
            let edges = objectives.edges_of_all(ids.iter().copied());
            text += CHECKS;
            self.extents(&edges).into_iter().for_each(|extent| text += &extent.said());
            text += &self.said_of_library(&edges);
            text += LOGIC;
            scripts.iter().for_each(|&script| text += &self.scripts[script]);
            let name = self.name_for(SCRIPT);
            self.folder.write(&name, &text)?;
            names.extend(ids.into_iter().map(|id| (id, name.clone())));
        }
        Ok(proved.iter().filter_map(|id| names.remove(id)).collect())
    }

    fn said_of_library(&self, edges: &EdgeRuns) -> String {
        let assumed = self.assumed(edges);
        if assumed.is_empty() {
            return String::new();
        }
        format!(
            "; It is assumed that these answer as in Assay's model of the library: {}\n",
            assumed.join(", ")
        )
    }

    /// What is proved of an objective and why, as comments.
    fn about(&self, objectives: &Objectives, id: ObjectiveId) -> String {
        let of = objectives.get(id);
        let edges = objectives.edges_of(id);
        let proofs: Vec<(EdgeId, &Proof)> =
            edges.iter().filter_map(|edge| Some((edge, self.edges.get(&edge)?))).collect();
        let named: Vec<String> = proofs.iter().map(|(edge, _)| edge.to_string()).collect();
        let which = match self.scope(&edges) {
            Scope::AllInputs => CLAIMS[0],
            Scope::Bounded => CLAIMS[1],
        };
        let mut text = format!(
            "; {which} reaches {} ({}:{}:{}, {}), that is: takes {}\n",
            of.id,
            of.file,
            of.line,
            of.column,
            of.outcome,
            named.join(", ")
        );
        let mut facts: Vec<&str> =
            proofs.iter().flat_map(|(_, proof)| &proof.facts).map(String::as_str).collect();
        facts.sort_unstable();
        facts.dedup();
        if facts.is_empty() {
            facts.push("the conditions on all ways to it contradict each other");
        }
        for fact in facts {
            text += &format!("; {} because: {fact}\n", of.id);
        }
        text
    }

    fn name_for(&mut self, id: &str) -> String {
        let base = file_name(id);
        let names = (0..).map(|number| match number {
            0 => format!("{base}.smt2"),
            _ => format!("{base}-{number}.smt2"),
        });
        let mut free = names.filter(|name| !self.names.contains(name));
        let name = free.next().unwrap_or_default();
        self.names.insert(name.clone());
        name
    }
}

/// A name of something as that of a file.
pub fn file_name(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "_.".contains(c) { c } else { '-' };
    name.chars().map(plain).collect()
}
