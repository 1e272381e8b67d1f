//! The control flow of a method's bytecode: its blocks, their order, and which locals are read
//! later.

use crate::classfile::{Code, Instruction};

pub struct Flow {
    /// The first instruction of each block, and at the end the number of all.
    pub starts: Vec<usize>,
    /// The block that begins at an instruction.
    block_at: Vec<Option<usize>>,
    /// The blocks that may come next, without those of handlers.
    successors: Vec<Vec<usize>>,
    /// In how many ways a block is come to; those of handlers count twice.
    pub entries: Vec<usize>,
    /// Where each block stands when every block comes after those before it.
    pub rank: Vec<usize>,
    /// The locals whose values may be read later, at the start of each block.
    live: Vec<Locals>,
}

/// A set of locals.
#[derive(Clone, Default, PartialEq, Eq)]
struct Locals(Vec<u64>);

impl Locals {
    fn new(count: usize) -> Locals {
        Locals(vec![0; count.div_ceil(64)])
    }

    fn has(&self, local: usize) -> bool {
        self.0[local / 64] >> (local % 64) & 1 == 1
    }

    fn set(&mut self, local: usize, is_in: bool) {
        self.0[local / 64] &= !(1 << (local % 64));
        self.0[local / 64] |= u64::from(is_in) << (local % 64);
    }

    fn add(&mut self, other: &Locals) {
        self.0.iter_mut().zip(&other.0).for_each(|(own, other)| *own |= other);
    }
}

impl Flow {
    pub fn new(code: &Code) -> Flow {
        let count = code.instructions.len();
        let (starts, block_at) = blocks(code);
        let last = |block: usize| starts[block + 1] - 1;
        let block_of =
            |at: u32| block_at[at as usize].expect("a jump goes to where a block starts");
        let successors: Vec<Vec<usize>> = (0..starts.len() - 1)
            .map(|block| {
                let end = &code.instructions[last(block)];
                let next = (end.falls_through() && last(block) + 1 < count).then_some(block + 1);
                let targets = end.targets().into_iter().map(block_of);
                next.into_iter().chain(targets).collect()
            })
            .collect();
        let mut flow = Flow {
            entries: vec![0; starts.len() - 1],
            rank: Vec::new(),
            live: Vec::new(),
            starts,
            block_at,
            successors,
        };
        flow.entries[0] = 1;
        let targets: Vec<usize> = flow.successors.iter().flatten().copied().collect();
        targets.into_iter().for_each(|block| flow.entries[block] += 1);
        for handler in &code.handlers {
            let block = flow.block(handler.target);
            flow.entries[block] += 2;
        }
        flow.rank = flow.ranks(code);
        flow.live = flow.liveness(code);
        flow
    }

    /// The block that begins at an instruction that something jumps to.
    pub fn block(&self, at: u32) -> usize {
        self.block_at[at as usize].expect("a jump goes to where a block starts")
    }

    pub fn begins_block(&self, at: usize) -> bool {
        self.block_at.get(at).is_some_and(Option::is_some)
    }

    pub fn is_live(&self, block: usize, local: usize) -> bool {
        self.live[block].has(local)
    }

    /// The handlers of the code in a block, as blocks.
    fn handlers<'c>(&'c self, code: &'c Code, block: usize) -> impl Iterator<Item = usize> + 'c {
        let (start, end) = (self.starts[block] as u32, self.starts[block + 1] as u32);
        let around = code.handlers.iter().filter(move |it| it.start < end && start < it.end);
        around.map(|handler| self.block(handler.target))
    }

    fn ranks(&self, code: &Code) -> Vec<usize> {
        let count = self.successors.len();
        let next = |block: usize| {
            let handlers: Vec<usize> = self.handlers(code, block).collect();
            self.successors[block].iter().copied().chain(handlers).collect::<Vec<_>>()
        };
        let order = assay_base::dominators::reverse_post_order(count, 0, next);
        let mut rank = vec![usize::MAX; count];
        order.into_iter().enumerate().for_each(|(at, block)| rank[block] = at);
        rank
    }

    fn liveness(&self, code: &Code) -> Vec<Locals> {
        let count = self.successors.len();
        let mut live = vec![Locals::new(code.max_locals.into()); count];
        let mut changed = true;
        while changed {
            changed = false;
            for block in (0..count).rev() {
                let before = self.live_before(code, block, &live);
                changed |= before != live[block];
                live[block] = before;
            }
        }
        live
    }

    fn live_before(&self, code: &Code, block: usize, live: &[Locals]) -> Locals {
        let mut set = Locals::new(code.max_locals.into());
        self.successors[block].iter().for_each(|&next| set.add(&live[next]));
        for instruction in
            code.instructions[self.starts[block]..self.starts[block + 1]].iter().rev()
        {
            match instruction {
                Instruction::Store(_, local) => set.set((*local).into(), false),
                Instruction::Load(_, local) | Instruction::Increment(local, _) => {
                    set.set((*local).into(), true);
                }
                _ => {}
            }
        }
        self.handlers(code, block).for_each(|handler| set.add(&live[handler]));
        set
    }
}

/// Where blocks start, with the end; and the block that starts at each instruction.
fn blocks(code: &Code) -> (Vec<usize>, Vec<Option<usize>>) {
    let count = code.instructions.len();
    let mut begins = vec![false; count + 1];
    begins[0] = true;
    for (at, instruction) in code.instructions.iter().enumerate() {
        let targets = instruction.targets();
        begins[at + 1] |= !targets.is_empty() || !instruction.falls_through();
        targets.iter().for_each(|target| begins[*target as usize] = true);
    }
    code.handlers.iter().for_each(|handler| begins[handler.target as usize] = true);
    begins[count] = true;
    let starts: Vec<usize> = (0..=count).filter(|at| begins[*at]).collect();
    let mut block_at = vec![None; count];
    let without_end = &starts[..starts.len() - 1];
    without_end.iter().enumerate().for_each(|(block, &start)| block_at[start] = Some(block));
    (starts, block_at)
}
