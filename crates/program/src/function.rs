//! Functions and their blocks.

use crate::observable::Observables;
use crate::outside::OutsideCall;
use crate::prototype::Prototype;
use crate::role::{Conduct, Role};
use crate::{Inst, Terminator, TypeId, ValueId};
use assay_base::{Arena, Place, id};
use std::sync::Arc;

id!(FuncId, "f");
id!(BlockId, "b");

#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub linkage: Linkage,
    pub params: Vec<Param>,
    pub return_type: TypeId,
    pub is_variadic: bool,
    /// Comes from the library's model in `runtime/`, not from the user.
    pub is_model: bool,
    /// As its declaration says (`_Noreturn`).
    pub never_returns: bool,
    pub role: Role,
    pub conduct: Conduct,
    /// What its inputs are called, if not by its name.
    pub label: Option<String>,
    /// What ids of objectives call it, where its name may change from build to build.
    pub stable_name: Option<String>,
    /// Whether and how it asks the world.
    pub outside: Option<Arc<OutsideCall>>,
    /// Where the function is defined (its name in the source).
    pub place: Option<Place>,
    /// `None` for a declaration. Programs that grow share those that are there.
    pub body: Option<Arc<FunctionBody>>,
    /// Of a function that is defined nowhere, where C's declaration is known.
    pub prototype: Option<Prototype>,
}

impl Function {
    /// What ids of objectives call it.
    pub fn stable_name(&self) -> &str {
        self.stable_name.as_deref().unwrap_or(&self.name)
    }

    pub fn label(&self) -> &str {
        self.label.as_deref().unwrap_or(&self.name)
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Linkage {
    External,
    /// `static`.
    Internal,
    /// Weak and linkonce.
    Weak,
}

#[derive(Clone, Debug)]
pub struct Param {
    pub value: ValueId,
    pub ty: TypeId,
    /// Passed as a pointer to a copy of this type that the caller makes.
    pub byval: Option<TypeId>,
    /// Points to where the result goes.
    pub is_sret: bool,
    pub name: Option<String>,
}

#[derive(Clone, Debug)]
pub struct FunctionBody {
    /// The types of all values: parameters first, then results in order of their instructions.
    pub values: Arena<ValueId, TypeId>,
    /// The entry comes first.
    pub blocks: Arena<BlockId, Block>,
    pub variables: Vec<Variable>,
    /// What can be observed; `None` where the language's own tool knows nothing of the code.
    pub observables: Option<Observables>,
}

#[derive(Clone, Debug)]
pub struct Block {
    pub insts: Vec<Inst>,
    pub terminator: Terminator,
    pub terminator_place: Option<Place>,
}

/// A parameter or local variable of the source.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    /// Its declaration.
    pub place: Option<Place>,
    /// 1 for the first parameter; `None` for a local.
    pub parameter: Option<u32>,
    pub home: VariableHome,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariableHome {
    /// The result of an alloca, or a byval/sret parameter: the variable's address.
    Memory(ValueId),
    /// Promoted: the SSA values it takes.
    Values(Vec<ValueId>),
}
