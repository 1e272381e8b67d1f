//! The Mann-Whitney U test: do two samples come from the same distribution?
//!
//! It compares ranks, so it needs no normal distribution, which coverage does not have. *U* is the
//! number of pairs in which the first sample has the greater value; a tie counts half. Under the
//! hypothesis that both samples are alike, every order of the values is equally likely.
//!
//! Without ties the distribution of U is counted: its generating function is the Gaussian binomial
//! coefficient, the product of (1 - q^(m+i)) / (1 - q^i) for i = 1..n. With ties, or in samples of
//! more than [`EXACT`] values, U is taken for normally distributed, with the variance corrected for
//! ties and U moved half a step towards its mean, as R's `wilcox.test` does.

/// The counts for samples of this size still fit into an `i128`.
const EXACT: usize = 50;

/// What the test says about two samples.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The probability of samples that differ at least so much, though their sources do not.
    pub p: f64,
    /// The probability that a value of the first sample is the greater one (Vargha and Delaney's
    /// A12); a half if neither tends to be.
    pub superiority: f64,
}

/// Two-sided; `None` if a sample is empty.
pub fn compare(one: &[f64], other: &[f64]) -> Option<Comparison> {
    if one.is_empty() || other.is_empty() {
        return None;
    }
    let pairs = (one.len() * other.len()) as f64;
    let u: f64 = one.iter().flat_map(|a| other.iter().map(move |b| wins(*a, *b))).sum();
    let ties = ties(one, other);
    let p = if ties.is_empty() && one.len().max(other.len()) <= EXACT {
        exact(one.len(), other.len(), u.min(pairs - u) as usize)
    } else {
        approximate(one.len() as f64, other.len() as f64, u, &ties)
    };
    Some(Comparison { p, superiority: u / pairs })
}

fn wins(a: f64, b: f64) -> f64 {
    if a > b {
        1.0
    } else if a == b {
        0.5
    } else {
        0.0
    }
}

/// How many values share a rank, for each rank that is shared.
fn ties(one: &[f64], other: &[f64]) -> Vec<f64> {
    let mut all: Vec<f64> = one.iter().chain(other).copied().collect();
    all.sort_by(f64::total_cmp);
    let groups = all.chunk_by(|a, b| a == b).map(|group| group.len() as f64);
    groups.filter(|&size| size > 1.0).collect()
}

fn exact(n: usize, m: usize, least: usize) -> f64 {
    let counts = orders(n, m);
    let all: i128 = counts.iter().sum();
    let extreme: i128 = counts[..=least].iter().sum();
    (2.0 * extreme as f64 / all as f64).min(1.0)
}

/// How many orders of n and m values have U = 0, 1, …, n·m.
fn orders(n: usize, m: usize) -> Vec<i128> {
    let mut counts = vec![0; n * m + 1];
    counts[0] = 1;
    for i in 1..=n {
        for u in (m + i..counts.len()).rev() {
            counts[u] -= counts[u - m - i];
        }
        for u in i..counts.len() {
            counts[u] += counts[u - i];
        }
    }
    counts
}

fn approximate(n: f64, m: f64, u: f64, ties: &[f64]) -> f64 {
    let all = n + m;
    let correction: f64 = ties.iter().map(|t| t * t * t - t).sum();
    let variance = n * m / 12.0 * (all + 1.0 - correction / (all * (all - 1.0)));
    let distance = ((u - n * m / 2.0).abs() - 0.5).max(0.0);
    if variance <= 0.0 { 1.0 } else { outside(distance / variance.sqrt()) }
}

/// The probability that a standard normal variable is farther than `z` from 0.
///
/// Near 0 by the series of the error function, elsewhere by the continued fraction of its
/// complement; both are in Abramowitz and Stegun, 7.1.6 and 7.1.14.
fn outside(z: f64) -> f64 {
    let x = z / std::f64::consts::SQRT_2;
    let density = (-x * x).exp() / std::f64::consts::PI.sqrt();
    if x < 2.0 {
        let (mut term, mut sum, mut n) = (2.0 * x, 0.0, 0.0);
        while term > f64::EPSILON * sum {
            sum += term;
            n += 1.0;
            term *= 2.0 * x * x / (2.0 * n + 1.0);
        }
        return 1.0 - density * sum;
    }
    let fraction = (1..=60).rev().fold(x, |rest, k| x + f64::from(k) / 2.0 / rest);
    density / fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(one: &[f64], other: &[f64]) -> f64 {
        compare(one, other).expect("there are values").p
    }

    fn is_near(value: f64, expected: f64, relative: f64) -> bool {
        (value - expected).abs() <= relative * expected
    }

    /// Hollander and Wolfe (1973), p. 69: the constants of permeability in R's `?wilcox.test`,
    /// where W = 35 and the one-sided p is 0.1272.
    #[test]
    fn small_samples_are_counted() {
        let term = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46];
        let weeks = [1.15, 0.88, 0.90, 0.74, 1.21];
        let found = compare(&term, &weeks).expect("there are values");
        assert!(is_near(found.p, 2.0 * 0.1272, 1e-3), "{found:?}");
        assert!((found.superiority - 35.0 / 50.0).abs() < 1e-12);
        assert!(is_near(p(&weeks, &term), found.p, 1e-12));
    }

    /// Ozone in New York in May and August, `airquality` in R: W = 127.5, p = 0.0001208.
    #[test]
    fn ties_are_corrected_for() {
        let may = [
            41., 36., 12., 18., 28., 23., 19., 8., 7., 16., 11., 14., 18., 14., 34., 6., 30., 11.,
            1., 11., 4., 32., 23., 45., 115., 37.,
        ];
        let august = [
            39., 9., 16., 78., 35., 66., 122., 89., 110., 44., 28., 65., 22., 59., 23., 31., 44.,
            21., 9., 45., 168., 73., 76., 118., 84., 85.,
        ];
        let found = compare(&may, &august).expect("there are values");
        assert!(is_near(found.superiority * 26.0 * 26.0, 127.5, 1e-12), "{found:?}");
        assert!(is_near(found.p, 0.0001208, 1e-3), "{found:?}");
    }

    /// The usual tables: with 10 and 10 values, U = 23 is the greatest that is significant at 5 %,
    /// with 5 and 5 it is U = 2, and with 3 and 3 there is none.
    #[test]
    fn critical_values_are_those_of_the_tables() {
        assert!(exact(10, 10, 23) <= 0.05 && exact(10, 10, 24) > 0.05);
        assert!(exact(5, 5, 2) <= 0.05 && exact(5, 5, 3) > 0.05);
        assert!(is_near(exact(3, 3, 0), 0.1, 1e-12));
        assert_eq!(orders(2, 2), [1, 1, 2, 1, 1]);
        assert_eq!(orders(50, 50).iter().sum::<i128>(), 100891344545564193334812497256);
    }

    #[test]
    fn equal_samples_do_not_differ() {
        assert!(is_near(p(&[7.0; 10], &[7.0; 10]), 1.0, 1e-12));
        assert!(is_near(p(&[1.0, 2.0], &[1.0, 2.0]), 1.0, 1e-12));
        assert_eq!(compare(&[], &[1.0]), None);
        assert!(p(&[7.0; 10], &[8.0; 10]) < 1e-4);
    }

    #[test]
    fn the_normal_distribution_has_its_known_tails() {
        for (z, expected) in [
            (0.0, 1.0),
            (1.0, 0.317_310_507_863),
            (1.959_963_984_540, 0.05),
            (2.828, 0.004_683_980_653_6),
            (2.829, 0.004_669_369_895_8),
            (5.0, 5.733_031_437_584e-7),
        ] {
            assert!(is_near(outside(z), expected, 1e-9), "{z}: {}", outside(z));
        }
        assert!(outside(2.828_427_12) - outside(2.828_427_13) < 1e-9, "the two parts meet");
    }
}
