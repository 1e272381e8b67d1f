//! Function bodies: numbering of values, blocks, and what hangs on a function.

use super::{Converter, assembly, chains};
use crate::coverage::{FunctionCoverage, Sites};
use crate::edges;
use crate::llvm::{TypeKind, Value};
use assay_base::{Arena, Place};
use assay_program::{
    Block, BlockId, FuncId, FunctionBody, Inst, Op, Operand, Type, TypeId, ValueId,
};
use rustc_hash::FxHashMap;

/// One body under construction.
pub(super) struct Body<'c, 'm> {
    pub(super) cx: &'c mut Converter<'m>,
    pub(super) function: Value<'m>,
    pub(super) id: FuncId,
    /// Parameters and instructions that have a value.
    pub(super) values: FxHashMap<Value<'m>, ValueId>,
    types: Arena<ValueId, TypeId>,
    /// The global with the function's profile name: counts for other names are of inlined code.
    pub(super) profile_name: Option<Value<'m>>,
}

pub(super) fn body<'m>(cx: &mut Converter<'m>, function: Value<'m>) -> FunctionBody {
    let id = cx.functions[&function];
    let mut body = Body {
        cx,
        function,
        id,
        values: FxHashMap::default(),
        types: Arena::new(),
        profile_name: None,
    };
    body.number_values();
    let blocks: Arena<BlockId, Block> = function.blocks().map(|block| body.block(block)).collect();
    let variables = body.variables();
    let map = Sites::of(body.cx.module, function).and_then(|sites| {
        let record = body.cx.coverage.record(&sites.profile_name, sites.hash, sites.counters)?;
        let files = &mut body.cx.files;
        let marks = body.cx.marks.of(function);
        Some(sites.coverage(function, record, marks, |path| files.of_path(path)))
    });
    let observables = map.as_ref().map(FunctionCoverage::observables);
    body.cx.maps.extend(map.map(|map| (id, map)));
    FunctionBody { values: body.types, blocks, variables, observables }
}

pub(super) fn is_void(value: Value) -> bool {
    value.ty().kind() == TypeKind::LLVMVoidTypeKind
}

impl<'m> Body<'_, 'm> {
    /// Ids for all values before any is used: phis and loops refer forward.
    fn number_values(&mut self) {
        for param in self.function.params() {
            let ty = self.type_of(param);
            self.values.insert(param, self.types.push(ty));
        }
        for block in self.function.blocks() {
            for instruction in block.instructions() {
                if !is_void(instruction) {
                    for ty in self.chain_types(instruction) {
                        self.values.insert(instruction, self.types.push(ty));
                    }
                }
                if self.profile_name.is_none() && edges::calls(instruction, edges::INCREMENT) {
                    self.profile_name = Some(instruction.operand(0));
                }
            }
        }
    }

    fn block(&mut self, block: crate::llvm::Block<'m>) -> Block {
        let mut insts = Vec::new();
        let terminator = block.terminator();
        for instruction in block.instructions() {
            if Some(instruction) != terminator {
                self.instruction(instruction, &mut insts);
            }
        }
        Block {
            insts,
            terminator_place: terminator.and_then(|last| self.cx.files.place_of(last)),
            terminator: self.terminator(terminator),
        }
    }

    fn instruction(&mut self, instruction: Value<'m>, insts: &mut Vec<Inst>) {
        let place = self.cx.files.place_of(instruction);
        if assembly::is_assembly(instruction) {
            self.assembly(instruction, place, insts);
        } else if chains::is_pointer_mask(instruction) {
            self.pointer_mask(instruction, place, insts);
        } else if let Some(op) = self.op(instruction) {
            let inst = self.inst(instruction, op, place);
            insts.push(inst);
        }
    }

    /// The instruction with its own result.
    pub(super) fn inst(&mut self, instruction: Value<'m>, op: Op, place: Option<Place>) -> Inst {
        let ty = self.cx.type_id(instruction.ty());
        let result = self.values.get(&instruction).copied();
        let op = match self.cx.program.types.get(ty) {
            Type::Opaque => unsupported(format!("values of type {}", instruction.ty().print())),
            _ => op,
        };
        Inst { op, result, ty, place }
    }

    pub(super) fn operand(&mut self, value: Value<'m>) -> Operand {
        if let Some(&id) = self.values.get(&value) {
            return Operand::Value(id);
        }
        Operand::Const(match value.is_constant() {
            true => self.cx.constant(value),
            false => self.cx.undefined(value.ty()),
        })
    }

    pub(super) fn type_of(&mut self, value: Value<'m>) -> TypeId {
        self.cx.type_id(value.ty())
    }

    pub(super) fn block_id(&mut self, block: crate::llvm::Block<'m>) -> BlockId {
        match self.cx.block_id(self.function, block) {
            Some(id) => id,
            None => unreachable!("a verified function branches to its own blocks only"),
        }
    }
}

pub(super) fn unsupported(what: String) -> Op {
    Op::Unsupported { what }
}
