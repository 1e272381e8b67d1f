//! Inputs in C that are opened, and the units made of them.

use crate::NAME;
use crate::contract;
use crate::host::Host;
use crate::llvm_cov;
use crate::native::Unit;
use crate::regions;
use crate::selection::{self, MAIN};
use crate::writer::{self, Subjects};
use assay_c_frontend::{Project as Sources, ReplayModule, Request, Scope, Source};
use assay_c_testing::{Externals, SourceUnit, Subject};
use assay_language::{Counted, IsOfInterest, Loaded, Order, Project, Rejected, TestWriter};
use assay_output::digest;
use assay_verdict::{NextStep, Region, Report, UnitInput, World};
use std::path::Path;
use std::sync::Arc;

pub struct Opened {
    sources: Sources,
    /// What is promised, as text.
    promised: String,
    notes: Vec<String>,
    host: Host,
    flags: Vec<String>,
    has_decisions: bool,
    /// Memory at fixed addresses that the user has described.
    world_regions: Vec<Region>,
    /// The stand-ins that the tests of all units so far need.
    externals: Externals,
    /// Of all units so far.
    subjects: Subjects,
}

impl Opened {
    pub fn open(order: &Order) -> Result<Opened, Rejected> {
        let contracts = contract::read(order.contract.as_ref())?;
        let promised = format!("{contracts:?}");
        let promised_for: Vec<String> = contracts.keys().cloned().collect();
        let input = &order.input;
        let request = Request {
            inputs: input.inputs.clone(),
            clang_flags: input.flags.clone(),
            // With a file in front they are names of the source.
            entries: input.entries.iter().filter(|name| !name.contains(':')).cloned().collect(),
            native: input.allow_external.clone(),
            contracts,
            mcdc: order.needs.decisions,
            statements: order.needs.code,
            dataflow: order.needs.flow.then_some(match order.needs.is_wide {
                true => Scope::Program,
                false => Scope::Function,
            }),
            memory: order.memory,
            given_descriptors: World { regions: Vec::new(), ..order.world.clone() }
                == World::default(),
            ..Request::default()
        };
        regions::check(&order.world)?;
        let sources = Sources::open(&request).map_err(rejected)?;
        let host = Host::of(input);
        host.check(&sources)?;
        Ok(Opened {
            promised,
            notes: contract::unused(&promised_for, &sources),
            host,
            flags: input.flags.clone(),
            has_decisions: order.needs.decisions,
            world_regions: order.world.regions.clone(),
            externals: Externals::in_world(&order.world),
            subjects: Subjects::default(),
            sources,
        })
    }

    fn loaded(&mut self, loaded: assay_c_frontend::Loaded) -> Result<Loaded, Rejected> {
        let assay_c_frontend::Loaded { program, replay, interface, sanitizable, analysed, .. } =
            loaded;
        let declared = Externals::declared_in(&program, |name| self.host.allows(name));
        self.externals.add(declared);
        let known = self.world_regions.clone();
        let regions = regions::of_unit(&replay, interface.is_some(), &known);
        self.externals.add_regions(&regions);
        self.externals.libraries = self.host.libraries().to_vec();
        let function = match interface {
            Some(_) => analysed,
            None => None,
        };
        let notes = regions::note(&known, &replay).into_iter().collect();
        let bounds = function.map_or_else(Vec::new, |_| self.bounds());
        let subject = Arc::new(Subject {
            sources: source_units(&replay)?,
            is_32_bit: replay.is_32_bit,
            externals: self.externals.clone(),
            interface,
            has_decisions: self.has_decisions,
        });
        let unit = self.subjects.add(Arc::clone(&subject));
        let native = Unit {
            module: replay,
            subject,
            sanitizable,
            host: self.host.clone(),
            flags: self.flags.clone(),
        };
        Ok(Loaded {
            unit,
            program,
            own: function.into_iter().collect(),
            regions,
            notes,
            growth: None,
            function,
            bounds,
            native: Arc::new(native),
        })
    }

    /// Of the inputs of a function, in words, by how often they were raised.
    fn bounds(&self) -> Vec<Vec<String>> {
        let levels = 0..=UnitInput::MAX_LEVEL as u32;
        levels.map(|level| self.sources.bounds().at(level).in_words()).collect()
    }
}

impl Project for Opened {
    fn language(&self) -> &'static str {
        NAME
    }

    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    fn digest(&self) -> String {
        digest(&[self.sources.bitcode(), self.promised.as_bytes()].concat())
    }

    fn files(&self) -> Result<Vec<String>, Rejected> {
        self.sources.files().map_err(rejected)
    }

    fn units(
        &self,
        named: &[String],
        is_of_interest: &IsOfInterest<'_>,
    ) -> Result<Vec<String>, Rejected> {
        selection::units(self.sources.functions(), named, is_of_interest)
    }

    fn load(&mut self, unit: &str) -> Result<Loaded, Rejected> {
        let loaded = match unit {
            MAIN => self.sources.program(),
            function => self.sources.unit(function),
        };
        self.loaded(loaded.map_err(rejected)?)
    }

    fn program(&mut self) -> Result<Loaded, Rejected> {
        let loaded = self.sources.program().map_err(rejected)?;
        self.loaded(loaded)
    }

    fn writer(
        &self,
        formats: &[String],
        units: &[String],
    ) -> Result<Box<dyn TestWriter>, Rejected> {
        writer::writer(formats, units, &self.subjects)
    }

    fn counted(&self, out: &Path, report: &Report) -> Option<Result<Counted, String>> {
        llvm_cov::counted(out, report, &self.externals)
    }

    fn next_steps(&self) -> Vec<NextStep> {
        vec![NextStep {
            command: "make -C {out}/tests check".to_string(),
            what: "run the tests".to_string(),
        }]
    }
}

fn rejected(error: assay_c_frontend::LoadError) -> Rejected {
    Rejected(error.to_string())
}

/// The subject's files as the emitted tests compile them.
fn source_units(module: &ReplayModule) -> Result<Vec<SourceUnit>, Rejected> {
    let folder = std::env::current_dir()
        .map_err(|error| Rejected(format!("the working folder: {error}")))?;
    let unit = |source: &Source| SourceUnit {
        folder: source.folder.clone().unwrap_or_else(|| folder.clone()),
        file: source.file.clone(),
        flags: source.flags.clone(),
    };
    Ok(module.sources.iter().map(unit).collect())
}
