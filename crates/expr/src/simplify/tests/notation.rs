//! A notation for the instances of rules: `(add (add x 3) 5)`.
//!
//! Variables: `x y z` of the tested width, `n m` of the lower half, `p o` of the rest above it,
//! `q r` of a quarter, `k j` of one bit. Constants take the width of what stands beside them or
//! one that is given, `3:n`; `min` and `max` are signed limits, `#n` is the width of `n` as a
//! number. Float operations name their formats: `(f.lt h x y)` compares halves.

use crate::bits::{mask, sign_bit};
use crate::{BinaryOp, FloatBinaryOp, FloatOp, Format, Node, Rounding, Term, Terms, Value};

pub struct Reader<'a> {
    terms: &'a mut Terms,
    width: u32,
    simplify: bool,
}

const VARIABLES: &str = "xyznmpoqrkj";

const BINARY: [(&str, BinaryOp); 18] = [
    ("add", BinaryOp::Add),
    ("sub", BinaryOp::Sub),
    ("mul", BinaryOp::Mul),
    ("udiv", BinaryOp::UDiv),
    ("sdiv", BinaryOp::SDiv),
    ("urem", BinaryOp::URem),
    ("srem", BinaryOp::SRem),
    ("and", BinaryOp::And),
    ("or", BinaryOp::Or),
    ("xor", BinaryOp::Xor),
    ("shl", BinaryOp::Shl),
    ("lshr", BinaryOp::LShr),
    ("ashr", BinaryOp::AShr),
    ("eq", BinaryOp::Eq),
    ("ult", BinaryOp::Ult),
    ("ule", BinaryOp::Ule),
    ("slt", BinaryOp::Slt),
    ("sle", BinaryOp::Sle),
];

const FLOAT_BINARY: [(&str, FloatBinaryOp); 9] = [
    ("add", FloatBinaryOp::Add),
    ("sub", FloatBinaryOp::Sub),
    ("mul", FloatBinaryOp::Mul),
    ("div", FloatBinaryOp::Div),
    ("min", FloatBinaryOp::Min),
    ("max", FloatBinaryOp::Max),
    ("eq", FloatBinaryOp::Eq),
    ("lt", FloatBinaryOp::Lt),
    ("le", FloatBinaryOp::Le),
];

impl<'a> Reader<'a> {
    pub fn simplifying(terms: &'a mut Terms, width: u32) -> Self {
        Reader::new(terms, width, true)
    }

    pub fn plain(terms: &'a mut Terms, width: u32) -> Self {
        Reader::new(terms, width, false)
    }

    fn new(terms: &'a mut Terms, width: u32, simplify: bool) -> Self {
        let reader = Reader { terms, width, simplify };
        if reader.terms.variable_count() == 0 {
            for name in VARIABLES.chars() {
                let width = reader.named_width(name);
                reader.terms.new_variable(width);
            }
        }
        reader
    }

    pub fn read(&mut self, text: &str) -> Term {
        let (term, rest) = self.term(text, self.width);
        assert!(rest.trim().is_empty(), "{rest:?} left over");
        term
    }

    fn named_width(&self, name: char) -> u32 {
        let half = (self.width / 2).max(1);
        match name {
            'x' | 'y' | 'z' => self.width,
            'n' | 'm' => half,
            'p' | 'o' => self.width - half,
            'q' | 'r' => (half / 2).max(1),
            'k' | 'j' => 1,
            _ => panic!("no variable {name}"),
        }
        .max(1)
    }

    /// A number, or the width of a variable.
    fn size(&self, word: &str) -> u32 {
        word.parse().unwrap_or_else(|_| self.named_width(word.chars().next().expect("a name")))
    }

    /// A term and the text behind it; `width` is that of a constant without one.
    fn term<'t>(&mut self, text: &'t str, width: u32) -> (Term, &'t str) {
        let text = text.trim_start();
        match text.strip_prefix('(') {
            Some(inner) => self.operation(inner),
            None => {
                let (word, rest) = word(text);
                (self.atom(word, width), rest)
            }
        }
    }

    fn atom(&mut self, word: &str, width: u32) -> Term {
        if let Some(index) = VARIABLES.chars().position(|name| word == name.to_string()) {
            return self.terms.variable(assay_base::Id::new(index));
        }
        let (value, width) = match word.split_once(':') {
            Some((value, name)) => (value, self.size(name)),
            None => (word, width),
        };
        let value = match value {
            "min" => sign_bit(width),
            "max" => mask(width) >> 1,
            _ if value.starts_with('#') => self.size(&value[1..]) as Value,
            _ if value.starts_with("0x") => {
                Value::from_str_radix(&value[2..], 16).expect("a hexadecimal number")
            }
            _ => value.parse::<i128>().expect("a number") as Value,
        };
        self.terms.constant(width, value)
    }

    fn operation<'t>(&mut self, text: &'t str) -> (Term, &'t str) {
        let (name, rest) = word(text);
        if let Some(&(_, op)) = BINARY.iter().find(|binary| binary.0 == name) {
            return self.binary(op, rest);
        }
        match name {
            _ if name.starts_with("f.") => self.float(&name[2..], rest),
            "bits" => self.bits(rest),
            "lookup" => self.lookup(rest),
            "zext" | "sext" => self.extension(name, "x", rest),
            "zext/n" => self.extension("zext", "n", rest),
            "sext/n" => self.extension("sext", "n", rest),
            _ => self.other(name, rest),
        }
    }

    fn binary<'t>(&mut self, op: BinaryOp, rest: &'t str) -> (Term, &'t str) {
        // A constant on the left has the width of what is on the right, so that is read first.
        let (_, behind) = self.term(rest, self.width);
        let (right, _) = self.term(behind, self.width);
        let (left, behind) = self.term(rest, self.terms.width(right));
        let (right, rest) = self.term(behind, self.terms.width(left));
        let width = op.result_width(self.terms.width(left));
        let node = Node::Binary(op, left, right);
        (self.build(node, width, |terms| terms.binary(op, left, right)), close(rest))
    }

    fn bits<'t>(&mut self, rest: &'t str) -> (Term, &'t str) {
        let (low, rest) = word(rest);
        let (width, rest) = word(rest);
        let (low, width) = (if low == "0" { 0 } else { self.size(low) }, self.size(width));
        let (of, rest) = self.term(rest, self.width);
        let node = Node::Extract { of, low };
        (self.build(node, width, |terms| terms.extract(of, low, width)), close(rest))
    }

    fn extension<'t>(&mut self, name: &str, to: &str, rest: &'t str) -> (Term, &'t str) {
        let (a, rest) = self.term(rest, self.width);
        let width = self.size(to);
        let term = match name {
            "zext" => self.build(Node::ZeroExtend(a), width, |terms| terms.zero_extend(a, width)),
            _ => self.build(Node::SignExtend(a), width, |terms| terms.sign_extend(a, width)),
        };
        (term, close(rest))
    }

    fn lookup<'t>(&mut self, rest: &'t str) -> (Term, &'t str) {
        let (index, mut rest) = self.term(rest, self.width);
        let mut entries = Vec::new();
        while !rest.trim_start().starts_with(')') {
            let (entry, behind) = self.term(rest, self.width);
            entries.push(entry);
            rest = behind;
        }
        let width = self.terms.width(entries[0]);
        if self.simplify {
            return (self.terms.lookup(&entries, index), close(rest));
        }
        let table = self.terms.intern_table(&entries);
        (self.terms.raw(Node::Lookup { table, index }, width), close(rest))
    }

    fn other<'t>(&mut self, name: &str, rest: &'t str) -> (Term, &'t str) {
        let (a, rest) = self.term(rest, self.width);
        let width = self.terms.width(a);
        match name {
            "not" => (self.build(Node::Not(a), width, |terms| terms.not(a)), close(rest)),
            "neg" => (self.build(Node::Neg(a), width, |terms| terms.neg(a)), close(rest)),
            "concat" => {
                let (b, rest) = self.term(rest, self.width);
                let width = width + self.terms.width(b);
                let node = Node::Concat(a, b);
                (self.build(node, width, |terms| terms.concat(a, b)), close(rest))
            }
            "ite" => {
                let (b, rest) = self.term(rest, self.width);
                let (c, rest) = self.term(rest, self.terms.width(b));
                let node = Node::Ite(a, b, c);
                let width = self.terms.width(b);
                (self.build(node, width, |terms| terms.ite(a, b, c)), close(rest))
            }
            _ => panic!("no operation {name}"),
        }
    }

    fn float<'t>(&mut self, name: &str, rest: &'t str) -> (Term, &'t str) {
        let (format, rest) = format(rest);
        if let Some(&(_, op)) = FLOAT_BINARY.iter().find(|binary| binary.0 == name) {
            let (a, rest) = self.term(rest, format.bits());
            let (b, rest) = self.term(rest, format.bits());
            let node = Node::FloatBinary(op, format, a, b);
            let width = op.result_width(format);
            let built = self.build(node, width, |terms| terms.float_binary(op, format, a, b));
            return (built, close(rest));
        }
        let (op, width, rest) = self.float_operator(name, format, rest);
        let (a, rest) = self.term(rest, self.width);
        let node = Node::Float(op, a);
        (self.build(node, width, |terms| terms.float(op, a, width)), close(rest))
    }

    /// An operator of one argument with the width of its result.
    fn float_operator<'t>(
        &self,
        name: &str,
        first: Format,
        rest: &'t str,
    ) -> (FloatOp, u32, &'t str) {
        match name {
            "nan" => (FloatOp::IsNan(first), 1, rest),
            "up" => (FloatOp::Round(first, Rounding::Up), first.bits(), rest),
            "even" => (FloatOp::Round(first, Rounding::NearestEven), first.bits(), rest),
            "signed" => (FloatOp::FromSigned(first), first.bits(), rest),
            "unsigned" => (FloatOp::FromUnsigned(first), first.bits(), rest),
            "to_signed" => (FloatOp::ToSigned(first), self.width, rest),
            "to_unsigned" => (FloatOp::ToUnsigned(first), self.width, rest),
            "convert" => {
                let (to, rest) = format(rest);
                (FloatOp::Convert { from: first, to }, to.bits(), rest)
            }
            _ => panic!("no float operation {name}"),
        }
    }

    fn build(
        &mut self,
        node: Node,
        width: u32,
        constructor: impl FnOnce(&mut Terms) -> Term,
    ) -> Term {
        if self.simplify { constructor(self.terms) } else { self.terms.raw(node, width) }
    }
}

fn format(text: &str) -> (Format, &str) {
    let (name, rest) = word(text);
    let format = match name {
        "h" => Format::Half,
        "b" => Format::BFloat,
        "s" => Format::Single,
        "d" => Format::Double,
        "x87" => Format::X87,
        _ => panic!("no format {name}"),
    };
    (format, rest)
}

/// The first word and the text behind it.
fn word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let end = text.find([' ', ')']).unwrap_or(text.len());
    text.split_at(end)
}

fn close(text: &str) -> &str {
    text.trim_start().strip_prefix(')').expect("a closing parenthesis")
}
