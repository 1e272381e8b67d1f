//! `-finstrument-functions`: calls of the program's own functions wherever a function begins and
//! ends.
//!
//! clang only notes the wish; a late pass of LLVM writes the calls. It runs here, so that the
//! machine makes the same calls as the native run. Where the program does not define those
//! functions, the library's do nothing, and nothing is called.

use crate::LoadError;
use crate::llvm::Module;

const ENTER: &str = "__cyg_profile_func_enter";
const EXIT: &str = "__cyg_profile_func_exit";

pub fn write_down(module: &mut Module) -> Result<(), LoadError> {
    let is_defined =
        |name| module.function_named(name).is_some_and(|function| !function.is_declaration());
    if is_defined(ENTER) || is_defined(EXIT) {
        module
            .run_passes("function(ee-instrument)")
            .map_err(|reason| LoadError::Internal { reason })?;
    }
    Ok(())
}
