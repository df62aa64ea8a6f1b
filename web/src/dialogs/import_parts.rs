//! The items of an import in parts of bounded size. The program `files` reads the files of other people; what the page itself made, it
//! reads itself.

use std::rc::Rc;

use dynalab_programs::files::{BeginItems, ItemFile, ItemsError, NextItems};
use dynalab_request_text::interchange::parts::{Intake, ItemsPart, PartReader};

use super::import_reader::UnreadFile;
use crate::components::open_dialog;
use crate::engine::program_handle::ProgramHandle;
use crate::engine::reading;
use crate::page::messages::Messages;
use dynalab_app::engine::asks::AskError;

/// Where the items come from.
pub enum ItemSource {
    /// Files that a program has opened, with how their records become items.
    Opened { program: ProgramHandle, files: Vec<(ItemFile, Intake)> },
    /// A text that the page made.
    Made { name: String, text: String, intake: Intake },
}

/// A part with its file.
pub struct FilePart {
    pub file: Rc<str>,
    pub part: ItemsPart,
    /// Bytes of all files that are read, with this part.
    pub bytes_read: u64,
}

/// Why no more parts come.
pub enum PartFailure {
    Ended(AskError),
    Unread(UnreadFile),
}

impl PartFailure {
    pub fn sentence(&self, messages: Messages) -> String {
        match self {
            PartFailure::Ended(error) => open_dialog::sentence(&messages, &reading::problem(*error)),
            PartFailure::Unread(file) => file.sentence(messages),
        }
    }
}

/// The parts of all files, one after another.
pub struct ItemParts {
    source: ItemSource,
    /// The position of the file that is read.
    place: usize,
    /// The bytes of the files before it.
    passed: u64,
    begun: Option<Begun>,
}

enum Begun {
    ByProgram,
    Here(PartReader),
}

impl ItemParts {
    pub fn new(source: ItemSource) -> ItemParts {
        ItemParts { source, place: 0, passed: 0, begun: None }
    }

    /// Returns the bytes of all files.
    pub fn bytes(&self) -> u64 {
        match &self.source {
            ItemSource::Opened { files, .. } => files.iter().map(|(file, _)| file.bytes).sum(),
            ItemSource::Made { text, .. } => text.len() as u64,
        }
    }

    /// Returns the next part, or none after the last one.
    pub async fn next(&mut self) -> Option<Result<FilePart, PartFailure>> {
        let (file, bytes, part) = match &self.source {
            ItemSource::Opened { program, files } => {
                let (file, intake) = files.get(self.place)?;
                let intake = self.begun.is_none().then(|| intake.clone());
                let part = match part_of(program, file, intake).await {
                    Ok(part) => part,
                    Err(failure) => return Some(Err(failure)),
                };
                self.begun = Some(Begun::ByProgram);
                (file.name.as_str(), file.bytes, part)
            }
            ItemSource::Made { name, text, intake } => {
                if self.place > 0 {
                    return None;
                }
                let mut reader = match self.begun.take() {
                    Some(Begun::Here(reader)) => reader,
                    _ => PartReader::new(intake.clone()),
                };
                let part = reader.next(text);
                self.begun = Some(Begun::Here(reader));
                (name.as_str(), text.len() as u64, part)
            }
        };
        let (file, bytes_read) = (Rc::from(file), self.passed + part.bytes_read as u64);
        if part.is_last {
            self.begun = None;
            self.place += 1;
            self.passed += bytes;
        }
        Some(Ok(FilePart { file, part, bytes_read }))
    }
}

/// Asks the program for the next part. With an intake, the file is begun.
async fn part_of(
    program: &ProgramHandle,
    file: &ItemFile,
    intake: Option<Intake>,
) -> Result<ItemsPart, PartFailure> {
    let failure = |error| match error {
        // The program was ended, and another one has been asked since.
        ItemsError::NotOpen => PartFailure::Ended(AskError::Stopped),
        ItemsError::Unread(reason) => PartFailure::Unread(UnreadFile { reason, name: file.name.clone() }),
    };
    if let Some(intake) = intake {
        let question = BeginItems { place: file.place, intake };
        program.ask(question).await.map_err(PartFailure::Ended)?.map_err(failure)?;
    }
    program.ask(NextItems).await.map_err(PartFailure::Ended)?.map_err(failure)
}

#[cfg(test)]
mod tests {
    use dynalab_request_text::interchange::checks::Keys;
    use dynalab_request_text::interchange::records::Form;
    use futures_util::FutureExt;

    use super::*;

    #[test]
    fn what_the_page_made_comes_whole_and_then_nothing() {
        let text: String = (0..600).map(|n| format!("{{\"id\":{{\"N\":\"{n}\"}}}}\n")).collect();
        let intake = Intake { form: Form::DynamoJson, source: None, keys: Keys::default() };
        let mut parts = ItemParts::new(ItemSource::Made { name: "T".to_owned(), text, intake });
        let (mut lines, mut bytes_read) = (Vec::new(), Vec::new());
        while let Some(next) = parts.next().now_or_never().expect("the page reads it itself") {
            let Ok(FilePart { file, part, bytes_read: read }) = next else { panic!("a part") };
            assert_eq!(&*file, "T");
            lines.extend(part.lines);
            bytes_read.push(read);
        }
        assert_eq!(lines, (1..=600).collect::<Vec<usize>>());
        assert!(bytes_read.len() > 2 && bytes_read.is_sorted());
        assert_eq!(bytes_read.last(), Some(&parts.bytes()));
    }
}
