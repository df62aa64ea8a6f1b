//! CRC-32, with which a test signs damaged bytes, as an attacker would.

pub fn crc_32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |mut crc, byte| {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
        }
        crc
    })
}

#[test]
fn the_checksum_is_the_known_one() {
    assert_eq!(crc_32(b"123456789"), 0xCBF4_3926);
}
