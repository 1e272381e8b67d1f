//! From the command line to what the library is asked for.

use crate::arguments::{
    Cover, ExploringOptions, FlowOptions, Input, Measure, Show, SolverChoice, UnitOptions,
};
use crate::exit::Exit;
use assay_campaign::{
    Aim, Allowance, Checks, Exploring, Goals, Interest, MeasureOrders, Orders, Out, Search,
};
use std::path::PathBuf;

/// The command line of this process.
fn words() -> Vec<String> {
    std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect()
}

impl Input {
    pub fn plain(&self, entries: &[String]) -> assay_campaign::Input {
        assay_campaign::Input {
            inputs: self.inputs.clone(),
            entries: entries.to_vec(),
            allow_external: self.allow_external.clone(),
            flags: self.clang_flags.clone(),
            classpath: self.classpath.clone(),
            jdk: self.jdk.clone(),
        }
    }
}

fn goals(contract: Option<&PathBuf>, criteria: &[String], flow: FlowOptions) -> Goals {
    Goals {
        contract: contract.cloned(),
        criteria: criteria.to_vec(),
        dataflow_extended: flow.dataflow_extended,
    }
}

impl UnitOptions {
    pub fn goals(&self) -> Goals {
        goals(self.contract.as_ref(), &self.criterion, self.flow)
    }
}

impl ExploringOptions {
    pub fn exploring(&self) -> Exploring {
        Exploring {
            random_start: self.random_start,
            filter: !self.no_filter,
            path_instructions: self.path_instructions,
            query_time: self.query_time,
        }
    }
}

impl Cover {
    /// Reads the files that the options name.
    pub fn orders(&self) -> Result<Orders, Exit> {
        Ok(Orders {
            command: words(),
            input: self.input.plain(&self.unit.entry),
            goals: self.unit.goals(),
            interest: Interest { places: self.focus.clone(), since: self.diff.clone() },
            world: self.world.world()?,
            search: self.search(),
            exploring: self.exploring.exploring(),
            allowance: Allowance {
                time: self.time,
                iterations: self.iterations,
                jobs: self.jobs,
                memory: self.memory,
            },
            checks: Checks {
                overflow: self.check_overflow,
                paths: self.check_paths,
                solver: self.check_solver,
            },
            out: self.output(),
        })
    }

    fn search(&self) -> Search {
        Search {
            strategy: self.search.clone(),
            aim: match (self.no_prove, self.prove_only) {
                (true, _) => Aim::Tests,
                (false, true) => Aim::Proofs,
                (false, false) => Aim::Both,
            },
            unwind: self.unwind,
            seed: self.seed,
            solver: self.solver.into(),
            exhaust: self.exhaust,
        }
    }

    fn output(&self) -> Out {
        Out {
            folder: self.out.clone(),
            formats: self.format.clone(),
            resume: self.resume,
            keep_all_tests: self.keep_all_tests,
            queries: self.dump_queries.clone(),
            pictures: self.dump_gcfg.clone(),
        }
    }
}

impl From<SolverChoice> for assay_solver::Backend {
    fn from(choice: SolverChoice) -> assay_solver::Backend {
        match choice {
            SolverChoice::Auto => assay_solver::Backend::Auto,
            SolverChoice::Z3 => assay_solver::Backend::Z3,
            SolverChoice::Bitblast => assay_solver::Backend::Bitblast,
        }
    }
}

impl Measure {
    pub fn orders(&self) -> MeasureOrders {
        MeasureOrders {
            command: words(),
            input: assay_campaign::Input {
                inputs: self.inputs.clone(),
                flags: self.flags.split_whitespace().map(str::to_string).collect(),
                ..Default::default()
            },
            goals: goals(None, &self.criterion, self.flow),
            out: self.out.clone(),
            tests: self.command.clone(),
        }
    }
}

impl Show {
    /// What is loaded, and what for.
    pub fn orders(&self) -> (assay_campaign::Input, Goals) {
        let entries: Vec<String> = self.entry.iter().cloned().collect();
        let goals = goals(self.contract.as_ref(), &self.criterion, self.flow);
        (self.input.plain(&entries), goals)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::{Arguments, Command};
    use clap::Parser;

    #[test]
    fn what_is_usual_on_the_command_line_is_usual_in_the_library() {
        let Command::Cover(cover) = Arguments::parse_from(["assay", "cover", "a.c"]).command else {
            panic!("another command");
        };
        let input = assay_campaign::Input { inputs: vec!["a.c".into()], ..Default::default() };
        let usual = Orders { command: words(), input, ..Orders::default() };
        assert_eq!(cover.orders(), Ok(usual));
    }
}
