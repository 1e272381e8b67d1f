//! Statements: every kind of control flow that C has, in functions that end.
//!
//! Loops count their turns in variables that nothing else changes, and `goto` leads forward only.
//! All variables are declared and initialised at the head of the function, so that no jump can miss
//! it.

use super::expression::{Expression, Expressions, stored};
use super::scope::{Kind, Scope, Variable};
use assay_base::Rng;
use std::fmt::Write;

/// How deep statements are nested.
const DEPTH: usize = 4;

pub struct Body<'a> {
    rng: &'a mut Rng,
    scope: Scope,
    /// The counters of loops, to be declared before.
    pub counters: Vec<String>,
    text: String,
    depth: usize,
    /// Statements that may still be written.
    budget: usize,
    loops: usize,
    switches: usize,
    labels: usize,
    /// Labels that something jumps to and that are still to come.
    pending: Vec<String>,
    /// The pointer, if there is one, and the variables that it may point to.
    targets: Vec<Variable>,
}

impl<'a> Body<'a> {
    pub fn new(rng: &'a mut Rng, scope: Scope, budget: usize) -> Body<'a> {
        let is_target = |variable: &&Variable| variable.kind == Kind::Int && variable.is_writable;
        let targets: Vec<Variable> = scope.variables.iter().filter(is_target).cloned().collect();
        Body {
            rng,
            scope,
            counters: Vec::new(),
            text: String::new(),
            depth: 0,
            budget,
            loops: 0,
            switches: 0,
            labels: 0,
            pending: Vec::new(),
            targets,
        }
    }

    /// The statements of a function, to its last `return`.
    pub fn write(mut self) -> (String, Vec<String>) {
        while self.budget > 0 {
            self.statement();
        }
        for label in std::mem::take(&mut self.pending) {
            self.line(&format!("{label}:;"));
        }
        self.give_back();
        (self.text, self.counters)
    }

    fn line(&mut self, text: &str) {
        let indent = 4 * (self.depth + 1);
        let _ = writeln!(self.text, "{:indent$}{text}", "");
    }

    fn value(&mut self) -> Expression {
        Expressions { rng: self.rng, scope: &self.scope }.value(2)
    }

    fn condition(&mut self) -> String {
        let depth = self.rng.below(3);
        let condition = Expressions { rng: self.rng, scope: &self.scope }.condition(depth);
        match self.rng.below(16) {
            // The comma keeps the assignment apart from everything else.
            0 => format!("({}, {})", self.assignment(), condition.text),
            _ => condition.text,
        }
    }

    fn statement(&mut self) {
        self.budget = self.budget.saturating_sub(1);
        if !self.pending.is_empty() && self.rng.below(3) == 0 {
            let label = self.pending.remove(0);
            self.line(&format!("{label}:;"));
        }
        let is_deep = self.depth >= DEPTH || self.budget == 0;
        match self.rng.below(if is_deep { 10 } else { 22 }) {
            0..=5 => self.assign(),
            6 => self.assign_element(),
            7 => self.assign_through_pointer(),
            8 => self.jump(),
            9 => self.select(),
            10..=14 => self.if_else(),
            15..=18 => self.switch(),
            19 => self.for_loop(),
            20 => self.while_loop(),
            _ => self.do_loop(),
        }
    }

    fn block(&mut self, most: usize) {
        self.depth += 1;
        for _ in 0..1 + self.rng.below(most) {
            self.statement();
        }
        self.depth -= 1;
    }

    fn writable(&mut self) -> Variable {
        let all: Vec<&Variable> =
            self.scope.variables.iter().filter(|variable| variable.is_writable).collect();
        all[self.rng.below(all.len())].clone()
    }

    fn assignment(&mut self) -> String {
        let variable = self.writable();
        let value = stored(self.value(), variable.kind);
        format!("{} = {}", variable.name, value.text)
    }

    fn assign(&mut self) {
        let variable = self.writable();
        let is_narrow = !matches!(variable.kind, Kind::Int | Kind::Long);
        let text = match self.rng.below(6) {
            0 if is_narrow => format!("{}++", variable.name),
            1 if is_narrow => format!("--{}", variable.name),
            2 if is_narrow => {
                let by = stored(self.value(), Kind::Int);
                let operator = ["+=", "-=", "^=", "|=", "&="][self.rng.below(5)];
                format!("{} {operator} {}", variable.name, by.text)
            }
            _ => format!("{} = {}", variable.name, stored(self.value(), variable.kind).text),
        };
        self.line(&format!("{text};"));
    }

    fn assign_element(&mut self) {
        let (index, value) = (self.value(), self.value());
        let mut tables = self.scope.tables.iter().filter(|table| table.is_writable);
        if let Some(table) = tables.next() {
            let (name, mask) = (&table.name, table.mask);
            let text = format!("{name}[({}) & {mask}] = {};", index.text, value.text);
            self.line(&text);
        }
    }

    fn assign_through_pointer(&mut self) {
        let count = self.targets.len();
        if count < 2 {
            return self.assign();
        }
        let (one, other) = (self.rng.below(count), self.rng.below(count));
        let (one, other) = (self.targets[one].name.clone(), self.targets[other].name.clone());
        let (condition, value) = (self.condition(), stored(self.value(), Kind::Int));
        self.line(&format!("p = {condition} ? &{one} : &{other};"));
        self.line(&format!("*p = {};", value.text));
    }

    fn select(&mut self) {
        let variable = self.writable();
        let (condition, yes, no) = (self.condition(), self.value(), self.value());
        let (yes, no) = (stored(yes, variable.kind), stored(no, variable.kind));
        let text = format!("{} = {condition} ? {} : {};", variable.name, yes.text, no.text);
        self.line(&text);
    }

    fn jump(&mut self) {
        match self.rng.below(6) {
            0 | 1 if self.loops + self.switches > 0 => self.line("break;"),
            2 if self.loops > 0 => self.line("continue;"),
            3 | 4 if self.depth > 0 => {
                self.labels += 1;
                let label = format!("out{}", self.labels);
                self.line(&format!("goto {label};"));
                self.pending.push(label);
            }
            5 if self.depth > 0 => self.give_back(),
            _ => self.assign(),
        }
    }

    fn give_back(&mut self) {
        let value = stored(self.value(), Kind::Int);
        self.line(&format!("return {};", value.text));
    }

    fn if_else(&mut self) {
        let condition = self.condition();
        self.line(&format!("if ({condition}) {{"));
        self.block(3);
        while self.rng.below(3) == 0 {
            let condition = self.condition();
            self.line(&format!("}} else if ({condition}) {{"));
            self.block(2);
        }
        if self.rng.coin() {
            self.line("} else {");
            self.block(2);
        }
        self.line("}");
    }

    fn switch(&mut self) {
        let value = match self.rng.below(4) {
            0 => ["3", "sizeof(int)", "-128 & 7", "TWO", "'c' - 'a'", "1 ? 5 : 6"]
                [self.rng.below(6)]
            .to_string(),
            1 => self.value().text,
            _ => Expressions { rng: self.rng, scope: &self.scope }.variable().text,
        };
        self.line(&format!("switch ({value}) {{"));
        self.switches += 1;
        if self.rng.below(12) == 0 {
            // Before the first label nothing is executed.
            self.assign();
        }
        let count = self.rng.below(6);
        let default_at =
            if self.rng.below(3) == 0 { None } else { Some(self.rng.below(count + 1)) };
        let mut next = self.rng.below(6) as i64 - 4;
        for at in 0..=count {
            if default_at == Some(at) {
                self.line("default:");
                self.arm();
            }
            if at < count {
                next = self.label(next);
                self.arm();
            }
        }
        self.switches -= 1;
        self.line("}");
    }

    /// A label behind `next`; where the next one may be.
    fn label(&mut self, next: i64) -> i64 {
        let first = next + self.rng.below(3) as i64;
        let last = match self.rng.below(8) {
            0 => first + 1 + self.rng.below(5) as i64,
            // So many that the compiler compares instead of listing them.
            1 => first + 70 + self.rng.below(60) as i64,
            _ => first,
        };
        match first == last {
            true => self.line(&format!("case {first}:")),
            false => self.line(&format!("case {first} ... {last}:")),
        }
        last + 1
    }

    /// What stands behind a label.
    fn arm(&mut self) {
        match self.rng.below(6) {
            0 => self.line("    ;"),
            _ => self.block(2),
        }
        if self.rng.below(4) != 0 {
            self.line("    break;");
        }
        if self.rng.below(16) == 0 {
            // Dead code.
            self.block(1);
        }
    }

    fn counter(&mut self) -> String {
        let name = format!("n{}", self.counters.len());
        self.counters.push(name.clone());
        name
    }

    /// The body of a loop, in which its counter may be read but not written.
    fn turns(&mut self, counter: &str) {
        let (kind, is_writable) = (Kind::Short, false);
        self.scope.variables.push(Variable { name: counter.to_string(), kind, is_writable });
        let switches = std::mem::take(&mut self.switches);
        self.loops += 1;
        self.block(3);
        self.loops -= 1;
        self.switches = switches;
        self.scope.variables.retain(|variable| variable.name != counter);
    }

    fn for_loop(&mut self) {
        let (counter, most) = (self.counter(), 1 + self.rng.below(6));
        let condition = match self.rng.below(3) {
            0 => format!(" && {}", self.condition()),
            _ => String::new(),
        };
        match self.rng.below(4) {
            0 => {
                self.line(&format!("for ({counter} = 0;; {counter}++) {{"));
                self.line(&format!("    if ({counter} >= {most}) break;"));
            }
            _ => {
                let head = format!("{counter} = 0; {counter} < {most}{condition}; {counter}++");
                self.line(&format!("for ({head}) {{"));
            }
        }
        self.turns(&counter);
        self.line("}");
    }

    fn while_loop(&mut self) {
        let (counter, most) = (self.counter(), 1 + self.rng.below(6));
        self.line(&format!("{counter} = 0;"));
        match self.rng.below(3) {
            0 => {
                self.line("while (1) {");
                self.line(&format!("    if ({counter}++ > {most}) break;"));
            }
            _ => {
                let condition = self.condition();
                self.line(&format!("while ({counter}++ < {most} && {condition}) {{"));
            }
        }
        self.turns(&counter);
        self.line("}");
    }

    fn do_loop(&mut self) {
        let (counter, most) = (self.counter(), 1 + self.rng.below(6));
        self.line(&format!("{counter} = 0;"));
        self.line("do {");
        self.turns(&counter);
        match self.rng.below(3) {
            0 => self.line("} while (0);"),
            _ => {
                let condition = self.condition();
                self.line(&format!("}} while (++{counter} < {most} && {condition});"));
            }
        }
    }
}
