//! Edits the parts of an access pattern: its request, its key conditions, its parameters and its expected result.

use dynalab_modeling::design::{
    AccessPattern, Action, BatchGet, Delete, Get, KeyCondition, KeyTemplates, Operation, Parameter,
    Placement, Put, Query, Rate, RawRequest, Scan, SearchVectors, Table, Update,
};
use dynalab_modeling::{Design, Template};

use super::names;
pub use super::result_draft::{RESULTS, has_result, result_name, set_result};

/// The requests of the format. Those after the first six are lists of steps, or have a form of their members alone.
pub const ACTIONS: [&str; 12] = [
    "get",
    "query",
    "scan",
    "put",
    "update",
    "delete",
    "transact_write",
    "transact_get",
    "batch_get",
    "batch_write",
    "search_vectors",
    "request",
];
pub const OPERATORS: [&str; 8] =
    ["none", "equals", "begins_with", "between", "below", "at_most", "above", "at_least"];
pub fn action_name(operation: Option<&Operation>) -> &'static str {
    match operation {
        None => "none",
        Some(Operation::Get(_)) => "get",
        Some(Operation::Query(_)) => "query",
        Some(Operation::Scan(_)) => "scan",
        Some(Operation::Put(_)) => "put",
        Some(Operation::Update(_)) => "update",
        Some(Operation::Delete(_)) => "delete",
        Some(Operation::TransactWrite { .. }) => "transact_write",
        Some(Operation::TransactGet { .. }) => "transact_get",
        Some(Operation::BatchGet(_)) => "batch_get",
        Some(Operation::BatchWrite { .. }) => "batch_write",
        Some(Operation::SearchVectors(_)) => "search_vectors",
        Some(Operation::Request(_)) => "request",
    }
}

pub fn table_of(operation: &Operation) -> Option<&str> {
    match operation {
        Operation::Get(Get { table, .. })
        | Operation::Query(Query { table, .. })
        | Operation::Scan(Scan { table, .. })
        | Operation::Put(Put { table, .. })
        | Operation::Update(Update { table, .. })
        | Operation::Delete(Delete { table, .. }) => Some(table),
        _ => None,
    }
}

pub fn index_of(operation: &Operation) -> Option<&str> {
    match operation {
        Operation::Query(Query { index, .. }) | Operation::Scan(Scan { index, .. }) => index.as_deref(),
        _ => None,
    }
}

/// Returns a pattern that queries the items of the table's first kind by their partition key.
pub fn new_pattern(design: &Design, name: String) -> AccessPattern {
    let operation = design.tables.first().map(|table| request(table, "query"));
    let rate = Rate::new(1.0, 0.0);
    let mut pattern = AccessPattern { name, rate, operation, ..AccessPattern::default() };
    fill_parameters(design, &mut pattern);
    pattern
}

/// Returns a request of the given kind on a table, with keys of its first kind of item.
pub fn request(table: &Table, action: &str) -> Operation {
    let name = table.name.clone();
    let item = table.items.first();
    let key: KeyTemplates = table
        .key()
        .map(|key| {
            (
                key.name.clone(),
                item.and_then(|item| item.keys.get(&key.name))
                    .map(|key| key.template.clone())
                    .unwrap_or_default(),
            )
        })
        .collect();
    match action {
        "get" => Operation::Get(Get { table: name, key, ..Get::default() }),
        "scan" => Operation::Scan(Scan { table: name, ..Scan::default() }),
        "put" => {
            let item = item.map(|item| item.name().to_owned()).unwrap_or_default();
            Operation::Put(Put { table: name, item, ..Put::default() })
        }
        "update" => Operation::Update(Update { table: name, key, ..Update::default() }),
        "delete" => Operation::Delete(Delete { table: name, key, ..Delete::default() }),
        "transact_get" => Operation::TransactGet { reads: vec![Get { table: name, key, ..Get::default() }] },
        "batch_get" => Operation::BatchGet(BatchGet { table: name, keys: vec![key], ..BatchGet::default() }),
        "transact_write" | "batch_write" => {
            let item = item.map(|item| item.name().to_owned()).unwrap_or_default();
            let writes = vec![Action::Put(Put { table: name, item, ..Put::default() })];
            if action == "batch_write" {
                Operation::BatchWrite { writes }
            } else {
                Operation::TransactWrite { writes }
            }
        }
        "search_vectors" => {
            let index = table.vector_indexes.first().map(|index| index.name.clone()).unwrap_or_default();
            let vector = "vector".to_owned();
            Operation::SearchVectors(SearchVectors {
                table: name,
                index,
                vector,
                top: 10,
                ..Default::default()
            })
        }
        "request" => Operation::Request(RawRequest {
            operation: "Query".to_owned(),
            body: serde_json::json!({ "TableName": name }),
            ..RawRequest::default()
        }),
        _ => {
            let partition = table.partition_key.iter().map(|key| key.name.as_str());
            let key = partition
                .filter_map(|name| Some((name.to_owned(), KeyCondition::Equals(key.get(name)?.clone()))));
            Operation::Query(Query { table: name, key: key.collect(), ..Query::default() })
        }
    }
}

/// Moves a request to another table or index. Its keys get the templates of the first kind of item that has them.
pub fn set_place(design: &Design, operation: &mut Operation, table: &str, index: Option<&str>) {
    let Some(found) = design.table(table) else { return };
    let before = action_name(Some(operation));
    if table_of(operation) != Some(table) {
        *operation = request(found, before);
    }
    let index = index.filter(|name| found.index(name).is_some());
    match operation {
        Operation::Scan(scan) => scan.index = index.map(str::to_owned),
        Operation::Query(query) => {
            query.index = index.map(str::to_owned);
            let keys = match index.and_then(|name| found.index(name)) {
                Some(index) => &index.partition_key,
                None => &found.partition_key,
            };
            let template = |name: &str| {
                found.items.iter().find_map(|item| item.keys.get(name)).map(|key| key.template.clone())
            };
            query.key = keys
                .iter()
                .map(|key| (key.name.clone(), KeyCondition::Equals(template(&key.name).unwrap_or_default())))
                .collect();
        }
        _ => {}
    }
}

pub fn operator_of(condition: Option<&KeyCondition>) -> &'static str {
    match condition {
        None => "none",
        Some(KeyCondition::Equals(_)) => "equals",
        Some(KeyCondition::BeginsWith { .. }) => "begins_with",
        Some(KeyCondition::Between { .. }) => "between",
        Some(KeyCondition::Below { .. }) => "below",
        Some(KeyCondition::AtMost { .. }) => "at_most",
        Some(KeyCondition::Above { .. }) => "above",
        Some(KeyCondition::AtLeast { .. }) => "at_least",
    }
}

/// Returns the template of a condition, and the second template of "between".
pub fn templates_of(condition: &KeyCondition) -> (&Template, Option<&Template>) {
    match condition {
        KeyCondition::Between { between: (from, to) } => (from, Some(to)),
        KeyCondition::Equals(one)
        | KeyCondition::BeginsWith { begins_with: one }
        | KeyCondition::Below { below: one }
        | KeyCondition::AtMost { at_most: one }
        | KeyCondition::Above { above: one }
        | KeyCondition::AtLeast { at_least: one } => (one, None),
    }
}

pub fn condition(operator: &str, one: Template, other: Template) -> Option<KeyCondition> {
    Some(match operator {
        "equals" => KeyCondition::Equals(one),
        "begins_with" => KeyCondition::BeginsWith { begins_with: one },
        "between" => KeyCondition::Between { between: (one, other) },
        "below" => KeyCondition::Below { below: one },
        "at_most" => KeyCondition::AtMost { at_most: one },
        "above" => KeyCondition::Above { above: one },
        "at_least" => KeyCondition::AtLeast { at_least: one },
        _ => return None,
    })
}

/// Changes the comparison of a key attribute and keeps its templates.
pub fn set_operator(query: &mut Query, attribute: &str, operator: &str) {
    let (one, other) = query
        .key
        .get(attribute)
        .map(|condition| {
            let (one, other) = templates_of(condition);
            (one.clone(), other.cloned().unwrap_or_default())
        })
        .unwrap_or_default();
    match condition(operator, one, other) {
        Some(condition) => query.key.insert(attribute.to_owned(), condition),
        None => query.key.remove(attribute),
    };
}

pub fn set_template(query: &mut Query, attribute: &str, is_second: bool, template: Template) {
    let operator = operator_of(query.key.get(attribute));
    let (mut one, mut other) = query
        .key
        .get(attribute)
        .map(|condition| {
            let (one, other) = templates_of(condition);
            (one.clone(), other.cloned().unwrap_or_default())
        })
        .unwrap_or_default();
    if is_second {
        other = template
    } else {
        one = template
    }
    if let Some(condition) = condition(operator, one, other) {
        query.key.insert(attribute.to_owned(), condition);
    }
}

/// Adds a parameter for each name in braces that has none. Its value is the attribute of that name in the sample's first row of the
/// entity whose keys the request has, so that all parameters are from one row.
pub fn fill_parameters(design: &Design, pattern: &mut AccessPattern) {
    super::parameters::forget_unused(pattern);
    let names = names::asked(pattern);
    if names.iter().all(|name| pattern.parameters.contains_key(name)) {
        return;
    }
    let stored = pattern.operation.as_ref().and_then(|operation| stored_entity(design, operation));
    for name in names {
        let has =
            |entity: &&str| design.entity(entity).is_some_and(|entity| entity.attribute(&name).is_some());
        let is_made = |parameter: &Parameter| match parameter {
            Parameter::Sample { of, row: 0 } => of.ends_with(&format!(".{name}")),
            _ => false,
        };
        if pattern.parameters.get(&name).is_some_and(|known| stored.is_none() || !is_made(known)) {
            continue;
        }
        let mut entities = design.entities.iter().map(|entity| entity.name.as_str());
        let entity = stored.filter(has).or_else(|| entities.find(has));
        match entity {
            Some(entity) => {
                let of = format!("{entity}.{name}");
                pattern.parameters.insert(name, Parameter::Sample { of, row: 0 });
            }
            // The form shows a field for the value, such as the end of a time range.
            None => {
                pattern.parameters.entry(name).or_insert(Parameter::Value { value: "".into() });
            }
        }
    }
}

/// Returns the entity of the first kind of item whose key templates fit the request.
fn stored_entity<'a>(design: &'a Design, operation: &Operation) -> Option<&'a str> {
    let table = design.table(table_of(operation)?)?;
    let fits = |stored: &Template, condition: &KeyCondition| match condition {
        KeyCondition::Equals(template) => stored == template,
        KeyCondition::BeginsWith { begins_with } => stored.to_string().starts_with(&begins_with.to_string()),
        // A range has the first words of the key, as text or in both ends.
        other => stored.pieces.first() == templates_of(other).0.pieces.first(),
    };
    let keys: Vec<(&String, KeyCondition)> = match operation {
        Operation::Query(query) => query.key.iter().map(|(name, one)| (name, one.clone())).collect(),
        Operation::Get(Get { key, .. })
        | Operation::Update(Update { key, .. })
        | Operation::Delete(Delete { key, .. }) => {
            key.iter().map(|(name, template)| (name, KeyCondition::Equals(template.clone()))).collect()
        }
        _ => return None,
    };
    let is_stored = |item: &&Placement| {
        keys.iter().all(|(name, condition)| {
            item.keys.get(*name).is_some_and(|stored| fits(&stored.template, condition))
        })
    };
    table.items.iter().find(is_stored).map(|item| item.entity.as_str())
}

#[cfg(test)]
mod tests {
    use dynalab_modeling::design::{Expectation, KeyCondition, Operation, Parameter};
    use dynalab_modeling::{Design, Template};

    use super::*;

    const DESIGN: &str = r#"{"version": 1, "name": "x",
        "entities": [{"name": "Order", "attributes": [{"name": "user_id"}, {"name": "status"}]}],
        "tables": [{"name": "T", "partition_key": [{"name": "PK"}], "sort_key": [{"name": "SK"}],
            "indexes": [{"name": "GSI1", "partition_key": [{"name": "GSI1PK"}]}],
            "items": [{"entity": "Order", "keys": {"PK": "USER#{user_id}", "SK": "META", "GSI1PK": "STATUS#{status}"}}]}]}"#;

    fn design() -> Design {
        dynalab_modeling::parse(DESIGN).expect("a design")
    }

    fn query(operation: &mut Operation) -> &mut Query {
        match operation {
            Operation::Query(query) => query,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_new_pattern_asks_by_the_partition_key() {
        let mut pattern = new_pattern(&design(), "Orders".to_owned());
        let operation = pattern.operation.as_mut().expect("a request");
        let expected = KeyCondition::Equals(Template::parse("USER#{user_id}").expect("a template"));
        assert_eq!(query(operation).key["PK"], expected);
        let of = Parameter::Sample { of: "Order.user_id".to_owned(), row: 0 };
        assert_eq!(pattern.parameters["user_id"], of);
        assert!(pattern.expect.is_none());
    }

    #[test]
    fn all_parameters_are_from_the_row_of_the_item() {
        let text = r#"{"version": 1, "name": "x",
            "entities": [{"name": "Station", "attributes": [{"name": "station_id"}]},
                {"name": "Bike", "attributes": [{"name": "day"}]},
                {"name": "Revenue", "attributes": [{"name": "station_id"}, {"name": "day"}]}],
            "tables": [{"name": "T", "partition_key": [{"name": "PK"}], "sort_key": [{"name": "SK"}], "items": [
                {"entity": "Station", "keys": {"PK": "STATION#{station_id}", "SK": "META"}},
                {"entity": "Revenue", "keys": {"PK": "STATION#{station_id}", "SK": "REVENUE#{day}"}}]}]}"#;
        let design = dynalab_modeling::parse(text).expect("a design");
        let mut pattern = new_pattern(&design, "Revenue".to_owned());
        let sample = |of: &str| Parameter::Sample { of: of.to_owned(), row: 0 };
        assert_eq!(pattern.parameters["station_id"], sample("Station.station_id"));
        set_operator(query(pattern.operation.as_mut().expect("a request")), "SK", "equals");
        let template = Template::parse("REVENUE#{day}").expect("a template");
        set_template(query(pattern.operation.as_mut().expect("a request")), "SK", false, template);
        fill_parameters(&design, &mut pattern);
        assert_eq!(pattern.parameters["station_id"], sample("Revenue.station_id"));
        assert_eq!(pattern.parameters["day"], sample("Revenue.day"));
        // A parameter that a person has chosen stays.
        let chosen = Parameter::Sample { of: "Station.station_id".to_owned(), row: 3 };
        pattern.parameters = [("station_id".to_owned(), chosen.clone())].into();
        fill_parameters(&design, &mut pattern);
        assert_eq!(
            (&pattern.parameters["station_id"], &pattern.parameters["day"]),
            (&chosen, &sample("Revenue.day"))
        );
        let begins = Operation::Query(Query {
            table: "T".to_owned(),
            key: [("SK".to_owned(), KeyCondition::BeginsWith { begins_with: Template::text("REV") })].into(),
            ..Query::default()
        });
        assert_eq!(stored_entity(&design, &begins), Some("Revenue"));
    }

    #[test]
    fn another_index_has_its_own_keys() {
        let design = design();
        let mut pattern = new_pattern(&design, "Orders".to_owned());
        let operation = pattern.operation.as_mut().expect("a request");
        set_place(&design, operation, "T", Some("GSI1"));
        assert_eq!(index_of(operation), Some("GSI1"));
        assert_eq!(query(operation).key.keys().collect::<Vec<_>>(), ["GSI1PK"]);
        set_place(&design, operation, "T", Some("missing"));
        assert_eq!(index_of(operation), None);
        assert!(query(operation).key.contains_key("PK"));
    }

    #[test]
    fn comparisons_keep_their_templates() {
        let mut operation = request(&design().tables[0], "query");
        let query = query(&mut operation);
        for operator in OPERATORS {
            set_operator(query, "SK", operator);
            assert_eq!(operator_of(query.key.get("SK")), operator);
        }
        set_operator(query, "SK", "begins_with");
        set_template(query, "SK", false, Template::text("ORDER#"));
        set_operator(query, "SK", "between");
        set_template(query, "SK", true, Template::text("ORDER$"));
        let (one, other) = templates_of(&query.key["SK"]);
        assert_eq!(
            (one.to_string(), other.map(Template::to_string)),
            ("ORDER#".into(), Some("ORDER$".into()))
        );
    }

    #[test]
    fn a_put_expects_its_new_item() {
        let design = design();
        let operation = Some(request(&design.tables[0], "put"));
        let mut pattern = AccessPattern { name: "New".to_owned(), operation, ..AccessPattern::default() };
        set_result(&design, &mut pattern, "stored", 0);
        let new = Parameter::New { new: "Order.user_id".to_owned() };
        assert_eq!(pattern.parameters["user_id"], new);
        let expect = pattern.expect.as_ref().expect("an expected result");
        assert_eq!(expect.after[0].key["PK"].to_string(), "USER#{user_id}");
        assert!(!has_result(pattern.operation.as_ref(), "count"));
        let mut design = Design { patterns: vec![pattern], ..design };
        crate::design::table_edits::rename_table(&mut design, 0, "Shop");
        let report = dynalab_modeling::check(&design);
        assert!(report.patterns[0].verdict.is_green(), "{:?}", report.patterns[0]);
    }

    #[test]
    fn every_action_and_result_is_known_by_its_name() {
        let design = design();
        for action in ACTIONS {
            assert_eq!(action_name(Some(&request(&design.tables[0], action))), action);
        }
        for (action, name) in ACTIONS.iter().flat_map(|action| RESULTS.map(|name| (*action, name))) {
            let mut pattern = new_pattern(&design, "Orders".to_owned());
            pattern.operation = Some(request(&design.tables[0], action));
            if has_result(pattern.operation.as_ref(), name) {
                set_result(&design, &mut pattern, name, 3);
                assert_eq!(result_name(pattern.expect.as_ref()), name, "{action}");
            }
        }
        let rows = Expectation { count: Some(1), at_most: Some(2), ..Expectation::default() };
        assert_eq!(result_name(Some(&rows)), "other");
    }
}
