//! Calls: copies of the called function, cuts, and what functions do that are not followed.

use super::value::Bits;
use super::{Builder, Context, DEEPEST, Forgotten, MANY_NODES};
use crate::Refusal;
use crate::followed::{is_followed, known_outside};
use crate::points_to::Thing;
use crate::source::{ContextId, Home};
use crate::system::Node;
use assay_expr::{Term, VarId};
use assay_program::callgraph::is_closed;
use assay_program::role::Effect;
use assay_program::{
    CallArg, Callee, FuncId, Function, Inst, Intrinsic, Operand, Terminator, TypeId,
};
use rustc_hash::FxHashMap;

/// Functions behind a pointer beyond which the call is cut.
const MANY_TARGETS: usize = 8;

impl Builder<'_> {
    /// The node behind a call; none if it does not return.
    pub(super) fn call(
        &mut self,
        context: ContextId,
        inst: &Inst,
        callee: &Callee,
        args: &[CallArg],
        node: Node,
    ) -> Result<Option<Node>, Refusal> {
        match callee {
            Callee::Direct(function) if is_followed(self.program, *function) => {
                Ok(Some(self.follow(context, inst, *function, args, node)))
            }
            Callee::Direct(function) => self.library_call(context, inst, *function, args, node),
            Callee::Indirect { address, .. } => self.indirect(context, inst, *address, args, node),
        }
    }

    fn follow(
        &mut self,
        context: ContextId,
        inst: &Inst,
        function: FuncId,
        args: &[CallArg],
        node: Node,
    ) -> Node {
        if self.must_cut(context, function) {
            return self.cut(context, inst, function, node);
        }
        let mut entry = self.node(self.program.functions[function].place);
        let after = self.node(inst.place);
        let result = self.result(context, inst);
        let first = entry;
        let mut arguments = Vec::new();
        for (index, param) in self.program.functions[function].params.iter().enumerate() {
            let Some(arg) = args.get(index) else {
                arguments.push(self.unknown(param.ty));
                continue;
            };
            match arg.byval {
                Some((ty, _)) => {
                    let thing = self.points_to.find(Thing::Made(function, param.value));
                    let name = param.name.clone().unwrap_or_else(|| "a copy".to_string());
                    let home = Home::Local(self.contexts.next_id(), param.value);
                    let copy = self.typed_object(thing, name, ty, home);
                    entry = self.copy_into(context, copy, arg.value, entry);
                    arguments.push(Bits::One(self.objects[copy].address));
                }
                None => arguments.push(match self.width(param.ty) {
                    Some(width) => Bits::One(self.bits(context, arg.value, width)),
                    None => Bits::None,
                }),
            }
        }
        let truth = self.system.terms.truth(true);
        self.step(node, first, truth, Vec::new(), None);
        let throws = self.unwinding(context);
        let callee = Context {
            function,
            caller: Some(context),
            depth: self.contexts[context].depth + 1,
            entry,
            arguments,
            returns: Some((after, result)),
            throws,
            values: FxHashMap::default(),
            heads: FxHashMap::default(),
        };
        let callee = self.add(callee);
        if let Some((_, site)) = self.current {
            self.system.source_mut().callees.insert((context, site, function), callee);
        }
        after
    }

    fn must_cut(&self, context: ContextId, function: FuncId) -> bool {
        if self.system.nodes.len() > MANY_NODES || self.contexts[context].depth >= DEEPEST {
            return true;
        }
        let mut next = Some(context);
        while let Some(id) = next {
            if self.contexts[id].function == function {
                return true;
            }
            next = self.contexts[id].caller;
        }
        false
    }

    /// Goes on with any result and any memory; the function is entered with anything.
    fn cut(&mut self, context: ContextId, inst: &Inst, function: FuncId, node: Node) -> Node {
        self.enter_anyhow(node, function);
        self.go_anyhow(context, inst, node)
    }

    /// Goes on behind a call that may do anything, or where what it throws is caught.
    fn go_anyhow(&mut self, context: ContextId, inst: &Inst, node: Node) -> Node {
        self.throw_anything(context, node);
        let assigns = self.anything(context, inst);
        self.forget(node, Forgotten::Everything, assigns)
    }

    /// Where what the call at hand throws is caught: in the block that it unwinds to, or where the
    /// function's own caller catches it.
    fn unwinding(&mut self, context: ContextId) -> Option<Node> {
        self.thrown?;
        let (_, (block, index)) = self.current?;
        let body = self.program.functions[self.contexts[context].function].body.as_ref()?;
        let code = &body.blocks[block];
        match code.terminator {
            Terminator::Invoke { unwind, .. } if index + 1 == code.insts.len() => {
                let node = self.node(code.terminator_place);
                let truth = self.system.terms.truth(true);
                self.jump(context, block, unwind, node, truth, None);
                Some(node)
            }
            _ => self.contexts[context].throws,
        }
    }

    /// The call at hand may do anything and throw something then.
    fn throw_anything(&mut self, context: ContextId, node: Node) {
        let (Some(thrown), Some(to)) = (self.thrown, self.unwinding(context)) else { return };
        let value = self.free(self.program.pointer_bits);
        let from = self.forget(node, Forgotten::Everything, vec![(thrown, value)]);
        let truth = self.system.terms.truth(true);
        self.step(from, to, truth, Vec::new(), None);
    }

    /// The end of a function that throws.
    pub(super) fn throw(&mut self, context: ContextId, value: Operand, node: Node) {
        let (Some(thrown), Some(to)) = (self.thrown, self.contexts[context].throws) else { return };
        let value = self.bits(context, value, self.program.pointer_bits);
        let truth = self.system.terms.truth(true);
        self.step(node, to, truth, vec![(thrown, value)], None);
    }

    pub(super) fn caught(&mut self, context: ContextId, inst: &Inst, node: Node) -> Node {
        let (Some(thrown), Some(variable)) = (self.thrown, self.result(context, inst)) else {
            return node;
        };
        let value = self.system.terms.variable(thrown);
        self.then(node, inst.place, vec![(variable, value)])
    }

    /// A way into the copy of a function that starts with anything and does not return.
    pub(super) fn enter_anyhow(&mut self, node: Node, function: FuncId) {
        if !is_followed(self.program, function) {
            return;
        }
        let before = match self.open.get(&function) {
            Some(&before) => before,
            None => self.open_copy(function),
        };
        let truth = self.system.terms.truth(true);
        self.step(node, before, truth, Vec::new(), None);
    }

    /// Makes the copy; the node in front of it.
    fn open_copy(&mut self, function: FuncId) -> Node {
        let Function { name, place, params, .. } = &self.program.functions[function];
        let entry = self.node(*place);
        let mut arguments = Vec::new();
        let mut assigns = Vec::new();
        for param in params {
            let Some(width) = self.width(param.ty) else {
                arguments.push(Bits::None);
                continue;
            };
            let param = param.name.as_deref().unwrap_or_default();
            let variable = self.state(width, format!("{param} of {name}"));
            if width >= self.program.pointer_bits {
                self.pointers.insert(variable);
            }
            arguments.push(Bits::One(self.system.terms.variable(variable)));
            assigns.push((variable, self.free(width)));
        }
        let context = self.add(Context {
            function,
            caller: None,
            depth: 0,
            entry,
            arguments,
            returns: None,
            throws: None,
            values: FxHashMap::default(),
            heads: FxHashMap::default(),
        });
        self.system.source_mut().open.insert(function, context);
        self.name_arguments(context);
        let before = self.nowhere(*place);
        self.open.insert(function, before);
        self.forgetting.push((self.system.steps.len(), Forgotten::Everything));
        let truth = self.system.terms.truth(true);
        self.step(before, entry, truth, assigns, None);
        before
    }

    /// The end of a function: the caller's variable gets the result.
    pub(super) fn give_back(&mut self, context: ContextId, value: Option<Operand>, node: Node) {
        let Some((after, result)) = self.contexts[context].returns else { return };
        let mut assigns = Vec::new();
        if let Some(variable) = result {
            let width = self.system.terms.variable_width(variable);
            let value = match value {
                Some(value) => self.bits(context, value, width),
                None => self.free(width),
            };
            assigns.push((variable, value));
        }
        let truth = self.system.terms.truth(true);
        self.step(node, after, truth, assigns, None);
    }

    /// One way for each function that the pointer can mean, and one for those outside.
    fn indirect(
        &mut self,
        context: ContextId,
        inst: &Inst,
        pointer: Operand,
        args: &[CallArg],
        node: Node,
    ) -> Result<Option<Node>, Refusal> {
        let function = self.contexts[context].function;
        let things = self.points_to.operand(function, pointer);
        let is_outside = things.contains(self.points_to.outside())
            || self.has_made_up_pointers && things.is_empty();
        // What is not there yet may have made what the pointer comes from, and then it is on no
        // list.
        let is_closed = is_closed(&inst.op) && !self.program.is_partial();
        let all = self.calls.targets(self.program, &inst.op);
        let is_meant = |target: &FuncId| {
            let thing = self.points_to.find(Thing::Function(*target));
            is_outside || thing.is_some_and(|thing| things.contains(thing))
        };
        let targets: Vec<FuncId> = all.into_iter().filter(is_meant).collect();
        if let Some(name) = self.out_of_reach(&targets, args) {
            return Err(format!("it may call {name}"));
        }
        let mut ends = Vec::new();
        if is_closed && targets.len() > MANY_TARGETS {
            targets.iter().for_each(|&target| self.enter_anyhow(node, target));
            ends.push(self.go_anyhow(context, inst, node));
        } else if !is_closed && (is_outside || targets.len() > MANY_TARGETS) {
            ends.push(self.outside_call(context, inst, node));
        } else {
            for target in targets {
                let way = self.then(node, inst.place, Vec::new());
                ends.extend(self.call(context, inst, &Callee::Direct(target), args, way)?);
            }
        }
        let after = self.node(inst.place);
        let truth = self.system.terms.truth(true);
        for &end in &ends {
            self.step(end, after, truth, Vec::new(), None);
        }
        Ok((!ends.is_empty()).then_some(after))
    }

    /// Whoever is called may call every function whose address is known.
    fn outside_call(&mut self, context: ContextId, inst: &Inst, node: Node) -> Node {
        let outside = match self.system.source.outside {
            Some(outside) => outside,
            None => self.make_outside(),
        };
        let truth = self.system.terms.truth(true);
        self.step(node, outside, truth, Vec::new(), None);
        self.go_anyhow(context, inst, node)
    }

    /// The node from which all these functions are entered.
    fn make_outside(&mut self) -> Node {
        let outside = self.nowhere(None);
        self.system.source_mut().outside = Some(outside);
        for target in known_outside(self.program, &self.calls) {
            self.enter_anyhow(outside, target);
        }
        outside
    }

    fn library_call(
        &mut self,
        context: ContextId,
        inst: &Inst,
        function: FuncId,
        args: &[CallArg],
        node: Node,
    ) -> Result<Option<Node>, Refusal> {
        let name = self.program.functions[function].name.as_str();
        let operands: Vec<Operand> = args.iter().map(|arg| arg.value).collect();
        let effect = self.points_to.effects.of_call(self.program, function, args);
        // Of those that are called back `outside_call` says so.
        if self.program.functions[function].role.primitive().is_none()
            && effect != Effect::CallsBack
        {
            self.throw_anything(context, node);
        }
        Ok(Some(match (effect, operands.as_slice()) {
            (Effect::Ends, _) => return Ok(None),
            (Effect::OutOfReach, _) => return Err(format!("it calls {name}")),
            (Effect::Assumes, _) => self.assume(context, args, node),
            (Effect::Reads | Effect::Allocates, _) => {
                let assigns = self.any_input(context, inst, function);
                self.then(node, inst.place, assigns)
            }
            (Effect::Copies, &[to, from, size, ..]) => {
                let node = self.copy(context, (to, from, size), node);
                self.returned(context, inst, to, node)
            }
            (Effect::Sets, &[to, byte, size, ..]) => {
                let value = self.bits(context, byte, 32);
                let byte = self.system.terms.extract(value, 0, 8);
                let node = self.set(context, (to, byte, size), node);
                self.returned(context, inst, to, node)
            }
            (Effect::Copies | Effect::Sets | Effect::Fills, _) => {
                let written = self.written_by_call(context, &operands);
                let assigns = self.anything(context, inst);
                self.forget(node, written, assigns)
            }
            (Effect::CallsBack, _) => self.outside_call(context, inst, node),
            (Effect::Streams | Effect::Prints { .. } | Effect::Anything, _) => {
                let assigns = self.any_input(context, inst, function);
                let what = Forgotten::Things(self.points_to.escaped().clone());
                self.forget(node, what, assigns)
            }
        }))
    }

    /// The result gets any value, which is an input if the function is defined nowhere.
    fn any_input(
        &mut self,
        context: ContextId,
        inst: &Inst,
        function: FuncId,
    ) -> Vec<(VarId, Term)> {
        let assigns = self.anything(context, inst);
        let called = &self.program.functions[function];
        if called.body.is_none() {
            let name = called.label();
            for &(_, value) in &assigns {
                let variables = self.system.terms.variables(value).to_vec();
                let inputs = variables.into_iter().map(|variable| (variable, name.to_string()));
                self.system.inputs.extend(inputs);
            }
        }
        assigns
    }

    /// The same for arguments, of which those that point nowhere are numbers.
    fn written_by_call(&self, context: ContextId, operands: &[Operand]) -> Forgotten {
        let function = self.contexts[context].function;
        let points = |operand: &Operand| !self.points_to.operand(function, *operand).is_empty();
        let pointers: Vec<Operand> = operands.iter().copied().filter(points).collect();
        self.written(context, &pointers)
    }

    /// The first of these that there is no model of.
    fn out_of_reach(&self, functions: &[FuncId], args: &[CallArg]) -> Option<&str> {
        let is_one = |function: &&FuncId| {
            !is_followed(self.program, **function)
                && self.points_to.effects.of_call(self.program, **function, args)
                    == Effect::OutOfReach
        };
        let found = functions.iter().find(is_one)?;
        Some(&self.program.functions[*found].name)
    }

    /// Goes on only where the first argument is not zero.
    fn assume(&mut self, context: ContextId, args: &[CallArg], node: Node) -> Node {
        let to = self.node(None);
        let guard = match args.first().and_then(|arg| Some((arg, self.width(arg.ty)?))) {
            Some((arg, width)) => {
                let value = self.bits(context, arg.value, width);
                let zero = self.system.terms.constant(width, 0);
                self.system.terms.ne(value, zero)
            }
            None => self.system.terms.truth(true),
        };
        self.step(node, to, guard, Vec::new(), None);
        to
    }

    /// The call's result is this operand.
    fn returned(&mut self, context: ContextId, inst: &Inst, value: Operand, node: Node) -> Node {
        let Some(variable) = self.result(context, inst) else { return node };
        let width = self.system.terms.variable_width(variable);
        let value = self.bits(context, value, width);
        self.then(node, inst.place, vec![(variable, value)])
    }

    /// Intrinsics that are more than a computation; none if it does not return.
    pub(super) fn intrinsic(
        &mut self,
        context: ContextId,
        inst: &Inst,
        intrinsic: Intrinsic,
        args: &[(Operand, TypeId)],
        node: Node,
    ) -> Option<Node> {
        match intrinsic {
            Intrinsic::Trap | Intrinsic::UbsanTrap => None,
            Intrinsic::VaStart | Intrinsic::VaCopy => {
                let operands: Vec<Operand> = args.iter().map(|(operand, _)| *operand).collect();
                let written = self.written(context, &operands);
                Some(self.forget(node, written, Vec::new()))
            }
            _ if self.term(context, inst).is_some() => Some(node),
            _ => {
                let assigns = self.anything(context, inst);
                Some(self.then(node, inst.place, assigns))
            }
        }
    }
}
