//! `assay.Checksums`: what `java.util.zip` leaves to C.

use super::assemble::{Assembler, class};
use crate::classfile::{Arithmetic, ClassFile, Comparison, Instruction, Kind, Method, Storage};

pub fn classes() -> ClassFile {
    let methods = vec![
        crc_byte(),
        over_bytes("crc", "crcByte"),
        adler_byte(),
        over_bytes("adler", "adlerByte"),
    ];
    class("assay/Checksums", "java/lang/Object", methods)
}

/// A checksum of an array's part, byte after byte.
fn over_bytes(name: &str, step: &str) -> Method {
    let mut code = Assembler::new_static(name, "(I[BII)I");
    let (again, end) = (code.label(), code.label());
    // The last local is where the part ends.
    code.load(Kind::Int, 2).load(Kind::Int, 3).arithmetic(Arithmetic::Add, Kind::Int);
    code.store(Kind::Int, 3).place(again).load(Kind::Int, 2).load(Kind::Int, 3);
    code.if_int(Comparison::Ge, end).load(Kind::Int, 0);
    code.load(Kind::Reference, 1).load(Kind::Int, 2).add(Instruction::ArrayLoad(Storage::Byte));
    code.call_static("assay/Checksums", step, "(II)I").store(Kind::Int, 0);
    code.add(Instruction::Increment(2, 1)).goto(again).place(end).load(Kind::Int, 0).give_back();
    code.finish()
}

/// `(sum, byte)`, bit by bit.
fn crc_byte() -> Method {
    let mut code = Assembler::new_static("crcByte", "(II)I");
    let flip = |code: &mut Assembler| {
        code.int(-1).arithmetic(Arithmetic::Xor, Kind::Int);
    };
    code.load(Kind::Int, 0);
    flip(&mut code);
    code.load(Kind::Int, 1).int(255).arithmetic(Arithmetic::And, Kind::Int);
    code.arithmetic(Arithmetic::Xor, Kind::Int).store(Kind::Int, 0);
    for _ in 0..8 {
        code.load(Kind::Int, 0).int(1).arithmetic(Arithmetic::UShr, Kind::Int);
        code.load(Kind::Int, 0).int(1).arithmetic(Arithmetic::And, Kind::Int);
        code.add(Instruction::Negate(Kind::Int)).int(0xedb8_8320_u32 as i32);
        code.arithmetic(Arithmetic::And, Kind::Int).arithmetic(Arithmetic::Xor, Kind::Int);
        code.store(Kind::Int, 0);
    }
    code.load(Kind::Int, 0);
    flip(&mut code);
    code.give_back();
    code.finish()
}

/// `(sum, byte)`: two sums, each less than the largest prime of 16 bits.
fn adler_byte() -> Method {
    const PRIME: i32 = 65521;
    let mut code = Assembler::new_static("adlerByte", "(II)I");
    code.load(Kind::Int, 0).int(0xffff).arithmetic(Arithmetic::And, Kind::Int);
    code.load(Kind::Int, 1).int(255).arithmetic(Arithmetic::And, Kind::Int);
    code.arithmetic(Arithmetic::Add, Kind::Int).int(PRIME);
    code.arithmetic(Arithmetic::Rem, Kind::Int).store(Kind::Int, 2);
    code.load(Kind::Int, 0).int(16).arithmetic(Arithmetic::UShr, Kind::Int);
    code.load(Kind::Int, 2).arithmetic(Arithmetic::Add, Kind::Int).int(PRIME);
    code.arithmetic(Arithmetic::Rem, Kind::Int).int(16).arithmetic(Arithmetic::Shl, Kind::Int);
    code.load(Kind::Int, 2).arithmetic(Arithmetic::Or, Kind::Int).give_back();
    code.finish()
}
