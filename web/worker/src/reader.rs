//! The program `files`: reads the bytes of files that come with a question, and answers it.

use dynalab_programs::files::{FileBytes, Files, ToFiles, UnreadReason};
use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsCast;
use web_sys::{Blob, FileReaderSync};

use crate::program;

pub fn start() {
    let mut files = Files::default();
    program::run(move |message: ToFiles, attached| {
        let attached: Array = attached.clone();
        files.answer(message, Box::new(move |place, bytes_max| read(&attached, place, bytes_max)))
    });
}

/// The size is checked before the file is read. The browser cannot read a file that was moved or deleted.
fn read(attached: &Array, place: usize, bytes_max: u64) -> FileBytes {
    let file = u32::try_from(place).map(|place| attached.get(place));
    let file: Blob = file.ok().and_then(|file| file.dyn_into().ok()).ok_or(UnreadReason::Unreadable)?;
    if file.size() > bytes_max as f64 {
        return Err(UnreadReason::TooLarge);
    }
    let unreadable = |_| UnreadReason::Unreadable;
    let reader = FileReaderSync::new().map_err(unreadable)?;
    let buffer = reader.read_as_array_buffer(&file).map_err(unreadable)?;
    Ok(Uint8Array::new(&buffer).to_vec())
}
