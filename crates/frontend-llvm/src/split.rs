//! Integers of more than 128 bits as words of 64.
//!
//! clang accesses a run of packed bit-fields that share bytes as one integer, however wide
//! (`load i152`, shift, mask, `trunc`), while the program model has integers of at most 128 bits.
//! Here such integers become words, the lowest first; the bits of the last word above the
//! integer's width are zero. Only what bit-fields need is rewritten: memory, conversions, bitwise
//! operations, shifts by constants, tests for equality, and phis. A function that does more with
//! them (arithmetic on `_BitInt(256)`) stays as it is, and the machine says where it gives up.

use crate::llvm::{Builder, Module, Opcode, RawIntPredicate, Type, TypeKind, Value, ValueKind};
use std::collections::HashMap;

/// The widest integer of the program model.
const WIDEST: u32 = 128;
const WORD: u32 = 64;

pub fn split_wide_integers(module: &Module) {
    for function in module.functions() {
        let instructions: Vec<Value> = function
            .blocks()
            .flat_map(|block| block.instructions())
            .filter(|&it| touches_wide(it))
            .collect();
        if !instructions.is_empty() && instructions.iter().all(|&it| can_be_split(it)) {
            Splitter::new(module).split(&instructions);
        }
    }
}

fn int_bits(value: Value) -> Option<u32> {
    let ty = value.ty();
    (ty.kind() == TypeKind::LLVMIntegerTypeKind).then(|| ty.int_bits())
}

fn is_wide(value: Value) -> bool {
    int_bits(value).is_some_and(|bits| bits > WIDEST)
}

fn touches_wide(instruction: Value) -> bool {
    is_wide(instruction) || instruction.operands().any(is_wide)
}

fn can_be_split(instruction: Value) -> bool {
    let wide_operands = || instruction.operands().filter(|&operand| is_wide(operand));
    wide_operands().all(|operand| operand.is_instruction() || is_plain_constant(operand))
        && match instruction.opcode() {
            Opcode::LLVMAnd | Opcode::LLVMOr | Opcode::LLVMXor => true,
            Opcode::LLVMTrunc | Opcode::LLVMZExt | Opcode::LLVMSExt | Opcode::LLVMPHI => true,
            Opcode::LLVMShl | Opcode::LLVMLShr | Opcode::LLVMAShr => {
                let bits = int_bits(instruction).map_or(0, u64::from);
                instruction.operand(1).as_int().is_some_and(|amount| amount < bits)
            }
            Opcode::LLVMLoad => is_whole_bytes(instruction),
            Opcode::LLVMStore => is_whole_bytes(instruction.operand(0)),
            Opcode::LLVMICmp => is_equality(instruction.int_predicate()),
            _ => false,
        }
}

fn is_plain_constant(value: Value) -> bool {
    matches!(
        value.kind(),
        ValueKind::LLVMConstantIntValueKind
            | ValueKind::LLVMUndefValueValueKind
            | ValueKind::LLVMPoisonValueKind
    )
}

fn is_whole_bytes(value: Value) -> bool {
    int_bits(value).is_some_and(|bits| bits % 8 == 0)
}

fn is_equality(predicate: RawIntPredicate) -> bool {
    matches!(predicate, RawIntPredicate::LLVMIntEQ | RawIntPredicate::LLVMIntNE)
}

struct Splitter<'m> {
    module: &'m Module<'m>,
    builder: Builder<'m>,
    byte: Type<'m>,
    word: Type<'m>,
    annotation: u32,
    words: HashMap<Value<'m>, Vec<Value<'m>>>,
    /// Those whose words have no incoming values yet.
    open_phis: Vec<Value<'m>>,
    replaced: Vec<Value<'m>>,
}

impl<'m> Splitter<'m> {
    fn new(module: &'m Module<'m>) -> Splitter<'m> {
        Splitter {
            module,
            builder: Builder::new(module),
            byte: module.int_type(8),
            word: module.int_type(WORD),
            annotation: module.metadata_kind("annotation"),
            words: HashMap::new(),
            open_phis: Vec::new(),
            replaced: Vec::new(),
        }
    }

    fn split(mut self, instructions: &[Value<'m>]) {
        for &instruction in instructions {
            match instruction.opcode() {
                _ if is_wide(instruction) => {
                    self.words_of(instruction, instruction);
                }
                Opcode::LLVMStore => self.store(instruction),
                Opcode::LLVMICmp => {
                    let result = self.equality(instruction);
                    self.replace(instruction, result);
                }
                _ => {
                    let result = self.truncation(instruction);
                    self.replace(instruction, result);
                }
            }
        }
        while let Some(phi) = self.open_phis.pop() {
            self.complete(phi);
        }
        // They may use each other in circles.
        for instruction in self.replaced.iter().filter(|it| it.has_uses()) {
            instruction.replace_uses(instruction.ty().zero());
        }
        for instruction in self.replaced {
            instruction.erase();
        }
    }

    /// The words of what comes in from each block become the incoming values of the phi's words.
    fn complete(&mut self, phi: Value<'m>) {
        for (block, incoming) in phi.incoming() {
            let Some(end) = block.terminator() else { continue };
            let words = self.words_of(incoming, end);
            for (&part, word) in self.words[&phi].iter().zip(words) {
                part.add_incoming(block, word);
            }
        }
    }

    fn replace(&mut self, instruction: Value<'m>, result: Value<'m>) {
        instruction.replace_uses(result);
        self.replaced.push(instruction);
    }

    /// The words of an integer of any width, for use before `at`; the last one is extended by
    /// zeros.
    fn words_of(&mut self, value: Value<'m>, at: Value<'m>) -> Vec<Value<'m>> {
        let bits = int_bits(value).unwrap_or(0);
        if bits <= WIDEST || value.is_constant() {
            self.builder.place_before(at);
            return (0..bits.div_ceil(WORD)).map(|index| self.word_at(value, index)).collect();
        }
        if let Some(words) = self.words.get(&value) {
            return words.clone();
        }
        let words = self.words_of_instruction(value);
        self.replaced.push(value);
        self.words.insert(value, words.clone());
        words
    }

    /// By shifting: for integers that the model has, and for constants, which fold.
    fn word_at(&self, value: Value<'m>, index: u32) -> Value<'m> {
        if value.ty().int_bits() <= WORD {
            return self.cast(Opcode::LLVMZExt, value, self.word);
        }
        let amount = value.ty().constant(u64::from(index * WORD));
        let shifted = self.builder.binary(Opcode::LLVMLShr, value, amount);
        self.cast(Opcode::LLVMTrunc, shifted, self.word)
    }

    fn words_of_instruction(&mut self, value: Value<'m>) -> Vec<Value<'m>> {
        let bits = int_bits(value).unwrap_or(0);
        let (opcode, first) = (value.opcode(), value.operand(0));
        match opcode {
            Opcode::LLVMLoad => return self.load(value, bits),
            Opcode::LLVMPHI => return self.phis(value, bits),
            _ => {}
        }
        let a = self.words_of(first, value);
        let mut words = match opcode {
            Opcode::LLVMAnd | Opcode::LLVMOr | Opcode::LLVMXor => {
                let b = self.words_of(value.operand(1), value);
                self.builder.place_before(value);
                let pairs = a.iter().zip(&b);
                pairs.map(|(&a, &b)| self.builder.binary(opcode, a, b)).collect()
            }
            _ => {
                self.builder.place_before(value);
                self.moved(value, first, a)
            }
        };
        self.clear_above(&mut words, bits);
        words
    }

    /// The words of a shift or conversion of `from`, which has the words `a`.
    fn moved(&self, value: Value<'m>, from: Value<'m>, a: Vec<Value<'m>>) -> Vec<Value<'m>> {
        let count = int_bits(value).unwrap_or(0).div_ceil(WORD) as usize;
        let amount = || value.operand(1).int_low_bits();
        match value.opcode() {
            Opcode::LLVMZExt => self.extended(from, a, count, false),
            Opcode::LLVMSExt => self.extended(from, a, count, true),
            Opcode::LLVMShl => self.shifted_left(&a, amount()),
            Opcode::LLVMLShr => self.shifted_right(&a, amount(), false),
            Opcode::LLVMAShr => {
                self.shifted_right(&self.extended(from, a, count, true), amount(), true)
            }
            _ => a[..count].to_vec(),
        }
    }

    fn cast(&self, opcode: Opcode, value: Value<'m>, to: Type<'m>) -> Value<'m> {
        if value.ty() == to { value } else { self.builder.cast(opcode, value, to) }
    }

    fn shift(&self, opcode: Opcode, value: Value<'m>, amount: u64) -> Value<'m> {
        self.builder.binary(opcode, value, self.word.constant(amount))
    }

    /// The words of `from`, of which the last becomes whole, and more up to `count`.
    fn extended(
        &self,
        from: Value<'m>,
        mut words: Vec<Value<'m>>,
        count: usize,
        is_signed: bool,
    ) -> Vec<Value<'m>> {
        let mut fill = self.word.constant(0);
        if let Some(last) = words.last_mut().filter(|_| is_signed) {
            let unused = u64::from(int_bits(from).unwrap_or(WORD).wrapping_neg() % WORD);
            let high = self.shift(Opcode::LLVMShl, *last, unused);
            *last = self.shift(Opcode::LLVMAShr, high, unused);
            fill = self.shift(Opcode::LLVMAShr, *last, u64::from(WORD - 1));
        }
        words.resize(count, fill);
        words
    }

    fn shifted_left(&self, a: &[Value<'m>], amount: u64) -> Vec<Value<'m>> {
        let (skipped, bits) = ((amount / u64::from(WORD)) as usize, amount % u64::from(WORD));
        let zero = self.word.constant(0);
        let at = |index: usize, back: usize| index.checked_sub(skipped + back).map(|from| a[from]);
        (0..a.len())
            .map(|index| {
                self.joined(at(index, 1).unwrap_or(zero), at(index, 0).unwrap_or(zero), bits)
            })
            .collect()
    }

    fn shifted_right(&self, a: &[Value<'m>], amount: u64, is_signed: bool) -> Vec<Value<'m>> {
        let (skipped, bits) = ((amount / u64::from(WORD)) as usize, amount % u64::from(WORD));
        let fill = match a.last() {
            Some(&last) if is_signed => self.shift(Opcode::LLVMAShr, last, u64::from(WORD - 1)),
            _ => self.word.constant(0),
        };
        let at = |index: usize| a.get(index + skipped).copied().unwrap_or(fill);
        let left = u64::from(WORD) - bits;
        (0..a.len())
            .map(
                |index| {
                    if bits == 0 { at(index) } else { self.joined(at(index), at(index + 1), left) }
                },
            )
            .collect()
    }

    /// The upper half of `high:low << bits`, for less than a word's bits.
    fn joined(&self, low: Value<'m>, high: Value<'m>, bits: u64) -> Value<'m> {
        if bits == 0 {
            return high;
        }
        let high = self.shift(Opcode::LLVMShl, high, bits);
        let low = self.shift(Opcode::LLVMLShr, low, u64::from(WORD) - bits);
        self.builder.binary(Opcode::LLVMOr, high, low)
    }

    fn clear_above(&self, words: &mut [Value<'m>], bits: u32) {
        let used = bits % WORD;
        if let Some(last) = words.last_mut().filter(|_| used != 0) {
            let mask = self.word.constant((1 << used) - 1);
            *last = self.builder.binary(Opcode::LLVMAnd, *last, mask);
        }
    }

    /// Where the words of an integer of `bits` bits are in memory, and their types.
    fn parts(&self, address: Value<'m>, bits: u32) -> Vec<(Value<'m>, Type<'m>)> {
        let part = |index: u32| {
            let offset = self.word.constant(u64::from(index * WORD / 8));
            let at = self.builder.element_address(self.byte, address, offset);
            (at, self.module.int_type((bits - index * WORD).min(WORD)))
        };
        (0..bits.div_ceil(WORD)).map(part).collect()
    }

    fn load(&self, load: Value<'m>, bits: u32) -> Vec<Value<'m>> {
        self.builder.place_before(load);
        let parts = self.parts(load.operand(0), bits).into_iter();
        parts
            .map(|(at, ty)| self.cast(Opcode::LLVMZExt, self.builder.load(ty, at), self.word))
            .collect()
    }

    fn phis(&mut self, phi: Value<'m>, bits: u32) -> Vec<Value<'m>> {
        self.open_phis.push(phi);
        self.builder.place_before(phi);
        (0..bits.div_ceil(WORD)).map(|_| self.builder.phi(self.word)).collect()
    }

    fn store(&mut self, store: Value<'m>) {
        let stored = store.operand(0);
        let words = self.words_of(stored, store);
        self.builder.place_before(store);
        let parts = self.parts(store.operand(1), int_bits(stored).unwrap_or(0));
        for (word, (at, ty)) in words.into_iter().zip(parts) {
            let part = self.builder.store(self.cast(Opcode::LLVMTrunc, word, ty), at);
            // The fill of an uninitialised variable remains one.
            if let Some(node) = store.metadata(self.annotation) {
                part.set_metadata(self.annotation, node);
            }
        }
        self.replaced.push(store);
    }

    fn truncation(&mut self, truncation: Value<'m>) -> Value<'m> {
        let words = self.words_of(truncation.operand(0), truncation);
        self.builder.place_before(truncation);
        let (to, whole) = (truncation.ty(), self.module.int_type(WIDEST));
        if to.int_bits() <= WORD {
            return self.cast(Opcode::LLVMTrunc, words[0], to);
        }
        let low = self.cast(Opcode::LLVMZExt, words[0], whole);
        let high = self.cast(Opcode::LLVMZExt, words[1], whole);
        let amount = whole.constant(u64::from(WORD));
        let high = self.builder.binary(Opcode::LLVMShl, high, amount);
        self.cast(Opcode::LLVMTrunc, self.builder.binary(Opcode::LLVMOr, high, low), to)
    }

    fn equality(&mut self, comparison: Value<'m>) -> Value<'m> {
        let a = self.words_of(comparison.operand(0), comparison);
        let b = self.words_of(comparison.operand(1), comparison);
        self.builder.place_before(comparison);
        let pairs = a.iter().zip(&b);
        let difference = pairs.fold(self.word.constant(0), |difference, (&a, &b)| {
            let here = self.builder.binary(Opcode::LLVMXor, a, b);
            self.builder.binary(Opcode::LLVMOr, difference, here)
        });
        let zero = self.word.constant(0);
        self.builder.compare(comparison.int_predicate(), difference, zero)
    }
}
