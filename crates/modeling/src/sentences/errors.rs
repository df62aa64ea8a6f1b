//! Sentences about texts that cannot be read as a design.

use std::fmt;

use dynalab_messages::{Language, Message};
use dynalab_types::budget::{At, Measure};
use dynalab_types::{Bound, TooMuch};

use super::findings as words;
use crate::document::BYTES_MAX;
use crate::error::{DocumentError, FillError};
use crate::formats::{FormatError, Found, ImportNote, Wanted};

impl Message for FormatError {
    fn write(&self, language: Language) -> String {
        match self {
            FormatError::Design(error) => error.write(language),
            FormatError::NotJson { line, column } => {
                words::ErrorNotJson { line: (*line).into(), column: (*column).into() }.write(language)
            }
            FormatError::TooLong { bytes, limit } => {
                words::ErrorTooLong { bytes: (*bytes).into(), limit: (*limit).into() }.write(language)
            }
            FormatError::Member { place, wanted } => {
                words::ErrorMember { place: place.into(), wanted: wanted.write(language).as_str().into() }
                    .write(language)
            }
            FormatError::Syntax { language: of_text, line, column, detail } => words::ErrorSyntax {
                language: (*of_text).into(),
                line: (*line).into(),
                column: (*column).into(),
                detail: detail.into(),
            }
            .write(language),
            FormatError::TooMuch(refusal) => too_much(refusal, language),
            FormatError::NoTable => words::ERROR_NO_TABLE.write(language),
            FormatError::InOtherFiles { files } => {
                words::ErrorInOtherFiles { files: files.into() }.write(language)
            }
            FormatError::OtherStatements { found } => {
                words::ErrorOtherStatements { found: found.into() }.write(language)
            }
            FormatError::Other { found } => found.write(language),
            FormatError::Unknown => words::ERROR_UNKNOWN_FORMAT.write(language),
            FormatError::WriteOnly { format: "cdk" } => words::FOUND_CDK_CODE.write(language),
            FormatError::WriteOnly { format } => {
                words::ErrorWriteOnly { format: (*format).into() }.write(language)
            }
        }
    }
}

impl Message for Found {
    fn write(&self, language: Language) -> String {
        match self {
            Found::Nothing => words::FOUND_NOTHING.write(language),
            Found::Answer { operation } => {
                words::FoundAnswer { operation: (*operation).into() }.write(language)
            }
            Found::Members { names } => words::FoundMembers { names: names.into() }.write(language),
            Found::CdkCode => words::FOUND_CDK_CODE.write(language),
            Found::PulumiCode => words::FOUND_PULUMI_CODE.write(language),
            Found::Code { library } => words::FoundCode { library: (*library).into() }.write(language),
            Found::GraphQl => words::FOUND_GRAPHQL.write(language),
            Found::TerraformParts => words::FOUND_TERRAFORM_PARTS.write(language),
            Found::SqlWithoutTables => words::FOUND_SQL.write(language),
        }
    }
}

impl Message for DocumentError {
    fn write(&self, language: Language) -> String {
        match self {
            DocumentError::NotJson { line, column, detail } => words::ErrorDesignNotJson {
                line: (*line).into(),
                column: (*column).into(),
                detail: detail.into(),
            }
            .write(language),
            DocumentError::Member { place, line, column, detail } => words::ErrorDesignMember {
                place: place.into(),
                line: (*line).into(),
                column: (*column).into(),
                detail: detail.into(),
            }
            .write(language),
            DocumentError::Version { found } => {
                words::ErrorDesignVersion { version: (*found).into() }.write(language)
            }
            DocumentError::TooMuch(refusal) => too_much(refusal, language),
            DocumentError::TooLong { bytes } => {
                words::ErrorDesignTooLong { bytes: (*bytes).into(), limit: BYTES_MAX.into() }.write(language)
            }
        }
    }
}

/// Writes the noun, such as "a list of texts".
impl Message for Wanted {
    fn write(&self, language: Language) -> String {
        let most = Bound::Entities.most().into();
        match self {
            Wanted::Text => words::WANTED_TEXT.write(language),
            Wanted::Object => words::WANTED_OBJECT.write(language),
            Wanted::List => words::WANTED_LIST.write(language),
            Wanted::Item => words::WANTED_ITEM.write(language),
            Wanted::Attribute => words::WANTED_ATTRIBUTE.write(language),
            Wanted::Texts => words::WANTED_TEXTS.write(language),
            Wanted::DataType => words::WANTED_DATA_TYPE.write(language),
            Wanted::KeyType => words::WANTED_KEY_TYPE.write(language),
            Wanted::HashKey => words::WANTED_HASH_KEY.write(language),
            Wanted::KeyTemplate => words::WANTED_KEY_TEMPLATE.write(language),
            Wanted::PrimaryIndex => words::WANTED_PRIMARY_INDEX.write(language),
            Wanted::AlikeItems => words::WANTED_ALIKE_ITEMS.write(language),
            Wanted::FewEntities => words::WantedFewEntities { most }.write(language),
            Wanted::OneOfEntities => words::WantedOneOfEntities { most }.write(language),
            Wanted::OneOfModels => words::WantedOneOfModels { most }.write(language),
            Wanted::OneOfTables => words::WantedOneOfTables { most }.write(language),
            Wanted::OneOfFacets => words::WantedOneOfFacets { most }.write(language),
        }
    }
}

/// Writes the refusal of content that would become too much, with its place.
pub fn too_much(refusal: &TooMuch, language: Language) -> String {
    let most = refusal.bound.most().into();
    let sentence = match refusal.bound.measure() {
        Measure::Bytes => words::TooMuchBytes { most }.write(language),
        Measure::Steps => words::TooMuchSteps { most }.write(language),
        Measure::Depth => words::TooMuchDepth { most }.write(language),
        Measure::Parts => words::TooMuchParts { most }.write(language),
        Measure::Repeats => words::TooMuchRepeats { most }.write(language),
        Measure::Words => words::TooMuchWords { most }.write(language),
        Measure::NameBytes => words::TooMuchNameBytes { most }.write(language),
        Measure::Tables => words::TooMuchTables { most }.write(language),
        Measure::Entities => words::TooMuchEntities { most }.write(language),
        Measure::Attributes => words::TooMuchAttributes { most }.write(language),
        Measure::Columns => words::TooMuchColumns { most }.write(language),
        Measure::Indexes => words::TooMuchIndexes { most }.write(language),
        Measure::Keys => words::TooMuchKeys { most }.write(language),
        Measure::Patterns => words::TooMuchPatterns { most }.write(language),
        Measure::Requests => words::TooMuchRequests { most }.write(language),
        Measure::Names => words::TooMuchNames { most }.write(language),
    };
    match &refusal.at {
        At::Whole => sentence,
        At::Line(line) => {
            words::TooMuchAtLine { line: (*line).into(), sentence: (&sentence).into() }.write(language)
        }
        At::Member(member) => {
            words::TooMuchAtMember { member: member.into(), sentence: (&sentence).into() }.write(language)
        }
    }
}

/// Displays the English sentence, for logs and tests.
macro_rules! display_in_english {
    ($($kind:ty),*) => {
        $(impl fmt::Display for $kind {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(&self.write(Language::English))
            }
        })*
    };
}

display_in_english!(FormatError, DocumentError, FillError, ImportNote);

#[cfg(test)]
mod tests {
    use dynalab_messages::Language;
    use dynalab_types::{Bound, TooMuch};

    use super::too_much;

    /// `TooMuch` has English sentences of its own, for readers without message files. They say the same.
    #[test]
    fn a_refusal_is_the_same_sentence_everywhere() {
        for bound in Bound::ALL {
            let refusal = TooMuch::of(*bound).at_line(7);
            let english = too_much(&refusal, Language::English);
            assert_eq!(english.replace(',', ""), refusal.to_string(), "{bound:?}");
            assert_ne!(too_much(&refusal, Language::Japanese), english);
        }
    }
}
