//! What is compared, loaded once.

use crate::event::{Event, Listener};
use crate::orders::{ComparedInput, ComparisonOrders, Goals, USUAL_MEMORY};
use crate::subject::{self, Wanted};
use assay_criteria::Objectives;
use assay_engine::{LowerOptions, Subject};
use assay_language::{Loaded, Rejected};
use assay_program::FuncId;
use assay_prove::Start;
use assay_verdict::ComparedSubject;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A unit, ready to be explored any number of times.
pub struct Loadable {
    pub facts: ComparedSubject,
    pub subject: Subject,
    pub objectives: Arc<Objectives>,
    /// Where the program starts for the analysis that goes back from objectives, and with what.
    pub analysed: (FuncId, Start),
}

/// All of them, loaded and lowered once.
pub fn load(orders: &ComparisonOrders, tell: &mut Listener<'_>) -> Result<Vec<Loadable>, Rejected> {
    let mut loaded = Vec::new();
    for compared in &orders.subjects {
        load_units(compared, &orders.goals, &mut loaded, tell)?;
    }
    let mut names = BTreeSet::new();
    match loaded.iter().find(|unit| !names.insert(unit.facts.name.as_str())) {
        Some(twice) => Err(Rejected(format!("two subjects are named '{}'", twice.facts.name))),
        None => Ok(loaded),
    }
}

/// Each function that is to be tested on its own is a subject.
fn load_units(
    compared: &ComparedInput,
    goals: &Goals,
    loaded: &mut Vec<Loadable>,
    tell: &mut Listener<'_>,
) -> Result<(), Rejected> {
    let mut project = subject::open(&compared.input, goals, USUAL_MEMORY, &compared.world)?;
    let digest = project.digest();
    let entries = project.units(&compared.input.entries, &|_, _| false)?;
    for entry in &entries {
        let name = match &compared.name {
            Some(name) if entries.len() == 1 => name.clone(),
            Some(name) => format!("{name}: {entry}"),
            None => entry.clone(),
        };
        let unit = match project.load(entry) {
            Ok(unit) => unit,
            // One of many functions that nobody asked for by name.
            Err(error) if compared.input.entries.is_empty() && entries.len() > 1 => {
                tell(Event::Warning(&format!("left out: {name}: {error}")));
                continue;
            }
            Err(error) => return Err(Rejected(format!("{name}: {error}"))),
        };
        let facts = ComparedSubject {
            name,
            program: digest.clone(),
            world: compared.world.clone(),
            objectives: 0,
        };
        loaded.push(prepare(unit, facts, &goals.criteria)?);
    }
    Ok(())
}

fn prepare(
    unit: Loaded,
    mut facts: ComparedSubject,
    criteria: &[String],
) -> Result<Loadable, Rejected> {
    let analysed = subject::analysed(&unit)?;
    let Loaded { program, own, regions, growth, .. } = unit;
    let wanted = Wanted { criteria, focus: None };
    let objectives = Arc::new(subject::objectives(&program, &own, &wanted)?);
    facts.objectives = objectives.len() as u64;
    let options = LowerOptions::default();
    let world = facts.world.with_regions(regions);
    let subject = subject::subject(program, growth, options, world, None)?;
    Ok(Loadable { facts, subject, objectives, analysed })
}
