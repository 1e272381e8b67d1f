//! Terms as integers, for engines that think about integers, and back.
//!
//! A bit is a truth value; more bits are the integer that they are as a signed number. Sums and
//! multiples are taken for those of integers, as if they never wrapped; what is not linear is any
//! number that fits. So what holds of the integers need not hold of the bits: what comes back is a
//! term, to be checked as one.

use rustc_hash::FxHashMap;

use assay_base::Id;
use assay_expr::{BinaryOp, Node, Term, Terms, VarId, bits};

use super::context::{Ast, Context, Form, Made};

/// Wider terms are any number.
const WIDEST: u32 = 64;
/// The widest bit-vector.
const MOST_BITS: u32 = 128;
/// Levels of a formula that is read back.
const DEEPEST: usize = 500;

/// Terms of one rule as integers.
pub(crate) struct Integers<'a> {
    context: &'a Context,
    terms: &'a Terms,
    built: FxHashMap<Term, Ast>,
    /// All variables: those of the terms, and those that stand for what is not linear.
    pub(crate) variables: Vec<Ast>,
    /// What holds of them.
    pub(crate) conditions: Vec<Ast>,
}

impl<'a> Integers<'a> {
    pub(crate) fn new(context: &'a Context, terms: &'a Terms) -> Integers<'a> {
        let built = FxHashMap::default();
        Integers { context, terms, built, variables: Vec::new(), conditions: Vec::new() }
    }

    pub(crate) fn translate(&mut self, term: Term) -> Made {
        let mut pending = vec![term];
        while let Some(&top) = pending.last() {
            let before = pending.len();
            if !self.built.contains_key(&top) {
                self.terms.for_each_argument(top, |argument| {
                    if !self.built.contains_key(&argument) {
                        pending.push(argument);
                    }
                });
                if pending.len() > before {
                    continue;
                }
                let made = self.build(top)?;
                self.built.insert(top, made);
            }
            pending.pop();
        }
        Ok(self.built[&term])
    }

    fn build(&mut self, term: Term) -> Made {
        let width = self.terms.width(term);
        match self.terms.node(term) {
            Node::Const(value) | Node::Uninitialised { value, .. } => self.constant(width, value),
            Node::Var(variable) => self.variable(variable.index(), width),
            _ if width == 1 => self.truth(term),
            _ if width > WIDEST => self.any(width),
            node => self.linear(node, width),
        }
    }

    fn constant(&self, width: u32, value: u128) -> Made {
        match width {
            1 => {
                let zero = self.context.number(0)?;
                let one = self.context.number(1)?;
                self.context.eq(if value == 1 { zero } else { one }, zero)
            }
            _ => self.context.number(bits::signed(width, value)),
        }
    }

    fn variable(&mut self, name: usize, width: u32) -> Made {
        if width == 1 {
            let made = self.context.named(name, self.context.truth_sort()?)?;
            self.variables.push(made);
            return Ok(made);
        }
        let made = self.unbounded(name)?;
        if width <= WIDEST {
            let half = 1i128 << (width - 1);
            self.between(-half, made, half - 1)?;
        }
        Ok(made)
    }

    fn unbounded(&mut self, name: usize) -> Made {
        let made = self.context.named(name, self.context.number_sort()?)?;
        self.variables.push(made);
        Ok(made)
    }

    fn between(&mut self, low: i128, what: Ast, high: i128) -> Made<()> {
        let (low, high) = (self.context.number(low)?, self.context.number(high)?);
        self.conditions.push(self.context.at_most(low, what)?);
        self.conditions.push(self.context.at_most(what, high)?);
        Ok(())
    }

    /// A name that no variable of the terms has.
    fn new_name(&self) -> usize {
        self.terms.variable_count() + self.variables.len()
    }

    /// Whatever fits.
    fn any(&mut self, width: u32) -> Made {
        self.variable(self.new_name(), width)
    }

    fn truth(&mut self, term: Term) -> Made {
        let context = self.context;
        let node = self.terms.node(term);
        match node {
            Node::Not(a) => context.not(self.built[&a]),
            Node::Ite(c, a, b) => context.ite(self.built[&c], self.built[&a], self.built[&b]),
            Node::Neg(a) => Ok(self.built[&a]),
            Node::Binary(op, a, b) => {
                let (left, right) = (self.built[&a], self.built[&b]);
                match (op, self.terms.width(a)) {
                    (BinaryOp::Eq, _) => context.eq(left, right),
                    (BinaryOp::And | BinaryOp::Mul, 1) => context.and(left, right),
                    (BinaryOp::Or, 1) => context.or(left, right),
                    (BinaryOp::Xor | BinaryOp::Add | BinaryOp::Sub, 1) => context.xor(left, right),
                    (BinaryOp::Slt, 2..=WIDEST) => context.less(left, right),
                    (BinaryOp::Sle, 2..=WIDEST) => context.at_most(left, right),
                    (BinaryOp::Ult, 2..=WIDEST) => {
                        context.less(self.unsigned(a)?, self.unsigned(b)?)
                    }
                    (BinaryOp::Ule, 2..=WIDEST) => {
                        context.at_most(self.unsigned(a)?, self.unsigned(b)?)
                    }
                    _ => self.any(1),
                }
            }
            _ => self.any(1),
        }
    }

    /// The number that the bits of a term are without a sign.
    fn unsigned(&self, term: Term) -> Made {
        let (context, width) = (self.context, self.terms.width(term));
        let made = self.built[&term];
        if width == 1 {
            return context.ite(made, context.number(1)?, context.number(0)?);
        }
        if self.is_natural(term) {
            return Ok(made);
        }
        let is_negative = context.less(made, context.number(0)?)?;
        let shifted = context.sum(made, context.number(1i128 << width)?)?;
        context.ite(is_negative, shifted, made)
    }

    /// Whether it has no sign.
    fn is_natural(&self, term: Term) -> bool {
        self.terms.bounds(term).1 < bits::sign_bit(self.terms.width(term))
    }

    /// A number of more than one bit, and not too many.
    fn linear(&mut self, node: Node, width: u32) -> Made {
        let context = self.context;
        let fits = |term: Term| self.terms.width(term) <= WIDEST;
        match node {
            Node::Not(a) => context.difference(context.number(-1)?, self.built[&a]),
            Node::Neg(a) => context.difference(context.number(0)?, self.built[&a]),
            Node::Ite(c, a, b) => context.ite(self.built[&c], self.built[&a], self.built[&b]),
            Node::ZeroExtend(a) => self.unsigned(a),
            Node::SignExtend(a) if self.terms.width(a) == 1 => {
                context.ite(self.built[&a], context.number(-1)?, context.number(0)?)
            }
            Node::SignExtend(a) => Ok(self.built[&a]),
            Node::Concat(high, low) => {
                let factor = context.number(1i128 << self.terms.width(low))?;
                let high = match self.terms.width(high) {
                    1 => context.ite(self.built[&high], context.number(-1)?, context.number(0)?)?,
                    _ => self.built[&high],
                };
                context.sum(context.product(factor, high)?, self.unsigned(low)?)
            }
            Node::Extract { of, low } if fits(of) => {
                Ok(self.divide(self.built[&of], 1i128 << low)?.0)
            }
            Node::Binary(op, a, b) => self.arithmetic(op, a, b, width),
            _ => self.any(width),
        }
    }

    fn arithmetic(&mut self, op: BinaryOp, a: Term, b: Term, width: u32) -> Made {
        let context = self.context;
        let (left, right) = (self.built[&a], self.built[&b]);
        let constant = |term: Term| Some(bits::signed(width, self.terms.as_constant(term)?));
        let (first, second) = (constant(a), constant(b));
        let shift = second.filter(|by| (0..i128::from(width)).contains(by)).map(|by| 1i128 << by);
        match (op, first, second) {
            (BinaryOp::Add, ..) => context.sum(left, right),
            (BinaryOp::Sub, ..) => context.difference(left, right),
            (BinaryOp::Mul, Some(_), _) | (BinaryOp::Mul, _, Some(_)) => {
                context.product(left, right)
            }
            (BinaryOp::Shl, ..) if shift.is_some() => {
                context.product(context.number(shift.unwrap_or(1))?, left)
            }
            (BinaryOp::AShr, ..) if shift.is_some() => Ok(self.divide(left, shift.unwrap_or(1))?.0),
            (BinaryOp::LShr, ..) if shift.is_some_and(|by| by > 1) => {
                let whole = self.unsigned(a)?;
                Ok(self.divide(whole, shift.unwrap_or(1))?.0)
            }
            (BinaryOp::UDiv, _, Some(by)) if by > 1 => {
                let whole = self.unsigned(a)?;
                Ok(self.divide(whole, by)?.0)
            }
            (BinaryOp::URem, _, Some(by)) if by > 1 => {
                let whole = self.unsigned(a)?;
                Ok(self.divide(whole, by)?.1)
            }
            // What is left of a division by a power of two.
            (BinaryOp::And, _, Some(mask)) if mask > 0 && (mask + 1) & mask == 0 => {
                Ok(self.divide(left, mask + 1)?.1)
            }
            (BinaryOp::SDiv | BinaryOp::SRem, _, Some(by)) if by > 1 => {
                let zero = context.number(0)?;
                let is_negative = context.less(left, zero)?;
                let size = context.ite(is_negative, context.difference(zero, left)?, left)?;
                let (quotient, rest) = self.divide(size, by)?;
                let result = if op == BinaryOp::SDiv { quotient } else { rest };
                context.ite(is_negative, context.difference(zero, result)?, result)
            }
            _ => self.any(width),
        }
    }

    /// Quotient and rest, rounded down.
    fn divide(&mut self, number: Ast, by: i128) -> Made<(Ast, Ast)> {
        let context = self.context;
        if by == 1 {
            return Ok((number, context.number(0)?));
        }
        let quotient = self.unbounded(self.new_name())?;
        let rest = self.unbounded(self.new_name())?;
        self.between(0, rest, by - 1)?;
        let sum = context.sum(context.product(context.number(by)?, quotient)?, rest)?;
        self.conditions.push(context.eq(number, sum)?);
        Ok((quotient, rest))
    }
}

/// A formula about integers, read as terms.
enum Meaning {
    Truth(Term),
    /// A signed number, as wide as it has to be so that nothing is lost.
    Number(Term),
}

/// What a formula over the arguments of a relation says, part by part; parts that cannot be said
/// are left out.
pub(crate) fn read(
    context: &Context,
    terms: &mut Terms,
    arguments: &[VarId],
    formula: Ast,
) -> Made<Vec<Term>> {
    let mut parts = vec![formula];
    let mut said = Vec::new();
    while let Some(part) = parts.pop() {
        match context.form(part)? {
            Form::Of(name, conjuncts) if name == "and" => parts.extend(conjuncts),
            _ => {
                let mut reader = Reader { context, terms, arguments };
                if let Some(Meaning::Truth(term)) = reader.meaning(part, 0) {
                    said.push(term);
                }
            }
        }
    }
    Ok(said)
}

struct Reader<'a> {
    context: &'a Context,
    terms: &'a mut Terms,
    arguments: &'a [VarId],
}

impl Reader<'_> {
    fn meaning(&mut self, ast: Ast, depth: usize) -> Option<Meaning> {
        if depth > DEEPEST {
            return None;
        }
        match self.context.form(ast).ok()? {
            Form::Number(value) => Some(Meaning::Number(self.number(value))),
            Form::Argument(position) => {
                let term = self.terms.variable(*self.arguments.get(position)?);
                Some(match self.terms.width(term) {
                    1 => Meaning::Truth(term),
                    _ => Meaning::Number(term),
                })
            }
            Form::Of(name, of) => {
                let parts = of.into_iter().map(|part| self.meaning(part, depth + 1));
                let parts = parts.collect::<Option<Vec<_>>>()?;
                self.function(&name, &parts)
            }
            Form::Other => None,
        }
    }

    fn number(&mut self, value: i128) -> Term {
        let size = if value < 0 { !value } else { value };
        let width = MOST_BITS + 1 - size.leading_zeros();
        self.terms.constant(width, bits::unsigned(width, value))
    }

    /// Functions by their names in SMT-LIB; Z3 says `if` for `ite`.
    fn function(&mut self, name: &str, parts: &[Meaning]) -> Option<Meaning> {
        use Meaning::{Number, Truth};
        let terms = &mut *self.terms;
        Some(match (name, parts) {
            ("true", []) => Truth(terms.truth(true)),
            ("false", []) => Truth(terms.truth(false)),
            ("not", [Truth(a)]) => Truth(terms.not(*a)),
            ("=>", [Truth(a), Truth(b)]) => {
                let fails = terms.not(*a);
                Truth(terms.or(fails, *b))
            }
            ("=", [Truth(a), Truth(b)]) => Truth(terms.eq(*a, *b)),
            ("and" | "or", parts) => {
                let mut all = terms.truth(name == "and");
                for part in parts {
                    let Truth(part) = part else { return None };
                    all = if name == "and" { terms.and(all, *part) } else { terms.or(all, *part) };
                }
                Truth(all)
            }
            ("if", [Truth(c), Truth(a), Truth(b)]) => Truth(terms.ite(*c, *a, *b)),
            ("if", [Truth(c), Number(a), Number(b)]) => {
                let (a, b) = self.alike(*a, *b, 0)?;
                Number(self.terms.ite(*c, a, b))
            }
            ("=" | "<" | "<=" | ">" | ">=", [Number(a), Number(b)]) => {
                let (a, b) = self.alike(*a, *b, 0)?;
                let terms = &mut *self.terms;
                Truth(match name {
                    "=" => terms.eq(a, b),
                    "<" => terms.slt(a, b),
                    "<=" => terms.sle(a, b),
                    ">" => terms.slt(b, a),
                    _ => terms.sle(b, a),
                })
            }
            ("-", [Number(a)]) => {
                let zero = self.number(0);
                let (zero, a) = self.alike(zero, *a, 1)?;
                Number(self.terms.sub(zero, a))
            }
            ("+" | "-" | "*", [Number(first), others @ ..]) => {
                let mut sum = *first;
                for other in others {
                    let Number(other) = other else { return None };
                    let more = if name == "*" {
                        self.terms.width(sum).min(self.terms.width(*other))
                    } else {
                        1
                    };
                    let (a, b) = self.alike(sum, *other, more)?;
                    sum = match name {
                        "+" => self.terms.add(a, b),
                        "-" => self.terms.sub(a, b),
                        _ => self.terms.mul(a, b),
                    };
                }
                Number(sum)
            }
            _ => return None,
        })
    }

    /// Two numbers with the same number of bits, and some bits more.
    fn alike(&mut self, a: Term, b: Term, more: u32) -> Option<(Term, Term)> {
        let width = self.terms.width(a).max(self.terms.width(b)) + more;
        if width > MOST_BITS {
            return None;
        }
        Some((self.terms.sign_extend(a, width), self.terms.sign_extend(b, width)))
    }
}
