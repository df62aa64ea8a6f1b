//! The files of the folder: chunks, lock, and torn ends that were put aside.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::error::{Failure, Interruption, StoreError, Unavailability};
use crate::store::Durability;

const CHUNKS: &str = "dynalab.chunks";
/// A new file before it takes the place of the old one.
const NEXT: &str = "dynalab.chunks.next";
const LOCK: &str = "dynalab.lock";
/// How the names of files with torn ends begin. The number of the first byte follows.
const TORN: &str = "dynalab.torn-";

/// The open file with the chunks.
#[derive(Debug)]
pub(super) struct ChunkFile {
    folder: PathBuf,
    file: File,
    /// Locked as long as it is open.
    _lock: File,
}

impl ChunkFile {
    pub(super) fn open(folder: &Path) -> Result<ChunkFile, StoreError> {
        fs::create_dir_all(folder).map_err(unavailable)?;
        let lock = OpenOptions::new().create(true).write(true).truncate(false).open(folder.join(LOCK));
        let lock = lock.map_err(unavailable)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(Unavailability::WrittenElsewhere.into()),
            Err(TryLockError::Error(error)) => return Err(unavailable(error)),
        }
        let file = open_chunks(folder).map_err(unavailable)?;
        sync_folder(folder).map_err(unavailable)?;
        Ok(ChunkFile { folder: folder.to_owned(), file, _lock: lock })
    }

    pub(super) fn read(&mut self) -> Result<Vec<u8>, StoreError> {
        let mut bytes = Vec::new();
        self.file.seek(SeekFrom::Start(0)).map_err(unavailable)?;
        self.file.read_to_end(&mut bytes).map_err(unavailable)?;
        Ok(bytes)
    }

    /// Appends bytes. If they do not fit, the file is as it was.
    pub(super) fn append(&mut self, bytes: &[u8], durability: Durability) -> Result<(), StoreError> {
        let end = self.file.seek(SeekFrom::End(0)).map_err(interrupted)?;
        if let Err(error) = self.file.write_all(bytes) {
            self.file.set_len(end).map_err(interrupted)?;
            return Err(not_written(error));
        }
        match durability {
            Durability::Strict => self.sync(),
            Durability::Relaxed => Ok(()),
        }
    }

    pub(super) fn sync(&self) -> Result<(), StoreError> {
        self.file.sync_data().map_err(interrupted)
    }

    /// Moves the bytes from an offset on to a file of their own.
    pub(super) fn put_torn_end_aside(&mut self, from: u64) -> Result<(), StoreError> {
        let bytes = self.read()?;
        let torn = usize::try_from(from).ok().and_then(|from| bytes.get(from..)).unwrap_or_default();
        let aside = self.folder.join(format!("{TORN}{from}"));
        write_synced(&aside, [torn]).map_err(not_written)?;
        sync_folder(&self.folder).map_err(not_written)?;
        self.file.set_len(from).map_err(interrupted)?;
        self.sync()
    }

    pub(super) fn torn_ends(&self) -> Result<Vec<PathBuf>, StoreError> {
        let mut torn = Vec::new();
        for entry in fs::read_dir(&self.folder).map_err(unavailable)? {
            let path = entry.map_err(unavailable)?.path();
            if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(TORN)) {
                torn.push(path);
            }
        }
        torn.sort();
        Ok(torn)
    }

    /// Writes a new file and lets it take the place of this one, as a whole.
    pub(super) fn replace<'a>(
        &mut self,
        chunks: impl IntoIterator<Item = &'a Vec<u8>>,
    ) -> Result<(), StoreError> {
        let next = self.folder.join(NEXT);
        if let Err(error) = write_synced(&next, chunks.into_iter().map(Vec::as_slice)) {
            // What was written of it is of no use.
            let _removed = fs::remove_file(&next);
            return Err(not_written(error));
        }
        fs::rename(&next, self.folder.join(CHUNKS)).map_err(not_written)?;
        self.file = open_chunks(&self.folder).map_err(interrupted)?;
        sync_folder(&self.folder).map_err(interrupted)
    }
}

fn open_chunks(folder: &Path) -> io::Result<File> {
    OpenOptions::new().create(true).read(true).write(true).truncate(false).open(folder.join(CHUNKS))
}

fn write_synced<'a>(path: &Path, parts: impl IntoIterator<Item = &'a [u8]>) -> io::Result<()> {
    let mut file = io::BufWriter::new(File::create(path)?);
    for part in parts {
        file.write_all(part)?;
    }
    file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
}

/// Makes new and renamed files of a folder survive a power cut. Other systems than Unix cannot, and need not, open a folder for that.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

fn failure(error: &io::Error) -> Failure {
    Failure::Error { message: error.to_string() }
}

fn unavailable(error: io::Error) -> StoreError {
    Unavailability::Failed(failure(&error)).into()
}

fn interrupted(error: io::Error) -> StoreError {
    Interruption::Failed(failure(&error)).into()
}

/// The error of a write that left nothing.
fn not_written(error: io::Error) -> StoreError {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => StoreError::Full,
        _ => interrupted(error),
    }
}
