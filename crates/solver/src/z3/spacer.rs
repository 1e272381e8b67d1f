//! Z3's Spacer, asked about Horn clauses over integers.

use std::ffi::CString;

use assay_expr::{Term, Terms};

use super::context::{Context, Fixedpoint, Made, Refused, Relation, Sort};
use super::integers::{Integers, read};
use super::watch::Watch;
use crate::horn::{Fact, Goal, Horn};
use crate::limits::Limits;

/// What holds of the relations, as far as Spacer finds it out when it tries to show that the goal
/// is out of reach.
pub(crate) fn facts(terms: &mut Terms, horn: &Horn, goal: &[Goal], limits: &Limits) -> Vec<Fact> {
    let (Some(context), Some(watch)) = (Context::new(), Watch::new(limits)) else {
        return Vec::new();
    };
    let shared = &*terms;
    let (asked, _) = watch.guard(&context, || ask(&context, shared, horn, goal));
    // What Z3 refuses leaves the question open, as what it does not find does.
    let Ok((rules, relations)) = asked else { return Vec::new() };
    let mut found = Vec::new();
    for (number, relation) in relations.into_iter().enumerate() {
        let Ok(formula) = rules.facts(relation) else { continue };
        let said = read(&context, terms, &horn.relations[number], formula).unwrap_or_default();
        found.extend(said.into_iter().map(|fact| Fact { of: number, fact }));
    }
    found
}

/// Asks, and gives the relations by which the answer can be read.
fn ask<'a>(
    context: &'a Context,
    terms: &Terms,
    horn: &Horn,
    goal: &[Goal],
) -> Made<(Fixedpoint<'a>, Vec<Relation>)> {
    let rules = Fixedpoint::new(context)?;
    let mut relations = Vec::new();
    for (number, variables) in horn.relations.iter().enumerate() {
        let sort = |width| if width == 1 { context.truth_sort() } else { context.number_sort() };
        let sorts = variables.iter().map(|&variable| sort(terms.variable_width(variable)));
        let sorts = sorts.collect::<Made<Vec<Sort>>>()?;
        let name = CString::new(format!("r{number}")).map_err(|_| Refused)?;
        relations.push(rules.relation(&name, &sorts)?);
    }
    let reached = rules.relation(c"goal", &[])?;
    let writer = Writer { context, terms, horn, rules: &rules, relations: &relations };
    for clause in &horn.clauses {
        writer.rule(clause.from, &clause.conditions, relations[clause.to], &clause.values)?;
    }
    for part in goal {
        writer.rule(Some(part.from), &part.conditions, reached, &[])?;
    }
    rules.query(reached);
    Ok((rules, relations))
}

struct Writer<'a> {
    context: &'a Context,
    terms: &'a Terms,
    horn: &'a Horn,
    rules: &'a Fixedpoint<'a>,
    relations: &'a [Relation],
}

impl Writer<'_> {
    fn rule(
        &self,
        from: Option<usize>,
        conditions: &[Term],
        to: Relation,
        values: &[Term],
    ) -> Made<()> {
        let mut integers = Integers::new(self.context, self.terms);
        let mut body = Vec::new();
        if let Some(from) = from {
            let variables = self.horn.relations[from].iter();
            let arguments = variables.map(|&v| integers.translate(self.terms.variable(v)));
            let arguments = arguments.collect::<Made<Vec<_>>>()?;
            body.push(self.rules.holds(self.relations[from], &arguments)?);
        }
        for &condition in conditions {
            body.push(integers.translate(condition)?);
        }
        let values = values.iter().map(|&value| integers.translate(value));
        let values = values.collect::<Made<Vec<_>>>()?;
        let head = self.rules.holds(to, &values)?;
        body.extend(&integers.conditions);
        self.rules.rule(&integers.variables, &body, head)
    }
}
