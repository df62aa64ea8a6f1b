//! Tests of files with items as first designs: entities, keys and green patterns.

#![allow(clippy::unwrap_used, reason = "a test fails when it panics")]

#[path = "../../playground/tests/decoders/damage.rs"]
mod damage;

use damage::cases;
use dynalab_design_formats::{FormatError, ImportedDesign, find, read};
use dynalab_modeling::design::Values;
use dynalab_modeling::{Design, check, parse};
use serde_json::{Value, json};

fn notes_of(imported: &ImportedDesign) -> Vec<String> {
    imported.notes.iter().map(ToString::to_string).collect()
}

fn assert_green(design: &Design) {
    let report = check(design);
    assert_eq!(report.problems, []);
    assert_eq!(report.totals.red, 0, "{:?}", report.patterns);
    assert!(report.totals.green > 0);
    assert_eq!(parse(&dynalab_modeling::write(design)).unwrap(), *design);
}

/// Returns users with a profile and orders, in one table with an index.
fn shop() -> Vec<Value> {
    let mut items = Vec::new();
    for user in 1..=4 {
        let pk = format!("USER#u{user}");
        items.push(json!({ "PK": { "S": pk }, "SK": { "S": "PROFILE" }, "user_id": { "S": format!("u{user}") },
            "email": { "S": format!("u{user}@example.com") }, "GSI1PK": { "S": format!("EMAIL#u{user}@example.com") } }));
        for order in 1..=user {
            let mut item = json!({ "PK": { "S": pk }, "SK": { "S": format!("ORDER#{order:05}") }, "number": { "N": order.to_string() },
                "status": { "S": if order % 2 == 0 { "OPEN" } else { "PAID" } }, "paid": { "BOOL": order == 1 } });
            if order == 2 {
                item["note"] = json!({ "S": "by hand" });
            }
            items.push(item);
        }
    }
    items
}

#[test]
fn items_of_one_table_are_told_apart_by_their_keys() {
    let text = json!({ "Items": shop(), "Count": 14, "ScannedCount": 14 }).to_string();
    let imported = read(&text).unwrap();
    assert_eq!(imported.format, "items");
    assert_eq!(
        notes_of(&imported),
        [
            "Items: the file does not name its key. Dynalab chose PK, SK. Keys usually have these names.",
            "Items: the value of PK, SK divides the items into entities.",
            "Assumed: 14 items in each table, 10 requests per second for each access pattern. Write your own figures.",
        ]
    );
    let design = &imported.design;
    let [table] = &design.tables[..] else { panic!("{:?}", design.tables) };
    let key = |item: &str, name: &str| table.placement(item).unwrap().keys[name].template.to_string();
    assert_eq!((key("User", "PK"), key("User", "SK")), ("USER#{user_id}".to_owned(), "PROFILE".to_owned()));
    assert_eq!(key("User", "GSI1PK"), "EMAIL#{email}");
    // Orders have no user_id attribute. Only their key contains it.
    assert_eq!(
        (key("Order", "PK"), key("Order", "SK")),
        ("USER#{user_id}".to_owned(), "ORDER#{number:5}".to_owned())
    );
    let stored = table.placement("Order").unwrap().attributes.clone().unwrap();
    assert_eq!(stored, ["note", "number", "paid", "status"]);
    let order = design.entity("Order").unwrap();
    assert_eq!((order.count, order.rows.len()), (10, 10));
    let attribute = |name: &str| order.attribute(name).unwrap();
    assert!((attribute("note").present - 0.3).abs() < 1e-9);
    assert!(matches!(&attribute("status").values, Values::Choice { values, .. } if values.len() == 2));
    assert!(
        matches!(attribute("number").values, Values::Number { least, most, .. } if least == 1.0 && most == 4.0)
    );
    assert_green(design);
    let report = check(design);
    let returned: Vec<(&str, u64)> =
        report.patterns.iter().map(|pattern| (pattern.name.as_str(), pattern.returned)).collect();
    assert_eq!(
        returned,
        [
            ("One User", 1),
            ("One Order", 1),
            ("Items with PK USER#{user_id}", 5),
            ("Items with GSI1PK EMAIL#{email}", 1)
        ]
    );
}

#[test]
fn every_form_of_items_is_read() {
    let lines =
        |wrap: fn(&Value) -> Value| shop().iter().map(|item| wrap(item).to_string()).collect::<Vec<_>>();
    let wrapped = |item: &Value| json!({ "Item": item });
    let export = lines(wrapped);
    let put = |item: &Value| json!({ "PutRequest": { "Item": item } });
    let batch = json!({ "Orders": shop().iter().map(put).collect::<Vec<_>>() });
    let whole = read(&json!({ "Items": shop() }).to_string()).unwrap().design;
    for text in [
        export.join("\n"),
        export.concat(),
        lines(Clone::clone).join("\n"),
        Value::Array(shop()).to_string(),
        serde_json::to_string_pretty(&json!({ "Count": 14, "Items": shop() })).unwrap(),
        batch.to_string(),
    ] {
        let imported = read(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(imported.design.entities, whole.entities, "{text}");
        assert_green(&imported.design);
    }
    assert_eq!(read(&batch.to_string()).unwrap().design.tables[0].name, "Orders");
    let one = read(&export[0]).unwrap().design;
    assert_eq!(one.entities.len(), 1, "a response of GetItem");
    assert_green(&one);
}

const SHEET: &str = "order_id;customer;placed_at;total;paid;comment
1001;c1;2026-01-03T10:00:00Z;19.90;true;\"two;parts\"
1002;c2;2026-01-04T11:30:00Z;5;false;
1003;c1;2026-02-01T08:00:00Z;120.5;true;
";

#[test]
fn a_sheet_is_a_table_with_a_key_of_its_columns() {
    let imported = read(SHEET).unwrap();
    assert_eq!(imported.format, "items");
    let notes = notes_of(&imported);
    assert_eq!(
        notes[0],
        "Items: the file does not name its key. Dynalab chose order_id. Each item has another value."
    );
    let design = &imported.design;
    let item = design.entity("Item").unwrap();
    assert_eq!((item.count, item.rows[0]["comment"]["S"].as_str()), (3, Some("two;parts")));
    assert_eq!(item.attribute("total").unwrap().data_type.name(), "N");
    assert!(matches!(item.attribute("placed_at").unwrap().values, Values::Time { .. }));
    assert_green(design);
}

#[test]
fn a_type_attribute_divides_items() {
    let text = json!([
        { "id": "a", "type": "Car", "doors": 4 }, { "id": "b", "type": "Car", "doors": 2 }, { "id": "c", "type": "Bike" },
    ]);
    let imported = read(&text.to_string()).unwrap();
    let names: Vec<&str> = imported.design.entities.iter().map(|entity| entity.name.as_str()).collect();
    assert_eq!(names, ["Car", "Bike"]);
    assert!(
        notes_of(&imported).contains(&"Items: the value of type divides the items into entities.".to_owned())
    );
    assert_green(&imported.design);
}

#[test]
fn keys_of_two_attributes_and_of_none_are_chosen() {
    let two = "user,day,steps\na,1,10\na,2,10\nb,1,10\nb,2,20\n";
    let imported = read(two).unwrap();
    assert!(
        notes_of(&imported)[0].contains("Dynalab chose user, day. Each item has another value."),
        "{:?}",
        imported.notes
    );
    let report = check(&imported.design);
    assert!(report.patterns.iter().any(|pattern| pattern.returned == 2), "two days of a user");
    assert_green(&imported.design);
    let same = "a,b\nx,y\nx,y\nz,y\n";
    let imported = read(same).unwrap();
    assert!(notes_of(&imported)[0].contains("one replaces the other"), "{:?}", imported.notes);
    assert_green(&imported.design);
}

#[test]
fn records_that_cannot_be_read_and_many_items_are_noted() {
    let mut lines: Vec<String> =
        (0..400).map(|n| json!({ "Item": { "id": { "S": format!("i{n}") } } }).to_string()).collect();
    lines[7] = "{\"Item\":{\"id\":{\"S\"}}}".to_owned();
    let imported = read(&lines.join("\n")).unwrap();
    let notes = notes_of(&imported);
    assert_eq!(notes[0], "Records that cannot be read: 1. The first one is in line 8.");
    assert!(notes.contains(&"Items: the sample has 200 of 399 items.".to_owned()), "{notes:?}");
    assert_eq!(imported.design.entities[0].count, 399);
    assert_green(&imported.design);
}

#[test]
fn other_texts_are_no_items() {
    for text in [
        "",
        "{}",
        "[]",
        "[1, 2]",
        "{\"a\": 1}",
        "a text, with a comma\n",
        "Dear all,\nthis is a letter, no sheet, and has many, many commas, in its lines.\n",
        "key: value\nother: value\n",
        "| a | b |\n|---|---|\n| 1 | 2 |\n",
        "{\"version\":\"2020-06-30\",\"exportArn\":\"arn\",\"itemCount\":3}",
    ] {
        assert_eq!(read(text).map(|imported| imported.format), Err(FormatError::Unknown), "{text}");
    }
}

#[test]
fn damaged_items_are_read_or_refused() {
    let export = shop().iter().map(|item| json!({ "Item": item }).to_string()).collect::<Vec<_>>();
    let texts = [SHEET.to_owned(), export.join("\n"), json!({ "Items": shop() }).to_string()];
    let (mut has_read, mut refused, mut checked) = (0, 0, 0);
    for mut chance in cases("items", 600) {
        let text = chance.pick(&texts).clone();
        let text = chance.damaged_text(&text);
        match (find("items").unwrap().read.unwrap())(&text, &dynalab_types::Budget::of_import()) {
            Ok(imported) => {
                assert_eq!(parse(&dynalab_modeling::write(&imported.design)).as_ref(), Ok(&imported.design));
                if has_read % 10 == 0 {
                    let report = check(&imported.design);
                    assert_eq!(report.totals.red, 0, "{text}\n{:?}", report.patterns);
                    checked += 1;
                }
                has_read += 1;
            }
            Err(error) => {
                assert!(!error.to_string().is_empty());
                refused += 1;
            }
        }
    }
    assert!(
        has_read > 50 && refused > 5 && checked > 5,
        "{has_read} were read, {refused} refused, {checked} checked"
    );
}
