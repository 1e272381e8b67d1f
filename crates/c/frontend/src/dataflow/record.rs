//! Places what observes the pairs: shadows that hold the last definition, and marks at the uses.

use super::accesses::{Access, Definition, Use, Way};
use super::aims::{Aims, ends};
use super::variables::Variable;
use super::{Pairs, SHADOW, Spot};
use crate::llvm::{Block, Opcode, RawIntPredicate, RawLinkage, TypeKind, Value};
use crate::marks::{Marks, Placing};
use assay_program::dataflow::DefinitionKind;
use rustc_hash::FxHashMap;

pub struct ObservedVariable {
    pub name: String,
    pub spot: Spot,
    /// The one with number 1 first.
    pub definitions: Vec<ObservedDefinition>,
}

pub struct ObservedDefinition {
    pub kind: DefinitionKind,
    /// The name of its function; `None` for what a global starts with.
    pub function: Option<String>,
    /// The number of its block there.
    pub block: Option<usize>,
    pub spot: Spot,
    /// The edge that is taken where a pointer hits the variable; `None` where whoever comes there
    /// defines it.
    pub hit: Option<u32>,
}

pub struct ObservedUse {
    /// By its index.
    pub variable: usize,
    pub function: String,
    /// The number of its block there.
    pub block: usize,
    pub spot: Spot,
    /// `None` where the value is computed with; else the outcome of a predicate.
    pub outcome: Option<String>,
    /// The edge for no definition; those of the definitions follow by their numbers.
    pub first: u32,
    /// The numbers of the definitions that reach it.
    pub reaching: Vec<u32>,
}

/// Makes all pairs observable.
pub fn record<'m>(pairs: &Pairs<'m>, marks: &mut Marks, placing: &Placing<'m>) {
    let mut recorder = Recorder::new(pairs, marks, placing);
    recorder.shadows();
    for of_use in 0..pairs.accesses.uses.len() {
        recorder.place_use(of_use);
    }
    // Behind the loads of atomic operations, which are uses and definitions.
    recorder.definitions();
    recorder.begin_anew_after_jumps();
}

struct Recorder<'r, 'm> {
    pairs: &'r Pairs<'m>,
    marks: &'r mut Marks,
    placing: &'r Placing<'m>,
    aims: Aims<'r, 'm>,
    /// Of each definition that reaches a use; 0 for the others.
    numbers: Vec<u32>,
    /// How many each variable has.
    counts: Vec<u32>,
    /// The variables that have a pair: what holds the last definition, and their index in the
    /// table.
    shadows: FxHashMap<usize, (Value<'m>, usize)>,
    /// What loads have seen and predicates will take, by function.
    kept: Vec<(Value<'m>, Value<'m>)>,
}

impl<'r, 'm> Recorder<'r, 'm> {
    fn new(pairs: &'r Pairs<'m>, marks: &'r mut Marks, placing: &'r Placing<'m>) -> Self {
        let accesses = &pairs.accesses;
        let mut numbers = vec![0; accesses.definitions.len()];
        let mut counts = vec![0; accesses.variables.len()];
        let mut is_paired = vec![false; numbers.len()];
        pairs.reaching.iter().flatten().for_each(|&definition| is_paired[definition] = true);
        for (index, definition) in accesses.definitions.iter().enumerate() {
            if is_paired[index] {
                counts[definition.variable] += 1;
                numbers[index] = counts[definition.variable];
            }
        }
        let (shadows, kept) = (FxHashMap::default(), Vec::new());
        let aims = Aims::new(placing);
        Recorder { pairs, marks, placing, aims, numbers, counts, shadows, kept }
    }

    fn shadows(&mut self) {
        let accesses = &self.pairs.accesses;
        let mut tables: FxHashMap<usize, Vec<ObservedDefinition>> = FxHashMap::default();
        for (definition, _) in accesses.definitions.iter().zip(&self.numbers).filter(|of| *of.1 > 0)
        {
            tables.entry(definition.variable).or_default().push(ObservedDefinition {
                kind: definition.kind,
                function: definition.function.map(Value::name),
                block: definition.block,
                spot: definition.spot.clone(),
                hit: None,
            });
        }
        for (index, variable) in accesses.variables.iter().enumerate() {
            let Some(definitions) = tables.remove(&index) else { continue };
            let shadow = match accesses.is_local(index) {
                true => self.local(variable.home, &variable.name),
                false if accesses.is_shared(index) => self.shared(variable),
                false => self.global(accesses.initial[index], &variable.name),
            };
            self.shadows.insert(index, (shadow, self.marks.variables.len()));
            let (name, spot) = (variable.name.clone(), variable.spot.clone());
            self.marks.variables.push(ObservedVariable { name, spot, definitions });
        }
    }

    /// A number in the frame that `home` is in, 0 at first.
    fn local(&self, home: Value<'m>, name: &str) -> Value<'m> {
        let Placing { builder, word, .. } = self.placing;
        let local = builder.local(home.block().function(), *word);
        local.set_name(&format!("{SHADOW}{name}"));
        builder.place_before(home);
        builder.store(word.constant(0), local);
        local
    }

    /// A global, which says what the one with this index starts with.
    fn global(&self, initial: usize, name: &str) -> Value<'m> {
        self.number(self.numbers[initial], name)
    }

    /// That of a local in a global too, so that other functions can set it. Its function begins it
    /// with 0, and leaves nothing behind.
    fn shared(&mut self, local: &Variable<'m>) -> Value<'m> {
        let shadow = self.number(0, &local.name);
        self.aims.share(local);
        let Placing { builder, word, .. } = self.placing;
        for end in ends(local.home) {
            builder.place_before(end);
            builder.store(word.constant(0), shadow);
        }
        shadow
    }

    fn number(&self, initial: u32, name: &str) -> Value<'m> {
        let Placing { module, word, .. } = self.placing;
        let name = format!("{SHADOW}{name}");
        let global = module.add_global(&name, *word, word.constant(u64::from(initial)));
        global.set_linkage(RawLinkage::LLVMInternalLinkage);
        global
    }

    fn definitions(&mut self) {
        let pairs = self.pairs;
        for function in self.placing.module.functions() {
            let code: Vec<Value<'m>> = function.blocks().flat_map(Block::instructions).collect();
            for instruction in code {
                let found = pairs.accesses.by_instruction.get(&instruction).into_iter().flatten();
                found.for_each(|&access| self.set_shadow(instruction, access));
            }
        }
    }

    /// Behind an instruction that gives a variable its value, or may do so.
    fn set_shadow(&mut self, instruction: Value<'m>, access: Access) {
        let accesses = &self.pairs.accesses;
        let (variable, number) = match access {
            Access::Define(index) => (accesses.definitions[index].variable, self.numbers[index]),
            Access::Forget(variable) => (variable, 0),
            Access::Use(_) => return,
        };
        let Some(&(shadow, table)) = self.shadows.get(&variable) else { return };
        let Some(after) = instruction.next_instruction() else { return };
        let Placing { builder, word, .. } = self.placing;
        builder.place_before(after);
        let mut value = word.constant(u64::from(number));
        if let Access::Define(index) = access
            && let Some(hits) = self.hits(instruction, &accesses.definitions[index])
        {
            value = builder.select(hits, value, builder.load(*word, shadow));
            if number > 0 && !accesses.definitions[index].is_certain() {
                let index = builder.select(hits, word.constant(1), word.constant(0));
                let hit = self.marks.mark(self.placing, index, 2) + 1;
                self.marks.variables[table].definitions[number as usize - 1].hit = Some(hit);
            }
        }
        builder.store(value, shadow);
    }

    /// Whether an instruction really defines the variable, where that depends on the run.
    fn hits(&self, instruction: Value<'m>, definition: &Definition<'m>) -> Option<Value<'m>> {
        let builder = &self.placing.builder;
        let aimed = match definition.way {
            Way::Direct => None,
            Way::Pointer(through) => {
                let variable = &self.pairs.accesses.variables[definition.variable];
                Some(self.aims.hits(variable, through, instruction.block().function()))
            }
        };
        let returned = definition.least_result.map(|least| {
            let ty = instruction.ty();
            match ty.kind() == TypeKind::LLVMPointerTypeKind {
                true => builder.compare(RawIntPredicate::LLVMIntNE, instruction, ty.zero()),
                false => {
                    let least = ty.constant(u64::from(least));
                    builder.compare(RawIntPredicate::LLVMIntSGE, instruction, least)
                }
            }
        });
        match (aimed, returned) {
            (Some(a), Some(b)) => Some(builder.binary(Opcode::LLVMAnd, a, b)),
            (aimed, returned) => aimed.or(returned),
        }
    }

    /// What the variable has been given its value by, where a use reads it; 0 for one through a
    /// pointer to something else.
    fn last_definition(&self, of_use: &Use<'m>, shadow: Value<'m>) -> Value<'m> {
        let Placing { builder, word, .. } = self.placing;
        builder.place_before(of_use.load);
        let last = builder.load(*word, shadow);
        let Way::Pointer(through) = of_use.way else { return last };
        let variable = &self.pairs.accesses.variables[of_use.variable];
        let hits = self.aims.hits(variable, through, of_use.function);
        builder.select(hits, last, word.constant(0))
    }

    fn place_use(&mut self, index: usize) {
        let pairs = self.pairs;
        if pairs.reaching[index].is_empty() {
            return;
        }
        let of_use = &pairs.accesses.uses[index];
        let Some(&(shadow, variable)) = self.shadows.get(&of_use.variable) else { return };
        let mut reaching: Vec<u32> =
            pairs.reaching[index].iter().map(|&definition| self.numbers[definition]).collect();
        reaching.sort_unstable();
        let entry = |outcome: Option<String>, first: u32| ObservedUse {
            variable,
            function: of_use.function.name(),
            block: of_use.block,
            spot: of_use.spot.clone(),
            outcome,
            first,
            reaching: reaching.clone(),
        };
        let count = self.counts[of_use.variable] + 1;
        let last = self.last_definition(of_use, shadow);
        if of_use.consumers.is_computed_with {
            let first = self.marks.mark(self.placing, last, count);
            self.marks.uses.push(entry(None, first));
        }
        for &predicate in &of_use.consumers.predicates {
            let kept = self.keep(of_use, last);
            let outcomes = match predicate.opcode() == Opcode::LLVMSelect {
                true => self.behind_select(predicate, kept, count),
                false => self.behind_branch(predicate, kept, count),
            };
            let entries = outcomes.into_iter().map(|(name, first)| entry(Some(name), first));
            self.marks.uses.extend(entries);
        }
    }

    /// Keeps what a load has seen until its value decides something.
    fn keep(&mut self, of_use: &Use<'m>, last: Value<'m>) -> Value<'m> {
        let Placing { builder, word, .. } = self.placing;
        let kept = builder.local(of_use.function, *word);
        let name = &self.pairs.accesses.variables[of_use.variable].name;
        kept.set_name(&format!("{SHADOW}{name}"));
        let Some(start) = kept.next_instruction() else { return kept };
        builder.place_before(start);
        builder.store(word.constant(0), kept);
        builder.place_before(of_use.load);
        builder.store(last, kept);
        self.kept.push((of_use.function, kept));
        kept
    }

    fn behind_select(
        &mut self,
        select: Value<'m>,
        kept: Value<'m>,
        count: u32,
    ) -> Vec<(String, u32)> {
        let Placing { builder, word, .. } = self.placing;
        let Some(after) = select.next_instruction() else { return Vec::new() };
        builder.place_before(after);
        let last = builder.load(*word, kept);
        let other = builder.binary(Opcode::LLVMAdd, last, word.constant(u64::from(count)));
        let index = builder.select(select.operand(0), last, other);
        let first = self.marks.mark(self.placing, index, 2 * count);
        builder.store(word.constant(0), kept);
        vec![("true".to_string(), first), ("false".to_string(), first + count)]
    }

    fn behind_branch(
        &mut self,
        branch: Value<'m>,
        kept: Value<'m>,
        count: u32,
    ) -> Vec<(String, u32)> {
        let mut outcomes = Vec::new();
        for (name, target) in ways(branch) {
            // Before everything that was placed there already: it may keep something anew.
            let is_code = |instruction: &Value<'m>| instruction.opcode() != Opcode::LLVMPHI;
            let Some(start) = target.instructions().find(is_code) else { continue };
            self.placing.builder.place_before(start);
            let last = self.placing.builder.load(self.placing.word, kept);
            outcomes.push((name, self.marks.mark(self.placing, last, count)));
            self.placing.builder.store(self.placing.word.constant(0), kept);
        }
        outcomes
    }

    /// After a `longjmp`, nothing is on its way to a predicate.
    fn begin_anew_after_jumps(&self) {
        for &(function, kept) in &self.kept {
            for instruction in function.blocks().flat_map(Block::instructions) {
                let returns_twice =
                    instruction.opcode() == Opcode::LLVMCall && instruction.is_returns_twice_call();
                let Some(after) = instruction.next_instruction().filter(|_| returns_twice) else {
                    continue;
                };
                self.placing.builder.place_before(after);
                self.placing.builder.store(self.placing.word.constant(0), kept);
            }
        }
    }
}

/// The places that a branch or a switch can lead to, each once, with the name of the outcome.
fn ways<'m>(branch: Value<'m>) -> Vec<(String, Block<'m>)> {
    let successors = branch.successors();
    if branch.opcode() != Opcode::LLVMSwitch {
        return ["true", "false"].map(str::to_string).into_iter().zip(successors).collect();
    }
    let case = |value: Value<'m>| match value.ty().int_bits() {
        0..=64 => format!("case {}", value.int_signed()),
        _ => format!("case {}", value.print()),
    };
    let mut found = vec![("default".to_string(), successors[0])];
    for (value, &target) in branch.case_values().into_iter().zip(&successors[1..]) {
        if found.iter().all(|(_, known)| *known != target) {
            found.push((case(value), target));
        }
    }
    found
}
