//! A file with the stored values of one workspace, damaged or not, so that they survive the browser.
//!
//! | bytes | content, little endian |
//! |---|---|
//! | 8 | `DYNLRAWC` |
//! | 2 | version of this container; the chunks have their own |
//! | … | each value that has bytes, see below |
//! | 1 | 0: end of the values |
//! | 4 | CRC-32 of everything before |
//!
//! A value is
//!
//! | bytes | content, little endian |
//! |---|---|
//! | 1 | 1: the head, 2: a chunk of the snapshot, 3: a chunk of the log |
//! | 8 | its key: the index in the snapshot or the revision; 0 for the head |
//! | 4 | length in bytes |
//! | … | the bytes as they are stored |

use std::fmt;

use super::RawChunks;
use crate::format;

/// The version of the format of the file.
pub const CONTAINER_VERSION: u16 = 1;
const MAGIC: [u8; 8] = *b"DYNLRAWC";
const NO_MORE: u8 = 0;
const HEAD: u8 = 1;
const SNAPSHOT: u8 = 2;
const LOG: u8 = 3;

/// Why bytes are not a raw file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RawFileError {
    NotARawFile,
    UnknownVersion { found: u16 },
    WrongChecksum { stated: u32, computed: u32 },
    UnknownPlace { found: u8 },
    TooShort,
    TooLong { bytes: usize },
}

impl fmt::Display for RawFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RawFileError::NotARawFile => write!(f, "it is not a file of raw chunks"),
            RawFileError::UnknownVersion { found } => write!(f, "there is no version {found} of this file"),
            RawFileError::WrongChecksum { stated, computed } => {
                write!(f, "its checksum should be {stated:08x} and is {computed:08x}")
            }
            RawFileError::UnknownPlace { found } => write!(f, "there is no place {found} for a value"),
            RawFileError::TooShort => write!(f, "it ends too early"),
            RawFileError::TooLong { bytes } => write!(f, "{bytes} bytes follow its end"),
        }
    }
}

impl std::error::Error for RawFileError {}

/// Writes the values into one file. The same values give the same bytes. Values without bytes are left out.
pub fn write(raw: &RawChunks) -> Vec<u8> {
    let mut file = MAGIC.to_vec();
    file.extend_from_slice(&CONTAINER_VERSION.to_le_bytes());
    let head = raw.head.iter().map(|value| (HEAD, 0, value));
    let snapshot = raw.snapshot.iter().map(|(key, value)| (SNAPSHOT, *key, value));
    let log = raw.log.iter().map(|(key, value)| (LOG, *key, value));
    for (place, key, value) in head.chain(snapshot).chain(log) {
        let Ok(bytes) = value else { continue };
        // No browser can store a longer value.
        let Ok(length) = u32::try_from(bytes.len()) else { continue };
        file.push(place);
        file.extend_from_slice(&key.to_le_bytes());
        file.extend_from_slice(&length.to_le_bytes());
        file.extend_from_slice(bytes);
    }
    file.push(NO_MORE);
    let checksum = format::CRC_32.checksum(&file);
    file.extend_from_slice(&checksum.to_le_bytes());
    file
}

/// Reads the file.
///
/// # Errors
/// If the bytes are not exactly one undamaged file of this version. The values in the file may be damaged.
pub fn read(file: &[u8]) -> Result<RawChunks, RawFileError> {
    let mut rest = file.strip_prefix(&MAGIC).ok_or(RawFileError::NotARawFile)?;
    match u16::from_le_bytes(take(&mut rest)?) {
        CONTAINER_VERSION => {}
        found => return Err(RawFileError::UnknownVersion { found }),
    }
    let mut raw = RawChunks::default();
    loop {
        let [place] = take(&mut rest)?;
        if place == NO_MORE {
            break;
        }
        let key = u64::from_le_bytes(take(&mut rest)?);
        let length = u32::from_le_bytes(take(&mut rest)?) as usize;
        let (bytes, after) = rest.split_at_checked(length).ok_or(RawFileError::TooShort)?;
        rest = after;
        let value = Ok(bytes.to_vec());
        match place {
            HEAD => raw.head = Some(value),
            SNAPSHOT => drop(raw.snapshot.insert(key, value)),
            LOG => drop(raw.log.insert(key, value)),
            found => return Err(RawFileError::UnknownPlace { found }),
        }
    }
    let content = file.len() - rest.len();
    let stated = u32::from_le_bytes(take(&mut rest)?);
    let computed = format::CRC_32.checksum(&file[..content]);
    if stated != computed {
        return Err(RawFileError::WrongChecksum { stated, computed });
    }
    if rest.is_empty() { Ok(raw) } else { Err(RawFileError::TooLong { bytes: rest.len() }) }
}

fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], RawFileError> {
    let (taken, after) = rest.split_first_chunk::<N>().ok_or(RawFileError::TooShort)?;
    *rest = after;
    Ok(*taken)
}
