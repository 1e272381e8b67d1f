//! A page of guest memory: bytes, which of them exist, and the symbolic shadow.
//!
//! Two bitmaps make the common access one test. `valid` marks the bytes of live objects;
//! `plain` marks the valid bytes that are initialised and concrete. A valid byte that is not
//! plain is symbolic where the shadow has a cell for it, else uninitialised: its data byte is
//! the fill that the native run sees too.

use assay_expr::Term;
use std::rc::Rc;

pub const PAGE_BITS: u32 = 10;
pub const PAGE_SIZE: usize = 1 << PAGE_BITS;
const WORDS: usize = PAGE_SIZE / 64;

/// One byte of a symbolic value: byte `index` (from the least significant) of `term`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    pub term: Term,
    pub index: u8,
}

/// The shadow of 64 bytes, the unit in which cells are allocated and shared.
type Row = [Option<Cell>; 64];

#[derive(Clone)]
pub struct Page {
    data: [u8; PAGE_SIZE],
    valid: [u64; WORDS],
    plain: [u64; WORDS],
    shadow: Option<Box<[Option<Rc<Row>>; WORDS]>>,
    /// Bytes of constants: writing them is an error of the program.
    pub read_only: bool,
}

impl Page {
    pub fn empty() -> Page {
        Page {
            data: [0; PAGE_SIZE],
            valid: [0; WORDS],
            plain: [0; WORDS],
            shadow: None,
            read_only: false,
        }
    }

    /// All of its bytes exist.
    pub fn filled(byte: u8, initialised: bool) -> Page {
        Page {
            data: [byte; PAGE_SIZE],
            valid: [u64::MAX; WORDS],
            plain: [if initialised { u64::MAX } else { 0 }; WORDS],
            shadow: None,
            read_only: false,
        }
    }

    /// A copy that cannot be written.
    pub fn protected(&self) -> Page {
        Page { read_only: true, ..self.clone() }
    }

    /// `N` bytes at `offset` as a number, if all are plain and lie within one bitmap word.
    #[inline(always)]
    pub fn read_plain<const N: usize>(&self, offset: usize) -> Option<u64> {
        if !self.is_plain_in_word(offset, N) {
            return None;
        }
        // By the width, so that it is one load: a copy into a wider array stalls the processor.
        let bytes = self.data.get(offset..)?.first_chunk::<N>()?.as_slice();
        Some(match *bytes {
            [a] => a.into(),
            [a, b] => u16::from_le_bytes([a, b]).into(),
            [a, b, c, d] => u32::from_le_bytes([a, b, c, d]).into(),
            [a, b, c, d, e, f, g, h] => u64::from_le_bytes([a, b, c, d, e, f, g, h]),
            _ => return None,
        })
    }

    /// Overwrites `N` plain bytes within one bitmap word; false if they are not all plain.
    #[inline(always)]
    pub fn write_plain<const N: usize>(&mut self, offset: usize, value: u64) -> bool {
        if !self.is_plain_in_word(offset, N) {
            return false;
        }
        let Some(bytes) = self.data.get_mut(offset..) else { return false };
        let Some(bytes) = bytes.first_chunk_mut::<N>() else { return false };
        let value = value.to_le_bytes();
        let Some(value) = value.first_chunk::<N>() else { return false };
        *bytes = *value;
        true
    }

    #[inline(always)]
    fn is_plain_in_word(&self, offset: usize, bytes: usize) -> bool {
        // Zeros come in behind the end of the word.
        let mask = u64::MAX >> (64 - bytes);
        self.plain[(offset >> 6) & (WORDS - 1)] >> (offset & 63) & mask == mask
    }

    pub fn byte(&self, offset: usize) -> u8 {
        self.data[offset]
    }

    pub fn is_plain(&self, offset: usize) -> bool {
        self.plain[offset >> 6] >> (offset & 63) & 1 != 0
    }

    pub fn cell(&self, offset: usize) -> Option<Cell> {
        self.shadow.as_ref()?[offset >> 6].as_ref()?[offset & 63]
    }

    /// All of `offset .. offset + length` is plain.
    pub fn all_plain(&self, offset: usize, length: usize) -> bool {
        all_set(&self.plain, offset, length)
    }

    pub fn all_valid(&self, offset: usize, length: usize) -> bool {
        all_set(&self.valid, offset, length)
    }

    pub fn data(&self, offset: usize, length: usize) -> &[u8] {
        &self.data[offset..offset + length]
    }

    /// Stores concrete, initialised bytes; whatever was there is gone.
    pub fn store(&mut self, offset: usize, bytes: &[u8]) {
        self.data[offset..offset + bytes.len()].copy_from_slice(bytes);
        set(&mut self.plain, offset, bytes.len(), true);
    }

    pub fn store_fill(&mut self, offset: usize, length: usize, byte: u8) {
        self.data[offset..offset + length].fill(byte);
        set(&mut self.plain, offset, length, true);
    }

    /// Makes one byte symbolic.
    pub fn store_cell(&mut self, offset: usize, cell: Cell) {
        let rows = self.shadow.get_or_insert_with(|| Box::new([const { None }; WORDS]));
        let row = rows[offset >> 6].get_or_insert_with(|| Rc::new([None; 64]));
        Rc::make_mut(row)[offset & 63] = Some(cell);
        self.plain[offset >> 6] &= !(1 << (offset & 63));
    }

    /// Keeps the data bytes but marks them uninitialised.
    pub fn mark_uninitialised(&mut self, offset: usize, length: usize) {
        set(&mut self.plain, offset, length, false);
        let Some(rows) = &mut self.shadow else { return };
        for at in offset..offset + length {
            if let Some(row) = &mut rows[at >> 6]
                && row[at & 63].is_some()
            {
                Rc::make_mut(row)[at & 63] = None;
            }
        }
    }

    /// Bytes come into existence: `plain` with what the data holds, or uninitialised.
    pub fn map(&mut self, offset: usize, length: usize, fill: u8, initialised: bool) {
        set(&mut self.valid, offset, length, true);
        self.data[offset..offset + length].fill(fill);
        if initialised {
            set(&mut self.plain, offset, length, true);
        } else {
            self.mark_uninitialised(offset, length);
        }
    }

    pub fn unmap(&mut self, offset: usize, length: usize) {
        set(&mut self.valid, offset, length, false);
        set(&mut self.plain, offset, length, false);
    }
}

fn set(bits: &mut [u64; WORDS], offset: usize, length: usize, value: bool) {
    for_words(offset, length, |word, mask| {
        if value {
            bits[word] |= mask;
        } else {
            bits[word] &= !mask;
        }
        true
    });
}

fn all_set(bits: &[u64; WORDS], offset: usize, length: usize) -> bool {
    for_words(offset, length, |word, mask| bits[word] & mask == mask)
}

/// Visits the bitmap words that `offset .. offset + length` touches; stops at the first false.
fn for_words(offset: usize, length: usize, mut visit: impl FnMut(usize, u64) -> bool) -> bool {
    let mut at = offset;
    let end = offset + length;
    while at < end {
        let shift = at & 63;
        let count = (64 - shift).min(end - at);
        if !visit(at >> 6, (u64::MAX >> (64 - count)) << shift) {
            return false;
        }
        at += count;
    }
    true
}
