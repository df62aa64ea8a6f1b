//! Valid documents, their canonical form, and rejected texts.

use super::*;

fn document(members: &str) -> String {
    format!(r#"{{"format":"dynalab","version":1{members}}}"#)
}

fn with_tables(tables: &str) -> String {
    document(&format!(r#","tables":{tables}"#))
}

fn refusal(text: &str) -> String {
    Document::parse(text).and_then(|document| document.canonical()).unwrap_err().to_string()
}

fn canonical(text: &str) -> String {
    Document::parse(text).unwrap().canonical().unwrap()
}

#[test]
fn commands_with_arns_of_the_former_account_are_run_in_it() {
    let with_command = |operation: &str, body: &str| {
        let mut quoted = String::new();
        dynalab_types::wire::write_json_string(body, &mut quoted);
        document(&format!(
            r#","clock":5,"tables":[{{"create":{{"TableName":"A"}}}}],"commands":[{{"at":6,"operation":"{operation}","body":{quoted}}}]"#
        ))
    };
    let first = |text: &str| {
        let requests = Document::parse(text).unwrap().requests().unwrap();
        (requests[0].operation.clone(), requests[0].body.clone())
    };
    let tag = |account: &str| {
        let body = format!(r#"{{"ResourceArn":"arn:aws:dynamodb:us-east-1:{account}:table/A","Tags":[]}}"#);
        first(&with_command("TagResource", &body)).0
    };
    assert_eq!(tag("000000000000"), "Dynalab.SetAccount");
    assert_eq!(tag("123456789012"), "CreateTable");
    assert_eq!(tag("0000000000000"), "CreateTable");
    let chosen = r#"{"AccountId":"111122223333"}"#;
    assert_eq!(first(&with_command("Dynalab.SetAccount", chosen)).0, "CreateTable");
    let text = with_command(
        "ListTagsOfResource",
        r#"{"ResourceArn":"arn:aws:dynamodb:us-east-1:000000000000:table/A"}"#,
    );
    assert_eq!(first(&text).1, r#"{"AccountId":"000000000000"}"#);
}

#[test]
fn a_document_becomes_its_tables_batches_of_at_most_25_and_its_commands() {
    let items: Vec<String> = (0..27).map(|n| format!(r#"{{"id":{{"N":"{n}"}}}}"#)).collect();
    let text = document(&format!(
        r#","clock":5,"tables":[{{"create":{{"TableName":"A"}},"items":[{}]}},{{"create":{{"TableName":"B"}}}}],
           "commands":[{{"at":6,"operation":"Nonsense","body":"{{"}}]"#,
        items.join(",")
    ));
    let document = Document::parse(&text).unwrap();
    assert_eq!((document.table_names(), document.item_count()), (vec!["A".to_owned(), "B".to_owned()], 27));
    let requests = document.requests().unwrap();
    let drawn: Vec<_> = requests
        .iter()
        .map(|request| (request.at.unwrap().epoch_ms, request.operation.as_str(), request.must_succeed))
        .collect();
    assert_eq!(
        drawn,
        [
            (5, "CreateTable", true),
            (5, "BatchWriteItem", true),
            (5, "BatchWriteItem", true),
            (5, "CreateTable", true),
            (6, "Nonsense", false)
        ]
    );
    assert_eq!(
        requests[2].body,
        r#"{"RequestItems":{"A":[{"PutRequest":{"Item":{"id":{"N":"25"}}}},{"PutRequest":{"Item":{"id":{"N":"26"}}}}]}}"#
    );
    assert_eq!(requests[4].body, "{");
}

#[test]
fn the_same_content_has_the_same_bytes() {
    let one = document(
        r#","show":{"index":"G","table":"T"},"title":{"ja":"表","en":"T"},"tables":[
          {"create":{"TableName":"T","KeySchema":[{"AttributeName":"k","KeyType":"HASH"}],
             "AttributeDefinitions":[{"AttributeName":"k","AttributeType":"N"},{"AttributeName":"g","AttributeType":"S"}],
             "GlobalSecondaryIndexes":[{"IndexName":"H"},
               {"IndexName":"G","Projection":{"NonKeyAttributes":["y","x"],"ProjectionType":"INCLUDE"}}],"Tags":null},
           "items":[{"k":{"N":"2"},"b":{"NS":["10","9"]}},{"k":{"N":"1.0"},"a":{"M":{"z":{"S":""},"y":{"BOOL":true}}}}]},
          {"create":{"TableName":"S"}}]"#,
    );
    let other = document(
        r#","title":{"en":"T","ja":"表"},"show":{"table":"T","index":"G"},"questions":[],"tables":[
          {"create":{"TableName":"S"},"items":[]},
          {"items":[{"a":{"M":{"y":{"BOOL":true},"z":{"S":""}}},"k":{"N":"1"}},{"k":{"N":"2.00"},"b":{"NS":["9","1e1"]}}],
           "create":{"AttributeDefinitions":[{"AttributeType":"S","AttributeName":"g"},{"AttributeType":"N","AttributeName":"k"}],
             "GlobalSecondaryIndexes":[{"Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["x","y"]},"IndexName":"G"},
               {"IndexName":"H"}],"KeySchema":[{"KeyType":"HASH","AttributeName":"k"}],"TableName":"T"}}]"#,
    );
    let text = canonical(&one);
    assert_eq!(canonical(&other), text);
    assert_eq!(canonical(&text), text);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[0],
        r#"{"format":"dynalab","version":1,"title":{"en":"T","ja":"表"},"show":{"table":"T","index":"G"},"tables":["#
    );
    assert_eq!(lines[3], r#"{"a":{"M":{"y":{"BOOL":true},"z":{"S":""}}},"k":{"N":"1"}},"#);
}

#[test]
fn everything_a_document_has_is_read_back() {
    let text = document(
        r#","title":{"en":"A"},"description":{"en":"B"},"seed":7,"clock":1000,
          "show":{"table":"T","index":"G","request":"form","result":"cost","command":2},
          "tables":[{"create":{"TableName":"T"},"generate":{"count":2,"seed":3,"item":{"k":{"N":"{n}"}}}}],
          "commands":[{"at":1000,"operation":"Scan","body":"{ }"},{"at":1001,"operation":"Scan","body":"日本\n","continues":true}],
          "questions":[{"title":{"en":"Q"},"why":{"en":"W"},"operation":"Scan","request":{"TableName":"T"},
                        "expect_count":2,"expect_error":"E"}]"#,
    );
    let document = Document::parse(&text).unwrap();
    let again = Document::parse(&document.canonical().unwrap()).unwrap();
    assert_eq!(again, document);
    assert_eq!(again.show.command, Some(2));
    assert_eq!(again.commands[1].body, "日本\n");
    assert_eq!(again.commands.iter().map(|command| command.continues).collect::<Vec<_>>(), [false, true]);
    assert_eq!(again.tables[0].items().unwrap().len(), 2);
}

#[test]
fn what_is_no_document_is_refused_in_words() {
    for (text, expected) in [
        ("{".to_owned(), "This is not JSON: reading stopped at line 1, column 1. Correct it there."),
        ("[]".to_owned(), "This is no design: its \"format\" is not \"dynalab\". Choose another file."),
        (
            r#"{"format":"dynalab","version":2,"anything":[]}"#.to_owned(),
            "The design has version 2, and this page reads version 1. Reload the page to get a newer one.",
        ),
        (r#"{"format":"dynalab"}"#.to_owned(), "\"version\" should be 1. Correct it."),
        (document(""), "The design has neither tables nor commands. Add a table."),
        (document(r#","tabels":[]"#), "\"tabels\" means nothing here. Correct its name, or leave it out."),
        (document(r#","tables":{}"#), "\"tables\" should be a list. Correct it."),
        (with_tables("[3]"), "\"tables[0]\" should be an object. Correct it."),
        (with_tables("[{}]"), "\"tables[0].create\" is missing. Add it."),
        (
            with_tables(r#"[{"create":{"TableName":3}}]"#),
            "\"tables[0].create.TableName\" is missing. Add it.",
        ),
        (
            with_tables(r#"[{"create":{"TableName":"A"},"items":[],"generate":{}}]"#),
            "\"tables[0].items\" should be left out beside \"generate\". Correct it.",
        ),
        (
            with_tables(r#"[{"create":{"TableName":"A"},"generate":{"count":-1}}]"#),
            "\"tables[0].generate.count\" should be a whole number, not negative. Correct it.",
        ),
        (
            with_tables(r#"[{"create":{"TableName":"A"}},{"create":{"TableName":"A"}}]"#),
            "Two tables are named A. Give one of them another name.",
        ),
        (
            with_tables(r#"[{"create":{"TableName":"A"},"items":[{"a":{"N":"x"}}]}]"#),
            "Item 1 of A is not DynamoDB JSON, where each value stands beside its type, as in {\"S\":\"text\"}. \
             Correct it.",
        ),
        (
            with_tables(
                r#"[{"create":{"TableName":"A","KeySchema":[{"AttributeName":"k"}]},
                     "items":[{"k":{"N":"1"}},{"k":{"N":"1.0"},"more":{"S":""}}]}]"#,
            ),
            "Item 2 of A has the key of another one. Change it.",
        ),
        (
            with_tables(r#"[{"create":{"TableName":"A"},"generate":{"count":1,"item":{"k":{"N":"{m}"}}}}]"#),
            "The template \"{m}\" cannot be read: there is no gap {m}. There are {n}, {n/10}, {n%10:4}, {1..9}, {a|b}, \
             {hex:8}, {zipf 1..9}, {date 2026-01-01..2026-02-01}, {day …}, {epoch …}, {name} and {word}.",
        ),
        (
            document(r#","show":{"table":"a/b"}"#),
            "\"show.table\" should be a name of letters, digits, \"-\", \"_\" and \".\". Correct it.",
        ),
    ] {
        assert_eq!(refusal(&text), expected, "{text}");
    }
}

#[test]
fn a_log_that_makes_no_sense_is_refused_in_words() {
    for (text, expected) in [
        (
            document(r#","clock":5,"commands":[{"at":4,"operation":"Scan","body":""}]"#),
            "Command 1 is earlier than what comes before it. Correct its time.",
        ),
        (
            document(r#","commands":[{"at":4,"operation":"Scan"}]"#),
            "\"commands[0].body\" is missing. Add it.",
        ),
        (
            document(r#","commands":[{"at":253402300800000,"operation":"Scan","body":""}]"#),
            "\"commands[0].at\" should be milliseconds since 1970, before the year 10000. Correct it.",
        ),
        (
            document(r#","commands":[{"at":4,"operation":"Scan","body":"","continues":1}]"#),
            "\"commands[0].continues\" should be true or false. Correct it.",
        ),
    ] {
        assert_eq!(refusal(&text), expected, "{text}");
    }
}

#[test]
fn documents_are_bounded() {
    let padding = " ".repeat(TEXT_MAX_BYTES);
    assert_eq!(
        refusal(&format!("{{}}{padding}")),
        "The design is 4194306 bytes long, and 4194304 is the most that is read. Leave items out."
    );
    let items = vec!["{}"; 10_001].join(",");
    assert_eq!(
        refusal(&with_tables(&format!(r#"[{{"create":{{"TableName":"A"}},"items":[{items}]}}]"#))),
        "The design has 10001 items, and 10000 is the most that is read. Leave some out."
    );
    let tables: Vec<String> = (0..21).map(|n| format!(r#"{{"create":{{"TableName":"{n}"}}}}"#)).collect();
    assert_eq!(
        refusal(&with_tables(&format!("[{}]", tables.join(",")))),
        "The design has 21 tables, and 20 is the most that is read. Leave some out."
    );
    let generate = r#"{"create":{"TableName":"A"},"generate":{"count":18446744073709551615,"item":{}}}"#;
    assert!(refusal(&with_tables(&format!("[{generate}]"))).ends_with("Leave some out."));
    for deep in ["[", r#"{"a":"#] {
        assert!(refusal(&deep.repeat(100_000)).starts_with("This is not JSON"));
    }
}
