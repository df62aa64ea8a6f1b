//! Reads chosen files as texts: decompresses them, and skips files of an export folder that contain no items.

use crate::messages::Messages;
use crate::sentences;
use dynalab_programs::files::UnreadReason;
use js_sys::{Function, Object, Promise, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, File, FileList};

/// Maximum size of a file in bytes. The whole file must fit into memory beside the tables.
pub const FILE_MAX_BYTES: usize = 256 * 1024 * 1024;

#[wasm_bindgen]
extern "C" {
    type DecompressionStream;

    #[wasm_bindgen(constructor, catch)]
    fn new(format: &str) -> Result<DecompressionStream, JsValue>;

    type Response;

    #[wasm_bindgen(constructor, catch)]
    fn new(body: &JsValue) -> Result<Response, JsValue>;
}

#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    pub name: String,
    pub text: String,
}

/// A file that was not read, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadFile {
    pub reason: UnreadReason,
    pub name: String,
}

impl UnreadFile {
    pub fn sentence(&self, messages: Messages) -> String {
        let file = self.name.as_str().into();
        match self.reason {
            UnreadReason::TooLarge => messages.text(sentences::dialogs::ImportTooLarge { file }),
            UnreadReason::Unreadable => messages.text(sentences::dialogs::ImportUnreadable { file }),
            UnreadReason::NotGzip => messages.text(sentences::dialogs::ImportNotGzip { file }),
            UnreadReason::NotText => messages.text(sentences::dialogs::ImportNotText { file }),
        }
    }
}

/// Returns false for the manifests and checksums in an export folder, which contain no items.
pub fn has_items(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    !name.starts_with("manifest-")
        && !name.starts_with('_')
        && !name.starts_with('.')
        && !name.ends_with(".checksum")
}

pub async fn read(files: &FileList) -> (Vec<Text>, Vec<UnreadFile>) {
    let (mut texts, mut unread) = (Vec::new(), Vec::new());
    for file in (0..files.length()).filter_map(|place| files.get(place)) {
        let name = file.name();
        if !has_items(&name) {
            continue;
        }
        match text_of(&file, FILE_MAX_BYTES).await {
            Ok(text) => texts.push(Text { name, text }),
            Err(reason) => unread.push(UnreadFile { reason, name }),
        }
    }
    texts.sort_by(|one, other| one.name.cmp(&other.name));
    (texts, unread)
}

/// Returns the text of a file, decompressed, if it has at most this many bytes.
async fn text_of(file: &File, bytes_max: usize) -> Result<String, UnreadReason> {
    if file.size() > bytes_max as f64 {
        return Err(UnreadReason::TooLarge);
    }
    let bytes = bytes_of(file.array_buffer()).await.map_err(|_| UnreadReason::Unreadable)?;
    let bytes = match bytes.starts_with(&[0x1f, 0x8b]) {
        true => through(file, "gzip", bytes_max).await?,
        false => bytes,
    };
    String::from_utf8(bytes).map_err(|_| UnreadReason::NotText)
}

async fn bytes_of(buffer: Promise) -> Result<Vec<u8>, JsValue> {
    Ok(Uint8Array::new(&JsFuture::from(buffer).await?).to_vec())
}

/// Decompresses a file with the browser's `DecompressionStream`, which is stopped above the limit: a small file can expand to a very
/// large one.
async fn through(file: &Blob, format: &str, bytes_max: usize) -> Result<Vec<u8>, UnreadReason> {
    let not_gzip = |_: JsValue| UnreadReason::NotGzip;
    let reader = reader_of(file, format).map_err(not_gzip)?;
    let mut bytes = Vec::new();
    while let Some(part) = next_part(&reader).await.map_err(not_gzip)? {
        if bytes.len() + part.length() as usize > bytes_max {
            // A stream that cannot be cancelled ends with its reader.
            drop(method(&reader, "cancel").and_then(|cancel| cancel.call0(&reader)));
            return Err(UnreadReason::TooLarge);
        }
        let start = bytes.len();
        bytes.resize(start + part.length() as usize, 0);
        part.copy_to(&mut bytes[start..]);
    }
    Ok(bytes)
}

fn reader_of(file: &Blob, format: &str) -> Result<JsValue, JsValue> {
    let source = method(file, "stream")?.call0(file)?;
    let unpacked =
        method(&source, "pipeThrough")?.call1(&source, DecompressionStream::new(format)?.as_ref())?;
    method(&unpacked, "getReader")?.call0(&unpacked)
}

/// Returns the next bytes of a stream, or none at its end.
async fn next_part(reader: &JsValue) -> Result<Option<Uint8Array>, JsValue> {
    let read = method(reader, "read")?.call0(reader)?.dyn_into::<Promise>()?;
    let read = JsFuture::from(read).await?;
    match Reflect::get(&read, &"done".into())?.is_truthy() {
        true => Ok(None),
        false => Reflect::get(&read, &"value".into())?.dyn_into().map(Some),
    }
}

fn method(of: &JsValue, name: &str) -> Result<Function, JsValue> {
    Reflect::get(of, &name.into())?.dyn_into()
}

/// Compresses the text with gzip.
pub async fn compressed(text: &Blob) -> Result<Blob, JsValue> {
    let constructor = method(&js_sys::global(), "CompressionStream")?;
    let packer = Reflect::construct(&constructor, &js_sys::Array::of1(&"gzip".into()))?;
    let source = method(text, "stream")?.call0(text)?;
    let packed = method(&source, "pipeThrough")?.call1(&source, &packer)?;
    let response: Object = Response::new(&packed)?.unchecked_into();
    let blob = method(&response, "blob")?.call0(&response)?.unchecked_into::<Promise>();
    JsFuture::from(blob).await?.dyn_into()
}

#[cfg(test)]
mod tests {
    use super::has_items;

    #[test]
    fn of_an_export_only_the_data_is_read() {
        let folder = [
            "_started",
            "manifest-summary.json",
            "manifest-files.checksum",
            "manifest-files.json",
            ".DS_Store",
        ];
        assert!(folder.iter().all(|name| !has_items(&format!("AWSDynamoDB/01/{name}"))));
        assert!(has_items("AWSDynamoDB/01/data/abcd.json.gz") && has_items("orders.csv"));
    }
}
