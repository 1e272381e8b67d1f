//! Instructions and terminators.

use super::functions::BodyContext;
use super::{Parsed, Parser, Token, is_void};
use crate::text::spelling::lower;
use crate::{
    AtomicOp, BinaryOp, BlockId, CallArg, Callee, CastOp, EdgeSource, FloatBinaryOp,
    FloatPredicate, Inst, IntPredicate, Intrinsic, Op, Operand, Terminator, Type, TypeId, ValueId,
};
use rustc_hash::FxHashMap;
use std::fmt::Debug;

/// An operation and the type of its result.
type Made = (Op, TypeId);

/// What one word says.
#[derive(Copy, Clone)]
pub(super) enum Operation {
    Binary(BinaryOp),
    Float(FloatBinaryOp),
    Cast(CastOp),
    Intrinsic(Intrinsic),
}

impl Operation {
    /// All of them, by their words.
    pub(super) fn table() -> FxHashMap<String, Operation> {
        let binary = BinaryOp::ALL.iter().map(|op| (lower(op), Operation::Binary(*op)));
        let float = FloatBinaryOp::ALL.iter();
        let float = float.map(|op| (format!("f{}", lower(op)), Operation::Float(*op)));
        let cast = CastOp::ALL.iter().map(|op| (lower(op), Operation::Cast(*op)));
        let intrinsic = Intrinsic::ALL.iter();
        let intrinsic = intrinsic.map(|op| (format!("{op:?}"), Operation::Intrinsic(*op)));
        binary.chain(float).chain(cast).chain(intrinsic).collect()
    }
}

impl Parser {
    /// `None` where an instruction stands.
    pub(super) fn terminator(
        &mut self,
        context: &mut BodyContext,
        block: BlockId,
    ) -> Parsed<Option<Terminator>> {
        let word = match (self.peek(), self.peek_behind()) {
            (Token::Word(word), Token::Text(_)) if word == "unsupported" => "unsupported",
            (Token::Word(word), _) => {
                let words =
                    ["ret", "jump", "br", "switch", "indirectbr", "invoke", "throw", "unreachable"];
                match words.into_iter().find(|known| known == word) {
                    Some(word) => word,
                    None => return Ok(None),
                }
            }
            _ => return Ok(None),
        };
        self.next();
        let source = EdgeSource::Terminator(block);
        Ok(Some(match word {
            "ret" if self.take_word("void") => Terminator::Return(None),
            "ret" => Terminator::Return(Some(self.operand(context.return_type)?)),
            "jump" => Terminator::Jump(self.block()?),
            "br" => {
                let bit = self.interned(Type::Int(1))?;
                let condition = self.operand(bit)?;
                self.sign(",")?;
                let on_true = self.block()?;
                self.sign(",")?;
                let on_false = self.block()?;
                let edges = self.counted_edges(context.function, source, 2)?;
                Terminator::Branch { condition, on_true, on_false, edges }
            }
            "switch" => self.switch(context, source)?,
            "indirectbr" => {
                let address = self.pointer()?;
                Terminator::IndirectJump { address, targets: self.list(Parser::block)? }
            }
            "invoke" => {
                let normal = self.block()?;
                self.word("unwind")?;
                Terminator::Invoke { normal, unwind: self.block()? }
            }
            "throw" => Terminator::Throw(self.pointer()?),
            "unreachable" => Terminator::Unreachable,
            _ => Terminator::Unsupported { what: self.text()? },
        }))
    }

    fn switch(&mut self, context: &mut BodyContext, source: EdgeSource) -> Parsed<Terminator> {
        let (value, value_type) = {
            let ty = self.ty()?;
            (self.operand(ty)?, ty)
        };
        let mut cases = Vec::new();
        loop {
            self.sign(",")?;
            if self.take_word("default") {
                break;
            }
            let case = self.number()?;
            self.sign("->")?;
            cases.push((case, self.block()?));
        }
        self.sign("->")?;
        let default = self.block()?;
        let edges = self.counted_edges(context.function, source, cases.len() + 1)?;
        Ok(Terminator::Switch { value, value_type, cases, default, edges })
    }

    pub(super) fn inst(&mut self, context: &mut BodyContext, block: BlockId) -> Parsed<Inst> {
        let next = context.values.next_id();
        let result = match self.peek_behind() {
            Token::Sign("=") => {
                let result = self.value()?;
                if result != next {
                    return self.error_before(format!("{next} is the next value"));
                }
                self.next();
                Some(result)
            }
            _ => None,
        };
        let start = self.at;
        let word = match self.next() {
            Token::Word(word) => word,
            _ => return self.error_at(start, "expected an instruction".to_string()),
        };
        let made = match self.computation(&word)? {
            Some(made) => Some(made),
            None => match self.memory_operation(&word)? {
                Some(made) => Some(made),
                None => self.other_operation(context, block, result, &word)?,
            },
        };
        let Some((op, ty)) = made else {
            return self.error_at(start, format!("'{word}' is no instruction"));
        };
        match (result.is_some(), is_void(&self.program, ty)) {
            (true, true) => return self.error_at(start, "this has no result".to_string()),
            (false, false) => return self.error_at(start, "this has a result".to_string()),
            (true, false) => {
                context.values.push(ty);
            }
            (false, true) => {}
        }
        Ok(Inst { op, result, ty, place: self.place()? })
    }

    /// Operations on values alone.
    fn computation(&mut self, word: &str) -> Parsed<Option<Made>> {
        match self.operations.get(word).copied() {
            Some(Operation::Binary(op)) => {
                let no_signed_wrap = self.take_word("nsw");
                let no_unsigned_wrap = self.take_word("nuw");
                let wraps = self.take_word("wraps");
                let (a, b, ty) = self.two()?;
                let op = Op::Binary { op, a, b, no_signed_wrap, no_unsigned_wrap, wraps };
                return Ok(Some((op, ty)));
            }
            Some(Operation::Float(op)) => {
                let (a, b, ty) = self.two()?;
                return Ok(Some((Op::FloatBinary { op, a, b }, ty)));
            }
            Some(Operation::Cast(op)) => {
                let (a, from) = self.typed_operand()?;
                self.word("to")?;
                return Ok(Some((Op::Cast { op, a, from }, self.ty()?)));
            }
            Some(Operation::Intrinsic(intrinsic)) => {
                let ty = self.ty()?;
                let args = self.arguments(Parser::typed_operand)?;
                return Ok(Some((Op::Intrinsic { intrinsic, args }, ty)));
            }
            None => {}
        }
        Ok(Some(match word {
            "fneg" => {
                let (a, ty) = self.typed_operand()?;
                (Op::FloatNegate { a }, ty)
            }
            "icmp" => {
                let predicate = self.member(IntPredicate::ALL)?;
                let (a, b, operand_type) = self.two()?;
                (Op::IntCompare { predicate, a, b, operand_type }, self.truth(operand_type)?)
            }
            "fcmp" => {
                let predicate = self.member(FloatPredicate::ALL)?;
                let (a, b, operand_type) = self.two()?;
                (Op::FloatCompare { predicate, a, b, operand_type }, self.truth(operand_type)?)
            }
            "freeze" => {
                let (a, ty) = self.typed_operand()?;
                (Op::Freeze { a }, ty)
            }
            "uninitialised" => {
                let ty = self.ty()?;
                (Op::Uninitialised { fill: self.constant(ty)? }, ty)
            }
            "extractvalue" => {
                let (aggregate, aggregate_type) = self.typed_operand()?;
                let path = self.list(Parser::number)?;
                let ty = self.part_type(aggregate_type, &path)?;
                (Op::ExtractValue { aggregate, aggregate_type, path }, ty)
            }
            "insertvalue" => {
                let (aggregate, ty) = self.typed_operand()?;
                self.sign(",")?;
                let (value, value_type) = self.typed_operand()?;
                let path = self.list(Parser::number)?;
                (Op::InsertValue { aggregate, value, value_type, path }, ty)
            }
            "extractelement" => {
                let (vector, vector_type) = self.typed_operand()?;
                self.sign(",")?;
                let (index, _) = self.typed_operand()?;
                let ty = self.part_type(vector_type, &[0])?;
                (Op::ExtractElement { vector, vector_type, index }, ty)
            }
            "insertelement" => {
                let (vector, ty) = self.typed_operand()?;
                let element = self.part_type(ty, &[0])?;
                self.sign(",")?;
                let value = self.operand(element)?;
                self.sign(",")?;
                let (index, _) = self.typed_operand()?;
                (Op::InsertElement { vector, value, index }, ty)
            }
            "shuffle" => {
                let (a, b, operand_type) = self.two()?;
                let mask = self.list(Parser::lane)?;
                let element = self.part_type(operand_type, &[0])?;
                let ty = self.interned(Type::Vector { element, length: mask.len() as u32 })?;
                (Op::Shuffle { a, b, operand_type, mask }, ty)
            }
            _ => return Ok(None),
        }))
    }

    fn memory_operation(&mut self, word: &str) -> Parsed<Option<Made>> {
        let is_fill = word == "fill";
        let start = self.at;
        let word = match (is_fill, self.peek()) {
            (true, Token::Word(next)) => {
                let next = next.clone();
                self.next();
                next
            }
            _ => word.to_string(),
        };
        if is_fill && !["store", "memcpy", "memmove", "memset"].contains(&word.as_str()) {
            return self.error_at(start, format!("'{word}' fills nothing"));
        }
        Ok(Some(match word.as_str() {
            "alloca" => {
                let element = self.ty()?;
                self.sign(",")?;
                let (count, _) = self.typed_operand()?;
                let align = self.align()?;
                (Op::Alloca { element, count, align }, self.pointer_type()?)
            }
            "load" => {
                let ty = self.ty()?;
                let address = self.pointer()?;
                (Op::Load { address, align: self.align()? }, ty)
            }
            "store" => {
                let (value, value_type) = self.typed_operand()?;
                self.sign(",")?;
                let address = self.pointer()?;
                let align = self.align()?;
                (Op::Store { address, value, value_type, align, is_fill }, self.void()?)
            }
            "address" => (self.address()?, self.pointer_type()?),
            "memcpy" | "memmove" => {
                let to = self.pointer()?;
                self.sign(",")?;
                let from = self.pointer()?;
                self.sign(",")?;
                let (size, _) = self.typed_operand()?;
                let may_overlap = word == "memmove";
                (Op::MemoryCopy { to, from, size, may_overlap, is_fill }, self.void()?)
            }
            "memset" => {
                let to = self.pointer()?;
                self.sign(",")?;
                let byte = self.interned(Type::Int(8))?;
                let byte = self.operand(byte)?;
                self.sign(",")?;
                let (size, _) = self.typed_operand()?;
                (Op::MemorySet { to, byte, size, is_fill }, self.void()?)
            }
            "atomic" => {
                let op = self.member(AtomicOp::ALL)?;
                let ty = self.ty()?;
                let address = self.pointer()?;
                self.sign(",")?;
                let value = self.operand(ty)?;
                (Op::AtomicUpdate { op, address, value, value_type: ty }, ty)
            }
            "cmpxchg" => {
                let value_type = self.ty()?;
                let address = self.pointer()?;
                self.sign(",")?;
                let expected = self.operand(value_type)?;
                self.sign(",")?;
                let new = self.operand(value_type)?;
                self.word("to")?;
                (Op::CompareExchange { address, expected, new, value_type }, self.ty()?)
            }
            "fence" => (Op::Fence, self.void()?),
            _ => return Ok(None),
        }))
    }

    fn other_operation(
        &mut self,
        context: &mut BodyContext,
        block: BlockId,
        result: Option<ValueId>,
        word: &str,
    ) -> Parsed<Option<Made>> {
        Ok(Some(match word {
            "select" => {
                let (condition, _) = self.typed_operand()?;
                self.sign(",")?;
                let (a, b, ty) = self.two()?;
                let edges = match (self.peek(), result) {
                    (Token::Sign("["), Some(result)) => {
                        let source = EdgeSource::Select(result);
                        Some(self.counted_edges(context.function, source, 2)?)
                    }
                    _ => None,
                };
                (Op::Select { condition, a, b, edges }, ty)
            }
            "phi" => self.phi()?,
            "call" => self.call()?,
            "mark" => {
                let index = match self.begins_type() {
                    true => Some(self.typed_operand()?.0),
                    false => None,
                };
                let source = EdgeSource::Mark(block);
                let (edges, count) = self.own_edges(context.function, source)?;
                (Op::Mark { edges, count: count as u32, index }, self.void()?)
            }
            "caught" => (Op::Caught, self.pointer_type()?),
            "unsupported" => {
                let ty = self.ty()?;
                (Op::Unsupported { what: self.text()? }, ty)
            }
            _ => return Ok(None),
        }))
    }

    fn phi(&mut self) -> Parsed<Made> {
        let ty = self.ty()?;
        let mut incoming = Vec::new();
        while incoming.is_empty() && *self.peek() == Token::Sign("[") || self.take_sign(",") {
            self.sign("[")?;
            let value = self.operand(ty)?;
            self.sign(",")?;
            incoming.push((self.block()?, value));
            self.sign("]")?;
        }
        Ok((Op::Phi { incoming }, ty))
    }

    fn call(&mut self) -> Parsed<Made> {
        let ty = self.ty()?;
        let mut callee = match self.take_sign("*") {
            true => Callee::Indirect { address: self.pointer()?, targets: None },
            false => Callee::Direct(self.function_name()?),
        };
        let args = self.arguments(|parser| {
            let ty = parser.ty()?;
            let byval = match parser.take_word("byval") {
                true => {
                    let copied = parser.ty()?;
                    parser.word("align")?;
                    Some((copied, parser.number()?))
                }
                false => None,
            };
            Ok(CallArg { value: parser.operand(ty)?, ty, byval })
        })?;
        if let Callee::Indirect { targets, .. } = &mut callee
            && self.take_word("of")
        {
            *targets = Some(self.list(Parser::function_name)?);
        }
        Ok((Op::Call { callee, args }, ty))
    }

    /// `(a, b)`.
    fn arguments<T>(&mut self, mut one: impl FnMut(&mut Parser) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut args = Vec::new();
        self.sign("(")?;
        while !self.take_sign(")") {
            if !args.is_empty() {
                self.sign(",")?;
            }
            args.push(one(self)?);
        }
        Ok(args)
    }

    /// `base + 8 + i64 v1 * 4`.
    fn address(&mut self) -> Parsed<Op> {
        let base = self.pointer()?;
        let mut offset = 0;
        let mut indices = Vec::new();
        while self.take_sign("+") {
            if matches!(self.peek(), Token::Number(_)) {
                if offset != 0 || !indices.is_empty() {
                    return self.error("the offset stands behind the base");
                }
                offset = self.number()?;
                continue;
            }
            let (index, ty) = self.typed_operand()?;
            self.sign("*")?;
            indices.push((index, ty, self.number()?));
        }
        Ok(Op::Address { base, offset, indices })
    }

    /// `type a, b`.
    fn two(&mut self) -> Parsed<(Operand, Operand, TypeId)> {
        let (a, ty) = self.typed_operand()?;
        self.sign(",")?;
        Ok((a, self.operand(ty)?, ty))
    }

    fn align(&mut self) -> Parsed<u64> {
        self.sign(",")?;
        self.word("align")?;
        self.number()
    }

    fn lane(&mut self) -> Parsed<Option<u32>> {
        if self.take_word("_") { Ok(None) } else { self.number().map(Some) }
    }

    fn pointer_type(&mut self) -> Parsed<TypeId> {
        self.interned(Type::Pointer)
    }

    fn void(&mut self) -> Parsed<TypeId> {
        self.interned(Type::Void)
    }

    fn pointer(&mut self) -> Parsed<Operand> {
        let ty = self.pointer_type()?;
        self.operand(ty)
    }

    /// Whether what follows is a type and not the beginning of something else.
    fn begins_type(&self) -> bool {
        match self.peek() {
            Token::Word(word) => {
                word.strip_prefix('i').is_some_and(|bits| bits.parse::<u32>().is_ok())
            }
            _ => false,
        }
    }

    /// The result of a comparison: a bit, or one for each lane.
    fn truth(&mut self, operands: TypeId) -> Parsed<TypeId> {
        let bit = self.interned(Type::Int(1))?;
        match *self.program.types.get(operands) {
            Type::Vector { length, .. } => self.interned(Type::Vector { element: bit, length }),
            _ => Ok(bit),
        }
    }

    /// The type at the end of a path of indices.
    fn part_type(&self, whole: TypeId, path: &[u32]) -> Parsed<TypeId> {
        let mut ty = whole;
        for &index in path {
            ty = match self.program.types.get(ty) {
                Type::Struct { fields, .. } if (index as usize) < fields.len() => {
                    fields[index as usize].ty
                }
                Type::Array { element, .. } | Type::Vector { element, .. } => *element,
                _ => return self.error_before("the type has no such part".to_string()),
            };
        }
        Ok(ty)
    }

    fn member<T: Copy + Debug>(&mut self, all: &[T]) -> Parsed<T> {
        let found = match self.peek() {
            Token::Word(word) => find(all, word),
            _ => None,
        };
        match found {
            Some(member) => {
                self.next();
                Ok(member)
            }
            None => self.expected("the name of an operation"),
        }
    }
}

fn find<T: Copy + Debug>(all: &[T], word: &str) -> Option<T> {
    all.iter().copied().find(|one| lower(one) == word)
}
