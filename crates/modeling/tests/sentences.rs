//! Every rule and fix has a sentence with its figures in each language, and Japanese texts are Japanese.

use std::collections::BTreeSet;

use dynalab_modeling::report::{Cure, CureFigures, Fix, Place, Red, Rule};
use dynalab_modeling::{Language, Message, Template};

fn has_japanese(text: &str) -> bool {
    text.chars().any(|letter| matches!(letter, 'ぁ'..='ヿ' | '一'..='龥'))
}

/// Checks the text in both languages: it has all of these parts, ends with a full stop, and Japanese is Japanese.
fn check(message: &impl Message, parts: &[&str]) {
    let (english, japanese) = (message.write(Language::English), message.write(Language::Japanese));
    for part in parts {
        assert!(english.contains(part), "{part}: {english}");
        assert!(japanese.contains(part), "{part}: {japanese}");
    }
    assert!(english.ends_with('.') && !has_japanese(&english), "{english}");
    assert!(japanese.ends_with('。') && has_japanese(&japanese), "{japanese}");
}

/// One of each rule, with two for those that have two sentences.
fn rules() -> Vec<Rule> {
    vec![
        Rule::OwnerNotInKey { owner: "user_id".into() },
        Rule::OwnerOnlyInFilter { owner: "user_id".into(), read: 100, returned: 3 },
        Rule::LowCardinalityKey {
            values: 4,
            busiest: "STATUS#OPEN".into(),
            read_units_per_second: 1.0,
            write_units_per_second: 1_200.0,
            patterns: Vec::new(),
        },
        Rule::TimeKey { write_units_per_second: 2_000.0, patterns: vec!["Write".into(), "Correct".into()] },
        Rule::Scan { read_units: 38.5, read_units_at_full_size: 38_700.0 },
        Rule::FilterDropsMost { read: 100, returned: 1 },
        Rule::ItemSize { largest_bytes: 500_000, limit_bytes: 409_600 },
        Rule::CollectionSize { bytes: 1.2e10, limit_bytes: 1e10 },
        Rule::UnusedIndex { write_units_per_second: 9.0, usd_per_month: 3.0 },
        Rule::OverIndexed { indexes: 6, used: 2, write_amplification: 7.0 },
        Rule::ChangingIndexKey { attribute: "status".into(), writes_per_second: 20.0 },
        Rule::NoGuard { failed: false },
        Rule::NoPaging { bytes: 2e6 },
        Rule::GenericNames { names: vec!["PK".into()] },
        Rule::SeveralKeyAttributes { count: 2 },
        Rule::KeyConditionGap { missing: "country".into() },
        Rule::NoExpectation,
        Rule::NoRate,
        Rule::Projection { keeps: vec!["name".into()], usd_now: 9.0, usd_then: 3.0 },
        Rule::Projection { keeps: Vec::new(), usd_now: 9.0, usd_then: 3.0 },
        Rule::MixedNeeds { readers: vec!["mailer".into()], entities: vec!["Log".into()] },
        Rule::MixedNeeds { readers: Vec::new(), entities: vec!["Log".into()] },
        Rule::RepeatedWrite { attribute: "count".into(), writes_per_second: 3.0 },
        Rule::LargeRead { bytes: 250_000.0, limit_bytes: 102_400.0 },
        Rule::OutgrowsPage { item: "Seat".into(), items: 40_000, bytes: 4e6, requests: 4 },
        Rule::ExpiredInStream { reader: "mailer".into(), entities: vec!["Log".into()] },
        Rule::ReadApart { items: vec!["User".into(), "Cart".into()] },
        Rule::ReplaceableIndex { by: Some("GSI1".into()) },
        Rule::ReplaceableIndex { by: None },
        Rule::IndexIsTheKey { item: "Order".into(), parent: "User".into() },
        Rule::LeavesFinalState { attribute: "status".into(), state: "SOLD".into(), becomes: "HELD".into() },
        Rule::ErrorFromMissingItem { key: "EVENT#1 / SEAT#2".into() },
        Rule::TtlNotWritten { attribute: "expires_at".into() },
        Rule::ModeSwitches { per_day: 9, most: 4 },
        Rule::SingleItemTransaction,
        Rule::TooManyActions { actions: 120, most: 100 },
        Rule::TtlNotSeconds { attribute: "ends_at".into() },
        Rule::UnpaddedNumber { attribute: "price".into() },
        Rule::NoUniquenessItem { attribute: "email".into() },
        Rule::RangeOnPartitionKey { attribute: "PK".into() },
        Rule::HotKey {
            busiest: "A".into(),
            share: 0.7,
            read_units_per_second: 9.0,
            write_units_per_second: 2.0,
            patterns: Vec::new(),
        },
    ]
}

#[test]
fn each_rule_has_a_sentence_in_each_language() {
    let rules = rules();
    let codes: BTreeSet<&str> = rules.iter().map(Rule::code).collect();
    assert_eq!(codes, Rule::CODES.iter().copied().collect());
    for rule in &rules {
        check(rule, &[]);
    }
    let sentences: BTreeSet<String> = rules.iter().map(|rule| rule.write(Language::English)).collect();
    assert_eq!(sentences.len(), rules.len(), "two rules have one sentence");
}

#[test]
fn figures_are_in_the_units_of_the_service() {
    // A limit of 10 GB has 10 × 1,024³ bytes, and a page 1,024² bytes.
    let collection = Rule::CollectionSize { bytes: 12_884_901_888.0, limit_bytes: 10_737_418_240.0 };
    check(&collection, &["12 GB", "10 GB"]);
    check(&Rule::LargeRead { bytes: 256_000.0, limit_bytes: 102_400.0 }, &["250 KB", "100 KB"]);
    check(&Rule::NoPaging { bytes: 2_097_152.0 }, &["2 MB", "1 MB"]);
    check(&Rule::ItemSize { largest_bytes: 500_000, limit_bytes: 409_600 }, &["500,000", "409,600"]);
    check(&Rule::FilterDropsMost { read: 100, returned: 1 }, &["99", "100"]);
    let hot = Rule::HotKey {
        busiest: "A".into(),
        share: 0.7,
        read_units_per_second: 9_000.0,
        write_units_per_second: 2.0,
        patterns: vec!["Vote".into(), "Result".into()],
    };
    check(&hot, &["70 %", "9,000 RCU", "2 WCU", "Vote", "Result"]);
    check(
        &Rule::UnusedIndex { write_units_per_second: 9.0, usd_per_month: 1_003.0 },
        &["9 WCU", "$1,003.00"],
    );
}

#[test]
fn each_fix_has_a_sentence_in_each_language() {
    let template = Template::text("A");
    let fixes = [
        Fix::PutOwnerFirst { owner: "user_id".into() },
        Fix::SpreadKey { shards: 10 },
        Fix::AddIndex {
            index: "GSI2".into(),
            partition_key: template.clone(),
            sort_key: Some(template.clone()),
        },
        Fix::UseIndex { index: "GSI1".into() },
        Fix::MoveToSortKey { attribute: "date".into() },
        Fix::RemoveIndex { index: "GSI1".into() },
        Fix::ShortenProjection { index: "GSI1".into(), keeps: vec!["name".into()] },
        Fix::AddCondition { condition: "attribute_not_exists(PK)".into() },
        Fix::ReadAllPages,
        Fix::SplitItem,
        Fix::UseGlobalIndex,
        Fix::JoinKeyAttributes { template },
        Fix::RecordResult { count: 12 },
        Fix::WriteRate,
        Fix::SplitTable { entities: vec!["Log".into()] },
        Fix::SendAlone,
        Fix::PadNumber { attribute: "price".into(), digits: 8 },
        Fix::StoreSeconds { attribute: "ends_at".into() },
        Fix::AddUniquenessItem { attribute: "email".into() },
        Fix::RenameKeys { names: vec!["PK".into()] },
        Fix::AddVersion { row: 0 },
        Fix::SendWithToken,
        Fix::LimitPage { limit: 50 },
        Fix::ReadLess,
        Fix::DivideKey,
        Fix::KeepState { attribute: "status".into(), state: "SOLD".into() },
        Fix::CorrectKey,
        Fix::WriteTtl { attribute: "expires_at".into() },
        Fix::FilterExpired { reader: "mailer".into() },
        Fix::StoreTogether { items: vec!["User".into(), "Cart".into()] },
        Fix::UseKey { index: "GSI2".into(), by: Some("GSI1".into()) },
        Fix::UseKey { index: "GSI2".into(), by: None },
        Fix::MoveKey { index: "GSI1".into() },
        Fix::LimitSwitches { most: 4 },
        Fix::ShortenProjection { index: "GSI1".into(), keeps: Vec::new() },
        Fix::AddIndex { index: "GSI2".into(), partition_key: Template::text("A"), sort_key: None },
    ];
    for fix in &fixes {
        check(fix, &[]);
    }
    check(&Fix::PadNumber { attribute: "price".into(), digits: 8 }, &["price", "8", "{price:8}"]);
    assert_eq!(Fix::None.write(Language::English), "");
}

#[test]
fn a_cure_says_what_it_changes_and_what_it_breaks() {
    let figures = |usd_per_month| CureFigures {
        usd_per_month,
        write_units_per_second: 1_200.0,
        ..CureFigures::default()
    };
    let cure = Cure { before: figures(900.0), after: figures(300.0), is_gone: true, ..Cure::default() };
    check(&cure, &["900", "300", "1,200"]);
    assert!(cure.write(Language::English).ends_with("All green patterns stay green."));
    let broken =
        Cure { broken: vec!["Seat map".into()], rewritten: vec!["Hold".into()], is_gone: false, ..cure };
    check(&broken, &["Seat map", "Hold"]);
}

#[test]
fn a_red_pattern_says_what_is_missing_and_what_is_too_much() {
    let rows = |missing: &[&str], unexpected: &[&str]| Red::Rows {
        missing: missing.iter().map(|key| (*key).into()).collect(),
        unexpected: unexpected.iter().map(|key| (*key).into()).collect(),
        missing_count: missing.len() as u64,
        unexpected_count: unexpected.len() as u64,
    };
    let english = |red: &Red| red.write(Language::English);
    assert_eq!(english(&rows(&["a", "b"], &[])), "2 expected items are missing: a, b.");
    assert_eq!(english(&rows(&["a"], &["c"])), "1 expected item is missing: a. 1 item is unexpected: c.");
    check(&rows(&["a"], &["c"]), &["a", "c"]);
    let state = Red::State { key: "USER#1".into(), attribute: None, expected: "nothing".into(), got: None };
    assert_eq!(english(&state), "After the write, USER#1 is nothing. Expected: nothing.");
}

#[test]
fn a_place_names_its_kinds() {
    let place = Place { table: Some("Shop".into()), relation: Some(0), ..Place::default() };
    assert_eq!(place.write(Language::English), "table \"Shop\", relation 1");
    assert_eq!(place.write(Language::Japanese), "テーブル「Shop」, リレーション 1");
    assert_eq!(Place::default().write(Language::English), "the design");
}
