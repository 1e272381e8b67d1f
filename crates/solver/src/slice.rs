//! Independence slicing: of a path condition, only the constraints that transitively share
//! variables with the goal can bear on it. The others stay satisfied by the base model, because
//! the answer keeps its values for all their variables.
//!
//! The connected components of the path condition are kept in a union-find over variables. The
//! same long prefix is asked again and again with another goal, so the index is a stack: a new
//! path undoes the constraints that it does not share with the last one and adds its own. There
//! is no path compression, which keeps the undo log short; union by size bounds the depth.

use assay_base::Id;
use assay_expr::{Term, Terms, VarId};

const NONE: u32 = u32::MAX;

/// A list threaded through a table of successors.
#[derive(Copy, Clone)]
struct List {
    head: u32,
    tail: u32,
}

impl List {
    const EMPTY: List = List { head: NONE, tail: NONE };

    fn append(&mut self, next: &mut [u32], other: List) {
        if other.head == NONE {
            return;
        }
        if self.head == NONE {
            self.head = other.head;
        } else {
            next[self.tail as usize] = other.head;
        }
        self.tail = other.tail;
    }

    /// Cuts what was appended since the list was `before`.
    fn restore(&mut self, next: &mut [u32], before: List) {
        *self = before;
        if before.tail != NONE {
            next[before.tail as usize] = NONE;
        }
    }
}

/// A variable's node; the lists are meaningful at roots.
#[derive(Copy, Clone)]
struct Component {
    parent: u32,
    size: u32,
    constraints: List,
    variables: List,
}

/// How to take back one change of a root.
struct Undo {
    root: u32,
    /// The root that was joined to it, if the change was a union.
    joined: u32,
    constraints: List,
    variables: List,
}

/// The components of one path condition.
pub(crate) struct SliceIndex {
    path: Vec<Term>,
    /// The length of the undo log before each constraint of the path.
    marks: Vec<u32>,
    undo: Vec<Undo>,
    components: Vec<Component>,
    next_constraint: Vec<u32>,
    next_variable: Vec<u32>,
}

impl SliceIndex {
    pub(crate) fn new() -> SliceIndex {
        SliceIndex {
            path: Vec::new(),
            marks: Vec::new(),
            undo: Vec::new(),
            components: Vec::new(),
            next_constraint: Vec::new(),
            next_variable: Vec::new(),
        }
    }

    pub(crate) fn clear(&mut self) {
        *self = SliceIndex::new();
    }

    pub(crate) fn memory(&self) -> usize {
        self.components.capacity() * (size_of::<Component>() + 4)
            + self.undo.capacity() * size_of::<Undo>()
            + self.path.capacity() * 12
    }

    /// Appends the constraints and the variables of the goal's components, the goal's own
    /// variables included, to the two lists.
    pub(crate) fn slice(
        &mut self,
        terms: &Terms,
        constraints: &[Term],
        goal: Term,
        conjuncts: &mut Vec<Term>,
        variables: &mut Vec<VarId>,
    ) {
        self.follow(terms, constraints);
        let mut roots: Vec<u32> =
            terms.variables(goal).iter().map(|variable| self.find(*variable)).collect();
        roots.sort_unstable();
        roots.dedup();
        for root in roots {
            self.collect(root, conjuncts, variables);
        }
    }

    /// The components of the path that have constraints, each as constraints and variables.
    pub(crate) fn components(
        &mut self,
        terms: &Terms,
        constraints: &[Term],
    ) -> Vec<(Vec<Term>, Vec<VarId>)> {
        self.follow(terms, constraints);
        let is_root = |index: &u32| {
            let component = &self.components[*index as usize];
            component.parent == *index && component.constraints.head != NONE
        };
        let roots: Vec<u32> = (0..self.components.len() as u32).filter(is_root).collect();
        let gather = |root| {
            let (mut conjuncts, mut variables) = (Vec::new(), Vec::new());
            self.collect(root, &mut conjuncts, &mut variables);
            (conjuncts, variables)
        };
        roots.into_iter().map(gather).collect()
    }

    fn collect(&self, root: u32, conjuncts: &mut Vec<Term>, variables: &mut Vec<VarId>) {
        let component = &self.components[root as usize];
        let mut position = component.constraints.head;
        while position != NONE {
            conjuncts.push(self.path[position as usize]);
            position = self.next_constraint[position as usize];
        }
        let mut variable = component.variables.head;
        while variable != NONE {
            variables.push(VarId::new(variable as usize));
            variable = self.next_variable[variable as usize];
        }
    }

    /// Makes the index that of `constraints`.
    fn follow(&mut self, terms: &Terms, constraints: &[Term]) {
        let shared =
            self.path.iter().zip(constraints).take_while(|(mine, theirs)| mine == theirs).count();
        while self.path.len() > shared {
            self.pop();
        }
        for constraint in &constraints[shared..] {
            self.push(terms, *constraint);
        }
    }

    fn push(&mut self, terms: &Terms, constraint: Term) {
        let position = self.path.len() as u32;
        self.path.push(constraint);
        self.marks.push(self.undo.len() as u32);
        self.next_constraint.push(NONE);
        let Some((first, others)) = terms.variables(constraint).split_first() else { return };
        let mut root = self.find(*first);
        for variable in others {
            let other = self.find(*variable);
            if other != root {
                root = self.join(root, other);
            }
        }
        self.remember(root, NONE);
        let own = List { head: position, tail: position };
        self.components[root as usize].constraints.append(&mut self.next_constraint, own);
    }

    fn pop(&mut self) {
        self.path.pop();
        let mark = self.marks.pop().unwrap_or(0) as usize;
        while self.undo.len() > mark {
            let Some(undo) = self.undo.pop() else { break };
            let component = &mut self.components[undo.root as usize];
            component.constraints.restore(&mut self.next_constraint, undo.constraints);
            component.variables.restore(&mut self.next_variable, undo.variables);
            if undo.joined != NONE {
                let size = self.components[undo.joined as usize].size;
                self.components[undo.root as usize].size -= size;
                self.components[undo.joined as usize].parent = undo.joined;
            }
        }
        self.next_constraint.pop();
    }

    fn remember(&mut self, root: u32, joined: u32) {
        let Component { constraints, variables, .. } = self.components[root as usize];
        self.undo.push(Undo { root, joined, constraints, variables });
    }

    /// Joins two roots and returns the new one.
    fn join(&mut self, a: u32, b: u32) -> u32 {
        let larger = self.components[a as usize].size >= self.components[b as usize].size;
        let (root, joined) = if larger { (a, b) } else { (b, a) };
        self.remember(root, joined);
        let other = self.components[joined as usize];
        self.components[joined as usize].parent = root;
        let component = &mut self.components[root as usize];
        component.size += other.size;
        component.constraints.append(&mut self.next_constraint, other.constraints);
        component.variables.append(&mut self.next_variable, other.variables);
        root
    }

    fn find(&mut self, variable: VarId) -> u32 {
        let mut index = variable.index() as u32;
        while self.components.len() <= index as usize {
            let own = self.components.len() as u32;
            let variables = List { head: own, tail: own };
            let constraints = List::EMPTY;
            self.components.push(Component { parent: own, size: 1, constraints, variables });
            self.next_variable.push(NONE);
        }
        while self.components[index as usize].parent != index {
            index = self.components[index as usize].parent;
        }
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_base::Rng;

    /// The constraints connected to the goal, by repeated passes over the path.
    fn closure(terms: &Terms, path: &[Term], goal: Term) -> (Vec<Term>, Vec<VarId>) {
        let mut variables: Vec<VarId> = terms.variables(goal).to_vec();
        let mut found: Vec<Term> = Vec::new();
        loop {
            let before = found.len();
            for constraint in path.iter().filter(|c| !terms.variables(**c).is_empty()) {
                let touches = terms.variables(*constraint).iter().any(|v| variables.contains(v));
                if touches && !found.contains(constraint) {
                    found.push(*constraint);
                    variables.extend(terms.variables(*constraint));
                }
            }
            if found.len() == before {
                variables.sort_unstable();
                variables.dedup();
                found.sort_unstable();
                return (found, variables);
            }
        }
    }

    fn random_constraint(terms: &mut Terms, rng: &mut Rng) -> Term {
        let pick = |rng: &mut Rng| VarId::new(rng.below(12));
        let (a, b) = (terms.variable(pick(rng)), terms.variable(pick(rng)));
        let constant = terms.constant(8, rng.below(250) as u128 + 3);
        let sum = if rng.below(3) == 0 { terms.add(a, b) } else { a };
        terms.ult(sum, constant)
    }

    #[test]
    fn slices_are_the_connected_constraints_on_changing_paths() {
        let mut rng = Rng::new(5);
        let mut terms = Terms::new();
        for _ in 0..12 {
            terms.new_variable(8);
        }
        let mut index = SliceIndex::new();
        let mut path: Vec<Term> = Vec::new();
        for _ in 0..2000 {
            path.truncate(rng.below(path.len() + 1));
            for _ in 0..rng.below(6) {
                path.push(random_constraint(&mut terms, &mut rng));
            }
            let goal = random_constraint(&mut terms, &mut rng);
            let (mut conjuncts, mut variables) = (Vec::new(), Vec::new());
            index.slice(&terms, &path, goal, &mut conjuncts, &mut variables);
            conjuncts.sort_unstable();
            conjuncts.dedup();
            variables.sort_unstable();
            assert_eq!((conjuncts, variables), closure(&terms, &path, goal));
        }
    }

    #[test]
    fn components_are_disjoint_and_cover_the_path() {
        let mut terms = Terms::new();
        let [x, y, z] = [0; 3].map(|_| terms.new_variable(8).1);
        let nine = terms.constant(8, 9);
        let sum = terms.add(x, y);
        let path = [terms.ult(sum, nine), terms.ult(z, nine), terms.ult(x, nine)];
        let components = SliceIndex::new().components(&terms, &path);
        let mut sizes: Vec<(usize, usize)> =
            components.iter().map(|(terms, variables)| (terms.len(), variables.len())).collect();
        sizes.sort_unstable();
        assert_eq!(sizes, [(1, 1), (2, 2)]);
    }
}
