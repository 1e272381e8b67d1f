//! Machine and prover give each operation the same meaning, and it is the right one: over all
//! operations, many widths and random values, against arithmetic written down here once more.
//!
//! For each operation a program computes it on inputs, and then has, for each sample of operands, a
//! branch that says whether the result is the expected one. The machine must say so, with values
//! and with terms. The prover must exclude that it is another, and never that it is this one; of
//! what it does not follow, only the latter is asked.

use assay_base::{Id, Rng};
use assay_engine::{Image, LowerOptions, Machine, PathEnd, Start, Subject, lower};
use assay_program::text::parse;
use assay_program::verify::verify;
use assay_program::{BinaryOp, CastOp, EdgeId, FloatBinaryOp, IntPredicate, Intrinsic, Program};
use assay_prove::{Limits, News, Question, prove};
use assay_verdict::World;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

const WIDTHS: [u32; 10] = [1, 7, 8, 16, 24, 32, 33, 64, 65, 128];

/// Operands that are tried for each operation. Fewer of wide ones, for which solvers take time.
const SAMPLES: usize = 8;
const WIDE_SAMPLES: usize = 4;

/// The result of operands; `None` where the operation means nothing.
type Meaning = Box<dyn Fn(&[u128]) -> Option<u128>>;

/// An operation as a program computes it, and what it means.
struct Case {
    name: String,
    /// The width of each operand and of the result.
    operands: Vec<u32>,
    result: u32,
    /// Lines that make `RESULT` of the values `v0`, `v1`, …; the first new value is behind these.
    code: String,
    /// The value that the code leaves the result in.
    value: usize,
    meaning: Meaning,
    /// The prover follows it exactly.
    is_followed: bool,
}

fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

fn signed(width: u32, value: u128) -> i128 {
    (value << (128 - width)) as i128 >> (128 - width)
}

/// Corners more often than chance has them.
fn sample(rng: &mut Rng, width: u32) -> u128 {
    let random = u128::from(rng.word()) << 64 | u128::from(rng.word());
    let value = match rng.below(8) {
        0 => 0,
        1 => 1,
        2 => u128::MAX,
        3 => 1 << (width - 1),
        4 => mask(width) >> 1,
        5 => random & 0xf,
        _ => random,
    };
    value & mask(width)
}

fn lower_case(name: &impl std::fmt::Debug) -> String {
    format!("{name:?}").to_lowercase()
}

fn binary_meaning(op: BinaryOp, width: u32, a: u128, b: u128) -> Option<u128> {
    let (sa, sb) = (signed(width, a), signed(width, b));
    let overflows = sa == signed(width, 1 << (width - 1)) && sb == -1;
    let is_small = b < u128::from(width);
    let value = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::UDiv => a.checked_div(b)?,
        BinaryOp::URem => a.checked_rem(b)?,
        BinaryOp::SDiv if b == 0 || overflows => return None,
        BinaryOp::SDiv => (sa / sb) as u128,
        BinaryOp::SRem if b == 0 || overflows => return None,
        BinaryOp::SRem => (sa % sb) as u128,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl if is_small => a << b,
        BinaryOp::LShr if is_small => a >> b,
        BinaryOp::AShr if is_small => (sa >> b) as u128,
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => return None,
    };
    Some(value & mask(width))
}

fn binary_cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for &op in BinaryOp::ALL {
        for width in WIDTHS {
            let word = lower_case(&op);
            let is_shift = matches!(op, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr);
            // Only of amounts that are known to be small the prover knows what a shift does.
            let most = (1u128 << width.ilog2()) - 1;
            let (code, value) = match is_shift {
                true => {
                    (format!("v2 = and i{width} v1, {most}\n  v3 = {word} i{width} v0, v2",), 3)
                }
                false => (format!("v2 = {word} i{width} v0, v1"), 2),
            };
            let meaning = move |of: &[u128]| {
                let b = if is_shift { of[1] & most } else { of[1] };
                binary_meaning(op, width, of[0], b)
            };
            cases.push(Case {
                name: format!("{word} of {width} bits"),
                operands: vec![width; 2],
                result: width,
                code,
                value,
                meaning: Box::new(meaning),
                is_followed: true,
            });
        }
    }
    cases
}

/// Defined for all operands but a divisor of zero.
fn wrapping_meaning(op: BinaryOp, width: u32, a: u128, b: u128) -> Option<u128> {
    let is_shift = matches!(op, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr);
    let is_lowest = a == 1 << (width - 1) && b == mask(width);
    match op {
        _ if is_shift => binary_meaning(op, width, a, b % u128::from(width)),
        BinaryOp::SDiv if is_lowest => Some(a),
        BinaryOp::SRem if is_lowest => Some(0),
        _ => binary_meaning(op, width, a, b),
    }
}

fn wrapping_cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for &op in BinaryOp::ALL {
        for width in [8, 16, 32, 64] {
            let word = lower_case(&op);
            cases.push(Case {
                name: format!("{word} wraps of {width} bits"),
                operands: vec![width; 2],
                result: width,
                code: format!("v2 = {word} wraps i{width} v0, v1"),
                value: 2,
                meaning: Box::new(move |of: &[u128]| wrapping_meaning(op, width, of[0], of[1])),
                is_followed: true,
            });
        }
    }
    cases
}

/// The casts of Rust saturate too.
fn saturating_meaning(is_signed: bool, width: u32, value: f64) -> u128 {
    let number = match (is_signed, width) {
        (true, 8) => value as i8 as u128,
        (true, 16) => value as i16 as u128,
        (true, 32) => value as i32 as u128,
        (true, _) => value as i64 as u128,
        (false, 8) => u128::from(value as u8),
        (false, 16) => u128::from(value as u16),
        (false, 32) => u128::from(value as u32),
        (false, _) => u128::from(value as u64),
    };
    number & mask(width)
}

fn saturating_cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for width in [8, 16, 32, 64] {
        for (is_signed, word) in [(true, "floattosintsat"), (false, "floattouintsat")] {
            for (format, bits) in [("f32", 32), ("f64", 64)] {
                let meaning = move |of: &[u128]| {
                    let value = match bits {
                        32 => f64::from(f32::from_bits(of[0] as u32)),
                        _ => f64::from_bits(of[0] as u64),
                    };
                    Some(saturating_meaning(is_signed, width, value))
                };
                cases.push(Case {
                    name: format!("{word} from {format} to {width} bits"),
                    operands: vec![bits],
                    result: width,
                    code: format!(
                        "v1 = bitcast i{bits} v0 to {format}\n  v2 = {word} {format} v1 to i{width}"
                    ),
                    value: 2,
                    meaning: Box::new(meaning),
                    is_followed: false,
                });
            }
        }
    }
    cases
}

fn comparison_cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for &predicate in IntPredicate::ALL {
        for width in WIDTHS {
            let meaning = move |of: &[u128]| {
                let (a, b) = (of[0], of[1]);
                let (sa, sb) = (signed(width, a), signed(width, b));
                Some(u128::from(match predicate {
                    IntPredicate::Eq => a == b,
                    IntPredicate::Ne => a != b,
                    IntPredicate::Ugt => a > b,
                    IntPredicate::Uge => a >= b,
                    IntPredicate::Ult => a < b,
                    IntPredicate::Ule => a <= b,
                    IntPredicate::Sgt => sa > sb,
                    IntPredicate::Sge => sa >= sb,
                    IntPredicate::Slt => sa < sb,
                    IntPredicate::Sle => sa <= sb,
                }))
            };
            cases.push(Case {
                name: format!("icmp {predicate:?} of {width} bits"),
                operands: vec![width; 2],
                result: 1,
                code: format!("v2 = icmp {} i{width} v0, v1", lower_case(&predicate)),
                value: 2,
                meaning: Box::new(meaning),
                is_followed: true,
            });
        }
    }
    cases
}

fn cast_cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for from in WIDTHS {
        for to in WIDTHS {
            let ops: &[CastOp] = match from.cmp(&to) {
                std::cmp::Ordering::Less => &[CastOp::ZExt, CastOp::SExt],
                std::cmp::Ordering::Greater => &[CastOp::Trunc],
                std::cmp::Ordering::Equal => &[CastOp::Bitcast],
            };
            for &op in ops {
                let meaning = move |of: &[u128]| {
                    let value = match op {
                        CastOp::SExt => signed(from, of[0]) as u128,
                        _ => of[0],
                    };
                    Some(value & mask(to))
                };
                cases.push(Case {
                    name: format!("{op:?} from {from} to {to} bits"),
                    operands: vec![from],
                    result: to,
                    code: format!("v1 = {} i{from} v0 to i{to}", lower_case(&op)),
                    value: 1,
                    meaning: Box::new(meaning),
                    is_followed: true,
                });
            }
        }
    }
    cases
}

/// What arithmetic gives in so many bits, whether that is the exact value, and what is nearest to
/// it if not.
fn arithmetic(intrinsic: Intrinsic, width: u32, a: u128, b: u128) -> (u128, bool, u128) {
    use Intrinsic::*;
    let (sa, sb) = (signed(width, a), signed(width, b));
    let in_range = |value: Option<i128>| {
        value.is_some_and(|value| signed(width, value as u128 & mask(width)) == value)
    };
    let is_small = |value: Option<u128>| value.is_some_and(|value| value <= mask(width));
    let (least, most) = (1 << (width - 1), mask(width) >> 1);
    let (value, fits, nearest) = match intrinsic {
        SAddOverflow | SAddSat => {
            let end = if sb < 0 { least } else { most };
            (a.wrapping_add(b), in_range(sa.checked_add(sb)), end)
        }
        SSubOverflow | SSubSat => {
            let end = if sb > 0 { least } else { most };
            (a.wrapping_sub(b), in_range(sa.checked_sub(sb)), end)
        }
        UAddOverflow | UAddSat => (a.wrapping_add(b), is_small(a.checked_add(b)), mask(width)),
        USubOverflow | USubSat => (a.wrapping_sub(b), a >= b, 0),
        SMulOverflow => (a.wrapping_mul(b), in_range(sa.checked_mul(sb)), 0),
        _ => (a.wrapping_mul(b), is_small(a.checked_mul(b)), 0),
    };
    let value = value & mask(width);
    (value, fits, if fits { value } else { nearest })
}

fn overflow_cases() -> Vec<Case> {
    use Intrinsic::*;
    let all = [SAddOverflow, UAddOverflow, SSubOverflow, USubOverflow, SMulOverflow, UMulOverflow];
    let mut cases = Vec::new();
    for intrinsic in all {
        for width in WIDTHS.into_iter().filter(|width| *width <= 64) {
            for part in [0, 1] {
                let meaning = move |of: &[u128]| {
                    let (value, fits, _) = arithmetic(intrinsic, width, of[0], of[1]);
                    Some(if part == 0 { value } else { u128::from(!fits) })
                };
                cases.push(Case {
                    name: format!("part {part} of {intrinsic:?} of {width} bits"),
                    operands: vec![width; 2],
                    result: if part == 0 { width } else { 1 },
                    code: format!(
                        "v2 = {intrinsic:?} {{i{width}, i1}} (i{width} v0, i{width} v1)\n  \
                         v3 = extractvalue {{i{width}, i1}} v2 [{part}]"
                    ),
                    value: 3,
                    meaning: Box::new(meaning),
                    is_followed: true,
                });
            }
        }
    }
    cases
}

fn funnel(width: u32, of: &[u128], is_left: bool) -> u128 {
    let amount = of[2] % u128::from(width);
    let bit = |at: u128| {
        let at = at % (2 * u128::from(width));
        let (word, at) =
            if at < u128::from(width) { (of[1], at) } else { (of[0], at - u128::from(width)) };
        word >> at & 1
    };
    // The word begins this far up in the two.
    let start = match (is_left, amount) {
        (true, amount) => u128::from(width) - amount,
        (false, amount) => amount,
    };
    (0..u128::from(width)).fold(0, |sum, at| sum | bit(start + at) << at)
}

fn intrinsic_meaning(intrinsic: Intrinsic, width: u32, of: &[u128]) -> Option<u128> {
    use Intrinsic::*;
    let a = of[0];
    let b = of.get(1).copied().unwrap_or(0);
    let (sa, sb) = (signed(width, a), signed(width, b));
    let value = match intrinsic {
        SAddSat | UAddSat | SSubSat | USubSat => arithmetic(intrinsic, width, a, b).2,
        CountOnes => u128::from(a.count_ones()),
        LeadingZeros => u128::from(a.leading_zeros() - (128 - width)),
        TrailingZeros => u128::from(a.trailing_zeros().min(width)),
        ByteSwap => a.swap_bytes() >> (128 - width),
        BitReverse => a.reverse_bits() >> (128 - width),
        FunnelShiftLeft => funnel(width, of, true),
        FunnelShiftRight => funnel(width, of, false),
        SMax => sa.max(sb) as u128,
        SMin => sa.min(sb) as u128,
        UMax => a.max(b),
        UMin => a.min(b),
        _ => return None,
    };
    Some(value & mask(width))
}

fn intrinsic_cases() -> Vec<Case> {
    use Intrinsic::*;
    let one = [CountOnes, LeadingZeros, TrailingZeros, ByteSwap, BitReverse];
    let two = [SAddSat, UAddSat, SSubSat, USubSat, SMax, SMin, UMax, UMin];
    let three = [FunnelShiftLeft, FunnelShiftRight];
    let counted = one.map(|one| (one, 1)).into_iter();
    let counted = counted.chain(two.map(|two| (two, 2))).chain(three.map(|three| (three, 3)));
    let mut cases = Vec::new();
    for (intrinsic, count) in counted {
        // Bytes are swapped in pairs; and zeros are counted where the argument may be zero.
        let is_whole = |width: &u32| intrinsic != ByteSwap || width.is_multiple_of(16);
        for width in WIDTHS.into_iter().filter(is_whole) {
            let args: Vec<String> = (0..count).map(|arg| format!("i{width} v{arg}")).collect();
            let zeros = matches!(intrinsic, LeadingZeros | TrailingZeros);
            let zeros = if zeros { ", i1 0" } else { "" };
            cases.push(Case {
                name: format!("{intrinsic:?} of {width} bits"),
                operands: vec![width; count],
                result: width,
                code: format!("v{count} = {intrinsic:?} i{width} ({}{zeros})", args.join(", ")),
                value: count,
                meaning: Box::new(move |of: &[u128]| intrinsic_meaning(intrinsic, width, of)),
                is_followed: matches!(intrinsic, SMax | SMin | UMax | UMin),
            });
        }
    }
    cases
}

/// What is written is read back, part by part; and places in objects are computed.
fn memory_cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for width in [16, 32, 64, 128] {
        for byte in [0, 1, width / 8 - 1] {
            cases.push(Case {
                name: format!("byte {byte} of {width} bits in memory"),
                operands: vec![width],
                result: 8,
                code: format!(
                    "v1 = alloca i{width}, i64 1, align 16\n  store i{width} v0, v1, align 16\n  \
                     v2 = address v1 + {byte}\n  v3 = load i8 v2, align 1"
                ),
                value: 3,
                meaning: Box::new(move |of: &[u128]| Some(of[0] >> (8 * byte) & 0xff)),
                is_followed: false,
            });
        }
        cases.push(Case {
            name: format!("{width} bits in a variable"),
            operands: vec![width],
            result: width,
            code: format!(
                "store i{width} v0, @cell{width}, align 16\n  \
                 v1 = load i{width} @cell{width}, align 16"
            ),
            value: 1,
            meaning: Box::new(|of: &[u128]| Some(of[0])),
            is_followed: true,
        });
    }
    for width in [8, 16, 32, 64] {
        cases.push(Case {
            name: format!("an address with an index of {width} bits"),
            operands: vec![width],
            result: 64,
            code: format!(
                "v1 = alloca i32, i64 1, align 4\n  v2 = address v1 + 3 + i{width} v0 * 12\n  \
                 v3 = ptrtoint ptr v2 to i64\n  v4 = ptrtoint ptr v1 to i64\n  v5 = sub i64 v3, v4"
            ),
            value: 5,
            meaning: Box::new(move |of: &[u128]| {
                let index = signed(width, of[0]);
                Some(index.wrapping_mul(12).wrapping_add(3) as u128 & mask(64))
            }),
            is_followed: true,
        });
    }
    cases
}

/// Values that are chosen: by a select, by the way to a phi, by a callee.
fn choice_cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for width in WIDTHS {
        let chosen = |of: &[u128]| Some(if of[0] == 1 { of[1] } else { of[2] });
        cases.push(Case {
            name: format!("select of {width} bits"),
            operands: vec![1, width, width],
            result: width,
            code: format!("v3 = select i1 v0, i{width} v1, v2"),
            value: 3,
            meaning: Box::new(chosen),
            is_followed: true,
        });
    }
    cases
}

fn float_meaning(op: FloatBinaryOp, a: f64, b: f64) -> f64 {
    match op {
        FloatBinaryOp::Add => a + b,
        FloatBinaryOp::Sub => a - b,
        FloatBinaryOp::Mul => a * b,
        FloatBinaryOp::Div => a / b,
        FloatBinaryOp::Rem => a % b,
    }
}

/// The prover knows nothing of floats, and must not claim to.
fn float_cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for &op in FloatBinaryOp::ALL {
        let meaning = move |of: &[u128]| {
            let float = |bits: u128| f64::from_bits(bits as u64);
            let value = float_meaning(op, float(of[0]), float(of[1]));
            // Which NaN it is, is left open.
            (!value.is_nan()).then_some(u128::from(value.to_bits()))
        };
        cases.push(Case {
            name: format!("f{} of 64 bits", lower_case(&op)),
            operands: vec![64; 2],
            result: 64,
            code: format!(
                "v2 = bitcast i64 v0 to f64\n  v3 = bitcast i64 v1 to f64\n  \
                 v4 = f{} f64 v2, v3\n  v5 = bitcast f64 v4 to i64",
                lower_case(&op)
            ),
            value: 5,
            meaning: Box::new(meaning),
            is_followed: false,
        });
    }
    cases
}

/// The operands and the result of each sample that the operation is defined on.
type Samples = Vec<(Vec<u128>, u128)>;

fn samples(case: &Case, rng: &mut Rng) -> Samples {
    let mut samples: Samples = Vec::new();
    let is_wide = case.operands.iter().any(|&width| width > 64);
    let wanted = if is_wide { WIDE_SAMPLES } else { SAMPLES };
    // Of a few bits there are not so many, and not all of them are operands.
    for _ in 0..20 * wanted {
        let of: Vec<u128> = case.operands.iter().map(|&width| sample(rng, width)).collect();
        if let Some(result) = (case.meaning)(&of)
            && !samples.iter().any(|(known, _)| *known == of)
        {
            samples.push((of, result));
        }
        if samples.len() == wanted {
            break;
        }
    }
    samples
}

const INPUT: &str = "primitive input signed effect reads";

/// Edge `4n + 2` is taken where the n-th sample has the expected result, `4n + 3` where it has not.
fn program(case: &Case, samples: &Samples) -> Program {
    let mut text = String::new();
    for width in [16, 32, 64, 128] {
        let _ = writeln!(text, "global @cell{width} i{width} 0");
    }
    for (index, width) in case.operands.iter().enumerate() {
        let _ = writeln!(text, "declare {INPUT} i{width} @input_{index}()");
    }
    text += "entry @main\ndefine i32 @main() {\nb0:\n";
    for (index, width) in case.operands.iter().enumerate() {
        let _ = writeln!(text, "  v{index} = call i{width} @input_{index}()");
    }
    let _ = writeln!(text, "  jump b1");
    // The operation is computed only behind the choice of a sample, for it need not be defined.
    let mut next = case.operands.len();
    let mut block = 1;
    for (of, result) in samples {
        let _ = writeln!(text, "b{block}:");
        let mut all = "1".to_string();
        for (index, (width, value)) in case.operands.iter().zip(of).enumerate() {
            let _ = writeln!(text, "  v{next} = icmp eq i{width} v{index}, {value}");
            let _ = writeln!(text, "  v{} = and i1 {all}, v{next}", next + 1);
            all = format!("v{}", next + 1);
            next += 2;
        }
        let _ = writeln!(text, "  br {all}, b{}, b{}", block + 1, block + 4);
        let _ = writeln!(text, "b{}:", block + 1);
        let shift = next - case.operands.len();
        let _ = writeln!(text, "  {}", renumbered(&case.code, case.operands.len(), shift));
        let value = case.value + shift;
        next = value + 2;
        let equal = next - 1;
        let _ = writeln!(text, "  v{equal} = icmp eq i{} v{value}, {result}", case.result);
        let _ = writeln!(text, "  br v{equal}, b{}, b{}", block + 2, block + 3);
        let _ = writeln!(text, "b{}:\n  ret 1\nb{}:\n  ret 2", block + 2, block + 3);
        block += 4;
    }
    let _ = writeln!(text, "b{block}:\n  ret 0\n}}");
    let program = parse(&text).unwrap_or_else(|error| panic!("{}: {error}\n{text}", case.name));
    assert_eq!(verify(&program), Ok(()), "{}\n{text}", case.name);
    program
}

/// The code with the numbers of its own values moved up by so many.
fn renumbered(code: &str, operands: usize, shift: usize) -> String {
    let mut renumbered = String::new();
    let mut rest = code;
    while let Some(at) = rest.find('v') {
        let (before, from) = rest.split_at(at);
        renumbered += before;
        let digits: String = from[1..].chars().take_while(char::is_ascii_digit).collect();
        let is_value = !digits.is_empty() && !before.ends_with(|c: char| c.is_alphanumeric());
        renumbered += "v";
        rest = &from[1..];
        if is_value && let Ok(number) = digits.parse::<usize>() {
            let number = if number >= operands { number + shift } else { number };
            renumbered += &number.to_string();
            rest = &from[1 + digits.len()..];
        }
    }
    renumbered + rest
}

fn machine(program: &Arc<Program>) -> Machine {
    let image = Image::new(program);
    let code = lower(program, &image, LowerOptions::default());
    Machine::new(Subject {
        entry: program.entry.expect("it starts somewhere"),
        program: Arc::clone(program),
        code: Arc::new(code),
        image: Arc::new(image),
        world: Arc::new(World::default()),
        native: None,
        growing: None,
    })
}

/// With terms beside the values, and with values alone.
fn machine_agrees(case: &Case, program: &Arc<Program>, samples: &Samples) {
    for is_concrete in [false, true] {
        let mut machine = machine(program);
        machine.is_concrete = is_concrete;
        for (of, result) in samples {
            let given: Vec<(u32, u128)> =
                case.operands.iter().copied().zip(of.iter().copied()).collect();
            let inputs = machine.assign(&given);
            let run = machine.run(Start::fresh(inputs));
            let what = format!("{} of {of:x?}, which is {result:x}", case.name);
            assert_eq!(run.end, PathEnd::Returned(Some(1)), "the machine: {what}");
        }
    }
}

fn prover_agrees(case: &Case, program: &Program, samples: &Samples) {
    let question = Question {
        program,
        entry: program.entry.expect("it starts somewhere"),
        start: assay_prove::Start::Program,
        edges: program.edges.ids().collect(),
        is_open: &|_| true,
        is_search_fruitful: &|| false,
        turns: None,
    };
    let limits = Limits { deadline: None, interrupt: Arc::default(), seed: 0, is_repeatable: true };
    let mut excluded: BTreeSet<EdgeId> = BTreeSet::new();
    let answer = prove(&question, &limits, &mut |news| {
        if let News::Proved(certificate) = news {
            excluded.extend(certificate.edges.keys().copied());
        }
    });
    assert_eq!(answer, Ok(()), "{}", case.name);
    for (number, (of, result)) in samples.iter().enumerate() {
        let what = format!("{} of {of:x?}, which is {result:x}", case.name);
        let edge = |outcome: usize| EdgeId::new(4 * number + outcome);
        assert!(!excluded.contains(&edge(0)), "the prover excludes the operands: {what}");
        assert!(!excluded.contains(&edge(2)), "the prover excludes what is true: {what}");
        if case.is_followed {
            assert!(excluded.contains(&edge(3)), "the prover allows another result: {what}");
        }
    }
}

fn agree(cases: Vec<Case>, seed: u64) {
    assert!(!cases.is_empty());
    let mut rng = Rng::new(seed);
    for case in &cases {
        let samples = samples(case, &mut rng);
        assert!(!samples.is_empty(), "{} is nowhere defined", case.name);
        let program = Arc::new(program(case, &samples));
        machine_agrees(case, &program, &samples);
        prover_agrees(case, &program, &samples);
    }
}

#[test]
fn binary_operations() {
    agree(binary_cases(), 1);
}

#[test]
fn comparisons() {
    agree(comparison_cases(), 2);
}

#[test]
fn casts() {
    agree(cast_cases(), 3);
}

#[test]
fn overflow() {
    agree(overflow_cases(), 4);
}

#[test]
fn intrinsics() {
    agree(intrinsic_cases(), 5);
}

#[test]
fn memory() {
    agree(memory_cases(), 6);
}

#[test]
fn choices() {
    agree(choice_cases(), 7);
}

#[test]
fn floats() {
    agree(float_cases(), 8);
}

#[test]
fn wrapping() {
    agree(wrapping_cases(), 9);
}

#[test]
fn saturating() {
    agree(saturating_cases(), 10);
}
