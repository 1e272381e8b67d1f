//! Checks the invariants that the head of this crate promises, and that ids are in range at all.
//! A violation is a defect of the front end, never of the tested program.

mod body;
mod operations;

use crate::{
    Const, ConstExpr, ConstId, EdgeId, EdgeKind, EdgeRuns, EdgeSource, FuncId, Operand, Program,
    Role, Terminator, Type, TypeId,
};
use assay_base::{Id, Place};
use rustc_hash::FxHashMap;

/// All violations, each with its function and place in the text form.
pub fn verify(program: &Program) -> Result<(), Vec<String>> {
    let mut checker = Checker {
        program,
        problems: Vec::new(),
        edge_owners: vec![0; program.edges.len()],
        edges_of: edges_of_functions(program),
    };
    checker.types();
    // The rest looks types up by their ids.
    if checker.problems.is_empty() {
        checker.constants();
        checker.globals();
        for function in program.functions.ids() {
            checker.function(function);
            checker.role(function);
        }
        checker.edges();
    }
    match checker.problems.is_empty() {
        true => Ok(()),
        false => Err(checker.problems),
    }
}

struct Checker<'p> {
    program: &'p Program,
    problems: Vec<String>,
    /// How many branching places claim each edge.
    edge_owners: Vec<u32>,
    /// The edges of each function that has some, by the table.
    edges_of: FxHashMap<FuncId, EdgeRuns>,
}

fn edges_of_functions(program: &Program) -> FxHashMap<FuncId, EdgeRuns> {
    let mut edges: FxHashMap<FuncId, Vec<EdgeId>> = FxHashMap::default();
    for (id, edge) in program.edges.iter() {
        edges.entry(edge.function).or_default().push(id);
    }
    edges.into_iter().map(|(function, edges)| (function, edges.into_iter().collect())).collect()
}

impl<'p> Checker<'p> {
    fn require(&mut self, holds: bool, problem: impl FnOnce() -> String) {
        if !holds {
            self.problems.push(problem());
        }
    }

    fn types(&mut self) {
        for (id, ty, layout) in self.program.types.iter() {
            let parts: Vec<TypeId> = match ty {
                Type::Array { element, .. } | Type::Vector { element, .. } => vec![*element],
                Type::Struct { fields, .. } => fields.iter().map(|field| field.ty).collect(),
                _ => Vec::new(),
            };
            if !parts.iter().all(|&part| part < id) {
                self.problems.push(format!("{id}: a part is not an earlier type"));
                continue;
            }
            let is_whole = layout.align != 0 && layout.alloc_size.is_multiple_of(layout.align);
            let is_vector = matches!(ty, Type::Vector { .. });
            if !(is_whole || is_vector) || layout.store_size > layout.alloc_size {
                self.problems.push(format!("{id}: {layout:?} is no layout"));
            }
            if let Some(problem) = self.inner_layout(ty, layout.alloc_size) {
                self.problems.push(format!("{id}: {problem}"));
            }
        }
    }

    /// Elements and fields fill the type one after the other.
    fn inner_layout(&self, ty: &Type, alloc_size: u64) -> Option<String> {
        let types = &self.program.types;
        match ty {
            Type::Array { element, length } => {
                let size = types.layout(*element).alloc_size.checked_mul(*length);
                (size != Some(alloc_size)).then(|| "size is not that of the elements".to_string())
            }
            Type::Struct { fields, size, .. } => {
                let mut end = 0;
                for field in fields {
                    if field.offset < end {
                        return Some(format!("the field at {} overlaps", field.offset));
                    }
                    end = field.offset + types.layout(field.ty).alloc_size;
                }
                (end > *size || *size != alloc_size).then(|| "fields exceed its size".to_string())
            }
            _ => None,
        }
    }

    fn is_type(&self, id: TypeId) -> bool {
        id.index() < self.program.types.len()
    }

    fn constants(&mut self) {
        for (id, constant) in self.program.constants.iter() {
            let problem = match self.is_type(constant.ty()) {
                true => self.constant_problem(constant),
                false => Some("unknown type".to_string()),
            };
            if let Some(problem) = problem {
                self.problems.push(format!("{id}: {problem}"));
            }
        }
    }

    fn constant_problem(&self, constant: &Const) -> Option<String> {
        let ty = self.program.types.get(constant.ty());
        let known = |id: &ConstId| id.index() < self.program.constants.len();
        let is_right = match constant {
            Const::Int { words, .. } => {
                matches!(ty, Type::Int(bits) if fits_words(*bits, words))
            }
            Const::Float { bits, .. } => {
                matches!(ty, Type::Float(kind) if kind.bits() == 128 || bits >> kind.bits() == 0)
            }
            Const::Null { .. } => *ty == Type::Pointer,
            Const::Zero { .. } | Const::Undef { .. } => *ty != Type::Void,
            Const::Aggregate { elements, .. } => {
                elements.iter().all(known) && self.fits_elements(ty, elements)
            }
            Const::Bytes { bytes, ty } => {
                bytes.len() as u64 == self.program.types.layout(*ty).store_size
            }
            Const::Image { bytes, places, ty } => {
                let size = self.program.types.layout(*ty).store_size;
                let end_of = |(at, id): &(u64, ConstId)| {
                    let ty = self.program.constants.get(*id)?.ty();
                    at.checked_add(self.program.types.layout(ty).store_size)
                };
                let ends: Option<Vec<u64>> = places.iter().map(end_of).collect();
                let starts = places.iter().skip(1).map(|(at, _)| *at).chain([size]);
                bytes.len() as u64 <= size
                    && ends.is_some_and(|ends| ends.into_iter().zip(starts).all(|(a, b)| a <= b))
            }
            Const::Global { global, .. } => global.index() < self.program.globals.len(),
            Const::Function { function, .. } => function.index() < self.program.functions.len(),
            Const::BlockAddress { function, block, .. } => self
                .program
                .functions
                .get(*function)
                .and_then(|function| function.body.as_ref())
                .is_some_and(|body| body.blocks.get(*block).is_some()),
            Const::Expr { expr, .. } => match expr {
                ConstExpr::Offset { base: a, .. } | ConstExpr::Resize(a) => known(a),
                ConstExpr::Add(a, b)
                | ConstExpr::Sub(a, b)
                | ConstExpr::Mul(a, b)
                | ConstExpr::Xor(a, b) => known(a) && known(b),
                ConstExpr::Unsupported(_) => true,
            },
        };
        (!is_right).then(|| format!("{constant:?} does not fit {ty:?}"))
    }

    fn fits_elements(&self, ty: &Type, elements: &[ConstId]) -> bool {
        let type_of = |id: &ConstId| self.program.constants[*id].ty();
        match ty {
            Type::Array { element, length } => {
                *length == elements.len() as u64 && elements.iter().all(|e| type_of(e) == *element)
            }
            Type::Vector { element, length } => {
                *length as usize == elements.len()
                    && elements.iter().all(|e| type_of(e) == *element)
            }
            Type::Struct { fields, .. } => {
                fields.iter().map(|field| field.ty).eq(elements.iter().map(type_of))
            }
            _ => false,
        }
    }

    fn globals(&mut self) {
        for (id, global) in self.program.globals.iter() {
            let is_type = self.is_type(global.ty);
            self.require(is_type, || format!("{id}: unknown type"));
            self.require(global.align.is_power_of_two(), || format!("{id}: odd alignment"));
            self.place(global.place, || format!("{id}"));
            let Some(initialiser) = global.initialiser else { continue };
            let initial_type = self.program.constants.get(initialiser).map(Const::ty);
            self.require(initial_type == Some(global.ty), || {
                format!("{id}: the initialiser has another type")
            });
        }
        let ends = self.program.startup.iter().chain(&self.program.shutdown);
        for &function in ends.chain(&self.program.entry) {
            let is_known = function.index() < self.program.functions.len();
            self.require(is_known, || format!("{function} is run and unknown"));
        }
    }

    /// What is carried out otherwise has no body, and what is run has one.
    fn role(&mut self, id: FuncId) {
        let function = &self.program.functions[id];
        let fits = match &function.role {
            Role::Plain | Role::Error => function.body.is_some(),
            Role::Primitive(_) => true,
            Role::Unmodelled(_) | Role::Unknown | Role::Answered { .. } | Role::Stub => {
                function.body.is_none()
            }
        };
        let name = &function.name;
        self.require(fits, || format!("{name}: {:?} does not fit its body", function.role));
    }

    fn place(&mut self, place: Option<Place>, owner: impl FnOnce() -> String) {
        let is_known = place.is_none_or(|place| place.file.index() < self.program.files.len());
        self.require(is_known, || format!("{}: a place in an unknown file", owner()));
    }

    /// Counts the run of edges that a branching place owns and compares it with the table.
    fn own_edges(&mut self, function: FuncId, source: EdgeSource, first: EdgeId, count: usize) {
        let owner = &self.program.functions[function];
        for outcome in 0..count {
            let id = EdgeId::new(first.index() + outcome);
            let Some(edge) = self.program.edges.get(id) else {
                self.problems.push(format!("{function}: {source:?} owns {id}, which is not there"));
                continue;
            };
            self.edge_owners[id.index()] += 1;
            let agrees = edge.function == function
                && edge.source == source
                && edge.outcome as usize == outcome
                && edge.kind == EdgeKind::of(owner, source, edge.kind == EdgeKind::Check);
            self.require(agrees, || format!("{id}: the table says {edge:?}, not {source:?}"));
        }
    }

    fn edges(&mut self) {
        for (index, &owners) in self.edge_owners.iter().enumerate() {
            if owners != 1 {
                self.problems.push(format!("{}: has {owners} owners", EdgeId::new(index)));
            }
        }
    }
}

fn fits_words(bits: u32, words: &[u64]) -> bool {
    let used = bits % 64;
    words.len() == bits.div_ceil(64) as usize
        && (used == 0 || words.last().is_some_and(|word| word >> used == 0))
}

/// The edges a terminator owns.
fn terminator_edges(terminator: &Terminator) -> Option<(EdgeId, usize)> {
    match terminator {
        Terminator::Branch { edges, .. } => Some((*edges, 2)),
        Terminator::Switch { edges, cases, .. } => Some((*edges, cases.len() + 1)),
        _ => None,
    }
}

/// Whether an operand is a value, and which.
fn value_of(operand: Operand) -> Option<crate::ValueId> {
    match operand {
        Operand::Value(value) => Some(value),
        Operand::Const(_) => None,
    }
}
