//! The libc model: `runtime/*.c`, compiled to bitcode by the build script and embedded.
//!
//! Before linking, everything in the model becomes "link once": the user's own definitions win,
//! and only what is referenced comes in.

use crate::LoadError;
use crate::edges::is_local;
use crate::llvm::{Context, Module, RawLinkage};

/// The attribute by which functions of the model are known after linking.
pub const MARK: &str = "assay-model";

/// How functions are called that the model keeps for itself.
const OWN: &str = "__assay_own_";

const MODEL_64: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/model-x86_64.bc"));
const MODEL_32: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/model-i386.bc"));

/// What is left out is as if the model did not have it.
pub fn link<'c>(
    program: &mut Module<'c>,
    context: &'c Context,
    is_32_bit: bool,
    left_out: &[String],
) -> Result<(), LoadError> {
    let bitcode = if is_32_bit { MODEL_32 } else { MODEL_64 };
    // The build found no sources of the model.
    if bitcode.is_empty() {
        return Ok(());
    }
    let internal = |reason: String| LoadError::Internal { reason };
    let model = context.open_bitcode(bitcode, "libc model").map_err(internal)?;
    model.set_target(&program.triple(), &program.data_layout_text());
    // The model itself goes on using what it has.
    for function in left_out.iter().filter_map(|name| model.function_named(name)) {
        function.set_name(&format!("{OWN}{}", function.name()));
    }
    for function in model.functions().filter(|function| !function.is_declaration()) {
        model.mark_function(function, MARK);
    }
    let functions = model.functions().filter(|function| !function.is_declaration());
    let globals = model.globals().filter(|global| !global.is_declaration());
    for value in functions.chain(globals) {
        if !is_local(value.linkage()) && !value.name().starts_with("llvm.") {
            value.set_linkage(RawLinkage::LLVMLinkOnceAnyLinkage);
        }
    }
    program.link(model).map_err(internal)
}
