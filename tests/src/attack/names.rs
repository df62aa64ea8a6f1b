//! Names and values that mean something to a reader of an exported file: each goes into every place of a design.

use serde_json::{Value, json};

/// The texts. Each stands for a family: quotes, comments, interpolations, options, paths, formulas, controls, directions.
pub const NAMES: [&str; 60] = [
    "'",
    "\"",
    "`",
    "\\",
    "\\'",
    "\\\"",
    "'''",
    "\"\"\"",
    "\\u000a",
    "\\\\u000a",
    "\\u{client:?}",
    "\\u000a static { System.exit(1); } //",
    "@@0@@",
    "@@1@@ @@0@@",
    "{}",
    "{{}}",
    "{0}",
    "%s %d %n",
    "${x}",
    "$${x}",
    "%{if true}x%{endif}",
    "#{x}",
    "<%= x %>",
    "$(touch /tmp/x)",
    "`touch /tmp/x`",
    "; touch /tmp/x",
    "| touch /tmp/x",
    "&& touch /tmp/x",
    "\ntouch /tmp/x\n",
    "\r\n",
    "\u{85}",
    "\u{2028}",
    "\u{2029}",
    "\0",
    "\u{1b}[31m",
    "\u{7f}",
    "\u{feff}",
    "\u{202e}evil",
    "\u{200b}",
    "*/ x /*",
    "// x",
    "-- x",
    "# x",
    "<!-- x -->",
    "</script><script>alert(1)</script>",
    "![x](http://example.com/x.png)",
    "[x](javascript:alert(1))",
    "=HYPERLINK(\"http://example.com\")",
    "+1",
    "-1+2",
    "@SUM(A1)",
    "\t=1",
    "--endpoint-url=http://example.com",
    "file:///etc/passwd",
    "fileb://x",
    "2026-01-01",
    "1_000",
    "0x1f",
    "yes",
    "null",
];

/// A design in which this text is the name of everything that has one, and a value.
pub fn design(name: &str) -> String {
    let text = Value::from(name);
    // Braces of a key or a value of a pattern are placeholders.
    let value = if name.contains(['{', '}']) { Value::from("P") } else { text.clone() };
    let prefix = if name.contains(['{', '}']) { "P" } else { name };
    let named = |more: &str| Value::from(format!("{name}{more}"));
    let entity = json!({
        "name": text,
        "note": text,
        "sample": 2,
        "attributes": [
            { "name": "id", "values": { "kind": "sequence" } },
            { "name": named("a"), "values": { "kind": "constant", "value": text } },
        ],
    });
    let table = json!({
        "name": text,
        "partition_key": [{ "name": "pk" }],
        "items": [{ "entity": text, "keys": { "pk": format!("{prefix}#{{id}}") } }],
        "indexes": [{ "name": named("i"), "partition_key": [{ "name": named("a") }] }],
    });
    let get = json!({ "action": "get", "table": text, "key": { "pk": format!("{prefix}#1") } });
    let scan = json!({
        "action": "scan",
        "table": text,
        "filter": "#a = :a",
        "names": { "#a": named("a") },
        "values": { ":a": value },
    });
    let patterns = json!([
        { "name": named("p"), "note": text, "operation": get },
        { "name": named("q"), "note": text, "operation": scan },
    ]);
    json!({
        "version": 1, "name": text, "note": text, "entities": [entity], "tables": [table], "patterns": patterns,
    })
    .to_string()
}
