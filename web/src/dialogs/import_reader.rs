//! The files that a person chose for an import: which of them have items, and why one was not read.

use dynalab_modeling::sentences::too_much;
use dynalab_programs::files::UnreadReason;
use dynalab_types::TooMuch;
use web_sys::{File, FileList};

use crate::page::messages::Messages;
use crate::page::sentences;

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
            UnreadReason::TooMuch(bound) => {
                let why = too_much(&TooMuch::of(bound), messages.language);
                messages.text(sentences::dialogs::ImportTooMuch { file, why: why.as_str().into() })
            }
            UnreadReason::Unreadable => messages.text(sentences::dialogs::ImportUnreadable { file }),
            UnreadReason::NotGzip => messages.text(sentences::dialogs::ImportNotGzip { file }),
            UnreadReason::NotZip => messages.text(sentences::dialogs::ImportNotZip { file }),
            UnreadReason::TooMany => messages.text(sentences::dialogs::ImportTooMany { file }),
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

/// Returns the files that have items, by name. The program `files` reads them.
pub fn chosen(list: &FileList) -> Vec<File> {
    let files = (0..list.length()).filter_map(|place| list.get(place));
    let mut files: Vec<File> = files.filter(|file| has_items(&file.name())).collect();
    files.sort_by_cached_key(File::name);
    files
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
