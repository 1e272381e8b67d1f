//! Types of the source, read from debug information.
//!
//! The C API gives names, sizes, offsets and operands of the nodes, but not the encoding of a
//! basic type; clang's names of these are few and say it.

use crate::llvm::Metadata;
use assay_program::ctype::Member;
use assay_program::{CKind, CType, CTypeId, CTypes};
use rustc_hash::FxHashMap;

mod tag {
    pub const ARRAY: u32 = 0x01;
    pub const ENUMERATION: u32 = 0x04;
    pub const MEMBER: u32 = 0x0d;
    pub const POINTER: u32 = 0x0f;
    pub const STRUCTURE: u32 = 0x13;
    pub const SUBROUTINE: u32 = 0x15;
    pub const TYPEDEF: u32 = 0x16;
    pub const UNION: u32 = 0x17;
    pub const BASE: u32 = 0x24;
    pub const CONST: u32 = 0x26;
    pub const VOLATILE: u32 = 0x35;
    pub const RESTRICT: u32 = 0x37;
    pub const ATOMIC: u32 = 0x47;
}

/// The number of `unsigned char`: what is behind a `void *`.
pub const BYTE: u32 = 0;

/// Reads each node once; recursive types refer to themselves by id.
pub struct CTypeReader<'m> {
    pub types: CTypes,
    known: FxHashMap<Metadata<'m>, CTypeId>,
    void: Option<CTypeId>,
    stream: Option<CTypeId>,
    pointer_size: u64,
}

impl<'m> CTypeReader<'m> {
    /// The first type is always [`BYTE`].
    pub fn new(pointer_bits: u32) -> CTypeReader<'m> {
        let mut types = CTypes::default();
        let name = Some("unsigned char".to_string());
        types.0.push(CType { kind: CKind::Char, size: 1, name });
        CTypeReader {
            types,
            known: FxHashMap::default(),
            void: None,
            stream: None,
            pointer_size: u64::from(pointer_bits / 8),
        }
    }

    /// `None` is `void`, as in debug information.
    pub fn read(&mut self, node: Option<Metadata<'m>>) -> CTypeId {
        let Some(node) = node else { return self.void() };
        let Some(node) = without_qualifiers(node) else { return self.void() };
        let node = tagged_definition(node).unwrap_or(node);
        if let Some(&id) = self.known.get(&node) {
            return id;
        }
        // Claimed before its parts are read: they may lead back here.
        let id = self.types.0.push(opaque());
        self.known.insert(node, id);
        let ty = self.read_new(node);
        self.types.0[id] = ty;
        id
    }

    /// A pointer to a stream, whether the program names that type or not.
    pub fn stream(&mut self) -> CTypeId {
        if let Some(known) = self.stream {
            return known;
        }
        let name = Some("FILE".to_string());
        let to = self.types.0.push(CType { kind: CKind::Opaque, size: 0, name });
        let kind = CKind::Pointer { to, is_const: false };
        let stream = self.types.0.push(CType { kind, size: self.pointer_size, name: None });
        self.stream = Some(stream);
        stream
    }

    fn void(&mut self) -> CTypeId {
        *self.void.get_or_insert_with(|| {
            let name = Some("void".to_string());
            self.types.0.push(CType { kind: CKind::Void, size: 0, name })
        })
    }

    fn read_new(&mut self, node: Metadata<'m>) -> CType {
        let size = node.type_bits().div_ceil(8);
        let name = node.type_name();
        match node.type_tag() {
            Some(tag::BASE) => {
                let name = name.unwrap_or_default();
                let kind = basic_kind(&name);
                CType { kind, size, name: Some(with_width(name, size)) }
            }
            Some(tag::TYPEDEF) => self.typedef(node, name),
            Some(tag::POINTER) => self.pointer(node),
            Some(tag::ARRAY) => self.array(node),
            Some(tag::ENUMERATION) => tagged("enum", name, CKind::Enum, size),
            Some(tag::STRUCTURE | tag::UNION) if node.is_incomplete() || is_foreign(&name) => {
                let word = if node.type_tag() == Some(tag::UNION) { "union" } else { "struct" };
                let kind = if is_foreign(&name) { CKind::Opaque } else { CKind::Incomplete };
                tagged(word, name, kind, 0)
            }
            Some(tag::STRUCTURE) => {
                let members = self.members(node);
                tagged("struct", name, CKind::Struct { members }, size)
            }
            Some(tag::UNION) => {
                let members = self.members(node);
                tagged("union", name, CKind::Union { members }, size)
            }
            Some(tag::SUBROUTINE) => self.function(node),
            _ => opaque(),
        }
    }

    /// The type behind it, under the typedef's name. A typedef of an array or function keeps its
    /// name too: `jmp_buf`.
    fn typedef(&mut self, node: Metadata<'m>, name: Option<String>) -> CType {
        let target = self.read(node.base_type());
        let target = self.types.get(target);
        CType {
            kind: target.kind.clone(),
            size: target.size,
            name: name.or_else(|| target.name.clone()),
        }
    }

    fn pointer(&mut self, node: Metadata<'m>) -> CType {
        let target = node.base_type();
        let is_const = is_constant(target);
        let to = self.read(target);
        CType { kind: CKind::Pointer { to, is_const }, size: self.pointer_size, name: None }
    }

    /// Dimensions nest from the last to the first.
    fn array(&mut self, node: Metadata<'m>) -> CType {
        let mut element = self.read(node.base_type());
        let counts: Vec<u64> = node
            .elements()
            .into_iter()
            .map(|range| range.and_then(Metadata::subrange_count).unwrap_or(0))
            .map(|count| if count > u64::from(u32::MAX) { 0 } else { count })
            .collect();
        let Some((&first, rest)) = counts.split_first() else { return opaque() };
        for &count in rest.iter().rev() {
            let size = self.types.get(element).size.saturating_mul(count);
            let kind = CKind::Array { element, count };
            element = self.types.0.push(CType { kind, size, name: None });
        }
        let size = self.types.get(element).size.saturating_mul(first);
        CType { kind: CKind::Array { element, count: first }, size, name: None }
    }

    fn members(&mut self, node: Metadata<'m>) -> Vec<Member> {
        let is_member = |node: &Metadata<'m>| node.type_tag() == Some(tag::MEMBER);
        let nodes: Vec<_> = node.elements().into_iter().flatten().filter(is_member).collect();
        let member = |node: Metadata<'m>| Member {
            name: node.type_name(),
            ty: self.read(node.base_type()),
            bit_offset: node.member_bit_offset(),
            bits: node.is_bit_field().then(|| node.type_bits() as u32),
        };
        nodes.into_iter().map(member).collect()
    }

    fn function(&mut self, node: Metadata<'m>) -> CType {
        let mut list = node.base_type().map_or_else(Vec::new, Metadata::node_operands);
        let result = if list.is_empty() { None } else { list.remove(0) };
        // The mark of `...` is a null behind the first place.
        let is_variadic = list.last().is_some_and(Option::is_none);
        if is_variadic {
            list.pop();
        }
        let result = self.read(result);
        let parameters = list.into_iter().map(|parameter| self.read(parameter)).collect();
        CType { kind: CKind::Function { result, parameters, is_variadic }, size: 0, name: None }
    }
}

/// Structs whose contents are the C library's own business.
fn is_foreign(name: &Option<String>) -> bool {
    const FOREIGN: [&str; 4] = ["_IO_FILE", "__va_list_tag", "__dirstream", "__jmp_buf_tag"];
    name.as_deref().is_some_and(|name| FOREIGN.contains(&name))
}

fn opaque() -> CType {
    CType { kind: CKind::Opaque, size: 0, name: None }
}

fn tagged(word: &str, name: Option<String>, kind: CKind, size: u64) -> CType {
    CType { kind, size, name: name.map(|name| format!("{word} {name}")) }
}

fn is_qualifier(node: Metadata) -> bool {
    matches!(
        node.type_tag(),
        Some(tag::CONST | tag::VOLATILE | tag::RESTRICT | tag::ATOMIC | tag::MEMBER)
    )
}

/// `None` is `void`.
fn without_qualifiers(mut node: Metadata<'_>) -> Option<Metadata<'_>> {
    while is_qualifier(node) {
        node = node.base_type()?;
    }
    Some(node)
}

/// The struct or union behind a typedef, if it has a tag: both names mean one type, and it may be
/// under way when the typedef is met inside of it.
fn tagged_definition(mut node: Metadata<'_>) -> Option<Metadata<'_>> {
    while node.type_tag() == Some(tag::TYPEDEF) {
        node = without_qualifiers(node.base_type()?)?;
    }
    let is_aggregate = matches!(node.type_tag(), Some(tag::STRUCTURE | tag::UNION));
    (is_aggregate && node.type_name().is_some()).then_some(node)
}

/// `const` in front of it, or in a typedef that it is behind.
fn is_constant(node: Option<Metadata>) -> bool {
    let mut next = node;
    while let Some(node) = next {
        match node.type_tag() {
            Some(tag::CONST) => return true,
            Some(tag::VOLATILE | tag::RESTRICT | tag::ATOMIC | tag::TYPEDEF) => {
                next = node.base_type();
            }
            _ => return false,
        }
    }
    false
}

/// clang names no width. The one that fills the bytes keeps every value, and where it is passed
/// as the real one, what does not fit falls off.
fn with_width(name: String, size: u64) -> String {
    if name.ends_with("_BitInt") { format!("{name}({})", size * 8) } else { name }
}

/// By clang's name of it.
fn basic_kind(name: &str) -> CKind {
    match name {
        "_Bool" | "bool" => CKind::Bool,
        "char" | "signed char" | "unsigned char" => CKind::Char,
        "float" | "double" | "long double" | "_Float16" | "__float128" => CKind::Float,
        "complex" | "_Complex float" | "_Complex double" | "_Complex long double" => CKind::Complex,
        _ if name.contains("omplex") => CKind::Complex,
        _ if name.starts_with("unsigned") => CKind::Unsigned,
        _ => CKind::Signed,
    }
}
