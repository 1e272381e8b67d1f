//! The functions that a pointer of the unit may name.
//!
//! Those of the same file and type whose address is taken somewhere; only they can be named in a
//! test. And for each type a function that is defined nowhere, so that it may return anything.

use super::ctypes::CTypeReader;
use super::driver::quoted;
use super::{compiled_file, reach};
use crate::llvm::{Metadata, Module, Value};
use assay_base::Id;
use assay_program::interface::CALLBACK;
use assay_program::{CKind, CTypeId, CTypes};

/// Functions of the program that a pointer may name, of each type.
const MAX_CALLABLES: usize = 4;

pub(super) struct Callable {
    /// The function's type.
    pub ty: CTypeId,
    pub name: String,
}

impl Callable {
    /// In LLVM's assembly. The linker knows the types of what the program defines.
    pub(super) fn declaration(&self, types: &CTypes) -> String {
        let is_stub = self.name.starts_with(CALLBACK);
        let result = result_type(types, self.ty).filter(|_| is_stub);
        let result = result.unwrap_or_else(|| "void".to_string());
        let parameters = parameter_types(types, self.ty).filter(|_| is_stub).unwrap_or_default();
        format!("declare {result} @{}({})\n", quoted(&self.name), parameters.join(", "))
    }
}

pub(super) fn of<'m>(
    module: &'m Module,
    reader: &mut CTypeReader<'m>,
    unit: Value<'m>,
) -> Vec<Callable> {
    let wanted = function_types(&reader.types);
    let mut found = defined(module, reader, &wanted, unit);
    found.extend(stubs(&unit.name(), &reader.types, &wanted));
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
    unit: Value<'m>,
) -> Vec<Callable> {
    let mut found: Vec<Callable> = Vec::new();
    if wanted.is_empty() {
        return found;
    }
    let file = compiled_file(unit);
    for function in module.functions().filter(|function| !function.is_declaration()) {
        let Some(ty) = function.subprogram().and_then(Metadata::subprogram_type) else { continue };
        if !reach::is_address_taken(function) || compiled_file(function) != file {
            continue;
        }
        let ty = reader.read(Some(ty));
        let kind = reader.types.get(ty).kind.clone();
        for &ty in wanted {
            let is_full = found.iter().filter(|known| known.ty == ty).count() == MAX_CALLABLES;
            if !is_full && reader.types.get(ty).kind == kind {
                found.push(Callable { ty, name: function.name() });
            }
        }
    }
    found
}

fn stubs(unit: &str, types: &CTypes, wanted: &[CTypeId]) -> Vec<Callable> {
    let stub = |&ty: &CTypeId| {
        let name = format!("{CALLBACK}{unit}_{}", ty.index());
        let can_be_declared =
            result_type(types, ty).is_some() && types.declaration(ty, &name).is_some();
        can_be_declared.then_some(Callable { ty, name })
    };
    wanted.iter().filter_map(stub).collect()
}

/// What LLVM calls the result of a function type, where it is a scalar.
fn result_type(types: &CTypes, function: CTypeId) -> Option<String> {
    let CKind::Function { result, .. } = types.get(function).kind else { return None };
    match types.get(result).kind {
        CKind::Void => Some("void".to_string()),
        _ => scalar_type(types, result),
    }
}

/// The same for its parameters, where all are scalars.
fn parameter_types(types: &CTypes, function: CTypeId) -> Option<Vec<String>> {
    let CKind::Function { parameters, .. } = &types.get(function).kind else { return None };
    parameters.iter().map(|&parameter| scalar_type(types, parameter)).collect()
}

fn scalar_type(types: &CTypes, id: CTypeId) -> Option<String> {
    let ty = types.get(id);
    Some(match (&ty.kind, ty.size) {
        (CKind::Bool, _) => "i1".to_string(),
        (CKind::Pointer { .. }, _) => "ptr".to_string(),
        (CKind::Float, 4) => "float".to_string(),
        (CKind::Float, 8) => "double".to_string(),
        (CKind::Char | CKind::Signed | CKind::Unsigned | CKind::Enum, size @ (1 | 2 | 4 | 8)) => {
            format!("i{}", size * 8)
        }
        _ => return None,
    })
}
