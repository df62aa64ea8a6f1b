//! Compares two states of the tables: added, removed and changed tables, settings, items and attributes.

use std::collections::BTreeMap;

use dynalab_engine::table_description_json;
use dynalab_service::{Complete, Engine};
use dynalab_types::json::{self, Object, Value};
use dynalab_types::{AttributeValue, Item, KeyBytes, KeySchema, PackedItem};

/// The members of DescribeTable about content and time, which are not part of the definition.
const FIGURES: &[&str] = &[
    "ItemCount",
    "TableSizeBytes",
    "IndexSizeBytes",
    "CreationDateTime",
    "LastUpdateToPayPerRequestDateTime",
    "LastIncreaseDateTime",
    "LastDecreaseDateTime",
    "TableId",
];

/// The tables of a state, by name.
pub type Tables = BTreeMap<String, TableAtPoint>;

#[derive(Clone, Debug)]
pub struct TableAtPoint {
    key: KeySchema,
    settings: BTreeMap<String, Value>,
    items: BTreeMap<KeyBytes, PackedItem>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    Added,
    Removed,
    Changed,
    /// Only for tables.
    Same,
}

impl Difference {
    pub fn name(self) -> &'static str {
        match self {
            Difference::Added => "added",
            Difference::Removed => "removed",
            Difference::Changed => "changed",
            Difference::Same => "same",
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct TableDifference {
    pub table: String,
    pub difference: Difference,
    pub added: u64,
    pub removed: u64,
    pub changed: u64,
    pub unchanged: u64,
    /// The changed settings with values before and after. The path is, for example,
    /// `GlobalSecondaryIndexes[ByG].Projection.ProjectionType`.
    pub settings: Vec<(String, Option<Value>, Option<Value>)>,
    /// The first changed items, in the order of the table.
    pub items: Vec<ItemDifference>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ItemDifference {
    pub difference: Difference,
    pub key: Item,
    /// The changed attributes, before and after, without keys. For an added or removed item, all other attributes.
    pub attributes: Vec<(String, Option<AttributeValue>, Option<AttributeValue>)>,
}

pub fn tables_then(engine: &Engine) -> Tables {
    let tables = engine.database().tables().map(|table| {
        let description = json::parse(&table_description_json::<Complete>(table)).unwrap_or(Value::Null);
        let mut settings = BTreeMap::new();
        flatten(String::new(), &description, &mut settings);
        let then = TableAtPoint {
            key: table.definition.key.clone(),
            settings,
            items: table.items.iter().map(|(key, item)| (key.clone(), item.clone())).collect(),
        };
        (table.definition.name.to_string(), then)
    });
    tables.collect()
}

/// Compares two states. Lists at most `items_most` items of all tables together, but counts all.
pub fn compare(before: &Tables, after: &Tables, items_most: usize) -> Vec<TableDifference> {
    let mut names: Vec<&String> = before.keys().chain(after.keys()).collect();
    names.sort();
    names.dedup();
    let mut left = items_most;
    names
        .into_iter()
        .map(|name| {
            let table = table_difference(name, before.get(name), after.get(name), left);
            left -= table.items.len();
            table
        })
        .collect()
}

fn table_difference(
    name: &str,
    before: Option<&TableAtPoint>,
    after: Option<&TableAtPoint>,
    items_most: usize,
) -> TableDifference {
    let mut table = TableDifference {
        table: name.to_owned(),
        difference: Difference::Same,
        added: 0,
        removed: 0,
        changed: 0,
        unchanged: 0,
        settings: Vec::new(),
        items: Vec::new(),
    };
    let none = BTreeMap::new();
    let items = |then: Option<&'_ TableAtPoint>| then.map_or(none.clone(), |then| then.items.clone());
    let (items_before, items_after) = (items(before), items(after));
    let mut keys: Vec<&KeyBytes> = items_before.keys().collect();
    keys.extend(items_after.keys().filter(|key| !items_before.contains_key(*key)));
    keys.sort();
    for bytes in keys {
        let (one, other) = (items_before.get(bytes), items_after.get(bytes));
        let difference = match (one, other) {
            (Some(one), Some(other)) if one == other => {
                table.unchanged += 1;
                continue;
            }
            (Some(_), Some(_)) => Difference::Changed,
            (None, _) => Difference::Added,
            (_, None) => Difference::Removed,
        };
        table.count(difference);
        let schema = if other.is_some() { after } else { before };
        if let (true, Some(then)) = (table.items.len() < items_most, schema) {
            let unpack = |item: Option<&PackedItem>| item.map(PackedItem::unpack);
            table.items.push(item_difference(difference, &then.key, unpack(one), unpack(other)));
        }
    }
    table.difference = match (before, after) {
        (None, _) => Difference::Added,
        (_, None) => Difference::Removed,
        (Some(before), Some(after)) => {
            table.settings = settings_difference(&before.settings, &after.settings);
            let same = table.settings.is_empty() && table.added + table.removed + table.changed == 0;
            if same { Difference::Same } else { Difference::Changed }
        }
    };
    table
}

impl TableDifference {
    fn count(&mut self, difference: Difference) {
        match difference {
            Difference::Added => self.added += 1,
            Difference::Removed => self.removed += 1,
            Difference::Changed => self.changed += 1,
            Difference::Same => self.unchanged += 1,
        }
    }
}

fn item_difference(
    difference: Difference,
    schema: &KeySchema,
    before: Option<Item>,
    after: Option<Item>,
) -> ItemDifference {
    let none = Item::new();
    let (one, other) = (before.as_ref().unwrap_or(&none), after.as_ref().unwrap_or(&none));
    let key = schema.key_of(if after.is_some() { other } else { one });
    let mut names: Vec<&str> = one.keys().chain(other.keys().filter(|name| !one.contains(name))).collect();
    names.retain(|name| !schema.contains(name) && one.get(name) != other.get(name));
    names.sort_unstable();
    let attributes =
        names.into_iter().map(|name| (name.to_owned(), one.get(name).cloned(), other.get(name).cloned()));
    ItemDifference { difference, key, attributes: attributes.collect() }
}

fn settings_difference(
    before: &BTreeMap<String, Value>,
    after: &BTreeMap<String, Value>,
) -> Vec<(String, Option<Value>, Option<Value>)> {
    let mut ways: Vec<&String> = before.keys().chain(after.keys()).collect();
    ways.sort();
    ways.dedup();
    let others = ways.into_iter().filter(|way| before.get(*way) != after.get(*way));
    others.map(|way| (way.clone(), before.get(way).cloned(), after.get(way).cloned())).collect()
}

/// Collects every value that is not a list or object, by its path. List elements with a name are identified by it.
fn flatten(way: String, value: &Value, into: &mut BTreeMap<String, Value>) {
    match value {
        Value::Object(members) => {
            for (name, value) in members.iter().filter(|(name, _)| !FIGURES.contains(&name.as_str())) {
                let way = if way.is_empty() { name.clone() } else { format!("{way}.{name}") };
                flatten(way, value, into);
            }
        }
        Value::Array(elements) => {
            for (place, element) in elements.iter().enumerate() {
                let name = named(element).map_or_else(|| place.to_string(), str::to_owned);
                flatten(format!("{way}[{name}]"), element, into);
            }
        }
        value => {
            into.insert(way, value.clone());
        }
    }
}

fn named(element: &Value) -> Option<&str> {
    let object: &Object = match element {
        Value::Object(object) => object,
        _ => return None,
    };
    ["IndexName", "AttributeName"].iter().find_map(|name| object.get(name)?.as_str())
}

#[cfg(test)]
mod tests {
    use dynalab_engine::{EngineConfig, TraceLevel};
    use dynalab_service::{Command, Request};
    use dynalab_types::Timestamp;

    use super::*;

    fn ask(engine: &mut Engine, operation: &str, body: &str) {
        let request = Request::parse(operation, body).expect("a request");
        let at = Timestamp::from_epoch_ms(1_790_000_000_000);
        let outcome = engine.execute(Command { at, request }, TraceLevel::Off).outcome;
        assert!(outcome.is_ok(), "{operation}: {outcome:?}");
    }

    fn notes() -> Engine {
        let mut engine = Engine::new(1, EngineConfig::instant());
        let table = r#"{"TableName":"Notes","KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],"AttributeDefinitions":[{"AttributeName":"id","AttributeType":"N"}],"BillingMode":"PAY_PER_REQUEST"}"#;
        ask(&mut engine, "CreateTable", table);
        for id in 0..5 {
            let put = format!(
                r#"{{"TableName":"Notes","Item":{{"id":{{"N":"{id}"}},"n":{{"N":"1"}},"old":{{"BOOL":true}}}}}}"#
            );
            ask(&mut engine, "PutItem", &put);
        }
        engine
    }

    #[test]
    fn items_come_go_and_change() {
        let mut engine = notes();
        let before = tables_then(&engine);
        ask(&mut engine, "DeleteItem", r#"{"TableName":"Notes","Key":{"id":{"N":"0"}}}"#);
        ask(&mut engine, "PutItem", r#"{"TableName":"Notes","Item":{"id":{"N":"9"},"n":{"N":"9"}}}"#);
        let put = r#"{"TableName":"Notes","Item":{"id":{"N":"1"},"n":{"N":"2"},"new":{"S":"x"}}}"#;
        ask(&mut engine, "PutItem", put);
        let after = tables_then(&engine);
        let [table] = compare(&before, &after, 100).try_into().expect("one table");
        assert_eq!((table.added, table.removed, table.changed, table.unchanged), (1, 1, 1, 3));
        assert_eq!(table.difference, Difference::Changed);
        assert!(table.settings.is_empty(), "counts are no settings: {:?}", table.settings);
        let changed = table.items.iter().find(|item| item.difference == Difference::Changed);
        let names: Vec<&str> =
            changed.into_iter().flat_map(|item| &item.attributes).map(|(name, _, _)| name.as_str()).collect();
        assert_eq!(names, ["n", "new", "old"]);
        let back = compare(&after, &before, 2);
        assert_eq!((back[0].added, back[0].removed, back[0].items.len()), (1, 1, 2));
        assert!(compare(&after, &after, 100).iter().all(|table| table.difference == Difference::Same));
    }

    #[test]
    fn tables_and_their_settings_differ() {
        let mut engine = notes();
        let before = tables_then(&engine);
        let update = r#"{"TableName":"Notes","AttributeDefinitions":[{"AttributeName":"n","AttributeType":"N"}],"GlobalSecondaryIndexUpdates":[{"Create":{"IndexName":"ByN","KeySchema":[{"AttributeName":"n","KeyType":"HASH"}],"Projection":{"ProjectionType":"KEYS_ONLY"}}}]}"#;
        ask(&mut engine, "UpdateTable", update);
        let other = r#"{"TableName":"Other","KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],"AttributeDefinitions":[{"AttributeName":"id","AttributeType":"N"}],"BillingMode":"PAY_PER_REQUEST"}"#;
        ask(&mut engine, "CreateTable", other);
        let told = compare(&before, &tables_then(&engine), 100);
        let ways: Vec<&str> = told[0].settings.iter().map(|(way, _, _)| way.as_str()).collect();
        assert!(ways.contains(&"GlobalSecondaryIndexes[ByN].Projection.ProjectionType"), "{ways:?}");
        assert!(ways.contains(&"AttributeDefinitions[n].AttributeType"), "{ways:?}");
        assert!(told[0].items.is_empty() && told[0].unchanged == 5);
        assert_eq!(told[1].difference, Difference::Added);
    }
}
