//! What the variables of a test are called.
//!
//! They have the names of the source where they can: a parameter is a variable of the same name.
//! But in the test other names are in scope too: the function's own, types, and the result. A
//! variable with such a name, or every one where macros of the source are in the way, gets a name
//! that no source has.

use crate::Wording;
use assay_program::Interface;
use std::collections::{HashMap, HashSet};

/// What the result of the function is called in observations.
pub(super) const RESULT: &str = "assay_result";
/// What a reader likes better.
const SHORT_RESULT: &str = "result";
/// How names begin that no source has.
const RESERVED: &str = "assay_in_";

pub(super) struct Names<'a> {
    /// Those of the test itself.
    own: HashSet<&'a str>,
    /// Those that mean something else there.
    taken: HashSet<String>,
    are_reserved: bool,
    /// Objects that stand in a variable with bytes around them, and whether their name is that of a
    /// pointer.
    wrapped: HashMap<String, bool>,
}

impl<'a> Names<'a> {
    /// `objects` are those of the test.
    pub(super) fn of(
        interface: &'a Interface,
        objects: impl Iterator<Item = &'a str>,
        wording: Wording,
    ) -> Names<'a> {
        let parameters = interface.parameters.iter().map(|parameter| parameter.name.as_str());
        let mut taken: HashSet<String> = [interface.function.clone()].into();
        taken.extend(interface.globals.iter().map(|global| global.name.clone()));
        let spelled = interface.types.0.iter().filter_map(|(_, ty)| ty.name.clone());
        // Behind `struct` there is no doubt what a name means.
        taken.extend(spelled.filter(|name| !name.contains(' ')));
        Names {
            own: parameters.chain(objects).collect(),
            taken,
            are_reserved: wording > Wording::Plain,
            wrapped: HashMap::new(),
        }
    }

    /// A variable of the test.
    pub(super) fn variable(&self, name: &str) -> String {
        if self.are_reserved || self.taken.contains(name) {
            return format!("{RESERVED}{name}");
        }
        name.to_string()
    }

    /// An object is a member `own` of a variable.
    pub(super) fn wrap(&mut self, name: &str, is_pointer: bool) {
        self.wrapped.insert(name.to_string(), is_pointer);
    }

    /// That variable.
    pub(super) fn wrapper(&self, name: &str) -> String {
        format!("{}_around", self.variable(name))
    }

    fn shown(&self, name: &str) -> String {
        match self.wrapped.get(name) {
            Some(true) => format!("(&{}.own)", self.wrapper(name)),
            Some(false) => format!("{}.own", self.wrapper(name)),
            None => self.variable(name),
        }
    }

    pub(super) fn result(&self) -> &'static str {
        let is_taken = self.own.contains(SHORT_RESULT) || self.taken.contains(SHORT_RESULT);
        if self.are_reserved || is_taken { RESULT } else { SHORT_RESULT }
    }

    /// An expression on the variables of the test: `&list1.items[2]`.
    pub(super) fn expression(&self, text: &str) -> String {
        // A stream is made where it is used: `fmemopen(in1, 16, "r+")`.
        if let Some(rest) = text.strip_prefix(STREAM) {
            return format!("assay_stream({}", self.expression(rest));
        }
        let start = text.find(is_name_character).unwrap_or(text.len());
        let (before, rest) = text.split_at(start);
        let (root, behind) =
            rest.split_at(rest.find(|c| !is_name_character(c)).unwrap_or(rest.len()));
        let shown = match root {
            RESULT => self.result().to_string(),
            root if self.own.contains(root) => self.shown(root),
            root => root.to_string(),
        };
        format!("{before}{shown}{behind}")
    }
}

/// How a pointer to a stream begins, as the driver writes it.
pub(super) const STREAM: &str = "fmemopen(";

fn is_name_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_program::{CKind, CType, CTypes, InterfaceVariable};

    fn interface(parameters: &[&str]) -> Interface {
        let mut types = CTypes::default();
        let name = Some("node".to_string());
        let ty = types.0.push(CType { kind: CKind::Signed, size: 4, name });
        let variable = |name: &&str| InterfaceVariable { name: name.to_string(), ty };
        Interface {
            function: "find".into(),
            parameters: parameters.iter().map(variable).collect(),
            types,
            ..Interface::default()
        }
    }

    #[track_caller]
    fn assert_shown(parameters: &[&str], wording: Wording, text: &str, shown: &str) {
        let interface = interface(parameters);
        let names = Names::of(&interface, ["list1"].into_iter(), wording);
        assert_eq!(names.expression(text), shown);
    }

    #[test]
    fn names_are_those_of_the_source_where_they_can() {
        assert_shown(&["list"], Wording::Plain, "&list1.next", "&list1.next");
        assert_shown(&["list"], Wording::Plain, "*list", "*list");
        assert_shown(&["list"], Wording::Plain, RESULT, "result");
        assert_shown(&["list"], Wording::Plain, "other + 3", "other + 3");
    }

    #[test]
    fn names_that_mean_something_else_are_changed() {
        assert_shown(&["result"], Wording::Plain, RESULT, RESULT);
        assert_shown(&["result"], Wording::Plain, "result", "result");
        assert_shown(&["find"], Wording::Plain, "find", "assay_in_find");
        assert_shown(&["node"], Wording::Plain, "node->next", "assay_in_node->next");
    }

    #[test]
    fn all_can_be_changed() {
        assert_shown(&["x"], Wording::Reserved, "x", "assay_in_x");
        assert_shown(&["x"], Wording::Reserved, "list1 + 3", "assay_in_list1 + 3");
        assert_shown(&["x"], Wording::Reserved, RESULT, RESULT);
        let stream = "fmemopen(list1, 16, \"r+\")";
        assert_shown(&["x"], Wording::Reserved, stream, "assay_stream(assay_in_list1, 16, \"r+\")");
    }
}
