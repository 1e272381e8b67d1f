//! Guesses for queries with floats, where the exact procedure is slow: values at which programs
//! change their behaviour, the constants of the query and their neighbours, and then a short
//! search that moves one input at a time downhill on the distance to satisfaction (Korel's
//! alternating variable method), from the base model and then from where chance puts it. A guess
//! proves nothing if it fails; the more time a query has, the longer it is guessed at.

use std::time::Duration;

use assay_base::Rng;
use assay_expr::bits::mask;
use assay_expr::float::from_signed;
use assay_expr::{
    BinaryOp, FloatBinaryOp, FloatOp, Format, Node, Term, Terms, Value, VarId, float,
};

use crate::arguments::for_each_argument;
use crate::floats;
use crate::query::{Checker, Query, Verdict};

/// Evaluations spent on one query; the exact procedure costs a thousand times as much.
const EVALUATIONS: usize = 3000;
/// Term evaluations spent on one query, about: large queries get fewer guesses.
const WORK: usize = 1_000_000;
/// The same for new starts, for each millisecond that the query has: a quarter of its time.
const WORK_PER_MILLISECOND: usize = 20_000;
/// Terms looked at for constants and the formats of variables.
const LARGEST_SCAN: usize = 5000;
const MOST_CONSTANTS: usize = 40;

/// How an input moves: on the line of a float format, or on that of the integers.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Line {
    Float(Format),
    Integer(u32),
}

impl Line {
    fn moved(self, value: Value, by: i128) -> Value {
        match self {
            Line::Float(format) => {
                float::from_order(format, float::order(format, value).saturating_add(by))
            }
            Line::Integer(width) => value.wrapping_add_signed(by) & mask(width),
        }
    }
}

pub(crate) fn answer(query: &Query, checker: &mut Checker, time: Duration) -> Option<Verdict> {
    let survey = Survey::of(query);
    descend_from_base(query, checker, &survey)
        .or_else(|| descend_from_anywhere(query, checker, &survey, time))
}

fn descend_from_base(query: &Query, checker: &mut Checker, survey: &Survey) -> Option<Verdict> {
    checker.load_base(query);
    let mut search = Search { query, checker, best: Vec::new(), cost: 0.0, left: survey.budget() };
    search.restart();
    let start = search.cost;
    search.try_values(survey);
    let moved = search.cost < start;
    search.descend(survey);
    if search.cost > 0.0 && moved {
        // The best single values were no way down: go on from the base model instead.
        search.restart();
        search.descend(survey);
    }
    search.accept()
}

fn descend_from_anywhere(
    query: &Query,
    checker: &mut Checker,
    survey: &Survey,
    time: Duration,
) -> Option<Verdict> {
    let work = WORK_PER_MILLISECOND.saturating_mul(time.as_millis() as usize);
    let left = work / survey.size.max(1);
    let seed = query
        .conjuncts
        .iter()
        .fold(0, |seed: u64, conjunct| seed.rotate_left(7) ^ conjunct.index() as u64);
    let mut rng = Rng::new(seed);
    checker.load_base(query);
    let mut search = Search { query, checker, best: Vec::new(), cost: 0.0, left };
    while search.left > 0 {
        search.start_anywhere(survey, &mut rng);
        search.descend(survey);
        if search.cost == 0.0 {
            return search.accept();
        }
    }
    None
}

/// What the terms of a query tell about good values.
struct Survey {
    lines: Vec<(VarId, Line)>,
    constants: Vec<(Value, u32)>,
    /// How many terms there are, up to a limit.
    size: usize,
}

impl Survey {
    fn of(query: &Query) -> Survey {
        let terms = query.terms;
        let integer =
            |variable: &VarId| (*variable, Line::Integer(terms.variable_width(*variable)));
        let mut survey = Survey {
            lines: query.variables.iter().map(integer).collect(),
            constants: Vec::new(),
            size: 0,
        };
        let mut seen = rustc_hash::FxHashSet::default();
        let mut pending: Vec<Term> = query.conjuncts.to_vec();
        while let Some(term) = pending.pop() {
            if seen.len() > LARGEST_SCAN || !seen.insert(term) {
                continue;
            }
            survey.visit(terms, term);
            for_each_argument(terms, term, |argument| pending.push(argument));
        }
        survey.size = seen.len();
        survey.constants.sort_unstable();
        survey.constants.dedup();
        survey.constants.truncate(MOST_CONSTANTS);
        survey
    }

    fn visit(&mut self, terms: &Terms, term: Term) {
        match terms.node(term) {
            Node::Const(value) if terms.width(term) > 1 => {
                self.constants.push((value, terms.width(term)));
            }
            Node::FloatBinary(_, format, a, b) => self.floats(terms, format, &[a, b]),
            Node::FusedMultiplyAdd(format, a, b, c) => self.floats(terms, format, &[a, b, c]),
            Node::Float(op, a) => match op {
                FloatOp::SquareRoot(format)
                | FloatOp::Round(format, _)
                | FloatOp::Convert { from: format, .. }
                | FloatOp::ToSigned(format)
                | FloatOp::ToUnsigned(format)
                | FloatOp::IsNan(format) => self.floats(terms, format, &[a]),
                FloatOp::FromSigned(_) | FloatOp::FromUnsigned(_) => {}
            },
            _ => {}
        }
    }

    fn floats(&mut self, terms: &Terms, format: Format, arguments: &[Term]) {
        for argument in arguments {
            if let Node::Var(variable) = terms.node(*argument)
                && let Some(entry) = self.lines.iter_mut().find(|entry| entry.0 == variable)
            {
                entry.1 = Line::Float(format);
            }
        }
    }

    /// How many evaluations the query is worth.
    fn budget(&self) -> usize {
        (WORK / self.size.max(1)).min(EVALUATIONS)
    }

    /// Values worth trying for an input on this line.
    fn values(&self, line: Line) -> Vec<Value> {
        let width = match line {
            Line::Float(format) => format.bits(),
            Line::Integer(width) => width,
        };
        let fitting = self.constants.iter().filter(|(_, other)| *other == width);
        let mut values: Vec<Value> = fitting.clone().map(|(value, _)| *value).collect();
        values
            .extend(fitting.flat_map(|(value, _)| [line.moved(*value, 1), line.moved(*value, -1)]));
        match line {
            Line::Float(format) => values.extend(floats::special_values(format)),
            Line::Integer(width) => values.extend([0, 1, mask(width), mask(width) >> 1]),
        }
        values
    }
}

struct Search<'a, 'b> {
    query: &'a Query<'b>,
    checker: &'a mut Checker,
    /// The best values found, in the order of the query's variables, and their distance.
    best: Vec<(VarId, Value)>,
    cost: f64,
    /// Evaluations left.
    left: usize,
}

impl Search<'_, '_> {
    /// Goes back to the base model.
    fn restart(&mut self) {
        let base = self.query.base;
        self.best = self.query.variables.iter().map(|var| (*var, base.get(*var))).collect();
        self.checker.set(&self.best);
        self.cost = distance_of(self.query, self.checker);
    }

    /// Some inputs get other values, of a size that people use or of any.
    fn start_anywhere(&mut self, survey: &Survey, rng: &mut Rng) {
        self.restart();
        self.left = self.left.saturating_sub(1);
        for (index, (_, line)) in survey.lines.iter().enumerate() {
            if rng.below(3) == 0 {
                continue;
            }
            let values = survey.values(*line);
            let small = rng.below(2001) as i128 - 1000;
            self.best[index].1 = match (rng.below(4), *line) {
                (0, _) => values[rng.below(values.len())],
                (1, Line::Float(format)) => {
                    let quotient = from_signed(format, small as Value, 128);
                    float::div(format, quotient, from_signed(format, 64, 128))
                }
                (2, Line::Float(format)) => {
                    let top = float::order(format, float::infinity(format));
                    let place = (rng.unit() * top as f64) as i128;
                    float::from_order(format, if small < 0 { -place } else { place })
                }
                (_, Line::Float(format)) => from_signed(format, small as Value, 128),
                (1, Line::Integer(width)) => small as Value & mask(width),
                (_, Line::Integer(width)) => Value::from(rng.word()) & mask(width),
            };
        }
        self.checker.set(&self.best);
        self.cost = distance_of(self.query, self.checker);
    }

    fn accept(self) -> Option<Verdict> {
        self.checker.set(&self.best);
        self.checker.accept(self.query)
    }

    /// Changes one input of the best values if that is better.
    fn attempt(&mut self, index: usize, value: Value) -> bool {
        if self.left == 0 || self.cost == 0.0 {
            return false;
        }
        self.left -= 1;
        self.checker.set(&self.best);
        self.checker.set(&[(self.best[index].0, value)]);
        let cost = distance_of(self.query, self.checker);
        let better = cost < self.cost;
        if better {
            self.best[index].1 = value;
            self.cost = cost;
        }
        better
    }

    fn try_values(&mut self, survey: &Survey) {
        for (index, (_, line)) in survey.lines.iter().enumerate() {
            for value in survey.values(*line) {
                self.attempt(index, value);
            }
        }
    }

    /// Moves each input in turn while that helps.
    fn descend(&mut self, survey: &Survey) {
        let mut improved = true;
        while improved && self.cost > 0.0 && self.left > 0 {
            improved = false;
            for (index, (_, line)) in survey.lines.iter().enumerate() {
                while self.slide(index, *line) {
                    improved = true;
                }
            }
        }
    }

    /// One step in either direction, then ever longer ones as long as they help.
    fn slide(&mut self, index: usize, line: Line) -> bool {
        for direction in [1i128, -1] {
            let mut step = direction;
            let mut improved = false;
            while self.attempt(index, line.moved(self.best[index].1, step)) {
                improved = true;
                step = step.saturating_mul(2);
            }
            if improved {
                return true;
            }
        }
        false
    }
}

/// The sum of the conjuncts' distances from truth; 0 if all are true.
fn distance_of(query: &Query, checker: &mut Checker) -> f64 {
    let each = |term: &Term| distance(query.terms, checker, *term, true);
    query.conjuncts.iter().map(each).sum()
}

/// How far a truth value is from being `wanted`: 0 if it is, else on a logarithmic scale.
fn distance(terms: &Terms, checker: &mut Checker, term: Term, wanted: bool) -> f64 {
    if (checker.value(terms, term) == 1) == wanted {
        return 0.0;
    }
    match terms.node(term) {
        Node::Not(a) => distance(terms, checker, a, !wanted),
        Node::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
            let (a, b) = (distance(terms, checker, a, wanted), distance(terms, checker, b, wanted));
            if (op == BinaryOp::And) == wanted { a + b } else { a.min(b) }
        }
        Node::Binary(op, a, b) if op.is_comparison() => {
            let signed = matches!(op, BinaryOp::Slt | BinaryOp::Sle);
            let width = terms.width(a);
            let flip = if signed { 1 << (width - 1) } else { 0 };
            let gap = (checker.value(terms, a) ^ flip).abs_diff(checker.value(terms, b) ^ flip);
            scale(gap)
        }
        Node::FloatBinary(
            FloatBinaryOp::Eq | FloatBinaryOp::Lt | FloatBinaryOp::Le,
            format,
            a,
            b,
        ) => {
            let a = float::order(format, checker.value(terms, a));
            let b = float::order(format, checker.value(terms, b));
            scale(a.abs_diff(b))
        }
        _ => 1.0,
    }
}

fn scale(gap: Value) -> f64 {
    1.0 + (gap as f64).log2().max(0.0)
}
