//! Class files that tell which way they go: every outcome of every place with several outcomes sets
//! an element of `assay.Probes.taken`.
//!
//! Probes stand behind a conditional jump, where it falls through, and at the end of the method, on
//! the way to where it leads. Frames for the verifier are left out: the JVM that runs tests does
//! not verify (`-XX:-BytecodeVerificationRemote`), and classes that the user's compiler made need
//! it not.

use rustc_hash::FxHashMap;

/// The first edge of each place of a method, by the method's position in the file and the place's
/// number. Edges of one place follow each other: of a jump, the one taken and the one fallen
/// through; of a switch, its cases and the default.
pub type Probes = FxHashMap<(usize, u32), usize>;

/// What is put in to set an element: `getstatic`, `ldc_w`, `iconst_1`, `bastore`.
const PROBE: usize = 8;
/// A probe and `goto_w`.
const DETOUR: usize = PROBE + 5;
/// What a probe needs of the stack.
const STACK: u16 = 3;
/// A jump reaches so far.
const REACH: usize = 0x7fff;

/// The class with probes; methods that would become too long have none.
pub fn instrument(bytes: &[u8], probes: &Probes) -> Option<Vec<u8>> {
    let mut reader = Reader { bytes, at: 0 };
    let mut out = reader.take(8)?.to_vec();
    let mut pool = Pool::read(&mut reader)?;
    let mut rest = reader.take(6)?.to_vec();
    let interfaces = reader.number(2)?;
    rest.extend((interfaces as u16).to_be_bytes());
    rest.extend(reader.take(2 * interfaces)?);
    members(&mut reader, &mut rest, |_, _| None)?;
    members(&mut reader, &mut rest, |index, attribute| {
        let wanted = |number: u32| probes.get(&(index, number)).copied();
        rewritten(attribute, &mut pool, &wanted)
    })?;
    rest.extend(&bytes[reader.at..]);
    out.extend((pool.count as u16).to_be_bytes());
    out.extend(&pool.bytes);
    out.extend(rest);
    (pool.count < 0xffff).then_some(out)
}

struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Reader<'b> {
    fn take(&mut self, count: usize) -> Option<&'b [u8]> {
        let taken = self.bytes.get(self.at..self.at.checked_add(count)?)?;
        self.at += count;
        Some(taken)
    }

    fn number(&mut self, bytes: usize) -> Option<usize> {
        let taken = self.take(bytes)?.iter();
        Some(taken.fold(0, |number, byte| number << 8 | usize::from(*byte)))
    }
}

/// The pool of constants, to which some are added.
struct Pool {
    count: usize,
    bytes: Vec<u8>,
    code: Option<usize>,
    field: Option<u16>,
    numbers: FxHashMap<usize, u16>,
}

impl Pool {
    fn read(reader: &mut Reader<'_>) -> Option<Pool> {
        let count = reader.number(2)?;
        let from = reader.at;
        let mut code = None;
        let mut index = 1;
        while index < count {
            let tag = reader.number(1)?;
            match tag {
                1 => {
                    let length = reader.number(2)?;
                    if reader.take(length)? == b"Code" {
                        code = Some(index);
                    }
                }
                3 | 4 | 9 | 10 | 11 | 12 | 17 | 18 => drop(reader.take(4)?),
                5 | 6 => drop(reader.take(8)?),
                7 | 8 | 16 | 19 | 20 => drop(reader.take(2)?),
                15 => drop(reader.take(3)?),
                _ => return None,
            }
            index += if matches!(tag, 5 | 6) { 2 } else { 1 };
        }
        let bytes = reader.bytes[from..reader.at].to_vec();
        Some(Pool { count, bytes, code, field: None, numbers: FxHashMap::default() })
    }

    fn add(&mut self, tag: u8, content: &[u8]) -> u16 {
        self.bytes.push(tag);
        self.bytes.extend(content);
        self.count += 1;
        (self.count - 1) as u16
    }

    fn text(&mut self, text: &str) -> u16 {
        let length = (text.len() as u16).to_be_bytes();
        self.add(1, &[&length, text.as_bytes()].concat())
    }

    /// `assay.Probes.taken`.
    fn field(&mut self) -> u16 {
        if let Some(known) = self.field {
            return known;
        }
        let pair = |a: u16, b: u16| [a.to_be_bytes(), b.to_be_bytes()].concat();
        let class = self.text("assay/Probes");
        let class = self.add(7, &class.to_be_bytes());
        let (name, ty) = (self.text("taken"), self.text("[Z"));
        let name = self.add(12, &pair(name, ty));
        let field = self.add(9, &pair(class, name));
        self.field = Some(field);
        field
    }

    fn integer(&mut self, number: usize) -> u16 {
        if let Some(&known) = self.numbers.get(&number) {
            return known;
        }
        let constant = self.add(3, &(number as u32).to_be_bytes());
        self.numbers.insert(number, constant);
        constant
    }

    fn probe(&mut self, edge: usize) -> Vec<u8> {
        let (field, number) = (self.field().to_be_bytes(), self.integer(edge).to_be_bytes());
        vec![0xb2, field[0], field[1], 0x13, number[0], number[1], 0x04, 0x54]
    }
}

/// Copies fields or methods, and lets `change` see their attributes.
fn members(
    reader: &mut Reader<'_>,
    out: &mut Vec<u8>,
    mut change: impl FnMut(usize, &[u8]) -> Option<Vec<u8>>,
) -> Option<()> {
    let count = reader.number(2)?;
    out.extend((count as u16).to_be_bytes());
    for index in 0..count {
        out.extend(reader.take(6)?);
        let attributes = reader.number(2)?;
        out.extend((attributes as u16).to_be_bytes());
        for _ in 0..attributes {
            let from = reader.at;
            reader.take(2)?;
            let length = reader.number(4)?;
            reader.take(length)?;
            let attribute = &reader.bytes[from..reader.at];
            match change(index, attribute) {
                Some(changed) => out.extend(changed),
                None => out.extend(attribute),
            }
        }
    }
    Some(())
}

/// The code of a method with probes; `None` for another attribute, or where there are none.
fn rewritten(
    attribute: &[u8],
    pool: &mut Pool,
    edge: &dyn Fn(u32) -> Option<usize>,
) -> Option<Vec<u8>> {
    let mut reader = Reader { bytes: attribute, at: 0 };
    let name = reader.number(2)?;
    if Some(name) != pool.code {
        return None;
    }
    reader.take(4)?;
    let (max_stack, max_locals) = (reader.number(2)?, reader.number(2)?);
    let length = reader.number(4)?;
    let code = reader.take(length)?;
    let rewrite = Rewrite::new(code, edge)?;
    if rewrite.jumps.is_empty() || rewrite.length() > REACH {
        return None;
    }
    let new_code = rewrite.code(pool)?;
    let mut handlers = Vec::new();
    let count = reader.number(2)?;
    for _ in 0..count {
        for _ in 0..3 {
            let at = reader.number(2)?;
            handlers.extend((rewrite.moved(at) as u16).to_be_bytes());
        }
        handlers.extend(reader.take(2)?);
    }
    let stack = (max_stack as u16).checked_add(STACK)?;
    let mut body = Vec::new();
    body.extend(stack.to_be_bytes());
    body.extend((max_locals as u16).to_be_bytes());
    body.extend((new_code.len() as u32).to_be_bytes());
    body.extend(new_code);
    body.extend((count as u16).to_be_bytes());
    body.extend(handlers);
    // No attributes: frames and tables of lines are about the old code.
    body.extend([0, 0]);
    let mut out = attribute[..2].to_vec();
    out.extend((body.len() as u32).to_be_bytes());
    out.extend(body);
    Some(out)
}

/// A conditional jump or a switch, with the first of its edges.
struct Jump {
    at: usize,
    edge: usize,
}

struct Rewrite<'c> {
    code: &'c [u8],
    /// Where instructions start, and the end of the code.
    starts: Vec<usize>,
    jumps: Vec<Jump>,
    /// Where each byte of the old code is in the new one.
    places: Vec<usize>,
}

impl<'c> Rewrite<'c> {
    fn new(code: &'c [u8], edge: &dyn Fn(u32) -> Option<usize>) -> Option<Rewrite<'c>> {
        let mut starts = Vec::new();
        let mut jumps = Vec::new();
        let (mut at, mut number) = (0, 0);
        while at < code.len() {
            starts.push(at);
            let op = code[at];
            if is_conditional(op) || is_switch(op) {
                jumps.extend(edge(number).map(|edge| Jump { at, edge }));
                number += 1;
            }
            at += length(code, at)?;
        }
        starts.push(code.len());
        let mut rewrite = Rewrite { code, starts, jumps, places: Vec::new() };
        rewrite.place();
        Some(rewrite)
    }

    /// Switches are padded by where they are, so places are known from the front to the back.
    fn place(&mut self) {
        let mut places = vec![0; self.code.len() + 1];
        let mut new = 0;
        let mut jumps = self.jumps.iter().peekable();
        for pair in self.starts.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            (from..to).for_each(|at| places[at] = new);
            let is_probed = jumps.next_if(|jump| jump.at == from).is_some();
            let op = self.code[from];
            new += match is_switch(op) {
                true => 1 + padding(new) + (to - from - 1 - padding(from)),
                false => to - from,
            };
            new += if is_probed && is_conditional(op) { PROBE } else { 0 };
        }
        places[self.code.len()] = new;
        self.places = places;
    }

    fn moved(&self, at: usize) -> usize {
        self.places[at.min(self.code.len())]
    }

    /// With all detours.
    fn length(&self) -> usize {
        let detours = self.jumps.iter().map(|jump| match is_switch(self.code[jump.at]) {
            true => table(self.code, jump.at).map_or(0, |table| table.targets.len()),
            false => 1,
        });
        self.moved(self.code.len()) + DETOUR * detours.sum::<usize>()
    }

    fn code(&self, pool: &mut Pool) -> Option<Vec<u8>> {
        let mut out: Vec<u8> = Vec::new();
        let mut detours: Vec<u8> = Vec::new();
        let end = self.moved(self.code.len());
        let mut jumps = self.jumps.iter().peekable();
        for pair in self.starts.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            let (op, here) = (self.code[from], out.len());
            debug_assert_eq!(here, self.moved(from), "places are those of the code");
            let edge = jumps.next_if(|jump| jump.at == from).map(|jump| jump.edge);
            let mut detour = |target: usize, edge: usize, pool: &mut Pool| {
                let place = end + detours.len();
                detours.extend(pool.probe(edge));
                let back = self.moved(target) as i64 - (place + PROBE) as i64;
                detours.push(0xc8);
                detours.extend((back as i32).to_be_bytes());
                place
            };
            if is_switch(op) {
                self.switch(from, edge, &mut out, |target, edge| match edge {
                    Some(edge) => detour(target, edge, pool),
                    None => self.moved(target),
                })?;
            } else if is_conditional(op) || matches!(op, 0xa7 | 0xa8) {
                let offset = i16::from_be_bytes([self.code[from + 1], self.code[from + 2]]);
                let target = (from as i64 + i64::from(offset)) as usize;
                let place = match edge {
                    Some(edge) => detour(target, edge, pool),
                    None => self.moved(target),
                };
                let offset = i16::try_from(place as i64 - here as i64).ok()?;
                out.push(op);
                out.extend(offset.to_be_bytes());
                out.extend(edge.map(|edge| pool.probe(edge + 1)).unwrap_or_default());
            } else if matches!(op, 0xc8 | 0xc9) {
                let offset = word(self.code, from + 1)?;
                let target = (from as i64 + i64::from(offset)) as usize;
                out.push(op);
                out.extend((self.moved(target) as i32 - here as i32).to_be_bytes());
            } else {
                out.extend(&self.code[from..to]);
            }
        }
        out.extend(detours);
        Some(out)
    }

    /// The default stands first in the code, and last among the edges.
    fn switch(
        &self,
        from: usize,
        edge: Option<usize>,
        out: &mut Vec<u8>,
        mut place: impl FnMut(usize, Option<usize>) -> usize,
    ) -> Option<()> {
        let here = out.len();
        let Table { targets, keys } = table(self.code, from)?;
        let cases = targets.len() - 1;
        let offset = |at: usize| (at as i64 - here as i64) as i32;
        out.push(self.code[from]);
        out.extend(vec![0; padding(here)]);
        let default = place(targets[cases], edge.map(|edge| edge + cases));
        out.extend(offset(default).to_be_bytes());
        out.extend(&keys[0]);
        for (case, &target) in targets[..cases].iter().enumerate() {
            let to = place(target, edge.map(|edge| edge + case));
            out.extend(keys.get(1 + case).into_iter().flatten());
            out.extend(offset(to).to_be_bytes());
        }
        Some(())
    }
}

/// A switch: its targets with the default at the end, and what stands between them: the bounds or
/// the count, and the keys.
struct Table {
    targets: Vec<usize>,
    keys: Vec<Vec<u8>>,
}

fn table(code: &[u8], from: usize) -> Option<Table> {
    let mut at = from + 1 + padding(from);
    let target = |at: usize| Some((from as i64 + i64::from(word(code, at)?)) as usize);
    let default = target(at)?;
    let first = word(code, at + 4)?;
    let (mut targets, mut keys) = (Vec::new(), Vec::new());
    if code[from] == 0xaa {
        let last = word(code, at + 8)?;
        keys.push(code[at + 4..at + 12].to_vec());
        at += 12;
        for _ in 0..=(i64::from(last) - i64::from(first)) {
            targets.push(target(at)?);
            at += 4;
        }
    } else {
        keys.push(code[at + 4..at + 8].to_vec());
        at += 8;
        for _ in 0..first {
            keys.push(code.get(at..at + 4)?.to_vec());
            targets.push(target(at + 4)?);
            at += 8;
        }
    }
    targets.push(default);
    Some(Table { targets, keys })
}

fn is_conditional(op: u8) -> bool {
    matches!(op, 0x99..=0xa6 | 0xc6 | 0xc7)
}

fn is_switch(op: u8) -> bool {
    matches!(op, 0xaa | 0xab)
}

/// Between the first byte of a switch and its table.
fn padding(at: usize) -> usize {
    3 - at % 4
}

fn word(code: &[u8], at: usize) -> Option<i32> {
    Some(i32::from_be_bytes(code.get(at..at + 4)?.try_into().ok()?))
}

fn length(code: &[u8], at: usize) -> Option<usize> {
    Some(match code[at] {
        0x10 | 0x12 | 0x15..=0x19 | 0x36..=0x3a | 0xa9 | 0xbc => 2,
        0x11 | 0x13 | 0x14 | 0x84 | 0x99..=0xa8 | 0xb2..=0xb8 | 0xbb | 0xbd | 0xc0 | 0xc1 => 3,
        0xc6 | 0xc7 => 3,
        0xc5 => 4,
        0xb9 | 0xba | 0xc8 | 0xc9 => 5,
        0xc4 => {
            if *code.get(at + 1)? == 0x84 {
                6
            } else {
                4
            }
        }
        0xaa => {
            let table = at + 1 + padding(at);
            let (low, high) = (word(code, table + 4)?, word(code, table + 8)?);
            1 + padding(at) + 12 + 4 * usize::try_from(i64::from(high) - i64::from(low) + 1).ok()?
        }
        0xab => {
            let table = at + 1 + padding(at);
            1 + padding(at) + 8 + 8 * usize::try_from(word(code, table + 4)?).ok()?
        }
        _ => 1,
    })
}
