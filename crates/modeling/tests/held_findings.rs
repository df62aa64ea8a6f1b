//! Findings that hold: figures from the bytes of items, advice that breaks no pattern, states, missing items, TTL, and cures that are tried.

#![allow(clippy::unwrap_used, reason = "a test fails when it panics")]

mod designs;

use designs::{assert_green, changed, design, findings, pattern, run, tickets};
use dynalab_modeling::cures::{confirm, try_fix};
use dynalab_modeling::findings::apply;
use dynalab_modeling::report::{Finding, Fix, Report, Rule};
use dynalab_modeling::{Language, Message, check};
use serde_json::{Value, json};

fn codes(report: &Report) -> Vec<&'static str> {
    report.findings.iter().map(|finding| finding.rule.code()).collect()
}

fn only<'a>(report: &'a Report, code: &str) -> &'a Finding {
    let found = findings(report, code);
    assert_eq!(found.len(), 1, "{code}: {:?}", report.findings);
    found[0]
}

/// Divides the seats of an event over the partitions of this many sections.
fn in_sections(value: &mut Value, sections: usize) {
    let names: Vec<String> = (0..sections).map(|number| format!("S{number:02}")).collect();
    value["entities"][2]["attributes"][1]["values"] = json!({ "kind": "cycle", "values": names });
    value["tables"][0]["items"][1]["keys"]["PK"] = json!("EVENT#{event_id}#{section}");
    let map = pattern(value, "Seat map");
    map["parameters"] = json!({ "event_id": { "of": "Seat.event_id" }, "section": { "of": "Seat.section" } });
    map["operation"]["key"]["PK"] = json!("EVENT#{event_id}#{section}");
    map["expect"] = json!({ "at_least": 1 });
    let patterns = value["patterns"].as_array_mut().unwrap();
    patterns.retain(|pattern| pattern["name"] != "Hold a seat" && pattern["name"] != "Buy four seats");
}

/// Returns the bytes that the seat map reads according to the findings, or 0.
fn seat_map_bytes(report: &Report) -> f64 {
    let of_map =
        report.findings.iter().filter(|finding| finding.place.pattern.as_deref() == Some("Seat map"));
    of_map.fold(0.0, |bytes, finding| match &finding.rule {
        Rule::LargeRead { bytes, .. } | Rule::OutgrowsPage { bytes, .. } | Rule::NoPaging { bytes } => *bytes,
        _ => bytes,
    })
}

#[test]
fn bytes_come_from_items_and_fall_when_a_key_is_divided() {
    let (_, report) = changed(|_| {});
    let item = report.tables[0].items.iter().find(|item| item.item == "Seat").unwrap();
    let Rule::OutgrowsPage { item: name, items, bytes, requests } = &only(&report, "outgrows-page").rule
    else {
        panic!()
    };
    assert_eq!((name.as_str(), *items), ("Seat", 40_000));
    let expected = 40_000.0 * item.size_bytes as f64;
    assert!((bytes / expected - 1.0).abs() < 0.05, "{bytes} {expected}");
    assert_eq!(*requests, (bytes / 1_048_576.0).ceil() as u64);
    assert!(findings(&report, "large-read").is_empty(), "one finding says it");

    let (_, four) = changed(|value| in_sections(value, 4));
    assert_green(&four);
    let quarter = seat_map_bytes(&four);
    assert!((0.15..0.45).contains(&(quarter / bytes)), "{quarter} of {bytes}");
    let (_, many) = changed(|value| in_sections(value, 60));
    assert_green(&many);
    assert_eq!(seat_map_bytes(&many), 0.0, "{:?}", many.findings);
}

#[test]
fn a_query_of_one_page_says_how_much_one_page_is() {
    let (_, report) = changed(|value| {
        let map = pattern(value, "Seat map");
        map["operation"].as_object_mut().unwrap().remove("all_pages");
    });
    let Rule::NoPaging { bytes } = only(&report, "no-paging").rule else { panic!() };
    assert!((2_000_000.0..8_000_000.0).contains(&bytes), "{bytes}");
    assert!(!codes(&report).contains(&"outgrows-page"));
    let (_, limited) = changed(|value| {
        let map = pattern(value, "Seat map");
        map["operation"].as_object_mut().unwrap().remove("all_pages");
        map["operation"]["limit"] = json!(50);
        map["expect"] = json!({ "at_least": 1 });
    });
    assert_eq!(seat_map_bytes(&limited), 0.0, "{:?}", limited.findings);
}

/// Events in a table of their own, with an index by this attribute of their venue.
fn by_venue(value: &mut Value, attribute: &str) {
    value["entities"][0]["attributes"]
        .as_array_mut()
        .unwrap()
        .push(json!({ "name": "city", "values": { "kind": "choice", "values": ["BERN", "ROME", "OSLO"] } }));
    value["relations"][0]["copies"] = json!({ "venue_id": "venue_id", "city": "city" });
    value["tables"][0]["items"][0]["keys"] = json!({ "PK": "EVENT#{event_id}", "SK": "META", "GSI1PK": format!("V#{{{attribute}}}"), "GSI1SK": "{starts}" });
    let events = pattern(value, "Events of a city");
    events["parameters"] = json!({ attribute: { "of": format!("Event.{attribute}") } });
    events["operation"]["key"] = json!({ "GSI1PK": format!("V#{{{attribute}}}") });
    events["expect"] =
        json!({ "rows": [ { "item": "Event", "where": { attribute: format!("{{{attribute}}}") } } ] });
}

fn without(value: &mut Value, name: &str) {
    value["patterns"].as_array_mut().unwrap().retain(|pattern| pattern["name"] != name);
}

#[test]
fn an_index_of_several_patterns_or_of_no_id_is_not_the_key() {
    // The index serves the tickets of a user too.
    let (_, report) = changed(|value| by_venue(value, "venue_id"));
    assert_green(&report);
    assert!(!codes(&report).contains(&"index-is-the-key"), "{:?}", report.findings);
    // The city of a venue is not its id.
    let (_, report) = changed(|value| {
        by_venue(value, "city");
        without(value, "Tickets of a user");
    });
    assert_green(&report);
    assert!(!codes(&report).contains(&"index-is-the-key"), "{:?}", report.findings);
    // By the id of the venue, for nothing else: the advice holds, and its cure keeps all patterns green.
    let (value, report) = changed(|value| {
        by_venue(value, "venue_id");
        without(value, "Tickets of a user");
    });
    assert_green(&report);
    let finding = only(&report, "index-is-the-key");
    assert!(finding.can_apply && matches!(finding.fix, Fix::MoveKey { .. }), "{finding:?}");
    let (fixed, cure) = try_fix(&design(&value), &report, finding).unwrap();
    assert!(cure.broken.is_empty() && cure.is_gone, "{cure:?}");
    let moved = serde_json::to_value(&fixed).unwrap();
    assert_eq!(moved["tables"][0]["items"][0]["keys"]["PK"], "V#{venue_id}");
    assert!(check(&fixed).is_green);
}

#[test]
fn nothing_is_said_about_indexes_before_there_is_a_pattern() {
    let (_, report) = changed(|value| {
        value["patterns"] = json!([]);
        for name in ["by_a", "by_b", "by_c", "by_d", "by_e"] {
            value["tables"][0]["indexes"]
                .as_array_mut()
                .unwrap()
                .push(json!({ "name": name, "partition_key": [{ "name": name }] }));
        }
    });
    assert!(report.problems.is_empty(), "{:?}", report.problems);
    for code in ["unused-index", "over-indexed", "replaceable-index", "index-is-the-key", "projection"] {
        assert!(!codes(&report).contains(&code), "{:?}", report.findings);
    }
}

#[test]
fn a_request_as_it_is_sent_uses_its_index() {
    let by_status = |value: &mut Value| {
        value["tables"][0]["indexes"]
            .as_array_mut()
            .unwrap()
            .push(json!({ "name": "ByStatus", "partition_key": [{ "name": "status" }] }));
    };
    let (_, report) = changed(by_status);
    assert_eq!(only(&report, "unused-index").place.index.as_deref(), Some("ByStatus"));
    let (_, report) = changed(|value| {
        by_status(value);
        value["patterns"].as_array_mut().unwrap().push(json!({
            "name": "Sold seats", "rate": { "average": 1 }, "access": "service",
            "operation": { "action": "request", "operation": "Scan", "body": { "TableName": "Tickets", "IndexName": "ByStatus" } },
            "expect": { "at_least": 1 } }));
    });
    assert!(!codes(&report).contains(&"unused-index"), "{:?}", report.findings);
}

#[test]
fn advice_that_breaks_a_pattern_is_dropped_when_it_is_tried() {
    // No pattern reads the index, but one reads its key.
    let (value, mut report) = changed(|value| {
        value["tables"][0]["indexes"]
            .as_array_mut()
            .unwrap()
            .push(json!({ "name": "ByDay", "partition_key": [{ "name": "DayKey" }] }));
        value["tables"][0]["items"][0]["keys"]["DayKey"] = json!("DAY#{starts}");
        value["patterns"].as_array_mut().unwrap().push(json!({
            "name": "Day of an event", "rate": { "average": 1 }, "access": "public",
            "parameters": { "event_id": { "of": "Event.event_id" }, "starts": { "of": "Event.starts" } },
            "operation": { "action": "get", "table": "Tickets", "key": { "PK": "EVENT#{event_id}", "SK": "META" } },
            "expect": { "first": { "DayKey": "DAY#{starts}" } } }));
    });
    assert_green(&report);
    let finding = only(&report, "unused-index").clone();
    let (_, cure) = try_fix(&design(&value), &report, &finding).unwrap();
    assert_eq!(cure.broken, ["Day of an event"]);
    confirm(&design(&value), &mut report);
    assert!(!codes(&report).contains(&"unused-index"), "{:?}", report.findings);

    // Without that pattern, the advice stays, with its figures.
    let mut value = value;
    without(&mut value, "Day of an event");
    let mut report = check(&design(&value));
    confirm(&design(&value), &mut report);
    let cure = only(&report, "unused-index").cure.clone().unwrap();
    assert!(cure.broken.is_empty() && cure.is_gone, "{cure:?}");
    assert!(cure.after.usd_per_month < cure.before.usd_per_month, "{cure:?}");
}

/// A hold that has these conditions, and a purchase that moves a held seat to SOLD.
fn with_sale(value: &mut Value, condition: &str) {
    value["entities"][2]["attributes"][4]["values"] =
        json!({ "kind": "number", "least": 1_000, "most": 2_000 });
    let hold = pattern(value, "Hold a seat");
    hold["operation"]["condition"] = json!(condition);
    let used = [("free", "FREE"), ("sold", "SOLD")];
    for (name, state) in used {
        hold["parameters"][name] = json!({ "value": state });
    }
    hold["parameters"]["now"] = json!({ "value": 5_000 });
    hold["expect"] = json!({ "at_least": 0 });
    let mut sale = hold.clone();
    sale["name"] = json!("Sell a seat");
    sale["operation"]["update"] = json!("SET #status = :sold");
    sale["operation"]["condition"] = json!("#status = :held OR #status = :free");
    value["patterns"].as_array_mut().unwrap().push(sale);
}

/// Chooses a seat of the sample with this state for all patterns.
fn choose_seat(value: &mut Value, state: &str) {
    let seats = dynalab_modeling::sample::Sample::make(&design(value)).0;
    let rows = seats.rows("Seat").unwrap();
    let is_of = |row: &&dynalab_types::Item| {
        row.get("status").is_some_and(|value| *value == dynalab_types::AttributeValue::string(state))
    };
    let row = rows.rows.iter().position(|row| is_of(&row)).unwrap();
    for pattern in value["patterns"].as_array_mut().unwrap() {
        for name in ["event_id", "section", "seat_id"] {
            if pattern["parameters"][name]["of"] == format!("Seat.{name}") {
                pattern["parameters"][name]["row"] = json!(row);
            }
        }
    }
}

#[test]
fn a_sold_seat_that_can_be_held_again_is_named() {
    let sold = |condition: &'static str| {
        changed(move |value| {
            without(value, "Buy four seats");
            with_sale(value, condition);
            choose_seat(value, "FREE");
        })
    };
    let (value, report) = sold("#status = :free OR held_until < :now");
    assert_green(&report);
    let finding = only(&report, "leaves-final-state").clone();
    assert_eq!(
        finding.rule,
        Rule::LeavesFinalState { attribute: "status".into(), state: "SOLD".into(), becomes: "HELD".into() }
    );
    assert_eq!(finding.place.pattern.as_deref(), Some("Hold a seat"));
    assert!(finding.can_apply);
    let fixed = apply(&design(&value), &finding).unwrap();
    let after = check(&fixed);
    assert_green(&after);
    assert!(!codes(&after).contains(&"leaves-final-state"), "{:?}", after.findings);
    for good in ["#status = :free", "#status <> :sold AND held_until < :now", "attribute_exists(PK)"] {
        let (_, report) = sold(good);
        assert_green(&report);
        assert!(!codes(&report).contains(&"leaves-final-state"), "{good}: {:?}", report.findings);
    }
    // A refund names SOLD, so SOLD is not final.
    let (_, report) = changed(|value| {
        without(value, "Buy four seats");
        with_sale(value, "#status = :free OR held_until < :now");
        choose_seat(value, "FREE");
        let mut refund = pattern(value, "Sell a seat").clone();
        refund["name"] = json!("Refund a seat");
        refund["operation"]["update"] = json!("SET #status = :free");
        refund["operation"]["condition"] = json!("#status = :sold OR #status = :free");
        value["patterns"].as_array_mut().unwrap().push(refund);
    });
    assert!(!codes(&report).contains(&"leaves-final-state"), "{:?}", report.findings);
}

#[test]
fn an_expected_error_of_a_missing_item_is_named() {
    let again = |value: &mut Value| {
        without(value, "Buy four seats");
        choose_seat(value, "SOLD");
        let mut again = pattern(value, "Hold a seat").clone();
        again["name"] = json!("Hold a sold seat");
        again["operation"]["condition"] = json!("#status = :free");
        again["expect"] = json!({ "error": "ConditionalCheckFailedException" });
        value["patterns"].as_array_mut().unwrap().push(again);
    };
    let (_, report) = changed(again);
    assert_green(&report);
    assert!(!codes(&report).contains(&"error-from-missing-item"), "{:?}", report.findings);
    // The key of the seats changes, and the pattern stays as it was.
    let (_, report) = changed(|value| {
        again(value);
        value["tables"][0]["items"][1]["keys"]["PK"] = json!("SEATS#{event_id}");
    });
    assert!(run(&report, "Hold a sold seat").verdict.is_green());
    let finding = only(&report, "error-from-missing-item");
    let sentence = finding.rule.write(Language::English);
    assert!(sentence.contains("EVENT#"), "{sentence}");
    // A condition on the key alone is about whether the item exists.
    let (_, report) = changed(|value| {
        again(value);
        value["tables"][0]["items"][1]["keys"]["PK"] = json!("SEATS#{event_id}");
        pattern(value, "Hold a sold seat")["operation"]["condition"] = json!("attribute_exists(PK)");
    });
    assert!(!codes(&report).contains(&"error-from-missing-item"), "{:?}", report.findings);
}

#[test]
fn a_ttl_that_no_item_has_is_named() {
    let (_, report) = changed(|value| value["tables"][0]["ttl"] = json!("expires_at"));
    assert_green(&report);
    let finding = only(&report, "ttl-not-written");
    assert_eq!(finding.rule, Rule::TtlNotWritten { attribute: "expires_at".into() });
    let has = |value: &mut Value| {
        value["tables"][0]["ttl"] = json!("expires_at");
        value["entities"][4]["attributes"].as_array_mut().unwrap().push(
            json!({ "name": "expires_at", "type": "N", "values": { "kind": "time", "from": "2026-06-01", "to": "2026-07-01" } }),
        );
    };
    let (_, report) = changed(has);
    assert!(!codes(&report).contains(&"ttl-not-written"), "{:?}", report.findings);
    // An update sets it.
    let (_, report) = changed(|value| {
        value["tables"][0]["ttl"] = json!("expires_at");
        let hold = pattern(value, "Hold a seat");
        hold["operation"]["update"] = json!("SET #status = :held, expires_at = :until");
        hold["parameters"]["until"] = json!({ "value": 1_790_000_000 });
    });
    assert!(!codes(&report).contains(&"ttl-not-written"), "{:?}", report.findings);
    // Before a pattern writes, nothing is known.
    let mut reads = tickets();
    reads["tables"][0]["ttl"] = json!("expires_at");
    without(&mut reads, "Hold a seat");
    without(&mut reads, "Buy four seats");
    assert!(!codes(&check(&design(&reads))).contains(&"ttl-not-written"));
}

#[test]
fn a_cure_rewrites_key_conditions_by_template() {
    // The index is the key of an event of a venue. Another pattern gets one event by its id and its venue.
    let (value, report) = changed(|value| {
        by_venue(value, "venue_id");
        without(value, "Tickets of a user");
    });
    let finding = only(&report, "index-is-the-key");
    let (fixed, cure) = try_fix(&design(&value), &report, finding).unwrap();
    assert!(cure.broken.is_empty(), "{cure:?}");
    let events = fixed.patterns.iter().find(|pattern| pattern.name == "Events of a city").unwrap();
    let text = serde_json::to_string(&events.operation).unwrap();
    assert!(!text.contains("GSI1") && text.contains("V#{venue_id}"), "{text}");
}
