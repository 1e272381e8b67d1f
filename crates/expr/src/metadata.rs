//! What is known of every term without looking at it: width, flags, variables and bounds. Each is
//! computed once, at construction, from those of the arguments.

use crate::bits::mask;
use crate::variable_sets::SetId;
use crate::{Node, Term, Terms, Value};

#[derive(Copy, Clone, Debug)]
pub(crate) struct Metadata {
    /// Bounds of the value, cut to 64 bits: a wide term's lower bound is cut down and
    /// `u64::MAX` as its upper bound stands for none.
    low: u64,
    high: u64,
    pub set: SetId,
    pub width: u8,
    pub flags: Flags,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Flags(u8);

impl Flags {
    pub const NONE: Flags = Flags(0);
    pub const UNINITIALISED: Flags = Flags(1);
    pub const FLOAT: Flags = Flags(2);

    pub fn contains(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    pub fn with(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }
}

impl Metadata {
    pub fn leaf(width: u32, bounds: (Value, Value)) -> Metadata {
        Metadata {
            low: bounds.0.min(u64::MAX as Value) as u64,
            high: bounds.1.min(u64::MAX as Value) as u64,
            set: SetId::EMPTY,
            width: width as u8,
            flags: Flags::NONE,
        }
    }

    #[inline]
    pub fn bounds(&self) -> (Value, Value) {
        let open = self.width > 64 && self.high == u64::MAX;
        let high = if open { mask(self.width as u32) } else { self.high as Value };
        (self.low as Value, high)
    }
}

impl Terms {
    pub(crate) fn metadata_of(&mut self, node: Node, width: u32) -> Metadata {
        let mut metadata = Metadata::leaf(width, self.bounds_of(node, width));
        match node {
            Node::Const(_) => {}
            Node::Var(var) => metadata.set = self.sets.singleton(var),
            Node::Uninitialised { .. } => metadata.flags = Flags::UNINITIALISED,
            Node::Not(a)
            | Node::Neg(a)
            | Node::Extract { of: a, .. }
            | Node::ZeroExtend(a)
            | Node::SignExtend(a) => self.inherit(&mut metadata, &[a]),
            Node::Binary(_, a, b) | Node::Concat(a, b) => self.inherit(&mut metadata, &[a, b]),
            Node::Ite(condition, a, b) => self.inherit(&mut metadata, &[condition, a, b]),
            Node::Lookup { table, index } => {
                self.inherit(&mut metadata, &[index]);
                let entries = *self.table_metadata(table);
                self.merge(&mut metadata, &entries);
            }
            Node::Float(_, a) => {
                metadata.flags = Flags::FLOAT;
                self.inherit(&mut metadata, &[a]);
            }
            Node::FloatBinary(_, _, a, b) => {
                metadata.flags = Flags::FLOAT;
                self.inherit(&mut metadata, &[a, b]);
            }
            Node::FusedMultiplyAdd(_, a, b, c) => {
                metadata.flags = Flags::FLOAT;
                self.inherit(&mut metadata, &[a, b, c]);
            }
        }
        metadata
    }

    /// Adds the arguments' variables and flags.
    #[inline]
    pub(crate) fn inherit(&mut self, metadata: &mut Metadata, arguments: &[Term]) {
        for &argument in arguments {
            let inherited = *self.metadata(argument);
            self.merge(metadata, &inherited);
        }
    }

    #[inline]
    fn merge(&mut self, metadata: &mut Metadata, other: &Metadata) {
        metadata.set = self.sets.union(metadata.set, other.set);
        metadata.flags = metadata.flags.with(other.flags);
    }
}
