//! The list of stored workspaces: names and times in localStorage, one entry per workspace, so that a failed write can damage
//! only one. A database without an entry is found as well.

use dynalab_playground::protocol::Role;
use dynalab_playground::workspace_choice::{WorkspaceChoice, WorkspaceId};
use gloo::events::EventListener;
use gloo::utils::window;
use js_sys::{Array, Reflect};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::messages::Messages;
use crate::sentences;
use crate::state::{Action, AppDispatcher, AppState};
use crate::stored_setting;

/// The setting with the workspace of this tab (in sessionStorage) and of the next new tab.
const CURRENT: &str = "workspace";
/// The session setting with the temporary copy of this tab.
const VISITED: &str = "visited";
const ENTRY: &str = "workspace.";
pub const NAME_CHARACTERS_MAX: usize = 60;

#[wasm_bindgen]
extern "C" {
    /// Lists the databases. Fails in a browser without this function, or where storage is not permitted.
    #[wasm_bindgen(js_namespace = indexedDB, catch)]
    async fn databases() -> Result<JsValue, JsValue>;
}

#[derive(Clone, Debug, PartialEq)]
pub struct WorkspaceEntry {
    pub id: WorkspaceId,
    /// The name; none for the first workspace before it is named, and for one that was found without an entry.
    pub name: Option<String>,
    /// Milliseconds since 1970; 0 if unknown.
    pub created_ms: f64,
    pub used_ms: f64,
}

impl WorkspaceEntry {
    pub fn named(id: WorkspaceId, name: &str) -> WorkspaceEntry {
        let now_ms = js_sys::Date::now();
        WorkspaceEntry { id, name: clean(name), created_ms: now_ms, used_ms: now_ms }
    }

    /// Returns the name that a person sees.
    pub fn title(&self, messages: &Messages) -> String {
        match &self.name {
            Some(name) => name.clone(),
            None if self.id.is_first() => messages.text(sentences::workbench::WORKSPACE_FIRST),
            None => {
                let id = self.id.as_str();
                let short = &id[id.len().saturating_sub(4)..];
                messages.text(sentences::workbench::WorkspaceFound { id: short.into() })
            }
        }
    }

    fn unnamed(id: WorkspaceId) -> WorkspaceEntry {
        WorkspaceEntry { id, name: None, created_ms: 0.0, used_ms: 0.0 }
    }

    /// Reads a stored entry, damaged or not. Unreadable parts count as missing.
    fn read(id: WorkspaceId, text: &str) -> WorkspaceEntry {
        let stored: Value = serde_json::from_str(text).unwrap_or_default();
        let time = |name: &str| stored[name].as_f64().unwrap_or_default();
        let name = stored["name"].as_str().and_then(clean);
        WorkspaceEntry { id, name, created_ms: time("created"), used_ms: time("used") }
    }

    fn text(&self) -> String {
        json!({"name": self.name, "created": self.created_ms, "used": self.used_ms}).to_string()
    }

    pub fn write(&self) {
        stored_setting::write(&format!("{ENTRY}{}", self.id.as_str()), &self.text());
    }
}

/// Returns a name on one line with a limited length, or none if it is empty.
pub fn clean(name: &str) -> Option<String> {
    let plain: String = name.chars().filter(|character| !character.is_control()).collect();
    let cut: String = plain.trim().chars().take(NAME_CHARACTERS_MAX).collect();
    (!cut.is_empty()).then_some(cut)
}

/// Returns the wanted name, with a number behind it if it is taken.
pub fn free_name(wanted: &str, taken: &[String]) -> String {
    let is_taken = |name: &str| taken.iter().any(|known| known == name);
    let mut name = wanted.to_owned();
    let mut number = 2_u32;
    while is_taken(&name) {
        name = format!("{wanted} ({number})");
        number += 1;
    }
    name
}

pub fn new_id() -> WorkspaceId {
    WorkspaceId::from_random((js_sys::Math::random() * 9_007_199_254_740_992.0) as u64)
}

/// Returns the workspaces with an entry, by time of creation. The first workspace is always included and comes first.
pub fn listed() -> Vec<WorkspaceEntry> {
    let mut entries = vec![entry_of(&WorkspaceId::first())];
    for name in stored_setting::names() {
        let id = name.strip_prefix(ENTRY).and_then(WorkspaceId::parse);
        if let Some(id) = id.filter(|id| !id.is_first()) {
            entries.push(entry_of(&id));
        }
    }
    in_order(entries)
}

/// Returns the listed workspaces, and each database of Dynalab that has lost its entry.
pub async fn all() -> Vec<WorkspaceEntry> {
    let mut entries = listed();
    if let Ok(found) = databases().await
        && let Ok(found) = found.dyn_into::<Array>()
    {
        for database in found.iter() {
            let name = Reflect::get(&database, &"name".into()).ok().and_then(|name| name.as_string());
            let id = name.as_deref().and_then(WorkspaceId::of_database);
            if let Some(id) = id.filter(|id| entries.iter().all(|entry| entry.id != *id)) {
                entries.push(WorkspaceEntry::unnamed(id));
            }
        }
    }
    in_order(entries)
}

fn in_order(mut entries: Vec<WorkspaceEntry>) -> Vec<WorkspaceEntry> {
    // An insertion sort, because the entries are few and a library sort adds code.
    for place in 1..entries.len() {
        let mut at = place;
        while at > 1 && entries[at - 1].created_ms > entries[at].created_ms {
            entries.swap(at - 1, at);
            at -= 1;
        }
    }
    entries
}

fn entry_of(id: &WorkspaceId) -> WorkspaceEntry {
    let text = stored_setting::read(&format!("{ENTRY}{}", id.as_str())).unwrap_or_default();
    WorkspaceEntry::read(id.clone(), &text)
}

/// Returns the title of a workspace, listed or not.
pub fn title_of(app: &AppState, id: &WorkspaceId) -> String {
    match app.workspaces.iter().find(|entry| entry.id == *id) {
        Some(entry) => entry.title(&app.messages),
        None => WorkspaceEntry::unnamed(id.clone()).title(&app.messages),
    }
}

/// Returns true if this tab's workspace is in memory only but is not a temporary copy. It is lost when another one is opened.
pub fn would_be_lost(app: &AppState) -> bool {
    app.role == Some(Role::MemoryOnly) && app.workspace != WorkspaceChoice::Visiting
}

/// Returns the title of this tab's workspace.
pub fn title_of_this(app: &AppState) -> String {
    match &app.workspace {
        WorkspaceChoice::Stored { id } => title_of(app, id),
        WorkspaceChoice::Visiting => app.messages.text(sentences::workbench::WORKSPACE_COPY),
    }
}

pub fn is_listed(id: &WorkspaceId) -> bool {
    listed().iter().any(|entry| entry.id == *id)
}

pub fn rename(id: &WorkspaceId, name: &str) {
    WorkspaceEntry { name: clean(name), ..entry_of(id) }.write();
}

pub fn forget(id: &WorkspaceId) {
    stored_setting::remove(&format!("{ENTRY}{}", id.as_str()));
}

/// Returns the workspace to open. After a reload a tab opens its own workspace, a new tab opens the last one.
pub fn of_this_visit() -> WorkspaceChoice {
    let chosen = [stored_setting::read_of_session(CURRENT), stored_setting::read(CURRENT)];
    let ids = chosen.into_iter().flatten().filter_map(|text| WorkspaceId::parse(&text));
    let mut there = ids.filter(is_listed);
    WorkspaceChoice::Stored { id: there.next().unwrap_or_else(WorkspaceId::first) }
}

/// Stores the workspace of this tab. A temporary copy is stored separately, so it does not change this.
pub fn remember(choice: &WorkspaceChoice) {
    let WorkspaceChoice::Stored { id } = choice else { return };
    stored_setting::write_of_session(CURRENT, id.as_str());
    stored_setting::write(CURRENT, id.as_str());
    let mut entry = entry_of(id);
    entry.used_ms = js_sys::Date::now();
    if entry.created_ms == 0.0 {
        entry.created_ms = entry.used_ms;
    }
    entry.write();
}

/// Stores the text of this tab's temporary copy, so that a reload opens it again. A text that is too large for the browser is not stored.
pub fn remember_visit(text: &str) {
    stored_setting::write_of_session(VISITED, text);
}

/// Removes the stored copy, because it was saved or another workspace was opened.
pub fn forget_visit() {
    stored_setting::remove_of_session(VISITED);
}

/// Returns the text of this tab's copy before a reload. Returns none if a person went to another address.
pub fn visit_before_reload() -> Option<String> {
    const RELOADED: f64 = 1.0;
    let navigation = Reflect::get(&window().performance()?.into(), &"navigation".into()).ok()?;
    let kind = Reflect::get(&navigation, &"type".into()).ok()?.as_f64()?;
    if kind == RELOADED { stored_setting::read_of_session(VISITED) } else { None }
}

/// Puts the list into the state.
pub fn read_into(app: AppDispatcher) {
    app.dispatch(Action::WorkspacesRead(listed()));
    spawn_local(async move { app.dispatch(Action::WorkspacesRead(all().await)) });
}

/// Calls `on_change` when another tab changed the list.
pub fn listen(on_change: impl Fn() + 'static) -> EventListener {
    EventListener::new(&window(), "storage", move |_| on_change())
}

#[cfg(test)]
mod tests {
    use dynalab_playground::workspace_choice::WorkspaceId;

    use super::{WorkspaceEntry, clean, free_name, in_order};

    #[test]
    fn an_entry_comes_back_and_a_torn_one_loses_only_itself() {
        let id = WorkspaceId::from_random(1);
        let entry = WorkspaceEntry {
            id: id.clone(),
            name: Some("Orders \"v2\" 受注".into()),
            created_ms: 1.0,
            used_ms: 1_790_000_000_000.0,
        };
        assert_eq!(WorkspaceEntry::read(id.clone(), &entry.text()), entry);
        for torn in ["", "{", "[]", "7", "{\"name\":3,\"created\":\"x\"}", "{\"name\":\"\\n \"}"] {
            assert_eq!(WorkspaceEntry::read(id.clone(), torn), WorkspaceEntry::unnamed(id.clone()), "{torn}");
        }
    }

    #[test]
    fn a_name_is_one_short_line() {
        assert_eq!(clean("  a\nb\u{7f} "), Some("ab".into()));
        assert_eq!(clean(" \t "), None);
        assert_eq!(clean(&"長".repeat(80)).map(|name| name.chars().count()), Some(60));
    }

    #[test]
    fn a_name_that_is_taken_gets_a_number() {
        let taken = ["Shop".to_owned(), "Shop (2)".to_owned()];
        assert_eq!(free_name("Game", &taken), "Game");
        assert_eq!(free_name("Shop", &taken), "Shop (3)");
    }

    #[test]
    fn the_first_stays_in_front_and_the_others_follow_by_age() {
        let entry = |id: WorkspaceId, created_ms| WorkspaceEntry { id, name: None, created_ms, used_ms: 0.0 };
        let [old, new] = [1, 2].map(WorkspaceId::from_random);
        let first = WorkspaceId::first();
        let listed = vec![entry(first.clone(), 9.0), entry(new.clone(), 5.0), entry(old.clone(), 3.0)];
        let ids: Vec<WorkspaceId> = in_order(listed).into_iter().map(|entry| entry.id).collect();
        assert_eq!(ids, [first, old, new]);
    }
}
