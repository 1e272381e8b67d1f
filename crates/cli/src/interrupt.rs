//! Ctrl-C: a wish to end soon, with all results written.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Is set by Ctrl-C from now on.
pub fn flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let to_set = Arc::clone(&flag);
    // Fails only if a handler is set already, and none is.
    let _ = ctrlc::set_handler(move || to_set.store(true, Ordering::Relaxed));
    flag
}
