//! A thread that interrupts Z3 when a limit is exceeded. Z3's own timeout does not see the
//! interrupt flag, and this watch serves both.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use super::context::{Context, Interrupter};
use crate::limits::Limits;

const INTERVAL: Duration = Duration::from_millis(2);

enum State {
    Idle,
    /// A context is at work; `true` once it was interrupted.
    Watching(Interrupter, bool),
    Ended,
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) struct Watch {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    /// None if the system has no thread to give.
    pub(crate) fn new(limits: &Limits) -> Option<Watch> {
        let shared = Arc::new(Shared { state: Mutex::new(State::Idle), changed: Condvar::new() });
        let (theirs, limits) = (shared.clone(), limits.clone());
        let run = move || watch(&theirs, &limits);
        let thread = std::thread::Builder::new().name("z3 watch".to_string()).spawn(run).ok()?;
        Some(Watch { shared, thread: Some(thread) })
    }

    /// Runs `work` on the context under watch. Also says whether it was interrupted.
    pub(crate) fn guard<T>(&self, context: &Context, work: impl FnOnce() -> T) -> (T, bool) {
        *self.shared.lock() = State::Watching(context.interrupter(), false);
        self.shared.changed.notify_one();
        let result = work();
        let state = std::mem::replace(&mut *self.shared.lock(), State::Idle);
        (result, matches!(state, State::Watching(_, true)))
    }
}

fn watch(shared: &Shared, limits: &Limits) {
    let mut state = shared.lock();
    loop {
        state = match &mut *state {
            State::Ended => return,
            State::Idle => shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
            State::Watching(interrupter, interrupted) => {
                if limits.exceeded().is_some() {
                    *interrupted = true;
                    // SAFETY: the context exists: `guard` borrows it, and cannot return while
                    // the state is locked.
                    unsafe { interrupter.interrupt() };
                }
                let waited = shared.changed.wait_timeout(state, INTERVAL);
                waited.unwrap_or_else(PoisonError::into_inner).0
            }
        };
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        *self.shared.lock() = State::Ended;
        self.shared.changed.notify_one();
        if let Some(thread) = self.thread.take() {
            // A watcher that panicked has nothing left to do.
            let _ = thread.join();
        }
    }
}
