//! How objects, arrays and the descriptors of classes lie in memory.
//!
//! An object begins with the address of its class's *descriptor*, which never changes: so classes
//! can be added to a program and nothing that is there has to. The descriptor has what the running
//! program asks about a class: tables of virtual methods, of the classes above it (by depth, so
//! that a type test is one load), and of its interfaces and their methods. The last two are tables
//! of *residues*: each has a size at which no two of its keys have the same remainder.

/// Where an object has the address of its descriptor.
pub const DESCRIPTOR: u64 = 0;
/// Its identity hash; 0 as long as nobody has asked.
pub const HASH: u64 = 8;
/// Where the fields of an object begin.
pub const HEADER: u64 = 12;
/// The length of an array.
pub const LENGTH: u64 = 12;
/// Where the elements of an array begin.
pub const ARRAY_HEADER: u64 = 16;

/// Parts of a descriptor.
pub mod class {
    /// The object of `java.lang.Class`.
    pub const MIRROR: u64 = 0;
    /// Of an instance in bytes; of arrays, that of an element.
    pub const SIZE: u64 = 8;
    pub const FLAGS: u64 = 12;
    /// The descriptor of the super class, or null.
    pub const SUPER: u64 = 16;
    /// The descriptor of the elements of arrays; that of `void` for others.
    pub const ELEMENT: u64 = 24;
    /// The descriptor of the arrays of this class, or null if it is not there.
    pub const ARRAY: u64 = 32;
    pub const METHODS_SIZE: u64 = 40;
    pub const INTERFACES_SIZE: u64 = 44;
    /// By the remainder of a method's number, the function.
    pub const METHODS: u64 = 48;
    /// By the remainder of a class's number, the descriptor of an interface.
    pub const INTERFACES: u64 = 56;
    /// Its number.
    pub const NUMBER: u64 = 64;
    pub const ACCESS: u64 = 68;
    /// Texts, as objects: what `getName` says, and `getSimpleName`.
    pub const NAME: u64 = 72;
    pub const SIMPLE_NAME: u64 = 80;
    /// Of an enum, the function that lists its constants.
    pub const VALUES: u64 = 88;
    /// What `getCanonicalName` says; null for a class that has none.
    pub const CANONICAL_NAME: u64 = 96;
    /// Which module and loader it comes from, in words.
    pub const HOME: u64 = 104;
    /// What `getTypeName` says.
    pub const TYPE_NAME: u64 = 112;
    /// The function that initialises it, or null where there is nothing to do.
    pub const INITIALISER: u64 = 120;
    /// The function that answers what reflection asks, or null where there is nothing to tell.
    pub const REFLECTOR: u64 = 128;
    /// The descriptors of the classes above it, and its own.
    pub const DISPLAY: u64 = 136;
    /// Classes deeper than this are found otherwise.
    pub const DISPLAY_LENGTH: u64 = 12;
    pub const VIRTUALS: u64 = DISPLAY + 8 * DISPLAY_LENGTH;

    pub const IS_INTERFACE: i32 = 1;
    pub const IS_ARRAY: i32 = 2;
    pub const IS_PRIMITIVE: i32 = 4;
    pub const IS_RECORD: i32 = 8;
    pub const IS_ENUM: i32 = 16;
    /// Not of the JDK.
    pub const IS_USER: i32 = 32;
    pub const IS_SELF_COMPARABLE: i32 = 64;
}

/// The smallest size at which these keys have different remainders.
pub fn residue_size(keys: &[u32]) -> u32 {
    let least = keys.len().max(1) as u32;
    let is_free = |size: &u32| {
        let mut seen = vec![false; *size as usize];
        keys.iter().all(|key| !std::mem::replace(&mut seen[(key % size) as usize], true))
    };
    (least..).find(is_free).expect("one above the largest key is enough")
}

#[cfg(test)]
mod tests {
    use super::residue_size;

    #[test]
    fn remainders_differ() {
        assert_eq!(residue_size(&[]), 1);
        assert_eq!(residue_size(&[7]), 1);
        assert_eq!(residue_size(&[10, 20, 30]), 3);
        assert_eq!(residue_size(&[0, 3, 6]), 4);
        let keys: Vec<u32> = (0..40).map(|n| n * n * 13 + 5).collect();
        let size = residue_size(&keys);
        let mut remainders: Vec<u32> = keys.iter().map(|key| key % size).collect();
        remainders.sort_unstable();
        remainders.dedup();
        assert_eq!(remainders.len(), keys.len());
    }
}
