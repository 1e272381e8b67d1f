//! `assay.Numbers`: the parsers of numbers without a branch for each character.
//!
//! All characters are looked at, whatever the first is; what is wrong is collected in the highest
//! bit of a number, and asked once. Texts with other digits than Latin ones, and long ones, are
//! left to the JDK's own code.

use super::assemble::{Assembler, class};
use crate::classfile::{Arithmetic, ClassFile, Comparison, Instruction, Kind, Method};

const NUMBERS: &str = "assay/Numbers";
const STRING: &str = "java/lang/String";
/// So many digits make no long that is too large.
const LONGEST: i32 = 18;

pub fn classes() -> ClassFile {
    let methods = vec![
        parser("java/lang/Integer", "parseInt", "I"),
        parser("java/lang/Long", "parseLong", "J"),
        boxed("java/lang/Integer", "parseInt", "I", "intValue"),
        boxed("java/lang/Long", "parseLong", "J", "longValue"),
    ];
    class(NUMBERS, "java/lang/Object", methods)
}

/// Locals of a parser.
const TEXT: u16 = 0;
const UNITS: u16 = 1;
const LENGTH: u16 = 2;
const INDEX: u16 = 3;
/// Negative if there is something that is no digit.
const WRONG: u16 = 4;
/// Not zero if there is a character beyond Latin.
const WIDE: u16 = 5;
/// -1 if the text begins with a minus; if it begins with a sign.
const MINUS: u16 = 6;
const SIGN: u16 = 7;
const UNIT: u16 = 8;
const SUM: u16 = 9;

fn parser(holder: &str, name: &str, ty: &str) -> Method {
    use Arithmetic::{Add, And, Or, Shr, Sub, UShr, Xor};
    let mut code = Assembler::new_static(name, &format!("(Ljava/lang/String;){ty}"));
    let (own, again, last, refused) = (code.label(), code.label(), code.label(), code.label());
    code.load(Kind::Reference, TEXT).if_null(true, own).load(Kind::Reference, TEXT);
    code.call_virtual(STRING, "length", "()I").store(Kind::Int, LENGTH);
    code.load(Kind::Int, LENGTH).if_zero(Comparison::Eq, own);
    code.load(Kind::Int, LENGTH).int(LONGEST).if_int(Comparison::Gt, own);
    code.load(Kind::Reference, TEXT).get_field(STRING, "value", "[B");
    code.store(Kind::Reference, UNITS);
    // The first may be a sign: both questions without a branch.
    unit(&mut code, |code| code.int(0));
    for (local, sign) in [(MINUS, '-'), (SIGN, '+')] {
        code.load(Kind::Int, UNIT).int(sign as i32).arithmetic(Xor, Kind::Int);
        code.int(1).arithmetic(Sub, Kind::Int).int(31).arithmetic(Shr, Kind::Int);
        code.store(Kind::Int, local);
    }
    code.load(Kind::Int, SIGN).load(Kind::Int, MINUS).arithmetic(Or, Kind::Int);
    code.store(Kind::Int, SIGN);
    // A sign alone is wrong: that makes `length - 2` negative.
    code.int(0).store(Kind::Int, WIDE).int(0).store(Kind::Int, INDEX);
    code.load(Kind::Int, LENGTH).int(2).arithmetic(Sub, Kind::Int);
    code.load(Kind::Int, SIGN).arithmetic(And, Kind::Int).store(Kind::Int, WRONG);
    code.add(Instruction::Constant(crate::classfile::Constant::Long(0))).store(Kind::Long, SUM);
    code.place(again).load(Kind::Int, INDEX).load(Kind::Int, LENGTH);
    code.if_int(Comparison::Ge, last);
    unit(&mut code, |code| code.load(Kind::Int, INDEX));
    code.load(Kind::Int, WIDE).load(Kind::Int, UNIT).int(8).arithmetic(UShr, Kind::Int);
    code.arithmetic(Or, Kind::Int).store(Kind::Int, WIDE);
    // A sign at the first place counts as 0.
    code.load(Kind::Int, UNIT).int('0' as i32).arithmetic(Sub, Kind::Int);
    code.load(Kind::Int, SIGN).int(-1).arithmetic(Xor, Kind::Int).arithmetic(And, Kind::Int);
    code.store(Kind::Int, UNIT).int(0).store(Kind::Int, SIGN);
    code.load(Kind::Int, WRONG).load(Kind::Int, UNIT).arithmetic(Or, Kind::Int);
    code.int(9).load(Kind::Int, UNIT).arithmetic(Sub, Kind::Int).arithmetic(Or, Kind::Int);
    code.store(Kind::Int, WRONG);
    code.load(Kind::Long, SUM);
    code.add(Instruction::Constant(crate::classfile::Constant::Long(10)));
    code.arithmetic(Arithmetic::Mul, Kind::Long).load(Kind::Int, UNIT);
    code.add(Instruction::Convert(Kind::Int, Kind::Long)).arithmetic(Add, Kind::Long);
    code.store(Kind::Long, SUM).add(Instruction::Increment(INDEX, 1)).goto(again);
    code.place(last).load(Kind::Int, WIDE).if_zero(Comparison::Ne, own);
    negate(&mut code);
    if ty == "I" {
        too_large(&mut code);
    }
    code.load(Kind::Int, WRONG).if_zero(Comparison::Lt, refused).load(Kind::Long, SUM);
    if ty == "I" {
        code.add(Instruction::Convert(Kind::Long, Kind::Int));
    }
    code.give_back().place(refused).load(Kind::Reference, TEXT).int(10);
    let refusal = "(Ljava/lang/String;I)Ljava/lang/NumberFormatException;";
    code.call_static("java/lang/NumberFormatException", "forInputString", refusal);
    code.add(Instruction::Throw).place(own).load(Kind::Reference, TEXT).int(10);
    code.call_static(holder, name, &format!("(Ljava/lang/String;I){ty}")).give_back();
    code.finish()
}

fn unit(
    code: &mut Assembler,
    index: impl FnOnce(&mut Assembler) -> &mut Assembler,
) -> &mut Assembler {
    code.load(Kind::Reference, UNITS);
    index(code);
    code.call_static("assay/Strings", "unit", "([BI)C").store(Kind::Int, UNIT)
}

/// The sum with its sign: `(sum ^ minus) - minus`.
fn negate(code: &mut Assembler) {
    let minus = |code: &mut Assembler| {
        code.load(Kind::Int, MINUS).add(Instruction::Convert(Kind::Int, Kind::Long));
    };
    code.load(Kind::Long, SUM);
    minus(code);
    code.arithmetic(Arithmetic::Xor, Kind::Long);
    minus(code);
    code.arithmetic(Arithmetic::Sub, Kind::Long).store(Kind::Long, SUM);
}

/// What is no int is wrong: where `sum ^ (int) sum` is not 0, it or its opposite is negative.
fn too_large(code: &mut Assembler) {
    code.load(Kind::Long, SUM).load(Kind::Long, SUM);
    code.add(Instruction::Convert(Kind::Long, Kind::Int));
    code.add(Instruction::Convert(Kind::Int, Kind::Long));
    code.arithmetic(Arithmetic::Xor, Kind::Long).store(Kind::Long, 11);
    code.load(Kind::Long, 11).load(Kind::Long, 11).add(Instruction::Negate(Kind::Long));
    code.arithmetic(Arithmetic::Or, Kind::Long).int(32);
    code.arithmetic(Arithmetic::UShr, Kind::Long);
    code.add(Instruction::Convert(Kind::Long, Kind::Int));
    code.load(Kind::Int, WRONG).arithmetic(Arithmetic::Or, Kind::Int).store(Kind::Int, WRONG);
}

/// `valueOf`, by the parser above.
fn boxed(holder: &str, parser: &str, ty: &str, name: &str) -> Method {
    let mut code = Assembler::new_static(name, &format!("(Ljava/lang/String;)L{holder};"));
    code.load(Kind::Reference, TEXT);
    code.call_static(NUMBERS, parser, &format!("(Ljava/lang/String;){ty}"));
    code.call_static(holder, "valueOf", &format!("({ty})L{holder};")).give_back();
    code.finish()
}
