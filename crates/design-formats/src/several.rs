//! Opens several files at once: the shape of each gives its format, and together they are one design.
//!
//! Tables and entities are merged by name. A file that contradicts the others is a second design, to compare. A Terraform module is
//! read as one text. Items become the rows of the table that their file, a manifest or their keys name.

mod apart;
mod data;
mod merge;
mod sentences;

use std::collections::{BTreeMap, BTreeSet};

use dynalab_modeling::formats::{
    FILE_BYTES_MAX, FormatError, ImportNote, ImportedDesign, Look, charge_text, check_bounds, check_length,
    constant_name, constant_name::ConstantName, leftovers,
};
use dynalab_modeling::{Design, document};
use dynalab_types::Budget;
use serde::{Deserialize, Serialize};

pub use apart::{Apart, Described, open_alone, open_apart, unsaid};
pub use merge::{Differs, Part};

use crate::families::{OfTemplates, family_of, kind_of};
use crate::{
    Family, GivenValues, Readers, electrodb, explain, first_patterns, items, onetable, serverless, terraform,
};

/// Maximum number of files. Further ones are refused.
pub const FILES_MAX: usize = 100;

/// A chosen file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedText {
    pub name: String,
    pub text: String,
}

/// The designs of the files, and what happened to each file, in their order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Opened {
    /// None if no file could be read.
    #[serde(with = "document::as_text::optional")]
    pub design: Option<Design>,
    /// The design that contradicts the first one.
    #[serde(with = "document::as_text::optional")]
    pub second: Option<Design>,
    pub files: Vec<OpenedFile>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpenedFile {
    pub name: String,
    pub outcome: Outcome,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Outcome {
    /// `refused` has the tables of the file that were not added.
    Read {
        #[serde(with = "constant_name")]
        format: ConstantName,
        notes: Vec<ImportNote>,
        added: Added,
        refused: Vec<Refusal>,
    },
    /// The file gives values or names to the other files, and has nothing else.
    Helped {
        #[serde(with = "constant_name")]
        format: ConstantName,
    },
    /// The file is the second design.
    Second {
        #[serde(with = "constant_name")]
        format: ConstantName,
        notes: Vec<ImportNote>,
        differs: Differs,
    },
    Refused(Refusal),
}

/// What a file adds to the design.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Added {
    pub tables: usize,
    pub entities: usize,
    pub patterns: usize,
    pub items: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refusal {
    Format(FormatError),
    /// The file contradicts the design, and there is a second design already.
    Differs(Differs),
    /// The items belong to a table with entities, and have the keys of none of them.
    HasEntities {
        table: String,
    },
    /// No record has the keys of the table.
    WithoutKeys {
        table: String,
    },
    /// The items could belong to each of several designs.
    SeveralDesigns,
    TooMany,
}

/// A file of an S3 export without items.
pub(crate) const MANIFEST: &str = "s3-manifest";

/// What a file is, before it is merged.
enum Shape {
    Design(ImportedDesign),
    Module(hcl::Body),
    Items,
    /// The manifest of an export, with the table's name if it has it.
    Manifest(Option<String>),
    /// A part of another file of this format, which was read with it.
    Part(&'static str),
    /// Code that uses schemas of this format, and has none itself.
    Code(&'static str),
    Refused(Refusal),
}

/// The libraries whose schemas may stand in several files, with the word that their code imports.
const LIBRARIES: [(&str, &str); 2] =
    [("electrodb", electrodb::FORMAT.id), ("dynamodb-onetable", onetable::FORMAT.id)];

/// The formats of files, by their texts. None for a text that is too long, or has no format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kinds(Vec<Option<ConstantName>>);

impl Kinds {
    pub fn of(files: &[NamedText]) -> Kinds {
        let kind = |file: &NamedText| match file.text.len() <= FILE_BYTES_MAX {
            true => kind_of(&Look::new(&file.text)),
            false => None,
        };
        Kinds(files.iter().take(FILES_MAX).map(kind).collect())
    }

    /// Returns the families whose readers open the files.
    pub fn families(&self) -> BTreeSet<Family> {
        self.0.iter().copied().flatten().filter_map(family_of).collect()
    }

    /// Returns the format of the file at this place.
    pub fn of_file(&self, place: usize) -> Option<ConstantName> {
        self.0.get(place).copied().flatten()
    }

    fn has(&self, format: ConstantName) -> bool {
        self.0.contains(&Some(format))
    }
}

/// Opens the files as one design.
pub fn open(files: &[NamedText]) -> Opened {
    open_known(files, &Kinds::of(files), &GivenValues::new(), Readers::all())
}

/// Opens files of these formats as one design, with values that a person gave for names whose value the files do not have.
pub fn open_known(files: &[NamedText], kinds: &Kinds, given: &GivenValues, readers: Readers) -> Opened {
    let opener = Opener { given, readers, budgets: Budgets::default() };
    let shapes = opener.shapes(files, kinds);
    let files: Vec<&NamedText> = files.iter().collect();
    opener.open_shapes(&files, shapes)
}

/// What the readers of all files may make together.
struct Budgets {
    files: Budget,
    /// All files of a module are one text for the reader.
    module: Budget,
}

impl Default for Budgets {
    fn default() -> Budgets {
        Budgets { files: Budget::of_files(), module: Budget::of_import() }
    }
}

/// What all files are opened with.
struct Opener<'a> {
    given: &'a GivenValues,
    readers: Readers,
    budgets: Budgets,
}

impl Opener<'_> {
    fn templates(&self) -> Option<&'static OfTemplates> {
        self.readers.templates.map(|readers| readers.0)
    }

    fn shapes(&self, files: &[NamedText], kinds: &Kinds) -> Vec<Shape> {
        let has_module = files.len() > 1 && kinds.has(terraform::FORMAT.id);
        let mut known = self.with_named_files(files, kinds);
        let shapes =
            files.iter().enumerate().map(|(place, file)| match (known.remove(&place), kinds.0.get(place)) {
                (Some(shape), _) => shape,
                (None, Some(kind)) => self.shape(&file.text, *kind, has_module),
                (None, None) => Shape::Refused(Refusal::TooMany),
            });
        shapes.collect()
    }

    /// Reads the files of the Serverless Framework that name other ones of these files, and marks those as their parts.
    fn with_named_files(&self, files: &[NamedText], kinds: &Kinds) -> BTreeMap<usize, Shape> {
        let mut known = BTreeMap::new();
        let Some(templates) = self.templates().filter(|_| files.len() > 1) else { return known };
        let budget = &self.budgets.files;
        for (place, (file, kind)) in files.iter().zip(&kinds.0).enumerate() {
            if *kind != Some(serverless::FORMAT.id) {
                continue;
            }
            let read = charge_text(&file.text, budget)
                .map_err(FormatError::from)
                .and_then(|()| (templates.beside)(&file.text, files, self.given, budget));
            if let Ok((mut imported, used)) = read
                && !used.is_empty()
                && check_bounds(&imported.design).is_ok()
            {
                imported.notes = leftovers::arrange(imported.notes);
                known.insert(place, Shape::Design(imported));
                known.extend(used.into_iter().map(|used| (used, Shape::Part(serverless::FORMAT.id))));
            }
        }
        known
    }

    fn shape(&self, text: &str, format: Option<ConstantName>, has_module: bool) -> Shape {
        if let Err(refusal) = check_length(text) {
            return Shape::Refused(Refusal::Format(refusal));
        }
        if let Some(table) = data::manifest(text) {
            return Shape::Manifest(table);
        }
        if format == Some(items::FORMAT.id) {
            return match charge_text(text, &self.budgets.files) {
                Ok(()) => Shape::Items,
                Err(refusal) => Shape::Refused(Refusal::Format(FormatError::TooMuch(refusal))),
            };
        }
        let is_module = format == Some(terraform::FORMAT.id);
        if let Some(templates) = self.templates()
            && (is_module || (format.is_none() && has_module))
        {
            match (templates.parse_module)(text, &self.budgets.module) {
                Ok(body) if is_module || (templates.is_part)(&body) => return Shape::Module(body),
                Err(error) if is_module => return Shape::Refused(Refusal::Format(error)),
                _ => {}
            }
        }
        let code = LIBRARIES
            .iter()
            .find(|(word, _)| format.is_none() && text.contains(word) && text.contains("import"));
        if let Some((_, id)) = code {
            return Shape::Code(id);
        }
        let read = |format| self.readers.read_as(format, text, self.given, &self.budgets.files);
        match format.ok_or(FormatError::Unknown).and_then(read) {
            Ok(imported) => Shape::Design(imported),
            Err(error) => Shape::Refused(Refusal::Format(explain(error, text))),
        }
    }

    fn open_shapes(&self, files: &[&NamedText], mut shapes: Vec<Shape>) -> Opened {
        let mut outcomes: Vec<Option<Outcome>> = files.iter().map(|_| None).collect();
        let mut opening = Opening::default();
        self.read_module(&mut opening, &mut shapes, &mut outcomes);
        let is_of =
            |shape: &Shape, id: &str| matches!(shape, Shape::Design(imported) if imported.format == id);
        let used: Vec<bool> = LIBRARIES.map(|(_, id)| shapes.iter().any(|shape| is_of(shape, id))).to_vec();
        for ((shape, outcome), text) in
            shapes.iter_mut().zip(&mut outcomes).zip(files.iter().map(|file| &file.text))
        {
            match std::mem::replace(shape, Shape::Items) {
                Shape::Code(format) => {
                    let is_used =
                        LIBRARIES.iter().zip(&used).any(|((_, id), is_used)| *id == format && *is_used);
                    *outcome = Some(match is_used {
                        true => Outcome::Helped { format },
                        false => Outcome::Refused(Refusal::Format(explain(FormatError::Unknown, text))),
                    });
                }
                Shape::Part(format) => *outcome = Some(Outcome::Helped { format }),
                Shape::Design(imported) => *outcome = Some(opening.add(imported)),
                Shape::Refused(refusal) => *outcome = Some(Outcome::Refused(refusal)),
                other => *shape = other,
            }
        }
        data::add(&mut opening, files, &shapes, &mut outcomes, &self.budgets.files);
        opening.finish(files, outcomes)
    }

    /// Reads all files of a Terraform module together.
    fn read_module(&self, opening: &mut Opening, shapes: &mut [Shape], outcomes: &mut [Option<Outcome>]) {
        let Some(templates) = self.templates() else { return };
        let places: Vec<usize> =
            (0..shapes.len()).filter(|place| matches!(shapes[*place], Shape::Module(_))).collect();
        let bodies: Vec<hcl::Body> = places
            .iter()
            .filter_map(|place| match std::mem::replace(&mut shapes[*place], Shape::Manifest(None)) {
                Shape::Module(body) => Some(body),
                _ => None,
            })
            .collect();
        let counts: Vec<usize> = bodies.iter().map(templates.count_tables).collect();
        if bodies.is_empty() {
            return;
        }
        let imported =
            (templates.read_module)(bodies, self.given, &self.budgets.module).and_then(|mut imported| {
                check_bounds(&imported.design)?;
                imported.notes = leftovers::arrange(imported.notes);
                Ok(imported)
            });
        let Some(first) = counts.iter().position(|tables| *tables > 0) else {
            for place in places {
                outcomes[place] = Some(Outcome::Refused(Refusal::Format(FormatError::NoTable)));
                shapes[place] = Shape::Refused(Refusal::Format(FormatError::NoTable));
            }
            return;
        };
        let whole = match imported {
            Ok(imported) => opening.add(imported),
            Err(error) => Outcome::Refused(Refusal::Format(error)),
        };
        for (number, (place, tables)) in places.into_iter().zip(counts).enumerate() {
            let format = terraform::FORMAT.id;
            let outcome = match (&whole, tables) {
                // The notes are about the whole module, so the first file with a table has them.
                (_, _) if number == first => whole.clone(),
                (Outcome::Refused(_) | Outcome::Second { .. }, tables) if tables > 0 => whole.clone(),
                (_, 0) => Outcome::Helped { format },
                (_, tables) => {
                    let added = Added { tables, ..Added::default() };
                    Outcome::Read { format, notes: Vec::new(), added, refused: Vec::new() }
                }
            };
            let outcome = match outcome {
                Outcome::Read { format, notes, added, refused } => {
                    Outcome::Read { format, notes, added: Added { tables, ..added }, refused }
                }
                other => other,
            };
            outcomes[place] = Some(outcome);
        }
    }
}

#[derive(Default)]
struct Opening {
    design: Option<Design>,
    second: Option<Design>,
    /// The length of the design as text, at most.
    bytes: usize,
    /// Tables whose items need first patterns.
    filled: Vec<String>,
}

impl Opening {
    /// Merges a design. If it contradicts the first one, it is the second one.
    fn add(&mut self, imported: ImportedDesign) -> Outcome {
        let ImportedDesign { format, mut design, notes } = imported;
        // Patterns that Dynalab made of the keys are made again of all files together.
        let is_made = notes.iter().any(|note| matches!(note, ImportNote::FirstPatterns { .. }));
        if is_made {
            design.patterns.clear();
        }
        let tables: Vec<String> = design.tables.iter().map(|table| table.name.clone()).collect();
        let outcome = self.merge(format, design, notes);
        match (&outcome, &mut self.second) {
            (Outcome::Read { .. }, _) if is_made => self.filled.extend(tables),
            (Outcome::Second { .. }, Some(second)) if is_made => first_patterns::add(second),
            _ => {}
        }
        outcome
    }

    fn merge(&mut self, format: &'static str, design: Design, notes: Vec<ImportNote>) -> Outcome {
        let own_bytes = document::write(&design).len();
        let Some(first) = &mut self.design else {
            let added = count(&design);
            (self.design, self.bytes) = (Some(design), own_bytes);
            return Outcome::Read { format, notes, added, refused: Vec::new() };
        };
        let before = count(first);
        match merge::merge(first, &design) {
            Ok(merge) => {
                // A merged design is at most as long as its parts. It is only measured if the parts are too long together.
                let most = self.bytes + own_bytes;
                let bytes = if most > document::BYTES_MAX { document::write(first).len() } else { most };
                if bytes > document::BYTES_MAX {
                    merge.restore(first);
                    return Outcome::Refused(Refusal::Format(FormatError::TooLong {
                        bytes,
                        limit: document::BYTES_MAX,
                    }));
                }
                self.bytes = bytes;
                let after = count(first);
                let added = Added {
                    tables: after.tables - before.tables,
                    entities: after.entities - before.entities,
                    patterns: after.patterns - before.patterns,
                    items: 0,
                };
                Outcome::Read { format, notes, added, refused: Vec::new() }
            }
            Err(differs) if self.second.is_none() => {
                self.second = Some(design);
                Outcome::Second { format, notes, differs }
            }
            Err(differs) => Outcome::Refused(Refusal::Differs(differs)),
        }
    }

    fn finish(mut self, files: &[&NamedText], outcomes: Vec<Option<Outcome>>) -> Opened {
        let filled = std::mem::take(&mut self.filled);
        let mut made = 0;
        if let Some(design) = self.design.as_mut().filter(|_| !filled.is_empty()) {
            let before = design.patterns.len();
            first_patterns::add_for(design, |table| filled.contains(&table.name));
            made = design.patterns.len() - before;
        }
        // A table that another file filled has more than keys.
        let is_keys_only = self.design.as_ref().is_none_or(|design| design.entities.is_empty());
        let named = files.iter().zip(outcomes).map(|(file, outcome)| {
            let mut outcome = outcome.unwrap_or(Outcome::Refused(Refusal::Format(FormatError::Unknown)));
            if let Outcome::Read { notes, added, .. } = &mut outcome {
                // The first file without patterns of its own has those of all of them.
                if notes.iter().any(|note| matches!(note, ImportNote::FirstPatterns { .. })) {
                    added.patterns += std::mem::take(&mut made);
                }
                notes.retain(|note| is_keys_only || *note != ImportNote::KeysOnly);
            }
            OpenedFile { name: file.name.clone(), outcome }
        });
        Opened { files: named.collect(), design: self.design, second: self.second }
    }
}

fn count(design: &Design) -> Added {
    Added {
        tables: design.tables.len(),
        entities: design.entities.len(),
        patterns: design.patterns.len(),
        items: 0,
    }
}

impl Outcome {
    /// Returns the id of the format that was read.
    pub fn format(&self) -> Option<&'static str> {
        match self {
            Outcome::Read { format, .. } | Outcome::Helped { format } | Outcome::Second { format, .. } => {
                Some(format)
            }
            Outcome::Refused(_) => None,
        }
    }

    /// Returns true if the file, or one of its tables, was not added.
    pub fn is_refused(&self) -> bool {
        match self {
            Outcome::Read { refused, .. } => !refused.is_empty(),
            Outcome::Refused(_) => true,
            Outcome::Helped { .. } | Outcome::Second { .. } => false,
        }
    }

    pub fn notes(&self) -> &[ImportNote] {
        match self {
            Outcome::Read { notes, .. } | Outcome::Second { notes, .. } => notes,
            Outcome::Helped { .. } | Outcome::Refused(_) => &[],
        }
    }
}
