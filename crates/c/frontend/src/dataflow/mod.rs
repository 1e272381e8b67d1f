//! Data flow: which definition of a variable each of its uses sees, made observable.
//!
//! A *definition* gives a variable a value: an assignment, an initialiser, the argument of a
//! parameter, what a global starts with, a function of the [library](library) that is given its
//! address. A *use* reads it. A pair of them is an objective of data-flow testing if the definition
//! [reaches](reaching) the use on the control-flow graph.
//!
//! What is observed is the *last definition*: every variable gets a shadow, an integer beside it in
//! the frame (beside a global another global), which holds the number of the definition that it was
//! given its value by, 0 for none. A use is a [mark](crate::marks) with the shadow as its index, so
//! that it has one edge for each definition. The shadow is an ordinary variable: promotion makes a
//! value of it, the native run and the machine compute it, and a proof that no run takes the edge
//! of a pair is found as for any other edge. Encoding one flag per pair, as model checkers want it
//! (Su et al., "Towards Efficient Data-flow Test Data Generation", section 5.3), is the same for
//! one pair; here all pairs share one program.
//!
//! A use in a predicate counts once for each outcome. There the load keeps what it has seen in a
//! second integer, the place behind each outcome takes it as the index of a mark, and sets it back
//! to 0, so that whoever comes there from elsewhere takes the edge of no definition. No block is
//! added.
//!
//! Tracked are variables of scalar type that are read and written directly. In the wider
//! [scope](Scope) so are fields and arrays, and what is read and written through pointers:
//! [`points_to`] says which variables come into question, and the code that sets or reads their
//! shadows first [compares](aims) the pointer with their addresses. So each run decides for itself
//! which variable was hit, and machine, native run and proof agree about it. A local that another
//! function may come to has its shadow, and its address, in globals. That is right as long as it
//! has one frame at a time: locals of functions that may call themselves are seen where they are
//! named only, and where there is a `longjmp`, those of other functions.
//!
//! What reaches what is decided by the front end (`c/frontend/src/dataflow/`), on the
//! control-flow graph of a function, for globals on that of the program. What it misses is no
//! objective; it cannot make a verdict wrong.
//!
//! An access through a pointer sets or reads the shadow of every variable that the pointer may
//! point to (`points_to.rs` there, by fields), if its address is that of the variable: a
//! comparison and a select in the program, so that nobody else has to know of aliases. The shadow
//! of a local that other functions come to is a global, beside one with the local's address. A
//! call of the library defines what it is given the address of (`library.rs`), `scanf` as many as
//! its result says. The prover keeps objects apart that are compared (`prove/src/build/apart.rs`).
//!
//! Strategies know only that an edge may need something before it: the `Waypoint` in
//! `search/src/graph.rs`, with the places that undo it. A definition through a pointer that may
//! point elsewhere is a mark too; a run lists where it hit (`Run::passed`), the execution tree
//! keeps it with the decision before, and there the path has undone what it needed.

mod accesses;
mod aims;
mod elements;
mod flow;
mod homes;
mod library;
mod places;
mod pointers;
mod points_to;
mod predicates;
mod reaching;
mod record;
mod variables;

pub use record::{ObservedDefinition, ObservedUse, ObservedVariable, record};

use crate::llvm::{Module, Value};
use accesses::Accesses;
use std::path::PathBuf;

/// How the names of shadows begin; that of the variable follows, and what LLVM adds.
pub const SHADOW: &str = "assay.definition.";

/// A place in a file of the source, as debug information names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    pub file: PathBuf,
    pub line: u32,
    pub column: u32,
}

impl Spot {
    fn of(instruction: Value<'_>) -> Option<Spot> {
        let location = instruction.debug_location()?;
        let (folder, name) = location.file?.file_path();
        let file = PathBuf::from(folder).join(name);
        (location.line > 0).then_some(Spot { file, line: location.line, column: location.column })
    }
}

/// Everything that is to be observed in a module: definitions, uses, and which reach which.
pub struct Pairs<'m> {
    accesses: Accesses<'m>,
    /// The definitions that reach each use.
    reaching: Vec<Vec<usize>>,
}

impl Pairs<'_> {
    /// What of accesses through pointers is not looked at, where they count.
    pub fn limits(&self, scope: Scope) -> Option<String> {
        match (scope, self.accesses.unseen()) {
            (Scope::Function, _) | (_, Some(0)) => None,
            (_, Some(1)) => {
                Some("dataflow: 1 access through a pointer is not looked at".to_string())
            }
            (_, Some(count)) => {
                Some(format!("dataflow: {count} accesses through pointers are not looked at"))
            }
            (_, None) => {
                let why = "dataflow: accesses through pointers are not looked at: it is too much to \
                           find out where they point";
                Some(why.to_string())
            }
        }
    }
}

/// Which pairs are looked for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Definition and use are in one function. What a global starts with is defined in the function
    /// that is tested.
    Function,
    /// Those of globals may be in different functions; and struct fields and arrays are variables.
    Program,
}

/// Finds the pairs of a module. `entry` is the function that is tested.
pub fn pairs<'m>(module: &'m Module<'m>, entry: &str, scope: Scope) -> Pairs<'m> {
    let between_functions = scope == Scope::Program;
    // As calls, which can be walked.
    module.set_debug_records(false);
    let accesses = Accesses::of(module, scope);
    let mut reaching = vec![Vec::new(); accesses.uses.len()];
    for function in module.functions().filter(|function| !function.is_declaration()) {
        flow::within(function, &accesses).reaching(&accesses, &mut reaching);
    }
    flow::between(module, &accesses).reaching(&accesses, &mut reaching);
    for (of_use, found) in accesses.uses.iter().zip(&mut reaching) {
        let is_pair = |definition: &usize| match accesses.definitions[*definition].function {
            Some(function) => between_functions || function == of_use.function,
            None => between_functions || of_use.function.name() == entry,
        };
        found.retain(is_pair);
        found.sort_unstable();
    }
    Pairs { accesses, reaching }
}
