//! MD5 (RFC 1321), by which clang names functions and file tables in its coverage map. Nothing
//! here depends on it being hard to forge.

const SHIFTS: [[u32; 4]; 4] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];

/// The first eight bytes of the digest as a little-endian number, which is what LLVM uses.
pub fn low_word(text: &[u8]) -> u64 {
    let mut state: [u32; 4] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
    let mut message = text.to_vec();
    message.push(0x80);
    message.resize(message.len().next_multiple_of(64), 0);
    if message.len() - text.len() < 9 {
        message.resize(message.len() + 64, 0);
    }
    let length_at = message.len() - 8;
    message[length_at..].copy_from_slice(&(text.len() as u64 * 8).to_le_bytes());
    for block in message.chunks_exact(64) {
        mix(&mut state, block);
    }
    u64::from(state[0]) | u64::from(state[1]) << 32
}

fn mix(state: &mut [u32; 4], block: &[u8]) {
    let word = |index: usize| {
        let bytes = &block[index * 4..index * 4 + 4];
        u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
    };
    let [mut a, mut b, mut c, mut d] = *state;
    for step in 0..64 {
        let (mixed, index) = match step / 16 {
            0 => ((b & c) | (!b & d), step),
            1 => ((d & b) | (!d & c), (5 * step + 1) % 16),
            2 => (b ^ c ^ d, (3 * step + 5) % 16),
            _ => (c ^ (b | !d), (7 * step) % 16),
        };
        let constant = (((step + 1) as f64).sin().abs() * 4_294_967_296.0) as u32;
        let sum = a.wrapping_add(mixed).wrapping_add(constant).wrapping_add(word(index));
        a = d;
        d = c;
        c = b;
        b = b.wrapping_add(sum.rotate_left(SHIFTS[step / 16][step % 4]));
    }
    for (old, new) in state.iter_mut().zip([a, b, c, d]) {
        *old = old.wrapping_add(new);
    }
}

#[cfg(test)]
mod tests {
    use super::low_word;

    #[test]
    fn digests_of_the_rfc() {
        assert_eq!(low_word(b""), 0x04b2_008f_d98c_1dd4);
        assert_eq!(low_word(b"abc"), 0xb04f_d23c_9850_0190);
        let digits =
            b"12345678901234567890123456789012345678901234567890123456789012345678901234567890";
        assert_eq!(low_word(digits), 0x55c9_e32b_a2f4_ed57);
    }
}
