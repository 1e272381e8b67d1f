//! The arena of terms. Nodes and their metadata stand in two vectors; the hash-cons table holds
//! only ids and hashes the nodes where they are, so that no node is stored twice.

use std::hash::{Hash, Hasher};
use std::num::NonZeroU32;

use assay_base::Id;
use hashbrown::HashTable;
use rustc_hash::FxHasher;

use crate::bits::mask;
use crate::bounds::hull;
use crate::metadata::{Flags, Metadata};
use crate::simplify::{Effort, Recent};
use crate::slices::Slices;
use crate::uninitialised::{Conditions, Dependence};
use crate::variable_sets::VariableSets;
use crate::{Node, TableId, Term, Value, VarId};

/// All terms of one analysis. Terms are never removed.
pub struct Terms {
    /// Entry 0 is never used, so that a term is never zero.
    nodes: Vec<Node>,
    metadata: Vec<Metadata>,
    ids: HashTable<Term>,
    pub(crate) sets: VariableSets,
    tables: Slices<Term>,
    /// Of each table: the hull of the entries' bounds, all their variables and flags.
    table_metadata: Vec<Metadata>,
    variables: Vec<Term>,
    truths: [Term; 2],
    pub(crate) effort: Effort,
    pub(crate) recent: Recent,
    pub(crate) dependences: Conditions,
}

impl Terms {
    pub fn new() -> Self {
        let unused = Term(NonZeroU32::MIN);
        let mut terms = Terms {
            nodes: vec![Node::Const(0)],
            metadata: vec![Metadata::leaf(1, (0, 0))],
            ids: HashTable::new(),
            sets: VariableSets::new(),
            tables: Slices::new(),
            table_metadata: Vec::new(),
            variables: Vec::new(),
            truths: [unused; 2],
            effort: Effort::default(),
            recent: Recent::default(),
            dependences: Conditions::default(),
        };
        terms.truths = [0, 1].map(|bit| terms.raw(Node::Const(bit), 1));
        terms
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Never: the two truth values are always there.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Bytes held, about.
    pub fn memory(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + (self.metadata.capacity() + self.table_metadata.capacity()) * size_of::<Metadata>()
            + self.ids.allocation_size()
            + self.sets.memory()
            + self.tables.memory()
            + self.variables.capacity() * size_of::<Term>()
            + self.dependences.capacity() * size_of::<(Term, Dependence)>()
    }

    #[inline]
    pub fn node(&self, t: Term) -> Node {
        self.nodes[t.index()]
    }

    #[inline]
    pub(crate) fn metadata(&self, t: Term) -> &Metadata {
        &self.metadata[t.index()]
    }

    #[inline]
    pub fn width(&self, t: Term) -> u32 {
        self.metadata(t).width as u32
    }

    /// Whether the value of some [`Node::Uninitialised`] can reach this term.
    #[inline]
    pub fn reads_uninitialised(&self, t: Term) -> bool {
        self.metadata(t).flags.contains(Flags::UNINITIALISED)
    }

    /// Whether a float operation is inside.
    #[inline]
    pub fn has_float(&self, t: Term) -> bool {
        self.metadata(t).flags.contains(Flags::FLOAT)
    }

    /// The variables inside, sorted and distinct.
    #[inline]
    pub fn variables(&self, t: Term) -> &[VarId] {
        self.sets.get(self.metadata(t).set)
    }

    /// The least and the greatest value that the term may have, read unsigned. They always hold,
    /// and need not be reached.
    #[inline]
    pub fn bounds(&self, t: Term) -> (Value, Value) {
        match self.nodes[t.index()] {
            Node::Const(value) => (value, value),
            // Exact, where those kept for a wide term are cut.
            Node::ZeroExtend(a) => self.metadata(a).bounds(),
            _ => self.metadata(t).bounds(),
        }
    }

    #[inline]
    pub fn as_constant(&self, t: Term) -> Option<Value> {
        match self.nodes[t.index()] {
            Node::Const(value) => Some(value),
            _ => None,
        }
    }

    /// The value is cut to the width.
    #[inline]
    pub fn constant(&mut self, width: u32, value: Value) -> Term {
        if width == 1 {
            return self.truths[(value & 1) as usize];
        }
        self.raw(Node::Const(value & mask(width)), width)
    }

    #[inline]
    pub fn truth(&self, b: bool) -> Term {
        self.truths[b as usize]
    }

    pub fn new_variable(&mut self, width: u32) -> (VarId, Term) {
        let var = VarId::new(self.variables.len());
        let term = self.raw(Node::Var(var), width);
        self.variables.push(term);
        (var, term)
    }

    #[inline]
    pub fn variable(&self, var: VarId) -> Term {
        self.variables[var.index()]
    }

    pub fn variable_width(&self, var: VarId) -> u32 {
        self.width(self.variable(var))
    }

    pub fn variable_count(&self) -> usize {
        self.variables.len()
    }

    /// What a place in memory that was never written holds on this run.
    pub fn uninitialised(&mut self, width: u32, value: Value, place: u64) -> Term {
        self.raw(Node::Uninitialised { value: value & mask(width), place }, width)
    }

    #[inline]
    pub fn table(&self, id: TableId) -> &[Term] {
        self.tables.get(id.index() as u32)
    }

    pub(crate) fn table_metadata(&self, id: TableId) -> &Metadata {
        &self.table_metadata[id.index()]
    }

    /// `entries` must not be empty, and have one width.
    pub(crate) fn intern_table(&mut self, entries: &[Term]) -> TableId {
        let id = self.tables.intern(entries);
        if id as usize == self.table_metadata.len() {
            let width = self.width(entries[0]);
            let bounds = entries.iter().map(|&entry| self.bounds(entry)).reduce(hull);
            let mut metadata = Metadata::leaf(width, bounds.unwrap_or((0, mask(width))));
            self.inherit(&mut metadata, entries);
            self.table_metadata.push(metadata);
        }
        TableId::new(id as usize)
    }

    /// The arguments, and for a lookup also the entries of its table.
    pub fn for_each_argument(&self, t: Term, mut visit: impl FnMut(Term)) {
        match self.node(t) {
            Node::Const(_) | Node::Var(_) | Node::Uninitialised { .. } => {}
            Node::Not(a)
            | Node::Neg(a)
            | Node::Extract { of: a, .. }
            | Node::ZeroExtend(a)
            | Node::SignExtend(a)
            | Node::Float(_, a) => visit(a),
            Node::Binary(_, a, b) | Node::Concat(a, b) | Node::FloatBinary(_, _, a, b) => {
                [a, b].into_iter().for_each(visit)
            }
            Node::Ite(a, b, c) | Node::FusedMultiplyAdd(_, a, b, c) => {
                [a, b, c].into_iter().for_each(visit)
            }
            Node::Lookup { table, index } => {
                visit(index);
                self.table(table).iter().copied().for_each(visit);
            }
        }
    }

    /// The term of exactly this node, without simplification.
    #[doc(hidden)]
    pub fn raw(&mut self, node: Node, width: u32) -> Term {
        match self.find(node, width) {
            Ok(term) => term,
            Err(hash) => {
                let metadata = self.metadata_of(node, width);
                self.insert(hash, node, metadata)
            }
        }
    }

    /// The term of this node, or the hash to insert it with.
    #[inline]
    fn find(&self, node: Node, width: u32) -> Result<Term, u64> {
        let hash = hash_of(&node, width as u8);
        self.find_hashed(hash, node, width).ok_or(hash)
    }

    #[inline]
    pub(crate) fn find_hashed(&self, hash: u64, node: Node, width: u32) -> Option<Term> {
        let same =
            |t: &Term| self.nodes[t.index()] == node && self.metadata(*t).width == width as u8;
        self.ids.find(hash, same).copied()
    }

    pub(crate) fn insert(&mut self, hash: u64, node: Node, metadata: Metadata) -> Term {
        let next = u32::try_from(self.nodes.len()).ok().and_then(NonZeroU32::new);
        let term = Term(next.expect("fewer than 2^32 terms fit into memory"));
        self.nodes.push(node);
        self.metadata.push(metadata);
        let (nodes, metadata) = (&self.nodes, &self.metadata);
        self.ids
            .insert_unique(hash, term, |t| hash_of(&nodes[t.index()], metadata[t.index()].width));
        term
    }
}

impl Default for Terms {
    fn default() -> Self {
        Terms::new()
    }
}

#[inline]
pub(crate) fn hash_of(node: &Node, width: u8) -> u64 {
    let mut hasher = FxHasher::default();
    node.hash(&mut hasher);
    hasher.write_u8(width);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BinaryOp, FloatBinaryOp, Format};

    #[test]
    fn nodes_and_metadata_stay_small() {
        assert_eq!(size_of::<Node>(), 32);
        assert_eq!(size_of::<Metadata>(), 24);
        assert_eq!(size_of::<Option<Term>>(), 4);
    }

    #[test]
    fn equal_terms_are_one_and_widths_make_a_difference() {
        let mut terms = Terms::new();
        let (x, a) = terms.new_variable(8);
        let (_, b) = terms.new_variable(8);
        let sum = terms.add(a, b);
        assert_eq!(terms.add(b, a), sum);
        assert_eq!(terms.variable(x), a);
        let short = terms.constant(8, 0x1ff);
        assert_eq!(terms.as_constant(short), Some(0xff));
        assert_ne!(terms.constant(9, 0xff), short);
        assert_eq!(terms.constant(1, 1), terms.truth(true));
        let before = terms.len();
        terms.sub(sum, b);
        assert_eq!(terms.len(), before);
    }

    #[test]
    fn variables_and_flags_come_from_the_arguments() {
        let mut terms = Terms::new();
        let (x, a) = terms.new_variable(32);
        let (y, b) = terms.new_variable(32);
        let (z, i) = terms.new_variable(8);
        let unset = terms.uninitialised(32, 5, 0);
        let sum = terms.float_binary(FloatBinaryOp::Add, Format::Single, b, a);
        let five = terms.constant(32, 5);
        let chosen = terms.lookup(&[sum, unset, five], i);
        assert_eq!(terms.variables(sum), [x, y]);
        assert_eq!(terms.variables(chosen), [x, y, z]);
        assert!(terms.has_float(chosen) && terms.reads_uninitialised(chosen));
        assert!(!terms.reads_uninitialised(sum) && !terms.has_float(i));
        assert!(terms.variables(five).is_empty());
    }

    #[test]
    fn bounds_follow_the_operations() {
        let mut terms = Terms::new();
        let (_, byte) = terms.new_variable(8);
        let wide = terms.zero_extend(byte, 32);
        assert_eq!(terms.bounds(wide), (0, 255));
        let ten = terms.constant(32, 10);
        let sum = terms.add(wide, ten);
        assert_eq!(terms.bounds(sum), (10, 265));
        let remainder = terms.urem(sum, ten);
        assert_eq!(terms.bounds(remainder), (0, 9));
        let (_, word) = terms.new_variable(64);
        let doubled = terms.zero_extend(word, 128);
        assert_eq!(terms.bounds(doubled), (0, u64::MAX as Value));
        let huge = terms.constant(128, Value::MAX - 1);
        assert_eq!(terms.bounds(huge), (Value::MAX - 1, Value::MAX - 1));
    }

    #[test]
    fn tables_are_shared() {
        let mut terms = Terms::new();
        let (_, i) = terms.new_variable(8);
        let (_, j) = terms.new_variable(8);
        let entries: Vec<Term> = (0..5).map(|n| terms.constant(16, n * n)).collect();
        let (first, second) = (terms.lookup(&entries, i), terms.lookup(&entries, j));
        match (terms.node(first), terms.node(second)) {
            (Node::Lookup { table: a, .. }, Node::Lookup { table: b, .. }) => {
                assert_eq!(a, b);
                assert_eq!(terms.table(a), entries);
            }
            nodes => panic!("{nodes:?}"),
        }
    }

    #[test]
    fn memory_grows_with_the_terms() {
        let mut terms = Terms::new();
        let (_, x) = terms.new_variable(32);
        let mut t = x;
        for _ in 0..10_000 {
            t = terms.raw(Node::Binary(BinaryOp::Mul, t, x), 32);
        }
        let needed = terms.len() * (size_of::<Node>() + size_of::<Metadata>());
        assert!((needed..6 * needed).contains(&terms.memory()));
    }
}
