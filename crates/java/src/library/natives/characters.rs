//! Questions about characters as terms: the tables of `CharacterData` would make a path of each
//! value.

use super::{answer, make};
use crate::frontend::body::Body;
use crate::frontend::classes::MethodId;
use crate::frontend::shape;
use crate::frontend::translator::{Result, Translator};
use crate::library::{Native, Row};
use assay_program::{BinaryOp, CastOp, FuncId, IntPredicate, Operand};

pub const ROWS: &[Row] = &[
    ("java/lang/CharacterDataLatin1", "digit", "(II)I", Native::Made(digit)),
    // Both kinds of string are compared by it.
    ("java/lang/StringLatin1", "equals", "([B[B)Z", Native::Made(equal_bytes)),
];

/// Whether two arrays of bytes hold the same: one question for all bytes.
fn equal_bytes(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    make(translator, function, method, |translator, body| {
        let types = body.types;
        let (int, byte) = (types.int, types.byte);
        let (a, b) = (body.parameter(0), body.parameter(1));
        let (length, other) = (body.array_length(a), body.array_length(b));
        let differ = body.compare(IntPredicate::Ne, length, other, int);
        let (unequal, begin, head) = (body.block(), body.block(), body.block());
        body.inner_branch(differ, unequal, begin);
        body.go_to(unequal);
        let no = translator.model.int(0);
        body.give_back(Some(no));
        body.go_to(begin);
        body.jump(head);
        let (index, difference) = (body.phi(head, int), body.phi(head, byte));
        let (zero, none) = (translator.model.int(0), translator.model.byte(0));
        body.meet(head, index, begin, zero);
        body.meet(head, difference, begin, none);
        body.go_to(head);
        let (at, so_far) = (Operand::Value(index), Operand::Value(difference));
        let is_end = body.compare(IntPredicate::Sge, at, length, int);
        let (end, on) = (body.block(), body.block());
        body.inner_branch(is_end, end, on);
        body.go_to(on);
        let [x, y] = [a, b].map(|array| {
            let address = body.element(array, shape::ARRAY_HEADER, at, 1);
            body.load(byte, address, 1)
        });
        let here = body.binary(BinaryOp::Xor, x, y, byte);
        let all = body.binary(BinaryOp::Or, so_far, here, byte);
        let one = translator.model.int(1);
        let next = body.add(at, one);
        body.meet(head, index, on, next);
        body.meet(head, difference, on, all);
        body.jump(head);
        body.go_to(end);
        let is_same = body.compare(IntPredicate::Eq, so_far, none, byte);
        let is_same = body.cast(CastOp::ZExt, is_same, types.bit, int);
        body.give_back(Some(is_same));
        Ok(())
    })
}

/// `(this, character, radix)`: below 256 only the digits and letters of ASCII are digits.
fn digit(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    answer(translator, function, method, |translator, body| {
        let int = body.types.int;
        let (character, radix) = (body.parameter(1), body.parameter(2));
        let minus_one = translator.model.int(-1);
        let from_zero = translator.model.int(-0x30);
        let number = body.add(character, from_zero);
        let is_number = below(translator, body, number, 10);
        let bit = translator.model.int(0x20);
        let small = body.binary(BinaryOp::Or, character, bit, int);
        let from_a = translator.model.int(-0x61);
        let letter = body.add(small, from_a);
        let is_letter = below(translator, body, letter, 26);
        let ten = translator.model.int(10);
        let letter = body.add(letter, ten);
        let value = body.select(is_letter, letter, minus_one, int);
        let value = body.select(is_number, number, value, int);
        let fits = body.compare(IntPredicate::Slt, value, radix, int);
        let two = translator.model.int(-2);
        let over = body.add(radix, two);
        let is_radix = below(translator, body, over, 35);
        let fits = body.binary(BinaryOp::And, fits, is_radix, body.types.bit);
        Ok(body.select(fits, value, minus_one, int))
    })
}

fn below(translator: &mut Translator, body: &mut Body, number: Operand, bound: i32) -> Operand {
    let bound = translator.model.int(bound);
    body.compare(IntPredicate::Ult, number, bound, body.types.int)
}
