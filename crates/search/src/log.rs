//! Candidates for several strategies, each of which is told of them when it is asked.
//!
//! Most strategies beside others are asked seldom, or never, and most candidates are taken before:
//! what one does not hear of costs nothing.

use crate::Candidate;
use crate::live::Live;

/// Candidates that are dropped from a log only together with as many others.
const FEW: usize = 1 << 12;

/// The candidates in the order in which they came, and how many of them each listener has heard of.
#[derive(Default)]
pub struct Log {
    candidates: Vec<Candidate>,
    heard: Vec<usize>,
}

impl Log {
    pub fn push(&mut self, candidate: Candidate, live: &Live) {
        if self.candidates.len() >= FEW + 2 * live.len() {
            self.forget(live);
        }
        self.candidates.push(candidate);
    }

    /// Drops those that were taken.
    fn forget(&mut self, live: &Live) {
        let is_live = |candidate: &Candidate| live.contains(candidate.id);
        for heard in &mut self.heard {
            *heard = self.candidates[..*heard].iter().filter(|of| is_live(of)).count();
        }
        self.candidates.retain(is_live);
    }

    /// What this listener has not heard of and nobody has taken.
    pub fn news(&mut self, listener: usize, live: &Live) -> impl Iterator<Item = Candidate> {
        if self.heard.len() <= listener {
            self.heard.resize(listener + 1, 0);
        }
        let heard = std::mem::replace(&mut self.heard[listener], self.candidates.len());
        self.candidates[heard..].iter().copied().filter(|of| live.contains(of.id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NodeId;
    use assay_base::Id;

    fn candidate(number: usize) -> Candidate {
        Candidate { id: Id::new(number), ..Candidate::at(NodeId::new(0), 0) }
    }

    #[test]
    fn each_listener_hears_once_of_what_is_left() {
        let (mut live, mut log) = (Live::default(), Log::default());
        let mut heard = [Vec::new(), Vec::new()];
        for number in 0..10 * FEW {
            let new = candidate(number);
            live.insert(new.id);
            log.push(new, &live);
            if number % 3 == 0 {
                assert!(live.remove(new.id) && !live.remove(new.id));
            }
            // All that came in a while is taken at once, so that the log forgets.
            if number % FEW == FEW / 2 {
                (0..number).for_each(|old| _ = live.remove(Id::new(old)));
            }
            if number % 100 == 0 {
                heard[0].extend(log.news(0, &live).map(|of| of.id.index()));
            }
        }
        for (listener, heard) in heard.iter_mut().enumerate() {
            heard.extend(log.news(listener, &live).map(|of| of.id.index()));
            assert!(heard.is_sorted_by(|a, b| a < b), "in order, and none twice");
        }
        let left: Vec<usize> = (0..10 * FEW).filter(|&id| live.contains(Id::new(id))).collect();
        assert_eq!((left.len(), &left), (live.len(), &heard[1]));
        assert!(left.iter().all(|id| heard[0].contains(id)));
        assert!(log.candidates.len() < 4 * FEW, "{} are kept", log.candidates.len());
    }
}
