//! What the latest constructions came to. Paths that share code build the same terms again and
//! again, and a node that a rule replaced is not in the arena: without this table it would go
//! through the rules every time.
//!
//! The table has one place per hash: a newer construction takes the place of an older one, and
//! nothing depends on what is in it but time.

use crate::{Node, Term};

const SIZE: usize = 1 << 12;

pub(crate) struct Recent(Box<[Option<(Node, u32, Term)>]>);

impl Default for Recent {
    fn default() -> Self {
        Recent(vec![None; SIZE].into_boxed_slice())
    }
}

impl Recent {
    #[inline]
    pub fn get(&self, hash: u64, node: Node, width: u32) -> Option<Term> {
        match self.0[place(hash)] {
            Some((known, known_width, term)) if known == node && known_width == width => Some(term),
            _ => None,
        }
    }

    #[inline]
    pub fn keep(&mut self, hash: u64, node: Node, width: u32, term: Term) {
        self.0[place(hash)] = Some((node, width, term));
    }
}

/// The arena's table looks at the low bits and the highest ones; these are between.
fn place(hash: u64) -> usize {
    (hash >> 20) as usize % SIZE
}
