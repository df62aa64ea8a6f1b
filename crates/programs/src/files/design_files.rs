//! Opens files as one key design: a design, a link in a file, or the format of another tool.

use dynalab_design_formats::GivenValues;
use dynalab_design_formats::several::{self, Added, NamedText, Opened, OpenedFile, Outcome};
use dynalab_modeling::formats::ImportedDesign;
use dynalab_modeling::{DocumentError, parse};

use super::links::{decode, is_link, read_design};
use super::text::text_of;
use super::text_kind::kind_of;
use super::zip_files::{is_zip, unpack};
use super::{FILE_BOUND, FileBytes, FileProblem, OpenedDesignFiles, TextKind, UnreadReason};

const OWN_FORMAT: &str = "dynalab";

/// Opens the files with these names and bytes.
///
/// # Errors
/// Returns the problem of a file that is alone.
pub(super) fn open(
    files: impl Iterator<Item = (String, FileBytes)>,
    given: &GivenValues,
) -> Result<OpenedDesignFiles, FileProblem> {
    let (mut texts, mut unread) = (Vec::new(), Vec::new());
    for (name, bytes) in files {
        let bytes = match bytes {
            Ok(packed) if is_zip(&packed) => {
                match unpack(&packed, FILE_BOUND) {
                    Ok(unpacked) => {
                        if unpacked.texts.is_empty() && unpacked.unread.is_empty() {
                            unread.push((name, FileProblem::Unread(UnreadReason::NotText)));
                        }
                        texts.extend(unpacked.texts);
                        let of_zip = unpacked.unread.into_iter();
                        unread.extend(of_zip.map(|(name, reason)| (name, FileProblem::Unread(reason))));
                    }
                    Err(reason) => unread.push((name, FileProblem::Unread(reason))),
                }
                continue;
            }
            other => other,
        };
        match file_text(bytes) {
            Ok(text) => texts.push(NamedText { name, text }),
            Err(problem) => unread.push((name, problem)),
        }
    }
    match (&texts[..], &unread[..]) {
        ([], [(_, problem)]) => Err(problem.clone()),
        ([only], []) => {
            let imported = read_one(&only.text, given).map_err(|problem| match kind_of(&only.text) {
                TextKind::Requests { form } => FileProblem::Requests { form, text: only.text.clone() },
                _ => problem,
            })?;
            Ok(OpenedDesignFiles { opened: one(&only.name, imported), unread })
        }
        _ => Ok(OpenedDesignFiles { opened: several::open_given(&texts, given), unread }),
    }
}

/// Returns the text of a file. The file may contain a link as text.
fn file_text(bytes: FileBytes) -> Result<String, FileProblem> {
    let text = bytes.and_then(|bytes| text_of(bytes, FILE_BOUND)).map_err(FileProblem::Unread)?;
    match is_link(&text) {
        true => decode(&text).map_err(FileProblem::Problem),
        false => Ok(text),
    }
}

fn read_one(text: &str, given: &GivenValues) -> Result<ImportedDesign, FileProblem> {
    let own = |design| ImportedDesign { format: OWN_FORMAT, design, notes: Vec::new() };
    match parse(text) {
        Ok(design) => Ok(own(design)),
        Err(DocumentError::Version { .. }) => read_design(text).map(own).map_err(FileProblem::Problem),
        Err(_) => dynalab_design_formats::read_given(text, given)
            .map_err(|error| FileProblem::Refused(dynalab_design_formats::explain(error, text))),
    }
}

fn one(name: &str, imported: ImportedDesign) -> Opened {
    let ImportedDesign { format, design, notes } = imported;
    let outcome = Outcome::Read { format, notes, added: Added::default(), refused: Vec::new() };
    let file = OpenedFile { name: name.to_owned(), outcome };
    Opened { design: Some(design), second: None, files: vec![file] }
}
