//! The questions to the program `files`, which reads links and files that other people made: tables, key designs, formats of other tools,
//! items to import, and progress.

mod design_files;
pub mod folder;
mod item_files;
mod items;
mod key_choice;
mod links;
mod progress;
mod text;
mod text_kind;
pub mod zip_files;

use std::collections::{BTreeMap, BTreeSet};

use dynalab_design_formats::GivenValues;
use dynalab_design_formats::several::Opened;
pub use dynalab_design_formats::{Family, Readers, SchemaReaders, SqlReaders, TemplateReaders};
use dynalab_lessons::Progress;
use dynalab_modeling::Design;
use dynalab_modeling::document::as_text;
use dynalab_modeling::formats::FormatError;
use dynalab_modeling::formats::constant_name::{self, ConstantName};
use dynalab_types::Bound;
use serde::{Deserialize, Serialize};

use self::item_files::ItemFiles;
use crate::bytes;

pub use self::design_files::{DesignOpener, OpeningFiles};
pub use self::items::{
    BeginItems, ItemFile, ItemsError, ItemsLook, KeyChoice, LookAtItems, NextItems, OpenItems, OpenedItems,
    SharedKeys, WantedKeys,
};
pub use self::progress::PROGRESS_BYTES_MAX;

/// The bound of a design, or a file of another tool. A larger one is refused before it is in memory.
pub const FILE_BOUND: Bound = Bound::UnpackedFile;

/// The messages to the program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ToFiles {
    OpenDocument(OpenDocument),
    DecodeLink(DecodeLink),
    OpenDesignLink(OpenDesignLink),
    OpenDesignFiles(OpenDesignFiles),
    KnowText(KnowText),
    OpenProgress(OpenProgress),
    OpenItems(OpenItems),
    LookAtItems(LookAtItems),
    BeginItems(BeginItems),
    NextItems(NextItems),
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
    /// Values that a person gave for names whose value the files do not have.
    pub given: GivenValues,
}

/// Says what a text is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KnowText {
    pub text: String,
}

/// What a text is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TextKind {
    /// A link of Dynalab, or an address with one.
    Link,
    /// Requests to DynamoDB. `form` is the code of their form ([`dynalab_request_text::TextForm::of_code`]).
    Requests {
        #[serde(with = "constant_name")]
        form: ConstantName,
    },
    /// A key design. `format` is the id of its format.
    Design {
        #[serde(with = "constant_name")]
        format: ConstantName,
    },
    Items,
    Unknown,
}

/// Reads a file with the progress of a learner, which comes with the message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpenProgress;

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
    /// The text of a link or of a stored design cannot be read.
    Problem(Problem),
    /// The text has no format that can be read, or a mistake.
    Refused(FormatError),
    /// The text is no design but requests. `form` is the code of their form.
    Requests {
        #[serde(with = "constant_name")]
        form: ConstantName,
        text: String,
    },
}

/// Why a progress file is not imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ProgressProblem {
    /// It is no progress file.
    Unreadable,
    /// It has a newer format.
    Newer,
}

/// Why a file has no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum UnreadReason {
    TooLarge,
    /// What the file becomes is above a bound.
    TooMuch(Bound),
    Unreadable,
    NotGzip,
    NotZip,
    /// There are more files than the page opens at once.
    TooMany,
    NotText,
}

/// Reads the file at a place among those that came with a message, unless it has more than this many bytes.
pub type ReadFile = Box<dyn Fn(usize, u64) -> FileBytes>;

/// The program. It answers one message after another, and holds the files of an import between them.
#[derive(Default)]
pub struct Files {
    items: Option<ItemFiles>,
}

/// A part of the program, which it fetches when a message needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// What opens designs, and the readers of formats of no family.
    Designs,
    Sql,
    Templates,
    Schemas,
}

impl From<Family> for Part {
    fn from(family: Family) -> Part {
        match family {
            Family::Sql => Part::Sql,
            Family::Templates => Part::Templates,
            Family::Schemas => Part::Schemas,
        }
    }
}

/// The parts that a program has.
#[derive(Clone, Copy, Default)]
pub struct Parts {
    pub designs: Option<DesignOpener>,
    pub readers: Readers,
}

impl Parts {
    /// Returns every part. A program that calls this has all of them.
    pub fn all() -> Parts {
        Parts { designs: Some(DesignOpener::linked()), readers: Readers::all() }
    }

    pub fn has(&self, part: Part) -> bool {
        match part {
            Part::Designs => self.designs.is_some(),
            Part::Sql => self.readers.has(Family::Sql),
            Part::Templates => self.readers.has(Family::Templates),
            Part::Schemas => self.readers.has(Family::Schemas),
        }
    }
}

/// What a program has of an answer.
pub enum Reply {
    /// The bytes of the answer type of the question. `None` for an answer without bytes; no answer is like that.
    Answer(Option<Vec<u8>>),
    /// These files are opened next.
    Files(Box<OpeningFiles>),
    /// The design of this link is read next.
    Link(String),
}

impl Reply {
    /// Returns the parts that the answer needs.
    pub fn parts(&self) -> BTreeSet<Part> {
        match self {
            Reply::Answer(_) => BTreeSet::new(),
            Reply::Files(opening) => {
                opening.families().into_iter().map(Part::from).chain([Part::Designs]).collect()
            }
            Reply::Link(_) => BTreeSet::from([Part::Designs]),
        }
    }

    /// Returns the bytes of the answer type of the question. `None` without the parts that it needs.
    pub fn answer(self, parts: Parts) -> Option<Vec<u8>> {
        match self {
            Reply::Answer(bytes) => bytes,
            Reply::Files(opening) => parts.designs?.open_files(*opening, parts.readers),
            Reply::Link(link) => parts.designs?.open_link(&link),
        }
    }
}

impl Files {
    /// Answers a message, as far as that needs no part. `read` reads the files that came with it.
    pub fn reply(&mut self, message: ToFiles, read: ReadFile) -> Reply {
        Reply::Answer(match message {
            ToFiles::OpenDesignFiles(ask) => {
                let file = |(place, name)| (name, read(place, FILE_BOUND.most()));
                let files = ask.names.into_iter().enumerate().map(file);
                return Reply::Files(Box::new(OpeningFiles::new(files, ask.given)));
            }
            ToFiles::OpenDocument(ask) => bytes::<OpenDocument>(&links::open_document(&ask.text)),
            ToFiles::DecodeLink(ask) => bytes::<DecodeLink>(&links::decode(&ask.link)),
            ToFiles::OpenDesignLink(ask) => return Reply::Link(ask.link),
            ToFiles::KnowText(ask) => bytes::<KnowText>(&text_kind::kind_of(&ask.text)),
            ToFiles::OpenProgress(OpenProgress) => {
                bytes::<OpenProgress>(&progress::open(read(0, PROGRESS_BYTES_MAX)))
            }
            ToFiles::OpenItems(ask) => {
                // The memory of the files before is free.
                self.items = None;
                let (files, opened) = ItemFiles::open(ask, read);
                self.items = Some(files);
                bytes::<OpenItems>(&opened)
            }
            ToFiles::LookAtItems(ask) => bytes::<LookAtItems>(&self.of_items(|files| files.look(ask))),
            ToFiles::BeginItems(ask) => bytes::<BeginItems>(&self.of_items(|files| files.begin(ask))),
            ToFiles::NextItems(NextItems) => bytes::<NextItems>(&self.of_items(ItemFiles::next_part)),
        })
    }

    fn of_items<T>(
        &mut self,
        answer: impl FnOnce(&mut ItemFiles) -> Result<T, ItemsError>,
    ) -> Result<T, ItemsError> {
        self.items.as_mut().map_or(Err(ItemsError::NotOpen), answer)
    }
}

asks! {
    ToFiles;
    OpenDocument => Result<OpenedDocument, Problem>;
    DecodeLink => Result<String, Problem>;
    OpenDesignLink => Result<ReadDesign, Problem>;
    OpenDesignFiles => Result<OpenedDesignFiles, FileProblem>;
    KnowText => TextKind;
    OpenProgress => Result<Progress, ProgressProblem>;
    OpenItems => OpenedItems;
    LookAtItems => Result<ItemsLook, ItemsError>;
    BeginItems => Result<(), ItemsError>;
    NextItems => Result<dynalab_request_text::interchange::parts::ItemsPart, ItemsError>;
}
