//! Reads a backup without copying its content. Any input is safe.

use crate::backup::{
    ANOTHER, BYTES_MAX, BackedUp, BackupError, CONTAINER_VERSION, MAGIC, NAME_BYTES_MAX, NO_MORE,
};
use crate::format::{self, HEADER_BYTES};
use crate::rules;
use crate::store::Chunks;

/// The offset of the payload length in a chunk.
const CHUNK_LENGTH_OFFSET: usize = 16;

/// Reads a backup and checks it completely. Every returned workspace is valid output of a store.
///
/// # Errors
/// If the bytes are not exactly one undamaged backup.
pub fn read(bytes: &[u8]) -> Result<Vec<BackedUp<&[u8]>>, BackupError> {
    let mut rest = Rest { bytes, left: bytes };
    let beginning = &bytes[..bytes.len().min(MAGIC.len())];
    if beginning.is_empty() || !MAGIC.starts_with(beginning) {
        return Err(BackupError::NotABackup);
    }
    rest.take::<8>()?;
    match u16::from_le_bytes(rest.take()?) {
        CONTAINER_VERSION => {}
        found => return Err(BackupError::UnknownVersion { found, known: CONTAINER_VERSION }),
    }
    if bytes.len() > BYTES_MAX {
        return Err(BackupError::TooLarge { bytes: bytes.len() as u64, most: BYTES_MAX as u64 });
    }
    let mut workspaces = Vec::new();
    loop {
        match rest.take()? {
            [ANOTHER] => workspaces.push(read_workspace(&mut rest, workspaces.len() + 1)?),
            [NO_MORE] => break,
            [found] => return Err(BackupError::UnknownMark { found }),
        }
    }
    let content = bytes.len() - rest.left.len();
    let stated = u32::from_le_bytes(rest.take()?);
    if !rest.left.is_empty() {
        return Err(BackupError::TooLong { bytes: rest.left.len() });
    }
    let computed = format::CRC_32.checksum(&bytes[..content]);
    if stated != computed {
        return Err(BackupError::WrongChecksum { stated, computed });
    }
    Ok(workspaces)
}

fn read_workspace<'a>(rest: &mut Rest<'a>, number: usize) -> Result<BackedUp<&'a [u8]>, BackupError> {
    let made_ms = u64::from_le_bytes(rest.take()?);
    let used_ms = u64::from_le_bytes(rest.take()?);
    let length = u32::from_le_bytes(rest.take()?) as usize;
    if length > NAME_BYTES_MAX {
        return Err(BackupError::BadName { number });
    }
    let name = rest.slice(length)?;
    let name = str::from_utf8(name).map_err(|_| BackupError::BadName { number })?.to_owned();
    let damaged = |error| BackupError::Workspace { number, name: name.clone(), error };
    let head = rest.chunk()?;
    let counts = rules::head_of(head).map_err(damaged)?;
    let snapshot = rest.chunks(u64::from(counts.snapshot_chunk_count))?;
    let log = rest.chunks(counts.revision.0 - counts.snapshot_revision.0)?;
    let chunks = Chunks { head, snapshot, log };
    rules::check(&chunks).map_err(damaged)?;
    Ok(BackedUp { name, made_ms, used_ms, chunks })
}

/// The bytes that are not read yet. Memory is never reserved for a length that the file only states.
struct Rest<'a> {
    bytes: &'a [u8],
    left: &'a [u8],
}

impl<'a> Rest<'a> {
    fn slice(&mut self, length: usize) -> Result<&'a [u8], BackupError> {
        let (slice, left) = self.left.split_at_checked(length).ok_or(self.cut_off())?;
        self.left = left;
        Ok(slice)
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], BackupError> {
        let (taken, left) = self.left.split_first_chunk::<N>().ok_or(self.cut_off())?;
        self.left = left;
        Ok(*taken)
    }

    fn chunk(&mut self) -> Result<&'a [u8], BackupError> {
        let mut ahead = Rest { bytes: self.bytes, left: self.left };
        ahead.slice(CHUNK_LENGTH_OFFSET)?;
        let payload = u32::from_le_bytes(ahead.take()?) as usize;
        self.slice(payload.checked_add(HEADER_BYTES).ok_or(self.cut_off())?)
    }

    fn chunks(&mut self, count: u64) -> Result<Vec<&'a [u8]>, BackupError> {
        let mut chunks = Vec::new();
        for _ in 0..count {
            chunks.push(self.chunk()?);
        }
        Ok(chunks)
    }

    fn cut_off(&self) -> BackupError {
        BackupError::CutOff { bytes: self.bytes.len() }
    }
}
