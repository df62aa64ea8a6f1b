//! The backup format: any number of workspaces in one file, with every chunk as it is stored.
//!
//! | bytes | content, little endian |
//! |---|---|
//! | 8 | `DYNLBACK` |
//! | 2 | version of this container; the chunks have their own |
//! | … | each workspace, see below |
//! | 1 | 0: end of the workspaces |
//! | 4 | CRC-32 of everything before |
//!
//! A workspace is
//!
//! | bytes | content, little endian |
//! |---|---|
//! | 1 | 1: a workspace follows |
//! | 8, 8 | time of creation and of last use, in milliseconds since 1970 |
//! | 4 | length of the name in bytes |
//! | … | the name in UTF-8; the head chunk; the snapshot chunks and the log chunks, as many as the head counts |
//!
//! The same workspaces give the same bytes. The first ten bytes have the same meaning in every version.

mod error;
mod reader;
mod restore;

use crc::{Digest, Table};
pub use error::BackupError;
pub use reader::read;
pub use restore::restore;

use crate::format;
use crate::store::Chunks;

/// The version of the format. Older ones are still read.
pub const CONTAINER_VERSION: u16 = 1;
/// The maximum length of a workspace's name in UTF-8.
pub const NAME_BYTES_MAX: usize = 1024;
/// The largest backup that is written or read, in bytes.
pub const BYTES_MAX: usize = 1 << 30;
const MAGIC: [u8; 8] = *b"DYNLBACK";
const ANOTHER: u8 = 1;
const NO_MORE: u8 = 0;

/// One workspace of a backup. `B` has the bytes of a chunk; while a file is read, it is a slice of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackedUp<B> {
    pub name: String,
    pub made_ms: u64,
    pub used_ms: u64,
    pub chunks: Chunks<B>,
}

/// Writes a backup in pieces, so that only one workspace has to be in memory at a time.
pub struct BackupWriter<W> {
    out: W,
    checksum: Digest<'static, u32, Table<16>>,
    bytes: u64,
}

impl<W: FnMut(&[u8])> BackupWriter<W> {
    /// Begins a backup with the mark and the version of the format.
    pub fn new(out: W) -> BackupWriter<W> {
        let mut writer = BackupWriter { out, checksum: format::CRC_32.digest(), bytes: 0 };
        writer.put(&MAGIC);
        writer.put(&CONTAINER_VERSION.to_le_bytes());
        writer
    }

    /// Writes one workspace.
    ///
    /// # Errors
    /// `TooLarge` if the backup would exceed [`BYTES_MAX`]. The output written so far is then useless.
    pub fn workspace<B: AsRef<[u8]>>(&mut self, workspace: &BackedUp<B>) -> Result<(), BackupError> {
        let bytes = self.bytes + workspace.chunks.size_bytes();
        if bytes > (BYTES_MAX - 2 * NAME_BYTES_MAX) as u64 {
            return Err(BackupError::TooLarge { bytes, most: BYTES_MAX as u64 });
        }
        let mut length = workspace.name.len().min(NAME_BYTES_MAX);
        while !workspace.name.is_char_boundary(length) {
            length -= 1;
        }
        self.put(&[ANOTHER]);
        self.put(&workspace.made_ms.to_le_bytes());
        self.put(&workspace.used_ms.to_le_bytes());
        self.put(&(length as u32).to_le_bytes());
        self.put(&workspace.name.as_bytes()[..length]);
        for chunk in workspace.chunks.iter() {
            self.put(chunk.as_ref());
        }
        Ok(())
    }

    /// Writes the end of the backup and returns its total size in bytes.
    pub fn end(mut self) -> u64 {
        self.put(&[NO_MORE]);
        let checksum = self.checksum.clone().finalize();
        self.put(&checksum.to_le_bytes());
        self.bytes
    }

    fn put(&mut self, piece: &[u8]) {
        self.checksum.update(piece);
        self.bytes += piece.len() as u64;
        (self.out)(piece);
    }
}
