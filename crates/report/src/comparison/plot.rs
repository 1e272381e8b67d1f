//! Curves of coverage as SVG: the mean of each strategy as a line of steps, and what lies between
//! its worst and its best run as a pale area.

use super::curve::{Axis, Spread};
use std::fmt::Write;

/// Of the lines; with more strategies than colours, the next ones are dashed.
const COLOURS: [&str; 8] =
    ["#2f9e51", "#2b7fd4", "#c2528b", "#c98a1b", "#7d63c9", "#d4532b", "#2aa5a0", "#8a8f98"];
const DASHES: [&str; 3] = ["none", "7 4", "2 3"];

const WIDTH: f64 = 1060.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 38.0;

/// How the n-th strategy is drawn.
#[derive(Copy, Clone)]
pub(super) struct Pen {
    pub colour: &'static str,
    pub dash: &'static str,
}

pub(super) fn pen(n: usize) -> Pen {
    Pen { colour: COLOURS[n % COLOURS.len()], dash: DASHES[n / COLOURS.len() % DASHES.len()] }
}

/// One curve for each strategy, in their order.
pub(super) fn plot(curves: &[Vec<Spread>], axis: Axis) -> String {
    let end = greatest(curves.iter().flatten().map(|point| point.at));
    let top = greatest(curves.iter().flatten().map(|point| point.most));
    let scale = Scale { end, top };
    let mut svg = format!(
        "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-label=\"Covered objectives over {}\">\n",
        axis.name()
    );
    svg += &scale.grid(axis);
    for (n, curve) in curves.iter().enumerate() {
        let _ = writeln!(
            svg,
            "<path d=\"{}\" fill=\"{}\" fill-opacity=\"0.12\"/>",
            scale.area(curve),
            pen(n).colour
        );
    }
    for (n, curve) in curves.iter().enumerate() {
        let Pen { colour, dash } = pen(n);
        let line = scale.steps(curve.iter().map(|point| (point.at, point.mean)));
        let _ = writeln!(
            svg,
            "<path class=\"curve\" d=\"{line}\" stroke=\"{colour}\" stroke-dasharray=\"{dash}\"/>"
        );
    }
    svg + "</svg>\n"
}

fn greatest(values: impl Iterator<Item = f64>) -> f64 {
    Some(values.fold(0.0, f64::max)).filter(|&greatest| greatest > 0.0).unwrap_or(1.0)
}

struct Scale {
    end: f64,
    top: f64,
}

impl Scale {
    fn x(&self, at: f64) -> f64 {
        LEFT + at / self.end * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, covered: f64) -> f64 {
        HEIGHT - BOTTOM - covered / self.top * (HEIGHT - TOP - BOTTOM)
    }

    fn grid(&self, axis: Axis) -> String {
        let mut svg = String::new();
        for covered in ticks(self.top, 4.0) {
            let y = self.y(covered);
            let _ = writeln!(
                svg,
                "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
                 <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{covered}</text>",
                WIDTH - RIGHT,
                LEFT - 8.0,
                y + 4.0
            );
        }
        for at in ticks(self.end, 8.0) {
            let unit = if axis == Axis::Seconds { " s" } else { "" };
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{at}{unit}</text>",
                self.x(at),
                HEIGHT - 18.0
            );
        }
        svg
    }

    /// Points joined by horizontal and vertical lines.
    fn steps(&self, points: impl Iterator<Item = (f64, f64)>) -> String {
        let mut path = String::new();
        for (at, covered) in points {
            let (x, y) = (self.x(at), self.y(covered));
            let _ = match path.is_empty() {
                true => write!(path, "M{x:.1} {y:.1}"),
                false => write!(path, "H{x:.1}V{y:.1}"),
            };
        }
        path
    }

    /// Along the upper edge, and back along the lower one.
    fn area(&self, curve: &[Spread]) -> String {
        let mut path = self.steps(curve.iter().map(|point| (point.at, point.most)));
        for (n, point) in curve.iter().enumerate().rev() {
            let (x, y) = (self.x(point.at), self.y(point.least));
            let _ = write!(path, "L{x:.1} {y:.1}");
            if n > 0 {
                let _ = write!(path, "V{:.1}", self.y(curve[n - 1].least));
            }
        }
        if path.is_empty() { path } else { path + "Z" }
    }
}

/// About so many round numbers from 0 to `end`.
fn ticks(end: f64, count: f64) -> Vec<f64> {
    let least = end / count;
    let power = 10f64.powf(least.log10().floor());
    let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|factor| factor * power >= least);
    let step = factor.unwrap_or(10.0) * power;
    // Multiples of the step, without the errors of adding it up.
    let digits = (-step.log10().floor()).max(0.0) as i32;
    let rounded = |tick: f64| (tick * 10f64.powi(digits)).round() / 10f64.powi(digits);
    (0..).map(|n| f64::from(n) * step).take_while(|tick| *tick <= end).map(rounded).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        assert_eq!(ticks(100.0, 4.0), [0.0, 50.0, 100.0]);
        assert_eq!(ticks(1.0, 5.0), [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
        assert_eq!(ticks(7.0, 8.0), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
    }

    #[test]
    fn a_curve_goes_in_steps_from_its_first_point() {
        let point = |at, mean| Spread { at, mean, least: mean - 1.0, most: mean + 1.0 };
        let svg = plot(&[vec![point(0.0, 1.0), point(10.0, 3.0)]], Axis::Iterations);
        // 56 to 1040 for 0 to 10, and 262 to 12 for 0 to 4.
        assert!(svg.contains("d=\"M56.0 199.5H1040.0V74.5\""), "{svg}");
        assert!(
            svg.contains("d=\"M56.0 137.0H1040.0V12.0L1040.0 137.0V262.0L56.0 262.0Z\""),
            "{svg}"
        );
    }

    #[test]
    fn nothing_makes_an_empty_plot() {
        let svg = plot(&[Vec::new()], Axis::Seconds);
        assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN"), "{svg}");
    }
}
