//! The formats by family: a program recognises every format, and fetches the readers of a family when a file of it is opened.
//!
//! What recognises and what writes a format is taken out of [`ALL`] when this is compiled, so neither links a reader.

use dynalab_modeling::formats::constant_name::ConstantName;
use dynalab_modeling::formats::{
    self, Format, FormatError, ImportedDesign, Look, Reader, charge_text, check_bounds, check_length,
    command_lines, create_table, leftovers, model_server,
};
use dynalab_modeling::{Design, Language, Report};
use dynalab_types::Budget;

use crate::several::NamedText;
use crate::{
    ALL, ExportedDesign, GivenValues, cdk, cloudformation, electrodb, items, model_codegen, model_skill,
    nosql_workbench, onetable, serverless, sql, terraform,
};

pub type Writer = fn(&Design, &Report, Language) -> ExportedDesign;

/// Formats whose readers belong together. All others are read by every program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    Sql,
    /// CloudFormation, the Serverless Framework, Terraform, and the source of CDK.
    Templates,
    /// OneTable, ElectroDB, and the schemas and cost models of AWS's tools.
    Schemas,
}

/// A format without its reader and writer.
#[derive(Clone, Copy)]
struct Kind {
    id: ConstantName,
    is_like: fn(&Look) -> bool,
}

const KINDS: [Kind; ALL.len()] = {
    let mut kinds = [Kind { id: "", is_like: |_| false }; ALL.len()];
    let mut place = 0;
    while place < ALL.len() {
        kinds[place] = Kind { id: ALL[place].id, is_like: ALL[place].is_like };
        place += 1;
    }
    kinds
};

/// The writer of each format, by the format's id.
pub const WRITERS: [(ConstantName, Option<Writer>); ALL.len()] = {
    let mut writers: [(ConstantName, Option<Writer>); ALL.len()] = [("", None); ALL.len()];
    let mut place = 0;
    while place < ALL.len() {
        writers[place] = (ALL[place].id, ALL[place].write);
        place += 1;
    }
    writers
};

/// Returns the id of the format as which a text is read.
pub fn kind_of(look: &Look) -> Option<ConstantName> {
    KINDS.iter().find(|kind| (kind.is_like)(look)).map(|kind| kind.id)
}

/// Returns the id of the format that a text looks like.
pub fn format_of(look: &Look) -> Option<ConstantName> {
    let id = kind_of(look)?;
    Some(if id == cloudformation::YAML.id { cloudformation::id_of(look.text()) } else { id })
}

/// The formats of each family.
const FAMILIES: [(Family, &[ConstantName]); 3] = [
    (Family::Sql, &[sql::FORMAT.id]),
    (
        Family::Templates,
        &[cloudformation::YAML.id, serverless::FORMAT.id, terraform::FORMAT.id, cdk::FORMAT.id],
    ),
    (
        Family::Schemas,
        &[onetable::FORMAT.id, electrodb::FORMAT.id, model_skill::FORMAT.id, model_codegen::FORMAT.id],
    ),
];

/// Returns the family of a format. None for a format that every program reads.
pub fn family_of(format: &str) -> Option<Family> {
    FAMILIES.iter().find(|(_, formats)| formats.contains(&format)).map(|(family, _)| *family)
}

/// A reader with the id of its format.
type FormatReader = (ConstantName, Reader);

const fn reader(format: &Format) -> FormatReader {
    match format.read {
        Some(read) => (format.id, read),
        None => panic!("this format is only written"),
    }
}

/// The readers of the formats of no family.
const OF_NONE: &[FormatReader] = &[
    reader(&formats::DYNALAB),
    reader(&model_server::FORMAT),
    reader(&create_table::FORMAT),
    reader(&command_lines::FORMAT),
    reader(&nosql_workbench::FORMAT),
    reader(&items::FORMAT),
];

/// The readers of [`Family::Sql`].
#[derive(Clone, Copy)]
pub struct SqlReaders(&'static [FormatReader]);

/// The readers of [`Family::Schemas`].
#[derive(Clone, Copy)]
pub struct SchemaReaders(&'static [FormatReader]);

/// The readers of [`Family::Templates`]: files of it name values that they do not have, and belong together.
#[derive(Clone, Copy)]
pub struct TemplateReaders(pub(crate) &'static OfTemplates);

pub(crate) struct OfTemplates {
    formats: [(ConstantName, ReadGiven); 4],
    /// Reads a file of the Serverless Framework with those of the others that it names, and returns their places.
    pub beside: fn(&str, &[NamedText], &GivenValues, &Budget) -> Result<ReadBeside, FormatError>,
    pub parse_module: fn(&str, &Budget) -> Result<hcl::Body, FormatError>,
    pub is_part: fn(&hcl::Body) -> bool,
    pub count_tables: fn(&hcl::Body) -> usize,
    pub read_module: fn(Vec<hcl::Body>, &GivenValues, &Budget) -> Result<ImportedDesign, FormatError>,
}

/// The design of a file, and the places of the others that were read with it.
pub type ReadBeside = (ImportedDesign, Vec<usize>);

/// Reads a text with values that a person gave.
type ReadGiven = fn(&str, &GivenValues, &Budget) -> Result<ImportedDesign, FormatError>;

impl SqlReaders {
    /// Returns the readers. A program that calls this has them.
    pub const fn linked() -> SqlReaders {
        const { SqlReaders(&[reader(&sql::FORMAT)]) }
    }
}

impl SchemaReaders {
    /// Returns the readers. A program that calls this has them.
    pub const fn linked() -> SchemaReaders {
        const {
            SchemaReaders(&[
                reader(&onetable::FORMAT),
                reader(&electrodb::FORMAT),
                reader(&model_skill::FORMAT),
                reader(&model_codegen::FORMAT),
            ])
        }
    }
}

impl TemplateReaders {
    /// Returns the readers. A program that calls this has them.
    pub const fn linked() -> TemplateReaders {
        TemplateReaders(&OfTemplates {
            formats: [
                (cloudformation::YAML.id, cloudformation::read_with),
                (serverless::FORMAT.id, serverless::read_with),
                (terraform::FORMAT.id, terraform::read_with),
                (cdk::FORMAT.id, cdk::read_with),
            ],
            beside: serverless::read_beside,
            parse_module: terraform::parse,
            is_part: terraform::is_part,
            count_tables: terraform::count_tables,
            read_module: terraform::read_module,
        })
    }
}

/// The readers that a program has.
#[derive(Clone, Copy, Default)]
pub struct Readers {
    pub sql: Option<SqlReaders>,
    pub schemas: Option<SchemaReaders>,
    pub templates: Option<TemplateReaders>,
}

impl Readers {
    /// Returns every reader. A program that calls this has all of them.
    pub const fn all() -> Readers {
        Readers {
            sql: Some(SqlReaders::linked()),
            schemas: Some(SchemaReaders::linked()),
            templates: Some(TemplateReaders::linked()),
        }
    }

    pub fn has(&self, family: Family) -> bool {
        match family {
            Family::Sql => self.sql.is_some(),
            Family::Templates => self.templates.is_some(),
            Family::Schemas => self.schemas.is_some(),
        }
    }

    /// Reads a text in the format that it looks like.
    ///
    /// # Errors
    /// Returns an error if no format matches, or if the text or a member is invalid.
    pub fn read(
        &self,
        text: &str,
        given: &GivenValues,
        budget: &Budget,
    ) -> Result<ImportedDesign, FormatError> {
        check_length(text)?;
        self.read_as(kind_of(&Look::new(text)).ok_or(FormatError::Unknown)?, text, given, budget)
    }

    /// Reads a text as this format. What is made of it is charged to the budget before.
    ///
    /// # Errors
    /// Returns an error if the text or a member is invalid, if it would become too much, or if the program does not have the reader.
    pub fn read_as(
        &self,
        format: ConstantName,
        text: &str,
        given: &GivenValues,
        budget: &Budget,
    ) -> Result<ImportedDesign, FormatError> {
        charge_text(text, budget)?;
        let read = match family_of(format) {
            Some(Family::Templates) => self.template(format).map(|read| read(text, given, budget)),
            other => self.other(other, format).map(|read| read(text, budget)),
        };
        let mut imported = read.unwrap_or(Err(FormatError::WriteOnly { format }))?;
        imported.notes = leftovers::arrange(imported.notes);
        check_bounds(&imported.design)?;
        Ok(imported)
    }

    fn template(&self, format: &str) -> Option<ReadGiven> {
        let formats = &self.templates?.0.formats;
        formats.iter().find(|(id, _)| *id == format).map(|(_, read)| *read)
    }

    fn other(&self, family: Option<Family>, format: &str) -> Option<Reader> {
        let formats = match family {
            None => OF_NONE,
            Some(Family::Sql) => self.sql?.0,
            Some(Family::Schemas) => self.schemas?.0,
            Some(Family::Templates) => return None,
        };
        formats.iter().find(|(id, _)| *id == format).map(|(_, read)| *read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_that_is_read_has_its_reader_in_one_family() {
        let none = Readers::default();
        for format in ALL {
            let read =
                |readers: &Readers| readers.read_as(format.id, "", &GivenValues::new(), &Budget::of_import());
            let is_missing =
                |readers: &Readers| read(readers) == Err(FormatError::WriteOnly { format: format.id });
            assert_eq!(is_missing(&Readers::all()), format.read.is_none(), "{}", format.id);
            let family = family_of(format.id);
            assert_eq!(is_missing(&none), format.read.is_none() || family.is_some(), "{}", format.id);
            assert!(family.is_none_or(|family| Readers::all().has(family) && !none.has(family)));
        }
    }

    #[test]
    fn what_is_written_is_what_the_list_says() {
        for format in ALL {
            let writer = WRITERS.iter().find(|(id, _)| *id == format.id).and_then(|(_, write)| *write);
            assert_eq!(writer.is_some(), format.write.is_some(), "{}", format.id);
        }
    }
}
