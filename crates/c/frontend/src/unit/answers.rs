//! What functions that are defined nowhere answer with pointers in it: made by the unit's driver,
//! as its parameters are, when the machine comes to the call.
//!
//! Each result, and each object behind a parameter, has a row in a table of the driver
//! (`runtime/unit.h`). What has no pointers in it needs none: the machine makes it itself.

use super::callables::Callable;
use assay_program::interface::CALLBACK;
use assay_program::prototype::{OutParameter, Place, Prototype, Target};
use assay_program::{CKind, CTypeId, CTypes, Function, Program};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Bytes of an object that is answered.
const MAX_OBJECT: u64 = 1 << 12;

/// The C types of what the program declares and nobody defines.
#[derive(Default)]
pub struct Declared {
    pub types: CTypes,
    /// Functions and variables, by name.
    pub names: BTreeMap<String, CTypeId>,
}

/// One object of one function.
#[derive(Clone)]
pub(super) struct Answer {
    pub(super) function: String,
    /// Behind this parameter; else the result.
    pub(super) param: Option<usize>,
    pub(super) ty: CTypeId,
    size: u64,
    /// Bytes of what a pointer behind a parameter points to.
    moves: Option<u64>,
    /// Parameters into which the result may point.
    places: Vec<Place>,
}

impl Answer {
    /// As objects are named after it.
    pub(super) fn name(&self) -> &str {
        if self.function.starts_with(CALLBACK) { "answer" } else { &self.function }
    }
}

/// Those of the functions among `undefined` whose types are known, in terms of the types of the
/// unit.
pub(super) fn of_functions(
    types: &mut CTypes,
    declared: &Declared,
    undefined: impl Iterator<Item = String>,
) -> Vec<Answer> {
    let mut imported = FxHashMap::default();
    let mut answers = Vec::new();
    for name in undefined {
        let Some(&ty) = declared.names.get(&name) else { continue };
        for (param, ty, places) in objects(&declared.types, ty) {
            let ty = types.import(&declared.types, ty, &mut imported);
            answers.push(answer(types, name.clone(), param, ty, places));
        }
    }
    answers
}

/// Those of the functions that stand for any of their type.
pub(super) fn of_callbacks(types: &CTypes, callables: &[Callable]) -> Vec<Answer> {
    let mut answers = Vec::new();
    for callable in callables.iter().filter(|callable| callable.name.starts_with(CALLBACK)) {
        for (param, ty, places) in objects(types, callable.ty) {
            answers.push(answer(types, callable.name.clone(), param, ty, places));
        }
    }
    answers
}

fn answer(
    types: &CTypes,
    function: String,
    param: Option<usize>,
    ty: CTypeId,
    places: Vec<Place>,
) -> Answer {
    let moves = match types.get(ty).kind {
        CKind::Pointer { to, .. } if param.is_some() => element_size(types, to),
        _ => None,
    };
    Answer { function, param, ty, size: types.get(ty).size, moves, places }
}

/// `None` for what has no size.
fn element_size(types: &CTypes, id: CTypeId) -> Option<u64> {
    const LARGEST: u64 = 1 << 12;
    let ty = types.get(id);
    let size = if ty.kind == CKind::Void { 1 } else { ty.size };
    (1..=LARGEST).contains(&size).then_some(size)
}

/// The result and what is behind parameters, where there are pointers in it.
fn objects(types: &CTypes, function: CTypeId) -> Vec<(Option<usize>, CTypeId, Vec<Place>)> {
    let CKind::Function { result, parameters, .. } = &types.get(function).kind else {
        return Vec::new();
    };
    let mut found = Vec::new();
    if let CKind::Pointer { to, .. } = types.get(*result).kind
        && types.get(to).kind != CKind::Void
    {
        found.push((None, *result, places(types, to, parameters)));
    }
    if types.get(*result).size > 16 {
        // LLVM's parameters begin with the address of the result.
        return Vec::new();
    }
    for (param, &ty) in parameters.iter().enumerate() {
        match types.get(ty).kind {
            // How many of LLVM's parameters these take is up to the platform.
            CKind::Struct { .. } | CKind::Union { .. } | CKind::Complex => break,
            CKind::Pointer { to, is_const: false } if is_answered(types, to) => {
                found.push((Some(param), to, Vec::new()));
            }
            _ => {}
        }
    }
    found
}

fn is_answered(types: &CTypes, id: CTypeId) -> bool {
    let ty = types.get(id);
    let is_object = matches!(
        ty.kind,
        CKind::Pointer { .. } | CKind::Struct { .. } | CKind::Union { .. } | CKind::Array { .. }
    );
    is_object && (1..=MAX_OBJECT).contains(&ty.size) && !is_plain(types, id)
}

/// Whether it consists of numbers that the machine can make.
fn is_plain(types: &CTypes, id: CTypeId) -> bool {
    match &types.get(id).kind {
        CKind::Pointer { .. } | CKind::Union { .. } => false,
        CKind::Array { element, .. } => is_plain(types, *element),
        CKind::Struct { members } => {
            members.iter().all(|member| member.bits.is_none() && is_plain(types, member.ty))
        }
        _ => true,
    }
}

/// The parameters behind which there is the same type.
fn places(types: &CTypes, result: CTypeId, parameters: &[CTypeId]) -> Vec<Place> {
    let is_bytes = |id: CTypeId| matches!(types.get(id).kind, CKind::Char | CKind::Void);
    let is_same = |to: CTypeId| to == result || is_bytes(to) && is_bytes(result);
    let element = types.get(result).size.max(1);
    let place = |(param, &ty): (usize, &CTypeId)| match types.get(ty).kind {
        CKind::Pointer { to, .. } if is_same(to) => Some(Place { param, element }),
        _ => None,
    };
    // By value, others may take more than one of LLVM's parameters.
    let is_one = |ty: &&CTypeId| {
        !matches!(types.get(**ty).kind, CKind::Struct { .. } | CKind::Union { .. } | CKind::Complex)
    };
    parameters.iter().take_while(is_one).enumerate().filter_map(place).collect()
}

/// Tells the program which rows the driver has.
pub(crate) fn add_to(program: &mut Program, unit: &super::Unit) {
    for function in program.functions.values_mut().filter(|function| function.body.is_none()) {
        for (row, answer) in unit.answers.iter().enumerate() {
            if answer.function == function.name {
                add(function, row as u32, answer);
            }
        }
    }
}

fn add(function: &mut Function, row: u32, answer: &Answer) {
    let declared = function.params.len();
    let prototype = function.prototype.get_or_insert_with(Prototype::default);
    let Some(param) = answer.param else {
        prototype.answer = Some(row);
        prototype.places =
            answer.places.iter().copied().filter(|place| place.param < declared).collect();
        return;
    };
    if param >= declared {
        return;
    }
    match prototype.outs.iter_mut().find(|out| out.param == param) {
        Some(out) => (out.answer, out.moves) = (Some(row), answer.moves),
        None => {
            let target = Target { size: answer.size, parts: Vec::new(), is_whole: false };
            let (moves, answer) = (answer.moves, Some(row));
            prototype.outs.push(OutParameter { param, target, count: None, answer, moves });
            prototype.outs.sort_by_key(|out| out.param);
        }
    }
}
