//! Sample data: rows of each entity, made from the design's seed, that follow relations, cardinality and skew.

mod divide;
pub mod items;
pub mod random;
mod values;

use std::collections::BTreeSet;

use dynalab_types::{AttributeValue, Item};

use crate::design::entity::{SAMPLE_ROWS_DEFAULT, SAMPLE_ROWS_MAX};
use crate::design::{Attribute, Design, Entity, Relation, Values};
use crate::literal;
use crate::report::{Place, Problem, ProblemReason};
use random::Random;
pub use random::hash_text;

/// Maximum rows of all entities together. The limit keeps a check fast.
pub const ROWS_MAX: u64 = 20_000;

/// The rows of each entity, in the order of the design.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    entities: Vec<Rows>,
}

#[derive(Clone, Debug, Default)]
pub struct Rows {
    pub entity: String,
    pub rows: Vec<Item>,
    /// The row that a Put writes, in addition to those of the sample.
    pub new_row: Item,
}

impl Sample {
    /// Makes the sample. Returns it with the problems of the design that leave rows out.
    pub fn make(design: &Design) -> (Sample, Vec<Problem>) {
        let mut problems = Vec::new();
        let order = parents_first(design, &mut problems);
        let mut made: Vec<Option<Rows>> = design.entities.iter().map(|_| None).collect();
        let mut total = 0;
        for place in order {
            let entity = &design.entities[place];
            let rows = make_rows(design, entity, &made, ROWS_MAX.saturating_sub(total), &mut problems);
            total += rows.rows.len() as u64;
            made[place] = Some(rows);
        }
        (Sample { entities: made.into_iter().map(Option::unwrap_or_default).collect() }, problems)
    }

    pub fn rows(&self, entity: &str) -> Option<&Rows> {
        self.entities.iter().find(|rows| rows.entity == entity)
    }

    /// Returns a value of a row, or of the new row if `row` is None.
    pub fn value(&self, entity: &str, row: Option<usize>, attribute: &str) -> Option<&AttributeValue> {
        let rows = self.rows(entity)?;
        let item = match row {
            Some(row) => rows.rows.get(row)?,
            None => &rows.new_row,
        };
        item.get(attribute)
    }
}

/// Returns the positions of the entities, each after its parents.
fn parents_first(design: &Design, problems: &mut Vec<Problem>) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::new();
    let mut waiting: Vec<usize> = (0..design.entities.len()).collect();
    while !waiting.is_empty() {
        let is_ready = |place: &usize| {
            design.parents_of(&design.entities[*place].name).all(|relation| {
                relation.parent == relation.child
                    || design.entity(&relation.parent).is_none()
                    || order.iter().any(|done| design.entities[*done].name == relation.parent)
            })
        };
        let (ready, blocked): (Vec<usize>, Vec<usize>) = waiting.iter().partition(|place| is_ready(place));
        if ready.is_empty() {
            for place in &blocked {
                let entity = design.entities[*place].name.clone();
                let at = Place { entity: Some(entity.clone()), ..Place::default() };
                problems.push(Problem { place: at, reason: ProblemReason::RelationCycle { entity } });
            }
            order.extend(&blocked);
            break;
        }
        order.extend(ready);
        waiting = blocked;
    }
    order
}

fn rows_of<'a>(made: &'a [Option<Rows>], entity: &str) -> Option<&'a Rows> {
    made.iter().flatten().find(|rows| rows.entity == entity)
}

fn make_rows(
    design: &Design,
    entity: &Entity,
    made: &[Option<Rows>],
    room: u64,
    problems: &mut Vec<Problem>,
) -> Rows {
    let relations: Vec<(&Relation, &Rows)> = design
        .parents_of(&entity.name)
        .filter_map(|relation| Some((relation, rows_of(made, &relation.parent)?)))
        .filter(|(_, parent)| !parent.rows.is_empty())
        .collect();
    let mut random = Random::from_seed(design.seed, hash_text(&entity.name), u64::MAX);
    let most = entity.sample.unwrap_or(SAMPLE_ROWS_MAX).min(SAMPLE_ROWS_MAX);
    // The first relation determines the number of rows and their parents.
    let mut owners: Vec<usize> = match relations.first() {
        Some((relation, parent)) => divide::owners(relation, parent.rows.len(), most as usize, &mut random),
        None => {
            let count = if entity.count == 0 { SAMPLE_ROWS_DEFAULT } else { entity.count };
            vec![
                0;
                entity.sample.unwrap_or_else(|| count.min(SAMPLE_ROWS_DEFAULT)).min(SAMPLE_ROWS_MAX) as usize
            ]
        }
    };
    if owners.len() as u64 > room {
        let at = Place { entity: Some(entity.name.clone()), ..Place::default() };
        let reason = ProblemReason::TooManyRows { rows: owners.len() as u64, most: room };
        problems.push(Problem { place: at, reason });
        owners.truncate(room as usize);
    }
    if !entity.rows.is_empty() {
        owners = vec![0; entity.rows.len().min(room as usize)];
    }
    let mut rows = Rows { entity: entity.name.clone(), ..Rows::default() };
    let mut taken = BTreeSet::new();
    let count = owners.len();
    let new_owner = owners.first().copied().unwrap_or(0);
    for (row, owner) in owners.into_iter().chain([new_owner]).enumerate() {
        let mut item = Item::with_capacity(entity.attributes.len());
        for attribute in &entity.attributes {
            if let Some(value) = values::value_of(design.seed, &entity.name, attribute, row as u64) {
                item.insert(attribute.name.as_str(), value);
            }
        }
        for (place, (relation, parent)) in relations.iter().enumerate() {
            let chosen =
                if place == 0 { owner } else { divide::pick(relation, parent.rows.len(), &mut random) };
            let Some(from) = parent.rows.get(chosen) else { continue };
            for (attribute, copied) in &relation.copies {
                if let Some(value) = from.get(copied) {
                    item.insert(attribute.as_str(), value.clone());
                }
            }
        }
        if let Some((relation, _)) = relations.first().filter(|_| !has_own_id(entity, &relations)) {
            separate_dates(design.seed, entity, relation, row as u64, &mut taken, &mut item);
        }
        if row < count {
            replace_by_written(entity, row, &mut item, problems);
        }
        if row < count { rows.rows.push(item) } else { rows.new_row = item }
    }
    rows
}

/// Tries for a date that no other row of the same parent has.
const DATE_TRIES: u64 = 40;

/// Returns true if each row has a value of its own.
fn has_own_id(entity: &Entity, relations: &[(&Relation, &Rows)]) -> bool {
    let is_copied = |name: &str| relations.iter().any(|(relation, _)| relation.copies.contains_key(name));
    entity.attributes.iter().filter(|attribute| !is_copied(&attribute.name)).any(|attribute| {
        matches!(
            attribute.values,
            Values::Sequence { .. }
                | Values::Ulid { .. }
                | Values::Uuid
                | Values::Email
                | Values::Cycle { .. }
        )
    })
}

/// Gives a row without an id of its own a date that no earlier row of its parent has. Such an entity has one row per parent and day.
/// `taken` has the dates of the earlier rows.
fn separate_dates(
    seed: u64,
    entity: &Entity,
    relation: &Relation,
    row: u64,
    taken: &mut BTreeSet<String>,
    item: &mut Item,
) {
    let is_date = |attribute: &&Attribute| {
        matches!(attribute.values, Values::Date { .. }) && !relation.copies.contains_key(&attribute.name)
    };
    let parent: Vec<String> = relation.copies.keys().map(|name| format!("{:?}", item.get(name))).collect();
    for attribute in entity.attributes.iter().filter(is_date) {
        let name = attribute.name.as_str();
        for number in 1..=DATE_TRIES {
            let Some(date) = item.get(name) else { break };
            if taken.insert(format!("{name} {parent:?} {date:?}")) {
                break;
            }
            let other_row = row + number * SAMPLE_ROWS_MAX;
            if let Some(value) = values::value_of(seed, &entity.name, attribute, other_row) {
                item.insert(name, value);
            }
        }
    }
}

/// Replaces a generated row by a row that the design specifies.
fn replace_by_written(entity: &Entity, row: usize, item: &mut Item, problems: &mut Vec<Problem>) {
    let Some(written) = entity.rows.get(row) else { return };
    let members = written.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
    match literal::item_from_wire(&members) {
        Some(written) => *item = written,
        None => {
            let place = Place { entity: Some(entity.name.clone()), ..Place::default() };
            problems.push(Problem { place, reason: ProblemReason::Range { member: format!("rows[{row}]") } });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::Sample;

    #[test]
    fn rows_that_only_a_date_tells_apart_have_different_dates() {
        let text = |id: &str| {
            format!(
                r#"{{"version": 1, "name": "x", "entities": [
                {{"name": "Station", "sample": 5, "attributes": [{{"name": "station_id", "values": {{"kind": "sequence"}}}}]}},
                {{"name": "Revenue", "attributes": [{{"name": "station_id"}}, {{"name": "day", "values": {{"kind": "date", "from": "2026-01-01", "to": "2026-01-20"}}}}{id}]}}],
                "relations": [{{"parent": "Station", "child": "Revenue", "copies": {{"station_id": "station_id"}}, "per_parent": {{"least": 8, "mean": 8, "most": 8}}}}]}}"#
            )
        };
        let keys = |text: &str| {
            let (sample, problems) =
                Sample::make(&crate::parse(text).unwrap_or_else(|error| panic!("{error}")));
            assert!(problems.is_empty());
            let rows = sample.rows("Revenue").map(|rows| rows.rows.clone()).unwrap_or_default();
            let all: Vec<String> =
                rows.iter().map(|row| format!("{:?} {:?}", row.get("station_id"), row.get("day"))).collect();
            (all.len(), all.into_iter().collect::<BTreeSet<_>>().len())
        };
        assert_eq!(keys(&text("")), (40, 40));
        // An entity with an id keeps its dates, which may be equal.
        let (rows, different) = keys(&text(r#", {"name": "id", "values": {"kind": "uuid"}}"#));
        assert!(rows == 40 && different < 40, "{different}");
    }
}
