//! Programs that grow while they are run: where the rest comes from.
//!
//! A path that comes to a stub asks for its body. That is translated behind all code that is there,
//! its variables lie behind all others, and the path goes on; other machines of the same program
//! take over what has come when they start their next run. Nothing that is there changes, so
//! snapshots, decisions and addresses stay valid.

use crate::code::Code;
use crate::image::Image;
use crate::lower::{LowerOptions, lower, lower_more};
use crate::machine::{Machine, Outcome, Subject};
use crate::memory::HEAP;
use assay_program::{FuncId, Grow, Program};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A program that grows, shared by all machines that run it.
pub struct Growing {
    options: LowerOptions,
    inner: Mutex<Inner>,
    /// That of the latest, to be read without waiting.
    version: AtomicUsize,
}

struct Inner {
    grower: Box<dyn Grow>,
    latest: Grown,
    /// There is no room for the variables that came last, nor for any to come.
    is_full: bool,
}

/// A program as far as it is there, with what a machine needs of it, and how often it had grown
/// then.
#[derive(Clone)]
pub struct Grown {
    pub program: Arc<Program>,
    pub code: Arc<Code>,
    pub image: Arc<Image>,
    pub version: usize,
}

impl Growing {
    /// What runs in any case is asked for at once.
    pub fn new(
        mut program: Program,
        mut grower: Box<dyn Grow>,
        options: LowerOptions,
    ) -> Result<Growing, String> {
        let ends = program.startup.iter().chain(&program.shutdown);
        let needed: Vec<FuncId> = ends.chain(&program.entry).copied().collect();
        for function in needed {
            if program.is_stub(function) {
                grower.fill(&mut program, function)?;
            }
        }
        let image = Image::new(&program);
        let code = Arc::new(lower(&program, &image, options));
        let (program, image) = (Arc::new(program), Arc::new(image));
        let latest = Grown { program, code, image, version: 0 };
        let inner = Mutex::new(Inner { grower, latest, is_full: false });
        Ok(Growing { options, inner, version: AtomicUsize::new(0) })
    }

    /// All of it that is there by now.
    pub fn latest(&self) -> Grown {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner).latest.clone()
    }

    /// Gets the body of this stub. What somebody else still looks at is copied, and the rest grows
    /// in place. The grower counts on everything that it has ever added, so nothing is taken back.
    fn need(&self, stub: FuncId) -> Result<(), String> {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let Inner { grower, latest, is_full } = &mut *inner;
        if !*is_full && latest.program.is_stub(stub) {
            let filled = grower.fill(Arc::make_mut(&mut latest.program), stub);
            *is_full = latest.image.end_of(&latest.program) > HEAP;
            if !*is_full {
                latest.follow(self.options);
                self.version.store(latest.version, Ordering::Release);
            }
            filled?;
        }
        if *is_full {
            return Err("the variables that it needs have no room".to_string());
        }
        match latest.program.is_stub(stub) {
            true => Err("nobody knows its body".to_string()),
            false => Ok(()),
        }
    }
}

impl Grown {
    /// Makes of what has come to the program what machines need of it.
    fn follow(&mut self, options: LowerOptions) {
        let image = Arc::make_mut(&mut self.image);
        image.add(&self.program);
        lower_more(Arc::make_mut(&mut self.code), &self.program, image, options);
        self.version += 1;
    }
}

impl Subject {
    /// Of a program that grows.
    pub fn of_growing(growing: Growing, entry: FuncId) -> Subject {
        let Grown { program, code, image, .. } = growing.latest();
        let growing = Some((Arc::new(growing), 0));
        Subject { program, code, image, entry, world: Arc::default(), native: None, growing }
    }

    /// How often the program had grown.
    pub fn version(&self) -> usize {
        self.growing.as_ref().map_or(0, |(_, version)| *version)
    }

    /// With all of the program that is there by now.
    pub fn latest(&self) -> Subject {
        let Some((growing, _)) = &self.growing else { return self.clone() };
        let Grown { program, code, image, version } = growing.latest();
        let growing = Some((Arc::clone(growing), version));
        Subject { program, code, image, growing, ..self.clone() }
    }
}

impl Machine {
    /// Gets the body of a stub that the path has come to, which then goes on.
    pub(crate) fn grow(&mut self, stub: FuncId) -> Outcome<()> {
        let name = self.subject.program.functions[stub].name.clone();
        let Some((growing, _)) = self.subject.growing.clone() else {
            return self.unsupported(format!("'{name}': it is not there yet"));
        };
        // What nobody looks at can grow where it is.
        let subject = &mut self.subject;
        (subject.program, subject.code, subject.image) = Default::default();
        let grown = growing.need(stub);
        self.take_over(growing.latest());
        match grown {
            Ok(()) => Ok(()),
            Err(why) => self.unsupported(format!("'{name}': {why}")),
        }
    }

    /// Takes over what has come since the last run, and what has come since the state was kept.
    pub(crate) fn keep_up(&mut self) {
        let Some((growing, version)) = &self.subject.growing else { return };
        if growing.version.load(Ordering::Acquire) != *version {
            let grown = growing.latest();
            self.take_over(grown);
        }
        self.lay_out();
    }

    fn take_over(&mut self, grown: Grown) {
        let Grown { program, code, image, version } = grown;
        self.hits.resize(code.targets.len(), false);
        self.watch.code_has_grown();
        let subject = &mut self.subject;
        (subject.program, subject.code, subject.image) = (program, code, image);
        if let Some((_, known)) = &mut subject.growing {
            *known = version;
        }
        self.lay_out();
    }

    /// The variables that came since the state was kept.
    fn lay_out(&mut self) {
        let image = &self.subject.image;
        if self.state.globals < image.count() {
            image.lay_out(&mut self.state.memory, self.state.globals);
            self.state.objects.set_globals(image.objects());
            self.state.globals = image.count();
        }
    }
}
