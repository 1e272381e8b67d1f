//! The `//!` lines at the head of a program, and the marks in its text. The README of the corpus
//! says what they mean.

use crate::truth::Truth;
use std::collections::BTreeMap;

/// What a program promises; `None` and empty where it promises nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expectation {
    pub flags: Vec<String>,
    /// Of `assay cover`.
    pub options: Vec<String>,
    /// Options and flags of further runs, beside those above.
    again: Vec<[Vec<String>; 2]>,
    pub entry: Option<String>,
    pub run: Option<RunExpectation>,
    pub branches: Option<Counts>,
    /// Of other criteria, by their names.
    pub others: BTreeMap<String, Counts>,
    pub paths: Option<u64>,
    /// Kind and line, in this order.
    pub findings: Vec<(String, u32)>,
    /// Kind, line and the condition that would exclude it.
    pub contracts: Vec<(String, u32, String)>,
    /// Of the unit's own code.
    pub own: Option<Counts>,
    pub truth: Truth,
    explicitly_clean: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunExpectation {
    pub exit: i32,
    pub output: Vec<String>,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub covered: u64,
    pub total: u64,
}

impl Expectation {
    pub fn parse(text: &str) -> Result<Expectation, String> {
        let mut head = Head::default();
        head.expectation.truth = Truth::parse(text)?;
        for line in text.lines().take_while(|line| line.starts_with("//!")) {
            head.add(line).map_err(|problem| format!("{problem} in `{line}`"))?;
        }
        head.expectation()
    }

    /// The same promises for each run.
    pub fn runs(&self) -> Vec<Expectation> {
        let mut runs = vec![self.clone()];
        for [options, flags] in &self.again {
            let mut run = self.clone();
            run.options.extend(options.iter().cloned());
            run.flags.extend(flags.iter().cloned());
            runs.push(run);
        }
        runs
    }

    /// Whether the program is to be explored, not only run.
    pub fn is_explored(&self) -> bool {
        self.branches.is_some()
            || !self.others.is_empty()
            || self.paths.is_some()
            || self.explicitly_clean
            || !self.findings.is_empty()
            || self.truth.is_told()
    }
}

/// The lines as they come.
#[derive(Default)]
struct Head {
    expectation: Expectation,
    output: Vec<String>,
    unreachable: u64,
    has_subject: bool,
}

impl Head {
    fn add(&mut self, line: &str) -> Result<(), String> {
        let content = line.strip_prefix("//! ").ok_or("no blank after //!")?;
        let (key, value) = content.split_once(':').ok_or("no colon")?;
        let value = value.strip_prefix(' ').unwrap_or(value);
        let expectation = &mut self.expectation;
        match key {
            "what" => self.has_subject = !value.is_empty(),
            "flags" => expectation.flags.extend(words(value)),
            "options" => expectation.options.extend(words(value)),
            "again" => {
                let (options, flags) = value.split_once("-- ").ok_or("not `OPTIONS -- FLAGS`")?;
                expectation.again.push([words(options), words(flags)]);
            }
            "entry" => expectation.entry = Some(value.to_string()),
            "run" => {
                let exit = value.strip_prefix("exit ").ok_or("not `exit N`")?;
                expectation.run = Some(RunExpectation { exit: number(exit)?, output: Vec::new() });
            }
            "out" => self.output.push(value.to_string()),
            "cover" => match counts(value)? {
                ("branch", counts) => expectation.branches = Some(counts),
                (criterion, counts) => {
                    expectation.others.insert(criterion.to_string(), counts);
                }
            },
            "own" => match counts(value)? {
                ("branch", counts) => expectation.own = Some(counts),
                _ => return Err("only of branches".into()),
            },
            "infeasible-left" => self.unreachable = number(value)?,
            "paths" => expectation.paths = Some(number(value)?),
            "finding" => expectation.findings.push(finding(value)?),
            "needs-contract" => expectation.contracts.push(contract(value)?),
            "findings" if value == "none" => expectation.explicitly_clean = true,
            _ => return Err("unknown directive".into()),
        }
        Ok(())
    }

    fn expectation(self) -> Result<Expectation, String> {
        let mut expectation = self.expectation;
        if !self.has_subject {
            return Err("the head does not say what the program is about".into());
        }
        if expectation.run.is_none() && !expectation.is_explored() {
            return Err("the head promises nothing".into());
        }
        match &mut expectation.run {
            Some(run) => run.output = self.output,
            None if self.output.is_empty() => {}
            None => return Err("`out` without `run`".into()),
        }
        let Counts { covered, total } = expectation.branches.unwrap_or_default();
        if covered + self.unreachable != total {
            return Err(format!(
                "{covered} covered and {} infeasible branches are not {total}",
                self.unreachable
            ));
        }
        Ok(expectation)
    }
}

fn words(value: &str) -> Vec<String> {
    value.split_whitespace().map(str::to_string).collect()
}

/// `CRITERION C/T`
fn counts(value: &str) -> Result<(&str, Counts), String> {
    let (criterion, counts) = value.split_once(' ').ok_or("not `CRITERION C/T`")?;
    if assay_criteria::criterion_named(criterion).is_none() {
        return Err("no such criterion".into());
    }
    let (covered, total) = counts.split_once('/').ok_or("not `CRITERION C/T`")?;
    Ok((criterion, Counts { covered: number(covered)?, total: number(total)? }))
}

/// `KIND LINE`
fn finding(value: &str) -> Result<(String, u32), String> {
    let (kind, line) = value.split_once(' ').ok_or("not `KIND LINE`")?;
    let is_known = assay_verdict::FindingKind::ALL.iter().any(|known| known.name() == kind);
    if !is_known {
        return Err("no such kind of finding".into());
    }
    Ok((kind.to_string(), number(line)?))
}

/// `KIND LINE CONDITION`
fn contract(value: &str) -> Result<(String, u32, String), String> {
    let mut parts = value.splitn(3, ' ');
    let (kind, line) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
    let (kind, line) = finding(&format!("{kind} {line}"))?;
    Ok((kind, line, parts.next().ok_or("no condition")?.to_string()))
}

fn number<N: std::str::FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| format!("`{text}` is not a number"))
}

#[test]
fn a_head_says_what_it_promises() {
    let text = "//! what: both\n//! flags: -m32 -DX\n//! options: --sym-arg 3\n//! entry: f\n//! run: exit 3\n//! out: a  b\n//! out:\n\
                //! cover: branch 3/4\n//! cover: mcdc 2/3\n//! infeasible-left: 1\n//! finding: abort 7\n\n//! paths: 9\n";
    let expectation = Expectation::parse(text).unwrap();
    let expected = Expectation {
        flags: vec!["-m32".into(), "-DX".into()],
        options: vec!["--sym-arg".into(), "3".into()],
        entry: Some("f".into()),
        run: Some(RunExpectation { exit: 3, output: vec!["a  b".into(), String::new()] }),
        branches: Some(Counts { covered: 3, total: 4 }),
        others: [("mcdc".to_string(), Counts { covered: 2, total: 3 })].into(),
        findings: vec![("abort".into(), 7)],
        ..Expectation::default()
    };
    assert_eq!(expectation, expected);
}

#[test]
fn a_program_may_be_run_again_with_more_options_and_flags() {
    let text =
        "//! what: two\n//! flags: -DX\n//! findings: none\n//! again: --search dfs -- -DY=2\n";
    let runs = Expectation::parse(text).unwrap().runs();
    assert_eq!(runs.len(), 2);
    assert_eq!((runs[0].flags.len(), runs[0].options.len()), (1, 0));
    assert_eq!(
        (&runs[1].flags[..], &runs[1].options[..]),
        (&words("-DX -DY=2")[..], &words("--search dfs")[..])
    );
}

#[test]
fn a_head_with_a_mistake_is_no_expectation() {
    let broken = |lines: &str| Expectation::parse(&format!("//! what: x\n{lines}\n")).is_err();
    assert!(!broken("//! findings: none"));
    assert!(broken(""));
    assert!(broken("//! covers: branch 1/1"));
    assert!(broken("//! cover: path 1/1"));
    assert!(broken("//! cover: branch 1/2"));
    assert!(broken("//! cover: branch 1/2\n//! infeasible-left: 2"));
    assert!(broken("//! finding: crash 3"));
    assert!(broken("//! out: text"));
    assert!(broken("//! run: exit much"));
    assert!(broken("//! findings: none\n//! again: -DX"));
}
