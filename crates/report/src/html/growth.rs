//! Coverage over time of all units together: the sum of what each has covered by then.

use super::page::to_milliseconds;
use assay_verdict::Report;
use std::collections::{BTreeMap, HashMap};

/// More than a curve on a screen can show.
const MOST_POINTS: usize = 500;

/// Seconds and covered objectives by then, by the criterion's name.
pub(super) type Curves<'a> = BTreeMap<&'a str, Vec<(f64, u64)>>;

pub(super) fn curves(report: &Report) -> Curves<'_> {
    let mut steps: BTreeMap<&str, Vec<(f64, u64, usize)>> = BTreeMap::new();
    for (unit, of) in report.units.iter().enumerate() {
        for sample in &of.progress.samples {
            for (criterion, covered) in &sample.covered {
                steps.entry(criterion).or_default().push((sample.seconds, *covered, unit));
            }
        }
    }
    steps.into_iter().map(|(criterion, steps)| (criterion, thinned(curve(steps)))).collect()
}

fn curve(mut steps: Vec<(f64, u64, usize)>) -> Vec<(f64, u64)> {
    steps.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut of_unit: HashMap<usize, u64> = HashMap::new();
    let mut sum = 0;
    let mut points = Vec::with_capacity(steps.len());
    for (seconds, covered, unit) in steps {
        let before = of_unit.insert(unit, covered).unwrap_or(0);
        sum = sum - before + covered;
        points.push((to_milliseconds(seconds), sum));
    }
    points
}

/// Every n-th point and the last.
fn thinned(points: Vec<(f64, u64)>) -> Vec<(f64, u64)> {
    let stride = points.len().div_ceil(MOST_POINTS).max(1);
    let last = points.len().saturating_sub(1);
    let all = points.into_iter().enumerate();
    all.filter(|(at, _)| at % stride == 0 || *at == last).map(|(_, point)| point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_verdict::{Sample, Unit};

    #[test]
    fn the_units_are_added_up_in_order_of_time() {
        let sample = |seconds, covered| Sample {
            seconds,
            covered: [("branch".to_string(), covered)].into(),
            ..Sample::default()
        };
        let unit = |samples: Vec<Sample>| {
            let mut unit = Unit::default();
            unit.progress.samples = samples;
            unit
        };
        let units = vec![
            unit(vec![sample(0.5, 2), sample(3.0, 5)]),
            unit(vec![sample(1.0, 4), sample(2.0, 6)]),
        ];
        let report = Report { units, ..Report::default() };
        let expected = vec![(0.5, 2), (1.0, 6), (2.0, 8), (3.0, 11)];
        assert_eq!(curves(&report)["branch"], expected);
    }

    #[test]
    fn a_long_curve_is_thinned_and_keeps_its_ends() {
        let points: Vec<(f64, u64)> = (0..5001u32).map(|at| (f64::from(at), at.into())).collect();
        let thin = thinned(points);
        assert!(thin.len() <= MOST_POINTS + 1);
        assert_eq!((thin[0].1, thin[thin.len() - 1].1), (0, 5000));
        assert!(thinned(Vec::new()).is_empty());
    }
}
