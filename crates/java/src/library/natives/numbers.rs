//! Floats and their bits, and what processors have instructions for.

use super::{answer, make};
use crate::frontend::classes::MethodId;
use crate::frontend::shape;
use crate::frontend::translator::{Result, Translator};
use crate::library::{Native, Row};
use assay_program::{CastOp, FuncId, Intrinsic};

const CHECKSUMS: &str = "assay/Checksums";

const NUMBERS: &str = "assay/Numbers";
const OF_TEXT_TO_INT: &str = "(Ljava/lang/String;)I";
const OF_TEXT_TO_LONG: &str = "(Ljava/lang/String;)J";
const OF_TEXT_TO_INTEGER: &str = "(Ljava/lang/String;)Ljava/lang/Integer;";
const OF_TEXT_TO_LONG_OBJECT: &str = "(Ljava/lang/String;)Ljava/lang/Long;";

pub const ROWS: &[Row] = &[
    ("java/lang/Float", "floatToRawIntBits", "", Native::Made(bits)),
    ("java/lang/Float", "intBitsToFloat", "", Native::Made(bits)),
    ("java/lang/Double", "doubleToRawLongBits", "", Native::Made(bits)),
    ("java/lang/Double", "longBitsToDouble", "", Native::Made(bits)),
    ("java/lang/Math", "sqrt", "", Native::Made(square_root)),
    ("java/lang/StrictMath", "sqrt", "", Native::Made(square_root)),
    ("java/lang/Integer", "bitCount", "", Native::Made(count_ones)),
    ("java/lang/Float", "float16ToFloat", "", Native::Unmodelled("half floats")),
    ("java/lang/Float", "floatToFloat16", "", Native::Unmodelled("half floats")),
    ("jdk/internal/misc/CDS", "getRandomSeedForDumping", "", Native::Made(super::zero)),
    ("java/lang/StringUTF16", "isBigEndian", "", Native::Made(super::zero)),
    ("jdk/internal/util/random/RandomSupport", "initialSeedBits", "", Native::Made(super::zero)),
    ("java/util/zip/ZipUtils", "loadLibrary", "", Native::Nothing),
    ("java/util/zip/CRC32", "update", "(II)I", Native::Instead(CHECKSUMS, "crcByte")),
    ("java/util/zip/CRC32", "updateBytes0", "", Native::Instead(CHECKSUMS, "crc")),
    ("java/util/zip/Adler32", "update", "(II)I", Native::Instead(CHECKSUMS, "adlerByte")),
    ("java/util/zip/Adler32", "updateBytes", "", Native::Instead(CHECKSUMS, "adler")),
    ("java/lang/Integer", "parseInt", OF_TEXT_TO_INT, Native::Instead(NUMBERS, "parseInt")),
    ("java/lang/Long", "parseLong", OF_TEXT_TO_LONG, Native::Instead(NUMBERS, "parseLong")),
    ("java/lang/Integer", "valueOf", OF_TEXT_TO_INTEGER, Native::Instead(NUMBERS, "intValue")),
    ("java/lang/Long", "valueOf", OF_TEXT_TO_LONG_OBJECT, Native::Instead(NUMBERS, "longValue")),
    ("java/lang/String", "intern", "", Native::Instead("assay/Strings", "intern")),
    ("java/lang/StringUTF16", "charAt", "([BI)C", Native::Instead("assay/Strings", "charAt")),
    ("java/lang/StringUTF16", "newBytesFor", "", Native::Instead("assay/Strings", "bytesFor")),
    ("java/lang/StringUTF16", "getChar", "([BI)C", Native::Made(unit)),
    ("java/lang/StringUTF16", "putChar", "([BII)V", Native::Made(put_unit)),
    ("java/lang/StringUTF16", "reverse", "([BI)V", Native::Instead("assay/Strings", "reverse")),
    ("assay/Strings", "unit", "", Native::Made(unit)),
    ("assay/Strings", "putUnit", "", Native::Made(put_unit)),
    ("assay/Strings", "literals", "", Native::Made(literals)),
];

/// The same bits as another type.
fn bits(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    let (parameters, result) = translator.signature(method);
    answer(translator, function, method, |_, body| {
        Ok(body.cast(CastOp::Bitcast, body.parameter(0), parameters[0], result))
    })
}

fn square_root(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    intrinsic(translator, function, method, Intrinsic::Sqrt)
}

fn count_ones(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    intrinsic(translator, function, method, Intrinsic::CountOnes)
}

fn intrinsic(
    translator: &mut Translator,
    function: FuncId,
    method: MethodId,
    intrinsic: Intrinsic,
) -> Result<()> {
    let (_, result) = translator.signature(method);
    answer(translator, function, method, |_, body| {
        Ok(body.intrinsic(intrinsic, body.parameter(0), result))
    })
}

/// The array of the strings of the program's text. Later ones see to it themselves that they are
/// known.
fn literals(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    let literals = translator.literals()?;
    answer(translator, function, method, |translator, _| Ok(translator.model.global(literals)))
}

/// The n-th UTF-16 unit in an array of bytes, which is there.
fn unit(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    answer(translator, function, method, |_, body| {
        let types = body.types;
        let at = body.element(body.parameter(0), shape::ARRAY_HEADER, body.parameter(1), 2);
        let unit = body.load(types.short, at, 1);
        Ok(body.cast(CastOp::ZExt, unit, types.short, types.int))
    })
}

fn put_unit(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    make(translator, function, method, |_, body| {
        let types = body.types;
        let at = body.element(body.parameter(0), shape::ARRAY_HEADER, body.parameter(1), 2);
        let unit = body.cast(CastOp::Trunc, body.parameter(2), types.int, types.short);
        body.store(unit, types.short, at, 1);
        body.give_back(None);
        Ok(())
    })
}
