//! The shape of a design as data has the members that designs are read with, and no others.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use dynalab_modeling::shape::{Fault, first_fault, lines, members, nearest};
use serde_json::json;

/// Fields whose member has another name, by `rename`.
const RENAMED: [(&str, &str); 2] = [("data_type", "type"), ("conditions", "where")];

/// Returns the members that the source of the format reads: fields of its structs and of the variants with named fields.
fn members_of_source() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/design");
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder).expect("the folder of the format") {
        let text = fs::read_to_string(entry.expect("a file").path()).expect("a source");
        for line in text.lines().map(str::trim) {
            let field = line.strip_prefix("pub ").and_then(|rest| rest.split_once(": "));
            let Some((name, _)) =
                field.filter(|(name, _)| name.chars().all(|one| one.is_lowercase() || one == '_'))
            else {
                continue;
            };
            let renamed = RENAMED.iter().find(|(field, _)| *field == name);
            found.insert(renamed.map_or(name, |(_, member)| member).to_owned());
        }
    }
    found.remove("extra");
    found
}

#[test]
fn the_shape_has_each_member_of_the_source() {
    let known: BTreeSet<String> = lines(&members::DESIGN).iter().map(|line| line.name.to_owned()).collect();
    let source = members_of_source();
    assert!(source.len() > 90, "{source:?}");
    let missing: Vec<_> = source.difference(&known).collect();
    assert!(missing.is_empty(), "the shape lacks {missing:?}");
}

#[test]
fn each_template_has_the_shape() {
    for template in dynalab_modeling::templates::ALL {
        let value = serde_json::from_str(template.text).expect(template.id);
        assert_eq!(first_fault(&value, &members::DESIGN), None, "{}", template.id);
    }
}

#[test]
fn the_first_fault_has_its_place() {
    let fault = |expect| first_fault(&json!({"name": "p", "expect": expect}), &members::PATTERN);
    let Some(Fault::UnknownMember { place, member, allowed, .. }) = fault(json!({"items": 3})) else {
        panic!("an unknown member is a fault");
    };
    assert_eq!((place.as_str(), member.as_str(), allowed.contains(&"count")), ("expect", "items", true));
    let Some(Fault::MissingMember { place, member, .. }) = fault(json!({"rows": [{"limit": 3}]})) else {
        panic!("a missing member is a fault");
    };
    assert_eq!((place.as_str(), member), ("expect.rows[0]", "item"));
    let Some(Fault::WrongValue { place, examples }) =
        fault(json!({"rows": [{"item": "A", "where": {"a": {"near": "x"}}}]}))
    else {
        panic!("a condition of no kind is a fault");
    };
    assert_eq!(place, "expect.rows[0].where.a");
    assert!(examples.iter().any(|example| example.contains("begins_with")), "{examples:?}");
}

#[test]
fn the_nearest_name_is_near() {
    let known = || ["order_id", "status", "total"].into_iter();
    assert_eq!(nearest("oder_id", known()), Some("order_id"));
    assert_eq!(nearest("held", known()), None);
}
