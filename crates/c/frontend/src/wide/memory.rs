//! Wide integers in memory, and arrays of words for the functions of the model.

use super::{Splitter, WORD, Words, width, word_count};
use crate::llvm::{Opcode, Type, Value};

impl<'m> Splitter<'m> {
    /// Where the words of an integer of `bits` bits are in memory, and their types.
    fn parts(&self, address: Value<'m>, bits: u32) -> Vec<(Value<'m>, Type<'m>)> {
        let part = |index: u32| {
            let offset = self.word.constant(u64::from(index * WORD / 8));
            let at = self.builder.element_address(self.byte, address, offset);
            (at, self.module.int_type((bits - index * WORD).min(WORD)))
        };
        (0..word_count(bits) as u32).map(part).collect()
    }

    pub(super) fn load(&self, load: Value<'m>, bits: u32) -> Words<'m> {
        self.builder.place_before(load);
        let parts = self.parts(load.operand(0), bits).into_iter();
        parts
            .map(|(at, ty)| self.cast(Opcode::LLVMZExt, self.builder.load(ty, at), self.word))
            .collect()
    }

    pub(super) fn store(&mut self, store: Value<'m>) {
        let stored = store.operand(0);
        let words = self.operand_words(store, 0);
        let parts = self.parts(store.operand(1), width(stored));
        for (word, (at, ty)) in words.into_iter().zip(parts) {
            let part = self.builder.store(self.cast(Opcode::LLVMTrunc, word, ty), at);
            // The fill of an uninitialised variable remains one.
            if let Some(node) = store.metadata(self.annotation) {
                part.set_metadata(self.annotation, node);
            }
        }
        self.replaced.push(store);
    }

    /// An array of words in the frame; one for each use serves the whole function.
    pub(super) fn array(&mut self, what: &'static str, count: usize) -> Value<'m> {
        if let Some(&array) = self.arrays.get(&(what, count)) {
            return array;
        }
        let array = self.builder.local(self.function, self.word.array_of(count as u64));
        self.arrays.insert((what, count), array);
        array
    }

    fn element(&self, array: Value<'m>, index: usize) -> Value<'m> {
        self.builder.element_address(self.word, array, self.word.constant(index as u64))
    }

    pub(super) fn store_array(&self, words: &[Value<'m>], array: Value<'m>) {
        for (index, &word) in words.iter().enumerate() {
            self.builder.store(word, self.element(array, index));
        }
    }

    pub(super) fn load_array(&self, array: Value<'m>, count: usize) -> Words<'m> {
        (0..count).map(|index| self.builder.load(self.word, self.element(array, index))).collect()
    }
}
