//! Zip archives without compression: each file after a header of its own, and a directory of all
//! at the end. All times are the earliest that the format knows, so that equal files give equal
//! archives.

const LOCAL: u32 = 0x0403_4b50;
const CENTRAL: u32 = 0x0201_4b50;
const END: u32 = 0x0605_4b50;
/// The version of the format that a reader must know.
const VERSION: u16 = 10;
/// Names are in UTF-8.
const FLAGS: u16 = 1 << 11;
const STORED: u16 = 0;
const TIME: u16 = 0;
/// The first of January 1980.
const DATE: u16 = 1 << 5 | 1;

pub(super) fn archive(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut archive = Vec::new();
    let mut directory = Vec::new();
    for (name, content) in files {
        let offset = archive.len() as u32;
        let facts = facts(name, content);
        push32(&mut archive, LOCAL);
        archive.extend(&facts);
        archive.extend(name.as_bytes());
        archive.extend(content);

        push32(&mut directory, CENTRAL);
        push16(&mut directory, VERSION);
        directory.extend(&facts);
        // Comment, disk, and attributes inside and outside: none.
        directory.extend([0; 10]);
        push32(&mut directory, offset);
        directory.extend(name.as_bytes());
    }
    let (start, size) = (archive.len() as u32, directory.len() as u32);
    archive.extend(directory);
    push32(&mut archive, END);
    push32(&mut archive, 0);
    push16(&mut archive, files.len() as u16);
    push16(&mut archive, files.len() as u16);
    push32(&mut archive, size);
    push32(&mut archive, start);
    push16(&mut archive, 0);
    archive
}

/// What both headers of a file share.
fn facts(name: &str, content: &[u8]) -> Vec<u8> {
    let mut facts = Vec::new();
    for word in [VERSION, FLAGS, STORED, TIME, DATE] {
        push16(&mut facts, word);
    }
    for word in [checksum(content), content.len() as u32, content.len() as u32] {
        push32(&mut facts, word);
    }
    push16(&mut facts, name.len() as u16);
    // No extra field.
    push16(&mut facts, 0);
    facts
}

/// CRC-32, a bit at a time: tests are small.
fn checksum(content: &[u8]) -> u32 {
    let mut sum = u32::MAX;
    for byte in content {
        sum ^= u32::from(*byte);
        for _ in 0..8 {
            let is_odd = sum & 1 == 1;
            sum >>= 1;
            if is_odd {
                sum ^= 0xedb8_8320;
            }
        }
    }
    !sum
}

fn push16(bytes: &mut Vec<u8>, word: u16) {
    bytes.extend(word.to_le_bytes());
}

fn push32(bytes: &mut Vec<u8>, word: u32) {
    bytes.extend(word.to_le_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_usual_one() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn sizes_add_up() {
        let files = [("a.xml".to_string(), b"one".to_vec()), ("b".to_string(), Vec::new())];
        let archive = archive(&files);
        let local = (30 + 5 + 3) + (30 + 1);
        let central = (46 + 5) + (46 + 1);
        assert_eq!(archive.len(), local + central + 22);
        assert_eq!(archive[local..local + 4], CENTRAL.to_le_bytes());
    }
}
