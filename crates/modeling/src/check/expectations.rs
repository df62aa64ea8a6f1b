//! Comparison of a pattern's result with the design's expectation.

use std::collections::BTreeMap;

use dynalab_types::Item;
use serde_json::{Value, json};

use super::answer::Answer;
use super::requests::RequestBuilder;
use super::scratch::Scratch;
use super::stored::key_text;
use crate::design::{Expectation, ExpectedRows, KeyCondition, Operation, Order, StateAfter, Table};
use crate::literal::{self, item_json, show};
use crate::report::{ErrorReport, ProblemReason, Red};
use crate::template::Template;

/// Maximum number of keys of missing or unexpected rows in a report.
const SHOWN_KEYS: usize = 5;

type Compared = Result<(), Red>;

pub struct Compare<'a> {
    pub maker: &'a RequestBuilder<'a>,
    pub answer: &'a Answer,
    pub error: Option<&'a ErrorReport>,
}

/// Expected rows of the sample.
#[derive(Default)]
pub struct RowsByKey {
    /// Number of rows of all conditions. A row that matches two conditions counts twice.
    pub count: u64,
    /// Keys as the report shows them, by the key's text.
    shown: BTreeMap<String, String>,
}

impl<'a> Compare<'a> {
    /// Compares what a request returned.
    ///
    /// # Errors
    /// Returns the first difference.
    pub fn run(
        &self,
        operation: &Operation,
        expect: &Expectation,
        rows: Result<Option<RowsByKey>, Red>,
        scratch: &Scratch,
    ) -> Compared {
        self.compare_error(expect)?;
        if self.error.is_none() && !operation.is_write() {
            self.compare_counts(expect)?;
            self.compare_rows(operation, rows?, scratch)?;
            self.compare_attributes(expect)?;
            if let Some(order) = &expect.order {
                self.compare_order(order)?;
            }
        }
        Ok(())
    }

    /// Compares what is stored afterwards. `read` sends a GetItem with this body.
    ///
    /// # Errors
    /// Returns the first difference.
    pub fn compare_states(
        &self,
        expect: &Expectation,
        mut read: impl FnMut(&Value) -> Result<Value, ErrorReport>,
    ) -> Compared {
        expect.after.iter().try_for_each(|state| self.compare_state(state, &mut read))
    }

    /// Returns the sample rows that the design expects. Returns None if it specifies no rows.
    ///
    /// # Errors
    /// Returns an error if the table or kind is unknown, or a condition has no value.
    pub fn expected_rows(
        &self,
        operation: &Operation,
        expect: &Expectation,
        scratch: &Scratch,
    ) -> Result<Option<RowsByKey>, Red> {
        if expect.rows.is_empty() {
            return Ok(None);
        }
        let table = self.table_of(operation)?;
        let mut expected = RowsByKey::default();
        for rows in &expect.rows {
            let items = self.expected_items(table, rows, scratch)?;
            expected.count += items.len() as u64;
            expected
                .shown
                .extend(items.into_iter().map(|item| (key_text(table, item), shown_key(table, item))));
        }
        Ok(Some(expected))
    }

    fn compare_error(&self, expect: &Expectation) -> Compared {
        let got = self.error.map(|error| error.name.clone());
        match (&expect.error, &got) {
            (None, None) => Ok(()),
            (None, Some(_)) => Err(Red::Refused),
            (Some(expected), Some(name)) if expected == name => Ok(()),
            (Some(expected), _) => Err(Red::ErrorExpected { expected: expected.clone(), got }),
        }
    }

    fn compare_counts(&self, expect: &Expectation) -> Compared {
        let returned = self.answer.items.len() as u64;
        if expect.empty {
            return if returned == 0 { Ok(()) } else { Err(Red::NotEmpty { returned }) };
        }
        if returned == 0 {
            return Err(Red::Empty);
        }
        let least = expect.count.or(expect.at_least);
        let most = expect.count.or(expect.at_most);
        if least.is_some_and(|least| returned < least) || most.is_some_and(|most| returned > most) {
            return Err(Red::Count { expected_least: least, expected_most: most, returned });
        }
        Ok(())
    }

    fn compare_rows(&self, operation: &Operation, rows: Option<RowsByKey>, scratch: &Scratch) -> Compared {
        let Some(RowsByKey { shown: mut expected, .. }) = rows else { return Ok(()) };
        let table = self.table_of(operation)?;
        let mut unexpected = Vec::new();
        let mut unexpected_count = 0;
        for (_, item) in &self.answer.items {
            if expected.remove(&scratch.key_text(table, item)).is_none() {
                unexpected_count += 1;
                unexpected.push(shown_key(table, item));
            }
        }
        unexpected.truncate(SHOWN_KEYS);
        let missing_count = expected.len() as u64;
        if missing_count + unexpected_count == 0 {
            return Ok(());
        }
        let missing = expected.into_values().take(SHOWN_KEYS).collect();
        Err(Red::Rows { missing, unexpected, missing_count, unexpected_count })
    }

    fn table_of(&self, operation: &Operation) -> Result<&'a Table, Red> {
        let name = match operation {
            Operation::Get(get) => get.table.as_str(),
            Operation::BatchGet(batch) => &batch.table,
            Operation::Query(query) => &query.table,
            Operation::Scan(scan) => &scan.table,
            Operation::SearchVectors(search) => &search.table,
            Operation::TransactGet { reads } => reads.first().map_or("", |get| get.table.as_str()),
            Operation::Request(raw) => raw.body["TableName"].as_str().unwrap_or_default(),
            _ => "",
        };
        self.maker.table(name).map_err(Red::NotRun)
    }

    /// Returns the sample items that meet the conditions, in the expected order and number.
    fn expected_items<'s>(
        &self,
        table: &Table,
        rows: &ExpectedRows,
        scratch: &'s Scratch,
    ) -> Result<Vec<&'s Item>, Red> {
        let design = self.maker.design;
        let unknown = || Red::NotRun(ProblemReason::UnknownItem { item: rows.item.clone() });
        let place = design.tables.iter().position(|known| known.name == table.name).ok_or_else(unknown)?;
        let wanted = table.items.iter().position(|item| item.name() == rows.item).ok_or_else(unknown)?;
        let conditions: Vec<(&str, FilledCondition)> = rows
            .conditions
            .iter()
            .map(|(name, condition)| {
                Ok((name.as_str(), FilledCondition::from_condition(self.maker, condition)?))
            })
            .collect::<Result<_, ProblemReason>>()
            .map_err(Red::NotRun)?;
        let of_kind = scratch.tables.get(place).map_or(&[][..], |table| table.of_kind(wanted));
        let mut items: Vec<&Item> = of_kind
            .iter()
            .map(|stored| &stored.item)
            .filter(|item| {
                conditions
                    .iter()
                    .all(|(name, filled)| item.get(name).is_some_and(|value| filled.matches(value)))
            })
            .collect();
        if let Some(order) = &rows.order {
            items.sort_by(|left, right| compare_by(order, left, right));
        }
        items.truncate(rows.limit.unwrap_or(u64::MAX).min(items.len() as u64) as usize);
        Ok(items)
    }

    fn compare_attributes(&self, expect: &Expectation) -> Compared {
        for (place, (_, item)) in self.answer.items.iter().enumerate() {
            self.compare_item(place as u64, item, &expect.each)?;
        }
        match self.answer.items.first() {
            Some((_, first)) => self.compare_item(0, first, &expect.first),
            None => Ok(()),
        }
    }

    fn compare_item(&self, place: u64, item: &Item, wanted: &BTreeMap<String, Template>) -> Compared {
        for (attribute, template) in wanted {
            let expected = self.maker.fill(template).map_err(Red::NotRun)?;
            let got = item.get(attribute);
            if !got.is_some_and(|got| literal::same(got, &expected)) {
                let (attribute, got) = (attribute.clone(), got.map(show));
                return Err(Red::Attribute { place, attribute, expected: show(&expected), got });
            }
        }
        Ok(())
    }

    fn compare_order(&self, order: &Order) -> Compared {
        let items = &self.answer.items;
        for (place, pair) in items.windows(2).enumerate() {
            if let [(_, left), (_, right)] = pair
                && compare_by(order, left, right).is_gt()
            {
                return Err(Red::Order { place: place as u64 + 1, by: order.by.clone() });
            }
        }
        Ok(())
    }

    fn compare_state(
        &self,
        state: &StateAfter,
        read: &mut impl FnMut(&Value) -> Result<Value, ErrorReport>,
    ) -> Compared {
        let (shown, body) = state_read(self.maker, state).map_err(Red::NotRun)?;
        let different = |attribute: Option<String>, expected: String, got: Option<String>| {
            Err(Red::State { key: shown.clone(), attribute, expected, got })
        };
        let item = match read(&body) {
            Ok(response) => response.get("Item").and_then(literal::item_from_wire),
            Err(error) => return different(None, String::new(), Some(error.message)),
        };
        match item {
            None if state.gone => Ok(()),
            None => different(None, "an item".to_owned(), None),
            Some(item) if state.gone => {
                different(None, "no item".to_owned(), Some(item_json(&item).to_string()))
            }
            Some(item) => {
                for (attribute, template) in &state.has {
                    let expected = self.maker.fill(template).map_err(Red::NotRun)?;
                    let got = item.get(attribute);
                    if !got.is_some_and(|got| literal::same(got, &expected)) {
                        return different(Some(attribute.clone()), show(&expected), got.map(show));
                    }
                }
                Ok(())
            }
        }
    }
}

/// Returns the key of an item as a report shows it, and the body of the GetItem that reads the item.
///
/// # Errors
/// Returns an error if the table is unknown, or a template has no value.
pub fn state_read(maker: &RequestBuilder, state: &StateAfter) -> Result<(String, Value), ProblemReason> {
    let table = maker.table(&state.table)?;
    let key = maker.key_item(table, &state.key)?;
    let body = json!({ "TableName": table.name, "Key": item_json(&key), "ConsistentRead": true });
    Ok((shown_key(table, &key), body))
}

/// A condition with its values filled in.
pub(crate) enum FilledCondition {
    Equals(dynalab_types::AttributeValue),
    BeginsWith(String),
    /// Lower and upper bound, each with true if it belongs to the range.
    Range(Option<(dynalab_types::AttributeValue, bool)>, Option<(dynalab_types::AttributeValue, bool)>),
}

impl FilledCondition {
    pub fn from_condition(
        maker: &RequestBuilder,
        condition: &KeyCondition,
    ) -> Result<FilledCondition, ProblemReason> {
        Ok(match condition {
            KeyCondition::Equals(template) => FilledCondition::Equals(maker.fill(template)?),
            KeyCondition::BeginsWith { begins_with } => {
                FilledCondition::BeginsWith(show(&maker.fill(begins_with)?))
            }
            KeyCondition::Between { between } => FilledCondition::Range(
                Some((maker.fill(&between.0)?, true)),
                Some((maker.fill(&between.1)?, true)),
            ),
            KeyCondition::Below { below } => FilledCondition::Range(None, Some((maker.fill(below)?, false))),
            KeyCondition::AtMost { at_most } => {
                FilledCondition::Range(None, Some((maker.fill(at_most)?, true)))
            }
            KeyCondition::Above { above } => FilledCondition::Range(Some((maker.fill(above)?, false)), None),
            KeyCondition::AtLeast { at_least } => {
                FilledCondition::Range(Some((maker.fill(at_least)?, true)), None)
            }
        })
    }

    pub fn matches(&self, value: &dynalab_types::AttributeValue) -> bool {
        match self {
            FilledCondition::Equals(wanted) => literal::same(value, wanted),
            FilledCondition::BeginsWith(prefix) => show(value).starts_with(prefix),
            FilledCondition::Range(least, most) => {
                let above = |(bound, closed): &(_, bool)| {
                    let order = literal::order(value, bound);
                    order.is_gt() || (*closed && order.is_eq())
                };
                let below = |(bound, closed): &(_, bool)| {
                    let order = literal::order(value, bound);
                    order.is_lt() || (*closed && order.is_eq())
                };
                least.as_ref().is_none_or(above) && most.as_ref().is_none_or(below)
            }
        }
    }
}

/// Compares two items by an attribute. Items without it are after all others, in ascending order.
fn compare_by(order: &Order, left: &Item, right: &Item) -> std::cmp::Ordering {
    let found = match (left.get(&order.by), right.get(&order.by)) {
        (Some(left), Some(right)) => literal::order(left, right),
        (left, right) => left.is_none().cmp(&right.is_none()),
    };
    if order.descending { found.reverse() } else { found }
}

fn shown_key(table: &Table, item: &Item) -> String {
    let values: Vec<String> =
        table.key().filter_map(|attribute| item.get(&attribute.name)).map(show).collect();
    values.join(" / ")
}
