//! Types and their layouts.

use super::{Parsed, Parser, Token};
use crate::text::layout::{StructLayout, default_layout};
use crate::text::spelling::FLOATS;
use crate::types::Layout;
use crate::{Field, Type, TypeId};

/// LLVM has no wider ones.
const MAX_BITS: u32 = 1 << 23;

impl Parser {
    /// `layout i64, store 8, size 8, align 4`: before the type is used.
    pub(super) fn layout(&mut self) -> Parsed<()> {
        self.next();
        let ty = self.type_itself()?;
        self.sign(",")?;
        self.word("store")?;
        let store_size = self.number()?;
        self.sign(",")?;
        self.word("size")?;
        let alloc_size = self.number()?;
        self.sign(",")?;
        self.word("align")?;
        let layout = Layout { store_size, alloc_size, align: self.number()? };
        let id = self.program.types.intern(ty, layout);
        match self.program.types.layout(id) == layout {
            true => Ok(()),
            false => self.error_before("the type has another layout already".to_string()),
        }
    }

    pub(super) fn ty(&mut self) -> Parsed<TypeId> {
        let ty = self.type_itself()?;
        self.interned(ty)
    }

    pub(super) fn interned(&mut self, ty: Type) -> Parsed<TypeId> {
        if let Some(id) = self.program.types.find(&ty) {
            return Ok(id);
        }
        match default_layout(&self.program.types, self.program.pointer_bits, &ty) {
            Some(layout) => Ok(self.program.types.intern(ty, layout)),
            None => self.error_before("this type is too large".to_string()),
        }
    }

    fn type_itself(&mut self) -> Parsed<Type> {
        let word = match self.peek() {
            Token::Word(word) => word.clone(),
            Token::Sign("[") => return self.nested(Parser::array),
            Token::Sign("<") => return self.nested(Parser::vector),
            Token::Sign("{") => return self.nested(Parser::structure),
            _ => return self.expected("a type"),
        };
        let ty = match word.as_str() {
            "void" => Some(Type::Void),
            "ptr" => Some(Type::Pointer),
            "opaque" => Some(Type::Opaque),
            _ => match FLOATS.iter().find(|(_, known)| *known == word) {
                Some((kind, _)) => Some(Type::Float(*kind)),
                None => integer_bits(&word).map(Type::Int),
            },
        };
        match ty {
            Some(ty) => {
                self.next();
                Ok(ty)
            }
            None => self.expected("a type"),
        }
    }

    fn array(&mut self) -> Parsed<Type> {
        self.sign("[")?;
        let length = self.number()?;
        self.word("x")?;
        let element = self.ty()?;
        self.sign("]")?;
        Ok(Type::Array { element, length })
    }

    fn vector(&mut self) -> Parsed<Type> {
        self.sign("<")?;
        let length = self.number()?;
        self.word("x")?;
        let element = self.ty()?;
        self.sign(">")?;
        Ok(Type::Vector { element, length })
    }

    /// `{i8, ptr}`, or with offsets, size and alignment: `{0: i8, 1: ptr, size 9, align 1}`.
    fn structure(&mut self) -> Parsed<Type> {
        self.sign("{")?;
        let mut fields = Vec::new();
        let mut layout = StructLayout::new();
        let mut given = None;
        let mut is_first = true;
        while !self.take_sign("}") {
            if !is_first {
                self.sign(",")?;
            }
            is_first = false;
            if self.take_word("size") {
                let size = self.number()?;
                self.sign(",")?;
                self.word("align")?;
                given = Some((size, self.number()?));
                self.sign("}")?;
                break;
            }
            fields.push(self.field(&mut layout)?);
        }
        let (size, align) = match (given, layout.size()) {
            (Some(given), _) => given,
            (None, Some(size)) => (size, layout.align),
            (None, None) => return self.error_before("this type is too large".to_string()),
        };
        Ok(Type::Struct { fields, size, align })
    }

    fn field(&mut self, layout: &mut StructLayout) -> Parsed<Field> {
        let offset = match self.peek() {
            Token::Number(_) => {
                let offset = self.number()?;
                self.sign(":")?;
                Some(offset)
            }
            _ => None,
        };
        let ty = self.ty()?;
        let field = self.program.types.layout(ty);
        let offset = offset.or_else(|| layout.next(field));
        match offset.and_then(|offset| layout.add(offset, field).map(|()| offset)) {
            Some(offset) => Ok(Field { ty, offset }),
            None => self.error_before("this type is too large".to_string()),
        }
    }
}

fn integer_bits(word: &str) -> Option<u32> {
    let digits = word.strip_prefix('i')?;
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
    let bits = digits.parse().ok().filter(|_| is_plain)?;
    (bits <= MAX_BITS).then_some(bits)
}
