//! Processes that are left when all tests have ended: a warden that nobody dropped, and what a
//! warden that died has left.
//!
//! This process asks to become the parent of all orphans among its descendants. At the end, when
//! it has no children of its own, the children it has are such leftovers.

use std::fs;

/// To be called once, before tests are run.
pub fn adopt_leftovers() {
    // SAFETY: a system call with plain values; where it is not known, orphans go elsewhere.
    unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) };
}

/// Ends all children of this process, and those that become its children by that. To be called when
/// nothing that it started on purpose runs any more.
pub fn kill_leftovers() {
    loop {
        let children = children();
        if children.is_empty() {
            return;
        }
        for child in children {
            // SAFETY: plain system calls about a child of ours; one that is gone already does not
            // matter.
            unsafe {
                libc::kill(child, libc::SIGKILL);
                libc::waitpid(child, std::ptr::null_mut(), 0);
            }
        }
    }
}

/// Of all threads; none where the system does not tell.
fn children() -> Vec<libc::pid_t> {
    let threads = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let lists =
        threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let numbers = lists.flat_map(|list| {
        list.split_whitespace().filter_map(|number| number.parse().ok()).collect::<Vec<_>>()
    });
    numbers.collect()
}
