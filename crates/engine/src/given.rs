//! Values that inputs are to have, by their names.
//!
//! Whoever knows the program but not the machine knows what an input is called, and in which order
//! those of one name are asked for, but not how many others come between them.

use assay_expr::{Value, VarId};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Name, bits and value of inputs, those of one name in the order in which they are asked for.
pub type NamedValues = Vec<(String, u32, Value)>;

#[derive(Default)]
pub(crate) struct Given {
    values: FxHashMap<String, VecDeque<(u32, Value)>>,
    /// The last variable that got one of them.
    pub newest: Option<VarId>,
}

impl Given {
    pub fn new(values: NamedValues) -> Given {
        let mut given = Given::default();
        for (name, bits, value) in values {
            given.values.entry(name).or_default().push_back((bits, value));
        }
        given
    }

    /// The next value of an input with this name, if it fits.
    pub fn next(&mut self, name: &str, bits: u32) -> Option<Value> {
        let values = self.values.get_mut(name)?;
        let (width, value) = values.pop_front()?;
        (width == bits).then_some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_of_one_name_get_their_values_in_order() {
        let named = |name: &str, bits, value| (name.to_string(), bits, value);
        let mut given = Given::new(vec![named("a", 32, 1), named("b", 8, 2), named("a", 32, 3)]);
        assert_eq!([given.next("a", 32), given.next("a", 32)], [Some(1), Some(3)]);
        assert_eq!(given.next("a", 32), None);
        assert_eq!(given.next("b", 16), None);
        assert_eq!(given.next("c", 8), None);
    }
}
