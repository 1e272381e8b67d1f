//! One job at a time in a process: orphans of tests become its children, and what a campaign finds
//! among its children in the end it kills, be it somebody else's compiler. The working folder is
//! the process's too.

use std::sync::{Mutex, MutexGuard, PoisonError};

static ONE: Mutex<()> = Mutex::new(());

/// Waits until no other one is at work. All that the library is asked for begins with it.
pub fn alone() -> MutexGuard<'static, ()> {
    ONE.lock().unwrap_or_else(PoisonError::into_inner)
}
