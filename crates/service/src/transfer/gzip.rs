//! Reads and writes gzip files: the header and trailer around compressed bytes.

use crc::{CRC_32_ISO_HDLC, Crc, Table};
use dynalab_types::{Bound, Budget, TooMuch};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

/// The default compression level of gzip.
const LEVEL: u8 = 6;
/// The greatest expansion of the deflate format.
const EXPANSION_MAX: usize = 1_032;
const FRAME_BYTES: usize = 10;
/// The checksum and the length after the compressed bytes.
const TAIL_BYTES: usize = 8;

/// The bytes that a buffer of unknown length begins with.
const ROOM_BYTES: usize = 1_024;

/// Why a file is not decompressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unreadable {
    /// The file is not gzip or is damaged.
    NotGzip,
    /// A small file can expand to a very large one, and the whole file must fit into memory beside the tables.
    TooMuch(TooMuch),
}

/// Returns the budget of one file.
pub(crate) fn budget() -> Budget {
    Budget::of_bytes(Bound::UnpackedItems)
}

pub(crate) fn compress(bytes: &[u8]) -> Vec<u8> {
    let mut file = vec![0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255];
    file.extend(compress_to_vec(bytes, LEVEL));
    file.extend(checksum(bytes).to_le_bytes());
    file.extend((bytes.len() as u32).to_le_bytes());
    file
}

/// Decompresses all members of a file. Several members form one text. The text never gets more than one byte longer than what is left of
/// the budget.
pub(crate) fn decompress_all(mut file: &[u8], budget: &Budget) -> Result<Vec<u8>, Unreadable> {
    // Damaged files can declare any length, but no byte expands to more than this.
    let expected = declared_length(file).min(file.len().saturating_mul(EXPANSION_MAX));
    if expected as u64 > budget.left() {
        return Err(Unreadable::TooMuch(budget.too_many_bytes()));
    }
    let mut bytes = Vec::with_capacity(expected);
    // Only the first member begins with all of that room. Each member fills its room with zeros: many small ones would fill it again and
    // again.
    let mut room = expected.max(ROOM_BYTES);
    while !file.is_empty() {
        let deflated = file.get(header_length(file)?..).ok_or(Unreadable::NotGzip)?;
        let start = bytes.len();
        let read = inflate(deflated, &mut bytes, room, budget)?;
        room = ROOM_BYTES;
        let tail = deflated.get(read..read + TAIL_BYTES).ok_or(Unreadable::NotGzip)?;
        let part = &bytes[start..];
        let mut expected = [0; TAIL_BYTES];
        expected[..4].copy_from_slice(&checksum(part).to_le_bytes());
        expected[4..].copy_from_slice(&(part.len() as u32).to_le_bytes());
        if tail != expected {
            return Err(Unreadable::NotGzip);
        }
        file = &deflated[read + TAIL_BYTES..];
    }
    Ok(bytes)
}

/// Returns the length that the last member of a file declares for itself. Most files have one member.
fn declared_length(file: &[u8]) -> usize {
    file.last_chunk().map_or(0, |length| u32::from_le_bytes(*length) as usize)
}

fn checksum(bytes: &[u8]) -> u32 {
    Crc::<u32, Table<16>>::new(&CRC_32_ISO_HDLC).checksum(bytes)
}

fn header_length(file: &[u8]) -> Result<usize, Unreadable> {
    let [0x1F, 0x8B, 8, flags, ..] = file else { return Err(Unreadable::NotGzip) };
    let mut length = FRAME_BYTES;
    if flags & 4 != 0 {
        let extra = file.get(length..length + 2).ok_or(Unreadable::NotGzip)?;
        length += 2 + usize::from(extra[0]) + 256 * usize::from(extra[1]);
    }
    // The file name and the comment, each terminated by a zero byte.
    for flag in [8, 16] {
        if flags & flag != 0 {
            let rest = file.get(length..).ok_or(Unreadable::NotGzip)?;
            length += rest.iter().position(|byte| *byte == 0).ok_or(Unreadable::NotGzip)? + 1;
        }
    }
    Ok(if flags & 2 != 0 { length + 2 } else { length })
}

/// Appends the decompressed bytes, and returns the number of compressed bytes read. `room` is the number of bytes to begin with.
fn inflate(deflated: &[u8], bytes: &mut Vec<u8>, room: usize, budget: &Budget) -> Result<usize, Unreadable> {
    let start = bytes.len();
    let (mut read, mut written) = (0, 0);
    let mut decompressor = DecompressorOxide::new();
    // One byte more than what is left, to distinguish the end of a text from a text that is too long.
    let left = || usize::try_from(budget.left()).unwrap_or(usize::MAX).saturating_add(1);
    let mut room = room.min(left());
    loop {
        bytes.resize(start + written + room, 0);
        let part = &mut bytes[start..];
        let (status, more_read, more_written) = decompress(
            &mut decompressor,
            &deflated[read..],
            part,
            written,
            TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF,
        );
        read += more_read;
        written += more_written;
        budget.produce(more_written).map_err(Unreadable::TooMuch)?;
        match status {
            TINFLStatus::Done => break,
            TINFLStatus::HasMoreOutput => room = written.max(ROOM_BYTES).min(left()),
            _ => return Err(Unreadable::NotGzip),
        }
    }
    bytes.truncate(start + written);
    Ok(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUND: Bound = Bound::TextBytes;

    fn unpacked(file: &[u8]) -> Result<Vec<u8>, Unreadable> {
        decompress_all(file, &budget())
    }

    #[test]
    fn what_was_compressed_comes_back() {
        for text in [String::new(), "a".into(), "tea and coffee\n".repeat(100_000)] {
            let file = compress(text.as_bytes());
            assert_eq!(unpacked(&file), Ok(text.clone().into_bytes()));
            let twice = [file.clone(), file].concat();
            assert_eq!(unpacked(&twice), Ok(text.repeat(2).into_bytes()));
        }
    }

    #[test]
    fn names_and_comments_are_skipped() {
        let file = compress(b"tea");
        let mut named = file.clone();
        named[3] = 8 | 16 | 4 | 2;
        named.splice(10..10, [2, 0, 9, 9].into_iter().chain(*b"a.txt\0note\0").chain([1, 2]));
        assert_eq!(unpacked(&named), Ok(b"tea".to_vec()));
    }

    #[test]
    fn damage_is_seen() {
        let file = compress("tea and coffee\n".repeat(50).as_bytes());
        assert_eq!(unpacked(b"tea"), Err(Unreadable::NotGzip));
        for length in 1..file.len() {
            assert_eq!(unpacked(&file[..length]), Err(Unreadable::NotGzip), "{length} bytes");
        }
        for place in [0, 1, 2, file.len() - 8, file.len() - 1] {
            let mut damaged = file.clone();
            damaged[place] ^= 1;
            assert_eq!(unpacked(&damaged), Err(Unreadable::NotGzip), "byte {place}");
        }
    }

    #[test]
    fn a_declared_length_reserves_no_more_than_the_file_can_have() {
        let mut file = compress(b"tea");
        let end = file.len() - 4;
        let most = Bound::UnpackedItems.most() as u32;
        for declared in [most, most + 1, u32::MAX] {
            file[end..].copy_from_slice(&declared.to_le_bytes());
            assert_eq!(unpacked(&file), Err(Unreadable::NotGzip));
        }
        assert_eq!(declared_length(&compress(&[0; 5_000])), 5_000);
        assert_eq!(unpacked(&compress(&[0; 5_000])).map(|bytes| bytes.capacity()), Ok(5_000));
    }

    #[test]
    fn a_small_file_cannot_expand_above_the_bound() {
        let most = usize::try_from(BOUND.most()).expect("small");
        let refused = || Err(Unreadable::TooMuch(TooMuch::of(BOUND)));
        for (lengths, is_read) in [
            (vec![most], true),
            (vec![most + 1], false),
            (vec![most / 2, most / 2], true),
            (vec![most / 2, most / 2, 0], true),
            (vec![most / 2, most / 2, 1], false),
            (vec![1, most], false),
            (vec![most / 16; 17], false),
        ] {
            let file: Vec<u8> = lengths.iter().flat_map(|length| compress(&vec![0; *length])).collect();
            let budget = Budget::of_bytes(BOUND);
            let length = decompress_all(&file, &budget).map(|bytes| bytes.len());
            assert_eq!(length, if is_read { Ok(most) } else { refused() }, "{lengths:?}");
            assert!(file.len() < most / 100 && budget.produced() <= BOUND.most());
        }
        assert_eq!(budget().left(), 256 << 20, "the bound of a file");
    }

    #[test]
    fn a_file_that_declares_less_than_it_has_stops_at_the_bound() {
        let mut file = compress(&vec![0; 4 << 20]);
        let end = file.len() - 4;
        file[end..].copy_from_slice(&3_u32.to_le_bytes());
        let budget = Budget::of_bytes(BOUND);
        assert_eq!(decompress_all(&file, &budget), Err(Unreadable::TooMuch(TooMuch::of(BOUND))));
        assert!(budget.produced() <= BOUND.most());
    }
}
