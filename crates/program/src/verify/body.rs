//! Bodies: definitions, dominance, phis, blocks, coverage.

use super::{Checker, terminator_edges, value_of};
use crate::cfg::{Cfg, DominatorTree};
use crate::observable::{Extent, Observable, Observed};
use crate::{
    Block, BlockId, EdgeRuns, EdgeSource, FuncId, Function, FunctionBody, Inst, Op, Operand,
    Terminator, TypeId, ValueId, VariableHome,
};
use assay_base::{Arena, Id};

/// Where a value is defined: the block and the position in it; parameters have none.
type Definitions = Arena<ValueId, Option<(BlockId, usize)>>;

/// One body and what is computed about it once.
pub(super) struct BodyFacts<'p> {
    pub(super) id: FuncId,
    pub(super) function: &'p Function,
    pub(super) body: &'p FunctionBody,
    cfg: Cfg,
    dominators: DominatorTree,
    definitions: Definitions,
}

impl<'p> Checker<'p> {
    pub(super) fn function(&mut self, id: FuncId) {
        let function = &self.program.functions[id];
        let types = function.params.iter().map(|param| param.ty).chain([function.return_type]);
        let types_known = types.clone().all(|ty| self.is_type(ty));
        self.require(types_known, || format!("{id}: unknown type in the signature"));
        self.place(function.place, || format!("{id}"));
        let Some(body) = &function.body else { return };
        if !types_known || !self.body_ids(id, function, body) {
            return;
        }
        let Some(definitions) = self.definitions(id, function, body) else { return };
        let cfg = Cfg::new(body);
        let dominators = cfg.dominators();
        let facts = BodyFacts { id, function, body, cfg, dominators, definitions };
        self.entry(&facts);
        for (block_id, block) in body.blocks.iter() {
            self.block(&facts, block_id, block);
        }
        self.variables(&facts);
        self.observables(&facts);
    }

    /// Ids that everything after this looks up.
    fn body_ids(&mut self, id: FuncId, function: &Function, body: &FunctionBody) -> bool {
        let before = self.problems.len();
        self.require(!body.blocks.is_empty(), || format!("{id}: no blocks"));
        let types_known = body.values.values().all(|&ty| self.is_type(ty));
        self.require(types_known, || format!("{id}: a value of unknown type"));
        let in_order = function.params.iter().enumerate().all(|(index, param)| {
            param.value.index() == index && body.values.get(param.value) == Some(&param.ty)
        });
        self.require(in_order, || format!("{id}: parameters are not the first values"));
        for (block_id, block) in body.blocks.iter() {
            let successors = block.terminator.successors();
            let known = successors.iter().all(|to| body.blocks.get(*to).is_some());
            self.require(known, || format!("{id} {block_id}: goes to an unknown block"));
            let operands = block.insts.iter().flat_map(|inst| inst.op.operands());
            for operand in operands.chain(block.terminator.operand()) {
                let known = match operand {
                    Operand::Value(value) => body.values.get(value).is_some(),
                    Operand::Const(constant) => self.program.constants.get(constant).is_some(),
                };
                self.require(known, || format!("{id} {block_id}: unknown operand {operand:?}"));
            }
            let types_known = block.insts.iter().all(|inst| self.is_type(inst.ty));
            self.require(types_known, || format!("{id} {block_id}: unknown type"));
        }
        self.problems.len() == before
    }

    /// Every value is defined once, in the order of the instructions.
    fn definitions(
        &mut self,
        id: FuncId,
        function: &Function,
        body: &FunctionBody,
    ) -> Option<Definitions> {
        let mut definitions: Definitions = function.params.iter().map(|_| None).collect();
        for (block_id, block) in body.blocks.iter() {
            for (position, inst) in block.insts.iter().enumerate() {
                let Some(result) = inst.result else { continue };
                if result != definitions.next_id() || body.values.get(result) != Some(&inst.ty) {
                    let problem = format!("{id} {block_id}: {result} is out of order or mistyped");
                    self.problems.push(problem);
                    return None;
                }
                definitions.push(Some((block_id, position)));
            }
        }
        let is_complete = definitions.len() == body.values.len();
        self.require(is_complete, || format!("{id}: values without a definition"));
        is_complete.then_some(definitions)
    }

    fn entry(&mut self, facts: &BodyFacts) {
        let entry = BlockId::new(0);
        let is_free = facts.cfg.predecessors(entry).is_empty();
        self.require(is_free, || format!("{}: the entry has predecessors", facts.id));
    }

    fn block(&mut self, facts: &BodyFacts<'p>, id: BlockId, block: &'p Block) {
        let phi_count =
            block.insts.iter().take_while(|inst| matches!(inst.op, Op::Phi { .. })).count();
        for (position, inst) in block.insts.iter().enumerate() {
            let owner = || format!("{} {id} instruction {position}", facts.id);
            self.place(inst.place, owner);
            match &inst.op {
                Op::Phi { incoming } => {
                    let is_first = position < phi_count;
                    self.require(is_first, || format!("{}: a phi after others", owner()));
                    self.phi(facts, id, inst, incoming);
                }
                op => {
                    for value in op.operands().into_iter().filter_map(value_of) {
                        self.dominance(facts, value, id, position);
                    }
                }
            }
            if let Some(problem) = self.inst_problem(facts, inst) {
                self.problems.push(format!("{}: {problem}: {:?}", owner(), inst.op));
            }
            match (&inst.op, inst.result) {
                (Op::Select { edges: Some(first), .. }, Some(result)) => {
                    self.own_edges(facts.id, EdgeSource::Select(result), *first, 2);
                }
                (Op::Mark { edges, count, .. }, _) => {
                    self.own_edges(facts.id, EdgeSource::Mark(id), *edges, *count as usize);
                }
                _ => {}
            }
        }
        self.exceptions(facts, id, block);
        self.place(block.terminator_place, || format!("{} {id}", facts.id));
        if let Some(value) = block.terminator.operand().and_then(value_of) {
            self.dominance(facts, value, id, block.insts.len());
        }
        if let Some(problem) = self.terminator_problem(facts, &block.terminator) {
            self.problems.push(format!("{} {id}: {problem}", facts.id));
        }
        if let Some((first, count)) = terminator_edges(&block.terminator) {
            self.own_edges(facts.id, EdgeSource::Terminator(id), first, count);
        }
    }

    /// What is invoked is a call, what is caught was thrown to this block by one, and the call's
    /// result is known where it has returned.
    fn exceptions(&mut self, facts: &BodyFacts, id: BlockId, block: &Block) {
        if let Terminator::Invoke { normal, unwind } = block.terminator {
            let last = block.insts.last();
            let is_call = last.is_some_and(|inst| matches!(inst.op, Op::Call { .. }));
            self.require(is_call, || format!("{} {id}: no call is invoked", facts.id));
            let is_alone = normal != unwind && facts.cfg.predecessors(normal) == [id];
            self.require(is_alone, || {
                format!("{} {id}: {normal} is reached otherwise than by a return", facts.id)
            });
        }
        let phis = block.insts.iter().take_while(|inst| matches!(inst.op, Op::Phi { .. })).count();
        for (position, inst) in block.insts.iter().enumerate() {
            if !matches!(inst.op, Op::Caught) {
                continue;
            }
            let throws = |from: &BlockId| {
                matches!(facts.body.blocks[*from].terminator,
                    Terminator::Invoke { unwind, .. } if unwind == id)
            };
            let is_caught = position == phis && facts.cfg.predecessors(id).iter().all(throws);
            self.require(is_caught, || format!("{} {id}: nothing is thrown here", facts.id));
        }
    }

    /// In code that cannot be reached anything goes, as in LLVM.
    fn dominance(&mut self, facts: &BodyFacts, value: ValueId, block: BlockId, position: usize) {
        let Some((home, at)) = facts.definitions[value] else { return };
        let is_last = at + 1 == facts.body.blocks[home].insts.len();
        // The result of a call that is invoked is defined by its return.
        let returns_to = match facts.body.blocks[home].terminator {
            Terminator::Invoke { normal, .. } if is_last => Some(normal),
            _ => None,
        };
        let holds = !facts.cfg.is_reachable(block)
            || match returns_to {
                Some(normal) => facts.dominators.dominates(normal, block),
                None if home == block => at < position,
                None => facts.dominators.dominates(home, block),
            };
        self.require(holds, || {
            format!("{} {block}: {value} does not dominate its use {position}", facts.id)
        });
    }

    fn phi(
        &mut self,
        facts: &BodyFacts,
        block: BlockId,
        inst: &Inst,
        incoming: &[(BlockId, Operand)],
    ) {
        let mut from: Vec<BlockId> = incoming.iter().map(|(from, _)| *from).collect();
        from.sort_unstable();
        let is_complete = from == facts.cfg.predecessors(block);
        self.require(is_complete, || {
            format!("{} {block}: {:?} misses predecessors", facts.id, inst.result)
        });
        for (from, operand) in incoming {
            if let Some(value) = value_of(*operand)
                && let Some(source) = facts.body.blocks.get(*from)
            {
                self.dominance(facts, value, *from, source.insts.len());
            }
        }
    }

    fn variables(&mut self, facts: &BodyFacts) {
        for variable in &facts.body.variables {
            let values = match &variable.home {
                VariableHome::Memory(value) => std::slice::from_ref(value),
                VariableHome::Values(values) => values,
            };
            let known = values.iter().all(|value| facts.body.values.get(*value).is_some());
            self.require(known, || format!("{}: {variable:?} lives nowhere", facts.id));
            self.place(variable.place, || format!("{} {}", facts.id, variable.name));
        }
    }

    fn observables(&mut self, facts: &BodyFacts) {
        let Some(observables) = &facts.body.observables else { return };
        let is_file = |extent: &Extent| extent.file.index() < self.program.files.len();
        let own = self.edges_of.get(&facts.id);
        let is_own =
            |edges: &EdgeRuns| edges.is_empty() || own.is_some_and(|own| edges.is_subset(own));
        let is_right = |place: &Observable| match &place.kind {
            Observed::Branch(branch) => branch.outcomes.iter().all(|(_, edges)| is_own(edges)),
            Observed::Code(_) => true,
        };
        let mut problems = Vec::new();
        let mut last = None;
        for place in &observables.places {
            let is_next = last.is_none_or(|last| last < place.number);
            if !is_right(place) || !is_file(&place.extent) || !is_next {
                problems.push(format!("{} observable #{}: {place:?}", facts.id, place.number));
            }
            last = Some(place.number);
        }
        let is_condition = |number: &u32| observables.branch(*number).is_some();
        for decision in &observables.decisions {
            if !is_file(&decision.extent) || !decision.conditions.iter().all(is_condition) {
                problems.push(format!("{} decision: {decision:?}", facts.id));
            }
        }
        for problem in problems {
            self.require(false, || problem);
        }
    }
}

impl BodyFacts<'_> {
    pub(super) fn type_of(&self, checker: &Checker, operand: Operand) -> TypeId {
        match operand {
            Operand::Value(value) => self.body.values[value],
            Operand::Const(constant) => checker.program.constants[constant].ty(),
        }
    }
}
