//! Tests of the test bench: each report equals that of a separate check.

#![allow(clippy::unwrap_used, reason = "a test fails when it panics")]

use dynalab_modeling::{Design, Template, TestBench, check, parse, templates};
use serde_json::{Value, json};

fn changed(design: &Design, change: impl FnOnce(&mut Value)) -> Design {
    let mut document = serde_json::to_value(design).unwrap();
    change(&mut document);
    serde_json::from_value(document).unwrap()
}

/// Returns designs with successive edits, each based on the previous one.
fn edits(first: &Design) -> Vec<Design> {
    let mut all = vec![first.clone()];
    let mut edit = |change: &dyn Fn(&mut Value)| {
        let next = changed(all.last().unwrap(), change);
        all.push(next);
    };
    let key = first.tables[0].partition_key[0].name.clone();
    let kinds = first.tables[0].items.len();
    for kind in 0..kinds {
        edit(&|design| {
            let template = design["tables"][0]["items"][kind]["keys"].get_mut(&key);
            if let Some(Value::String(text)) = template {
                text.insert(0, 'X');
            }
        });
    }
    // Store all kinds under one key, then separate them again.
    edit(&|design| design["tables"][0]["items"][0]["keys"][&key] = json!("ONE"));
    edit(&|design| design["tables"][0]["items"][0]["keys"][&key] = json!("{no_such_attribute}"));
    edit(&|design| {
        design["tables"][0]["items"][0] =
            serde_json::to_value(first).unwrap()["tables"][0]["items"][0].clone()
    });
    edit(&|design| design["entities"][0]["sample"] = json!(7));
    edit(&|design| design["entities"][0]["attributes"][0]["values"] = json!({ "kind": "uuid" }));
    edit(&|design| design["patterns"][0]["expect"] = json!({ "count": 99 }));
    edit(&|design| design["seed"] = json!(4_711));
    edit(&|design| design["region"] = json!("ap-northeast-1"));
    edit(&|design| {
        let indexes = design["tables"][0].as_object_mut().unwrap().remove("indexes");
        design["tables"][0]["notes"] = json!(format!("{}", indexes.is_some()));
    });
    edit(&|design| design["patterns"] = json!([]));
    all
}

#[test]
fn each_report_is_the_one_of_a_check_of_its_own() {
    for template in templates::ALL {
        let first = parse(template.text).unwrap();
        let mut bench = TestBench::default();
        for (step, design) in edits(&first).into_iter().enumerate() {
            assert_eq!(bench.check(design.clone()), check(&design), "{} after {step} changes", template.id);
        }
        assert_eq!(bench.check(first.clone()), check(&first), "{} as it was", template.id);
    }
}

#[test]
fn two_designs_by_turns_do_not_disturb_each_other() {
    let mut bench = TestBench::default();
    let shop = parse(templates::find("shop").unwrap().text).unwrap();
    let mut branch = shop.clone();
    let designs: Vec<Design> = templates::ALL.iter().map(|template| parse(template.text).unwrap()).collect();
    for (turn, other) in designs.iter().enumerate() {
        let template = Template::parse(&format!("USER{turn}#{{user_id}}")).unwrap();
        branch.tables[0].items[0].keys.get_mut("PK").unwrap().template = template;
        for design in [&shop, &branch, other] {
            assert_eq!(bench.check(design.clone()), check(design), "turn {turn}, {}", design.name);
        }
    }
}
