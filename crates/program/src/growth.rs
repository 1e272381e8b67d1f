//! Programs that grow while they are run.
//!
//! A function whose [`Role`] is that of a stub gets its body when a path comes to it. Nothing that
//! has a number ever gets another one: functions, variables, types, constants and edges are only
//! added. What is made of bodies (code, addresses of variables, the graph) is numbered in the order
//! in which they came, so that what is known of the program before stays true.

use crate::{Const, ConstExpr, ConstId, FuncId, FunctionBody, Global, Operand, Program, Role};
use assay_base::{Arena, Id};
use std::sync::Arc;

/// Knows the bodies of stubs.
pub trait Grow: Send {
    /// Gives this stub its body, by [`Program::arrive`], and whatever that mentions; more stubs may
    /// get theirs. Says what stands in the way, otherwise.
    fn fill(&mut self, program: &mut Program, stub: FuncId) -> Result<(), String>;
}

impl Program {
    /// Gives a stub its body.
    pub fn arrive(&mut self, stub: FuncId, body: Arc<FunctionBody>) {
        let function = &mut self.functions[stub];
        function.body = Some(body);
        function.role = Role::Plain;
        self.arrivals.push(stub);
    }

    pub fn is_stub(&self, function: FuncId) -> bool {
        self.functions[function].role == Role::Stub
    }

    /// Whether it may still grow.
    pub fn is_partial(&self) -> bool {
        self.functions.ids().any(|function| self.is_stub(function))
    }

    /// Whether it has grown, or still may.
    pub fn grows(&self) -> bool {
        !self.arrivals.is_empty() || self.is_partial()
    }

    /// The bodies that have come since so many had arrived; all for somebody who has seen none.
    pub fn came_since(&self, seen: Option<usize>) -> Vec<FuncId> {
        match seen {
            Some(seen) => self.arrivals[seen..].to_vec(),
            None => self.in_order_of_arrival().collect(),
        }
    }

    /// The functions that have bodies, in the order in which these came.
    pub fn in_order_of_arrival(&self) -> impl Iterator<Item = FuncId> {
        let is_late: rustc_hash::FxHashSet<FuncId> = self.arrivals.iter().copied().collect();
        let first = self
            .functions
            .iter()
            .filter(move |(id, function)| function.body.is_some() && !is_late.contains(id));
        first.map(|(id, _)| id).chain(self.arrivals.iter().copied())
    }
}

/// The rest of a whole program of which next to nothing is there at first: each body comes alone,
/// and no variable before it is mentioned. To see that growing changes nothing.
pub struct Withheld {
    whole: Program,
}

impl Withheld {
    /// What is there at first, and the rest.
    pub fn of(whole: &Program) -> (Program, Withheld) {
        let mut first = whole.clone();
        for function in first.functions.values_mut() {
            if function.role == Role::Plain && function.body.take().is_some() {
                function.role = Role::Stub;
            }
        }
        let rest = Withheld { whole: whole.clone() };
        let platform = &whole.platform;
        let known = [platform.error_number, platform.held_back, platform.input, platform.output];
        let known = known.into_iter().flatten().chain(platform.environment.iter().copied());
        let bodies = first.functions.values().filter_map(|function| function.body.as_deref());
        let mentioned = bodies.map(|body| rest.mentioned(body));
        let count = known.map(|id| id.index() + 1).chain(mentioned).max().unwrap_or(0);
        first.globals = Arena::new();
        rest.bring(&mut first.globals, count);
        (first, rest)
    }

    /// So many variables must be there that all are which this body mentions.
    fn mentioned(&self, body: &FunctionBody) -> usize {
        let mut count = 0;
        let mut mention = |operand: Operand| {
            if let Operand::Const(constant) = operand {
                count = count.max(self.mentioned_by(constant));
            }
        };
        for block in body.blocks.values() {
            block.insts.iter().for_each(|inst| inst.op.visit_operands(&mut mention));
            block.terminator.operand().into_iter().for_each(&mut mention);
        }
        count
    }

    fn mentioned_by(&self, constant: ConstId) -> usize {
        let of = |id: &ConstId| self.mentioned_by(*id);
        match &self.whole.constants[constant] {
            Const::Global { global, .. } => global.index() + 1,
            Const::Aggregate { elements, .. } => elements.iter().map(of).max().unwrap_or(0),
            Const::Image { places, .. } => places.iter().map(|(_, id)| of(id)).max().unwrap_or(0),
            Const::Expr { expr, .. } => match expr {
                ConstExpr::Offset { base: a, .. } | ConstExpr::Resize(a) => of(a),
                ConstExpr::Add(a, b)
                | ConstExpr::Sub(a, b)
                | ConstExpr::Mul(a, b)
                | ConstExpr::Xor(a, b) => of(a).max(of(b)),
                ConstExpr::Unsupported(_) => 0,
            },
            Const::Int { .. }
            | Const::Float { .. }
            | Const::Null { .. }
            | Const::Zero { .. }
            | Const::Undef { .. }
            | Const::Bytes { .. }
            | Const::Function { .. }
            | Const::BlockAddress { .. } => 0,
        }
    }

    /// Adds variables until so many are there, and all that their initial values mention.
    fn bring(&self, globals: &mut Arena<crate::GlobalId, Global>, mut count: usize) {
        while globals.len() < count {
            let next = &self.whole.globals[globals.next_id()];
            let mentioned = next.initialiser.map_or(0, |initial| self.mentioned_by(initial));
            count = count.max(mentioned);
            globals.push(next.clone());
        }
    }
}

impl Grow for Withheld {
    fn fill(&mut self, program: &mut Program, stub: FuncId) -> Result<(), String> {
        let body = self.whole.functions[stub].body.clone().ok_or("it is not there yet")?;
        let count = self.mentioned(&body);
        self.bring(&mut program.globals, count);
        program.arrive(stub, body);
        Ok(())
    }
}
