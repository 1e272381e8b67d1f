//! Findings that only the driver of a unit can cause.
//!
//! A driver hands a function whatever its types allow: null, short arrays, two names for one
//! object, any value of a variable. A caller of the real program may never do so. For a finding of
//! a unit this says which condition on its inputs would exclude it; a finding without one needs no
//! such excuse.
//!
//! What is looked at: the pointers and unions that the faulting address was computed from, the
//! object it lies in or next to, and the variables of the program that the path depends on.

use crate::input::InputRecord;
use crate::machine::Machine;
use assay_expr::{Term, VarId};
use assay_verdict::{FindingKind, InputSource, UnitInput};
use std::collections::BTreeSet;

/// How far from a pointer an access may be that is still made through it.
const NEAR: u64 = 1 << 20;

/// A number of elements that a caller could have been meant to pass.
const MOST_ELEMENTS: u64 = 1 << 16;

/// How the driver (`runtime/unit.c`) names its choice of a union's member.
const UNION_CHOICE: &str = "(member of ";

/// The access that failed.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Fault {
    pub address: u64,
    pub size: u64,
}

/// A symbolic address that was used.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Blamed {
    address: Term,
    /// What it is computed from, where that was settled first.
    pointer: Option<Term>,
}

/// Whether an expression is the address of an object or of an element of it: `&node1`, `text2 +
/// 16`.
fn names(expression: &str, object: &str) -> bool {
    let address = expression.trim_start_matches('&');
    address.split_once(" + ").map_or(address, |(start, _)| start) == object
}

/// The variable that an expression begins with: `list1` for `&list1.items[2]`.
fn first_name(expression: &str) -> &str {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let start = expression.find(is_part).map_or("", |start| &expression[start..]);
    start.split(|c| !is_part(c)).next().unwrap_or_default()
}

/// An input in words that a caller can do something about: bytes around an object have no name in
/// C.
fn in_words(name: &str) -> String {
    let around = name.strip_prefix('(').and_then(|rest| rest.split_once(')'));
    match around.and_then(|(side_and_object, _)| side_and_object.split_once(' ')) {
        Some((side, object)) => format!("what stands {side} {object}"),
        None => name.to_string(),
    }
}

impl Machine {
    /// The last symbolic addresses that were used, in case using them turns out to be wrong; a copy
    /// uses two.
    pub(crate) fn blame(&mut self, address: Term) {
        self.blamed = [Some(Blamed { address, pointer: None }), self.blamed[0]];
    }

    /// The pointer in the address that was blamed last.
    pub(crate) fn blame_pointer(&mut self, pointer: Term) {
        if let [Some(latest), _] = &mut self.blamed {
            latest.pointer = Some(pointer);
        }
    }

    /// The condition under which a caller cannot cause this finding. `None` if there is no driver,
    /// or it is not to blame.
    pub(crate) fn precondition(&mut self, kind: FindingKind) -> Option<String> {
        let fault = self.fault.take();
        let is_unit = |record: &InputRecord| matches!(*record.source, InputSource::Unit(_));
        if !self.state.inputs.iter().any(is_unit) {
            return None;
        }
        let mut conditions = BTreeSet::new();
        if let Some(fault) = fault {
            let variables = self.blamed_variables(fault);
            conditions.extend(self.null_conditions(fault, &variables));
            conditions.extend(self.external_conditions(&variables));
            conditions.extend(self.union_conditions(&variables));
            if fault.address >= 4096 {
                conditions.extend(self.object_condition(kind, fault, &variables));
            }
        }
        if matches!(kind, FindingKind::Assertion | FindingKind::Abort | FindingKind::ReachError) {
            conditions.extend(self.tested_null_conditions());
        }
        if kind == FindingKind::Timeout {
            conditions.extend(self.ring_conditions());
        }
        // Whatever else excludes it does so for any state of the program.
        if conditions.is_empty() {
            conditions.extend(self.global_conditions());
        }
        let conditions: Vec<String> = conditions.into_iter().collect();
        (!conditions.is_empty()).then(|| conditions.join(" and "))
    }

    /// What the address that failed depends on: that of the two which lies nearest.
    fn blamed_variables(&mut self, fault: Fault) -> BTreeSet<VarId> {
        let mut nearest: Option<(u64, Blamed)> = None;
        for blamed in self.blamed.into_iter().flatten() {
            for term in [Some(blamed.address), blamed.pointer].into_iter().flatten() {
                let address = self.evaluate(term) as u64;
                let distance = (fault.address.wrapping_sub(address) as i64).unsigned_abs();
                if distance <= NEAR && nearest.is_none_or(|(least, _)| distance < least) {
                    nearest = Some((distance, blamed));
                }
            }
        }
        let Some((_, Blamed { address, pointer })) = nearest else { return BTreeSet::new() };
        let mut variables = self.terms.variables(address).iter().copied().collect::<BTreeSet<_>>();
        variables.extend(pointer.iter().flat_map(|&term| self.terms.variables(term).iter()));
        variables
    }

    /// The program itself tests a pointer last, and does not want null.
    fn tested_null_conditions(&self) -> Vec<String> {
        let last = self.log.constraints.last();
        let variables = last.map_or_else(BTreeSet::new, |&condition| {
            self.terms.variables(condition).iter().copied().collect()
        });
        self.nulls(&variables)
    }

    /// Pointers in objects of the driver that lead back to where they are, as no list or tree of a
    /// caller may.
    fn ring_conditions(&self) -> Vec<String> {
        let is_object = |name: &str| {
            self.state.inputs.iter().any(|record| {
                matches!(&*record.source, InputSource::Unit(UnitInput::Object { .. }))
                    && &*record.name == name
            })
        };
        let links = self.state.inputs.iter().filter_map(|record| {
            let (from, to) = (first_name(&record.name), first_name(self.target(record)?));
            is_object(from).then_some((&*record.name, from, to))
        });
        let links: Vec<(&str, &str, &str)> = links.collect();
        let leads = |start: &str, end: &str| {
            let mut reached = vec![start];
            let mut next = 0;
            while next < reached.len() {
                for &(_, from, to) in &links {
                    if from == reached[next] && !reached.contains(&to) {
                        reached.push(to);
                    }
                }
                next += 1;
            }
            reached.contains(&end)
        };
        let rings = links.iter().filter(|(_, from, to)| leads(to, from));
        rings.map(|(name, _, to)| format!("{name} does not lead back by {to}")).collect()
    }

    /// Null, or a member of a large struct behind it.
    fn null_conditions(&self, fault: Fault, variables: &BTreeSet<VarId>) -> Vec<String> {
        if fault.address >= NEAR { Vec::new() } else { self.nulls(variables) }
    }

    fn nulls(&self, variables: &BTreeSet<VarId>) -> Vec<String> {
        let is_null = |record: &&InputRecord| {
            record.variables.iter().any(|variable| variables.contains(variable))
                && self.target(record) == Some("0")
        };
        let records = self.state.inputs.iter().filter(is_null);
        records.map(|record| format!("{} is not null", record.name)).collect()
    }

    fn external_conditions(&self, variables: &BTreeSet<VarId>) -> Vec<String> {
        let mut found = Vec::new();
        for record in &self.state.inputs {
            if let InputSource::External { function } = &*record.source
                && record.variables.iter().any(|variable| variables.contains(variable))
            {
                // Memory at a fixed address is no function.
                let holds = if function.contains(' ') { "is" } else { "returns" };
                found.push(format!("{function} {holds} a valid pointer"));
            }
        }
        found
    }

    /// A number in a union, used as the pointer that is another member of it.
    fn union_conditions(&self, variables: &BTreeSet<VarId>) -> Vec<String> {
        let is_blamed = |union: &str| {
            self.state.inputs.iter().any(|record| {
                record.name.starts_with(union)
                    && record.variables.iter().any(|variable| variables.contains(variable))
            })
        };
        let unions = self.state.inputs.iter().filter_map(|record| {
            record.name.strip_prefix(UNION_CHOICE).and_then(|name| name.strip_suffix(')'))
        });
        unions
            .filter(|union| is_blamed(union))
            .map(|union| format!("{union} holds the member that is used"))
            .collect()
    }

    /// About the driver's object that the access lies in or next to.
    fn object_condition(
        &self,
        kind: FindingKind,
        fault: Fault,
        variables: &BTreeSet<VarId>,
    ) -> Option<String> {
        if kind == FindingKind::OutOfBounds
            && let Some(condition) = self.index_condition(variables)
        {
            return Some(condition);
        }
        let behind = self.nearer_behind(fault.address);
        let object = behind.or_else(|| self.nearest_object(fault.address))?;
        let made = self.made_by_driver(object.base, object.size);
        let made_here = self.state.objects.made_at(object.base);
        let is_blamed = |record: &&InputRecord| {
            record.variables.iter().any(|variable| variables.contains(variable))
        };
        // A pointer that was used is likelier to be meant than another one to the same object.
        let mut used = self.state.inputs.iter().filter(is_blamed);
        let used = used.find(|record| self.target(record).is_some_and(|target| target != "0"));
        let Some((name, element_size, count)) = made else {
            // It points to a variable of the program.
            let pointer = used.filter(|_| kind == FindingKind::OutOfBounds)?;
            return Some(format!("{} points to as much as is used of it", pointer.name));
        };
        let names_it =
            |record: &&InputRecord| self.target(record).is_some_and(|target| names(target, name));
        let mut pointers: Vec<&InputRecord> = self.state.inputs.iter().filter(names_it).collect();
        pointers.dedup_by(|a, b| a.name == b.name);
        if kind != FindingKind::OutOfBounds {
            let names: Vec<&str> = pointers.iter().map(|record| &*record.name).collect();
            return (names.len() > 1)
                .then(|| format!("{} do not point to the same object", names.join(" and ")));
        }
        let pointer = used.filter(names_it).or(pointers.first().copied())?;
        if fault.address < object.base {
            return Some(format!("{} points behind the start of its object", pointer.name));
        }
        let end = fault.address - object.base + fault.size;
        // Of a sized one there are as many as an input says.
        let is_sized = made_here.is_some_and(|(_, made)| made.extent.is_some());
        let least = if is_sized { 1 } else { count + 1 };
        let needed = end.div_ceil(element_size.max(1)).max(least);
        let is_inside = self.target(pointer).is_some_and(|target| target.contains('#'));
        let place = if is_inside { pointer.place_now(&self.inputs) } else { 0 };
        let needed = needed.saturating_sub(place).max(1);
        if needed > MOST_ELEMENTS {
            return Some(format!("{} points to as much as is used of it", pointer.name));
        }
        let elements = if needed == 1 { "element" } else { "elements" };
        Some(format!("{} points to at least {needed} {elements}", pointer.name))
    }

    /// Where numbers among the inputs say which element is meant, more elements do not help: they
    /// must be numbers of elements that there are.
    fn index_condition(&self, variables: &BTreeSet<VarId>) -> Option<String> {
        let mut numbers = BTreeSet::new();
        let mut pointers = BTreeSet::new();
        for record in &self.state.inputs {
            if !record.variables.iter().any(|variable| variables.contains(variable)) {
                continue;
            }
            match &*record.source {
                InputSource::Unit(UnitInput::Pointer { .. }) => pointers.insert(&*record.name),
                InputSource::Unit(UnitInput::Value | UnitInput::Global { .. }) => {
                    numbers.insert(&*record.name)
                }
                _ => false,
            };
        }
        // Into anything else, it is the function's own mistake.
        let pointer = pointers.first()?;
        let numbers: BTreeSet<String> = numbers.into_iter().map(in_words).collect();
        let numbers: Vec<String> = numbers.into_iter().collect();
        let numbers = (!numbers.is_empty()).then(|| numbers.join(" and "))?;
        Some(format!("{numbers} stays within what {pointer} points to"))
    }

    /// Variables of the program that the path depends on and that are not as they start.
    fn global_conditions(&self) -> Vec<String> {
        let mut used: BTreeSet<VarId> = BTreeSet::new();
        for &constraint in &self.log.constraints {
            used.extend(self.terms.variables(constraint).iter().copied());
        }
        let mut found = Vec::new();
        for record in &self.state.inputs {
            let InputSource::Unit(UnitInput::Global { initial }) = &*record.source else {
                continue;
            };
            let is_used = record.variables.iter().any(|variable| used.contains(variable));
            let value = record.value(&self.inputs);
            if is_used && value.bytes != *initial {
                found.push(format!("{} keeps its first value", record.name));
            }
        }
        found
    }

    /// What a pointer of the driver names on this path.
    fn target<'a>(&self, record: &'a InputRecord) -> Option<&'a str> {
        let InputSource::Unit(UnitInput::Pointer { options }) = &*record.source else {
            return None;
        };
        let chosen = record.variables.first().map_or(0, |&variable| self.inputs.get(variable));
        options.get(chosen as usize).or(options.first()).map(String::as_str)
    }

    /// Name, element size and number of elements of the driver's object at this address.
    fn made_by_driver(&self, base: u64, size: u64) -> Option<(&str, u64, u64)> {
        self.state.inputs.iter().find_map(|record| match &*record.source {
            InputSource::Unit(UnitInput::Object { address, count, .. }) if *address == base => {
                Some((&*record.name, size / (*count).max(1), *count))
            }
            _ => None,
        })
    }
}
