//! Criteria: what a program's coverage consists of.
//!
//! A criterion turns a program into objectives, each with the rule by which edges reach it: any of
//! some edges, or two test vectors that form an independence pair. The machine knows nothing of
//! criteria: it reports edges, and [`Coverage`] says what they mean. Objectives follow what the
//! tool counts with which people measure programs of the language, so that every figure can be
//! checked.
//!
//! Adding a criterion is one file and one line in [`CRITERIA`].

pub mod branch;
pub mod condition;
mod coverage;
pub mod dataflow;
mod decision;
mod focus;
pub mod mcdc;
pub mod statement;

pub use coverage::{Coverage, Gain, Loss};
pub use decision::{Decision, DecisionCondition, DecisionId, Vector, VectorId, Vectors};
pub use focus::Focus;

use assay_base::{Arena, Id, id};
use assay_program::observable::Extent;
use assay_program::{EdgeId, EdgeRuns, FuncId, Program};

id!(
    /// An objective of a unit, over all criteria asked for.
    ObjectiveId,
    "o"
);

/// One member of the open set of criteria.
pub struct Criterion {
    /// As on the command line and in ids of objectives.
    pub name: &'static str,
    pub describe: fn(&Source<'_>, &mut Objectives),
    /// What must be observed for it besides branches.
    pub needs: Needs,
}

/// What a run observes besides branches.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// The decisions and their test vectors.
    pub decisions: bool,
    /// Which code was executed.
    pub code: bool,
    /// Which definitions the uses of variables have seen.
    pub flow: bool,
    /// Of that, what is wider than usual: between functions, fields and arrays.
    pub is_wide: bool,
}

impl Needs {
    /// What the criteria of these names need together.
    pub fn of(names: &[String]) -> Needs {
        let criteria = names.iter().filter_map(|name| criterion_named(name));
        criteria.fold(Needs::default(), |sum, criterion| Needs {
            decisions: sum.decisions || criterion.needs.decisions,
            code: sum.code || criterion.needs.code,
            flow: sum.flow || criterion.needs.flow,
            is_wide: sum.is_wide || criterion.needs.is_wide,
        })
    }
}

/// All criteria this build knows.
pub const CRITERIA: &[Criterion] = &[
    statement::CRITERION,
    branch::CRITERION,
    condition::CRITERION,
    mcdc::CRITERION,
    dataflow::CRITERION,
];

/// What a criterion looks at.
pub struct Source<'a> {
    pub program: &'a Program,
    /// Functions whose code counts: with a body, of the user, each once.
    pub functions: &'a [FuncId],
}

impl Source<'_> {
    /// The function's name in ids: unique in the program, stable between runs.
    pub fn label(&self, function: FuncId) -> &str {
        self.program.functions[function].stable_name()
    }

    /// Whether this is code of the user.
    fn is_own(&self, extent: Extent) -> bool {
        !self.program.files[extent.file].is_system
    }

    fn file(&self, extent: Extent) -> String {
        self.program.files[extent.file].name.clone()
    }
}

/// One thing a criterion wants, before anything is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objective {
    /// Unique and stable: criterion, function, number of the observable, outcome.
    pub id: String,
    pub criterion: &'static str,
    pub function: FuncId,
    pub file: String,
    /// 0 where unknown.
    pub line: u32,
    pub column: u32,
    /// The lines whose change concerns it.
    pub lines: (u32, u32),
    pub outcome: String,
    pub rule: Rule,
    /// Of a def-use pair; its own place is that of the use.
    pub flow: Option<Flow>,
}

/// The definition of a def-use pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flow {
    pub variable: String,
    /// The number of the definition among those of the variable.
    pub number: u32,
    /// `assignment`, `parameter` or `initial`.
    pub kind: &'static str,
    /// `None` for what a global starts with.
    pub function: Option<FuncId>,
    pub file: String,
    pub line: u32,
    pub column: u32,
    /// The use is in a predicate.
    pub is_predicate: bool,
    /// Definition and use are in one block of code.
    pub is_in_one_block: bool,
}

/// When an objective is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// When any of these edges is taken; never empty.
    Any(EdgeRuns),
    /// When two test vectors of the decision are an independence pair of the condition.
    Independence { decision: DecisionId, condition: usize },
}

/// What an edge is good for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Reaches(ObjectiveId),
    Vector(VectorId),
    /// It is an outcome of a condition.
    Condition {
        decision: DecisionId,
        condition: usize,
        value: bool,
    },
}

/// The objectives of a unit.
#[derive(Clone, Debug, Default)]
pub struct Objectives {
    all: Arena<ObjectiveId, Objective>,
    decisions: Arena<DecisionId, Decision>,
    /// What edges are good for that agree but for so many of the lowest bits of their ids, by the
    /// rest of the ids. So what thousands of edges reach is noted in a few places.
    roles: Vec<Vec<Vec<Role>>>,
    /// All there is, if `None`.
    focus: Option<Focus>,
}

impl Objectives {
    /// The objectives of `functions` under the criteria, as far as they concern the focus.
    /// Functions of models of the library, of system headers and without a body have none.
    pub fn of(
        program: &Program,
        functions: &[FuncId],
        criteria: &[&Criterion],
        focus: Option<Focus>,
    ) -> Objectives {
        let functions: Vec<FuncId> = in_scope(program, functions);
        let source = Source { program, functions: &functions };
        let mut objectives = Objectives { focus, ..Objectives::default() };
        for criterion in criteria {
            (criterion.describe)(&source, &mut objectives);
        }
        objectives
    }

    /// Adds an objective, unless it is out of focus.
    pub(crate) fn add(&mut self, objective: Objective) {
        let (from, to) = objective.lines;
        if self.focus.as_ref().is_some_and(|focus| !focus.contains(&objective.file, from, to)) {
            return;
        }
        let id = self.all.next_id();
        if let Rule::Any(edges) = &objective.rule {
            self.add_role(edges, Role::Reaches(id));
        }
        self.all.push(objective);
    }

    /// Adds a decision; its objectives come after it.
    pub(crate) fn add_decision(&mut self, decision: Decision) -> DecisionId {
        let id = self.decisions.next_id();
        for number in 0..decision.vectors.len() as u32 {
            let edges = decision.edges(number).collect();
            self.add_role(&edges, Role::Vector(VectorId { decision: id, number }));
        }
        for (condition, of) in decision.conditions.iter().enumerate() {
            for (value, edges) in [(true, &of.true_edges), (false, &of.false_edges)] {
                self.add_role(edges, Role::Condition { decision: id, condition, value });
            }
        }
        self.decisions.push(decision)
    }

    fn add_role(&mut self, edges: &EdgeRuns, role: Role) {
        for (bits, rest) in edges.aligned() {
            let bits = bits as usize;
            if self.roles.len() <= bits {
                self.roles.resize_with(bits + 1, Vec::new);
            }
            if self.roles[bits].len() <= rest {
                self.roles[bits].resize_with(rest + 1, Vec::new);
            }
            self.roles[bits][rest].push(role);
        }
    }

    pub(crate) fn roles(&self, edge: EdgeId) -> impl Iterator<Item = &Role> {
        let by_bits = self.roles.iter().enumerate();
        by_bits.filter_map(move |(bits, of)| of.get(edge.index() >> bits)).flatten()
    }

    /// What is reached when this edge is taken, whatever else was.
    pub fn on_edge(&self, edge: EdgeId) -> impl Iterator<Item = ObjectiveId> {
        self.roles(edge).filter_map(|role| match role {
            Role::Reaches(objective) => Some(*objective),
            Role::Vector(..) | Role::Condition { .. } => None,
        })
    }

    /// The test vector that is shown when this edge is taken.
    pub fn vector(&self, edge: EdgeId) -> Option<VectorId> {
        self.roles(edge).find_map(|role| match role {
            Role::Vector(vector) => Some(*vector),
            Role::Reaches(_) | Role::Condition { .. } => None,
        })
    }

    pub fn get(&self, id: ObjectiveId) -> &Objective {
        &self.all[id]
    }

    pub fn iter(&self) -> impl Iterator<Item = (ObjectiveId, &Objective)> {
        self.all.iter()
    }

    /// The edges of which an objective needs one, or two.
    pub fn edges_of(&self, id: ObjectiveId) -> EdgeRuns {
        match &self.all[id].rule {
            Rule::Any(edges) => edges.clone(),
            Rule::Independence { decision, condition } => {
                let decision = &self.decisions[*decision];
                let matters =
                    |number: &u32| decision.vectors[*number as usize].pivotal >> condition & 1 == 1;
                let numbers = (0..decision.vectors.len() as u32).filter(matters);
                numbers.flat_map(|number| decision.edges(number).collect::<Vec<_>>()).collect()
            }
        }
    }

    /// The edges of all these.
    pub fn edges_of_all(&self, ids: impl IntoIterator<Item = ObjectiveId>) -> EdgeRuns {
        let sets: Vec<EdgeRuns> = ids.into_iter().map(|id| self.edges_of(id)).collect();
        EdgeRuns::union(&sets)
    }

    /// Whether an objective cannot be reached if none of these edges can be taken.
    pub fn is_impossible(&self, id: ObjectiveId, never: &dyn Fn(EdgeId) -> bool) -> bool {
        match &self.all[id].rule {
            Rule::Any(edges) => edges.iter().all(never),
            Rule::Independence { decision, condition } => {
                let decision = &self.decisions[*decision];
                let is_possible = |number: &u32| {
                    decision.vectors[*number as usize].pivotal >> condition & 1 == 1
                        && decision.edges(*number).any(|edge| !never(edge))
                };
                let possible: Vec<u32> =
                    (0..decision.vectors.len() as u32).filter(is_possible).collect();
                let vector = |number: u32| decision.vectors[number as usize];
                possible.iter().enumerate().all(|(index, &one)| {
                    let others = &possible[index + 1..];
                    others.iter().all(|&other| vector(one).pair(vector(other)) != Some(*condition))
                })
            }
        }
    }

    pub fn decision(&self, id: DecisionId) -> &Decision {
        &self.decisions[id]
    }

    /// Whether that tool can tell of the objective: not of decisions that it leaves out, and not of
    /// data flow.
    pub fn is_counted(&self, id: ObjectiveId) -> bool {
        match self.all[id].rule {
            Rule::Any(_) => self.all[id].flow.is_none(),
            Rule::Independence { decision, .. } => !self.decisions[decision].is_left_out,
        }
    }

    pub fn decision_ids(&self) -> impl Iterator<Item = DecisionId> {
        self.decisions.ids()
    }

    pub fn decisions(&self) -> impl Iterator<Item = &Decision> {
        self.decisions.values()
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
