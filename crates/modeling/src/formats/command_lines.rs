//! `aws` command lines. Written: the tables of a design with their settings. Read: tables, settings, items, and requests as patterns.

mod changes;
pub(super) mod other_services;

use std::collections::BTreeMap;

use dynalab_literals::{Replacements, shell};
use dynalab_request_text::diagnostic::DiagnosticKind;
use dynalab_request_text::session::{SkippedCommand, Surroundings, pasted_commands};
use dynalab_request_text::{self as request_text, TextForm};
use dynalab_types::{Bound, Budget};
use serde_json::{Value, json};

use super::model_server::entity_of;
use super::sample_rows::Row;
use super::{ExportedDesign, Format, FormatError, ImportNote, ImportedDesign, create_table};
use crate::design::{Access, AccessPattern, Design, Operation, RawRequest};
use crate::table_request::{after_creation, whole};

pub const FORMAT: Format = Format {
    id: "aws-cli",
    names: ["AWS CLI commands", "AWS CLI のコマンド"],
    extension: "sh",
    is_like: |look| first_command(look.text()).is_some(),
    read: Some(read),
    write: Some(|design, _, _| write(design)),
};

const SERVICES: [&str; 4] = ["dynamodb", "application-autoscaling", "cloudwatch", "lambda"];
/// Requests that become access patterns.
const REQUESTS: [&str; 10] = [
    "GetItem",
    "Query",
    "Scan",
    "UpdateItem",
    "DeleteItem",
    "BatchGetItem",
    "TransactGetItems",
    "TransactWriteItems",
    "SearchVectors",
    "ExecuteStatement",
];

/// Returns the place of the first command, if a script begins with it. Comments and settings of the shell may be before it.
fn first_command(text: &str) -> Option<usize> {
    let mut place = 0;
    for line in text.split_inclusive('\n') {
        let command = line.trim().trim_start_matches("$ ");
        let mut words = command.split_whitespace();
        match words.next() {
            Some("aws") => return words.any(|word| SERVICES.contains(&word)).then_some(place),
            None | Some("set" | "export") => {}
            Some(word) if word.starts_with('#') => {}
            Some(_) => return None,
        }
        place += line.len();
    }
    None
}

/// Operations with their bodies, and what is none.
type Commands = (Vec<(String, Value)>, Vec<SkippedCommand>);

/// Returns the operations and bodies of the commands, and the commands that are no requests. `lines` are before the text in the file.
fn requests(text: &str, lines: usize) -> Result<Commands, FormatError> {
    if let Some((_, commands)) = pasted_commands(text, Surroundings::default()) {
        let (mut requests, mut skipped) = (Vec::new(), Vec::new());
        for (text, reading) in commands {
            match reading {
                Ok(reading) => requests.push((reading.operation, super::json(&reading.body.json())?)),
                Err(problem) if problem.kind == DiagnosticKind::WaitNotNeeded => {}
                Err(problem) => skipped.push(SkippedCommand { text, reason: problem.kind }),
            }
        }
        return Ok((requests, skipped));
    }
    let reading = request_text::read(TextForm::CommandLine, text, ("", "")).map_err(|mistake| {
        let before = text.get(..mistake.span.start).unwrap_or_default();
        FormatError::Syntax {
            language: "AWS CLI",
            line: lines + before.matches('\n').count() + 1,
            column: before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1,
            detail: detail(&mistake.kind),
        }
    })?;
    Ok((vec![(reading.operation, super::json(&reading.body.json())?)], Vec::new()))
}

/// Returns what is wrong with a command: the kind of the mistake, and the words that it is about.
fn detail(mistake: &DiagnosticKind) -> String {
    let (kind, values) = mistake.sentence();
    let values: Vec<&str> = values.into_iter().map(|(_, value)| value).collect();
    if values.is_empty() { kind.to_owned() } else { format!("{kind} ({})", values.join(", ")) }
}

/// Characters of a command that a note shows.
const SHOWN_CHARACTERS: usize = 80;

/// Names each command of DynamoDB that cannot be read. The others are counted.
fn tell_skipped(skipped: &[SkippedCommand], notes: &mut Vec<ImportNote>) {
    let (of_dynamodb, others): (Vec<&SkippedCommand>, Vec<&SkippedCommand>) = skipped
        .iter()
        .partition(|skipped| skipped.text.split_whitespace().take(6).any(|word| word == SERVICES[0]));
    for SkippedCommand { text, reason } in of_dynamodb {
        let words = text.split_whitespace().collect::<Vec<&str>>().join(" ");
        let command = words.chars().take(SHOWN_CHARACTERS).collect();
        notes.push(ImportNote::CommandNotRead { command, detail: detail(reason) });
    }
    if !others.is_empty() {
        notes.push(ImportNote::Ignored { count: others.len() });
    }
}

fn read(text: &str, _: &Budget) -> Result<ImportedDesign, FormatError> {
    let place = first_command(text).ok_or(FormatError::Unknown)?;
    let lines = text[..place].matches('\n').count();
    let (requests, skipped) = requests(&other_services::without_substitutions(&text[place..]), lines)?;
    let mut notes = Vec::new();
    let mut design = Design { name: "Commands".to_owned(), ..Design::default() };
    let mut rows: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    for (operation, mut body) in requests {
        if operation == "CreateTable" {
            let place = format!("table {}", design.tables.len() + 1);
            Bound::Tables.check(design.tables.len() + 1)?;
            design.tables.push(create_table::read_table(&body, &place, &mut notes)?);
        } else if operation == "PutItem" {
            let table = body["TableName"].as_str().unwrap_or_default().to_owned();
            let item = body.get_mut("Item").map(Value::take);
            rows.entry(table).or_default().extend(item.and_then(row));
        } else if operation == "BatchWriteItem" {
            for (table, puts) in
                body.get_mut("RequestItems").and_then(Value::as_object_mut).into_iter().flatten()
            {
                let puts = puts.as_array_mut().into_iter().flatten();
                let items = puts.filter_map(|put| row(put.pointer_mut("/PutRequest/Item")?.take()));
                rows.entry(table.clone()).or_default().extend(items);
            }
        } else if REQUESTS.contains(&operation.as_str()) {
            let name = format!("{} {operation}", design.patterns.len() + 1);
            let request = RawRequest { operation, body, ..RawRequest::default() };
            let operation = Some(Operation::Request(request));
            design.patterns.push(AccessPattern {
                name,
                access: Access::Public,
                operation,
                ..AccessPattern::default()
            });
        } else if other_services::set(&mut design.tables, &operation, &body).is_none()
            && changes::set(&mut design.tables, &operation, &body, &mut notes).is_none()
        {
            notes.push(ImportNote::LeftOut { place: "the file".to_owned(), member: operation });
        }
    }
    design.name.clone_from(&design.tables.first().ok_or(FormatError::NoTable)?.name);
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for (place, table) in design.tables.iter().enumerate() {
        places.entry(table.name.clone()).or_insert(place);
    }
    for (name, rows) in rows {
        match places.get(&name).and_then(|place| design.tables.get_mut(*place)) {
            Some(table) => design.entities.push(entity_of(table, rows, &mut notes)),
            None => notes.push(ImportNote::LeftOut { place: name, member: "table for its items".to_owned() }),
        }
    }
    if !design.patterns.is_empty() {
        notes.push(ImportNote::NoExpectedResults);
    } else if design.entities.is_empty() {
        notes.push(ImportNote::KeysOnly);
    }
    tell_skipped(&skipped, &mut notes);
    Ok(ImportedDesign { format: FORMAT.id, design, notes })
}

fn row(item: Value) -> Option<Row> {
    match item {
        Value::Object(members) if !members.is_empty() => Some(members.into_iter().collect()),
        _ => None,
    }
}

fn write(design: &Design) -> ExportedDesign {
    let mut replaced = Replacements::default();
    let mut text = String::from("#!/bin/sh\nset -e\n");
    for table in &design.tables {
        text.push_str(&format!("\n{}\n", shell::comment(&table.name, &mut replaced)));
        push(&mut text, "CreateTable", &whole(table));
        let named = json!({ "TableName": table.name }).to_string();
        let name = shell::option("table-name", &table.name)
            .unwrap_or_else(|| format!("--cli-input-json {}", shell::json_word(&named)));
        text.push_str(&format!("aws dynamodb wait table-exists {name}\n"));
        for (operation, body) in after_creation(table) {
            push(&mut text, operation, &body);
        }
        other_services::write(&mut text, table);
    }
    ExportedDesign::new(text, replaced)
}

fn push(text: &mut String, operation: &str, body: &Value) {
    if let Ok(written) = request_text::write(TextForm::CommandLine, operation, &body.to_string()) {
        text.push_str(written.text.trim_end());
        text.push('\n');
    }
}
