//! Constants: their type is known from where they stand.

use super::{Parsed, Parser, Symbol, Token, id_number};
use crate::{Const, ConstExpr, ConstId, FloatKind, Operand, Type, TypeId, ValueId};

impl Parser {
    /// A value or a constant of this type.
    pub(super) fn operand(&mut self, ty: TypeId) -> Parsed<Operand> {
        match self.peek() {
            Token::Word(word) if is_value(word) => Ok(Operand::Value(self.value()?)),
            _ => Ok(Operand::Const(self.constant(ty)?)),
        }
    }

    pub(super) fn value(&mut self) -> Parsed<ValueId> {
        self.id("v", "a value")
    }

    /// An operand with its type before it.
    pub(super) fn typed_operand(&mut self) -> Parsed<(Operand, TypeId)> {
        let ty = self.ty()?;
        Ok((self.operand(ty)?, ty))
    }

    pub(super) fn constant(&mut self, ty: TypeId) -> Parsed<ConstId> {
        let constant = self.nested(|parser| parser.constant_itself(ty))?;
        if let Some(&id) = self.constants.get(&constant) {
            return Ok(id);
        }
        let id = self.program.constants.push(constant.clone());
        self.constants.insert(constant, id);
        Ok(id)
    }

    fn constant_itself(&mut self, ty: TypeId) -> Parsed<Const> {
        match self.peek() {
            Token::Number(digits) => {
                let digits = digits.clone();
                let constant = self.numeric(ty, &digits)?;
                self.next();
                Ok(constant)
            }
            Token::Bytes(bytes) => {
                let bytes = bytes.clone();
                self.next();
                Ok(Const::Bytes { ty, bytes })
            }
            Token::Name(..) => Ok(match self.symbol()? {
                Symbol::Global(global) => Const::Global { global, ty },
                Symbol::Function(function) => Const::Function { function, ty },
            }),
            Token::Sign("{") => self.aggregate(ty),
            Token::Word(word) => {
                let word = word.clone();
                self.spoken(ty, &word)
            }
            _ => self.expected("a constant"),
        }
    }

    fn spoken(&mut self, ty: TypeId, word: &str) -> Parsed<Const> {
        match word {
            "null" | "zero" | "undef" | "label" | "offset" | "resize" | "add" | "sub" | "mul"
            | "xor" | "image" | "unsupported" => self.next(),
            _ => return self.expected("a constant"),
        };
        match word {
            "null" => return Ok(Const::Null { ty }),
            "zero" => return Ok(Const::Zero { ty }),
            "undef" => return Ok(Const::Undef { ty }),
            _ => self.sign("(")?,
        }
        let expr = match word {
            "label" => {
                let function = self.function_name()?;
                self.sign(",")?;
                let block = self.block()?;
                self.sign(")")?;
                return Ok(Const::BlockAddress { function, block, ty });
            }
            "image" => return self.image(ty),
            "unsupported" => ConstExpr::Unsupported(self.text()?),
            "resize" => ConstExpr::Resize(self.part()?),
            "offset" => {
                let base = self.part()?;
                self.sign(",")?;
                ConstExpr::Offset { base, bytes: self.number()? }
            }
            _ => {
                let a = self.part()?;
                self.sign(",")?;
                let b = self.part()?;
                match word {
                    "add" => ConstExpr::Add(a, b),
                    "sub" => ConstExpr::Sub(a, b),
                    "mul" => ConstExpr::Mul(a, b),
                    _ => ConstExpr::Xor(a, b),
                }
            }
        };
        self.sign(")")?;
        Ok(Const::Expr { ty, expr })
    }

    /// `image(c"bytes", 8: ptr @name)`, of which the beginning was read.
    fn image(&mut self, ty: TypeId) -> Parsed<Const> {
        let bytes = match self.next() {
            Token::Bytes(bytes) => bytes,
            _ => return self.error_before("expected bytes".to_string()),
        };
        let mut places = Vec::new();
        while self.take_sign(",") {
            let at = self.number()?;
            self.sign(":")?;
            places.push((at, self.part()?));
        }
        self.sign(")")?;
        Ok(Const::Image { ty, bytes, places })
    }

    fn part(&mut self) -> Parsed<ConstId> {
        let ty = self.ty()?;
        self.constant(ty)
    }

    fn aggregate(&mut self, ty: TypeId) -> Parsed<Const> {
        self.sign("{")?;
        let mut elements = Vec::new();
        while !self.take_sign("}") {
            if !elements.is_empty() {
                self.sign(",")?;
            }
            match self.element_type(ty, elements.len()) {
                Some(element) => elements.push(self.constant(element)?),
                None => return self.error("the type has no such element"),
            }
        }
        Ok(Const::Aggregate { ty, elements })
    }

    fn element_type(&self, ty: TypeId, index: usize) -> Option<TypeId> {
        match self.program.types.get(ty) {
            Type::Array { element, .. } | Type::Vector { element, .. } => Some(*element),
            Type::Struct { fields, .. } => fields.get(index).map(|field| field.ty),
            _ => None,
        }
    }

    /// A number of an integer or of a float.
    fn numeric(&self, ty: TypeId, digits: &str) -> Parsed<Const> {
        let constant = match self.program.types.get(ty) {
            Type::Int(bits) => integer_words(*bits, digits).map(|words| Const::Int { ty, words }),
            Type::Float(kind) => float_bits(*kind, digits).map(|bits| Const::Float { ty, bits }),
            _ => return self.error("only integers and floats are numbers"),
        };
        match constant {
            Some(constant) => Ok(constant),
            None => self.error("this number does not fit its type"),
        }
    }
}

fn is_value(word: &str) -> bool {
    word.strip_prefix('v').is_some_and(|number| id_number(number).is_some())
}

/// The words of an integer: signed or unsigned in decimal up to 128 bits, or in hexadecimal.
fn integer_words(bits: u32, digits: &str) -> Option<Vec<u64>> {
    let length = bits.div_ceil(64) as usize;
    if let Some(hexadecimal) = digits.strip_prefix("0x") {
        let is_plain = hexadecimal.bytes().all(|digit| digit.is_ascii_hexdigit());
        let is_right = is_plain && !hexadecimal.is_empty() && hexadecimal.len() <= length * 16;
        let mut words = if is_right { Vec::new() } else { return None };
        for chunk in hexadecimal.as_bytes().rchunks(16) {
            words.push(u64::from_str_radix(std::str::from_utf8(chunk).ok()?, 16).ok()?);
        }
        words.resize(length, 0);
        let used = bits % 64;
        let fits = used == 0 || words.last().is_none_or(|word| word >> used == 0);
        return fits.then_some(words);
    }
    let shown = bits.min(128);
    let mask = u128::MAX >> (128 - shown);
    let value = match digits.strip_prefix('-') {
        Some(magnitude) => {
            let magnitude: u128 = magnitude.parse().ok()?;
            let fits = magnitude <= 1 << (shown - 1) && bits <= 128;
            if fits { magnitude.wrapping_neg() & mask } else { return None }
        }
        None => digits.parse().ok().filter(|value: &u128| value & !mask == 0)?,
    };
    let mut words = vec![value as u64, (value >> 64) as u64];
    words.resize(length, 0);
    Some(words)
}

/// The bits of a float: as a number for the common formats, or in hexadecimal.
fn float_bits(kind: FloatKind, digits: &str) -> Option<u128> {
    if let Some(hexadecimal) = digits.strip_prefix("0x") {
        let bits = u128::from_str_radix(hexadecimal, 16).ok()?;
        return (kind.bits() == 128 || bits >> kind.bits() == 0).then_some(bits);
    }
    match kind {
        FloatKind::Single => Some(u128::from(digits.parse::<f32>().ok()?.to_bits())),
        FloatKind::Double => Some(u128::from(digits.parse::<f64>().ok()?.to_bits())),
        _ => None,
    }
}
