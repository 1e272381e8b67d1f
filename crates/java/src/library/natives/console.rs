//! What `assay.Console` writes with.

use super::make;
use crate::frontend::body::Body;
use crate::frontend::classes::MethodId;
use crate::frontend::shape;
use crate::frontend::translator::{Result, Translator};
use crate::library::{Native, Row};
use assay_program::role::{Conduct, Effect};
use assay_program::{
    BinaryOp, BlockId, Callee, CastOp, FuncId, IntPredicate, Operand, Primitive, Role,
};

pub const ROWS: &[Row] = &[
    ("assay/Console", "write", "(ILjava/lang/String;)V", Native::Made(write_text)),
    ("assay/Console", "write", "(I[BII)V", Native::Made(write_bytes)),
];

/// The primitive: `(descriptor, address, size)`.
fn writer(translator: &mut Translator) -> FuncId {
    if let Some(&known) = translator.helpers.get("write") {
        return known;
    }
    let types = translator.model.types;
    let parameters = [types.int, types.pointer, types.long];
    let role = Role::Primitive(Primitive::Write);
    let function = translator.model.declare("write".to_string(), &parameters, types.void, role);
    let conduct = Conduct { effect: Effect::Reads, ..Conduct::default() };
    translator.model.program.functions[function].conduct = conduct;
    translator.helpers.insert("write".to_string(), function);
    function
}

fn write(translator: &mut Translator, body: &mut Body, from: Operand, size: Operand) {
    let writer = writer(translator);
    let types = body.types;
    let size = body.cast(CastOp::ZExt, size, types.int, types.long);
    let args = [(body.parameter(0), types.int), (from, types.pointer), (size, types.long)];
    body.call(Callee::Direct(writer), &args, types.void);
}

fn write_bytes(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    make(translator, function, method, |translator, body| {
        let (array, offset, count) = (body.parameter(1), body.parameter(2), body.parameter(3));
        let from = body.element(array, shape::ARRAY_HEADER, offset, 1);
        write(translator, body, from, count);
        body.give_back(None);
        Ok(())
    })
}

/// The characters of a string in UTF-8, from a buffer of three bytes for each unit.
fn write_text(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    let string = translator.class("java/lang/String")?;
    let value_at = translator.field_offset(string, "value", "[B")?;
    let allocator = translator.allocator();
    make(translator, function, method, |translator, body| {
        let types = body.types;
        let value = body.load_pointer(body.parameter(1), value_at);
        let bytes = body.array_length(value);
        let one = translator.model.int(1);
        let count = body.binary(BinaryOp::LShr, bytes, one, types.int);
        let three = translator.model.long(3);
        let room = body.cast(CastOp::ZExt, count, types.int, types.long);
        let room = body.binary(BinaryOp::Mul, room, three, types.long);
        let long_one = translator.model.long(1);
        let room = body.binary(BinaryOp::Add, room, long_one, types.long);
        let args = [(long_one, types.long), (room, types.long)];
        let buffer = body.call(Callee::Direct(allocator), &args, types.pointer).expect("memory");
        let size = Encoder::new(translator, body, value, buffer).run(count);
        write(translator, body, buffer, size);
        body.give_back(None);
        Ok(())
    })
}

/// The loop over the units of a string.
struct Encoder<'a> {
    translator: &'a mut Translator,
    body: &'a mut Body,
    value: Operand,
    buffer: Operand,
    /// The head of the loop, with its phis.
    head: BlockId,
    index: assay_program::ValueId,
    at: assay_program::ValueId,
}

impl<'a> Encoder<'a> {
    fn new(
        translator: &'a mut Translator,
        body: &'a mut Body,
        value: Operand,
        buffer: Operand,
    ) -> Encoder<'a> {
        let (from, head) = (body.current(), body.block());
        body.jump(head);
        let (index, at) = (body.phi(head, body.types.int), body.phi(head, body.types.int));
        let zero = translator.model.int(0);
        body.meet(head, index, from, zero);
        body.meet(head, at, from, zero);
        Encoder { translator, body, value, buffer, head, index, at }
    }

    /// Returns the number of bytes, in the block where the loop is over.
    fn run(mut self, count: Operand) -> Operand {
        let int = self.body.types.int;
        let (index, at) = (Operand::Value(self.index), Operand::Value(self.at));
        self.body.go_to(self.head);
        let is_end = self.body.compare(IntPredicate::Sge, index, count, int);
        let (end, on) = (self.body.block(), self.body.block());
        self.body.inner_branch(is_end, end, on);
        self.body.go_to(on);
        let unit = self.unit(index);
        let plain = self.when(unit, IntPredicate::Ult, 0x80);
        self.bytes(at, &[(unit, 0, 0)]);
        self.turn(1, 1);
        self.body.go_to(plain);
        let two = self.when(unit, IntPredicate::Ult, 0x800);
        self.bytes(at, &[(unit, 6, 0xc0), (unit, 0, 0x80)]);
        self.turn(1, 2);
        self.body.go_to(two);
        self.pair(unit, count);
        self.bytes(at, &[(unit, 12, 0xe0), (unit, 6, 0x80), (unit, 0, 0x80)]);
        self.turn(1, 3);
        self.body.go_to(end);
        at
    }

    fn unit(&mut self, index: Operand) -> Operand {
        let types = self.body.types;
        let address = self.body.element(self.value, shape::ARRAY_HEADER, index, 2);
        let unit = self.body.load(types.short, address, 2);
        self.body.cast(CastOp::ZExt, unit, types.short, types.int)
    }

    /// Goes on if a number compares so; the other block is returned.
    fn when(&mut self, number: Operand, predicate: IntPredicate, with: i32) -> BlockId {
        let with = self.translator.model.int(with);
        let holds = self.body.compare(predicate, number, with, self.body.types.int);
        let (on, otherwise) = (self.body.block(), self.body.block());
        self.body.inner_branch(holds, on, otherwise);
        self.body.go_to(on);
        otherwise
    }

    /// A high and a low half make four bytes; a half alone is a question mark.
    fn pair(&mut self, unit: Operand, count: Operand) {
        let int = self.body.types.int;
        let (index, at) = (Operand::Value(self.index), Operand::Value(self.at));
        let low = self.translator.model.int(0xd800);
        let place = self.body.binary(BinaryOp::Sub, unit, low, int);
        let other = self.when(place, IntPredicate::Ult, 0x800);
        let alone = self.when(place, IntPredicate::Ult, 0x400);
        let one = self.translator.model.int(1);
        let next = self.body.add(index, one);
        let is_there = self.body.compare(IntPredicate::Slt, next, count, int);
        let (look, single) = (self.body.block(), self.body.block());
        self.body.inner_branch(is_there, look, single);
        self.body.go_to(look);
        let second = self.unit(next);
        let base = self.translator.model.int(0xdc00);
        let second = self.body.binary(BinaryOp::Sub, second, base, int);
        let no_low = self.when(second, IntPredicate::Ult, 0x400);
        let ten = self.translator.model.int(10);
        let high = self.body.binary(BinaryOp::Shl, place, ten, int);
        let code = self.body.binary(BinaryOp::Or, high, second, int);
        let from = self.translator.model.int(0x10000);
        let code = self.body.add(code, from);
        self.bytes(at, &[(code, 18, 0xf0), (code, 12, 0x80), (code, 6, 0x80), (code, 0, 0x80)]);
        self.turn(2, 4);
        let question = self.translator.model.int(0x3f);
        for block in [no_low, single, alone] {
            self.body.go_to(block);
            self.bytes(at, &[(question, 0, 0)]);
            self.turn(1, 1);
        }
        self.body.go_to(other);
    }

    /// Writes bytes: bits of a number above a mark.
    fn bytes(&mut self, at: Operand, bytes: &[(Operand, i32, i32)]) {
        let types = self.body.types;
        for (position, &(number, shift, mark)) in (0..).zip(bytes) {
            let by = self.translator.model.int(shift);
            let value = self.body.binary(BinaryOp::LShr, number, by, types.int);
            let mask = self.translator.model.int(if position == 0 { 0x7f } else { 0x3f });
            let value = self.body.binary(BinaryOp::And, value, mask, types.int);
            let mark = self.translator.model.int(mark);
            let value = self.body.binary(BinaryOp::Or, value, mark, types.int);
            let value = self.body.cast(CastOp::Trunc, value, types.int, types.byte);
            let address = self.body.element(self.buffer, position, at, 1);
            self.body.store(value, types.byte, address, 1);
        }
    }

    /// The next turn of the loop, so many units and bytes further.
    fn turn(&mut self, units: i32, bytes: i32) {
        let from = self.body.current();
        let (units, bytes) = (self.translator.model.int(units), self.translator.model.int(bytes));
        let index = self.body.add(Operand::Value(self.index), units);
        let at = self.body.add(Operand::Value(self.at), bytes);
        self.body.meet(self.head, self.index, from, index);
        self.body.meet(self.head, self.at, from, at);
        self.body.jump(self.head);
    }
}
