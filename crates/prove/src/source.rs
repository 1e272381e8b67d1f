//! Which parts of the program the parts of a system stand for: what a person, or the machine, needs
//! to find them again.

use crate::system::Node;
use assay_base::id;
use assay_expr::VarId;
use assay_program::{BlockId, FuncId, GlobalId, ValueId};
use rustc_hash::FxHashMap;

id!(
    /// A copy of a function. It stands for the calls of one call string, or for all that are not
    /// followed.
    ContextId,
    "c"
);

/// An instruction of a function.
pub type Site = (BlockId, usize);

/// What a state variable holds.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// A value of a copy.
    Value(ContextId, ValueId),
    /// The bytes of an object from this offset on.
    Cell(Home, u64),
    /// Where an object lies.
    Address(Home),
}

/// An object that can be found again.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Home {
    Global(GlobalId),
    /// The value of the copy that is its address.
    Local(ContextId, ValueId),
}

#[derive(Clone, Default)]
pub struct Source {
    /// The copy of the function that everything starts in.
    pub entry: Option<ContextId>,
    /// The copy that each node lies in.
    pub nodes: FxHashMap<Node, ContextId>,
    pub functions: FxHashMap<ContextId, FuncId>,
    pub origins: FxHashMap<VarId, Origin>,
    /// Copies, by the copy that calls them, the instruction of the call and the function.
    pub callees: FxHashMap<(ContextId, Site, FuncId), ContextId>,
    /// The blocks that nodes are the beginning of.
    pub heads: FxHashMap<Node, BlockId>,
    /// Copies that start with anything.
    pub open: FxHashMap<FuncId, ContextId>,
    /// The node in front of all functions that code outside of the program may call. No run is seen
    /// there.
    pub outside: Option<Node>,
}

impl Source {
    /// The copies that calls in progress are in: of each, outermost first, the function, the
    /// instruction that made it, and whether it is followed at all.
    pub fn contexts(
        &self,
        calls: impl IntoIterator<Item = (FuncId, Option<Site>, bool)>,
    ) -> Vec<Option<ContextId>> {
        let mut contexts: Vec<Option<ContextId>> = Vec::new();
        for (function, site, is_followed) in calls {
            let caller = contexts.last().copied().flatten();
            let entry = self.entry.filter(|id| self.functions.get(id) == Some(&function));
            contexts.push(match entry {
                _ if !is_followed => None,
                // What comes before it is not part of the system.
                Some(entry) if caller.is_none() => Some(entry),
                _ => self.callee(caller, site, function),
            });
        }
        contexts
    }

    /// The copy that a call from `caller` is in: its own, or the one for all that are not followed.
    pub fn callee(
        &self,
        caller: Option<ContextId>,
        site: Option<Site>,
        function: FuncId,
    ) -> Option<ContextId> {
        let own = caller
            .zip(site)
            .and_then(|(caller, site)| self.callees.get(&(caller, site, function)).copied());
        own.or_else(|| self.open.get(&function).copied())
    }
}
