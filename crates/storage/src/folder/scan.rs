//! Reads the chunks of the file. The end may be torn; everything else must be whole.

use crate::error::{Damage, Place, StoreError};
use crate::format::{self, HEADER_BYTES, Kind};
use crate::log::Joined;
use crate::memory::Stored;
use crate::rules::damaged;
use crate::store::Revision;

/// The content of a file.
#[derive(Debug, Default)]
pub(super) struct Scanned {
    pub stored: Stored,
    /// The bytes of the whole chunks.
    pub whole_bytes: u64,
    /// The bytes of a chunk at the end that was not written completely.
    pub torn_bytes: u64,
}

impl Scanned {
    /// Reads all chunks. Fails if one is damaged.
    pub(super) fn read(bytes: &[u8]) -> Result<Scanned, StoreError> {
        let mut scanned = Scanned::default();
        let mut rest = bytes;
        while !rest.is_empty() {
            let parts = split_chunk(rest).filter(|_| !is_empty_end(rest));
            let Some((chunk, after)) = parts else {
                if !is_torn_end(rest) {
                    return Err(scanned.damage(rest));
                }
                scanned.torn_bytes = rest.len() as u64;
                break;
            };
            match format::check(chunk) {
                Ok((kind, revision)) => scanned.add(chunk, kind, revision),
                Err(_) => return Err(scanned.damage(chunk)),
            }
            scanned.whole_bytes += chunk.len() as u64;
            rest = after;
        }
        Ok(scanned)
    }

    fn add(&mut self, chunk: &[u8], kind: Kind, revision: Revision) {
        match kind {
            Kind::Head => self.stored.head = Some(chunk.to_vec()),
            Kind::Snapshot => self.stored.snapshot.push(chunk.to_vec()),
            Kind::Log | Kind::Fence => drop(self.stored.log.insert(revision.0, chunk.to_vec())),
            Kind::Joined => {
                // Its parts are in the file, before it. Fences among them stay.
                if let Ok(joined) = Joined::read(&chunk[HEADER_BYTES..], revision) {
                    let parts = joined.first.0..revision.0;
                    self.stored.log.retain(|number, part| {
                        !parts.contains(number) || format::has_kind(part, Kind::Fence)
                    });
                }
                self.stored.log.insert(revision.0, chunk.to_vec());
            }
        }
    }

    /// Returns the damage of the next chunk.
    fn damage(&self, chunk: &[u8]) -> StoreError {
        let revision = self.stored.log.last_key_value().map_or(0, |(number, _)| *number) + 1;
        let place = match &self.stored.head {
            None => Place::Head,
            Some(_) => Place::Log { revision: Revision(revision) },
        };
        match format::check(chunk) {
            Err(error) => damaged(place, error),
            Ok(_) => Damage::NoSuchRevision { number: revision }.into(),
        }
    }
}

/// Splits the bytes after the chunk that its header describes. None if the bytes end before it does.
fn split_chunk(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let length = bytes.get(16..20)?.try_into().ok().map(u32::from_le_bytes)?;
    bytes.split_at_checked(HEADER_BYTES.checked_add(length as usize)?)
}

/// Returns true for zeros alone: the size of the file, but not its content, was on the disk when the power failed. A chunk begins with
/// another byte, so this reads one byte of it.
fn is_empty_end(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| *byte == 0)
}

/// Returns true if the bytes are what a write leaves that did not end: the beginning of a chunk, or zeros. If a whole chunk follows, the
/// file is damaged, because nothing was written after an unfinished chunk.
fn is_torn_end(bytes: &[u8]) -> bool {
    if is_empty_end(bytes) {
        return true;
    }
    let magic = &format::header(Kind::Fence, Revision::ZERO, b"")[..4];
    let begins = |start: &usize| bytes[*start..].starts_with(magic);
    let is_whole =
        |start: usize| split_chunk(&bytes[start..]).is_some_and(|(chunk, _)| format::check(chunk).is_ok());
    format::is_torn(bytes) && !(1..bytes.len()).filter(begins).any(is_whole)
}
