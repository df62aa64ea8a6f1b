//! The design of a ticket shop, for the tests of heat, of findings and of cures: events, seats of sections, tickets and purchases.

use dynalab_modeling::report::{Finding, PatternReport, Report};
use dynalab_modeling::{Design, check};
use serde_json::{Value, json};

/// Returns a design whose patterns are all green.
pub fn tickets() -> Value {
    json!({
        "version": 1, "name": "Tickets", "seed": 5, "region": "us-east-1",
        "entities": [
            { "name": "Venue", "count": 300, "sample": 3, "attributes": [
                { "name": "venue_id", "values": { "kind": "sequence", "prefix": "v", "width": 3 } } ] },
            { "name": "Event", "count": 1_000, "attributes": [
                { "name": "event_id", "values": { "kind": "sequence", "prefix": "", "width": 3 } },
                { "name": "venue_id" },
                { "name": "city", "values": { "kind": "choice", "values": ["BERN", "ROME", "OSLO"] } },
                { "name": "starts", "values": { "kind": "date", "from": "2026-01-01", "to": "2026-12-01" } } ] },
            { "name": "Seat", "count": 4_000_000, "attributes": [
                { "name": "event_id" },
                { "name": "section", "values": { "kind": "cycle", "values": ["A", "B", "C", "D"] } },
                { "name": "seat_id", "values": { "kind": "sequence", "prefix": "s", "width": 5 } },
                { "name": "status", "values": { "kind": "choice", "values": ["FREE", "HELD", "SOLD"] } },
                { "name": "held_until", "type": "N", "values": { "kind": "number", "least": 1_700_000_000, "most": 1_800_000_000 } } ] },
            { "name": "User", "count": 3_000_000, "sample": 20, "attributes": [
                { "name": "user_id", "values": { "kind": "sequence", "prefix": "u", "width": 7 } } ] },
            { "name": "Purchase", "count": 8_000_000, "attributes": [
                { "name": "user_id" },
                { "name": "purchase_id", "values": { "kind": "ulid", "from": "2026-01-01", "to": "2026-03-01" } } ] },
            { "name": "Ticket", "count": 20_000_000, "attributes": [
                { "name": "user_id" },
                { "name": "ticket_id", "values": { "kind": "sequence", "prefix": "tk", "width": 8 } } ] }
        ],
        "relations": [
            { "parent": "Venue", "child": "Event", "copies": { "venue_id": "venue_id" }, "per_parent": { "least": 2, "mean": 3, "most": 4 } },
            { "parent": "Event", "child": "Seat", "copies": { "event_id": "event_id" }, "per_parent": { "least": 20, "mean": 30, "most": 40_000 } },
            { "parent": "User", "child": "Purchase", "copies": { "user_id": "user_id" }, "per_parent": { "least": 1, "mean": 2, "most": 9 } },
            { "parent": "User", "child": "Ticket", "copies": { "user_id": "user_id" }, "per_parent": { "least": 1, "mean": 3, "most": 9 } }
        ],
        "tables": [ {
            "name": "Tickets", "partition_key": [ { "name": "PK" } ], "sort_key": [ { "name": "SK" } ],
            "indexes": [ { "name": "GSI1", "partition_key": [ { "name": "GSI1PK" } ], "sort_key": [ { "name": "GSI1SK" } ] } ],
            "items": [
                { "entity": "Event", "keys": { "PK": "EVENT#{event_id}", "SK": "META", "GSI1PK": "CITY#{city}", "GSI1SK": "{starts}" } },
                { "entity": "Seat", "keys": { "PK": "EVENT#{event_id}", "SK": "SEAT#{section}#{seat_id}" } },
                { "entity": "Purchase", "keys": { "PK": "USER#{user_id}", "SK": "PURCHASE#{purchase_id:ulid}" } },
                { "entity": "Ticket", "keys": { "PK": "TICKET#{ticket_id}", "SK": "META", "GSI1PK": "USER#{user_id}", "GSI1SK": "{ticket_id}" } }
            ]
        } ],
        "patterns": [ events_of_a_city(), seat_map(), hold(), buy(), tickets_of_a_user() ]
    })
}

fn events_of_a_city() -> Value {
    json!({ "name": "Events of a city", "rate": { "average": 20, "peak": 60 }, "access": "public",
        "parameters": { "city": { "of": "Event.city" } },
        "operation": { "action": "query", "table": "Tickets", "index": "GSI1", "key": { "GSI1PK": "CITY#{city}" }, "limit": 20 },
        "expect": { "at_least": 1 } })
}

fn seat_map() -> Value {
    json!({ "name": "Seat map", "rate": { "average": 5, "peak": 20 }, "access": "public",
        "parameters": { "event_id": { "of": "Event.event_id" } },
        "operation": { "action": "query", "table": "Tickets", "key": { "PK": "EVENT#{event_id}", "SK": { "begins_with": "SEAT#" } }, "all_pages": true },
        "expect": { "rows": [ { "item": "Seat", "where": { "event_id": "{event_id}" } } ] } })
}

fn hold() -> Value {
    json!({ "name": "Hold a seat", "rate": { "average": 10, "peak": 100 }, "access": "public",
        "parameters": seat_parameters(&[]),
        "operation": hold_of("event_id", "section", "seat_id"),
        "expect": { "after": [ { "table": "Tickets", "key": { "PK": "EVENT#{event_id}", "SK": "SEAT#{section}#{seat_id}" }, "has": { "status": "{held}" } } ] } })
}

fn tickets_of_a_user() -> Value {
    json!({ "name": "Tickets of a user", "rate": { "average": 5, "peak": 20 }, "access": "public",
        "parameters": { "user_id": { "of": "User.user_id" } },
        "operation": { "action": "query", "table": "Tickets", "index": "GSI1", "key": { "GSI1PK": "USER#{user_id}" }, "limit": 50 },
        "expect": { "rows": [ { "item": "Ticket", "where": { "user_id": "{user_id}" } } ] } })
}

/// Returns the parameters of a seat of the sample, and of further ones with a number after their names.
fn seat_parameters(rows: &[usize]) -> Value {
    let mut parameters = json!({ "held": { "value": "HELD" }, "free": { "value": "FREE" } });
    for (suffix, row) in
        std::iter::once((String::new(), 0)).chain(rows.iter().map(|row| (row.to_string(), *row)))
    {
        for name in ["event_id", "section", "seat_id"] {
            parameters[format!("{name}{suffix}")] = json!({ "of": format!("Seat.{name}"), "row": row });
        }
    }
    parameters
}

fn hold_of(event: &str, section: &str, seat: &str) -> Value {
    json!({ "action": "update", "table": "Tickets", "key": { "PK": format!("EVENT#{{{event}}}"), "SK": format!("SEAT#{{{section}}}#{{{seat}}}") },
        "update": "SET #status = :held", "condition": "attribute_exists(PK)" })
}

/// A transaction of nine writes: four seats of an event, four tickets with constant ids, one purchase.
fn buy() -> Value {
    let mut writes = vec![hold_of("event_id", "section", "seat_id")];
    writes.extend(
        (1..4).map(|row| {
            hold_of(&format!("event_id{row}"), &format!("section{row}"), &format!("seat_id{row}"))
        }),
    );
    writes.extend((1..5).map(|number| {
        json!({ "action": "put", "table": "Tickets", "item": "Ticket", "set": { "ticket_id": format!("tk-00{number}") }, "condition": "attribute_not_exists(PK)" })
    }));
    writes.push(json!({ "action": "put", "table": "Tickets", "item": "Purchase", "condition": "attribute_not_exists(PK)" }));
    json!({ "name": "Buy four seats", "rate": { "average": 2, "peak": 10 }, "access": "public", "parameters": seat_parameters(&[1, 2, 3]),
        "operation": { "action": "transact_write", "writes": writes }, "expect": { "at_least": 0 } })
}

pub fn design(value: &Value) -> Design {
    serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{error}"))
}

/// Checks a changed copy of the design.
pub fn changed(change: impl FnOnce(&mut Value)) -> (Value, Report) {
    let mut value = tickets();
    change(&mut value);
    let report = check(&design(&value));
    (value, report)
}

pub fn pattern<'a>(value: &'a mut Value, name: &str) -> &'a mut Value {
    let patterns = value["patterns"].as_array_mut().unwrap();
    patterns.iter_mut().find(|pattern| pattern["name"] == name).unwrap_or_else(|| panic!("no {name}"))
}

#[allow(dead_code, reason = "not every file of tests looks at one pattern")]
pub fn run<'a>(report: &'a Report, name: &str) -> &'a PatternReport {
    report.patterns.iter().find(|pattern| pattern.name == name).unwrap_or_else(|| panic!("no {name}"))
}

pub fn findings<'a>(report: &'a Report, code: &str) -> Vec<&'a Finding> {
    report.findings.iter().filter(|finding| finding.rule.code() == code).collect()
}

/// Checks that all patterns are green and nothing is wrong with the design.
pub fn assert_green(report: &Report) {
    assert!(report.problems.is_empty(), "{:?}", report.problems);
    for pattern in &report.patterns {
        assert!(pattern.verdict.is_green(), "{}: {:?} {:?}", pattern.name, pattern.verdict, pattern.error);
    }
}
