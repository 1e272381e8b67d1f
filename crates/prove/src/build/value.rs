//! Values as terms over the state.

use super::Builder;
use crate::source::{ContextId, Origin};
use assay_expr::{BinaryOp as Op2, Term};
use assay_program::{
    BinaryOp, CastOp, Const, ConstExpr, ConstId, Inst, IntPredicate, Intrinsic, Op, Operand, Type,
    TypeId, ValueId,
};

/// What is known of a value.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Bits {
    One(Term),
    /// A result with its flag of overflow.
    Two(Term, Term),
    /// A struct or a vector: nothing.
    None,
}

impl From<Option<Term>> for Bits {
    fn from(term: Option<Term>) -> Bits {
        term.map_or(Bits::None, Bits::One)
    }
}

impl Builder<'_> {
    /// The term of an operand of this width; a fresh one where nothing is known.
    pub(super) fn bits(&mut self, context: ContextId, operand: Operand, width: u32) -> Term {
        self.known(context, operand, width).unwrap_or_else(|| self.free(width))
    }

    fn known(&mut self, context: ContextId, operand: Operand, width: u32) -> Option<Term> {
        match self.operand(context, operand) {
            Bits::One(term) if self.system.terms.width(term) == width => Some(term),
            _ => None,
        }
    }

    fn operand(&mut self, context: ContextId, operand: Operand) -> Bits {
        match operand {
            Operand::Const(constant) => self.constant(constant),
            Operand::Value(value) => self.value(context, value),
        }
    }

    fn value(&mut self, context: ContextId, value: ValueId) -> Bits {
        if let Some(&known) = self.contexts[context].values.get(&value) {
            return known;
        }
        let bits = self.new_value(context, value);
        self.contexts[context].values.insert(value, bits);
        bits
    }

    fn new_value(&mut self, context: ContextId, value: ValueId) -> Bits {
        let program = self.program;
        let function = &program.functions[self.contexts[context].function];
        let Some(body) = &function.body else { return Bits::None };
        if let Some(index) = function.params.iter().position(|param| param.value == value) {
            return self.contexts[context].arguments.get(index).copied().unwrap_or(Bits::None);
        }
        let place = self.definitions(self.contexts[context].function).get(&value).copied();
        let Some((block, index)) = place else { return Bits::None };
        let inst = &body.blocks[block].insts[index];
        match self.term(context, inst) {
            Some(bits) => bits,
            None => self.leaf(context, value, inst.ty),
        }
    }

    /// The state variable of a value that is not a term over others.
    pub(super) fn leaf(&mut self, context: ContextId, value: ValueId, ty: TypeId) -> Bits {
        if let Some(&known) = self.contexts[context].values.get(&value) {
            return known;
        }
        let bits = match self.width(ty) {
            Some(width) => {
                let name = self.name_of(context, value);
                let variable = self.state(width, name);
                self.system.source_mut().origins.insert(variable, Origin::Value(context, value));
                let function = self.contexts[context].function;
                let points_to = self.points_to.operand(function, Operand::Value(value));
                if !points_to.is_empty() {
                    self.pointers.insert(variable);
                }
                Bits::One(self.system.terms.variable(variable))
            }
            None => Bits::None,
        };
        self.contexts[context].values.insert(value, bits);
        bits
    }

    /// As the source calls it, where it does.
    fn name_of(&self, context: ContextId, value: ValueId) -> String {
        let function = &self.program.functions[self.contexts[context].function];
        let variables = function.body.iter().flat_map(|body| &body.variables);
        let is_it = |home: &assay_program::VariableHome| match home {
            assay_program::VariableHome::Values(values) => values.contains(&value),
            assay_program::VariableHome::Memory(_) => false,
        };
        let variable = variables.into_iter().find(|variable| is_it(&variable.home));
        match variable {
            Some(variable) => format!("{} of {}", variable.name, function.name),
            None => format!("a value of {}", function.name),
        }
    }

    pub(super) fn is_term(&mut self, context: ContextId, inst: &Inst) -> bool {
        // A term for it is made when it is used, and must then be found.
        matches!(
            &inst.op,
            Op::Binary { .. }
                | Op::Cast { .. }
                | Op::IntCompare { .. }
                | Op::Select { .. }
                | Op::Freeze { .. }
                | Op::Address { .. }
                | Op::ExtractValue { .. }
        ) && self.term(context, inst).is_some()
    }

    /// The value as a function of its operands; none if it is a leaf.
    pub(super) fn term(&mut self, context: ContextId, inst: &Inst) -> Option<Bits> {
        let width = self.width(inst.ty);
        let term = match &inst.op {
            Op::Binary { op, a, b, wraps, .. } => {
                let width = width?;
                let (a, mut b) = (self.known(context, *a, width)?, self.known(context, *b, width)?);
                if *wraps && matches!(op, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr) {
                    let modulus = self.system.terms.constant(width, u128::from(width) - 1);
                    b = self.system.terms.and(b, modulus);
                }
                self.binary(*op, a, b)?
            }
            Op::Cast { op, a, from } => {
                let from = self.integer_width(*from)?;
                let a = self.known(context, *a, from)?;
                self.cast(*op, a, width?)?
            }
            Op::IntCompare { predicate, a, b, operand_type } => {
                let width = self.integer_width(*operand_type)?;
                self.note_compared(context, *a, *b);
                let (a, b) = (self.known(context, *a, width)?, self.known(context, *b, width)?);
                self.compare(*predicate, a, b)
            }
            Op::Select { condition, a, b, .. } => {
                let width = width?;
                let condition = self.known(context, *condition, 1)?;
                let (a, b) = (self.known(context, *a, width)?, self.known(context, *b, width)?);
                self.system.terms.ite(condition, a, b)
            }
            Op::Freeze { a } => self.known(context, *a, width?)?,
            Op::Address { base, offset, indices } => {
                let width = self.program.pointer_bits;
                let mut sum = self.known(context, *base, width)?;
                for (index, ty, scale) in indices {
                    let from = self.integer_width(*ty)?;
                    let index = self.known(context, *index, from)?;
                    let index = self.extended(index, width);
                    let scale = self.system.terms.constant(width, u128::from(*scale));
                    let scaled = self.system.terms.mul(index, scale);
                    sum = self.system.terms.add(sum, scaled);
                }
                let offset = self.system.terms.constant(width, *offset as u128);
                self.system.terms.add(sum, offset)
            }
            Op::ExtractValue { aggregate, path, .. } => {
                match (self.operand(context, *aggregate), path.as_slice()) {
                    (Bits::Two(value, _), [0]) => value,
                    (Bits::Two(_, flag), [1]) => flag,
                    _ => return None,
                }
            }
            Op::Intrinsic { intrinsic, args } => {
                return self.intrinsic_term(context, *intrinsic, args);
            }
            _ => return None,
        };
        Some(Bits::One(term))
    }

    /// Signed, or cut.
    fn extended(&mut self, a: Term, width: u32) -> Term {
        if self.system.terms.width(a) > width {
            self.system.terms.extract(a, 0, width)
        } else {
            self.system.terms.sign_extend(a, width)
        }
    }

    fn integer_width(&self, ty: TypeId) -> Option<u32> {
        match self.program.types.get(ty) {
            Type::Int(_) | Type::Pointer => self.width(ty),
            _ => None,
        }
    }

    fn binary(&mut self, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
        let terms = &mut self.system.terms;
        let width = terms.width(a);
        let op = match op {
            BinaryOp::Add => Op2::Add,
            BinaryOp::Sub => Op2::Sub,
            BinaryOp::Mul => Op2::Mul,
            BinaryOp::UDiv => Op2::UDiv,
            BinaryOp::SDiv => Op2::SDiv,
            BinaryOp::URem => Op2::URem,
            BinaryOp::SRem => Op2::SRem,
            BinaryOp::And => Op2::And,
            BinaryOp::Or => Op2::Or,
            BinaryOp::Xor => Op2::Xor,
            // By the width or more the processor shifts by something else.
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr
                if terms.bounds(b).1 >= u128::from(width) =>
            {
                return None;
            }
            BinaryOp::Shl => Op2::Shl,
            BinaryOp::LShr => Op2::LShr,
            BinaryOp::AShr => Op2::AShr,
        };
        Some(terms.binary(op, a, b))
    }

    fn cast(&mut self, op: CastOp, a: Term, width: u32) -> Option<Term> {
        let terms = &mut self.system.terms;
        Some(match op {
            CastOp::Trunc | CastOp::ZExt | CastOp::PtrToInt | CastOp::IntToPtr => {
                terms.resize(a, width)
            }
            CastOp::SExt => terms.sign_extend(a, width),
            CastOp::Bitcast if terms.width(a) == width => a,
            _ => return None,
        })
    }

    pub(super) fn compare(&mut self, predicate: IntPredicate, a: Term, b: Term) -> Term {
        let terms = &mut self.system.terms;
        match predicate {
            IntPredicate::Eq => terms.eq(a, b),
            IntPredicate::Ne => terms.ne(a, b),
            IntPredicate::Ugt => terms.ult(b, a),
            IntPredicate::Uge => terms.ule(b, a),
            IntPredicate::Ult => terms.ult(a, b),
            IntPredicate::Ule => terms.ule(a, b),
            IntPredicate::Sgt => terms.slt(b, a),
            IntPredicate::Sge => terms.sle(b, a),
            IntPredicate::Slt => terms.slt(a, b),
            IntPredicate::Sle => terms.sle(a, b),
        }
    }

    /// Exact results of arithmetic with a flag of overflow, and of choices; nothing of other
    /// intrinsics.
    fn intrinsic_term(
        &mut self,
        context: ContextId,
        intrinsic: Intrinsic,
        args: &[(Operand, TypeId)],
    ) -> Option<Bits> {
        use Intrinsic::*;
        let &[(first, ty), ..] = args else { return None };
        let width = self.integer_width(ty)?;
        let a = self.known(context, first, width)?;
        if intrinsic == Identity {
            return Some(Bits::One(a));
        }
        let b = match (intrinsic, args) {
            (Abs, _) => self.system.terms.neg(a),
            (_, [_, (second, _), ..]) => self.known(context, *second, width)?,
            _ => return None,
        };
        let terms = &mut self.system.terms;
        let zero = terms.constant(width, 0);
        let chosen = match intrinsic {
            Abs => terms.slt(a, zero),
            SMax => terms.slt(a, b),
            SMin => terms.slt(b, a),
            UMax => terms.ult(a, b),
            UMin => terms.ult(b, a),
            _ => return self.overflowing(intrinsic, a, b),
        };
        Some(Bits::One(terms.ite(chosen, b, a)))
    }

    /// The sum in twice the width tells whether it fits.
    fn overflowing(&mut self, intrinsic: Intrinsic, a: Term, b: Term) -> Option<Bits> {
        use Intrinsic::*;
        let terms = &mut self.system.terms;
        let width = terms.width(a);
        if width > 64 {
            return None;
        }
        let (op, is_signed) = match intrinsic {
            SAddOverflow => (Op2::Add, true),
            UAddOverflow => (Op2::Add, false),
            SSubOverflow => (Op2::Sub, true),
            USubOverflow => (Op2::Sub, false),
            SMulOverflow => (Op2::Mul, true),
            UMulOverflow => (Op2::Mul, false),
            _ => return None,
        };
        let wide = |terms: &mut assay_expr::Terms, t| match is_signed {
            true => terms.sign_extend(t, 2 * width),
            false => terms.zero_extend(t, 2 * width),
        };
        let (long_a, long_b) = (wide(terms, a), wide(terms, b));
        let exact = terms.binary(op, long_a, long_b);
        let value = terms.extract(exact, 0, width);
        let back = wide(terms, value);
        let flag = terms.ne(back, exact);
        Some(Bits::Two(value, flag))
    }

    pub(super) fn constant(&mut self, constant: ConstId) -> Bits {
        let program = self.program;
        let term = match &program.constants[constant] {
            Const::Int { ty, words } => self.width(*ty).map(|width| {
                let low = u128::from(words.first().copied().unwrap_or(0));
                let high = u128::from(words.get(1).copied().unwrap_or(0));
                self.system.terms.constant(width, high << 64 | low)
            }),
            Const::Float { ty, bits } => {
                self.width(*ty).map(|width| self.system.terms.constant(width, *bits))
            }
            Const::Null { ty } | Const::Zero { ty } => {
                self.width(*ty).map(|width| self.system.terms.constant(width, 0))
            }
            Const::Global { global, .. } => {
                let object = self.global(*global);
                Some(self.objects[object].address)
            }
            Const::Function { function, .. } => Some(self.function_address(*function)),
            Const::Expr { ty, expr } => self.constant_expression(*ty, expr),
            Const::Undef { .. }
            | Const::Aggregate { .. }
            | Const::Bytes { .. }
            | Const::Image { .. }
            | Const::BlockAddress { .. } => None,
        };
        term.into()
    }

    fn constant_expression(&mut self, ty: TypeId, expr: &ConstExpr) -> Option<Term> {
        let width = self.width(ty)?;
        let one = |builder: &mut Self, id: ConstId| match builder.constant(id) {
            Bits::One(term) => Some(term),
            Bits::Two(..) | Bits::None => None,
        };
        let both = |builder: &mut Self, a, b| {
            let (a, b) = (one(builder, a)?, one(builder, b)?);
            let terms = &builder.system.terms;
            (terms.width(a) == width && terms.width(b) == width).then_some((a, b))
        };
        match expr {
            ConstExpr::Offset { base, bytes } => {
                let base = one(self, *base)?;
                let offset =
                    self.system.terms.constant(self.system.terms.width(base), *bytes as u128);
                Some(self.system.terms.add(base, offset))
            }
            ConstExpr::Resize(of) => {
                let of = one(self, *of)?;
                Some(self.system.terms.resize(of, width))
            }
            ConstExpr::Add(a, b) => both(self, *a, *b).map(|(a, b)| self.system.terms.add(a, b)),
            ConstExpr::Sub(a, b) => both(self, *a, *b).map(|(a, b)| self.system.terms.sub(a, b)),
            ConstExpr::Mul(a, b) => both(self, *a, *b).map(|(a, b)| self.system.terms.mul(a, b)),
            ConstExpr::Xor(a, b) => both(self, *a, *b).map(|(a, b)| self.system.terms.xor(a, b)),
            ConstExpr::Unsupported(_) => None,
        }
    }

    /// A function's address: never assigned, not null.
    pub(super) fn function_address(&mut self, function: assay_program::FuncId) -> Term {
        if let Some(&term) = self.functions.get(&function) {
            return term;
        }
        let name = format!("the address of {}", self.program.functions[function].name);
        let variable = self.state(self.program.pointer_bits, name);
        let term = self.system.terms.variable(variable);
        let zero = self.system.terms.constant(self.program.pointer_bits, 0);
        let axiom = self.system.terms.ne(term, zero);
        self.system.axioms.push(axiom);
        self.functions.insert(function, term);
        term
    }
}
