//! Which variables an access through a pointer may come to.

use super::homes::Homes;
use super::points_to::PointsTo;
use crate::llvm::{Module, Opcode, Value};
use rustc_hash::FxHashMap;

/// An access that may come to more variables is not looked at.
const MOST_CANDIDATES: usize = 32;

pub struct Pointers<'m> {
    points_to: PointsTo<'m>,
    /// Whether a function may have two frames at a time, where somebody asked.
    is_recursive: FxHashMap<Value<'m>, bool>,
    /// A `longjmp` leaves frames without a trace.
    has_jumps: bool,
    /// Accesses that may come to variables with which they are not counted.
    pub unseen: usize,
}

impl<'m> Pointers<'m> {
    /// None where it is too much to know where pointers point.
    pub fn of(module: &'m Module<'m>) -> Option<Pointers<'m>> {
        let mut code = module.functions().flat_map(Value::blocks).flat_map(|b| b.instructions());
        let has_jumps =
            code.any(|at| at.opcode() == Opcode::LLVMCall && at.is_returns_twice_call());
        let points_to = PointsTo::of(module)?;
        let is_recursive = FxHashMap::default();
        Some(Pointers { points_to, is_recursive, has_jumps, unseen: 0 })
    }

    /// The variables, and whether there is nothing else that the pointer may point to.
    pub fn candidates(
        &mut self,
        address: Value<'m>,
        size: u64,
        function: Value<'m>,
        homes: &Homes<'m>,
    ) -> (Vec<usize>, bool) {
        let targets = self.points_to.targets(address);
        let is_only = matches!(targets.as_slice(), [(_, Some(_))]);
        let mut found = Vec::new();
        let mut sees_all = true;
        for (home, offset) in targets {
            let variables = homes.touched_at(home, offset, size);
            if variables.is_empty() {
                continue;
            }
            match self.is_known(home, function) {
                true => found.extend(variables),
                false => sees_all = false,
            }
        }
        found.sort_unstable();
        found.dedup();
        if found.len() > MOST_CANDIDATES {
            found.clear();
            sees_all = false;
        }
        self.unseen += usize::from(!sees_all);
        (found, is_only)
    }

    /// Whether a run knows in this function where the variable is: of a local, that there is one at
    /// most.
    fn is_known(&mut self, home: Value<'m>, function: Value<'m>) -> bool {
        if !home.is_instruction() {
            return true;
        }
        let owner = home.block().function();
        let points_to = &self.points_to;
        let is_recursive =
            *self.is_recursive.entry(owner).or_insert_with(|| points_to.is_recursive(owner));
        !is_recursive && (owner == function || !self.has_jumps)
    }
}
