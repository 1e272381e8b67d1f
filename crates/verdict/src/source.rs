//! Which sources a report speaks of, so that later readers can tell whether they still have them.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceFile {
    /// As in the objectives.
    pub file: String,
    pub bytes: u64,
    /// The [`fingerprint`] of the content.
    pub hash: String,
}

impl SourceFile {
    pub fn of(file: &str, content: &[u8]) -> SourceFile {
        SourceFile {
            file: file.to_string(),
            bytes: content.len() as u64,
            hash: fingerprint(content),
        }
    }

    /// Whether this is the content that the run saw.
    pub fn is(&self, content: &[u8]) -> bool {
        *self == SourceFile::of(&self.file, content)
    }
}

/// FNV-1a, 64 bits in hexadecimal. It tells accidents, not attacks.
pub fn fingerprint(content: &[u8]) -> String {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    format!("{:016x}", content.iter().fold(0xcbf2_9ce4_8422_2325, step))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_byte_is_noticed() {
        let source = SourceFile::of("a.c", b"int a;\n");
        assert!(source.is(b"int a;\n"));
        assert!(!source.is(b"int b;\n"));
        assert!(!source.is(b"int a;\n\n"));
    }

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(fingerprint(b""), "cbf29ce484222325");
        assert_eq!(fingerprint(b"foobar"), "85944171f73967e8");
    }
}
