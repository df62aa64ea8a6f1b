//! The program `files`: reads the bytes of files that come with a question, and answers it.

use dynalab_programs::files::{self, FILE_BYTES_MAX, FileBytes, ToFiles, UnreadReason};
use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsCast;
use web_sys::{Blob, FileReaderSync};

use crate::program;

pub fn start() {
    program::run(|message: ToFiles, attached| files::answer(message, bytes_of(attached)));
}

fn bytes_of(attached: &Array) -> Vec<FileBytes> {
    attached.iter().map(|file| file.dyn_ref::<Blob>().map_or(Err(UnreadReason::Unreadable), read)).collect()
}

/// The size is checked before the file is read. The browser cannot read a file that was moved or deleted.
fn read(file: &Blob) -> FileBytes {
    if file.size() > FILE_BYTES_MAX as f64 {
        return Err(UnreadReason::TooLarge);
    }
    let unreadable = |_| UnreadReason::Unreadable;
    let reader = FileReaderSync::new().map_err(unreadable)?;
    let buffer = reader.read_as_array_buffer(file).map_err(unreadable)?;
    Ok(Uint8Array::new(&buffer).to_vec())
}
