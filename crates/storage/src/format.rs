//! The binary format of a stored chunk: a header of 24 bytes and the payload.
//!
//! | offset | bytes | content, little endian |
//! |---|---|---|
//! | 0 | 4 | `DYNL` |
//! | 4 | 2 | format version |
//! | 6 | 2 | kind: 1 head, 2 snapshot, 3 log, 4 fence, 5 joined |
//! | 8 | 8 | revision |
//! | 16 | 4 | length of the payload in bytes |
//! | 20 | 4 | CRC-32 of the 20 bytes before it and of the payload |
//!
//! The first six bytes have the same meaning in every version, so that an old program recognizes a newer format. A writer of a
//! newer version writes a newer head with its first claim. Older programs then do not write to the workspace.

use std::fmt;
use std::ops::Range;
use std::sync::LazyLock;

use crc::{CRC_32_ISO_HDLC, Crc, Table};

use crate::store::{Epoch, Revision};

/// The newest version. The chunk layout is the same in all versions. The payloads differ:
///
/// - Version 2 adds the history.
/// - Version 3 adds streams and more table settings.
/// - Version 4 adds records of the registry and fences. From then on the log may have more chunks than the head counts.
/// - Version 5 adds scheduled tasks, and whether DynamoDB itself deleted an item.
/// - Version 6 adds records that begin with a version. Older programs cannot read them.
/// - Version 7 adds joined chunks: many revisions of the log in one. Only these chunks have this version, so an older program can read
///   a workspace without one, and leaves a workspace with one as it is.
pub const FORMAT_VERSION: u16 = 7;
/// The length of the header before each payload.
pub const HEADER_BYTES: usize = 24;
/// The highest revision. IndexedDB keys are floating-point numbers, which are exact up to this number.
pub const MAX_REVISION: u64 = (1 << 53) - 2;

const MAGIC: [u8; 4] = *b"DYNL";
const KIND: Range<usize> = 6..8;
const CHECKSUM_OFFSET: usize = 20;
/// The size of a head's payload without fences.
const HEAD_PAYLOAD_BYTES: usize = 20;
const FENCE_BYTES: usize = 8;

/// Computed at first use: a constant table would add 16 KB to every download.
pub(crate) static CRC_32: LazyLock<Crc<u32, Table<16>>> =
    LazyLock::new(|| Crc::<u32, Table<16>>::new(&CRC_32_ISO_HDLC));

/// What a chunk is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The epoch and the revision at the time of writing. A workspace has exactly one head.
    Head,
    /// One chunk of the snapshot. Its revision is the snapshot's.
    Snapshot,
    /// One append. Its revision is the number of appends up to and including this one.
    Log,
    /// An empty chunk that occupies a revision of the log. A writer from before a claim would append there and fails.
    Fence,
    /// Several appends in one chunk. Its revision is that of the last.
    Joined,
}

impl Kind {
    const fn number(self) -> u16 {
        match self {
            Kind::Head => 1,
            Kind::Snapshot => 2,
            Kind::Log => 3,
            Kind::Fence => 4,
            Kind::Joined => 5,
        }
    }

    /// The version that a chunk of this kind is written with.
    const fn version(self) -> u16 {
        match self {
            Kind::Head | Kind::Snapshot | Kind::Log | Kind::Fence => 6,
            Kind::Joined => FORMAT_VERSION,
        }
    }
}

/// A decoded chunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    pub kind: Kind,
    pub revision: Revision,
    pub payload: Vec<u8>,
}

/// The content of the head chunk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    pub epoch: Epoch,
    pub revision: Revision,
    pub snapshot_revision: Revision,
    pub snapshot_chunk_count: u32,
    /// The revisions after the snapshot that must never be empty again, ascending.
    pub fences: Vec<Revision>,
}

/// Why bytes are not a valid chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatError {
    TooShort {
        length_bytes: usize,
    },
    NoMagic,
    NewerVersion {
        found: u16,
    },
    UnknownVersion {
        found: u16,
    },
    WrongLength {
        stated_bytes: u32,
        found_bytes: usize,
    },
    WrongChecksum {
        stated: u32,
        computed: u32,
    },
    UnknownKind {
        found: u16,
    },
    UnexpectedKind {
        found: Kind,
    },
    ImpossibleHead,
    /// The parts of a joined chunk are not those of its revisions.
    ImpossibleJoin,
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormatError::TooShort { length_bytes } => {
                write!(f, "{length_bytes} bytes are too few for a chunk")
            }
            FormatError::NoMagic => write!(f, "it does not begin as a chunk does"),
            FormatError::NewerVersion { found } => {
                write!(f, "it has format {found}, which is newer than {FORMAT_VERSION}")
            }
            FormatError::UnknownVersion { found } => write!(f, "there is no format {found}"),
            FormatError::WrongLength { stated_bytes, found_bytes } => {
                write!(f, "it should hold {stated_bytes} bytes and holds {found_bytes}")
            }
            FormatError::WrongChecksum { stated, computed } => {
                write!(f, "its checksum should be {stated:08x} and is {computed:08x}")
            }
            FormatError::UnknownKind { found } => write!(f, "there is no kind {found} of chunk"),
            FormatError::UnexpectedKind { found } => write!(f, "it is a chunk of another kind ({found:?})"),
            FormatError::ImpossibleHead => write!(f, "its counts contradict each other"),
            FormatError::ImpossibleJoin => write!(f, "its parts are not those of its revisions"),
        }
    }
}

impl std::error::Error for FormatError {}

/// Returns the header for a payload. The stored chunk is the header followed by the payload.
///
/// # Panics
/// If the payload has 4 GiB or more, which is more than a browser can store.
pub fn header(kind: Kind, revision: Revision, payload: &[u8]) -> [u8; HEADER_BYTES] {
    let length_bytes = u32::try_from(payload.len()).expect("a chunk is smaller than 4 GiB");
    let mut header = [0; HEADER_BYTES];
    header[0..4].copy_from_slice(&MAGIC);
    header[4..6].copy_from_slice(&kind.version().to_le_bytes());
    header[KIND].copy_from_slice(&kind.number().to_le_bytes());
    header[8..16].copy_from_slice(&revision.0.to_le_bytes());
    header[16..20].copy_from_slice(&length_bytes.to_le_bytes());
    let checksum = checksum(&header[..CHECKSUM_OFFSET], payload);
    header[CHECKSUM_OFFSET..].copy_from_slice(&checksum.to_le_bytes());
    header
}

/// Returns the header and the payload as one chunk.
///
/// # Panics
/// If the payload has 4 GiB or more, as in [`header`].
pub fn encode(kind: Kind, revision: Revision, payload: &[u8]) -> Vec<u8> {
    [&header(kind, revision, payload)[..], payload].concat()
}

/// Decodes a chunk. Any input is safe.
///
/// # Errors
/// If the bytes are not exactly one undamaged chunk of a known version.
pub fn decode(mut bytes: Vec<u8>) -> Result<Chunk, FormatError> {
    let (kind, revision) = check(&bytes)?;
    bytes.drain(..HEADER_BYTES);
    Ok(Chunk { kind, revision, payload: bytes })
}

/// Checks a chunk and returns its kind and revision without copying the payload.
pub(crate) fn check(bytes: &[u8]) -> Result<(Kind, Revision), FormatError> {
    let too_short = FormatError::TooShort { length_bytes: bytes.len() };
    let (magic, rest) = take::<4>(bytes).ok_or(too_short)?;
    let (version, _) = take::<2>(rest).ok_or(too_short)?;
    if magic != MAGIC {
        return Err(FormatError::NoMagic);
    }
    match u16::from_le_bytes(version) {
        1..=FORMAT_VERSION => {}
        0 => return Err(FormatError::UnknownVersion { found: 0 }),
        found => return Err(FormatError::NewerVersion { found }),
    }
    let (header, payload) = bytes.split_at_checked(HEADER_BYTES).ok_or(too_short)?;
    let (_, rest) = header.split_at(6);
    let (kind, rest) = take::<2>(rest).ok_or(too_short)?;
    let (revision, rest) = take::<8>(rest).ok_or(too_short)?;
    let (stated_bytes, rest) = take::<4>(rest).ok_or(too_short)?;
    let (stated, _) = take::<4>(rest).ok_or(too_short)?;

    let stated_bytes = u32::from_le_bytes(stated_bytes);
    if u64::from(stated_bytes) != payload.len() as u64 {
        return Err(FormatError::WrongLength { stated_bytes, found_bytes: payload.len() });
    }
    let stated = u32::from_le_bytes(stated);
    let computed = checksum(&header[..CHECKSUM_OFFSET], payload);
    if stated != computed {
        return Err(FormatError::WrongChecksum { stated, computed });
    }
    let kind = match u16::from_le_bytes(kind) {
        1 => Kind::Head,
        2 => Kind::Snapshot,
        3 => Kind::Log,
        4 => Kind::Fence,
        5 => Kind::Joined,
        found => return Err(FormatError::UnknownKind { found }),
    };
    Ok((kind, Revision(u64::from_le_bytes(revision))))
}

/// Whether the header names this kind. Checks nothing else.
pub(crate) fn has_kind(bytes: &[u8], kind: Kind) -> bool {
    bytes.get(KIND) == Some(&kind.number().to_le_bytes()[..])
}

/// The revision in the header of a chunk. Checks nothing else.
#[cfg(target_arch = "wasm32")]
pub(crate) fn stated_revision(bytes: &[u8]) -> Option<Revision> {
    let (revision, _) = take::<8>(bytes.get(KIND.end..HEADER_BYTES)?)?;
    Some(Revision(u64::from_le_bytes(revision)))
}

/// Encodes the head: epoch, revision of the snapshot, number of its chunks, and fences.
pub fn encode_head(head: &Head) -> Vec<u8> {
    let mut payload = Vec::with_capacity(HEAD_PAYLOAD_BYTES + head.fences.len() * FENCE_BYTES);
    payload.extend_from_slice(&head.epoch.0.to_le_bytes());
    payload.extend_from_slice(&head.snapshot_revision.0.to_le_bytes());
    payload.extend_from_slice(&head.snapshot_chunk_count.to_le_bytes());
    for fence in &head.fences {
        payload.extend_from_slice(&fence.0.to_le_bytes());
    }
    encode(Kind::Head, head.revision, &payload)
}

/// Decodes the head chunk.
///
/// # Errors
/// The errors of [`decode`]. Also an error if no store could have written the head.
pub fn decode_head(bytes: Vec<u8>) -> Result<Head, FormatError> {
    let Chunk { kind, revision, payload } = decode(bytes)?;
    if kind != Kind::Head {
        return Err(FormatError::UnexpectedKind { found: kind });
    }
    let fields = take::<8>(&payload).and_then(|(epoch, rest)| {
        let (snapshot_revision, rest) = take::<8>(rest)?;
        let (snapshot_chunk_count, rest) = take::<4>(rest)?;
        Some((epoch, snapshot_revision, snapshot_chunk_count, read_fences(rest)?))
    });
    let (epoch, snapshot_revision, snapshot_chunk_count, fences) =
        fields.ok_or(FormatError::ImpossibleHead)?;
    let head = Head {
        epoch: Epoch(u64::from_le_bytes(epoch)),
        revision,
        snapshot_revision: Revision(u64::from_le_bytes(snapshot_revision)),
        snapshot_chunk_count: u32::from_le_bytes(snapshot_chunk_count),
        fences,
    };
    let counts_are_possible = head.revision.0 <= MAX_REVISION && head.epoch.0 < u64::MAX;
    if head.snapshot_revision > head.revision || !counts_are_possible || !has_possible_fences(&head) {
        return Err(FormatError::ImpossibleHead);
    }
    Ok(head)
}

fn read_fences(mut bytes: &[u8]) -> Option<Vec<Revision>> {
    let mut fences = Vec::new();
    while !bytes.is_empty() {
        let (fence, rest) = take::<FENCE_BYTES>(bytes)?;
        fences.push(Revision(u64::from_le_bytes(fence)));
        bytes = rest;
    }
    Some(fences)
}

/// Returns true if the fences are after the snapshot, ascending, and at most one revision after the head's.
fn has_possible_fences(head: &Head) -> bool {
    let are_in_order = head.fences.windows(2).all(|pair| pair[0] < pair[1]);
    let first = head.fences.first().is_none_or(|first| *first > head.snapshot_revision);
    let last = head.fences.last().is_none_or(|last| last.0 <= head.revision.0 + 1);
    are_in_order && first && last
}

/// Returns true if the bytes are the beginning of a chunk whose rest was never written. A complete chunk with a damaged length
/// has the same shape; its checksum distinguishes it.
pub(crate) fn is_torn(bytes: &[u8]) -> bool {
    match check(bytes) {
        // Shorter than a header: compare only the first four bytes, which are the same in every version.
        Err(FormatError::TooShort { .. }) => bytes.iter().zip(&MAGIC).all(|(byte, magic)| byte == magic),
        Err(FormatError::WrongLength { stated_bytes, found_bytes })
            if found_bytes < stated_bytes as usize =>
        {
            let (header, payload) = bytes.split_at(HEADER_BYTES);
            let mut header = header.to_vec();
            header[16..20].copy_from_slice(&(found_bytes as u32).to_le_bytes());
            checksum(&header[..CHECKSUM_OFFSET], payload).to_le_bytes() != header[CHECKSUM_OFFSET..]
        }
        _ => false,
    }
}

fn take<const N: usize>(bytes: &[u8]) -> Option<([u8; N], &[u8])> {
    bytes.split_first_chunk::<N>().map(|(first, rest)| (*first, rest))
}

fn checksum(header: &[u8], payload: &[u8]) -> u32 {
    let mut digest = CRC_32.digest();
    digest.update(header);
    digest.update(payload);
    digest.finalize()
}
