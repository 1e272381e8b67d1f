//! Boolean circuits with structural hashing.
//!
//! A [`Bit`] is a gate's output or its negation. Gates are made through constructors that fold
//! constants and normalise the order and the signs of their inputs, so that equal functions of
//! the same shape get the same bit and what is constant never reaches the SAT solver. Besides
//! the AND of an and-inverter graph there are XOR, MUX and MAJORITY, the parts of adders and
//! shifters, which have short clause forms that propagate well, and a wide AND for equalities.

use rustc_hash::FxHashMap;

/// A wire: the output of a gate, possibly negated.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Bit(u32);

impl Bit {
    pub(crate) const FALSE: Bit = Bit(0);
    pub(crate) const TRUE: Bit = Bit(1);

    fn new(gate: usize) -> Bit {
        Bit((gate as u32) << 1)
    }

    pub(crate) fn constant(value: bool) -> Bit {
        Bit(u32::from(value))
    }

    /// The gate this wire comes from.
    pub(crate) fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(crate) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The value of a wire that does not depend on any input.
    pub(crate) fn as_constant(self) -> Option<bool> {
        (self.0 < 2).then_some(self.0 == 1)
    }

    fn negated_if(self, negate: bool) -> Bit {
        Bit(self.0 ^ u32::from(negate))
    }

    fn positive(self) -> Bit {
        Bit(self.0 & !1)
    }
}

impl std::ops::Not for Bit {
    type Output = Bit;
    fn not(self) -> Bit {
        Bit(self.0 ^ 1)
    }
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Gate {
    /// The constant false; always gate 0.
    False,
    Input,
    And(Bit, Bit),
    /// Both inputs positive.
    Xor(Bit, Bit),
    /// `condition ? then : otherwise`, with a positive condition and a positive `then`.
    Mux(Bit, Bit, Bit),
    /// At least two of three; the first is positive.
    Majority(Bit, Bit, Bit),
    /// The conjunction of three or more: a range of [`Gates::wide_inputs`].
    Wide {
        start: u32,
        length: u32,
    },
}

/// The circuit: all gates made so far, each after its inputs.
pub(crate) struct Gates {
    gates: Vec<Gate>,
    known: FxHashMap<Gate, u32>,
    wide_inputs: Vec<Bit>,
    known_wide: FxHashMap<Box<[Bit]>, u32>,
}

impl Gates {
    pub(crate) fn new() -> Gates {
        Gates {
            gates: vec![Gate::False],
            known: FxHashMap::default(),
            wide_inputs: Vec::new(),
            known_wide: FxHashMap::default(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.gates.len()
    }

    pub(crate) fn gate(&self, index: usize) -> Gate {
        self.gates[index]
    }

    /// The inputs of a [`Gate::Wide`].
    pub(crate) fn wide_inputs(&self, start: u32, length: u32) -> &[Bit] {
        &self.wide_inputs[start as usize..(start + length) as usize]
    }

    pub(crate) fn memory(&self) -> usize {
        self.gates.capacity() * size_of::<Gate>()
            + self.known.capacity() * (size_of::<Gate>() + 5)
            + self.wide_inputs.capacity() * 8
            + self.known_wide.capacity() * 24
    }

    pub(crate) fn input(&mut self) -> Bit {
        let index = self.gates.len();
        self.gates.push(Gate::Input);
        Bit::new(index)
    }

    fn make(&mut self, gate: Gate) -> Bit {
        let next = self.gates.len() as u32;
        let index = *self.known.entry(gate).or_insert(next);
        if index == next {
            self.gates.push(gate);
        }
        Bit::new(index as usize)
    }

    pub(crate) fn and(&mut self, a: Bit, b: Bit) -> Bit {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        match a.as_constant() {
            Some(true) => return b,
            Some(false) => return Bit::FALSE,
            None => {}
        }
        if a == b {
            return a;
        }
        if a == !b {
            return Bit::FALSE;
        }
        if let Some(folded) = self.absorb(a, b).or_else(|| self.absorb(b, a)) {
            return folded;
        }
        self.make(Gate::And(a, b))
    }

    /// `a & b` where `b` is an AND over `a`: a&(a&c) → a&c, a&(!a&c) → 0, a&!(!a&c) → a.
    fn absorb(&self, a: Bit, b: Bit) -> Option<Bit> {
        let Gate::And(left, right) = self.gates[b.gate()] else { return None };
        let has = |bit: Bit| left == bit || right == bit;
        match b.is_negated() {
            false if has(a) => Some(b),
            false if has(!a) => Some(Bit::FALSE),
            true if has(!a) => Some(a),
            _ => None,
        }
    }

    pub(crate) fn or(&mut self, a: Bit, b: Bit) -> Bit {
        !self.and(!a, !b)
    }

    pub(crate) fn xor(&mut self, a: Bit, b: Bit) -> Bit {
        let negate = a.is_negated() != b.is_negated();
        let (a, b) = (a.positive(), b.positive());
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == Bit::FALSE {
            return b.negated_if(negate);
        }
        if a == b {
            return Bit::constant(negate);
        }
        self.make(Gate::Xor(a, b)).negated_if(negate)
    }

    pub(crate) fn mux(&mut self, condition: Bit, then: Bit, otherwise: Bit) -> Bit {
        if let Some(value) = condition.as_constant() {
            return if value { then } else { otherwise };
        }
        if condition.is_negated() {
            return self.mux(!condition, otherwise, then);
        }
        if then == otherwise {
            return then;
        }
        if then == !otherwise {
            return !self.xor(condition, then);
        }
        if then == Bit::TRUE || then == condition {
            return self.or(condition, otherwise);
        }
        if then == Bit::FALSE || then == !condition {
            return self.and(!condition, otherwise);
        }
        if otherwise == Bit::TRUE || otherwise == !condition {
            return self.or(!condition, then);
        }
        if otherwise == Bit::FALSE || otherwise == condition {
            return self.and(condition, then);
        }
        let negate = then.is_negated();
        let gate = Gate::Mux(condition, then.positive(), otherwise.negated_if(negate));
        self.make(gate).negated_if(negate)
    }

    pub(crate) fn majority(&mut self, a: Bit, b: Bit, c: Bit) -> Bit {
        let mut inputs = [a, b, c];
        inputs.sort_unstable();
        let [a, b, c] = inputs;
        match a.as_constant() {
            Some(true) => return self.or(b, c),
            Some(false) => return self.and(b, c),
            None => {}
        }
        // Sorted, so that equal and opposite bits are neighbours.
        if a == b || b == !c {
            return a;
        }
        if b == c || a == !b {
            return c;
        }
        let negate = a.is_negated();
        let gate = Gate::Majority(a.positive(), b.negated_if(negate), c.negated_if(negate));
        self.make(gate).negated_if(negate)
    }

    /// The conjunction of all.
    pub(crate) fn all(&mut self, mut bits: Vec<Bit>) -> Bit {
        bits.sort_unstable();
        bits.dedup();
        if bits.first() == Some(&Bit::FALSE) || bits.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Bit::FALSE;
        }
        if bits.first() == Some(&Bit::TRUE) {
            bits.remove(0);
        }
        match *bits {
            [] => Bit::TRUE,
            [only] => only,
            [a, b] => self.and(a, b),
            _ => self.wide(bits),
        }
    }

    fn wide(&mut self, bits: Vec<Bit>) -> Bit {
        if let Some(&index) = self.known_wide.get(bits.as_slice()) {
            return Bit::new(index as usize);
        }
        let index = self.gates.len();
        let (start, length) = (self.wide_inputs.len() as u32, bits.len() as u32);
        self.wide_inputs.extend_from_slice(&bits);
        self.gates.push(Gate::Wide { start, length });
        self.known_wide.insert(bits.into_boxed_slice(), index as u32);
        Bit::new(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of `bit` when input `i` has bit `i` of `inputs`.
    fn evaluate(gates: &Gates, inputs: &[Bit], values: u32, bit: Bit) -> bool {
        let mut value = vec![false; gates.len()];
        let at = |value: &[bool], bit: Bit| value[bit.gate()] != bit.is_negated();
        for index in 0..gates.len() {
            value[index] = match gates.gate(index) {
                Gate::False => false,
                Gate::Input => {
                    let number = inputs.iter().position(|i| i.gate() == index).expect("an input");
                    values >> number & 1 == 1
                }
                Gate::And(a, b) => at(&value, a) && at(&value, b),
                Gate::Xor(a, b) => at(&value, a) != at(&value, b),
                Gate::Mux(c, t, e) => at(&value, if at(&value, c) { t } else { e }),
                Gate::Majority(a, b, c) => {
                    [a, b, c].iter().filter(|bit| at(&value, **bit)).count() >= 2
                }
                Gate::Wide { start, length } => {
                    gates.wide_inputs(start, length).iter().all(|bit| at(&value, *bit))
                }
            };
        }
        at(&value, bit)
    }

    #[test]
    fn every_gate_computes_its_function_for_all_operands() {
        let mut gates = Gates::new();
        let inputs = [gates.input(), gates.input(), gates.input()];
        let and = gates.and(inputs[0], inputs[1]);
        let mut operands = vec![Bit::FALSE, Bit::TRUE, and, !and];
        operands.extend(inputs.iter().flat_map(|bit| [*bit, !*bit]));
        for &a in &operands {
            for &b in &operands {
                for &c in &operands {
                    let made = [
                        gates.and(a, b),
                        gates.or(a, b),
                        gates.xor(a, b),
                        gates.mux(a, b, c),
                        gates.majority(a, b, c),
                        gates.all(vec![a, b, c]),
                    ];
                    for values in 0..8 {
                        let at = |bit| evaluate(&gates, &inputs, values, bit);
                        let (x, y, z) = (at(a), at(b), at(c));
                        let expected = [
                            x & y,
                            x | y,
                            x ^ y,
                            if x { y } else { z },
                            (x & y) | (x & z) | (y & z),
                            x & y & z,
                        ];
                        assert_eq!(made.map(at), expected, "{a:?} {b:?} {c:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn equal_gates_are_made_once() {
        let mut gates = Gates::new();
        let (a, b) = (gates.input(), gates.input());
        let first = gates.xor(a, b);
        let before = gates.len();
        assert_eq!(gates.xor(!b, a), !first);
        assert_eq!(gates.len(), before);
    }
}
