//! Sentences about files that are opened together, from `crates/modeling/messages/*/findings.ftl`.

use std::fmt;

use dynalab_modeling::sentences::findings as words;
use dynalab_modeling::{Language, Message};

use super::{Added, Differs, FILES_MAX, OpenedFile, Outcome, Part, Refusal};

impl OpenedFile {
    /// Writes what the file added, or why it was refused. `format_name` is the name of the file's format.
    pub fn sentence(&self, format_name: &str, language: Language) -> String {
        let (file, format) = ((&self.name).into(), format_name.into());
        match &self.outcome {
            Outcome::Read { added: Added { tables, entities, patterns, items }, refused, .. } => {
                let read = words::FileRead {
                    file,
                    format,
                    tables: (*tables).into(),
                    entities: (*entities).into(),
                    patterns: (*patterns).into(),
                    items: (*items).into(),
                };
                let refused = refused.iter().map(|refusal| refusal.write(language));
                std::iter::once(read.write(language)).chain(refused).collect::<Vec<String>>().join(" ")
            }
            Outcome::Helped { .. } => words::FileHelped { file, format }.write(language),
            Outcome::Second { differs, .. } => {
                let differs = differs.write(language);
                words::FileSecond { file, format, differs: (&differs).into() }.write(language)
            }
            Outcome::Refused(refusal) => {
                words::FileRefused { file, reason: refusal.write(language).as_str().into() }.write(language)
            }
        }
    }
}

impl Message for Refusal {
    fn write(&self, language: Language) -> String {
        match self {
            Refusal::Format(error) => error.write(language),
            Refusal::Differs(differs) => {
                format!("{} {}", differs.write(language), words::REFUSED_THIRD.write(language))
            }
            Refusal::HasEntities { table } => {
                words::RefusedHasEntities { table: table.into() }.write(language)
            }
            Refusal::WithoutKeys { table } => {
                words::RefusedWithoutKeys { table: table.into() }.write(language)
            }
            Refusal::SeveralDesigns => words::REFUSED_SEVERAL_DESIGNS.write(language),
            Refusal::TooMany => words::RefusedTooMany { count: FILES_MAX.into() }.write(language),
        }
    }
}

/// Displays the English sentence, for logs and tests.
impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.write(Language::English))
    }
}

impl Message for Differs {
    fn write(&self, language: Language) -> String {
        let name = (&self.name).into();
        match self.part {
            Part::Table => words::DiffersTable { name }.write(language),
            Part::Index => words::DiffersIndex { name }.write(language),
            Part::Item => words::DiffersItem { name }.write(language),
            Part::Entity => words::DiffersEntity { name }.write(language),
            Part::Pattern => words::DiffersPattern { name }.write(language),
            Part::Seed => words::DiffersSeed { name }.write(language),
            Part::Member => words::DiffersMember { name }.write(language),
        }
    }
}
