//! Random programs: static methods with nested statements, and a `main` that shows all variables
//! after each call, and what was thrown.

use crate::expressions::{Expressions, Type, VARIABLES};
use assay_base::Rng;
use std::fmt::Write;

const METHODS: usize = 5;

pub fn program(seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let mut generator = Generator {
        expressions: Expressions { rng: &mut rng, methods: Vec::new() },
        text: String::new(),
        depth: 1,
        loops: 0,
    };
    generator.class(seed);
    generator.text
}

struct Generator<'r> {
    expressions: Expressions<'r>,
    text: String,
    depth: usize,
    /// Loops so far: each has a counter of its own.
    loops: usize,
}

impl Generator<'_> {
    fn line(&mut self, line: &str) {
        let indent = "    ".repeat(self.depth);
        let _ = writeln!(self.text, "{indent}{line}");
    }

    fn class(&mut self, seed: u64) {
        let _ = writeln!(self.text, "class R{seed} {{");
        self.line("static int fuel = 3000;");
        self.line("static String cut(String s) { return s.length() > 40 ? s.substring(s.length() - 40) : s; }");
        for ty in Type::ALL {
            for number in 0..VARIABLES {
                let value = match ty {
                    Type::Boolean => "false".to_string(),
                    Type::Text => format!("\"t{number}\""),
                    Type::Ints => "new int[8]".to_string(),
                    _ => format!("({}) {}", ty.name(), number * 37),
                };
                self.line(&format!("static {} {}{number} = {value};", ty.name(), ty.letter()));
            }
        }
        for number in 0..METHODS {
            self.method(number);
        }
        self.main();
        self.text.push_str("}\n");
    }

    /// It may call those before it.
    fn method(&mut self, number: usize) {
        let result = Type::ALL[self.expressions.below(Type::ALL.len())];
        let count = self.expressions.below(4);
        let parameters: Vec<Type> =
            (0..count).map(|_| Type::ALL[self.expressions.below(Type::ALL.len())]).collect();
        let declared: Vec<String> = parameters
            .iter()
            .enumerate()
            .map(|(index, ty)| format!("{} p{index}", ty.name()))
            .collect();
        let name = format!("m{number}");
        self.line(&format!("static {} {name}({}) {{", result.name(), declared.join(", ")));
        self.depth += 1;
        // Locals hide some of the fields.
        for ty in Type::ALL {
            if self.expressions.below(2) == 0 {
                let value = match parameters.iter().position(|parameter| *parameter == ty) {
                    Some(index) => format!("p{index}"),
                    None => format!("{}1", ty.letter()),
                };
                self.line(&format!("{} {}0 = {value};", ty.name(), ty.letter()));
            }
        }
        for _ in 0..3 {
            self.statement(3);
        }
        let value = self.expressions.expression(result, 3);
        self.line(&format!("return {value};"));
        self.depth -= 1;
        self.line("}");
        self.expressions.methods.push((name, result, parameters));
    }

    fn block(&mut self, head: &str, nesting: usize) {
        self.line(&format!("{head} {{"));
        self.depth += 1;
        for _ in 0..1 + self.expressions.below(2) {
            self.statement(nesting - 1);
        }
        self.depth -= 1;
    }

    fn statement(&mut self, nesting: usize) {
        if nesting == 0 {
            return self.assignment();
        }
        match self.expressions.below(9) {
            0 => {
                let condition = self.expressions.expression(Type::Boolean, 3);
                self.block(&format!("if ({condition})"), nesting);
                if self.expressions.below(2) == 0 {
                    self.block("} else", nesting);
                }
                self.line("}");
            }
            1 => self.counted_loop(nesting),
            2 => self.conditional_loop(nesting),
            3 => self.switch(nesting),
            4 => self.guarded(nesting),
            5 => {
                let array = self.expressions.variable(Type::Ints);
                let index = self.expressions.expression(Type::Int, 2);
                let value = self.expressions.expression(Type::Int, 3);
                let mask = if self.expressions.below(3) == 0 { 15 } else { 7 };
                self.line(&format!("{array}[({index}) & {mask}] += {value};"));
            }
            _ => self.assignment(),
        }
    }

    fn assignment(&mut self) {
        let ty = Type::ALL[self.expressions.below(Type::ALL.len())];
        let (to, value) = (self.expressions.variable(ty), self.expressions.expression(ty, 4));
        let op = match (ty.is_number(), self.expressions.below(4)) {
            (true, 0) => ["+=", "-=", "*="][self.expressions.below(3)],
            _ => "=",
        };
        self.line(&format!("{to} {op} {value};"));
    }

    fn counted_loop(&mut self, nesting: usize) {
        self.loops += 1;
        let (counter, most) = (format!("k{}", self.loops), 1 + self.expressions.below(6));
        self.block(
            &format!("for (int {counter} = 0; {counter} < {most} && fuel-- > 0; {counter}++)"),
            nesting,
        );
        self.depth += 1;
        if self.expressions.below(3) == 0 {
            let condition = self.expressions.expression(Type::Boolean, 2);
            let what = ["break", "continue"][self.expressions.below(2)];
            self.line(&format!("if ({condition}) {what};"));
        }
        self.line(&format!("i1 += {counter};"));
        self.depth -= 1;
        self.line("}");
    }

    fn conditional_loop(&mut self, nesting: usize) {
        let condition = self.expressions.expression(Type::Boolean, 2);
        if self.expressions.below(2) == 0 {
            self.block(&format!("while (fuel-- > 0 && {condition})"), nesting);
            self.line("}");
        } else {
            self.block("do", nesting);
            self.line(&format!("}} while (fuel-- > 0 && {condition});"));
        }
    }

    fn switch(&mut self, nesting: usize) {
        let is_text = self.expressions.below(3) == 0;
        let ty = if is_text { Type::Text } else { Type::Int };
        let value = self.expressions.expression(ty, 2);
        let masked = if is_text { value } else { format!("({value}) & 15") };
        self.line(&format!("switch ({masked}) {{"));
        let labels: [&str; 4] = match is_text {
            true => ["\"a\"", "\"t1\"", "\"Hello\"", "\"\""],
            false => ["0", "3", "7", "12"],
        };
        for label in labels {
            self.block(&format!("case {label}:"), nesting);
            if self.expressions.below(3) != 0 {
                self.line("    break;");
            }
            self.line("}");
        }
        self.block("default:", nesting);
        self.line("}");
        self.line("}");
    }

    fn guarded(&mut self, nesting: usize) {
        let caught = ["ArithmeticException", "IndexOutOfBoundsException", "RuntimeException"];
        self.block("try", nesting);
        if self.expressions.below(4) == 0 {
            let condition = self.expressions.expression(Type::Boolean, 2);
            self.line(&format!("    if ({condition}) throw new IllegalStateException(t0);"));
        }
        let class = caught[self.expressions.below(3)];
        self.loops += 1;
        let name = format!("e{}", self.loops);
        self.block(&format!("}} catch ({class} {name})"), nesting);
        self.line(&format!("    t1 = cut(t1 + {name}.getMessage());"));
        if self.expressions.below(2) == 0 {
            self.block("} finally", nesting);
        }
        self.line("}");
    }

    fn main(&mut self) {
        self.line("public static void main(String[] args) {");
        self.depth += 1;
        for (name, result, parameters) in self.expressions.methods.clone() {
            for _ in 0..3 {
                let args: Vec<String> =
                    parameters.iter().map(|ty| self.expressions.expression(*ty, 1)).collect();
                self.line("try {");
                let shown = shown(result, &format!("{name}({})", args.join(", ")));
                self.line(&format!("    System.out.println({shown});"));
                self.line("} catch (RuntimeException e) {");
                self.line("    System.out.println(e.getClass().getName() + e.getMessage());");
                self.line("}");
            }
            self.line("show();");
        }
        self.depth -= 1;
        self.line("}");
        self.line("static void show() {");
        for ty in Type::ALL {
            for number in 0..VARIABLES {
                let shown = shown(ty, &format!("{}{number}", ty.letter()));
                self.line(&format!("    System.out.println({shown});"));
            }
        }
        self.line("}");
    }
}

/// What is printed of a value: floats by their bits, arrays by their elements.
fn shown(ty: Type, value: &str) -> String {
    match ty {
        Type::Float => format!("Float.floatToIntBits({value})"),
        Type::Double => format!("Double.doubleToLongBits({value})"),
        Type::Ints => format!("java.util.Arrays.hashCode({value})"),
        Type::Char => format!("(int) {value}"),
        _ => value.to_string(),
    }
}
