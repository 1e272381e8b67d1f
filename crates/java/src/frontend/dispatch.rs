//! What virtual calls can mean: the methods of the classes that are instantiated somewhere (rapid
//! type analysis; Bacon and Sweeney, OOPSLA 1996).
//!
//! A virtual call is translated as one through the receiver's descriptor, with no targets. Whenever
//! a round of translation is over, each gets the list of what it can reach by then; one that can
//! reach a single function becomes a direct call.

use super::classes::{ClassId, MethodId};
use super::translator::{Result, Translator};
use assay_program::{BlockId, Callee, FuncId, Op, Operand};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::Arc;

#[derive(Default)]
pub struct Dispatch {
    instantiated: Vec<ClassId>,
    is_instantiated: FxHashSet<ClassId>,
    /// The virtual methods that are called somewhere, and the functions that calls can reach.
    called: FxHashMap<MethodId, BTreeSet<FuncId>>,
    /// By the address that is called; filled while a method is translated.
    calls: Vec<(Operand, MethodId)>,
    sites: Vec<Site>,
}

/// A virtual call.
struct Site {
    function: FuncId,
    block: BlockId,
    position: usize,
    address: Operand,
    method: MethodId,
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
        let called: Vec<MethodId> = self.dispatch.called.keys().copied().collect();
        for method in called {
            self.connect(class, method)?;
        }
        Ok(())
    }

    /// A virtual method is called from now on.
    pub fn called(&mut self, method: MethodId) -> Result<()> {
        if let Some(targets) = self.dispatch.called.get(&method) {
            let targets: Vec<MethodId> =
                targets.iter().filter_map(|&target| self.method_of(target)).collect();
            return targets.into_iter().try_for_each(|target| self.want(target).map(|_| ()));
        }
        self.dispatch.called.insert(method, BTreeSet::new());
        for class in self.dispatch.instantiated.clone() {
            self.connect(class, method)?;
        }
        Ok(())
    }

    fn connect(&mut self, class: ClassId, method: MethodId) -> Result<()> {
        let home = self.classes.methods[method].class;
        if !self.classes.is_subclass(class, home) {
            return Ok(());
        }
        if let Some(own) = self.classes.selected(class, method) {
            let function = self.want(own)?;
            self.dispatch.called.entry(method).or_default().insert(function);
        }
        Ok(())
    }

    /// The call to come in the method that is being translated goes through this address. The call
    /// has an empty list of targets until calls are closed.
    pub fn virtual_call(&mut self, address: Operand, method: MethodId) -> Result<Callee> {
        self.called(method)?;
        // The first of its targets says, for a while, which method is meant.
        let index = self.dispatch.calls.len();
        self.dispatch.calls.push((address, method));
        let mark = <FuncId as assay_base::Id>::new(index);
        Ok(Callee::Indirect { address, targets: Some(vec![mark]) })
    }

    /// Notes where the virtual calls of a function that is finished stand.
    pub fn note_calls(&mut self, function: FuncId) {
        let calls = std::mem::take(&mut self.dispatch.calls);
        if calls.is_empty() {
            return;
        }
        let Some(body) = &mut self.model.program.functions[function].body else { return };
        let body = Arc::make_mut(body);
        for block in body.blocks.ids() {
            for (position, inst) in body.blocks[block].insts.iter_mut().enumerate() {
                let Op::Call { callee: Callee::Indirect { address, targets }, .. } = &mut inst.op
                else {
                    continue;
                };
                let Some([mark]) = targets.as_deref() else { continue };
                let (_, method) = calls[assay_base::Id::index(*mark)];
                let address = *address;
                *targets = Some(Vec::new());
                self.dispatch.sites.push(Site { function, block, position, address, method });
            }
        }
    }

    /// Says of each virtual call what it can reach.
    pub fn close_calls(&mut self) {
        for site in &self.dispatch.sites {
            let targets = &self.dispatch.called[&site.method];
            let body = self.model.program.functions[site.function].body.as_mut();
            let body = Arc::make_mut(body.expect("it has calls"));
            let inst = &mut body.blocks[site.block].insts[site.position];
            let Op::Call { callee, .. } = &mut inst.op else { continue };
            *callee = match targets.len() {
                1 => Callee::Direct(*targets.first().expect("one")),
                _ => Callee::Indirect {
                    address: site.address,
                    targets: Some(targets.iter().copied().collect()),
                },
            };
        }
    }
}
