//! The text of a file, which may be compressed with gzip.

use dynalab_types::charged_read::{ReadError, read_charged};
use dynalab_types::{Bound, Budget};
use flate2::read::MultiGzDecoder;

use super::UnreadReason;

const GZIP: [u8; 2] = [0x1f, 0x8b];
/// The greatest expansion of the deflate format.
const EXPANSION_MAX: usize = 1_032;

/// Returns the text of a file, decompressed within a bound of its bytes. A file that declares more is refused before anything is
/// allocated, and one that declares less than it has stops at the bound.
pub(super) fn text_of(bytes: Vec<u8>, most: Bound) -> Result<String, UnreadReason> {
    let bytes = match bytes.starts_with(&GZIP) {
        true => unpacked(&bytes, &Budget::of_bytes(most))?,
        false if most.check(bytes.len()).is_err() => return Err(UnreadReason::TooLarge),
        false => bytes,
    };
    String::from_utf8(bytes).map_err(|_| UnreadReason::NotText)
}

fn unpacked(file: &[u8], budget: &Budget) -> Result<Vec<u8>, UnreadReason> {
    // The last member of a file declares its own length. No byte expands to more than this.
    let declared = file.last_chunk().map_or(0, |length| u32::from_le_bytes(*length) as usize);
    let declared = declared.min(file.len().saturating_mul(EXPANSION_MAX));
    if declared as u64 > budget.left() {
        return Err(UnreadReason::TooMuch(budget.too_many_bytes().bound));
    }
    let mut bytes = Vec::with_capacity(declared);
    read_charged(&mut MultiGzDecoder::new(file), budget, &mut bytes).map_err(|error| match error {
        ReadError::TooMuch(refusal) => UnreadReason::TooMuch(refusal.bound),
        ReadError::Failed(_) => UnreadReason::NotGzip,
    })?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    const BOUND: Bound = Bound::NameBytes;
    const TOO_MUCH: Result<String, UnreadReason> = Err(UnreadReason::TooMuch(BOUND));

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut writer = GzEncoder::new(Vec::new(), Compression::fast());
        writer.write_all(bytes).expect("memory");
        writer.finish().expect("memory")
    }

    #[test]
    fn a_text_is_unpacked_up_to_the_bound() {
        let of = |bytes: Vec<u8>| text_of(bytes, BOUND);
        let most = usize::try_from(BOUND.most()).expect("small");
        let (text, half) = ("x".repeat(most), "x".repeat(most / 2));
        let longer = format!("{text}x");
        assert_eq!(of(text.clone().into_bytes()), Ok(text.clone()));
        assert_eq!(of(longer.clone().into_bytes()), Err(UnreadReason::TooLarge));
        assert_eq!(of(packed(text.as_bytes())), Ok(text.clone()));
        assert_eq!(of(packed(longer.as_bytes())), TOO_MUCH);
        assert_eq!(of(vec![0xff, 0xfe]), Err(UnreadReason::NotText));
        let two = [packed(half.as_bytes()), packed(half.as_bytes())].concat();
        assert_eq!(of(two.clone()), Ok(text));
        assert_eq!(of([two, packed(b"x")].concat()), TOO_MUCH);
    }

    #[test]
    fn a_file_that_lies_about_its_length_stops_at_the_bound() {
        let mut file = packed(&[b'a'; 500_000]);
        let length = file.len();
        file[length - 4..].copy_from_slice(&1_u32.to_le_bytes());
        assert_eq!(text_of(file.clone(), BOUND), TOO_MUCH);
        assert_eq!(text_of(file, Bound::TextBytes), Err(UnreadReason::NotGzip), "the length is compared");
        let cut = packed(b"0123456789");
        assert_eq!(text_of(cut[..12].to_vec(), Bound::UnpackedItems), Err(UnreadReason::NotGzip));
    }
}
