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

#[test]
fn copies_under_another_key_are_twice_in_an_index() {
    let text = serde_json::to_string(&shop()).unwrap().replace("PRODUCT#{", "GOODS#{");
    let done = run(&shop(), &parse(&text).unwrap());
    let broken = |result: &StepResult| -> Vec<String> {
        result.before.iter().chain(&result.after).flat_map(|held| held.broken.clone()).collect()
    };
    let (_, copied) = done.iter().find(|(step, _)| matches!(step, Step::CopyItems { .. })).unwrap();
    assert!(broken(copied).contains(&"Products of a category in a price range".to_owned()));
    let (last, deleted) = done.last().unwrap();
    assert!(matches!(last, Step::DeleteItems { .. }), "{last:?}");
    assert_eq!((broken(deleted), deleted.items), (vec![], copied.items));
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
