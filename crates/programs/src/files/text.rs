//! The text of a file, which may be compressed with gzip.

use std::io::Read as _;

use flate2::read::MultiGzDecoder;

use super::UnreadReason;

const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Returns the text of a file, decompressed, if it has at most `bytes_max` bytes. A file that declares more is refused before anything is
/// allocated, and one that declares less than it has stops above the limit.
pub(super) fn text_of(bytes: Vec<u8>, bytes_max: usize) -> Result<String, UnreadReason> {
    let bytes = match bytes.starts_with(&GZIP) {
        true => unpacked(&bytes, bytes_max)?,
        false => bytes,
    };
    if bytes.len() > bytes_max {
        return Err(UnreadReason::TooLarge);
    }
    String::from_utf8(bytes).map_err(|_| UnreadReason::NotText)
}

fn unpacked(file: &[u8], bytes_max: usize) -> Result<Vec<u8>, UnreadReason> {
    // The last member of a file declares its own length.
    let declared = file.last_chunk().map_or(0, |length| u32::from_le_bytes(*length) as usize);
    if declared > bytes_max {
        return Err(UnreadReason::TooLarge);
    }
    let mut bytes = Vec::new();
    let mut limited = MultiGzDecoder::new(file).take(bytes_max as u64 + 1);
    limited.read_to_end(&mut bytes).map_err(|_| UnreadReason::NotGzip)?;
    if bytes.len() > bytes_max {
        return Err(UnreadReason::TooLarge);
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut writer = GzEncoder::new(Vec::new(), Compression::fast());
        writer.write_all(bytes).expect("memory");
        writer.finish().expect("memory")
    }

    #[test]
    fn a_text_is_unpacked_up_to_the_limit() {
        let of = |bytes: Vec<u8>| text_of(bytes, 10);
        assert_eq!(of(b"0123456789".to_vec()), Ok("0123456789".to_owned()));
        assert_eq!(of(b"0123456789a".to_vec()), Err(UnreadReason::TooLarge));
        assert_eq!(of(packed(b"0123456789")), Ok("0123456789".to_owned()));
        assert_eq!(of(packed(b"0123456789a")), Err(UnreadReason::TooLarge));
        assert_eq!(of(vec![0xff, 0xfe]), Err(UnreadReason::NotText));
        let two = [packed(b"01234"), packed(b"56789")].concat();
        assert_eq!(of(two), Ok("0123456789".to_owned()));
        assert_eq!(of([packed(b"01234"), packed(b"567890")].concat()), Err(UnreadReason::TooLarge));
    }

    #[test]
    fn a_file_that_lies_about_its_length_stops_at_the_limit() {
        let mut file = packed(&[b'a'; 5_000_000]);
        let length = file.len();
        file[length - 4..].copy_from_slice(&1_u32.to_le_bytes());
        assert_eq!(text_of(file.clone(), 1_000), Err(UnreadReason::TooLarge));
        assert_eq!(text_of(file, 10_000_000), Err(UnreadReason::NotGzip), "the length is compared");
        let cut = packed(b"0123456789");
        assert_eq!(text_of(cut[..12].to_vec(), usize::MAX >> 1), Err(UnreadReason::NotGzip));
    }
}
