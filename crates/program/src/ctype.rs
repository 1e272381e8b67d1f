//! Types of the C source, from debug information: what a unit's inputs are made of.
//!
//! LLVM's types say how many bytes there are; these say what the programmer called them, what a
//! pointer points to, and which bytes are one member. They serve the drivers of units and the
//! tests written for them. Qualifiers are kept only where a pointer's target is `const`.

use assay_base::{Arena, id};
use rustc_hash::FxHashMap;
use std::fmt::Write;

id!(
    /// A type of the source.
    CTypeId,
    "c"
);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CType {
    pub kind: CKind,
    /// Bytes; 0 for `void`, functions and incomplete types.
    pub size: u64,
    /// As the source spells it without a declarator (`struct node`, `size_t`); `None` for what
    /// has no name of its own: pointers, arrays, functions, and structs without a tag.
    pub name: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CKind {
    Void,
    Bool,
    /// `char` of any signedness: text, unless it is declared otherwise.
    Char,
    Signed,
    Unsigned,
    /// `float`, `double`, `long double` and `_Float16`.
    Float,
    /// Two floats.
    Complex,
    Enum,
    Pointer {
        to: CTypeId,
        is_const: bool,
    },
    Array {
        element: CTypeId,
        /// 0 for a flexible array member.
        count: u64,
    },
    Struct {
        members: Vec<Member>,
    },
    Union {
        members: Vec<Member>,
    },
    Function {
        result: CTypeId,
        parameters: Vec<CTypeId>,
        is_variadic: bool,
    },
    /// A struct or union that is declared and not defined: an object of unknown size.
    Incomplete,
    /// Nothing that inputs can be made of.
    Opaque,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Member {
    /// `None` for an anonymous struct or union.
    pub name: Option<String>,
    pub ty: CTypeId,
    /// From the start of the struct.
    pub bit_offset: u64,
    /// Of a bit-field.
    pub bits: Option<u32>,
}

/// All types that a unit's inputs mention.
#[derive(Clone, Debug, Default)]
pub struct CTypes(pub Arena<CTypeId, CType>);

impl CTypes {
    pub fn get(&self, id: CTypeId) -> &CType {
        &self.0[id]
    }

    /// The same type among these, which may have it under its name already.
    pub fn import(
        &mut self,
        from: &CTypes,
        id: CTypeId,
        known: &mut FxHashMap<CTypeId, CTypeId>,
    ) -> CTypeId {
        if let Some(&own) = known.get(&id) {
            return own;
        }
        let ty = from.get(id).clone();
        let own = match self.named_alike(&ty) {
            Some(own) => {
                known.insert(id, own);
                let is_new = self.get(own).kind == CKind::Incomplete && ty.size > 0;
                if !is_new {
                    return own;
                }
                own
            }
            None => {
                let none = CType { kind: CKind::Opaque, size: 0, name: None };
                let own = self.0.push(none);
                // Known before its parts are: they may lead back here.
                known.insert(id, own);
                own
            }
        };
        let kind = self.imported(from, &ty.kind, known);
        self.0[own] = CType { kind, ..ty };
        own
    }

    /// A type of this name that is the same, or declared only.
    fn named_alike(&self, ty: &CType) -> Option<CTypeId> {
        ty.name.as_ref()?;
        let is_alike = |known: &CType| {
            let is_same = std::mem::discriminant(&known.kind) == std::mem::discriminant(&ty.kind);
            let is_declared = known.kind == CKind::Incomplete || ty.kind == CKind::Incomplete;
            known.name == ty.name && (is_same && known.size == ty.size || is_declared)
        };
        self.0.iter().find(|(_, known)| is_alike(known)).map(|(id, _)| id)
    }

    fn imported(
        &mut self,
        from: &CTypes,
        kind: &CKind,
        known: &mut FxHashMap<CTypeId, CTypeId>,
    ) -> CKind {
        match kind {
            CKind::Pointer { to, is_const } => {
                CKind::Pointer { to: self.import(from, *to, known), is_const: *is_const }
            }
            CKind::Array { element, count } => {
                CKind::Array { element: self.import(from, *element, known), count: *count }
            }
            CKind::Struct { members } => {
                CKind::Struct { members: self.imported_members(from, members, known) }
            }
            CKind::Union { members } => {
                CKind::Union { members: self.imported_members(from, members, known) }
            }
            CKind::Function { result, parameters, is_variadic } => CKind::Function {
                result: self.import(from, *result, known),
                parameters: parameters.iter().map(|&ty| self.import(from, ty, known)).collect(),
                is_variadic: *is_variadic,
            },
            plain => plain.clone(),
        }
    }

    fn imported_members(
        &mut self,
        from: &CTypes,
        members: &[Member],
        known: &mut FxHashMap<CTypeId, CTypeId>,
    ) -> Vec<Member> {
        let own =
            |member: &Member| Member { ty: self.import(from, member.ty, known), ..member.clone() };
        members.iter().map(own).collect()
    }

    /// A declaration of `name` with this type, without the semicolon: `int (*compare)(int)`.
    ///
    /// `None` if part of the type has no name that a declaration could use.
    pub fn declaration(&self, id: CTypeId, name: &str) -> Option<String> {
        let ty = self.get(id);
        if let Some(type_name) = &ty.name {
            let gap = if name.is_empty() { "" } else { " " };
            return Some(format!("{type_name}{gap}{name}"));
        }
        match &ty.kind {
            CKind::Pointer { to, is_const } => {
                let target = self.get(*to);
                let is_derived = target.name.is_none()
                    && matches!(target.kind, CKind::Array { .. } | CKind::Function { .. });
                if is_derived {
                    return self.declaration(*to, &format!("(*{name})"));
                }
                let qualifier = match target.kind {
                    CKind::Pointer { .. } if *is_const && target.name.is_none() => {
                        return self.declaration(*to, &format!("const *{name}"));
                    }
                    _ if *is_const => "const ",
                    _ => "",
                };
                Some(format!("{qualifier}{}", self.declaration(*to, &format!("*{name}"))?))
            }
            CKind::Array { element, count } => {
                self.declaration(*element, &format!("{name}[{count}]"))
            }
            CKind::Function { result, parameters, is_variadic } => {
                let mut list = String::new();
                for parameter in parameters {
                    let gap = if list.is_empty() { "" } else { ", " };
                    let _ = write!(list, "{gap}{}", self.declaration(*parameter, "")?);
                }
                match (list.is_empty(), is_variadic) {
                    (true, false) => list.push_str("void"),
                    (false, true) => list.push_str(", ..."),
                    _ => {}
                }
                self.declaration(*result, &format!("{name}({list})"))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(types: &mut CTypes, name: &str, kind: CKind, size: u64) -> CTypeId {
        types.0.push(CType { kind, size, name: Some(name.to_string()) })
    }

    fn derived(types: &mut CTypes, kind: CKind) -> CTypeId {
        types.0.push(CType { kind, size: 8, name: None })
    }

    #[test]
    fn declarations_are_spelled_as_c_spells_them() {
        let mut types = CTypes::default();
        let int = named(&mut types, "int", CKind::Signed, 4);
        let char = named(&mut types, "char", CKind::Char, 1);
        let text = derived(&mut types, CKind::Pointer { to: char, is_const: true });
        let texts = derived(&mut types, CKind::Array { element: text, count: 3 });
        let to_texts = derived(&mut types, CKind::Pointer { to: texts, is_const: false });
        let parameters = vec![int, text];
        let function =
            derived(&mut types, CKind::Function { result: int, parameters, is_variadic: false });
        let callback = derived(&mut types, CKind::Pointer { to: function, is_const: false });
        let nameless =
            types.0.push(CType { kind: CKind::Struct { members: vec![] }, size: 4, name: None });
        let spelled = |id, name| types.declaration(id, name);
        assert_eq!(spelled(int, "x").as_deref(), Some("int x"));
        assert_eq!(spelled(text, "s").as_deref(), Some("const char *s"));
        assert_eq!(spelled(texts, "all").as_deref(), Some("const char *all[3]"));
        assert_eq!(spelled(to_texts, "p").as_deref(), Some("const char *(*p)[3]"));
        assert_eq!(spelled(callback, "f").as_deref(), Some("int (*f)(int, const char *)"));
        assert_eq!(spelled(nameless, "s"), None);
    }
}
