//! clang's coverage map: decoded from the module, and tied to the edges of the program.

mod mapping;
mod md5;
mod sites;

pub use mapping::CoverageMap;
pub use sites::Sites;
