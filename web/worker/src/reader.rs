//! The program `files`: reads the bytes of files that come with a question, and answers it. It fetches what
//! opens designs, and the readers of a family of formats, when the first such file is opened.

use std::pin::Pin;

use dynalab_programs::files::{FileBytes, Files, Part, Parts, ToFiles, UnreadReason};
use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsCast;
use web_sys::{Blob, FileReaderSync};

use crate::program;

/// Adds a part to those that are there. False if it did not arrive.
pub type FetchPart = for<'a> fn(Part, &'a mut Parts) -> Pin<Box<dyn Future<Output = bool> + 'a>>;

/// Starts the program. `fetch` is called once for each part, unless it did not arrive.
pub fn start(fetch: FetchPart) {
    let (mut files, mut parts) = (Files::default(), Parts::default());
    program::run_waiting(async move |message: ToFiles, attached: &Array| {
        let attached = attached.clone();
        let reply = files.reply(message, Box::new(move |place, bytes_max| read(&attached, place, bytes_max)));
        for part in reply.parts() {
            if !parts.has(part) && !fetch(part, &mut parts).await {
                return None;
            }
        }
        reply.answer(parts)
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
