//! The bounds of a design: how many parts it can have, and the bytes that are charged for each value before it is made.

use dynalab_types::{Bound, Item, TooMuch};

use crate::design::{Design, Placement, Projection, Table};
use crate::error::FillError;
use crate::report::{Place, Problem, ProblemReason};

/// Bytes that a value needs in memory beside its content, as it is charged.
pub const VALUE_BYTES: usize = 48;

/// Copies of a stored item: its row, the check's list, the engine's table, and its text on the way there.
const COPIES: usize = 3;

/// Returns the bytes of a value with its name.
pub fn stored(name: &str, bytes: usize) -> usize {
    bytes.saturating_add(name.len() + VALUE_BYTES)
}

/// Counts the parts of a design.
///
/// # Errors
/// Returns the problem if there are more of one kind than a check accepts.
pub fn check(design: &Design) -> Result<(), Box<Problem>> {
    let none = Place::default;
    let bound = |bound: Bound, count: usize, place: Place| {
        let refused = |refusal: TooMuch| Box::new(Problem { place, reason: ProblemReason::TooMuch(refusal) });
        bound.check(count).map_err(refused)
    };
    bound(Bound::Entities, design.entities.len(), none())?;
    bound(Bound::Tables, design.tables.len(), none())?;
    bound(Bound::Patterns, design.patterns.len(), none())?;
    bound(Bound::Patterns, design.relations.len(), none())?;
    for entity in &design.entities {
        let place = || Place { entity: Some(entity.name.clone()), ..Place::default() };
        bound(Bound::Attributes, entity.attributes.len(), place())?;
    }
    for (number, relation) in design.relations.iter().enumerate() {
        let place = Place { relation: Some(number), ..Place::default() };
        bound(Bound::Attributes, relation.copies.len(), place)?;
    }
    for table in &design.tables {
        let place = || Place { table: Some(table.name.clone()), ..Place::default() };
        bound(Bound::Indexes, table.indexes.len() + table.vector_indexes.len(), place())?;
        bound(Bound::Entities, table.items.len(), place())?;
        bound(Bound::Attributes, table.key_attributes().len(), place())?;
        for kind in &table.items {
            let place = || Place { item: Some(kind.name().to_owned()), ..place() };
            bound(Bound::Attributes, kind.keys.len(), place())?;
            bound(Bound::Attributes, kind.attributes.as_ref().map_or(0, Vec::len), place())?;
        }
    }
    for pattern in &design.patterns {
        let place = Place { pattern: Some(pattern.name.clone()), ..Place::default() };
        bound(Bound::Attributes, pattern.parameters.len(), place)?;
    }
    Ok(())
}

/// Checks what the page draws of each design: how many parts there are, and the names that it shows everywhere.
///
/// # Errors
/// Returns an error with the member if there are too many of one kind, or if a name is too long.
pub fn check_drawn(design: &Design) -> Result<(), TooMuch> {
    let parts = [
        ("entities", Bound::Entities, design.entities.len()),
        ("tables", Bound::Tables, design.tables.len()),
        ("relations", Bound::Patterns, design.relations.len()),
        ("patterns", Bound::Patterns, design.patterns.len()),
    ];
    for (member, bound, count) in parts {
        bound.check(count).map_err(|refusal| refusal.at_member(member))?;
    }
    let named = |place: &str, name: &str| {
        Bound::NameBytes.check(name.len()).map_err(|refusal| refusal.at_member(place))
    };
    named("name", &design.name)?;
    for (number, entity) in design.entities.iter().enumerate() {
        named(&format!("entities[{number}].name"), &entity.name)?;
        for (place, attribute) in entity.attributes.iter().enumerate() {
            named(&format!("entities[{number}].attributes[{place}].name"), &attribute.name)?;
        }
    }
    for (number, table) in design.tables.iter().enumerate() {
        named(&format!("tables[{number}].name"), &table.name)?;
        for (place, index) in table.indexes.iter().enumerate() {
            named(&format!("tables[{number}].indexes[{place}].name"), &index.name)?;
        }
        for (place, kind) in table.items.iter().enumerate() {
            named(&format!("tables[{number}].items[{place}].name"), kind.name())?;
        }
    }
    for (number, pattern) in design.patterns.iter().enumerate() {
        named(&format!("patterns[{number}].name"), &pattern.name)?;
    }
    Ok(())
}

/// What the items of a kind need in a table with its indexes: bytes and steps for one row.
pub fn of_stored_row(table: &Table, placement: &Placement, row: &Item) -> (usize, usize) {
    let keys = placement.keys.iter().map(|(name, key)| {
        let filled = key.template.filled_bytes(|attribute| row.get(attribute));
        stored(name, filled)
    });
    let bytes = row.size_bytes() as usize + row.len() * VALUE_BYTES + keys.sum::<usize>();
    let indexes = table.indexes.len() + table.vector_indexes.len();
    let wanted = placement.keys.values().filter_map(|key| key.when.as_ref()).map(|when| when.is.len());
    let projected = table.indexes.iter().map(|index| match &index.projection {
        Projection::Include(names) => 1 + names.len(),
        Projection::All | Projection::KeysOnly => 1,
    });
    let kept = placement.attributes.as_ref().map_or(0, Vec::len);
    let values = row.len() + placement.keys.len();
    let steps = values * (1 + kept + projected.sum::<usize>()) + wanted.sum::<usize>();
    (bytes.saturating_mul(COPIES + indexes), steps)
}

impl From<TooMuch> for FillError {
    fn from(refusal: TooMuch) -> FillError {
        FillError::TooMuch(refusal)
    }
}

impl From<FillError> for ProblemReason {
    fn from(error: FillError) -> ProblemReason {
        match error {
            FillError::TooMuch(refusal) => ProblemReason::TooMuch(refusal),
            error => ProblemReason::Fill(error),
        }
    }
}
