//! The types that descriptors name: what kind of value, and how it lies in memory.

use super::Name;

/// What a value is on the operand stack.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Int,
    Long,
    Float,
    Double,
    Reference,
}

impl Kind {
    /// Takes two places on the stack and among the locals.
    pub fn is_wide(self) -> bool {
        matches!(self, Kind::Long | Kind::Double)
    }
}

/// How a value lies in a field or an array.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Storage {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    Reference,
}

impl Storage {
    pub fn kind(self) -> Kind {
        match self {
            Storage::Long => Kind::Long,
            Storage::Float => Kind::Float,
            Storage::Double => Kind::Double,
            Storage::Reference => Kind::Reference,
            _ => Kind::Int,
        }
    }

    /// In bytes.
    pub fn size(self) -> u64 {
        match self {
            Storage::Boolean | Storage::Byte => 1,
            Storage::Char | Storage::Short => 2,
            Storage::Int | Storage::Float => 4,
            Storage::Long | Storage::Double | Storage::Reference => 8,
        }
    }

    pub const PRIMITIVES: [(Storage, &str, &str); 8] = [
        (Storage::Boolean, "Z", "boolean"),
        (Storage::Byte, "B", "byte"),
        (Storage::Char, "C", "char"),
        (Storage::Short, "S", "short"),
        (Storage::Int, "I", "int"),
        (Storage::Long, "J", "long"),
        (Storage::Float, "F", "float"),
        (Storage::Double, "D", "double"),
    ];
}

/// Of a field with this descriptor.
pub fn field_storage(descriptor: &str) -> Storage {
    let primitive = Storage::PRIMITIVES.iter().find(|(_, letter, _)| *letter == descriptor);
    primitive.map_or(Storage::Reference, |(storage, ..)| *storage)
}

/// The class that a field's descriptor names, as instructions name it: `[I`, `java/lang/String`;
/// of a primitive type its word.
pub fn internal(descriptor: &str) -> Name {
    let class = descriptor.strip_prefix('L').and_then(|rest| rest.strip_suffix(';'));
    let primitive = Storage::PRIMITIVES.iter().find(|(_, letter, _)| *letter == descriptor);
    match (class, primitive) {
        (Some(class), _) => class.into(),
        (None, Some((_, _, word))) => (*word).into(),
        (None, None) if descriptor == "V" => "void".into(),
        (None, None) => descriptor.into(),
    }
}

/// The class of arrays whose elements are of this class.
pub fn array_of(class: &str) -> Name {
    let primitive = Storage::PRIMITIVES.iter().find(|(_, _, word)| *word == class);
    match primitive {
        Some((_, letter, _)) => format!("[{letter}").into(),
        None if class.starts_with('[') => format!("[{class}").into(),
        None => format!("[L{class};").into(),
    }
}

/// The descriptor of the elements of a class of arrays.
pub fn element_of(class: &str) -> Option<&str> {
    class.strip_prefix('[')
}

/// A method's descriptor, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Descriptor {
    /// The descriptors of its parameters.
    pub parameters: Vec<Name>,
    /// `V` for none.
    pub result: Name,
}

impl Descriptor {
    pub fn new(text: &str) -> Descriptor {
        let mut parameters = Vec::new();
        let mut rest = text.strip_prefix('(').unwrap_or(text);
        while !rest.is_empty() && !rest.starts_with(')') {
            let length = type_length(rest);
            parameters.push(rest[..length].into());
            rest = &rest[length..];
        }
        Descriptor { parameters, result: rest.strip_prefix(')').unwrap_or("V").into() }
    }

    pub fn kinds(&self) -> impl Iterator<Item = Kind> + '_ {
        self.parameters.iter().map(|parameter| field_storage(parameter).kind())
    }

    pub fn result_kind(&self) -> Option<Kind> {
        (&*self.result != "V").then(|| field_storage(&self.result).kind())
    }
}

impl std::fmt::Display for Descriptor {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "({}){}", self.parameters.concat(), self.result)
    }
}

fn type_length(text: &str) -> usize {
    let dimensions = text.bytes().take_while(|&byte| byte == b'[').count();
    match text.as_bytes().get(dimensions) {
        Some(b'L') => text.find(';').map_or(text.len(), |end| end + 1),
        _ => (dimensions + 1).min(text.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_are_taken_apart() {
        let text = "(I[[JLjava/lang/String;[Ljava/util/List;D)V";
        let descriptor = Descriptor::new(text);
        let parameters = ["I", "[[J", "Ljava/lang/String;", "[Ljava/util/List;", "D"];
        assert_eq!(
            descriptor.parameters.iter().map(|name| &**name).collect::<Vec<_>>(),
            parameters
        );
        assert_eq!(descriptor.result_kind(), None);
        assert_eq!(descriptor.to_string(), text);
        assert_eq!(Descriptor::new("()[I").result_kind(), Some(Kind::Reference));
    }

    #[test]
    fn names_of_arrays() {
        assert_eq!(&*array_of("int"), "[I");
        assert_eq!(&*array_of("[I"), "[[I");
        assert_eq!(&*array_of("java/lang/String"), "[Ljava/lang/String;");
        assert_eq!(&*internal("Ljava/lang/String;"), "java/lang/String");
        assert_eq!(&*internal("[I"), "[I");
        assert_eq!(&*internal("I"), "int");
    }
}
