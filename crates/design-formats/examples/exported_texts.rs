//! Writes designs and requests with hostile texts in every format, for the parsers of those formats: `tests/clients/exported-text`.

#![allow(clippy::unwrap_used, reason = "this program is part of a test")]

use std::path::Path;
use std::{env, fs};

use dynalab_design_formats::ExportNote;
use dynalab_modeling::{Design, Template, check, parse};
use dynalab_request_text::code::CodeLanguage;
use dynalab_request_text::interchange::written::{Output, Writer};
use dynalab_request_text::{self as request_text, TextForm};
use dynalab_types::{AttributeValue, Item};
use serde_json::{Value, json};

/// Texts with a meaning in some language.
const HOSTILE: &[&str] = &[
    "",
    "'",
    "\"",
    "`",
    "\\",
    "\\u000a static { run(); } //",
    "\\u000a } class Pwned {} //",
    "\\\\u000a",
    "C:\\users",
    "\\u{client:?}",
    "@@0@@",
    "@@",
    "{{}}",
    "{0}",
    "{",
    "}",
    "${x}",
    "$${x}",
    "%{x}",
    "$",
    "${Token[TOKEN.1]}",
    "{{resolve:ssm:name}}",
    "=1+1",
    "=HYPERLINK(\"http://x\"&A1)",
    "+cmd|' /C calc'!A0",
    "-2+3",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "'x",
    "''=x",
    "2026-01-01",
    "2026-01-01T00:00:00Z",
    "1_000",
    "0b11",
    "0x1f",
    "1:30",
    "1e3",
    "yes",
    "No",
    "null",
    "~",
    "--endpoint-url=http://127.0.0.1:9",
    "-x",
    "file:///etc/passwd",
    "fileb:///etc/passwd",
    "http://127.0.0.1:9/",
    "https://127.0.0.1:9/",
    "$(id)",
    "`id`",
    "!!",
    "a b",
    "![t](http://x.y/z.png)",
    "[c](javascript:alert(1))",
    "<img src=x>",
    "<!-- x -->",
    "a|b",
    "| - |",
    "# x",
    "- x",
    "1. x",
    "***",
    "www.example.com",
    "https://example.com/a",
    "&amp;",
    "*/",
    "/*",
    "//",
    "#",
    "# x",
    "-- x",
    ";",
    "\0",
    "a\0b",
    "\r\n",
    "\n",
    "a\nb",
    "\u{b}",
    "\u{c}",
    "\u{1b}[2J",
    "\u{7f}",
    "\u{85}",
    "\u{2028}",
    "\u{2029}",
    "\u{feff}",
    "\u{202e}x",
    "\u{2066}y",
    "\u{fffe}",
    "\u{ffff}",
    "\u{1f600}",
    "\u{3042}\u{6f22}",
    "\u{3000}x\u{a0}",
    " x ",
    "__proto__",
    "constructor",
    "aws. types. List. Map. Base64 pad(",
    "true",
    "\u{f0000}0\u{f0000}",
    "]]>",
    "*x*",
    "_x_",
    "~~x~~",
    "a\\",
];

/// A seeded sequence of texts.
struct Texts(u64);

impl Texts {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit as u64) as usize
    }

    /// A hostile text, two of them, or characters of all of Unicode.
    fn one(&mut self) -> String {
        let hostile = |texts: &mut Texts| HOSTILE[texts.below(HOSTILE.len())].to_owned();
        match self.below(4) {
            0 => hostile(self),
            1 => hostile(self) + &hostile(self),
            2 => (0..self.below(8)).filter_map(|_| char::from_u32(self.below(0x11_0000) as u32)).collect(),
            _ => (0..self.below(8)).filter_map(|_| char::from_u32(self.below(0x100) as u32)).collect(),
        }
    }

    /// A text that none of the others equals, so that it can be the name of something.
    fn name(&mut self, number: usize) -> String {
        format!("{}{number}", self.one())
    }
}

/// Returns a request with texts at every place where a request has one.
fn request(texts: &mut Texts, operation: &str) -> Value {
    let value = |texts: &mut Texts| json!({ "S": texts.one() });
    let mut map =
        json!({ texts.name(1): value(texts), texts.name(2): { "N": "-5" }, "__proto__": value(texts) });
    map["list"] = json!({ "L": [value(texts), { "NULL": true }, { "BOOL": false }] });
    map["set"] = json!({ "SS": [texts.name(1), texts.name(2)] });
    map["values"] = json!({ "M": { texts.name(3): value(texts), "key": value(texts) } });
    map["bytes"] = json!({ "B": "AP8iXGE=" });
    match operation {
        "PutItem" => json!({ "TableName": texts.one(), "Item": map, "ConditionExpression": texts.one(),
            "ExpressionAttributeNames": { texts.name(4): texts.one() }, "ReturnValues": "ALL_OLD" }),
        "Query" => {
            json!({ "TableName": texts.one(), "IndexName": texts.one(), "KeyConditionExpression": texts.one(), "Limit": 3,
            "ExpressionAttributeValues": map, "ScanIndexForward": false })
        }
        _ => {
            json!({ "Statement": texts.one(), "Parameters": [value(texts), value(texts)], "ConsistentRead": true })
        }
    }
}

fn design(texts: &mut Texts) -> Design {
    let key = |text: &str| json!([{ "name": text, "type": "S" }]);
    let (table, partition, sort, index) = (texts.name(1), texts.name(2), texts.name(3), texts.name(4));
    let template = |text: &str| Template::text(text).to_string();
    let (before, after) = (template(&texts.one()), template(&texts.one()));
    let mapping =
        json!({ "FunctionResponseTypes": [texts.one()], "StartingPosition": texts.one(), "BatchSize": 10 });
    let raw = |texts: &mut Texts, operation: &str| json!({ "name": texts.one(), "operation": { "action": "request", "operation": operation, "body": request(texts, operation) } });
    let get = json!({ "name": texts.one(), "parameters": { "id": { "of": "Row.id", "row": 0 } },
        "operation": { "action": "get", "table": table, "key": { partition.as_str(): format!("{before}{{id}}{after}"), sort.as_str(): "x" } } });
    let patterns = [
        raw(texts, "PutItem"),
        raw(texts, "Query"),
        raw(texts, "ExecuteStatement"),
        get,
        json!({ "name": texts.one() }),
    ];
    let alarm = json!({ "name": texts.one(), "metric": texts.one(), "index": index, "operation": texts.one(), "statistic": "Sum",
        "period_seconds": 60, "threshold": 1e20, "comparison": texts.one(), "periods": 1, "missing": texts.one() });
    let document = json!({
        "version": 1, "name": texts.one(), "notes": texts.one(),
        "entities": [{ "name": "Row", "count": 2, "attributes": [{ "name": "id", "type": "S" }] }],
        "tables": [{
            "name": table, "partition_key": key(&partition), "sort_key": key(&sort), "mode": { "provisioned": { "headroom_percent": 20.0 } },
            "indexes": [{ "name": index, "kind": "global", "partition_key": key(&texts.name(5)), "projection": { "include": [texts.name(6)] } }],
            "items": [{ "entity": "Row", "keys": { partition.as_str(): format!("{before}{{id}}{after}"), sort.as_str(): "x" } }],
            "ttl": texts.name(7),
            "stream": { "view": "NEW_IMAGE", "readers": [{ "name": texts.one(), "mapping": mapping }] },
            "scaling": [{ "index": index, "units": "read", "least": 1, "most": 5 }], "alarms": [alarm],
        }],
        "patterns": patterns,
    });
    parse(&document.to_string()).unwrap_or_else(|error| panic!("{error}: {document}"))
}

fn sheet(texts: &mut Texts) -> (String, Value) {
    let columns: Vec<String> = (0..4).map(|number| texts.name(number)).collect();
    let rows: Vec<Vec<String>> = (0..4).map(|_| columns.iter().map(|_| texts.one()).collect()).collect();
    let mut writer = Writer::new(Output::Csv, columns.clone());
    let mut text = String::new();
    writer.begin(&mut text);
    for row in &rows {
        let item = columns.iter().zip(row).fold(Item::new(), |mut item, (name, value)| {
            item.insert(name.as_str(), AttributeValue::string(value));
            item
        });
        writer.item(&item, &mut text);
    }
    writer.end(&mut text);
    (text, json!({ "columns": columns, "rows": rows }))
}

fn write_design(folder: &Path, design: &Design) {
    let report = check(design);
    let mut notes = serde_json::Map::new();
    for format in dynalab_design_formats::all() {
        let Some(write) = format.write else { continue };
        let exported = write(design, &report, dynalab_modeling::Language::English);
        fs::write(folder.join(format!("{}.{}", format.id, format.extension)), &exported.text).unwrap();
        let shown = exported.notes.iter().map(|note| match note {
            ExportNote::Replaced { text } => text.clone(),
            ExportNote::NoSuchParameter { parameter, .. } => parameter.clone(),
        });
        notes.insert(format.id.to_owned(), shown.collect());
        if let Some(read) = format
            .read
            .filter(|_| format.id == "aws-cli" || format.id == "cloudformation" || format.id == "terraform")
        {
            let read = read(&exported.text, &dynalab_types::Budget::of_import())
                .unwrap_or_else(|error| panic!("{}: {error}\n{}", format.id, exported.text));
            fs::write(folder.join(format!("{}.read.json", format.id)), dynalab_modeling::write(&read.design))
                .unwrap();
        }
    }
    fs::write(folder.join("notes.json"), Value::Object(notes).to_string()).unwrap();
}

fn main() {
    let arguments: Vec<String> = env::args().collect();
    let folder = Path::new(&arguments[1]);
    let cases: usize = arguments[2].parse().unwrap();
    let mut texts = Texts(arguments[3].parse().unwrap());
    for case in 0..cases {
        let folder = folder.join(format!("{case:03}"));
        fs::create_dir_all(&folder).unwrap();
        write_design(&folder, &design(&mut texts));
        for operation in ["PutItem", "Query", "ExecuteStatement"] {
            let body = request(&mut texts, operation);
            let own = folder.join(operation);
            fs::write(own.with_extension("json"), body.to_string()).unwrap();
            let forms = CodeLanguage::ALL.map(|language| (language.code(), TextForm::Code(language)));
            for (name, form) in forms.into_iter().chain([("sh", TextForm::CommandLine)]) {
                let written = request_text::write(form, operation, &body.to_string()).unwrap();
                fs::write(own.with_extension(name), &written.text).unwrap();
                let read = request_text::read(form, &written.text, ("", ""))
                    .unwrap_or_else(|error| panic!("{error:?}\n{}", written.text));
                let read: Value = serde_json::from_str(&read.body.json()).unwrap();
                assert_eq!(read, body, "{name}: {}", written.text);
            }
        }
        let (text, expected) = sheet(&mut texts);
        fs::write(folder.join("items.csv"), text).unwrap();
        fs::write(folder.join("items.json"), expected.to_string()).unwrap();
    }
}
