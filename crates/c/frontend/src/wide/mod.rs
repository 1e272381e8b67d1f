//! Integers of more than 128 bits as words of 64.
//!
//! C has them as `_BitInt(N)`, and clang accesses a run of packed bit-fields that share bytes as
//! one integer, however wide (`load i152`, shift, mask, `trunc`), while the program model has
//! integers of at most 128 bits. Here every such value becomes a sequence of words, the lowest
//! first; the bits of the last word above the integer's width are zero.
//!
//! The instruction set is rewritten completely, without a new branch: shifts and comparisons are
//! selects, products and quotients come from the loops in `runtime/wide.c`. So an input goes
//! through all of it as a term. What is checked of narrow integers (divisors, shift amounts) is
//! checked here too, by functions that the machine provides. Wide variables stay in memory,
//! because their parts are addressed one by one.
//!
//! What is left (vectors of wide integers, inline assembly with them, more than [`LIMIT`] bits)
//! becomes a mark, and the machine gives up where it meets one.

mod arithmetic;
mod calls;
mod conversions;
mod division;
mod floats;
mod intrinsics;
mod memory;
mod order;
mod shifts;
mod switches;

use crate::edges;
use crate::llvm::{Builder, Module, Opcode, Type, TypeKind, Value, ValueKind, opcode_name};
use std::collections::{HashMap, HashSet};

/// The widest integer of the program model.
const WIDEST: u32 = 128;
const WORD: u32 = 64;
/// The widest integer that is split.
const LIMIT: u32 = 4096;

/// Calls of functions with this prefix say what the machine cannot do.
pub const UNSUPPORTED: &str = "assay.unsupported.";

pub fn split_wide_integers(module: &Module) {
    calls::pass_wide_values_in_memory(module);
    for function in module.functions() {
        let instructions: Vec<Value> = order::definitions_first(function)
            .into_iter()
            .flat_map(|block| block.instructions())
            .filter(|&it| touches_wide(it) || is_wide_in_the_machine(it))
            .collect();
        if !instructions.is_empty() {
            Splitter::new(module, function).split(&instructions);
        }
    }
}

fn int_bits(value: Value) -> Option<u32> {
    let ty = value.ty();
    (ty.kind() == TypeKind::LLVMIntegerTypeKind).then(|| ty.int_bits())
}

/// Of a value that is known to be an integer.
fn width(value: Value) -> u32 {
    int_bits(value).unwrap_or(WORD)
}

fn is_wide_type(ty: Type) -> bool {
    ty.kind() == TypeKind::LLVMIntegerTypeKind && ty.int_bits() > WIDEST
}

fn is_wide(value: Value) -> bool {
    is_wide_type(value.ty())
}

fn touches_wide(instruction: Value) -> bool {
    is_wide(instruction) || instruction.operands().any(|it| is_wide(it) || is_wide_pair(it))
}

/// What intrinsics that look for overflow return.
fn is_wide_pair(value: Value) -> bool {
    let ty = value.ty();
    ty.kind() == TypeKind::LLVMStructTypeKind && ty.fields().into_iter().any(is_wide_type)
}

/// What the machine does with 64 bits at most.
fn is_wide_in_the_machine(instruction: Value) -> bool {
    switches::is_wide_switch(instruction)
        || intrinsics::is_wide_product(instruction)
        || (instruction.opcode() == Opcode::LLVMExtractValue
            && intrinsics::is_wide_product(instruction.operand(0)))
}

fn word_count(bits: u32) -> usize {
    bits.div_ceil(WORD) as usize
}

/// The bits of the last word that an integer does not use.
fn unused_bits(bits: u32) -> u32 {
    bits.wrapping_neg() % WORD
}

type Words<'m> = Vec<Value<'m>>;

/// Rewrites one function.
struct Splitter<'m> {
    module: &'m Module<'m>,
    function: Value<'m>,
    builder: Builder<'m>,
    byte: Type<'m>,
    word: Type<'m>,
    annotation: u32,
    edges: u32,
    words: HashMap<Value<'m>, Words<'m>>,
    /// Whether an intrinsic that says so has overflowed.
    overflows: HashMap<Value<'m>, Value<'m>>,
    /// Arrays of so many words in the function's frame, by what they are used for.
    arrays: HashMap<(&'static str, usize), Value<'m>>,
    /// Those whose words have no incoming values yet.
    open_phis: Vec<Value<'m>>,
    replaced: Vec<Value<'m>>,
    /// Those that stay behind a mark.
    given_up: HashSet<Value<'m>>,
}

impl<'m> Splitter<'m> {
    fn new(module: &'m Module<'m>, function: Value<'m>) -> Splitter<'m> {
        Splitter {
            module,
            function,
            builder: Builder::new(module),
            byte: module.int_type(8),
            word: module.int_type(WORD),
            annotation: module.metadata_kind("annotation"),
            edges: module.metadata_kind(edges::METADATA),
            words: HashMap::new(),
            overflows: HashMap::new(),
            arrays: HashMap::new(),
            open_phis: Vec::new(),
            replaced: Vec::new(),
            given_up: HashSet::new(),
        }
    }

    fn split(mut self, instructions: &[Value<'m>]) {
        for &instruction in instructions {
            if is_wide(instruction) {
                self.words_of(instruction, instruction);
            } else {
                self.narrow_result(instruction);
            }
        }
        while let Some(phi) = self.open_phis.pop() {
            self.complete(phi);
        }
        debug_assert!(self.is_complete(), "a use of a wide integer was forgotten");
        // They may use each other in circles.
        for instruction in self.replaced.iter().filter(|it| it.has_uses()) {
            instruction.replace_uses(instruction.ty().zero());
        }
        for instruction in self.replaced {
            instruction.erase();
        }
    }

    /// Whatever still uses a value that goes will go too, or is never reached.
    fn is_complete(&self) -> bool {
        let replaced: HashSet<Value> = self.replaced.iter().copied().collect();
        let is_known = |user: Value| replaced.contains(&user) || self.given_up.contains(&user);
        replaced.iter().all(|it| it.users().all(is_known))
    }

    /// The words of an integer of any width, for use before `at`; the last one is extended by
    /// zeros.
    fn words_of(&mut self, value: Value<'m>, at: Value<'m>) -> Words<'m> {
        self.builder.place_before(at);
        let bits = width(value);
        if bits <= WIDEST || value.kind() == ValueKind::LLVMConstantIntValueKind {
            return (0..word_count(bits)).map(|index| self.word_at(value, index)).collect();
        }
        if value.is_constant() {
            return self.words_of_constant(value);
        }
        if let Some(words) = self.words.get(&value) {
            return words.clone();
        }
        // No mark can stand among phis; one stands where a value comes from.
        let is_phi = || value.opcode() == Opcode::LLVMPHI;
        let words = match value.is_instruction() && (bits <= LIMIT || is_phi()) {
            true => self.words_of_instruction(value),
            false => self.give_up(value, &format!("an integer of {bits} bits (at most {LIMIT})")),
        };
        if value.is_instruction() {
            self.replaced.push(value);
        }
        self.words.insert(value, words.clone());
        self.builder.place_before(at);
        words
    }

    /// The words of a wide operand of `instruction`, for use before it.
    fn operand_words(&mut self, instruction: Value<'m>, index: u32) -> Words<'m> {
        self.words_of(instruction.operand(index), instruction)
    }

    /// Addresses as numbers, and what has no particular value.
    fn words_of_constant(&self, value: Value<'m>) -> Words<'m> {
        let mut words = vec![self.word.constant(0); word_count(width(value))];
        let is_address = value.kind() == ValueKind::LLVMConstantExprValueKind
            && value.constant_opcode() == Opcode::LLVMPtrToInt;
        if is_address {
            words[0] = self.builder.cast(Opcode::LLVMPtrToInt, value.operand(0), self.word);
        } else if value.kind() == ValueKind::LLVMConstantExprValueKind {
            self.mark_unsupported("an address in a constant of more than 128 bits");
        }
        words
    }

    fn words_of_instruction(&mut self, value: Value<'m>) -> Words<'m> {
        let bits = width(value);
        let mut words = match value.opcode() {
            // What comes in is clear above, and nothing can be computed among phis.
            Opcode::LLVMPHI => return self.phis(value, bits),
            Opcode::LLVMLoad => self.load(value, bits),
            Opcode::LLVMSelect => self.select(value),
            Opcode::LLVMFreeze => self.freeze(value),
            Opcode::LLVMAnd | Opcode::LLVMOr | Opcode::LLVMXor => self.bitwise(value),
            Opcode::LLVMAdd | Opcode::LLVMSub | Opcode::LLVMMul => {
                let (a, b) = (self.operand_words(value, 0), self.operand_words(value, 1));
                self.wrapped(value.opcode(), &a, &b)
            }
            Opcode::LLVMUDiv | Opcode::LLVMSDiv | Opcode::LLVMURem | Opcode::LLVMSRem => {
                self.division(value)
            }
            Opcode::LLVMShl | Opcode::LLVMLShr | Opcode::LLVMAShr => self.shift_of(value),
            Opcode::LLVMTrunc | Opcode::LLVMZExt | Opcode::LLVMSExt => self.resized(value),
            Opcode::LLVMPtrToInt => self.address_as_words(value),
            Opcode::LLVMBitCast => self.bits_as_words(value),
            Opcode::LLVMFPToUI | Opcode::LLVMFPToSI => self.float_to_words(value),
            Opcode::LLVMExtractValue => self.extracted(value),
            Opcode::LLVMCall => self.intrinsic(value),
            _ => self.give_up_instruction(value),
        };
        self.clear_above(&mut words, bits);
        words
    }

    /// Instructions that use wide integers and do not have such a value themselves.
    fn narrow_result(&mut self, it: Value<'m>) {
        match it.opcode() {
            Opcode::LLVMStore => self.store(it),
            Opcode::LLVMSwitch => self.switch(it),
            Opcode::LLVMICmp => {
                let (a, b) = (self.operand_words(it, 0), self.operand_words(it, 1));
                let result = self.compared(it.int_predicate(), &a, &b, width(it.operand(0)));
                self.replace(it, result);
            }
            Opcode::LLVMTrunc => {
                let words = self.operand_words(it, 0);
                let result = self.joined_words(&words, it.ty());
                self.replace(it, result);
            }
            Opcode::LLVMIntToPtr => {
                let words = self.operand_words(it, 0);
                let result = self.builder.cast(Opcode::LLVMIntToPtr, words[0], it.ty());
                self.replace(it, result);
            }
            Opcode::LLVMBitCast => {
                let result = self.words_as_bits(it);
                self.replace(it, result);
            }
            Opcode::LLVMUIToFP | Opcode::LLVMSIToFP => {
                let result = self.words_to_float(it);
                self.replace(it, result);
            }
            Opcode::LLVMCall => self.narrow_intrinsic(it),
            Opcode::LLVMExtractValue if self.overflows.contains_key(&it.operand(0)) => {
                let result = self.narrow_part(it);
                self.replace(it, result);
            }
            _ => {
                self.give_up_instruction(it);
            }
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

    fn phis(&mut self, phi: Value<'m>, bits: u32) -> Words<'m> {
        self.open_phis.push(phi);
        self.builder.place_before(phi);
        (0..word_count(bits)).map(|_| self.builder.phi(self.word)).collect()
    }

    fn replace(&mut self, instruction: Value<'m>, result: Value<'m>) {
        instruction.replace_uses(result);
        self.replaced.push(instruction);
    }

    /// Marks the place of an instruction that stays as it is; its words, where it has such.
    fn give_up_instruction(&mut self, instruction: Value<'m>) -> Words<'m> {
        self.given_up.insert(instruction);
        // No mark can stand among phis.
        let is_phi = |it: &Value| it.opcode() == Opcode::LLVMPHI;
        let place = std::iter::successors(Some(instruction), |it| it.next_instruction())
            .find(|it| !is_phi(it));
        self.builder.place_before(place.unwrap_or(instruction));
        let opcode = opcode_name(instruction.opcode());
        self.give_up(instruction, &format!("{opcode} with an integer of more than {WIDEST} bits"))
    }

    /// Words without meaning for a value that the machine will not get beyond.
    fn give_up(&self, value: Value<'m>, what: &str) -> Words<'m> {
        self.mark_unsupported(what);
        vec![self.word.constant(0); word_count(width(value))]
    }

    fn mark_unsupported(&self, what: &str) {
        let name = format!("{UNSUPPORTED}{what}");
        self.builder.call(self.declared(&name, None, &[]), &[]);
    }

    /// The function of this name, declared if the module does not have it yet.
    fn declared(&self, name: &str, result: Option<Type<'m>>, params: &[Type<'m>]) -> Value<'m> {
        let result = result.unwrap_or_else(|| self.module.void_type());
        self.module.function_named(name).unwrap_or_else(|| {
            self.module.add_function(name, Type::function_returning(result, params))
        })
    }
}
