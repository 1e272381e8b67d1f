//! Objects that are compared by their addresses lie apart.
//!
//! The address of an object is a number of which nothing else is known. Programs that compare
//! pointers (those among them that ask whether a pointer points to a certain variable) need to know
//! that no two objects share a byte. That is true of two objects that live at the same time. A
//! global lives always, and so does a local of the entry; so each of them is apart from all others.
//! Other locals may lie where another one has been, and the system may still know the address of
//! that.

use super::Builder;
use super::memory::ObjectId;
use crate::points_to::Thing;
use crate::source::{ContextId, Home};
use assay_program::Operand;

/// Objects that are compared, beyond which nothing is said about them.
const MANY_COMPARED: usize = 16;

impl Builder<'_> {
    /// Remembers what two operands that are compared may point to, if both may be pointers.
    pub(super) fn note_compared(&mut self, context: ContextId, a: Operand, b: Operand) {
        let function = self.contexts[context].function;
        let [a, b] = [a, b].map(|operand| self.points_to.operand(function, operand));
        if !a.is_empty() && !b.is_empty() {
            self.compared.include(&a);
            self.compared.include(&b);
        }
    }

    /// Adds what is known of the addresses of all that were compared.
    pub(super) fn keep_apart(&mut self) {
        let is_compared = |id: &ObjectId| {
            self.objects[*id].thing.is_some_and(|thing| self.compared.contains(thing))
        };
        let objects: Vec<ObjectId> = self.objects.ids().filter(is_compared).collect();
        if objects.len() > MANY_COMPARED {
            return;
        }
        for (index, &a) in objects.iter().enumerate() {
            for &b in &objects[index + 1..] {
                if self.lives_always(a) || self.lives_always(b) {
                    self.add_apart(a, b);
                }
            }
        }
    }

    /// Whether an object is there from the start to the end, and nothing else can be in its place.
    /// Constants of the same contents may be merged.
    fn lives_always(&self, object: ObjectId) -> bool {
        match self.objects[object].home {
            Home::Global(global) => {
                let of = &self.program.globals[global];
                of.initialiser.is_some() && !of.is_constant && !of.is_thread_local
            }
            Home::Local(context, value) => {
                let function = self.contexts[context].function;
                let made = self.points_to.find(Thing::Made(function, value));
                made.is_some() && self.runs_once(context)
            }
        }
    }

    fn add_apart(&mut self, a: ObjectId, b: ObjectId) {
        let [(a, size_of_a), (b, size_of_b)] =
            [a, b].map(|id| (self.objects[id].address, self.objects[id].size));
        let terms = &mut self.system.terms;
        let width = terms.width(a);
        let [size_of_a, size_of_b] =
            [size_of_a, size_of_b].map(|size| terms.constant(width, u128::from(size)));
        let (end_of_a, end_of_b) = (terms.add(a, size_of_a), terms.add(b, size_of_b));
        let (before, behind) = (terms.ule(end_of_a, b), terms.ule(end_of_b, a));
        let apart = terms.or(before, behind);
        self.system.axioms.push(apart);
    }
}
