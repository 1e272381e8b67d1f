//! Criteria: what a program's coverage consists of.
//!
//! A criterion turns a program into objectives, each with the edges whose taking reaches it. The
//! machine knows nothing of criteria: it reports edges, and [`Objectives::on_edge`] says what
//! that means. Objectives follow clang's coverage map, so that every figure can be checked with
//! `llvm-cov`.
//!
//! Adding a criterion is one file and one line in [`CRITERIA`].

pub mod branch;
mod label;

use assay_base::{Arena, Id, id};
use assay_program::{EdgeId, FuncId, Program};

id!(
    /// An objective of a unit, over all criteria asked for.
    ObjectiveId,
    "o"
);

/// One member of the open set of criteria.
pub struct Criterion {
    /// As on the command line and in ids of objectives.
    pub name: &'static str,
    pub describe: fn(&Source<'_>) -> Vec<Objective>,
}

/// All criteria this build knows.
pub const CRITERIA: &[Criterion] = &[branch::CRITERION];

/// What a criterion looks at.
pub struct Source<'a> {
    pub program: &'a Program,
    /// Functions whose code counts: with a body, of the user, each once.
    pub functions: &'a [FuncId],
    labels: &'a label::Labels,
}

impl Source<'_> {
    /// The function's name in ids: unique in the program, stable between runs.
    pub fn label(&self, function: FuncId) -> &str {
        self.labels.get(function)
    }
}

/// One thing a criterion wants, before anything is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objective {
    /// Unique and stable: criterion, function, index in clang's coverage map, outcome.
    pub id: String,
    pub criterion: &'static str,
    pub function: FuncId,
    pub file: String,
    /// 0 where unknown.
    pub line: u32,
    pub column: u32,
    pub outcome: String,
    /// Taking any of these reaches the objective; never empty.
    pub edges: Vec<EdgeId>,
}

/// The objectives of a unit.
#[derive(Clone, Debug, Default)]
pub struct Objectives {
    all: Arena<ObjectiveId, Objective>,
    by_edge: Vec<Vec<ObjectiveId>>,
}

impl Objectives {
    /// The objectives of `functions` under the criteria. Functions of libc models, of system
    /// headers and without a body have none.
    pub fn of(program: &Program, functions: &[FuncId], criteria: &[&Criterion]) -> Objectives {
        let labels = label::Labels::of(program);
        let functions: Vec<FuncId> = in_scope(program, functions);
        let source = Source { program, functions: &functions, labels: &labels };
        let mut objectives = Objectives::default();
        for criterion in criteria {
            for objective in (criterion.describe)(&source) {
                objectives.add(objective);
            }
        }
        objectives
    }

    fn add(&mut self, objective: Objective) {
        let id = self.all.next_id();
        for edge in &objective.edges {
            if self.by_edge.len() <= edge.index() {
                self.by_edge.resize_with(edge.index() + 1, Vec::new);
            }
            self.by_edge[edge.index()].push(id);
        }
        self.all.push(objective);
    }

    /// What is reached when this edge is taken.
    pub fn on_edge(&self, edge: EdgeId) -> &[ObjectiveId] {
        self.by_edge.get(edge.index()).map_or(&[], Vec::as_slice)
    }

    pub fn get(&self, id: ObjectiveId) -> &Objective {
        &self.all[id]
    }

    pub fn iter(&self) -> impl Iterator<Item = (ObjectiveId, &Objective)> {
        self.all.iter()
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}

/// The criterion of this name.
pub fn criterion_named(name: &str) -> Option<&'static Criterion> {
    CRITERIA.iter().find(|criterion| criterion.name == name)
}

fn in_scope(program: &Program, functions: &[FuncId]) -> Vec<FuncId> {
    let mut scope: Vec<FuncId> = functions
        .iter()
        .copied()
        .filter(|&id| {
            let function = &program.functions[id];
            let is_system = function.place.is_some_and(|place| program.files[place.file].is_system);
            function.body.is_some() && !function.is_model && !is_system
        })
        .collect();
    scope.sort_unstable();
    scope.dedup();
    scope
}
