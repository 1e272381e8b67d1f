//! Floats and their bits, and what processors have instructions for.

use super::answer;
use crate::frontend::classes::MethodId;
use crate::frontend::translator::{Result, Translator};
use crate::library::{Native, Row};
use assay_program::{CastOp, FuncId, Intrinsic};

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
    ("java/lang/String", "intern", "", Native::Instead("assay/Strings", "intern")),
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

/// The array of the strings of the program's text, as it is when a round of translation is over.
fn literals(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    let literals = translator.literals()?;
    answer(translator, function, method, |translator, body| {
        let literals = translator.model.global(literals);
        Ok(body.load_pointer(literals, 0))
    })
}
