//! Tests of the comparison of two designs, and of the migration between them.

#![allow(clippy::unwrap_used, reason = "a test fails when it panics")]

use dynalab_modeling::design::{
    DeletionPolicy, Encryption, Index, IndexKind, ItemKey, KeyAttribute, Replica, ReplicaConsistency, Table,
    VectorIndex,
};
use dynalab_modeling::differences::{self, Difference, DifferenceKind, Setting};
use dynalab_modeling::migrate::{Step, TableReason};
use dynalab_modeling::report::{AccessMethod, Verdict};
use dynalab_modeling::sentences::without_price;
use dynalab_modeling::{Design, Language, Template, check, compare, migrate, parse, templates};
use serde_json::json;

fn shop() -> Design {
    parse(templates::find("shop").unwrap().text).unwrap()
}

/// Returns the shop without its index for emails. A Scan finds the user.
fn without_index() -> Design {
    let mut design = serde_json::to_value(shop()).unwrap();
    let patterns = design["patterns"].as_array_mut().unwrap();
    let by_email = patterns.iter_mut().find(|pattern| pattern["name"] == "User by email").unwrap();
    by_email["operation"] =
        json!({ "action": "scan", "table": "Shop", "filter": "email = :email", "all_pages": true });
    by_email["rate"] = json!({ "average": 1_000 });
    serde_json::from_value(design).unwrap()
}

#[test]
fn both_sides_have_the_rates_of_the_left_one() {
    let comparison = compare(&shop(), &without_index());
    let same = compare(&shop(), &shop());
    let find = |name: &str| comparison.patterns.iter().find(|pattern| pattern.name == name).unwrap();
    let email = find("User by email");
    let (left, right) = (email.left.clone().unwrap(), email.right.clone().unwrap());
    assert_eq!((left.how, right.how), (AccessMethod::Query, AccessMethod::Scan));
    assert!(right.read_units > 1_000.0 * left.read_units, "{left:?} {right:?}");
    assert_eq!((left.can_be_strong, right.can_be_strong), (false, true));
    // Both sides have 20 requests per second, not the 1,000 of the right design.
    let factor = right.usd_per_month / left.usd_per_month;
    assert!((factor - right.read_units / left.read_units).abs() / factor < 1e-9);
    assert_eq!(left.verdict, Verdict::Green);
    assert!(comparison.right.usd_per_month > comparison.left.usd_per_month);
    assert_eq!((comparison.left.scans, comparison.right.scans), (0, 1));
    assert!(same.patterns.iter().all(|pattern| pattern.left == pattern.right));
    assert_eq!(same.left, same.right);
}

#[test]
fn a_pattern_of_one_design_has_one_side() {
    let mut fewer = shop();
    let removed = fewer.patterns.remove(0);
    for (comparison, is_left) in [(compare(&shop(), &fewer), true), (compare(&fewer, &shop()), false)] {
        let found = comparison.patterns.iter().find(|pattern| pattern.name == removed.name).unwrap();
        assert_eq!((found.left.is_some(), found.right.is_some()), (is_left, !is_left));
        assert_eq!(comparison.patterns.len(), 12);
    }
}

#[test]
fn equal_designs_need_no_step() {
    for template in templates::ALL.iter().take(4) {
        let design = parse(template.text).unwrap();
        assert_eq!(migrate(&design, &design).steps, [], "{}", template.id);
    }
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

#[test]
fn a_new_index_is_added_before_it_is_used() {
    let migration = migrate(&shop(), &with_new_index());
    let [
        Step::WriteAttributes { item, attributes, .. },
        Step::Backfill { items, write_units, .. },
        Step::CreateIndex { index, replaces: None, entries, .. },
    ] = migration.steps.as_slice()
    else {
        panic!("{:#?}", migration.steps)
    };
    assert_eq!((item.as_str(), attributes["TotalKey"].as_str()), ("Order", "TOTAL#{user_id}"));
    // Two million orders of less than 1 KB.
    assert_eq!((*items, *write_units, entries.round(), index.as_str()), (2e6, 2e6, 2e6, "ByTotal"));
    assert_eq!(migration.write_units.round(), 4e6);
}

#[test]
fn an_index_is_dropped_after_reads_are_switched() {
    let mut from = with_new_index();
    from.patterns[0].operation = None;
    let steps = migrate(&from, &shop()).steps;
    let [Step::SwitchPatterns { patterns }, Step::DropIndex { index, .. }, Step::RemoveAttributes { .. }] =
        steps.as_slice()
    else {
        panic!("{steps:#?}")
    };
    assert_eq!((patterns.len(), index.as_str()), (1, "ByTotal"));
}

#[test]
fn an_index_with_other_keys_is_built_beside_the_old_one() {
    let mut to = shop();
    to.tables[0].indexes[0].sort_key.clear();
    let steps = migrate(&shop(), &to).steps;
    let [Step::CreateIndex { index, replaces, .. }, Step::DropIndex { index: dropped, .. }] =
        steps.as_slice()
    else {
        panic!("{steps:#?}")
    };
    assert_eq!((index.as_str(), replaces.as_deref(), dropped.as_str()), ("GSI1_next", Some("GSI1"), "GSI1"));
}

#[test]
fn another_table_key_or_a_local_index_needs_a_new_table() {
    let mut key = shop();
    key.tables[0].partition_key[0].name = "HASH".into();
    for item in &mut key.tables[0].items {
        let moved = item.keys.remove("PK").unwrap();
        item.keys.insert("HASH".into(), moved);
    }
    let mut local = shop();
    local.tables[0].indexes[1].kind = IndexKind::Local;
    local.tables[0].indexes[1].partition_key[0].name = "PK".into();
    for (to, reason) in [(key, TableReason::KeyChanged), (local, TableReason::LocalIndexes)] {
        let steps = migrate(&shop(), &to).steps;
        let created = Step::CreateTable { table: "Shop_next".into(), because: reason };
        assert_eq!(steps.first(), Some(&created));
        assert_eq!(steps.last(), Some(&Step::DropTable { table: "Shop".into() }));
        let copied = steps.iter().filter(|step| matches!(step, Step::CopyItems { .. })).count();
        assert_eq!(copied, 4, "users, emails, orders, products");
    }
}

#[test]
fn items_under_another_key_are_copied_then_deleted() {
    let mut to = shop();
    to.tables[0].items[3].keys.get_mut("PK").unwrap().template =
        Template::parse("GOODS#{product_id}").unwrap();
    let steps = migrate(&shop(), &to).steps;
    let place = |wanted: fn(&Step) -> bool| steps.iter().position(wanted).unwrap();
    let both = place(|step| matches!(step, Step::WriteBoth { .. }));
    let copied = place(|step| matches!(step, Step::CopyItems { .. }));
    let deleted = place(|step| matches!(step, Step::DeleteItems { .. }));
    assert!(both < copied && copied < deleted, "{steps:#?}");
}

#[test]
fn replicas_with_strong_consistency_have_no_known_price() {
    let mut replicated = shop();
    let regions = ["us-east-2", "us-west-2"];
    replicated.tables[0].replicas =
        regions.map(|region| Replica { region: region.to_owned(), ..Replica::default() }).into();
    let eventual = check(&replicated).totals;
    assert_eq!(eventual.without_price, [] as [&str; 0]);
    assert!(eventual.usd_per_month > check(&shop()).totals.usd_per_month);
    replicated.tables[0].replica_consistency = ReplicaConsistency::Strong;
    let strong = check(&replicated).totals;
    assert_eq!(strong.without_price, ["strong-replicated-writes"]);
    assert!(strong.usd_per_month < eventual.usd_per_month, "what has no price is in no sum");
    assert!(without_price(&strong, Language::English).unwrap().contains("strong-replicated-writes"));
}

#[test]
fn vector_indexes_are_named_as_no_part_of_the_bill() {
    let mut searched = shop();
    searched.tables[0].vector_indexes = vec![VectorIndex {
        name: "by_taste".to_owned(),
        attribute: "taste".to_owned(),
        dimensions: 8,
        distance: "COSINE".to_owned(),
        ..VectorIndex::default()
    }];
    let totals = check(&searched).totals;
    assert_eq!(totals.without_price, ["vector-storage", "vector-write", "vector-search"]);
    assert_eq!(totals.usd_per_month, check(&shop()).totals.usd_per_month);
}

#[test]
fn what_a_table_carries_is_compared_where_the_design_says_it() {
    type Change = (Setting, fn(&mut Table));
    let changes: [Change; 8] = [
        (Setting::WarmThroughput, |table| table.capacity.warm.read = Some(13_000)),
        (Setting::MaximumThroughput, |table| table.capacity.maximum.write = Some(10)),
        (Setting::RecoveryDays, |table| table.settings.recovery_days = Some(7)),
        (Setting::Tags, |table| drop(table.settings.tags.insert("team".into(), "ships".into()))),
        (Setting::Encryption, |table| {
            table.settings.encryption = Some(Encryption { enabled: true, ..Encryption::default() });
        }),
        (Setting::DeletionPolicy, |table| table.settings.deletion_policy = DeletionPolicy::Delete),
        (Setting::Policy, |table| table.settings.policy = Some(json!({ "Statement": [] }))),
        (Setting::ContributorInsights, |table| table.settings.contributor_insights = Some("ALL".into())),
    ];
    for (expected, change) in changes {
        let mut other = shop();
        change(&mut other.tables[0]);
        let setting_of = |found: &[Difference]| match found {
            [Difference { kind: DifferenceKind::Setting { setting, .. }, .. }] => Some(*setting),
            _ => None,
        };
        assert_eq!(setting_of(&differences::of_tables(&shop(), &other, &[])), Some(expected));
        assert_eq!(differences::of_stack(&shop(), &other, &[]), [], "the design says nothing of it");
        assert_eq!(setting_of(&differences::of_stack(&other, &shop(), &[])), Some(expected));
        assert_eq!(differences::of_stack(&other, &shop(), &[expected]), [], "a stack that cannot say it");
    }
    // Units are compared where both sides know them.
    let with_units = |read: u64| {
        let mut design = shop();
        design.tables[0].indexes[0].capacity.units.read = Some(read);
        design
    };
    assert_eq!(differences::of_tables(&shop(), &with_units(5), &[]), []);
    let found = differences::of_tables(&with_units(6), &with_units(5), &[]);
    assert_eq!(found[0].place.index.as_deref(), Some("GSI1"));
    assert_eq!(found[0].sentence("a", "b", Language::English), "Provisioned units: 6 / - in a, 5 / - in b.");
}
