//! Expressions without undefined behaviour: each knows between which numbers its value lies, and an
//! operation that could leave its type is given narrower operands instead.

use super::scope::{Kind, Scope, Variable};
use assay_base::Rng;

/// What the operands of an expression are converted to.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Type {
    Int,
    Unsigned,
    Long,
}

impl Type {
    fn range(self) -> (i128, i128) {
        match self {
            Type::Int => (i32::MIN.into(), i32::MAX.into()),
            Type::Unsigned => (0, u32::MAX.into()),
            Type::Long => (i64::MIN.into(), i64::MAX.into()),
        }
    }
}

#[derive(Clone)]
pub struct Expression {
    pub text: String,
    pub ty: Type,
    pub low: i128,
    pub high: i128,
}

impl Expression {
    pub fn new(text: String, ty: Type, low: i128, high: i128) -> Expression {
        Expression { text, ty, low, high }
    }

    fn number(value: i128) -> Expression {
        let text = if value < 0 { format!("({value})") } else { value.to_string() };
        Expression::new(text, Type::Int, value, value)
    }

    fn is_within(&self, low: i128, high: i128) -> bool {
        low <= self.low && self.high <= high
    }

    /// As an operand of this type; what does not fit an unsigned number wraps around.
    fn converted(&self, ty: Type) -> (i128, i128) {
        match ty == Type::Unsigned && self.low < 0 {
            true => ty.range(),
            false => (self.low, self.high),
        }
    }

    fn cast(&self, kind: Kind) -> Expression {
        let (low, high) = kind.range();
        let text = format!("({})({})", kind.name(), self.text);
        let (low, high) = match self.is_within(low, high) {
            true => (self.low, self.high),
            false => (low, high),
        };
        Expression::new(text, kind.promoted(), low, high)
    }
}

/// The value of an expression as it may be stored: those of `int` and `long` stay small, so that
/// there is room to calculate with them.
pub fn stored(value: Expression, kind: Kind) -> Expression {
    let (low, high) = kind.kept();
    let Expression { text, ty, .. } = &value;
    match (kind, ty) {
        _ if value.is_within(low, high) => value,
        (Kind::Int, Type::Unsigned) => {
            Expression::new(format!("(int)(({text}) % 100000u)"), Type::Int, 0, high)
        }
        (Kind::Int, _) => Expression::new(format!("({text}) % 100000"), *ty, low, high),
        (Kind::Long, _) => Expression::new(format!("({text}) % 10000000000L"), *ty, low, high),
        _ => value,
    }
}

/// Makes expressions of what is in scope.
pub struct Expressions<'a> {
    pub rng: &'a mut Rng,
    pub scope: &'a Scope,
}

impl Expressions<'_> {
    pub fn value(&mut self, depth: usize) -> Expression {
        if depth == 0 {
            return self.leaf();
        }
        match self.rng.below(16) {
            0..=2 => self.leaf(),
            3..=7 => self.arithmetic(depth),
            8 => self.shift(depth),
            9 => self.division(depth),
            10 => self.unary(depth),
            11 => self.cast(depth),
            12 => self.ternary(depth),
            13 => self.element(depth),
            14 => self.call(depth),
            _ => self.condition(depth - 1),
        }
    }

    /// A truth, most often one that depends on the inputs.
    pub fn condition(&mut self, depth: usize) -> Expression {
        let text = match self.rng.below(if depth == 0 { 8 } else { 16 }) {
            0..=4 => self.comparison(depth),
            5 => self.bits(),
            6 => self.remainder(),
            7 => self.variable().text,
            8..=10 => self.connected(depth, "&&"),
            11 | 12 => self.connected(depth, "||"),
            13 if self.rng.coin() => format!("!({})", self.condition(depth - 1).text),
            13 => format!("__builtin_expect({}, 1)", self.condition(depth - 1).text),
            14 => self.ternary(depth).text,
            _ => self.constant_truth(),
        };
        Expression::new(format!("({text})"), Type::Int, 0, 1)
    }

    fn connected(&mut self, depth: usize, operator: &str) -> String {
        let (left, right) = (self.condition(depth - 1), self.condition(depth - 1));
        format!("{} {operator} {}", left.text, right.text)
    }

    fn comparison(&mut self, depth: usize) -> String {
        let operator = ["<", "<=", ">", ">=", "==", "!="][self.rng.below(6)];
        let left = if self.rng.below(3) == 0 { self.value(depth) } else { self.variable() };
        let right = match self.rng.below(3) {
            0 => self.variable(),
            _ => self.number_near(left.low, left.high),
        };
        format!("{} {operator} {}", left.text, right.text)
    }

    fn bits(&mut self) -> String {
        let (mask, wanted) = (self.rng.below(32), self.rng.below(32));
        // A few of these are never true.
        let wanted = if self.rng.below(4) == 0 { wanted } else { wanted & mask };
        format!("({} & {mask}) == {wanted}", self.variable().text)
    }

    fn remainder(&mut self) -> String {
        let value = self.variable();
        let by = 2 + self.rng.below(value.high.clamp(1, 9) as usize);
        format!("{} % {by} == {}", value.text, self.rng.below(by))
    }

    fn constant_truth(&mut self) -> String {
        ["0", "1", "sizeof(int) == 4", "sizeof(long) < 3", "'a' > 90"][self.rng.below(5)]
            .to_string()
    }

    /// A number that a value may have, or just not.
    fn number_near(&mut self, low: i128, high: i128) -> Expression {
        let (low, high) = (low.max(-300), high.min(700));
        let width = usize::try_from(high - low).unwrap_or(0);
        Expression::number(low - 1 + self.rng.below(width + 3) as i128)
    }

    fn leaf(&mut self) -> Expression {
        match self.rng.below(4) {
            0 => Expression::number(self.rng.below(60) as i128 - 20),
            _ => self.variable(),
        }
    }

    pub fn variable(&mut self) -> Expression {
        let all = &self.scope.variables;
        // Most of what is decided should depend on the inputs.
        let among = if self.rng.coin() { self.scope.parameters } else { all.len() };
        read(&all[self.rng.below(among)])
    }

    fn arithmetic(&mut self, depth: usize) -> Expression {
        let (left, right) = (self.value(depth - 1), self.value(depth - 1));
        let operator = ["+", "-", "*", "&", "|", "^", "+", "-"][self.rng.below(8)];
        match binary(&left, operator, &right) {
            Some(result) => result,
            None => binary(&left.cast(Kind::Short), operator, &right.cast(Kind::SignedChar))
                .expect("two small numbers"),
        }
    }

    fn shift(&mut self, depth: usize) -> Expression {
        let (value, by) = (self.value(depth - 1), self.rng.below(12));
        if self.rng.coin() {
            let (low, high) = Type::Unsigned.range();
            let text = format!("((unsigned)({}) << {by})", value.text);
            return Expression::new(text, Type::Unsigned, low, high);
        }
        let text = format!("(({}) >> {by})", value.text);
        Expression::new(text, value.ty, value.low >> by, value.high >> by)
    }

    fn division(&mut self, depth: usize) -> Expression {
        let value = self.value(depth - 1);
        // The smallest number of a type has no opposite.
        let kind = if value.ty == Type::Long { Kind::Long } else { Kind::Int };
        let value = stored(value, kind);
        if self.rng.coin() {
            let by = 1 + self.rng.below(20) as i128;
            let text = format!("(({}) / {by})", value.text);
            return Expression::new(text, value.ty, value.low / by, value.high / by);
        }
        let by = self.variable();
        let text = format!("({} ? ({}) / {} : 0)", by.text, value.text, by.text);
        let ty = value.ty.max(by.ty);
        let (low, high) = value.converted(ty);
        let most = low.abs().max(high.abs());
        match ty {
            Type::Unsigned => Expression::new(text, ty, 0, most),
            _ => Expression::new(text, ty, -most, most),
        }
    }

    fn unary(&mut self, depth: usize) -> Expression {
        let value = self.value(depth - 1).cast(Kind::Short);
        match self.rng.below(3) {
            0 => Expression::new(format!("~{}", value.text), Type::Int, !value.high, !value.low),
            1 => Expression::new(format!("-{}", value.text), Type::Int, -value.high, -value.low),
            _ => Expression::new(format!("!{}", value.text), Type::Int, 0, 1),
        }
    }

    fn cast(&mut self, depth: usize) -> Expression {
        let kinds = [Kind::SignedChar, Kind::UnsignedChar, Kind::Short, Kind::Unsigned, Kind::Long];
        let kind = kinds[self.rng.below(kinds.len())];
        self.value(depth - 1).cast(kind)
    }

    fn ternary(&mut self, depth: usize) -> Expression {
        let condition = self.condition(depth - 1);
        let (yes, no) = (self.value(depth - 1), self.value(depth - 1));
        if self.rng.below(4) == 0 {
            // GNU's short form: the condition is also the value.
            let (low, high) = (no.low.min(0), no.high.max(1));
            let (low, high) = Expression::new(String::new(), no.ty, low, high).converted(no.ty);
            let text = format!("({} ?: {})", condition.text, no.text);
            return Expression::new(text, no.ty, low, high);
        }
        let ty = yes.ty.max(no.ty);
        let (one, other) = (yes.converted(ty), no.converted(ty));
        let text = format!("({} ? {} : {})", condition.text, yes.text, no.text);
        Expression::new(text, ty, one.0.min(other.0), one.1.max(other.1))
    }

    fn element(&mut self, depth: usize) -> Expression {
        let index = self.value(depth - 1);
        let table = &self.scope.tables[self.rng.below(self.scope.tables.len())];
        let text = format!("{}[({}) & {}]", table.name, index.text, table.mask);
        let (low, high) = table.kind.range();
        Expression::new(text, table.kind.promoted(), low, high)
    }

    fn call(&mut self, depth: usize) -> Expression {
        let scope = self.scope;
        let Some(callee) = &scope.callee else { return self.leaf() };
        let arguments: Vec<String> =
            callee.parameters.iter().map(|_| self.value(depth - 1).text).collect();
        let (low, high) = Kind::Int.kept();
        let text = format!("{}({})", callee.name, arguments.join(", "));
        Expression::new(text, Type::Int, low, high)
    }
}

/// What reading a variable gives.
pub fn read(variable: &Variable) -> Expression {
    let (low, high) = variable.kind.kept();
    Expression::new(variable.name.clone(), variable.kind.promoted(), low, high)
}

/// `None` if the result might not fit its type.
fn binary(left: &Expression, operator: &str, right: &Expression) -> Option<Expression> {
    let ty = left.ty.max(right.ty);
    let (a, b) = (left.converted(ty), right.converted(ty));
    let (low, high) = match operator {
        "+" => (a.0 + b.0, a.1 + b.1),
        "-" => (a.0 - b.1, a.1 - b.0),
        "*" => {
            let corners = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
            (corners.into_iter().min()?, corners.into_iter().max()?)
        }
        _ => bitwise(a, b),
    };
    let text = format!("({} {operator} {})", left.text, right.text);
    let (least, most) = ty.range();
    let fits = least <= low && high <= most;
    match ty {
        _ if fits => Some(Expression::new(text, ty, low, high)),
        Type::Unsigned => Some(Expression::new(text, ty, least, most)),
        Type::Int | Type::Long => None,
    }
}

/// As many bits as the operands have, and a sign if one of them has it.
fn bitwise(a: (i128, i128), b: (i128, i128)) -> (i128, i128) {
    let largest = [a.0, a.1, b.0, b.1].map(|end| if end < 0 { !end } else { end });
    let largest = largest.into_iter().max().unwrap_or(0);
    let mask = (largest + 1).max(1) as u128;
    let mask = mask.next_power_of_two() as i128 - 1;
    (if a.0 < 0 || b.0 < 0 { !mask } else { 0 }, mask)
}
