//! Many cases, a few at a time, and all failures at the end.

use std::sync::Mutex;

/// Cases that are looked at at the same time.
const WORKERS: usize = 2;

/// Checks every case; fails with what the checks return, one line each.
pub fn check_all<T: Sync>(cases: &[T], check: impl Fn(&T) -> Vec<String> + Sync) {
    let (queue, failures) = (Mutex::new(cases.iter()), Mutex::new(Vec::new()));
    // A worker that panics fails the test when the scope ends.
    let next = || queue.lock().ok()?.next();
    let work = || {
        while let Some(case) = next() {
            let found = check(case);
            failures.lock().expect("no check runs under the lock").extend(found);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(work);
        }
    });
    let mut failures = failures.into_inner().expect("no check runs under the lock");
    failures.sort();
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}
