//! Lists of things at the nodes of the execution tree: nodes are many, and most lists have one
//! entry or none.

use crate::NodeId;
use assay_base::Id;

const NONE: u32 = u32::MAX;

pub struct AtNodes<T> {
    /// Of each node, the link of its latest thing.
    latest: Vec<u32>,
    links: Vec<Link<T>>,
    /// The first of those that are not used.
    free: u32,
}

struct Link<T> {
    thing: T,
    before: u32,
}

impl<T> Default for AtNodes<T> {
    fn default() -> Self {
        AtNodes { latest: Vec::new(), links: Vec::new(), free: NONE }
    }
}

impl<T: Copy> AtNodes<T> {
    pub fn push(&mut self, node: NodeId, thing: T) {
        if self.latest.len() <= node.index() {
            self.latest.resize(node.index() + 1, NONE);
        }
        let link = Link { thing, before: self.latest[node.index()] };
        self.latest[node.index()] = match self.links.get_mut(self.free as usize) {
            Some(unused) => {
                let next = unused.before;
                *unused = link;
                std::mem::replace(&mut self.free, next)
            }
            None => {
                self.links.push(link);
                self.links.len() as u32 - 1
            }
        };
    }

    /// The latest first.
    pub fn at(&self, node: NodeId) -> impl Iterator<Item = T> {
        let mut next = self.latest.get(node.index()).copied().unwrap_or(NONE);
        std::iter::from_fn(move || {
            let link = self.links.get(next as usize)?;
            next = link.before;
            Some(link.thing)
        })
    }

    pub fn is_empty(&self, node: NodeId) -> bool {
        self.at(node).next().is_none()
    }

    /// Takes the latest one out that is so.
    pub fn remove(&mut self, node: NodeId, is_it: impl Fn(T) -> bool) -> Option<T> {
        let mut link = *self.latest.get(node.index())?;
        let mut after = NONE;
        while link != NONE {
            let Link { thing, before } = self.links[link as usize];
            if is_it(thing) {
                match self.links.get_mut(after as usize) {
                    Some(after) => after.before = before,
                    None => self.latest[node.index()] = before,
                }
                self.links[link as usize].before = std::mem::replace(&mut self.free, link);
                return Some(thing);
            }
            after = std::mem::replace(&mut link, before);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_base::Rng;

    #[test]
    fn it_holds_what_lists_would_hold() {
        let mut rng = Rng::new(7);
        let mut lists: Vec<Vec<usize>> = vec![Vec::new(); 5];
        let mut at_nodes = AtNodes::default();
        for thing in 0..2000 {
            let (list, node) = (rng.below(5), NodeId::new);
            at_nodes.push(node(list), thing);
            lists[list].push(thing);
            // Mostly one that is there, and as many as come.
            let (list, wanted) = (rng.below(5), rng.below(thing + 1));
            let wanted = lists[list].get(wanted % 9).copied().unwrap_or(wanted);
            let place = lists[list].iter().position(|thing| *thing == wanted);
            let expected = place.map(|place| lists[list].remove(place));
            assert_eq!(at_nodes.remove(node(list), |thing| thing == wanted), expected);
            for (index, list) in lists.iter().enumerate() {
                assert!(at_nodes.at(node(index)).eq(list.iter().rev().copied()));
                assert_eq!(at_nodes.is_empty(node(index)), list.is_empty());
            }
        }
        let held: usize = lists.iter().map(Vec::len).sum();
        assert!(at_nodes.links.len() < 1500 && held > 0, "links are used again");
    }
}
