//! Branch coverage: both outcomes of every condition, as `llvm-cov` counts them.
//!
//! clang's coverage map has a branch region for each condition of `if`, loops and `?:`, each
//! operand of `&&` and `||`, and each label of a `switch`. A region's outcome is an objective
//! where the front end found edges for it: folded conditions (`while (1)`) and the duplicates
//! that `assert` makes have none. `llvm-cov` infers false counts by subtraction and so may count
//! outcomes after a crash that nothing took; the edges here are exact.
//!
//! Code that was compiled without the map (`.bc` and `.ll` inputs) has no regions; there every
//! outcome of every conditional branch and switch is an objective, named by its block.

use crate::{Criterion, Objective, Source};
use assay_base::Id;
use assay_program::coverage::{BranchRegion, FunctionCoverage, Region, RegionKind};
use assay_program::{Block, BlockId, EdgeId, FuncId, FunctionBody, Terminator};

pub const CRITERION: Criterion = Criterion { name: "branch", describe };

fn describe(source: &Source<'_>) -> Vec<Objective> {
    let mut objectives = Vec::new();
    for &function in source.functions {
        let Some(body) = &source.program.functions[function].body else { continue };
        match &body.coverage {
            Some(coverage) => of_regions(source, function, coverage, &mut objectives),
            None => of_blocks(source, function, body, &mut objectives),
        }
    }
    objectives
}

fn of_regions(
    source: &Source<'_>,
    function: FuncId,
    coverage: &FunctionCoverage,
    objectives: &mut Vec<Objective>,
) {
    for (index, region) in coverage.regions.iter().enumerate() {
        let RegionKind::Branch(branch) = &region.kind else { continue };
        if branch.is_folded || source.program.files[region.file].is_system {
            continue;
        }
        objectives.extend(of_region(source, function, index, region, branch));
    }
}

fn of_region<'a>(
    source: &Source<'a>,
    function: FuncId,
    index: usize,
    region: &'a Region,
    branch: &'a BranchRegion,
) -> impl Iterator<Item = Objective> {
    let label = source.label(function);
    let file = &source.program.files[region.file].name;
    [("true", &branch.true_edges), ("false", &branch.false_edges)]
        .into_iter()
        .filter(|(_, edges)| !edges.is_empty())
        .map(move |(outcome, edges)| Objective {
            id: format!("branch:{label}#{index}:{outcome}"),
            criterion: CRITERION.name,
            function,
            file: file.clone(),
            line: region.start.0,
            column: region.start.1,
            outcome: outcome.to_string(),
            edges: edges.clone(),
        })
}

fn of_blocks(
    source: &Source<'_>,
    function: FuncId,
    body: &FunctionBody,
    objectives: &mut Vec<Objective>,
) {
    for (id, block) in body.blocks.iter() {
        for (outcome, edge) in outcomes(&block.terminator) {
            objectives.push(of_edge(source, function, id, block, outcome, edge));
        }
    }
}

fn outcomes(terminator: &Terminator) -> Vec<(String, EdgeId)> {
    let edge = |first: EdgeId, offset: usize| EdgeId::new(first.index() + offset);
    match terminator {
        Terminator::Branch { edges, .. } => {
            vec![("true".to_string(), edge(*edges, 0)), ("false".to_string(), edge(*edges, 1))]
        }
        Terminator::Switch { cases, edges, .. } => cases
            .iter()
            .map(|(value, _)| format!("case {value}"))
            .chain(["default".to_string()])
            .enumerate()
            .map(|(offset, outcome)| (outcome, edge(*edges, offset)))
            .collect(),
        _ => Vec::new(),
    }
}

fn of_edge(
    source: &Source<'_>,
    function: FuncId,
    block_id: BlockId,
    block: &Block,
    outcome: String,
    edge: EdgeId,
) -> Objective {
    let program = source.program;
    let place = block.terminator_place.or(program.functions[function].place);
    Objective {
        id: format!("branch:{}#{block_id}:{outcome}", source.label(function)),
        criterion: CRITERION.name,
        function,
        file: place.map_or_else(String::new, |place| program.files[place.file].name.clone()),
        line: place.map_or(0, |place| place.line),
        column: place.map_or(0, |place| place.column),
        outcome,
        edges: vec![edge],
    }
}
