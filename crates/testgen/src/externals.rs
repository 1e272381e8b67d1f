//! What the program declares and nobody defines: stood in for by C definitions that take the
//! recorded values.
//!
//! Parameters are left out. The callers pass them by the platform's convention, in which the
//! callee may ignore them.

use std::fmt::Write;

/// Stand-ins of one program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Externals {
    pub functions: Vec<ExternalFunction>,
    pub objects: Vec<ExternalObject>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalFunction {
    pub name: String,
    pub returns: Returns,
    /// An input function that the program declares in its own way (`__VERIFIER_nondet_…` with an
    /// unusual name or type): its results are recorded as [`InputSource::Nondet`], those of others
    /// as [`InputSource::External`].
    ///
    /// [`InputSource::Nondet`]: assay_verdict::InputSource::Nondet
    /// [`InputSource::External`]: assay_verdict::InputSource::External
    pub is_input_function: bool,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Returns {
    /// Takes no input.
    Nothing,
    /// An integer of this many bits; up to 128.
    Integer(u32),
    Float,
    Double,
    LongDouble,
    Pointer,
}

/// A variable that is declared and never defined: zeros, as in the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalObject {
    pub name: String,
    pub size: u64,
    pub align: u64,
}

impl Returns {
    fn c_type(self) -> &'static str {
        match self {
            Returns::Nothing => "void",
            Returns::Integer(..=1) => "_Bool",
            Returns::Integer(..=8) => "uint8_t",
            Returns::Integer(..=16) => "uint16_t",
            Returns::Integer(..=32) => "uint32_t",
            Returns::Integer(..=64) => "uint64_t",
            Returns::Integer(_) => "unsigned __int128",
            Returns::Float => "float",
            Returns::Double => "double",
            Returns::LongDouble => "long double",
            Returns::Pointer => "void *",
        }
    }
}

impl Externals {
    /// The C source of all stand-ins.
    pub(crate) fn c_source(&self) -> String {
        let mut text = String::from(
            "/* What the program declares and does not define. */\n#include \"assay_inputs.h\"\n\n",
        );
        for object in &self.objects {
            let align = object.align.max(1);
            let size = object.size.max(1);
            let _ = writeln!(
                text,
                "__attribute__((aligned({align}))) unsigned char {}[{size}];",
                object.name
            );
        }
        for function in &self.functions {
            text += &function.definition();
        }
        text
    }
}

impl ExternalFunction {
    fn definition(&self) -> String {
        let (name, c_type) = (&self.name, self.returns.c_type());
        if self.returns == Returns::Nothing {
            return format!("void {name}() {{}}\n");
        }
        let kind = if self.is_input_function { "ASSAY_NONDET" } else { "ASSAY_EXTERNAL" };
        format!(
            "{c_type} {name}() {{\n    {c_type} value = 0;\n    \
             assay_take({kind}, \"{name}\", &value, sizeof value);\n    return value;\n}}\n"
        )
    }
}
