//! Tests of migrations: the requests of the steps, and runs on the sample with the patterns' traffic.

#![allow(clippy::unwrap_used, reason = "a test fails when it panics")]

use dynalab_modeling::design::{Index, ItemKey, KeyAttribute};
use dynalab_modeling::migrate::Step;
use dynalab_modeling::migrate::commands::requests;
use dynalab_modeling::migrate::run::{Run, StepResult};
use dynalab_modeling::{Design, Template, migrate, parse, templates};
use serde_json::{Value, json};

fn shop() -> Design {
    parse(templates::find("shop").unwrap().text).unwrap()
}

fn with_new_index() -> Design {
    let mut to = shop();
    let table = &mut to.tables[0];
    let key = |name: &str| vec![KeyAttribute { name: name.into(), ..KeyAttribute::default() }];
    table.indexes.push(Index { name: "ByTotal".into(), partition_key: key("TotalKey"), ..Index::default() });
    let template = Template::parse("TOTAL#{user_id}").unwrap();
    table.items[2].keys.insert("TotalKey".into(), ItemKey { template, when: None });
    to
}

/// Returns a design with a different table key, which its patterns use after the switch.
fn with_other_table_key() -> Design {
    let text = serde_json::to_string(&shop()).unwrap().replace("\"PK\"", "\"HASH\"");
    parse(&text).unwrap()
}

fn run(from: &Design, to: &Design) -> Vec<(Step, StepResult)> {
    let migration = migrate(from, to);
    let mut run = Run::new(from, to, &migration);
    let results: Vec<StepResult> = std::iter::from_fn(|| run.step()).collect();
    assert_eq!(results.len(), migration.steps.len());
    migration.steps.into_iter().zip(results).collect()
}

fn assert_holds(from: &Design, to: &Design) -> Vec<(Step, StepResult)> {
    let done = run(from, to);
    for (step, result) in &done {
        assert_eq!(result.first_failure, None, "{step:?}");
        for held in result.before.iter().chain(&result.after) {
            assert_eq!(held.broken, Vec::<String>::new(), "{step:?}");
            assert!(held.patterns > 0);
        }
        assert!(result.before.is_some() || result.after.is_some(), "{step:?}");
    }
    done
}

#[test]
fn a_new_index_is_filled_from_the_items() {
    let done = assert_holds(&shop(), &with_new_index());
    let filled: Vec<u64> = done.iter().map(|(_, result)| result.items).collect();
    let orders =
        dynalab_modeling::check(&shop()).entities.iter().find(|one| one.name == "Order").unwrap().sample_rows;
    assert_eq!(filled, [0, orders, 0]);
    assert!(done[1].1.write_units >= orders as f64);
}

#[test]
fn a_table_with_another_key_takes_the_traffic_over() {
    let done = assert_holds(&shop(), &with_other_table_key());
    let (last, result) = done.last().unwrap();
    assert_eq!(last, &Step::DropTable { table: "Shop".into() });
    // The old patterns have no table any more. The new patterns run.
    assert!(result.before.is_none() && result.after.is_some());
    let copied: u64 = done.iter().map(|(_, result)| result.items).sum();
    assert!(copied > 100, "{copied}");
}

#[test]
fn an_index_is_dropped_with_its_attributes() {
    let done = assert_holds(&with_new_index(), &shop());
    let [(Step::DropIndex { .. }, _), (Step::RemoveAttributes { .. }, removed)] = done.as_slice() else {
        panic!("{done:?}")
    };
    assert!(removed.items > 0);
}

/// Returns a design whose products have another partition key in the same table.
fn with_other_item_key() -> Design {
    let text = serde_json::to_string(&shop()).unwrap().replace("PRODUCT#{", "GOODS#{");
    parse(&text).unwrap()
}

#[test]
fn copies_under_another_key_are_once_in_an_index() {
    let (from, to) = (shop(), with_other_item_key());
    let done = assert_holds(&from, &to);
    let kinds: Vec<&str> = done
        .iter()
        .map(|(step, _)| match step {
            Step::WriteBoth { without, .. } if without == &["GSI1PK"] => "write both",
            Step::CopyItems { without, twice, .. } if without == &["GSI1PK"] && twice.is_empty() => "copy",
            Step::MoveIndexKeys { attributes, .. } if attributes == &["GSI1PK"] => "move",
            Step::SwitchPatterns { .. } => "switch",
            Step::DeleteItems { .. } => "delete",
            _ => panic!("{step:?}"),
        })
        .collect();
    assert_eq!(kinds, ["write both", "copy", "move", "switch", "delete"]);
    let [_, (_, copied), (moving, moved), _, (_, deleted)] = done.as_slice() else { panic!("{done:?}") };
    assert_eq!((moved.items, deleted.items), (copied.items, copied.items));
    assert!(moved.write_units > copied.write_units, "{moved:?}");
    // The prediction is for all items of production, the run for those of the sample.
    let Step::MoveIndexKeys { items, write_units, .. } = moving else { panic!("{moving:?}") };
    let (predicted, measured) = (write_units / items, moved.write_units / moved.items as f64);
    assert!((predicted - measured).abs() <= 0.5, "{predicted} {measured}");
}

#[test]
fn the_transaction_moves_the_key_of_the_index() {
    let (from, to) = (shop(), with_other_item_key());
    let steps = migrate(&from, &to).steps;
    let moved = steps.iter().find(|step| matches!(step, Step::MoveIndexKeys { .. })).unwrap();
    let [request] = requests(&from, &to, moved).try_into().unwrap();
    assert_eq!((request.operation, request.each.as_deref()), ("TransactWriteItems", Some("Product")));
    let update = |place: usize| &request.body["TransactItems"][place]["Update"];
    assert_eq!(update(0)["Key"]["PK"], json!({ "S": "PRODUCT#{product_id}" }));
    assert_eq!(update(0)["UpdateExpression"], "REMOVE #a0");
    assert_eq!(update(1)["Key"]["PK"], json!({ "S": "GOODS#{product_id}" }));
    assert_eq!(update(1)["UpdateExpression"], "SET #a0 = :a0");
    assert_eq!(update(1)["ExpressionAttributeValues"], json!({ ":a0": { "S": "CAT#{category}" } }));
    let copy = steps.iter().find(|step| matches!(step, Step::CopyItems { .. })).unwrap();
    let [request] = requests(&from, &to, copy).try_into().unwrap();
    assert_eq!(
        (&request.body["Item"]["GSI1PK"], request.body["Item"]["GSI1SK"].is_object()),
        (&Value::Null, true)
    );
}

#[test]
fn an_index_on_an_attribute_of_the_application_has_both_copies() {
    // The index has the attribute "category" itself, which the application reads from old items until the switch.
    let on_category = |design: Design| {
        let text = serde_json::to_string(&design).unwrap();
        let text = text
            .replace("\"GSI1PK\":\"CAT#{category}\",", "")
            .replace("\"GSI1SK\":\"PRICE#{price:8}#{product_id}\",", "");
        let mut design = parse(&text).unwrap();
        let key = vec![KeyAttribute { name: "category".into(), ..KeyAttribute::default() }];
        let index = Index { name: "ByCategory".into(), partition_key: key, ..Index::default() };
        design.tables[0].indexes.push(index);
        design
    };
    let (from, to) = (on_category(shop()), on_category(with_other_item_key()));
    let steps = migrate(&from, &to).steps;
    let copy = steps.iter().find_map(|step| match step {
        Step::CopyItems { without, twice, .. } => Some((without.clone(), twice.clone())),
        _ => None,
    });
    assert_eq!(copy, Some((vec![], vec!["ByCategory".to_owned()])));
    assert!(!steps.iter().any(|step| matches!(step, Step::MoveIndexKeys { .. })), "{steps:?}");
    // With the same partition key, a Query of the table itself returns both.
    let text = serde_json::to_string(&shop()).unwrap().replace("\"SK\":\"META\"", "\"SK\":\"FACTS\"");
    let steps = migrate(&shop(), &parse(&text).unwrap()).steps;
    let twice = steps.iter().find_map(|step| match step {
        Step::CopyItems { twice, .. } => Some(twice.clone()),
        _ => None,
    });
    assert_eq!(twice, Some(vec!["Shop".to_owned()]));
}

#[test]
fn a_step_that_breaks_a_pattern_names_it() {
    let (from, to) = (shop(), with_other_table_key());
    let mut migration = migrate(&from, &to);
    // Skip the copy of the items.
    migration.steps.retain(|step| !matches!(step, Step::CopyItems { .. }));
    let mut run = Run::new(&from, &to, &migration);
    let results: Vec<StepResult> = std::iter::from_fn(|| run.step()).collect();
    let last = results.last().unwrap().after.clone().unwrap();
    assert!(last.broken.contains(&"User by email".to_owned()), "{:?}", last.broken);
}

#[test]
fn requests_have_the_templates_of_the_keys() {
    let (from, to) = (shop(), with_new_index());
    let steps = migrate(&from, &to).steps;
    let made: Vec<_> = steps.iter().flat_map(|step| requests(&from, &to, step)).collect();
    let [fill, index] = made.as_slice() else { panic!("{made:#?}") };
    assert_eq!((fill.operation, fill.each.as_deref()), ("UpdateItem", Some("Order")));
    assert_eq!(fill.body["ExpressionAttributeValues"], json!({ ":a0": { "S": "TOTAL#{user_id}" } }));
    assert_eq!(fill.body["ConditionExpression"], "attribute_exists(#key)");
    assert_eq!(index.body["GlobalSecondaryIndexUpdates"][0]["Create"]["IndexName"], "ByTotal");
    let line = index.command_line();
    assert!(line.starts_with("aws dynamodb update-table --cli-input-json '{"), "{line}");
    let sent = line.split_once('\'').unwrap().1.trim_end_matches('\'');
    assert_eq!(serde_json::from_str::<Value>(sent).unwrap(), index.body);
}
