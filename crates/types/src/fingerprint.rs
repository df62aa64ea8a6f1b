//! A fingerprint of bytes that is the same on every platform.

/// Returns 128 bits: two 64-bit hashes with different seeds. Distinguishes requests, but is not cryptographic.
pub fn fingerprint(bytes: &[u8]) -> u128 {
    let hash = |seed| u128::from(xxhash_rust::xxh64::xxh64(bytes, seed));
    hash(0) << 64 | hash(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_bytes_have_the_same_fingerprint_for_ever() {
        assert_eq!(fingerprint(b""), 0xEF46_DB37_51D8_E999_D5AF_BA13_36A3_BE4B);
        assert_ne!(fingerprint(b"a"), fingerprint(b"b"));
    }
}
