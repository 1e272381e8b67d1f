//! Which object an address belongs to: needed where the bytes alone do not tell (symbolic
//! addresses, `free`, the explanation of a finding).

use crate::memory::{GLOBALS, HEAP, HEAP_END, MADE, MADE_END, gap_after};
use assay_base::Place;
use assay_expr::Term;
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
    /// What the driver of a unit has made.
    pub made: Option<Made>,
}

/// How the driver of a unit knows one of its objects.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Made {
    pub number: u32,
    /// Where its elements begin: what a pointer to it names.
    pub origin: u64,
    /// The bytes that it has for people, while bounds may still make it smaller.
    pub shown: u64,
    /// Bytes that there may be in front of it and behind it, if an input says so.
    pub front: u64,
    pub back: u64,
    /// Taken for large enough: what looks beyond it is of no interest.
    pub is_enough: bool,
    pub extent: Option<Extent>,
}

/// A side of an object.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Room {
    Front,
    Back,
}

impl Room {
    /// What tells a choice about room from one about an object: no address has these bits.
    pub fn number(self) -> u64 {
        match self {
            Room::Front => 1 << 62,
            Room::Back => 2 << 62,
        }
    }

    pub fn is_meant(number: u64) -> bool {
        number >> 62 != 0
    }
}

/// An object with as many elements as an input says.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Extent {
    /// The number of elements, as it is compared in the program.
    pub count: Term,
    pub is_signed: bool,
    /// Bytes of an element.
    pub element: u64,
    /// So many bytes are there for sure on this path.
    pub known: u64,
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
    next_made: u64,
    /// Bytes of live heap objects, for the guest's own memory limit.
    pub live_bytes: u64,
}

impl Objects {
    pub fn new(globals: Rc<[(u64, u64)]>) -> Objects {
        let end = globals.last().map_or(0, |&(base, size)| base + size + gap_after(size));
        let first_heap = HEAP.max(end.next_multiple_of(4096));
        Objects {
            globals,
            heap: OrdMap::new(),
            first_heap,
            next_heap: first_heap,
            next_made: MADE,
            live_bytes: 0,
        }
    }

    /// More variables have come.
    pub fn set_globals(&mut self, globals: Rc<[(u64, u64)]>) {
        self.globals = globals;
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
        let object = HeapObject { size, is_freed: false, allocated_at: at, made: None };
        self.heap.insert(base, object);
        Some(base)
    }

    /// The same for an object of a driver, with room around it for what an input may say is there.
    pub fn allocate_made(&mut self, size: u64, made: Made) -> Option<u64> {
        let origin = self.next_made.checked_add(made.front)?.next_multiple_of(16);
        let end = origin.checked_add(size)?.checked_add(made.back)?.checked_add(gap_after(size))?;
        if end > MADE_END {
            return None;
        }
        self.next_made = end;
        self.live_bytes += size;
        let made = Some(Made { origin, ..made });
        let object = HeapObject { size, is_freed: false, allocated_at: None, made };
        self.heap.insert(origin, object);
        Some(origin)
    }

    /// The live object of a driver that an address lies in.
    pub fn made_at(&self, address: u64) -> Option<(u64, Made)> {
        if !(MADE..MADE_END).contains(&address) {
            return None;
        }
        let (&base, object) = self.heap.get_prev(&address)?;
        let is_inside = !object.is_freed && address - base < object.size;
        object.made.filter(|_| is_inside).map(|made| (base, made))
    }

    pub fn made_mut(&mut self, base: u64) -> Option<&mut Made> {
        self.heap.get_mut(&base)?.made.as_mut()
    }

    /// The live object of a driver in whose room an address lies, in front of it or behind it, with
    /// its base.
    pub fn room_at(&self, address: u64) -> Option<(u64, Made, Room)> {
        if !(MADE..MADE_END).contains(&address) {
            return None;
        }
        if let Some((&base, object)) = self.heap.get_next(&address)
            && let Some(made) = object.made.filter(|_| !object.is_freed)
            && (base - made.front..base).contains(&address)
        {
            return Some((base, made, Room::Front));
        }
        let (&base, object) = self.heap.get_prev(&address)?;
        let made = object.made.filter(|_| !object.is_freed)?;
        let end = base + object.size;
        (end..end + made.back).contains(&address).then_some((base, made, Room::Back))
    }

    /// The room of an object becomes a part of it; returns where and how long it is.
    pub fn take_room(&mut self, base: u64, room: Room) -> (u64, u64) {
        let Some(mut object) = self.heap.remove(&base) else { return (base, 0) };
        let Some(made) = &mut object.made else { return (base, 0) };
        let (new_base, taken) = match room {
            Room::Front => {
                let length = std::mem::take(&mut made.front);
                (base - length, (base - length, length))
            }
            Room::Back => (base, (base + object.size, std::mem::take(&mut made.back))),
        };
        object.size += taken.1;
        self.live_bytes += taken.1;
        self.heap.insert(new_base, object);
        taken
    }

    /// What a driver's object has in front of its elements counts too, but is not shown.
    pub fn resize(&mut self, base: u64, size: u64) {
        if let Some(object) = self.heap.get_mut(&base) {
            self.live_bytes = self.live_bytes - object.size + size;
            object.size = size;
            let elements = |made: &Made| (base + size).saturating_sub(made.origin);
            object.made = object.made.map(|made| Made { shown: elements(&made), ..made });
        }
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
