//! What the command palette offers: places, tables, pictures, requests, and what the page can do at this moment.

use gloo::utils::window;
use serde_json::{Value, json};

use crate::dialogs::place::DialogPlace;
use crate::door;
use crate::messages::Messages;
use crate::pictures::Picture;
use crate::request_form::template;
use crate::request_templates::{self, RequestTemplate};

/// The most operations, tables and so on of a kind have a name and one thing that they do.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The name of a message.
    pub kind: &'static str,
    pub name: String,
    /// The keys that do the same.
    pub keys: &'static str,
    pub does: Does,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Does {
    Go(String),
    Act(&'static str, Value),
    Control(&'static str, Value),
}

impl Entry {
    /// What typed words are looked for in.
    pub fn words(&self, messages: &Messages) -> String {
        format!("{} {}", self.name, messages.text(self.kind))
    }
}

/// What has to be asked for before all entries are known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Known {
    pub tables: Vec<String>,
    pub indexes: Vec<String>,
    pub templates: Vec<RequestTemplate>,
}

/// What cannot be had is left out.
pub async fn ask(table: &str) -> Known {
    let mut tables = Vec::new();
    let mut start: Option<String> = None;
    loop {
        let body = start.as_ref().map_or(json!({}), |name| json!({ "ExclusiveStartTableName": name }));
        let Ok(page) = door::look::<Value>("ListTables", &body).await else { break };
        tables.extend(texts(&page["TableNames"], |name| name));
        start = page["LastEvaluatedTableName"].as_str().map(str::to_owned);
        if start.is_none() {
            break;
        }
    }
    let mut indexes = Vec::new();
    if let Ok(described) = door::look::<Value>("DescribeTable", &json!({ "TableName": table })).await {
        for kind in ["GlobalSecondaryIndexes", "LocalSecondaryIndexes"] {
            indexes.extend(texts(&described["Table"][kind], |index| &index["IndexName"]));
        }
    }
    Known { tables, indexes, templates: request_templates::fetch().await.unwrap_or_default() }
}

fn texts(list: &Value, of: impl Fn(&Value) -> &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(|one| of(one).as_str().map(str::to_owned)).collect()
}

/// In the order in which they stand when nothing is typed.
pub fn all(place: &DialogPlace, known: &Known, messages: &Messages) -> Vec<Entry> {
    let mut entries = Vec::new();
    let may_write = !place.page.follows;
    let table = &place.page.table;
    for (name, address) in [("place-home", "/"), ("place-play", "/play"), ("place-about", "/about")] {
        entries.push(entry("palette-place", messages.text(name), Does::Go(address.to_owned())));
    }
    for name in &known.tables {
        entries.push(entry("palette-table", name.clone(), Does::Go(format!("/play/{name}"))));
    }
    for index in &known.indexes {
        entries.push(entry("palette-index", index.clone(), Does::Go(format!("/play/{table}?index={index}"))));
    }
    if !table.is_empty() {
        for picture in Picture::ALL {
            let name = messages.text(&format!("picture-{}", picture.name()));
            let address = format!("/play/{table}?picture={}", picture.name());
            entries.push(entry("palette-picture", name, Does::Go(address)));
        }
    }
    let in_workbench = window().location().pathname().is_ok_and(|path| path.starts_with("/play"));
    entries.extend(page_actions(may_write, in_workbench, messages));
    let operations = template::WITH_FORM
        .into_iter()
        .chain(["CreateTable"])
        .chain(known.templates.iter().map(|template| template.operation.as_str()));
    for operation in operations.filter(|_| in_workbench) {
        let does = Does::Act("operation", json!({ "operation": operation }));
        entries.push(entry("palette-request", operation.to_owned(), does));
    }
    if may_write {
        entries.extend(clock(messages));
    }
    entries
}

fn entry(kind: &'static str, name: String, does: Does) -> Entry {
    Entry { kind, name, keys: "", does }
}

fn page_actions(may_write: bool, in_workbench: bool, messages: &Messages) -> Vec<Entry> {
    const WORKBENCH: [(&str, &str, &str); 1] = [("palette-run", "run-draft", "Ctrl / ⌘ Enter")];
    const WRITES: [(&str, &str, &str); 4] = [
        ("palette-undo", "undo", "Ctrl / ⌘ Z"),
        ("palette-redo", "redo", "Ctrl / ⌘ Shift Z"),
        ("palette-new-table", "new-table", ""),
        ("palette-samples", "samples", ""),
    ];
    const ALWAYS: [(&str, &str, &str); 7] = [
        ("palette-share", "share", ""),
        ("palette-open", "open", ""),
        ("palette-files", "files", ""),
        ("palette-backup", "backup", ""),
        ("palette-new-workspace", "new-workspace", ""),
        ("palette-language", "language", ""),
        ("palette-theme", "theme", ""),
    ];
    let writes = WRITES.into_iter().filter(|_| may_write);
    let each = WORKBENCH.into_iter().filter(|_| in_workbench).chain(writes).chain(ALWAYS);
    each.map(|(name, command, keys)| Entry {
        kind: "palette-action",
        name: messages.text(name),
        keys,
        does: Does::Act(command, Value::Null),
    })
    .collect()
}

fn clock(messages: &Messages) -> Vec<Entry> {
    const HOUR_MS: u64 = 60 * 60 * 1000;
    let turns = [
        ("clock-pause", "Dynalab.SetClock", json!({ "Rate": 0 })),
        ("clock-1", "Dynalab.SetClock", json!({ "Rate": 1 })),
        ("clock-60", "Dynalab.SetClock", json!({ "Rate": 60 })),
        ("clock-3600", "Dynalab.SetClock", json!({ "Rate": 3600 })),
        ("clock-hour", "Dynalab.AdvanceClock", json!({ "Milliseconds": HOUR_MS })),
        ("clock-two-days", "Dynalab.AdvanceClock", json!({ "Milliseconds": 48 * HOUR_MS })),
        ("profile-realistic", "Dynalab.SetDials", json!({ "Profile": "realistic" })),
        ("profile-instant", "Dynalab.SetDials", json!({ "Profile": "instant" })),
    ];
    let each = turns.into_iter();
    each.map(|(name, operation, body)| {
        let kind = if name.starts_with("clock") { "clock" } else { "profile" };
        entry(kind, messages.text(name), Does::Control(operation, body))
    })
    .collect()
}
