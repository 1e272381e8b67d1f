//! Integer instructions of SSE that code for strings and checksums asks for by name
//! (`_mm_movemask_epi8`).
//!
//! Most of what the headers offer is ordinary arithmetic on vectors by the time it comes here.
//! These have names of their own, because their lanes meet: each is said here by what Intel's
//! manual says of it, as a term of its operands' lanes.

use crate::code::IntrinsicSite;
use crate::machine::{Machine, Outcome};
use crate::value::Value;
use assay_expr::{BinaryOp as TermOp, Term, Value as Number};
use assay_program::Intrinsic as I;

/// The polynomial of CRC-32C, with its lowest bit first.
const CASTAGNOLI: Number = 0x82F6_3B78;

impl Machine {
    pub(crate) fn sse(&mut self, what: I, site: &IntrinsicSite) -> Outcome<()> {
        let args: Vec<Term> = (0..site.args.len()).map(|n| self.arg_term(site, n)).collect();
        let lanes = match what {
            I::SseSignMask => vec![self.sign_mask(&args, site)],
            I::SseCrc => vec![self.crc(args[0], args[1], site.result[0].leaf.bits)],
            _ => self.sse_lanes(what, &args),
        };
        if lanes.len() != site.result.len() {
            return self.unsupported(format!("the vector instruction {what:?} with these lanes"));
        }
        for (result, lane) in site.result.iter().zip(lanes) {
            self.set(result.slot, result.leaf.bits, Value::of(&self.terms, lane));
        }
        Ok(())
    }

    fn sse_lanes(&mut self, what: I, args: &[Term]) -> Vec<Term> {
        let (a, b) = args.split_at(args.len() / 2);
        let pairs = || a.iter().copied().zip(b.iter().copied());
        match what {
            I::SseSumOfDifferences => {
                a.chunks(8).zip(b.chunks(8)).map(|(a, b)| self.sum_of_differences(a, b)).collect()
            }
            I::SseShuffleBytes => b.iter().map(|&index| self.shuffled(a, index)).collect(),
            I::SsePackSigned | I::SsePackUnsigned => {
                let is_signed = what == I::SsePackSigned;
                args.iter().map(|&lane| self.packed(lane, is_signed)).collect()
            }
            I::SseAverage => pairs().map(|(a, b)| self.average(a, b)).collect(),
            I::SseMultiplyHigh | I::SseMultiplyHighUnsigned => {
                let is_signed = what == I::SseMultiplyHigh;
                pairs().map(|(a, b)| self.high_product(a, b, is_signed)).collect()
            }
            I::SseMultiplyAdd => {
                a.chunks(2).zip(b.chunks(2)).map(|(a, b)| self.sum_of_products(a, b)).collect()
            }
            I::SseShiftLeft | I::SseShiftRight | I::SseShiftRightSigned => {
                let Some((&count, lanes)) = args.split_last() else { return Vec::new() };
                lanes.iter().map(|&lane| self.shifted(what, lane, count)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The highest bit of each lane, that of the first lane lowest.
    fn sign_mask(&mut self, lanes: &[Term], site: &IntrinsicSite) -> Term {
        let bit = |machine: &mut Machine, lane: Term| {
            let width = machine.terms.width(lane);
            machine.terms.extract(lane, width - 1, 1)
        };
        let mut mask = bit(self, lanes[0]);
        for &lane in &lanes[1..] {
            let next = bit(self, lane);
            mask = self.terms.concat(next, mask);
        }
        self.terms.resize(mask, site.result[0].leaf.bits)
    }

    /// `data` is divided bit by bit, from its lowest.
    fn crc(&mut self, crc: Term, data: Term, result: u32) -> Term {
        let size = self.terms.width(data);
        let width = size.max(32);
        let low = self.terms.extract(crc, 0, 32);
        let (low, data) = (self.terms.zero_extend(low, width), self.terms.zero_extend(data, width));
        let mut rest = self.terms.binary(TermOp::Xor, low, data);
        let polynomial = self.terms.constant(width, CASTAGNOLI);
        let one = self.terms.constant(width, 1);
        for _ in 0..size {
            let is_odd = self.terms.extract(rest, 0, 1);
            let half = self.terms.binary(TermOp::LShr, rest, one);
            let reduced = self.terms.binary(TermOp::Xor, half, polynomial);
            rest = self.terms.ite(is_odd, reduced, half);
        }
        let crc = self.terms.extract(rest, 0, 32);
        self.terms.resize(crc, result)
    }

    fn sum_of_differences(&mut self, a: &[Term], b: &[Term]) -> Term {
        let mut sum = self.terms.constant(16, 0);
        for (&a, &b) in a.iter().zip(b) {
            let is_less = self.terms.ult(a, b);
            let (up, down) = (self.terms.sub(b, a), self.terms.sub(a, b));
            let difference = self.terms.ite(is_less, up, down);
            let difference = self.terms.zero_extend(difference, 16);
            sum = self.terms.add(sum, difference);
        }
        self.terms.zero_extend(sum, 64)
    }

    /// The lane of this number; 0 if the number has its highest bit.
    fn shuffled(&mut self, lanes: &[Term], index: Term) -> Term {
        let number = self.terms.extract(index, 0, 4);
        let mut lane = lanes[0];
        for (i, &other) in lanes.iter().enumerate().skip(1) {
            let is_meant = self.equals(number, i as Number);
            lane = self.terms.ite(is_meant, other, lane);
        }
        let is_none = self.terms.extract(index, 7, 1);
        let zero = self.terms.constant(8, 0);
        self.terms.ite(is_none, zero, lane)
    }

    /// Half as wide, or the nearest number that is.
    fn packed(&mut self, lane: Term, is_signed: bool) -> Term {
        let width = self.terms.width(lane);
        let half = width / 2;
        let (most, least) = match is_signed {
            true => ((1 << (half - 1)) - 1, (1 << width) - (1 << (half - 1))),
            false => ((1 << half) - 1, 0),
        };
        let (most, least) = (self.terms.constant(width, most), self.terms.constant(width, least));
        let is_more = self.terms.binary(TermOp::Slt, most, lane);
        let is_less = self.terms.binary(TermOp::Slt, lane, least);
        let lane = self.terms.ite(is_more, most, lane);
        let lane = self.terms.ite(is_less, least, lane);
        self.terms.extract(lane, 0, half)
    }

    /// Rounded up.
    fn average(&mut self, a: Term, b: Term) -> Term {
        let width = self.terms.width(a);
        let (a, b) = (self.terms.zero_extend(a, width + 1), self.terms.zero_extend(b, width + 1));
        let one = self.terms.constant(width + 1, 1);
        let sum = self.terms.add(a, b);
        let sum = self.terms.add(sum, one);
        self.terms.extract(sum, 1, width)
    }

    fn widened(&mut self, lane: Term, is_signed: bool) -> Term {
        let width = 2 * self.terms.width(lane);
        match is_signed {
            true => self.terms.sign_extend(lane, width),
            false => self.terms.zero_extend(lane, width),
        }
    }

    fn high_product(&mut self, a: Term, b: Term, is_signed: bool) -> Term {
        let width = self.terms.width(a);
        let (a, b) = (self.widened(a, is_signed), self.widened(b, is_signed));
        let product = self.terms.mul(a, b);
        self.terms.extract(product, width, width)
    }

    fn sum_of_products(&mut self, a: &[Term], b: &[Term]) -> Term {
        let mut sum = self.terms.constant(2 * self.terms.width(a[0]), 0);
        for (&a, &b) in a.iter().zip(b) {
            let (a, b) = (self.widened(a, true), self.widened(b, true));
            let product = self.terms.mul(a, b);
            sum = self.terms.add(sum, product);
        }
        sum
    }

    /// By any number of bits: none of a lane is left when there are more than it has.
    fn shifted(&mut self, what: I, lane: Term, count: Term) -> Term {
        let width = self.terms.width(lane);
        let bound = self.equal_width_constant(count, width);
        let is_within = self.terms.ult(count, bound);
        let last = self.terms.constant(width, Number::from(width - 1));
        let amount = self.terms.resize(count, width);
        let zero = self.terms.constant(width, 0);
        match what {
            I::SseShiftRightSigned => {
                let amount = self.terms.ite(is_within, amount, last);
                self.terms.binary(TermOp::AShr, lane, amount)
            }
            _ => {
                let op = if what == I::SseShiftLeft { TermOp::Shl } else { TermOp::LShr };
                let moved = self.terms.binary(op, lane, amount);
                self.terms.ite(is_within, moved, zero)
            }
        }
    }

    fn equal_width_constant(&mut self, like: Term, value: u32) -> Term {
        self.terms.constant(self.terms.width(like), Number::from(value))
    }
}
