//! The questions to the program `files`, which reads links and files that other people made: tables, key designs, formats of other tools.

mod design_files;
mod links;
mod text;

use std::collections::BTreeMap;

use dynalab_design_formats::several::Opened;
use dynalab_modeling::Design;
use dynalab_modeling::document::{self, as_text};
use serde::{Deserialize, Serialize};

use crate::bytes;

/// The largest file that is read, in bytes. A larger one is refused before it is in memory.
pub const FILE_BYTES_MAX: usize = document::BYTES_MAX;

/// The messages to the program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ToFiles {
    OpenDocument(OpenDocument),
    DecodeLink(DecodeLink),
    OpenDesignLink(OpenDesignLink),
    OpenDesignFiles(OpenDesignFiles),
}

/// Reads tables from a link, from an address with a link, or from the text of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpenDocument {
    pub text: String,
}

/// Decodes the text of a link.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DecodeLink {
    pub link: String,
}

/// Reads the key design of a link.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpenDesignLink {
    pub link: String,
}

/// Opens files in any format as one key design. The bytes of the files come with the message, in the order of the names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpenDesignFiles {
    pub names: Vec<String>,
}

/// The tables of a link or a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpenedDocument {
    /// The document for the engine, as its canonical text.
    pub document: String,
    /// By language code.
    pub title: BTreeMap<String, String>,
    pub shown: ShownPlace,
    /// Whether opening the document runs requests.
    pub has_requests: bool,
}

/// What a document shows first: names of a table, an index, and tabs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownPlace {
    pub table: Option<String>,
    pub index: Option<String>,
    pub request: Option<String>,
    pub result: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReadDesign {
    #[serde(with = "as_text")]
    pub design: Design,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OpenedDesignFiles {
    pub opened: Opened,
    /// Files that could not be read, by name.
    pub unread: Vec<(String, FileProblem)>,
}

/// Why a link or a file cannot be opened: the name of a sentence of the page (`unreadable-…`), and the detail in English.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    pub name: String,
    pub detail: String,
}

/// The bytes of a file, or why the program has none.
pub type FileBytes = Result<Vec<u8>, UnreadReason>;

/// Why a file cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FileProblem {
    /// The file has no text.
    Unread(UnreadReason),
    /// The text cannot be read.
    Problem(Problem),
}

/// Why a file has no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum UnreadReason {
    TooLarge,
    Unreadable,
    NotGzip,
    NotText,
}

/// Answers a message, as bytes of the answer type of the question. `files` are the bytes of the files that came with it. `None` for an answer
/// without bytes; no answer is like that.
pub fn answer(message: ToFiles, files: Vec<FileBytes>) -> Option<Vec<u8>> {
    match message {
        ToFiles::OpenDocument(ask) => bytes::<OpenDocument>(&links::open_document(&ask.text)),
        ToFiles::DecodeLink(ask) => bytes::<DecodeLink>(&links::decode(&ask.link)),
        ToFiles::OpenDesignLink(ask) => bytes::<OpenDesignLink>(&links::open_design(&ask.link)),
        ToFiles::OpenDesignFiles(ask) => {
            bytes::<OpenDesignFiles>(&design_files::open(ask.names.into_iter().zip(files)))
        }
    }
}

asks! {
    ToFiles;
    OpenDocument => Result<OpenedDocument, Problem>;
    DecodeLink => Result<String, Problem>;
    OpenDesignLink => Result<ReadDesign, Problem>;
    OpenDesignFiles => Result<OpenedDesignFiles, FileProblem>;
}
