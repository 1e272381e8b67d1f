//! Terms as circuits. Each term is translated once; its bits are kept until the arena changes.

use rustc_hash::FxHashMap;

use assay_expr::{BinaryOp, Node, Term, Terms, VarId};

use super::circuit::{self, Shift, Word};
use super::gates::{Bit, Gates};
use crate::answer::Unknown;
use crate::arguments::for_each_argument;
use crate::limits::Limits;

/// More gates than this in one circuit are more than a SAT solver should be asked.
const TOO_MANY_GATES: usize = 12_000_000;

/// Terms between two looks at the clock.
const BETWEEN_LOOKS: u32 = 256;

/// Why a term has no circuit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Unblastable {
    Float,
    TooLarge,
    /// It has a part of one; the next query goes on from there.
    Stopped(Unknown),
}

pub(crate) struct Blaster {
    pub(crate) gates: Gates,
    /// Where a term's bits start in `bits`, by term index; 0 if not translated.
    starts: Vec<u32>,
    bits: Vec<Bit>,
    variables: FxHashMap<VarId, Word>,
    /// Terms found but not yet translated; kept to save the allocation.
    pending: Vec<Term>,
    limits: Limits,
    until_look: u32,
}

impl Blaster {
    pub(crate) fn new(limits: &Limits) -> Blaster {
        Blaster {
            gates: Gates::new(),
            starts: Vec::new(),
            bits: vec![Bit::FALSE],
            variables: FxHashMap::default(),
            pending: Vec::new(),
            limits: limits.clone(),
            until_look: BETWEEN_LOOKS,
        }
    }

    pub(crate) fn memory(&self) -> usize {
        self.gates.memory()
            + self.starts.capacity() * 4
            + self.bits.capacity() * 4
            + self.variables.len() * 160
    }

    /// The input bits of a variable, if a translated term reads it.
    pub(crate) fn variable(&self, variable: VarId) -> Option<&[Bit]> {
        self.variables.get(&variable).map(Vec::as_slice)
    }

    /// The bit of a term of width one.
    pub(crate) fn truth(&mut self, terms: &Terms, term: Term) -> Result<Bit, Unblastable> {
        self.translate(terms, term)?;
        Ok(self.word(terms, term)[0])
    }

    fn is_translated(&self, term: Term) -> bool {
        self.starts.get(term.index()).is_some_and(|start| *start != 0)
    }

    fn word(&self, terms: &Terms, term: Term) -> &[Bit] {
        let start = self.starts[term.index()] as usize;
        &self.bits[start..start + terms.width(term) as usize]
    }

    /// Translates a term and everything below it, arguments first and without recursion: path
    /// conditions can be deep.
    fn translate(&mut self, terms: &Terms, root: Term) -> Result<(), Unblastable> {
        if self.starts.len() <= root.index() {
            self.starts.resize(root.index() + 1, 0);
        }
        let mut pending = std::mem::take(&mut self.pending);
        pending.clear();
        pending.push(root);
        let mut result = Ok(());
        while let Some(&term) = pending.last() {
            let before = pending.len();
            if !self.is_translated(term) {
                let starts = &self.starts;
                for_each_argument(terms, term, |argument| {
                    if starts[argument.index()] == 0 {
                        pending.push(argument);
                    }
                });
                if pending.len() > before {
                    continue;
                }
                result = self.translate_node(terms, term);
                if result.is_err() {
                    break;
                }
            }
            pending.pop();
        }
        self.pending = pending;
        result
    }

    fn translate_node(&mut self, terms: &Terms, term: Term) -> Result<(), Unblastable> {
        let word = self.circuit(terms, term)?;
        debug_assert_eq!(word.len(), terms.width(term) as usize);
        self.starts[term.index()] = self.bits.len() as u32;
        self.bits.extend(word);
        if self.gates.len() > TOO_MANY_GATES {
            return Err(Unblastable::TooLarge);
        }
        self.until_look -= 1;
        if self.until_look == 0 {
            self.until_look = BETWEEN_LOOKS;
            return self.limits.exceeded().map_or(Ok(()), |why| Err(Unblastable::Stopped(why)));
        }
        Ok(())
    }

    fn circuit(&mut self, terms: &Terms, term: Term) -> Result<Word, Unblastable> {
        let width = terms.width(term) as usize;
        let argument = |term: Term| {
            let start = self.starts[term.index()] as usize;
            self.bits[start..start + terms.width(term) as usize].to_vec()
        };
        let gates = &mut self.gates;
        Ok(match terms.node(term) {
            Node::Const(value) | Node::Uninitialised { value, .. } => {
                circuit::constant(value, width)
            }
            Node::Var(variable) => {
                let word: Word = (0..width).map(|_| gates.input()).collect();
                self.variables.insert(variable, word.clone());
                word
            }
            Node::Not(a) => circuit::not(&argument(a)),
            Node::Neg(a) => circuit::negate(gates, &argument(a)),
            Node::Binary(op, a, b) => binary(gates, op, &argument(a), &argument(b)),
            Node::Extract { of, low } => argument(of)[low as usize..low as usize + width].to_vec(),
            Node::ZeroExtend(a) => {
                let mut word = argument(a);
                word.resize(width, Bit::FALSE);
                word
            }
            Node::SignExtend(a) => {
                let mut word = argument(a);
                word.resize(width, word[word.len() - 1]);
                word
            }
            Node::Concat(high, low) => {
                let mut word = argument(low);
                word.extend(argument(high));
                word
            }
            Node::Ite(condition, then, otherwise) => {
                circuit::mux(gates, argument(condition)[0], &argument(then), &argument(otherwise))
            }
            Node::Lookup { table, index } => {
                let entries: Vec<Word> = terms.table(table).iter().map(|t| argument(*t)).collect();
                let entries: Vec<&[Bit]> = entries.iter().map(Vec::as_slice).collect();
                circuit::lookup(gates, &entries, &argument(index), width)
            }
            Node::Float(..) | Node::FloatBinary(..) | Node::FusedMultiplyAdd(..) => {
                return Err(Unblastable::Float);
            }
        })
    }
}

fn binary(gates: &mut Gates, op: BinaryOp, a: &[Bit], b: &[Bit]) -> Word {
    let each = |gates: &mut Gates, function: fn(&mut Gates, Bit, Bit) -> Bit| {
        a.iter().zip(b).map(|(x, y)| function(gates, *x, *y)).collect()
    };
    match op {
        BinaryOp::Add => circuit::add(gates, a, b),
        BinaryOp::Sub => circuit::subtract(gates, a, b),
        BinaryOp::Mul => circuit::multiply(gates, a, b),
        BinaryOp::UDiv => circuit::divide(gates, a, b).0,
        BinaryOp::URem => circuit::divide(gates, a, b).1,
        BinaryOp::SDiv => circuit::divide_signed(gates, a, b).0,
        BinaryOp::SRem => circuit::divide_signed(gates, a, b).1,
        BinaryOp::And => each(gates, Gates::and),
        BinaryOp::Or => each(gates, Gates::or),
        BinaryOp::Xor => each(gates, Gates::xor),
        BinaryOp::Shl => circuit::shift(gates, Shift::Left, a, b),
        BinaryOp::LShr => circuit::shift(gates, Shift::Right, a, b),
        BinaryOp::AShr => circuit::shift(gates, Shift::RightSigned, a, b),
        BinaryOp::Eq => vec![circuit::equal(gates, a, b)],
        BinaryOp::Ult => vec![circuit::unsigned_less(gates, a, b)],
        BinaryOp::Ule => vec![!circuit::unsigned_less(gates, b, a)],
        BinaryOp::Slt => vec![circuit::signed_less(gates, a, b)],
        BinaryOp::Sle => vec![!circuit::signed_less(gates, b, a)],
    }
}
