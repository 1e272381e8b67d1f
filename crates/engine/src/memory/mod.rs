//! Guest memory: a byte-addressed space of 4 GiB, shared between snapshots page by page.
//!
//! Addresses are plain numbers and the same in every run (nothing depends on the host's layout):
//!
//! | from          | what                                                        |
//! |---------------|-------------------------------------------------------------|
//! | `0`           | never mapped: null and small offsets from it                |
//! | `0x0001_0000` | functions, 16 bytes apart, callable but not readable        |
//! | `0x0100_0000` | block addresses of computed gotos                           |
//! | `0x0200_0000` | globals, constants first                                    |
//! | `0x1000_0000` | heap, growing up; addresses are not reused. Behind the      |
//! |               | globals, if they do not fit in front of it                  |
//! | `0x9000_0000` | what the driver of a unit has made, growing up              |
//! | `0xC000_0000` | stack, growing down from here                               |
//!
//! Cloning a [`Memory`] is a snapshot: it copies one pointer per 16 pages. Afterwards whoever
//! writes a page first copies it. The pages of a large object are one page that they share, until
//! they are written: it takes what is used of it, not what it is large.

mod objects;
mod page;

pub use objects::{Extent, Made, Object, ObjectKind, Objects, Room};
pub use page::Cell;
use page::{PAGE_BITS, PAGE_SIZE, Page};

use std::array;
use std::ops::Range;
use std::rc::Rc;

pub const FUNCTIONS: u64 = 0x0001_0000;
pub const FUNCTION_STRIDE: u64 = 16;
pub const BLOCKS: u64 = 0x0100_0000;
pub const GLOBALS: u64 = 0x0200_0000;
pub const HEAP: u64 = 0x1000_0000;
pub const HEAP_END: u64 = 0x9000_0000;
pub const MADE: u64 = HEAP_END;
pub const MADE_END: u64 = 0xA000_0000;
pub const STACK_TOP: u64 = 0xC000_0000;

/// Unmapped bytes between two objects, so that running over the end is seen.
pub fn gap_after(size: u64) -> u64 {
    (size / 4).clamp(32, 4096)
}

const CHUNK_PAGES: usize = 16;
const CHUNK_SIZE: u64 = (CHUNK_PAGES * PAGE_SIZE) as u64;
const TLB_ENTRIES: usize = 64;

type Chunk = [Option<Rc<Page>>; CHUNK_PAGES];

/// What a valid byte holds.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Byte {
    Concrete(u8),
    Symbolic(Cell),
    Uninitialised(u8),
}

/// One of the four mapped regions: a table of chunks from its base in the direction of growth,
/// so that what is not used takes no entries.
#[derive(Clone)]
struct Region {
    base: u64,
    grows_down: bool,
    chunks: Vec<Option<Rc<Chunk>>>,
}

impl Region {
    /// Where in the table a page's chunk is, and where in the chunk the page.
    fn position(&self, number: u64) -> (usize, usize) {
        let chunk = number / CHUNK_PAGES as u64;
        let base = self.base / CHUNK_SIZE;
        let index = if self.grows_down { base - 1 - chunk } else { chunk - base };
        (index as usize, number as usize % CHUNK_PAGES)
    }
}

#[derive(Copy, Clone)]
struct TlbEntry {
    page: u64,
    memory: *mut Page,
}

const NO_ENTRY: TlbEntry = TlbEntry { page: u64::MAX, memory: std::ptr::null_mut() };

/// See the module's head. The look-aside tables hold pointers to pages that the regions own:
/// an entry is valid as long as the page stays in its place, and the write table only holds
/// pages that no snapshot shares. Every change of a region goes through `page_mut`, which
/// keeps both tables true, and a clone starts with empty ones.
pub struct Memory {
    regions: [Region; 4],
    reads: [TlbEntry; TLB_ENTRIES],
    writes: [TlbEntry; TLB_ENTRIES],
}

impl Memory {
    pub fn new() -> Memory {
        let region = |base, grows_down| Region { base, grows_down, chunks: Vec::new() };
        Memory {
            regions: [
                region(GLOBALS, false),
                region(HEAP, false),
                region(MADE, false),
                region(STACK_TOP, true),
            ],
            reads: [NO_ENTRY; TLB_ENTRIES],
            writes: [NO_ENTRY; TLB_ENTRIES],
        }
    }

    /// A copy that shares all pages with this memory.
    pub fn snapshot(&mut self) -> Memory {
        self.writes = [NO_ENTRY; TLB_ENTRIES];
        Memory {
            regions: self.regions.clone(),
            reads: [NO_ENTRY; TLB_ENTRIES],
            writes: [NO_ENTRY; TLB_ENTRIES],
        }
    }

    /// The fast path of every load: `N` plain bytes, else `None`.
    #[inline(always)]
    pub fn load_plain<const N: usize>(&mut self, address: u64) -> Option<u64> {
        let number = address >> PAGE_BITS;
        let entry = self.reads[number as usize % TLB_ENTRIES];
        let page = if entry.page == number {
            // SAFETY: a matching entry points to the page that a region owns (see `Memory`).
            unsafe { &*entry.memory }
        } else {
            self.fill_read_entry(number)?
        };
        page.read_plain::<N>(address as usize & (PAGE_SIZE - 1))
    }

    /// The fast path of every store of a concrete value onto plain bytes; false: not done.
    #[inline(always)]
    pub fn store_plain<const N: usize>(&mut self, address: u64, value: u64) -> bool {
        let number = address >> PAGE_BITS;
        let entry = self.writes[number as usize % TLB_ENTRIES];
        let page = if entry.page == number {
            // SAFETY: as above, and no other reference to an unshared page exists while
            // `self` is borrowed mutably.
            unsafe { &mut *entry.memory }
        } else {
            match self.fill_write_entry(number) {
                Some(page) => page,
                None => return false,
            }
        };
        page.write_plain::<N>(address as usize & (PAGE_SIZE - 1), value)
    }

    #[cold]
    fn fill_read_entry(&mut self, number: u64) -> Option<&Page> {
        let page = Rc::as_ptr(self.rc_page(number)?) as *mut Page;
        self.reads[number as usize % TLB_ENTRIES] = TlbEntry { page: number, memory: page };
        // SAFETY: just taken from the region, which is borrowed through `self`.
        Some(unsafe { &*page })
    }

    #[cold]
    fn fill_write_entry(&mut self, number: u64) -> Option<&mut Page> {
        if self.rc_page(number)?.read_only {
            return None;
        }
        let page: *mut Page = self.page_mut(number)?;
        self.writes[number as usize % TLB_ENTRIES] = TlbEntry { page: number, memory: page };
        // SAFETY: `page_mut` made the page unshared and `self` is borrowed mutably.
        Some(unsafe { &mut *page })
    }

    fn region_of(number: u64) -> Option<usize> {
        match number << PAGE_BITS {
            STACK_TOP.. => None,
            MADE_END.. => Some(3),
            MADE.. => Some(2),
            HEAP.. => Some(1),
            GLOBALS.. => Some(0),
            _ => None,
        }
    }

    fn rc_page(&self, number: u64) -> Option<&Rc<Page>> {
        let region = &self.regions[Memory::region_of(number)?];
        let (index, slot) = region.position(number);
        region.chunks.get(index)?.as_ref()?[slot].as_ref()
    }

    fn page(&self, number: u64) -> Option<&Page> {
        self.rc_page(number).map(|page| &**page)
    }

    /// The page, unshared and ready to be written; `None` if it does not exist.
    fn page_mut(&mut self, number: u64) -> Option<&mut Page> {
        let region = &mut self.regions[Memory::region_of(number)?];
        let (index, slot) = region.position(number);
        let chunk = region.chunks.get_mut(index)?.as_mut()?;
        let page = Rc::make_mut(Rc::make_mut(chunk)[slot].as_mut()?);
        let entry = &mut self.reads[number as usize % TLB_ENTRIES];
        if entry.page == number {
            entry.memory = page;
        }
        Some(page)
    }

    fn page_or_new(&mut self, number: u64) -> &mut Page {
        let (chunk, slot) = self.chunk_or_new(number);
        let chunk = chunk.get_or_insert_default();
        if chunk[slot].is_none() {
            Rc::make_mut(chunk)[slot] = Some(Rc::new(Page::empty()));
        }
        self.page_mut(number).expect("just made")
    }

    /// The pages that a range fills from end to end, if they are so many that it pays not to make
    /// each of them.
    fn many_whole_pages(address: u64, length: u64) -> Option<Range<u64>> {
        let first = address.div_ceil(PAGE_SIZE as u64);
        let end = (address + length) >> PAGE_BITS;
        (first + CHUNK_PAGES as u64 <= end).then_some(first..end)
    }

    /// Puts the same page in the place of each of these, or none.
    fn replace(&mut self, pages: &Range<u64>, by: Option<Page>) {
        self.forget(pages);
        let page = by.map(Rc::new);
        let whole_chunk =
            page.as_ref().map(|page| Rc::new(array::from_fn(|_| Some(Rc::clone(page)))));
        let mut number = pages.start;
        while number < pages.end {
            let (chunk, slot) = self.chunk_or_new(number);
            let left = (pages.end - number) as usize;
            if slot == 0 && left >= CHUNK_PAGES {
                *chunk = whole_chunk.clone();
                number += CHUNK_PAGES as u64;
            } else {
                Rc::make_mut(chunk.get_or_insert_default())[slot] = page.clone();
                number += 1;
            }
        }
    }

    fn replace_page(&mut self, number: u64, by: Rc<Page>) {
        self.forget(&(number..number + 1));
        let (chunk, slot) = self.chunk_or_new(number);
        Rc::make_mut(chunk.get_or_insert_default())[slot] = Some(by);
    }

    /// Takes pages that are to be replaced out of the look-aside tables.
    fn forget(&mut self, pages: &Range<u64>) {
        for entry in self.reads.iter_mut().chain(&mut self.writes) {
            if pages.contains(&entry.page) {
                *entry = NO_ENTRY;
            }
        }
    }

    /// The place of a page's chunk in its table, and that of the page in the chunk.
    fn chunk_or_new(&mut self, number: u64) -> (&mut Option<Rc<Chunk>>, usize) {
        let region = Memory::region_of(number).expect("only the four regions are mapped");
        let region = &mut self.regions[region];
        let (index, slot) = region.position(number);
        if region.chunks.len() <= index {
            region.chunks.resize(index + 1, None);
        }
        (&mut region.chunks[index], slot)
    }

    /// Does something to each part of a range that is on a page of its own. Where the range fills
    /// many pages, they are replaced by one that they all share until it is written.
    fn change(
        &mut self,
        address: u64,
        length: u64,
        whole: impl FnOnce() -> Option<Page>,
        mut part: impl FnMut(&mut Memory, u64, usize, usize),
    ) {
        let end = address + length;
        let Some(pages) = Memory::many_whole_pages(address, length) else {
            return Memory::parts(address, length)
                .for_each(|(number, offset, count)| part(self, number, offset, count));
        };
        self.replace(&pages, whole());
        let (first, last) = (pages.start << PAGE_BITS, pages.end << PAGE_BITS);
        let rest = Memory::parts(address, first - address).chain(Memory::parts(last, end - last));
        rest.for_each(|(number, offset, count)| part(self, number, offset, count));
    }

    /// Splits a range into its parts on single pages: (page, offset in it, length).
    fn parts(address: u64, length: u64) -> impl Iterator<Item = (u64, usize, usize)> + use<> {
        let mut at = address;
        let end = address + length;
        std::iter::from_fn(move || {
            (at < end).then(|| {
                let offset = at as usize & (PAGE_SIZE - 1);
                let count = (PAGE_SIZE - offset).min((end - at) as usize);
                let part = (at >> PAGE_BITS, offset, count);
                at += count as u64;
                part
            })
        })
    }

    /// Every byte of the range belongs to a live object (and may be written, if `write`).
    pub fn is_accessible(&self, address: u64, length: u64, write: bool) -> bool {
        if address.checked_add(length).is_none_or(|end| end > STACK_TOP) {
            return false;
        }
        Memory::parts(address, length).all(|(number, offset, count)| {
            self.page(number)
                .is_some_and(|page| page.all_valid(offset, count) && !(write && page.read_only))
        })
    }

    /// What the byte holds. The address must be accessible.
    pub fn byte(&self, address: u64) -> Byte {
        let page = self.page(address >> PAGE_BITS).expect("accessible");
        let offset = address as usize & (PAGE_SIZE - 1);
        if page.is_plain(offset) {
            return Byte::Concrete(page.byte(offset));
        }
        match page.cell(offset) {
            Some(cell) => Byte::Symbolic(cell),
            None => Byte::Uninitialised(page.byte(offset)),
        }
    }

    /// The first byte of an accessible range that nobody has written.
    pub fn first_unset(&self, address: u64, length: u64) -> Option<u64> {
        Memory::parts(address, length).find_map(|(number, offset, count)| {
            let page = self.page(number)?;
            if page.all_plain(offset, count) {
                return None;
            }
            let is_unset = |&at: &usize| !page.is_plain(at) && page.cell(at).is_none();
            let first = (offset..offset + count).find(is_unset)?;
            Some((number << PAGE_BITS) + first as u64)
        })
    }

    /// Appends the bytes of the range if all are plain.
    pub fn read_plain_bytes(&self, address: u64, length: u64, into: &mut Vec<u8>) -> bool {
        let start = into.len();
        for (number, offset, count) in Memory::parts(address, length) {
            match self.page(number) {
                Some(page) if page.all_plain(offset, count) => {
                    into.extend_from_slice(page.data(offset, count))
                }
                _ => {
                    into.truncate(start);
                    return false;
                }
            }
        }
        true
    }

    /// Stores concrete bytes; the range must be accessible for writing.
    pub fn write_bytes(&mut self, address: u64, bytes: &[u8]) {
        let mut rest = bytes;
        for (number, offset, count) in Memory::parts(address, bytes.len() as u64) {
            let (now, later) = rest.split_at(count);
            self.page_mut(number).expect("accessible").store(offset, now);
            rest = later;
        }
    }

    pub fn write_fill(&mut self, address: u64, length: u64, byte: u8) {
        let whole = || Some(Page::filled(byte, true));
        self.change(address, length, whole, |memory, number, offset, count| {
            memory.page_mut(number).expect("accessible").store_fill(offset, count, byte);
        });
    }

    pub fn write_byte(&mut self, address: u64, value: Byte) {
        let page = self.page_mut(address >> PAGE_BITS).expect("accessible");
        let offset = address as usize & (PAGE_SIZE - 1);
        match value {
            Byte::Concrete(byte) => page.store(offset, &[byte]),
            Byte::Symbolic(cell) => page.store_cell(offset, cell),
            Byte::Uninitialised(byte) => {
                page.store(offset, &[byte]);
                page.mark_uninitialised(offset, 1);
            }
        }
    }

    /// The bytes stay but count as uninitialised again.
    pub fn mark_uninitialised(&mut self, address: u64, length: u64) {
        for (number, offset, count) in Memory::parts(address, length) {
            self.page_mut(number).expect("accessible").mark_uninitialised(offset, count);
        }
    }

    /// Copies bytes with their shadows, as `memmove` does. Both ranges must be accessible.
    pub fn copy(&mut self, to: u64, from: u64, length: u64) {
        let mut plain = Vec::with_capacity(length as usize);
        if self.read_plain_bytes(from, length, &mut plain) {
            self.write_bytes(to, &plain);
            return;
        }
        let bytes: Vec<Byte> = (0..length).map(|i| self.byte(from + i)).collect();
        for (i, byte) in bytes.into_iter().enumerate() {
            self.write_byte(to + i as u64, byte);
        }
    }

    /// Brings bytes into existence.
    pub fn map(&mut self, address: u64, length: u64, fill: u8, initialised: bool) {
        let whole = || Some(Page::filled(fill, initialised));
        self.change(address, length, whole, |memory, number, offset, count| {
            memory.page_or_new(number).map(offset, count, fill, initialised);
        });
    }

    pub fn unmap(&mut self, address: u64, length: u64) {
        self.change(
            address,
            length,
            || None,
            |memory, number, offset, count| {
                if let Some(page) = memory.page_mut(number) {
                    page.unmap(offset, count);
                }
            },
        );
    }

    /// Makes whole pages read-only, once the constants are written. Those that share their memory
    /// go on doing so.
    pub fn protect(&mut self, address: u64, length: u64) {
        let mut last: Option<(Rc<Page>, Rc<Page>)> = None;
        for (number, _, _) in Memory::parts(address, length) {
            let Some(page) = self.rc_page(number).cloned() else { continue };
            let protected = match last {
                Some((before, protected)) if Rc::ptr_eq(&before, &page) => protected,
                _ => Rc::new(page.protected()),
            };
            self.replace_page(number, Rc::clone(&protected));
            last = Some((page, protected));
        }
    }
}

impl Default for Memory {
    fn default() -> Self {
        Memory::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snapshot_keeps_what_it_saw() {
        let mut memory = Memory::new();
        memory.map(HEAP, 5000, 0, true);
        assert!(memory.store_plain::<4>(HEAP + 1020, 7));
        let mut before = memory.snapshot();
        assert!(memory.store_plain::<4>(HEAP + 1020, 8));
        assert_eq!(memory.load_plain::<4>(HEAP + 1020), Some(8));
        assert_eq!(before.load_plain::<4>(HEAP + 1020), Some(7));
        assert!(before.store_plain::<4>(HEAP + 1020, 9));
        assert_eq!(memory.load_plain::<4>(HEAP + 1020), Some(8));
    }

    #[test]
    fn access_ends_where_the_object_ends() {
        let mut memory = Memory::new();
        memory.map(HEAP, 10, 0xAA, false);
        assert!(memory.is_accessible(HEAP, 10, true));
        assert!(!memory.is_accessible(HEAP, 11, false));
        assert_eq!(memory.load_plain::<1>(HEAP), None);
        assert_eq!(memory.byte(HEAP), Byte::Uninitialised(0xAA));
        memory.write_bytes(HEAP, &[1, 2]);
        assert_eq!(memory.load_plain::<2>(HEAP), Some(0x0201));
        memory.unmap(HEAP, 10);
        assert!(!memory.is_accessible(HEAP, 1, false));
        assert!(!memory.is_accessible(u64::MAX - 1, 8, false));
    }

    /// How many pages have memory of their own.
    fn distinct_pages(memory: &Memory) -> usize {
        let chunks = memory.regions.iter().flat_map(|region| region.chunks.iter().flatten());
        let pages = chunks.flat_map(|chunk| chunk.iter().flatten());
        pages.map(Rc::as_ptr).collect::<std::collections::HashSet<_>>().len()
    }

    #[test]
    fn a_large_object_takes_what_is_written_of_it() {
        const SIZE: u64 = (1 << 30) + 100;
        let mut memory = Memory::new();
        let base = HEAP + 1000;
        memory.map(base, SIZE, 0, true);
        assert!(distinct_pages(&memory) <= 3);
        assert_eq!(memory.load_plain::<4>(base + SIZE - 4), Some(0));
        assert!(memory.store_plain::<4>(base + SIZE / 2, 7));
        assert_eq!(memory.load_plain::<4>(base + SIZE / 2), Some(7));
        assert_eq!(memory.load_plain::<4>(base + SIZE / 2 + 1024), Some(0));
        assert!(distinct_pages(&memory) <= 4);
        assert!(memory.is_accessible(base, 1 << 20, true));
        assert!(!memory.is_accessible(base + SIZE - 1, 2, false));
        assert!(!memory.is_accessible(base - 1, 1, false));

        memory.write_fill(base, SIZE, 0xAB);
        assert_eq!(memory.load_plain::<2>(base + SIZE / 2), Some(0xABAB));
        assert_eq!(memory.load_plain::<2>(base + SIZE - 2), Some(0xABAB));
        assert!(distinct_pages(&memory) <= 3);

        memory.unmap(base, SIZE);
        assert_eq!(memory.load_plain::<2>(base + SIZE / 2), None);
        assert!(!memory.is_accessible(base + SIZE / 2, 1, false));
        assert!(!memory.is_accessible(base, 1, false));
    }

    #[test]
    fn large_constants_share_their_pages() {
        let mut memory = Memory::new();
        memory.map(GLOBALS, 1 << 20, 0, true);
        memory.protect(GLOBALS, 1 << 20);
        assert_eq!(distinct_pages(&memory), 1);
        assert!(!memory.store_plain::<1>(GLOBALS + 5000, 1));
        assert_eq!(memory.load_plain::<1>(GLOBALS + 5000), Some(0));
    }

    #[test]
    fn what_is_mapped_again_is_new() {
        let mut memory = Memory::new();
        memory.map(HEAP, 1 << 16, 0, true);
        assert!(memory.store_plain::<4>(HEAP + 20, 7));
        let mut before = memory.snapshot();
        memory.map(HEAP, 1 << 16, 0xAA, false);
        assert_eq!(memory.load_plain::<4>(HEAP + 20), None);
        assert_eq!(memory.byte(HEAP + 20), Byte::Uninitialised(0xAA));
        assert_eq!(before.load_plain::<4>(HEAP + 20), Some(7));
    }

    #[test]
    fn constants_cannot_be_written() {
        let mut memory = Memory::new();
        memory.map(GLOBALS, 16, 0, true);
        memory.protect(GLOBALS, 16);
        assert!(!memory.store_plain::<1>(GLOBALS, 1));
        assert!(!memory.is_accessible(GLOBALS, 1, true));
        assert_eq!(memory.load_plain::<1>(GLOBALS), Some(0));
    }
}
