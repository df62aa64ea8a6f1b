//! A whole lesson as one text: the three files of its folder, each below a line with its name.

use std::fmt;

use super::LessonSource;

/// Maximum size of a document. It is far above the size of a lesson that fits into its file of the site.
pub const DOCUMENT_BYTES_MAX: usize = 256 * 1024;

const MARK: &str = "=== ";
const LESSON: &str = "lesson";
const ENGLISH: &str = "en";
const JAPANESE: &str = "ja";

/// A lesson that was read from one text, with the lines where its sections begin.
#[derive(Clone, Debug)]
pub struct Document {
    pub source: LessonSource,
    pub lines: SectionLines,
}

/// Line numbers in the document, from 1: of the lesson's heading, and of the first line below each heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SectionLines {
    pub heading: usize,
    pub facts: usize,
    pub english: usize,
    pub japanese: usize,
}

/// Why a text is not a valid document. Lines are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DocumentProblem {
    TooLarge { bytes: usize },
    TextBeforeSections { line: usize },
    UnknownSection { line: usize, name: String },
    Twice { line: usize, name: String },
    NoSection { name: &'static str, line: usize },
}

impl DocumentProblem {
    /// Returns the line where the author can fix the problem. For a missing section, this is the end.
    pub fn line(&self) -> usize {
        match self {
            DocumentProblem::TooLarge { .. } => 1,
            DocumentProblem::TextBeforeSections { line }
            | DocumentProblem::UnknownSection { line, .. }
            | DocumentProblem::Twice { line, .. }
            | DocumentProblem::NoSection { line, .. } => *line,
        }
    }
}

impl fmt::Display for DocumentProblem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DocumentProblem::TooLarge { bytes } => write!(
                formatter,
                "The text has {bytes} bytes; at most {DOCUMENT_BYTES_MAX} are allowed. Take something out."
            ),
            DocumentProblem::TextBeforeSections { .. } => formatter.write_str(
                "There is text before the first section. Begin with a line such as \"=== lesson 9.1-my-lesson\".",
            ),
            DocumentProblem::UnknownSection { name, .. } => write!(
                formatter,
                "The section \"=== {name}\" is unknown. The sections are \"=== lesson NAME\", \"=== en\" and \"=== ja\"."
            ),
            DocumentProblem::Twice { name, .. } => {
                write!(formatter, "The section \"=== {name}\" is there twice. Remove one of them.")
            }
            DocumentProblem::NoSection { name, .. } => {
                write!(formatter, "The section \"=== {name}\" is missing. Add it.")
            }
        }
    }
}

impl std::error::Error for DocumentProblem {}

/// Writes a lesson as the text that [`read`] parses.
pub fn write(source: &LessonSource) -> String {
    let heading = format!("{LESSON} {}", source.folder);
    let sections =
        [(heading.as_str(), &source.facts), (ENGLISH, &source.english), (JAPANESE, &source.japanese)];
    let mut text = String::new();
    for (name, content) in sections {
        text.push_str(MARK);
        text.push_str(name);
        text.push('\n');
        text.push_str(content);
        if !content.is_empty() && !content.ends_with('\n') {
            text.push('\n');
        }
    }
    text
}

/// Reads a lesson from one text.
///
/// # Errors
/// Returns what is wrong with the sections. It does not check their content.
pub fn read(text: &str) -> Result<Document, DocumentProblem> {
    if text.len() > DOCUMENT_BYTES_MAX {
        return Err(DocumentProblem::TooLarge { bytes: text.len() });
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut found = Sections::default();
    let mut last = 1;
    for (place, line) in text.lines().enumerate() {
        last = place + 1;
        let name = line.strip_prefix(MARK).map(str::trim).filter(|name| !name.is_empty());
        match name {
            Some(name) => found.begin(name, last)?,
            None => found.add(line, last)?,
        }
    }
    found.finish(last)
}

/// One section: the line where its content begins, and the content.
type Section = Option<(usize, String)>;

#[derive(Clone, Copy)]
enum Kind {
    Facts,
    English,
    Japanese,
}

#[derive(Default)]
struct Sections {
    folder: String,
    facts: Section,
    english: Section,
    japanese: Section,
    current: Option<Kind>,
}

impl Sections {
    fn section(&mut self, kind: Kind) -> &mut Section {
        match kind {
            Kind::Facts => &mut self.facts,
            Kind::English => &mut self.english,
            Kind::Japanese => &mut self.japanese,
        }
    }

    fn begin(&mut self, name: &str, line: usize) -> Result<(), DocumentProblem> {
        let mut words = name.splitn(2, char::is_whitespace);
        let (kind, folder) = match (words.next(), words.next()) {
            (Some(LESSON), folder) => (Kind::Facts, folder.unwrap_or_default().trim()),
            (Some(ENGLISH), None) => (Kind::English, ""),
            (Some(JAPANESE), None) => (Kind::Japanese, ""),
            _ => return Err(DocumentProblem::UnknownSection { line, name: name.to_owned() }),
        };
        if matches!(kind, Kind::Facts) {
            self.folder = folder.to_owned();
        }
        let section = self.section(kind);
        if section.is_some() {
            return Err(DocumentProblem::Twice { line, name: name.to_owned() });
        }
        *section = Some((line + 1, String::new()));
        self.current = Some(kind);
        Ok(())
    }

    fn add(&mut self, line: &str, number: usize) -> Result<(), DocumentProblem> {
        let section = self.current.and_then(|kind| self.section(kind).as_mut());
        match section {
            Some((_, content)) => {
                content.push_str(line);
                content.push('\n');
                Ok(())
            }
            None if line.trim().is_empty() => Ok(()),
            None => Err(DocumentProblem::TextBeforeSections { line: number }),
        }
    }

    fn finish(self, line: usize) -> Result<Document, DocumentProblem> {
        let missing = |name: &'static str| DocumentProblem::NoSection { name, line };
        let (facts_line, facts) = self.facts.ok_or_else(|| missing("lesson 9.1-my-lesson"))?;
        let (english_line, english) = self.english.ok_or_else(|| missing(ENGLISH))?;
        let (japanese_line, japanese) = self.japanese.ok_or_else(|| missing(JAPANESE))?;
        let lines = SectionLines {
            heading: facts_line - 1,
            facts: facts_line,
            english: english_line,
            japanese: japanese_line,
        };
        Ok(Document { source: LessonSource { folder: self.folder, facts, english, japanese }, lines })
    }
}
