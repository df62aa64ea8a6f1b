//! Texts of a design stay what they are in every format: no option, no comment's end, no formula, no link, no other type.

#![allow(clippy::unwrap_used, reason = "a test fails when it panics")]

use dynalab_design_formats::{ExportNote, ExportedDesign, find};
use dynalab_modeling::Language;
use dynalab_modeling::{Design, check, parse};
use dynalab_request_text::code::{CodeContext, CodeLanguage, read_all};
use serde_json::{Value, json};

fn write(format: &str, design: &Design) -> ExportedDesign {
    (find(format).unwrap().write.unwrap())(design, &check(design), Language::English)
}

fn read(format: &str, text: &str) -> Design {
    (find(format).unwrap().read.unwrap())(text, &dynalab_types::Budget::of_import()).unwrap().design
}

fn replaced(exported: &ExportedDesign) -> Vec<&str> {
    let texts = exported.notes.iter().filter_map(|note| match note {
        ExportNote::Replaced { text } => Some(text.as_str()),
        ExportNote::NoSuchParameter { .. } => None,
    });
    texts.collect()
}

/// A design with these names of patterns, each with a request.
fn with_patterns(names: &[&str]) -> Design {
    let patterns: Vec<Value> = names
        .iter()
        .map(|name| json!({ "name": name, "operation": { "action": "request", "operation": "GetItem", "body": { "TableName": "T", "Key": {} } } }))
        .collect();
    let tables = json!([{ "name": "T", "partition_key": [{ "name": "PK", "type": "S" }] }]);
    parse(&json!({ "version": 1, "name": "D", "tables": tables, "patterns": patterns }).to_string()).unwrap()
}

/// A design with a table of this name and members.
fn with_table(name: &str, members: &Value) -> Design {
    let mut table = json!({ "name": name, "partition_key": [{ "name": "PK", "type": "S" }] });
    for (member, value) in members.as_object().unwrap() {
        table[member] = value.clone();
    }
    parse(&json!({ "version": 1, "name": "D", "tables": [table] }).to_string()).unwrap()
}

const LANGUAGES: [(&str, CodeLanguage, &str); 5] = [
    ("sdk-javascript", CodeLanguage::JavaScript, "// "),
    ("sdk-python", CodeLanguage::Python, "# "),
    ("sdk-rust", CodeLanguage::Rust, "// "),
    ("sdk-java", CodeLanguage::Java, "// "),
    ("sdk-go", CodeLanguage::Go, "// "),
];

#[test]
fn values_of_a_mapping_are_no_options_and_no_files() {
    let mapping = json!({ "FunctionResponseTypes": ["--endpoint-url=http://x"], "StartingPosition": "file:///some/file" });
    let readers = json!({ "view": "NEW_IMAGE", "readers": [{ "name": "--debug", "mapping": mapping }] });
    for name in ["Orders", "file:///etc/passwd", "--profile=x", "it's $(id) `id`"] {
        let design = with_table(name, &json!({ "stream": readers }));
        let text = write("aws-cli", &design).text;
        let commands = text.replacen(&format!("# {name}\n"), "", 1);
        for value in ["--endpoint-url", "--debug", "--profile", "file://", "$(id)"] {
            // Such a value stands in a document only, not as a word of its own.
            for before in [" ", " '", "(", "`"] {
                let is_in_text = name.contains(&format!("{before}{value}"));
                assert!(
                    is_in_text || !commands.contains(&format!("{before}{value}")),
                    "{before}{value}\n{text}"
                );
            }
        }
        let read = read("aws-cli", &text);
        assert_eq!(read.tables[0].name, name);
        let reader = &read.tables[0].stream.as_ref().unwrap().readers[0];
        assert_eq!(reader.name, "--debug");
        assert_eq!(Value::from_iter(reader.mapping.clone()), mapping, "{text}");
    }
}

#[test]
fn scripts_of_before_are_still_read() {
    let script = "#!/bin/sh\nset -e\n\n# Orders\naws dynamodb create-table \\\n  --table-name Orders \\\n  --attribute-definitions AttributeName=PK,AttributeType=S \\\n  --key-schema AttributeName=PK,KeyType=HASH \\\n  --billing-mode PAY_PER_REQUEST\naws dynamodb wait table-exists --table-name Orders\naws application-autoscaling register-scalable-target --service-namespace dynamodb --resource-id table/Orders --scalable-dimension dynamodb:table:ReadCapacityUnits --min-capacity 1 --max-capacity 9\naws lambda create-event-source-mapping --function-name f --event-source-arn \"$(aws dynamodb describe-table --query Table.LatestStreamArn --output text --table-name Orders)\" --starting-position LATEST --batch-size 7\n";
    let table = &read("aws-cli", script).tables[0];
    assert_eq!((table.name.as_str(), table.scaling[0].most), ("Orders", 9));
    assert_eq!(table.stream.as_ref().unwrap().readers[0].mapping["BatchSize"], json!(7));
}

#[test]
fn comments_end_with_their_line() {
    let names = [
        "Hello \\u000a static { run(); } //",
        "\\u000a } class Pwned {} //",
        "a\nb",
        "a\u{2028}b",
        "a\0b",
        "\u{202e}x",
        "  two  spaces ",
    ];
    let design = with_patterns(&names);
    for (format, _, mark) in LANGUAGES {
        let exported = write(format, &design);
        let lines: Vec<&str> =
            exported.text.lines().map(str::trim_start).filter(|line| line.starts_with(mark)).collect();
        let shown = |name: &str| {
            let name = name
                .replace('\n', "\u{240a}")
                .replace('\u{2028}', "\u{2424}")
                .replace('\0', "\u{2400}")
                .replace('\u{202e}', "\u{fffd}");
            let name = if format == "sdk-java" { name.replace("\\u", "\\u005cu") } else { name };
            format!("{mark}{name}")
        };
        assert_eq!(lines, names.map(shown), "{format}\n{}", exported.text);
        assert_eq!(replaced(&exported), ["a\u{240a}b", "a\u{2424}b", "a\u{2400}b", "\u{fffd}x"], "{format}");
        assert!(!exported.text.contains(['\0', '\u{2028}', '\u{202e}']), "{format}");
    }
    let exported = write("aws-cli", &with_table("a\nrm -rf x", &json!({})));
    assert!(exported.text.contains("\n# a\u{240a}rm -rf x\n"), "{}", exported.text);
    assert_eq!(replaced(&exported), ["a\u{240a}rm -rf x"]);
}

#[test]
fn requests_as_they_are_sent_keep_their_texts_in_code() {
    for text in [
        "@@0@@",
        "@@",
        "\\u{client:?}",
        "{{}}",
        "${x}",
        "`",
        "\0",
        "\u{85}",
        "\u{f0000}0\u{f0000}",
        "__proto__",
        "aws. types. pad(",
    ] {
        // Names that have a meaning in other operations of a design.
        let item = json!({ text: { "S": text }, "set": { "S": text }, "values": { "M": { "key": { "S": text } } }, "for_each": { "S": "{x}" }, "__proto__": { "S": text } });
        let body = json!({ "TableName": text, "Item": item });
        let mut design = with_patterns(&["one"]);
        design.patterns[0].operation =
            serde_json::from_value(json!({ "action": "request", "operation": "PutItem", "body": body }))
                .unwrap();
        for (format, language, _) in LANGUAGES {
            let written = write(format, &design).text;
            let found = read_all(language, &written, &CodeContext::default());
            let read =
                found[0].reading.as_ref().unwrap_or_else(|error| panic!("{format}: {error:?}\n{written}"));
            assert_eq!(
                serde_json::from_str::<Value>(&read.body.json()).unwrap(),
                body,
                "{format}\n{written}"
            );
            if !text.contains("aws.") {
                assert!(
                    !written.contains("pad(String") && !written.contains("func pad"),
                    "{format}\n{written}"
                );
            }
        }
    }
}

#[test]
fn parts_of_a_key_stay_texts_beside_parameters() {
    for (key, javascript, python, rust) in [
        ("@@0@@{id}@@", "`@@0@@${id}@@`", "f\"@@0@@{id}@@\"", "format!(\"@@0@@{}@@\", id)"),
        (
            "\\u{{client:?}}{id}",
            "`\\\\u{client:?}${id}`",
            "f\"\\\\u{{client:?}}{id}\"",
            "format!(\"\\\\u{{client:?}}{}\", id)",
        ),
        ("${id}{{", "`$${id}{`", "f\"${id}{{\"", "format!(\"${}{{\", id)"),
        (
            "`${{x}}\0{id}",
            "`\\`\\${x}\\u0000${id}`",
            "f\"`${{x}}\\u0000{id}\"",
            "format!(\"`${{x}}\\u{0}{}\", id)",
        ),
    ] {
        let design = json!({
            "version": 1, "name": "D",
            "entities": [{ "name": "Row", "count": 1, "attributes": [{ "name": "id", "type": "S" }] }],
            "tables": [{ "name": "T", "partition_key": [{ "name": "PK", "type": "S" }], "items": [{ "entity": "Row", "keys": { "PK": key } }] }],
            "patterns": [{ "name": "one", "parameters": { "id": { "of": "Row.id", "row": 0 } }, "operation": { "action": "get", "table": "T", "key": { "PK": key } } }],
        });
        let design = parse(&design.to_string()).unwrap();
        for (format, part) in [("sdk-javascript", javascript), ("sdk-python", python), ("sdk-rust", rust)] {
            let text = write(format, &design).text;
            assert!(text.contains(part), "{format}: {part}\n{text}");
        }
    }
}

#[test]
fn parameters_with_similar_names_stay_apart() {
    let key = "{user-id}#{user_id}";
    let attributes = json!([{ "name": "user-id", "type": "S" }, { "name": "user_id", "type": "S" }]);
    let of = |name: &str| json!({ "of": format!("Row.{name}"), "row": 0 });
    let design = json!({
        "version": 1, "name": "D", "entities": [{ "name": "Row", "count": 1, "attributes": attributes }],
        "tables": [{ "name": "T", "partition_key": [{ "name": "PK", "type": "S" }], "items": [{ "entity": "Row", "keys": { "PK": key } }] }],
        "patterns": [{ "name": "one", "parameters": { "user-id": of("user-id"), "user_id": of("user_id") },
            "operation": { "action": "get", "table": "T", "key": { "PK": key } } }],
    });
    let text = write("sdk-python", &parse(&design.to_string()).unwrap()).text;
    assert!(text.contains("def one(user_id, user_id2):"), "{text}");
    assert!(text.contains("f\"{user_id}#{user_id2}\""), "{text}");
}

#[test]
fn parameters_that_no_code_can_name_are_left_out_and_named() {
    let body = json!({ "TableName": "T", "Key": { "PK": { "S": "x" } }, "X=evil(); y": 1 });
    let mut design = with_patterns(&["one"]);
    design.patterns[0].operation =
        serde_json::from_value(json!({ "action": "request", "operation": "GetItem", "body": body })).unwrap();
    let note = ExportNote::NoSuchParameter { pattern: "one".to_owned(), parameter: "X=evil(); y".to_owned() };
    for (format, _, _) in LANGUAGES {
        let exported = write(format, &design);
        // A member of an object may have any name.
        let is_held = format == "sdk-javascript";
        assert_eq!(exported.text.contains("\"X=evil(); y\": 1"), is_held, "{format}\n{}", exported.text);
        assert_eq!(exported.text.contains("evil"), is_held, "{format}");
        assert_eq!(exported.notes, if is_held { vec![] } else { vec![note.clone()] }, "{format}");
    }
}

#[test]
fn names_in_a_template_are_texts_for_every_reader_of_yaml() {
    for name in [
        "2026-01-01",
        "1_000",
        "0b11",
        "0x1f",
        "1:30",
        "1e3",
        ".5",
        "yes",
        "No",
        "y",
        "null",
        "~",
        "a\u{85}b",
        "\u{2028}",
        "\0",
        "=",
        "<<",
        "- a",
        "a: b",
        "\u{feff}",
    ] {
        let design = with_table(name, &json!({}));
        let text = write("cloudformation", &design).text;
        assert!(
            text.contains("TableName: \"") && !text.contains(['\u{85}', '\u{2028}', '\0', '\u{feff}']),
            "{text}"
        );
        assert_eq!(read("cloudformation", &text).tables[0].name, name, "{text}");
    }
}

#[test]
fn no_text_refers_to_a_value_of_the_account() {
    let index = |name: &str| json!([{ "name": name, "kind": "global", "partition_key": [{ "name": "PK", "type": "S" }] }]);
    let members = json!({ "mode": { "provisioned": { "headroom_percent": 20.0 } }, "indexes": index("${AWS::Region}"),
        "scaling": [{ "index": "${AWS::Region}", "units": "read", "least": 1, "most": 5 }] });
    let design = with_table("T", &members);
    let text = write("cloudformation-json", &design).text;
    assert!(text.contains("table/${T}/index/${!AWS::Region}"), "{text}");
    assert_eq!(read("cloudformation", &text).tables[0].scaling[0].index.as_deref(), Some("${AWS::Region}"));
    for (name, shown) in [
        ("{{resolve:ssm:x}}", "{ {resolve:ssm:x}}"),
        ("a{{resolve:secretsmanager:b}}", "a{ {resolve:secretsmanager:b}}"),
    ] {
        let design = with_table(name, &json!({}));
        for format in ["cloudformation", "cloudformation-json", "cdk"] {
            let exported = write(format, &design);
            assert!(
                exported.text.contains(shown) && !exported.text.contains("{{resolve"),
                "{format}\n{}",
                exported.text
            );
            assert_eq!(replaced(&exported), [shown], "{format}");
        }
        // Terraform has no such references.
        assert!(replaced(&write("terraform", &design)).is_empty());
    }
    let exported = write("cdk", &with_table("${Token[TOKEN.1]}", &json!({})));
    assert_eq!(replaced(&exported), ["$ {Token[TOKEN.1]}"]);
}

#[test]
fn dollar_signs_before_a_brace_stay_in_terraform() {
    for name in ["${x}", "$${x}", "$$${x}", "%{if}", "%%{if}", "$", "a\0\u{85}\\\"\n", "\u{feff}"] {
        let text = write("terraform", &with_table(name, &json!({}))).text;
        let line = text.lines().find(|line| line.trim_start().starts_with("name")).unwrap();
        let literal = line.split_once('"').unwrap().1.strip_suffix('"').unwrap();
        // Of n signs before a brace, n + 1 are written, and the last two are the escape.
        let plain = literal.replace("$${", "${").replace("%%{", "%{");
        assert_eq!(dynalab_literals::escapes::read(&plain).as_deref(), Some(name), "{text}");
        assert_eq!(literal.matches("${").count(), literal.matches("$${").count(), "{text}");
        assert_eq!(read("terraform", &text).tables[0].name, name, "{text}");
    }
}

#[test]
fn markdown_has_no_links_and_names_what_it_cannot_hold() {
    let design = with_patterns(&["![t](http://x.y/z.png)", "[c](javascript:alert(1))", "a|b", "a\nb"]);
    let exported = write("markdown", &design);
    for part in
        ["\\!\\[t\\](http\\://x\\.y/z\\.png)", "\\[c\\](javascript\\:alert(1))", "a&#124;b", "a\u{240a}b"]
    {
        assert!(exported.text.contains(&format!("| {part} |")), "{part}\n{}", exported.text);
    }
    // A sentence about the pattern has its name too.
    assert_eq!(replaced(&exported)[0], "a\u{240a}b");
    assert!(replaced(&exported).iter().all(|text| text.contains("a\u{240a}b")));
}

#[test]
fn texts_of_keys_are_no_attributes_of_electrodb() {
    let design = json!({
        "version": 1, "name": "D",
        "entities": [{ "name": "Row", "count": 1, "attributes": [{ "name": "id", "type": "S" }] }],
        "tables": [{ "name": "T", "partition_key": [{ "name": "PK", "type": "S" }], "items": [{ "entity": "Row", "keys": { "PK": "a${{id}}#{id}" } }] }],
    });
    let exported = write("electrodb", &parse(&design.to_string()).unwrap());
    assert!(exported.text.contains("\"a$ {id}#${id}\""), "{}", exported.text);
    assert_eq!(replaced(&exported), ["a$ {id}#"]);
}

#[test]
fn names_in_a_policy_are_no_wildcards() {
    let mut design = with_patterns(&["one"]);
    let body = json!({ "TableName": "a*${aws:username}", "IndexName": "?" });
    design.patterns[0].operation =
        serde_json::from_value(json!({ "action": "request", "operation": "Query", "body": body })).unwrap();
    let text = write("iam-policy", &design).text;
    assert!(text.contains("table/a${*}${$}{aws:username}/index/${?}\""), "{text}");
}
