//! Query and Scan of the reference: it reads every item, sorts and filters.

use crate::simulator::model::evaluate::{begins_with, is_wrong, is_wrong_range, matches, project};
use crate::simulator::model::write::read_half_units;
use crate::simulator::model::{Answer, Charges, Model, Outcome, Refusal, Status, Table, VALIDATION};
use crate::simulator::request::{IndexShape, KeyShape, Read, SortTest};
use crate::simulator::value::{Item, Kind, Value, item_size};

/// The evaluated rows, in order.
#[derive(Clone, Debug)]
pub struct Rows {
    pub rows: Vec<Row>,
    pub index: Option<IndexShape>,
    /// Whether rows of different rank have an order. In a Query they do.
    pub ordered: bool,
    /// True if the request has the whole primary key of a table. Then there is no next page.
    pub one_item: bool,
}

#[derive(Clone, Debug)]
pub struct Row {
    /// Rows of the same rank may be returned in any order.
    pub rank: usize,
    /// The item in the response. None if the filter removed it.
    pub returned: Option<Item>,
    pub bytes: u64,
    /// The size of the item that a local index fetched from the table.
    pub fetched_bytes: Option<u64>,
}

/// A whole item that the read evaluates.
type Found = Item;

struct Source<'a> {
    table: &'a Table,
    index: Option<&'a IndexShape>,
    items: Vec<Found>,
}

impl Model {
    pub(super) fn query(
        &self,
        read: &Read,
        named: &KeyShape,
        (partition, sort): (&Value, Option<&SortTest>),
        forward: bool,
    ) -> Outcome {
        check_read(read)?;
        if sort.is_some_and(is_wrong_test) {
            return Err(VALIDATION.into());
        }
        let source = self.source(read)?;
        let key = source.key();
        if read.filter.as_ref().is_some_and(|filter| mentions_key(filter, key)) {
            return Err(VALIDATION.into());
        }
        let (partition, sort) = tests_by_role(key, named, partition, sort)?;
        let sort_name = key.sort.as_ref().map(|(name, _)| name);
        let mut found: Vec<(Option<Value>, Found)> = Vec::new();
        for item in &source.items {
            let value = sort_name.and_then(|name| item.get(name));
            let in_range = sort.as_ref().is_none_or(|test| value.is_some_and(|value| passes(test, value)));
            if item.get(&key.partition.0) == Some(&partition) && in_range {
                found.push((value.cloned(), item.clone()));
            }
        }
        found.sort_by(|(left, _), (right, _)| if forward { left.cmp(right) } else { right.cmp(left) });
        let mut rows: Vec<Row> = Vec::new();
        let mut last: Option<Option<Value>> = None;
        for (value, item) in found {
            let rank = match rows.last() {
                Some(row) if last == Some(value.clone()) => row.rank,
                Some(row) => row.rank + 1,
                None => 0,
            };
            last = Some(value);
            rows.push(source.row(read, rank, &item));
        }
        let is_whole_key = match (&key.sort, sort) {
            (None, _) => true,
            (Some(_), test) => matches!(test, Some(SortTest::Equal(_))),
        };
        let one_item = source.index.is_none() && is_whole_key;
        Ok(Answer::Rows(Rows { rows, index: source.index.cloned(), ordered: true, one_item }))
    }

    pub(super) fn scan(&self, read: &Read) -> Outcome {
        check_read(read)?;
        let source = self.source(read)?;
        let rows = source.items.iter().map(|item| source.row(read, 0, item)).collect();
        Ok(Answer::Rows(Rows { rows, index: source.index.cloned(), ordered: false, one_item: false }))
    }

    fn source(&self, read: &Read) -> Result<Source<'_>, Refusal> {
        let table = self.table(&read.table)?;
        let Some(name) = &read.index else {
            return Ok(Source { table, index: None, items: table.items().into_values().collect() });
        };
        let index = table.shape.index(name).ok_or(VALIDATION)?;
        if table.indexes.get(name).is_none_or(|state| state.status != Status::Active) {
            return Err(VALIDATION.into());
        }
        let carried = |name: &str| index.carries(&table.shape.key, name);
        let all_carried = read.projection.iter().flatten().all(|path| carried(&path.attribute));
        if index.global && (read.consistent || !all_carried) {
            return Err(VALIDATION.into());
        }
        let items = table.indexed_items(index, self.now_ms, self.delays.index_propagation_ms);
        Ok(Source { table, index: Some(index), items })
    }
}

impl Source<'_> {
    fn key(&self) -> &KeyShape {
        self.index.map_or(&self.table.shape.key, |index| &index.key)
    }

    fn row(&self, read: &Read, rank: usize, item: &Found) -> Row {
        let table_key = &self.table.shape.key;
        let entry = match self.index {
            Some(index) => index.entry(table_key, item).unwrap_or_default(),
            None => item.clone(),
        };
        let lacks = |index: &IndexShape| {
            read.projection.iter().flatten().any(|path| !index.carries(table_key, &path.attribute))
        };
        let fetches = self.index.is_some_and(lacks);
        let bytes = item_size(&entry);
        let seen = if fetches { item.clone() } else { entry };
        let passes = read.filter.as_ref().is_none_or(|filter| matches(filter, &seen));
        let returned = passes.then(|| match &read.projection {
            Some(paths) => project(paths, &seen),
            None => seen,
        });
        Row { rank, returned, bytes, fetched_bytes: fetches.then(|| item_size(item)) }
    }
}

/// Sorts key conditions by partition key and sort key. A request may name its attributes in any order.
fn tests_by_role(
    key: &KeyShape,
    named: &KeyShape,
    partition: &Value,
    sort: Option<&SortTest>,
) -> Result<(Value, Option<SortTest>), Refusal> {
    let sort_name = named.sort.as_ref().map(|(name, _)| name.clone());
    let mut tests = vec![(named.partition.0.clone(), SortTest::Equal(partition.clone()))];
    tests.extend(sort_name.zip(sort.cloned()));
    let (partition_name, kind) = &key.partition;
    let position = tests.iter().position(|(name, _)| name == partition_name).ok_or(VALIDATION)?;
    let (_, SortTest::Equal(value)) = tests.remove(position) else { return Err(VALIDATION.into()) };
    if !value.is(*kind) || value.is_empty() {
        return Err(VALIDATION.into());
    }
    let Some((name, test)) = tests.pop() else { return Ok((value, None)) };
    let fits = |(sort_name, kind): &(String, Kind)| {
        *sort_name == name && values(&test).iter().all(|value| value.is(*kind))
    };
    if key.sort.as_ref().is_some_and(fits) { Ok((value, Some(test))) } else { Err(VALIDATION.into()) }
}

/// Returns the charges of one page.
pub fn charges_of_page(read: &Read, index: Option<&IndexShape>, page: &[Row]) -> Charges {
    let mut charges = Charges::new();
    let bytes = page.iter().map(|row| row.bytes).sum();
    let owner = (read.table.clone(), index.map(|index| index.name.clone()));
    *charges.entry(owner).or_default() += read_half_units(bytes, read.consistent);
    for bytes in page.iter().filter_map(|row| row.fetched_bytes) {
        *charges.entry((read.table.clone(), None)).or_default() += read_half_units(bytes, read.consistent);
    }
    charges
}

fn check_read(read: &Read) -> Result<(), Refusal> {
    let filter_is_wrong = read.filter.as_ref().is_some_and(is_wrong);
    if filter_is_wrong || (read.count_only && read.projection.is_some()) {
        return Err(VALIDATION.into());
    }
    Ok(())
}

fn mentions_key(filter: &crate::simulator::expression::Condition, key: &KeyShape) -> bool {
    filter.paths().iter().any(|path| key.contains(&path.attribute))
}

fn values(test: &SortTest) -> Vec<&Value> {
    match test {
        SortTest::Equal(value)
        | SortTest::Less(value)
        | SortTest::LessOrEqual(value)
        | SortTest::Greater(value)
        | SortTest::GreaterOrEqual(value)
        | SortTest::BeginsWith(value) => vec![value],
        SortTest::Between(low, high) => vec![low, high],
    }
}

fn is_wrong_test(test: &SortTest) -> bool {
    match test {
        SortTest::Between(low, high) => is_wrong_range(low, high),
        SortTest::BeginsWith(value) => matches!(value, Value::N(_)),
        _ => false,
    }
}

fn passes(test: &SortTest, value: &Value) -> bool {
    match test {
        SortTest::Equal(wanted) => value == wanted,
        SortTest::Less(bound) => value < bound,
        SortTest::LessOrEqual(bound) => value <= bound,
        SortTest::Greater(bound) => value > bound,
        SortTest::GreaterOrEqual(bound) => value >= bound,
        SortTest::Between(low, high) => value >= low && value <= high,
        SortTest::BeginsWith(prefix) => begins_with(value, prefix),
    }
}
