//! Which parts of the program the parts of a system stand for: what a person, or the machine, needs to find
//! them again.

use crate::system::Node;
use assay_base::id;
use assay_expr::VarId;
use assay_program::{BlockId, FuncId, GlobalId, ValueId};
use rustc_hash::FxHashMap;

id!(
    /// A copy of a function. It stands for the calls of one call string, or for all that are not followed.
    ContextId,
    "c"
);

/// An instruction of a function.
pub type Site = (BlockId, usize);

/// What a state variable holds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A value of a copy.
    Value(ContextId, ValueId),
    /// The bytes of an object from this offset on.
    Cell(Home, u64),
    /// Where an object lies.
    Address(Home),
}

/// An object that can be found again.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Home {
    Global(GlobalId),
    /// The value of the copy that is its address.
    Local(ContextId, ValueId),
}

#[derive(Default)]
pub struct Source {
    /// The copy of the function that everything starts in.
    pub entry: Option<ContextId>,
    /// The copy that each node lies in.
    pub nodes: FxHashMap<Node, ContextId>,
    pub functions: FxHashMap<ContextId, FuncId>,
    pub origins: FxHashMap<VarId, Origin>,
    /// Copies, by the copy that calls them, the instruction of the call and the function.
    pub callees: FxHashMap<(ContextId, Site, FuncId), ContextId>,
    /// Copies that start with anything.
    pub open: FxHashMap<FuncId, ContextId>,
}

impl Source {
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
