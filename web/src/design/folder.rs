//! Reads the files of a folder that is dropped on the page or chosen in the menu.

use dynalab_programs::files::folder::{FOLDER_FILES_MAX, is_searched};
use js_sys::{Array, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{DataTransfer, File, FileSystemDirectoryEntry, FileSystemEntry, FileSystemFileEntry};

/// A file with its name, which in a folder is its path.
#[derive(Clone)]
pub struct ChosenFile {
    pub name: String,
    pub file: File,
}

impl ChosenFile {
    pub fn new(file: File) -> ChosenFile {
        // The member is the path of a file that was chosen with its folder.
        let path = Reflect::get(&file, &JsValue::from_str("webkitRelativePath")).ok();
        let path = path.and_then(|path| path.as_string()).filter(|path| !path.is_empty());
        ChosenFile { name: path.unwrap_or_else(|| file.name()), file }
    }
}

/// The files of folders, and the paths of those that the browser could not read.
#[derive(Default)]
pub struct FolderFiles {
    pub files: Vec<ChosenFile>,
    pub unreadable: Vec<String>,
}

/// Returns what was dropped if a folder is among it. The browser tells it only during the event.
pub fn dropped_entries(dropped: &DataTransfer) -> Option<Vec<FileSystemEntry>> {
    let items = dropped.items();
    let entries = (0..items.length()).filter_map(|place| items.get(place)?.webkit_get_as_entry().ok()?);
    let entries: Vec<FileSystemEntry> = entries.collect();
    entries.iter().any(FileSystemEntry::is_directory).then_some(entries)
}

/// Reads the folders and their folders, without those of tools, up to a number of files.
pub async fn read(mut waiting: Vec<FileSystemEntry>) -> FolderFiles {
    let mut found = FolderFiles::default();
    while let Some(entry) = waiting.pop() {
        if found.files.len() + waiting.len() >= FOLDER_FILES_MAX {
            break;
        }
        let path = entry.full_path().trim_start_matches('/').to_owned();
        if entry.is_directory() {
            if is_searched(&path) {
                match entries_of(entry.unchecked_into()).await {
                    Ok(entries) => waiting.extend(entries),
                    Err(_) => found.unreadable.push(path),
                }
            }
        } else if is_searched(path.rsplit_once('/').map_or("", |(folder, _)| folder)) {
            match file_of(entry.unchecked_into()).await {
                Ok(file) => found.files.push(ChosenFile { name: path, file }),
                Err(_) => found.unreadable.push(path),
            }
        }
    }
    found
}

async fn entries_of(folder: FileSystemDirectoryEntry) -> Result<Vec<FileSystemEntry>, JsValue> {
    let reader = folder.create_reader();
    let mut entries = Vec::new();
    loop {
        let part = Promise::new(&mut |resolve, reject| {
            if let Err(error) = reader.read_entries_with_callback_and_callback(&resolve, &reject) {
                let _ = reject.call1(&JsValue::NULL, &error);
            }
        });
        // A browser returns the entries in parts. The last one is empty.
        let part: Array = JsFuture::from(part).await?.unchecked_into();
        if part.length() == 0 || entries.len() >= FOLDER_FILES_MAX {
            return Ok(entries);
        }
        entries.extend(part.iter().map(JsCast::unchecked_into::<FileSystemEntry>));
    }
}

async fn file_of(entry: FileSystemFileEntry) -> Result<File, JsValue> {
    let file = Promise::new(&mut |resolve, reject| entry.file_with_callback_and_callback(&resolve, &reject));
    Ok(JsFuture::from(file).await?.unchecked_into())
}
