//! Opens files as one key design: a design, a link in a file, or the format of another tool.

use std::collections::BTreeSet;

use dynalab_design_formats::several::{self, Added, Kinds, NamedText, Opened, OpenedFile, Outcome};
use dynalab_design_formats::{Family, GivenValues, Readers};
use dynalab_modeling::formats::constant_name::ConstantName;
use dynalab_modeling::formats::{FormatError, ImportedDesign, check_length};
use dynalab_modeling::{Design, DocumentError, parse};
use dynalab_types::Budget;

use super::links::{decode, is_link};
use super::text::text_of;
use super::text_kind::kind_of;
use super::zip_files::{is_zip, unpack};
use super::{
    FILE_BOUND, FileBytes, FileProblem, OpenDesignFiles, OpenDesignLink, OpenedDesignFiles, Problem,
    ReadDesign, TextKind, UnreadReason,
};
use crate::bytes;

const OWN_FORMAT: &str = "dynalab";

/// Files whose texts and formats are known, before a reader opens them.
pub struct OpeningFiles {
    texts: Vec<NamedText>,
    unread: Vec<(String, FileProblem)>,
    kinds: Kinds,
    given: GivenValues,
}

impl OpeningFiles {
    /// Takes the texts out of the files with these names and bytes.
    pub(super) fn new(files: impl Iterator<Item = (String, FileBytes)>, given: GivenValues) -> OpeningFiles {
        let (mut texts, mut unread) = (Vec::new(), Vec::new());
        for (name, bytes) in files {
            match bytes {
                Ok(packed) if is_zip(&packed) => match unpack(&packed, FILE_BOUND) {
                    Ok(unpacked) => {
                        if unpacked.texts.is_empty() && unpacked.unread.is_empty() {
                            unread.push((name, FileProblem::Unread(UnreadReason::NotText)));
                        }
                        texts.extend(unpacked.texts);
                        let of_zip = unpacked.unread.into_iter();
                        unread.extend(of_zip.map(|(name, reason)| (name, FileProblem::Unread(reason))));
                    }
                    Err(reason) => unread.push((name, FileProblem::Unread(reason))),
                },
                bytes => match file_text(bytes) {
                    Ok(text) => texts.push(NamedText { name, text }),
                    Err(problem) => unread.push((name, problem)),
                },
            }
        }
        OpeningFiles { kinds: Kinds::of(&texts), texts, unread, given }
    }

    /// Returns the families whose readers open these files.
    pub(super) fn families(&self) -> BTreeSet<Family> {
        self.kinds.families()
    }
}

/// What opens designs. It is reached through pointers, so that a program that fetches it later does not link it.
#[derive(Clone, Copy)]
pub struct DesignOpener {
    files: fn(OpeningFiles, Readers) -> Option<Vec<u8>>,
    link: fn(&str) -> Option<Vec<u8>>,
}

impl DesignOpener {
    /// Returns the functions. A program that calls this has them.
    pub fn linked() -> DesignOpener {
        DesignOpener {
            files: |opening, readers| bytes::<OpenDesignFiles>(&open(opening, readers)),
            link: |link| bytes::<OpenDesignLink>(&open_link(link)),
        }
    }

    /// Opens files as one design, and returns the bytes of the answer. `readers` has those of [`OpeningFiles::families`].
    pub(super) fn open_files(self, opening: OpeningFiles, readers: Readers) -> Option<Vec<u8>> {
        (self.files)(opening, readers)
    }

    /// Reads the design of a link, and returns the bytes of the answer.
    pub(super) fn open_link(self, link: &str) -> Option<Vec<u8>> {
        (self.link)(link)
    }
}

/// Opens the files as one design.
///
/// # Errors
/// Returns the problem of a file that is alone.
fn open(opening: OpeningFiles, readers: Readers) -> Result<OpenedDesignFiles, FileProblem> {
    let OpeningFiles { texts, unread, kinds, given } = opening;
    match (&texts[..], &unread[..]) {
        ([], [(_, problem)]) => Err(problem.clone()),
        ([only], []) => {
            let imported = read_one(&only.text, kinds.of_file(0), &given, readers).map_err(|problem| {
                match kind_of(&only.text) {
                    TextKind::Requests { form } => FileProblem::Requests { form, text: only.text.clone() },
                    _ => problem,
                }
            })?;
            Ok(OpenedDesignFiles { opened: one(&only.name, imported), unread })
        }
        _ => Ok(OpenedDesignFiles { opened: several::open_known(&texts, &kinds, &given, readers), unread }),
    }
}

fn open_link(link: &str) -> Result<ReadDesign, Problem> {
    decode(link).and_then(|text| read_design(&text)).map(|design| ReadDesign { design })
}

/// Reads the document of a key design.
fn read_design(text: &str) -> Result<Design, Problem> {
    parse(text).map_err(|error| {
        let name = match error {
            DocumentError::Version { .. } => "newer-version",
            DocumentError::TooLong { .. } => "too-large",
            DocumentError::TooMuch(_) => "too-much",
            DocumentError::NotJson { .. } | DocumentError::Member { .. } => "not-a-document",
        };
        Problem { name: name.to_owned(), detail: error.to_string() }
    })
}

/// Returns the text of a file. The file may contain a link as text.
fn file_text(bytes: FileBytes) -> Result<String, FileProblem> {
    let text = bytes.and_then(|bytes| text_of(bytes, FILE_BOUND)).map_err(FileProblem::Unread)?;
    match is_link(&text) {
        true => decode(&text).map_err(FileProblem::Problem),
        false => Ok(text),
    }
}

fn read_one(
    text: &str,
    kind: Option<ConstantName>,
    given: &GivenValues,
    readers: Readers,
) -> Result<ImportedDesign, FileProblem> {
    let own = |design| ImportedDesign { format: OWN_FORMAT, design, notes: Vec::new() };
    let read = || {
        check_length(text)?;
        readers.read_as(kind.ok_or(FormatError::Unknown)?, text, given, &Budget::of_import())
    };
    // A design has a version. Other files can be large, so they are not read for this.
    let design = text.contains("\"version\"").then(|| parse(text));
    match design {
        Some(Ok(design)) => Ok(own(design)),
        Some(Err(DocumentError::Version { .. })) => read_design(text).map(own).map_err(FileProblem::Problem),
        _ => read().map_err(|error| FileProblem::Refused(dynalab_design_formats::explain(error, text))),
    }
}

fn one(name: &str, imported: ImportedDesign) -> Opened {
    let ImportedDesign { format, design, notes } = imported;
    let outcome = Outcome::Read { format, notes, added: Added::default(), refused: Vec::new() };
    let file = OpenedFile { name: name.to_owned(), outcome };
    Opened { design: Some(design), second: None, files: vec![file] }
}
