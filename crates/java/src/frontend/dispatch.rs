//! What virtual calls can mean: the methods of the classes that are instantiated somewhere (rapid
//! type analysis; Bacon and Sweeney, OOPSLA 1996).
//!
//! A virtual call goes through the receiver's descriptor, and has a list of what it can reach, even
//! if that is a single function: as classes come, lists get longer, and nothing else of a body ever
//! changes. An object of a class that is not there yet comes from code that is not there yet, so
//! that a path has come to a stub before a list is too short for it; whoever looks at the program
//! asks that of stubs, not of lists (`explore/src/graph.rs`, and `prove`, which refuses what may
//! come to one).

use super::classes::{ClassId, MethodId};
use super::translator::{Result, Translator};
use assay_base::Id;
use assay_program::{BlockId, Callee, FuncId, Op, Operand};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::Arc;

#[derive(Default)]
pub struct Dispatch {
    instantiated: Vec<ClassId>,
    is_instantiated: FxHashSet<ClassId>,
    /// The virtual methods that are called somewhere.
    called: FxHashMap<MethodId, Called>,
    /// Those whose calls can reach more than their lists say.
    outdated: BTreeSet<MethodId>,
    /// By the address that is called; filled while a method is translated.
    calls: Vec<MethodId>,
}

/// What is known of the calls of a virtual method.
#[derive(Default)]
struct Called {
    /// The functions that they can reach, in ascending order.
    targets: Vec<FuncId>,
    sites: Vec<Site>,
}

/// A virtual call.
struct Site {
    function: FuncId,
    block: BlockId,
    position: usize,
}

impl Dispatch {
    /// The method under way is not translated after all.
    pub fn forget_calls(&mut self) {
        self.calls.clear();
    }
}

impl Translator {
    /// A class has instances from now on.
    pub fn instantiated(&mut self, class: ClassId) -> Result<()> {
        if !self.dispatch.is_instantiated.insert(class) {
            return Ok(());
        }
        self.dispatch.instantiated.push(class);
        let mut called: Vec<MethodId> = self.dispatch.called.keys().copied().collect();
        called.sort_unstable();
        called.into_iter().try_for_each(|method| self.connect(class, method))
    }

    /// A virtual method is called from now on.
    pub fn called(&mut self, method: MethodId) -> Result<()> {
        if self.dispatch.called.contains_key(&method) {
            return Ok(());
        }
        self.dispatch.called.insert(method, Called::default());
        let instantiated = self.dispatch.instantiated.clone();
        instantiated.into_iter().try_for_each(|class| self.connect(class, method))
    }

    fn connect(&mut self, class: ClassId, method: MethodId) -> Result<()> {
        let home = self.classes.methods[method].class;
        if !self.classes.is_subclass(class, home) {
            return Ok(());
        }
        if let Some(own) = self.classes.selected(class, method) {
            let function = self.want(own)?;
            let called = self.dispatch.called.get_mut(&method).expect("it is called");
            if let Err(place) = called.targets.binary_search(&function) {
                called.targets.insert(place, function);
                self.dispatch.outdated.insert(method);
            }
        }
        Ok(())
    }

    /// The call to come in the method that is being translated goes through this address. Until the
    /// method is finished, its list says which method is meant.
    pub fn virtual_call(&mut self, address: Operand, method: MethodId) -> Result<Callee> {
        self.called(method)?;
        let mark = FuncId::new(self.dispatch.calls.len());
        self.dispatch.calls.push(method);
        Ok(Callee::Indirect { address, targets: Some(vec![mark]) })
    }

    /// Notes where the virtual calls of a function that is finished stand, and what they can reach.
    pub fn note_calls(&mut self, function: FuncId) {
        let calls = std::mem::take(&mut self.dispatch.calls);
        if calls.is_empty() {
            return;
        }
        let Some(body) = &mut self.model.program.functions[function].body else { return };
        let body = Arc::make_mut(body);
        for block in body.blocks.ids() {
            for (position, inst) in body.blocks[block].insts.iter_mut().enumerate() {
                let Op::Call { callee: Callee::Indirect { targets: Some(targets), .. }, .. } =
                    &mut inst.op
                else {
                    continue;
                };
                let [mark] = targets[..] else { unreachable!("a call that nobody has marked") };
                let called = self.dispatch.called.get_mut(&calls[mark.index()]);
                let called = called.expect("it is called");
                targets.clone_from(&called.targets);
                called.sites.push(Site { function, block, position });
            }
        }
    }

    /// Lengthens the lists of the calls that can reach more by now.
    pub fn lengthen_lists(&mut self) {
        for method in std::mem::take(&mut self.dispatch.outdated) {
            let Called { targets, sites } = &self.dispatch.called[&method];
            for site in sites {
                let body = self.model.program.functions[site.function].body.as_mut();
                let body = Arc::make_mut(body.expect("it has calls"));
                let inst = &mut body.blocks[site.block].insts[site.position];
                if let Op::Call { callee: Callee::Indirect { targets: list, .. }, .. } =
                    &mut inst.op
                {
                    list.clone_from(&Some(targets.clone()));
                }
            }
        }
    }
}
