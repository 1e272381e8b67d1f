//! Objectives and their verdicts.

use serde::{Deserialize, Serialize};

/// One thing a criterion wants. In `report.json` the fields of the verdict stand beside the
/// others, those of other verdicts as `null`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "FlatObjective", try_from = "FlatObjective")]
pub struct Objective {
    /// Unique and stable: criterion, function, index in clang's coverage map, outcome.
    pub id: String,
    pub criterion: String,
    pub function: String,
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub outcome: String,
    pub verdict: Verdict,
    pub judged_by: Judge,
    /// It is in the code that the unit is about: the function under test, or the whole program. Not
    /// of what a function calls.
    pub is_own: bool,
    /// Of a def-use pair.
    pub dataflow: Option<Flow>,
}

/// What a use sees: the variable and its definition. The use is at the place of the objective.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flow {
    pub variable: String,
    /// The number of the definition among those of the variable, by which proofs name it.
    #[serde(default)]
    pub number: u32,
    /// `assignment`, `parameter`, or `initial` for what a global starts with.
    pub kind: String,
    /// The function of the definition; empty for what a global starts with.
    pub function: String,
    pub file: String,
    pub line: u32,
    pub column: u32,
    /// Whether the use is in a predicate, so that the outcome is that of the predicate.
    pub is_predicate: bool,
    /// Whether both are in one block of code, between two places where it branches or joins.
    #[serde(default)]
    pub is_in_one_block: bool,
}

/// Who can say of a folder of tests that it covers the objective.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Judge {
    /// The tool with which people measure programs of the language says the same.
    #[default]
    Peer,
    /// Only Assay: that tool knows nothing of the objective.
    Assay,
}

impl Judge {
    /// Only what is not the rule is written down.
    pub fn is_peer(&self) -> bool {
        *self == Judge::Peer
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The test with this id reaches it; where it takes two tests, with the other one.
    Covered {
        test: String,
        partner: Option<String>,
        /// Only runs reach it that do something undefined: before, or after it.
        is_faulty: bool,
    },
    /// No input in the scope reaches it; the certificate is a path below the output folder.
    Infeasible {
        scope: Scope,
        certificate: String,
        /// Functions of the library that are taken to answer as Assay's model of them does, though
        /// the system may answer otherwise.
        assumes: Vec<String>,
    },
    Unknown {
        reason: String,
    },
}

impl Objective {
    /// Whether it takes two tests. They may be of two units, so that proofs of all units, each of
    /// which speaks of its own tests, are none for all of them together.
    pub fn takes_a_pair(&self) -> bool {
        self.criterion == "mcdc"
    }

    /// The outcome, with the criterion where that is not branch coverage.
    pub fn named_outcome(&self) -> String {
        named_outcome(&self.criterion, &self.outcome)
    }
}

/// The same for an objective that has no verdict yet.
pub fn named_outcome(criterion: &str, outcome: &str) -> String {
    match criterion {
        "branch" => outcome.to_string(),
        "statement" => "statement".to_string(),
        criterion => format!("{criterion} {outcome}"),
    }
}

impl Verdict {
    /// Covered by this one test.
    pub fn by(test: impl Into<String>) -> Verdict {
        Verdict::Covered { test: test.into(), partner: None, is_faulty: false }
    }

    /// Infeasible, whatever the outside world does.
    pub fn infeasible(scope: Scope, certificate: impl Into<String>) -> Verdict {
        Verdict::Infeasible { scope, certificate: certificate.into(), assumes: Vec::new() }
    }
}

/// For which inputs a proof holds.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    AllInputs,
    /// Those within the bounds of the run: lengths of arrays and strings, depth of pointers, sizes
    /// of arguments and files.
    Bounded,
}

impl Scope {
    /// For which inputs two proofs hold together.
    pub fn and(self, other: Scope) -> Scope {
        match (self, other) {
            (Scope::AllInputs, Scope::AllInputs) => Scope::AllInputs,
            _ => Scope::Bounded,
        }
    }
}

#[derive(Serialize, Deserialize)]
struct FlatObjective {
    id: String,
    criterion: String,
    #[serde(default)]
    function: String,
    file: String,
    line: u32,
    column: u32,
    outcome: String,
    verdict: VerdictName,
    scope: Option<Scope>,
    certificate: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    assumes: Vec<String>,
    reason: Option<String>,
    test: Option<String>,
    /// Both, where it takes two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tests: Option<[String; 2]>,
    /// Only runs with undefined behaviour reach it.
    #[serde(default, skip_serializing_if = "is_false")]
    faulty_runs_only: bool,
    #[serde(default, skip_serializing_if = "Judge::is_peer")]
    judged_by: Judge,
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    own: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dataflow: Option<Flow>,
}

fn yes() -> bool {
    true
}

fn is_true(flag: &bool) -> bool {
    *flag
}

/// Only what is not the rule is written down.
fn is_false(flag: &bool) -> bool {
    !flag
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum VerdictName {
    Covered,
    Infeasible,
    Unknown,
}

impl From<Objective> for FlatObjective {
    fn from(objective: Objective) -> FlatObjective {
        let (mut scope, mut certificate, mut reason) = (None, None, None);
        let (mut test, mut tests, mut assumes) = (None, None, Vec::new());
        let mut faulty_runs_only = false;
        let verdict = match objective.verdict {
            Verdict::Covered { test: id, partner, is_faulty } => {
                faulty_runs_only = is_faulty;
                tests = partner.map(|partner| [partner, id.clone()]);
                test = Some(id);
                VerdictName::Covered
            }
            Verdict::Infeasible { scope: inputs, certificate: path, assumes: functions } => {
                scope = Some(inputs);
                certificate = Some(path);
                assumes = functions;
                VerdictName::Infeasible
            }
            Verdict::Unknown { reason: why } => {
                reason = Some(why);
                VerdictName::Unknown
            }
        };
        FlatObjective {
            id: objective.id,
            criterion: objective.criterion,
            function: objective.function,
            file: objective.file,
            line: objective.line,
            column: objective.column,
            outcome: objective.outcome,
            verdict,
            scope,
            certificate,
            assumes,
            reason,
            test,
            tests,
            faulty_runs_only,
            judged_by: objective.judged_by,
            own: objective.is_own,
            dataflow: objective.dataflow,
        }
    }
}

impl TryFrom<FlatObjective> for Objective {
    type Error = String;

    fn try_from(flat: FlatObjective) -> Result<Objective, String> {
        let missing = |key: &str| format!("objective {} lacks `{key}` for its verdict", flat.id);
        let verdict = match flat.verdict {
            VerdictName::Covered => Verdict::Covered {
                test: flat.test.ok_or_else(|| missing("test"))?,
                partner: flat.tests.map(|[partner, _]| partner),
                is_faulty: flat.faulty_runs_only,
            },
            VerdictName::Infeasible => Verdict::Infeasible {
                scope: flat.scope.ok_or_else(|| missing("scope"))?,
                certificate: flat.certificate.ok_or_else(|| missing("certificate"))?,
                assumes: flat.assumes,
            },
            VerdictName::Unknown => {
                Verdict::Unknown { reason: flat.reason.ok_or_else(|| missing("reason"))? }
            }
        };
        Ok(Objective {
            id: flat.id,
            criterion: flat.criterion,
            function: flat.function,
            file: flat.file,
            line: flat.line,
            column: flat.column,
            outcome: flat.outcome,
            verdict,
            judged_by: flat.judged_by,
            is_own: flat.own,
            dataflow: flat.dataflow,
        })
    }
}
