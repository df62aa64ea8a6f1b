//! Tells designs from the stacks and tables beside them, so that a check compares them instead of merging them.

use dynalab_modeling::Design;
use dynalab_modeling::differences::Setting;
use dynalab_modeling::formats::{
    DYNALAB, ImportNote, ImportedDesign, command_lines, create_table, nosql_workbench,
};

use super::{Budgets, Kinds, NamedText, Opened, OpenedFile, Opener, Outcome, Refusal, Shape, count};
use crate::{GivenValues, Readers, cloudformation, explain, read_given, terraform};

/// Designs, and the tables beside them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Apart {
    /// The designs in the order of their files. Each has a report of its own.
    pub designs: Vec<Opened>,
    /// The tables of a stack or of a description, if there is a design to compare them with.
    pub described: Option<Described>,
}

/// Tables that exist elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Described {
    pub opened: Opened,
    /// Settings that none of the files can have.
    pub unsaid: Vec<Setting>,
}

/// Opens files for a check. A file with access patterns is a design of its own; files with tables alone are compared with it.
/// Without such a file, all files are one design.
pub fn open_apart(files: &[NamedText], given: &GivenValues) -> Apart {
    if let [file] = files {
        return Apart { designs: vec![open_alone(file, given)], described: None };
    }
    let opener = Opener { given, readers: Readers::all(), budgets: Budgets::default() };
    let (mut designs, mut tables, mut parts) = (Vec::new(), Vec::new(), Vec::new());
    for (file, shape) in files.iter().zip(opener.shapes(files, &Kinds::of(files))) {
        let group = match &shape {
            Shape::Design(imported) if is_design(imported) => &mut designs,
            Shape::Design(imported) if imported.design.entities.is_empty() => &mut tables,
            Shape::Module(_) => &mut tables,
            _ => &mut parts,
        };
        group.push((file, shape));
    }
    if designs.is_empty() {
        let (files, shapes): (Vec<&NamedText>, Vec<Shape>) = in_order(files, tables, parts);
        return Apart { designs: vec![opener.open_shapes(&files, shapes)], described: None };
    }
    let open = |group: Vec<(&NamedText, Shape)>| {
        let (files, shapes): (Vec<&NamedText>, Vec<Shape>) = group.into_iter().unzip();
        opener.open_shapes(&files, shapes)
    };
    let described = (!tables.is_empty()).then(|| {
        let opened = open(tables);
        let unsaid = unsaid_by_all(&opened);
        Described { opened, unsaid }
    });
    // Items belong to the only design. Beside several, they could belong to each.
    let mut groups: Vec<Vec<(&NamedText, Shape)>> = designs.into_iter().map(|design| vec![design]).collect();
    let mut refused = Opened::default();
    if groups.len() == 1 {
        groups[0].extend(parts);
    } else {
        refused.files = parts.into_iter().map(refused_part).collect();
    }
    let mut designs: Vec<Opened> = groups.into_iter().map(open).collect();
    designs.extend((!refused.files.is_empty()).then_some(refused));
    Apart { designs, described }
}

/// Refuses a file that is part of a design, because there are several.
fn refused_part((file, shape): (&NamedText, Shape)) -> OpenedFile {
    let refusal = match shape {
        Shape::Refused(refusal) => refusal,
        _ => Refusal::SeveralDesigns,
    };
    OpenedFile { name: file.name.clone(), outcome: Outcome::Refused(refusal) }
}

/// Opens one file as [`crate::read_given`] does.
pub fn open_alone(file: &NamedText, given: &GivenValues) -> Opened {
    let imported = read_given(&file.text, given).map_err(|error| explain(error, &file.text));
    let (design, outcome) = match imported {
        Ok(ImportedDesign { format, design, notes }) => {
            let added = count(&design);
            (Some(design), Outcome::Read { format, notes, added, refused: Vec::new() })
        }
        Err(error) => (None, Outcome::Refused(Refusal::Format(error))),
    };
    Opened { design, second: None, files: vec![OpenedFile { name: file.name.clone(), outcome }] }
}

type Group<'a> = Vec<(&'a NamedText, Shape)>;

/// Joins two groups in the order of the files.
fn in_order<'a>(
    files: &'a [NamedText],
    tables: Group<'a>,
    parts: Group<'a>,
) -> (Vec<&'a NamedText>, Vec<Shape>) {
    let (mut tables, mut parts) = (tables.into_iter().peekable(), parts.into_iter().peekable());
    let next = |file: &NamedText| {
        let is_this = |other: &(&NamedText, Shape)| std::ptr::eq(other.0, file);
        tables.next_if(is_this).or_else(|| parts.next_if(is_this))
    };
    files.iter().filter_map(next).unzip()
}

/// Returns true if the file says itself which access patterns it has.
fn is_design(imported: &ImportedDesign) -> bool {
    let is_made = |note: &ImportNote| matches!(note, ImportNote::FirstPatterns { .. });
    imported.format == DYNALAB.id
        || (!imported.design.patterns.is_empty() && !imported.notes.iter().any(is_made))
}

/// Returns the settings that no file of these can have.
fn unsaid_by_all(opened: &Opened) -> Vec<Setting> {
    let formats = opened.files.iter().filter_map(|file| file.outcome.format());
    let mut formats = formats.map(unsaid);
    let first = formats.next().unwrap_or_default().to_vec();
    formats.fold(first, |common, of_format| {
        common.into_iter().filter(|setting| of_format.contains(setting)).collect()
    })
}

/// Returns the settings of a table that a file of this format cannot have.
pub fn unsaid(format: &str) -> &'static [Setting] {
    const OF_REQUEST: &[Setting] = &[
        Setting::Ttl,
        Setting::Recovery,
        Setting::Replicas,
        Setting::ReplicaConsistency,
        Setting::Scaling,
        Setting::RecoveryDays,
        Setting::DeletionPolicy,
        Setting::ContributorInsights,
    ];
    const OF_MODEL: &[Setting] = &[
        Setting::VectorIndex,
        Setting::Ttl,
        Setting::Stream,
        Setting::Class,
        Setting::Recovery,
        Setting::DeletionProtection,
        Setting::Replicas,
        Setting::ReplicaConsistency,
        Setting::Scaling,
        Setting::WarmThroughput,
        Setting::MaximumThroughput,
        Setting::RecoveryDays,
        Setting::Tags,
        Setting::Encryption,
        Setting::DeletionPolicy,
        Setting::Policy,
        Setting::ContributorInsights,
    ];
    const OF_CONFIGURATION: &[Setting] = &[Setting::VectorIndex, Setting::DeletionPolicy];
    const OF_TEMPLATE: &[Setting] = &[Setting::VectorIndex];
    match format {
        id if id == create_table::FORMAT.id => OF_REQUEST,
        id if id == nosql_workbench::FORMAT.id => OF_MODEL,
        id if [cloudformation::YAML.id, cloudformation::JSON.id].contains(&id) => OF_TEMPLATE,
        id if id == terraform::FORMAT.id => OF_CONFIGURATION,
        id if id == command_lines::FORMAT.id => &[Setting::DeletionPolicy],
        _ => &[],
    }
}

impl Apart {
    /// Iterates over the designs, with those that contradict the others of their files.
    pub fn each(&self) -> impl Iterator<Item = &Design> {
        self.designs.iter().flat_map(|opened| opened.design.iter().chain(&opened.second))
    }
}
