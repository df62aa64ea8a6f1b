//! Tests of code for SDKs: the code of a small design, and a syntax check of all templates by each language's tool.

#![allow(clippy::unwrap_used, reason = "a test fails when it panics")]

use std::io::Write;
use std::process::{Command, Stdio};

use dynalab_design_formats::find;
use dynalab_modeling::Language;
use dynalab_modeling::sample::Sample;
use dynalab_modeling::slots::{self, Edge, Part, SlottedRequest};
use dynalab_modeling::{Design, check, parse, templates};
use serde_json::{Value, json};

const LANGUAGES: [&str; 5] = ["sdk-javascript", "sdk-python", "sdk-rust", "sdk-java", "sdk-go"];

fn write(format: &str, design: &Design) -> String {
    (find(format).unwrap().write.unwrap())(design, &check(design), Language::English).text
}

fn small() -> Design {
    let design = json!({
        "version": 1, "name": "Small",
        "entities": [{ "name": "Order", "count": 10, "attributes": [
            { "name": "user_id", "type": "S" },
            { "name": "number", "type": "N", "values": { "kind": "sequence" } },
            { "name": "placed_at", "type": "S", "values": { "kind": "time", "from": "2026-01-01T00:00:00Z", "to": "2026-02-01T00:00:00Z" } },
            { "name": "paid", "type": "BOOL", "values": { "kind": "constant", "value": true } },
        ] }],
        "tables": [{
            "name": "Orders",
            "partition_key": [{ "name": "PK", "type": "S" }], "sort_key": [{ "name": "SK", "type": "S" }],
            "items": [{ "entity": "Order", "keys": { "PK": "USER#{user_id}", "SK": "{placed_at:date}#{number:6}" } }],
        }],
        "patterns": [
            {
                "name": "Orders of a day", "parameters": { "user_id": { "of": "Order.user_id", "row": 0 }, "day": { "of": "Order.placed_at", "row": 0 } },
                "operation": { "action": "query", "table": "Orders", "all_pages": true,
                    "key": { "PK": "USER#{user_id}", "SK": { "begins_with": "{day:date}#" } }, "filter": "paid = :paid AND #number > :least", },
            },
            { "name": "Place an order", "operation": { "action": "put", "table": "Orders", "item": "Order", "condition": "attribute_not_exists(PK)" } },
            { "name": "2 open ones" },
        ],
    });
    let mut design = parse(&design.to_string()).unwrap();
    let query = &mut design.patterns[0];
    let value = |value| dynalab_modeling::design::Parameter::Value { value };
    query.parameters.insert("paid".to_owned(), value(json!(true)));
    query.parameters.insert("least".to_owned(), value(json!(3)));
    design
}

const PYTHON: &str = r##"import boto3

client = boto3.client("dynamodb")


# Orders of a day
# Repeat with ExclusiveStartKey until the response has no LastEvaluatedKey.
def orders_of_a_day(user_id, day, least):
"##;

#[test]
fn parameters_of_a_pattern_are_those_of_its_function() {
    let design = small();
    let python = write("sdk-python", &design);
    assert!(python.starts_with(PYTHON), "{python}");
    for part in [
        "{\"S\": f\"USER#{user_id}\"}",
        "{\"S\": f\"{day[:10]}#\"}",
        "{\"N\": str(least)}",
        "{\"BOOL\": True}",
        "def place_an_order(",
        "f\"{placed_at[:10]}#{str(number).zfill(6)}\"",
        "\n# No request in the design: 2 open ones\n",
    ] {
        assert!(python.contains(part), "{part}\n{python}");
    }
    for (format, parts) in [
        (
            "sdk-javascript",
            &[
                "export async function ordersOfADay(userId, day, least) {",
                "`USER#${userId}`",
                "String(least)",
                "String(number).padStart(6, \"0\")",
            ][..],
        ),
        (
            "sdk-rust",
            &[
                "pub async fn orders_of_a_day(client: &Client, user_id: &str, day: &str, least: &str)",
                "format!(\"USER#{}\", user_id)",
                "format!(\"{}#\", &day[..10])",
                "use aws_sdk_dynamodb::operation::{put_item, query};",
            ],
        ),
        (
            "sdk-java",
            &[
                "public QueryResponse ordersOfADay(String userId, String day, String least) {",
                "\"USER#\" + userId",
                "day.substring(0, 10) + \"#\"",
                "pad(number, 6)",
            ],
        ),
        (
            "sdk-go",
            &[
                "func OrdersOfADay(ctx context.Context, client *dynamodb.Client, userId string, day string, least string) (*dynamodb.QueryOutput, error) {",
                "\"USER#\" + userId",
                "day[:10] + \"#\"",
            ],
        ),
    ] {
        let text = write(format, &design);
        for part in parts {
            assert!(text.contains(part), "{format}: {part}\n{text}");
        }
        assert!(!text.contains("@@"), "{format}\n{text}");
    }
}

/// Returns true if the tool accepts the text, or None if it is not installed.
fn accepts(command: &[&str], text: &str) -> Option<bool> {
    let mut tool = Command::new(command[0]);
    tool.args(&command[1..]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::inherit());
    let mut child = tool.spawn().ok()?;
    child.stdin.take()?.write_all(text.as_bytes()).ok()?;
    Some(child.wait().ok()?.success())
}

#[test]
fn tools_accept_the_files_of_all_templates() {
    let designs = templates::ALL.iter().map(|template| parse(template.text).unwrap());
    for design in designs.chain([small(), Design::default()]) {
        let report = check(&design);
        for format in LANGUAGES {
            let text = (find(format).unwrap().write.unwrap())(&design, &report, Language::English).text;
            assert!(!text.contains("@@"), "{} {format}", design.name);
            let missing = text.matches("No request in the design: ").count();
            let wanted = design.patterns.iter().filter(|pattern| pattern.operation.is_none()).count();
            assert_eq!(missing, wanted, "{} {format}", design.name);
            let command: &[&str] = match format {
                "sdk-javascript" => &["node", "--check", "--input-type=module", "-"],
                "sdk-python" => &["python3", "-c", "import ast, sys; ast.parse(sys.stdin.read())"],
                "sdk-rust" => &["rustfmt", "--edition", "2024"],
                "sdk-go" => &["gofmt"],
                _ => continue,
            };
            assert_ne!(accepts(command, &text), Some(false), "{} {format}\n{text}", design.name);
        }
    }
}

/// Writes values that look like a slot, and texts that would end a string literal.
#[test]
fn hostile_values_stay_texts() {
    let mut design = small();
    design.tables[0].items[0].keys.get_mut("PK").unwrap().template =
        dynalab_modeling::Template::parse("\"`${{x}} @@9@@ \\ {{ # {user_id}").unwrap();
    design.patterns[1].name = "*/ \n } \" drop 注文".to_owned();
    for format in LANGUAGES {
        let text = write(format, &design);
        assert!(text.contains("@@9@@"), "{format}");
        let command: &[&str] = match format {
            "sdk-javascript" => &["node", "--check", "--input-type=module", "-"],
            "sdk-python" => &["python3", "-c", "import ast, sys; ast.parse(sys.stdin.read())"],
            "sdk-rust" => &["rustfmt", "--edition", "2024"],
            _ => continue,
        };
        assert_ne!(accepts(command, &text), Some(false), "{format}\n{text}");
    }
}

/// Four tickets in one transaction, each with a constant id, and keys with the date of epoch seconds.
fn ticketing() -> Design {
    parse(include_str!("designs/ticketing.json")).unwrap()
}

#[test]
fn constants_of_a_pattern_go_through_the_key_templates() {
    let design = ticketing();
    for format in LANGUAGES {
        let text = write(format, &design);
        for id in ["tk-003", "tk-004", "tk-005", "tk-006"] {
            assert_eq!(text.matches(&format!("\"TICKET#{id}\"")).count(), 1, "{format} {id}\n{text}");
        }
    }
    let python = write("sdk-python", &design);
    for part in [
        // The status of a ticket is not that of an event, and the event of the tickets is a parameter of the pattern.
        "def buy_four_seats(event, status, event_id, status2, holder):",
        "{\"S\": f\"{event}#A1#0007\"}",
        "\"number\": {\"N\": \"7\"}",
        "\"status\": {\"S\": status2}",
    ] {
        assert!(python.contains(part), "{part}\n{python}");
    }
}

#[test]
fn what_no_code_can_compute_is_a_parameter() {
    let python = write("sdk-python", &ticketing());
    assert!(
        python
            .contains("def write_two(sensor, taken_at_date, taken_at, sensor2, taken_at_date2, taken_at2):"),
        "{python}"
    );
    assert!(python.contains("f\"{sensor2}#{taken_at_date2}\"") && !python.contains("[:10]"), "{python}");
}

/// With the values of the check, the request of the code is that of the check, to the byte.
#[test]
fn slots_with_the_values_of_the_check_give_its_request() {
    let templates = templates::ALL.iter().map(|template| parse(template.text).unwrap());
    let mut count = 0;
    for design in templates.chain([small(), ticketing()]) {
        let report = check(&design);
        let (sample, _) = Sample::make(&design);
        for (pattern, run) in design.patterns.iter().zip(&report.patterns) {
            let Some(request) = slots::request(&design, &sample, pattern, Edge::of(&design)) else {
                assert!(pattern.operation.is_none(), "{}: {}", design.name, pattern.name);
                continue;
            };
            let mut body = request.body.clone();
            fill(&request, &mut body);
            let expected: Value = serde_json::from_str(&run.body).unwrap();
            assert_eq!(body, expected, "{}: {}", design.name, pattern.name);
            count += 1;
        }
    }
    assert!(count > 75, "{count}");
}

fn fill(request: &SlottedRequest, value: &mut Value) {
    match value {
        Value::String(text) => {
            let parts = request.parts(text).into_iter().map(|part| match part {
                Part::Text(text) => text.to_owned(),
                Part::Slot(slot) => slot.format.apply(&slot.parameter, slot.value.as_ref().unwrap()).unwrap(),
            });
            *text = parts.collect();
        }
        Value::Array(values) => values.iter_mut().for_each(|value| fill(request, value)),
        Value::Object(members) => members.values_mut().for_each(|value| fill(request, value)),
        _ => {}
    }
}
