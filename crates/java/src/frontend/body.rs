//! One function's body under construction.
//!
//! Values and blocks are numbered as they come; `finish` leaves out phis that say nothing and
//! blocks that nothing leads to, and numbers all as the model wants it.

use super::model::Types;
use super::{known, phis};
use assay_base::{Arena, FileId, Id, Place};
use assay_program::observable::{Branch, Extent, Observable, Observables, Observed, Outcome};
use assay_program::{
    BinaryOp, Block, BlockId, CallArg, Callee, CastOp, Edge, EdgeId, EdgeKind, EdgeRuns,
    EdgeSource, FloatBinaryOp, FloatPredicate, FuncId, FunctionBody, Inst, IntPredicate, Intrinsic,
    Op, Operand, Program, Terminator, TypeId, ValueId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

pub struct Body {
    pub types: Types,
    pub(super) values: Vec<TypeId>,
    pub(super) blocks: Vec<Draft>,
    current: BlockId,
    /// Of the instructions to come.
    pub place: Option<Place>,
    /// Where what can be observed is, if anything can.
    pub file: Option<FileId>,
    /// What is never null, wherever it is.
    pub objects: FxHashSet<Operand>,
    /// Loads of what never changes once it is written, and the addresses at which that is done.
    pub(super) fixed: FxHashSet<ValueId>,
    pub(super) firsts: FxHashSet<Operand>,
    /// Questions whether a class is to be initialised, by the cell of the class: behind one of
    /// them, it is not.
    pub(super) guards: FxHashMap<Operand, Operand>,
}

/// A block that may still grow.
pub(super) struct Draft {
    pub(super) phis: Vec<(ValueId, Vec<(BlockId, Operand)>)>,
    pub(super) insts: Vec<Inst>,
    pub(super) terminator: Option<Terminator>,
    pub(super) place: Option<Place>,
    /// Its terminator asks whether an operation is defined.
    pub(super) is_check: bool,
    /// The place of the bytecode that its terminator stands for.
    pub(super) site: Option<Site>,
}

/// A place of the bytecode that goes on in several ways.
pub(super) struct Site {
    /// Among those of the method, in the order of the code.
    number: u32,
    line: u32,
    /// In the order of the terminator's edges.
    outcomes: Vec<Outcome>,
}

impl Body {
    /// With these parameters, and the entry as the current block.
    pub fn new(types: Types, parameters: &[TypeId]) -> Body {
        let mut body = Body {
            types,
            values: parameters.to_vec(),
            blocks: Vec::new(),
            current: BlockId::new(0),
            place: None,
            file: None,
            objects: FxHashSet::default(),
            fixed: FxHashSet::default(),
            firsts: FxHashSet::default(),
            guards: FxHashMap::default(),
        };
        body.block();
        body
    }

    pub fn parameter(&self, index: usize) -> Operand {
        Operand::Value(ValueId::new(index))
    }

    pub fn block(&mut self) -> BlockId {
        self.blocks.push(Draft {
            phis: Vec::new(),
            insts: Vec::new(),
            terminator: None,
            place: None,
            is_check: false,
            site: None,
        });
        BlockId::new(self.blocks.len() - 1)
    }

    pub fn current(&self) -> BlockId {
        self.current
    }

    pub fn go_to(&mut self, block: BlockId) {
        self.current = block;
    }

    /// Whether nothing can be added to the current block.
    pub fn is_closed(&self) -> bool {
        self.blocks[self.current.index()].terminator.is_some()
    }

    fn value(&mut self, ty: TypeId) -> ValueId {
        self.values.push(ty);
        ValueId::new(self.values.len() - 1)
    }

    /// A phi of a block; `meet` says what it is.
    pub fn phi(&mut self, block: BlockId, ty: TypeId) -> ValueId {
        let value = self.value(ty);
        self.blocks[block.index()].phis.push((value, Vec::new()));
        value
    }

    /// The phi of this block has this value where `from` leads to it.
    pub fn meet(&mut self, block: BlockId, phi: ValueId, from: BlockId, value: Operand) {
        let phis = &mut self.blocks[block.index()].phis;
        let found = phis.iter_mut().find(|(known, _)| *known == phi);
        let (_, incoming) = found.expect("a phi of this block");
        if incoming.iter().all(|(known, _)| *known != from) {
            incoming.push((from, value));
        }
    }

    pub fn push(&mut self, op: Op, ty: TypeId) -> Operand {
        let result = Some(self.value(ty));
        self.insert(Inst { op, result, ty, place: self.place });
        Operand::Value(ValueId::new(self.values.len() - 1))
    }

    pub fn push_void(&mut self, op: Op) {
        self.insert(Inst { op, result: None, ty: self.types.void, place: self.place });
    }

    fn insert(&mut self, inst: Inst) {
        self.blocks[self.current.index()].insts.push(inst);
    }

    // Ends of blocks.

    pub fn end(&mut self, terminator: Terminator) {
        let block = &mut self.blocks[self.current.index()];
        debug_assert!(block.terminator.is_none(), "a block ends once");
        block.terminator = Some(terminator);
        block.place = self.place;
    }

    pub fn jump(&mut self, to: BlockId) {
        self.end(Terminator::Jump(to));
    }

    pub fn give_back(&mut self, value: Option<Operand>) {
        self.end(Terminator::Return(value));
    }

    pub fn branch(&mut self, condition: Operand, on_true: BlockId, on_false: BlockId) {
        let edges = EdgeId::new(0);
        self.end(Terminator::Branch { condition, on_true, on_false, edges });
    }

    /// The current block ends with this place of the bytecode.
    pub fn observe(&mut self, number: u32, outcomes: Vec<Outcome>) {
        let line = self.place.map_or(0, |place| place.line);
        self.blocks[self.current.index()].site = Some(Site { number, line, outcomes });
    }

    /// Goes to `otherwise` if an operation is not defined, and on in a new block if it is.
    pub fn check(&mut self, fails: Operand, otherwise: BlockId) {
        let on = self.block();
        self.branch(fails, otherwise, on);
        self.blocks[self.current.index()].is_check = true;
        self.go_to(on);
    }

    /// A branch that the source does not show.
    pub fn inner_branch(&mut self, condition: Operand, on_true: BlockId, on_false: BlockId) {
        self.branch(condition, on_true, on_false);
        self.blocks[self.current.index()].is_check = true;
    }

    pub fn unsupported(&mut self, what: impl Into<String>) {
        self.end(Terminator::Unsupported { what: what.into() });
    }

    // Instructions.

    pub fn binary(&mut self, op: BinaryOp, a: Operand, b: Operand, ty: TypeId) -> Operand {
        let (no_signed_wrap, no_unsigned_wrap, wraps) = (false, false, true);
        self.push(Op::Binary { op, a, b, no_signed_wrap, no_unsigned_wrap, wraps }, ty)
    }

    pub fn add(&mut self, a: Operand, b: Operand) -> Operand {
        self.binary(BinaryOp::Add, a, b, self.types.int)
    }

    pub fn float_binary(
        &mut self,
        op: FloatBinaryOp,
        a: Operand,
        b: Operand,
        ty: TypeId,
    ) -> Operand {
        self.push(Op::FloatBinary { op, a, b }, ty)
    }

    pub fn compare(
        &mut self,
        predicate: IntPredicate,
        a: Operand,
        b: Operand,
        ty: TypeId,
    ) -> Operand {
        self.push(Op::IntCompare { predicate, a, b, operand_type: ty }, self.types.bit)
    }

    pub fn compare_floats(
        &mut self,
        predicate: FloatPredicate,
        a: Operand,
        b: Operand,
        ty: TypeId,
    ) -> Operand {
        self.push(Op::FloatCompare { predicate, a, b, operand_type: ty }, self.types.bit)
    }

    pub fn cast(&mut self, op: CastOp, a: Operand, from: TypeId, to: TypeId) -> Operand {
        self.push(Op::Cast { op, a, from }, to)
    }

    pub fn select(&mut self, condition: Operand, a: Operand, b: Operand, ty: TypeId) -> Operand {
        self.push(Op::Select { condition, a, b, edges: None }, ty)
    }

    pub fn offset(&mut self, base: Operand, offset: u64) -> Operand {
        let op = Op::Address { base, offset: offset as i64, indices: Vec::new() };
        self.push(op, self.types.pointer)
    }

    /// `base + offset + index * scale`
    pub fn element(&mut self, base: Operand, offset: u64, index: Operand, scale: u64) -> Operand {
        let indices = vec![(index, self.types.int, scale)];
        self.push(Op::Address { base, offset: offset as i64, indices }, self.types.pointer)
    }

    pub fn load(&mut self, ty: TypeId, address: Operand, align: u64) -> Operand {
        self.push(Op::Load { address, align }, ty)
    }

    pub fn store(&mut self, value: Operand, value_type: TypeId, address: Operand, align: u64) {
        self.push_void(Op::Store { address, value, value_type, align, is_fill: false });
    }

    pub fn load_at(&mut self, ty: TypeId, base: Operand, offset: u64, align: u64) -> Operand {
        let address = self.offset(base, offset);
        self.load(ty, address, align)
    }

    pub fn load_pointer(&mut self, base: Operand, offset: u64) -> Operand {
        self.load_at(self.types.pointer, base, offset, 8)
    }

    pub fn load_int(&mut self, base: Operand, offset: u64) -> Operand {
        self.load_at(self.types.int, base, offset, 4)
    }

    /// A load of what never changes once it is there.
    pub fn load_fixed(&mut self, ty: TypeId, address: Operand, align: u64) -> Operand {
        let loaded = self.load(ty, address, align);
        if let Operand::Value(value) = loaded {
            self.fixed.insert(value);
        }
        loaded
    }

    /// Of a pointer in a descriptor, or of the descriptor of an object.
    pub fn load_fixed_pointer(&mut self, base: Operand, offset: u64) -> Operand {
        let address = self.offset(base, offset);
        self.load_fixed(self.types.pointer, address, 8)
    }

    /// Of a number in a descriptor, or of the length of an array.
    pub fn load_fixed_int(&mut self, base: Operand, offset: u64) -> Operand {
        let address = self.offset(base, offset);
        self.load_fixed(self.types.int, address, 4)
    }

    /// Writes what never changes from now on.
    pub fn store_fixed(&mut self, value: Operand, ty: TypeId, address: Operand, align: u64) {
        self.firsts.insert(address);
        self.store(value, ty, address, align);
    }

    pub fn intrinsic(&mut self, intrinsic: Intrinsic, a: Operand, ty: TypeId) -> Operand {
        self.push(Op::Intrinsic { intrinsic, args: vec![(a, ty)] }, ty)
    }

    /// `None` for a call without a result.
    pub fn call(
        &mut self,
        callee: Callee,
        args: &[(Operand, TypeId)],
        result: TypeId,
    ) -> Option<Operand> {
        let args = args.iter().map(|&(value, ty)| CallArg { value, ty, byval: None }).collect();
        let op = Op::Call { callee, args };
        if result == self.types.void {
            self.push_void(op);
            return None;
        }
        Some(self.push(op, result))
    }

    /// Makes it the body of a function, and its edges known.
    pub fn finish(mut self, program: &mut Program, function: FuncId) {
        let parameters = program.functions[function].params.len();
        phis::simplify(&mut self);
        while known::simplify(&mut self, program) {
            phis::simplify(&mut self);
        }
        let own_file = self.file;
        let (values, drafts) = phis::renumber(self, parameters);
        let mut blocks: Arena<BlockId, Block> = Arena::new();
        let mut places = Vec::new();
        for mut draft in drafts {
            let id = blocks.next_id();
            let first = claim_edges(program, function, id, &mut draft);
            places.extend(draft.site.take().zip(own_file).map(|(site, file)| site.at(file, first)));
            let (phis, void) = (draft.phis, draft.insts);
            let phis = phis.into_iter().map(|(value, incoming)| Inst {
                op: Op::Phi { incoming },
                result: Some(value),
                ty: values[value],
                place: None,
            });
            blocks.push(Block {
                insts: phis.chain(void).collect(),
                terminator: draft.terminator.unwrap_or(Terminator::Unreachable),
                terminator_place: draft.place,
            });
        }
        places.sort_by_key(|place| place.number);
        let observables = Some(Observables { places, decisions: Vec::new() });
        let body = FunctionBody { values, blocks, variables: Vec::new(), observables };
        program.arrive(function, Arc::new(body));
    }
}

impl Site {
    /// With the edges of its outcomes from the first one on; a place that always goes the same way
    /// has none.
    fn at(self, file: FileId, first: Option<EdgeId>) -> Observable {
        let point = (self.line, 0);
        let edge = |index: usize| first.map(|first| EdgeId::new(first.index() + index));
        let outcomes = self.outcomes.into_iter().enumerate();
        let outcomes: Vec<(Outcome, EdgeRuns)> =
            outcomes.map(|(index, outcome)| (outcome, edge(index).into_iter().collect())).collect();
        let branch = Branch { outcomes, condition: None, is_folded: first.is_none() };
        let extent = Extent { file, start: point, end: point };
        Observable { number: self.number, extent, kind: Observed::Branch(branch) }
    }
}

/// The first edge of the block, if it has any.
fn claim_edges(
    program: &mut Program,
    function: FuncId,
    block: BlockId,
    draft: &mut Draft,
) -> Option<EdgeId> {
    let first = program.edges.next_id();
    let count = match &mut draft.terminator {
        Some(Terminator::Branch { edges, .. }) => {
            *edges = first;
            2
        }
        Some(Terminator::Switch { edges, cases, .. }) => {
            *edges = first;
            cases.len() + 1
        }
        _ => return None,
    };
    let source = EdgeSource::Terminator(block);
    let kind = EdgeKind::of(&program.functions[function], source, draft.is_check);
    for outcome in 0..count {
        program.edges.push(Edge { function, source, outcome: outcome as u32, kind });
    }
    Some(first)
}
