//! The formats in which designs are read and written, in one list. Each format has its own file.

pub mod changed_values;
pub mod command_lines;
pub mod constant_name;
pub mod create_table;
mod exported;
pub mod leftovers;
mod look;
pub mod markdown;
pub mod model_server;
pub mod nosql_workbench;
pub mod production;
pub mod sample_rows;
pub mod settings;

use dynalab_messages::{Language, Message};
use dynalab_types::{Bound, Budget, TooMuch};
use serde::{Deserialize, Serialize};

use crate::bounds;
use crate::design::Design;
use crate::error::DocumentError;
use crate::report::{Place, ProblemReason, Report};

use constant_name::ConstantName;
pub use exported::{ExportNote, ExportedDesign};
pub use look::Look;

/// Reads a text within a budget.
pub type Reader = fn(&str, &Budget) -> Result<ImportedDesign, FormatError>;

/// A format. At least one of `read` and `write` is present.
pub struct Format {
    pub id: &'static str,
    /// The name in each language, in the order of [`Language::ALL`].
    pub names: [&'static str; Language::ALL.len()],
    /// The file name extension.
    pub extension: &'static str,
    /// Returns true if a text looks like this format. Formats are tried in the order of the list.
    pub is_like: fn(&Look) -> bool,
    pub read: Option<Reader>,
    /// Writes a design. The report of its check has the figures for documents for people, which are in the language.
    pub write: Option<fn(&Design, &Report, Language) -> ExportedDesign>,
}

/// The names of a format without its functions, so a list of formats does not link their readers and writers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormatName {
    pub id: &'static str,
    pub names: [&'static str; Language::ALL.len()],
    pub extension: &'static str,
}

impl Format {
    pub const fn name(&self) -> FormatName {
        FormatName { id: self.id, names: self.names, extension: self.extension }
    }
}

impl FormatName {
    pub fn in_language(&self, language: Language) -> &'static str {
        self.names[language as usize]
    }
}

/// The format of designs.
pub const DYNALAB: Format = Format {
    id: "dynalab",
    names: ["Dynalab’s design", "Dynalab の設計"],
    extension: "json",
    is_like: is_like_design,
    read: Some(read_design),
    write: Some(|design, _, _| crate::document::write(design).into()),
};

/// All formats. Formats with a distinctive structure come first.
pub const ALL: &[Format] = &[
    DYNALAB,
    model_server::FORMAT,
    nosql_workbench::FORMAT,
    create_table::FORMAT,
    command_lines::FORMAT,
    markdown::FORMAT,
];

/// A design from another format.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ImportedDesign {
    /// The id of the detected format.
    #[serde(with = "constant_name")]
    pub format: ConstantName,
    #[serde(with = "crate::document::as_text")]
    pub design: Design,
    pub notes: Vec<ImportNote>,
}

/// A note for the user about an import.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ImportNote {
    /// The format has no expected results. The user must add them.
    NoExpectedResults,
    /// The format has only keys. The user must add entities and patterns.
    KeysOnly,
    /// A design has no place for this member.
    LeftOut { place: String, member: String },
    /// The pattern has no readable request.
    NoRequest { pattern: String, reason: NoRequestReason },
    /// The value depends on the environment of the file, so the member is omitted.
    UnknownValue { place: String, expression: String },
    /// The file does not have the value of this name. `shown` stands for it, wherever a text can.
    Placeholder { name: String, shown: String },
    /// The file names other files, which were not opened with it.
    OtherFiles { files: String },
    /// The file is the source of a program, of which only what is literal was read.
    OfProgram,
    /// The file creates the resource once per value. The design has one table for all copies.
    Repeated { place: String },
    /// The table has several primary keys. The others became indexes.
    SeveralPrimaryKeys { table: String, used: String },
    /// The table has no primary key, so one was added.
    NoPrimaryKey { table: String, added: String },
    /// DynamoDB has no unique constraint. The user must write a second item in the same transaction.
    Unique { table: String, columns: String },
    /// Statements that do not define tables.
    Ignored { count: usize },
    /// Statements of this kind, which are about no table, key or index. The first one is in this line.
    Skipped { kind: String, count: usize, line: usize },
    /// A statement about a table or key, with the parser's reason in English.
    NotParsed { statement: String, line: usize, reason: String },
    /// The file creates this table again. The first definition applies.
    SameTable { table: String, line: usize },
    /// A key cannot have the type of these columns, so they became texts.
    KeyAsText { table: String, attributes: String },
    /// The same member at several places. `place` is the first one.
    LeftOutOften { place: String, member: String, more: usize },
    /// The condition of this resource does not hold.
    NotCreated { place: String, condition: String },
    /// Resources that are no part of a table: their types with their counts.
    OtherResources { types: String },
    /// Further notes, which are not listed.
    MoreNotes { count: usize },
    /// The same as [`ImportNote::UnknownValue`] for the same member at several places.
    UnknownOften { place: String, expression: String, more: usize },
    /// The file has no load, so each table and pattern has these figures.
    Assumed { items: u64, requests_per_second: u64 },
    /// The format has entities and keys but no patterns. Patterns were made from the keys, each with this rate.
    FirstPatterns { requests_per_second: u64 },
    /// The file was changed after Dynalab wrote it. Its content applies. The rest comes from the written design.
    ChangedSince,
    /// The items have no key schema, so this key was chosen.
    KeyChosen { table: String, key: String, reason: KeyReason },
    /// Of these items, some have the same key as another. So many items are left.
    KeysShared { table: String, sharing: u64, items: u64, left: u64 },
    /// The items are divided into kinds by this attribute.
    KindsBy { table: String, attribute: String },
    /// Records of items that could not be read, with the first line.
    RecordsNotRead { count: usize, line: usize },
    /// A value of an item was no DynamoDB JSON, so it was converted. The same in so many more items.
    ValueConverted { table: String, item: usize, attribute: String, more: usize },
    /// A value of an item is no value, so the attribute was left out. The same in so many more items.
    ValueLeftOut { table: String, item: usize, attribute: String, more: usize },
    /// Elements of a list of items that are no items. The first one has this number.
    NoItems { table: String, item: usize, count: usize },
    /// A design has no place for this member, but it is kept for files of the format.
    Kept {
        place: String,
        member: String,
        #[serde(with = "constant_name")]
        format: ConstantName,
    },
    /// The first line of a sheet is a record, so its columns have numbers as names.
    NoColumnNames,
    /// A command of a script that cannot be read. `detail` is the mistake, in English.
    CommandNotRead { command: String, detail: String },
    /// Requests that delete, update or check items. They have no item to put.
    NotPuts { count: usize },
    /// The file has more items than the sample of a design can have.
    ItemsCut { table: String, kept: usize, found: usize },
    /// The items became the sample rows of this number of entities of the table.
    RowsReplaced { table: String, entities: usize },
    /// Items whose keys are those of no entity of the table. They are left out.
    ItemsOfNoEntity { table: String, count: usize },
}

/// The reason that a pattern of a file has no request.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum NoRequestReason {
    /// The file describes the operation, but not its request.
    Described { operation: String },
    /// The file gives this reason. It may be empty.
    Stated { text: String },
    /// The file has a command line that is not readable. `detail` is the mistake, in English.
    NotReadable { detail: String },
}

/// The reason that an attribute was chosen as the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum KeyReason {
    /// Its name is a usual name for keys.
    UsualName,
    /// Every item has it, and its values are unique.
    Unique,
    /// No attribute and no pair of attributes is unique. Items with the same key replace each other.
    NothingUnique,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FormatError {
    Design(DocumentError),
    NotJson {
        line: usize,
        column: usize,
    },
    /// A file, or the design that several files make together, is longer than `limit`, in bytes.
    TooLong {
        bytes: usize,
        limit: usize,
    },
    /// A member is missing or has the wrong type.
    Member {
        place: String,
        wanted: Wanted,
    },
    /// The text starts as this language, but has a syntax error.
    Syntax {
        #[serde(with = "constant_name")]
        language: ConstantName,
        line: usize,
        column: usize,
        detail: String,
    },
    /// The text is, or would become, too much.
    TooMuch(TooMuch),
    /// The file has no DynamoDB table.
    NoTable,
    /// The file has no DynamoDB table, and names files that can have some.
    InOtherFiles {
        files: String,
    },
    /// The statements of the file create no table. `found` has their kinds with their counts.
    OtherStatements {
        found: String,
    },
    /// The text matches no format, but it is known what it is.
    Other {
        found: Found,
    },
    /// The text matches no format.
    Unknown,
    /// The format can only be written.
    WriteOnly {
        #[serde(with = "constant_name")]
        format: ConstantName,
    },
}

/// What a text is that no format reads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Found {
    /// The file is empty.
    Nothing,
    /// The answer of an operation that describes no table.
    Answer {
        #[serde(with = "constant_name")]
        operation: ConstantName,
    },
    /// JSON with these members.
    Members {
        names: String,
    },
    /// A program of CDK, before it is synthesised.
    CdkCode,
    PulumiCode,
    /// A program that uses tables through this library.
    Code {
        #[serde(with = "constant_name")]
        library: ConstantName,
    },
    /// A schema with models of Amplify.
    GraphQl,
    /// Blocks of Terraform without a table.
    TerraformParts,
    /// Statements of SQL without CREATE TABLE.
    SqlWithoutTables,
}

/// What a member of a file must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Wanted {
    Text,
    Object,
    List,
    Item,
    Attribute,
    Texts,
    DataType,
    KeyType,
    HashKey,
    KeyTemplate,
    PrimaryIndex,
    AlikeItems,
    FewEntities,
    OneOfEntities,
    OneOfModels,
    OneOfTables,
    OneOfFacets,
}

/// Reads a text in any known format.
///
/// # Errors
/// Returns an error if no format matches, or if a member is invalid.
pub fn read(text: &str) -> Result<ImportedDesign, FormatError> {
    read_as(ALL.iter(), text, &Budget::of_import())
}

/// Reads a text in the first of these formats that it matches.
///
/// # Errors
/// Returns an error if no format matches, or if a member is invalid.
pub fn read_as<'a>(
    mut formats: impl Iterator<Item = &'a Format>,
    text: &str,
    budget: &Budget,
) -> Result<ImportedDesign, FormatError> {
    check_length(text)?;
    let look = Look::new(text);
    let format = formats.find(|format| (format.is_like)(&look)).ok_or(FormatError::Unknown)?;
    read_within(format, text, budget)
}

/// The longest text of a file, in bytes.
pub const FILE_BYTES_MAX: usize = Bound::UnpackedFile.most() as usize;

/// # Errors
/// Returns an error if a text is longer than the text of a file may be.
pub fn check_length(text: &str) -> Result<(), FormatError> {
    match text.len() <= FILE_BYTES_MAX {
        true => Ok(()),
        false => Err(FormatError::TooLong { bytes: text.len(), limit: FILE_BYTES_MAX }),
    }
}

/// Bytes that a reader makes of a byte of text, at least: the parsed text and the design.
const BYTES_OF_LETTER: usize = 4;

/// Reads a text in this format. What is made of it is charged to the budget before.
///
/// # Errors
/// Returns an error if the text or a member is invalid, or if it would become too much.
pub fn read_within(format: &Format, text: &str, budget: &Budget) -> Result<ImportedDesign, FormatError> {
    let read = format.read.ok_or(FormatError::WriteOnly { format: format.id })?;
    charge_text(text, budget)?;
    let mut imported = read(text, budget)?;
    imported.notes = leftovers::arrange(imported.notes);
    check_bounds(&imported.design)?;
    Ok(imported)
}

/// Charges a text that is about to be read.
///
/// # Errors
/// Returns the refusal if the text is more than the budget has left.
pub fn charge_text(text: &str, budget: &Budget) -> Result<(), TooMuch> {
    budget.step(text.len())?;
    budget.produce(text.len() * BYTES_OF_LETTER)
}

/// Checks that the design of a file has no more parts than a check accepts.
///
/// # Errors
/// Returns the refusal with the place in the design.
pub fn check_bounds(design: &Design) -> Result<(), FormatError> {
    bounds::check_drawn(design)?;
    bounds::check(design).map_err(|problem| match problem.reason {
        ProblemReason::TooMuch(refusal) => {
            let refusal = match problem.place.write(Language::English) {
                place if problem.place != Place::default() => refusal.at_member(&place),
                _ => refusal,
            };
            FormatError::TooMuch(refusal)
        }
        _ => FormatError::Unknown,
    })
}

impl From<TooMuch> for FormatError {
    fn from(refusal: TooMuch) -> FormatError {
        FormatError::TooMuch(refusal)
    }
}

pub fn find(id: &str) -> Option<&'static Format> {
    ALL.iter().find(|format| format.id == id)
}

fn json(text: &str) -> Result<serde_json::Value, FormatError> {
    serde_json::from_str(text)
        .map_err(|error| FormatError::NotJson { line: error.line(), column: error.column() })
}

/// Returns true for JSON with a version and a member of a design.
pub fn is_like_design(look: &Look) -> bool {
    const MEMBERS: [&str; 4] = ["name", "entities", "tables", "patterns"];
    look.outline().is_some_and(|value| {
        value.get("version").is_some_and(serde_json::Value::is_u64)
            && MEMBERS.iter().any(|member| value.get(member).is_some())
    })
}

fn read_design(text: &str, _: &Budget) -> Result<ImportedDesign, FormatError> {
    let design = crate::document::parse(text).map_err(FormatError::Design)?;
    Ok(ImportedDesign { format: "dynalab", design, notes: Vec::new() })
}

impl std::error::Error for FormatError {}
