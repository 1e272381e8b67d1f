//! What each instruction does: a table, and what moves values and jumps.

use super::method::Method;
use super::translator::Result;
use crate::classfile::{Call, Comparison, Constant, Instruction, Kind, StackOp};
use assay_base::Id;
use assay_program::observable::Outcome;
use assay_program::{BlockId, EdgeId, IntPredicate, Operand, Terminator};

impl Method<'_> {
    pub fn instruction(&mut self, instruction: &Instruction) -> Result<()> {
        match instruction {
            Instruction::Nop => {}
            Instruction::Null => {
                let null = self.translator.model.null();
                self.push(null, Kind::Reference);
            }
            Instruction::Constant(Constant::String(text)) => self.text(text)?,
            Instruction::Constant(constant) => {
                let (value, kind) = self.translator.constant(constant)?;
                self.push(value, kind);
            }
            Instruction::Load(_, local) => self.load_local(*local)?,
            Instruction::Store(kind, local) => self.store_local(*kind, *local)?,
            Instruction::Increment(local, by) => self.increment(*local, *by)?,
            Instruction::ArrayLoad(storage) => self.array_load(*storage)?,
            Instruction::ArrayStore(storage) => self.array_store(*storage)?,
            Instruction::ArrayLength => self.array_length()?,
            Instruction::Stack(op) => self.stack_op(*op)?,
            Instruction::Arithmetic(op, kind) => self.arithmetic(*op, *kind)?,
            Instruction::Negate(kind) => self.negate(*kind)?,
            Instruction::Convert(from, to) => self.convert(*from, *to)?,
            Instruction::Narrow(storage) => self.narrow(*storage)?,
            Instruction::Compare { kind, unordered } => self.compare(*kind, *unordered)?,
            Instruction::IfZero(comparison, target) => {
                let zero = self.translator.model.int(0);
                let a = self.pop()?;
                self.if_int(*comparison, a, zero, *target);
            }
            Instruction::IfInt(comparison, target) => {
                let (b, a) = (self.pop()?, self.pop()?);
                self.if_int(*comparison, a, b, *target);
            }
            Instruction::IfNull { is_null, target } => {
                let value = self.pop()?;
                self.if_null(value, *is_null, *target);
            }
            Instruction::IfSame { is_same, target } => {
                let (b, a) = (self.pop()?, self.pop()?);
                let predicate = if *is_same { IntPredicate::Eq } else { IntPredicate::Ne };
                let pointer = self.body.types.pointer;
                let condition = self.body.compare(predicate, a, b, pointer);
                self.branch(condition, *target);
            }
            Instruction::Goto(target) => {
                let to = self.enter(self.flow.block(*target));
                self.body.jump(to);
            }
            Instruction::Switch { cases, default } => self.switch(cases, *default)?,
            Instruction::Return(kind) => self.give_back(*kind)?,
            Instruction::GetField(field) => self.get_field(field)?,
            Instruction::PutField(field) => self.put_field(field)?,
            Instruction::GetStatic(field) => self.get_static(field)?,
            Instruction::PutStatic(field) => self.put_static(field)?,
            Instruction::Invoke(Call::Static, method) => self.call_static(method)?,
            Instruction::Invoke(Call::Special, method) => self.call_special(method)?,
            Instruction::Invoke(_, method) => self.call_virtual(method)?,
            Instruction::InvokeDynamic(dynamic) => self.call_dynamic(dynamic)?,
            Instruction::New(class) => self.new_object(class)?,
            Instruction::NewArray(class) => self.new_array(class)?,
            Instruction::NewArrays { class, dimensions } => self.new_arrays(class, *dimensions)?,
            Instruction::Throw => {
                let thrown = self.pop()?;
                self.check_null(thrown)?;
                self.throw(thrown);
            }
            Instruction::CheckCast(class) => self.check_cast(class)?,
            Instruction::InstanceOf(class) => self.instance_of(class)?,
            // One thread: whoever asks for a monitor has it.
            Instruction::Monitor => {
                let object = self.pop()?;
                self.check_null(object)?;
            }
            Instruction::Unsupported(what) => return Err(what.to_string()),
        }
        Ok(())
    }

    fn load_local(&mut self, local: u16) -> Result<()> {
        let value = self.state.locals.get(usize::from(local)).copied().flatten();
        let value = value.ok_or_else(|| "bytecode that reads a local before it is set".to_string());
        self.state.stack.push(value?);
        Ok(())
    }

    fn store_local(&mut self, kind: Kind, local: u16) -> Result<()> {
        let local = usize::from(local);
        let value = self.pop()?;
        self.state.locals[local] = Some((value, kind));
        if kind.is_wide() {
            self.state.locals[local + 1] = None;
        }
        if local > 0 && self.state.locals[local - 1].is_some_and(|(_, kind)| kind.is_wide()) {
            self.state.locals[local - 1] = None;
        }
        Ok(())
    }

    fn increment(&mut self, local: u16, by: i32) -> Result<()> {
        self.load_local(local)?;
        let (value, by) = (self.pop()?, self.translator.model.int(by));
        let sum = self.body.add(value, by);
        self.state.locals[usize::from(local)] = Some((sum, Kind::Int));
        Ok(())
    }

    /// Values of two places are one here.
    fn stack_op(&mut self, op: StackOp) -> Result<()> {
        match op {
            StackOp::Pop => {
                self.pop()?;
            }
            StackOp::Pop2 => {
                self.take(2)?;
            }
            StackOp::Dup => self.duplicate(1, 0)?,
            StackOp::DupX1 => self.duplicate(1, 1)?,
            StackOp::DupX2 => self.duplicate(1, 2)?,
            StackOp::Dup2 => self.duplicate(2, 0)?,
            StackOp::Dup2X1 => self.duplicate(2, 1)?,
            StackOp::Dup2X2 => self.duplicate(2, 2)?,
            StackOp::Swap => {
                let (top, below) = (self.pop_value()?, self.pop_value()?);
                self.state.stack.extend([top, below]);
            }
        }
        Ok(())
    }

    /// The values in so many places, the topmost last.
    fn take(&mut self, places: usize) -> Result<Vec<super::method::Value>> {
        let mut taken = Vec::new();
        let mut left = places;
        while left > 0 {
            let value = self.pop_value()?;
            left = left.saturating_sub(if value.1.is_wide() { 2 } else { 1 });
            taken.push(value);
        }
        taken.reverse();
        Ok(taken)
    }

    fn duplicate(&mut self, places: usize, below: usize) -> Result<()> {
        let top = self.take(places)?;
        let under = self.take(below)?;
        self.state.stack.extend(top.iter().chain(&under).chain(&top));
        Ok(())
    }

    fn if_int(&mut self, comparison: Comparison, a: Operand, b: Operand, target: u32) {
        let known = |operand| self.translator.model.known_int(operand).map(|it| it as u32 as i32);
        if let (Some(a), Some(b)) = (known(a), known(b)) {
            let holds = match comparison {
                Comparison::Eq => a == b,
                Comparison::Ne => a != b,
                Comparison::Lt => a < b,
                Comparison::Ge => a >= b,
                Comparison::Gt => a > b,
                Comparison::Le => a <= b,
            };
            let next = if holds { self.flow.block(target) } else { self.next_block() };
            return self.always_go_to(next);
        }
        let condition = self.body.compare(int_predicate(comparison), a, b, self.body.types.int);
        self.branch(condition, target);
    }

    fn if_null(&mut self, value: Operand, is_null: bool, target: u32) {
        let null = self.translator.model.null();
        let (target, next) = (self.flow.block(target), self.next_block());
        let (on_null, on_object) = if is_null { (target, next) } else { (next, target) };
        if self.is_known_object(value) || value == null {
            return self.always_go_to(if value == null { on_null } else { on_object });
        }
        let predicate = if is_null { IntPredicate::Eq } else { IntPredicate::Ne };
        let pointer = self.body.types.pointer;
        let condition = self.body.compare(predicate, value, null, pointer);
        let null_block = self.enter(on_null);
        self.state.checked.insert(value);
        let object_block = self.enter(on_object);
        let (on_true, on_false) =
            if is_null { (null_block, object_block) } else { (object_block, null_block) };
        self.jump_to_first(condition, on_true, on_false);
    }

    /// Where a place of the bytecode has but one way.
    fn always_go_to(&mut self, next: usize) {
        let to = self.enter(next);
        self.body.observe(self.number(), vec![Outcome::False, Outcome::True]);
        self.body.jump(to);
    }

    /// Of the current instruction among those that go on in several ways.
    fn number(&self) -> u32 {
        self.code.branches_before(self.at)
    }

    /// The block that the current instruction falls through to.
    pub fn next_block(&self) -> usize {
        self.flow.block(self.at as u32 + 1)
    }

    pub fn branch(&mut self, condition: Operand, target: u32) {
        let (target, next) = (self.flow.block(target), self.next_block());
        let (on_true, on_false) = (self.enter(target), self.enter(next));
        self.jump_to_first(condition, on_true, on_false);
    }

    /// To the first block where the bytecode jumps. `if (c)` becomes a jump around what stands
    /// behind it, so that not to jump means that `c` holds.
    fn jump_to_first(&mut self, condition: Operand, jumped: BlockId, next: BlockId) {
        self.body.observe(self.number(), vec![Outcome::False, Outcome::True]);
        self.body.branch(condition, jumped, next);
    }

    fn switch(&mut self, cases: &[(i32, u32)], default: u32) -> Result<()> {
        let value = self.pop()?;
        let otherwise = self.enter(self.flow.block(default));
        let mut known = Vec::with_capacity(cases.len());
        for &(number, target) in cases {
            let to = self.enter(self.flow.block(target));
            known.push((u128::from(number as u32), to));
        }
        // Labels of one place are one outcome, named by the first of them.
        let outcome = |&(_, target): &(i32, u32)| {
            let first = cases.iter().find(|(_, other)| *other == target);
            match first.filter(|_| target != default) {
                Some((value, _)) => Outcome::Case((*value).into()),
                None => Outcome::Default,
            }
        };
        let outcomes = cases.iter().map(outcome).chain([Outcome::Default]).collect();
        self.body.observe(self.number(), outcomes);
        self.body.end(Terminator::Switch {
            value,
            value_type: self.body.types.int,
            cases: known,
            default: otherwise,
            edges: EdgeId::new(0),
        });
        Ok(())
    }

    fn give_back(&mut self, kind: Option<Kind>) -> Result<()> {
        let value = kind.map(|_| self.pop()).transpose()?;
        self.body.give_back(value);
        Ok(())
    }
}

pub fn int_predicate(comparison: Comparison) -> IntPredicate {
    match comparison {
        Comparison::Eq => IntPredicate::Eq,
        Comparison::Ne => IntPredicate::Ne,
        Comparison::Lt => IntPredicate::Slt,
        Comparison::Ge => IntPredicate::Sge,
        Comparison::Gt => IntPredicate::Sgt,
        Comparison::Le => IntPredicate::Sle,
    }
}
