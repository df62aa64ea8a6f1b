//! What the command palette offers: places, tables, pictures, requests, and what the page can do at this moment.

use gloo::utils::window;
use serde_json::{Value, json};

use crate::sentences;
use crate::dialogs::place::DialogPlace;
use crate::door;
use crate::messages::{Messages, Sentence};
use crate::pictures::Picture;
use crate::request_form::template;
use crate::request_templates::{self, RequestTemplate};

/// The most operations, tables and so on of a kind have a name and one thing that they do.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub kind: Sentence,
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
    for (name, address) in [(sentences::shell::PLACE_HOME, "/"), (sentences::shell::PLACE_PLAY, "/play"), (sentences::shell::PLACE_ABOUT, "/about")] {
        entries.push(entry(sentences::dialogs::PALETTE_PLACE, messages.text(name), Does::Go(address.to_owned())));
    }
    for name in &known.tables {
        entries.push(entry(sentences::dialogs::PALETTE_TABLE, name.clone(), Does::Go(format!("/play/{name}"))));
    }
    for index in &known.indexes {
        entries.push(entry(sentences::dialogs::PALETTE_INDEX, index.clone(), Does::Go(format!("/play/{table}?index={index}"))));
    }
    if !table.is_empty() {
        for picture in Picture::ALL {
            let name = messages.text_or(sentences::pictures::picture(picture.name()), picture.name());
            let address = format!("/play/{table}?picture={}", picture.name());
            entries.push(entry(sentences::dialogs::PALETTE_PICTURE, name, Does::Go(address)));
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
        entries.push(entry(sentences::dialogs::PALETTE_REQUEST, operation.to_owned(), does));
    }
    if may_write {
        entries.extend(clock(messages));
    }
    entries
}

fn entry(kind: Sentence, name: String, does: Does) -> Entry {
    Entry { kind, name, keys: "", does }
}

fn page_actions(may_write: bool, in_workbench: bool, messages: &Messages) -> Vec<Entry> {
    const WORKBENCH: [(Sentence, &str, &str); 1] = [(sentences::dialogs::PALETTE_RUN, "run-draft", "Ctrl / ⌘ Enter")];
    const WRITES: [(Sentence, &str, &str); 4] = [
        (sentences::dialogs::PALETTE_UNDO, "undo", "Ctrl / ⌘ Z"),
        (sentences::dialogs::PALETTE_REDO, "redo", "Ctrl / ⌘ Shift Z"),
        (sentences::dialogs::PALETTE_NEW_TABLE, "new-table", ""),
        (sentences::dialogs::PALETTE_SAMPLES, "samples", ""),
    ];
    const ALWAYS: [(Sentence, &str, &str); 7] = [
        (sentences::dialogs::PALETTE_SHARE, "share", ""),
        (sentences::dialogs::PALETTE_OPEN, "open", ""),
        (sentences::dialogs::PALETTE_FILES, "files", ""),
        (sentences::dialogs::PALETTE_BACKUP, "backup", ""),
        (sentences::dialogs::PALETTE_NEW_WORKSPACE, "new-workspace", ""),
        (sentences::dialogs::PALETTE_LANGUAGE, "language", ""),
        (sentences::dialogs::PALETTE_THEME, "theme", ""),
    ];
    let writes = WRITES.into_iter().filter(|_| may_write);
    let each = WORKBENCH.into_iter().filter(|_| in_workbench).chain(writes).chain(ALWAYS);
    each.map(|(name, command, keys)| Entry {
        kind: sentences::dialogs::PALETTE_ACTION,
        name: messages.text(name),
        keys,
        does: Does::Act(command, Value::Null),
    })
    .collect()
}

fn clock(messages: &Messages) -> Vec<Entry> {
    const HOUR_MS: u64 = 60 * 60 * 1000;
    let turns = [
        (sentences::pictures::CLOCK_PAUSE, "Dynalab.SetClock", json!({ "Rate": 0 })),
        (sentences::pictures::CLOCK_1, "Dynalab.SetClock", json!({ "Rate": 1 })),
        (sentences::pictures::CLOCK_60, "Dynalab.SetClock", json!({ "Rate": 60 })),
        (sentences::pictures::CLOCK_3600, "Dynalab.SetClock", json!({ "Rate": 3600 })),
        (sentences::pictures::CLOCK_HOUR, "Dynalab.AdvanceClock", json!({ "Milliseconds": HOUR_MS })),
        (sentences::pictures::CLOCK_TWO_DAYS, "Dynalab.AdvanceClock", json!({ "Milliseconds": 48 * HOUR_MS })),
        (sentences::pictures::PROFILE_REALISTIC, "Dynalab.SetDials", json!({ "Profile": "realistic" })),
        (sentences::pictures::PROFILE_INSTANT, "Dynalab.SetDials", json!({ "Profile": "instant" })),
    ];
    let each = turns.into_iter();
    each.map(|(name, operation, body)| {
        let is_clock = operation != "Dynalab.SetDials";
        let kind = if is_clock { sentences::pictures::CLOCK } else { sentences::pictures::PROFILE };
        entry(kind, messages.text(name), Does::Control(operation, body))
    })
    .collect()
}
