//! Random expressions of every type.

use assay_base::Rng;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Type {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    Text,
    Ints,
}

impl Type {
    pub const ALL: [Type; 10] = [
        Type::Int,
        Type::Long,
        Type::Boolean,
        Type::Byte,
        Type::Char,
        Type::Short,
        Type::Float,
        Type::Double,
        Type::Text,
        Type::Ints,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Type::Boolean => "boolean",
            Type::Byte => "byte",
            Type::Char => "char",
            Type::Short => "short",
            Type::Int => "int",
            Type::Long => "long",
            Type::Float => "float",
            Type::Double => "double",
            Type::Text => "String",
            Type::Ints => "int[]",
        }
    }

    /// The letter that variables of this type begin with.
    pub fn letter(self) -> char {
        ['z', 'b', 'c', 's', 'i', 'l', 'f', 'd', 't', 'a'][self as usize]
    }

    pub fn is_number(self) -> bool {
        !matches!(self, Type::Boolean | Type::Text | Type::Ints)
    }
}

/// Variables of each type that are in scope, all of them set.
pub const VARIABLES: usize = 3;

pub struct Expressions<'r> {
    pub rng: &'r mut Rng,
    /// Static methods that may be called: their names, by the type of their result.
    pub methods: Vec<(String, Type, Vec<Type>)>,
}

const INTS: [&str; 12] = [
    "0",
    "1",
    "-1",
    "2",
    "7",
    "31",
    "32",
    "100",
    "-128",
    "65535",
    "Integer.MAX_VALUE",
    "Integer.MIN_VALUE",
];
const LONGS: [&str; 7] =
    ["0L", "1L", "-1L", "63L", "4294967296L", "Long.MAX_VALUE", "Long.MIN_VALUE"];
const FLOATS: [&str; 6] = ["0f", "-0f", "1.5f", "-3.25e7f", "Float.NaN", "Float.MAX_VALUE"];
const DOUBLES: [&str; 7] =
    ["0.0", "-0.0", "2.5", "-1e18", "Double.NaN", "Double.POSITIVE_INFINITY", "4.9e-324"];
const TEXTS: [&str; 5] = ["\"\"", "\"a\"", "\"Hello\"", "\"\\u00e4\\u20ac\"", "\"x=\""];

impl Expressions<'_> {
    pub fn below(&mut self, bound: usize) -> usize {
        self.rng.below(bound)
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }

    pub fn variable(&mut self, ty: Type) -> String {
        format!("{}{}", ty.letter(), self.below(VARIABLES))
    }

    pub fn expression(&mut self, ty: Type, depth: usize) -> String {
        if depth == 0 || self.below(5) == 0 {
            return self.leaf(ty);
        }
        match self.below(8) {
            0 => {
                let condition = self.expression(Type::Boolean, depth - 1);
                let (a, b) = (self.expression(ty, depth - 1), self.expression(ty, depth - 1));
                format!("({condition} ? {a} : {b})")
            }
            1 => self.call(ty, depth),
            _ => self.compound(ty, depth),
        }
    }

    fn leaf(&mut self, ty: Type) -> String {
        if self.below(2) == 0 {
            return self.variable(ty);
        }
        match ty {
            Type::Boolean => self.pick(&["true", "false"]).to_string(),
            Type::Byte => format!("(byte) {}", self.below(300)),
            Type::Short => format!("(short) {}", self.below(70_000)),
            Type::Char => format!("(char) {}", self.below(70_000)),
            Type::Int => format!("({})", self.pick(&INTS)),
            Type::Long => format!("({})", self.pick(&LONGS)),
            Type::Float => format!("({})", self.pick(&FLOATS)),
            Type::Double => format!("({})", self.pick(&DOUBLES)),
            Type::Text => self.pick(&TEXTS).to_string(),
            Type::Ints => self.variable(ty),
        }
    }

    fn call(&mut self, ty: Type, depth: usize) -> String {
        let known: Vec<_> = self.methods.iter().filter(|(_, result, _)| *result == ty).collect();
        if known.is_empty() {
            return self.compound(ty, depth);
        }
        let at = self.rng.below(known.len());
        let known: Vec<_> = self.methods.iter().filter(|(_, result, _)| *result == ty).collect();
        let (name, _, parameters) = known[at].clone();
        let args: Vec<String> =
            parameters.iter().map(|parameter| self.expression(*parameter, depth - 1)).collect();
        format!("{name}({})", args.join(", "))
    }

    fn compound(&mut self, ty: Type, depth: usize) -> String {
        match ty {
            Type::Boolean => self.truth(depth),
            Type::Int => self.int(depth),
            Type::Text => self.text(depth),
            Type::Ints => self.array(depth),
            Type::Long => self.wide(depth),
            Type::Float | Type::Double => self.real(ty, depth),
            Type::Byte | Type::Char | Type::Short => {
                let from = self.number(depth);
                format!("({}) ({from})", ty.name())
            }
        }
    }

    fn number(&mut self, depth: usize) -> String {
        let numbers: Vec<Type> = Type::ALL.into_iter().filter(|ty| ty.is_number()).collect();
        let ty = numbers[self.below(numbers.len())];
        self.expression(ty, depth - 1)
    }

    fn two(&mut self, ty: Type, depth: usize) -> (String, String) {
        (self.expression(ty, depth - 1), self.expression(ty, depth - 1))
    }

    fn truth(&mut self, depth: usize) -> String {
        match self.below(6) {
            0 => {
                let (a, b) = self.two(Type::Boolean, depth);
                format!("({a} {} {b})", self.pick(&["&&", "||", "^", "&", "|", "=="]))
            }
            1 => format!("!({})", self.expression(Type::Boolean, depth - 1)),
            2 => {
                let (a, b) = self.two(Type::Text, depth);
                format!("{a}.equals({b})")
            }
            3 => {
                let (a, b) = self.two(Type::Text, depth);
                format!("({a}).{}({b})", self.pick(&["startsWith", "endsWith", "contains"]))
            }
            _ => {
                let (a, b) = (self.number(depth), self.number(depth));
                format!("(({a}) {} ({b}))", self.pick(&["<", "<=", ">", ">=", "==", "!="]))
            }
        }
    }

    fn int(&mut self, depth: usize) -> String {
        match self.below(9) {
            0 => format!("({}).length()", self.expression(Type::Text, depth - 1)),
            1 => format!("({}).hashCode()", self.expression(Type::Text, depth - 1)),
            2 => format!("({}).length", self.expression(Type::Ints, depth - 1)),
            3 => {
                let array = self.variable(Type::Ints);
                let index = self.expression(Type::Int, depth - 1);
                format!("{array}[({index}) & 7]")
            }
            4 => format!("(int) ({})", self.number(depth)),
            5 => {
                let shift = self.number_of(&[Type::Int, Type::Long, Type::Byte], depth);
                let a = self.expression(Type::Int, depth - 1);
                format!("(({a}) {} ({shift}))", self.pick(&["<<", ">>", ">>>"]))
            }
            6 => format!(
                "{}(({}))",
                self.pick(&["-", "~", "+"]),
                self.expression(Type::Int, depth - 1)
            ),
            _ => {
                let (a, b) = self.two(Type::Int, depth);
                let op = self.pick(&["+", "-", "*", "/", "%", "&", "|", "^"]);
                format!("(({a}) {op} ({b}))")
            }
        }
    }

    fn number_of(&mut self, types: &[Type], depth: usize) -> String {
        let ty = types[self.below(types.len())];
        self.expression(ty, depth - 1)
    }

    fn wide(&mut self, depth: usize) -> String {
        match self.below(5) {
            0 => format!("(long) ({})", self.number(depth)),
            1 => {
                let shift = self.number_of(&[Type::Int, Type::Long, Type::Char], depth);
                let a = self.expression(Type::Long, depth - 1);
                format!("(({a}) {} ({shift}))", self.pick(&["<<", ">>", ">>>"]))
            }
            _ => {
                let a = self.expression(Type::Long, depth - 1);
                let b = self.number_of(&[Type::Int, Type::Long, Type::Short], depth);
                let op = self.pick(&["+", "-", "*", "/", "%", "&", "|", "^"]);
                format!("(({a}) {op} ({b}))")
            }
        }
    }

    fn real(&mut self, ty: Type, depth: usize) -> String {
        match self.below(4) {
            0 => format!("({}) ({})", ty.name(), self.number(depth)),
            1 => format!("-({})", self.expression(ty, depth - 1)),
            _ => {
                let (a, b) = self.two(ty, depth);
                format!("(({a}) {} ({b}))", self.pick(&["+", "-", "*", "/", "%"]))
            }
        }
    }

    fn text(&mut self, depth: usize) -> String {
        match self.below(4) {
            0 => {
                let whole = self.expression(Type::Text, depth - 1);
                let from = self.below(4);
                format!("({whole}).substring({from})")
            }
            1 => {
                let parts =
                    [Type::Int, Type::Char, Type::Boolean, Type::Long, Type::Text, Type::Byte];
                let part = self.number_of(&parts, depth);
                format!("cut({} + ({part}))", self.expression(Type::Text, depth - 1))
            }
            2 => format!("({}).trim()", self.expression(Type::Text, depth - 1)),
            _ => {
                let (a, b) = self.two(Type::Text, depth);
                format!("cut({a} + {b})")
            }
        }
    }

    fn array(&mut self, depth: usize) -> String {
        match self.below(3) {
            0 => format!("{}.clone()", self.variable(Type::Ints)),
            1 => {
                let length = 8 + self.below(3);
                format!("new int[{length}]")
            }
            _ => {
                let elements: Vec<String> =
                    (0..8).map(|_| self.expression(Type::Int, depth.min(2) - 1)).collect();
                format!("new int[] {{{}}}", elements.join(", "))
            }
        }
    }
}
