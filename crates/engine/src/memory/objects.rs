//! Which object an address belongs to: needed where the bytes alone do not tell (symbolic
//! addresses, `free`, the explanation of a finding).

use crate::memory::{GLOBALS, HEAP, HEAP_END, gap_after};
use assay_base::Place;
use imbl::OrdMap;
use std::rc::Rc;

/// A block of memory that the program may treat as one array of bytes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Object {
    pub base: u64,
    pub size: u64,
    pub kind: ObjectKind,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ObjectKind {
    Global,
    Heap,
    Freed,
    Stack,
}

impl Object {
    pub fn contains(&self, address: u64, length: u64) -> bool {
        address >= self.base
            && address - self.base <= self.size.wrapping_sub(length)
            && length <= self.size
    }
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct HeapObject {
    pub size: u64,
    pub is_freed: bool,
    pub allocated_at: Option<Place>,
}

/// Globals (fixed) and heap objects; stack objects are found through the frames.
#[derive(Clone)]
pub struct Objects {
    /// Sorted by base: (base, size).
    globals: Rc<[(u64, u64)]>,
    heap: OrdMap<u64, HeapObject>,
    /// Globals lie before it, heap objects behind.
    first_heap: u64,
    next_heap: u64,
    /// Bytes of live heap objects, for the guest's own memory limit.
    pub live_bytes: u64,
}

impl Objects {
    pub fn new(globals: Rc<[(u64, u64)]>) -> Objects {
        let end = globals.last().map_or(0, |&(base, size)| base + size + gap_after(size));
        let first_heap = HEAP.max(end.next_multiple_of(4096));
        Objects { globals, heap: OrdMap::new(), first_heap, next_heap: first_heap, live_bytes: 0 }
    }

    /// Finds room for a new heap object; `None` when the heap is exhausted.
    pub fn allocate(&mut self, size: u64, align: u64, at: Option<Place>) -> Option<u64> {
        let base = self.next_heap.next_multiple_of(align.max(16));
        let end = base.checked_add(size)?.checked_add(gap_after(size))?;
        if end > HEAP_END {
            return None;
        }
        self.next_heap = end;
        self.live_bytes += size;
        self.heap.insert(base, HeapObject { size, is_freed: false, allocated_at: at });
        Some(base)
    }

    pub fn heap_object(&self, base: u64) -> Option<&HeapObject> {
        self.heap.get(&base)
    }

    /// Marks the object that starts at `base` as freed.
    pub fn free(&mut self, base: u64) {
        if let Some(object) = self.heap.get_mut(&base) {
            object.is_freed = true;
            self.live_bytes -= object.size;
        }
    }

    /// The global or heap object, live or freed, that lies just behind `address`.
    pub fn after(&self, address: u64) -> Option<Object> {
        if address < self.first_heap {
            let after = self.globals.partition_point(|&(base, _)| base <= address);
            if let Some(&(base, size)) = self.globals.get(after) {
                return Some(Object { base, size, kind: ObjectKind::Global });
            }
        }
        let (&base, object) = self.heap.get_next(&address)?;
        let kind = if object.is_freed { ObjectKind::Freed } else { ObjectKind::Heap };
        Some(Object { base, size: object.size, kind })
    }

    /// The global or heap object, live or freed, that holds `address` or lies just before it.
    pub fn at_or_before(&self, address: u64) -> Option<Object> {
        if (GLOBALS..self.first_heap).contains(&address) {
            let after = self.globals.partition_point(|&(base, _)| base <= address);
            let (base, size) = *self.globals.get(after.checked_sub(1)?)?;
            return Some(Object { base, size, kind: ObjectKind::Global });
        }
        let (&base, object) = self.heap.get_prev(&address)?;
        let kind = if object.is_freed { ObjectKind::Freed } else { ObjectKind::Heap };
        Some(Object { base, size: object.size, kind })
    }
}
