//! Coverage as a function of iterations or of time. Between two points a curve stays where it is,
//! and behind its last point too: a run that ended early has found all that it will.

use assay_verdict::{CurvePoint, Measured};

/// More than a curve on a screen can show.
const MOST_POINTS: usize = 300;

/// What is spent for coverage.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Axis {
    Iterations,
    Seconds,
}

impl Axis {
    pub fn name(self) -> &'static str {
        match self {
            Axis::Iterations => "iterations",
            Axis::Seconds => "seconds",
        }
    }

    fn of(self, point: &CurvePoint) -> f64 {
        match self {
            Axis::Iterations => point.iteration as f64,
            Axis::Seconds => point.seconds,
        }
    }

    pub fn end(self, run: &Measured) -> f64 {
        match self {
            Axis::Iterations => run.iterations as f64,
            Axis::Seconds => run.seconds,
        }
    }
}

/// Objectives covered by then.
pub fn covered_at(run: &Measured, axis: Axis, at: f64) -> u64 {
    let reached = run.curve.partition_point(|point| axis.of(point) <= at);
    reached.checked_sub(1).map_or(0, |last| run.curve[last].covered)
}

/// When so many objectives were covered, if ever.
pub fn reaches(run: &Measured, axis: Axis, target: u64) -> Option<f64> {
    if target == 0 {
        return Some(0.0);
    }
    run.curve.iter().find(|point| point.covered >= target).map(|point| axis.of(point))
}

/// Several runs at one position.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Spread {
    pub at: f64,
    pub mean: f64,
    pub least: f64,
    pub most: f64,
}

/// The mean of the runs, wherever one of them changes; thinned for a picture.
pub fn mean_curve(runs: &[&Measured], axis: Axis) -> Vec<Spread> {
    let mut positions: Vec<f64> =
        runs.iter().flat_map(|run| run.curve.iter().map(|point| axis.of(point))).collect();
    positions.extend(runs.iter().map(|run| axis.end(run)));
    positions.sort_by(f64::total_cmp);
    positions.dedup();
    let stride = positions.len().div_ceil(MOST_POINTS).max(1);
    let last = positions.len().saturating_sub(1);
    let kept = positions.iter().enumerate().filter(|(n, _)| n % stride == 0 || *n == last);
    kept.map(|(_, &at)| spread(runs, axis, at)).collect()
}

fn spread(runs: &[&Measured], axis: Axis, at: f64) -> Spread {
    let values: Vec<f64> = runs.iter().map(|run| covered_at(run, axis, at) as f64).collect();
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(0.0, f64::max);
    Spread { at, mean: mean(&values), least, most }
}

/// 0 of nothing.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// The standard deviation of the source that the sample was drawn from.
pub fn deviation(values: &[f64]) -> f64 {
    let mean = mean(values);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (squares / (values.len().max(2) - 1) as f64).sqrt()
}

#[cfg(test)]
pub(super) fn run(curve: &[(u64, f64, u64)], iterations: u64) -> Measured {
    let curve: Vec<CurvePoint> = curve.iter().map(|&point| point.into()).collect();
    let seconds = curve.last().map_or(0.0, |point| point.seconds);
    Measured { curve, iterations, seconds, ..Measured::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_stays_where_it_is_until_its_next_point() {
        let run = run(&[(1, 0.5, 3), (4, 2.0, 8)], 10);
        let at = |iterations| covered_at(&run, Axis::Iterations, iterations);
        assert_eq!([0.0, 1.0, 3.0, 4.0, 99.0].map(at), [0, 3, 3, 8, 8]);
        assert_eq!(covered_at(&run, Axis::Seconds, 1.9), 3);
    }

    #[test]
    fn a_target_is_reached_by_the_first_point_that_has_it() {
        let run = run(&[(1, 0.5, 3), (4, 2.0, 8)], 10);
        assert_eq!(reaches(&run, Axis::Iterations, 3), Some(1.0));
        assert_eq!(reaches(&run, Axis::Seconds, 4), Some(2.0));
        assert_eq!(reaches(&run, Axis::Iterations, 9), None);
        assert_eq!(reaches(&run, Axis::Iterations, 0), Some(0.0));
    }

    #[test]
    fn the_mean_is_known_wherever_a_run_changes() {
        let runs = [run(&[(1, 0.0, 2), (5, 0.0, 4)], 10), run(&[(2, 0.0, 6)], 3)];
        let curve = mean_curve(&[&runs[0], &runs[1]], Axis::Iterations);
        let at = |at, mean, least, most| Spread { at, mean, least, most };
        let expected = [
            at(1.0, 1.0, 0.0, 2.0),
            at(2.0, 4.0, 2.0, 6.0),
            at(3.0, 4.0, 2.0, 6.0),
            at(5.0, 5.0, 4.0, 6.0),
            at(10.0, 5.0, 4.0, 6.0),
        ];
        assert_eq!(curve, expected);
    }

    #[test]
    fn deviations_are_those_of_a_sample() {
        assert!(
            (deviation(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]).powi(2) - 32.0 / 7.0) < 1e-12
        );
        assert_eq!(deviation(&[3.0]), 0.0);
    }
}
