//! The program as it lies in guest memory before it starts: addresses and initial bytes.

use crate::lower::leaves::{self, Unsupported};
use crate::memory::{self, FUNCTION_STRIDE, FUNCTIONS, GLOBALS, HEAP_END, Memory, gap_after};
use assay_base::Id;
use assay_program::{
    BlockId, Const, ConstId, FuncId, GlobalId, Linkage, Program, Role, Terminator, Type,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Where globals, functions and labels lie.
#[derive(Clone, Debug, Default)]
pub struct Addresses {
    globals: Vec<u64>,
    /// Weak functions that nobody defines: their address is null.
    missing: FxHashSet<FuncId>,
    blocks: FxHashMap<(FuncId, BlockId), u64>,
    /// The labels in the order of their addresses.
    pub block_order: Vec<(FuncId, BlockId)>,
}

impl Addresses {
    pub fn global(&self, global: GlobalId) -> u64 {
        self.globals[global.index()]
    }

    pub fn function(&self, function: FuncId) -> u64 {
        if self.missing.contains(&function) {
            return 0;
        }
        FUNCTIONS + function.index() as u64 * FUNCTION_STRIDE
    }

    /// The function that a code address names.
    pub fn function_at(&self, address: u64) -> Option<FuncId> {
        let offset = address.checked_sub(FUNCTIONS)?;
        (address < memory::BLOCKS && offset.is_multiple_of(FUNCTION_STRIDE))
            .then(|| FuncId::new((offset / FUNCTION_STRIDE) as usize))
    }

    fn place_block(&mut self, function: FuncId, block: BlockId) {
        let next = memory::BLOCKS + self.block_order.len() as u64;
        self.blocks.entry((function, block)).or_insert_with(|| {
            self.block_order.push((function, block));
            next
        });
    }

    pub fn block(&self, function: FuncId, block: BlockId) -> u64 {
        self.blocks.get(&(function, block)).copied().unwrap_or(0)
    }
}

/// A global as it is laid out.
#[derive(Clone, Debug)]
struct PlacedGlobal {
    base: u64,
    size: u64,
    initial: InitialBytes,
    is_constant: bool,
    is_defined: bool,
}

/// What a global holds at first: pieces at ascending offsets, and zeros between and behind them. So
/// a large table that is mostly zero takes little.
#[derive(Clone, Debug, Default)]
struct InitialBytes {
    pieces: Vec<(u64, Vec<u8>)>,
}

/// Behind all addresses: where globals end that do not fit.
const FAR_AWAY: u64 = 1 << 62;

/// Zeros between two pieces that are cheaper to write than a piece of its own.
const SHORT_GAP: u64 = 64;

impl InitialBytes {
    /// Constants are written in the order of their offsets.
    fn write(&mut self, at: u64, bytes: &[u8]) {
        match self.pieces.last_mut() {
            Some((start, piece)) if at - *start <= piece.len() as u64 + SHORT_GAP => {
                let offset = (at - *start) as usize;
                piece.resize(piece.len().max(offset + bytes.len()), 0);
                piece[offset..offset + bytes.len()].copy_from_slice(bytes);
            }
            _ => self.pieces.push((at, bytes.to_vec())),
        }
    }
}

#[derive(Copy, Clone, Debug)]
struct Seen {
    functions: usize,
    constants: usize,
    arrivals: usize,
}

/// Shared by all workers; each makes its own [`Memory`] from it.
#[derive(Clone, Debug, Default)]
pub struct Image {
    pub addresses: Addresses,
    globals: Vec<PlacedGlobal>,
    /// Where the last of them ends.
    end: u64,
    /// How much of the program was there when it was looked at last; none if it never was.
    seen: Option<Seen>,
    /// Globals whose initialisers could not be evaluated, with the reason.
    pub problems: Vec<(GlobalId, String)>,
}

impl Image {
    pub fn new(program: &Program) -> Image {
        let mut image = Image { end: GLOBALS, ..Image::default() };
        image.add(program);
        image
    }

    /// Takes in what has come to a program; what was there stays where it is.
    pub(crate) fn add(&mut self, program: &Program) {
        let is_missing = |id: &FuncId| {
            let function = &program.functions[*id];
            function.linkage == Linkage::Weak
                && function.body.is_none()
                && function.role.primitive().is_none()
                && function.role != Role::Stub
        };
        let seen = self.seen.map_or(0, |seen| seen.functions);
        let new = program.functions.ids().skip(seen);
        self.addresses.missing.retain(is_missing);
        self.addresses.missing.extend(new.filter(is_missing));
        self.place_blocks(program);
        for global in self.place_globals(program) {
            self.initialise(program, global);
        }
        self.seen = Some(Seen {
            functions: program.functions.len(),
            constants: program.constants.len(),
            arrivals: program.arrivals.len(),
        });
    }

    /// Where the last variable ends when those that have come to the program are there too.
    pub(crate) fn end_of(&self, program: &Program) -> u64 {
        self.places(program).1
    }

    /// How many variables there are.
    pub(crate) fn count(&self) -> usize {
        self.globals.len()
    }

    fn place_blocks(&mut self, program: &Program) {
        for function in program.came_since(self.seen.map(|seen| seen.arrivals)) {
            let Some(body) = &program.functions[function].body else { continue };
            for block in body.blocks.values() {
                let Terminator::IndirectJump { targets, .. } = &block.terminator else { continue };
                targets.iter().for_each(|&target| self.addresses.place_block(function, target));
            }
        }
        // Variables may hold the address of a block that is not there yet.
        let seen = self.seen.map_or(0, |seen| seen.constants);
        for constant in program.constants.values().skip(seen) {
            if let Const::BlockAddress { function, block, .. } = constant {
                self.addresses.place_block(*function, *block);
            }
        }
    }

    /// Gives places to those that have none yet.
    fn place_globals(&mut self, program: &Program) -> Vec<GlobalId> {
        let (places, end) = self.places(program);
        self.addresses.globals.resize(program.globals.len(), 0);
        for &(id, base) in &places {
            self.addresses.globals[id.index()] = base;
        }
        self.end = end;
        places.into_iter().map(|(id, _)| id).collect()
    }

    /// Where those lie that have no place yet, and where the last ends: constants first, on pages
    /// of their own.
    fn places(&self, program: &Program) -> (Vec<(GlobalId, u64)>, u64) {
        let new = program.globals.ids().skip(self.addresses.globals.len());
        let (constants, variables): (Vec<GlobalId>, Vec<GlobalId>) =
            new.partition(|&id| program.globals[id].is_constant);
        let (mut places, mut next) = (Vec::new(), self.end);
        for group in [constants, variables] {
            next = next.next_multiple_of(4096);
            for id in group {
                let global = &program.globals[id];
                let base = next.next_multiple_of(global.align.max(16));
                places.push((id, base));
                let behind = base.saturating_add(global.size);
                next = behind.saturating_add(gap_after(global.size)).min(FAR_AWAY);
            }
        }
        (places, next)
    }

    fn initialise(&mut self, program: &Program, id: GlobalId) {
        let global = &program.globals[id];
        let mut initial = InitialBytes::default();
        if let Some(initialiser) = global.initialiser
            && let Err(Unsupported(why)) = self.write(program, initialiser, &mut initial, 0)
        {
            self.problems.push((id, why));
        }
        self.globals.push(PlacedGlobal {
            base: self.addresses.global(id),
            size: global.size,
            initial,
            is_constant: global.is_constant,
            is_defined: global.initialiser.is_some(),
        });
    }

    fn write(
        &self,
        program: &Program,
        id: ConstId,
        into: &mut InitialBytes,
        at: u64,
    ) -> Result<(), Unsupported> {
        match &program.constants[id] {
            Const::Zero { .. } | Const::Undef { .. } | Const::Null { .. } => Ok(()),
            Const::Bytes { bytes, .. } => {
                into.write(at, bytes);
                Ok(())
            }
            Const::Image { bytes, places, .. } => {
                into.write(at, bytes);
                for (offset, place) in places {
                    self.write(program, *place, into, at + offset)?;
                }
                Ok(())
            }
            Const::Aggregate { ty, elements } => {
                for (i, element) in elements.iter().enumerate() {
                    let offset = match program.types.get(*ty) {
                        Type::Struct { fields, .. } => fields[i].offset,
                        Type::Array { element, .. } => {
                            i as u64 * program.types.layout(*element).alloc_size
                        }
                        Type::Vector { element, .. } => {
                            i as u64 * program.types.layout(*element).store_size
                        }
                        _ => return Err(Unsupported("an aggregate of scalar type".into())),
                    };
                    self.write(program, *element, into, at + offset)?;
                }
                Ok(())
            }
            constant => {
                let size = program.types.layout(constant.ty()).store_size as usize;
                if let Const::Int { words, .. } = constant {
                    let all: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
                    into.write(at, &all[..size.min(all.len())]);
                    return Ok(());
                }
                let value = leaves::scalar(program, &self.addresses, id)?.to_le_bytes();
                into.write(at, &value[..size.min(16)]);
                Ok(())
            }
        }
    }

    /// Whether the globals fit into guest memory; if not, how many bytes they take and how many
    /// there are.
    pub fn check_room(&self) -> Result<(), (u64, u64)> {
        let (taken, room) = (self.end - GLOBALS, HEAP_END - GLOBALS);
        if taken > room { Err((taken, room)) } else { Ok(()) }
    }

    /// Fresh memory with all globals in it, which must have room.
    pub fn memory(&self) -> Memory {
        let mut memory = Memory::new();
        self.lay_out(&mut memory, 0);
        memory
    }

    /// Brings those into memory that came when so many were there.
    pub(crate) fn lay_out(&self, memory: &mut Memory, known: usize) {
        let new = &self.globals[known..];
        for global in new {
            memory.map(global.base, global.size, 0, true);
            for (offset, bytes) in &global.initial.pieces {
                memory.write_bytes(global.base + offset, bytes);
            }
        }
        for global in new.iter().filter(|global| global.is_constant && global.is_defined) {
            memory.protect(global.base, global.size);
        }
    }

    /// (base, size) of every global, sorted.
    pub fn objects(&self) -> Rc<[(u64, u64)]> {
        let mut objects: Vec<_> = self.globals.iter().map(|g| (g.base, g.size)).collect();
        objects.sort_unstable();
        objects.into()
    }
}
