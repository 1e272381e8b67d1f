//! Coverage over time, in a bounded number of samples.
//!
//! A sample is kept when it shows something new or when time has passed. When there are too many,
//! every second one goes and the time between two of them doubles, so that an hour takes as much
//! room in `report.json` as a minute.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// More than a curve on a screen can show.
const MOST_SAMPLES: usize = 400;
const FIRST_PAUSE: f64 = 0.02;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Since the start of the command.
    pub seconds: f64,
    /// Inputs of the unit that were run by then.
    pub iterations: u64,
    /// Covered objectives by the criterion's name.
    pub covered: BTreeMap<String, u64>,
}

/// In order of time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Progress {
    pub samples: Vec<Sample>,
    #[serde(skip)]
    pause: f64,
}

impl Progress {
    /// Notes where the run is; what the last sample says already, or says a moment ago, is not
    /// repeated.
    pub fn record(&mut self, sample: Sample) {
        if let Some(last) = self.samples.last() {
            let passed = sample.seconds - last.seconds;
            if last.covered == sample.covered || passed < self.pause.max(FIRST_PAUSE) {
                return;
            }
        }
        self.samples.push(sample);
        if self.samples.len() >= MOST_SAMPLES {
            self.thin_out();
        }
    }

    /// Notes how the run ended, whatever the last sample says.
    pub fn finish(&mut self, sample: Sample) {
        self.samples.push(sample);
    }

    fn thin_out(&mut self) {
        let mut number = 0;
        self.samples.retain(|_| {
            number += 1;
            number % 2 == 1
        });
        self.pause = 2.0 * self.pause.max(FIRST_PAUSE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(seconds: f64, covered: u64) -> Sample {
        Sample { seconds, iterations: covered, covered: [("branch".to_string(), covered)].into() }
    }

    #[test]
    fn a_long_run_keeps_few_samples_from_its_start_to_its_end() {
        let mut progress = Progress::default();
        for step in 0..100_000u32 {
            progress.record(sample(f64::from(step) * 0.1, step.into()));
        }
        progress.finish(sample(10_000.0, 100_000));
        assert!((100..=MOST_SAMPLES).contains(&progress.samples.len()));
        assert_eq!(progress.samples[0], sample(0.0, 0));
        assert_eq!(progress.samples.last(), Some(&sample(10_000.0, 100_000)));
        assert!(progress.samples.is_sorted_by_key(|sample| sample.seconds));
    }

    #[test]
    fn a_sample_that_shows_nothing_new_is_not_kept() {
        let mut progress = Progress::default();
        for step in 0..10 {
            progress.record(sample(f64::from(step), 3));
        }
        assert_eq!(progress.samples, [sample(0.0, 3)]);
    }
}
