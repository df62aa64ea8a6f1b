//! Tests of verdicts: each reason for red, from one change of a green design.

#![allow(clippy::unwrap_used, reason = "a test fails when it panics")]

use dynalab_modeling::design::{Expectation, Parameter};
use dynalab_modeling::report::{AccessMethod, AccessReason, ProblemReason, Red, Verdict};
use dynalab_modeling::{Checker, Design, Report, Template, check, parse, templates};
use serde_json::json;

fn shop() -> Design {
    parse(templates::find("shop").unwrap().text).unwrap()
}

fn place(design: &Design, name: &str) -> usize {
    design.patterns.iter().position(|pattern| pattern.name == name).unwrap()
}

const ORDERS: &str = "Orders of a user, newest first";
const PROFILE: &str = "Profile of a user";

fn verdict_after(name: &str, change: impl FnOnce(&mut serde_json::Value)) -> Verdict {
    let mut design = serde_json::to_value(shop()).unwrap();
    let number = place(&shop(), name);
    change(&mut design["patterns"][number]);
    let design: Design = serde_json::from_value(design).unwrap();
    let report = check(&design);
    let pattern = &report.patterns[number];
    assert_eq!(report.is_green, pattern.verdict.is_green(), "{:?}", report.problems);
    pattern.verdict.clone()
}

fn red(verdict: Verdict) -> Red {
    match verdict {
        Verdict::Red(red) => red,
        Verdict::Green => panic!("green"),
    }
}

#[test]
fn a_pattern_without_an_expected_result_is_red() {
    for blank in [json!(null), json!({})] {
        let verdict = verdict_after(PROFILE, |pattern| pattern["expect"] = blank);
        assert_eq!(red(verdict), Red::NoExpectation);
    }
    assert_eq!(red(verdict_after(PROFILE, |pattern| pattern["operation"] = json!(null))), Red::NoOperation);
}

#[test]
fn an_empty_result_is_red_unless_it_is_meant() {
    let nothing = json!({ "value": "no-such-user" });
    let empty = verdict_after(PROFILE, |pattern| pattern["parameters"]["user_id"] = nothing.clone());
    assert_eq!(red(empty), Red::Empty);
    let meant = verdict_after(PROFILE, |pattern| {
        pattern["parameters"]["user_id"] = nothing.clone();
        pattern["expect"] = json!({ "empty": true });
    });
    assert_eq!(meant, Verdict::Green);
    let full = verdict_after(PROFILE, |pattern| pattern["expect"] = json!({ "empty": true }));
    assert_eq!(red(full), Red::NotEmpty { returned: 1 });
}

#[test]
fn counts_rows_attributes_and_order_are_compared() {
    for (expect, wanted) in [
        (json!({ "count": 2 }), "Count"),
        (json!({ "at_least": 21 }), "Count"),
        (json!({ "at_most": 1 }), "Count"),
        (json!({ "each": { "status": "PAID" } }), "Attribute"),
        (json!({ "first": { "user_id": "other" } }), "Attribute"),
        (json!({ "order": { "by": "order_id" } }), "Order"),
        (json!({ "rows": [{ "item": "Order" }] }), "Rows"),
        (json!({ "rows": [{ "item": "Product" }] }), "Rows"),
        (json!({ "rows": [{ "item": "Nothing" }] }), "NotRun"),
        (json!({ "error": "ValidationException" }), "ErrorExpected"),
    ] {
        let verdict = red(verdict_after(ORDERS, |pattern| pattern["expect"] = expect.clone()));
        assert!(format!("{verdict:?}").starts_with(wanted), "{expect}: {verdict:?}");
    }
}

#[test]
fn rows_name_what_is_missing_and_what_is_unexpected() {
    let verdict = verdict_after(ORDERS, |pattern| pattern["operation"]["key"]["SK"] = json!("PROFILE"));
    let Red::Rows { missing, unexpected, missing_count, unexpected_count } = red(verdict) else { panic!() };
    assert_eq!((unexpected.as_slice(), unexpected_count), (&["USER#u00001 / PROFILE".to_owned()][..], 1));
    assert!(missing_count >= 3 && missing[0].starts_with("USER#u00001 / ORDER#"), "{missing:?}");
}

#[test]
fn a_write_is_compared_with_the_table_after_it_and_undone() {
    let name = "Place an order and reduce the stock";
    let state = verdict_after(name, |pattern| {
        pattern["expect"]["after"][0]["has"] = json!({ "status": "PAID" });
    });
    let Red::State { attribute, expected, got, .. } = red(state) else { panic!() };
    assert_eq!(
        (attribute.as_deref(), expected.as_str(), got.as_deref()),
        (Some("status"), "PAID", Some("PENDING"))
    );
    let refused =
        verdict_after(name, |pattern| pattern["parameters"]["quantity"] = json!({ "value": 1_000_000 }));
    assert_eq!(red(refused), Red::Refused);
    // The second of two equal writes would fail if the first were not undone.
    let mut design = shop();
    let again = design.patterns[place(&design, name)].clone();
    design.patterns.push(dynalab_modeling::design::AccessPattern { name: "Again".into(), ..again });
    assert!(check(&design).is_green);
}

#[test]
fn a_scan_is_red_for_a_user_and_green_for_a_batch_job() {
    let scan = json!({ "action": "scan", "table": "Shop", "filter": "begins_with(SK, :prefix) AND user_id = :user_id", "values": { "prefix": "ORDER#" }, "all_pages": true });
    let change = |access: &str| {
        let (scan, access) = (scan.clone(), access.to_owned());
        move |pattern: &mut serde_json::Value| {
            pattern["operation"] = scan;
            pattern["access"] = json!(access);
            pattern["expect"]["order"] = json!(null);
        }
    };
    assert_eq!(red(verdict_after(ORDERS, change("owner"))), Red::Scan);
    assert_eq!(verdict_after(ORDERS, change("service")), Verdict::Green);
}

#[test]
fn a_missing_parameter_is_named() {
    let verdict = verdict_after(PROFILE, |pattern| pattern["parameters"] = json!({}));
    assert_eq!(red(verdict), Red::NotRun(ProblemReason::UnknownParameter { parameter: "user_id".into() }));
    let verdict = verdict_after(PROFILE, |pattern| pattern["operation"]["table"] = json!("Other"));
    assert_eq!(red(verdict), Red::NotRun(ProblemReason::UnknownTable { table: "Other".into() }));
}

fn pattern<'a>(report: &'a Report, name: &str) -> &'a dynalab_modeling::report::PatternReport {
    report.patterns.iter().find(|pattern| pattern.name == name).unwrap()
}

#[test]
fn units_and_money_are_those_of_the_engine() {
    let report = check(&shop());
    let profile = pattern(&report, PROFILE);
    assert_eq!((profile.read_units, profile.served.how, profile.read), (0.5, AccessMethod::Get, 1));
    // 120 requests per second of half a unit: 120 x 2,628,000 x 0.5 / 1,000,000 x 0.125 dollars.
    assert!((profile.usd_per_month - 19.71).abs() < 0.001, "{}", profile.usd_per_month);
    let order = pattern(&report, "Place an order and reduce the stock");
    // A transaction writes two items with two units each. The order is in both indexes, the product in one.
    assert_eq!(order.write_units, 7.0, "{:?}", order.units);
    let paid = pattern(&report, "Paid orders of a time range");
    assert_eq!(
        (paid.served.how, paid.served.why.clone()),
        (AccessMethod::Queries, AccessReason::Sharded { count: 4 })
    );
    assert_eq!(paid.requests, 4);
    let total: f64 = report.patterns.iter().map(|pattern| pattern.usd_per_month).sum();
    assert!((report.totals.requests_usd_per_month - total).abs() < 0.01, "{:?} {total}", report.totals);
}

#[test]
fn heat_follows_the_rate_and_the_busiest_share() {
    let mut design = shop();
    let number = place(&design, PROFILE);
    design.patterns[number].rate.peak = 100_000.0;
    let heat = |design: &Design| check(design).patterns[number].heat[0].clone();
    // One of 100,000 users gets half a unit per second.
    let even = heat(&design);
    assert!((even.read_units_per_second - 0.5).abs() < 0.001 && !even.is_above_limit, "{even:?}");
    design.patterns[number].busiest_share = Some(0.1);
    let skewed = heat(&design);
    assert!((skewed.read_units_per_second - 5_000.0).abs() < 0.1 && skewed.is_above_limit, "{skewed:?}");
}

#[test]
fn a_check_stops_between_patterns() {
    let design = shop();
    let mut checker = Checker::new(&design);
    let mut steps = 0;
    while checker.step() {
        steps += 1;
        assert_eq!(checker.done(), steps - 1);
        if steps == 3 {
            break;
        }
    }
    let report = checker.finish();
    assert_eq!(report.patterns.len(), 2);
    assert!(!report.is_green, "an unfinished check is not green");
}

#[test]
fn problems_have_a_place() {
    let mut design = shop();
    design.tables[0].items[0].keys.get_mut("SK").unwrap().template = Template::parse("{nothing}").unwrap();
    design.patterns[0].parameters.insert("x".into(), Parameter::New { new: "User.nothing".into() });
    design.patterns[1].name = design.patterns[2].name.clone();
    design.entities[0].owner = Some("boss".into());
    design.region = "mars-1".into();
    design.patterns[0].expect = Some(Expectation::default());
    let report = check(&design);
    let texts: Vec<String> = report.problems.iter().map(|problem| format!("{problem:?}")).collect();
    for wanted in [
        "UnknownAttribute { attribute: \"nothing\" }",
        "UnknownAttribute { attribute: \"User.nothing\" }",
        "SameName",
        "UnknownAttribute { attribute: \"boss\" }",
        "UnknownRegion",
    ] {
        assert!(texts.iter().any(|text| text.contains(wanted)), "{wanted}: {texts:?}");
    }
    assert!(!report.is_green);
}

#[test]
fn two_rows_with_one_key_are_a_problem() {
    let mut design = shop();
    design.tables[0].items[2].keys.get_mut("SK").unwrap().template = Template::parse("ORDER").unwrap();
    let report = check(&design);
    assert!(
        report
            .problems
            .iter()
            .any(|problem| matches!(&problem.reason, ProblemReason::SameKey { item, .. } if item == "Order")),
        "{:?}",
        report.problems
    );
}

#[test]
fn a_result_of_several_pages_needs_all_pages() {
    let mut design = serde_json::to_value(shop()).unwrap();
    // 60 products of 40 KB in one category exceed a page of 1 MB.
    let attributes = design["entities"][2]["attributes"].as_array_mut().unwrap();
    attributes.iter_mut().find(|one| one["name"] == "category").unwrap()["values"] =
        json!({ "kind": "constant", "value": "TEA" });
    attributes.iter_mut().find(|one| one["name"] == "description").unwrap()["values"]["bytes"] =
        json!(40_000);
    let number = place(&shop(), "Products of a category in a price range");
    design["patterns"][number]["operation"]["limit"] = json!(null);
    design["patterns"][number]["expect"]["rows"][0]["limit"] = json!(null);
    let verdict = |design: &serde_json::Value| {
        let design: Design = serde_json::from_value(design.clone()).unwrap();
        let report = check(&design);
        (report.patterns[number].verdict.clone(), report.patterns[number].requests)
    };
    assert_eq!(verdict(&design), (Verdict::Red(Red::MorePages), 1));
    design["patterns"][number]["operation"]["all_pages"] = json!(true);
    let (green, requests) = verdict(&design);
    assert_eq!(green, Verdict::Green);
    assert!(requests > 1, "{requests}");
}
