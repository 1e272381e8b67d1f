//! `--jobs`: how many threads, or processes, work at the same time.

use assay_language::Rejected;
use std::num::NonZeroUsize;

/// More than that for each core gain nothing, and each takes memory.
const MOST_PER_CORE: usize = 16;

/// How many there are, and what to say if the user asked for more.
pub fn jobs(asked: Option<NonZeroUsize>) -> (usize, Option<String>) {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let most = MOST_PER_CORE * cores;
    match asked.map_or(cores, NonZeroUsize::get) {
        asked if asked > most => {
            let note = format!("--jobs {asked}: {most} are used, {MOST_PER_CORE} for each core");
            (most, Some(note))
        }
        jobs => (jobs, None),
    }
}

/// The system gives no thread.
pub fn no_thread(error: std::io::Error) -> Rejected {
    Rejected(format!(
        "the system does not give enough threads: {error}; take fewer --jobs, or raise `ulimit -u` and \
         `ulimit -v`"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_much_is_cut_and_said() {
        let (jobs, note) = super::jobs(NonZeroUsize::new(usize::MAX));
        assert!((MOST_PER_CORE..usize::MAX).contains(&jobs));
        assert!(note.is_some_and(|note| note.contains(&format!(": {jobs} are used"))));
        assert_eq!(super::jobs(NonZeroUsize::new(1)), (1, None));
        assert_eq!(super::jobs(None).1, None);
    }
}
