//! The functions that a pointer of the unit may name.
//!
//! Those of the same file and type whose address is taken somewhere; only they can be named in a
//! test. Where there are none, a function that is declared and defined nowhere stands in: it
//! returns any value, like all such functions.

use super::ctypes::CTypeReader;
use super::driver::quoted;
use super::{compiled_file, reach};
use crate::llvm::{Metadata, Module};
use assay_program::{CKind, CTypeId, CTypes, InterfaceVariable};
use std::path::PathBuf;

/// What the names of functions that stand in for others begin with.
pub const STAND_IN: &str = "assay_callback";

/// Functions that a pointer may name, of each type.
const MAX_CALLABLES: usize = 4;
/// Functions that stand in for others.
const MAX_STAND_INS: usize = 16;

pub(super) struct Callable {
    /// The function's type.
    pub ty: CTypeId,
    pub name: String,
    pub is_stand_in: bool,
}

impl Callable {
    /// In LLVM's assembly. The linker knows the types of what the program defines.
    pub(super) fn declaration(&self, types: &CTypes) -> String {
        let spelled = spelled(types, self.ty).filter(|_| self.is_stand_in);
        let (result, parameters) = spelled.unwrap_or(("void".to_string(), String::new()));
        format!("declare {result} @{}({parameters})\n", quoted(&self.name))
    }
}

pub(super) fn of<'m>(
    module: &'m Module,
    reader: &mut CTypeReader<'m>,
    file: &Option<PathBuf>,
) -> Vec<Callable> {
    let wanted = function_types(&reader.types);
    let mut found = defined(module, reader, &wanted, file);
    add_stand_ins(&reader.types, &wanted, &mut found);
    found
}

/// As a test declares them; the same function may stand in for several types.
pub(super) fn stand_ins(callables: &[Callable]) -> Vec<InterfaceVariable> {
    let mut found: Vec<InterfaceVariable> = Vec::new();
    for callable in callables.iter().filter(|callable| callable.is_stand_in) {
        if found.iter().all(|known| known.name != callable.name) {
            found.push(InterfaceVariable { name: callable.name.clone(), ty: callable.ty });
        }
    }
    found
}

fn function_types(types: &CTypes) -> Vec<CTypeId> {
    let is_function = |id: &CTypeId| matches!(types.get(*id).kind, CKind::Function { .. });
    types.0.ids().filter(is_function).collect()
}

fn defined<'m>(
    module: &'m Module,
    reader: &mut CTypeReader<'m>,
    wanted: &[CTypeId],
    file: &Option<PathBuf>,
) -> Vec<Callable> {
    let mut found: Vec<Callable> = Vec::new();
    if wanted.is_empty() {
        return found;
    }
    for function in module.functions().filter(|function| !function.is_declaration()) {
        let Some(ty) = function.subprogram().and_then(Metadata::subprogram_type) else { continue };
        if !reach::is_address_taken(function) || compiled_file(function) != *file {
            continue;
        }
        let ty = reader.read(Some(ty));
        let kind = reader.types.get(ty).kind.clone();
        for &ty in wanted {
            let is_full = found.iter().filter(|known| known.ty == ty).count() == MAX_CALLABLES;
            if !is_full && reader.types.get(ty).kind == kind {
                found.push(Callable { ty, name: function.name(), is_stand_in: false });
            }
        }
    }
    found
}

fn add_stand_ins(types: &CTypes, wanted: &[CTypeId], found: &mut Vec<Callable>) {
    let mut count = 0;
    for &ty in wanted {
        let is_same = |known: &&Callable| types.get(known.ty).kind == types.get(ty).kind;
        let known = found.iter().find(is_same);
        if known.is_some_and(|known| !known.is_stand_in) {
            continue;
        }
        let name = match known {
            Some(known) => known.name.clone(),
            None => {
                count += 1;
                format!("{STAND_IN}{count}")
            }
        };
        let can_be_declared =
            types.declaration(ty, &name).is_some() && spelled(types, ty).is_some();
        if can_be_declared && count <= MAX_STAND_INS {
            found.push(Callable { ty, name, is_stand_in: true });
        }
    }
}

/// Result and parameters of a function type as LLVM has them; `None` where that depends on the
/// platform.
fn spelled(types: &CTypes, function: CTypeId) -> Option<(String, String)> {
    let CKind::Function { result, parameters, is_variadic } = &types.get(function).kind else {
        return None;
    };
    let list: Option<Vec<String>> = parameters.iter().map(|&ty| scalar(types, ty)).collect();
    let mut list = list?;
    if *is_variadic {
        list.push("...".to_string());
    }
    let result = match types.get(*result).kind {
        CKind::Void => "void".to_string(),
        _ => scalar(types, *result)?,
    };
    Some((result, list.join(", ")))
}

fn scalar(types: &CTypes, id: CTypeId) -> Option<String> {
    let ty = types.get(id);
    match (&ty.kind, ty.size) {
        (CKind::Pointer { .. }, _) => Some("ptr".to_string()),
        (CKind::Bool, _) => Some("i1".to_string()),
        (CKind::Char | CKind::Signed | CKind::Unsigned | CKind::Enum, 1 | 2 | 4 | 8) => {
            Some(format!("i{}", ty.size * 8))
        }
        (CKind::Float, 4) => Some("float".to_string()),
        (CKind::Float, 8) => Some("double".to_string()),
        _ => None,
    }
}
