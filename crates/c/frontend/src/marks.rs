//! Marks: edges for what can be observed and is no branch.
//!
//! A mark is a call of a function that does not exist, `assay.mark(index, count)`, with the number
//! of its first edge as metadata. Where it is executed, the edge `index` places further is taken.
//! Marks are placed once, in the module that becomes the replay module and the program; the replay
//! module sets a byte, the program has an operation for it. Their edges come after those of
//! branches, and but for the first kind exist only in a run that asks for them.
//!
//! - Outcomes without a branch: where they are counted, see [`folded`]. In every run.
//! - Code: where the code of a region begins.
//! - Test vectors: where clang records that a decision was evaluated with a certain vector
//!   (`tvbitmap.update`), one edge for each of its possible vectors. Those of a decision that clang
//!   leaves out are recorded in the same way: every condition adds to a number in the frame, and
//!   the first one begins it anew.
//! - Uses of variables: which definition they see, see [`dataflow`].

use crate::Request;
use crate::coverage::{
    CoverageMap, Expansions, FunctionRecord, LeftOut, Place, Sites, decisions, folded, left_out,
    places,
};
use crate::dataflow::{self, ObservedUse, ObservedVariable};
use crate::edges;
use crate::llvm::{Builder, Module, Opcode, Type, Value};
use assay_base::Id;
use assay_program::EdgeId;
use assay_program::decision::Condition;
use assay_program::decision::Graph;
use rustc_hash::FxHashMap;
use std::path::PathBuf;

pub const MARK: &str = "assay.mark";

/// A decision with more test vectors is left alone: nobody could cover it.
const MOST_VECTORS: u32 = 1 << 16;

/// What was placed.
#[derive(Default)]
pub struct Marks {
    /// Edges of branches and of marks.
    pub edge_count: u32,
    /// Code regions that were not found.
    lost: usize,
    /// Marks are asked for, and there is no coverage map that says where.
    is_blind: bool,
    functions: FxHashMap<String, FunctionMarks>,
    /// Where the decisions begin that clang leaves out and that are recorded all the same.
    recorded: Vec<(PathBuf, (u32, u32))>,
    /// Variables are asked for, and there are none with a definition and a use.
    lacks_variables: bool,
    /// What is not looked at of how variables are used.
    unseen: Option<String>,
    /// The variables that are observed, and what their uses see.
    pub variables: Vec<ObservedVariable>,
    pub uses: Vec<ObservedUse>,
}

/// The marks of one function.
#[derive(Default)]
pub struct FunctionMarks {
    /// The first edges of each decision, by the first bit of its bitmap.
    vectors: FxHashMap<u32, Vec<EdgeId>>,
    /// The edge of each code region, by its index.
    code: FxHashMap<usize, EdgeId>,
    left_out: Vec<RecordedDecision>,
}

/// A decision that clang leaves out, with what records it.
pub struct RecordedDecision {
    /// By their indices in the map, in the order of their evaluation.
    pub conditions: Vec<(usize, Condition)>,
    /// How many there are, and the first edges of them.
    pub vectors: u32,
    pub firsts: Vec<EdgeId>,
}

impl Marks {
    /// Places what the request asks for; `edge_count` edges are given out already. `entry` is the
    /// function that is tested.
    pub fn place(module: &Module, edge_count: u32, request: &Request, entry: &str) -> Marks {
        let mut marks = Marks { edge_count, ..Marks::default() };
        // Found before anything is placed that reads a condition, placed after it.
        let scope = request.dataflow;
        let pairs = scope.map(|scope| dataflow::pairs(module, entry, scope));
        let map = CoverageMap::of(module);
        marks.is_blind = map.is_empty() && (request.mcdc || request.statements);
        marks.on_regions(module, request, &map);
        if let Some(pairs) = pairs {
            marks.unseen = scope.and_then(|scope| pairs.limits(scope));
            dataflow::record(&pairs, &mut marks, &Placing::new(module));
            marks.lacks_variables = marks.variables.is_empty();
        }
        marks
    }

    /// Where clang's coverage map says.
    fn on_regions(&mut self, module: &Module, request: &Request, map: &CoverageMap) {
        let placing = Placing::new(module);
        for function in module.functions() {
            let Some(sites) = Sites::of(module, function) else { continue };
            let record = map.record(&sites.profile_name, sites.hash, sites.counters);
            let Some(record) = record else { continue };
            let mut own = FunctionMarks::default();
            self.folded(&placing, folded(&sites, record));
            if request.statements {
                self.code(&placing, places(function, &sites, record), &mut own);
            }
            if request.mcdc {
                self.decisions(&placing, function, &sites, record, &mut own);
            }
            self.functions.insert(function.name(), own);
        }
    }

    /// What the user should know.
    pub fn notes(&self) -> Vec<String> {
        let none =
            "dataflow: there are no def-use pairs; bitcode has them if it was made with -g -O0";
        let blind = "without clang's coverage map there are objectives of branch coverage only";
        let mut notes = self.unseen.clone().into_iter().collect::<Vec<String>>();
        notes.extend(self.lacks_variables.then(|| none.to_string()));
        notes.extend(self.is_blind.then(|| blind.to_string()));
        if self.lost > 0 {
            let count = self.lost;
            notes.push(format!(
                "statement: {count} regions of code are not told apart in the compiled program"
            ));
        }
        notes
    }

    /// Where decisions begin that clang leaves out and that are recorded all the same.
    pub fn recorded(&self) -> &[(PathBuf, (u32, u32))] {
        &self.recorded
    }

    pub fn of(&self, function: Value) -> Option<&FunctionMarks> {
        self.functions.get(&function.name())
    }

    /// Marks outcomes without a branch, and notes the edge on what counts them.
    fn folded<'m>(&mut self, placing: &Placing<'m>, increments: Vec<Value<'m>>) {
        for increment in increments {
            placing.builder.place_before(increment);
            let edge = self.mark(placing, placing.word.constant(0), 1);
            increment.set_metadata(placing.edges, placing.module.integer_node(edge));
        }
    }

    /// One mark for all regions that begin at one place.
    fn code<'m>(
        &mut self,
        placing: &Placing<'m>,
        places: Vec<(usize, Option<Place<'m>>)>,
        own: &mut FunctionMarks,
    ) {
        let mut marked: FxHashMap<Value<'m>, u32> = FxHashMap::default();
        for (region, place) in places {
            let edge = match place {
                Some(Place::Before(instruction)) => {
                    *marked.entry(instruction).or_insert_with(|| {
                        placing.builder.place_before(instruction);
                        self.mark(placing, placing.word.constant(0), 1)
                    })
                }
                Some(Place::Edge(edge)) => edge,
                None => {
                    self.lost += 1;
                    continue;
                }
            };
            own.code.insert(region, EdgeId::new(edge as usize));
        }
    }

    fn decisions<'m>(
        &mut self,
        placing: &Placing<'m>,
        function: Value<'m>,
        sites: &Sites<'m>,
        record: &FunctionRecord,
        own: &mut FunctionMarks,
    ) {
        let found: FxHashMap<u32, u32> = decisions(record)
            .iter()
            .filter(|decision| decision.vectors <= MOST_VECTORS)
            .map(|decision| (decision.bitmap, decision.vectors))
            .collect();
        for update in calls_of(function, edges::TEST_VECTOR) {
            self.vectors(placing, sites, update, &found, own);
        }
        let expansions = Expansions::of(record);
        for decision in left_out(function, sites, record) {
            let Some(recorded) = self.record(placing, function, &decision) else { continue };
            let first = expansions.outermost(&record.regions[decision.conditions[0].region]);
            self.recorded.push((first.file.clone(), first.start));
            own.left_out.push(recorded);
        }
    }

    /// Places what records a decision that clang leaves out; `None` if it has too many vectors.
    fn record<'m>(
        &mut self,
        placing: &Placing<'m>,
        function: Value<'m>,
        decision: &LeftOut<'m>,
    ) -> Option<RecordedDecision> {
        let order: Vec<Condition> =
            decision.conditions.iter().map(|condition| condition.order).collect();
        let graph = Graph::new(&order)?;
        let offsets = graph.offsets()?;
        let vectors = u32::try_from(graph.path_count()?).ok().filter(|&all| all <= MOST_VECTORS)?;
        let number = placing.builder.local(function, placing.word);
        for (at, (condition, offsets)) in decision.conditions.iter().zip(offsets).enumerate() {
            let [on_false, on_true] = offsets.map(|offset| placing.word.constant(offset));
            let (taken, other) =
                if condition.is_same { (on_true, on_false) } else { (on_false, on_true) };
            placing.add(number, condition.branch, taken, other, at == 0);
        }
        let mut firsts = Vec::new();
        for end in &decision.ends {
            let code = end.instructions().find(|code| code.opcode() != Opcode::LLVMPHI)?;
            placing.builder.place_before(code);
            let index = placing.builder.load(placing.word, number);
            firsts.push(EdgeId::new(self.mark(placing, index, vectors) as usize));
        }
        let regions = decision.conditions.iter().map(|condition| condition.region);
        Some(RecordedDecision { conditions: regions.zip(order).collect(), vectors, firsts })
    }

    fn vectors<'m>(
        &mut self,
        placing: &Placing<'m>,
        sites: &Sites<'m>,
        update: Value<'m>,
        decisions: &FxHashMap<u32, u32>,
        own: &mut FunctionMarks,
    ) {
        // Code inlined from another function counts for that one.
        let is_own = sites.is_profile_name(update);
        let bitmap = update.operand(2).as_int().and_then(|bitmap| u32::try_from(bitmap).ok());
        let Some(bitmap) = bitmap.filter(|_| is_own) else { return };
        let Some(&vectors) = decisions.get(&bitmap) else { return };
        placing.builder.place_before(update);
        let index = placing.builder.load(placing.word, update.operand(3));
        let first = self.mark(placing, index, vectors);
        own.vectors.entry(bitmap).or_default().push(EdgeId::new(first as usize));
    }

    /// Places a mark where the builder is; its first edge.
    pub fn mark<'m>(&mut self, placing: &Placing<'m>, index: Value<'m>, count: u32) -> u32 {
        let first = self.edge_count;
        placing.mark(index, first, count);
        self.edge_count += count;
        first
    }
}

impl FunctionMarks {
    pub fn vectors(&self, bitmap: u32) -> &[EdgeId] {
        self.vectors.get(&bitmap).map_or(&[], Vec::as_slice)
    }

    pub fn left_out(&self) -> &[RecordedDecision] {
        &self.left_out
    }

    pub fn code(&self, region: usize) -> &[EdgeId] {
        self.code.get(&region).map_or(&[], std::slice::from_ref)
    }
}

/// What it takes to place a mark.
pub struct Placing<'m> {
    pub module: &'m Module<'m>,
    pub builder: Builder<'m>,
    pub word: Type<'m>,
    function: Value<'m>,
    edges: u32,
}

impl<'m> Placing<'m> {
    fn new(module: &'m Module<'m>) -> Placing<'m> {
        let word = module.int_type(32);
        let ty = Type::function_returning(module.void_type(), &[word, word]);
        Placing {
            module,
            builder: Builder::new(module),
            word,
            function: module.function_named(MARK).unwrap_or_else(|| module.add_function(MARK, ty)),
            edges: module.metadata_kind(edges::METADATA),
        }
    }

    /// Before a branch: adds one of two offsets to the number of a vector, or begins it with it.
    fn add(
        &self,
        number: Value<'m>,
        branch: Value<'m>,
        taken: Value<'m>,
        other: Value<'m>,
        is_first: bool,
    ) {
        self.builder.place_before(branch);
        let mut sum = self.builder.select(branch.operand(0), taken, other);
        if !is_first {
            let before = self.builder.load(self.word, number);
            sum = self.builder.binary(Opcode::LLVMAdd, before, sum);
        }
        self.builder.store(sum, number);
    }

    fn mark(&self, index: Value<'m>, first: u32, count: u32) {
        let count = self.word.constant(u64::from(count));
        let mark = self.builder.call(self.function, &[index, count]);
        mark.set_metadata(self.edges, self.module.integer_node(first));
    }
}

/// How many edges a mark has.
pub fn edge_count(mark: Value) -> u32 {
    mark.operand(1).as_int().and_then(|count| u32::try_from(count).ok()).unwrap_or(1)
}

/// The marks in a function, in order.
pub fn of(function: Value<'_>) -> Vec<Value<'_>> {
    calls_of(function, MARK)
}

fn calls_of<'m>(function: Value<'m>, name: &str) -> Vec<Value<'m>> {
    let instructions = function.blocks().flat_map(|block| block.instructions());
    instructions.filter(|&instruction| edges::calls(instruction, name)).collect()
}

/// Test vectors are marks in the program; clang's own recording would keep them in memory.
pub fn drop_test_vectors(module: &Module) {
    for function in module.functions() {
        calls_of(function, edges::TEST_VECTOR).into_iter().for_each(Value::erase);
    }
}
