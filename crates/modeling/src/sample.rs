//! Sample data: rows of each entity, made from the design's seed, that follow relations, cardinality and skew.

mod divide;
mod generations;
pub mod items;
pub mod random;
mod values;

use std::collections::BTreeSet;

use dynalab_types::{AttributeValue, Budget, Item, TooMuch};

use crate::bounds;
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
    /// Makes the sample. Returns it with the problems of the design that leave rows out. A sample that would become too much is empty.
    pub fn make(design: &Design) -> (Sample, Vec<Problem>) {
        Sample::charged(design, &Budget::of_check())
            .unwrap_or_else(|problem| (Sample::default(), vec![*problem]))
    }

    /// Makes the sample within a budget.
    ///
    /// # Errors
    /// Returns the problem if the sample would become too much.
    pub fn charged(design: &Design, budget: &Budget) -> Result<(Sample, Vec<Problem>), Box<Problem>> {
        bounds::check(design)?;
        let mut problems = Vec::new();
        let order = generations::parents_first(design, &mut problems);
        let mut made: Vec<Option<Rows>> = design.entities.iter().map(|_| None).collect();
        let mut total = 0;
        for place in order {
            let entity = &design.entities[place];
            let room = ROWS_MAX.saturating_sub(total);
            let rows = make_rows(design, entity, &made, (room, budget), &mut problems)?;
            total += rows.rows.len() as u64;
            made[place] = Some(rows);
        }
        Ok((Sample { entities: made.into_iter().map(Option::unwrap_or_default).collect() }, problems))
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

fn rows_of<'a>(made: &'a [Option<Rows>], entity: &str) -> Option<&'a Rows> {
    made.iter().flatten().find(|rows| rows.entity == entity)
}

/// The rows of the parents of an entity, each with its relation.
type Parents<'a> = Vec<(&'a Relation, &'a Rows)>;

/// Returns the parent row of each row. Without a parent, only their number matters.
fn make_owners(entity: &Entity, parents: &Parents, random: &mut Random) -> Vec<usize> {
    let most = entity.sample.unwrap_or(SAMPLE_ROWS_MAX).min(SAMPLE_ROWS_MAX);
    // The first relation determines the number of rows and their parents.
    match parents.first() {
        Some((relation, parent)) => divide::owners(relation, parent.rows.len(), most as usize, random),
        None => {
            let count = if entity.count == 0 { SAMPLE_ROWS_DEFAULT } else { entity.count };
            let rows = entity.sample.unwrap_or_else(|| count.min(SAMPLE_ROWS_DEFAULT));
            vec![0; rows.min(SAMPLE_ROWS_MAX) as usize]
        }
    }
}

fn make_rows(
    design: &Design,
    entity: &Entity,
    made: &[Option<Rows>],
    (room, budget): (u64, &Budget),
    problems: &mut Vec<Problem>,
) -> Result<Rows, Box<Problem>> {
    let relations: Parents = design
        .parents_of(&entity.name)
        .filter_map(|relation| Some((relation, rows_of(made, &relation.parent)?)))
        .filter(|(_, parent)| !parent.rows.is_empty())
        .collect();
    let mut random = Random::from_seed(design.seed, hash_text(&entity.name), u64::MAX);
    let mut owners = make_owners(entity, &relations, &mut random);
    if owners.len() as u64 > room {
        let at = Place { entity: Some(entity.name.clone()), ..Place::default() };
        let reason = ProblemReason::TooManyRows { rows: owners.len() as u64, most: room };
        problems.push(Problem { place: at, reason });
        owners.truncate(room as usize);
    }
    if !entity.rows.is_empty() {
        owners = vec![0; entity.rows.len().min(room as usize)];
    }
    let mut maker = RowMaker { seed: design.seed, entity, relations, budget, taken: BTreeSet::new() };
    let mut rows = Rows { entity: entity.name.clone(), ..Rows::default() };
    let count = owners.len();
    let new_owner = owners.first().copied().unwrap_or(0);
    for (row, owner) in owners.into_iter().chain([new_owner]).enumerate() {
        let made = maker.row(row, owner, &mut random);
        let mut item = made.map_err(|(attribute, refusal)| too_much(entity, attribute, refusal))?;
        if row < count {
            replace_by_written(entity, row, &mut item, problems);
            rows.rows.push(item);
        } else {
            rows.new_row = item;
        }
    }
    Ok(rows)
}

fn too_much(entity: &Entity, attribute: Option<&str>, refusal: TooMuch) -> Box<Problem> {
    let attribute = attribute.map(str::to_owned);
    let place = Place { entity: Some(entity.name.clone()), attribute, ..Place::default() };
    Box::new(Problem { place, reason: ProblemReason::TooMuch(refusal) })
}

/// Makes the rows of one entity.
struct RowMaker<'a> {
    seed: u64,
    entity: &'a Entity,
    relations: Parents<'a>,
    budget: &'a Budget,
    /// The dates of the rows so far, each with its parent.
    taken: BTreeSet<String>,
}

/// A refusal, with the attribute whose values are too much.
type Refused<'a> = (Option<&'a str>, TooMuch);

impl<'a> RowMaker<'a> {
    /// Makes one row. What it becomes is charged before.
    fn row(&mut self, row: usize, owner: usize, random: &mut Random) -> Result<Item, Refused<'a>> {
        let entity = self.entity;
        let mut item = Item::with_capacity(entity.attributes.len());
        for attribute in &entity.attributes {
            let name = attribute.name.as_str();
            let refused = |refusal| (Some(name), refusal);
            self.budget.step(values::steps_of(&entity.name, attribute)).map_err(refused)?;
            self.budget.produce(bounds::stored(name, values::bytes_of(attribute))).map_err(refused)?;
            if let Some(value) = values::value_of(self.seed, &entity.name, attribute, row as u64) {
                item.insert(name, value);
            }
        }
        for (place, (relation, parent)) in self.relations.iter().enumerate() {
            let steps = if place == 0 { 1 } else { parent.rows.len() };
            self.budget.step(steps + relation.copies.len()).map_err(|refusal| (None, refusal))?;
            let chosen = if place == 0 { owner } else { divide::pick(relation, parent.rows.len(), random) };
            let Some(from) = parent.rows.get(chosen) else { continue };
            for (attribute, copied) in &relation.copies {
                let Some(value) = from.get(copied) else { continue };
                let bytes = bounds::stored(attribute, value.size_bytes() as usize);
                self.budget.produce(bytes).map_err(|refusal| (Some(attribute.as_str()), refusal))?;
                item.insert(attribute.as_str(), value.clone());
            }
        }
        if let Some((relation, _)) = self.relations.first().filter(|_| !has_own_id(entity, &self.relations)) {
            self.separate_dates(relation, row as u64, &mut item)?;
        }
        Ok(item)
    }
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

/// Bytes of a text as it is written for a comparison, at most, for each byte of the value.
const ESCAPED_BYTES: usize = 8;

impl<'a> RowMaker<'a> {
    /// Gives a row without an id of its own a date that no earlier row of its parent has. Such an entity has one row per parent and day.
    fn separate_dates(
        &mut self,
        relation: &'a Relation,
        row: u64,
        item: &mut Item,
    ) -> Result<(), Refused<'a>> {
        let is_date = |attribute: &&Attribute| {
            matches!(attribute.values, Values::Date { .. }) && !relation.copies.contains_key(&attribute.name)
        };
        let of_parent = relation.copies.keys().filter_map(|name| item.get(name));
        let bytes = of_parent.map(AttributeValue::size_bytes).sum::<u64>() as usize * ESCAPED_BYTES;
        let mut parent: Option<Vec<String>> = None;
        for attribute in self.entity.attributes.iter().filter(is_date) {
            let name = attribute.name.as_str();
            for number in 1..=DATE_TRIES {
                let Some(date) = item.get(name) else { break };
                self.budget.produce(bytes + name.len()).map_err(|refusal| (Some(name), refusal))?;
                let parent = parent.get_or_insert_with(|| {
                    relation.copies.keys().map(|name| format!("{:?}", item.get(name))).collect()
                });
                if self.taken.insert(format!("{name} {parent:?} {date:?}")) {
                    break;
                }
                let other_row = row + number * SAMPLE_ROWS_MAX;
                if let Some(value) = values::value_of(self.seed, &self.entity.name, attribute, other_row) {
                    item.insert(name, value);
                }
            }
        }
        Ok(())
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
