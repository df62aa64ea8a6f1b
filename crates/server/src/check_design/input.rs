//! Reads the files of a command, or standard input.

use std::fs::File;
use std::io::{self, Error, ErrorKind, Read};
use std::path::Path;

use dynalab_modeling::formats::FILE_BYTES_MAX;

use super::options::STANDARD_INPUT;

/// Reads a file. Of a file that is too long, it reads as much as shows that.
///
/// # Errors
/// Fails if the file is missing or is not text.
pub fn read(path: &Path) -> io::Result<String> {
    if path.as_os_str() == STANDARD_INPUT {
        return read_text(io::stdin().lock());
    }
    read_text(File::open(path)?)
}

fn read_text(from: impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    from.take(FILE_BYTES_MAX as u64 + 1).read_to_end(&mut bytes)?;
    let is_cut = bytes.len() > FILE_BYTES_MAX;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(text),
        // The cut can be within a letter.
        Err(error) if is_cut => Ok(String::from_utf8_lossy(error.as_bytes()).into_owned()),
        Err(error) => Err(Error::new(ErrorKind::InvalidData, error)),
    }
}
