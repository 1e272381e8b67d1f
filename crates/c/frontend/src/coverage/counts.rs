//! What the counters of a function count, in terms of its [flow](super::flow).

use super::flow::Flow;
use super::map::{Counter, Expression};
use super::mapping::FunctionRecord;
use super::sites::{Site, Sites};
use rustc_hash::FxHashMap;

const MOST_ROUNDS: usize = 16;

pub struct Counts {
    /// The value of every counter that is incremented somewhere.
    counters: FxHashMap<u32, u128>,
    expressions: Vec<Option<u128>>,
    /// How often each outcome of a ternary that is a select is taken, with its edge.
    pub selects: Vec<(u128, u32)>,
}

impl Counts {
    pub fn of<'m>(flow: &mut Flow<'m>, sites: &Sites<'m>, record: &FunctionRecord) -> Counts {
        let mut counts = Counts {
            counters: FxHashMap::default(),
            expressions: vec![None; record.expressions.len()],
            selects: Vec::new(),
        };
        for (counter, found) in sites.all() {
            let mut sum = 0u128;
            for &site in found {
                sum = sum.wrapping_add(match site {
                    Site::Increment(increment) => flow.count(increment.block()),
                    Site::Select(select) => counts.select(flow, sites, select),
                });
            }
            counts.counters.insert(counter, sum);
        }
        counts.evaluate(&record.expressions);
        counts
    }

    /// A ternary that is a select is true as often as it likes.
    fn select<'m>(
        &mut self,
        flow: &mut Flow<'m>,
        sites: &Sites<'m>,
        select: crate::llvm::Value<'m>,
    ) -> u128 {
        let on_true = flow.unrelated();
        let on_false = flow.count(select.block()).wrapping_sub(on_true);
        if let Some(edge) = sites.first_edge(select) {
            self.selects.extend([(on_true, edge), (on_false, edge + 1)]);
        }
        on_true
    }

    /// clang's expressions refer to later ones, so that one round from the back is enough; a map in
    /// another order gets a few, and one with cycles has expressions without a value.
    fn evaluate(&mut self, expressions: &[Expression]) {
        for _ in 0..MOST_ROUNDS {
            let mut has_changed = false;
            for (index, expression) in expressions.iter().enumerate().rev() {
                let (left, right, is_sum) = match *expression {
                    Expression::Add(left, right) => (left, right, true),
                    Expression::Subtract(left, right) => (left, right, false),
                };
                let (Some(left), Some(right)) = (self.value(left), self.value(right)) else {
                    continue;
                };
                let value =
                    if is_sum { left.wrapping_add(right) } else { left.wrapping_sub(right) };
                has_changed |= self.expressions[index].replace(value).is_none();
            }
            if !has_changed {
                return;
            }
        }
    }

    pub fn value(&self, counter: Counter) -> Option<u128> {
        match counter {
            Counter::Zero => Some(0),
            // What is incremented nowhere stays zero.
            Counter::Counter(id) => Some(self.counters.get(&id).copied().unwrap_or(0)),
            Counter::Expression(id) => self.expressions[id as usize],
        }
    }
}
